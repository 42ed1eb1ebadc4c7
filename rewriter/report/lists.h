// SPDX-License-Identifier: MIT
// Lists of what a report counts, a record a line, for programs and for sort and grep.
#ifndef CCINSTR_REWRITER_REPORT_LISTS_H
#define CCINSTR_REWRITER_REPORT_LISTS_H

#include "rewriter/report/report.h"

enum list_of {
    LIST_CHAINS,
    LIST_RC,
    LIST_TM,
    LIST_ENTRIES,
    LIST_UNPREDICTED,
    LIST_HANDLERS,
};

// Writes a list: tab-separated, the names of the columns first, lines sorted by their
// bytes; or one JSON object a line. With several plans a last column has the number of the
// plan, from 0. Chains are the covered ones and the first ones that are not; `every`: all,
// up to `limit` of them. Returns how many were left out.
struct big report_list(const struct report *r, enum list_of of, bool every,
                       u8 limit, bool json, FILE *out);

#endif
