// SPDX-License-Identifier: MIT
// A forest at a coarser granularity: exactly the projections of its chains.
#ifndef CCINSTR_REWRITER_CHAINS_PROJECT_H
#define CCINSTR_REWRITER_CHAINS_PROJECT_H

#include "rewriter/chains/chains.h"

// Makes `to`, with the roots of `from`, which is at GRAIN_RECEIVER. The labels of `to`
// are labels of the plan, the first one of all that are alike. False if it would be
// too large (limits.h); then do not use *to.
bool chains_project(struct chains *to, const struct chains *from,
                    enum grain grain, struct arena *mem);

#endif
