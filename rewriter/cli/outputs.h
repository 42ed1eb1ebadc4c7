// SPDX-License-Identifier: MIT
// outputs.h - where reports are written: never over something else.
#ifndef CCINSTR_REWRITER_CLI_OUTPUTS_H
#define CCINSTR_REWRITER_CLI_OUTPUTS_H

#include "analysis/base/diag.h"
#include "rewriter/cli/options.h"

// False, reported, if two files of a report would be one, or one would replace
// something that is no such report.
bool outputs_check(const struct options *opt, struct diag *d);
// The folders that they go to. False, reported, if one cannot be made.
bool outputs_make_folders(const struct options *opt, struct diag *d);

// Is nothing lost if a file of ours, with that mark near its beginning, is written there?
// To *is: what a name leads to counts, and what is no regular file is written into, so
// nothing is. False, reported, if that cannot be told.
bool outputs_is_ours(const char *path, const char *mark, bool *is,
                     struct diag *d);
// The same of files that begin with the mark.
bool outputs_begins(const char *path, const char *mark, bool *is,
                    struct diag *d);

#endif
