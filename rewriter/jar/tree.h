// SPDX-License-Identifier: MIT
// Folders of classes in, folders out.
//
// The output appears as a whole: it is built beside its place under another name and then
// exchanged with the folder there. That is replaced only if an earlier run wrote all that
// it holds (record.h).
#ifndef CCINSTR_REWRITER_JAR_TREE_H
#define CCINSTR_REWRITER_JAR_TREE_H

#include "rewriter/jar/jar.h"

// Is there nothing at path, or a folder of which an earlier run wrote all? Reported if
// not.
bool tree_is_replaceable(const char *path, struct diag *d);

// Rewrites the folder way->in to the folder way->out; false, reported, when
// that can't be done, and then way->out is as it was.
bool tree_rewrite(struct crew *crew, const struct jar_rules *rules,
                  const struct jar_way *way, struct jar_counts *counts,
                  struct diag *d);
// Rewrites a single class file. False, reported, if that can't be done.
bool tree_rewrite_class(struct crew *crew, const struct jar_rules *rules,
                        const struct jar_way *way, struct jar_counts *counts,
                        struct diag *d);

// Writes a folder of these files alone. A folder there is replaced only if an earlier run
// wrote all that it holds. False, reported, if that fails.
bool tree_write(const char *out, const struct jar_extra *file, size_t n,
                struct diag *d);

#endif
