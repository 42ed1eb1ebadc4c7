// SPDX-License-Identifier: MIT
// Where trees begin when edges are counted from main, through library code too;
// or from the JVM, which calls by itself what main does not.
//
// A walk through the whole call graph, nearest first. What can follow depends on
// the method, the class of `this` (inside the component on all that the rules
// remember), and how many runs of the component came before; so each of these is
// visited once, with the fewest edges that lead to it. A run is entered at the
// level that says how many came before it, but an initialiser has that of what
// it interrupts, and threads and finalizers begin anew.
#include "analysis/base/order.h"
#include "analysis/forest/ways.h"

#include "analysis/component/calls.h"
#include "analysis/component/levels.h"
#include "analysis/component/receivers.h"
#include "analysis/forest/forest.h"
#include "analysis/forest/stop.h"
#include "analysis/table/tuples.h"

// The calls of a method that are made on `this`.
struct on_this {
    bool read;
    u4 n;
    const u4 *pc;
};

struct main_walk {
    const struct calls *c;
    const struct stop_rule *rule;
    u4 most;
    struct ways *ways;
    struct arena arena;
    struct receivers receivers;
    struct on_this *on_this;  // by calls_caller()
    struct tuples places;     // (caller, runs, class of `this`, facts...)
    VEC(u4) far;              // by place: edges from main
    struct tuples begun;      // (entry, level, receiver)
};

// Where the walk stands.
struct place_at {
    u4 caller, runs, far;
    own_id own;
    u4 is;  // the class of `this`, as the rule this-call has it; kept
            // wherever a call is made on it, be it to the outside
    u4 fact[N_STOPS];  // inside
};

static bool is_top(const struct main_walk *walk, u4 caller) {
    return caller >= walk->c->n_callers - 2;
}

// --- Calls on `this` ---------------------------------------------------------

static void read_inside(struct main_walk *walk, struct on_this *o, own_id own) {
    const struct calls_method *m = &walk->c->method.v[own];
    u4 *pc = ARENA_ARRAY(&walk->arena, u4, m->n_sites);
    for (site_id s = m->first_site; s < m->first_site + m->n_sites; s++) {
        if (walk->c->site.v[s].on == RECEIVER_THIS) {
            pc[o->n++] = walk->c->site.v[s].pc;
        }
    }
    o->pc = pc;
}

static void read_outside(struct main_walk *walk, struct on_this *o,
                         method_id m) {
    receivers_read(&walk->receivers, m);
    u4 *pc = ARENA_ARRAY(&walk->arena, u4, walk->receivers.row.n);
    for (u4 i = 0; i < walk->receivers.row.n; i++) {
        if ((walk->receivers.row.v[i] & 3) == RECEIVER_THIS) {
            pc[o->n++] = walk->receivers.row.v[i] >> 2;
        }
    }
    o->pc = pc;
}

static const struct on_this *on_this_of(struct main_walk *walk, u4 caller) {
    struct on_this *o = &walk->on_this[caller];
    if (!o->read && !is_top(walk, caller)) {
        own_id own = walk->c->own_of[caller];
        if (own) {
            read_inside(walk, o, own);
        } else {
            read_outside(walk, o, caller);
        }
    }
    o->read = true;
    return o;
}

static bool is_on_this(struct main_walk *walk, u4 caller, u2 pc) {
    const struct on_this *o = on_this_of(walk, caller);
    for (u4 i = 0; i < o->n; i++) {
        if (o->pc[i] == pc) {
            return true;
        }
    }
    return false;
}

// An edge, as far as it says what `this` is behind it.
struct along {
    receiver_id x;
    bool is_lambda, on_this;
};

static u4 this_behind(struct main_walk *walk, const struct place_at *from,
                      const struct along *e, u4 caller) {
    return on_this_of(walk, caller)->n == 0 ? 0
           : e->is_lambda                   ? STOP_THIS_ANY
           : e->x == 0 && e->on_this        ? from->is
                                            : stop_this_fact(walk->c, e->x);
}

// --- Places ------------------------------------------------------------------

static void come_to(struct main_walk *walk, const struct place_at *to) {
    u4 key[3 + N_STOPS] = {to->caller, to->runs, to->is};
    memcpy(key + 3, to->fact, sizeof to->fact);
    key[3 + STOP_DEPTH] = 0;
    if (tuples_intern(&walk->places, key, 3 + N_STOPS) == walk->far.n) {
        vec_push(&walk->far, to->far);
    }
}

static struct place_at place_of(const struct main_walk *walk, u4 id) {
    u4 n;
    const u4 *key = tuples_get(&walk->places, id, &n);
    struct place_at p = {
        .caller = key[0],
        .runs = key[1],
        .is = key[2],
        .far = walk->far.v[id],
    };
    memcpy(p.fact, key + 3, sizeof p.fact);
    p.own = is_top(walk, p.caller) ? 0 : walk->c->own_of[p.caller];
    p.fact[STOP_DEPTH] = p.own ? walk->most - p.far : 0;
    return p;
}

