// SPDX-License-Identifier: MIT
// test_dynamic_put.c - classes, members and names that a method puts where anything may
// be, in code that no compiler writes; and those that it puts where they are followed.

#include "tests/unit/lib/smalldynamic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CLASS = 0x21, STATIC = 9 };

// Class T with constants for what its methods do.
struct putting {
    struct small_dynamic k;
    u1 a, b;  // the classes p/A and p/B, to be loaded
    u2 object, type;
    u2 any, of_type, of_string;  // fields
};

static int set_up(void **state) {
    struct putting *t = test_calloc(1, sizeof *t);
    struct asm_class *a = &t->k.s.a;
    small_dynamic_init(&t->k);
    small_class(&t->k.s, CLASS, "p/A", "java/lang/Object", NULL);
    small_class(&t->k.s, CLASS, "p/B", "java/lang/Object", NULL);
    small_class(&t->k.s, CLASS, "T", "java/lang/Object", NULL);
    t->a = (u1)asm_class_const(a, "p/A");
    t->b = (u1)asm_class_const(a, "p/B");
    t->object = asm_class_const(a, "java/lang/Object");
    t->type = asm_class_const(a, "java/lang/Class");
    t->any = asm_ref(a, 9, "T", "any", "Ljava/lang/Object;");
    t->of_type = asm_ref(a, 9, "T", "type", "Ljava/lang/Class;");
    t->of_string = asm_ref(a, 9, "T", "text", "Ljava/lang/String;");
    *state = t;
    return 0;
}

static int tear_down(void **state) {
    struct putting *t = *state;
    small_dynamic_release(&t->k);
    test_free(t);
    return 0;
}

static u2 call_of(struct putting *t, const char *desc) {
    return asm_ref(&t->k.s.a, 10, "T", "take", desc);
}

// What method `name` puts, in the order of its code: the tokens of each value, those of an
// array's elements between [ ].
static const char *put_by(struct putting *t, const char *name,
                          const char *desc) {
    struct small_dynamic *k = &t->k;
    if (!k->d) {
        small_dynamic_open(k, DYNAMIC_RESOLVED);
    }
    struct dynamic *d = k->d;
    op_id first = d->op.n;
    put_read(
        d, small_find(&k->s, arena_printf(&k->s.arena, "T.%s:%s", name, desc)));
    op_id end = d->op.n;
    traces_run(d);
    const char *all = "";
    for (op_id o = first; o < end; o++) {
        assert_int_equal(d->op.v[o].kind, OP_PUT);
        const struct trace *from =
            &d->trace.v[d->operand.v[d->op.v[o].first].from];
        bool elements = from->elements;
        all = arena_printf(&k->s.arena, "%s%s%s%s%s", all,
                           o > first ? "; " : "", elements ? "[" : "",
                           small_tokens(k, from->var), elements ? "]" : "");
    }
    return all;
}

#define PUTS(method, desc, want) \
    assert_string_equal(put_by(t, method, desc), want)

static void into_fields(void **state) {
    struct putting *t = *state;
    struct small_world *s = &t->k.s;
    small_method(s, STATIC, "any", "()V", "12 %1 B3 %2 B1", t->a, t->any);
    small_method(s, STATIC, "type", "()V", "12 %1 B3 %2 B1", t->a, t->of_type);
    small_method(s, 1, "own", "()V", "2A 12 %1 B5 %2 B1", t->b, t->any);
    PUTS("any", "()V", "class p/A");
    PUTS("type", "()V", "");
    PUTS("own", "()V", "class p/B");
    // They are loose then.
    points_run(&t->k.d->p);
    assert_string_equal(small_tokens(&t->k, t->k.d->loose_classes),
                        "class p/A?, class p/B?");
}

static void into_arrays(void **state) {
    struct putting *t = *state;
    struct small_world *s = &t->k.s;
    const char *store = "04 BD %2 03 12 %1 53 B1";
    small_method(s, STATIC, "objects", "()V", store, t->object, t->a);
    small_method(s, STATIC, "types", "()V", store, t->type, t->a);
    PUTS("objects", "()V", "class p/A");
    PUTS("types", "()V", "");
}

