// SPDX-License-Identifier: MIT
// Where the trees of a forest begin.
#include "analysis/forest/ways.h"

#include "analysis/component/calls.h"
#include "analysis/component/levels.h"

static void add(struct ways *w, const struct calls *c, u4 entry, u4 level,
                u4 left) {
    const struct calls_entry *e = &c->entry.v[entry];
    for (u4 i = 0; i < e->n_x; i++) {
        struct forest_way way = {entry, level, c->entered.v[e->first_x + i],
                                 left};
        vec_push(&w->way, way);
    }
}

void ways_any(struct ways *w, const struct calls *c, u4 left) {
    *w = (struct ways){0};
    for (u4 i = 1; i < c->entry.n; i++) {
        add(w, c, i, WAY_ANY_LEVEL, left);
    }
}

void ways_levels(struct ways *w, const struct calls *c, u4 left, u2 wanted,
                 const u2 *possible) {
    *w = (struct ways){0};
    for (u4 i = 1; i < c->entry.n; i++) {
        for (u4 level = 0; level <= TOP_LEVEL; level++) {
            if (wanted >> level & possible[i] >> level & 1) {
                add(w, c, i, level, left);
            }
        }
    }
}

void ways_release(struct ways *w) {
    vec_free(&w->way);
}
