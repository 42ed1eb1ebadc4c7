// SPDX-License-Identifier: MIT
// test_jar_select.c - class names of entries, and patterns of class names.

#include "rewriter/jar/select.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool has(const char *pattern, const char *name) {
    const struct select s = {&pattern, 1};
    return select_has(&s, str_of(name));
}

static void plain_names_mean_their_nested_classes_too(void **state) {
    (void)state;
    assert_true(has("a.B", "a/B"));
    assert_true(has("a.B", "a/B$C"));
    assert_true(has("a.B", "a/B$C$1"));
    assert_true(has("a.B$C", "a/B$C$1"));
    assert_false(has("a.B", "a/BC"));
    assert_false(has("a.B", "a/b"));
    assert_false(has("a.B", "x/a/B"));
    assert_false(has("a", "a/B"));
    assert_false(has("", "a/B"));
}

static void one_star_stays_in_its_package(void **state) {
    (void)state;
    assert_true(has("a.*", "a/B"));
    assert_true(has("a.*", "a/B$C"));
    assert_false(has("a.*", "a/b/C"));
    assert_true(has("*.*", "a/B"));
    assert_false(has("*", "a/B"));
    assert_true(has("*", "B"));
    assert_true(has("a.*B*C", "a/xBBxCyC"));
    assert_false(has("a.*B*C", "a/xBBxCy"));
    assert_false(has("a.*x", "a/b/x"));
    assert_true(has("*a*.b", "xaya/b"));
}

static void two_stars_cross_packages(void **state) {
    (void)state;
    assert_true(has("a.**", "a/B"));
    assert_true(has("a.**", "a/b/c/D"));
    assert_false(has("a.**", "ab/C"));
    assert_true(has("**", "a/b/C"));
    assert_true(has("**.C", "a/b/C"));
    assert_false(has("**.C", "C"));
    assert_true(has("a.**.*Test", "a/b/c/MyTest"));
    assert_false(has("a.**.*Test", "a/b/c/MyTests"));
    assert_true(has("**b.*.d", "ab/ab/cc/d"));
    assert_true(has("**.b.*d", "a/b/b/xd"));
    assert_false(has("**.b.*d", "a/b/c/xd"));
    assert_true(has("***", "a/b/C"));
}

static void a_question_mark_is_one_character(void **state) {
    (void)state;
    assert_true(has("a.B?", "a/B1"));
    assert_false(has("a.B?", "a/B"));
    assert_false(has("a?B", "a/B"));
    assert_false(has("a.B?", "a/B1$C"));
}

static void no_pattern_means_all(void **state) {
    (void)state;
    const struct select all = {NULL, 0};
    assert_true(select_has(&all, STR("a/B")));
    const char *two[] = {"a.B", "c.*"};
    const struct select s = {two, 2};
    assert_true(select_has(&s, STR("c/D")));
    assert_false(select_has(&s, STR("d/D")));
}

static bool two_have(const char *first, const char *second, const char *name) {
    const char *const pattern[] = {first, second};
    const struct select s = {pattern, 2};
    return select_has(&s, str_of(name));
}

static void exclamation_marks_exclude(void **state) {
    (void)state;
    assert_false(has("!a.*", "a/B"));
    assert_true(has("!a.*", "b/B"));
    assert_false(has("!a.B", "a/B$C"));
    assert_false(two_have("a.*", "!a.*Test", "a/BTest"));
    assert_true(two_have("a.*", "!a.*Test", "a/B"));
    assert_false(two_have("a.*", "!a.*Test", "b/B"));
    assert_true(two_have("!a.**", "a.B", "a/B"));
    assert_false(two_have("!a.**", "a.B", "a/C"));
    assert_true(two_have("!a.**", "a.B", "b/C"));
    assert_true(two_have("!a.*Test", "a.*", "a/BTest"));
}

static void only_what_names_classes_names_them(void **state) {
    (void)state;
    const char *const pattern[] = {"!a.B", "!a.C", "a.D"};
    assert_false(select_names(&(struct select){pattern, 0}));
    assert_false(select_names(&(struct select){pattern, 2}));
    assert_true(select_names(&(struct select){pattern, 3}));
}

static void matching_is_quick(void **state) {
    (void)state;
    char name[20001];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(has("**a*a*a**a*a*a**a*a*a**b", name));
}

static void name_is(const struct jar_layout *l, const char *entry,
                    const char *name) {
    struct str s = select_class_name(l, str_of(entry));
    assert_true(str_eq(s, str_of(name)));
}

static void entries_have_class_names(void **state) {
    (void)state;
    const struct jar_layout jar = {.multi_release = true};
    const struct jar_layout jmod = {.jmod = true};
    name_is(&jar, "a/B.class", "a/B");
    name_is(&jar, "META-INF/versions/11/a/B.class", "a/B");
    name_is(&jar, "META-INF/versions/x/a/B.class", "META-INF/versions/x/a/B");
    name_is(&jar, "META-INF/versions/9", "META-INF/versions/9");
    name_is(&jar, "WEB-INF/classes/a/B.class", "a/B");
    name_is(&jar, "BOOT-INF/classes/a/B.class", "a/B");
    name_is(&jar, "classes/a/B.class", "classes/a/B");
    name_is(&jmod, "classes/a/B.class", "a/B");

    const struct jar_layout old = {0};
    assert_true(select_is_class(&jar, STR("META-INF/versions/9/B.class")));
    assert_false(select_is_class(&old, STR("META-INF/versions/9/B.class")));
    assert_true(select_is_class(&old, STR("a/B.class")));
    assert_false(select_is_class(&old, STR("a/B.classy")));
    assert_true(select_is_class(&jmod, STR("classes/B.class")));
    assert_false(select_is_class(&jmod, STR("lib/B.class")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_names_mean_their_nested_classes_too),
        cmocka_unit_test(one_star_stays_in_its_package),
        cmocka_unit_test(two_stars_cross_packages),
        cmocka_unit_test(a_question_mark_is_one_character),
        cmocka_unit_test(no_pattern_means_all),
        cmocka_unit_test(exclamation_marks_exclude),
        cmocka_unit_test(only_what_names_classes_names_them),
        cmocka_unit_test(matching_is_quick),
        cmocka_unit_test(entries_have_class_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
