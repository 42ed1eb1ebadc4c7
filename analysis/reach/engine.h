// SPDX-License-Identifier: MIT
// What an engine that reads bodies needs of the work list.
#ifndef CCINSTR_ANALYSIS_REACH_ENGINE_H
#define CCINSTR_ANALYSIS_REACH_ENGINE_H

#include "analysis/reach/reach.h"

// Makes what a site calls reachable.
void solve_take_site(struct solve *s, method_id caller,
                     const struct solve_site *site);
void solve_reach(struct solve *s, method_id m, method_id from, u2 pc,
                 enum edge_kind kind);
void solve_run_initialisers(struct solve *s, class_id c, method_id from, u2 pc);
// Adds a site to the method whose body is being read, and what the site triggers.
void solve_read_site(struct solve *s, u2 pc, enum site_shape shape, u4 what);
// Adds the initialisers that a use of class c in a method of class `in` triggers.
void solve_read_trigger(struct solve *s, u2 pc, class_id c, class_id in);
// Does class c, first used in a method of class `in`, have initialisers to run?
bool solve_triggers(struct solve *s, class_id c, class_id in);

#endif
