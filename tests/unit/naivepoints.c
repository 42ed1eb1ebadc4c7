// SPDX-License-Identifier: MIT
// Inclusion constraints solved in the simplest way.

#include "tests/unit/naivepoints.h"

static bool is_passing(const struct naive *n, u4 mask, u4 object) {
    return n->passes[mask][n->kind[object]];
}

static bool into(const struct naive *n, bool *to, u4 mask, const bool *from) {
    bool changed = false;
    for (u4 o = 0; o < n->objects; o++) {
        if (from[o] && !to[o] && is_passing(n, mask, o)) {
            to[o] = changed = true;
        }
    }
    return changed;
}

static bool watch(struct naive *n, u4 v, u4 watch) {
    bool changed = false;
    for (u4 o = 0; o < n->objects; o++) {
        if (n->in[v][o] && !n->arrived[watch][o]) {
            n->arrived[watch][o] = changed = true;
            if (!n->has_added[watch][n->kind[o]]) {
                n->has_added[watch][n->kind[o]] = true;
                n->c[n->n++] = n->adds[watch][n->kind[o]];
            }
        }
    }
    return changed;
}

static bool follow(struct naive *n, struct naive_constraint c) {
    bool changed = false;
    switch (c.what) {
    case ADD:
        changed = !n->in[c.b][c.a] && is_passing(n, n->mask[c.b], c.a);
        n->in[c.b][c.a] = n->in[c.b][c.a] || changed;
        return changed;
    case FLOW:
        return into(n, n->in[c.b], n->mask[c.b], n->in[c.a]);
    case LOAD:
        for (u4 o = 0; o < n->objects; o++) {
            if (n->in[c.a][o] &&
                into(n, n->in[c.b], n->mask[c.b], n->field[o][c.field])) {
                changed = true;
            }
        }
        return changed;
    case STORE:
        for (u4 o = 0; o < n->objects; o++) {
            u4 mask = n->field_mask[n->kind[o]][c.field];
            if (n->in[c.a][o] &&
                into(n, n->field[o][c.field], mask, n->in[c.b])) {
                changed = true;
            }
        }
        return changed;
    case WATCH:
        return watch(n, c.a, c.b);
    }
    return false;
}

void naive_run(struct naive *n) {
    for (bool changed = true; changed;) {
        changed = false;
        for (u4 i = 0; i < n->n; i++) {
            changed = follow(n, n->c[i]) || changed;
        }
    }
}
