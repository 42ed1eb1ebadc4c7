// SPDX-License-Identifier: MIT
// Text from input as it may be shown, back from that, and as cells and labels.
#include "analysis/base/shown.h"
#include "analysis/base/utf8.h"
#include "analysis/text/out.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    struct str raw;
    const char *shown;
} row[] = {
    {STR(""), ""},
    {STR("com/acme/Foo.bar:(I)V"), "com/acme/Foo.bar:(I)V"},
    {STR(" ~\\"), " ~\\"},
    {STR("\t\n\r"), "\\t\\n\\r"},
    {STR("\0\x1b\x7F"), "\\x00\\x1b\\x7f"},
    {STR("\xC2\x80\xC2\x9F\xC2\xA0"), "\\u0080\\u009f\xC2\xA0"},
    {STR("\xD8\x9C\xD8\x9B"), "\\u061c\xD8\x9B"},
    {STR("\xE2\x80\x8D\xE2\x80\x8E\xE2\x80\x8F\xE2\x80\x90"),
     "\xE2\x80\x8D\\u200e\\u200f\xE2\x80\x90"},
    {STR("\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xAE\xE2\x80\xAF"),
     "\xE2\x80\xA7\\u2028\\u202e\xE2\x80\xAF"},
    {STR("\xE2\x81\xA5\xE2\x81\xA6\xE2\x81\xA9\xE2\x81\xAA"),
     "\xE2\x81\xA5\\u2066\\u2069\xE2\x81\xAA"},
    // Modified UTF-8.
    {STR("\xC0\x80"), "\\u0000"},
    {STR("\xED\xA0\xBD\xED\xB8\x80"), "\xF0\x9F\x98\x80"},
    {STR("\xED\xA0\xBDz\xED\xB8\x80"), "\\ud83dz\\ude00"},
    // No characters.
    {STR("\x80\xC1\x81\xFF\xE2\x82"), "\\x80\\xc1\\x81\\xff\\xe2\\x82"},
};
enum { ROWS = sizeof row / sizeof *row };

static void is_text(struct str got, struct str wanted) {
    assert_int_equal(got.n, wanted.n);
    assert_memory_equal(got.p, wanted.p, wanted.n);
}

static void shows_what_may_be_shown(void **state) {
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (size_t i = 0; i < ROWS; i++) {
        is_text(shown_str(&mem, row[i].raw), str_of(row[i].shown));
    }
    assert_ptr_equal(shown_str(&mem, row[1].raw).p, row[1].raw.p);
    arena_release(&mem);
}

// Words are told from what only looks like an escape.
static void comes_back(void **state) {
    static const struct str lookalike = STR("\\u202e \\x1b\\s\\");
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (size_t i = 0; i < ROWS; i++) {
        struct str word = shown_word(&mem, row[i].raw);
        struct str text = shown_str(&mem, word);
        is_text(shown_undo(&mem, text, false), word);
        is_text(shown_undo(&mem, text, true), row[i].raw);
    }
    struct str word = shown_word(&mem, lookalike);
    is_text(word, STR("\\\\u202e\\s\\\\x1b\\\\s\\\\"));
    is_text(shown_undo(&mem, word, false), word);
    is_text(shown_undo(&mem, word, true), lookalike);
    // What is no escape stays.
    is_text(shown_undo(&mem, STR("\\q\\u12\\x1"), true), STR("\\q\\u12\\x1"));
    arena_release(&mem);
}

static void each_character_comes_back(void **state) {
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (u4 c = 1; c <= 0xFFFF; c++) {
        char bytes[UTF8_BYTES];
        struct str s = {bytes, utf8_bytes(bytes, c)};
        struct str text = shown_str(&mem, shown_word(&mem, s));
        struct str back = shown_undo(&mem, text, true);
        size_t at = 0;
        if (!str_eq(back, s) ||
            (text.n == s.n && shown_is_odd(utf8_next(text, &at)))) {
            fail_msg("character %x", c);
        }
        arena_reset(&mem);
    }
    arena_release(&mem);
}

static void cells_and_labels(void **state) {
    static const struct {
        struct str raw;
        const char *csv, *dot;
    } cell[] = {
        {STR("a"), "a", "\"a\""},
        {STR(""), "", "\"\""},
        {STR("-"), "-", "\"-\""},
        {STR("=1"), "\\x3d1", "\"=1\""},
        {STR("+1"), "\\x2b1", "\"+1\""},
        {STR("-1"), "\\x2d1", "\"-1\""},
        {STR("@a,\"b\""), "\"\\x40a,\"\"b\"\"\"", "\"@a,\\\"b\\\"\""},
        {STR("1=2"), "1=2", "\"1=2\""},
        {STR("a&\\n\n\x1b"), "a&\\n\\n\\x1b", "\"a&amp;\\\\n\\\\n\\\\x1b\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cell / sizeof *cell; i++) {
        struct out o;
        out_begin(&o, NULL);
        out_csv(&o, cell[i].raw);
        is_text((struct str){(const char *)o.text.p, o.text.n},
                str_of(cell[i].csv));
        emit_reset(&o.text);
        out_dot(&o, cell[i].raw);
        is_text((struct str){(const char *)o.text.p, o.text.n},
                str_of(cell[i].dot));
        emit_release(&o.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_what_may_be_shown),
        cmocka_unit_test(comes_back),
        cmocka_unit_test(each_character_comes_back),
        cmocka_unit_test(cells_and_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
