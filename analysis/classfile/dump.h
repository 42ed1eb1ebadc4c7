// SPDX-License-Identifier: MIT
// A class as text, for golden files and for looking at what was written.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_DUMP_H
#define CCINSTR_ANALYSIS_CLASSFILE_DUMP_H

#include "analysis/classfile/code.h"

// One instruction without its offset: "invokevirtual java/io/Writer.flush()V".
void dump_insn(const struct cf_class *c, const struct code *code,
               const struct insn *i, struct emit *out);

// Writes members with their code and its tables. Constants appear by what they say,
// never by index, so the text does not depend on the pool's order. A part that can't be
// read is named in a diagnostic and left out.
void dump_class(struct cf_class *c, struct arena *a, const struct place *at,
                struct diag *d, struct emit *out);

#endif
