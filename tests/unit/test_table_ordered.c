// SPDX-License-Identifier: MIT
// test_table_ordered.c - what comes next in a set, against a look at all.

#include "analysis/table/ordered.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static u4 next_random(u8 *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (u4)(*seed >> 33);
}

static void look(const struct ordered *s, const bool *has) {
    u4 below = ORDERED_NONE, from = ORDERED_NONE;
    for (u4 x = 0; x < s->n; x++) {
        assert_int_equal(ordered_has(s, x), has[x]);
        assert_int_equal(ordered_below(s, x), below);
        below = has[x] ? x : below;
    }
    assert_int_equal(ordered_below(s, s->n), below);
    assert_int_equal(ordered_from(s, s->n), ORDERED_NONE);
    for (u4 x = s->n; x-- > 0;) {
        from = has[x] ? x : from;
        assert_int_equal(ordered_from(s, x), from);
    }
}

static void next_to_each(void **state) {
    (void)state;
    static const u4 sizes[] = {1, 63, 64, 65, 4096, 4097, 9000};
    u8 seed = 1;
    struct arena a;
    arena_init(&a);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct ordered s;
        u4 n = sizes[i];
        bool *has = ARENA_ZARRAY(&a, bool, n);
        ordered_init(&s, n, &a);
        look(&s, has);
        for (u4 round = 0; round < 40; round++) {
            for (u4 k = 0; k <= n / 40; k++) {
                u4 x = next_random(&seed) % n;
                // Few first, then more, then few again.
                has[x] =
                    next_random(&seed) % 40 < (round < 20 ? round : 40 - round);
                (has[x] ? ordered_add : ordered_remove)(&s, x);
            }
            look(&s, has);
        }
        arena_reset(&a);
    }
    arena_release(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(next_to_each)};
    return cmocka_run_group_tests_name("base/ordered", tests, NULL, NULL);
}
