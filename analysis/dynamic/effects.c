// SPDX-License-Identifier: MIT
// What reflection does with what comes to it.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

static bool is_init(const struct world *w, method_id m) {
    return str_eq(world_sig_name(w, w->method.v[m].sig), STR("<init>"));
}

void effect_load(struct dynamic *d, const struct op *o, class_id c) {
    world_load(d->w, c);
    if (o->kind == OP_FOR_NAME && !(d->w->class.v[c].flags & CLASS_ARRAY)) {
        solve_initialise(d->s, o->at, o->pc, c);
    }
    trace_add(d, o->to, token_class(d, c));
}

static void call(struct dynamic *d, const struct op *o, class_id type,
                 method_id m) {
    const struct flow *f = form_of(d, o->at);
    const struct flow_stmt *st = form_call_at(f, o->pc);
    struct solve_reflected r = {
        .caller = o->at,
        .pc = o->pc,
        .type = type,
        .target = m,
        .result = st->v,
        .n_params = f->n_params,
    };
    if (o->kind == OP_CONSTRUCT && st->n > 1) {
        r.args = f->args[st->a + 1];
    } else if (o->kind == OP_INVOKE && st->n > 2) {
        r.receiver = f->args[st->a + 1];
        r.args = f->args[st->a + 2];
    }
    solve_reflect(d->s, &r);
}

void effect_new(struct dynamic *d, const struct op *o, class_id c) {
    struct world *w = d->w;
    world_load(w, c);
    sig_id sig = world_sig(w, STR("<init>"), STR("()V"));
    method_id m = world_is_concrete(w, c) ? world_declared(w, c, sig) : 0;
    if (m) {
        call(d, o, c, m);
    }
}

// Does the token mean a member with those flags and that name and descriptor?
static bool is_meant(struct dynamic *d, const struct token *t, u2 flags,
                     sig_id sig) {
    return (t->declared || flags & ACC_PUBLIC) &&
           (!t->b || str_eq(world_sig_name(d->w, sig), text_of(d, t->b))) &&
           (!t->params ||
            str_starts(world_sig_desc(d->w, sig), text_of(d, t->params)));
}

static void call_methods_of(struct dynamic *d, const struct op *o,
                            const struct token *t, class_id c) {
    struct world *w = d->w;
    const struct world_class k = w->class.v[c];
    for (u4 i = 0; i < k.n_methods; i++) {
        method_id m = k.method + i;
        const struct world_method wm = w->method.v[m];
        if (m == k.clinit || is_init(w, m) ||
            !is_meant(d, t, wm.access_flags, wm.sig)) {
            continue;
        }
        call(d, o, t->a, m);
    }
}

static void construct(struct dynamic *d, const struct op *o,
                      const struct token *t) {
    struct world *w = d->w;
    const struct world_class k = w->class.v[t->a];
    for (u4 i = 0; i < k.n_methods && world_is_concrete(w, t->a); i++) {
        method_id m = k.method + i;
        const struct world_method wm = w->method.v[m];
        if (is_init(w, m) && is_meant(d, t, wm.access_flags, wm.sig)) {
            call(d, o, t->a, m);
        }
    }
}

static void access(struct dynamic *d, const struct op *o,
                   const struct token *t) {
    solve_initialise(d->s, o->at, o->pc, t->a);
}

void effect_member(struct dynamic *d, const struct op *o, struct token t) {
    struct world *w = d->w;
    world_load(w, t.a);
    const struct world_class k = w->class.v[t.a];
    if (o->kind == OP_CONSTRUCT && t.kind == TOKEN_INITS) {
        construct(d, o, &t);
    } else if (o->kind == OP_ACCESS && t.kind == TOKEN_FIELDS) {
        access(d, o, &t);
    } else if (o->kind == OP_INVOKE && t.kind == TOKEN_METHODS) {
        call_methods_of(d, o, &t, t.a);
        for (u4 i = 0; !t.declared && i < k.depth; i++) {
            call_methods_of(d, o, &t, k.display[i]);
        }
        for (u4 i = 0; !t.declared && i < k.n_supers; i++) {
            call_methods_of(d, o, &t, k.supers[i]);
        }
    }
}
