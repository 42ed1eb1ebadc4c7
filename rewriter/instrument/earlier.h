// SPDX-License-Identifier: MIT
// Whether the file at the place of an output is one that an earlier command left.
#ifndef CCINSTR_REWRITER_INSTRUMENT_EARLIER_H
#define CCINSTR_REWRITER_INSTRUMENT_EARLIER_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"

// An output: its place, and where that is below the output folder.
struct earlier {
    const char *path;
    const char *name;
    const char *original;  // what it is made of
    const char *const
        *listed;  // what earlier commands have written, NULL behind the last
};

// May the file at that place be replaced? Only regular files are looked at. False,
// reported, if it may not, or if that cannot be told.
bool earlier_check(const struct earlier *e, struct diag *d);
// Is it an archive? Copies of archives replace nothing else.
bool earlier_is_archive(const char *path, struct diag *d);
// Reports that something else is there.
void earlier_report(const char *path, struct diag *d);

#endif
