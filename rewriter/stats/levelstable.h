// SPDX-License-Identifier: MIT
// levelstable.h - graph --levels-table: what each level of --dynamic makes of one input, as
// Tables I to III of paper 004 have it.
#ifndef CCINSTR_REWRITER_STATS_LEVELSTABLE_H
#define CCINSTR_REWRITER_STATS_LEVELSTABLE_H

#include "rewriter/driver/analyse.h"

enum levels_form { LEVELS_TEXT, LEVELS_TSV, LEVELS_JSON };

// Opens the inputs once and solves them at each level. False, reported, if that fails.
bool levelstable_print(const struct analysis_spec *spec, enum levels_form form,
                       struct diag *diag);

#endif
