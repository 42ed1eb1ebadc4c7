// SPDX-License-Identifier: MIT
// At which entry levels each entry can be reached at all.
#ifndef CCINSTR_ANALYSIS_FOREST_LEVELS_H
#define CCINSTR_ANALYSIS_FOREST_LEVELS_H

#include "analysis/forest/calls.h"

// The highest level that is told from those above.
enum { TOP_LEVEL = 15 };

// By number in calls.entry: bit n for level n; the last one for all from there.
u2 *levels_find(const struct calls *c, struct arena *a);

#endif
