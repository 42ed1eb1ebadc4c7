// SPDX-License-Identifier: MIT
// How many chains there are.
//
// A state has as many chains of length k as the states it leads to have of length
// k - 1. So one row of numbers, one for each state, is all that is needed: it is
// taken from one length to the next from the last state to the first, since a
// state stands behind those it leads to. States whose longest chain is shorter
// drop out on the way.
//
// Numbers are plain ones as long as they fit 64 bits; the words of those that do
// not live for one row.
#include "rewriter/chains/count.h"

#include "rt-native/plan.h"

// Instead of a number in a row: it is in `big`.
#define IN_BIG UINT64_MAX

struct count_row {
    const struct chains *c;
    u8 *low;
    struct big *big;  // NULL: none has been needed
    struct arena now, before, sum;
    struct arena work;  // low, big, and what else lives as long
};

static void row_init(struct count_row *r, const struct chains *c) {
    *r = (struct count_row){.c = c};
    arena_init(&r->now);
    arena_init(&r->before);
    arena_init(&r->sum);
    arena_init(&r->work);
    r->low = ARENA_ZARRAY(&r->work, u8, c->n_states);
}

static void row_release(struct count_row *r) {
    arena_release(&r->now);
    arena_release(&r->before);
    arena_release(&r->sum);
    arena_release(&r->work);
}

static struct big row_get(const struct count_row *r, u4 s) {
    return r->low[s] == IN_BIG ? r->big[s] : big_of(r->low[s]);
}

static void row_set(struct count_row *r, u4 s, struct big v) {
    if (v.n == 0 && v.low != IN_BIG) {
        r->low[s] = v.low;
        return;
    }
    if (!r->big) {
        r->big = ARENA_ARRAY(&r->work, struct big, r->c->n_states);
    }
    r->low[s] = IN_BIG;
    r->big[s] = big_copy(&r->now, v);
}

// The sum over the states that s leads to, if all of it is small.
static bool sum_small(const struct count_row *r, u4 s, u8 *sum) {
    const struct plan_state *q = &r->c->state[s];
    const struct plan_move *m = r->c->move + q->first_move;
    for (u4 i = 0; i < q->n_moves; i++) {
        u8 v = chains_is_child(&m[i]) ? r->low[plan_move_about(m[i].to)] : 0;
        *sum += v;
        if (v == IN_BIG || *sum < v) {
            return false;
        }
    }
    return true;
}

// start, and that sum.
static struct big sum_of(struct count_row *r, u4 s, u8 start) {
    u8 small = start;
    if (sum_small(r, s, &small)) {
        return big_of(small);
    }
    const struct plan_state *q = &r->c->state[s];
    const struct plan_move *m = r->c->move + q->first_move;
    struct big sum = big_of(start);
    arena_reset(&r->sum);
    for (u4 i = 0; i < q->n_moves; i++) {
        if (chains_is_child(&m[i])) {
            sum = big_add(&r->sum, sum, row_get(r, plan_move_about(m[i].to)));
        }
    }
    return sum;
}

// --- States ------------------------------------------------------------------

static u4 *heights(const struct chains *c, struct arena *mem) {
    u4 *height = ARENA_ZARRAY(mem, u4, c->n_states);
    for (u4 s = 1; s < c->n_states; s++) {
        const struct plan_move *m = c->move + c->state[s].first_move;
        for (u4 i = 0; i < c->state[s].n_moves; i++) {
            if (chains_is_child(&m[i]) &&
                height[plan_move_about(m[i].to)] >= height[s]) {
                height[s] = height[plan_move_about(m[i].to)] + 1;
            }
        }
    }
    return height;
}

// The states that the roots lead to, from the last one down.
struct states {
    u4 *v;
    u4 n;
};

static struct states states_of(const struct chains *c, struct arena *mem) {
    struct states q = {.v = ARENA_ARRAY(mem, u4, c->n_states)};
    bool *used = ARENA_ZARRAY(mem, bool, c->n_states);
    for (u4 i = 0; i < c->n_roots; i++) {
        used[c->root[i].state] = true;
    }
    for (u4 s = c->n_states - 1; s > 0; s--) {
        if (!used[s]) {
            continue;
        }
        q.v[q.n++] = s;
        const struct plan_move *m = c->move + c->state[s].first_move;
        for (u4 i = 0; i < c->state[s].n_moves; i++) {
            if (chains_is_child(&m[i])) {
                used[plan_move_about(m[i].to)] = true;
            }
        }
    }
    return q;
}

// --- Lengths -----------------------------------------------------------------

struct chain_counter {
    struct chains_count *n;
    struct count_row row;
    struct states alive;
    struct arena *mem;
};

