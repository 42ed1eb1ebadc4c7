// SPDX-License-Identifier: MIT
// test_base_arena.c - memory that is given back all at once.

#include "analysis/base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void gives_aligned_room_that_does_not_overlap(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    char *last = NULL;
    for (size_t n = 0; n < 300; n++) {
        char *p = arena_alloc(&a, n, 1);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        memset(p, (int)n, n);
        if (last) {
            assert_true(n == 1 || last[0] == (char)(n - 1));
        }
        last = n ? p : NULL;
    }
    arena_release(&a);
    assert_int_equal(a.held, 0);
}

static void clears_on_request_also_after_a_reset(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    for (int round = 0; round < 3; round++) {
        unsigned char *p = arena_zalloc(&a, 1000, 3);
        for (int i = 0; i < 3000; i++) {
            assert_int_equal(p[i], 0);
        }
        memset(p, 0xAA, 3000);
        arena_reset(&a);
    }
    arena_release(&a);
}

static void reset_keeps_chunks_but_not_outsized_ones(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    for (int i = 0; i < 100; i++) {
        arena_alloc(&a, 10000, 1);
    }
    size_t held = a.held;
    for (int round = 0; round < 5; round++) {
        arena_reset(&a);
        for (int i = 0; i < 100; i++) {
            arena_alloc(&a, 10000, 1);
        }
        assert_int_equal(a.held, held);
    }
    arena_alloc(&a, 9 << 20, 1);
    assert_true(a.held > held + (8 << 20));
    arena_reset(&a);
    assert_int_equal(a.held, held);
    arena_release(&a);
}

static void copies_text(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    char text[] = "abc";
    struct str s = arena_str(&a, (struct str){text, 2});
    text[0] = 'x';
    assert_int_equal(s.n, 2);
    assert_string_equal(s.p, "ab");
    assert_string_equal(arena_cstr(&a, STR("")), "");
    assert_string_equal(arena_printf(&a, "%d-%s", 7, "z"), "7-z");
    arena_release(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_aligned_room_that_does_not_overlap),
        cmocka_unit_test(clears_on_request_also_after_a_reset),
        cmocka_unit_test(reset_keeps_chunks_but_not_outsized_ones),
        cmocka_unit_test(copies_text),
    };
    return cmocka_run_group_tests_name("base/arena", tests, NULL, NULL);
}
