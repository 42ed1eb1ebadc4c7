// SPDX-License-Identifier: MIT
// Rows of reports by source lines: the call sites with requirements, each with its line.
//
// A site is required with its receiver classes, or its targets where only those are asked
// for. Sites without requirements are left out: nobody counts them all, so nobody would
// know whether most of them ran.
#ifndef CCINSTR_REWRITER_REPORT_LINES_H
#define CCINSTR_REWRITER_REPORT_LINES_H

#include "rewriter/chains/readable.h"
#include "rewriter/report/report.h"

// The figures of one site. False if nothing is required of it. `room` is for its labels.
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
    struct readable_name name;
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
    struct lines_row *by_source;  // the rows in another order
    u4 n;
};

// Makes rows in order of plan and package, then by class, method and line, or by source
// and line: the rows of a package are the same range in both. Strings are in r->mem or the
// plans.
void lines_make(struct lines *l, const struct report *r);

// Rows of a class in the order of lines.
const struct lines_row *lines_by_line(struct arena *mem,
                                      const struct lines_row *row, u4 n);

// --- Groups of rows ----------------------------------------------------------------

// Groups of rows that stand side by side.
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
// The sum of rows in either order. A line of a source counts once for each plan, and so do
// methods and classes: as in the figures, plans are added up.
struct lines_sum lines_sum(const struct lines_row *row, u4 from, u4 to);

#endif
