// SPDX-License-Identifier: MIT
// memfile.h - files that are in memory alone, for code that wants the name of one;
// and jars of some entries.
#ifndef CCINSTR_TESTS_FUZZ_MEMFILE_H
#define CCINSTR_TESTS_FUZZ_MEMFILE_H

#include "analysis/base/folder.h"
#include "rewriter/jar/jar.h"

struct memfile {
    int fd;
    char path[32];
};

// A file with these bytes. It goes with memfile_close, or with the process.
void memfile_open(struct memfile *m, struct bytes content);
// All that is in it now, whoever has written it, into *to (after a reset).
void memfile_read(const struct memfile *m, struct emit *to);
void memfile_close(struct memfile *m);

// The same with an archive of these entries, stored as they are.
void memfile_open_jar(struct memfile *m, const struct new_file *entry, u4 n);

#endif
