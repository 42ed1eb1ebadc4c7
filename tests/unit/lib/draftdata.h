// SPDX-License-Identifier: MIT
// draftdata.h - data files in memory, record by record or at random; and what data files
// come to, by lists of all that they say.
#ifndef CCINSTR_TESTS_UNIT_LIB_DRAFTDATA_H
#define CCINSTR_TESTS_UNIT_LIB_DRAFTDATA_H

#include "analysis/base/arena.h"
#include "analysis/base/vec.h"
#include "rt-native/data.h"
#include "rt-native/plan.h"

struct draft_node {
    u4 method, level;
};

struct draft {
    VEC(u8) w;  // the file: double words
    const struct plan *plan;
    VEC(struct draft_node) node;  // from 1
    u8 label;                     // the counter of label 0
};

struct draft_run {
    u8 id, start, end;
    u4 flags;
    const char *command;
};

void draft_init(struct draft *f, const struct plan *p,
                const struct draft_run *run);
void draft_release(struct draft *f);
// Counter i of it is from(context, i).
u4 draft_node(struct draft *f, const struct data_node *n,
              u8 (*from)(void *context, u4 i), void *context);
void draft_note(struct draft *f, enum data_kind kind,
                const struct data_note *n);
// As if it had ended cleanly, whatever its flags say.
void draft_sums(struct draft *f);
// Records of all kinds that the plan can have, each once, in an order of its own.
void draft_random(struct draft *f, u4 n_nodes, u8 *seed);
u4 draft_below(u8 *seed, u4 n);

// --- What files say -----------------------------------------------------------

// A counter by what tells it apart, as text: a slot of a chain, a step of it, a note.
struct said {
    const char *what;
    u8 count;
};
struct all_said {
    VEC(struct said) v;
    struct arena mem;
};
void said_init(struct all_said *s);
void said_release(struct all_said *s);
// All records and counters of labels but runs; those of a damaged file up to there.
void said_add(struct all_said *s, const void *bytes, size_t n);
// Sorted, and those of the same text added up, no further than to the largest number.
void said_fold(struct all_said *s);

#endif
