// SPDX-License-Identifier: MIT
// Which methods of a component can call each other again.
#ifndef CCINSTR_ANALYSIS_COMPONENT_CYCLES_H
#define CCINSTR_ANALYSIS_COMPONENT_CYCLES_H

#include "analysis/component/calls.h"

struct cycles {
    const struct calls *c;
    struct arena *arena;
    u4 *cycle;    // by own_id: the cycle that it is in; 0: none
    u4 *place;    // by own_id: its number in the cycle
    u4 *size;     // by cycle: its methods
    u4 *callers;  // callers in the same cycle, grouped by callee
    u4 *first;    // by own_id: its first in `callers`; one more at the end
    u1 **far;     // by own_id: edges from each place to it, once asked for
};

void cycles_find(struct cycles *y, const struct calls *c, struct arena *a);
// The fewest edges from a method to one of the same cycle, at least 1; 255 stands
// for 255 and more.
u4 cycles_distance(struct cycles *y, own_id from, own_id to);

#endif
