// SPDX-License-Identifier: MIT
// The places to test next, of all plans.
#ifndef CCINSTR_REWRITER_REPORT_TOP_H
#define CCINSTR_REWRITER_REPORT_TOP_H

#include "rewriter/report/report.h"

struct top_gap {
    u4 plan;  // its place in r->cover
    struct cover_gap gap;
};
struct top_site {
    u4 plan;
    struct cover_poly poly;
};

// At most r->top, best first.
u4 top_gaps(const struct report *r, struct top_gap **to);
u4 top_sites(const struct report *r, struct top_site **to);

// --- In words ----------------------------------------------------------------------

// A thing to test, as a place in the sources and some words.
struct top_words {
    const char *rule;  // entry, chain, receiver or target
    u4 plan;           // its place in r->cover
    const char *title;
    const char *message;
    struct str file;    // report_file
    u4 line;            // 0: not known
    struct str method;  // as the plan has it
};
struct top_words top_gap_words(const struct report *r, const struct top_gap *x);
// With the first ones that are missing.
struct top_words top_site_words(const struct report *r,
                                const struct top_site *x);

#endif
