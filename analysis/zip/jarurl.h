// SPDX-License-Identifier: MIT
// The URLs of a manifest's Class-Path.
//
// They are taken as the JVM's class loaders take them: blanks part them, one with another
// scheme than file names nothing, and a path that is not absolute counts from the folder
// of the jar.
#ifndef CCINSTR_ANALYSIS_ZIP_JARURL_H
#define CCINSTR_ANALYSIS_ZIP_JARURL_H

#include "analysis/base/arena.h"
#include "analysis/base/str.h"

// Takes the next URL from a list; false at the end.
bool jarurl_next(struct str *list, struct str *url);
// The path that a URL means; it begins with '/' if it is absolute. False if that is no
// file of this machine.
bool jarurl_path(struct str url, struct arena *a, struct str *path);
// The URL of an absolute path.
const char *jarurl_of(const char *path, struct arena *a);

#endif
