// SPDX-License-Identifier: MIT
// naivemachine.h - what the machine of the run time should say, from the whole
// call stack: at each question the stack is gone through from its bottom.
//
// A run is a maximal sequence of frames of the component of which each called the
// next; an initialiser begins one of its own. Its level is the number of runs
// below, or, of an initialiser, that of the run it interrupts. In a run that an
// entry or an initialiser begins, each call with a probe is a step in the forest;
// from the first one that leads out of it, or that no probe announced, until
// the end the run is in no chain.
#ifndef CCINSTR_TESTS_UNIT_LIB_NAIVEMACHINE_H
#define CCINSTR_TESTS_UNIT_LIB_NAIVEMACHINE_H

#include "analysis/base/vec.h"
#include "rt-native/data.h"
#include "rt-native/plan.h"

enum naive_how {
    NAIVE_OUTSIDE,  // a frame that is not of the component
    NAIVE_ENTERED,  // called from outside, with the event `entered`
    NAIVE_STRAY,    // without it
    NAIVE_INIT,     // an initialiser
    NAIVE_CALLED,   // by a label
    NAIVE_SILENT,   // called from inside, but that was not announced
    NAIVE_LOST,     // not recorded: in no chain, nor what it calls
};
struct naive_frame {
    enum naive_how how;
    uint32_t method, label;
};

enum naive_kind { NAIVE_START, NAIVE_ACTIVE, NAIVE_LIMITED, NAIVE_EXTERNAL };
struct naive_state {
    enum naive_kind kind;
    bool stray;  // Limited, which the machine cannot know before its first call
    uint32_t level;
    uint32_t node;  // if Active
};

struct naive_node {
    uint32_t parent, label;  // of a root: 0 and its entry
    uint32_t level, state;
    uint64_t hits;
    uint32_t child, next;  // of the first child; of its parent's next one
    uint32_t row;          // of the machine, which tests find out
};
// What is counted besides: calls that lead to no new node, and notes.
struct naive_count {
    enum data_kind kind;
    uint32_t a, b;
    uint64_t count;
};

struct naive {
    const struct plan *p;
    VEC(struct naive_node) node;  // from 1; node 0 has the roots as children
    VEC(struct naive_count) count;
    VEC(uint32_t) cell;  // a hash of them: number + 1
    uint64_t *label;     // counters, by label
    uint64_t total;      // of all hits and steps
};

void naive_init(struct naive *n, const struct plan *p);
void naive_release(struct naive *n);
// What is known of the frame on top.
struct naive_state naive_top(struct naive *n, const struct naive_frame *f,
                             uint32_t n_frames);
// The frame on top was entered, or calls a label or an unknown class: counted.
void naive_enter(struct naive *n, const struct naive_frame *f,
                 uint32_t n_frames);
void naive_call(struct naive *n, const struct naive_frame *f, uint32_t n_frames,
                uint32_t label);
void naive_call_unknown(struct naive *n, const struct naive_frame *f,
                        uint32_t n_frames, uint32_t site, bool inside);
// Adds what another one of the same plan has.
void naive_add(struct naive *n, const struct naive *of);

enum naive_want {
    NAIVE_COUNTS,   // the same counts
    NAIVE_COVERED,  // the same ones are not 0
    NAIVE_AT_MOST,  // no more: where there was no room
};
// NULL, or how a data file differs.
const char *naive_differs(struct naive *n, const struct data *d,
                          enum naive_want want);

#endif
