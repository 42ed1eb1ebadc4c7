// SPDX-License-Identifier: MIT
// graphstats.h - graph --stats: the figures of one analysis, or those of all of
// them side by side.
#ifndef CCINSTR_REWRITER_STATS_GRAPHSTATS_H
#define CCINSTR_REWRITER_STATS_GRAPHSTATS_H

#include "analysis/callgraph/callgraph.h"
#include "rewriter/driver/analyse.h"

void graphstats_print(struct analysis *s, struct callgraph *g, bool json);

// Runs all four, each from the start. False, reported, if that fails.
bool graphstats_compare(const struct analysis_spec *spec, bool json,
                        struct diag *diag);

#endif
