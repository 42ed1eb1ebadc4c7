// SPDX-License-Identifier: MIT
// Where trees begin when edges are counted from main, through library code too.
//
// A walk through the whole call graph, nearest first. What can follow depends on
// the method, the class of `this` (inside the component on all that the rules
// remember), and how many runs of the component came before; so each of these is
// visited once, with the fewest edges that lead to it. A run is entered at the
// level that says how many came before it, but an initialiser has that of what
// it interrupts, and threads and finalizers begin anew.
#include "analysis/forest/ways.h"

#include "analysis/base/tuples.h"
#include "analysis/forest/levels.h"

#include <stdlib.h>

// What is called on `this` in a library method.
struct outside {
    bool read;
    u4 n;
    const u4 *row;  // as in receivers
};

struct walk {
    const struct calls *c;
    const struct stop_rule *rule;
    u4 most;
    struct ways *ways;
    struct arena arena;
    struct receivers on;
    struct outside *outside;  // by calls_caller()
    struct tuples places;     // (caller, runs, facts...)
    VEC(u4) far;              // by place: edges from main
    struct tuples begun;      // (entry, level, receiver)
};

// Where the walk stands.
struct place_at {
    u4 caller, runs, far;
    own_id own;
    u4 fact[N_STOPS];  // of library code only that of this-call
};

static bool is_top(const struct walk *k, u4 caller) {
    return caller >= k->c->n_callers - 2;
}

// --- Calls on `this` outside -------------------------------------------------

static const struct outside *outside_of(struct walk *k, u4 caller) {
    struct outside *o = &k->outside[caller];
    if (!o->read && !is_top(k, caller)) {
        receivers_read(&k->on, caller);
        u4 *row = ARENA_ARRAY(&k->arena, u4, k->on.row.n);
        for (u4 i = 0; i < k->on.row.n; i++) {
            if ((k->on.row.v[i] & 3) == RECEIVER_THIS) {
                row[o->n++] = k->on.row.v[i] >> 2;
            }
        }
        o->row = row;
    }
    o->read = true;
    return o;
}

static bool is_on_this(struct walk *k, const struct place_at *p, u2 pc) {
    if (pc == SITE_NO_PC) {
        return false;
    }
    if (p->own) {
        const struct calls_method *m = &k->c->method.v[p->own];
        for (site_id s = m->first_site; s < m->first_site + m->n_sites; s++) {
            if (k->c->site.v[s].pc == pc) {
                return k->c->site.v[s].on == RECEIVER_THIS;
            }
        }
        return false;
    }
    const struct outside *o = outside_of(k, p->caller);
    for (u4 i = 0; i < o->n; i++) {
        if (o->row[i] == pc) {
            return true;
        }
    }
    return false;
}

// --- Places ------------------------------------------------------------------

static void come_to(struct walk *k, const struct place_at *to) {
    u4 key[2 + N_STOPS] = {to->caller, to->runs};
    memcpy(key + 2, to->fact, sizeof to->fact);
    key[2 + STOP_DEPTH] = 0;
    if (tuples_intern(&k->places, key, 2 + N_STOPS) == k->far.n) {
        vec_push(&k->far, to->far);
    }
}

static struct place_at place_of(const struct walk *k, u4 id) {
    u4 n;
    const u4 *key = tuples_get(&k->places, id, &n);
    struct place_at p = {.caller = key[0], .runs = key[1], .far = k->far.v[id]};
    memcpy(p.fact, key + 2, sizeof p.fact);
    p.own = is_top(k, p.caller) ? 0 : k->c->own_of[p.caller];
    p.fact[STOP_DEPTH] = p.own ? k->most - p.far : 0;
    return p;
}

static void enter(struct walk *k, own_id m, label_id x, u4 level, u4 far) {
    struct forest_way way = {k->c->method.v[m].entry, level, x, k->most - far};
    struct place_at to = {
        .caller = calls_caller(k->c, k->c->method.v[m].id),
        .runs = level,
        .far = far,
    };
    for (u4 i = 0; i < N_STOPS; i++) {
        const struct stop_rule *r = &k->rule[i];
        if (r->step && !r->start(r->context, m, x, way.left, &to.fact[i])) {
            return;
        }
    }
    const u4 key[] = {way.entry, level, x};
    if (tuples_intern(&k->begun, key, 3) == k->ways->way.n + 1) {
        vec_push(&k->ways->way, way);
    }
    come_to(k, &to);
}

