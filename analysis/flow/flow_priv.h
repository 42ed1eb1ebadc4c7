// SPDX-License-Identifier: MIT
// A method on its way to the value-flow form: what the steps share.
//
// blocks   cfg.c cuts the code; where it begins, jumps to, and where the range
//          of a handler begins or ends, a block begins
// walk     exec.c executes each reached block once, with a stack and locals of
//          its own. What it reads but did not write itself is a phi of that
//          block, made when it is read: so nothing is ever copied at a merge,
//          and a phi that nobody asks for does not exist
// merge    merge.c asks all predecessors for the inputs of each phi, which can
//          make phis there, until nothing new is asked for; then it drops those
//          that stand for a single value
// number   number.c numbers what is left in code order
//
// While it is made, a value is a number from 1, or a phi with FB_PHI.
#ifndef CCINSTR_ANALYSIS_FLOW_FLOW_PRIV_H
#define CCINSTR_ANALYSIS_FLOW_FLOW_PRIV_H

#include "analysis/classfile/code.h"
#include "analysis/flow/flow.h"
#include "analysis/table/ranges.h"

#define FB_PHI 0x80000000u  // | index into phi
#define FB_NONE UINT32_MAX
#define FB_STACK 0x10000u  // + slot: as a variable; locals are below

// Values that a test can have instead of 0, to tell the ways to hold no value apart.
enum {
    FB_PRIM = 0x7FFFFFF1,   // a primitive or a return address
    FB_NULL = 0x7FFFFFF2,   // null
    FB_UNSET = 0x7FFFFFF3,  // never written
};
enum {
    FB_OPEN = 0x7FFFFFF4
};  // a phi stands for this until its value is known

struct fb_block {
    u4 insn;   // the first
    u4 depth;  // of the stack, at entry; FB_NONE: not reached
    u4 out_depth;
    u4 low;  // below it the block has not touched the stack ...
    u4 out;  // ... and from there on it leaves what stands here in fb.out
    u4 pred, n_preds;  // in fb.pred
    u4 stmt, n_stmts;  // in fb.stmt
    u4 caught;         // value, if a handler begins here
    u4 row;            // first of its rows of the handler table, or FB_NONE
    u4 phi;            // number.c: the first phi that is left
};

// A row of the handler table, in blocks.
struct fb_row {
    u4 from, to;  // blocks
    u4 block;     // of the handler
    u4 next;      // row of the same handler, or FB_NONE
    bool reached;
    u4 entry, n_entries;  // in fb.entry: blocks that are entered from outside;
                          // n_entries is FB_NONE while nobody has asked
};

// A definition of a local. Those of one local are chained.
struct fb_def {
    u4 local;
    u4 block;      // n_blocks: by the caller
    bool is_last;  // no instruction of the block sees it
    u4 value;
    u4 prev;  // index, 0 for none
};

struct fb_local {
    u4 block;  // + 1: in which `value` is current
    u4 value;
    u4 def;  // the last
    u4 n_defs;
};
enum { FB_PAGE = 32 };

struct fb_phi {
    u4 block, var;
    u4 in, n_in;  // in fb.in; none if rep is known without
    u4 rep;       // value that it stands for: itself, another phi, or FB_OPEN
    u4 id;        // number.c: its number
    u4 next;      // number.c: of the same block, FB_NONE for none
};

struct fb_edge {
    u4 from, to;
};

// A subroutine: what a jsr calls (subs.c).
struct fb_sub {
    u4 block;
    u4 local;  // that takes the return address, if that is known; or FB_NONE
    bool returns;
};
struct fb_jsr {
    u4 block, sub;
};

struct fb_map;

struct fb {
    struct cf_class *c;
    const struct cf_member *m;
    const struct code *code;
    struct arena *arena;
    u8 work;
    const char *bad;  // first thing that is wrong ...
    u4 bad_insn;      // ... and where
    bool costly;
    bool has_null;
    u4 prim, null, unset;  // values of things that hold none: 0, or FB_PRIM ...
    bool frames;           // they are not 0

