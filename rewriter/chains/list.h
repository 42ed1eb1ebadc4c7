// SPDX-License-Identifier: MIT
// Chains one after another, each made when its turn comes.
#ifndef CCINSTR_REWRITER_CHAINS_LIST_H
#define CCINSTR_REWRITER_CHAINS_LIST_H

#include "rewriter/chains/count.h"

#include <stdio.h>

enum chains_format { CHAINS_TEXT, CHAINS_TSV, CHAINS_JSON };

// Within an entry and length, chains stand in the order of their text.
enum chains_order {
    CHAINS_SORTED,  // lines of CHAINS_TSV sorted by their bytes
    CHAINS_SHORTEST_FIRST,
    CHAINS_LONGEST_FIRST,
};

struct chains_list {
    FILE *out;
    enum chains_format format;
    enum chains_order order;
    u4 min, max;  // lengths; no bound: UINT32_MAX
    u8 limit;     // chains; no bound: UINT64_MAX
};

// Writes the chains that n counts. Returns how many of these lengths are left out.
struct big chains_write(const struct chains_list *spec,
                        const struct chains_count *n, struct arena *mem);

#endif
