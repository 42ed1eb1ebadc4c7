// SPDX-License-Identifier: MIT
// Patterns of methods as a filter of edges.
//
// A pattern is one of class names, or CLASS#METHOD, where METHOD
// may hold * and ?; with ! in front it excludes. The last that matches wins.
#ifndef CCINSTR_REWRITER_DRIVER_EDGEFILTER_H
#define CCINSTR_REWRITER_DRIVER_EDGEFILTER_H

#include "analysis/callgraph/edges.h"
#include "rewriter/driver/spec.h"

struct filter {
    struct callgraph *g;
    const struct edge_spec *spec;
};

struct edge_filter filter_of(struct filter *f, struct callgraph *g,
                             const struct edge_spec *spec);

#endif
