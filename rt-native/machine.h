// SPDX-License-Identifier: MIT
// The state machine of the run time: what events mean, decided here and nowhere
// else, without a JVM.
//
// The state of a thread is one number, the offset of a row of the table, with
// marks in its low bits. It is kept by the instrumented code, in a place of its
// thread and in locals; nothing is pushed or popped here, so whatever ends an
// activation can leave nothing wrong behind. Once a transition is decided it is
// published in the slots of rows, and others may follow it without asking.
//
//     0               Start: no method of the component is on the stack
//     8 + 16 * level  Limited: in the component, but in no chain of the forest
//    16 + 16 * level  External: the component called out and has not returned
//    ROW_FIRST ...    Active at the path node that has this row:
//
//        word 0   0x80000000 | level << 26 | method, and below it the index of
//                 counter 0 of the node in the data file
//        word 1   0x80000000 | the parent's row (0: a root), and below it the
//                 node's number
//        word 2.. for each slot of the method 0, or a label, and below it the row
//                 that it leads to: the child's, an ancestor's, Limited, External
//
// Rows are 64-bit words. A slot is stored once, with release order, after the row
// it names is complete. Who looks for a label in a row of another method finds
// some other word, in the table all the same; none but the slots of a label has it
// in its upper half, so comparing labels is enough. Counter 0 of a node counts how
// often it was entered in another way than by a counted slot; counter s how often
// slot s was taken, wherever it leads.
//
// Methods, labels and sites are rows of the plan; nobody checks that they are.
#ifndef CCINSTR_RT_NATIVE_MACHINE_H
#define CCINSTR_RT_NATIVE_MACHINE_H

#include "rt-native/data.h"
#include "rt-native/plan.h"

enum {
    STATE_ARRIVING = 1,   // stored by `before` if the callee can clear it
    STATE_UNGUARDED = 2,  // a constructor that was entered from outside and has
                          // not called super() yet, or what it calls
    STATE_MARKS = 7,
    STATE_START = 0,
    STATE_LEVELS = 16,  // the last one for all above
    ROW_FIRST = 512,
};

static inline uint32_t state_row(uint32_t state) {
    return state & ~(uint32_t)STATE_MARKS;
}
static inline uint32_t state_limited(uint32_t level) {
    return 8 + 16 * level;
}
static inline uint32_t state_external(uint32_t level) {
    return 16 + 16 * level;
}
static inline bool state_is_active(uint32_t state) {
    return state >= ROW_FIRST;
}
static inline bool state_is_limited(uint32_t state) {
    return state < ROW_FIRST && (state & 8) != 0;
}
static inline bool state_is_external(uint32_t state) {
    return state >= 16 && state < ROW_FIRST && (state & 8) == 0;
}

// What the frames of the thread say, asked for at most once per event: of the
// method that is being entered the caller's frame, and those below.
struct machine_frames {
    bool caller_inside;  // it is one of the component
    bool any_inside;     // or one below is
    // Of the last run of component frames: 0 for the first; else one more than
    // the run below, but as that one if it begins with an initialiser.
    uint32_t level;
};
struct machine_walk {
    void (*frames)(void *context, struct machine_frames *to);
    void *context;
};

struct machine_options {
    bool exact;           // counters are exact under contention
    uint64_t most_table;  // bytes; 0: as many as offsets reach
};

struct machine;

// NULL with the reason in `why`. Plan and data are borrowed.
struct machine *machine_new(const struct plan *p, struct data *d,
                            const struct machine_options *o, char *why,
                            size_t n);
void machine_free(struct machine *m);

// Events. What they return is the state from then on.
//
// First instruction of an entry method or component initialiser; without
// STATE_ARRIVING: what this activation has. *found is what the thread's state was;
// it becomes what it has to be when the activation returns. (Where another call
// was announced that is still to come, it has STATE_ARRIVING: without it for an
// end by exception, since that call does not come then.)
uint32_t machine_entered(struct machine *m, uint32_t *found, uint32_t method,
                         const struct machine_walk *walk);
// Of another method with probes. Where nothing announced it, it was called at a
// site without a probe, and what is Active is its caller: Limited.
uint32_t machine_arrived(const struct machine *m, uint32_t state);
// Before the call of a label; `my` is what the activation has.
uint32_t machine_before(struct machine *m, uint32_t my, uint32_t label);
// Does what that stores have STATE_ARRIVING? If the label has a target with a
// prologue: else the mark would stay when that throws.
bool machine_arrives(const struct machine *m, uint32_t label);
// As machine_before, for a receiver class that the plan does not have at that site.
uint32_t machine_before_unknown(struct machine *m, uint32_t my, uint32_t site,
                                const char *class_name, uint32_t n,
                                bool inside);
// What is noted beside chains.
void machine_note(struct machine *m, enum data_kind kind, uint32_t a,
                  const char *text, uint32_t n);

// --- What others may follow by themselves ------------------------------------

const uint64_t *machine_table(const struct machine *m, uint64_t *bytes);
// By entry (row of the plan) * STATE_LEVELS + level: the root's row, Limited at
// that level if the plan has none, 0 if nobody asked yet. Entering a root's row
// counts its counter 0.
const uint32_t *machine_roots(const struct machine *m, uint32_t *n);

#endif
