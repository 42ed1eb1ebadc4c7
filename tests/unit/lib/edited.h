// SPDX-License-Identifier: MIT
// edited.h - a class through the editor, and what came out of it taken apart.
#ifndef CCINSTR_TESTS_UNIT_LIB_EDITED_H
#define CCINSTR_TESTS_UNIT_LIB_EDITED_H

#include "rewriter/edit/classwrite.h"

struct edited {
    struct class_writer w;
    struct diag d;
    struct emit out;
    struct arena arena;
    struct cf_class in;
    struct cf_class c;  // the output
};

void edited_init(struct edited *t);
void edited_release(struct edited *t);

// Rewrites `in`, which must parse; the output must parse, too, and pass the
// structural check.
void edited_run(struct edited *t, struct bytes in, edit_method_fn f, void *ctx);
// The same without the structural check.
void edited_run_unchecked(struct edited *t, struct bytes in, edit_method_fn f,
                          void *ctx);

// A method of the output, taken apart. Lives as long as t.
struct code *edited_code(struct edited *t, u4 method);
// Its code is these bytes, as `put` (asmclass.h) takes them.
void assert_code(struct edited *t, u4 method, const char *bytes, ...);
// The body of the first attribute of that kind in its code; an empty text for
// one that is not there.
void assert_table(struct edited *t, u4 method, enum attr_kind kind,
                  const char *bytes, ...);
// An exception table entry.
void assert_handler(const struct code *k, u4 n, const u4 row[4]);
// Nothing was edited, one method was refused, and the output is the input.
void assert_refused(struct edited *t, enum refusal why);
// How often a diagnostic was given.
#define assert_said(t, id, n) assert_int_equal((t)->d.n_id[D_##id], n)
// A text is part of what was said.
void assert_text(struct diag *d, const char *part);

#endif
