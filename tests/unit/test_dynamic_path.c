// SPDX-License-Identifier: MIT
// test_dynamic_path.c - classes on the path: below a type, by the beginning of a name, by
// a pattern; and where there are too many of them to tell anything.

#include "tests/unit/lib/smalldynamic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CLASS = 0x21, ABSTRACT = 0x421, INTERFACE = 0x601, MOST_BELOW = 16 };

// p/C0, p/C1, ... below that class or interface.
static void add_classes(struct small_dynamic *k, const char *super,
                        const char *interface, u4 n) {
    for (u4 i = 0; i < n; i++) {
        small_class(&k->s, CLASS, arena_printf(&k->s.arena, "p/C%u", i), super,
                    interface);
    }
}

static const char *names(struct small_dynamic *k, const class_id *class, u4 n) {
    const char *all = "";
    for (u4 i = 0; i < n; i++) {
        all = arena_printf(&k->s.arena, "%s%s%.*s", all, i ? " " : "",
                           STR_F(k->s.w.class.v[class[i]].name));
    }
    return all;
}

// --- Below a type --------------------------------------------------------------

static void are_concrete(void **state) {
    struct small_dynamic *k = *state;
    small_class(&k->s, INTERFACE, "p/I", "java/lang/Object", NULL);
    small_class(&k->s, INTERFACE, "p/J", "java/lang/Object", "p/I");
    small_class(&k->s, ABSTRACT, "p/S", "java/lang/Object", "p/J");
    small_class(&k->s, CLASS, "p/T", "p/S", NULL);
    small_class(&k->s, CLASS, "q/U", "p/T", NULL);
    small_class(&k->s, CLASS, "q/V", "java/lang/Object", NULL);
    small_class(&k->s, CLASS, "q/W", "q/Gone", NULL);
    small_dynamic_open(k, DYNAMIC_RESOLVED);
    static const struct {
        const char *top, *below;
        bool is_known;
    } want[] = {{"p/I", "p/T q/U", true}, {"p/J", "p/T q/U", true},
                {"p/S", "p/T q/U", true}, {"p/T", "p/T q/U", true},
                {"q/U", "q/U", true},     {"q/Gone", "q/W", true},
                {"q/None", "", false}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        class_id top = small_class_of(k, want[i].top);
        assert_int_equal(path_n_below(k->d, top), 0);  // nobody asked
        for (int again = 0; again < 2; again++) {
            struct below b = path_below(k->d, top);
            assert_string_equal(names(k, b.class, b.n), want[i].below);
            assert_int_equal(b.is_known, want[i].is_known);
            assert_int_equal(path_n_below(k->d, top), b.n);
        }
    }
}

static void many_tell_nothing(void **state) {
    struct small_dynamic *k = *state;
    small_class(&k->s, INTERFACE, "p/I", "java/lang/Object", NULL);
    small_class(&k->s, INTERFACE, "p/J", "java/lang/Object", NULL);
    add_classes(k, "java/lang/Object", "p/I", MOST_BELOW);
    for (u4 i = 0; i <= MOST_BELOW; i++) {
        small_class(&k->s, CLASS, arena_printf(&k->s.arena, "q/D%u", i),
                    "java/lang/Object", "p/J");
    }
    small_dynamic_open(k, DYNAMIC_RESOLVED);
    struct below few = path_below(k->d, small_class_of(k, "p/I"));
    struct below many = path_below(k->d, small_class_of(k, "p/J"));
    assert_true(few.is_known);
    assert_int_equal(few.n, MOST_BELOW);
    assert_false(many.is_known);
    assert_int_equal(many.n, MOST_BELOW + 1);
}

static void at_casts_all_are_meant(void **state) {
    struct small_dynamic *k = *state;
    small_class(&k->s, INTERFACE, "p/I", "java/lang/Object", NULL);
    small_class(&k->s, ABSTRACT, "p/S", "java/lang/Object", "p/I");
    add_classes(k, "p/S", NULL, MOST_BELOW + 1);
    small_dynamic_open(k, DYNAMIC_CASTS);
    struct below all = path_below(k->d, small_class_of(k, "p/I"));
    assert_true(all.is_known);
    assert_int_equal(all.n, MOST_BELOW + 1);
    struct below none = path_below(k->d, small_class_of(k, "p/Gone"));
    assert_true(none.is_known && none.n == 0);
}

static void are_loaded_once(void **state) {
    struct small_dynamic *k = *state;
    add_classes(k, "java/lang/Object", NULL, 3);
    small_dynamic_open(k, DYNAMIC_BEHAVED);
    path_load(k->d);
    class_id n = k->s.w.class.n;
    assert_int_equal(k->d->n_path, n);
    static const char *const names[] = {"p/C0", "p/C1", "p/C2",
                                        "java/lang/Object"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        class_id c = world_find_class(&k->s.w, str_of(names[i]));
        assert_int_equal(k->s.w.class.v[c].state, CLASS_LOADED);
    }
    path_load(k->d);
    assert_int_equal(k->s.w.class.n, n);
}

// --- By a pattern --------------------------------------------------------------

