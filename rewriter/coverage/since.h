// SPDX-License-Identifier: MIT
// A baseline of a report: what earlier runs covered, of the same plan or of another
// build, and what became of it.
#ifndef CCINSTR_REWRITER_COVERAGE_SINCE_H
#define CCINSTR_REWRITER_COVERAGE_SINCE_H

#include "rewriter/coverage/byname.h"
#include "rewriter/coverage/compare.h"
#include "rewriter/coverage/figures.h"

struct since {
    const struct cover *before;
    struct figures figures;  // of `before`
    struct compare compare;
    struct byname now;  // from the plan of `before` to that of now
};

// False if the plans have nothing in common. All lives in mem.
bool since_make(struct since *s, const struct cover *before,
                const struct cover *now, struct arena *mem);

// Is anything of that kind required, before or now?
bool since_has(const struct since *s, const struct figures *now,
               enum compare_of of);
extern const enum figure_of since_figure[N_COMPARES];

#endif
