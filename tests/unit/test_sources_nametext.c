// SPDX-License-Identifier: MIT
// test_sources_nametext.c - what counts as a name in resource files of each kind, and in
// which line it is.

#include "analysis/base/emit.h"
#include "analysis/sources/nametext.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

// The names of that text are those: "1 a/B 2 c/D".
static void check(enum src_resource_kind kind, struct str text,
                  const char *wanted) {
    char got[2000] = "";
    size_t n = 0;
    struct name_text t;
    struct text_name name;
    // A copy of just its size, so that a read behind it is seen.
    char *copy = test_malloc(text.n ? text.n : 1);
    memcpy(copy, text.p, text.n);
    nametext_init(&t, (struct str){copy, text.n}, kind);
    while (nametext_next(&t, &name)) {
        n +=
            (size_t)snprintf(got + n, sizeof got - n, "%s%u %.*s", n ? " " : "",
                             (unsigned)name.line, STR_F(name.name));
        assert_true(n < sizeof got);
    }
    nametext_release(&t);
    test_free(copy);
    assert_string_equal(got, wanted);
}

#define CHECK(kind, text, wanted) check(SRC_##kind, STR(text), wanted)

static void tells_names_from_words(void **state) {
    (void)state;
    CHECK(XML, "<a b='com.acme.Shop$Item'>com/acme/Shop</a>",
          "1 com/acme/Shop$Item 1 com/acme/Shop");
    CHECK(XML, "", "");
    CHECK(XML, "one two_three 4", "");
    CHECK(XML, "a.b", "1 a/b");
    CHECK(XML, "see com.acme.Shop.\n(./com/acme/Shop/)",
          "1 com/acme/Shop 2 com/acme/Shop");
    CHECK(XML, "1.2 v1.2 a.2b a..b a./b . .. / ./. $._", "1 $/_");
    CHECK(XML, "com.acme/Shop /com.acme.Shop com/acme.Shop", "1 com/acme/Shop");
    CHECK(XML, "a.b#c a.b:c [La.b; a.b-c a.b,c.d \"a.b\"",
          "1 a/b 1 a/b 1 La/b 1 a/b 1 a/b 1 c/d 1 a/b");
    CHECK(XML, "\n\r\na.b\r\rc.d\n", "3 a/b 5 c/d");
}

static void leaves_remarks_out(void **state) {
    (void)state;
    CHECK(XML, "a.b<!-- c.d\n<!-- e.f -->g.h<!---->i.j <!-- k.l --",
          "1 a/b 2 g/h 2 i/j 2 k/l");
    CHECK(SERVICES, "# a.b\nc.d # e.f\n\tg.h#i.j\nK", "2 c/d 3 g/h 4 K");
    CHECK(IMPORTS, "# a.b\nc.d # e.f\nK\n", "2 c/d");
    CHECK(PROPERTIES, "#a.b\n \t! c.d\ne=f.g # h.i\n!j.k\\\nl.m\n",
          "3 f/g 3 h/i 5 l/m");
    CHECK(YAML, "a: b.c # d.e\n#f.g\nh#i.j: k.l", "1 b/c 3 i/j 3 k/l");
    CHECK(JSON, "{\"a\": \"b.c\" # d.e", "1 b/c 1 d/e");
    CHECK(MANIFEST, "Main-Class: a.B # c.D", "1 a/B 1 c/D");
}

static void joins_lines(void **state) {
    (void)state;
    CHECK(PROPERTIES, "a=b.\\\n  \tc,\\\r\n d.e,\\\r\\\nf.g\\",
          "1 b/c 3 d/e 5 f/g");
    CHECK(PROPERTIES, "a=b.c\\\\\n#d.e\n", "1 b/c");
    CHECK(PROPERTIES, "a=\\\n#d.e\n", "2 d/e");
    CHECK(PROPERTIES, "a=b.\n  c", "");
    CHECK(MANIFEST, "Main-Class: com.acm\r\n e.Shop\r\nX: a.b\n c\r d\n\ne.f",
          "1 com/acme/Shop 3 a/bcd 7 e/f");
    CHECK(XML, "a.\\\nb c.\n d", "");
}

static void reads_escapes(void **state) {
    (void)state;
    CHECK(PROPERTIES, "\\u0061.b=c\\u002ed \\u00e4.b a.\\u0020b.c a\\.b",
          "1 a/b 1 c/d 1 \xC3\xA4/b 1 b/c 1 a/b");
    CHECK(PROPERTIES, "a.b\\:c.d\\=e.f\\tg.h\\ni.j\\u12",
          "1 a/b 1 c/d 1 e/f 1 g/h 1 i/ju12");
    CHECK(PROPERTIES, "\\ud835\\udcb3.a", "1 \xED\xA0\xB5\xED\xB2\xB3/a");
    CHECK(JSON, "\"a\\/b\", \"\\u0061.\\u0062\", \"c.d\\n\", \"e.f\\\"g\"",
          "1 a/b 1 a/b 1 c/d 1 e/f");
    CHECK(JSON, "\"a.b\\", "1 a/b");
    CHECK(XML, "a.b\\u0063", "1 a/b");
}

