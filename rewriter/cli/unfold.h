// SPDX-License-Identifier: MIT
// unfold.h - from an open analysis to the bytes of a plan.
#ifndef CCINSTR_REWRITER_CLI_UNFOLD_H
#define CCINSTR_REWRITER_CLI_UNFOLD_H

#include "rewriter/cli/analyse.h"
#include "rt-native/plan.h"

struct emit;

// Do --levels and --criteria make sense? If not, that was said.
bool unfold_check(const struct options *opt);

// Solves the analysis that the options name, and puts the plan of its forest
// into *bytes (after an emit_init). What fails was reported.
bool unfold(struct analysis *a, struct emit *bytes);
// What is done with an opened plan as long as its analysis is open; false stops it.
struct unfold_then {
    bool (*call)(void *context, struct analysis *a, struct plan *p,
                 struct emit *bytes);
    void *context;
};
// The same from the operands, and opened. plan_out: a file that will be written,
// and so must be none of those that are read; or NULL. So may be `then`.
bool unfold_operands(const struct options *opt, const char *plan_out,
                     const struct unfold_then *then, struct plan *p,
                     struct emit *bytes, struct diag *d);

#endif
