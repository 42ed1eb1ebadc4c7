// SPDX-License-Identifier: MIT
// Class.forName with a flag: does the call initialise the class, or only load it?
//
// It only loads if the flag is the constant false whichever way the call is come to: one
// instruction pushes it, and nothing leads to what stands between that and the call.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "analysis/classfile/stack.h"
#include "analysis/world/world.h"

struct arguments {
    struct code code;
    struct stack_depths depths;
    u4 push, call;  // instructions: what pushes the flag, and the call
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
    return !k->depths.bad && k->call < k->code.n_insn;
}

// The flag lies below the class loader. What pushes it is the last that finds no more on
// the stack than the flag has below it.
static bool find_push(struct arguments *k) {
    u4 below = k->depths.depth[k->call] - 2;
    k->push = k->call;
    while (k->push && k->depths.depth[k->push] != below) {
        k->push--;
    }
    return k->depths.depth[k->push] == below;
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
    return false;
}

bool forname_only_loads(struct dynamic *d, method_id called, method_id m,
                        u2 pc) {
    struct arguments k;
    if (!str_starts(world_sig_desc(d->w, d->w->method.v[called].sig),
                    STR("(Ljava/lang/String;Z"))) {
        return false;
    }
    arena_reset(&d->asking);
    return parse(d, m, pc, &k) && find_push(&k) &&
           k.code.insn[k.push].op == OPC_iconst_0 && !is_met_otherwise(&k);
}
