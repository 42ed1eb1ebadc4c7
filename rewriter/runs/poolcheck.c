// SPDX-License-Identifier: MIT
// What counters that nothing vouches for cannot be: those of a run that ended uncleanly.
//
// Here the little is looked for that would not be possible whatever ran: it finds some
// changes, not most (ccinstr-data(5) says how many).
#include "rewriter/runs/pool_priv.h"

#include "rt-native/data.h"
#include "rt-native/plan.h"

#include <stdlib.h>

struct checking {
    const struct plan *plan;
    const struct data_file *f;
    VEC(u4) state;       // by node of the file: of the plan; 0: none
    struct idmap child;  // those that are there, by parent and label
    struct idmap root;   // state by entry and level
    struct sums_fault *fault;
};

static void fail(struct checking *k, const u8 *counter, const char *what) {
    if (k->fault->n++ == 0) {
        k->fault->what = what;
        k->fault->byte = (size_t)((const u1 *)counter - k->f->bytes);
    }
}

// --- Times -----------------------------------------------------------------------

// Microseconds by which clocks may have been set in between, and what a core can count
// in one.
enum { FASTEST = 4000 };
#define SLACK (86400 * UINT64_C(1000000))

static void check_count(struct checking *k, const u8 *counter, u8 most) {
    if (*counter > most) {
        fail(k, counter, "a count for which there was no time");
    }
}

struct sums_fault pool_check_times(const struct data_file *f, u8 written) {
    struct sums_fault fault = {0};
    struct checking k = {.f = f, .fault = &fault};
    u8 most = (written - f->start + SLACK) * FASTEST;
    if (f->id == 0 || written < f->start ||
        written - f->start > UINT64_MAX / FASTEST - SLACK) {
        return fault;
    }
    for (u4 i = 0; i < f->n_labels; i++) {
        check_count(&k, &f->label[i], most);
    }
    for (struct data_iter it = data_each(f); data_next(&it);) {
        u4 n = it.kind == DATA_NODE ? it.node.n_slots : 0;
        for (u4 i = 0; it.kind != DATA_RUN && i <= n; i++) {
            check_count(&k, &it.counter[i], most);
        }
    }
    return fault;
}

// --- Labels ----------------------------------------------------------------------

// Only labels are counted outside of chains of whose site more is required.
static void check_labels(struct checking *k) {
    const struct plan *p = k->plan;
    for (u4 i = 0; i < k->f->n_labels; i++) {
        u4 flags = p->site[p->label[i].site].flags;
        if (k->f->label[i] && !(flags & (PLAN_SITE_RC | PLAN_SITE_TM))) {
            fail(k, &k->f->label[i], "a count of a label that has none");
        }
    }
}

// --- Nodes -----------------------------------------------------------------------

static void index_roots(struct checking *k) {
    const struct plan *p = k->plan;
    for (u4 i = 1; i < p->n[PLAN_ROOT]; i++) {
        const struct plan_root *r = &p->root[i];
        for (u4 level = 0; level < PLAN_N_LEVELS; level++) {
            if (r->level == level || r->level == PLAN_ANY_LEVEL) {
                u4 *state = idmap_at(&k->root, idmap_key(r->entry, level));
                *state = *state ? *state : r->state;
            }
        }
    }
}

static int move_order(const void *key, const void *row) {
    u4 label = *(const u4 *)key;
    const struct plan_move *m = row;
    return (label > m->label) - (label < m->label);
}

// The state that a label leads to from another, as a child; 0: to none.
static u4 find_state(const struct plan *p, u4 state, u4 label) {
    const struct plan_state *q = &p->state[state];
    const struct plan_move *m = q->n_moves
                                    ? bsearch(&label, p->move + q->first_move,
                                              q->n_moves, sizeof *m, move_order)
                                    : NULL;
    return m && plan_move_kind(m->to) == PLAN_TO ? plan_move_about(m->to) : 0;
}

// Of a slot that was counted from a node the child is there.
static void check_slots(struct checking *k, u4 node, const u8 *counter,
                        u4 n_slots) {
    const struct plan *p = k->plan;
    u4 state = k->state.v[node];
    const struct plan_method *m = &p->method[p->state[state].method];
    for (u4 s = m->first_site; state && s < m->first_site + m->n_sites; s++) {
        u4 first = p->site[s].first_label;
        for (u4 i = first; i < first + p->site[s].n_labels; i++) {
            u4 slot = p->label[i].slot;
            if (slot && slot <= n_slots && counter[slot] &&
                find_state(p, state, i) &&
                !idmap_find(&k->child, idmap_key(node, i))) {
                fail(k, &counter[slot], "a call of a node that is not there");
            }
        }
    }
}

static void find_states(struct checking *k) {
    vec_cover(&k->state, 1);
    for (struct data_iter it = data_each(k->f); data_next(&it);) {
        const struct data_node *n = &it.node;
        if (it.kind != DATA_NODE) {
            continue;
        }
        u4 state = n->parent
                       ? find_state(k->plan, k->state.v[n->parent], n->label)
                       : idmap_find(&k->root, idmap_key(n->label, n->level));
        vec_push(&k->state, state);
        if (n->parent) {
            *idmap_at(&k->child, idmap_key(n->parent, n->label)) = it.n_nodes;
        }
    }
}

// Where there was no room for nodes they were counted all the same.
static void check_nodes(struct checking *k) {
    if (k->f->flags & (DATA_FILE_FULL | DATA_TABLE_FULL)) {
        return;
    }
    index_roots(k);
    find_states(k);
    for (struct data_iter it = data_each(k->f); data_next(&it);) {
        if (it.kind == DATA_NODE) {
            check_slots(k, it.n_nodes, it.counter, it.node.n_slots);
        }
    }
    vec_free(&k->state);
    idmap_release(&k->child);
    idmap_release(&k->root);
}

struct sums_fault pool_check_plan(const struct data_file *f,
                                  const struct plan *plan) {
    struct sums_fault fault = {0};
    struct checking k = {.plan = plan, .f = f, .fault = &fault};
    check_labels(&k);
    check_nodes(&k);
    return fault;
}
