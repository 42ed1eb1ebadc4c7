// SPDX-License-Identifier: MIT
// How labels and chains are written, at any granularity.
#ifndef CCINSTR_REWRITER_CHAINS_STEP_H
#define CCINSTR_REWRITER_CHAINS_STEP_H

#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"

// Names as people read them (readable.h).
void step_method(struct out *o, struct str name);
void step_class(struct out *o, struct str name);

// Three words: offset, receiver, target; "-" where the granularity has none.
void step_words(struct out *o, const struct plan *p, enum grain grain,
                u4 label);
// For people: the target, what it is called on, and where.
void step_text(struct out *o, const struct plan *p, enum grain grain, u4 label);

// A root and n labels.
struct chain {
    const struct chains *c;
    u4 root;
    const u4 *label;
    u4 n;
};
void chain_tsv(struct out *o, const struct chain *x);
void chain_json(struct out *o, const struct chain *x);
// Writes several lines: the entry, and below it the steps.
void chain_text(struct out *o, const struct chain *x);

// "ENTRY", or "ENTRY (level 1)" where trees differ by level.
void chain_entry(struct out *o, const struct chains *c, u4 root);
void step_indent(struct out *o, u4 depth);

#endif
