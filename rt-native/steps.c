// SPDX-License-Identifier: MIT
// Transitions that have no slot: a hash of (row, label), open addressing.
//
// Read without a lock: a cell's key is stored last, and a table that became too
// small stays readable until the end; all of them together are no larger than the
// last one.
#include "rt-native/machine_priv.h"

#include <stdlib.h>

enum { LEAST_CELLS = 256, MOST_CELLS = 1 << 26 };

struct cell {
    uint64_t key;    // row << 32 | label; 0: free
    uint64_t value;  // counter << 32 | row
};
struct steps_table {
    struct steps_table *before;
    uint64_t mask, n;
    struct cell cell[];
};

void steps_release(struct steps *s) {
    while (s->now) {
        struct steps_table *before = s->now->before;
        free(s->now);
        s->now = before;
    }
}

static uint64_t key_of(uint32_t row, uint32_t label) {
    return (uint64_t)row << 32 | label;
}

static uint64_t hash(uint64_t key) {
    key *= 0x9e3779b97f4a7c15u;
    return key ^ key >> 32;
}

bool steps_find(const struct steps *s, uint32_t row, uint32_t label,
                struct step *to) {
    struct steps_table *t = __atomic_load_n(&s->now, __ATOMIC_ACQUIRE);
    uint64_t key = key_of(row, label), found;
    if (!t) {
        return false;
    }
    for (uint64_t i = hash(key) & t->mask;; i = (i + 1) & t->mask) {
        found = __atomic_load_n(&t->cell[i].key, __ATOMIC_ACQUIRE);
        if (found == key) {
            *to = (struct step){(uint32_t)t->cell[i].value,
                                (uint32_t)(t->cell[i].value >> 32)};
            return true;
        }
        if (found == 0) {
            return false;
        }
    }
}

static void put(struct steps_table *t, struct cell c) {
    uint64_t i = hash(c.key) & t->mask;
    while (t->cell[i].key) {
        i = (i + 1) & t->mask;
    }
    t->cell[i].value = c.value;
    __atomic_store_n(&t->cell[i].key, c.key, __ATOMIC_RELEASE);
    t->n++;
}

bool steps_reserve(struct steps *s) {
    struct steps_table *old = s->now;
    if (old && old->n * 2 < old->mask) {
        return true;
    }
    uint64_t cells = old ? (old->mask + 1) * 2 : LEAST_CELLS;
    struct steps_table *t = cells <= MOST_CELLS
                                ? calloc(1, sizeof *t + cells * sizeof *t->cell)
                                : NULL;
    if (!t) {
        return false;
    }
    t->before = old;
    t->mask = cells - 1;
    for (uint64_t i = 0; old && i <= old->mask; i++) {
        if (old->cell[i].key) {
            put(t, old->cell[i]);
        }
    }
    __atomic_store_n(&s->now, t, __ATOMIC_RELEASE);
    return true;
}

void steps_add(struct steps *s, uint32_t row, uint32_t label,
               struct step step) {
    put(s->now, (struct cell){key_of(row, label),
                              (uint64_t)step.counter << 32 | step.to});
}
