// SPDX-License-Identifier: MIT
// The order of a pool, which its files have no part in.
//
// The nodes of a tree are numbered from the root on, each subtree in one piece, so that
// they are ordered by their chains: how many nodes are below each is counted first, from
// the last to the first, and no stack is needed.
#include "analysis/base/order.h"
#include "rewriter/runs/pool_priv.h"

#include "rt-native/plan.h"

// A row, ordered by `major`, of which there are few, then `minor`.
struct placed {
    u8 minor;
    u4 major, row;
};

static int by_minor(const void *a, const void *b) {
    u8 x = ((const struct placed *)a)->minor;
    u8 y = ((const struct placed *)b)->minor;
    return x < y ? -1 : x > y;
}

static void sort_minor(struct placed *v, size_t n) {
    for (size_t i = 1; i < n; i++) {
        if (v[i - 1].minor > v[i].minor) {
            SORT(v, n, by_minor);
            return;
        }
    }
}

// The n rows in order. majors are below n_majors.
static struct placed *place(const struct placed *v, u4 n, u4 n_majors,
                            struct arena *mem) {
    struct placed *to = ARENA_ARRAY(mem, struct placed, n);
    u4 *end = ARENA_ZARRAY(mem, u4, (size_t)n_majors + 1);
    for (u4 i = 0; i < n; i++) {
        end[v[i].major + 1]++;
    }
    for (u4 i = 0; i < n_majors; i++) {
        end[i + 1] += end[i];
    }
    for (u4 i = 0; i < n; i++) {
        to[end[v[i].major]++] = v[i];
    }
    for (u4 i = 0, first = 0; i < n_majors; first = end[i++]) {
        sort_minor(to + first, end[i] - first);
    }
    return to;
}

// --- Nodes ------------------------------------------------------------------------

static struct placed *children(const struct sums *s, struct arena *mem) {
    u4 n = s->node.n;
    struct placed *v = ARENA_ARRAY(mem, struct placed, n);
    for (u4 i = 1; i < n; i++) {
        const struct sums_node *x = &s->node.v[i];
        u8 level = x->parent ? 0 : x->level;
        v[i - 1] = (struct placed){level << 32 | x->label, x->parent, i};
    }
    return place(v, n - 1, n, mem);
}

// The new number of each, and the old ones in that order.
struct numbers {
    u4 *now, *old;
};

static struct numbers number_nodes(const struct sums *s, struct arena *mem) {
    u4 n = s->node.n;
    struct numbers to = {ARENA_ZARRAY(mem, u4, n), ARENA_ZARRAY(mem, u4, n)};
    if (s->ordered) {
        for (u4 i = 0; i < n; i++) {
            to.now[i] = to.old[i] = i;
        }
        return to;
    }
    u4 *below = ARENA_ZARRAY(mem, u4, n);  // itself included
    for (u4 i = n; i-- > 1;) {
        below[s->node.v[i].parent] += ++below[i];
    }
    const struct placed *v = children(s, mem);
    for (u4 i = 0, next = 0; i + 1 < n; i++) {
        if (i == 0 || v[i].major != v[i - 1].major) {
            next = to.now[v[i].major] + 1;
        }
        to.now[v[i].row] = next;
        to.old[next] = v[i].row;
        next += below[v[i].row];
    }
    return to;
}

// Times that it was entered: not through its parent's slot, and so.
static u8 hits_of(const struct plan *p, const struct pool *to,
                  const struct pool_node *x) {
    u4 slot = p && x->parent ? p->label[x->label].slot : 0;
    return !p     ? 0
           : slot ? pool_sum(x->counter[0], to->node[x->parent].counter[slot])
                  : x->counter[0];
}

static void order_nodes(const struct sums *s, const struct numbers *number,
                        struct pool *to, struct arena *mem) {
    u4 n = s->node.n;
    to->n_nodes = n;
    to->node = ARENA_ARRAY(mem, struct pool_node, n);
    to->node[0] = (struct pool_node){0};
    for (u4 i = 1; i < n; i++) {
        const struct sums_node *x = &s->node.v[number->old[i]];
        to->node[i] = (struct pool_node){number->now[x->parent],
                                         x->label,
                                         x->level,
                                         x->n_slots,
                                         0,
                                         x->counter};
        to->node[i].hits = hits_of(s->plan, to, &to->node[i]);
    }
}

// --- The others -------------------------------------------------------------------

static struct pool_step *order_steps(const struct sums_steps *s,
                                     const u4 *number, u4 n_nodes,
                                     struct arena *work, struct arena *mem) {
    u4 n = s->v.n;
    struct placed *v = ARENA_ARRAY(work, struct placed, n);
    struct pool_step *to = ARENA_ARRAY(mem, struct pool_step, n);
    for (u4 i = 0; i < n; i++) {
        const struct pool_step *x = &s->v.v[i];
        v[i] = (struct placed){x->label, number[x->node], i};
    }
    const struct placed *in = place(v, n, n_nodes, work);
    for (u4 i = 0; i < n; i++) {
        to[i] = s->v.v[in[i].row];
        to[i].node = in[i].major;
    }
    return to;
}

static int by_number(u8 a, u8 b) {
    return a < b ? -1 : a > b;
}

static int note_order(const void *a, const void *b) {
    const struct pool_note *x = a, *y = b;
    int o = by_number(x->kind, y->kind);
    o = o ? o : by_number(x->a, y->a);
    o = o ? o : by_number(x->b, y->b);
    o = o ? o : str_order(x->text, y->text);
    return o ? o : by_number(x->n_whole, y->n_whole);
}

static void order_notes(const struct sums *s, struct pool *to,
                        struct arena *mem) {
    to->n_notes = s->note.n;
    to->note = ARENA_ARRAY(mem, struct pool_note, s->note.n);
    for (u4 i = 0; i < s->note.n; i++) {
        to->note[i] = s->note.v[i].note;
    }
    SORT(to->note, to->n_notes, note_order);
}

void sums_order(const struct sums *s, struct pool *to, struct arena *mem) {
    struct arena work;
    arena_init(&work);
    struct numbers number = number_nodes(s, &work);
    order_nodes(s, &number, to, mem);
    to->step = order_steps(&s->step, number.now, to->n_nodes, &work, mem);
    to->n_steps = s->step.v.n;
    to->stray = order_steps(&s->stray, number.now, to->n_nodes, &work, mem);
    to->n_strays = s->stray.v.n;
    order_notes(s, to, mem);
    to->label = ARENA_ZARRAY(mem, u8, to->n_labels);
    if (s->n_labels) {
        memcpy(to->label, s->label, s->n_labels * sizeof *s->label);
    }
    arena_release(&work);
}