static void enter(struct main_walk *walk, own_id m, receiver_id x, u4 level,
                  u4 far) {
    struct forest_way way = {walk->c->method.v[m].entry, level, x,
                             walk->most - far};
    struct place_at to = {
        .caller = calls_caller(walk->c, walk->c->method.v[m].id),
        .runs = level,
        .far = far,
    };
    to.is = on_this_of(walk, to.caller)->n ? stop_this_fact(walk->c, x) : 0;
    for (u4 i = 0; i < N_STOPS; i++) {
        const struct stop_rule *r = &walk->rule[i];
        if (r->step && !r->start(r->context, m, x, way.left, &to.fact[i])) {
            return;
        }
    }
    const u4 key[] = {way.entry, level, x};
    if (tuples_intern(&walk->begun, key, 3) == walk->ways->way.n + 1) {
        vec_push(&walk->ways->way, way);
    }
    come_to(walk, &to);
}

// --- Edges -------------------------------------------------------------------

static void take_edge(struct main_walk *walk, const struct place_at *from,
                      const struct calls_edge *e) {
    const struct along along = {e->x, e->kind == EDGE_LAMBDA,
                                is_on_this(walk, from->caller, e->pc)};
    bool calls = e->kind == EDGE_CALL || e->kind == EDGE_LAMBDA;
    if (calls && along.on_this && e->x && from->is > STOP_THIS_ANY &&
        from->is != e->x + 2) {
        return;
    }
    u4 runs = levels_behind(e, from->runs + (from->own != 0)), at[2];
    own_id m = calls_own(walk->c, e->target);
    if (m) {
        for (u4 i = levels_entered(e, runs, at); i-- > 0;) {
            enter(walk, m, e->x, at[i], from->far + 1);
        }
        return;
    }
    struct place_at to = {.caller = calls_caller(walk->c, e->target),
                          .runs = runs,
                          .far = from->far + 1};
    to.is = this_behind(walk, from, &along, to.caller);
    come_to(walk, &to);
}

static void take_labels(struct main_walk *walk, const struct place_at *from) {
    const struct calls *c = walk->c;
    const struct calls_method *m = &c->method.v[from->own];
    for (site_id s = m->first_site; s < m->first_site + m->n_sites; s++) {
        const struct calls_site *site = &c->site.v[s];
        for (label_id b = site->first; b < site->first + site->n; b++) {
            const struct calls_label *v = &c->label.v[b];
            own_id target = v->target;
            const struct along along = {v->x, (v->flags & LABEL_LAMBDA) != 0,
                                        site->on == RECEIVER_THIS};
            struct place_at to = {.runs = from->runs, .far = from->far + 1};
            bool passes = target != 0;
            for (u4 i = 0; i < N_STOPS && passes; i++) {
                const struct stop_rule *r = &walk->rule[i];
                passes = !r->step ||
                         r->step(r->context, from->fact[i], b, &to.fact[i]);
            }
            if (passes) {
                to.caller = calls_caller(c, c->method.v[target].id);
                to.is = this_behind(walk, from, &along, to.caller);
                come_to(walk, &to);
            }
        }
    }
}

static void take_place(struct main_walk *walk, u4 id) {
    struct place_at p = place_of(walk, id);
    if (p.far == walk->most) {
        return;
    }
    if (p.own) {
        take_labels(walk, &p);
    }
    struct calls_range r = walk->c->from[p.caller];
    for (u4 i = r.first; i < r.first + r.n; i++) {
        take_edge(walk, &p, &walk->c->edge.v[i]);
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
    struct main_walk walk = {.c = c, .rule = rule, .most = most, .ways = w};
    *w = (struct ways){0};
    arena_init(&walk.arena);
    receivers_init(&walk.receivers, c->w);
    walk.on_this = ARENA_ZARRAY(&walk.arena, struct on_this, c->n_callers);
    tuples_init(&walk.places);
    tuples_init(&walk.begun);
    vec_cover(&walk.far, 1);
    come_to(&walk, &(struct place_at){.caller = calls_caller(c, CALLER_MAIN)});
    come_to(&walk, &(struct place_at){.caller = calls_caller(c, CALLER_VM)});
    for (u4 id = 1; id < walk.far.n; id++) {
        take_place(&walk, id);
    }
    SORT(w->way.v, w->way.n, way_order);
    vec_free(&walk.far);
    tuples_release(&walk.places);
    tuples_release(&walk.begun);
    receivers_release(&walk.receivers);
    arena_release(&walk.arena);
}
