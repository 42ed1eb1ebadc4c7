// SPDX-License-Identifier: MIT
// What is always executed after an instruction: a search from it that stops where the
// other one is met.
#include "analysis/flow/postdom.h"

#include "analysis/base/limits.h"
#include "analysis/classfile/opcode.h"

enum { NOWHERE = CODE_NO_INSN };

void postdom_init(struct postdom *p, const struct code *code, struct arena *a) {
    *p = (struct postdom){.code = code, .insn_at = code_offsets(code, a)};
    p->seen = ARENA_ZARRAY(a, u4, code->n_insn);
    p->leads = ARENA_ZARRAY(a, u4, code->n_insn);
    p->todo = ARENA_ARRAY(a, u4, code->n_insn);
}

static u4 at_pc(const struct postdom *p, u4 pc) {
    return pc < p->code->length ? p->insn_at[pc] : NOWHERE;
}

u4 postdom_n_ways(const struct postdom *p, u4 i) {
    const struct insn *in = &p->code->insn[i];
    if (insn_is_switch(in)) {
        return p->code->sw[in->b].n + 1;
    }
    bool falls = !op_is(in->op, OP_END) && !op_is(in->op, OP_JSR);
    return (falls ? 1u : 0u) + (insn_is_branch(in) ? 1u : 0u);
}

u4 postdom_way(const struct postdom *p, u4 i, u4 k) {
    const struct insn *in = &p->code->insn[i];
    if (insn_is_switch(in)) {
        const struct code_switch *s = &p->code->sw[in->b];
        return at_pc(p, k < s->n ? s->target[k] : s->otherwise);
    }
    if (insn_is_branch(in) && k == 0) {
        return at_pc(p, (u4)in->b);
    }
    return i + 1 < p->code->n_insn ? i + 1 : NOWHERE;
}

// A question while it is asked. What was met are instructions low .. high.
struct postdom_search {
    struct postdom *p;
    u4 from, to;
    u4 n_todo;
    u4 low, high;
};

static bool charge(struct postdom *p, u4 steps) {
    p->work += steps;
    return p->work <= LIMIT_POSTDOM_WORK;
}

static void meet(struct postdom_search *s, u4 i) {
    if (i != s->to && s->p->seen[i] != s->p->n_asked) {
        s->p->seen[i] = s->p->n_asked;
        s->p->todo[s->n_todo++] = i;
        s->low = i < s->low ? i : s->low;
        s->high = i > s->high ? i : s->high;
    }
}

// Meets all that comes behind i. False if a way ends.
static bool go_on(struct postdom_search *s, u4 i) {
    u4 n = postdom_n_ways(s->p, i);
    bool ends = n == 0;
    for (u4 k = 0; k < n; k++) {
        u4 next = postdom_way(s->p, i, k);
        if (next == NOWHERE) {
            ends = true;
        } else {
            meet(s, next);
        }
    }
    return !ends;
}

// Meets all that comes before `to`; false if a way ends or comes back.
static bool no_way_out(struct postdom_search *s) {
    if (!go_on(s, s->from)) {
        return false;
    }
    while (s->n_todo) {
        u4 i = s->p->todo[--s->n_todo];
        if (i == s->from || !charge(s->p, postdom_n_ways(s->p, i)) ||
            !go_on(s, i)) {
            return false;
        }
    }
    return true;
}

static bool leads_on(const struct postdom_search *s, u4 i) {
    for (u4 k = 0; k < postdom_n_ways(s->p, i); k++) {
        u4 next = postdom_way(s->p, i, k);
        if (next == s->to || s->p->leads[next] == s->p->n_asked) {
            return true;
        }
    }
    return false;
}

// Can `to` be reached from all that was met? Backwards, as often as more is found: once,
// unless there are loops.
static bool all_lead(struct postdom_search *s) {
    u4 *leads = s->p->leads;
    u4 n_left = 1;
    for (bool found = true; found && n_left;) {
        if (!charge(s->p, s->high - s->low + 1)) {
            return false;
        }
        found = false;
        n_left = 0;
        for (u4 i = s->high + 1; i-- > s->low;) {
            if (s->p->seen[i] != s->p->n_asked || leads[i] == s->p->n_asked) {
                continue;
            }
            if (leads_on(s, i)) {
                leads[i] = s->p->n_asked;
                found = true;
            } else {
                n_left++;
            }
        }
    }
    return n_left == 0;
}

bool postdom_always(struct postdom *p, u2 from, u2 to) {
    u4 i = at_pc(p, from), end = at_pc(p, to);
    if (i == NOWHERE || end == NOWHERE) {
        return false;
    }
    p->n_asked++;
    struct postdom_search s = {
        .p = p, .from = i, .to = end, .low = p->code->n_insn};
    return no_way_out(&s) && (s.low > s.high || all_lead(&s));
}
