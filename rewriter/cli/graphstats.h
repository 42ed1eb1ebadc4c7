// SPDX-License-Identifier: MIT
// graphstats.h - graph --stats: the figures of one analysis, or those of all of
// them side by side.
#ifndef CCINSTR_REWRITER_CLI_GRAPHSTATS_H
#define CCINSTR_REWRITER_CLI_GRAPHSTATS_H

#include "analysis/callgraph/callgraph.h"
#include "rewriter/cli/analyse.h"

// As the option says it: "cha".
const char *graphstats_name(enum option_choice analysis);

void graphstats_print(struct analysis *s, struct callgraph *g);

// Runs all four, each from the start. An exit status.
int graphstats_compare(const struct options *opt, struct diag *diag);

#endif