    u4 n_blocks;
    struct fb_block *block;
    u2 *block_at;  // by pc; NULL for a method of one block
    struct fb_row *row;
    struct ranges *ranges;  // of the rows, until each is reached
    u8 *todo;               // bits of blocks that are reached but not executed
    bool in_order;          // blocks were executed in code order
    struct fb_edge *edge;
    u4 n_edges, room_edges;
    u4 *pred;

    u4 n_subs, n_jsrs, sub_words;
    struct fb_sub *sub;
    struct fb_jsr *jsr;
    u8 *in_sub;      // [block][sub_words]: the subroutines it may belong to
    bool *sub_seen;  // [block]

    // the block that is being executed
    u4 at_block, at_insn, end_insn;
    u4 depth, low;
    u4 *stack;
    struct fb_local **page;  // locals, FB_PAGE each

    u4 n_values, room_values;
    struct flow_value *value;
    u4 n_stmts, room_stmts;
    struct flow_stmt *stmt;
    u4 n_args, room_args;
    u4 *args;
    u4 n_out, room_out;
    u4 *out;
    u4 n_defs, room_defs;
    struct fb_def *def;
    u4 n_phis, room_phis;
    struct fb_phi *phi;
    u4 n_in, room_in;
    u4 *in;
    u4 n_entry, room_entry;
    u4 *entry;
    struct fb_map *map;  // merge.c
};

// Makes room for one more in an array of the builder.
#define FB_ROOM(b, array, n, room, more)                                      \
    ((n) + (more) > (room)                                                    \
         ? (void)((array) = fb_grow((b), (array), (n), &(room), (n) + (more), \
                                    sizeof *(array)))                         \
         : (void)0)
void *fb_grow(struct fb *b, const void *old, u4 n, u4 *room, u4 want,
              size_t size);

// Notes the first thing that is wrong; false for the caller's convenience.
bool fb_bad(struct fb *b, u4 insn, const char *what);
// Charges work; false when there was too much.
bool fb_work(struct fb *b, u8 steps);

// ---- cfg.c, subs.c ---------------------------------------------------------

bool fb_blocks(struct fb *b);
// The block that begins at pc, or FB_NONE. Each target that is an instruction begins
// one. There are at most 65535 blocks, so FB_NO_BLOCK is free.
enum { FB_NO_BLOCK = 0xFFFF };
static inline u4 fb_block_at(const struct fb *b, u4 pc) {
    bool inside = b->block_at && pc < b->code->length;
    u4 i = inside ? b->block_at[pc] : FB_NO_BLOCK;
    return i == FB_NO_BLOCK ? FB_NONE : i;
}
static inline u4 fb_block_end(const struct fb *b, u4 i) {
    return i + 1 < b->n_blocks ? b->block[i + 1].insn : b->code->n_insn;
}
// Finds subroutines: which jsr calls which, and which blocks belong to it. False when
// that costs too much.
bool fb_subs(struct fb *b);
// Does a `ret local` in that block return from subroutine s?
bool fb_returns_from(const struct fb *b, u4 block, u4 s, u4 local);

// ---- exec.c ----------------------------------------------------------------

u4 fb_value(struct fb *b, enum flow_decl decl, u2 ref);
void fb_define(struct fb *b, u4 local, u4 block, u4 value);
// Executes all that can be reached.
bool fb_walk(struct fb *b);
struct fb_local *fb_local(struct fb *b, u4 i);
// Does to stack and locals what one instruction does (insn.c), or sets b->bad.
void fb_insn(struct fb *b, const struct insn *i);

// ---- merge.c ---------------------------------------------------------------

u4 fb_phi_new(struct fb *b, u4 block, u4 var);
// Finds the inputs of all phis, and the value that each stands for.
bool fb_merge(struct fb *b);
static inline u4 fb_rep(const struct fb *b, u4 v) {
    return v & FB_PHI ? b->phi[v & ~FB_PHI].rep : v;
}

// ---- build.c ---------------------------------------------------------------

bool fb_init(struct fb *b, struct cf_class *c, const struct cf_member *m,
             const struct code *code, struct arena *arena);

// ---- number.c --------------------------------------------------------------

bool fb_number(struct fb *b, struct flow *out, struct arena *result);

#endif
