// SPDX-License-Identifier: MIT
// The opcode table (opcodes.def) as C: names, formats, stack effects, flags.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_OPCODE_H
#define CCINSTR_ANALYSIS_CLASSFILE_OPCODE_H

#include "analysis/base/types.h"

enum opcode {
#define OP(code, name, format, stack, flags) OPC_##name = (code),
#include "analysis/classfile/opcodes.def"
#undef OP
    OPC_N
};

// Size of an instruction by its operand format; 0 when that is not fixed.
#define OP_SIZE(f)                                              \
    ((f) == ' '                                             ? 1 \
     : (f) == 'b' || (f) == 'k' || (f) == 'n' || (f) == 'v' ? 2 \
     : (f) == 'M'                                           ? 4 \
     : (f) == 'J' || (f) == 'D' || (f) == 'O'               ? 5 \
     : (f) == 'T' || (f) == 'L' || (f) == 'w'               ? 0 \
                                                            : 3)

enum op_flags {
    OP_COND = 1u << 0,    // branches or falls through
    OP_END = 1u << 1,     // never falls through
    OP_JSR = 1u << 2,     // calls a subroutine, which returns behind it
    OP_RETURN = 1u << 3,  // leaves the method normally
    OP_CALL = 1u << 4,    // an invoke instruction
};

struct op_info {
    const char *name;
    const char *stack;
    char format;
    u1 size;  // of the whole instruction; 0 when that is not fixed
    u1 flags;
    s1 pops;    // slots, or -1 when '.' (operand decides)
    s1 pushes;  // slots, or -1
};

extern const struct op_info op_table[256];

static inline bool op_is(u1 op, enum op_flags f) {
    return (op_table[op].flags & f) != 0;
}

// The type letter and number of a local access: iload_2 is ('I', 2). False
// for any other instruction. `ret` and `iinc` are not such accesses.
struct op_local {
    char type;
    bool store;
    bool implied;  // the opcode names the local: iload_0 ... astore_3
    u1 index;      // if implied
};
bool op_local(u1 op, struct op_local *l);

#endif
