// SPDX-License-Identifier: MIT
// Is a chain in the forest; and if not, how much of it is, and what the plan says
// of the step after that.
#ifndef CCINSTR_REWRITER_CHAINS_FIND_H
#define CCINSTR_REWRITER_CHAINS_FIND_H

#include "rewriter/chains/list.h"

enum chains_verdict {
    CHAINS_FOUND,
    CHAINS_NO_WORDS,   // no entry, or steps that are not three words each
    CHAINS_NO_METHOD,  // nothing in the plan has the entry's name
    CHAINS_NO_ENTRY,   // that method is none
    CHAINS_NO_TREE,    // it is one, but no tree begins there
    CHAINS_IS_CUT,     // the step: by `rules`
    CHAINS_GOES_BACK,  // it is a back edge
    CHAINS_GOES_OUT,   // it leads out of the component
    CHAINS_NO_SITE,    // the method has no such site
    CHAINS_NO_LABEL,   // the site, or method, has no such label
};

struct chains_answer {
    const struct chains *c;
    enum grain grain;
    enum chains_verdict verdict;
    struct str entry;
    struct str level;  // that the words name, or nothing
    u4 root;           // whose tree has most of it
    // The longest prefix that is in the forest, and the method it ends in.
    u4 *label;
    u4 n_labels;
    u4 method;
    struct str step[3];  // the words of the step after it
    u4 rules;            // CHAINS_IS_CUT: 1u << enum plan_rule, of all that do
    u4 back_to;          // CHAINS_GOES_BACK: to the prefix of that length
};

// `words`: the entry and its chain, as chains_write has them at that granularity,
// with blanks between; or a line of a list of chains, whatever columns it has behind
// them. c is at GRAIN_RECEIVER: coarser chains are followed as
// what they are projections of. Of several levels the one that a line of tsv names, or
// the one that has most of it.
void chains_find(struct chains_answer *a, const struct chains *c,
                 enum grain grain, struct str words, struct arena *mem);
// What it says: CHAINS_JSON as one object, else in some lines.
void chains_explain(const struct chains_answer *a, enum chains_format format,
                    FILE *out);

#endif
