// SPDX-License-Identifier: MIT
// filter.h - the patterns of --from, --to and --within as an edge_filter.
//
// A pattern is one of --component, for classes, or CLASS#METHOD, where METHOD
// may hold * and ?; with ! in front it excludes. The last that matches wins.
#ifndef CCINSTR_REWRITER_CLI_EDGEFILTER_H
#define CCINSTR_REWRITER_CLI_EDGEFILTER_H

#include "analysis/callgraph/edges.h"
#include "rewriter/cli/options.h"

struct filter {
    const struct world *w;
    const struct options *opt;
};

// False, said as a usage error of that command, if a --component makes no
// sense; if --from, --to or --within of graph does.
bool filter_check_component(const struct options *opt, const char *command);
bool filter_check(const struct options *opt);
struct edge_filter filter_of(struct filter *f, const struct world *w,
                             const struct options *opt);

#endif
