// SPDX-License-Identifier: MIT
// The run time as part of this program: classes of package ccinstr/rt, and the
// native library. rt-java/embed.sh makes it.
#ifndef CCINSTR_REWRITER_PROBE_EMBEDDED_H
#define CCINSTR_REWRITER_PROBE_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *name;  // ccinstr/rt/X.class, or libccinstr.so
    const unsigned char *p;
    size_t n;
};

extern const struct embedded_file embedded_file[];
extern const size_t embedded_n_files;

#endif
