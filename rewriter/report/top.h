// SPDX-License-Identifier: MIT
// The places to test next, of all plans.
#ifndef CCINSTR_REWRITER_REPORT_TOP_H
#define CCINSTR_REWRITER_REPORT_TOP_H

#include "rewriter/coverage/since.h"
#include "rewriter/report/report.h"

// An uncovered call, or an entry that was never called.
struct top_uncovered {
    u4 plan;  // its place in r->cover
    struct cover_uncovered uncovered;
};
struct top_site {
    u4 plan;
    struct cover_poly poly;
};

// At most r->top, best first.
u4 top_uncovered(const struct report *r, struct top_uncovered **to);
u4 top_sites(const struct report *r, struct top_site **to);

// Something that was covered before and is not now (COMPARE_LOST), or the other way round
// (COMPARE_GAINED): row i of that list of the baseline. Only the shortest chains are
// taken, those that most chains begin with first.
struct top_since {
    enum compare_of of;
    u4 i;
    u4 chains;  // that begin with it
};
// At most r->top of each kind: chains, then receivers, then targets.
u4 top_since(const struct report *r, enum compare_fate fate,
             struct top_since **to);
// "Foo.a() > Bar.b()", or "Bar.b() on com.acme.Qux".
const char *top_since_text(const struct report *r, enum compare_fate fate,
                           const struct top_since *x);
// Its call site in the plan of now, and the method of that site; 0 for an entry.
u4 top_since_site(const struct report *r, enum compare_fate fate,
                  const struct top_since *x, u4 *method);

// --- Parts of words ------------------------------------------------------------------

// The methods of a chain from its entry, each with the line of its call that leads on:
// "Foo.a(int):12 > Bar.b()". TOP_CALLS leaves out the method that the last call leads
// to, and calls in the middle of many.
enum top_path { TOP_WHOLE, TOP_CALLS };
const char *top_path(const struct report *r, const struct cover *c, u4 node,
                     enum top_path how);
// " on com.acme.Foo" of a label, or nothing.
const char *top_on(const struct report *r, const struct plan *p, u4 label);
// Says whether the call of x ran, and what it went on with. x is no root.
const char *top_uncovered_story(const struct report *r,
                                const struct top_uncovered *x);
// The receivers or methods that are missing: "on a.b.Foo, a.b.Bar and 3 more".
const char *top_missing(const struct report *r, const struct top_site *x);

// --- In words ----------------------------------------------------------------------

// A thing to look at, as a place in the sources and some words.
struct top_words {
    const char *rule;  // entry, chain, receiver, target or lost
    u4 plan;           // its place in r->cover
    const char *title;
    const char *message;
    struct str file;    // report_file
    u4 line;            // 0: not known
    struct str method;  // as the plan has it
};
struct top_words top_uncovered_words(const struct report *r,
                                     const struct top_uncovered *x);
// Words that name the first receivers or targets that are missing.
struct top_words top_site_words(const struct report *r,
                                const struct top_site *x);
// Words about what was lost, at its place in the plan of now.
struct top_words top_lost_words(const struct report *r,
                                const struct top_since *x);

#endif
