// SPDX-License-Identifier: MIT
// Line numbers, local variables and type annotations: as they were, or moved.
#ifndef CCINSTR_REWRITER_EDIT_TABLES_H
#define CCINSTR_REWRITER_EDIT_TABLES_H

#include "rewriter/edit/layout.h"

// The body of a table as it was read.
void table_write(const struct code_attr *t, struct emit *out);

struct table_map {
    const struct layout *l;
    u4 handlers_before;  // exception entries put in front of the input's
    bool vars_ok;        // every variable table can be moved
};

struct table_map table_map(const struct layout *l, u4 handlers_before);

// Do all offsets of t name instructions? Both variable tables stand or fall together:
// HotSpot wants each entry of the one in the other.
bool table_can_move(const struct table_map *m, const struct code_attr *t);
void table_write_moved(const struct table_map *m, const struct code_attr *t,
                       struct emit *out);

#endif