// --- Edges -------------------------------------------------------------------

static void go_outside(struct walk *k, const struct place_at *from,
                       const struct calls_edge *e, bool on_this, u4 runs) {
    struct place_at to = {.caller = calls_caller(k->c, e->target),
                          .runs = runs,
                          .far = from->far + 1};
    bool asks = outside_of(k, to.caller)->n != 0;
    u4 own = from->fact[STOP_THIS];
    to.fact[STOP_THIS] = !asks                    ? 0
                         : e->kind == EDGE_LAMBDA ? STOP_THIS_ANY
                         : e->x == 0 && on_this && own
                             ? own
                             : stop_this_fact(k->c, e->x);
    come_to(k, &to);
}

static void take_edge(struct walk *k, const struct place_at *from,
                      const struct calls_edge *e) {
    if (e->missing) {
        return;
    }
    bool on_this = is_on_this(k, from, e->pc);
    u4 own = from->fact[STOP_THIS];
    if (on_this && e->x && own > STOP_THIS_ANY && own != e->x + 2) {
        return;
    }
    bool anew = e->kind == EDGE_THREAD || e->kind == EDGE_FINALIZER;
    u4 runs = anew ? 0 : from->runs + (from->own != 0);
    runs = runs < TOP_LEVEL ? runs : TOP_LEVEL;
    own_id m = calls_own(k->c, e->target);
    if (!m) {
        go_outside(k, from, e, on_this, runs);
        return;
    }
    u4 level = e->kind == EDGE_INIT && runs > 0 ? runs - 1 : runs;
    enter(k, m, e->x, level, from->far + 1);
}

static void take_branches(struct walk *k, const struct place_at *from) {
    const struct calls *c = k->c;
    const struct calls_method *m = &c->method.v[from->own];
    for (site_id s = m->first_site; s < m->first_site + m->n_sites; s++) {
        const struct calls_site *site = &c->site.v[s];
        for (branch_id b = site->first; b < site->first + site->n; b++) {
            own_id target = c->branch.v[b].target;
            struct place_at to = {.runs = from->runs, .far = from->far + 1};
            bool passes = target != 0;
            for (u4 i = 0; i < N_STOPS && passes; i++) {
                const struct stop_rule *r = &k->rule[i];
                passes = !r->step ||
                         r->step(r->context, from->fact[i], b, &to.fact[i]);
            }
            if (passes) {
                to.caller = calls_caller(c, c->method.v[target].id);
                come_to(k, &to);
            }
        }
    }
}

static void take_place(struct walk *k, u4 id) {
    struct place_at p = place_of(k, id);
    if (p.far == k->most) {
        return;
    }
    if (p.own) {
        take_branches(k, &p);
    }
    struct calls_range r = k->c->from[p.caller];
    for (u4 i = r.first; i < r.first + r.n; i++) {
        take_edge(k, &p, &k->c->edge.v[i]);
    }
}

static int way_order(const void *a, const void *b) {
    const struct forest_way *x = a, *y = b;
    if (x->entry != y->entry) {
        return x->entry < y->entry ? -1 : 1;
    }
    if (x->level != y->level) {
        return x->level < y->level ? -1 : 1;
    }
    return (x->x > y->x) - (x->x < y->x);
}

void ways_from_main(struct ways *w, const struct calls *c,
                    const struct stop_rule rule[N_STOPS], u4 most) {
    struct walk k = {.c = c, .rule = rule, .most = most, .ways = w};
    *w = (struct ways){0};
    arena_init(&k.arena);
    receivers_init(&k.on, c->w);
    k.outside = ARENA_ZARRAY(&k.arena, struct outside, c->n_callers);
    tuples_init(&k.places);
    tuples_init(&k.begun);
    vec_cover(&k.far, 1);
    come_to(&k, &(struct place_at){.caller = calls_caller(c, CALLER_MAIN)});
    for (u4 id = 1; id < k.far.n; id++) {
        take_place(&k, id);
    }
    if (w->way.n > 1) {
        qsort(w->way.v, w->way.n, sizeof *w->way.v, way_order);
    }
    vec_free(&k.far);
    tuples_release(&k.places);
    tuples_release(&k.begun);
    receivers_release(&k.on);
    arena_release(&k.arena);
}
