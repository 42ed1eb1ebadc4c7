// SPDX-License-Identifier: MIT
// A forest at a coarser granularity.
//
// States of the finer one that cannot be told apart from below are made one
// first: they have the same method and lead to the same ones with the same
// coarse labels. Each then stands for a coarse set of ways to go on. Several of
// them can be reached by one coarse chain, so a coarse state is a set of them,
// found as automata are determinised: from the roots, and equal sets are one.
// All of a set have one method, since a label leads to its target.
//
// What a set leads to is smaller in its largest member, which gives the order
// that the states of a forest stand in.
#include "rewriter/chains/project.h"

#include "analysis/base/limits.h"
#include "analysis/base/order.h"
#include "analysis/table/intern.h"
#include "rt-native/plan.h"

// A move of a merged state: a group of labels that are alike, and a merged
// state. Sorted by group, then state.
struct way {
    u4 group, to;
};

struct projection {
    const struct chains *from;
    struct arena work;
    // Groups of labels that are alike, in the order of their text within a
    // method.
    u4 *group;  // by label of the plan
    u4 *label;  // by group: the first one
    // Merged states. Of each the method, and behind it its ways.
    struct intern merged;
    u4 *merged_of;  // by state
    // Coarse states, as sets of merged ones.
    struct intern set;
    VEC(struct way) way;  // of the state or set being looked at
    VEC(u4) member;       // of the set that some of these lead to
    VEC(struct plan_state) state;
    VEC(struct plan_move) move;
    u8 n_members, n_steps;
};

static void projection_init(struct projection *p, const struct chains *from) {
    *p = (struct projection){.from = from};
    arena_init(&p->work);
    intern_init(&p->merged, from->n_states / 4);
    intern_init(&p->set, from->n_states / 4);
    vec_cover(&p->state, 1);
    vec_cover(&p->move, 1);
}

static void projection_release(struct projection *p) {
    intern_release(&p->merged);
    intern_release(&p->set);
    vec_free(&p->way);
    vec_free(&p->member);
    vec_free(&p->state);
    vec_free(&p->move);
    arena_release(&p->work);
}

// --- Labels that are alike ---------------------------------------------------

struct named_step {
    struct str name;
    u4 id;
};

static int name_order(const void *a, const void *b) {
    const struct named_step *x = a, *y = b;
    int d = str_order(x->name, y->name);
    return d ? d : x->id < y->id ? -1 : x->id > y->id;
}

// By method: where its name stands among those of all.
static u4 *method_ranks(const struct plan *p, struct arena *mem) {
    u4 n = p->n[PLAN_METHOD];
    struct named_step *v = ARENA_ARRAY(mem, struct named_step, n);
    u4 *rank = ARENA_ZARRAY(mem, u4, n);
    for (u4 m = 1; m < n; m++) {
        v[m - 1] = (struct named_step){chains_method(p, m), m};
    }
    SORT(v, n - 1, name_order);
    for (u4 i = 0; i + 1 < n; i++) {
        rank[v[i].id] = i + 1;
    }
    return rank;
}

struct keyed {
    u8 key;
    u4 label;
};

static int key_order(const void *a, const void *b) {
    const struct keyed *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1)
                            : (x->label > y->label) - (x->label < y->label);
}

// Labels are alike if they lead to one target from one place. Sites stand in the
// order of their text already.
static void find_groups(struct projection *p, enum grain grain) {
    const struct plan *plan = p->from->plan;
    u4 n = plan->n[PLAN_LABEL], n_groups = 0, n_inside = 0;
    const u4 *rank = method_ranks(plan, &p->work);
    struct keyed *v = ARENA_ARRAY(&p->work, struct keyed, n);
    p->group = ARENA_ZARRAY(&p->work, u4, n);
    p->label = ARENA_ZARRAY(&p->work, u4, n);
    for (u4 i = 1; i < n; i++) {
        const struct plan_label *l = &plan->label[i];
        u4 place = grain == GRAIN_SITE ? l->site : plan->site[l->site].method;
        if (l->target) {
            v[n_inside++] =
                (struct keyed){(u8)place << 32 | rank[l->target], i};
        }
    }
    SORT(v, n_inside, key_order);
    for (u4 i = 0; i < n_inside; i++) {
        if (i == 0 || v[i].key != v[i - 1].key) {
            p->label[++n_groups] = v[i].label;
        }
        p->group[v[i].label] = n_groups;
    }
}

