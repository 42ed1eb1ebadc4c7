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

// Goes through the classes of the component, or of its tests, in the order of the sources:
//
//     struct load_iter it = load_each_component(w);
//     for (class_id c; load_next(&it, &c);)
struct load_iter {
    struct world *w;
    struct src_iter names;
};
struct load_iter load_each_component(struct world *w);
struct load_iter load_each_test(struct world *w);
// Loads the next class; false when there is none left.
bool load_next(struct load_iter *it, class_id *c);
// Gives the name of the next class, which need not be known to the world.
bool load_next_name(struct load_iter *it, struct str *name);

u4 load_count_component(const struct world *w);
// Loads the classes of the component that nobody has needed so far.
void load_component(struct world *w);
// Loads every class of all sources.
void load_all(struct world *w);

#endif
