// SPDX-License-Identifier: MIT
// Finds the methods that cannot have the probes that a plan wants. All classes are
// tried, before the plan is given away.
#ifndef CCINSTR_REWRITER_INSTRUMENT_TRIAL_H
#define CCINSTR_REWRITER_INSTRUMENT_TRIAL_H

#include "rewriter/driver/analyse.h"
#include "rt-native/plan.h"

struct emit;

// The package of class Probe while a plan is tried; as long as that of any plan.
#define TRIAL_PACKAGE "ccinstr/rt/p0000000000000000"

// Marks these methods in the plan, which is opened in *bytes, and gives it its identity
// again. They are not reported here, but when the classes are written. The run time
// believes a plan, and would wait for the prologue of a method that has none.
void trial_run(const struct analysis *a, struct plan *p, struct emit *bytes);

#endif
