// SPDX-License-Identifier: MIT
// A harmless insertion into every method, to prove the editing machinery.
#ifndef CCINSTR_REWRITER_PROBE_NOP_H
#define CCINSTR_REWRITER_PROBE_NOP_H

#include "rewriter/edit/edit.h"

// An edit_method_fn (ctx unused): a new local that is set at entry and read in
// a catch-all handler that rethrows; a nop at entry and around each call.
void nop_edit(void *ctx, struct edit *e);

#endif
