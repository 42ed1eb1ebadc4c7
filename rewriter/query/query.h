// SPDX-License-Identifier: MIT
// Questions about a plan and its runs: each a function that writes its answer, some
// lines for people or one JSON object (ccinstr-query(5)).
#ifndef CCINSTR_REWRITER_QUERY_QUERY_H
#define CCINSTR_REWRITER_QUERY_QUERY_H

#include "analysis/text/out.h"
#include "rewriter/coverage/cover.h"

struct query {
    const struct cover *c;
    struct out *out;
    bool json;
    u4 top;  // answers; no bound: UINT32_MAX
    struct arena *mem;
};

// Covered chains, those with most hits first.
void query_hot(const struct query *q);
// Covered chains that end in a method of the goal, and the shortest ones that are not
// covered.
void query_reach(const struct query *q, struct chains_pick goal);
// Where tests stopped below some entries; first where most chains begin.
void query_uncovered(const struct query *q, struct chains_pick entries);
// What is covered below some entries, as trees.
void query_chains(const struct query *q, struct chains_pick entries);
// What is required and covered below some entries, by level and length.
void query_entry(const struct query *q, struct chains_pick entries);

// The sites of some methods: all, those at an offset, or those at an offset or line.
struct query_place {
    struct chains_pick methods;
    enum { QUERY_EVERYWHERE, QUERY_OFFSET, QUERY_NUMBER } which;
    u4 number;
    u4 line;  // of the source, besides; 0: any
};
u4 query_n_sites(const struct query *q, const struct query_place *at);
// What was called at those sites.
void query_site(const struct query *q, const struct query_place *at);

// Is a chain in the forest, and is it covered; if not, where does it end? False if
// `words` are none: entry and chain as tsv has them, or a line of it.
bool query_why_not(const struct query *q, struct str words);

// What the runs of `now` cover and those of q->c do not, and the other way round.
void query_compare(const struct query *q, const struct cover *now);

#endif