// --- Merged states -----------------------------------------------------------

static int way_order(const void *a, const void *b) {
    const struct way *x = a, *y = b;
    return x->group != y->group ? (x->group < y->group ? -1 : 1)
                                : (x->to > y->to) - (x->to < y->to);
}

// The ways gathered, sorted, each once.
static void tidy_ways(struct projection *p) {
    u4 n = 0;
    SORT(p->way.v, p->way.n, way_order);
    for (u4 i = 0; i < p->way.n; i++) {
        if (i == 0 || way_order(&p->way.v[i], &p->way.v[n - 1]) != 0) {
            p->way.v[n++] = p->way.v[i];
        }
    }
    p->way.n = n;
}

// Bytes as a string, to intern them.
static u4 intern_bytes(struct intern *t, struct arena *mem, const void *p,
                       size_t n) {
    struct str key = {p, n};
    u4 id = intern_find(t, key, STR(""));
    return id ? id : intern_add(t, arena_str(mem, key), STR(""));
}

static void merge_state(struct projection *p, u4 s) {
    const struct plan_state *q = &p->from->state[s];
    const struct plan_move *m = p->from->move + q->first_move;
    p->way.n = 0;
    for (u4 i = 0; i < q->n_moves; i++) {
        if (plan_move_kind(m[i].to) == PLAN_TO) {
            u4 to = p->merged_of[plan_move_about(m[i].to)];
            vec_push(&p->way, ((struct way){p->group[m[i].label], to}));
        }
    }
    tidy_ways(p);
    // The method in front, as a way to nowhere: groups and states are not 0.
    vec_push(&p->way, ((struct way){0, q->method}));
    p->merged_of[s] = intern_bytes(&p->merged, &p->work, p->way.v,
                                   p->way.n * sizeof *p->way.v);
}

// From below, so that what a state leads to is merged before it.
static void merge_states(struct projection *p) {
    p->merged_of = ARENA_ZARRAY(&p->work, u4, p->from->n_states);
    for (u4 s = 1; s < p->from->n_states; s++) {
        merge_state(p, s);
    }
}

// --- Sets of them ------------------------------------------------------------

// The set's number; 0 when there is too much in all of them.
static u4 add_set(struct projection *p, const u4 *member, u4 n) {
    u4 before = p->set.row.n;
    u4 id = intern_bytes(&p->set, &p->work, member, n * sizeof *member);
    p->n_members += p->set.row.n > before ? n : 0;
    return p->n_members > LIMIT_COARSE_MEMBERS ? 0 : id;
}

static const void *bytes_of(const struct intern *t, u4 id, size_t size, u4 *n) {
    struct str s = t->row.v[id].a;
    *n = (u4)(s.n / size);
    return s.p;
}

// All ways on from a set; its method.
static u4 gather_ways(struct projection *p, u4 set) {
    u4 n_members, n = 0, method = 0;
    const u4 *member = bytes_of(&p->set, set, sizeof *member, &n_members);
    p->way.n = 0;
    for (u4 i = 0; i < n_members; i++) {
        const struct way *w = bytes_of(&p->merged, member[i], sizeof *w, &n);
        for (u4 j = 0; j + 1 < n; j++) {
            vec_push(&p->way, w[j]);
        }
        method = w[n - 1].to;
        p->n_steps += n;
    }
    if (n_members > 1) {
        tidy_ways(p);
    }
    return method;
}

