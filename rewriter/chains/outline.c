// SPDX-License-Identifier: MIT
// Trees for people.
#include "rewriter/chains/outline.h"

#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/step.h"
#include "rt-native/plan.h"

struct outline {
    const struct chains_outline *spec;
    const struct chains *c;
    struct out out;
    u8 written;
    u4 max;
    // States on the way down, and the next move of each.
    u4 *state, *next;
};

static void write_line(struct outline *l, u4 depth, struct str mark, u4 label) {
    step_indent(&l->out, depth);
    out_put(&l->out, mark);
    step_text(&l->out, l->c->plan, l->c->grain, label);
}

static void write_cut(struct outline *l, u4 depth, u4 label, u4 rule) {
    if (l->spec->cuts) {
        write_line(l, depth, STR("x "), label);
        out_put(&l->out, STR(": cut by "));
        out_put(&l->out, str_of(plan_rule_name[rule]));
        out_row(&l->out, NULL, 0);
    }
}

// The labels that have no move.
static void write_absent(struct outline *l, u4 state, u4 depth) {
    const struct plan *p = l->c->plan;
    const struct plan_state *q = &l->c->state[state];
    const struct plan_method *m = &p->method[q->method];
    for (u4 i = 0; l->spec->cuts && i < m->n_sites; i++) {
        const struct plan_site *s = &p->site[m->first_site + i];
        for (u4 j = 0; j < s->n_labels; j++) {
            u4 label = s->first_label + j;
            if (p->label[label].target && !chains_move(l->c, state, label)) {
                write_cut(l, depth, label, chains_absent(q));
            }
        }
    }
}

static void enter(struct outline *l, u4 state, u4 depth) {
    l->state[depth] = state;
    l->next[depth] = 0;
    l->written++;
    out_row(&l->out, NULL, 0);
    write_absent(l, state, depth + 1);
}

// What the next move of the state at that depth says; true if it leads down.
static bool take_move(struct outline *l, u4 depth, const struct plan_move *m) {
    switch (plan_move_kind(m->to)) {
    case PLAN_UP:
        write_line(l, depth + 1, STR("^ back to "), m->label);
        out_row(&l->out, NULL, 0);
        return false;
    case PLAN_CUT:
        write_cut(l, depth + 1, m->label, plan_move_about(m->to));
        return false;
    default:
        if (depth == l->max) {
            return false;
        }
        write_line(l, depth + 1, STR(""), m->label);
        enter(l, plan_move_about(m->to), depth + 1);
        return true;
    }
}

static void write_tree(struct outline *l, u4 root) {
    u4 depth = 0;
    chain_entry(&l->out, l->c, root);
    enter(l, l->c->root[root].state, 0);
    while (depth != UINT32_MAX && l->written < l->spec->limit) {
        const struct plan_state *q = &l->c->state[l->state[depth]];
        if (l->next[depth] == q->n_moves) {
            depth--;
            continue;
        }
        depth +=
            take_move(l, depth, &l->c->move[q->first_move + l->next[depth]++]);
    }
}

struct big chains_write_trees(const struct chains_outline *spec,
                              const struct chains_count *n, struct arena *mem) {
    struct outline l = {
        .spec = spec,
        .c = n->chains,
        .max = spec->max < n->max ? spec->max : n->max,
    };
    l.state = ARENA_ARRAY(mem, u4, (size_t)l.max + 1);
    l.next = ARENA_ARRAY(mem, u4, (size_t)l.max + 1);
    out_begin(&l.out, spec->out);
    for (u4 i = 0; i < n->chains->n_roots && l.written < spec->limit; i++) {
        write_tree(&l, i);
    }
    out_end(&l.out);
    return big_sub(mem, chains_between(n, 0, l.max, mem), big_of(l.written));
}
