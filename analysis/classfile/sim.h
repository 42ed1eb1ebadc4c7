// SPDX-License-Identifier: MIT
// The types of locals and stack before each instruction, in code order.
//
// A linear simulation, as the type checker does it (JVMS 4.10.1): it starts
// from the descriptor, follows the instructions, and at every StackMapTable
// frame takes over the types of the frame. So no types are ever joined and no class
// hierarchy is asked. Behind an unconditional transfer without a frame the state is
// unknown (`known` is false) until the next frame.
//
// Locals and stack are held by slot; the second slot of a long or double is
// VT_HALF. It answers two questions: where `this` is still uninitialised in a
// constructor, and which frame a branch target of ours needs.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_SIM_H
#define CCINSTR_ANALYSIS_CLASSFILE_SIM_H

#include "analysis/classfile/code.h"

enum { VT_HALF = 0xFF };

// A verification type with its name in full, so that types that the pool does
// not hold yet can be told.
struct sim_type {
    u1 tag;
    u2 a;             // VT_OBJECT: its Class or 0; VT_UNINIT: pc of the `new`
    struct str name;  // VT_OBJECT: internal name or array descriptor
};

// The locals of a frame in list form: one entry for a long or double.
struct sim_list {
    u4 n, room;
    u4 slots;
    struct sim_type *v;
};

struct sim {
    const struct cf_class *c;
    const struct code *code;
    struct arena *arena;
    bool known;
    bool this_uninit;  // some slot holds `this` before super()
    bool failed;       // code that no verifier accepts, or too costly
    u4 *work;          // slots looked at so far
    u4 at;             // index of the instruction whose state this is
    u4 n_locals;       // slots: max_locals
    struct sim_type *local;
    u4 n_stack;  // slots in use
    u4 max_stack;
    struct sim_type *stack;
    const struct code_attr *frames;  // or NULL
    u4 next_frame;
    struct sim_list list;  // locals of the last frame
};

// Whether s failed because it passed LIMIT_SIM_WORK.
bool sim_is_costly(const struct sim *s);

// Begins before the first instruction of method m. False when the descriptor or
// max_locals makes no sense. work counts the slots that are looked at for frames and
// initialisations, of all simulations that share it; beyond LIMIT_SIM_WORK they fail.
bool sim_init(struct sim *s, const struct cf_class *c,
              const struct cf_member *m, const struct code *code,
              struct arena *arena, u4 *work);
// Goes from instruction s->at to the next one along the fall-through (or as the frame
// there says). False at the end of the code or on failure.
bool sim_step(struct sim *s);
// The first half of sim_step: the effect of instruction s->at on a known state.
bool sim_exec(struct sim *s);
// The second half of sim_step: goes to the next instruction, and takes over its frame.
bool sim_advance(struct sim *s);

// A list with room for that many entries; push is false beyond it.
struct sim_list sim_list_new(u4 room, struct arena *a);
bool sim_list_push(struct sim_list *l, struct sim_type t);
// The locals at entry (JVMS 4.10.1.6); false when they do not fit, or for a
// malformed descriptor.
bool sim_list_init(struct sim_list *l, const struct cf_class *c,
                   const struct cf_member *m);
// Makes of the locals of the frame before f those of f; false when f chops or appends
// too many.
bool sim_list_apply(struct sim_list *l, const struct cf_class *c,
                    const struct code_frame *f);
struct sim_type sim_of_vtype(const struct cf_class *c, struct vtype v);

#endif