static void into_calls(void **state) {
    struct putting *t = *state;
    struct small_world *s = &t->k.s;
    static const struct {
        const char *desc;
        bool is_put;
    } takes[] = {{"(Ljava/lang/Object;)V", true},
                 {"(Ljava/lang/reflect/Type;)V", true},
                 {"(Ljava/lang/reflect/AnnotatedElement;)V", true},
                 {"([Ljava/lang/Object;)V", true},
                 {"(Ljava/lang/Class;)V", false},
                 {"([Ljava/lang/Class;)V", false},
                 {"(Ljava/util/Objects;)V", false}};
    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++) {
        small_method(s, STATIC, arena_printf(&s->arena, "f%zu", i), "()V",
                     "12 %1 B8 %2 B1", t->a, call_of(t, takes[i].desc));
    }
    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++) {
        PUTS(arena_printf(&s->arena, "f%zu", i), "()V",
             takes[i].is_put ? "class p/A" : "");
    }
}

// Numbers take places of arguments, but are no values that are followed.
static void among_other_arguments(void **state) {
    struct putting *t = *state;
    struct small_world *s = &t->k.s;
    small_method(s, STATIC, "f", "()V", "09 12 %1 03 12 %1 0E 12 %1 B8 %2 B1",
                 t->a, t->b, t->a,
                 call_of(t, "(JLjava/lang/Object;ILjava/lang/Class;D"
                            "Ljava/lang/Object;)V"));
    small_method(s, 1, "g", "()V", "2A 12 %1 B6 %2 B1", t->b,
                 call_of(t, "(Ljava/lang/Object;)V"));
    PUTS("f", "()V", "class p/A; class p/A");
    PUTS("g", "()V", "class p/B");  // the receiver is none
}

static void out_of_methods(void **state) {
    struct putting *t = *state;
    struct small_world *s = &t->k.s;
    const char *give = "12 %1 B0";
    small_method(s, STATIC, "object", "()Ljava/lang/Object;", give, t->a);
    small_method(s, STATIC, "type", "()Ljava/lang/Class;", give, t->a);
    small_method(s, STATIC, "lambda$main$0", "()Ljava/lang/Class;", give, t->b);
    PUTS("object", "()Ljava/lang/Object;", "class p/A");
    PUTS("type", "()Ljava/lang/Class;", "");
    PUTS("lambda$main$0", "()Ljava/lang/Class;", "class p/B");
}

static void of_arrays_all_elements(void **state) {
    struct putting *t = *state;
    struct small_world *s = &t->k.s;
    small_method(s, STATIC, "f", "()V",
                 "05 BD %2 59 03 12 %1 53 59 04 12 %1 53 B3 %2 B1", t->type,
                 t->a, t->b, t->any);
    // Whoever has the object may store others.
    PUTS("f", "()V", "[class p/A, class p/B, open]");
}

// 0 iload_0, ifeq 9; 4 ldc p/A, goto 11; 9 ldc p/B; 11 putstatic
static void whichever_of_two(void **state) {
    struct putting *t = *state;
    small_method(&t->k.s, STATIC, "f", "(I)V",
                 "1A 99 00 08 12 %1 A7 00 05 12 %1 B3 %2 B1", t->a, t->b,
                 t->any);
    PUTS("f", "(I)V", "class p/A, class p/B");
}

// What else a method puts there is nobody's name.
static void other_values_are_left_alone(void **state) {
    struct putting *t = *state;
    struct small_world *s = &t->k.s;
    u2 string = asm_const(&s->a, "08 %2", asm_utf8(&s->a, "p.A"));
    small_method(s, STATIC, "null", "()V", "12 %1 57 01 B3 %2 B1", t->a,
                 t->any);
    small_method(s, STATIC, "string", "()V", "12 %1 57 12 %1 B3 %2 B1", t->a,
                 string, t->any);
    small_method(s, STATIC, "object", "(Ljava/lang/Object;)V",
                 "12 %1 57 2A B3 %2 B1", t->a, t->any);
    PUTS("null", "()V", "");
    PUTS("string", "()V", "");
    PUTS("object", "(Ljava/lang/Object;)V", "");
}

