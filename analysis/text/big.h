// SPDX-License-Identifier: MIT
// Natural numbers of any size, to count what nobody lists.
//
// A number is a value: its words, where it has more than one, live in an arena
// and never change. Nearly all are small and need no memory.
#ifndef CCINSTR_ANALYSIS_TEXT_BIG_H
#define CCINSTR_ANALYSIS_TEXT_BIG_H

#include "analysis/base/arena.h"
#include "analysis/base/str.h"
#include "analysis/base/types.h"

struct big {
    u8 low;          // the number itself, while n is 0
    const u4 *word;  // else n of them, the least first, the last one not 0
    u4 n;
};

static inline struct big big_of(u8 small) {
    return (struct big){.low = small};
}

static inline bool big_is_zero(struct big a) {
    return a.n == 0 && a.low == 0;
}

struct big big_add(struct arena *mem, struct big a, struct big b);
// a - b, where a is not less.
struct big big_sub(struct arena *mem, struct big a, struct big b);
// The same number, with its words in mem.
struct big big_copy(struct arena *mem, struct big a);
// <0, 0, >0
int big_order(struct big a, struct big b);
// Decimal digits.
struct str big_text(struct arena *mem, struct big a);

#endif
