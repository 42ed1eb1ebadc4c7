// SPDX-License-Identifier: MIT
// test_coverage_figures.c - per cent and thresholds, against sums in wider numbers.

#include "rewriter/coverage/threshold.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

__extension__ typedef unsigned __int128 wide;

static u8 random_u8(u4 bits) {
    u8 n = 0;
    for (u4 i = 0; i < 5; i++) {
        n = n << 15 ^ (u8)rand();
    }
    return bits < 64 ? n & (((u8)1 << bits) - 1) : n;
}

static bool reaches(u8 required, u8 covered, u4 hundredths) {
    const struct figure f = {.required = big_of(required), .covered = covered};
    return figure_reaches(&f, hundredths);
}

static void small_and_large(void **state) {
    (void)state;
    srand(1);
    for (u4 i = 0; i < 200000; i++) {
        u8 required = random_u8(1 + i % 64);
        u8 covered = required ? random_u8(64) % (required / 2 + 1) * 2 : 0;
        covered = covered > required ? required : covered;
        u4 hundredths = (u4)rand() % 10001;
        bool want = required == 0 ||
                    (wide)covered * 10000 >= (wide)required * hundredths;
        assert_int_equal(reaches(required, covered, hundredths), want);
    }
    assert_true(reaches(UINT64_MAX, UINT64_MAX, 10000));
    assert_false(reaches(UINT64_MAX, UINT64_MAX - 1, 10000));
    assert_true(reaches(3, 2, 6666));
    assert_false(reaches(3, 2, 6667));
}

// 2^k, by doubling.
static struct big power(struct arena *mem, u4 k) {
    struct big n = big_of(1);
    while (k--) {
        n = big_add(mem, n, n);
    }
    return n;
}

static void larger_than_words(void **state) {
    (void)state;
    struct arena mem;
    arena_init(&mem);
    for (u4 k = 64; k < 300; k++) {
        struct figure f = {.required = power(&mem, k), .covered = UINT64_MAX};
        // 2^64 - 1 of 2^k: just below 10000 / 2^(k - 64) hundredths.
        u4 bound = k - 64 < 14 ? 10000u >> (k - 64) : 0;
        bool exact = k - 64 < 14 && bound << (k - 64) == 10000;
        assert_int_equal(figure_reaches(&f, bound), !exact || bound == 0);
        assert_false(figure_reaches(&f, bound + 1));
    }
    arena_release(&mem);
}

static const char *percent(char *room, u8 required, u8 covered) {
    const struct figure f = {.required = big_of(required), .covered = covered};
    return figure_percent(room, &f);
}

static void never_rounded_up(void **state) {
    (void)state;
    char room[PERCENT_TEXT];
    assert_string_equal(percent(room, 0, 0), "-");
    assert_string_equal(percent(room, 7, 7), "100.0");
    assert_string_equal(percent(room, 3, 2), "66.6");
    assert_string_equal(percent(room, 1000000, 999999), "99.9");
    assert_string_equal(percent(room, 1000000, 1), "<0.1");
    assert_string_equal(percent(room, 1000, 1), "0.1");
    assert_string_equal(percent(room, 1000, 0), "0.0");
    const struct figure unknown = {.covered = 5, .unknown = true};
    assert_string_equal(figure_percent(room, &unknown), "-");
}

static void lists(void **state) {
    (void)state;
    struct threshold t;
    const char *wrong;
    assert_int_equal(threshold_parse(&t, "chains=80,rc=90.5,tm=0.25%", &wrong),
                     THRESHOLD_FINE);
    assert_true(t.given[FIGURE_CHAINS] && t.given[FIGURE_RC]);
    assert_int_equal(t.hundredths[FIGURE_CHAINS], 8000);
    assert_int_equal(t.hundredths[FIGURE_RC], 9050);
    assert_int_equal(t.hundredths[FIGURE_TM], 25);
    assert_false(t.given[FIGURE_ENTRIES]);
    assert_int_equal(threshold_parse(&t, "chains_by_site=100", &wrong),
                     THRESHOLD_FINE);
    assert_false(t.given[FIGURE_CHAINS]);
    static const char *const bad[] = {
        "",          "chains",        "chains=",      "chains=101",
        "chains=x",  "chains=1.",     "chains=1.234", "chain=80",
        "chains=8,", "chains=8;rc=9", "=5",           "chains=100.01",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(threshold_parse(&t, bad[i], &wrong),
                         THRESHOLD_NONSENSE);
    }
    assert_int_equal(threshold_parse(&t, "rc=5,chains=x", &wrong),
                     THRESHOLD_NONSENSE);
    assert_string_equal(wrong, "chains=x");
    assert_int_equal(threshold_parse(&t, "rc=5,tm=1,rc=5", &wrong),
                     THRESHOLD_AGAIN);
    assert_string_equal(wrong, "rc");
    assert_int_equal(threshold_parse(&t, "chains=5,chains_by_site=5", &wrong),
                     THRESHOLD_FINE);
}

static void texts(void **state) {
    (void)state;
    char room[THRESHOLD_TEXT];
    assert_string_equal(threshold_text(room, 8000), "80");
    assert_string_equal(threshold_text(room, 9050), "90.5");
    assert_string_equal(threshold_text(room, 6667), "66.67");
    assert_string_equal(threshold_text(room, 5), "0.05");
}

static void judged(void **state) {
    (void)state;
    struct threshold t;
    const char *wrong;
    const struct figure two = {.required = big_of(3), .covered = 2};
    const struct figure none = {.required = big_of(0)};
    const struct figure unknown = {.covered = 9, .unknown = true};
    assert_int_equal(threshold_parse(&t, "rc=66.67,tm=66.66", &wrong),
                     THRESHOLD_FINE);
    assert_true(threshold_fails(&t, FIGURE_RC, &two));
    assert_false(threshold_fails(&t, FIGURE_TM, &two));
    assert_false(threshold_fails(&t, FIGURE_CHAINS, &two));
    assert_false(threshold_fails(&t, FIGURE_RC, &none));
    assert_true(threshold_fails(&t, FIGURE_RC, &unknown));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_and_large),
        cmocka_unit_test(larger_than_words),
        cmocka_unit_test(never_rounded_up),
        cmocka_unit_test(lists),
        cmocka_unit_test(texts),
        cmocka_unit_test(judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
