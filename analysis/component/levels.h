// SPDX-License-Identifier: MIT
// At which entry levels each entry can be reached at all.
#ifndef CCINSTR_ANALYSIS_COMPONENT_LEVELS_H
#define CCINSTR_ANALYSIS_COMPONENT_LEVELS_H

#include "analysis/component/calls.h"

// The highest level; it stands for all above it, too.
enum { TOP_LEVEL = 15 };

// The level of the method that e calls, if a plain call would be at `level`: threads
// and finalizers begin anew.
static inline u4 levels_behind(const struct calls_edge *e, u4 level) {
    bool anew = e->kind == EDGE_THREAD || e->kind == EDGE_FINALIZER;
    return anew ? 0 : level < TOP_LEVEL ? level : TOP_LEVEL;
}

// The levels that an entry called by e may be at; returns how many. An initialiser
// has the level of the code that it interrupts. At the top it may have been just below.
static inline u4 levels_entered(const struct calls_edge *e, u4 behind,
                                u4 level[2]) {
    bool init = e->kind == EDGE_INIT && behind > 0;
    level[0] = init ? behind - 1 : behind;
    level[1] = behind;
    return init && behind == TOP_LEVEL ? 2 : 1;
}

// By number in calls.entry: bit n for level n, bit TOP_LEVEL for all from there.
u2 *levels_find(const struct calls *c, struct arena *a);

#endif
