// SPDX-License-Identifier: MIT
// How deep the operand stack is before each instruction.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_STACK_H
#define CCINSTR_ANALYSIS_CLASSFILE_STACK_H

#include "analysis/classfile/code.h"

#define STACK_UNREACHED UINT32_MAX

struct stack_depths {
    u4 *depth;        // [n_insn], in slots; STACK_UNREACHED for dead code
    u4 max;           // deepest point of the method
    const char *bad;  // what is wrong, or NULL
    u4 bad_insn;
};

// Follows all paths from the start and from handlers of reached code. Stops at
// the first thing that no verifier accepts: two depths at one place, popping
// too much, a target that is no instruction, falling off the end. `index` maps
// offsets to instructions, as code_offsets makes it.
void stack_depths(const struct cf_class *c, const struct code *code,
                  const u2 *index, struct arena *a, struct stack_depths *out);

#endif
