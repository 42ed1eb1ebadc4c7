// SPDX-License-Identifier: MIT
// What the checkers of the fuzz programs take, and what they do not.
#include "tests/fuzz/wellformed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { TEXT = 1, ROWS = 2, JSON = 4, XML = 8, HTML = 16, CSV = 32, ALL = 63 };

typedef const char *checker(struct str s, size_t *at);

// A text in each format, around what may stand in any of them.
static const struct {
    int format;
    checker *is;
    const char *before, *behind;
} row[] = {
    {TEXT, wellformed_text, "a", "b"},
    {ROWS, wellformed_rows, "a\tb\nc", "d\n"},
    {JSON, wellformed_json, "{\"a\": [1, \"b", "c\"]}\n"},
    {JSON, wellformed_json_lines, "{}\n{\"a\": \"b", "c\"}\n"},
    {XML, wellformed_xml, "<?xml version=\"1.0\"?>\n<a>b", "c</a>\n"},
    {XML, wellformed_xml, "<a b=\"c", "d\"/>\n"},
    {HTML, wellformed_html, "<!DOCTYPE html>\n<p>a", "b</p>\n"},
    {CSV, wellformed_csv, "a,b\nc", "d,\"e\"\n"},
    {CSV, wellformed_csv, "a,b\nc,\"d", "e\"\n"},
};

static void takes(const char *piece, int formats) {
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[100];
        size_t at;
        snprintf(text, sizeof text, "%s%s%s", row[i].before, piece,
                 row[i].behind);
        const char *bad = row[i].is(str_of(text), &at);
        if (!bad != !!(row[i].format & formats)) {
            fail_msg("%s: %s", text, bad ? bad : "taken");
        }
    }
}

static void takes_characters(void **state) {
    (void)state;
    takes("", ALL);
    takes("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80", ALL);
    takes("\xC2\xA0\xE2\x80\x8D\xE2\x80\xA7\xE2\x80\xAF\xE2\x81\xAA", ALL);
}

static void takes_no_odd_ones(void **state) {
    static const char *const odd[] = {
        "\x01",         "\x1B[2J",      "\r",           "\x7F",
        "\xC2\x80",     "\xC2\x9B",     "\xC2\x9F",     "\xD8\x9C",
        "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xA8", "\xE2\x80\xA9",
        "\xE2\x80\xAA", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA9",
    };
    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        takes(odd[i], 0);
    }
}

static void takes_no_other_bytes(void **state) {
    static const char *const bytes[] = {
        "\x80", "\xFF", "\xC3", "\xC0\x80", "\xED\xA0\xBD\xED\xB8\x80",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        takes(bytes[i], 0);
    }
}

static void takes_rows_that_end(void **state) {
    size_t at;
    (void)state;
    assert_null(wellformed_rows(STR(""), &at));
    assert_non_null(wellformed_rows(STR("a\nb"), &at));
    assert_int_equal(at, 3);
    assert_non_null(wellformed_rows(STR("a\n\x1B\n"), &at));
    assert_int_equal(at, 2);
}

// As references they are other characters: in XML data, in a page text.
static void takes_references(void **state) {
    const int others = ALL & ~(XML | HTML);
    (void)state;
    takes("&#8238;", others | XML);
    takes("&#x9b;", others | XML);
    takes("&#27;", others);
    takes("&#xD800;", others);
    takes("&#12a;", others);
    takes("&#8364;", ALL);
}

static void takes_no_formulas(void **state) {
    static const char *const bad[] = {"a\n=b\n", "a,b\nc,+d\n", "-1\n",
                                      "\"@a\"\n"};
    size_t at;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_non_null(wellformed_csv(str_of(bad[i]), &at));
    }
    assert_null(wellformed_csv(STR("a=1,\"b-c\"\n,-\n"), &at));
    assert_non_null(wellformed_csv(STR("a\tb\n"), &at));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_characters),
        cmocka_unit_test(takes_no_odd_ones),
        cmocka_unit_test(takes_no_other_bytes),
        cmocka_unit_test(takes_rows_that_end),
        cmocka_unit_test(takes_references),
        cmocka_unit_test(takes_no_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
