// SPDX-License-Identifier: MIT
// The propagation of constants through one method: what the files here share.
//
// A local or a slot of the stack holds, on all ways to a place, one of
//
//     an int, null, an enum constant    a known one
//     an object                         a reference that is not null
//     the array of a switch             javac's $SwitchMap$ (constfield.c)
//     anything
//
// and a set of parameters: if these were known, it would be, too.
#ifndef CCINSTR_ANALYSIS_CONSTPROP_GUARDS_PRIV_H
#define CCINSTR_ANALYSIS_CONSTPROP_GUARDS_PRIV_H

#include "analysis/classfile/code.h"
#include "analysis/constprop/guards.h"

enum known_kind {
    KNOWN_ANY,  // nothing is known
    KNOWN_INT,  // value: the int
    KNOWN_NULL,
    KNOWN_OBJECT,  // value: 1 + pc of the `new` that made it, or 0
    KNOWN_ENUM,    // value: the field_id
    KNOWN_MAP,     // value: the field_id; it may be null as well
};

struct known {
    u8 deps;  // bits of slots
    u4 value;
    u1 kind;
};

#define KNOWN_NOTHING ((struct known){.kind = KNOWN_ANY})
#define KNOWN_NOT_NULL ((struct known){.kind = KNOWN_OBJECT})

static inline struct known known_int(s4 i, u8 deps) {
    return (struct known){.deps = deps, .value = (u4)i, .kind = KNOWN_INT};
}

// Is it known, or would it be if parameters were?
static inline bool known_may(struct known v) {
    return v.kind != KNOWN_ANY || v.deps != 0;
}

enum { PROP_NONE = 0xFFFF };      // there are at most 65535 blocks
enum { PROP_MOST_PARAMS = 255 };  // slots, with the receiver (JVMS 4.3.3)

struct prop_block {
    u4 insn;           // the first
    u4 depth;          // of the stack, at entry
    struct known *in;  // locals, then stack; NULL: not reached
    u8 deps;  // parameters that decide where it leads, when it was last executed
};

// The range of a handler, in blocks.
struct prop_range {
    u4 from, to, handler;
};

struct prop;
struct prop_task {
    struct arena *arena;
    method_id m;
    const struct known *param;  // by slot, or NULL: nothing is known, and there
                                // are no deps
    bool plain;                 // static fields can hold anything
    // Called before each call and putstatic is executed, with its operands on top of
    // p->stack. An instruction may be seen several times; the last time counts.
    void (*see)(void *context, const struct prop *p, const struct insn *i);
    void *context;
};

struct prop {
    struct guards *g;
    struct prop_task task;
    class_id class;
    struct cf_class *c;
    struct code code;
    u4 n_params;  // slots
    bool bad;     // no verifier accepts it, or it costs too much
    u8 work;
    u4 n_blocks;
    struct prop_block *block;
    u2 *block_at;  // by pc; NULL for a method of one block
    struct prop_range *range;
    u8 *todo;  // bits of blocks
    // The block that is being executed.
    u4 at_block, at_insn, end_insn;
    u4 depth;
    struct known *local, *stack;
};

// Executes all of the method that can be reached. False if it has no code, or code
// that can't be followed: then ask nothing of p.
bool prop_run(struct prop *p, struct guards *g, const struct prop_task *task);
// Was the instruction at pc reached?
bool prop_executes(const struct prop *p, u4 pc);
// All parameters that decide a branch that was reached.
u8 prop_deps(const struct prop *p);

// Writes a local; the handlers around see that as well.
void prop_write(struct prop *p, u4 local, struct known v);
bool prop_bad(struct prop *p);
struct known prop_pop(struct prop *p);

// ---- constinsn.c ------------------------------------------------------------

// Does to stack and locals what one instruction does, branches apart.
void prop_insn(struct prop *p, const struct insn *i);
// The slots that the arguments of a call take, with the receiver.
u4 prop_arg_slots(const struct cf_class *c, const struct insn *i);

// ---- constenum.c ------------------------------------------------------------

// Is f an enum constant of the class?
bool known_is_constant(const struct world *w, field_id f, class_id of);
// Reads all constants of an enum, once; nothing if the class is none.
void known_read_enum(struct guards *g, class_id of);
// Does that invokedynamic give a new object, and run no code of the program before?
bool prop_is_lambda(const struct cf_class *c, u4 constant);

// ---- constfield.c -----------------------------------------------------------

// The field that a Fieldref of the class resolves to, or 0.
field_id known_field_at(struct guards *g, class_id c, u4 constant);
// The row of a field; a new one has nothing known.
struct guard_field *known_row(struct guards *g, field_id f, bool *is_new);

// The value that a getstatic of Fieldref `ref` gives in the method.
struct known prop_static(struct prop *p, u2 ref);
// The ordinal of an enum constant.
struct known prop_ordinal(struct prop *p, struct known e);
// The element of a switch's array.
struct known prop_element(struct prop *p, struct known array, struct known i);

#endif
