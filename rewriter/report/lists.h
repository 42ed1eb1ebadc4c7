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

// Of several plans there is a last column that says which one a line is of, from 0.
// Tab-separated, the names of the columns first, lines sorted by their bytes, or one
// JSON object a line. Chains: those covered and the first ones that are not; `every`:
// all, up to `limit` of them, with how many were left out as result.
struct big report_list(const struct report *r, enum list_of of, bool every,
                       u8 limit, bool json, FILE *out);

#endif
