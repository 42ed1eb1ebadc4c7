// SPDX-License-Identifier: MIT
// test_text_big.c - natural numbers of any size, against sums made digit by digit.

#include "analysis/text/big.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_DIGITS = 400 };

// The sum of two numbers in decimal digits.
static struct str add_text(struct arena *mem, struct str a, struct str b) {
    char *out = ARENA_ARRAY(mem, char, MOST_DIGITS);
    size_t at = MOST_DIGITS;
    int carry = 0;
    while (a.n || b.n || carry) {
        carry += a.n ? a.p[--a.n] - '0' : 0;
        carry += b.n ? b.p[--b.n] - '0' : 0;
        out[--at] = (char)('0' + carry % 10);
        carry /= 10;
    }
    return (struct str){out + at, MOST_DIGITS - at};
}

// Of digits without zeros in front.
static int text_order(struct str a, struct str b) {
    int d = a.n == b.n ? str_order(a, b) : a.n < b.n ? -1 : 1;
    return (d > 0) - (d < 0);
}

static void is_text(struct arena *mem, struct big a, struct str expected) {
    struct str got = big_text(mem, a);
    if (!str_eq(got, expected)) {
        fail_msg("%.*s is not %.*s", STR_F(got), STR_F(expected));
    }
}

static void small_ones(void **state) {
    struct arena mem;
    (void)state;
    arena_init(&mem);
    is_text(&mem, big_of(0), STR("0"));
    is_text(&mem, big_of(7), STR("7"));
    is_text(&mem, big_of(1000000000), STR("1000000000"));
    is_text(&mem, big_of(UINT64_MAX), STR("18446744073709551615"));
    assert_true(big_is_zero(big_add(&mem, big_of(0), big_of(0))));
    struct big next = big_add(&mem, big_of(UINT64_MAX), big_of(1));
    is_text(&mem, next, STR("18446744073709551616"));
    is_text(&mem, big_add(&mem, next, big_of(0)), STR("18446744073709551616"));
    assert_int_equal(big_order(next, big_of(UINT64_MAX)), 1);
    assert_int_equal(big_order(big_of(3), big_of(4)), -1);
    assert_int_equal(big_order(next, big_add(&mem, big_of(0), next)), 0);
    arena_release(&mem);
}

// Fibonacci numbers: sums of what lies close together.
static void fibonacci(void **state) {
    struct arena mem;
    (void)state;
    arena_init(&mem);
    struct big a = big_of(0), b = big_of(1);
    struct str x = STR("0"), y = STR("1");
    for (int i = 0; i < 1500; i++) {
        struct big sum = big_add(&mem, a, b);
        struct str text = add_text(&mem, x, y);
        is_text(&mem, sum, text);
        assert_int_equal(big_order(sum, b), i == 0 ? 0 : 1);
        a = b, b = sum, x = y, y = text;
    }
    arena_release(&mem);
}

// Sums of what lies far apart, words of ones that carry all the way.
static void random_sums(void **state) {
    struct arena mem;
    (void)state;
    arena_init(&mem);
    srand(3);
    struct big v[40];
    struct str text[40];
    for (int i = 0; i < 40; i++) {
        v[i] = big_of(rand() % 2 ? UINT64_MAX : (u8)rand());
        text[i] = big_text(&mem, v[i]);
    }
    for (int i = 0; i < 3000; i++) {
        int p = rand() % 40, q = rand() % 40, to = rand() % 40;
        if (text[p].n < 300 && text[q].n < 300) {
            struct big sum = big_add(&mem, v[p], v[q]);
            is_text(&mem, big_sub(&mem, sum, v[p]), text[q]);
            is_text(&mem, big_copy(&mem, sum), big_text(&mem, sum));
            assert_true(big_is_zero(big_sub(&mem, sum, sum)));
            v[to] = sum;
            text[to] = add_text(&mem, text[p], text[q]);
            is_text(&mem, v[to], text[to]);
            assert_int_equal(big_order(v[p], v[q]),
                             text_order(text[p], text[q]));
        } else {
            v[to] = big_of((u8)rand());
            text[to] = big_text(&mem, v[to]);
        }
    }
    arena_release(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_ones),
        cmocka_unit_test(fibonacci),
        cmocka_unit_test(random_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
