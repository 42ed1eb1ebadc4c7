// SPDX-License-Identifier: MIT
// Trees as a drawing, in DOT.
#ifndef CCINSTR_REWRITER_CHAINS_DRAW_H
#define CCINSTR_REWRITER_CHAINS_DRAW_H

#include "rewriter/chains/count.h"

#include <stdio.h>

// At most `limit` chains, breadth first from all roots; a node "..." stands below
// those of which something is left out. How many are. n counts chains to any
// method.
struct big chains_draw(FILE *out, const struct chains_count *n, u4 limit,
                       struct arena *mem);

#endif
