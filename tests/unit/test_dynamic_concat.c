// SPDX-License-Identifier: MIT
// test_dynamic_concat.c - texts that are made of texts: all of few, of many those that name
// classes; parts that come later, and parts that nobody knows.

#include "tests/unit/lib/smalldynamic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { CLASS = 0x21, MOST_PRODUCTS = 64 };

// A concatenation in T.f, and what it gives.
struct joined {
    struct small_dynamic k;
    op_id op;
    trace_id to;
};

static int set_up(void **state) {
    struct joined *j = test_calloc(1, sizeof *j);
    small_dynamic_init(&j->k);
    small_class(&j->k.s, CLASS, "T", "java/lang/Object", NULL);
    small_method(&j->k.s, 9, "f", "()V", "B1");
    small_class(&j->k.s, CLASS, "p/A", "java/lang/Object", NULL);
    small_class(&j->k.s, CLASS, "p/B", "java/lang/Object", NULL);
    small_dynamic_open(&j->k, DYNAMIC_RESOLVED);
    *state = j;
    return 0;
}

static int tear_down(void **state) {
    struct joined *j = *state;
    small_dynamic_release(&j->k);
    test_free(j);
    return 0;
}

// Of n parts.
static void begin(struct joined *j, u4 n) {
    struct dynamic *d = j->k.d;
    method_id at = small_find(&j->k.s, "T.f:()V");
    j->to = trace_of(d, TRACE_BETWEEN, false, at, 0);
    j->op = op_new(d, &(struct op){.kind = OP_CONCAT, .at = at, .to = j->to});
    for (u4 i = 0; i < n; i++) {
        op_take_token(d, j->op, 0);
    }
}

static void part(struct joined *j, u4 i, token_id token) {
    struct dynamic *d = j->k.d;
    vec_push(&d->operand.v[d->op.v[j->op].first + i].token, token);
    concat_later(d, j->op);
}

static void text(struct joined *j, u4 i, const char *text) {
    part(j, i, token_text(j->k.d, str_of(text)));
}

// n parts that name nothing: X0, X1, ...
static void nonsense(struct joined *j, u4 i, u4 n) {
    for (u4 k = 0; k < n; k++) {
        char name[20];
        snprintf(name, sizeof name, "X%u", (unsigned)k);
        text(j, i, name);
    }
}

static const char *made(struct joined *j) {
    concat_run(j->k.d);
    return small_tokens(&j->k, j->k.d->trace.v[j->to].var);
}

static u4 n_made(struct joined *j) {
    made(j);
    return set_count(points_of(&j->k.d->p, j->k.d->trace.v[j->to].var));
}

static void joins_all_with_all(void **state) {
    struct joined *j = *state;
    begin(j, 3);
    text(j, 0, "p.");
    text(j, 0, "q.");
    text(j, 1, "A");
    text(j, 1, "");
    text(j, 2, "Impl");
    assert_string_equal(made(j),
                        "text p.AImpl, text p.Impl, text q.AImpl, text q.Impl");
}

static void waits_for_all_parts(void **state) {
    struct joined *j = *state;
    begin(j, 2);
    assert_string_equal(made(j), "");
    text(j, 0, "p.");
    assert_string_equal(made(j), "");
    text(j, 1, "A");
    assert_string_equal(made(j), "text p.A");
    assert_string_equal(made(j), "text p.A");
}

// Whatever comes when, each part is joined with each.
static void takes_what_comes_later(void **state) {
    struct joined *j = *state;
    begin(j, 3);
    for (u4 turn = 0; turn < 3; turn++) {
        for (u4 i = 0; i < 3; i++) {
            char name[] = {(char)('a' + 3 * turn + i), 0};
            text(j, i, name);
            made(j);
        }
    }
    assert_int_equal(n_made(j), 27);
    assert_non_null(strstr(made(j), "text ahi"));
    assert_non_null(strstr(made(j), "text gbc"));
}

static void one_that_waits_is_taken_once(void **state) {
    struct joined *j = *state;
    begin(j, 1);
    concat_later(j->k.d, j->op);
    text(j, 0, "p.A");
    concat_later(j->k.d, j->op);
    assert_int_equal(j->k.d->concat.n, 1);
    assert_string_equal(made(j), "text p.A");
    assert_int_equal(j->k.d->concat.n, 0);
    assert_false(j->k.d->op.v[j->op].waits);
}

