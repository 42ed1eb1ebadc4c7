// SPDX-License-Identifier: MIT
// From class files to rows of the world.
#ifndef CCINSTR_ANALYSIS_WORLD_LOAD_H
#define CCINSTR_ANALYSIS_WORLD_LOAD_H

#include "analysis/world/world.h"

// Loads every class from `from` on, and every class that these name in their
// constants and descriptors or (but for a JDK that is no component) in strings
// that are names of classes, and so on until there is none left: the world is
// closed. Returns the id that the next new class will get. When there is such a
// class, call again from it.
class_id load_named(struct world *w, class_id from);

// Loads every class of a part of the sources.
void load_part(struct world *w, enum src_part part);
// Loads every class of all sources.
void load_all(struct world *w);

#endif
