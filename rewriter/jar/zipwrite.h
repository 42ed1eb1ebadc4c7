// SPDX-License-Identifier: MIT
// Where libzip writes a rewritten archive: a file or memory.
//
// The archive that is read and the one that is written are one zip_t: libzip then carries
// all that it knows of an entry by itself, and copies entries that we don't replace as
// compressed bytes. It reads from the input and writes to here; the input is never
// touched. Bytes in front of the input's first entry are written first.
#ifndef CCINSTR_REWRITER_JAR_ZIPWRITE_H
#define CCINSTR_REWRITER_JAR_ZIPWRITE_H

#include "analysis/base/emit.h"
#include "analysis/base/file.h"
#include "analysis/zip/zipread.h"
#include "rewriter/jar/stamps.h"

struct zipw {
    struct zipr_sink sink;  // for zipr_open
    struct zipr *zip;       // the archive that is rewritten
    const char *path;       // NULL: into mem
    mode_t mode;
    struct outfile file;
    struct emit mem;  // the whole output, or the part of the file ...
    u8 mem_off;       // ... that starts here and is not written yet
    u8 at;            // writing position, from the file's start
    struct stamps stamps;
    struct diag *diag;
};

// zip is about to be opened with &w->sink. The output file is opened only when libzip
// begins to write.
void zipw_init_file(struct zipw *w, struct zipr *zip, const char *path,
                    mode_t mode, struct diag *d);
// Writes to memory, at most max bytes; more make writing fail.
void zipw_init_mem(struct zipw *w, struct zipr *zip, size_t max);
// Call it when the open archive is going to be written.
void zipw_begin(struct zipw *w);
// Leaves entry i out of the output; false if libzip fails.
bool zipw_delete(struct zipw *w, u8 i);
// The size of a file that was committed.
u8 zipw_size(const struct zipw *w);
// Removes a file that was not committed, forgets the memory.
void zipw_release(struct zipw *w);

#endif
