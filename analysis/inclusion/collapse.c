// SPDX-License-Identifier: MIT
// Cycles of variables: found from time to time, and made one variable each;
// and the order in which variables are worked on.
//
// Variables that flow into one another in a cycle, and have the same mask, have
// the same objects in the end. Tarjan's algorithm over all edges finds the
// cycles; the reverse of the order in which it leaves variables is a
// topological one, but for cycles, and becomes the order of work. Within each
// cycle it runs once more, over the edges between variables of the same mask;
// what is a cycle then is collapsed. All this takes linear time, and it is done
// again only when the graph has grown and twice as many visits were made as
// there are edges and variables, so it costs a fraction of the work it orders.
//
// Members of a cycle need not be equal yet when it is found. What one of them
// lacks of what all have together is sent over its edges, and is owed to its
// uses (points_debt): each object is shown to each of them once.
#include "analysis/inclusion/points.h"

#include "analysis/base/mem.h"
#include "analysis/inclusion/points_priv.h"
#include "analysis/inclusion/set.h"

#include <string.h>

struct frame {
    var_id v;
    u4 edge;
};

struct search {
    u4 *number;  // when a variable was met; 0: not yet
    u4 *low;     // Tarjan's low link; UINT32_MAX: its component is complete
    u4 *cycle;   // the component of all edges, if it is more than a variable
    var_id *stack;
    struct frame *frame;
    u4 n_met, n_stack, n_frames;
    u4 n_left, n_cycles;
    bool is_masked;  // only edges within a cycle, between equal masks
};

// --- Collapsing --------------------------------------------------------------

// What is owed to the uses of v.
static void owe(struct points *p, var_id v, struct set missing) {
    if (p->var.v[v].first_use == 0) {
        set_release(&missing);
        return;
    }
    vec_push(&p->owed, missing);
    for (u4 u = p->var.v[v].first_use; u; u = p->use.v[u].next) {
        vec_push(&p->debt, ((struct points_debt){u, p->owed.n - 1}));
    }
}

// Edges and uses of v become those of rep.
static void hand_over(struct points *p, var_id v, var_id rep) {
    struct points_var *from = &p->var.v[v], *to = &p->var.v[rep];
    u4 n = to->n_out + from->n_out;
    if (n > to->room_out) {
        to->out = mem_grow(to->out, n, sizeof *to->out);
        to->room_out = n;
    }
    if (from->n_out) {
        memcpy(to->out + to->n_out, from->out, from->n_out * sizeof *to->out);
    }
    to->n_out = n;
    to->n_sharers += from->n_sharers;
    to->sourced = true;
    mem_free(from->out);
    from->out = NULL;
    from->n_out = from->room_out = 0;
    u4 *last = &from->first_use;
    while (*last) {
        last = &p->use.v[*last].next;
    }
    *last = to->first_use;
    to->first_use = from->first_use;
    from->first_use = 0;
}

// The member with the most edges: fewest are copied.
static var_id choose(const struct points *p, const var_id *member, u4 n) {
    var_id rep = member[0];
    for (u4 i = 1; i < n; i++) {
        if (p->var.v[member[i]].n_out > p->var.v[rep].n_out) {
            rep = member[i];
        }
    }
    return rep;
}

// Makes the members' sets those of rep.
static void join_sets(struct points *p, const var_id *member, u4 n, var_id rep,
                      struct set *all) {
    struct set pending = {0};
    for (u4 i = 0; i < n; i++) {
        struct points_var *v = &p->var.v[member[i]];
        set_join_fresh(&pending, &v->pending, NULL, all);
        set_release(&v->pending);
        set_release(&v->have);
        v->rep = rep;
    }
    p->var.v[rep].have = *all;
    p->var.v[rep].pending = pending;
    if (!set_is_empty(&pending)) {
        points_put(p, rep);
    }
}

