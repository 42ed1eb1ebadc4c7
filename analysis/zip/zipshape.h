// SPDX-License-Identifier: MIT
// Where an archive lies in its file, and whether its directory can be true.
//
// libzip wants an archive to begin at offset 0 and allocates what the end
// record claims; so the end record is found, and the central directory walked
// once, before libzip sees anything.
//
//     file start                          offsets in the archive count from
//     |                                   `base`: the file's start, or the
//     v                                   archive's
//     [launcher, JM\1\0, ...][local headers and data][directory][end record]
//     <------ prefix ------->                                              ^end
#ifndef CCINSTR_ANALYSIS_ZIP_ZIPSHAPE_H
#define CCINSTR_ANALYSIS_ZIP_ZIPSHAPE_H

#include "analysis/base/diag.h"
#include "analysis/zip/zipin.h"

struct zip_shape {
    u8 base;       // what offsets in the archive count from
    u8 prefix;     // bytes before the first local header
    u8 end;        // behind the archive comment
    u8 n_entries;  // in the central directory, as counted
};

// False, reported at `at`, when this is no archive or it cannot be true.
bool zip_shape(struct zipin *in, struct zip_shape *s, const struct place *at,
               struct diag *d);

#endif
