// SPDX-License-Identifier: MIT
// From an analysis to the rows of a plan.
#ifndef CCINSTR_REWRITER_PLAN_PLANMAKE_H
#define CCINSTR_REWRITER_PLAN_PLANMAKE_H

#include "analysis/forest/forest.h"
#include "rewriter/plan/spare.h"
#include "rewriter/plan/planout.h"

struct planmake {
    const struct calls *c;
    const struct forest *f;
    const struct spare *spare;
    const u1 *unknown;  // by site: not all that it runs is known
    const u2 *levels;   // by entry
    bool rc, tm;        // receiver classes, target methods are required
};

// Makes all rows but those of the options.
void planmake_rows(struct planout *o, const struct planmake *m);

#endif
