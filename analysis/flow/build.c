// SPDX-License-Identifier: MIT
// From the Code of a method to its value-flow form (flow_priv.h has the steps).
#include "analysis/base/limits.h"
#include "analysis/classfile/attr.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/flow/flow_priv.h"

void *fb_grow(struct fb *b, const void *old, u4 n, u4 *room, u4 want,
              size_t size) {
    u4 more = *room ? *room * 2 : 32;
    *room = more < want ? want : more;
    void *p = arena_alloc(b->arena, *room, size);
    if (n) {
        memcpy(p, old, n * size);
    }
    return p;
}

bool fb_bad(struct fb *b, u4 insn, const char *what) {
    if (!b->bad) {
        b->bad = what;
        b->bad_insn = insn;
    }
    return false;
}

bool fb_work(struct fb *b, u8 steps) {
    b->work += steps;
    b->costly |= b->work > LIMIT_FLOW_WORK;
    return !b->costly;
}

// What the caller has put into the locals.
static bool put_argument(struct fb *b, u4 *local, u4 slots, u4 value) {
    if (!b->code) {
        return true;
    }
    if (*local + slots > b->code->max_locals) {
        return fb_bad(b, 0, "more parameters than locals");
    }
    for (; slots; slots--, ++*local) {
        if (value && b->block_at) {
            fb_define(b, *local, b->n_blocks, value);
        } else {
            *fb_local(b, *local) =
                (struct fb_local){.block = 1, .value = value};
        }
    }
    return true;
}

static bool parameters(struct fb *b) {
    struct str all = cp_str(b->c, b->m->desc);
    struct desc_method desc;
    u4 local = 0;
    bool ok = desc_method(all, &desc) && desc.arg_slots <= 255;
    if (!ok) {
        return fb_bad(b, 0, "malformed descriptor");
    }
    if (!(b->m->access_flags & ACC_STATIC)) {
        u4 v = fb_value(b, FLOW_T_CLASS, b->c->this_class);
        ok = put_argument(b, &local, 1, v);
    }
    while (ok && desc.args.n) {
        u4 at = (u4)(desc.args.p - all.p);
        struct str type = desc_next(&desc.args);
        bool reference = *type.p == 'L' || *type.p == '[';
        u4 v = reference ? fb_value(b, FLOW_T_PARAM, (u2)at) : b->prim;
        ok = put_argument(b, &local, desc_slots(*type.p), v);
    }
    return ok;
}

bool fb_init(struct fb *b, struct cf_class *c, const struct cf_member *m,
             const struct code *code, struct arena *arena) {
    b->c = c;
    b->m = m;
    b->code = code;
    b->arena = arena;
    FB_ROOM(b, b->def, 0, b->room_defs, 1);
    b->n_defs = 1;
    fb_value(b, FLOW_T_NONE, 0);
    if (code) {
        b->stack = ARENA_ARRAY(arena, u4, code->max_stack);
        b->page = ARENA_ZARRAY(arena, struct fb_local *,
                               (code->max_locals + FB_PAGE - 1u) / FB_PAGE);
    }
    return (!code || fb_blocks(b)) && parameters(b);
}

static void report(const struct fb *b, const struct cf_attr *code,
                   const struct place *where, struct diag *d) {
    struct place at = *where;
    if (code) {
        u4 head = b->code->narrow ? 4u : 8u;
        at.byte = code->at + head + b->code->insn[b->bad_insn].pc;
    }
    if (b->costly) {
        at.byte = NO_BYTE;
        diag_report(d, FLOW_COSTLY, &at);
    } else {
        diag_report(d, FLOW_BAD, &at, b->bad);
    }
}

static bool build(struct flow *out, struct cf_class *c,
                  const struct cf_member *m, const struct flow_env *env,
                  bool with_null) {
    *out = (struct flow){0};
    struct place at = cf_place(c, m, env->at);
    // Of a class of which only headers were read as well.
    struct bytes body;
    bool has_code = cf_find_code(c, m, &body);
    struct cf_attr attr = {.at = has_code ? (u4)(body.p - c->in.p) : 0,
                           .len = has_code ? (u4)body.n : 0};
    const struct cf_attr *a = has_code ? &attr : NULL;
    struct code code;
    if (a && !code_parse_body(&code, c, a, env->scratch, &at, env->d)) {
        return false;
    }
    struct fb b = {0};
    bool ok = fb_init(&b, c, m, a ? &code : NULL, env->scratch);
    if (ok) {
        b.null = with_null ? fb_value(&b, FLOW_T_NONE, 0) : 0;
        out->n_params = b.n_values - 1;
        ok = (!a || (fb_walk(&b) && fb_merge(&b))) &&
             fb_number(&b, out, env->result);
    }
    out->has_null = b.has_null;
    if (!ok) {
        report(&b, a, &at, env->d);
    }
    return ok;
}

bool flow_build(struct flow *out, struct cf_class *c, const struct cf_member *m,
                const struct flow_env *env) {
    return build(out, c, m, env, false);
}

bool flow_build_with_null(struct flow *out, struct cf_class *c,
                          const struct cf_member *m,
                          const struct flow_env *env) {
    return build(out, c, m, env, true);
}
