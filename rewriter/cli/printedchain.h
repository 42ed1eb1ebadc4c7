// SPDX-License-Identifier: MIT
// Chains as people see them: with methods as reports print them, lines instead of offsets,
// and a line of text for each step.
#ifndef CCINSTR_REWRITER_CLI_PRINTEDCHAIN_H
#define CCINSTR_REWRITER_CLI_PRINTEDCHAIN_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "rewriter/chains/chains.h"

// What a text means: for each chain the words that chains_find takes at that granularity.
struct printed_chain {
    struct str *words;
    u4 n;
    bool more;  // than are kept
    // A method that the plan has not, if n is 0; else NULL.
    const char *unknown;
};

enum { PRINTED_CHAINS = 20 };

// Reads METHOD:LINE > METHOD@OFFSET > METHOD, or an answer of query or forest with its
// entry and steps in a line each. False if the text is neither, but may be a line of a list
// or its words. A step that the plan has not ends its chain, as the words that are given.
bool printed_chain_read(struct printed_chain *x, const struct plan *p,
                        enum grain grain, struct str text, struct arena *mem);
// Reports what of it will not be answered. False if that is all.
bool printed_chain_report(const struct printed_chain *x, const struct plan *p,
                          const char *file, struct arena *mem, struct diag *d);
// A chain of the plan, written so.
const char *printed_chain_example(const struct chains *c, struct arena *mem);

#endif
