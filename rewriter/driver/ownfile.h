// SPDX-License-Identifier: MIT
// ownfile.h - is what stands at the place of an output a file that we wrote?
#ifndef CCINSTR_REWRITER_DRIVER_OWNFILE_H
#define CCINSTR_REWRITER_DRIVER_OWNFILE_H

#include "analysis/base/diag.h"

#include <stdbool.h>

// Is nothing lost if a file of ours, with that mark near its beginning, is written there?
// To *is: what a name leads to counts, and what is no regular file is written into, so
// nothing is. False, reported, if that cannot be told.
bool ownfile_has(const char *path, const char *mark, bool *is, struct diag *d);
// Asks the same of files that begin with the mark.
bool ownfile_begins(const char *path, const char *mark, bool *is,
                    struct diag *d);

#endif
