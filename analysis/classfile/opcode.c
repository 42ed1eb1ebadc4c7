// SPDX-License-Identifier: MIT
// The opcode table.
#include "analysis/classfile/opcode.h"

// A hole or a row out of order in opcodes.def fails here.
enum op_order {
#define OP(code, name, format, stack, flags) ORDER_##name,
#include "analysis/classfile/opcodes.def"
#undef OP
};
#define OP(code, name, format, stack, flags) \
    _Static_assert((int)ORDER_##name == (code), "row out of order: " #name);
#include "analysis/classfile/opcodes.def"
#undef OP

// Slots of one letter of a stack effect; the strings are constants, so all of
// this folds at compile time.
#define SLOT(c)                                                 \
    ((c) == 'J' || (c) == 'D' || (c) == '2'                 ? 2 \
     : (c) == 'I' || (c) == 'F' || (c) == 'A' || (c) == '1' ? 1 \
                                                            : 0)
#define AT(s, i) ((i) < sizeof(s) - 1 ? (s)[(i) < sizeof(s) ? (i) : 0] : 0)
#define GT(s) \
    (AT(s, 0) == '>' ? 0 : AT(s, 1) == '>' ? 1 : AT(s, 2) == '>' ? 2 : 3)
#define IN(s, i) ((i) < GT(s) ? SLOT(AT(s, i)) : 0)
#define OUT(s, i) ((i) > GT(s) ? SLOT(AT(s, i)) : 0)
#define POPS(s) (IN(s, 0) + IN(s, 1) + IN(s, 2))
#define PUSHES(s) \
    (OUT(s, 1) + OUT(s, 2) + OUT(s, 3) + OUT(s, 4) + OUT(s, 5) + OUT(s, 6))

const struct op_info op_table[256] = {
#define OP(code, name, format, stack, flags)                \
    [code] = {#name,                                        \
              (stack),                                      \
              (format),                                     \
              OP_SIZE(format),                              \
              (u1)(flags),                                  \
              (s1)(AT(stack, 0) == '.' ? -1 : POPS(stack)), \
              (s1)(AT(stack, 0) == '.' ? -1 : PUSHES(stack))},
#include "analysis/classfile/opcodes.def"
#undef OP
};

bool op_local(u1 op, struct op_local *l) {
    static const char type[] = "IJFDA";
    if (op >= OPC_iload && op <= OPC_aload) {
        *l = (struct op_local){type[op - OPC_iload], false, false, 0};
    } else if (op >= OPC_istore && op <= OPC_astore) {
        *l = (struct op_local){type[op - OPC_istore], true, false, 0};
    } else if (op >= OPC_iload_0 && op <= OPC_aload_3) {
        u1 k = (u1)(op - OPC_iload_0);
        *l = (struct op_local){type[k / 4], false, true, k % 4};
    } else if (op >= OPC_istore_0 && op <= OPC_astore_3) {
        u1 k = (u1)(op - OPC_istore_0);
        *l = (struct op_local){type[k / 4], true, true, k % 4};
    } else {
        return false;
    }
    return true;
}
