// SPDX-License-Identifier: MIT
// Modified UTF-8, the encoding of names in class files (JVMS 4.4.7).
#ifndef CCINSTR_ANALYSIS_CLASSFILE_MUTF8_H
#define CCINSTR_ANALYSIS_CLASSFILE_MUTF8_H

#include "analysis/base/types.h"

// Whether n bytes are sequences of 1, 2 or 3 bytes in which no byte is 0 or
// above EF. Overlong forms pass: old compilers wrote them, and nothing of
// ours depends on the shortest form.
bool mutf8_valid(const u1 *p, size_t n);

#endif
