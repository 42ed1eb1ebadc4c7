// SPDX-License-Identifier: MIT
// test_dynamic_gates.c - which classes that a program names open a part of the JDK.

#include "tests/unit/lib/smalldynamic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CLASS = 0x21 };

// Is that gate open behind a class with that superclass?
static bool opens(struct small_dynamic *k, const char *super, enum gate gate) {
    small_class(&k->s, CLASS, "p/Names", super, NULL);
    small_dynamic_open(k, DYNAMIC_RESOLVED);
    class_id c = small_class_of(k, "p/Names");
    world_load(&k->s.w, c);
    gates_open(k->d, c);
    return k->d->is_gate_open[gate];
}

static void a_class_of_the_package_opens(void **state) {
    assert_true(opens(*state, "java/security/MessageDigest", GATE_SECURITY));
}

static void a_nested_package_opens(void **state) {
    assert_true(opens(*state, "java/security/cert/Certificate", GATE_SECURITY));
}

static void another_part_stays_shut(void **state) {
    assert_false(opens(*state, "java/security/MessageDigest", GATE_XML));
}

static void what_code_may_do_opens_nothing(void **state) {
    assert_false(opens(*state, "java/security/BasicPermission", GATE_SECURITY));
}

static void one_that_only_begins_so_opens(void **state) {
    assert_true(
        opens(*state, "java/security/PermissionsOfMine", GATE_SECURITY));
}

static void a_class_by_its_name_opens(void **state) {
    assert_true(opens(*state, "java/net/Socket", GATE_NET));
}

static void one_that_begins_like_it_does_not(void **state) {
    assert_false(opens(*state, "java/net/SocketAddress", GATE_NET));
}

int main(void) {
#define TEST(f)                                              \
    cmocka_unit_test_setup_teardown(f, small_dynamic_set_up, \
                                    small_dynamic_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_class_of_the_package_opens),
        TEST(a_nested_package_opens),
        TEST(another_part_stays_shut),
        TEST(what_code_may_do_opens_nothing),
        TEST(one_that_only_begins_so_opens),
        TEST(a_class_by_its_name_opens),
        TEST(one_that_begins_like_it_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
