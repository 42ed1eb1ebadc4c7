// SPDX-License-Identifier: MIT
// test_base_utf8.c - characters of text that may be none, and JSON of it.

#include "analysis/base/arena.h"
#include "analysis/base/mem.h"
#include "analysis/base/utf8.h"
#include "analysis/text/out.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct {
    struct str bytes;
    u4 character;  // the first one
    size_t n;      // its bytes
    const char *json;
} row[] = {
    {STR("a"), 'a', 1, "\"a\""},
    {STR("\x7F"), 0x7F, 1, "\"\\u007f\""},
    {STR("\xC2\x80"), 0x80, 2, "\"\\u0080\""},
    {STR("\xC2\xA0"), 0xA0, 2, "\"\xC2\xA0\""},
    {STR("\xE2\x80\xAE"), 0x202E, 3, "\"\\u202e\""},
    {STR("\xE0\xA0\x80"), 0x800, 3, "\"\xE0\xA0\x80\""},
    {STR("\xEF\xBF\xBD"), 0xFFFD, 3, "\"\xEF\xBF\xBD\""},
    {STR("\xF0\x90\x80\x80"), 0x10000, 4, "\"\xF0\x90\x80\x80\""},
    {STR("\xF4\x8F\xBF\xBF"), 0x10FFFF, 4, "\"\xF4\x8F\xBF\xBF\""},
    {STR("\t"), '\t', 1, "\"\\u0009\""},
    {STR("\"\\"), '"', 1, "\"\\\"\\\\\""},
    // Modified UTF-8.
    {STR("\xC0\x80"), 0, 2, "\"\\u0000\""},
    {STR("\xED\xA0\xB5\xED\xB2\xB3"), 0x1D4B3, 6, "\"\\ud835\\udcb3\""},
    // Halves of pairs.
    {STR("\xED\xA0\xB5x"), 0xD835, 3, "\"\\ufffdx\""},
    {STR("\xED\xB2\xB3\xED\xA0\xB5"), 0xDCB3, 3, "\"\\ufffd\\ufffd\""},
    // No characters: nothing goes on, or with nothing before it; too long; too large.
    {STR("\x80z"), UTF8_NONE, 1, "\"\\ufffdz\""},
    {STR("\xC3"), UTF8_NONE, 1, "\"\\ufffd\""},
    {STR("\xE2\x82z"), UTF8_NONE, 1, "\"\\ufffd\\ufffdz\""},
    {STR("\xC1\x81"), UTF8_NONE, 1, "\"\\ufffd\\ufffd\""},
    {STR("\xE0\x80\x80"), UTF8_NONE, 1, "\"\\ufffd\\ufffd\\ufffd\""},
    {STR("\xF4\x90\x80\x80"), UTF8_NONE, 1, "\"\\ufffd\\ufffd\\ufffd\\ufffd\""},
    {STR("\xFF"), UTF8_NONE, 1, "\"\\ufffd\""},
};
enum { ROWS = sizeof row / sizeof *row };

static void reads_characters(void **state) {
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        size_t at = 0;
        assert_int_equal(utf8_next(row[i].bytes, &at), row[i].character);
        assert_int_equal(at, row[i].n);
    }
}

static void writes_what_it_reads(void **state) {
    (void)state;
    for (u4 c = 1; c <= 0x10FFFF; c++) {
        char bytes[UTF8_BYTES];
        size_t at = 0;
        u4 n = utf8_bytes(bytes, c);
        if (utf8_next((struct str){bytes, n}, &at) != c || at != n) {
            fail_msg("character %x", c);
        }
    }
}

static void json_has_characters_only(void **state) {
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        char *text = NULL;
        size_t n = 0;
        struct out o;
        FILE *file = open_memstream(&text, &n);
        assert_non_null(file);
        out_begin(&o, file);
        out_json(&o, row[i].bytes);
        out_end(&o);
        assert_int_equal(fclose(file), 0);
        assert_string_equal(text, row[i].json);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_characters),
        cmocka_unit_test(writes_what_it_reads),
        cmocka_unit_test(json_has_characters_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