static void what_is_unknown_is_a_pattern(void **state) {
    struct joined *j = *state;
    begin(j, 4);
    text(j, 0, "p.");
    part(j, 1, j->k.d->open);
    part(j, 2, j->k.d->some);
    text(j, 3, "");
    assert_string_equal(made(j), "text p.*");
}

// Patterns that come as parts: two stars in a row are one.
static void patterns_are_parts(void **state) {
    struct joined *j = *state;
    begin(j, 2);
    part(j, 0, token_pattern(j->k.d, STR("p.*")));
    part(j, 1, token_pattern(j->k.d, STR("p.*")));
    text(j, 1, "");
    part(j, 1, j->k.d->open);
    // p.*p.* fits nothing, but may become a name; p.* and p.** are the same.
    assert_string_equal(made(j), "text p.*, text p.*p.*");
}

static void what_begins_unknown_is_open(void **state) {
    struct joined *j = *state;
    begin(j, 2);
    part(j, 0, j->k.d->open);
    text(j, 1, ".A");
    assert_string_equal(made(j), "open, part *.A");
}

static void messages_are_dropped(void **state) {
    struct joined *j = *state;
    begin(j, 2);
    text(j, 0, "p.");
    part(j, 1,
         token_add(j->k.d,
                   (struct token){.kind = TOKEN_TEXT,
                                  .a = text_add(j->k.d, STR("not found: "))}));
    text(j, 1, "A");
    assert_string_equal(made(j), "other, text p.A");
}

// What has a blank within names nothing.
static void blanks_are_dropped(void **state) {
    struct joined *j = *state;
    struct dynamic *d = j->k.d;
    begin(j, 0);
    op_take_token(d, j->op, token_text(d, STR(" ")));
    op_take_token(d, j->op, token_text(d, STR("p.A")));
    concat_later(d, j->op);
    assert_string_equal(made(j), "other");
}

static void keeps_just_so_many(void **state) {
    struct joined *j = *state;
    begin(j, 2);
    nonsense(j, 0, 8);
    nonsense(j, 1, 8);
    assert_int_equal(n_made(j), MOST_PRODUCTS);
    assert_null(strstr(made(j), "open"));
}

static void of_many_those_that_name_classes(void **state) {
    struct joined *j = *state;
    begin(j, 2);
    nonsense(j, 0, 12);
    text(j, 0, "p.");
    nonsense(j, 1, 6);
    text(j, 1, "A");
    text(j, 1, "B");
    assert_string_equal(made(j), "open, text p.A, text p.B");
    // More of them, later.
    text(j, 0, "java.");
    text(j, 1, "lang.Object");
    assert_string_equal(made(j),
                        "open, text java.lang.Object, text p.A, text p.B");
}

// What few made stays, when there are many.
static void takes_nothing_back(void **state) {
    struct joined *j = *state;
    begin(j, 2);
    nonsense(j, 0, 8);
    nonsense(j, 1, 8);
    made(j);
    text(j, 0, "p.");
    text(j, 1, "B");
    assert_int_equal(n_made(j), MOST_PRODUCTS + 2);
    assert_non_null(strstr(made(j), "open, text X0X0"));
    assert_non_null(strstr(made(j), ", text p.B"));
}

static void of_many_of_the_jdk_none(void **state) {
    struct joined *j = *state;
    small_jdk_class(&j->k, "T");
    begin(j, 2);
    nonsense(j, 0, 8);
    text(j, 0, "p.");
    nonsense(j, 1, 7);
    text(j, 1, "A");
    assert_string_equal(made(j), "open");
}

// A list of names behind a list of packages, three times: no second.
static void a_great_many_take_little_time(void **state) {
    struct joined *j = *state;
    begin(j, 4);
    for (u4 i = 0; i < 4; i++) {
        nonsense(j, i, 400);
    }
    text(j, 0, "p");
    text(j, 1, ".");
    text(j, 2, "A");
    text(j, 3, "");
    assert_string_equal(made(j), "open, text p.A");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(joins_all_with_all),
        TEST(waits_for_all_parts),
        TEST(takes_what_comes_later),
        TEST(one_that_waits_is_taken_once),
        TEST(what_is_unknown_is_a_pattern),
        TEST(patterns_are_parts),
        TEST(what_begins_unknown_is_open),
        TEST(messages_are_dropped),
        TEST(blanks_are_dropped),
        TEST(keeps_just_so_many),
        TEST(of_many_those_that_name_classes),
        TEST(takes_nothing_back),
        TEST(of_many_of_the_jdk_none),
        TEST(a_great_many_take_little_time),
    };
    return cmocka_run_group_tests_name("dynamic/concat", tests, NULL, NULL);
}
