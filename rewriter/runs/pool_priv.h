// SPDX-License-Identifier: MIT
// A pool while files are added to it.
#ifndef CCINSTR_REWRITER_RUNS_POOL_PRIV_H
#define CCINSTR_REWRITER_RUNS_POOL_PRIV_H

#include "analysis/base/vec.h"
#include "analysis/table/idmap.h"
#include "rewriter/runs/pool.h"

// --- Sums of records (poolsums.c) -------------------------------------------------

struct sums_node {
    u4 parent, label, level, n_slots;
    u8 *counter;
};

struct sums_steps {
    VEC(struct pool_step) v;
    struct idmap at;  // node, label: place + 1
};

struct sums_note {
    struct pool_note note;
    u4 next;  // place + 1 of the next with its hash
};

// Nodes are in the order in which they were met, so a parent is before its children.
struct sums {
    const struct plan *plan;
    struct arena *mem;           // of counters and texts
    VEC(struct sums_node) node;  // from 1
    bool ordered;  // they came in the order of a pool, and node_at is not made
    struct idmap node_at;  // parent, label
    struct sums_steps step, stray;
    VEC(struct sums_note) note;
    struct idmap note_at;  // by hash: place + 1
    u8 key;                // of these
    u8 *label;
    u4 n_labels;
};

// What is wrong with the first of n records that were left out, or with the first of n
// counters.
struct sums_fault {
    const char *what;
    size_t byte;
    u4 n;
};

void sums_init(struct sums *s, const struct plan *plan, struct arena *mem);
void sums_release(struct sums *s);
// Makes room for the first file, so that nothing is moved while it is added.
void sums_reserve(struct sums *s, u4 n_nodes);
// Adds all that is intact of an open file.
struct sums_fault sums_add(struct sums *s, const struct data_file *f);

// --- The bytes of a file (poolread.c) ---------------------------------------------

struct pool_bytes {
    struct emit e;
    u8 whole;  // bytes of the file; the first of them are here
    u8 written;  // before that it was, as far as its file system knows: as data_run.start
};
// False, reported, if it cannot be read.
bool pool_read(struct pool_bytes *to, const char *path, struct diag *d);

// --- Counters without sums (poolcheck.c) ------------------------------------------

// Counters that are too high for the time of the run.
struct sums_fault pool_check_times(const struct data_file *f, u8 written);
// Counters that cannot be, by the plan. This is no mark of a run, since merging asks no
// plan.
struct sums_fault pool_check_plan(const struct data_file *f,
                                  const struct plan *plan);

// --- Which files count (poolruns.c) -----------------------------------------------

struct pool_file {
    const char *path;
    const struct pool_run *run;  // in order
    u4 n_runs;
    u4 hash;        // of what is intact
    u8 sum;         // of its runs
    bool added;     // to the sums
    bool taken;     // it counts
    bool left_out;  // records of it were left out when it was added
};

// Runs by what tells them apart, and the file that has them.
struct held_run;
struct held_runs {
    struct held_run *map;  // analysis/table/umap.h
};
void held_release(struct held_runs *h);
void held_add(struct held_runs *h, const struct pool_file *file, u4 number);
bool held_any(const struct held_runs *h, const struct pool_file *file);

// The flags that mark a run. Adding to a run takes none away.
#define POOL_MARKS ((u4)(DATA_DAMAGED | DATA_UNVERIFIED))

// Orders runs by start and identity: below, above or 0.
int pool_run_order(const void *a, const void *b);
// Sorts the files and takes those that count, whatever order they came in. False,
// reported, if runs would count twice.
bool runs_choose(struct pool_file *file, u4 n, struct diag *d);

// --- In canonical order (poolorder.c) ---------------------------------------------

void sums_order(const struct sums *s, struct pool *to, struct arena *mem);

#endif
