// SPDX-License-Identifier: MIT
// Insertions into one method, collected by instruction.
//
// An edited method is the parsed one plus this list; the code itself is not
// touched before it is written. Inserted code is straight-line and independent
// of its place, so it is kept as bytes, in one buffer (struct seq).
//
// The gap model. At every boundary between two instructions stands
//
//     ... insn(q)  after(q) | before(p)  insn(p) ...
//
// Branches, handlers, frames, line and variable tables of the input lead to
// the bar; an exception range covers before(p) if it covers p and after(q) if
// it covers q. The entry code stands in front of the first bar, so a branch to
// offset 0 does not run it again. Uninitialized(offset) in frames and the
// offsets of type annotations follow the instruction itself.
//
// Locals that are added live through the whole method: the entry code must set
// them, and every frame is made to list them behind the old locals.
#ifndef CCINSTR_REWRITER_EDIT_EDIT_H
#define CCINSTR_REWRITER_EDIT_EDIT_H

#include "analysis/base/emit.h"
#include "analysis/classfile/code.h"
#include "rewriter/edit/pooledit.h"
#include "rewriter/edit/refusal.h"

// A run of inserted code in edit->bytes, and what it needs of the stack
// beyond what lies there already.
struct seq {
    u4 at, n;
    s4 depth;  // while it is built: slots above the start
    u4 need;
};

enum edit_where { EDIT_ENTRY, EDIT_AFTER, EDIT_BEFORE };

struct insertion {
    u4 insn;  // the instruction before or after which; 0 for entry
    u4 order;
    enum edit_where where;
    struct seq seq;
};

// One end of an exception range, as a place around instruction `insn`.
enum edit_side {
    EDIT_BAR,  // the bar in front of it
    EDIT_AT,   // the instruction itself, behind what was inserted before it
    EDIT_END,  // directly behind it
};
struct edit_pos {
    u4 insn;  // EDIT_BAR of n_insn is the end of the input's code
    enum edit_side side;
};

struct edit_range {
    struct edit_pos from, to;
    u2 type;     // Class, 0 for any
    bool first;  // before all of the input's handlers; else behind them
    u4 handler;
};

// Code appended behind the method, entered with the exception alone on the
// stack and, of the locals, only the added ones (and `this` while it is
// uninitialised). It must not fall off its end.
struct edit_handler {
    struct seq seq;
    bool this_uninit;
    u2 type;  // Class of what is caught, as its frame says
};

enum { EDIT_MAX_LOCALS = 8 };

struct edit {
    const struct cf_class *c;
    const struct cf_member *m;
    const struct code *k;
    struct pooledit *pool;
    struct arena *arena;  // as long as the method is edited
    struct emit *bytes;
    enum refusal refused;
    u4 *work;  // what simulations and frames of this class cost so far

    u4 n_insertions, room_insertions;
    struct insertion *insertion;
    u4 n_ranges, room_ranges;
    struct edit_range *range;
    u4 n_handlers, room_handlers;
    struct edit_handler *handler;
    u4 n_locals;
    struct vtype local[EDIT_MAX_LOCALS];  // types of the added locals
    u4 local_slots;
    u4 scratch_slots;  // behind those, in no frame
    u4 stack_more;     // beyond any depth of the input
    u4 stack_least;    // whatever the input's depth
    bool unsorted;
};

void edit_init(struct edit *e, const struct cf_class *c,
               const struct cf_member *m, const struct code *code,
               struct pooledit *pool);

static inline bool edit_is_empty(const struct edit *e) {
    return e->n_insertions + e->n_ranges + e->n_locals == 0;
}

// Adds a local of that type; returns its index.
u4 edit_add_local(struct edit *e, struct vtype type);
// The first of that many slots, for values that an insertion puts aside and takes back
// itself: no frame lists them. Call it when all locals are added. Each call gives the same
// slots.
u4 edit_scratch(struct edit *e, u4 slots);

// Building inserted code. The opcode's row says what it does to the stack.
struct seq seq_begin(struct edit *e);
void seq_op(struct edit *e, struct seq *s, u1 op);
void seq_int(struct edit *e, struct seq *s, s4 value);
// OPC_iload .. OPC_aload, OPC_istore .. OPC_astore, in the shortest form.
void seq_local(struct edit *e, struct seq *s, u1 op, u4 index);
// OPC_invokestatic of a Methodref of the pool.
void seq_invokestatic(struct edit *e, struct seq *s, u2 method);

// Inserts at the entry. Of several insertions at one place the first stands first.
void edit_entry(struct edit *e, struct seq s);
// Inserts behind an instruction. It must fall through and be no monitorenter: code there
// that throws would leave the monitor to no handler, and HotSpot then compiles the method
// no more.
void edit_after(struct edit *e, u4 insn, struct seq s);
void edit_before(struct edit *e, u4 insn, struct seq s);
// Inserts before each return instruction.
void edit_exits(struct edit *e, struct seq s);
// Inserts at each handler entry of the input, once however many ranges share it.
void edit_handler_entries(struct edit *e, struct seq s);

u4 edit_add_handler(struct edit *e, struct edit_handler h);
void edit_add_range(struct edit *e, struct edit_range r);

// A catch-all around the whole method, behind all other handlers, whose code
// is `s` followed by athrow. In a constructor no range may cover the call of
// super() or this() (and what is before it needs a handler of its own): the
// range is cut there, following the types and not the order of the source.
void edit_wrap(struct edit *e, struct seq s);

// By instruction: is it the call of super() or this() that makes `this` an object? No
// range of ours can cover it. All are false in methods that are no constructors, and where
// there are no frames: there every instruction can be covered.
const bool *edit_init_calls(struct edit *e);

// Brings the insertions in order of place. Called by the layout.
void edit_sort(struct edit *e);

// Must the method have a StackMapTable to pass the verifier? From version 50 on, unless the
// verifier falls back to inference, as for the input.
bool edit_has_frames(const struct edit *e);

#endif