static void start(struct chain_counter *counter, struct chains_pick goal) {
    const struct chains *c = counter->n->chains;
    u4 n_methods = c->plan->n[PLAN_METHOD];
    bool *is_goal = ARENA_ZARRAY(&counter->row.work, bool, n_methods);
    for (u4 m = 1; m < n_methods; m++) {
        is_goal[m] = chains_takes(goal, c->plan, m);
    }
    for (u4 i = 0; i < counter->alive.n; i++) {
        u4 s = counter->alive.v[i];
        counter->row.low[s] = is_goal[c->state[s].method];
    }
}

// From the chains of length - 1 to those of that length.
static void advance(struct chain_counter *counter, u4 length) {
    struct count_row *r = &counter->row;
    struct arena spare = r->before;
    u4 n = 0;
    r->before = r->now;
    r->now = spare;
    arena_reset(&r->now);
    for (u4 i = 0; i < counter->alive.n; i++) {
        u4 s = counter->alive.v[i];
        if (counter->n->height[s] < length) {
            r->low[s] = 0;
        } else {
            row_set(r, s, sum_of(r, s, 0));
            counter->alive.v[n++] = s;
        }
    }
    counter->alive.n = n;
}

static void note_leads(struct chain_counter *counter, u4 length) {
    u8 *bit =
        ARENA_ZARRAY(counter->mem, u8, counter->n->chains->n_states / 64 + 1);
    for (u4 i = 0; i < counter->alive.n; i++) {
        u4 s = counter->alive.v[i];
        bit[s / 64] |= (u8)(counter->row.low[s] != 0) << s % 64;
    }
    counter->n->leads[length] = bit;
}

static void note_roots(struct chain_counter *counter, u4 length) {
    struct chains_count *n = counter->n;
    struct big sum = big_of(0);
    for (u4 i = 0; i < n->chains->n_roots; i++) {
        struct chains_tree *t = &n->tree[i];
        if (t->height >= length) {
            struct big v = big_copy(
                counter->mem, row_get(&counter->row, n->chains->root[i].state));
            t->by_length[length] = v;
            t->total = big_add(counter->mem, t->total, v);
            sum = big_add(counter->mem, sum, v);
        }
    }
    n->by_length[length] = sum;
    n->total = big_add(counter->mem, n->total, sum);
    n->max = big_is_zero(sum) ? n->max : length;
}

// Room for all that is noted; the height of the highest tree.
static u4 prepare(struct chains_count *n, bool with_goal, struct arena *mem) {
    const struct chains *c = n->chains;
    u4 most = 0;
    n->height = heights(c, mem);
    n->tree = ARENA_ZARRAY(mem, struct chains_tree, c->n_roots);
    for (u4 i = 0; i < c->n_roots; i++) {
        struct chains_tree *t = &n->tree[i];
        t->height = n->height[c->root[i].state];
        t->by_length = ARENA_ZARRAY(mem, struct big, (size_t)t->height + 1);
        most = t->height > most ? t->height : most;
    }
    n->by_length = ARENA_ZARRAY(mem, struct big, (size_t)most + 1);
    n->leads = with_goal ? ARENA_ZARRAY(mem, u8 *, (size_t)most + 1) : NULL;
    return most;
}

void chains_count(struct chains_count *n, const struct chains *c,
                  struct chains_pick goal, struct arena *mem) {
    *n = (struct chains_count){.chains = c};
    struct chain_counter counter = {.n = n, .mem = mem};
    u4 most = prepare(n, goal.takes != NULL, mem);
    row_init(&counter.row, c);
    counter.alive = states_of(c, &counter.row.work);
    start(&counter, goal);
    for (u4 length = 0; length <= most; length++) {
        if (length) {
            advance(&counter, length);
        }
        if (n->leads) {
            note_leads(&counter, length);
        }
        note_roots(&counter, length);
    }
    row_release(&counter.row);
}

struct big chains_between(const struct chains_count *n, u4 min, u4 max,
                          struct arena *mem) {
    struct big sum = big_of(0);
    for (u4 k = min; k <= max && k <= n->max; k++) {
        sum = big_add(mem, sum, n->by_length[k]);
    }
    return sum;
}

// --- Back edges --------------------------------------------------------------

struct big chains_back_edges(const struct chains *c, struct arena *mem) {
    struct count_row r;
    row_init(&r, c);
    struct states q = states_of(c, &r.work);
    for (u4 i = q.n; i > 0; i--) {
        u4 s = q.v[i - 1], back = 0;
        const struct plan_move *m = c->move + c->state[s].first_move;
        for (u4 j = 0; j < c->state[s].n_moves; j++) {
            back += plan_move_kind(m[j].to) == PLAN_UP;
        }
        row_set(&r, s, sum_of(&r, s, back));
    }
    struct big sum = big_of(0);
    for (u4 i = 0; i < c->n_roots; i++) {
        sum = big_add(mem, sum, row_get(&r, c->root[i].state));
    }
    sum = big_copy(mem, sum);
    row_release(&r);
    return sum;
}
