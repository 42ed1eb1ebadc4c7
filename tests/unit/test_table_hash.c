// SPDX-License-Identifier: MIT
// test_table_hash.c - what was made to have the same hash has not.

#include "analysis/table/hash.h"
#include "analysis/table/idmap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { BITS = 12, MANY = 1 << BITS };

static int by_value(const void *a, const void *b) {
    u4 x = *(const u4 *)a, y = *(const u4 *)b;
    return (x > y) - (x < y);
}

// Of as many numbers by chance hardly any are the same, of 32 bits or of the lower
// 16, which are places in a table.
static void all_differ(const u4 v[MANY]) {
    u4 sorted[MANY], same = 0;
    for (u4 bits = 16; bits <= 32; bits += 16) {
        for (u4 i = 0; i < MANY; i++) {
            sorted[i] = bits == 16 ? v[i] & 0xFFFF : v[i];
        }
        qsort(sorted, MANY, sizeof *sorted, by_value);
        same = 0;
        for (u4 i = 1; i < MANY; i++) {
            same += sorted[i] == sorted[i - 1];
        }
        assert_true(same < (bits == 16 ? MANY / 8 : 3));
    }
}

static const u8 keys[] = {HASH_FIXED, 0x123456789ABCDEFu, 0xF00DF00D12345671u};

// In h = (h ^ word) * odd; h ^= h >> 29 the uppermost bit of a word changes two bits
// alone, which the next word can change back: for any odd number.
static void strings_that_differ_in_upper_bits(void **state) {
    (void)state;
    static u4 v[MANY];
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        for (u4 i = 0; i < MANY; i++) {
            u8 word[2 * BITS];
            for (u4 bit = 0; bit < BITS; bit++) {
                u8 on = i >> bit & 1;
                word[2 * bit] = 0x4141414141414141u ^ on << 63;
                word[2 * bit + 1] = 0x4242424242424242u ^ on << 63 ^ on << 34;
            }
            v[i] = hash_str(keys[k], (struct str){(char *)word, sizeof word});
        }
        all_differ(v);
    }
}

// Those whose product with HASH_FIXED, once the upper half is mixed into the lower
// one, has the same upper half.
static u8 number_like_others(u4 i) {
    u8 inverse = HASH_FIXED;
    for (u4 round = 0; round < 5; round++) {
        inverse *= 2 - HASH_FIXED * inverse;
    }
    u8 x = inverse * (i + 1);
    return x ^ x >> 32;
}

static void numbers_of_one_product(void **state) {
    (void)state;
    static u4 v[MANY];
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        for (u4 i = 0; i < MANY; i++) {
            v[i] = hash_u8(keys[k], number_like_others(i));
        }
        all_differ(v);
        for (u4 i = 0; i < MANY; i++) {
            v[i] = hash_u8(keys[k], idmap_key(i % 64, i / 64));
        }
        all_differ(v);
    }
}

// Short ones, and those whose last bytes overlap.
static void strings_of_all_lengths(void **state) {
    (void)state;
    static u4 v[MANY];
    static const char text[MANY] = {0};
    for (u4 i = 0; i < MANY; i++) {
        v[i] = hash_str(hash_key(), (struct str){text, i});
    }
    all_differ(v);
}

static void a_process_has_one_key(void **state) {
    (void)state;
    assert_true(hash_key() % 2 == 1);
    assert_true(hash_key() == hash_key());
    assert_true(hash_key() >> 32);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_that_differ_in_upper_bits),
        cmocka_unit_test(numbers_of_one_product),
        cmocka_unit_test(strings_of_all_lengths),
        cmocka_unit_test(a_process_has_one_key),
    };
    return cmocka_run_group_tests_name("base/hash", tests, NULL, NULL);
}
