// SPDX-License-Identifier: MIT
// Reflection: which classes and members code asks for by name, and what it does
// with them. What this folder is for.
//
// Idea. Names, and Class, Method, Constructor and Field objects, are *tokens*. A
// call of Class.forName, Method.invoke and their like (reflect.def) is found when
// its method becomes reachable. The value that it takes is followed backwards
// through the value-flow forms of methods: to constants, to what callers pass, to
// what callees return, to what fields hold, and through methods that make one
// token of another. Each token that comes to the call has its effect there: an
// initialiser, a constructor, a call.
//
// All of it happens when the work list of the solver is empty. Callers and targets
// that are new since then add tokens; none is ever taken back, so the order of the
// work changes nothing. A value that can also be something else than its tokens is
// *open*.
#ifndef CCINSTR_ANALYSIS_DYNAMIC_DYNAMIC_H
#define CCINSTR_ANALYSIS_DYNAMIC_DYNAMIC_H

#include "analysis/reach/reach.h"

struct dynamic;

// models: hooks that this gives everything on to.
struct dynamic *dynamic_new(struct world *w, const struct solve_hooks *models);
void dynamic_free(struct dynamic *d);
struct solve_hooks dynamic_hooks(struct dynamic *d);

#endif
