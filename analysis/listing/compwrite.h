// SPDX-License-Identifier: MIT
// The call graph of the component in the text formats.
#ifndef CCINSTR_ANALYSIS_LISTING_COMPWRITE_H
#define CCINSTR_ANALYSIS_LISTING_COMPWRITE_H

#include "analysis/component/component.h"
#include "analysis/listing/write.h"

// Writes the edges and external labels.
void component_write_edges(const struct write *w, struct callgraph *g,
                           const struct edge_filter *f);
// Writes the exit sites.
void component_write_exits(const struct write *w, struct callgraph *g,
                           const struct edge_filter *f);
// Writes the entries, each with the first caller for each reason.
void component_write_entries(const struct write *w, struct callgraph *g,
                             const struct edge_filter *f);
// Writes the receivers and targets of virtual calls.
void component_write_rc(const struct write *w, struct callgraph *g,
                        const struct edge_filter *f, struct str analysis);

#endif
