// SPDX-License-Identifier: MIT
// test_dynamic_members.c - which members are like what code looks for, and their types.

#include "tests/unit/lib/smalldynamic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CLASS = 0x21, ABSTRACT = 0x421, PUBLIC = 1, PRIVATE = 2 };

struct members {
    struct small_dynamic k;
    trace_id to;  // what the last op gave
    u4 n_ops;
};

static int set_up(void **state) {
    struct members *t = test_calloc(1, sizeof *t);
    small_dynamic_init(&t->k);
    small_class(&t->k.s, CLASS, "T", "java/lang/Object", NULL);
    small_method(&t->k.s, 9, "f", "()V", "B1");
    *state = t;
    return 0;
}

static int tear_down(void **state) {
    struct members *t = *state;
    small_dynamic_release(&t->k);
    test_free(t);
    return 0;
}

// --- What they are like ----------------------------------------------------------

static void method_with(struct small_world *s, const char *name,
                        const char *attr) {
    struct asm_attrs attrs;
    asm_attrs_init(&attrs);
    asm_attr(&s->a, &attrs, attr, "0000");
    asm_method_raw(&s->a, 0x401, name, "()V", &attrs);
    asm_attrs_release(&attrs);
}

static bool is_usual(struct members *t, const char *class, const char *name) {
    const char *method = arena_printf(&t->k.s.arena, "%s.%s:()V", class, name);
    method_id m = small_find(&t->k.s, method);
    bool is = member_is_usual(t->k.d, m);
    assert_int_equal(member_is_usual(t->k.d, m), is);
    return is;
}

static void some_names_are_usual(void **state) {
    struct members *t = *state;
    static const char *const yes[] = {"getX",     "setSize",    "isEmpty",
                                      "addChild", "putAll",     "newInstance",
                                      "createA",  "fromString", "valueOf",
                                      "execute",  "getClass"};
    static const char *const no[] = {"get",   "set",      "getter",   "island",
                                     "get_x", "getx",     "is",       "news",
                                     "GetX",  "valueOfX", "executes", "f",
                                     "fromX", "get1",     "addressOf"};
    static const char *const classes[] = {"p/A", "p/J"};
    for (size_t i = 0; i < 2; i++) {
        small_class(&t->k.s, ABSTRACT, classes[i], "java/lang/Object", NULL);
        for (size_t k = 0; k < sizeof yes / sizeof *yes; k++) {
            small_method(&t->k.s, 0x401, yes[k], "()V", NULL);
        }
        for (size_t k = 0; k < sizeof no / sizeof *no; k++) {
            small_method(&t->k.s, 0x401, no[k], "()V", NULL);
        }
    }
    small_dynamic_open(&t->k, DYNAMIC_RESOLVED);
    small_jdk_class(&t->k, "p/J");
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        assert_true(is_usual(t, "p/A", yes[i]));
        assert_false(is_usual(t, "p/J", yes[i]));  // of the JDK
    }
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
        assert_false(is_usual(t, "p/A", no[i]));
    }
}

static void annotations_are_usual(void **state) {
    struct members *t = *state;
    small_class(&t->k.s, ABSTRACT, "p/A", "java/lang/Object", NULL);
    method_with(&t->k.s, "seen", "RuntimeVisibleAnnotations");
    method_with(&t->k.s, "unseen", "RuntimeInvisibleAnnotations");
    method_with(&t->k.s, "old", "Deprecated");
    small_class(&t->k.s, ABSTRACT, "p/J", "java/lang/Object", NULL);
    method_with(&t->k.s, "seen", "RuntimeVisibleAnnotations");
    small_dynamic_open(&t->k, DYNAMIC_RESOLVED);
    small_jdk_class(&t->k, "p/J");
    assert_true(is_usual(t, "p/A", "seen"));
    assert_false(is_usual(t, "p/A", "unseen"));
    assert_false(is_usual(t, "p/A", "old"));
    assert_false(is_usual(t, "p/J", "seen"));
}

// --- Their types ------------------------------------------------------------------

// p/A below p/S, with members of types p/B to p/F.
static void add_typed(struct members *t) {
    struct small_world *s = &t->k.s;
    static const char *const types[] = {"p/B", "p/C", "p/D", "p/E", "p/F"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        small_class(s, CLASS, types[i], "java/lang/Object", NULL);
    }
    small_class(s, ABSTRACT, "p/S", "java/lang/Object", NULL);
    asm_field_raw(&s->a, PRIVATE, "above", "[Lp/E;", NULL);
    small_method(s, PUBLIC, "inherited", "(Lp/E;)V", "B1");
    small_method(s, PUBLIC, "<init>", "(Lp/F;)V", "B1");
    small_class(s, CLASS, "p/A", "p/S", NULL);
    asm_field_raw(&s->a, PUBLIC, "one", "Lp/B;", NULL);
    asm_field_raw(&s->a, PRIVATE, "count", "[[I", NULL);
    asm_field_raw(&s->a, PRIVATE, "any", "Ljava/lang/Object;", NULL);
    small_method(s, PUBLIC, "<init>", "(Lp/B;I)V", "B1");
    small_method(s, PRIVATE, "<init>", "(Lp/C;)V", "B1");
    small_method(s, PUBLIC, "f", "(Lp/B;J[[Lp/C;Ljava/lang/Object;[D)[Lp/D;",
                 "01 B0");
    small_method(s, PUBLIC, "f", "()I", "03 AC");
    small_method(s, PRIVATE, "g", "(Lp/F;)Ljava/lang/Object;", "01 B0");
    small_dynamic_open(&t->k, DYNAMIC_RESOLVED);
    small_jdk_class(&t->k, "java/lang/Object");
}

