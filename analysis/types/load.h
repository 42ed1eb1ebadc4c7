// SPDX-License-Identifier: MIT
// From class files to rows of the world.
#ifndef CCINSTR_ANALYSIS_TYPES_LOAD_H
#define CCINSTR_ANALYSIS_TYPES_LOAD_H

#include "analysis/types/world.h"

// Loads every class that loaded classes name in their constants and
// descriptors, or in string constants that are names of classes, and so on
// until there is none left; then the world is closed.
void load_named(struct world *w);

// Loads every class of every source.
void load_all(struct world *w);

#endif
