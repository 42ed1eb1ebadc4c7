// SPDX-License-Identifier: MIT
// test_classfile_annotvalues.c - classes and texts that annotations name: where they
// may stand, how they nest, and what is left of those that are cut.

#include "analysis/classfile/annotvalues.h"

#include "analysis/base/limits.h"
#include "tests/unit/lib/asmclass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { BODY_ROOM = 10000, TEXT_ROOM = 4000 };

struct told {
    struct asm_class a;
    struct arena arena;
    struct diag d;
    struct emit body;  // of an attribute
    u2 type, other;    // Lp/A; and Lp/B;
    u2 value, more;    // elements
    u2 class, array;   // Lq/C; and [I
    u2 text;           // hello
    u4 n;
    char lines[TEXT_ROOM];
};

static const struct place here = {.byte = NO_BYTE};

// A class with constants for it, no longer that of the test before.
static void begin(struct told *t) {
    asm_release(&t->a);
    arena_reset(&t->arena);
    emit_reset(&t->body);
    asm_init(&t->a, 61);
    t->type = asm_utf8(&t->a, "Lp/A;");
    t->other = asm_utf8(&t->a, "Lp/B;");
    t->value = asm_utf8(&t->a, "value");
    t->more = asm_utf8(&t->a, "more");
    t->class = asm_utf8(&t->a, "Lq/C;");
    t->array = asm_utf8(&t->a, "[I");
    t->text = asm_utf8(&t->a, "hello");
}

static int set_up(void **state) {
    struct told *t = test_calloc(1, sizeof *t);
    arena_init(&t->arena);
    diag_init(&t->d, DIAG_NOTE, false);
    emit_init(&t->body, BODY_ROOM);
    asm_init(&t->a, 61);
    begin(t);
    *state = t;
    return 0;
}

static int tear_down(void **state) {
    struct told *t = *state;
    asm_release(&t->a);
    emit_release(&t->body);
    arena_release(&t->arena);
    diag_release(&t->d);
    test_free(t);
    return 0;
}

static void line(void *context, const struct annot_value *v) {
    struct told *t = context;
    size_t n = strlen(t->lines);
    snprintf(t->lines + n, TEXT_ROOM - n, "%.*s.%.*s %s %.*s\n",
             STR_F(v->annotation), STR_F(v->element),
             v->is_class ? "class" : "text", STR_F(v->text));
    t->n++;
}

// What is told of the class `in`, of which only headers are read.
static const char *told_of(struct told *t, struct bytes in) {
    struct cf_class c;
    t->lines[0] = 0;
    t->n = 0;
    assert_true(cf_parse(&c, in, CF_HEADERS, &t->arena, &here, &t->d));
    annot_values(&c, line, t);
    return t->lines;
}

// In @A(value = C.class), say, it has that index.
static void put_class(struct told *t, u2 type, u2 class) {
    put(&t->body, "%2 00 01 %2 63 %2", type, t->value, class);
}

// The class gets the annotations in t->body.
static const char *told_of_class(struct told *t) {
    asm_attr_emit(&t->a, &t->a.attrs, "RuntimeVisibleAnnotations", &t->body);
    return told_of(t, asm_finish(&t->a));
}

static void values_of_all_kinds(void **state) {
    struct told *t = *state;
    u2 number = asm_const(&t->a, "03 00 00 00 07");
    put(&t->body, "00 02 %2 00 05", t->type);
    put(&t->body, "%2 63 %2 %2 73 %2", t->value, t->class, t->more, t->text);
    put(&t->body, "%2 49 %2 %2 65 %2 %2", t->value, number, t->value, t->class,
        t->text);
    put(&t->body, "%2 63 %2", t->more, asm_utf8(&t->a, "V"));
    put_class(t, t->other, t->array);
    assert_string_equal(told_of_class(t), "p/A.value class Lq/C;\n"
                                          "p/A.more text hello\n"
                                          "p/A.more class V\n"
                                          "p/B.value class [I\n");
}

static void arrays_and_nested_ones_are_followed(void **state) {
    struct told *t = *state;
    // value = {C.class, int[].class}, more = {@B(C.class), @B({"hello"})}, value = C.class
    put(&t->body, "00 01 %2 00 03", t->type);
    put(&t->body, "%2 5B 00 02 63 %2 63 %2", t->value, t->class, t->array);
    put(&t->body, "%2 5B 00 02 40", t->more);
    put_class(t, t->other, t->class);
    put(&t->body, "40 %2 00 01 %2 5B 00 01 73 %2", t->other, t->value, t->text);
    put(&t->body, "%2 63 %2", t->value, t->class);
    assert_string_equal(told_of_class(t), "p/A.value class Lq/C;\n"
                                          "p/A.value class [I\n"
                                          "p/B.value class Lq/C;\n"
                                          "p/B.value text hello\n"
                                          "p/A.value class Lq/C;\n");
}

