// SPDX-License-Identifier: MIT
// Numbers of chains by entry, class, package or length.
#ifndef CCINSTR_REWRITER_CHAINS_TABLE_H
#define CCINSTR_REWRITER_CHAINS_TABLE_H

#include "rewriter/chains/list.h"

enum chains_by {
    CHAINS_BY_ENTRY,
    CHAINS_BY_CLASS,  // of the entry
    CHAINS_BY_PACKAGE,
    CHAINS_BY_LENGTH,
};

struct chains_table {
    FILE *out;
    enum chains_format format;
    enum chains_by by;
    // The chains of the same entries at each granularity; NULL: not known. That at
    // GRAIN_RECEIVER must be known.
    const struct chains_count *count[N_GRAINS];
};

void chains_write_table(const struct chains_table *t, struct arena *mem);

#endif
