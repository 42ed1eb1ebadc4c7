// SPDX-License-Identifier: MIT
// foreststats.h - forest --stats: what a plan holds, in figures.
#ifndef CCINSTR_REWRITER_STATS_FORESTSTATS_H
#define CCINSTR_REWRITER_STATS_FORESTSTATS_H

#include "rewriter/chains/count.h"

// The figures of the forest are those of the trees in n.
void foreststats_print(const struct chains_count *n, bool json,
                       struct arena *mem);

#endif
