// SPDX-License-Identifier: MIT
// A set of numbers below n that knows what comes next to a number.
//
// Bits, and above them a bit for each word that is not 0, and so on: the next number
// is found in as many steps as there are levels, three for 65536 numbers.
#ifndef CCINSTR_ANALYSIS_TABLE_ORDERED_H
#define CCINSTR_ANALYSIS_TABLE_ORDERED_H

#include "analysis/base/arena.h"
#include "analysis/base/types.h"

#define ORDERED_NONE ((u4)-1)

enum { ORDERED_LEVELS = 6 };  // 64 to the power of that is above all of u4

struct ordered {
    u8 *level[ORDERED_LEVELS];  // the numbers themselves first
    u4 n_levels;
    u4 n;
};

void ordered_init(struct ordered *s, u4 n, struct arena *a);
void ordered_add(struct ordered *s, u4 x);
void ordered_remove(struct ordered *s, u4 x);
bool ordered_has(const struct ordered *s, u4 x);
// The least number that is not below x, or ORDERED_NONE.
u4 ordered_from(const struct ordered *s, u4 x);
// The greatest number below x, or ORDERED_NONE.
u4 ordered_below(const struct ordered *s, u4 x);

#endif
