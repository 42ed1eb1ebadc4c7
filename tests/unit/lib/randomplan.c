// SPDX-License-Identifier: MIT
// Random plans, for runs: a few methods that call each other and out.
#include "tests/unit/lib/randomrun.h"

#include "rewriter/plan/planout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_DEPTH = 4, MOST_STATES = 2500, RECEIVERS = 14, VARIANTS = 2 };

struct draft {
    struct planout o;
    uint64_t seed;
    struct run_shape shape;
    uint32_t n_methods;
    // States by method and edges left; of no use with back edges.
    uint32_t state[RUN_MOST_METHODS][MOST_DEPTH + 1][VARIANTS];
    uint32_t path[MOST_DEPTH + 1];  // methods, with back edges
};

static uint32_t below(struct draft *d, uint32_t n) {
    d->seed ^= d->seed << 13;
    d->seed ^= d->seed >> 7;
    d->seed ^= d->seed << 17;
    return (uint32_t)(d->seed >> 20) % n;
}

static void add_labels(struct draft *d, struct plan_method *m, bool probe) {
    struct planout *o = &d->o;
    struct plan_site *s = &o->site.v[o->site.n - 1];
    uint32_t n = below(d, 8) == 0 ? 11 : 1 + below(d, 3), slots = 0;
    bool out = below(d, 2);
    s->first_label = o->label.n;
    s->n_labels = n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t target = 1 + below(d, d->n_methods);
        bool outside = probe ? below(d, 10) < 3 : out;
        outside = outside || o->method.v[target].flags & PLAN_METHOD_CLINIT;
        struct plan_label l = {
            .site = o->site.n - 1,
            .receiver = i + 1,
            .target = outside ? 0 : target,
        };
        if (probe && slots < PLAN_SITE_SLOTS && below(d, 10) < d->shape.slots) {
            l.slot = ++m->n_slots;
            slots++;
        }
        s->flags |= outside ? PLAN_SITE_EXIT : PLAN_SITE_INSIDE;
        vec_push(&o->label, l);
    }
}

static void add_code(struct draft *d) {
    struct planout *o = &d->o;
    for (uint32_t i = 1; i <= d->n_methods; i++) {
        struct plan_method *m = &o->method.v[i];
        uint32_t n = below(d, 4);
        m->first_site = n ? o->site.n : 0;
        m->n_sites = n;
        for (uint32_t j = 0; j < n; j++) {
            bool probe = below(d, 8) != 0;
            vec_push(&o->site, ((struct plan_site){
                                   .method = i,
                                   .pc = j,
                                   .flags = (probe ? PLAN_SITE_PROBE : 0) |
                                            (below(d, 2) ? PLAN_SITE_RC : 0),
                               }));
            add_labels(d, m, probe);
        }
    }
}

static void add_methods(struct draft *d) {
    struct planout *o = &d->o;
    d->n_methods = 3 + below(d, RUN_MOST_METHODS - 3);
    vec_push(&o->class, ((struct plan_class){.first_method = 1,
                                             .n_methods = d->n_methods}));
    for (uint32_t i = 1; i <= d->n_methods; i++) {
        bool clinit = i > 1 && below(d, 7) == 0;
        bool entry = i == 1 || below(d, 2);
        struct plan_method m = {
            .class = 1,
            .flags = (clinit ? PLAN_METHOD_CLINIT : 0) |
                     (entry ? PLAN_METHOD_ENTRY : 0),
        };
        vec_push(&o->method, m);
        if (entry) {
            vec_push(&o->entry, ((struct plan_entry){.method = i}));
        }
    }
    for (uint32_t i = 0; i < RECEIVERS; i++) {
        vec_push(&o->receiver,
                 ((struct plan_receiver){.kind = i ? PLAN_A_CLASS
                                                   : PLAN_NO_RECEIVER}));
    }
}

// --- The forest --------------------------------------------------------------

// Where a label leads by the rules, with that many edges left: false if it has no
// move, else *to is a cut or nothing yet.
static bool by_rules(struct draft *d, uint32_t label, bool *cut, uint32_t *to) {
    const struct plan_label *l = &d->o.label.v[label];
    uint32_t n = below(d, 20);
    if (!(d->o.site.v[l->site].flags & PLAN_SITE_PROBE) || l->target == 0 ||
        n < 3) {
        return false;
    }
    *cut = n < 5;
    *to = plan_move(PLAN_CUT, below(d, PLAN_N_RULES));
    return true;
}

typedef VEC(struct plan_move) moves;

static uint32_t add_state(struct draft *d, uint32_t method, moves *v) {
    struct planout *o = &d->o;
    struct plan_state q = {
        .method = method,
        .flags = below(d, 2) ? PLAN_DEPTH_ENDS : 0,
        .first_move = v->n ? o->move.n : 0,
        .n_moves = v->n,
    };
    for (uint32_t i = 0; i < v->n; i++) {
        vec_push(&o->move, v->v[i]);
    }
    vec_free(v);
    vec_push(&o->state, q);
    return o->state.n - 1;
}

