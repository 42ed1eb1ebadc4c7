// SPDX-License-Identifier: MIT
// What reports by source lines are made of: the call sites that requirements are
// about, each with its line.
//
// What is required of such a site are its receiver classes, or its targets where
// only those are asked for. Sites that no requirement is about are left out: nobody
// counts them all, so of most it would not be known whether they ran.
#ifndef CCINSTR_REWRITER_REPORT_LINES_H
#define CCINSTR_REWRITER_REPORT_LINES_H

#include "rewriter/report/report.h"

// What is told of one site. False if no requirement is about it. Room for its labels.
struct lines_site {
    u8 hits;
    u4 required, covered;  // receivers or targets
};
bool lines_site(struct lines_site *to, const struct cover *c, u4 site,
                struct cover_pair *room);

// A site; or an entry that may have none (line 0, sites 0).
struct lines_row {
    // Without the plan's escapes.
    struct str package;
    struct report_name name;
    struct str source;  // Foo.java, or nothing
    struct str file;    // com/acme/Foo.java, guessed where it is not known
    u4 method_line;
    u4 line;      // its own or its method's; 0: not known
    u4 sites;     // 0 or 1
    u8 hits;      // of the site, or the entry
    u4 required;  // receivers or targets
    u4 covered;
    u4 plan;   // its place in r->cover
    u4 place;  // among those of all plans
};

struct lines {
    struct lines_row *by_class;
    struct lines_row *by_source;  // the same in another order
    u4 n;
};

// By plan and package, then class, method and line, or source and line: the rows of a package
// are the same range in both. All that they name is in r->mem or the plans.
void lines_make(struct lines *l, const struct report *r);

// Rows of a class in the order of lines.
const struct lines_row *lines_by_line(struct arena *mem,
                                      const struct lines_row *row, u4 n);

// --- Groups of rows ----------------------------------------------------------------

// What rows side by side have in common.
enum lines_group {
    LINES_PLAN,
    LINES_PACKAGE,
    LINES_CLASS,
    LINES_METHOD,  // by class
    LINES_SOURCE,  // by source; a class that has none is one by itself
    LINES_LINE,    // of the rows of a method, or a source
};
// The end of the group that begins at row `from`, at most `to`.
u4 lines_end(const struct lines_row *row, u4 from, u4 to,
             enum lines_group group);

struct lines_sum {
    u8 hits;
    u8 sites, sites_covered;
    u8 required, covered;
    u8 lines, lines_covered;
    u8 methods, methods_covered;
    u8 classes, classes_covered;
};
// Of rows in either order. A line of a source counts once for each plan, and so do
// methods and classes: as in the figures what two plans have adds up.
struct lines_sum lines_sum(const struct lines_row *row, u4 from, u4 to);

#endif
