// SPDX-License-Identifier: MIT
// A Code attribute taken apart: instructions, handlers, and every table that
// names code offsets (JVMS 4.7.3).
//
// Instructions are rows of twelve bytes in code order; a `wide` prefix is
// folded into the instruction it widens. Branches hold absolute targets.
// Offsets everywhere are those of the input: nothing is renumbered here, and
// the layout of an edited method (rewriter/edit/layout.h) maps them when it is
// written. Odd but harmless forms (an extended frame where a short one would
// do, padding that is not zero) are kept, so that writing gives the input.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_CODE_H
#define CCINSTR_ANALYSIS_CLASSFILE_CODE_H

#include "analysis/classfile/attr.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/opcode.h"

struct insn {
    u2 pc;
    u2 len;  // in the input, with padding and `wide`
    u1 op;
    bool wide;
    u2 a;  // local, constant, primitive type
    s4 b;  // constant, delta, dimensions or count, branch target;
           // the index of a switch
};
_Static_assert(sizeof(struct insn) == 12, "an instruction is 12 bytes");

struct code_switch {
    u1 pad[3];  // as read; only the first n_pad count
    u1 n_pad;
    s4 low;  // tableswitch
    u4 n;    // targets without the default
    u4 otherwise;
    const s4 *key;  // lookupswitch
    const u4 *target;
};

struct code_handler {
    u2 start, end, handler;
    u2 type;  // Class, or 0 for any
};

struct code_line {
    u2 pc, line;
};

struct code_var {  // of both local-variable tables
    u2 start, length, name, desc, index;
};

enum vtype_tag {
    VT_TOP,
    VT_INT,
    VT_FLOAT,
    VT_DOUBLE,
    VT_LONG,
    VT_NULL,
    VT_UNINIT_THIS,
    VT_OBJECT,
    VT_UNINIT,
};

struct vtype {
    u1 tag;
    u2 a;  // Class of an object, offset of the `new` of an uninitialised one
};

static inline u4 vtype_slots(struct vtype v) {
    return v.tag == VT_LONG || v.tag == VT_DOUBLE ? 2 : 1;
}

enum frame_tag {
    FRAME_SAME = 0,
    FRAME_SAME1 = 64,
    FRAME_RESERVED = 128,
    FRAME_SAME1_EXT = 247,
    FRAME_CHOP = 248,
    FRAME_SAME_EXT = 251,
    FRAME_APPEND = 252,
    FRAME_FULL = 255,
};

struct code_frame {
    u2 pc;
    u1 tag;       // as read; of the short forms only the kind counts
    u2 n_locals;  // appended (append) or all (full)
    u2 n_stack;
    struct vtype *type;  // locals, then stack
};

// One type annotation inside Code. What follows the offsets (type path and
// the annotation proper) never changes.
struct code_anno {
    u1 target;  // target_type
    u1 arg;     // type argument index of 0x47 .. 0x4B
    u2 x;       // offset (0x43 .. 0x4B) or handler index (0x42)
    u2 n;       // ranges of 0x40 and 0x41
    const struct code_var *range;  // start, length, index
    struct bytes rest;             // for other targets: all behind target
};

struct code_attr {
    const struct cf_attr *a;  // bad: to be copied as bytes
    u4 n;
    union {
        struct code_line *line;
        struct code_var *var;
        struct code_frame *frame;
        struct code_anno *anno;
    };
};

struct code {
    bool narrow;  // version up to 45.2: short fields before the code
    u2 max_stack, max_locals;
    u4 length;
    u4 n_insn;
    struct insn *insn;
    u4 n_jumps;
    u2 *jump;  // the branches and switches, as indices of insn
    u4 n_switches;
    struct code_switch *sw;
    u4 n_handlers;
    struct code_handler *handler;
    struct cf_attrs attrs;
    struct code_attr *attr;  // attrs.n of them
};

// Takes attribute `a` (kind Code) of member m apart. False, after a
// diagnostic, when the instructions or handlers can't be read; a malformed
// table only becomes a `bad` attribute.
bool code_parse(struct code *out, struct cf_class *c, const struct cf_attr *a,
                struct arena *arena, const struct place *at, struct diag *d);

// Is this body of a Code attribute of the form before 45.3?
bool code_is_narrow(const struct cf_class *c, struct bytes body);
// As code_parse, but without the tables behind the instructions and handlers: attrs is
// empty. That saves callers that need none (analysis/flow) a third of the time.
bool code_parse_body(struct code *out, struct cf_class *c,
                     const struct cf_attr *a, struct arena *arena,
                     const struct place *at, struct diag *d);

const struct code_attr *code_find(const struct code *code, enum attr_kind kind);

// The index of the first instruction at or behind pc; n_insn for the end. Binary
// search: for callers that ask rarely.
u4 code_index(const struct code *code, u4 pc);

// For every offset of the code the instruction that starts there, or
// CODE_NO_INSN: there are at most 65535, so that index is free.
enum { CODE_NO_INSN = 0xFFFF };
u2 *code_offsets(const struct code *code, struct arena *a);

// The int that iconst, bipush or sipush push; false for other instructions.
bool insn_int(const struct insn *i, s4 *v);

static inline bool insn_is_branch(const struct insn *i) {
    return op_table[i->op].format == 'o' || op_table[i->op].format == 'O';
}

static inline bool insn_is_switch(const struct insn *i) {
    return i->op == OPC_tableswitch || i->op == OPC_lookupswitch;
}

#endif
