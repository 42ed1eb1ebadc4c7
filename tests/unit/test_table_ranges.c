// SPDX-License-Identifier: MIT
// test_table_ranges.c - ranges that cover a number, against a look at all.

#include "analysis/table/ranges.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST_RANGES = 60, MOST_NUMBERS = 70, ROUNDS = 400 };

struct range {
    u4 from, to;
    bool taken;
};

static u4 next_random(u8 *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (u4)(*seed >> 33);
}

// Some ranges of numbers below n.
struct some {
    struct ranges r;
    struct range v[MOST_RANGES];
    u4 n, n_ranges;
    u8 seed;
};

static void make(struct some *s, struct arena *a) {
    s->n = 1 + next_random(&s->seed) % MOST_NUMBERS;
    s->n_ranges = next_random(&s->seed) % MOST_RANGES;
    ranges_init(&s->r, s->n, s->n_ranges, a);
    for (u4 i = 0; i < s->n_ranges; i++) {
        // Some are empty, or end before they begin.
        s->v[i] = (struct range){next_random(&s->seed) % s->n,
                                 next_random(&s->seed) % (s->n + 1), false};
        ranges_add(&s->r, i, s->v[i].from, s->v[i].to);
    }
}

static bool covers(const struct range *v, u4 x) {
    return x >= v->from && x < v->to;
}

static void look_at_all(struct some *s) {
    for (u4 x = 0; x < s->n; x++) {
        u4 found = 0;
        ranges_find(&s->r, x, false);
        for (u4 i = 0; i < s->n_ranges; i++) {
            if (covers(&s->v[i], x)) {
                assert_true(found < s->r.n_found);
                assert_int_equal(s->r.found[found++], i);
            }
        }
        assert_int_equal(s->r.n_found, found);
    }
}

// What is taken may be found again, but nothing that was not is missed.
static void take_all(struct some *s) {
    for (u4 asked = 0; asked < 2 * s->n; asked++) {
        u4 x = next_random(&s->seed) % s->n, k = 0;
        ranges_find(&s->r, x, true);
        for (u4 i = 0; i < s->n_ranges; i++) {
            bool found = k < s->r.n_found && s->r.found[k] == i;
            assert_true(covers(&s->v[i], x) ? s->v[i].taken || found : !found);
            s->v[i].taken |= found;
            k += found;
        }
        assert_int_equal(k, s->r.n_found);
    }
}

static void in_rounds(void (*check)(struct some *s)) {
    struct some s = {.seed = 1};
    struct arena a;
    arena_init(&a);
    for (u4 round = 0; round < ROUNDS; round++) {
        make(&s, &a);
        check(&s);
        arena_reset(&a);
    }
    arena_release(&a);
}

static void those_that_cover(void **state) {
    (void)state;
    in_rounds(look_at_all);
}

static void each_is_taken(void **state) {
    (void)state;
    in_rounds(take_all);
}

// Room for notes can be doubled, also if there was to be none.
static void more_notes_than_room(void **state) {
    (void)state;
    struct arena a;
    struct ranges r;
    arena_init(&a);
    ranges_init(&r, 10, 0, &a);
    ranges_find(&r, 5, false);
    assert_int_equal(r.n_found, 0);
    assert_true(r.room > 0);
    // This one is noted at as many nodes as can be.
    ranges_init(&r, 1 << 20, 1, &a);
    ranges_add(&r, 0, 1, (1 << 20) - 1);
    assert_true(r.n_noted > 2);
    assert_true(r.room >= r.n_noted);
    ranges_find(&r, 1 << 19, false);
    assert_int_equal(r.n_found, 1);
    arena_release(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_that_cover),
        cmocka_unit_test(each_is_taken),
        cmocka_unit_test(more_notes_than_room),
    };
    return cmocka_run_group_tests_name("base/ranges", tests, NULL, NULL);
}
