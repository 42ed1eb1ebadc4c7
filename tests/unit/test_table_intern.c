// SPDX-License-Identifier: MIT
// test_table_intern.c - dense ids for strings and pairs of strings.

#include "analysis/table/intern.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void gives_dense_ids(void **state) {
    (void)state;
    struct intern t;
    intern_init(&t, 0);
    assert_int_equal(intern_find(&t, STR("a"), STR("")), 0);
    assert_int_equal(intern_add(&t, STR("a"), STR("")), 1);
    assert_int_equal(intern_add(&t, STR("a"), STR("b")), 2);
    assert_int_equal(intern_add(&t, STR(""), STR("")), 3);
    assert_int_equal(intern_add(&t, STR("a"), STR("")), 1);
    assert_int_equal(intern_find(&t, STR("a"), STR("b")), 2);
    assert_int_equal(intern_find(&t, STR(""), STR("")), 3);
    assert_true(str_eq(t.row.v[2].b, STR("b")));
    intern_release(&t);
}

// The border between the two counts, and so does their order.
static void tells_pairs_apart(void **state) {
    (void)state;
    struct intern t;
    intern_init(&t, 10);
    u4 one = intern_add(&t, STR("f()"), STR("V"));
    assert_int_not_equal(intern_add(&t, STR("f"), STR("()V")), one);
    assert_int_not_equal(intern_add(&t, STR("V"), STR("f()")), one);
    assert_int_not_equal(intern_add(&t, STR("f()V"), STR("")), one);
    assert_int_equal(t.row.n, 5);
    intern_release(&t);
}

// Many more than were expected: all are found when the table has grown.
static void grows(void **state) {
    (void)state;
    enum { N = 20000 };
    static char text[N][8];
    struct intern t;
    intern_init(&t, 1);
    for (u4 i = 0; i < N; i++) {
        snprintf(text[i], sizeof text[i], "n%u", (unsigned)i);
        struct str s = str_of(text[i]);
        assert_int_equal(intern_add(&t, s, i % 2 ? s : STR("")), i + 1);
    }
    for (u4 i = 0; i < N; i++) {
        struct str s = str_of(text[i]);
        assert_int_equal(intern_find(&t, s, i % 2 ? s : STR("")), i + 1);
        assert_int_equal(intern_find(&t, s, i % 2 ? STR("") : s), 0);
    }
    intern_release(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_dense_ids),
        cmocka_unit_test(tells_pairs_apart),
        cmocka_unit_test(grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
