// SPDX-License-Identifier: MIT
// The source lines of a method.
#ifndef CCINSTR_ANALYSIS_CALLGRAPH_SOURCELINES_H
#define CCINSTR_ANALYSIS_CALLGRAPH_SOURCELINES_H

#include "analysis/base/vec.h"
#include "analysis/classfile/scan.h"

struct source_lines {
    VEC(u4) row;  // pc << 16 | line, by pc
};

// Reads the lines of a method that was opened for scanning, in place of those that l
// held.
void lines_read(struct source_lines *l, const struct cf_class *cf,
                const struct scan *code);
void lines_clear(struct source_lines *l);
void lines_release(struct source_lines *l);
// The line of the instruction at pc; -1 if it is not known.
s4 lines_at(const struct source_lines *l, u2 pc);

#endif
