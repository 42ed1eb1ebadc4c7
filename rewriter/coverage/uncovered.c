// SPDX-License-Identifier: MIT
// Where tests stopped: what is not covered right behind what is.
//
// There can be many such calls and few are asked for, so a heap keeps those; a state knows
// the most that a step from it opens, and nodes that cannot beat the worst of the heap
// are passed over.
#include "analysis/base/order.h"
#include "rewriter/coverage/cover.h"

#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rt-native/plan.h"

// Does x come before y?
static bool is_better(const struct cover_uncovered *x,
                      const struct cover_uncovered *y) {
    int d = big_order(x->opens, y->opens);
    if (d) {
        return d > 0;
    }
    return x->node != y->node ? x->node < y->node : x->label < y->label;
}

static int uncovered_order(const void *a, const void *b) {
    const struct cover_uncovered *x = a, *y = b;
    return is_better(x, y) ? -1 : is_better(y, x);
}

// The worst one is on top.
struct best_first {
    struct cover_uncovered *v;
    u4 n, most;
};

static void sink(struct best_first *h) {
    u4 i = 0;
    for (;;) {
        u4 worst = i;
        for (u4 k = 2 * i + 1; k <= 2 * i + 2 && k < h->n; k++) {
            worst = is_better(&h->v[worst], &h->v[k]) ? k : worst;
        }
        if (worst == i) {
            return;
        }
        struct cover_uncovered x = h->v[i];
        h->v[i] = h->v[worst];
        h->v[worst] = x;
        i = worst;
    }
}

static void rise(struct best_first *h, u4 i) {
    while (i && is_better(&h->v[(i - 1) / 2], &h->v[i])) {
        struct cover_uncovered x = h->v[i];
        h->v[i] = h->v[(i - 1) / 2];
        h->v[(i - 1) / 2] = x;
        i = (i - 1) / 2;
    }
}

static void offer(struct best_first *h, struct cover_uncovered x) {
    if (h->n < h->most) {
        h->v[h->n] = x;
        rise(h, h->n++);
    } else if (h->most && is_better(&x, &h->v[0])) {
        h->v[0] = x;
        sink(h);
    }
}

// --- Calls behind what is covered ---------------------------------------------------

// By state: the most that one of its moves opens.
static const struct big **find_most(const struct cover *c, struct arena *mem) {
    const struct plan *p = c->plan;
    const struct big **most =
        ARENA_ZARRAY(mem, const struct big *, p->n[PLAN_STATE]);
    for (u4 s = 1; s < p->n[PLAN_STATE]; s++) {
        const struct plan_move *m = p->move + p->state[s].first_move;
        u4 best = 0;
        for (u4 i = 0; i < p->state[s].n_moves; i++) {
            u4 to = plan_move_about(m[i].to);
            if (chains_is_child(&m[i]) &&
                (!best || big_order(c->below[to], c->below[best]) > 0)) {
                best = to;
            }
        }
        most[s] = best ? &c->below[best] : NULL;
    }
    return most;
}

static void offer_node(const struct cover *c, struct best_first *h, u4 node) {
    const struct plan_state *q = &c->plan->state[c->node[node].state];
    const struct plan_move *m = c->plan->move + q->first_move;
    u4 child = c->node[node].first;
    for (u4 i = 0; i < q->n_moves; i++) {
        if (!chains_is_child(&m[i])) {
            continue;
        }
        if (child && c->node[child].label == m[i].label) {
            child = c->node[child].next;
            continue;
        }
        struct big opens = c->below[plan_move_about(m[i].to)];
        offer(h, (struct cover_uncovered){node, m[i].label, opens});
    }
}

u4 cover_uncovered(const struct cover *c, u4 top, struct cover_uncovered **to,
                   struct arena *mem) {
    u8 all = cover_n_uncovered(c);
    struct best_first h = {.most = all < top ? (u4)all : top};
    h.v = ARENA_ARRAY(mem, struct cover_uncovered, (size_t)h.most + 1);
    const struct big **most = find_most(c, mem);
    for (u4 r = 0; r < c->forest.n_roots; r++) {
        if (!c->root_node[r]) {
            struct big opens = c->below[c->forest.root[r].state];
            offer(&h, (struct cover_uncovered){0, r, opens});
        }
    }
    for (u4 i = 1; i < c->n_nodes; i++) {
        const struct big *can = most[c->node[i].state];
        if (can && h.most &&
            (h.n < h.most || big_order(*can, h.v[0].opens) > 0)) {
            offer_node(c, &h, i);
        }
    }
    SORT(h.v, h.n, uncovered_order);
    *to = h.v;
    return h.n;
}

u8 cover_n_uncovered(const struct cover *c) {
    u8 n = 0;
    for (u4 r = 0; r < c->forest.n_roots; r++) {
        n += !c->root_node[r];
    }
    for (u4 i = 1; i < c->n_nodes; i++) {
        const struct plan_state *q = &c->plan->state[c->node[i].state];
        const struct plan_move *m = c->plan->move + q->first_move;
        for (u4 k = 0; k < q->n_moves; k++) {
            n += chains_is_child(&m[k]);
        }
        n -= c->node[i].parent != 0;
    }
    return n;
}

// --- Sites ----------------------------------------------------------------------

static int poly_order(const void *a, const void *b) {
    const struct cover_poly *x = a, *y = b;
    u4 misses_x = x->required - x->covered, misses_y = y->required - y->covered;
    return misses_x != misses_y ? (misses_x < misses_y ? 1 : -1)
                                : (x->site > y->site) - (x->site < y->site);
}

u4 cover_polys(const struct cover *c, u4 top, struct cover_poly **to,
               struct arena *mem) {
    const struct plan *p = c->plan;
    struct cover_poly *all =
        ARENA_ARRAY(mem, struct cover_poly, p->n[PLAN_SITE]);
    struct cover_pair *pair =
        ARENA_ARRAY(mem, struct cover_pair, p->n[PLAN_LABEL]);
    u4 n = 0;
    for (u4 s = 1; s < p->n[PLAN_SITE]; s++) {
        struct cover_poly x = {.site = s};
        bool rc = p->site[s].flags & PLAN_SITE_RC;
        x.required =
            cover_pairs(c, s, rc ? PLAN_LABEL_RC : PLAN_LABEL_TM, pair);
        for (u4 i = 0; i < x.required; i++) {
            x.covered += pair[i].hits != 0;
        }
        if (x.covered < x.required) {
            all[n++] = x;
        }
    }
    SORT(all, n, poly_order);
    *to = all;
    return n < top ? n : top;
}