static uint32_t first_label(const struct draft *d, uint32_t method,
                            uint32_t *end) {
    const struct plan_method *m = &d->o.method.v[method];
    const struct plan_site *s = &d->o.site.v[m->first_site];
    const struct plan_site *last = s + m->n_sites - 1;
    *end = m->n_sites ? last->first_label + last->n_labels : 0;
    return m->n_sites ? s->first_label : 0;
}

// Without back edges but to the node itself: states that many nodes share.
static void add_shared(struct draft *d, uint32_t method, uint32_t left,
                       uint32_t variant) {
    uint32_t end, to;
    bool cut;
    moves v = {0};
    for (uint32_t l = first_label(d, method, &end); l < end; l++) {
        uint32_t target = d->o.label.v[l].target;
        if (!by_rules(d, l, &cut, &to)) {
            continue;
        }
        if (!cut && target == method && below(d, 3) == 0) {
            to = plan_move(PLAN_UP, 0);
        } else if (!cut && left) {
            to = plan_move(PLAN_TO,
                           d->state[target - 1][left - 1][below(d, VARIANTS)]);
        } else if (!cut) {
            continue;
        }
        vec_push(&v, ((struct plan_move){l, to}));
    }
    d->state[method - 1][left][variant] = add_state(d, method, &v);
}

// A tree of its own, in which calls of a method above mostly lead back to it.
// NOLINTNEXTLINE(misc-no-recursion): not deeper than MOST_DEPTH
static uint32_t add_tree(struct draft *d, uint32_t method, uint32_t depth) {
    uint32_t end, to;
    bool cut;
    moves v = {0};
    d->path[depth] = method;
    for (uint32_t l = first_label(d, method, &end); l < end; l++) {
        uint32_t target = d->o.label.v[l].target, up = 0;
        if (!by_rules(d, l, &cut, &to)) {
            continue;
        }
        while (up <= depth && d->path[depth - up] != target) {
            up++;
        }
        if (!cut && up <= depth && below(d, 5)) {
            // Now and then one that ends at another method.
            to = plan_move(
                PLAN_UP, depth && below(d, 8) == 0 ? 1 + below(d, depth) : up);
        } else if (!cut && depth < MOST_DEPTH && d->o.state.n < MOST_STATES) {
            to = plan_move(PLAN_TO, add_tree(d, target, depth + 1));
        } else if (!cut) {
            continue;
        }
        vec_push(&v, ((struct plan_move){l, to}));
    }
    return add_state(d, method, &v);
}

static uint32_t root_state(struct draft *d, uint32_t method) {
    return d->shape.back_edges ? add_tree(d, method, 0)
                               : d->state[method - 1][below(d, MOST_DEPTH + 1)]
                                         [below(d, VARIANTS)];
}

static void add_roots(struct draft *d) {
    static const uint32_t level[] = {0, 1, 2, 3, 15, PLAN_ANY_LEVEL};
    for (uint32_t i = 1; i < d->o.entry.n; i++) {
        bool all = below(d, 2), none = i > 1 && below(d, 8) == 0;
        for (uint32_t j = 0; j < sizeof level / sizeof *level && !none; j++) {
            if (all ? level[j] == PLAN_ANY_LEVEL : below(d, 2)) {
                uint32_t state = root_state(d, d->o.entry.v[i].method);
                vec_push(&d->o.root, ((struct plan_root){i, level[j], state}));
            }
        }
    }
}

static void add_forest(struct draft *d) {
    for (uint32_t left = 0; left <= MOST_DEPTH && !d->shape.back_edges;
         left++) {
        for (uint32_t m = 1; m <= d->n_methods; m++) {
            for (uint32_t i = 0; i < VARIANTS; i++) {
                add_shared(d, m, left, i);
            }
        }
    }
    add_roots(d);
}

void run_plan_init(struct run_plan *r, struct run_shape shape, uint64_t seed) {
    struct draft d = {.seed = seed * 0x9e3779b97f4a7c15u + 1, .shape = shape};
    struct plan_fault fault;
    planout_init(&d.o);
    add_methods(&d);
    add_code(&d);
    add_forest(&d);
    *r = (struct run_plan){0};
    for (uint32_t i = 0; i < d.n_methods; i++) {
        struct plan_method *m = &d.o.method.v[i + 1];
        r->refused[i] =
            i && !(m->flags & PLAN_METHOD_CLINIT) && below(&d, 10) == 0;
        m->flags |= r->refused[i] ? PLAN_METHOD_REFUSED : 0;
        if (m->n_sites && !(m->flags & PLAN_METHOD_CLINIT) &&
            below(&d, 3) == 0) {
            r->super_site[i] = m->first_site + below(&d, m->n_sites);
        }
    }
    emit_init(&r->bytes, SIZE_MAX / 2);
    assert_true(planout_write(&d.o, &r->bytes));
    planout_release(&d.o);
    if (!plan_open(&r->p, r->bytes.p, r->bytes.n, &fault)) {
        fail_msg("%s %u: %s", fault.table ? fault.table : "file", fault.row,
                 fault.what);
    }
}

void run_plan_release(struct run_plan *r) {
    emit_release(&r->bytes);
}
