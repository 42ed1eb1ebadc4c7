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

// The sum of all bytes of path, however many; none are kept. False, with errno.
bool file_sum(const char *path, struct sha256 *sum);

// Does that errno say that something is not there, or not for us? If not, we could not
// look, and others may find it.
bool file_is_missing(int error);

// What stands at path, by stat. FILE_UNKNOWN: nobody can tell, and that was reported. Do
// not take it for FILE_NONE: what stands there would be written over.
enum file_found { FILE_NONE, FILE_FOUND, FILE_UNKNOWN };
enum file_found file_look(const char *path, struct stat *st, struct diag *d);

// A file being written under a temporary name beside its final one.
struct outfile {
    int fd;      // -1: not open
    char *path;  // final, owned
    char *temp;  // owned
};

// Opens the temporary file. False, reported. mode: permission bits of the final file.
bool outfile_open(struct outfile *o, const char *path, mode_t mode,
                  struct diag *d);
// Gives the file its final name. False, reported.
bool outfile_commit(struct outfile *o, struct diag *d);
// Forgets the file; nothing is left of it. Harmless after a commit.
void outfile_abort(struct outfile *o);

// Are both the same regular file, by whatever names?
bool file_is_same(const char *a, const char *b);

// Writes a file that appears complete or not at all, with the permissions of the one
// that it replaces. If path is a link the file that it names is written; a device or
// pipe is written into. False, reported.
bool file_replace(const char *path, const void *p, size_t n, struct diag *d);
// As file_replace; a new file gets that mode.
bool file_replace_as(const char *path, mode_t mode, const void *p, size_t n,
                     struct diag *d);

// As file_replace, but replaces only a file that begins with that mark (of which 64 bytes
// count), or an empty one. A caller that looked at path before longer work so keeps what
// has appeared since.
bool file_replace_own(const char *path, const char *mark, struct bytes b,
                      struct diag *d);

// Makes a folder and those above it. False, reported, if that fails.
bool file_make_folder(const char *folder, struct arena *a, struct diag *d);

// Those of these permissions that the umask of the process leaves to new files. Call it
// only while no other thread makes files, since it sets the umask to learn it.
mode_t file_mode(mode_t most);

// Writes all n bytes at off, or false with errno.
bool file_write_all(int fd, const void *p, size_t n, u8 off);

#endif
