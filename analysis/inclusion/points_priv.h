// SPDX-License-Identifier: MIT
// What the files behind points.h share.
#ifndef CCINSTR_ANALYSIS_INCLUSION_POINTS_PRIV_H
#define CCINSTR_ANALYSIS_INCLUSION_POINTS_PRIV_H

#include "analysis/inclusion/points.h"

// The variable that v was collapsed into for good, or v.
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

// The variable whose set is that of v.
static inline var_id points_rep(struct points *p, var_id v) {
    const struct points_var *var = p->var.v;
    for (v = points_own(p, v); var[v].shares; v = points_own(p, var[v].rep)) {
    }
    return v;
}

// Sends to `to` the members of a set that it lacks. `to` is not collapsed; `from` is
// not its pending set.
void points_send(struct points *p, const struct set *from, var_id to);
// Mends edges of v to collapsed variables, and drops edges to itself and duplicates.
void points_tidy(struct points *p, var_id v);
// Adds an edge between two variables that have sets of their own.
void points_connect(struct points *p, var_id from, var_id to);
// Makes room for one more edge of `from`.
void points_make_room(struct points *p, var_id from);
// Gives v a set of its own.
void points_unshare(struct points *p, var_id v);
// Adds the edges that are waiting (p->link).
void points_add_links(struct points *p);
// Puts v on the work list: it has got something pending.
void points_put(struct points *p, var_id v);
// Takes a variable from the work list; 0 if it is empty.
var_id points_take(struct points *p);
// Sorts the work list anew, after the topological numbers have changed.
void points_resort(struct points *p);

// Looks for cycles, collapses them and numbers the variables anew.
void points_sweep(struct points *p);

#endif
