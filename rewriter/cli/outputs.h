// SPDX-License-Identifier: MIT
// outputs.h - where reports are written: never over something else.
#ifndef CCINSTR_REWRITER_CLI_OUTPUTS_H
#define CCINSTR_REWRITER_CLI_OUTPUTS_H

#include "analysis/base/diag.h"
#include "rewriter/options/options.h"

// False, reported, if two files of a report would be one, or one would replace
// something that is no such report.
bool outputs_check(const struct options *opt, struct diag *d);
// Makes the folders of the reports. False, reported, if one cannot be made.
bool outputs_make_folders(const struct options *opt, struct diag *d);

#endif
