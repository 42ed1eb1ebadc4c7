// SPDX-License-Identifier: MIT
// The state machine of the run time. It decides what events mean, and nothing else does;
// it needs no JVM.
//
// The state of a thread is one number, the offset of a row of the table, with
// marks in its low bits and its sign. It is kept by the instrumented code, in a place of its
// thread and in locals; nothing is pushed or popped here, so whatever ends an
// activation can leave nothing wrong behind. Once a transition is decided it is
// published in the slots of rows, and others may follow it without asking.
//
//     0               Start: no method of the component is on the stack
//     8 + 16 * level  Limited: in the component, but in no chain of the forest
//    16 + 16 * level  External: the component called out and has not returned
//    ROW_FIRST ...    Active at the path node that has this row:
//
//        word 0   0x80000000 | level << 26 | method, and below it the plan's state
//        word 1   0x80000000 | the parent's row (0: a root), and below it the
//                 node's number
//        word 2.. for each slot of the method 0, or a label, and below it the state
//                 that a call with it leads to: the row of the child or an
//                 ancestor, Limited or External, with STATE_ARRIVING where it is due
//
// Rows are 64-bit words. A row stands where the node's record stands in the data
// file, but for a constant: so the counters of its slots need no looking up. A slot
// is stored once, with release order, after the row it names is complete. Who looks
// for a label in a row of another method finds some other word, in the table all the
// same; none but the slots of a label has it in its upper half, so comparing labels
// is enough. Counter 0 of a node counts how often it was entered in another way than
// by a counted slot; counter s how often slot s was taken, wherever it leads.
//
// Where a call leads outside and nothing is asked of it, instrumented code sets a
// mark in the state of its activation, and need not know which level that has.
//
// Methods, labels and sites are rows of the plan; nobody checks that they are.
#ifndef CCINSTR_RT_NATIVE_MACHINE_H
#define CCINSTR_RT_NATIVE_MACHINE_H

#include "rt-native/data.h"
#include "rt-native/plan.h"
#include "rt-native/shared.h"

// STATE_ARRIVING is stored by `before` if the callee can clear it. STATE_OUT is External at
// the level of what this is without it; with STATE_ARRIVING only if none enters that a
// lambda there may run (machine_opened).
enum { STATE_START = 0 };
// A constructor that was entered from outside and has not called super() yet, or
// what it calls. The sign of Java's int: so that what runs often asks it and
// whether there is a path node at once.
#define STATE_UNGUARDED (1u << STATE_UNGUARDED_BIT)
#define STATE_MARKS (STATE_UNGUARDED | 7u)
// Of a thread of which nothing was recorded until now, though something ran that may be
// below: outside, until the frames are asked.
#define STATE_LOST (STATE_UNGUARDED | (uint32_t)ROW_LOST)

static inline uint32_t state_row(uint32_t state) {
    return state & ~STATE_MARKS;
}
static inline uint32_t state_limited(uint32_t level) {
    return STATE_LIMITED + 16 * level;
}
static inline uint32_t state_external(uint32_t level) {
    return 16 + 16 * level;
}
// Whatever marks it has.
static inline bool state_is_active(uint32_t state) {
    return state_row(state) >= ROW_FIRST;
}
static inline bool state_is_limited(uint32_t state) {
    return !state_is_active(state) && (state & STATE_LIMITED) != 0;
}
static inline bool state_is_external(uint32_t state) {
    uint32_t row = state_row(state);
    return row >= 16 && row < ROW_FIRST && (row & 8) == 0;
}
// The offset of slot s from its row.
static inline uint32_t row_slot_bytes(uint32_t slot) {
    return 8 * (slot + 1);
}
// The word of the data file that is counter 0 of the node with that row.
static inline uint32_t row_counter(uint32_t row) {
    return row / 8 - ROW_FIRST / 8 + DATA_COUNTERS;
}
// The row of the node whose counter 0 is that word of the data file.
static inline uint64_t row_of_counter(uint64_t counter) {
    return 8 * (counter - DATA_COUNTERS) + ROW_FIRST;
}

// The frames of the thread below the method that is being entered: the caller's and those
// below it. They are asked for at most once per event.
struct machine_frames {
    bool unknown;        // nobody can tell
    bool caller_inside;  // the caller's frame is one of the component
    bool any_inside;     // that or one below is
    // The level of the last run of component frames: 0 for the first; else one more than
    // the run below, or as that one if it begins with an initialiser.
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
// The process ends as processes should (data_end). Events may still come, and leave
// nothing behind.
void machine_end(struct machine *m);

// Events. What they return is the state from then on.
//
// First instruction of an entry method or component initialiser; without
// STATE_ARRIVING: what this activation has. *found is what the thread's state was;
// it becomes what it has to be when the activation returns. (Where another call
// was announced that is still to come, it has STATE_ARRIVING: without it for an
// end by exception, since that call does not come then.)
uint32_t machine_entered(struct machine *m, uint32_t *found, uint32_t method,
                         const struct machine_walk *walk);
// As machine_entered, where the state is both OUT and ARRIVING: a lambda was called at that
// site that may run several methods, of which this is one, or something outside.
uint32_t machine_opened(struct machine *m, uint32_t *found, uint32_t method,
                        uint32_t site, const struct machine_walk *walk);
// Does the site have labels of lambdas?
bool machine_opens(const struct machine *m, uint32_t site);
// First instruction of another method with probes. If nothing announced it, it was called
// at a site without a probe: Active becomes Limited, and the state stays External where
// its caller had called out.
uint32_t machine_arrived(struct machine *m, uint32_t *found,
                         const struct machine_walk *walk);
// Before the call of a label; `my` is what the activation has. What it leads to is the
// same each time. counter gets the words of the data file that counted it, 0 for none:
// if the first is not 0, who comes from the same state may do all that itself.
enum { MACHINE_COUNTERS = 2 };
uint32_t machine_before(struct machine *m, uint32_t my, uint32_t label,
                        uint64_t counter[MACHINE_COUNTERS]);
// Does what that stores have STATE_ARRIVING? If the label has a target with a
// prologue: else the mark would stay when that throws.
bool machine_arrives(const struct machine *m, uint32_t label);
// Is a label counted where no path node counts it? If something is required of its
// site besides chains.
bool machine_counts(const struct machine *m, uint32_t label);
// As machine_before, for a receiver class that the plan does not have at that site.
// The first of counter is that of the class there. The second is 0 from a state that
// is Active or Limited.
struct machine_unknown {
    uint32_t site;
    const char *class_name;
    uint32_t n;
    bool inside;
};
uint32_t machine_before_unknown(struct machine *m, uint32_t my,
                                const struct machine_unknown *unknown,
                                uint64_t counter[MACHINE_COUNTERS]);
// What is noted beside chains.
void machine_note(struct machine *m, enum data_kind kind, uint32_t a,
                  const char *text, uint32_t n);

// So many activations were not recorded.
void machine_lost(struct machine *m, enum data_cause cause, uint32_t n);

// --- What others may follow by themselves ------------------------------------

const uint64_t *machine_table(const struct machine *m, uint64_t *bytes);
// By entry (row of the plan) * STATE_LEVELS + level: the root's row, Limited at
// that level if the plan has none, 0 if nobody asked yet. Entering a root's row
// counts its counter 0.
const uint32_t *machine_roots(const struct machine *m, uint32_t *n);

#endif
