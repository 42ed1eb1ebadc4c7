// SPDX-License-Identifier: MIT
// A table from names to numbers: classes, packages, paths.
//
// Never iterated: what is in it has an order of its own in the array that the
// numbers index.
#ifndef CCINSTR_ANALYSIS_SOURCES_NAMETABLE_H
#define CCINSTR_ANALYSIS_SOURCES_NAMETABLE_H

#include "analysis/base/str.h"
#include "analysis/base/types.h"
#include "analysis/base/vec.h"
#include "analysis/table/intern.h"

struct names {
    struct intern known;
    VEC(u4) value;  // by id
    u4 n;
};

void names_init(struct names *t);
void names_release(struct names *t);

// NULL when there is none.
const u4 *names_find(const struct names *t, struct str key);
// The value of key; a key that was not there gets `fresh`. The bytes of a new
// key are borrowed and must outlive the table.
u4 *names_intern(struct names *t, struct str key, u4 fresh);
// For a table that is a set: true if key was not in it.
bool names_add(struct names *t, struct str key);

#endif
