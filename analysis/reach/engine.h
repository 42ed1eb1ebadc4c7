// SPDX-License-Identifier: MIT
// What an engine that reads bodies needs of the work list.
#ifndef CCINSTR_ANALYSIS_REACH_ENGINE_H
#define CCINSTR_ANALYSIS_REACH_ENGINE_H

#include "analysis/reach/reach.h"

// Adds a site to the method whose body is being read, and what the site triggers.
void solve_read_site(struct solve *s, u2 pc, enum site_shape shape, u4 what);
// Adds the initialisers that a use of class c in a method of class `in` triggers.
void solve_read_trigger(struct solve *s, u2 pc, class_id c, class_id in);

#endif
