// SPDX-License-Identifier: MIT
// ownfile.h - is what stands at the place of an output a file that we wrote?
#ifndef CCINSTR_REWRITER_DRIVER_OWNFILE_H
#define CCINSTR_REWRITER_DRIVER_OWNFILE_H

#include "analysis/base/diag.h"

#include <stdbool.h>

// *is: nothing is lost if a file of ours, with that mark near its beginning, is written
// to path. A link counts as what it leads to; into what is no regular file we write, so
// nothing is lost. False, reported, if that cannot be told.
bool ownfile_has(const char *path, const char *mark, bool *is, struct diag *d);
// As ownfile_has, for files that begin with the mark.
bool ownfile_begins(const char *path, const char *mark, bool *is,
                    struct diag *d);

#endif
