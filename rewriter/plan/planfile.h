// SPDX-License-Identifier: MIT
// A plan from a file: whole, checked, and of the identity that it names.
//
// The file is read, not mapped, though it is used in place: plan_open has looked
// at every field so that nobody need look again, and that holds only as long as
// nobody else can change the bytes. Its hash wants all of them anyway.
#ifndef CCINSTR_REWRITER_PLAN_PLANFILE_H
#define CCINSTR_REWRITER_PLAN_PLANFILE_H

#include "analysis/base/diag.h"
#include "analysis/base/emit.h"
#include "rt-native/plan.h"

struct planfile {
    struct plan plan;
    struct emit bytes;
};

// plan_open, but without memory for it the process ends (mem.h).
bool planfile_open(struct plan *p, const struct emit *bytes,
                   struct plan_fault *fault);
// False and a diagnostic if it is no plan, or not one that can be used. To be
// released either way.
bool planfile_load(struct planfile *f, const char *path, struct diag *d);
void planfile_release(struct planfile *f);
// Does the file begin as a plan? What can't be read does not.
bool planfile_is_plan(const char *path);

// The text of row `string` of the table of strings.
static inline struct str planfile_text(const struct plan *p, u4 string) {
    const struct plan_string *s = &p->string[string];
    return (struct str){p->text + s->first, s->n};
}

#endif
