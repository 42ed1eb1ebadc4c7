// SPDX-License-Identifier: MIT
// An archive that is made of files of our own.
#ifndef CCINSTR_REWRITER_JAR_NEWJAR_H
#define CCINSTR_REWRITER_JAR_NEWJAR_H

#include "rewriter/jar/jar.h"

// Writes an archive of these files, complete or not at all. False, reported, if that
// fails.
bool newjar_write(const char *path, const struct new_file *file, size_t n,
                  struct diag *d);

#endif
