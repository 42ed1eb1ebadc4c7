// SPDX-License-Identifier: MIT
// Whole files in, and files out that appear complete or not at all.
#ifndef CCINSTR_ANALYSIS_BASE_FILE_H
#define CCINSTR_ANALYSIS_BASE_FILE_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/base/emit.h"
#include "analysis/base/sha256.h"

#include <sys/stat.h>

// Reads path, which must not be larger than max, into e (after a reset).
// False, with a diagnostic and errno, when it can't.
bool file_read(const char *path, size_t max, struct emit *e, struct diag *d);

// The sum of all of path, however large: nothing is kept of it. False, with errno.
bool file_sum(const char *path, struct sha256 *sum);

// Does that errno say that something is not there, or not for us? Else it says that we could
// not look: others may find it.
bool file_is_missing(int error);

// What stands there, by stat. That nothing does is one thing, that it cannot be told is
// another: who takes it for nothing would write over it. FILE_UNKNOWN was reported.
enum file_found { FILE_NONE, FILE_FOUND, FILE_UNKNOWN };
enum file_found file_look(const char *path, struct stat *st, struct diag *d);

// A file being written under a temporary name beside its final one.
struct outfile {
    int fd;      // -1: not open
    char *path;  // final, owned
    char *temp;  // owned
};

// Both report what fails. mode: permission bits of the final file.
bool outfile_open(struct outfile *o, const char *path, mode_t mode,
                  struct diag *d);
bool outfile_commit(struct outfile *o, struct diag *d);
// Forgets the file; nothing is left of it. Harmless after a commit.
void outfile_abort(struct outfile *o);

// Are both the same regular file, by whatever names?
bool file_is_same(const char *a, const char *b);

// Writes a file that appears complete or not at all: what a link names, with the
// permissions of the one it replaces. A device or pipe is written into. False,
// reported.
bool file_replace(const char *path, const void *p, size_t n, struct diag *d);
// The same, with that mode if there was none.
bool file_replace_as(const char *path, mode_t mode, const void *p, size_t n,
                     struct diag *d);

// The same, but only over what begins with that mark (of which 64 bytes count), an empty
// file or nothing. For who has looked at what is there, before longer work: what has
// appeared since then stays.
bool file_replace_own(const char *path, const char *mark, struct bytes b,
                      struct diag *d);

// A folder, such as an output folder, and those above it. False, reported, if that fails.
bool file_make_folder(const char *folder, struct arena *a, struct diag *d);

// What the process lets new files have of these permissions (its umask, which only
// setting it tells: not while another thread makes files).
mode_t file_mode(mode_t most);

// All n bytes at off, or false with errno.
bool file_write_all(int fd, const void *p, size_t n, u8 off);

#endif
