// SPDX-License-Identifier: MIT
// Where everything of an edited method comes to lie.
#include "rewriter/edit/layout.h"

#include "analysis/classfile/code.h"
#include "analysis/classfile/opcode.h"

// Bytes that widening adds.
static const u4 goto_more = 2, if_more = 5;

u4 layout_size_odd(const struct layout *l, u4 i) {
    const struct insn *p = &l->code->insn[i];
    if (insn_is_switch(p)) {
        const struct code_switch *s = &l->code->sw[p->b];
        return p->len - s->n_pad + (3 - l->at[i] % 4);
    }
    if (l->wide && l->wide[i]) {
        return p->len + (op_is(p->op, OP_COND) ? if_more : goto_more);
    }
    return p->len;
}

u4 layout_pos(const struct layout *l, struct edit_pos p) {
    return p.side == EDIT_BAR  ? l->bar[p.insn]
           : p.side == EDIT_AT ? l->at[p.insn]
                               : layout_end(l, p.insn);
}

// One pass over the code with the branches that are wide so far.
static void place(struct layout *l) {
    const struct edit *e = l->e;
    const struct insertion *ins = e->insertion;
    const struct insertion *end = ins ? ins + e->n_insertions : ins;
    u4 at = 0;
    while (ins < end && ins->where == EDIT_ENTRY) {
        at += ins++->seq.n;
    }
    u4 n = l->code->n_insn;
    for (u4 i = 0; i < n; i++) {
        l->bar[i] = at;
        while (ins < end && ins->insn == i && ins->where == EDIT_BEFORE) {
            at += ins++->seq.n;
        }
        l->at[i] = at;
        at += layout_size(l, i);
        while (ins < end && ins->insn == i) {
            at += ins++->seq.n;
        }
    }
    l->bar[n] = l->at[n] = at;
    for (u4 h = 0; h < e->n_handlers; h++) {
        l->handler[h] = at;
        at += e->handler[h].seq.n;
    }
    l->length = at;
}

// Widens every branch that does not reach; false when all do.
static bool widen(struct layout *l) {
    const struct code *code = l->code;
    bool more = false;
    for (u4 j = 0; j < code->n_jumps; j++) {
        u4 i = code->jump[j];
        const struct insn *p = &code->insn[i];
        if (op_table[p->op].format != 'o' || l->wide[i]) {
            continue;
        }
        s4 off = (s4)l->bar[layout_insn(l, (u4)p->b)] - (s4)l->at[i];
        if (off < -32768 || off > 32767) {
            l->wide[i] = true;
            l->n_wide_if += op_is(p->op, OP_COND);
            more = true;
        }
    }
    return more;
}

static bool at_insn(const struct layout *l, u4 pc) {
    return pc < l->code->length && l->index[pc] != CODE_NO_INSN;
}

static bool switch_ok(const struct layout *l, const struct code_switch *s) {
    bool ok = at_insn(l, s->otherwise);
    for (u4 i = 0; i < s->n; i++) {
        ok &= at_insn(l, s->target[i]);
    }
    return ok;
}

// Every branch, switch and handler leads to an instruction.
static bool targets_ok(const struct layout *l) {
    const struct code *code = l->code;
    for (u4 j = 0; j < code->n_jumps; j++) {
        const struct insn *p = &code->insn[code->jump[j]];
        if (insn_is_switch(p) ? !switch_ok(l, &code->sw[p->b])
                              : !at_insn(l, (u4)p->b)) {
            return false;
        }
    }
    for (u4 i = 0; i < code->n_handlers; i++) {
        const struct code_handler *h = &code->handler[i];
        if (!at_insn(l, h->handler) || !at_insn(l, h->start) ||
            layout_insn(l, h->end) == LAYOUT_NO_INSN) {
            return false;
        }
    }
    return true;
}

static bool refuse(struct edit *e, enum refusal r) {
    e->refused = r;
    return false;
}

static u4 handlers_after(const struct layout *l) {
    u4 n = l->code->n_handlers;
    for (u4 i = 0; i < l->e->n_ranges; i++) {
        const struct edit_range *r = &l->e->range[i];
        n += layout_pos(l, r->from) < layout_pos(l, r->to);
    }
    return n;
}

bool layout_build(struct layout *l, struct edit *e) {
    const struct code *code = e->k;
    *l = (struct layout){.e = e, .code = code};
    l->index = code_offsets(code, e->arena);
    if (!targets_ok(l)) {
        return refuse(e, REFUSED_BAD_TARGET);
    }
    edit_sort(e);
    l->bar = ARENA_ARRAY(e->arena, u4, code->n_insn + 1);
    l->at = ARENA_ARRAY(e->arena, u4, code->n_insn + 1);
    l->handler = ARENA_ARRAY(e->arena, u4, e->n_handlers);
    place(l);
    if (l->length > 32767 && l->length <= 65535) {
        l->wide = ARENA_ZARRAY(e->arena, bool, code->n_insn);
        while (l->length <= 65535 && widen(l)) {
            place(l);
        }
    }
    if (l->length > 65535) {
        return refuse(e, REFUSED_CODE_TOO_LARGE);
    }
    if (code->max_stack + e->stack_more > 65535) {
        return refuse(e, REFUSED_STACK_FULL);
    }
    if (handlers_after(l) > 65535) {
        return refuse(e, REFUSED_HANDLERS_FULL);
    }
    return true;
}
