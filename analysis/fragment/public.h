// SPDX-License-Identifier: MIT
// The placeholder main of a component that is no program: calls of everything
// that code outside may call. What this folder is for.
#ifndef CCINSTR_ANALYSIS_FRAGMENT_PUBLIC_H
#define CCINSTR_ANALYSIS_FRAGMENT_PUBLIC_H

#include "analysis/solve/solve.h"

// Makes CALLER_MAIN call all public members of all public classes of the
// component, inherited ones too, and every method of such a class that
// overrides or implements a method of a class outside (tests call equals and
// hashCode without naming them). Public classes that can be made are made, and
// the arrays that signatures name.
void public_call_all(struct solve *s);

#endif
