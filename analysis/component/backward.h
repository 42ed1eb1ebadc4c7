// SPDX-License-Identifier: MIT
// Marks handed on against the direction of edges: finds what leads somewhere.
#ifndef CCINSTR_ANALYSIS_COMPONENT_BACKWARD_H
#define CCINSTR_ANALYSIS_COMPONENT_BACKWARD_H

#include "analysis/base/vec.h"

struct backward {
    VEC(u8) edge;  // to << 32 | from
};

static inline void backward_add(struct backward *b, u4 from, u4 to) {
    vec_push(&b->edge, (u8)to << 32 | from);
}

// Marks every one of n nodes that leads to a marked one. Forgets the edges.
void backward_mark(struct backward *b, bool *mark, u4 n);

#endif
