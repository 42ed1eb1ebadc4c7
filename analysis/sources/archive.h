// SPDX-License-Identifier: MIT
// Archives that classes are read from: opened when they are needed, and a
// bounded number of them at a time.
//
// A class path can name more jars than a process may have files open. The one
// that was used longest ago is closed for the next; entries are asked for by
// index and name, so an archive that changes in between is noticed.
#ifndef CCINSTR_ANALYSIS_SOURCES_ARCHIVE_H
#define CCINSTR_ANALYSIS_SOURCES_ARCHIVE_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/zip/inflate.h"
#include "analysis/zip/zipread.h"

struct archive {
    const char *path;       // terminated, borrowed
    struct zipr zip;        // while it is open
    struct archive *newer;  // among the open ones
    struct archive *older;
    bool is_open;
};

struct archives {
    struct archive *newest;
    struct archive *oldest;
    u4 n_open;
    struct inflater *inflater;
    struct emit raw;
    struct emit content;
    struct diag *diag;  // borrowed
    // An archive could not be read, for a reason that is not in it.
    bool failed;
};

void archives_init(struct archives *archives, struct diag *d);
void archives_release(struct archives *archives);

// Makes a->zip usable until the next archive is; false after a diagnostic.
bool archive_use(struct archives *archives, struct archive *a, struct diag *d);

struct archive_item {
    u4 index;
    struct str name;      // of the entry
    u8 max;               // bytes
    struct arena *arena;  // what is read lives there
};
// False, reported, when it can't be read or is larger than item->max.
bool archive_read(struct archives *archives, struct archive *a,
                  const struct archive_item *item, struct bytes *content);

#endif
