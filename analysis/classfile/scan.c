// SPDX-License-Identifier: MIT
// The instructions of a method that name classes or members.
#include "analysis/classfile/scan.h"

#include "analysis/base/cursor.h"
#include "analysis/classfile/code.h"

enum {
    SIZE_MASK = 0x0F,  // the length; 0: look closer
    NAMES = 0x10,      // has an operand that is asked for
};

#define IS_NAME(f)                                                         \
    ((f) == 'k' || (f) == 'K' || (f) == 'f' || (f) == 'm' || (f) == 'c' || \
     (f) == 'J' || (f) == 'D' || (f) == 'M' || (f) == 'n')

// What is needed of op_table, a byte per opcode: it stays in four cache lines.
static const u1 shape[256] = {
#define OP(code, name, format, stack, flags) \
    [code] = OP_SIZE(format) | (IS_NAME(format) ? NAMES : 0),
#include "analysis/classfile/opcodes.def"
#undef OP
};

bool scan_open(struct scan *s, const struct cf_class *c, struct bytes body) {
    struct cursor cur = cur_of(body);
    bool narrow = code_is_narrow(c, body);
    cur_skip(&cur, narrow ? 2 : 4);
    u4 n = narrow ? cur_u2(&cur) : cur_u4(&cur);
    struct bytes code = cur_bytes(&cur, n);
    *s = (struct scan){.code = code.p, .n = n, .rest = {cur.p, cur_left(&cur)}};
    return cur_ok(&cur) && n > 0 && n <= UINT16_MAX;
}

// A switch or a wide instruction; 0 when it is none, or is cut off.
static u4 odd_size(const struct scan *s, u4 pc) {
    const u1 *p = s->code + pc;
    u4 left = s->n - pc;
    u4 at = 4 - pc % 4;  // of the default target, behind the padding
    u8 size = 0;
    if (*p == OPC_wide && left >= 2) {
        size = p[1] == OPC_iinc ? 6 : 4;
    } else if (*p == OPC_tableswitch && left >= at + 12) {
        s8 low = (s4)be4(p + at + 4), high = (s4)be4(p + at + 8);
        size = high < low ? 0 : at + 12 + 4 * (u8)(high - low + 1);
    } else if (*p == OPC_lookupswitch && left >= at + 8) {
        size = at + 8 + 8 * (u8)be4(p + at + 4);
    }
    return size <= left ? (u4)size : 0;
}

struct scan_insn scan_at(const struct scan *s, u2 pc) {
    const u1 *p = s->code + pc;
    struct scan_insn i = {pc, *p, p[1]};
    if (i.op == OPC_ldc) {
        i.op = OPC_ldc_w;
    } else if (i.op != OPC_newarray) {
        i.index = be2(p + 1);
    }
    return i;
}

bool scan_next(struct scan *s, struct scan_insn *i) {
    while (s->pc < s->n) {
        u4 pc = s->pc;
        u1 sh = shape[s->code[pc]];
        u4 size = sh & SIZE_MASK;
        size = size ? size : odd_size(s, pc);
        if (size == 0 || size > s->n - pc) {
            s->bad = true;
            return false;
        }
        s->pc = pc + size;
        if (sh & NAMES) {
            *i = scan_at(s, (u2)pc);
            return true;
        }
    }
    return false;
}