static void collapse(struct points *p, const var_id *member, u4 n) {
    var_id rep = choose(p, member, n);
    struct set all = {0};
    for (u4 i = 0; i < n; i++) {
        set_join(&all, &p->var.v[member[i]].have);
    }
    struct set *missing = MEM_ARRAY(struct set, n);
    for (u4 i = 0; i < n; i++) {
        set_join_fresh(&missing[i], &all, NULL, &p->var.v[member[i]].have);
    }
    join_sets(p, member, n, rep, &all);
    for (u4 i = 0; i < n; i++) {
        struct points_var *v = &p->var.v[member[i]];
        for (u4 k = 0; k < v->n_out && !set_is_empty(&missing[i]); k++) {
            var_id to = points_rep(p, v->out[k]);
            if (to != rep) {
                points_send(p, &missing[i], to);
            }
        }
        owe(p, member[i], missing[i]);
    }
    for (u4 i = 0; i < n; i++) {
        if (member[i] != rep) {
            hand_over(p, member[i], rep);
        }
    }
    points_tidy(p, rep);
    p->counts.collapsed += n - 1;
    mem_free(missing);
}

// --- Searching ---------------------------------------------------------------

static void enter(struct search *s, var_id v) {
    s->number[v] = s->low[v] = ++s->n_met;
    s->stack[s->n_stack++] = v;
    s->frame[s->n_frames++] = (struct frame){v, 0};
}

// The members of a component are the end of the stack, from `first` on.
static void component(struct points *p, struct search *s, u4 first) {
    u4 n = s->n_stack - first;
    s->n_stack = first;
    if (n > 1 && s->is_masked) {
        collapse(p, s->stack + first, n);
    } else if (n > 1) {
        s->n_cycles++;
        for (u4 i = 0; i < n; i++) {
            s->cycle[s->stack[first + i]] = s->n_cycles;
        }
    }
}

// All edges of v are done.
static void leave(struct points *p, struct search *s, var_id v) {
    if (s->n_frames) {
        var_id up = s->frame[s->n_frames - 1].v;
        if (s->low[v] < s->low[up]) {
            s->low[up] = s->low[v];
        }
    }
    if (!s->is_masked) {
        p->var.v[v].order = UINT32_MAX - 1 - s->n_left++;
    }
    if (s->low[v] == s->number[v]) {
        u4 first = s->n_stack;
        do {
            s->low[s->stack[--first]] = UINT32_MAX;
        } while (s->stack[first] != v);
        component(p, s, first);
    }
}

static bool is_followed(const struct points *p, const struct search *s,
                        var_id from, var_id to) {
    return !s->is_masked || (s->cycle[to] == s->cycle[from] &&
                             p->var.v[to].mask == p->var.v[from].mask);
}

static void search_from(struct points *p, struct search *s, var_id root) {
    enter(s, root);
    while (s->n_frames) {
        struct frame *f = &s->frame[s->n_frames - 1];
        const struct points_var *v = &p->var.v[f->v];
        if (f->edge == v->n_out) {
            s->n_frames--;
            leave(p, s, f->v);
            continue;
        }
        var_id to = points_rep(p, v->out[f->edge++]);
        if (!is_followed(p, s, f->v, to)) {
            continue;
        }
        if (s->number[to] == 0) {
            enter(s, to);
        } else if (s->low[to] != UINT32_MAX && s->number[to] < s->low[f->v]) {
            s->low[f->v] = s->number[to];
        }
    }
}

static void search(struct points *p, struct search *s) {
    for (var_id v = 1; v < p->var.n; v++) {
        if (p->var.v[v].rep == v && s->number[v] == 0 &&
            (s->is_masked ? s->cycle[v] : p->var.v[v].n_out)) {
            search_from(p, s, v);
        }
    }
}

void points_sweep(struct points *p) {
    u4 n = p->var.n;
    struct search s = {
        .number = MEM_ARRAY(u4, n),
        .low = MEM_ARRAY(u4, n),
        .cycle = MEM_ARRAY(u4, n),
        .stack = MEM_ARRAY(var_id, n),
        .frame = MEM_ARRAY(struct frame, n),
    };
    search(p, &s);
    if (s.n_cycles) {
        s.is_masked = true;
        memset(s.number, 0, n * sizeof(u4));
        search(p, &s);
    }
    points_resort(p);
    p->counts.sweeps++;
    p->swept_visits = p->counts.visits;
    p->swept_added = p->added;
    mem_free(s.number);
    mem_free(s.low);
    mem_free(s.cycle);
    mem_free(s.stack);
    mem_free(s.frame);
}
