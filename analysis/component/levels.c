// SPDX-License-Identifier: MIT
// At which entry levels each entry can be reached: a walk through the whole call
// graph that counts how often it has left the component.
//
// Outside, a method is visited with the level that an entry which it calls would
// have; inside, with that of the run it belongs to. An initialiser has the level
// of what it interrupts, so outside one less. A thread begins at level 0, and so
// do finalizers.
#include "analysis/component/levels.h"

struct level_walk {
    const struct calls *c;
    u2 *seen;      // by calls_caller()
    u2 *entry;     // the result
    VEC(u4) todo;  // caller << 4 | level
};

static void visit(struct level_walk *walk, u4 caller, u4 level) {
    u4 at = level < TOP_LEVEL ? level : TOP_LEVEL;
    if (!(walk->seen[caller] >> at & 1)) {
        walk->seen[caller] |= (u2)(1u << at);
        vec_push(&walk->todo, caller << 4 | at);
    }
}

static void enter(struct level_walk *walk, own_id m, u4 level) {
    u4 at = level < TOP_LEVEL ? level : TOP_LEVEL;
    walk->entry[walk->c->method.v[m].entry] |= (u2)(1u << at);
    visit(walk, calls_caller(walk->c, walk->c->method.v[m].id), at);
}

// `level` is that of an entry which is called there.
static void take(struct level_walk *walk, const struct calls_edge *e,
                 u4 level) {
    own_id m = calls_own(walk->c, e->target);
    u4 behind = levels_behind(e, level), at[2];
    if (!m) {
        visit(walk, calls_caller(walk->c, e->target), behind);
        return;
    }
    for (u4 i = levels_entered(e, behind, at); i-- > 0;) {
        enter(walk, m, at[i]);
    }
}

static void take_calls(struct level_walk *walk, own_id m, u4 level) {
    const struct calls_method *row = &walk->c->method.v[m];
    for (site_id s = row->first_site; s < row->first_site + row->n_sites; s++) {
        const struct calls_site *site = &walk->c->site.v[s];
        for (label_id b = site->first; b < site->first + site->n; b++) {
            own_id to = walk->c->label.v[b].target;
            if (to) {
                visit(walk, calls_caller(walk->c, walk->c->method.v[to].id),
                      level);
            }
        }
    }
}

static void take_caller(struct level_walk *walk, u4 caller, u4 level) {
    const struct calls *c = walk->c;
    own_id m = caller < c->n_callers - 2 ? c->own_of[caller] : 0;
    struct calls_range r = c->from[caller];
    if (m) {
        take_calls(walk, m, level);
    }
    for (u4 i = r.first; i < r.first + r.n; i++) {
        take(walk, &c->edge.v[i], level + (m != 0));
    }
}

u2 *levels_find(const struct calls *c, struct arena *a) {
    struct level_walk walk = {.c = c,
                              .seen = MEM_ARRAY(u2, c->n_callers),
                              .entry = ARENA_ZARRAY(a, u2, c->entry.n)};
    visit(&walk, calls_caller(c, CALLER_MAIN), 0);
    visit(&walk, calls_caller(c, CALLER_VM), 0);
    while (walk.todo.n) {
        u4 item = walk.todo.v[--walk.todo.n];
        take_caller(&walk, item >> 4, item & 15);
    }
    vec_free(&walk.todo);
    mem_free(walk.seen);
    return walk.entry;
}
