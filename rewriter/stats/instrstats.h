// SPDX-License-Identifier: MIT
// Instrument --stats: what was inserted, in figures.
#ifndef CCINSTR_REWRITER_STATS_INSTRSTATS_H
#define CCINSTR_REWRITER_STATS_INSTRSTATS_H

#include "rewriter/jar/jar.h"
#include "rt-native/plan.h"

// What became of the classes; and what the plan wanted, if there is one (or NULL).
void instrstats_print(const struct jar_counts *c, const struct plan *p);

#endif
