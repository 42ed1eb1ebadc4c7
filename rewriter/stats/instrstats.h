// SPDX-License-Identifier: MIT
// Instrument --stats: what was inserted, in figures.
#ifndef CCINSTR_REWRITER_STATS_INSTRSTATS_H
#define CCINSTR_REWRITER_STATS_INSTRSTATS_H

#include "rewriter/jar/jar.h"
#include "rt-native/plan.h"

// Prints how many classes were changed, and what the plan wanted, unless p is NULL.
void instrstats_print(const struct jar_counts *c, const struct plan *p);

#endif
