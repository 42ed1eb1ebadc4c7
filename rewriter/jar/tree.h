// SPDX-License-Identifier: MIT
// Folders of classes in, folders out.
//
// The output appears as a whole (analysis/base/folder.h).
#ifndef CCINSTR_REWRITER_JAR_TREE_H
#define CCINSTR_REWRITER_JAR_TREE_H

#include "rewriter/jar/jar.h"

// Rewrites the folder way->in to the folder way->out; false, reported, when
// that can't be done, and then way->out is as it was.
bool tree_rewrite(struct crew *crew, const struct jar_rules *rules,
                  const struct jar_way *way, struct jar_counts *counts,
                  struct diag *d);
// Rewrites a single class file. False, reported, if that can't be done.
bool tree_rewrite_class(struct crew *crew, const struct jar_rules *rules,
                        const struct jar_way *way, struct jar_counts *counts,
                        struct diag *d);

#endif
