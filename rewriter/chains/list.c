// SPDX-License-Identifier: MIT
// Chains one after another.
//
// Per root and length a walk down from the root that enters only states from
// which a chain of that length can be completed: so each step is part of a chain
// that is written, and moves stand in the order of their text.
#include "rewriter/chains/list.h"

#include "analysis/base/order.h"
#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/step.h"
#include "rt-native/plan.h"

struct listing {
    const struct chains_list *spec;
    const struct chains_count *n;
    struct out out;
    u8 written;
    // The walk: states on the way down, and the next move of each.
    u4 *state, *next, *label;
};

static void write_chain(struct listing *l, u4 root, u4 length) {
    const struct chain x = {l->n->chains, root, l->label, length};
    switch (l->spec->format) {
    case CHAINS_TSV:
        chain_tsv(&l->out, &x);
        break;
    case CHAINS_JSON:
        chain_json(&l->out, &x);
        break;
    case CHAINS_TEXT:
        chain_text(&l->out, &x);
    }
    l->written++;
}

// The next step down from the state at that depth, if there is one.
static bool descend(struct listing *l, u4 depth, u4 left) {
    const struct chains *c = l->n->chains;
    const struct plan_state *q = &c->state[l->state[depth]];
    while (l->next[depth] < q->n_moves) {
        const struct plan_move *m = &c->move[q->first_move + l->next[depth]++];
        u4 to = plan_move_about(m->to);
        if (plan_move_kind(m->to) == PLAN_TO &&
            chains_goes_on(l->n, to, left - 1)) {
            l->label[depth] = m->label;
            l->state[depth + 1] = to;
            l->next[depth + 1] = 0;
            return true;
        }
    }
    return false;
}

// All chains of one root and length, until the limit. Wraps when it is done.
static void walk(struct listing *l, u4 root, u4 length) {
    u4 depth = 0;
    l->state[0] = l->n->chains->root[root].state;
    l->next[0] = 0;
    while (depth != UINT32_MAX && l->written < l->spec->limit) {
        if (depth == length) {
            write_chain(l, root, length);
            depth--;
        } else if (descend(l, depth, length - depth)) {
            depth++;
        } else {
            depth--;
        }
    }
}

static void walk_if_any(struct listing *l, u4 root, u4 length) {
    if (chains_goes_on(l->n, l->n->chains->root[root].state, length)) {
        walk(l, root, length);
    }
}

// --- Orders ------------------------------------------------------------------

// 10 stands before 2.
static int text_order(const void *a, const void *b) {
    char x[LEVEL_TEXT], y[LEVEL_TEXT];
    return str_order(chains_level(x, *(const u4 *)a),
                     chains_level(y, *(const u4 *)b));
}

static void walk_sorted(struct listing *l, u4 min, u4 max, struct arena *mem) {
    u4 n = max - min + 1;
    u4 *length = ARENA_ARRAY(mem, u4, n);
    for (u4 i = 0; i < n; i++) {
        length[i] = min + i;
    }
    SORT(length, n, text_order);
    for (u4 root = 0; root < l->n->chains->n_roots; root++) {
        for (u4 i = 0; i < n; i++) {
            walk_if_any(l, root, length[i]);
        }
    }
}

static void walk_all(struct listing *l, u4 min, u4 max, struct arena *mem) {
    if (l->spec->order == CHAINS_SORTED) {
        walk_sorted(l, min, max, mem);
        return;
    }
    for (u4 i = 0; i <= max - min; i++) {
        bool up = l->spec->order == CHAINS_SHORTEST_FIRST;
        for (u4 root = 0; root < l->n->chains->n_roots; root++) {
            walk_if_any(l, root, up ? min + i : max - i);
        }
    }
}

struct big chains_write(const struct chains_list *spec,
                        const struct chains_count *n, struct arena *mem) {
    struct listing l = {.spec = spec, .n = n};
    u4 max = spec->max < n->max ? spec->max : n->max;
    size_t room = (size_t)max + 1;
    l.state = ARENA_ARRAY(mem, u4, room);
    l.next = ARENA_ARRAY(mem, u4, room);
    l.label = ARENA_ARRAY(mem, u4, room);
    out_begin(&l.out, spec->out);
    if (spec->format == CHAINS_TSV) {
        out_put(&l.out, STR("#entry\tlevel\tlength\tchain\n"));
    }
    if (spec->min <= max) {
        walk_all(&l, spec->min, max, mem);
    }
    out_end(&l.out);
    return big_sub(mem, chains_between(n, spec->min, max, mem),
                   big_of(l.written));
}
