// SPDX-License-Identifier: MIT
// Files copied whole, with mode and time.
#ifndef CCINSTR_REWRITER_JAR_COPY_H
#define CCINSTR_REWRITER_JAR_COPY_H

#include "analysis/base/diag.h"

#include <sys/stat.h>

// Copies `from`, a regular file, to `to`, complete or not at all. `at` names the input in
// messages.
bool copy_file(const char *from, const char *to, const struct place *at,
               struct diag *d);
// Writes bytes as `to`, with mode and time of st.
bool copy_bytes(struct bytes bytes, const struct stat *st, const char *to,
                struct diag *d);

#endif
