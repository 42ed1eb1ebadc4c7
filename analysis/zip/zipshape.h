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
    u8 base;       // offsets in the archive count from here
    u8 prefix;     // bytes before the first local header
    u8 end;        // behind the archive comment
    u8 n_entries;  // in the central directory, as counted
    u8 directory;  // where that is in the file ...
    u8 bytes;      // ... and its size
};

// The part of a record of the central directory that libzip does not tell.
struct zip_record {
    u8 at;          // in the file
    u8 compressed;  // bytes
    u8 offset;      // of the local header, from the archive's base
    u8 bytes;       // of the record
    u4 stamp;       // DOS date << 16 | DOS time
};

// False, reported at `at`, when this is no archive, or its directory cannot be true.
bool zip_shape(struct zipin *in, struct zip_shape *s, const struct place *at,
               struct diag *d);
// Moves *r to the next record, or the first if r->bytes is 0. False behind the last,
// and where a record should be and is none.
bool zip_record_next(struct zipin *in, const struct zip_shape *s,
                     struct zip_record *r);

#endif
