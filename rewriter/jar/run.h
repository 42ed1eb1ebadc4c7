// SPDX-License-Identifier: MIT
// One archive on its way, and the window that its entries go through.
//
// The entries to be worked on go through a window: the main thread reads their
// compressed bytes some way ahead and hands them to the crew as jobs, and
// takes the results back in the order of the archive. That bounds memory, and
// makes output and messages the same for any number of threads.
//
//     0         n_given     n_taken           n_submitted     n_todo
//     [ written ][ written  ][ being worked on ][ not read yet ]
//                [ next     ]
#ifndef CCINSTR_REWRITER_JAR_RUN_H
#define CCINSTR_REWRITER_JAR_RUN_H

#include "rewriter/jar/jar_priv.h"
#include "rewriter/jar/survey.h"

struct part;

struct run {
    struct jar_run_info info;
    struct zipr zip;
    struct zipw *out;
    struct diag *diag;
    struct crew *crew;      // NULL: `worker` does the jobs, one at a time
    struct worker *worker;  // the calling thread's
    struct survey survey;
    u8 *nested_left;   // what nested archives may still inflate to
    struct job *slot;  // of job k: k % n_slots
    size_t n_slots;
    size_t n_submitted;
    size_t n_taken;
    size_t n_given;
    u8 ahead;  // compressed bytes of jobs submitted and not given
    struct part *part;
    size_t n_parts;
    struct emit manifest;  // its new compressed bytes
    struct str beside;   // the jar that it is to name in its Class-Path; or ""
    struct emit *extra;  // the compressed bytes of each extra file
    size_t n_extra;
    struct emit label;  // of run_place
    bool failed;        // and reported
    struct jar_counts counts;
};

// Where an entry is; valid until the next call.
struct place run_place(struct run *r, struct str entry);

// Makes the window ready. r->survey must be decided.
void window_init(struct run *r);
// The next job in order, done; NULL, with r->failed, when it was unreadable or
// the run is to be given up.
struct job *window_take(struct run *r);
// The last job taken is no longer needed.
void window_give(struct run *r, const struct job *j);
// Waits for jobs that a failed run left under way.
void window_release(struct run *r);

#endif
