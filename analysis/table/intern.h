// SPDX-License-Identifier: MIT
// Strings, or pairs of strings, to dense ids: 1, 2, ... in the order in which
// they were first given.
//
// A pair serves names with descriptors, which are always asked for together:
// one look-up instead of three. Text is borrowed and must outlive the table.
#ifndef CCINSTR_ANALYSIS_TABLE_INTERN_H
#define CCINSTR_ANALYSIS_TABLE_INTERN_H

#include "analysis/base/str.h"
#include "analysis/base/types.h"
#include "analysis/base/vec.h"

struct intern_row {
    struct str a, b;
};

// The hash stands in the slot, so that only a row that will be equal is read.
struct intern_slot {
    u4 hash, id;
};

struct intern {
    VEC(struct intern_row) row;  // row.v[id]; row 0 is none
    struct intern_slot *slot;
    u4 mask;
    u8 key;  // of hashes
};

void intern_init(struct intern *t, u4 expected);
void intern_release(struct intern *t);
u4 intern_add(struct intern *t, struct str a, struct str b);
// 0 if it was never added.
u4 intern_find(const struct intern *t, struct str a, struct str b);

#endif
