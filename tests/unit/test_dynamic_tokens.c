// SPDX-License-Identifier: MIT
// test_dynamic_tokens.c - what counts as a name, which class it is, and what levels know.

#include "tests/unit/lib/smalldynamic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CLASS = 0x21 };

static int set_up(void **state) {
    small_dynamic_set_up(state);
    struct small_dynamic *k = *state;
    small_class(&k->s, CLASS, "Bare", "java/lang/Object", NULL);
    small_class(&k->s, CLASS, "p/A", "java/lang/Object", NULL);
    small_class(&k->s, CLASS, "p/A$In", "java/lang/Object", NULL);
    return 0;
}

static struct dynamic *open_at(void **state, enum dynamic_level level) {
    struct small_dynamic *k = *state;
    small_dynamic_open(k, level);
    return k->d;
}

static void are_the_same_if_they_say_the_same(void **state) {
    struct dynamic *d = open_at(state, DYNAMIC_RESOLVED);
    class_id a = small_class_of(*state, "p/A");
    token_id whole = token_class(d, a);
    assert_int_equal(token_class(d, a), whole);
    assert_int_equal(token_text(d, STR("p.A")), token_text(d, STR("p.A")));
    assert_int_not_equal(token_text(d, STR("p.A")), token_text(d, STR("p.B")));
    assert_int_equal(token_as_guess(d, whole),
                     token_as_guess(d, token_as_guess(d, whole)));
    // Kinds, and each word of a token, tell them apart.
    token_id other[] = {
        whole,
        token_guess(d, a),
        token_as_guess(d, whole),
        token_below(d, a),
        token_add(d, (struct token){TOKEN_METHODS, .a = a}),
        token_add(d, (struct token){TOKEN_INITS, .a = a}),
        token_add(d, (struct token){TOKEN_FIELDS, .a = a}),
        token_add(d, (struct token){TOKEN_METHODS, .a = a, .declared = 1}),
        token_add(d, (struct token){TOKEN_METHODS, .a = a, .params = 1}),
        token_add(d, (struct token){TOKEN_METHODS, .a = a, .usual = 1}),
        d->open,
        d->some};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(other[i], other[j]);
        }
    }
    struct token t = token_get(d, other[3]);
    assert_int_equal(t.kind, TOKEN_CLASS);
    assert_int_equal(t.a, a);
    assert_true(t.below && !t.guess);
}

static void texts_live_on(void **state) {
    struct dynamic *d = open_at(state, DYNAMIC_RESOLVED);
    char text[] = "p.A";
    text_id id = text_add(d, str_of(text));
    text[0] = 'q';
    assert_true(str_eq(text_of(d, id), STR("p.A")));
    assert_int_equal(text_add(d, STR("p.A")), id);
    assert_int_not_equal(text_add(d, STR("q.A")), id);
}

static void messages_are_no_names(void **state) {
    struct dynamic *d = open_at(state, DYNAMIC_RESOLVED);
    static const char *const names[] = {
        "",    "p.A$In",     "[Lp.A;", "<init>",   "p/A",
        "a-b", "\xC3\xA4.B", "_9",     "<clinit>", " p.A\n"};
    static const char *const others[] = {"a b", "a\tb", "(I)V", "a=b",
                                         "a*",  "\"",   "a,b",  "{}"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_not_equal(token_text(d, str_of(names[i])), d->other);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(token_text(d, str_of(others[i])), d->other);
    }
    assert_int_equal(token_text(d, (struct str){"a\0b", 3}), d->other);
    char text[514];
    memset(text, 'a', sizeof text);
    assert_int_not_equal(token_text(d, (struct str){text, 512}), d->other);
    assert_int_equal(token_text(d, (struct str){text, 513}), d->other);
}

static void patterns_are_what_fits(void **state) {
    struct small_dynamic *k = *state;
    struct dynamic *d = open_at(state, DYNAMIC_RESOLVED);
    assert_false(text_is_pattern(STR("p.A")));
    assert_false(text_is_pattern(STR("")));
    assert_true(text_is_pattern(STR("*")));
    assert_string_equal(small_token(k, token_pattern(d, STR("p.*"))),
                        "text p.*");
    assert_int_equal(token_pattern(d, STR("p.A")), token_text(d, STR("p.A")));
    // Nothing begins so: it is no name of a class, but may become one, or be a key.
    assert_string_equal(small_token(k, token_pattern(d, STR("p.B*"))),
                        "text p.B*");
    assert_string_equal(small_token(k, token_pattern(d, STR("p/*"))),
                        "text p/*");
    // Too little is known, or it is no name at all.
    assert_int_equal(token_pattern(d, STR("*")), d->open);
    assert_int_equal(token_pattern(d, STR("A*")), d->open);
    assert_int_equal(token_pattern(d, STR("*.A")), d->open);
    assert_int_equal(token_pattern(d, STR("not a name: *")), d->other);
    assert_int_equal(token_pattern(d, STR("not a name")), d->other);
}