// Parameters and fields that are declared as such: nobody calls f here.
static void by_declared_types(void **state) {
    struct putting *t = *state;
    struct small_world *s = &t->k.s;
    static const struct {
        const char *type;
        const char *want;
    } of[] = {{"Ljava/lang/Class;", "one"},
              {"Ljava/lang/reflect/Method;", "one"},
              {"Ljava/lang/reflect/Constructor;", "one"},
              {"Ljava/lang/reflect/Field;", "one"},
              {"[Ljava/lang/reflect/Method;", "all"},
              {"[[Ljava/lang/Class;", ""},
              {"Ljava/lang/String;", ""},
              {"Ljava/lang/ClassLoader;", ""}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        small_method(s, STATIC, "f",
                     arena_printf(&s->arena, "(%s)V", of[i].type),
                     "12 %1 57 2A B3 %2 B1", t->a, t->any);
    }
    small_dynamic_open(&t->k, DYNAMIC_RESOLVED);
    struct dynamic *d = t->k.d;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        op_id first = d->op.n;
        put_read(
            d, small_find(s, arena_printf(&s->arena, "T.f:(%s)V", of[i].type)));
        assert_int_equal(d->op.n - first, *of[i].want ? 1 : 0);
        if (*of[i].want) {
            trace_id from = d->operand.v[d->op.v[first].first].from;
            assert_int_equal(d->trace.v[from].elements,
                             strcmp(of[i].want, "all") == 0);
        }
    }
}

// The name of a class is as good as the class; what else gives a text is not.
static void names_of_classes(void **state) {
    struct putting *t = *state;
    struct small_world *s = &t->k.s;
    const char *class = "java/lang/Class", *desc = "()Ljava/lang/String;";
    const u2 calls[] = {asm_ref(&s->a, 10, class, "getName", desc),
                        asm_ref(&s->a, 10, class, "toString", desc),
                        asm_ref(&s->a, 10, "p/A", "getName", desc)};
    for (size_t i = 0; i < 3; i++) {
        small_method(s, STATIC, arena_printf(&s->arena, "f%zu", i),
                     "(Ljava/lang/Class;)V", "2A B6 %2 B3 %2 B1", calls[i],
                     t->any);
    }
    small_dynamic_open(&t->k, DYNAMIC_RESOLVED);
    for (size_t i = 0; i < 3; i++) {
        op_id first = t->k.d->op.n;
        put_read(t->k.d,
                 small_find(s, arena_printf(&s->arena,
                                            "T.f%zu:(Ljava/lang/Class;)V", i)));
        assert_int_equal(t->k.d->op.n - first, i == 0 ? 1 : 0);
    }
}

static void methods_without_code(void **state) {
    struct putting *t = *state;
    struct small_world *s = &t->k.s;
    small_method(s, 0x0109, "native", "(Ljava/lang/Class;)V", NULL);
    small_method(s, 0x0401, "abstract", "(Ljava/lang/Class;)V", NULL);
    // Code that is none: it ends within an instruction.
    small_method(s, STATIC, "broken", "(Ljava/lang/Class;)V", "2A B3 00");
    small_method(s, STATIC, "nothing", "()V", "B1");
    PUTS("native", "(Ljava/lang/Class;)V", "");
    PUTS("abstract", "(Ljava/lang/Class;)V", "");
    PUTS("broken", "(Ljava/lang/Class;)V", "");
    PUTS("nothing", "()V", "");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(into_fields),          TEST(into_arrays),
        TEST(into_calls),           TEST(among_other_arguments),
        TEST(out_of_methods),       TEST(of_arrays_all_elements),
        TEST(whichever_of_two),     TEST(other_values_are_left_alone),
        TEST(by_declared_types),    TEST(names_of_classes),
        TEST(methods_without_code),
    };
    return cmocka_run_group_tests_name("dynamic/put", tests, NULL, NULL);
}
