// SPDX-License-Identifier: MIT
// test_base_cursor.c - reading and writing of big-endian bytes.

#include "analysis/base/cursor.h"
#include "analysis/base/emit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void reads_what_was_written(void **state) {
    (void)state;
    struct emit e;
    emit_init(&e, 100);
    emit_u1(&e, 0xFE);
    emit_u2(&e, 0xFEDC);
    size_t hole = emit_hole4(&e);
    emit_u4(&e, 0xFEDCBA98u);
    emit_bytes(&e, "xyz", 3);
    emit_fill4(&e, hole);
    assert_true(emit_ok(&e));
    assert_int_equal(e.n, 14);

    struct cursor c = cur_of((struct bytes){e.p, e.n});
    assert_int_equal(cur_u1(&c), 0xFE);
    assert_int_equal(cur_u2(&c), 0xFEDC);
    assert_int_equal(cur_u4(&c), 7);
    assert_int_equal(cur_u4(&c), 0xFEDCBA98u);
    assert_memory_equal(cur_bytes(&c, 3).p, "xyz", 3);
    assert_int_equal(cur_left(&c), 0);
    assert_true(cur_ok(&c));
    emit_release(&e);
}

static void failure_sticks_at_the_first_offset(void **state) {
    (void)state;
    static const u1 some[] = {1, 2, 3, 4, 5};
    struct cursor c = cur_of((struct bytes){some, sizeof some});
    cur_skip(&c, 3);
    assert_int_equal(cur_u4(&c), 0);
    assert_false(cur_ok(&c));
    assert_int_equal(c.bad, 3);
    // The two bytes that are left are not read: they would be misread.
    assert_int_equal(cur_u1(&c), 0);
    assert_int_equal(cur_bytes(&c, 1).n, 0);
    assert_int_equal(c.bad, 3);
}

static void a_part_counts_from_the_whole(void **state) {
    (void)state;
    static const u1 some[] = {1, 2, 3, 4, 5};
    struct cursor c = cur_at((struct bytes){some, sizeof some}, 2, 2);
    assert_int_equal(cur_off(&c), 2);
    assert_int_equal(cur_u2(&c), 0x0304);
    assert_int_equal(cur_u1(&c), 0);
    assert_int_equal(c.bad, 4);
}

static void a_ceiling_is_kept_and_remembered(void **state) {
    (void)state;
    struct emit e;
    emit_init(&e, 5);
    emit_u4(&e, 1);
    assert_true(emit_ok(&e));
    emit_u2(&e, 1);
    assert_false(emit_ok(&e));
    assert_true(e.n <= 5);
    emit_reset(&e);
    assert_true(emit_ok(&e));
    emit_u4(&e, 1);
    emit_u1(&e, 1);
    assert_true(emit_ok(&e));
    emit_release(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_was_written),
        cmocka_unit_test(failure_sticks_at_the_first_offset),
        cmocka_unit_test(a_part_counts_from_the_whole),
        cmocka_unit_test(a_ceiling_is_kept_and_remembered),
    };
    return cmocka_run_group_tests_name("base/cursor", tests, NULL, NULL);
}
