// SPDX-License-Identifier: MIT
// Reports of what runs covered of the plans, for people and programs. Each writer reads
// one struct report.
#ifndef CCINSTR_REWRITER_REPORT_REPORT_H
#define CCINSTR_REWRITER_REPORT_REPORT_H

#include "rewriter/coverage/figures.h"

#include <stdio.h>

struct since;

struct report {
    const struct cover *const *cover;  // by plan
    u4 n;
    struct figures figures;
    const struct since *since;   // of one plan: its baseline; NULL: none
    u4 top;                      // places to test next
    const char *const *sources;  // folders of sources
    size_t n_sources;
    struct arena *mem;
};

// For a terminal of that many columns; with colours or without.
struct report_look {
    u4 columns;
    bool color;
};
void report_text(const struct report *r, const struct report_look *look,
                 FILE *out);

// --- Words that several writers use -----------------------------------------------

// "Foo.java:12" of a site, or the part of it that is known.
struct str report_place(struct arena *mem, const struct plan *p, u4 site);
// "Foo.java:12" of a method, with its first line, or the part of it that is known.
struct str report_method_place(struct arena *mem, const struct plan *p,
                               u4 method);
// " (call 1 of 2)" where the method has several calls of that on that line, else "".
const char *report_which_call(struct arena *mem, const struct plan *p, u4 site);
// The identity of a run, as 16 digits.
struct str report_run_id(struct arena *mem, const struct pool_run *r);
// "plan0", which tells the plans of one report apart.
const char *report_plan_name(const struct report *r, u4 plan);
// "plan0: app.jar", with the component; "app.jar" for the only plan. Parts of a build often
// have one name: "plan0: classes (core)" is that of core/target/ccinstr.plan, if another
// plan is web/target/ccinstr.plan.
const char *report_plan_title(const struct report *r, u4 plan);
// The name without the escapes of the plan (\s is a blank).
struct str report_plain(struct arena *mem, struct str name);
// Text of a run or a user with the escapes of the plan, and other control characters as
// \x1b.
struct str report_escaped(struct arena *mem, struct str name);
// "com/acme/Foo.java" of a class. The file is guessed if the class does not name it.
struct str report_file_name(struct arena *mem, const struct plan *p, u4 class);
// The file of a class, below the folder of r->sources that has it, if one has.
struct str report_file(const struct report *r, const struct plan *p, u4 class);
// Does any folder of r->sources have the file of any class?
bool report_has_sources(const struct report *r);

#endif
