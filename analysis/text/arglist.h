// SPDX-License-Identifier: MIT
// Lists of words as they stand on command lines.
#ifndef CCINSTR_ANALYSIS_TEXT_ARGLIST_H
#define CCINSTR_ANALYSIS_TEXT_ARGLIST_H

#include <stddef.h>

struct arena;

struct arg_list {
    const char **item;
    size_t n;
};

// The word itself is borrowed.
void arg_list_add(struct arg_list *list, const char *item, struct arena *arena);

#endif
