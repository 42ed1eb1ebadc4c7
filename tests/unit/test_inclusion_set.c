// SPDX-License-Identifier: MIT
// test_inclusion_set.c - sets in all their forms, against arrays of bool.

#include "analysis/inclusion/set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// More words than are joined at a time.
enum { UNIVERSE = 9000, ROUNDS = 10000 };

struct pair {
    struct set set;
    bool has[UNIVERSE];
};

static u4 next_random(u8 *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (u4)(*seed >> 33);
}

static void check(const struct pair *p) {
    u4 n = 0, member = 0, seen = 0;
    struct set_walk w = set_walk(&p->set);
    for (u4 i = 0; i < UNIVERSE; i++) {
        n += p->has[i];
        if (p->has[i]) {
            assert_true(set_next(&w, &member));
            assert_int_equal(member, i);
            seen++;
        }
    }
    assert_false(set_next(&w, &member));
    assert_int_equal(seen, n);
    assert_int_equal(set_count(&p->set), n);
    assert_int_equal(set_is_empty(&p->set), n == 0);
}

static void add(struct pair *p, u4 member) {
    assert_int_equal(set_add(&p->set, member), !p->has[member]);
    p->has[member] = true;
}

// Some members within a stretch: from one word to the whole universe.
static void fill(struct pair *p, u8 *seed) {
    set_release(&p->set);
    memset(p, 0, sizeof *p);
    static const u4 many[] = {0, 1, 2, 3, 8, 40, 200, 4500};
    static const u4 width[] = {1, 60, 300, 5000, UNIVERSE};
    u4 n = many[next_random(seed) % 8], wide = width[next_random(seed) % 5];
    u4 first = next_random(seed) % (UNIVERSE - wide + 1);
    for (u4 i = 0; i < n; i++) {
        add(p, first + next_random(seed) % wide);
    }
}

static void join(struct pair *to, const struct pair *from,
                 const struct pair *mask, const struct pair *have) {
    bool any = false;
    for (u4 i = 0; i < UNIVERSE; i++) {
        bool joins =
            from->has[i] && (!mask || mask->has[i]) && (!have || !have->has[i]);
        to->has[i] = to->has[i] || joins;
        any = any || joins;
    }
    if (have) {
        assert_int_equal(set_join_fresh(&to->set, &from->set,
                                        mask ? &mask->set : NULL, &have->set),
                         any);
    } else {
        set_join(&to->set, &from->set);
    }
}

enum { N_PAIRS = 8 };

// What may be done to any of the sets; the others stay as they are.
static void step(struct pair *p, u8 *seed) {
    u4 i = next_random(seed) % N_PAIRS;
    struct pair *at[4];
    for (u4 k = 0; k < 4; k++) {
        at[k] = &p[(i + k) % N_PAIRS];
    }
    switch (next_random(seed) % 8) {
    case 0:
        fill(at[0], seed);
        break;
    case 1:
        add(at[0], next_random(seed) % UNIVERSE);
        break;
    case 2:
        join(at[0], at[1], NULL, NULL);
        break;
    case 3:
        join(at[0], at[1], NULL, at[2]);
        break;
    default:
        join(at[0], at[1], at[3], at[2]);
        break;
    case 5:  // The same, made in another way.
        set_release(&at[1]->set);
        memset(at[1], 0, sizeof *at[1]);
        for (u4 k = UNIVERSE; k > 0; k--) {
            if (at[0]->has[k - 1]) {
                add(at[1], k - 1);
            }
        }
        check(at[1]);
        break;
    }
    check(at[0]);
    u4 member = next_random(seed) % UNIVERSE;
    assert_int_equal(set_has(&at[0]->set, member), at[0]->has[member]);
}

static void does_as_arrays_do(void **state) {
    (void)state;
    static struct pair p[N_PAIRS];
    u8 seed = 1;
    for (u4 i = 0; i < ROUNDS; i++) {
        step(p, &seed);
    }
    for (u4 i = 0; i < N_PAIRS; i++) {
        set_release(&p[i].set);
    }
}

static void costs_nothing_when_small(void **state) {
    (void)state;
    struct set s = {0};
    assert_true(set_is_empty(&s));
    assert_false(set_has(&s, 0));
    assert_true(set_add(&s, 64000));
    assert_true(set_add(&s, 64063));
    assert_false(set_add(&s, 64063));
    assert_int_equal(set_bytes(&s), 0);
    assert_int_equal(sizeof s, 16);
    assert_true(set_add(&s, 63999));
    assert_true(set_bytes(&s) > 0);
    assert_true(set_bytes(&s) < 100);
    assert_int_equal(set_count(&s), 3);
    set_release(&s);
    assert_true(set_is_empty(&s));
}

// Full to the last bit: no more than a bit per member and some slack.
static void is_a_map_when_full(void **state) {
    (void)state;
    struct set s = {0};
    for (u4 i = 0; i < 64000; i++) {
        assert_true(set_add(&s, i));
    }
    assert_int_equal(set_count(&s), 64000);
    assert_true(set_bytes(&s) < 64000 / 8 * 5 / 4);
    set_release(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(does_as_arrays_do),
        cmocka_unit_test(costs_nothing_when_small),
        cmocka_unit_test(is_a_map_when_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
