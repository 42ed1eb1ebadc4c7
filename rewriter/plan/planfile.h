// SPDX-License-Identifier: MIT
// A plan from a file: whole, checked, and of the identity that it names.
//
// The file is read, not mapped, though it is used in place: plan_open looks at every
// field so that nobody need look again, and that holds only as long as nobody else
// can change the bytes. The hash needs all bytes anyway.
#ifndef CCINSTR_REWRITER_PLAN_PLANFILE_H
#define CCINSTR_REWRITER_PLAN_PLANFILE_H

#include "analysis/base/diag.h"
#include "analysis/base/emit.h"
#include "rt-native/plan.h"

// Options that tell what stayed unknown to the analysis, besides the sites that are marked:
// calls of the component, in any case; and, if there are any, calls of libraries and where
// the first is, native methods without a model, entries that only guesses call.
#define PLAN_UNKNOWN_CALLS "unknown-calls"
#define PLAN_UNKNOWN_ELSEWHERE "unknown-calls-elsewhere"
#define PLAN_UNKNOWN_FIRST "unknown-calls-elsewhere-first"
#define PLAN_UNKNOWN_NATIVES "unknown-natives"
#define PLAN_GUESSES "guesses"

struct planfile {
    struct plan plan;
    struct emit bytes;
};

// As plan_open; without memory for it the process ends (mem.h).
bool planfile_open(struct plan *p, const struct emit *bytes,
                   struct plan_fault *fault);
// False, reported, if the file is no plan, or one that cannot be used. Release f
// either way.
bool planfile_load(struct planfile *f, const char *path, struct diag *d);
void planfile_release(struct planfile *f);
// Does the file begin as a plan? False if it can't be read.
bool planfile_is_plan(const char *path);

// The text of row `string` of the table of strings.
static inline struct str planfile_text(const struct plan *p, u4 string) {
    const struct plan_string *s = &p->string[string];
    return (struct str){p->text + s->first, s->n};
}

#endif
