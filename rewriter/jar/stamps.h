// SPDX-License-Identifier: MIT
// Entry times that are no dates, carried past libzip.
//
// libzip keeps a time as seconds since 1970, so a stamp that is no date (month
// 0: some tools write zeros to be reproducible) would come out as another.
// Such archives are rare; for them the stamps are written over again when the
// archive is complete.
#ifndef CCINSTR_REWRITER_JAR_STAMPS_H
#define CCINSTR_REWRITER_JAR_STAMPS_H

#include "analysis/base/emit.h"
#include "analysis/zip/zipread.h"

// The stamps of all entries of the input, by index; n is 0 if all are dates.
struct stamps {
    u4 *stamp;
    size_t n;
};

void stamps_read(struct stamps *s, struct zipr *zip);
void stamps_release(struct stamps *s);
// Entry i will not be in the output.
void stamps_drop(struct stamps *s, size_t i);

// Writes the stamps into the finished archive: a file, or if fd is negative, mem.
bool stamps_write(const struct stamps *s, int fd, struct emit *mem);

#endif
