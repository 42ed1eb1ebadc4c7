// SPDX-License-Identifier: MIT
// test_rt_umap.c - maps of the library: no memory leaves them as they were, and names
// chosen to collide do not.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned allowed;

static void *allocate(size_t n) {
    return allowed && allowed-- ? malloc(n) : NULL;
}
#define uthash_malloc(n) allocate(n)
#include "rt-native/umap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MANY = 2000, LONGEST = 40 };

struct entry {
    UT_hash_handle hh;
    uint32_t key;
};

static struct entry entry[MANY];

static struct entry *find(struct entry *map, uint32_t key) {
    struct entry *x;
    HASH_FIND(hh, map, &key, sizeof key, x);
    return x;
}

// Each that cannot be added is added again, with one allocation more.
static void lives_without_memory(void **state) {
    (void)state;
    struct entry *map = NULL;
    unsigned failed = 0;
    allowed = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        struct entry *x = &entry[i];
        x->key = i;
        for (;;) {
            uint32_t n = HASH_COUNT(map);
            HASH_ADD(hh, map, key, sizeof x->key, x);
            if (x->hh.tbl) {
                break;
            }
            assert_int_equal(HASH_COUNT(map), n);
            assert_null(find(map, i));
            assert_true(i == 0 || find(map, i - 1) == &entry[i - 1]);
            failed++;
            allowed = i == 0 && failed == 2 ? 2 : 1;
        }
    }
    assert_true(failed > 5);
    assert_int_equal(HASH_COUNT(map), MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        assert_ptr_equal(find(map, i), &entry[i]);
    }
    HASH_CLEAR(hh, map);
}

// FNV-1a, the hash that the library had.
static uint32_t fnv(const char *p, size_t n) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++) {
        h = (h ^ (unsigned char)p[i]) * 16777619u;
    }
    return h;
}

static void chosen_names_do_not_collide(void **state) {
    (void)state;
    static char name[MANY][24];
    struct entry *map = NULL;
    allowed = 1000;
    for (uint32_t i = 0, n = 0; n < MANY; i++) {
        int length = snprintf(name[n], sizeof name[n], "acme/Evil%u", i);
        if ((fnv(name[n], (size_t)length) & 1023) == 0) {
            entry[n] = (struct entry){.key = n};
            HASH_ADD_KEYPTR(hh, map, name[n], (size_t)length, &entry[n]);
            assert_non_null(entry[n].hh.tbl);
            n++;
        }
    }
    for (unsigned i = 0; i < map->hh.tbl->num_buckets; i++) {
        assert_true(map->hh.tbl->buckets[i].count < LONGEST);
    }
    HASH_CLEAR(hh, map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lives_without_memory),
        cmocka_unit_test(chosen_names_do_not_collide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
