// SPDX-License-Identifier: MIT
// From class files to rows of the world.
#ifndef CCINSTR_ANALYSIS_TYPES_LOAD_H
#define CCINSTR_ANALYSIS_TYPES_LOAD_H

#include "analysis/types/world.h"

// Loads every class from `from` on, and every class that these name in their
// constants and descriptors or (but for those of the JDK) in string constants
// that are names of classes, and so on until there is none left: the world is
// closed, and stays so until an analysis names a class from the result on.
class_id load_named(struct world *w, class_id from);

// Loads every class of every source.
void load_all(struct world *w);

#endif
