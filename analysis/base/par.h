// SPDX-License-Identifier: MIT
// Jobs done by several threads, handed in and taken back in order.
//
// The main thread submits jobs and later waits for each in the order in which
// it wants the results; while it waits it works on jobs itself. So `n` threads
// mean n - 1 helpers, and one thread means no thread at all: par_wait then
// runs the jobs where they stand. What a job computes may depend only on the
// job, never on the worker that ran it: that is the whole of our determinism.
//
//     struct par *p = par_new(n, contexts);
//     par_submit(p, &a->job); par_submit(p, &b->job);
//     par_wait(p, &a->job);   par_wait(p, &b->job);
#ifndef CCINSTR_ANALYSIS_BASE_PAR_H
#define CCINSTR_ANALYSIS_BASE_PAR_H

#include <stddef.h>

enum par_state { PAR_IDLE, PAR_QUEUED, PAR_RUNNING, PAR_DONE };

// Embedded in what a job works on.
struct par_job {
    void (*run)(struct par_job *job, void *worker);
    struct par_job *next;
    enum par_state state;
};

struct par;

// n_threads >= 1; worker[i] is the context that thread i hands to its jobs
// (borrowed, n_threads of them). Fewer threads are used if the system has no
// more to give.
struct par *par_new(unsigned n_threads, void *const *worker);
// Every job submitted must have been waited for.
void par_free(struct par *p);
void par_submit(struct par *p, struct par_job *job);
void par_wait(struct par *p, struct par_job *job);
// Processors this process may use.
unsigned par_n_cpus(void);

#endif
