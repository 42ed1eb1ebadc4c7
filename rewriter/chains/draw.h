// SPDX-License-Identifier: MIT
// Trees as a drawing, in DOT.
#ifndef CCINSTR_REWRITER_CHAINS_DRAW_H
#define CCINSTR_REWRITER_CHAINS_DRAW_H

#include "rewriter/chains/count.h"

#include <stdio.h>

// Draws at most `limit` chains, breadth first from all roots; a node "..." stands
// below those whose children are left out. Returns how many chains are left out. n
// must count chains to any method.
struct big chains_draw(FILE *out, const struct chains_count *n, u4 limit,
                       struct arena *mem);

#endif