static void stars_stand_for_whatever(void **state) {
    (void)state;
    static const struct {
        const char *pattern, *text;
        bool fits;
    } want[] = {{"", "", true},          {"", "a", false},
                {"*", "", true},         {"*", "abc", true},
                {"**", "", true},        {"a", "a", true},
                {"a", "b", false},       {"a", "", false},
                {"a*", "a", true},       {"a*", "ab", true},
                {"a*", "ba", false},     {"*a", "a", true},
                {"*a", "ba", true},      {"*a", "ab", false},
                {"a*b", "ab", true},     {"a*b", "acb", true},
                {"a*b", "acbd", false},  {"a*b*c", "abbc", true},
                {"a*b*c", "acb", false}, {"*ab", "aab", true},
                {"*aab", "aaab", true},  {"*a*a*", "aa", true},
                {"*a*a*", "a", false},   {"a*a", "a", false},
                {"abc", "ab", false},    {"ab", "abc", false},
                {"*.A", "p.A", true}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        assert_int_equal(
            path_fits(str_of(want[i].pattern), str_of(want[i].text)),
            want[i].fits);
    }
}

// What many stars could try again and again takes no second.
static void takes_little_time(void **state) {
    (void)state;
    static char text[20000], pattern[2000];
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof pattern; i += 2) {
        pattern[i] = '*';
        pattern[i + 1] = 'a';
    }
    pattern[sizeof pattern - 1] = 'b';
    assert_false(path_fits((struct str){pattern, sizeof pattern},
                           (struct str){text, sizeof text}));
    text[sizeof text - 1] = 'b';
    assert_true(path_fits((struct str){pattern, sizeof pattern},
                          (struct str){text, sizeof text}));
}

static void begins_with_dots(void **state) {
    struct small_dynamic *k = *state;
    add_classes(k, "java/lang/Object", NULL, 2);
    small_class(&k->s, CLASS, "q/r/D", "java/lang/Object", NULL);
    small_dynamic_open(k, DYNAMIC_RESOLVED);
    static const char *const yes[] = {
        "", "p", "p.", "p.C", "p.C1", "q.r.D", "java.lang.Object", "q."};
    static const char *const no[] = {"p.C2", "p.C11", "P", "q.r.D.",
                                     "z",    "\xFF",  "a", "p.A"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        assert_true(path_begins(k->d, str_of(yes[i])));
    }
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
        assert_false(path_begins(k->d, str_of(no[i])));
    }
}

static struct fitting fitting(struct small_dynamic *k, const char *pattern) {
    return path_fitting(k->d, text_add(k->d, str_of(pattern)));
}

static void fit_a_pattern(void **state) {
    struct small_dynamic *k = *state;
    add_classes(k, "java/lang/Object", NULL, 2);
    small_class(&k->s, CLASS, "p/CImpl", "java/lang/Object", NULL);
    small_class(&k->s, CLASS, "p/q/CImpl", "java/lang/Object", NULL);
    small_class(&k->s, CLASS, "pC", "java/lang/Object", NULL);
    small_dynamic_open(k, DYNAMIC_RESOLVED);
    static const struct {
        const char *pattern, *found;
        bool is_known;
    } want[] = {{"p.C*", "p/C0 p/C1 p/CImpl", true},
                {"p.*", "p/C0 p/C1 p/CImpl p/q/CImpl", true},
                {"p.*Impl", "p/CImpl p/q/CImpl", true},
                {"p.*.*Impl", "p/q/CImpl", true},
                {"p.C0*", "p/C0", true},
                {"p.None*", "", true},
                {"gone.*", "", true},
                {"p*", "", false},  // no package in front
                {"*.CImpl", "", false},
                {"*", "", false},
                {"p/C*", "", true},  // no name of a class has that
                {"p.C*/", "", true}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        for (int again = 0; again < 2; again++) {
            struct fitting f = fitting(k, want[i].pattern);
            assert_string_equal(names(k, f.class, f.n), want[i].found);
            assert_int_equal(f.is_known, want[i].is_known);
        }
    }
}

static void too_many_fit(void **state) {
    struct small_dynamic *k = *state;
    add_classes(k, "java/lang/Object", NULL, MOST_FITTING);
    small_class(&k->s, CLASS, "p/D", "java/lang/Object", NULL);
    small_dynamic_open(k, DYNAMIC_RESOLVED);
    struct fitting just = fitting(k, "p.C*");
    assert_true(just.is_known);
    assert_int_equal(just.n, MOST_FITTING);
    struct fitting many = fitting(k, "p.*");
    assert_false(many.is_known);
    assert_int_equal(many.n, 0);
}

#define TEST(f)                                              \
    cmocka_unit_test_setup_teardown(f, small_dynamic_set_up, \
                                    small_dynamic_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(are_concrete),
        TEST(many_tell_nothing),
        TEST(at_casts_all_are_meant),
        TEST(are_loaded_once),
        cmocka_unit_test(stars_stand_for_whatever),
        cmocka_unit_test(takes_little_time),
        TEST(begins_with_dots),
        TEST(fit_a_pattern),
        TEST(too_many_fit),
    };
    return cmocka_run_group_tests_name("dynamic/path", tests, NULL, NULL);
}
