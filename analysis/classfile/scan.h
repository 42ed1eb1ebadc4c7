// SPDX-License-Identifier: MIT
// The instructions of a method that name classes or members, one after
// another, the others stepped over: all that analyses by declared types need.
//
// No array is made and no operand decoded that nobody asks for. Code that
// can't be reached is not told from code that can.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_SCAN_H
#define CCINSTR_ANALYSIS_CLASSFILE_SCAN_H

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/opcode.h"

struct scan {
    const u1 *code;
    u4 n;
    u4 pc;              // of the next instruction
    bool bad;           // it ended before the end of the code: at pc
    struct bytes rest;  // behind the code: handlers and attributes
};

struct scan_insn {
    u2 pc;
    u1 op;     // ldc_w for both forms of ldc of one word
    u2 index;  // constant; of newarray the type code
};

// body: of a Code attribute. False when it is cut off.
bool scan_open(struct scan *s, const struct cf_class *c, struct bytes body);
bool scan_next(struct scan *s, struct scan_insn *i);

// The instruction at pc, which must be one that scan_next gave.
struct scan_insn scan_at(const struct scan *s, u2 pc);

#endif
