// SPDX-License-Identifier: MIT
// From an open analysis to the bytes of a plan.
#ifndef CCINSTR_REWRITER_DRIVER_UNFOLD_H
#define CCINSTR_REWRITER_DRIVER_UNFOLD_H

#include "rewriter/driver/analyse.h"
#include "rt-native/plan.h"

struct emit;

// Solves the analysis that its spec names, and puts the plan of its forest into *bytes
// (after an emit_init). What fails was reported.
bool unfold(struct analysis *a, const struct unfold_spec *spec,
            struct emit *bytes);

// A file that the plan will be written to, and so must be none of those that are read.
struct unfold_place {
    const char *path;   // or NULL
    const char *other;  // how another one is asked for, for a message
};

// What becomes of the opened plan.
struct unfold_then {
    struct unfold_place place;
    // Called as long as its analysis is open, unless NULL; false stops it.
    bool (*call)(void *context, struct analysis *a, struct plan *p,
                 struct emit *bytes);
    void *context;
};
// Opens and unfolds the analysis, opens the plan, and closes the analysis.
bool unfold_inputs(const struct analysis_spec *analysed,
                   const struct unfold_spec *spec,
                   const struct unfold_then *then, struct plan *p,
                   struct emit *bytes, struct diag *d);

#endif
