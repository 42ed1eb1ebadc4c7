// SPDX-License-Identifier: MIT
// test_base_str.c - counted strings, and growing buffers.

#include "analysis/base/emit.h"
#include "analysis/base/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void compares_by_length_and_bytes(void **state) {
    (void)state;
    assert_true(str_eq(STR("ab"), STR("ab")));
    assert_false(str_eq(STR("ab"), STR("abc")));
    assert_false(str_eq(STR("ab"), STR("aB")));
    assert_true(str_eq(STR(""), (struct str){NULL, 0}));
    assert_true(str_eq(STR("a\0b"), STR("a\0b")));
    assert_false(str_eq(STR("a\0b"), STR("a\0c")));
}

static void starts_and_ends(void **state) {
    (void)state;
    assert_true(str_starts(STR("abc"), STR("ab")));
    assert_true(str_starts(STR("abc"), STR("")));
    assert_false(str_starts(STR("ab"), STR("abc")));
    assert_true(str_ends(STR("A.class"), STR(".class")));
    assert_false(str_ends(STR("class"), STR(".class")));
    assert_false(str_ends(STR("A.classy"), STR(".class")));
}

static void case_is_ascii_only(void **state) {
    (void)state;
    assert_true(str_eq_nocase(STR("Meta-Inf/z"), STR("META-INF/Z")));
    assert_false(str_eq_nocase(STR("a"), STR("ab")));
    assert_false(str_eq_nocase(STR("@"), STR("`")));
    assert_false(str_eq_nocase(STR("["), STR("{")));
    assert_false(str_eq_nocase(STR("\xC4"), STR("\xE4")));
}

static void base_is_behind_the_last_slash(void **state) {
    (void)state;
    assert_true(str_eq(str_base(STR("a/b/c.jar")), STR("c.jar")));
    assert_true(str_eq(str_base(STR("c.jar")), STR("c.jar")));
    assert_true(str_eq(str_base(STR("a/")), STR("")));
    assert_true(str_eq(str_base(STR("")), STR("")));
}

static void a_buffer_keeps_what_it_holds_while_it_grows(void **state) {
    (void)state;
    struct emit e;
    emit_init(&e, 1 << 20);
    for (u4 i = 0; i < 100000; i++) {
        emit_u2(&e, i);
    }
    assert_int_equal(e.n, 200000);
    for (u4 i = 0; i < 100000; i++) {
        assert_int_equal(be2(e.p + 2 * i), (u2)i);
    }
    emit_bytes(&e, NULL, 0);
    assert_int_equal(e.n, 200000);
    emit_release(&e);
}

static void what_does_not_fit_is_left_out_whole(void **state) {
    (void)state;
    struct emit e;
    emit_init(&e, 6);
    emit_u4(&e, 0x01020304);
    emit_bytes(&e, "abc", 3);
    assert_false(emit_ok(&e));
    assert_int_equal(e.n, 4);
    // It stays over, even for what would fit.
    size_t hole = emit_hole4(&e);
    emit_fill4(&e, hole);
    assert_false(emit_ok(&e));
    assert_int_equal(be4(e.p), 0x01020304);
    emit_release(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compares_by_length_and_bytes),
        cmocka_unit_test(starts_and_ends),
        cmocka_unit_test(case_is_ascii_only),
        cmocka_unit_test(base_is_behind_the_last_slash),
        cmocka_unit_test(a_buffer_keeps_what_it_holds_while_it_grows),
        cmocka_unit_test(what_does_not_fit_is_left_out_whole),
    };
    return cmocka_run_group_tests_name("base/str", tests, NULL, NULL);
}
