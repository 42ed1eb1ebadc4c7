// SPDX-License-Identifier: MIT
// Runs of numbers to dense ids: equal ones get the same.
#ifndef CCINSTR_ANALYSIS_TABLE_TUPLES_H
#define CCINSTR_ANALYSIS_TABLE_TUPLES_H

#include "analysis/base/vec.h"

struct tuples_row {
    u8 first;  // in `word`
    u4 n;
    u4 hash;
};

struct tuples {
    u4 *word;
    u8 n_words, room;
    VEC(struct tuples_row) row;  // by id; row 0 is none
    u4 *slot;                    // ids, by hash
    u4 mask;
    u8 key;  // of hashes
};

void tuples_init(struct tuples *t);
void tuples_release(struct tuples *t);
// Ids are given in the order of the first asking, from 1.
u4 tuples_intern(struct tuples *t, const u4 *v, u4 n);

// Valid until the next tuples_intern.
static inline const u4 *tuples_get(const struct tuples *t, u4 id, u4 *n) {
    *n = t->row.v[id].n;
    return t->word + t->row.v[id].first;
}

#endif
