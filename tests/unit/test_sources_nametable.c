// SPDX-License-Identifier: MIT
// test_sources_nametable.c - the table of names: found again through all its growth.

#include "analysis/base/arena.h"
#include "analysis/sources/jdk.h"
#include "analysis/sources/nametable.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void finds_what_was_put_in(void **state) {
    (void)state;
    enum { MANY = 20000 };
    struct names t;
    struct arena a;
    names_init(&t);
    arena_init(&a);
    for (u4 i = 0; i < MANY; i++) {
        struct str s = str_of(arena_printf(&a, "com/acme/p%u/A%u", i % 7, i));
        assert_null(names_find(&t, s));
        assert_int_equal(*names_intern(&t, s, i), i);
        assert_int_equal(*names_intern(&t, s, i + 1), i);
    }
    assert_int_equal(t.n, MANY);
    for (u4 i = 0; i < MANY; i++) {
        struct str s = str_of(arena_printf(&a, "com/acme/p%u/A%u", i % 7, i));
        assert_non_null(names_find(&t, s));
        assert_int_equal(*names_find(&t, s), i);
        s.n--;
        s = str_of(arena_printf(&a, "com/acme/p%u/B%u", i % 7, i));
        assert_null(names_find(&t, s));
    }
    arena_release(&a);
    names_release(&t);
}

static void tells_names_apart_by_length(void **state) {
    (void)state;
    struct names t;
    names_init(&t);
    const char zeros[40] = {0};
    for (u4 n = 0; n < sizeof zeros; n++) {
        struct str s = {zeros, n};
        assert_true(names_add(&t, s));
        assert_false(names_add(&t, s));
    }
    assert_true(names_add(&t, STR("a")));
    assert_false(names_add(&t, (struct str){NULL, 0}));
    names_release(&t);
}

static void reads_versions(void **state) {
    (void)state;
    assert_int_equal(jdk_feature(STR("17.0.15")), 17);
    assert_int_equal(jdk_feature(STR("25")), 25);
    assert_int_equal(jdk_feature(STR("26-ea")), 26);
    assert_int_equal(jdk_feature(STR("1.8.0_402\"")), 8);
    assert_int_equal(jdk_feature(STR("9")), 9);
    assert_int_equal(jdk_feature(STR("1")), 1);
    assert_int_equal(jdk_feature(STR("")), 0);
    assert_int_equal(jdk_feature(STR("x")), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_was_put_in),
        cmocka_unit_test(tells_names_apart_by_length),
        cmocka_unit_test(reads_versions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
