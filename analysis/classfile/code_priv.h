// SPDX-License-Identifier: MIT
// What code.c and codetab.c share: the tables behind the instructions.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_CODE_PRIV_H
#define CCINSTR_ANALYSIS_CLASSFILE_CODE_PRIV_H

#include "analysis/classfile/code.h"

// Fills code->attr from code->attrs. A malformed table is marked bad and noted.
void code_read_tables(struct code *code, const struct cf_class *c,
                      struct arena *arena, const struct place *at,
                      struct diag *d);

#endif
