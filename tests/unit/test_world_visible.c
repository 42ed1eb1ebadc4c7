// SPDX-License-Identifier: MIT
// test_world_visible.c - who may use what by reflection, for classes that no compiler
// writes: old ones, and ones that say odd things of where they stand.

#include "analysis/world/visible.h"
#include "tests/unit/lib/smallworld.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CLASS = 0x21, PRIVATE = 2, OLD = 52, OLDEST = 48 };

struct seen {
    struct small_world s;
    struct visible v;
};

static int set_up(void **state) {
    struct seen *k = test_calloc(1, sizeof *k);
    small_init(&k->s);
    *state = k;
    return 0;
}

static int tear_down(void **state) {
    struct seen *k = *state;
    visible_release(&k->v);
    small_release(&k->s);
    test_free(k);
    return 0;
}

// A class of that version, which has a private method f.
static void begin(struct seen *k, u2 major, const char *name) {
    small_class(&k->s, CLASS, name, "java/lang/Object", NULL);
    k->s.a.major = major;
    small_method(&k->s, PRIVATE, "f", "()V", "B1");
}

// It says that it is a member of outer, or local if that is NULL.
static void stands_in(struct seen *k, const char *outer) {
    struct asm_class *a = &k->s.a;
    u2 in = outer ? asm_class_const(a, outer) : 0;
    asm_attr(a, &a->attrs, "InnerClasses", "0001 %2 %2 0000 0000",
             a->this_class, in);
}

static void open_world(struct seen *k) {
    small_open(&k->s);
    visible_init(&k->v, &k->s.w);
}

static bool may(struct seen *k, const char *from, const char *method) {
    return visible_method(&k->v, small_find_class(&k->s, from),
                          small_find(&k->s, method), 0);
}

static void knows_old_members(void **state) {
    struct seen *k = *state;
    begin(k, OLD, "A");
    begin(k, OLD, "A$B");
    stands_in(k, "A");
    begin(k, OLD, "A$B$C");
    stands_in(k, "A$B");
    begin(k, 61, "A$N");
    stands_in(k, "A");
    begin(k, 61, "A$M");
    stands_in(k, "A");
    begin(k, OLD, "D");
    open_world(k);
    assert_true(may(k, "A", "A$B$C.f:()V"));
    assert_true(may(k, "A$B$C", "A.f:()V"));
    assert_true(may(k, "A$N", "A$B.f:()V"));
    assert_true(may(k, "A$B", "A$N.f:()V"));
    assert_false(may(k, "A$M", "A$N.f:()V"));  // both could say their nest
    assert_false(may(k, "D", "A.f:()V"));
    assert_false(may(k, "gone", "A.f:()V"));
}

static void knows_local_classes(void **state) {
    struct seen *k = *state;
    begin(k, OLDEST, "A");
    begin(k, OLDEST, "A$1");
    stands_in(k, NULL);
    begin(k, OLDEST, "A$1Two$x");
    stands_in(k, NULL);
    begin(k, OLD, "Other");
    stands_in(k, NULL);
    asm_attr(&k->s.a, &k->s.a.attrs, "EnclosingMethod", "%2 0000",
             asm_class_const(&k->s.a, "A"));
    begin(k, OLDEST, "A$2");  // says nothing
    begin(k, OLDEST, "B$2");  // there is no B
    stands_in(k, NULL);
    open_world(k);
    assert_true(may(k, "A$1", "A.f:()V"));
    assert_true(may(k, "A$1", "A$1Two$x.f:()V"));
    assert_true(may(k, "Other", "A$1.f:()V"));
    assert_false(may(k, "A$2", "A.f:()V"));
    assert_false(may(k, "B$2", "A.f:()V"));
}

static void believes_no_nonsense(void **state) {
    struct seen *k = *state;
    begin(k, OLD, "A");
    stands_in(k, "B");
    begin(k, OLD, "B");
    stands_in(k, "A");
    begin(k, OLD, "C");
    stands_in(k, "C");
    begin(k, OLD, "D");
    stands_in(k, "java/lang/Object");  // of another package
    begin(k, OLD, "E");
    asm_attr(&k->s.a, &k->s.a.attrs, "InnerClasses", "0009 %2",
             k->s.a.this_class);
    begin(k, OLD, "F");
    stands_in(k, NULL);
    asm_attr(&k->s.a, &k->s.a.attrs, "EnclosingMethod", "");
    open_world(k);
    assert_false(may(k, "C", "A.f:()V"));
    assert_false(may(k, "C", "B.f:()V"));
    assert_false(may(k, "D", "C.f:()V"));
    assert_false(may(k, "E", "C.f:()V"));
    assert_false(may(k, "F", "C.f:()V"));
    assert_true(may(k, "D", "D.f:()V"));
}

// clone of Object is protected, of another package, and not static.
static void looks_at_the_object(void **state) {
    struct seen *k = *state;
    begin(k, 61, "A");
    small_class(&k->s, CLASS, "B", "A", NULL);
    small_class(&k->s, 0x0601, "I", "java/lang/Object", NULL);
    open_world(k);
    class_id a = small_find_class(&k->s, "A");
    class_id b = small_find_class(&k->s, "B");
    method_id clone =
        small_find(&k->s, "java/lang/Object.clone:()Ljava/lang/Object;");
    assert_true(visible_method(&k->v, a, clone, 0));
    assert_true(visible_method(&k->v, a, clone, b));
    assert_false(visible_method(&k->v, b, clone, a));
    assert_false(visible_method(&k->v, small_find_class(&k->s, "I"), clone, 0));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(knows_old_members),
        TEST(knows_local_classes),
        TEST(believes_no_nonsense),
        TEST(looks_at_the_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
