// SPDX-License-Identifier: MIT
// The bytes of an archive, by offset: from a file or from memory.
//
// A file is read with pread and never mapped: one that shrinks meanwhile gives
// an error instead of a SIGBUS. Two readers alternate on it, the one that
// reads ahead and the one that copies what is written next; so two pages are
// kept, and the one that was used longer ago is replaced.
#ifndef CCINSTR_ANALYSIS_ZIP_ZIPIN_H
#define CCINSTR_ANALYSIS_ZIP_ZIPIN_H

#include "analysis/base/types.h"

struct zipin_page {
    u1 *p;
    u8 off;
    size_t n;
};

struct zipin {
    int fd;            // -1: in memory
    struct bytes mem;  // borrowed
    u8 size;
    int error;  // errno of the first read that failed though the bytes are there, or 0
    struct zipin_page page[2];
    unsigned last;  // the page used last
};

// False with errno. The file is closed by zipin_close.
bool zipin_open(struct zipin *in, const char *path);
// Takes fd, also when it fails.
bool zipin_open_fd(struct zipin *in, int fd);
void zipin_open_mem(struct zipin *in, struct bytes mem);
void zipin_close(struct zipin *in);

// All n bytes at off; false with errno, which is ENODATA where the bytes end.
bool zipin_read(struct zipin *in, u8 off, void *p, size_t n);

#endif
