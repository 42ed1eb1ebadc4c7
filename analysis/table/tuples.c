// SPDX-License-Identifier: MIT
// Runs of numbers to dense ids, by open addressing.
#include "analysis/table/tuples.h"

#include "analysis/table/hash.h"

enum { FEWEST_SLOTS = 64, FEWEST_WORDS = 64 };

void tuples_init(struct tuples *t) {
    *t = (struct tuples){
        .mask = FEWEST_SLOTS - 1, .room = FEWEST_WORDS, .key = hash_key()};
    vec_cover(&t->row, 1);
    t->slot = MEM_ARRAY(u4, FEWEST_SLOTS);
    t->word = MEM_ARRAY(u4, FEWEST_WORDS);  // a run of none points there, too
}

void tuples_release(struct tuples *t) {
    mem_free(t->word);
    mem_free(t->slot);
    vec_free(&t->row);
}

static u4 hash_of(u8 key, const u4 *v, u4 n) {
    u8 h = key + n;
    for (u4 i = 0; i < n; i++) {
        h = hash_mix(h ^ v[i], key);
    }
    return (u4)h;
}

static void grow(struct tuples *t) {
    u4 mask = t->mask * 2 + 1;
    mem_free(t->slot);
    t->slot = MEM_ARRAY(u4, (size_t)mask + 1);
    t->mask = mask;
    for (u4 id = 1; id < t->row.n; id++) {
        u4 i = t->row.v[id].hash & mask;
        while (t->slot[i]) {
            i = (i + 1) & mask;
        }
        t->slot[i] = id;
    }
}

static bool is_row(const struct tuples *t, u4 id, u4 hash, const u4 *v, u4 n) {
    const struct tuples_row *r = &t->row.v[id];
    return r->hash == hash && r->n == n &&
           (n == 0 || memcmp(t->word + r->first, v, n * sizeof *v) == 0);
}

static void add_words(struct tuples *t, const u4 *v, u4 n) {
    while (t->room - t->n_words < n) {
        t->room *= 2;
        t->word = mem_grow(t->word, t->room, sizeof *t->word);
    }
    if (n) {
        memcpy(t->word + t->n_words, v, n * sizeof *v);
    }
    t->n_words += n;
}

u4 tuples_intern(struct tuples *t, const u4 *v, u4 n) {
    u4 hash = hash_of(t->key, v, n), i = hash & t->mask;
    for (; t->slot[i]; i = (i + 1) & t->mask) {
        if (is_row(t, t->slot[i], hash, v, n)) {
            return t->slot[i];
        }
    }
    u4 id = t->row.n;
    t->slot[i] = id;
    vec_push(&t->row, ((struct tuples_row){t->n_words, n, hash}));
    add_words(t, v, n);
    if (t->row.n > t->mask / 2) {
        grow(t);
    }
    return id;
}
