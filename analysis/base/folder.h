// SPDX-License-Identifier: MIT
// Output folders, which appear complete or not at all.
//
// One is built beside its place under another name and then exchanged with what is there.
// Only a folder that holds nothing but what an earlier run wrote (record.h) is replaced.
#ifndef CCINSTR_ANALYSIS_BASE_FOLDER_H
#define CCINSTR_ANALYSIS_BASE_FOLDER_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/base/file.h"
#include "analysis/base/types.h"
#include "analysis/base/walk.h"

// A file to be written: its path below a folder or in a jar.
struct new_file {
    struct str name;
    struct bytes content;
};

// Is there nothing at path, or a folder of which an earlier run wrote all? Reported if
// not.
bool folder_is_replaceable(const char *path, struct diag *d);

// Writes a folder of these files alone. A folder there is replaced only if an earlier run
// wrote all that it holds. False, reported, if that fails.
bool folder_write(const char *out, const struct new_file *file, size_t n,
                  struct diag *d);

// A folder on its way, for who puts files into it by other means.
struct newfolder {
    const char *out;
    const char *temp;  // where it is until it is complete
    struct walk walk;  // what it holds: all of that is to be listed here
    bool keeps_temp;   // it is the last of what was there before
    struct arena *arena;
    struct diag *diag;
};

// All report what fails. What is given must live until folder_end.
bool folder_begin(struct newfolder *f, const char *out, mode_t mode,
                  struct arena *a, struct diag *d);
// Writes these files below `root` ("" or with a slash at its end), and lists them.
bool folder_add(struct newfolder *f, struct str root,
                const struct new_file *file, size_t n);
// Exchanges the folder with what is there if it is filled, and else removes it.
bool folder_end(struct newfolder *f, bool filled);

#endif
