// SPDX-License-Identifier: MIT
// test_dynamic_casts.c - what is always cast, in code that no compiler writes; what
// compilers write is in tests/fixtures/casts.

#include "analysis/dynamic/casts.h"
#include "tests/unit/lib/asmclass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CODE_ROOM = 4000 };

// A method (String, Class) of locals up to 7, and constants for it.
struct method {
    struct arena arena, scratch;
    struct diag d;
    struct asm_class a;
    struct cf_class c;
    struct emit code;
    u2 load, make, get,
        build;     // forName, newInstance, getConstructor, newInstance
    u2 same_name;  // A.newInstance
    u2 type[6];
    struct casts k;
    struct cast_to to;
};

static int set_up(void **state) {
    struct method *m = test_calloc(1, sizeof *m);
    arena_init(&m->arena);
    arena_init(&m->scratch);
    diag_init(&m->d, DIAG_NOTE, false);
    emit_init(&m->code, CODE_ROOM);
    struct asm_class *a = &m->a;
    asm_init(a, 48);
    const char *class = "java/lang/Class",
               *init = "java/lang/reflect/Constructor";
    m->load = asm_ref(a, 10, class, "forName",
                      "(Ljava/lang/String;)Ljava/lang/Class;");
    m->make = asm_ref(a, 10, class, "newInstance", "()Ljava/lang/Object;");
    m->get = asm_ref(a, 10, class, "getConstructor",
                     "([Ljava/lang/Class;)Ljava/lang/reflect/Constructor;");
    m->build = asm_ref(a, 10, init, "newInstance",
                       "([Ljava/lang/Object;)Ljava/lang/Object;");
    m->same_name = asm_ref(a, 10, "A", "newInstance", "()Ljava/lang/Object;");
    static const char *const types[] = {"A", "B", "C",
                                        "D", "E", "java/lang/Class"};
    for (u4 i = 0; i < 6; i++) {
        m->type[i] = asm_class_const(a, types[i]);
    }
    *state = m;
    return 0;
}

static int tear_down(void **state) {
    struct method *m = *state;
    emit_release(&m->code);
    asm_release(&m->a);
    diag_release(&m->d);
    arena_release(&m->scratch);
    arena_release(&m->arena);
    test_free(m);
    return 0;
}

static void code(struct method *m, const char *bytes, ...) {
    static const struct place here = {.byte = NO_BYTE};
    va_list ap;
    va_start(ap, bytes);
    vput(&m->code, bytes, ap);
    va_end(ap);
    asm_code(&m->a, &(struct asm_method){
                        .access_flags = 8,
                        .name = "f",
                        .desc = "(Ljava/lang/String;Ljava/lang/Class;)V",
                        .max_stack = 4,
                        .max_locals = 8,
                        .code = &m->code});
    assert_true(
        cf_parse(&m->c, asm_finish(&m->a), CF_ALL, &m->arena, &here, &m->d));
    const struct flow_env env = {&m->arena, &m->scratch, &here, &m->d};
    assert_true(casts_init(&m->k, &m->c, &m->c.methods[0], &env));
}

static void a_class_is_cast_to_class(void **state) {
    struct method *m = *state;
    code(m, "2A B8 %2 C0 %2 B6 %2 C0 %2 57 B1", m->load, m->type[5], m->make,
         m->type[0]);
    assert_true(cast_of_dyno(&m->k, 1, &m->to));
    assert_int_equal(m->to.new_pc, 7);
    assert_int_equal(m->to.n, 1);
    assert_int_equal(m->to.class[0], m -> type[0]);
}

static void what_is_asked_must_be_a_call(void **state) {
    struct method *m = *state;
    code(m, "2A B8 %2 B6 %2 C0 %2 57 B1", m->load, m->make, m->type[0]);
    assert_true(cast_of_dyno(&m->k, 1, &m->to));
    assert_false(cast_of_dyno(&m->k, 0, &m->to));
    assert_false(cast_of_new(&m->k, 7, &m->to));
    assert_false(cast_of_new(&m->k, 5000, &m->to));
}