// A state for the set, whose moves lead to sets yet. False: too large.
static bool expand(struct projection *p, u4 set) {
    u4 method = gather_ways(p, set);
    if (p->n_steps > LIMIT_COARSE_STEPS) {
        return false;
    }
    vec_push(&p->state,
             ((struct plan_state){.method = method, .first_move = p->move.n}));
    p->member.n = 0;
    for (u4 i = 0; i < p->way.n; i++) {
        u4 group = p->way.v[i].group;
        vec_push(&p->member, p->way.v[i].to);
        if (i + 1 < p->way.n && p->way.v[i + 1].group == group) {
            continue;
        }
        u4 to = add_set(p, p->member.v, p->member.n);
        if (!to) {
            return false;
        }
        vec_push(&p->move, ((struct plan_move){p->label[group], to}));
        p->state.v[set].n_moves++;
        p->member.n = 0;
    }
    return true;
}

// --- A forest of them --------------------------------------------------------

// By set: its place in the order of largest members.
static u4 *places(struct projection *p) {
    u4 n = p->set.row.n, n_merged = p->merged.row.n;
    u4 *from = ARENA_ZARRAY(&p->work, u4, (size_t)n_merged + 1);
    u4 *place = ARENA_ZARRAY(&p->work, u4, n);
    for (u4 i = 1; i < n; i++) {
        u4 k;
        const u4 *member = bytes_of(&p->set, i, sizeof *member, &k);
        from[member[k - 1] + 1]++;
    }
    from[0] = 1;
    for (u4 i = 1; i <= n_merged; i++) {
        from[i] += from[i - 1];
    }
    for (u4 i = 1; i < n; i++) {
        u4 k;
        const u4 *member = bytes_of(&p->set, i, sizeof *member, &k);
        place[i] = from[member[k - 1]]++;
    }
    return place;
}

static void hand_over(struct projection *p, struct chains *to,
                      const u4 *root_set, struct arena *mem) {
    const u4 *place = places(p);
    struct plan_state *state = ARENA_ZARRAY(mem, struct plan_state, p->state.n);
    struct plan_move *move = ARENA_ZARRAY(mem, struct plan_move, p->move.n);
    struct plan_root *root =
        ARENA_ARRAY(mem, struct plan_root, p->from->n_roots);
    for (u4 i = 1; i < p->state.n; i++) {
        state[place[i]] = p->state.v[i];
    }
    for (u4 i = 1; i < p->move.n; i++) {
        const struct plan_move *m = &p->move.v[i];
        move[i] =
            (struct plan_move){m->label, plan_move(PLAN_TO, place[m->to])};
    }
    for (u4 i = 0; i < p->from->n_roots; i++) {
        root[i] = p->from->root[i];
        root[i].state = place[root_set[i]];
    }
    to->root = root;
    to->n_roots = p->from->n_roots;
    to->state = state;
    to->move = move;
    to->n_states = p->state.n;
}

bool chains_project(struct chains *to, const struct chains *from,
                    enum grain grain, struct arena *mem) {
    struct projection p;
    projection_init(&p, from);
    find_groups(&p, grain);
    merge_states(&p);
    u4 *root_set = ARENA_ARRAY(&p.work, u4, from->n_roots);
    bool ok = true;
    for (u4 i = 0; i < from->n_roots && ok; i++) {
        root_set[i] = add_set(&p, &p.merged_of[from->root[i].state], 1);
        ok = root_set[i] != 0;
    }
    // Sets are numbered in the order in which they are found.
    for (u4 set = 1; set < p.set.row.n && ok; set++) {
        ok = expand(&p, set);
    }
    *to = (struct chains){.plan = from->plan, .grain = grain};
    if (ok) {
        hand_over(&p, to, root_set, mem);
    }
    projection_release(&p);
    return ok;
}
