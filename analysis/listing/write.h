// SPDX-License-Identifier: MIT
// The text formats of a call graph: tab-separated, JSON lines, DOT.
#ifndef CCINSTR_ANALYSIS_LISTING_WRITE_H
#define CCINSTR_ANALYSIS_LISTING_WRITE_H

#include "analysis/callgraph/edges.h"
#include "analysis/dynamic/dynamic.h"
#include "analysis/pointsto/pointsto.h"
#include "analysis/models/models.h"

#include <stdio.h>

enum write_format { WRITE_TSV, WRITE_JSON, WRITE_DOT };

struct write {
    FILE *out;
    enum write_format format;
    u4 limit;  // nodes of a DOT drawing; 0: all
};

// Writes the edges. Returns how many nodes of DOT were left out for the limit.
u4 write_edges(const struct write *w, struct callgraph *g,
               const struct edge_filter *f);
// Writes the component's own graph in DOT. Returns how many nodes were left out for the
// limit.
u4 write_component_drawing(const struct write *w, struct callgraph *g,
                           const struct edge_filter *f);
// Writes the reachable methods, each with who made it reachable, and how.
void write_methods(const struct write *w, struct callgraph *g,
                   const struct edge_filter *f);
// Writes a shortest path of edges from a root to m; false when there is none.
bool write_why(const struct write *w, struct callgraph *g, method_id m);
// Writes what the values of n methods can hold, by a points-to analysis.
void write_values(const struct write *w, struct callgraph *g,
                  struct pointsto *h, const method_id *m, u4 n);
// Writes what the analysis met and does not follow. dynamic: NULL if that is all reflection.
void write_unfollowed(const struct write *w, struct callgraph *g,
                      const struct models *m, struct dynamic *dynamic);

#endif
