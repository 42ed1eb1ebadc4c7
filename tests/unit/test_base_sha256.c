// SPDX-License-Identifier: MIT
// test_base_sha256.c - SHA-256, against what sha256sum says.

#include "analysis/base/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void expect(const void *p, size_t n, const char *text) {
    struct sha256 h = sha256_of(p, n);
    char hex[65];
    for (size_t i = 0; i < sizeof h.byte; i++) {
        snprintf(hex + 2 * i, 3, "%02x", h.byte[i]);
    }
    assert_string_equal(hex, text);
}

static void test_known(void **state) {
    (void)state;
    expect("", 0,
           "e3b0c44298fc1c149afbf4c8996fb924"
           "27ae41e4649b934ca495991b7852b855");
    expect("abc", 3,
           "ba7816bf8f01cfea414140de5dae2223"
           "b00361a396177a9cb410ff61f20015ad");
    expect("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
           "248d6a61d20638b8e5c026930c3e6039"
           "a33ce45964ff2167f6ecedd419db06c1");
}

// Each way in which the end falls into the last blocks.
static void test_lengths(void **state) {
    static const struct {
        size_t n;
        const char *text;
    } of[] = {
        {55, "9f4390f8d30c2dd92ec9f095b65e2b9a"
             "e9b0a925a5258e241c9f1e910f734318"},
        {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f"
             "590ce20f1bde7090ef7970686ec6738a"},
        {63, "7d3e74a05d7db15bce4ad9ec0658ea98"
             "e3f06eeecf16b4c6fff2da457ddc2f34"},
        {64, "ffe054fe7ae0cb6dc65c3af9b61d5209"
             "f439851db43d0ba5997337df154668eb"},
        {65, "635361c48bb9eab14198e76ea8ab7f1a"
             "41685d6ad62aa9146d301d4f17eb0ae0"},
        {119, "31eba51c313a5c08226adf18d4a359cf"
              "dfd8d2e816b13f4af952f7ea6584dcfb"},
        {128, "6836cf13bac400e9105071cd6af47084"
              "dfacad4e5e302c94bfed24e013afb73e"},
        {1000, "41edece42d63e8d9bf515a9ba6932e1c"
               "20cbc9f5a5d134645adb5db1b9737ea3"},
    };
    char a[1000];
    (void)state;
    memset(a, 'a', sizeof a);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        expect(a, of[i].n, of[i].text);
    }
}

// In pieces that end before, with and behind blocks.
static void test_pieces(void **state) {
    static const size_t pieces[] = {1, 3, 55, 63, 64, 65, 127, 128, 129, 999};
    char a[1000];
    (void)state;
    for (size_t i = 0; i < sizeof a; i++) {
        a[i] = (char)(i * 7);
    }
    struct sha256 whole = sha256_of(a, sizeof a);
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
        struct sha256_sum s;
        sha256_begin(&s);
        for (size_t at = 0; at < sizeof a;) {
            size_t left = sizeof a - at;
            size_t n = pieces[k] < left ? pieces[k] : left;
            sha256_add(&s, a + at, n);
            sha256_add(&s, NULL, 0);
            at += n;
        }
        struct sha256 sum = sha256_end(&s);
        assert_memory_equal(sum.byte, whole.byte, sizeof sum.byte);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
