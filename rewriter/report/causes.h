// SPDX-License-Identifier: MIT
// Why something ran that was not predicted, as far as the plan and the name tell it.
#ifndef CCINSTR_REWRITER_REPORT_CAUSES_H
#define CCINSTR_REWRITER_REPORT_CAUSES_H

#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

enum cause {
    CAUSE_REFLECTION,  // the component's own: calls that stayed unknown may run it
    CAUSE_MADE,        // the same of a receiver: they may make it
    CAUSE_UNSEEN,      // the component's own, and there are no such calls
    CAUSE_CLIENT,      // a class that is not the component's
    CAUSE_GENERATED,  // one that was made at run time: a mock, a proxy
    CAUSE_JDK,        // one of the JDK
    N_CAUSES
};
extern const char *const cause_word[N_CAUSES];
// What would let the analysis predict it, or "".
extern const char *const cause_cure[N_CAUSES];

// The note is odd (pool_is_odd).
enum cause cause_of(const struct plan *p, const struct pool_note *note);

#endif
