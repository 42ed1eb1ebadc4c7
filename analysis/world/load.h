// SPDX-License-Identifier: MIT
// From class files to rows of the world.
#ifndef CCINSTR_ANALYSIS_WORLD_LOAD_H
#define CCINSTR_ANALYSIS_WORLD_LOAD_H

#include "analysis/world/world.h"

// Loads every class from `from` on, and every class that these name in their
// constants and descriptors or (but for a JDK that is no component) in strings
// that are names of classes, and so on until there is none left: the world is
// closed. Gives the id that the next new class will get: once there is one,
// call again from there.
class_id load_named(struct world *w, class_id from);

// Loads every class of a part; of every source.
void load_part(struct world *w, enum src_part part);
void load_all(struct world *w);

#endif
