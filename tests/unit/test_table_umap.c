// SPDX-License-Identifier: MIT
// test_table_umap.c - maps of uthash: names chosen to collide do not.

#include "analysis/base/arena.h"
#include "analysis/table/umap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { MANY = 600, BITS = 12, LONGEST = 30 };

struct entry {
    UT_hash_handle hh;
    u4 value;
};

struct made {
    struct arena arena;
    struct str name[MANY];
};

// Names that would all be in one chain if the key were the fixed one.
static void make_names(struct made *m) {
    arena_init(&m->arena);
    for (u4 i = 0, n = 0; n < MANY; i++) {
        char text[32];
        int length = snprintf(text, sizeof text, "com/acme/Evil%u", i);
        struct str s = {text, (size_t)length};
        if ((hash_str(HASH_FIXED, s) & ((1 << BITS) - 1)) == 0) {
            m->name[n++] = arena_str(&m->arena, s);
        }
    }
}

static u4 longest_chain(const struct entry *map) {
    u4 most = 0;
    for (u4 i = 0; i < map->hh.tbl->num_buckets; i++) {
        u4 n = map->hh.tbl->buckets[i].count;
        most = n > most ? n : most;
    }
    return most;
}

// With a key of the map, and as uthash's own macros have it.
static void chosen_names_do_not_collide(void **state) {
    (void)state;
    struct made m;
    make_names(&m);
    for (int own = 0; own < 2; own++) {
        struct entry *map = NULL, *x;
        u8 key = hash_key();
        for (u4 i = 0; i < MANY; i++) {
            struct str s = m.name[i];
            u4 hash = hash_str(key, s);
            HASH_FIND_BYHASHVALUE(hh, map, s.p, (unsigned)s.n, hash, x);
            assert_null(x);
            x = ARENA_NEW(&m.arena, struct entry);
            x->value = i;
            if (own) {
                HASH_ADD_KEYPTR(hh, map, s.p, s.n, x);
            } else {
                HASH_ADD_KEYPTR_BYHASHVALUE(hh, map, s.p, s.n, hash, x);
            }
        }
        assert_true(longest_chain(map) <= LONGEST);
        for (u4 i = 0; i < MANY; i++) {
            struct str s = m.name[i];
            HASH_FIND_BYHASHVALUE(hh, map, s.p, (unsigned)s.n, hash_str(key, s),
                                  x);
            assert_non_null(x);
            assert_int_equal(x->value, i);
        }
        HASH_CLEAR(hh, map);
    }
    arena_release(&m.arena);
}

static void no_bytes_are_a_key(void **state) {
    (void)state;
    struct entry *map = NULL, *x, none = {.value = 7};
    struct str nothing = {NULL, 0};
    HASH_FIND(hh, map, nothing.p, (unsigned)nothing.n, x);
    assert_null(x);
    HASH_ADD_KEYPTR(hh, map, nothing.p, nothing.n, &none);
    HASH_FIND(hh, map, nothing.p, (unsigned)nothing.n, x);
    assert_ptr_equal(x, &none);
    HASH_FIND(hh, map, "", 0, x);
    assert_ptr_equal(x, &none);
    HASH_FIND(hh, map, "a", 1, x);
    assert_null(x);
    HASH_CLEAR(hh, map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chosen_names_do_not_collide),
        cmocka_unit_test(no_bytes_are_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
