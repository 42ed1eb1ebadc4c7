// SPDX-License-Identifier: MIT
// What counters that nothing vouches for cannot be: those of a run that ended uncleanly.
//
// Here the little is looked for that would not be possible whatever ran: it finds some
// changes, not most (ccinstr-data(5) says how many).
#include "rewriter/runs/pool_priv.h"

#include "analysis/base/order.h"
#include "rt-native/data.h"
#include "rt-native/plan.h"

struct data_check {
    const struct plan *plan;
    const struct data_file *f;
    VEC(u4) state;       // by node of the file: of the plan; 0: none
    struct idmap child;  // those that are there, by parent and label
    struct idmap root;   // state by entry and level
    struct sums_fault *fault;
};

static void fail(struct data_check *check, const u8 *counter,
                 const char *what) {
    if (check->fault->n++ == 0) {
        check->fault->what = what;
        check->fault->byte = (size_t)((const u1 *)counter - check->f->bytes);
    }
}

// --- Times -----------------------------------------------------------------------

// Microseconds by which clocks may have been set in between, and what a core can count
// in one.
enum { FASTEST = 4000 };
#define SLACK (86400 * UINT64_C(1000000))

static void check_count(struct data_check *check, const u8 *counter, u8 most) {
    if (*counter > most) {
        fail(check, counter, "a count for which there was no time");
    }
}

struct sums_fault pool_check_times(const struct data_file *f, u8 written) {
    struct sums_fault fault = {0};
    struct data_check check = {.f = f, .fault = &fault};
    u8 most = (written - f->start + SLACK) * FASTEST;
    if (f->id == 0 || written < f->start ||
        written - f->start > UINT64_MAX / FASTEST - SLACK) {
        return fault;
    }
    for (u4 i = 0; i < f->n_labels; i++) {
        check_count(&check, &f->label[i], most);
    }
    for (struct data_iter it = data_each(f); data_next(&it);) {
        u4 n = it.kind == DATA_NODE ? it.node.n_slots : 0;
        for (u4 i = 0; it.kind != DATA_RUN && i <= n; i++) {
            check_count(&check, &it.counter[i], most);
        }
    }
    return fault;
}

// --- Labels ----------------------------------------------------------------------

// Only labels are counted outside of chains of whose site more is required.
static void check_labels(struct data_check *check) {
    const struct plan *p = check->plan;
    for (u4 i = 0; i < check->f->n_labels; i++) {
        u4 flags = p->site[p->label[i].site].flags;
        if (check->f->label[i] && !(flags & (PLAN_SITE_RC | PLAN_SITE_TM))) {
            fail(check, &check->f->label[i],
                 "a count of a label that has none");
        }
    }
}

// --- Nodes -----------------------------------------------------------------------

static void index_roots(struct data_check *check) {
    const struct plan *p = check->plan;
    for (u4 i = 1; i < p->n[PLAN_ROOT]; i++) {
        const struct plan_root *r = &p->root[i];
        for (u4 level = 0; level < PLAN_N_LEVELS; level++) {
            if (r->level == level || r->level == PLAN_ANY_LEVEL) {
                u4 *state = idmap_at(&check->root, idmap_key(r->entry, level));
                *state = *state ? *state : r->state;
            }
        }
    }
}

// The state that a label leads to from another, as a child; 0: to none.
static u4 find_state(const struct plan *p, u4 state, u4 label) {
    const struct plan_state *q = &p->state[state];
    u4 at = q->first_move, end = at + q->n_moves;
    SEARCH(at, end, i, p->move[i].label < label);
    const struct plan_move *m = &p->move[at];
    return at < end && m->label == label && plan_move_kind(m->to) == PLAN_TO
               ? plan_move_about(m->to)
               : 0;
}

// Of a slot that was counted from a node the child is there.
static void check_slots(struct data_check *check, u4 node, const u8 *counter,
                        u4 n_slots) {
    const struct plan *p = check->plan;
    u4 state = check->state.v[node];
    const struct plan_method *m = &p->method[p->state[state].method];
    for (u4 s = m->first_site; state && s < m->first_site + m->n_sites; s++) {
        u4 first = p->site[s].first_label;
        for (u4 i = first; i < first + p->site[s].n_labels; i++) {
            u4 slot = p->label[i].slot;
            if (slot && slot <= n_slots && counter[slot] &&
                find_state(p, state, i) &&
                !idmap_find(&check->child, idmap_key(node, i))) {
                fail(check, &counter[slot],
                     "a call of a node that is not there");
            }
        }
    }
}

static void find_states(struct data_check *check) {
    vec_cover(&check->state, 1);
    for (struct data_iter it = data_each(check->f); data_next(&it);) {
        const struct data_node *n = &it.node;
        if (it.kind != DATA_NODE) {
            continue;
        }
        u4 state =
            n->parent
                ? find_state(check->plan, check->state.v[n->parent], n->label)
                : idmap_find(&check->root, idmap_key(n->label, n->level));
        vec_push(&check->state, state);
        if (n->parent) {
            *idmap_at(&check->child, idmap_key(n->parent, n->label)) =
                it.n_nodes;
        }
    }
}

// Where there was no room for nodes they were counted all the same.
static void check_nodes(struct data_check *check) {
    if (check->f->flags & (DATA_FILE_FULL | DATA_TABLE_FULL)) {
        return;
    }
    index_roots(check);
    find_states(check);
    for (struct data_iter it = data_each(check->f); data_next(&it);) {
        if (it.kind == DATA_NODE) {
            check_slots(check, it.n_nodes, it.counter, it.node.n_slots);
        }
    }
    vec_free(&check->state);
    idmap_release(&check->child);
    idmap_release(&check->root);
}

struct sums_fault pool_check_plan(const struct data_file *f,
                                  const struct plan *plan) {
    struct sums_fault fault = {0};
    struct data_check check = {.plan = plan, .f = f, .fault = &fault};
    check_labels(&check);
    check_nodes(&check);
    return fault;
}
