// SPDX-License-Identifier: MIT
// The call chains that a run has shown, and a table for all that is looked up by
// up to four words.

#ifndef TESTS_ORACLE_CHAINS_H
#define TESTS_ORACLE_CHAINS_H

#include "tests/oracle/names.h"

#include <stdint.h>

struct cell {
    uintptr_t key[4];
};

struct table {
    struct cell **slot;
    size_t n, n_slots;
};

// What has this key: a struct of that size which begins with the key, all zero
// behind it when it is new.
void *table_intern(struct table *t, struct cell key, size_t size);

// A chain: that of its parent and one step more; or an entry at a level.
struct node {
    struct cell key;  // parent, offset or level, receiver, method
    const struct node *parent;
    const char *receiver;
    const struct method *method;
    jint at;
    uint64_t hits;
    char *text;
};

struct chains {
    struct table nodes;
    struct node **node;  // in the order of their making
    size_t n, room;
};

// The chain of length 0 at a level.
struct node *chains_entry(struct chains *c, unsigned level,
                          const struct method *m);

// One step more. Equal receivers are the same pointer.
struct node *chains_step(struct chains *c, const struct node *parent, jint at,
                         const char *receiver, const struct method *m);

// Writes the lines `entry level chain hits` of all that were hit, sorted, each
// once. The file has its name when it is whole. Returns whether it was written.
bool chains_write(struct chains *c, const char *path);

#endif
