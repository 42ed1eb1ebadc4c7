// SPDX-License-Identifier: MIT
// What reflection does with the classes and members that come to it: it loads, makes and
// calls them. What this folder is for.
//
// analysis/dynamic follows names, classes and members to the calls that take them, and tells
// what comes there (struct dynamic_effects). Here it becomes edges of the solver.
#ifndef CCINSTR_ANALYSIS_EFFECTS_EFFECTS_H
#define CCINSTR_ANALYSIS_EFFECTS_EFFECTS_H

#include "analysis/dynamic/dynamic.h"

struct effects;

// models: what it gives everything on to.
struct effects *effects_new(struct world *w, struct models *models,
                            const struct dynamic_spec *spec);
void effects_free(struct effects *e);
// What it follows, which lives as long.
struct dynamic *effects_dynamic(const struct effects *e);

#endif
