// SPDX-License-Identifier: MIT
// Arguments of a call that are constant numbers.
//
// One is known if it is the same whichever way the call is come to: one instruction pushes
// it, and nothing leads to what stands between that and the call.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "analysis/classfile/stack.h"
#include "analysis/world/world.h"

struct arguments {
    struct code code;
    struct stack_depths depths;
    u4 push, call;  // instructions: what pushes the argument, and the call
};

static bool parse(struct dynamic *d, method_id m, u2 pc, struct arguments *k) {
    struct cf_class *c = d->w->class.v[d->w->method.v[m].class].cf;
    const struct place at = world_place(d->w, m);
    struct bytes body;
    if (!world_code(d->w, m, &body)) {
        return false;
    }
    const struct cf_attr a = {.at = (u4)(body.p - c->in.p), .len = (u4)body.n};
    if (!code_parse_body(&k->code, c, &a, &d->asking, &at, &d->w->unsaid)) {
        return false;
    }
    k->call = code_index(&k->code, pc);
    stack_depths(c, &k->code, code_offsets(&k->code, &d->asking), &d->asking,
                 &k->depths);
    return !k->depths.bad && k->call < k->code.n_insn &&
           k->depths.depth[k->call] != STACK_UNREACHED;
}

// What pushes the argument that lies `slots` deep is the last that finds no more on the
// stack than the argument has below it.
static bool find_push(struct arguments *k, u4 slots) {
    if (k->depths.depth[k->call] < slots) {
        return false;
    }
    u4 below = k->depths.depth[k->call] - slots;
    k->push = k->call;
    while (k->push && k->depths.depth[k->push] != below) {
        k->push--;
    }
    return k->push < k->call && k->depths.depth[k->push] == below;
}

static bool is_between(const struct arguments *k, u4 pc) {
    return pc > k->code.insn[k->push].pc && pc <= k->code.insn[k->call].pc;
}

static bool leads_between(const struct arguments *k, const struct insn *i) {
    if (insn_is_branch(i)) {
        return is_between(k, (u4)i->b);
    }
    const struct code_switch *s = &k->code.sw[i->b];
    bool leads = is_between(k, s->otherwise);
    for (u4 j = 0; j < s->n && !leads; j++) {
        leads = is_between(k, s->target[j]);
    }
    return leads;
}

static bool is_met_otherwise(const struct arguments *k) {
    for (u4 j = 0; j < k->code.n_jumps; j++) {
        u4 i = k->code.jump[j];
        bool inside = i > k->push && i < k->call;
        if (!inside && leads_between(k, &k->code.insn[i])) {
            return true;
        }
    }
    for (u4 j = 0; j < k->code.n_handlers; j++) {
        if (is_between(k, k->code.handler[j].handler)) {
            return true;
        }
    }
    return false;
}

static bool pushes_number(const struct insn *i, s4 *number) {
    bool is_small = i->op >= OPC_iconst_m1 && i->op <= OPC_iconst_5;
    *number = is_small ? i->op - OPC_iconst_0 : i->b;
    return is_small || i->op == OPC_bipush || i->op == OPC_sipush;
}

bool pushed_number(struct dynamic *d, method_id m, u2 pc, u4 slots,
                   s4 *number) {
    struct arguments k;
    arena_reset(&d->asking);
    return parse(d, m, pc, &k) && find_push(&k, slots) &&
           pushes_number(&k.code.insn[k.push], number) && !is_met_otherwise(&k);
}

char pushed_char(struct dynamic *d, method_id m, u2 pc, u4 slots) {
    s4 number;
    bool is_known = pushed_number(d, m, pc, slots, &number) && number > 0 &&
                    number < 0x80 && number != '*';
    return is_known ? (char)number : '\0';
}
