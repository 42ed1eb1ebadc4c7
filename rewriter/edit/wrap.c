// SPDX-License-Identifier: MIT
// The catch-all around a method, and where a constructor forbids it.
//
// HotSpot accepts no range that covers the call of super() or this() in class
// files that are checked by frames: in front of the call a handler must be
// entered with `this` uninitialised, behind it with anything. So the code is
// cut into stretches by the state of `this` before each instruction, which
// the simulation tells; the calling instruction itself belongs to none.
// Stretches in which `this` has left local 0 are not covered either: no frame
// of ours could describe them.
#include "analysis/classfile/sim.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "rewriter/edit/edit.h"
#include "rewriter/edit/pooledit.h"

struct wrap {
    struct edit *e;
    struct seq seq;
    u4 handler[2];  // by whether `this` is uninitialised; NONE until used
};

enum { NONE = 0xFFFF };

static void cover(struct wrap *w, struct edit_pos from, struct edit_pos to,
                  bool uninit) {
    if (w->handler[uninit] == NONE) {
        u2 type = 0;
        if (edit_has_frames(w->e)) {
            type = pool_class(w->e->pool, STR("java/lang/Throwable"));
            if (type == 0) {
                w->e->refused = REFUSED_POOL_FULL;
            }
        }
        w->handler[uninit] =
            edit_add_handler(w->e, (struct edit_handler){w->seq, uninit, type});
    }
    edit_add_range(w->e, (struct edit_range){.from = from,
                                             .to = to,
                                             .handler = w->handler[uninit]});
}

enum stretch { INIT, UNINIT, NOT_COVERED };

static enum stretch stretch_at(const struct sim *s) {
    if (!s->known) {
        return NOT_COVERED;
    }
    if (!s->this_uninit) {
        return INIT;
    }
    return s->local[0].tag == VT_UNINIT_THIS ? UNINIT : NOT_COVERED;
}

// Whether the instruction that s has just executed made `this` an object.
static bool is_init_call(const struct insn *i, enum stretch before,
                         const struct sim *after) {
    return i->op == OPC_invokespecial && before == UNINIT &&
           !after->this_uninit;
}

static void refuse(struct edit *e, const struct sim *s) {
    e->refused = sim_is_costly(s) ? REFUSED_TOO_COSTLY : REFUSED_BAD_TYPES;
}

static void wrap_constructor(struct wrap *w) {
    struct edit *e = w->e;
    struct sim *s = ARENA_NEW(e->arena, struct sim);
    if (!sim_init(s, e->c, e->m, e->k, e->arena, e->work)) {
        refuse(e, s);
        return;
    }
    struct edit_pos from = {0, EDIT_BAR};
    enum stretch now = stretch_at(s);
    for (u4 i = 0; i < e->k->n_insn; i++) {
        bool more = sim_step(s);
        if (s->failed) {
            refuse(e, s);
            return;
        }
        // At the last instruction the state behind it does not matter.
        enum stretch next = more ? stretch_at(s) : now;
        bool call = is_init_call(&e->k->insn[i], now, s);
        if (!call && more && next == now) {
            continue;
        }
        struct edit_pos to = {call ? i : i + 1, call ? EDIT_AT : EDIT_BAR};
        if (now != NOT_COVERED) {
            cover(w, from, to, now == UNINIT);
        }
        from = call ? (struct edit_pos){i, EDIT_END}
                    : (struct edit_pos){i + 1, EDIT_BAR};
        now = next;
    }
}

// Whether the verifier keeps ranges off the call of super() or this().
static bool is_guarded(const struct edit *e) {
    return edit_has_frames(e) &&
           str_eq(cp_str(e->c, e->m->name), STR("<init>"));
}

const bool *edit_init_calls(struct edit *e) {
    bool *is = ARENA_ZARRAY(e->arena, bool, e->k->n_insn);
    struct sim *s = ARENA_NEW(e->arena, struct sim);
    if (!is_guarded(e)) {
        return is;
    }
    bool more = sim_init(s, e->c, e->m, e->k, e->arena, e->work);
    bool failed = !more;
    for (u4 i = 0; more && i < e->k->n_insn; i++) {
        bool uninit = s->known && s->this_uninit;
        more = sim_step(s);
        is[i] = e->k->insn[i].op == OPC_invokespecial && uninit && s->known &&
                !s->this_uninit;
    }
    if (failed || s->failed) {
        refuse(e, s);
    }
    return is;
}

void edit_wrap(struct edit *e, struct seq s) {
    seq_op(e, &s, OPC_athrow);
    struct wrap w = {e, s, {NONE, NONE}};
    if (is_guarded(e)) {
        wrap_constructor(&w);
    } else {
        cover(&w, (struct edit_pos){0, EDIT_BAR},
              (struct edit_pos){e->k->n_insn, EDIT_BAR}, false);
    }
}
