// SPDX-License-Identifier: MIT
// What the calls of a method are made on, from its value-flow form.
#include "analysis/component/receivers.h"

#include "analysis/base/order.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/opcode.h"
#include "analysis/flow/flow.h"

void receivers_init(struct receivers *r, const struct world *w) {
    *r = (struct receivers){.w = w};
    diag_init(&r->unsaid, DIAG_ERROR, false);
    arena_init(&r->form);
    arena_init(&r->scratch);
}

void receivers_release(struct receivers *r) {
    diag_release(&r->unsaid);
    arena_release(&r->form);
    arena_release(&r->scratch);
    vec_free(&r->row);
}

// Casts feed each other forward only, but for what no compiler writes: a value
// is defined before it is used, so the walk ends.
static enum receiver_is kind_of(const struct flow *f, u4 v) {
    u4 stmt = f->value[v].stmt;
    while (stmt != FLOW_NO_STMT && f->stmt[stmt].kind == FLOW_CAST) {
        u4 from = f->stmt[stmt].a;
        if (f->value[from].stmt != FLOW_NO_STMT &&
            f->value[from].stmt >= stmt) {
            return RECEIVER_ANY;
        }
        v = from;
        stmt = f->value[v].stmt;
    }
    if (stmt == FLOW_NO_STMT) {
        return v == 1 ? RECEIVER_THIS : RECEIVER_ANY;
    }
    return f->stmt[stmt].kind == FLOW_NEW ? RECEIVER_MADE : RECEIVER_ANY;
}

void receivers_read(struct receivers *r, method_id m) {
    const struct world_method *wm = &r->w->method.v[m];
    struct cf_class *cf = r->w->class.v[wm->class].cf;
    struct flow f;
    r->row.n = 0;
    r->has_null = true;
    arena_reset(&r->form);
    arena_reset(&r->scratch);
    struct place at = {.byte = NO_BYTE};
    const struct flow_env env = {&r->form, &r->scratch, &at, &r->unsaid};
    if (!cf || !flow_build(&f, cf, &cf->methods[wm->index], &env)) {
        return;
    }
    r->has_null = f.has_null;
    bool has_this = !(wm->access_flags & ACC_STATIC);
    for (u4 i = 0; i < f.n_stmts; i++) {
        const struct flow_stmt *s = &f.stmt[i];
        bool calls = s->kind == FLOW_VIRTUAL || s->kind == FLOW_SPECIAL ||
                     s->kind == FLOW_INTERFACE;
        if (calls && s->n) {
            enum receiver_is is = kind_of(&f, f.args[s->a]);
            is = is == RECEIVER_THIS && !has_this ? RECEIVER_ANY : is;
            vec_push(&r->row, (u4)s->pc << 2 | (u4)is);
        }
    }
    SORT(r->row.v, r->row.n, order_u4);
}

enum receiver_is receivers_at(const struct receivers *r, u2 pc) {
    u4 at = 0;
    SEARCH(at, r->row.n, i, r->row.v[i] >> 2 < pc);
    // Code that subroutines share can have several.
    bool found = at < r->row.n && r->row.v[at] >> 2 == pc;
    bool others = found && at + 1 < r->row.n && r->row.v[at + 1] >> 2 == pc &&
                  r->row.v[at + 1] != r->row.v[at];
    return found && !others ? (enum receiver_is)(r->row.v[at] & 3)
                            : RECEIVER_ANY;
}

bool receivers_null(const struct receivers *r, u1 op, u2 pc) {
    bool has = op == OPC_invokevirtual || op == OPC_invokeinterface ||
               op == OPC_invokespecial;
    return has && (r->has_null || receivers_at(r, pc) == RECEIVER_ANY);
}
