// SPDX-License-Identifier: MIT
// Data files of one plan, added up.
//
// A pool is in canonical order, whatever order and grouping its files came in: nodes by
// level, entry and chain, so that each stands behind its parent; all else by its
// numbers, then texts. Counters are added and stop at their largest value. A run
// that several files hold counts once. What is known of each run is kept: whether it
// ended cleanly, whether sums vouch for its counters, whether it was damaged.
#ifndef CCINSTR_REWRITER_RUNS_POOL_H
#define CCINSTR_REWRITER_RUNS_POOL_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/base/emit.h"
#include "analysis/base/str.h"
#include "rt-native/data.h"
#include "rt-native/plan.h"

// The sum of two counters. It stops at the largest number, and stays there.
static inline u8 pool_sum(u8 a, u8 b) {
    return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

// One process, or what one class loader of it ran.
struct pool_run {
    u8 id;
    u8 start, end;  // microseconds since 1970; end 0: it was not seen to end
    u4 flags;  // enum data_flags, DATA_UNVERIFIED and DATA_DAMAGED among them
    u8 threads;
    u8 sum;  // how far it had come (rt-native/data.h)
    struct str command;
};

// How exactly the run counted, whatever its sums say.
static inline enum data_counts pool_run_counts(const struct pool_run *r) {
    return r->flags & DATA_EXACT ? DATA_COUNTS_EXACT
           : r->threads == 1     ? DATA_COUNTS_ALONE
                                 : DATA_COUNTS_ABOUT;
}

struct pool_node {
    u4 parent;  // 0: a root
    u4 label;   // of a root: its entry, a row of the plan
    u4 level;   // of its root
    u4 n_slots;
    u8 hits;      // times that it was entered
    u8 *counter;  // 0 and one for each slot of its method, as in the data file
};

// A label that a node took without a slot for it, and that leads to no node; or a label
// that no chain takes there (DATA_CHAIN).
struct pool_step {
    u4 node, label;
    u8 count;
};

// A record of another kind than DATA_RUN, a node or a step.
struct pool_note {
    enum data_kind kind;
    u4 a, b;
    u8 count;
    struct str text;
    u4 n_whole;  // bytes of it before it was cut
};

// Is it a note of something that the analysis did not predict?
static inline bool pool_is_odd(const struct pool_note *x) {
    return x->kind == DATA_RECEIVER || x->kind == DATA_ENTRY;
}

// A file that is not as it was written.
struct pool_damage {
    const char *path, *what;
    size_t byte;
};

struct pool {
    const struct plan *plan;     // may be NULL
    unsigned char identity[32];  // of the plan; zeros if nobody has told
    u4 n_labels;
    struct pool_node *node;  // from 1
    u4 n_nodes;              // with row 0
    struct pool_step *step, *stray;
    u4 n_steps, n_strays;
    u8 *label;  // by label: times that it was taken outside of the forest
    struct pool_note *note;
    u4 n_notes;
    struct pool_run *run;
    u4 n_runs;
    // DATA_FILE_FULL and DATA_TABLE_FULL if some run has them; DATA_LOST if there was a
    // file of which nothing could be used, here or when it was merged.
    u4 flags;
    enum data_counts counts;
    struct pool_damage *damage;  // of files that were added, by path
    u4 n_damages;
};

// How far runs can be trusted.
struct pool_trust {
    u4 unclean;                    // runs that did not end cleanly
    u4 unverified;                 // runs that did, but have no sums
    u4 damaged;                    // runs of damaged files
    u8 unrecorded[DATA_N_CAUSES];  // activations
    u8 n_unrecorded;
    bool about;  // several threads counted without care
    bool exact;  // what is covered is, and nothing else
};
struct pool_trust pool_trust(const struct pool *p);
// Lines that tell people so; none if there is nothing to say.
enum { POOL_WORDS = 10 };
struct pool_words {
    const char *line[POOL_WORDS];
    u4 n;
};
struct pool_words pool_words(const struct pool *p, struct arena *mem);

// Files are added one by one; pool_end makes the pool and frees this.
struct pooling;
// The pool will live in mem. Without a plan (NULL) the first file says which it is; then
// no record is compared with it, and no node has hits.
struct pooling *pool_begin(const struct plan *plan, struct arena *mem);
// Adds a file. False, reported, if it is no data file, or of another plan. Damage is
// reported, too, and the intact part is taken, if there is any.
bool pool_add(struct pooling *p, const char *path, struct diag *d);
// Has the head of that data file been changed, so that nobody knows what it is of?
bool pool_is_changed(const char *path);
// Makes the pool. False, reported, and the pool is empty, if runs would count twice: two
// files have some in common, but each has others of its own; or one has more of a run
// than another, which has other runs.
bool pool_end(struct pooling *p, struct pool *to, struct diag *d);

// Writes the pool as one data file.
void pool_write_data(const struct pool *p, struct emit *to);

#endif
