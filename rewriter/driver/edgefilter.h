// SPDX-License-Identifier: MIT
// Patterns of methods as a filter of edges.
//
// They are read among reachable methods (pattern.h). The last that matches wins.
#ifndef CCINSTR_REWRITER_DRIVER_EDGEFILTER_H
#define CCINSTR_REWRITER_DRIVER_EDGEFILTER_H

#include "analysis/base/arena.h"
#include "analysis/callgraph/edges.h"
#include "rewriter/driver/pattern.h"
#include "rewriter/driver/spec.h"

struct filter {
    struct callgraph *g;
    const struct edge_spec *spec;
    struct pattern *from, *to, *within;  // one for each of spec
};

struct edge_filter filter_of(struct filter *f, struct callgraph *g,
                             const struct edge_spec *spec,
                             const struct pattern_methods *all,
                             struct arena *mem);

#endif
