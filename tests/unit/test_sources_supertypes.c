// SPDX-License-Identifier: MIT
// test_sources_supertypes.c - which classes are below others by their files alone: chains,
// interfaces, circles, what is missing and what is no class.

#include "analysis/sources/supertypes.h"

#include "analysis/classfile/classfile.h"
#include "tests/unit/lib/smallworld.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { CLASS = 0x21, INTERFACE = 0x601, ABSTRACT = 0x421 };

struct seen {
    struct small_world s;
    struct supertypes t;
};

static int set_up(void **state) {
    struct seen *k = test_calloc(1, sizeof *k);
    struct small_world *s = &k->s;
    small_init(s);
    small_class(s, INTERFACE, "Top", "java/lang/Object", NULL);
    small_class(s, INTERFACE, "Middle", "java/lang/Object", "Top");
    small_class(s, ABSTRACT, "Base", "java/lang/Object", "Middle");
    small_class(s, CLASS, "Leaf", "Base", NULL);
    small_class(s, CLASS, "Round", "Trip", NULL);
    small_class(s, CLASS, "Trip", "Round", "Top");
    small_class(s, CLASS, "Orphan", "Gone", NULL);
    small_open(s);
    supertypes_init(&k->t, s->src);
    *state = k;
    return 0;
}

static int tear_down(void **state) {
    struct seen *k = *state;
    supertypes_release(&k->t);
    small_release(&k->s);
    test_free(k);
    return 0;
}

static bool is(struct seen *k, const char *name, const char *top) {
    return supertypes_has(&k->t, str_of(name), str_of(top));
}

static void follows_all_that_is_above(void **state) {
    struct seen *k = *state;
    assert_true(is(k, "Leaf", "Leaf"));
    assert_true(is(k, "Leaf", "Base"));
    assert_true(is(k, "Leaf", "Top"));
    assert_true(is(k, "Leaf", "java/lang/Object"));
    assert_false(is(k, "Base", "Leaf"));
    assert_false(is(k, "Top", "Middle"));
    assert_false(is(k, "Leaf", "Lea"));
}

static void ends_in_circles(void **state) {
    struct seen *k = *state;
    assert_true(is(k, "Round", "Top"));
    assert_true(is(k, "Trip", "Round"));
    assert_false(is(k, "Round", "Leaf"));
}

static void knows_what_is_not_there_by_name(void **state) {
    struct seen *k = *state;
    assert_true(is(k, "Orphan", "Gone"));
    assert_false(is(k, "Orphan", "Top"));
    assert_true(is(k, "Gone", "Gone"));
    assert_false(is(k, "Gone", "Top"));
    assert_int_equal(supertypes_access_flags(&k->t, STR("Gone")), ACC_ABSTRACT);
}

static void tells_what_can_be_made(void **state) {
    struct seen *k = *state;
    assert_int_equal(supertypes_access_flags(&k->t, STR("Leaf")), CLASS);
    assert_int_equal(supertypes_access_flags(&k->t, STR("Top")), INTERFACE);
    assert_int_equal(supertypes_access_flags(&k->t, STR("Base")), ABSTRACT);
}

static void leaves_the_world_alone(void **state) {
    struct seen *k = *state;
    class_id n = k->s.w.class.n;
    assert_true(is(k, "Leaf", "Top"));
    assert_int_equal(k->s.w.class.n, n);
}

static void says_nothing_of_a_broken_file(void **state) {
    struct seen *k = *state;
    const char *path = arena_printf(&k->s.arena, "%s/Leaf.class", k->s.dir);
    FILE *f = fopen(path, "r+");
    assert_non_null(f);
    assert_int_equal(fputc('x', f), 'x');
    assert_int_equal(fclose(f), 0);
    assert_false(is(k, "Leaf", "Base"));
    assert_int_equal(k->s.d.text.n, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(follows_all_that_is_above),
        TEST(ends_in_circles),
        TEST(knows_what_is_not_there_by_name),
        TEST(tells_what_can_be_made),
        TEST(leaves_the_world_alone),
        TEST(says_nothing_of_a_broken_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
