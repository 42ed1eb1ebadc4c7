// SPDX-License-Identifier: MIT
// The tables of analysis/base against uthash with the same hash: CPU nanoseconds of this
// thread for a key (best of several rounds) and bytes for a key, the keys' own not counted.
//
//     maps [ROUNDS]
//
// A million keys are entered, then all are looked up in another order, then as many that
// are not there. Entries of uthash come one behind the other from an arena, as cheap as
// they can be.
#include "analysis/base/arena.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"
#include "analysis/table/tuples.h"
#include "analysis/table/umap.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { KEYS = 1000000, STRIDE = 611953, WORDS = 4, PHASES = 3 };

struct keys {
    struct arena arena;
    u8 *number;        // 2 * KEYS: the second half is in no table
    struct str *name;  // the same
    u4 (*run)[WORDS];
};

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static size_t bytes_allocated(void) {
    struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}

// Pairs of ids, and names of classes in some thousand packages.
static void make_keys(struct keys *k) {
    arena_init(&k->arena);
    k->number = MEM_ARRAY(u8, 2 * KEYS);
    k->name = MEM_ARRAY(struct str, 2 * KEYS);
    k->run = mem_new(KEYS, sizeof *k->run);
    for (u4 i = 0; i < 2 * KEYS; i++) {
        k->number[i] = idmap_key(i / 40 + 1, i % 40 + i / 4000);
        k->name[i] =
            str_of(arena_printf(&k->arena, "org/apache/%s/p%u/%sHandler%u",
                                i % 3 ? "lucene" : "xml", i / 300,
                                i % 2 ? "Abstract" : "Default", i));
    }
    for (u4 i = 0; i < KEYS; i++) {
        k->run[i][0] = i / 1000;
        k->run[i][1] = i % 1000;
        k->run[i][2] = i / 7;
        k->run[i][3] = 5;
    }
}

static u4 other(u4 i) {
    return (u4)((u8)i * STRIDE % KEYS);
}

// --- Contenders ----------------------------------------------------------------

struct row {
    u4 id;
    UT_hash_handle hh;
};

struct table {
    struct idmap idmap;
    struct intern intern;
    struct tuples tuples;
    struct row *row;
    struct arena rows;
    u8 key;
};

static u4 row_find(struct table *t, const void *p, size_t n, u4 hash) {
    struct row *r;
    HASH_FIND_BYHASHVALUE(hh, t->row, p, (unsigned)n, hash, r);
    return r ? r->id : 0;
}

static void row_add(struct table *t, const void *p, size_t n, u4 hash, u4 id) {
    if (!row_find(t, p, n, hash)) {
        struct row *r = ARENA_NEW(&t->rows, struct row);
        r->id = id;
        HASH_ADD_KEYPTR_BYHASHVALUE(hh, t->row, p, (unsigned)n, hash, r);
    }
}

static void idmap_enter(struct table *t, const struct keys *k, u4 i) {
    *idmap_at(&t->idmap, k->number[i]) = i + 1;
}
static u4 idmap_ask(struct table *t, const struct keys *k, u4 i) {
    return idmap_find(&t->idmap, k->number[i]);
}
static void number_enter(struct table *t, const struct keys *k, u4 i) {
    const u8 *p = &k->number[i];
    row_add(t, p, sizeof *p, hash_u8(t->key, *p), i + 1);
}
static u4 number_ask(struct table *t, const struct keys *k, u4 i) {
    const u8 *p = &k->number[i];
    return row_find(t, p, sizeof *p, hash_u8(t->key, *p));
}
static void intern_enter(struct table *t, const struct keys *k, u4 i) {
    intern_add(&t->intern, k->name[i], STR(""));
}
static u4 intern_ask(struct table *t, const struct keys *k, u4 i) {
    return intern_find(&t->intern, k->name[i], STR(""));
}
static void name_enter(struct table *t, const struct keys *k, u4 i) {
    struct str s = k->name[i];
    row_add(t, s.p, s.n, hash_str(t->key, s), i + 1);
}
static u4 name_ask(struct table *t, const struct keys *k, u4 i) {
    struct str s = k->name[i];
    return row_find(t, s.p, s.n, hash_str(t->key, s));
}
static u4 run_hash(u8 key, const u4 *v) {
    u8 h = key + WORDS;
    for (u4 i = 0; i < WORDS; i++) {
        h = hash_mix(h ^ v[i], key);
    }
    return (u4)h;
}
static void tuples_enter(struct table *t, const struct keys *k, u4 i) {
    tuples_intern(&t->tuples, k->run[i], WORDS);
}
static u4 tuples_ask(struct table *t, const struct keys *k, u4 i) {
    return tuples_intern(&t->tuples, k->run[i], WORDS);
}
// tuples copies what it is given; here it would be another block of the arena.
static void run_enter(struct table *t, const struct keys *k, u4 i) {
    u4 *own = ARENA_ARRAY(&t->rows, u4, WORDS);
    memcpy(own, k->run[i], sizeof k->run[i]);
    row_add(t, own, sizeof k->run[i], run_hash(t->key, own), i + 1);
}
static u4 run_ask(struct table *t, const struct keys *k, u4 i) {
    return row_find(t, k->run[i], sizeof k->run[i],
                    run_hash(t->key, k->run[i]));
}