static void reads_encodings(void **state) {
    (void)state;
    CHECK(XML,
          "\xEF\xBB\xBF"
          "a.b",
          "1 a/b");
    CHECK(SERVICES, "\xEF\xBB\xBF# a.b\nc.d", "2 c/d");
    CHECK(XML, "\xC3\xA4.\xC3\xB6", "1 \xC3\xA4/\xC3\xB6");
    CHECK(XML, "a.\xF0\x9D\x92\xB3", "1 a/\xED\xA0\xB5\xED\xB2\xB3");
    CHECK(PROPERTIES, "\xE4.b \xF6.c", "1 \xC3\xA4/b 1 \xC3\xB6/c");
    CHECK(XML,
          "\xE2\x80\x9C"
          "a.b\xE2\x80\x9D c.d\xC2\xA0"
          "e.f",
          "1 a/b 1 c/d 1 e/f");
    CHECK(XML, "\xC3", "");
    CHECK(XML,
          "a.b\xEF\xBF\xBD"
          "c.d",
          "1 a/b 1 c/d");
}

// The longest name of a class has 65535 bytes.
static void bounds_names(void **state) {
    (void)state;
    static char text[UINT16_MAX + 2];
    struct name_text t;
    struct text_name name;
    memset(text, 'a', sizeof text);
    text[1] = '.';
    for (size_t more = 0; more < 2; more++) {
        nametext_init(&t, (struct str){text, UINT16_MAX + more}, SRC_XML);
        assert_int_equal(nametext_next(&t, &name), more == 0);
        nametext_release(&t);
    }
}

static void reads_counted_names(void **state) {
    (void)state;
    CHECK(BINARY, "\0\3a.b\0\7com/x/Y\1", "1 a/b 1 com/x/Y");
    CHECK(BINARY, "\0\3a.bc \0\1a \0\2ab \0\3abc", "1 a/b");
    CHECK(BINARY, "\0\4a.b", "");  // cut off
    CHECK(BINARY, "\0\3a b\0\3a.b", "1 a/b");
    CHECK(BINARY, "\0", "");
    CHECK(BINARY, "\0\3", "");
    CHECK(BINARY, "\0\0\0\3a.b\0\0\3c.d", "1 a/b 1 c/d");
    CHECK(BINARY, "a.b c/d", "");  // a text: nothing has its length in front
    // 0x2E, a length that could be part of a name.
    CHECK(BINARY, "\0.com.acme.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.Shopx",
          "1 com/acme/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/Shop");
}

static void takes_names_without_package(void **state) {
    (void)state;
    struct name_text t;
    struct text_name name;
    nametext_init(&t, STR("<a b='Shop'>x.Y"), SRC_XML);
    nametext_take_simple(&t);
    const char *const want[] = {"a", "b", "Shop", "x/Y"};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        assert_true(nametext_next(&t, &name));
        assert_true(str_eq(name.name, str_of(want[i])));
    }
    assert_false(nametext_next(&t, &name));
    nametext_release(&t);
}

// A megabyte of what might be read again and again takes no second.
static void takes_linear_time(void **state) {
    (void)state;
    static const char *const parts[] = {
        "<!--", "a.\\\n", "\xE4", "a.", "# a", "\\u0061", "\n ", "\r", "\1a"};
    enum { BYTES = 1 << 20 };
    struct emit e;
    emit_init(&e, 2 * BYTES);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        emit_reset(&e);
        while (e.n < BYTES) {
            emit_bytes(&e, parts[i], strlen(parts[i]));
        }
        for (u4 kind = SRC_SERVICES; kind < SRC_N_RESOURCE_KINDS; kind++) {
            struct name_text t;
            struct text_name name;
            struct str text = {(const char *)e.p, e.n};
            nametext_init(&t, text, (enum src_resource_kind)kind);
            while (nametext_next(&t, &name)) {
            }
            nametext_release(&t);
        }
    }
    emit_release(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_names_from_words),
        cmocka_unit_test(leaves_remarks_out),
        cmocka_unit_test(joins_lines),
        cmocka_unit_test(reads_escapes),
        cmocka_unit_test(reads_encodings),
        cmocka_unit_test(bounds_names),
        cmocka_unit_test(reads_counted_names),
        cmocka_unit_test(takes_names_without_package),
        cmocka_unit_test(takes_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
