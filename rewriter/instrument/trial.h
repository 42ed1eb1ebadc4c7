// SPDX-License-Identifier: MIT
// Which methods cannot have the probes that a plan wants: tried on all
// classes, before the plan is given away.
#ifndef CCINSTR_REWRITER_INSTRUMENT_TRIAL_H
#define CCINSTR_REWRITER_INSTRUMENT_TRIAL_H

#include "rewriter/driver/analyse.h"
#include "rt-native/plan.h"

struct emit;

// The same length as that of any plan.
#define TRIAL_PACKAGE "ccinstr/rt/p0000000000000000"

// Marks these methods in the plan, which is opened in *bytes, and
// gives it its identity again. Nothing is said of them here: what writes the classes
// says it. The run time takes a plan at its word, and would wait for the prologue of a
// method that has none.
void trial_run(const struct analysis *a, struct plan *p, struct emit *bytes);

#endif
