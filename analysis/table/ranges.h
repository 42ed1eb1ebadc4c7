// SPDX-License-Identifier: MIT
// Ranges of numbers below n, and which of them cover a number.
//
// A tree over the numbers, as an array: node i is above 2 i and 2 i + 1, and
// number x is node n + x. A range is noted at the few nodes that together have
// just its numbers, so the ranges that cover x are on the way from n + x up to 1. r
// ranges take r log n of memory, and a search log n steps besides what it finds, so
// that nobody looks at all ranges at each number.
#ifndef CCINSTR_ANALYSIS_TABLE_RANGES_H
#define CCINSTR_ANALYSIS_TABLE_RANGES_H

#include "analysis/base/arena.h"
#include "analysis/base/types.h"

struct ranges_noted {
    u4 range;
    u4 next;  // 1 + the next one of the same node; 0: none
};

struct ranges {
    struct arena *arena;
    u4 n;
    u4 *first;                   // by node: 1 + its first in `noted`; 0: none
    struct ranges_noted *noted;  // at the nodes
    u4 n_noted, room;
    u4 *found;  // what ranges_find found
    u4 n_found;
};

// Makes room for n_ranges ranges of numbers below n.
void ranges_init(struct ranges *r, u4 n, u4 n_ranges, struct arena *a);
// Range number `range` covers the numbers from `from` on, below `to`.
void ranges_add(struct ranges *r, u4 range, u4 from, u4 to);
// Finds the ranges that cover x, ascending, in r->found. take: each range is asked for
// just once, so a found one is not looked at again for other numbers of its node.
void ranges_find(struct ranges *r, u4 x, bool take);

#endif
