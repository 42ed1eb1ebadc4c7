// SPDX-License-Identifier: MIT
// From content to compressed bytes, at the level that zip and jar use.
#ifndef CCINSTR_REWRITER_JAR_DEFLATE_H
#define CCINSTR_REWRITER_JAR_DEFLATE_H

#include "analysis/base/emit.h"

// Compresses. A thread has one of its own: making its tables costs more than compressing
// a small class.
struct deflater;

struct deflater *deflater_new(void);
void deflater_free(struct deflater *f);

// Writes the raw DEFLATE of `in` to out (after a reset). The same input gives the same
// output in every build that has the same library.
void deflate_bytes(struct deflater *f, struct bytes in, struct emit *out);

#endif
