// SPDX-License-Identifier: MIT
// test_text_near.c - how far names are from one another.

#include "analysis/text/near.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

// By the definition, with all ways to go tried.
static u4 naive(struct str a, struct str b) {
    if (a.n == 0 || b.n == 0) {
        return (u4)(a.n + b.n);
    }
    struct str a1 = {a.p, a.n - 1}, b1 = {b.p, b.n - 1};
    bool same = a.p[a.n - 1] == b.p[b.n - 1];
    u4 best = naive(a1, b1) + (same ? 0 : 1);
    u4 d = naive(a1, b) + 1;
    best = d < best ? d : best;
    d = naive(a, b1) + 1;
    best = d < best ? d : best;
    if (a.n > 1 && b.n > 1 && a.p[a.n - 1] == b.p[b.n - 2] &&
        a.p[a.n - 2] == b.p[b.n - 1]) {
        d = naive((struct str){a.p, a.n - 2}, (struct str){b.p, b.n - 2}) + 1;
        best = d < best ? d : best;
    }
    return best;
}

static void known_distances(void **state) {
    (void)state;
    assert_int_equal(near_distance(STR("sell"), STR("sell")), 0);
    assert_int_equal(near_distance(STR("sell"), STR("sel")), 1);
    assert_int_equal(near_distance(STR("sell"), STR("slel")), 1);
    assert_int_equal(near_distance(STR(""), STR("abc")), 3);
    assert_int_equal(near_distance(STR("report"), STR("reprt")), 1);
    assert_int_equal(near_distance(STR("ca"), STR("abc")), 3);
    assert_true(near_enough(1, STR("sell")));
    assert_false(near_enough(3, STR("sell")));
}

static void equals_the_definition(void **state) {
    (void)state;
    srand(7);
    for (int i = 0; i < 2000; i++) {
        char a[6], b[6];
        struct str x = {a, (size_t)rand() % 6}, y = {b, (size_t)rand() % 6};
        for (int j = 0; j < 6; j++) {
            a[j] = (char)('a' + rand() % 3);
            b[j] = (char)('a' + rand() % 3);
        }
        assert_int_equal(near_distance(x, y), naive(x, y));
    }
}

static void long_names_are_cut(void **state) {
    (void)state;
    char a[300], b[300];
    memset(a, 'a', sizeof a);
    memset(b, 'a', sizeof b);
    b[3] = 'x';
    b[290] = 'x';
    assert_int_equal(near_distance((struct str){a, 300}, (struct str){b, 300}),
                     1);
}

static void the_nearest_is_found(void **state) {
    (void)state;
    struct near near = {.name = STR("los")}, far = {.name = STR("covered")};
    static const char *const word[] = {"loss", "lots", "los", "lost"};
    near_consider(&near, word[0]);
    near_consider(&near, word[1]);
    assert_string_equal(near.best, "loss");
    near_consider(&near, word[2]);
    near_consider(&near, word[3]);
    assert_string_equal(near.best, "los");
    near_consider(&far, word[0]);
    assert_null(far.best);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_distances),
        cmocka_unit_test(equals_the_definition),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(the_nearest_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
