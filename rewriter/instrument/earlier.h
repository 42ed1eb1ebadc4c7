// SPDX-License-Identifier: MIT
// Is what stands at the place of an output one that an earlier command left?
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

// May it be replaced? What is no regular file is not looked at. False, reported, if it
// may not, or if that cannot be told.
bool earlier_check(const struct earlier *e, struct diag *d);
// Only archives are what copies of archives replace.
bool earlier_is_archive(const char *path, struct diag *d);
// There is something else.
void earlier_report(const char *path, struct diag *d);

#endif
