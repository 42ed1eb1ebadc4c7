// SPDX-License-Identifier: MIT
// A temporary folder that goes with all that is in it.
#ifndef CCINSTR_REWRITER_LAUNCH_SCRATCH_H
#define CCINSTR_REWRITER_LAUNCH_SCRATCH_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"

// A new one below TMPDIR, or /tmp: absolute, in the arena. NULL, reported, if there
// can be none.
const char *scratch_make(struct arena *a, struct diag *d);
// Links in it are removed, not followed. False, reported, if something remains.
bool scratch_remove(const char *path, struct diag *d);

#endif
