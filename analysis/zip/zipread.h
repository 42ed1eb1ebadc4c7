// SPDX-License-Identifier: MIT
// Archives, opened through libzip wherever they begin in their file.
//
// libzip sees the archive through a source of ours that starts where offsets
// count from (zipshape.h). A writer hands in the commands that write
// (rewriter/jar/zipwrite.h); without one the archive is read-only.
//
// Entries are known by their index. A zip_t serves one thread.
#ifndef CCINSTR_ANALYSIS_ZIP_ZIPREAD_H
#define CCINSTR_ANALYSIS_ZIP_ZIPREAD_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/zip/zipin.h"
#include "analysis/zip/zipshape.h"

#include <zip.h>

// Takes libzip's commands that write: BEGIN_WRITE, WRITE, SEEK_WRITE, TELL_WRITE,
// COMMIT_WRITE, ROLLBACK_WRITE. On -1 it has set *error.
struct zipr_sink {
    zip_int64_t (*command)(struct zipr_sink *self, void *data, u8 len,
                           zip_source_cmd_t cmd, zip_error_t *error);
};

struct zipr {
    zip_t *za;
    struct zipin in;
    struct zip_shape shape;
    struct zipr_sink *sink;  // borrowed; NULL: read-only
    u8 at;                   // libzip's reading position
    zip_error_t error;       // of the source
};

struct zipr_entry {
    u8 index;
    struct str name;  // raw bytes, borrowed from the archive
    u8 size;
    u8 compressed;
    u4 crc;
    u2 method;  // 0 stored, 8 deflated
    bool encrypted;
    zip_stat_t st;
};

// z must stay where it is until zipr_close. False when it can't be opened,
// reported at `at`; then there is nothing to close.
bool zipr_open(struct zipr *z, const char *path, struct zipr_sink *sink,
               const struct place *at, struct diag *d);
bool zipr_open_mem(struct zipr *z, struct bytes mem, struct zipr_sink *sink,
                   const struct place *at, struct diag *d);
// Could the file not be read, for a reason that is not in it? Then it may hold more than
// was found. May be asked after zipr_open has failed, too.
bool zipr_has_failed(const struct zipr *z);
// Forgets all changes.
void zipr_close(struct zipr *z);

void zipr_entry(struct zipr *z, u8 index, struct zipr_entry *e);
// The entry's compressed bytes, appended to out; false with zip_strerror.
bool zipr_raw(struct zipr *z, const struct zipr_entry *e, struct emit *out);
// The content of an entry of at most that size, in the arena; p is NULL if it cannot be
// had. For a look at one entry: threads that read many have inflaters of their own.
struct bytes zipr_content(struct zipr *z, u8 index, size_t most,
                          struct arena *a);

#endif
