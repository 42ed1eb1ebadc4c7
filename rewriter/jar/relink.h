// SPDX-License-Identifier: MIT
// A jar whose Class-Path leads elsewhere.
#ifndef CCINSTR_REWRITER_JAR_RELINK_H
#define CCINSTR_REWRITER_JAR_RELINK_H

#include "analysis/base/diag.h"
#include "analysis/base/str.h"

// A URL of a Class-Path, and the one to put in its place.
struct relink {
    struct str from;
    struct str to;
};

// Rewrites that jar, with other URLs in its manifest, and without its signature, which
// would not hold. False, reported, if that fails; then the jar is as it was.
bool relink_jar(const char *path, const struct relink *url, size_t n,
                struct diag *d);

#endif
