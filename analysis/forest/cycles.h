// SPDX-License-Identifier: MIT
// Which methods of a component can call each other again.
#ifndef CCINSTR_ANALYSIS_FOREST_CYCLES_H
#define CCINSTR_ANALYSIS_FOREST_CYCLES_H

#include "analysis/forest/calls.h"

// By own_id: the number of the cycle of calls that it is in; 0: in none.
u4 *cycles_find(const struct calls *c, struct arena *a);

#endif
