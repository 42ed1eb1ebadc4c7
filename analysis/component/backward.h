// SPDX-License-Identifier: MIT
// What leads somewhere: marks handed on against the direction of edges.
#ifndef CCINSTR_ANALYSIS_COMPONENT_BACKWARD_H
#define CCINSTR_ANALYSIS_COMPONENT_BACKWARD_H

#include "analysis/base/vec.h"

struct backward {
    VEC(u8) edge;  // to << 32 | from
};

static inline void backward_add(struct backward *b, u4 from, u4 to) {
    vec_push(&b->edge, (u8)to << 32 | from);
}

// Marks what leads to something that is marked, of n nodes, and forgets the
// edges.
void backward_mark(struct backward *b, bool *mark, u4 n);

#endif
