// SPDX-License-Identifier: MIT
// Whether a chain is in the forest; and if not, how much of it is, and what the plan
// says of the step after that.
#ifndef CCINSTR_REWRITER_CHAINS_FIND_H
#define CCINSTR_REWRITER_CHAINS_FIND_H

#include "rewriter/chains/list.h"

enum chains_verdict {
    CHAINS_FOUND,
    CHAINS_NO_WORDS,   // no entry, or steps that are not three words each
    CHAINS_NO_METHOD,  // nothing in the plan has the entry's name
    CHAINS_NO_ENTRY,   // that method is no entry
    CHAINS_NO_TREE,    // the entry has no tree
    CHAINS_IS_CUT,     // `rules` cut the step
    CHAINS_GOES_BACK,  // the step is a back edge
    CHAINS_GOES_OUT,   // the step leads out of the component
    CHAINS_NO_SITE,    // the method has no such site
    CHAINS_NO_LABEL,   // the site, or method, has no such label
};

struct chains_answer {
    const struct chains *c;
    enum grain grain;
    enum chains_verdict verdict;
    struct str entry;
    struct str level;  // that the words name, or nothing
    u4 root;           // its tree has most of the chain
    // The longest prefix that is in the forest, and the method it ends in.
    u4 *label;
    u4 n_labels;
    u4 method;
    struct str step[3];  // the words of the step after it
    u4 rules;            // CHAINS_IS_CUT: bits 1u << enum plan_rule
    u4 back_to;  // CHAINS_GOES_BACK: length of the prefix that it leads to
};

// Looks for the chain that `words` name: an entry and its chain, with blanks between,
// as chains_write has them at that granularity; or a line of a list of chains, whatever
// columns follow. c is at GRAIN_RECEIVER; a coarser chain is found by the chains that it
// is a projection of. If the entry has several levels, it is the one that the line
// names, or else the one whose tree has most of the chain.
void chains_find(struct chains_answer *a, const struct chains *c,
                 enum grain grain, struct str words, struct arena *mem);
// Writes the answer: CHAINS_JSON as one object, else in some lines.
void chains_explain(const struct chains_answer *a, enum chains_format format,
                    FILE *out);

#endif
