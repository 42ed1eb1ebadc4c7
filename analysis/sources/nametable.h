// SPDX-License-Identifier: MIT
// A table from names to numbers: classes, packages, paths.
//
// It is never iterated: its names have an order of their own in the array that the
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

// The value of key, or NULL.
const u4 *names_find(const struct names *t, struct str key);
// The value of key; a key that was not there gets `fresh`. The bytes of a new
// key are borrowed and must outlive the table.
u4 *names_intern(struct names *t, struct str key, u4 fresh);
// Adds key to a table that is a set; true if it was not in it.
bool names_add(struct names *t, struct str key);

#endif
