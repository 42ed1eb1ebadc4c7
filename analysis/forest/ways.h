// SPDX-License-Identifier: MIT
// Where the trees of a forest begin: which entries, at which levels, called on
// what, and with how many edges to go.
#ifndef CCINSTR_ANALYSIS_FOREST_WAYS_H
#define CCINSTR_ANALYSIS_FOREST_WAYS_H

#include "analysis/forest/forest.h"

#define WAY_ANY_LEVEL UINT32_MAX

struct ways {
    VEC(struct forest_way) way;  // by entry, then level
};

// Every entry once, at whatever level, with `left` edges.
void ways_any(struct ways *w, const struct calls *c, u4 left);
// Every entry at each level of `wanted` (bits) at which it can be.
void ways_levels(struct ways *w, const struct calls *c, u4 left, u2 wanted,
                 const u2 *possible);
// Every entry at each level at which at most `most` edges lead to it from main, with
// as many edges as are left of `most`. Calls that a rule stops do not count.
void ways_from_main(struct ways *w, const struct calls *c,
                    const struct stop_rule rule[N_STOPS], u4 most);
void ways_release(struct ways *w);

#endif
