// SPDX-License-Identifier: MIT
// A temporary folder that goes with all that is in it.
#ifndef CCINSTR_REWRITER_LAUNCH_SCRATCH_H
#define CCINSTR_REWRITER_LAUNCH_SCRATCH_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"

// Makes a new folder below TMPDIR, or /tmp. Its path is absolute, in the arena; NULL,
// reported, if that fails.
const char *scratch_make(struct arena *a, struct diag *d);
// Removes the folder with all in it; links are not followed. False, reported, if
// something remains.
bool scratch_remove(const char *path, struct diag *d);

#endif
