// SPDX-License-Identifier: MIT
// How deep the operand stack is before each instruction.
//
// A depth-first walk with a stack of its own: each instruction is visited
// once, each edge only compared with what was found before.
#include "analysis/classfile/stack.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/classfile/opcode.h"

// Slots that an instruction pops and pushes: the stack column of opcodes.def,
// or what the operand's descriptor says.
struct stack_effect {
    u4 pops, pushes;
};

static bool effect_by_operand(const struct cf_class *c, const struct insn *i,
                              struct stack_effect *out) {
    switch (op_table[i->op].format) {
    case 'k':
    case 'K':
        *out = (struct stack_effect){0, i->op == OPC_ldc2_w ? 2 : 1};
        return true;
    case 'M':
        *out = (struct stack_effect){(u4)i->b, 1};
        return true;
    case 'f': {
        struct str desc = cp_ref_of(c, i->a).desc;
        struct str one = desc;
        if (desc_next(&one).n == 0 || one.n) {
            return false;
        }
        bool put = i->op == OPC_putstatic || i->op == OPC_putfield;
        u4 slots = desc_slots(desc.p[0]);
        u4 self = i->op == OPC_getfield || i->op == OPC_putfield ? 1 : 0;
        *out = (struct stack_effect){self + (put ? slots : 0), put ? 0 : slots};
        return true;
    }
    default: {
        struct desc_method desc;
        if (!desc_method(cp_ref_of(c, i->a).desc, &desc)) {
            return false;
        }
        u4 self =
            i->op == OPC_invokestatic || i->op == OPC_invokedynamic ? 0 : 1;
        *out = (struct stack_effect){desc.arg_slots + self,
                                     desc_slots(desc.ret.p[0])};
        return true;
    }
    }
}

// False for a malformed descriptor.
static bool effect_of(const struct cf_class *c, const struct insn *i,
                      struct stack_effect *out) {
    const struct op_info *op = &op_table[i->op];
    if (op->pops < 0) {
        return effect_by_operand(c, i, out);
    }
    *out = (struct stack_effect){(u4)op->pops, (u4)op->pushes};
    return true;
}

struct stack_walk {
    const struct cf_class *c;
    const struct code *code;
    const u2 *index;
    struct stack_depths *out;
    u4 *todo;  // instructions reached and not yet followed
    u4 n_todo;
};

static bool bad(struct stack_walk *w, u4 insn, const char *what) {
    w->out->bad = what;
    w->out->bad_insn = insn;
    return false;
}

static bool reach(struct stack_walk *w, u4 from, u4 to, u4 depth) {
    if (to >= w->code->n_insn) {
        return bad(w, from, "control falls off the end of the code");
    }
    u4 *known = &w->out->depth[to];
    if (*known == STACK_UNREACHED) {
        *known = depth;
        w->todo[w->n_todo++] = to;
        return true;
    }
    return *known == depth || bad(w, to, "two stack depths meet");
}

static bool reach_pc(struct stack_walk *w, u4 from, u4 pc, u4 depth) {
    if (pc >= w->code->length || w->index[pc] == CODE_NO_INSN) {
        return bad(w, from, "target is no instruction");
    }
    return reach(w, from, w->index[pc], depth);
}

static bool follow_switch(struct stack_walk *w, u4 at, u4 depth) {
    const struct code_switch *s = &w->code->sw[w->code->insn[at].b];
    bool ok = reach_pc(w, at, s->otherwise, depth);
    for (u4 i = 0; ok && i < s->n; i++) {
        ok = reach_pc(w, at, s->target[i], depth);
    }
    return ok;
}

static bool follow(struct stack_walk *w, u4 at) {
    const struct insn *i = &w->code->insn[at];
    u4 depth = w->out->depth[at];
    struct stack_effect effect;
    if (!effect_of(w->c, i, &effect)) {
        return bad(w, at, "malformed descriptor");
    }
    if (effect.pops > depth) {
        return bad(w, at, "pops more than there is");
    }
    u4 after = depth - effect.pops + effect.pushes;
    w->out->max = after > w->out->max ? after : w->out->max;
    if (insn_is_switch(i)) {
        return follow_switch(w, at, after);
    }
    if (insn_is_branch(i) && !reach_pc(w, at, (u4)i->b, after)) {
        return false;
    }
    // A subroutine takes its return address with it.
    u4 next = op_is(i->op, OP_JSR) ? depth : after;
    return op_is(i->op, OP_END) || reach(w, at, at + 1, next);
}

// Handlers are entered with the exception alone, wherever their range is.
static bool follow_handlers(struct stack_walk *w, bool *more) {
    const struct code *code = w->code;
    *more = false;
    for (u4 h = 0; h < code->n_handlers; h++) {
        u4 pc = code->handler[h].handler;
        if (pc < code->length && w->index[pc] != CODE_NO_INSN &&
            w->out->depth[w->index[pc]] != STACK_UNREACHED) {
            if (w->out->depth[w->index[pc]] != 1) {
                return bad(w, w->index[pc], "handler entered at two depths");
            }
            continue;
        }
        u4 from = code_index(code, code->handler[h].start);
        u4 to = code_index(code, code->handler[h].end);
        for (u4 i = from; i < to; i++) {
            if (w->out->depth[i] != STACK_UNREACHED) {
                *more = true;
                w->out->max = w->out->max ? w->out->max : 1;
                if (!reach_pc(w, i, pc, 1)) {
                    return false;
                }
                break;
            }
        }
    }
    return true;
}

void stack_depths(const struct cf_class *c, const struct code *code,
                  const u2 *index, struct arena *a, struct stack_depths *out) {
    *out = (struct stack_depths){.depth = ARENA_ARRAY(a, u4, code->n_insn)};
    memset(out->depth, 0xFF, code->n_insn * sizeof *out->depth);
    struct stack_walk w = {
        c, code, index, out, ARENA_ARRAY(a, u4, code->n_insn), 0};
    reach(&w, 0, 0, 0);
    bool more = true;
    while (more) {
        while (w.n_todo) {
            if (!follow(&w, w.todo[--w.n_todo])) {
                return;
            }
        }
        if (!follow_handlers(&w, &more)) {
            return;
        }
    }
}