static void many_casts(void **state) {
    struct method *m = *state;
    // A twice, and more than there is room for.
    code(m, "2B B6 %2 C0 %2 C0 %2 C0 %2 C0 %2 C0 %2 C0 %2 57 B1", m->make,
         m->type[0], m->type[0], m->type[1], m->type[2], m->type[3],
         m->type[4]);
    assert_true(cast_of_new(&m->k, 1, &m->to));
    assert_int_equal(m->to.n, CASTS_MOST);
    for (u4 i = 0; i < CASTS_MOST; i++) {
        assert_int_equal(m->to.class[i], m -> type[i]);
    }
}

// 0 goto 11; 3 newInstance, checkcast, pop, return; 11 forName, goto 3
static void code_stands_in_any_order(void **state) {
    struct method *m = *state;
    code(m, "A7 00 0B B6 %2 C0 %2 57 B1 2A B8 %2 A7 FF F4", m->make, m->type[0],
         m->load);
    assert_true(cast_of_dyno(&m->k, 12, &m->to));
    assert_int_equal(m->to.new_pc, 3);
}

static void methods_of_other_classes(void **state) {
    struct method *m = *state;
    // A.newInstance is none that makes an object of D's class.
    code(m, "2A B8 %2 B6 %2 C0 %2 57 B1", m->load, m->same_name, m->type[0]);
    assert_false(cast_of_dyno(&m->k, 1, &m->to));
}

static void a_constructor_of_two_classes(void **state) {
    struct method *m = *state;
    // 0 aload_1, getConstructor, astore_2; 6 aload_0, forName, astore_3; 11 iconst_0,
    // ifeq 21; 15 aload_3, getConstructor, astore_2; 21 aload_2, newInstance
    code(m,
         "2B 01 B6 %2 4D 2A B8 %2 4E 03 99 00 09 2D 01 B6 %2 4D"
         "2C 01 B6 %2 C0 %2 57 B1",
         m->get, m->load, m->get, m->build, m->type[0]);
    assert_false(cast_of_dyno(&m->k, 7, &m->to));
    assert_true(cast_of_new(&m->k, 23, &m->to));
}

static void a_long_chain_of_casts_is_cut(void **state) {
    struct method *m = *state;
    emit_reset(&m->code);
    put(&m->code, "2A B8 %2", m->load);
    for (u4 i = 0; i < 100; i++) {
        put(&m->code, "C0 %2", m->type[5]);
    }
    code(m, "B6 %2 C0 %2 57 B1", m->make, m->type[0]);
    assert_false(cast_of_dyno(&m->k, 1, &m->to));
    assert_true(cast_of_new(&m->k, 304, &m->to));
}

static void a_method_without_code(void **state) {
    struct method *m = *state;
    static const struct place here = {.byte = NO_BYTE};
    asm_method_raw(&m->a, 0x0401, "abstract", "()V", NULL);
    assert_true(
        cf_parse(&m->c, asm_finish(&m->a), CF_ALL, &m->arena, &here, &m->d));
    const struct flow_env env = {&m->arena, &m->scratch, &here, &m->d};
    assert_false(casts_init(&m->k, &m->c, &m->c.methods[0], &env));
}

// 0 forName, astore_2; 5 jsr 17; 8 aload_2, newInstance; the subroutine only returns.
static void subroutines_hide_what_comes_behind(void **state) {
    struct method *m = *state;
    code(m, "2A B8 %2 4D A8 00 0C 2C B6 %2 C0 %2 57 B1 4E A9 03", m->load,
         m->make, m->type[0]);
    assert_false(cast_of_dyno(&m->k, 1, &m->to));
    assert_true(cast_of_new(&m->k, 9, &m->to));
}

#define WITH_METHOD(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_METHOD(a_class_is_cast_to_class),
        WITH_METHOD(what_is_asked_must_be_a_call),
        WITH_METHOD(many_casts),
        WITH_METHOD(code_stands_in_any_order),
        WITH_METHOD(methods_of_other_classes),
        WITH_METHOD(a_constructor_of_two_classes),
        WITH_METHOD(a_long_chain_of_casts_is_cut),
        WITH_METHOD(a_method_without_code),
        WITH_METHOD(subroutines_hide_what_comes_behind),
    };
    return cmocka_run_group_tests_name("dynamic/casts", tests, NULL, NULL);
}
