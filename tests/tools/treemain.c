// SPDX-License-Identifier: MIT
// treemain.c - chains whose edges are counted from main: every path through the
// whole call graph, one after another.
#include "analysis/component/levels.h"
#include "tests/tools/treebuilder.h"

#include <stdlib.h>

// Calls on `this` of a method outside.
struct outside {
    bool read;
    u4 n;
    u2 *pc;
};

struct walk {
    struct trees *t;
    const struct calls *c;
    u4 most;
    bool print;
    struct receivers on;
    struct outside *outside;  // by calls_caller()
    VEC(struct step) path;
};

// A step from outside the component into it, or one that is no label.
static bool enters(const struct step *s) {
    return s->own && !s->label;
}

// --- What a path is ----------------------------------------------------------

// How many runs came before the last one of the path.
static u4 level_of(const struct walk *k) {
    u4 runs = 0;
    bool inside = false;
    for (u4 i = 0; i < k->path.n; i++) {
        const struct step *s = &k->path.v[i];
        if (s->label) {
            continue;
        }
        runs += inside;
        if (s->kind == EDGE_THREAD || s->kind == EDGE_FINALIZER) {
            runs = 0;
        } else if (s->own && s->kind == EDGE_INIT && runs > 0) {
            runs--;  // the level of what it interrupts
        }
        inside = s->own != 0;
    }
    return runs < TOP_LEVEL ? runs : TOP_LEVEL;
}

// Where the last run begins: behind this many steps.
static u4 last_run(const struct walk *k) {
    u4 at = k->path.n;
    while (!enters(&k->path.v[at - 1])) {
        at--;
    }
    return at;
}

static receiver_id root_of(const struct step *s) {
    return s->through ? 0 : s->x;
}

// The class of `this` at the end of the path. What an entry is called on is all
// that is known of it at its beginning.
static receiver_id this_at_end(const struct walk *k) {
    u4 at = k->path.n;
    while (at > 0 && !enters(&k->path.v[at - 1])) {
        at--;
    }
    receiver_id root = at ? root_of(&k->path.v[at - 1]) : 0;
    return this_behind(k->path.v + at, k->path.n - at, root);
}

// --- Steps -------------------------------------------------------------------

static void read_outside(struct walk *k, u4 caller) {
    struct outside *o = &k->outside[caller];
    receivers_read(&k->on, caller);
    o->pc = ARENA_ARRAY(&k->t->arena, u2, k->on.row.n);
    for (u4 i = 0; i < k->on.row.n; i++) {
        u2 pc = (u2)(k->on.row.v[i] >> 2);
        if (receivers_at(&k->on, pc) == RECEIVER_THIS) {
            o->pc[o->n++] = pc;
        }
    }
    o->read = true;
}

static bool is_on_this(struct walk *k, u4 caller, u2 pc) {
    if (caller >= k->c->n_callers - 2 || pc == SITE_NO_PC) {
        return false;
    }
    struct outside *o = &k->outside[caller];
    if (!o->read) {
        read_outside(k, caller);
    }
    for (u4 i = 0; i < o->n; i++) {
        if (o->pc[i] == pc) {
            return true;
        }
    }
    return false;
}

static struct step step_of_edge(struct walk *k, u4 caller,
                                const struct calls_edge *e) {
    return (struct step){
        .to = calls_caller(k->c, e->target),
        .own = calls_own(k->c, e->target),
        .pc = e->pc,
        .kind = e->kind,
        .x = e->x,
        .on_this = is_on_this(k, caller, e->pc),
        .through = e->kind == EDGE_LAMBDA || calls_is_lambda(k->c, e->x),
    };
}

// --- Paths -------------------------------------------------------------------

static void go_on(struct walk *k, u4 caller);

// The run that the last step begins, or goes on with.
static void come_inside(struct walk *k) {
    u4 at = last_run(k), level = level_of(k);
    const struct step *root = &k->path.v[at - 1];
    const struct chain run = {root->own, k->path.v + at, k->path.n - at};
    const struct forest_way way = {k->c->method.v[root->own].entry, level,
                                   root_of(root), k->most - at};
    if (way.entry == 0) {
        BUG("%.*s is entered, but no entry",
            STR_F(k->c->method.v[root->own].name));
    }
    if (rules_stop(&k->t->rules, &run, &way, 1)) {
        return;
    }
    if (run.n == 0) {
        vec_push(&k->t->way, way);
    }
    if (k->print) {
        add_chain(k->t, &run, level);
    }
    go_on(k, k->path.v[k->path.n - 1].to);
}

static void take_branches(struct walk *k, own_id m) {
    const struct calls_method *row = &k->c->method.v[m];
    for (site_id s = row->first_site; s < row->first_site + row->n_sites; s++) {
        const struct calls_site *site = &k->c->site.v[s];
        for (label_id b = site->first; b < site->first + site->n; b++) {
            if (k->c->label.v[b].target) {
                vec_push(&k->path, step_of_branch(k->c, b));
                come_inside(k);
                k->path.n--;
            }
        }
    }
}

static void take_edge(struct walk *k, u4 caller, const struct calls_edge *e) {
    struct step s = step_of_edge(k, caller, e);
    receiver_id is = this_at_end(k);
    bool calls = s.kind == EDGE_CALL || s.kind == EDGE_LAMBDA;
    if (calls && s.on_this && s.x && is && is != s.x) {
        return;
    }
    vec_push(&k->path, s);
    if (s.own) {
        come_inside(k);
    } else {
        go_on(k, s.to);
    }
    k->path.n--;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as --from-main says
static void go_on(struct walk *k, u4 caller) {
    count_node(k->t);
    if (k->path.n == k->most) {
        return;
    }
    if (caller < k->c->n_callers - 2 && k->c->own_of[caller]) {
        take_branches(k, k->c->own_of[caller]);
    }
    struct calls_range r = k->c->from[caller];
    for (u4 i = r.first; i < r.first + r.n; i++) {
        take_edge(k, caller, &k->c->edge.v[i]);
    }
}

static int way_order(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct forest_way));
}

// In groups by entry and level, each once.
static void sort_ways(struct trees *t) {
    u4 kept = 0;
    if (t->way.n > 1) {
        qsort(t->way.v, t->way.n, sizeof *t->way.v, way_order);
    }
    for (u4 i = 0; i < t->way.n; i++) {
        if (i == 0 || way_order(&t->way.v[kept - 1], &t->way.v[i]) != 0) {
            t->way.v[kept++] = t->way.v[i];
        }
    }
    t->way.n = kept;
}

void paths_from_main(struct trees *t, u4 most, bool print) {
    struct walk k = {.t = t, .c = &t->c, .most = most, .print = print};
    receivers_init(&k.on, t->c.w);
    k.outside = ARENA_ZARRAY(&t->arena, struct outside, t->c.n_callers);
    go_on(&k, calls_caller(&t->c, CALLER_MAIN));
    go_on(&k, calls_caller(&t->c, CALLER_VM));
    receivers_release(&k.on);
    vec_free(&k.path);
    sort_ways(t);
}