// One attribute with an annotation of its own class, which says where it is.
static void add_attr(struct told *t, struct asm_attrs *to, const char *name,
                     const char *head, const char *where) {
    emit_reset(&t->body);
    put(&t->body, head);
    put_class(t, t->type, asm_utf8(&t->a, where));
    asm_attr_emit(&t->a, to, name, &t->body);
}

static void add_members(struct told *t) {
    struct asm_attrs as;
    asm_attrs_init(&as);
    add_attr(t, &as, "RuntimeVisibleAnnotations", "00 01", "field");
    add_attr(t, &as, "RuntimeVisibleTypeAnnotations", "00 01 13 00",
             "field type");
    asm_field_raw(&t->a, 0, "x", "I", &as);
    asm_attrs_release(&as);
    asm_attrs_init(&as);
    add_attr(t, &as, "RuntimeVisibleAnnotations", "00 01", "method");
    add_attr(t, &as, "RuntimeVisibleParameterAnnotations", "02 00 00 00 01",
             "parameter");
    add_attr(t, &as, "RuntimeVisibleTypeAnnotations", "00 01 16 00 01 00 00",
             "parameter type");
    add_attr(t, &as, "RuntimeInvisibleAnnotations", "00 01", "invisible");
    asm_method_raw(&t->a, 0x400, "f", "(II)V", &as);
    asm_attrs_release(&as);
}

static void add_record(struct told *t) {
    struct asm_attrs as;
    asm_attrs_init(&as);
    add_attr(t, &as, "RuntimeVisibleAnnotations", "00 01", "component");
    emit_reset(&t->body);
    // One component without attributes, and one that has some.
    put(&t->body, "00 02 %2 %2 00 00 %2 %2 %2", t->value, t->array, t->more,
        t->array, as.n);
    emit_bytes(&t->body, as.body.p, as.body.n);
    asm_attr_emit(&t->a, &t->a.attrs, "Record", &t->body);
    asm_attrs_release(&as);
}

static void code_of(struct told *t) {
    struct asm_attrs as;
    asm_attrs_init(&as);
    add_attr(t, &as, "RuntimeVisibleTypeAnnotations", "00 01 44 00 00 00",
             "code");
    emit_reset(&t->body);
    put(&t->body, "B1");
    asm_code(&t->a, &(struct asm_method){.access_flags = 9,
                                         .name = "g",
                                         .desc = "()V",
                                         .code = &t->body,
                                         .attrs = &as});
    asm_attrs_release(&as);
}

static void all_places_that_a_program_can_ask(void **state) {
    struct told *t = *state;
    add_members(t);
    add_record(t);
    code_of(t);
    struct asm_attrs *as = &t->a.attrs;
    add_attr(t, as, "RuntimeVisibleAnnotations", "00 01", "class");
    add_attr(t, as, "RuntimeVisibleTypeAnnotations", "00 01 10 FF FF 00",
             "super type");
    add_attr(t, as, "RuntimeInvisibleTypeAnnotations", "00 01 10 FF FF 00",
             "invisible");
    // JVMS 4.7.1: of a class it means nothing.
    add_attr(t, as, "RuntimeVisibleParameterAnnotations", "01 00 01", "odd");
    assert_string_equal(told_of(t, asm_finish(&t->a)),
                        "p/A.value class class\n"
                        "p/A.value class super type\n"
                        "p/A.value class component\n"
                        "p/A.value class field\n"
                        "p/A.value class field type\n"
                        "p/A.value class method\n"
                        "p/A.value class parameter\n"
                        "p/A.value class parameter type\n");
}

static void defaults_are_of_the_type_itself(void **state) {
    struct told *t = *state;
    for (u4 type = 0; type < 2; type++) {
        begin(t);
        t->a.access_flags = type ? 0x2601 : 0x0601;
        struct asm_attrs as;
        asm_attrs_init(&as);
        put(&t->body, "5B 00 02 63 %2 40", t->class);
        put_class(t, t->other, t->class);
        asm_attr_emit(&t->a, &as, "AnnotationDefault", &t->body);
        asm_method_raw(&t->a, 0x401, "handlers", "()[Ljava/lang/Class;", &as);
        asm_attrs_release(&as);
        assert_string_equal(told_of(t, asm_finish(&t->a)),
                            type ? "T.handlers class Lq/C;\n"
                                   "p/B.value class Lq/C;\n"
                                 : "");
    }
}

