// SPDX-License-Identifier: MIT
// The URLs of a manifest's Class-Path.
//
// As the JVM's class loaders take them: a blank parts them, what has another scheme
// than file names nothing, and what is no absolute path counts from the folder of
// the jar.
#ifndef CCINSTR_ANALYSIS_ZIP_JARURL_H
#define CCINSTR_ANALYSIS_ZIP_JARURL_H

#include "analysis/base/arena.h"
#include "analysis/base/str.h"

// The next of a list, which loses it; false at the end.
bool jarurl_next(struct str *list, struct str *url);
// The path that a URL means, which begins with '/' if it is absolute. False: no file
// of this machine.
bool jarurl_path(struct str url, struct arena *a, struct str *path);
// The URL of an absolute path.
const char *jarurl_of(const char *path, struct arena *a);

#endif
