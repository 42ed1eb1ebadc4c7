// SPDX-License-Identifier: MIT
// Classes that are members of others, and those that they are in.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/base/cursor.h"
#include "analysis/classfile/classfile.h"
#include "analysis/world/world.h"

static void give(struct dynamic *d, const struct op *o, struct token of,
                 class_id c) {
    if (c) {
        token_id token = token_class(d, c);
        trace_add(d, o->to, of.guess ? token_as_guess(d, token) : token);
    }
}

// The rows of InnerClasses (JVMS 4.7.6): members of class c, or what c is a member of.
static void give_rows(struct dynamic *d, const struct op *o, struct token of,
                      class_id c) {
    const struct cf_class *cf = d->w->class.v[c].cf;
    struct bytes body;
    if (!cf || !cf_find_attr(cf, cf->at, STR("InnerClasses"), &body)) {
        return;
    }
    struct cursor cur = cur_of(body);
    u4 n = cur_u2(&cur);
    for (u4 i = 0; i < n && cur_ok(&cur); i++) {
        u4 inner = cur_u2(&cur);
        u4 outer = cur_u2(&cur);
        cur_skip(&cur, 4);
        bool is = cur_ok(&cur) && cp_is(cf, inner, CP_CLASS) &&
                  cp_is(cf, outer, CP_CLASS);
        u4 own = o->kind == OP_NESTED ? outer : inner;
        u4 other = o->kind == OP_NESTED ? inner : outer;
        if (is && str_eq(cp_name_of(cf, own), d->w->class.v[c].name)) {
            give(d, o, of, world_class_at(d->w, c, other));
        }
    }
}

// What names the class around a local one, and the host of a nest, begin alike.
static void give_around(struct dynamic *d, const struct op *o, struct token of,
                        struct str attr) {
    const struct cf_class *cf = d->w->class.v[of.a].cf;
    struct bytes body;
    if (cf && cf_find_attr(cf, cf->at, attr, &body)) {
        struct cursor cur = cur_of(body);
        u4 i = cur_u2(&cur);
        if (cur_ok(&cur) && cp_is(cf, i, CP_CLASS)) {
            give(d, o, of, world_class_at(d->w, of.a, i));
        }
    }
}

void nested_give(struct dynamic *d, const struct op *o, struct token t) {
    world_load(d->w, t.a);
    const struct world_class k = d->w->class.v[t.a];
    if (t.below || !k.cf) {
        trace_open(d, o->to);
        return;
    }
    give_rows(d, o, t, t.a);
    bool inherits = o->kind == OP_NESTED && o->declared == MEMBERS_PUBLIC;
    for (u4 i = 0; inherits && i < k.depth; i++) {
        give_rows(d, o, t, k.display[i]);
    }
    for (u4 i = 0; inherits && i < k.n_supers; i++) {
        give_rows(d, o, t, k.supers[i]);
    }
    if (o->kind == OP_OUTER) {
        give_around(d, o, t, STR("EnclosingMethod"));
        give_around(d, o, t, STR("NestHost"));
        give(d, o, t, t.a);  // it may be its own host
    }
}