static const struct contender {
    const char *name;
    void (*enter)(struct table *t, const struct keys *k, u4 i);
    u4 (*ask)(struct table *t, const struct keys *k, u4 i);
    bool absent;
} contenders[] = {
    {"64-bit keys, idmap", idmap_enter, idmap_ask, true},
    {"64-bit keys, uthash", number_enter, number_ask, true},
    {"names, intern", intern_enter, intern_ask, true},
    {"names, uthash", name_enter, name_ask, true},
    {"runs of four numbers, tuples", tuples_enter, tuples_ask, false},
    {"runs of four numbers, uthash", run_enter, run_ask, false},
};

// --- Measuring -----------------------------------------------------------------

static void check(const struct contender *c, u4 got, u4 want) {
    if (got != want) {
        fprintf(stderr, "maps: %s: %u instead of %u\n", c->name, got, want);
        exit(1);
    }
}

// All of one contender, once: seconds for each phase.
static size_t measure(const struct contender *c, const struct keys *k,
                      double seconds[PHASES]) {
    struct table t = {.key = hash_key()};
    size_t before = bytes_allocated();
    arena_init(&t.rows);
    intern_init(&t.intern, 0);
    tuples_init(&t.tuples);
    double at[PHASES + 1] = {cpu_seconds()};
    for (u4 i = 0; i < KEYS; i++) {
        c->enter(&t, k, i);
    }
    at[1] = cpu_seconds();
    size_t bytes = bytes_allocated() - before;
    for (u4 i = 0; i < KEYS; i++) {
        check(c, c->ask(&t, k, other(i)), other(i) + 1);
    }
    at[2] = cpu_seconds();
    for (u4 i = 0; c->absent && i < KEYS; i++) {
        check(c, c->ask(&t, k, KEYS + other(i)), 0);
    }
    at[3] = cpu_seconds();
    for (int i = 0; i < PHASES; i++) {
        seconds[i] = at[i + 1] - at[i];
    }
    HASH_CLEAR(hh, t.row);
    idmap_release(&t.idmap);
    intern_release(&t.intern);
    tuples_release(&t.tuples);
    arena_release(&t.rows);
    return bytes;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    struct keys k;
    make_keys(&k);
    printf("%-30s %9s %9s %9s %9s\n", "a million of", "enter ns", "find ns",
           "absent ns", "bytes");
    for (size_t i = 0; i < sizeof contenders / sizeof *contenders; i++) {
        double best[PHASES] = {1e9, 1e9, 1e9}, now[PHASES];
        size_t bytes = 0;
        for (int r = 0; r < rounds; r++) {
            bytes = measure(&contenders[i], &k, now);
            for (int p = 0; p < PHASES; p++) {
                best[p] = now[p] < best[p] ? now[p] : best[p];
            }
        }
        printf("%-30s %9.0f %9.0f ", contenders[i].name, best[0] * 1e9 / KEYS,
               best[1] * 1e9 / KEYS);
        contenders[i].absent ? printf("%9.0f ", best[2] * 1e9 / KEYS)
                             : printf("%9s ", "");
        printf("%9.1f\n", (double)bytes / KEYS);
    }
    mem_free(k.number);
    mem_free(k.name);
    mem_free(k.run);
    arena_release(&k.arena);
}
