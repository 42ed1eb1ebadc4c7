// SPDX-License-Identifier: MIT
// The demands of a build on a report: --fail-under, --fail-on.
#ifndef CCINSTR_REWRITER_CLI_DEMAND_H
#define CCINSTR_REWRITER_CLI_DEMAND_H

#include "rewriter/coverage/threshold.h"
#include "rewriter/options/options.h"
#include "rewriter/report/report.h"

struct demand {
    struct threshold under;
    bool on_unpredicted, on_lost, on_damaged, on_unrecorded;
};

// False, reported, if the options make no sense.
bool demand_parse(struct demand *to, const struct options *opt);

// Are all demands met? Each one that is not is reported.
bool demand_met(const struct demand *x, const struct report *r, struct diag *d);

#endif
