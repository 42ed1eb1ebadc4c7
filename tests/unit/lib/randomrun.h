// SPDX-License-Identifier: MIT
// randomrun.h - random plans, and random programs on the machine of the run time:
// frames with the locals that instrumented code keeps, on stacks that the naive
// machine looks at after every event.
#ifndef CCINSTR_TESTS_UNIT_LIB_RANDOMRUN_H
#define CCINSTR_TESTS_UNIT_LIB_RANDOMRUN_H

#include "analysis/base/emit.h"
#include "rt-native/machine.h"
#include "tests/unit/lib/naivemachine.h"

enum { RUN_MOST_METHODS = 12 };

struct run_plan {
    struct emit bytes;
    struct plan p;
    // What a plan does not say: constructors, that call super() at that site.
    uint32_t super_site[RUN_MOST_METHODS];
    // And methods that could not be instrumented.
    bool refused[RUN_MOST_METHODS];
};
struct run_shape {
    bool back_edges;
    uint32_t slots;  // of ten labels that many have one
};
void run_plan_init(struct run_plan *r, struct run_shape shape, uint64_t seed);
void run_plan_release(struct run_plan *r);

// One simulated thread.
struct run_frame {
    bool probes;       // it has a prologue, and what goes with it
    bool announced;    // its call of the frame above has a probe
    bool unguarded;    // super() has not returned yet
    bool in_super;     // that is what it calls
    bool no_callback;  // outside: what it does is known to call nobody
    uint32_t saved, my;
};
struct run_thread {
    VEC(struct naive_frame) truth;
    VEC(struct run_frame) frame;  // the same ones
    uint32_t st;
};

struct run_counts {
    uint64_t events, walks, stale, strays, initialisers, upcalls, throws,
        unguarded, unknown, refused, quiet, back, lost, level[16];
};

// What the machine said of a label, or of ~(2 * site + inside) for a class that the plan
// does not have, and a state.
struct run_told {
    uint32_t my, what, to;
    uint64_t counter[MACHINE_COUNTERS];
};
enum { RUN_TOLD = 256 };

struct run {
    const struct run_plan *plan;
    struct machine *m;
    struct data *d;
    const uint64_t *table;
    const uint32_t *root;
    struct naive naive;
    struct run_thread *thread;
    uint32_t n_threads;
    uint32_t most_frames;
    bool follows;       // published transitions, without asking the machine
    uint64_t *unknown;  // by site, and by where it leads: what counts it
    struct run_told told[RUN_TOLD];
    bool exact;
    bool full;  // Limited will do where there is a node
    uint64_t seed;
    struct run_counts did;
    uint32_t now;       // the thread that did something last
    const char *fault;  // the first thing that was wrong
};
void run_init(struct run *r, const struct run_plan *p, struct machine *m,
              struct data *d, uint32_t n_threads);
void run_release(struct run *r);
// Some events, then all frames return.
void run_go(struct run *r, uint64_t events);
// The stack of a thread, after a fault.
void run_print(struct run *r, const struct run_thread *t);

// A data file that is gone when it is released.
bool run_data(struct data *d, const struct plan *p, uint64_t most);

#endif
