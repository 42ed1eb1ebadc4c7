// SPDX-License-Identifier: MIT
// test_listing_write.c - names in the text formats: what is escaped, and how.

#include "analysis/listing/write.h"
#include "tests/unit/lib/smallworld.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

struct listing {
    struct small_world s;
    struct solve solve;
    struct callgraph g;
};

static void idle(void *context, struct solve *s) {
    (void)context, (void)s;
}

// Method names that no compiler writes: blanks and controls, quotes, a zero
// (C0 80), a character of three bytes, one beyond 16 bits as two surrogates.
#define ODD "a b\tc\nd\re\\f\"g\x01"
#define ZERO "z\xC0\x80"
#define WIDE "\xE2\x82\xAC\xED\xA0\xB5\xED\xB2\xB3"

static int begin(void **state) {
    struct listing *t = test_calloc(1, sizeof *t);
    struct asm_class *a = &t->s.a;
    small_init(&t->s);
    small_class(&t->s, 0x21, "T", "java/lang/Object", NULL);
    small_method(
        &t->s, 9, "main", "()V", "B8 %2 B8 %2 B8 %2 B8 %2 B1",
        asm_ref(a, 10, "T", ODD, "()V"), asm_ref(a, 10, "T", ZERO, "()V"),
        asm_ref(a, 10, "T", WIDE, "()V"), asm_ref(a, 10, "T", ODD, "()V"));
    small_method(&t->s, 9, ODD, "()V", "B1");
    small_method(&t->s, 9, ZERO, "()V", "B1");
    small_method(&t->s, 9, WIDE, "()V", "B1");
    small_open(&t->s);
    const struct solve_hooks hooks = {.idle = idle};
    solve_init(&t->solve, &t->s.w, &hooks, &solve_scan);
    solve_call(&t->solve, CALLER_MAIN, SITE_NO_PC, EDGE_CALL,
               small_find(&t->s, "T.main:()V"));
    solve_run(&t->solve);
    cg_build(&t->g, &t->solve, true);
    *state = t;
    return 0;
}

static int end(void **state) {
    struct listing *t = *state;
    cg_release(&t->g);
    solve_release(&t->solve);
    small_release(&t->s);
    test_free(t);
    return 0;
}

// What is printed; the caller frees it.
static char *edges(struct listing *t, enum write_format format, u4 limit,
                   u4 *left_out) {
    char *text = NULL;
    size_t n = 0;
    struct write w = {open_memstream(&text, &n), format, limit};
    assert_non_null(w.out);
    const struct edge_filter all = {.from = NULL};
    *left_out = write_edges(&w, &t->g, &all);
    fclose(w.out);
    return text;
}

static void assert_edges(struct listing *t, enum write_format format,
                         const char *expected) {
    u4 left_out;
    char *text = edges(t, format, 0, &left_out);
    assert_string_equal(text, expected);
    assert_int_equal(left_out, 0);
    free(text);
}

#define ZERO_TEXT "T.z\\u0000:()V"
#define WIDE_TEXT "T.\xE2\x82\xAC\xF0\x9D\x92\xB3:()V"
#define ODD_TEXT "T.a\\sb\\tc\\nd\\re\\\\f\"g\\x01:()V"

static void escapes_in_tsv(void **state) {
    assert_edges(*state, WRITE_TSV,
                 "#caller\toffset\tline\tcalled\treceiver\ttarget\tkind\n"
                 "<main>\t-1\t-\t-\t-\tT.main:()V\tcall\n"
                 "T.main:()V\t0\t-\t" ODD_TEXT "\t-\t" ODD_TEXT "\tcall\n"
                 "T.main:()V\t3\t-\t" ZERO_TEXT "\t-\t" ZERO_TEXT "\tcall\n"
                 "T.main:()V\t6\t-\t" WIDE_TEXT "\t-\t" WIDE_TEXT "\tcall\n"
                 "T.main:()V\t9\t-\t" ODD_TEXT "\t-\t" ODD_TEXT "\tcall\n");
}

#define ODD_DOT "\"T.a\\\\sb\\\\tc\\\\nd\\\\re\\\\\\\\f\\\"g\\\\x01:()V\""
#define ODD_JSON "\"T.a\\\\sb\\\\tc\\\\nd\\\\re\\\\\\\\f\\\"g\\u0001:()V\""
#define ZERO_JSON "\"T.z\\u0000:()V\""
#define WIDE_JSON "\"T.\xE2\x82\xAC\\ud835\\udcb3:()V\""
#define JSON(pc, name)                                              \
    "{\"caller\":\"T.main:()V\",\"offset\":" pc ",\"called\":" name \
    ",\"receiver\":\"-\",\"target\":" name ",\"kind\":\"call\"}\n"

static void escapes_in_json(void **state) {
    assert_edges(*state, WRITE_JSON,
                 "{\"caller\":\"<main>\",\"offset\":-1,\"called\":\"-\","
                 "\"receiver\":\"-\",\"target\":\"T.main:()V\","
                 "\"kind\":\"call\"}\n"  //
                 JSON("0", ODD_JSON) JSON("3", ZERO_JSON) JSON("6", WIDE_JSON)
                     JSON("9", ODD_JSON));
}

static void draws_within_the_limit(void **state) {
    u4 left_out;
    char *text = edges(*state, WRITE_DOT, 2, &left_out);
    assert_string_equal(text, "digraph calls {\n  rankdir=LR;\n"
                              "  node [shape=box, fontname=\"monospace\"];\n"
                              "  n1 [label=\"<main>\"];\n"
                              "  n2 [label=\"T.main:()V\"];\n"
                              "  n1 -> n2;\n"
                              "}\n");
    assert_int_equal(left_out, 3);
    free(text);
    text = edges(*state, WRITE_DOT, 5, &left_out);
    assert_int_equal(left_out, 0);
    assert_non_null(strstr(text, "  n3 [label=" ODD_DOT "];\n  n2 -> n3;\n"));
    free(text);
}

static void assert_escaped(struct text *n, const char *s,
                           const char *expected) {
    struct str e = text_escape(n, str_of(s));
    assert_int_equal(e.n, strlen(expected));
    assert_memory_equal(e.p, expected, e.n);
}

static void escapes_five_characters(void **state) {
    struct listing *t = *state;
    struct text *n = &t->g.text;
    assert_escaped(n, "", "");
    assert_escaped(n, "plain", "plain");
    assert_escaped(n, " ", "\\s");
    assert_escaped(n, "\t\n\r", "\\t\\n\\r");
    assert_escaped(n, "\\s", "\\\\s");
    assert_escaped(n, "\x01\"'<>", "\x01\"'<>");
    struct str plain = STR("borrowed");
    assert_ptr_equal(text_escape(n, plain).p, plain.p);
    const struct str zero = {"a\0 b", 4};
    struct str e = text_escape(n, zero);
    assert_int_equal(e.n, 5);
    assert_memory_equal(e.p, "a\0\\sb", 5);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(escapes_in_tsv),
        TEST(escapes_in_json),
        TEST(draws_within_the_limit),
        TEST(escapes_five_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
