// SPDX-License-Identifier: MIT
// Trees for people: an indented line for each chain, and what goes back or is cut.
#ifndef CCINSTR_REWRITER_CHAINS_OUTLINE_H
#define CCINSTR_REWRITER_CHAINS_OUTLINE_H

#include "rewriter/chains/count.h"

#include <stdio.h>

struct chains_outline {
    FILE *out;
    u4 max;     // depth; no bound: UINT32_MAX
    u8 limit;   // chains; no bound: UINT64_MAX
    bool cuts;  // writes labels that are cut, too, with the rule
};

// Writes the trees; n must count chains to any method. Returns how many chains up to
// that depth are left out.
struct big chains_write_trees(const struct chains_outline *spec,
                              const struct chains_count *n, struct arena *mem);

#endif