// Of an annotation whose type is no class nothing is told; those behind it are.
static void types_that_are_no_classes(void **state) {
    struct told *t = *state;
    static const char *const odd[] = {"I", "[Lp/A;", "L;", "Lp/A", ""};
    enum { N = sizeof odd / sizeof *odd };
    put(&t->body, "%2", N + 1);
    for (u4 i = 0; i < N; i++) {
        put_class(t, asm_utf8(&t->a, odd[i]), t->class);
    }
    put_class(t, t->other, t->class);
    assert_string_equal(told_of_class(t), "p/B.value class Lq/C;\n");
}

// An attribute that is damaged is told up to there, and the next one is told.
static void what_is_damaged_ends_its_attribute(void **state) {
    struct told *t = *state;
    u2 number = asm_const(&t->a, "03 00 00 00 07");
    struct {
        u1 tag;
        u2 value;
    } const bad[] = {{'c', number}, {'s', 0}, {'s', 0xFFFF}, {'?', t->class}};
    struct asm_attrs *as = &t->a.attrs;
    for (u4 i = 0; i < sizeof bad / sizeof *bad; i++) {
        emit_reset(&t->body);
        put(&t->body, "00 01 %2 00 03 %2 63 %2 %2 %1 %2 %2 63 %2", t->type,
            t->value, t->class, t->value, bad[i].tag, bad[i].value, t->value,
            t->array);
        asm_attr_emit(&t->a, as, "RuntimeVisibleAnnotations", &t->body);
    }
    assert_string_equal(told_of(t, asm_finish(&t->a)),
                        "p/A.value class Lq/C;\n"
                        "p/A.value class Lq/C;\n"
                        "p/A.value class Lq/C;\n"
                        "p/A.value class Lq/C;\n");
    assert_int_equal(t->d.text.n, 0);
}

// The annotations stand last in the file, which ends anywhere in them.
static void every_cut(void **state) {
    struct told *t = *state;
    put(&t->body, "00 01 %2 00 02 %2 5B 00 02 63 %2 63 %2 %2 40", t->type,
        t->value, t->class, t->class, t->more);
    put_class(t, t->other, t->class);
    u4 length = (u4)t->body.n;
    const char *all = arena_printf(&t->arena, "%s", told_of_class(t));
    assert_int_equal(t->n, 3);
    u4 most = 0;
    for (u4 left = 0; left < length; left++) {
        size_t n = t->a.out.n - length + left;
        u1 *p = test_malloc(n);  // what is read behind it is seen
        memcpy(p, t->a.out.p, n);
        assert_string_equal(told_of(t, (struct bytes){p, n}), "");
        // Now the attribute says so, too.
        p[n - left - 1] = (u1)left;
        told_of(t, (struct bytes){p, n});
        assert_memory_equal(t->lines, all, strlen(t->lines));
        assert_in_range(t->n, most, 2);
        most = t->n;
        test_free(p);
    }
    assert_int_equal(most, 2);
}

static void deep_ones_end(void **state) {
    struct told *t = *state;
    for (u4 more = 0; more < 2; more++) {
        begin(t);
        put(&t->body, "00 01 %2 00 02 %2", t->type, t->value);
        for (u4 i = 0; i < LIMIT_ANNOTATION_DEPTH + more; i++) {
            put(&t->body, "5B 00 01");
        }
        put(&t->body, "63 %2 %2 63 %2", t->class, t->more, t->class);
        assert_string_equal(told_of_class(t), more ? ""
                                                   : "p/A.value class Lq/C;\n"
                                                     "p/A.more class Lq/C;\n");
    }
}

#define TELLS(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TELLS(values_of_all_kinds),
        TELLS(arrays_and_nested_ones_are_followed),
        TELLS(all_places_that_a_program_can_ask),
        TELLS(defaults_are_of_the_type_itself),
        TELLS(types_that_are_no_classes),
        TELLS(what_is_damaged_ends_its_attribute),
        TELLS(every_cut),
        TELLS(deep_ones_end),
    };
    return cmocka_run_group_tests_name("classfile/annotvalues", tests, NULL,
                                       NULL);
}
