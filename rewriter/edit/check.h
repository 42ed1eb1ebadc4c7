// SPDX-License-Identifier: MIT
// A structural verifier: our own check of what we have written.
//
// It knows no types. It finds what an editor gets wrong: targets and table
// entries that are no instruction, stack depths that do not meet or exceed
// max_stack, locals beyond max_locals, frames that are missing where the
// verifier wants one, empty or reversed exception ranges.
#ifndef CCINSTR_REWRITER_EDIT_CHECK_H
#define CCINSTR_REWRITER_EDIT_CHECK_H

#include "analysis/classfile/code.h"

struct check_result {
    const char *bad;  // NULL: nothing found
    u4 pc;
};

struct check_result check_code(const struct cf_class *c,
                               const struct code *code, struct arena *a);

#endif
