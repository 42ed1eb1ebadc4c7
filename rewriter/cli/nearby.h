// SPDX-License-Identifier: MIT
// What a message adds where no method matches: those that may be meant.
#ifndef CCINSTR_REWRITER_CLI_NEARBY_H
#define CCINSTR_REWRITER_CLI_NEARBY_H

#include "analysis/base/arena.h"
#include "rewriter/driver/pattern.h"
#include "rewriter/plan/planfile.h"

// "; there is Cart.add(Item, int)", with the nearest ones, or "".
const char *nearby_text(const char *text, const struct pattern_methods *all,
                        struct arena *mem);

// The methods of a plan; or of its entries, which keeps their numbers in mem.
struct pattern_methods nearby_methods(const struct plan *p, bool entries,
                                      struct arena *mem);

#endif
