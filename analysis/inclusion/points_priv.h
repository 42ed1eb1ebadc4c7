// SPDX-License-Identifier: MIT
// What the files behind points.h share.
#ifndef CCINSTR_ANALYSIS_INCLUSION_POINTS_PRIV_H
#define CCINSTR_ANALYSIS_INCLUSION_POINTS_PRIV_H

#include "analysis/inclusion/points.h"

// What v was collapsed into for good, or v.
static inline var_id points_own(struct points *p, var_id v) {
    struct points_var *var = p->var.v;
    while (var[v].rep != v && !var[v].shares) {
        var_id up = var[v].rep;
        if (!var[up].shares) {
            var[v].rep = var[up].rep;
        }
        v = up;
    }
    return v;
}

// Whose set is that of v.
static inline var_id points_rep(struct points *p, var_id v) {
    const struct points_var *var = p->var.v;
    for (v = points_own(p, v); var[v].shares; v = points_own(p, var[v].rep)) {
    }
    return v;
}

// Sends what `to`, which is not collapsed, lacks of a set. `from` is no pending
// set of it.
void points_send(struct points *p, const struct set *from, var_id to);
// Edges of v to what is collapsed are mended, those to itself and duplicates
// dropped.
void points_tidy(struct points *p, var_id v);
// An edge between two variables that have sets of their own.
void points_connect(struct points *p, var_id from, var_id to);
// Room for one more edge.
void points_make_room(struct points *p, var_id from);
// From now on v has a set of its own.
void points_unshare(struct points *p, var_id v);
// Adds the edges that are waiting (p->link).
void points_add_links(struct points *p);
// The work list: a variable is put there when it gets something pending.
void points_put(struct points *p, var_id v);
// 0 if there is none.
var_id points_take(struct points *p);
// After the topological numbers have changed.
void points_resort(struct points *p);

// Looks for cycles, collapses them and numbers the variables anew.
void points_sweep(struct points *p);

#endif
