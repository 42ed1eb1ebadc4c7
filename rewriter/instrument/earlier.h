// SPDX-License-Identifier: MIT
// What an earlier command left: at the place of an output, or as an input.
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
// Is what is to be instrumented no output itself? In outputs the run time is ours, too.
// False, reported, if it is one, or if that cannot be told. Nested archives and single
// classes are not looked at: these are refused one by one.
bool earlier_is_original(const char *path, bool is_folder, struct str shown,
                         struct diag *d);
// Reports that something else is there.
void earlier_report(const char *path, struct diag *d);

#endif