// What an op of that kind gives of the token.
static const char *types(struct members *t, enum op_kind kind,
                         struct token token) {
    struct dynamic *d = t->k.d;
    method_id at = small_find(&t->k.s, "T.f:()V");
    t->to = trace_of(d, TRACE_BETWEEN, false, at, t->n_ops++);
    op_id op = op_new(d, &(struct op){.kind = (u1)kind, .at = at, .to = t->to});
    members_types(d, op, token_add(d, token));
    return small_tokens(&t->k, d->trace.v[t->to].var);
}

static struct token methods(struct members *t, const char *name, u4 declared) {
    return (struct token){.kind = TOKEN_METHODS,
                          .a = small_class_of(&t->k, "p/A"),
                          .b = name ? text_add(t->k.d, str_of(name)) : 0,
                          .declared = declared};
}

static void methods_have_types(void **state) {
    struct members *t = *state;
    add_typed(t);
    assert_string_equal(types(t, OP_TYPES, methods(t, "f", MEMBERS_PUBLIC)),
                        "class p/B?, class p/C?");
    assert_string_equal(
        types(t, OP_RESULT_TYPE, methods(t, "f", MEMBERS_PUBLIC)),
        "class p/D?");
    assert_string_equal(types(t, OP_TYPES, methods(t, "g", MEMBERS_PUBLIC)),
                        "");
    assert_string_equal(types(t, OP_TYPES, methods(t, "g", MEMBERS_DECLARED)),
                        "class p/F?");
    assert_string_equal(
        types(t, OP_RESULT_TYPE, methods(t, "g", MEMBERS_DECLARED)), "");
    assert_string_equal(types(t, OP_TYPES, methods(t, "none", MEMBERS_ALL)),
                        "");
    // Inherited, and without a name.
    assert_string_equal(
        types(t, OP_TYPES, methods(t, "inherited", MEMBERS_PUBLIC)),
        "class p/E?");
    assert_string_equal(
        types(t, OP_TYPES, methods(t, "inherited", MEMBERS_DECLARED)), "");
    assert_string_equal(types(t, OP_TYPES, methods(t, NULL, MEMBERS_ALL)),
                        "class p/B?, class p/C?, class p/E?, class p/F?");
}

static void constructors_have_types(void **state) {
    struct members *t = *state;
    add_typed(t);
    struct token a = {.kind = TOKEN_INITS, .a = small_class_of(&t->k, "p/A")};
    assert_string_equal(types(t, OP_TYPES, a), "class p/B?");
    a.declared = MEMBERS_DECLARED;
    assert_string_equal(types(t, OP_TYPES, a), "class p/B?, class p/C?");
    // Nobody can make one of an abstract class.
    a.a = small_class_of(&t->k, "p/S");
    assert_string_equal(types(t, OP_TYPES, a), "");
}

static void fields_have_types(void **state) {
    struct members *t = *state;
    add_typed(t);
    struct token a = {.kind = TOKEN_FIELDS,
                      .a = small_class_of(&t->k, "p/A"),
                      .declared = MEMBERS_DECLARED};
    assert_string_equal(types(t, OP_RESULT_TYPE, a), "class p/B?");
    a.declared = MEMBERS_PUBLIC;
    assert_string_equal(types(t, OP_RESULT_TYPE, a), "class p/B?, class p/E?");
    a.declared = MEMBERS_ALL;
    assert_string_equal(types(t, OP_RESULT_TYPE, a), "class p/B?, class p/E?");
}

static void what_is_no_member_has_none(void **state) {
    struct members *t = *state;
    add_typed(t);
    class_id a = small_class_of(&t->k, "p/A");
    struct token of_some = methods(t, "f", MEMBERS_PUBLIC);
    of_some.below = 1;
    assert_string_equal(types(t, OP_TYPES, of_some), "");
    assert_string_equal(
        types(t, OP_TYPES, (struct token){.kind = TOKEN_CLASS, .a = a}), "");
    assert_string_equal(types(t, OP_TYPES, (struct token){.kind = TOKEN_OPEN}),
                        "");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(some_names_are_usual), TEST(annotations_are_usual),
        TEST(methods_have_types),   TEST(constructors_have_types),
        TEST(fields_have_types),    TEST(what_is_no_member_has_none),
    };
    return cmocka_run_group_tests_name("dynamic/members", tests, NULL, NULL);
}
