// SPDX-License-Identifier: MIT
// What the files of the machine share: machine.c says what events mean, nodes.c
// makes path nodes, steps.c keeps transitions that have no slot, notes.c what is
// noted beside chains.
#ifndef CCINSTR_RT_NATIVE_MACHINE_PRIV_H
#define CCINSTR_RT_NATIVE_MACHINE_PRIV_H

#include "rt-native/machine.h"

#include <pthread.h>

// Where a label leads from a node, and the word of the data file that counts it
// (0: there was no room for one).
struct step {
    uint32_t to;  // a row, with STATE_ARRIVING where it is due
    uint32_t counter;
};

// --- steps.c: (row, label) -> step, read without a lock ----------------------

struct steps {
    struct steps_table *now;
};

void steps_release(struct steps *s);
bool steps_find(const struct steps *s, uint32_t row, uint32_t label,
                struct step *to);
// Room for one more; false if there can be none. The caller holds the lock.
bool steps_reserve(struct steps *s);
void steps_add(struct steps *s, uint32_t row, uint32_t label, struct step step);

// --- notes.c: each once, with a counter --------------------------------------

struct note;
struct notes {
    struct note *map;  // umap.h
    uint32_t n;
};

void notes_release(struct notes *s);
// The caller holds the lock. The word that counts, or 0.
uint64_t notes_count(struct notes *s, struct data *d, enum data_kind kind,
                     const struct data_note *note);

// --- machine.c, nodes.c ------------------------------------------------------

// In the upper half of the words of a row that are no slots: no label has it.
#define ROW_MARK 0x80000000u

struct machine {
    const struct plan *plan;
    struct data *data;
    bool exact;
    uint64_t *table;
    uint64_t most;       // bytes
    uint64_t spare;      // at its end: what one row can have, at most
    uint32_t *root;      // see machine_roots; behind them those not published
    uint32_t *entry_of;  // by method; 0: none
    bool *has_prologue;  // by method
    bool *doubted;       // by method: entries that a refused method calls
    pthread_mutex_t lock;
    // Under the lock, but for finding steps:
    uint32_t n_nodes;
    struct steps steps;
    struct notes notes;
};

static inline uint64_t row_bytes(const struct plan *p, uint32_t method) {
    return 8 * (2 + (uint64_t)p->method[method].n_slots);
}
static inline uint64_t row_word(const struct machine *m, uint32_t row) {
    return m->table[row / 8];
}
static inline uint32_t row_method(const struct machine *m, uint32_t row) {
    return (uint32_t)(row_word(m, row) >> 32) & ((1u << ROW_METHOD_BITS) - 1);
}
static inline uint32_t row_level(const struct machine *m, uint32_t row) {
    return (uint32_t)(row_word(m, row) >> (32 + ROW_METHOD_BITS)) &
           (STATE_LEVELS - 1);
}
static inline uint32_t row_state(const struct machine *m, uint32_t row) {
    return (uint32_t)row_word(m, row);
}
static inline uint32_t row_node(const struct machine *m, uint32_t row) {
    return (uint32_t)m->table[row / 8 + 1];
}
static inline uint32_t row_parent(const struct machine *m, uint32_t row) {
    return (uint32_t)(m->table[row / 8 + 1] >> 32) & ~ROW_MARK;
}
static inline uint64_t *row_slot(const struct machine *m, uint32_t row,
                                 uint32_t slot) {
    return &m->table[(row + row_slot_bytes(slot)) / 8];
}

// Where the root of an entry at a level is kept. That of a doubted entry is not
// published: the machine is to be asked each time.
static inline uint32_t *root_at(const struct machine *m, uint32_t entry,
                                uint32_t level) {
    bool hidden = m->doubted[m->plan->entry[entry].method];
    return &m->root[(hidden ? m->plan->n[PLAN_ENTRY] + entry : entry) *
                        STATE_LEVELS +
                    level];
}
// The root of an entry at a level, or Limited. Takes the lock.
uint32_t node_root(struct machine *m, uint32_t entry, uint32_t level);
// Decides and publishes where a label leads from a node. Takes the lock.
struct step node_step(struct machine *m, uint32_t row, uint32_t label);

#endif