static void a_part_is_told_if_there_is_one(void **state) {
    struct small_dynamic *k = *state;
    struct dynamic *d = open_at(state, DYNAMIC_RESOLVED);
    assert_string_equal(small_token(k, token_part(d, STR("A*"))), "part A*");
    assert_int_equal(token_part(d, STR("*")), 0);
    assert_int_equal(token_part(d, STR("p.A")), 0);
    assert_int_equal(token_part(d, STR("a b*")), 0);
}

static void below_strings_nothing_is_known(void **state) {
    struct dynamic *d = open_at(state, DYNAMIC_CASTS);
    assert_int_equal(token_text(d, STR("p.A")), d->open);
    assert_int_equal(token_text(d, STR("a message")), d->other);
    assert_int_equal(token_pattern(d, STR("p.*")), d->open);
    assert_int_equal(d->some, d->open);
}

static void at_strings_names_are_known(void **state) {
    struct small_dynamic *k = *state;
    struct dynamic *d = open_at(state, DYNAMIC_STRINGS);
    assert_string_equal(small_token(k, token_text(d, STR("p.A"))), "text p.A");
    assert_string_equal(small_token(k, token_pattern(d, STR("p.A$*"))),
                        "text p.A$*");
    assert_int_equal(d->some, d->open);
}

// JLS 13.1, and what Class.forName takes.
static void names_are_those_of_java(void **state) {
    struct small_dynamic *k = *state;
    struct dynamic *d = open_at(state, DYNAMIC_RESOLVED);
    class_id a = small_class_of(k, "p/A");
    assert_int_equal(token_named(d, STR("p.A")), a);
    assert_int_equal(token_named(d, STR("p.A$In")),
                     small_class_of(k, "p/A$In"));
    assert_int_equal(token_named(d, STR("Bare")), small_class_of(k, "Bare"));
    static const char *const none[] = {
        "",       "p/A",   "p.B",    "p",    ".",   "p.A.",   ".p.A",
        "p.A.In", "p..A",  "Lp.A;",  "[",    "[[",  "[p.A",   "[Lp.A",
        "[L;",    "[L",    "[Lp.B;", "[V",   "[II", "[Lp/A;", "int",
        "I",      "p.A[]", "P.A",    "p.A ", "[X"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(token_named(d, str_of(none[i])), 0);
    }
    assert_int_equal(token_named(d, (struct str){"p.A\0", 4}), 0);
    assert_true(str_eq(k->s.w.class.v[token_named(d, STR("[Lp.A;"))].name,
                       STR("[Lp/A;")));
    assert_true(
        str_eq(k->s.w.class.v[token_named(d, STR("[[I"))].name, STR("[[I")));
    // The same of a text, twice.
    text_id id = text_add(d, STR("p.A")), no = text_add(d, STR("p.B"));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(token_class_named(d, id), a);
        assert_int_equal(token_class_named(d, no), 0);
    }
}

static void names_go_both_ways(void **state) {
    struct small_dynamic *k = *state;
    struct dynamic *d = open_at(state, DYNAMIC_RESOLVED);
    static const char *const names[] = {"p.A", "p.A$In", "Bare", "[Lp.A;",
                                        "[[I"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        class_id c = token_named(d, str_of(names[i]));
        assert_true(str_eq(token_java_name(d, c), str_of(names[i])));
    }
    // The class keeps its own.
    class_id a = small_class_of(k, "p/A");
    assert_true(str_eq(k->s.w.class.v[a].name, STR("p/A")));
}

#define TEST(f) \
    cmocka_unit_test_setup_teardown(f, set_up, small_dynamic_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(are_the_same_if_they_say_the_same),
        TEST(texts_live_on),
        TEST(messages_are_no_names),
        TEST(patterns_are_what_fits),
        TEST(a_part_is_told_if_there_is_one),
        TEST(below_strings_nothing_is_known),
        TEST(at_strings_names_are_known),
        TEST(names_are_those_of_java),
        TEST(names_go_both_ways),
    };
    return cmocka_run_group_tests_name("dynamic/tokens", tests, NULL, NULL);
}
