// SPDX-License-Identifier: MIT
// test_flow_build.c - what each instruction becomes in the value-flow form.

#include "tests/unit/lib/flowed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define V1 "       v1 = param A\n"
#define V2 "       v2 = param A\n"
#define USE " call static T.u:(LA;)V "

static void parameters_are_references(void **state) {
    struct flowed *t = *state;
    assert_flow(t, "(IJLA;[[JD[LB;)V",
                V1 "       v2 = param [[J\n"
                   "       v3 = param [LB;\n",
                "B1");
    assert_int_equal(t->f.n_params, 3);
    assert_int_equal(t->f.n_values, 4);
    // The local of the second is behind an int and a long.
    assert_flow(t, "(IJLA;)LA;", V1 "     1 return v1\n", "2D B0");
    struct emit code;
    emit_init(&code, 10);
    put(&code, "2B B0");
    assert_true(flowed_build(t, 0, "(LA;)LA;", &code, NULL));
    assert_string_equal(flowed_text(t),
                        "T.f:(LA;)LA;\n"
                        "       v1 = param T\n" V2 "     1 return v2\n");
    emit_release(&code);
}

static void a_method_without_code_has_parameters(void **state) {
    struct flowed *t = *state;
    static const struct place here = {.byte = NO_BYTE};
    asm_method_raw(&t->a, 0x0401, "abstract", "(JLA;)V", NULL);
    assert_true(
        cf_parse(&t->c, asm_finish(&t->a), CF_ALL, &t->arena, &here, &t->d));
    t->m = &t->c.methods[0];
    assert_true(
        flow_build(&t->f, &t->c, t->m,
                   &(struct flow_env){&t->arena, &t->scratch, &here, &t->d}));
    assert_string_equal(flowed_text(t), "T.abstract:(JLA;)V\n"
                                        "       v1 = param T\n" V2);
}

static void fields(void **state) {
    struct flowed *t = *state;
    assert_flow(t, "(LA;)V",
                V1 "     1 v2 = getfield A.f:LA; v1\n"
                   "     6 putfield A.f:LA; v1 v2\n"
                   "     9 v3 = getstatic A.f:LA;\n"
                   "    12 putstatic A.f:LA; v3\n",
                "2A B4 %2 2A 5F B5 %2 B2 %2 B3 %2 B1", t->field, t->field,
                t->field, t->field);
    // Of primitives, only what may initialise a class is left.
    assert_flow(t, "(LA;)V",
                V1 "    10 getstatic A.i:J\n"
                   "    13 putstatic A.i:J nothing\n",
                "2A 59 B4 %2 B5 %2 00*2 B2 %2 B3 %2 B1", t->prim, t->prim,
                t->prim, t->prim);
    // Null goes nowhere, but a static field is touched all the same.
    assert_flow(t, "(LA;)V", V1 "     6 putstatic A.f:LA; nothing\n",
                "2A 01 B5 %2 01 B3 %2 01 B4 %2 57 01 2A B5 %2 B1", t->field,
                t->field, t->field, t->field);
}

// 0 iconst_0, ifeq 8, 4 aload_0, goto 9, 8 aconst_null, 9 areturn
static void null_is_left_out_or_a_value(void **state) {
    static const struct place here = {.byte = NO_BYTE};
    struct flowed *t = *state;
    assert_flow(t, "(LA;)LA;", V1 "     9 return v1\n",
                "03 99 00 07 2A A7 00 04 01 B0");
    assert_int_equal(t->f.n_params, 1);
    const struct flow_env env = {&t->arena, &t->scratch, &here, &t->d};
    assert_true(flow_build_with_null(&t->f, &t->c, t->m, &env));
    assert_int_equal(t->f.n_params, 2);
    assert_int_equal(t->f.value[2].stmt, FLOW_NO_STMT);
    const char *text = flowed_text(t);
    assert_non_null(strstr(text, "v3 = phi v1 v2\n"));
    assert_non_null(strstr(text, "return v3\n"));
}

static void calls(void **state) {
    struct flowed *t = *state;
    assert_flow(t, "(LA;[LA;)LA;",
                V1 "       v2 = param [LA;\n"
                   "     5 v3 = call virtual T.m:(IJ[LA;D)LA; v1 v2\n"
                   "     8 return v3\n",
                "2A 03 09 2B 0E B6 %2 B0", t->make);
    assert_flow(t, "(LA;[LA;)LA;",
                V1 "       v2 = param [LA;\n"
                   "     4 v3 = call static T.m:(IJ[LA;D)LA; v2\n"
                   "     7 return v3\n",
                "03 09 2B 0E B8 %2 B0", t->make);
    assert_flow(t, "(LA;)V",
                V1 "     2 call special T.u:(LA;)V v1 v1\n"
                   "     7 call interface T.u:(LA;)V v1 nothing\n"
                   "    13 v2 = call dynamic d:(LA;)LB; v1\n"
                   "    19 call static T.n:()V\n",
                "2A 2A B7 %2 2A 01 B9 %2 02 00 2A BA %2 00 00 57 B8 %2 B1",
                t->use, t->use, t->dynamic, t->nothing);
    assert_true(flow_is_call(&t->f.stmt[0]) && flow_is_call(&t->f.stmt[3]));
}

static void constants(void **state) {
    struct flowed *t = *state;
    assert_flow(t, "()V",
                "     0 v1 = const \"say \\x22x\\x22\"\n"
                "     3 v2 = const class A\n"
                "     6 v3 = const handle 6 T.u:(LA;)V\n"
                "     9 v4 = const type ()LA;\n"
                "    12 v5 = const dynamic d:LA;\n"
                "    15 const dynamic d:I\n"
                "    19 const dynamic d:J\n"
                "    24 putstatic A.f:LA; v5\n",
                "13 %2 13 %2 13 %2 13 %2 13 %2 13 %2 57 14 %2 58 00"
                "B3 %2 58 58 B1",
                t->string, t->a_class, t->handle, t->type, t->condy,
                t->condy_int, t->condy_long, t->field);
    static const char *const types[] = {"",
                                        "java/lang/String",
                                        "java/lang/Class",
                                        "java/lang/invoke/MethodHandle",
                                        "java/lang/invoke/MethodType",
                                        "A"};
    for (u4 v = 0; v < 6; v++) {
        struct flow_type type = flow_type(&t->c, t->m, t->f.value[v]);
        assert_true(str_eq(type.name, str_of(types[v])));
        assert_false(type.array);
    }
}

static void objects_and_arrays(void **state) {
    struct flowed *t = *state;
    assert_flow(t, "(LA;)LA;",
                V1 "     0 v2 = new A\n"
                   "     5 v3 = newarray int\n"
                   "     9 v4 = anewarray A\n"
                   "    16 aastore v4 v2\n"
                   "    19 v5 = aaload v4\n"
                   "    20 v6 = checkcast A v5\n"
                   "    23 throw v6\n",
                "BB %2 4C 03 BC 0A 4D 03 BD %2 4E 2D 03 2B 53 2D 03 32"
                "C0 %2 BF",
                t->a_class, t->a_class, t->a_class);
}

static void declared_types(void **state) {
    struct flowed *t = *state;
    assert_flow(t, "([LA;)LA;",
                "       v1 = param [LA;\n"
                "     1 v2 = newarray long\n"
                "     5 v3 = anewarray A\n"
                "    10 v4 = anewarray [[[I\n"
                "    14 v5 = getstatic A.f:LA;\n"
                "    22 v6 = call static T.m:(IJ[LA;D)LA; v1\n"
                "    28 v7 = aaload v1\n"
                "    29 v8 = call dynamic d:(LA;)LB; v7\n"
                "    34 v9 = checkcast [[[I v8\n"
                "    37 return v9\n",
                "03 BC 0B 57 03 BD %2 57 03 BD %2 57 B2 %2 57"
                "03 09 2A 0E B8 %2 57 2A 03 32 BA %2 00 00 C0 %2 B0",
                t->a_class, t->grid, t->field, t->make, t->dynamic, t->grid);
    static const struct {
        const char *name;
        bool array;
    } types[] = {{"", 0},  {"[LA;", 0}, {"[J", 0}, {"A", true}, {"[[[I", 1},
                 {"A", 0}, {"A", 0},    {"", 0},   {"B", 0},    {"[[[I", 0}};
    for (u4 v = 0; v < 10; v++) {
        struct flow_type type = flow_type(&t->c, t->m, t->f.value[v]);
        assert_true(str_eq(type.name, str_of(types[v].name)));
        assert_int_equal(type.array, types[v].array);
    }
}

static void each_dimension_is_an_array(void **state) {
    struct flowed *t = *state;
    assert_flow(t, "()[I",
                "     3 v1 = new [[[I\n"
                "     3 v2 = new [[I\n"
                "     3 aastore v1 v2\n"
                "     3 v3 = new [I\n"
                "     3 aastore v2 v3\n"
                "     8 v4 = aaload v1\n"
                "     9 return v4\n",
                "03 03 03 C5 %2 03 03 32 B0", t->grid);
    assert_int_equal(t->f.value[3].strip, 2);
    struct flow_type type = flow_type(&t->c, t->m, t->f.value[3]);
    assert_true(str_eq(type.name, STR("[I")));
    assert_flow(t, "()V", "     1 v1 = new [[[I\n", "03 C5 %2 01 57 B1",
                t->grid);
}

// Where the arguments of the calls of T.u come from, in order: "v2 v1".
static void assert_uses(struct flowed *t, const char *expected,
                        const char *code, ...) {
    struct emit e;
    emit_init(&e, 1000);
    va_list ap;
    va_start(ap, code);
    vput(&e, code, ap);
    va_end(ap);
    put(&e, "B1");
    flowed_begin(t);
    if (!flowed_build(t, 8, "(LA;LA;LA;LA;)V", &e, NULL)) {
        fail_msg("%s: not built", code);
    }
    emit_release(&e);
    char uses[200] = "";
    for (const char *p = flowed_text(t); (p = strstr(p, USE)) != NULL;) {
        p += strlen(USE);
        size_t n = strlen(uses);
        snprintf(uses + n, sizeof uses - n, "%s%.*s", n ? " " : "",
                 (int)strcspn(p, "\n"), p);
    }
    assert_string_equal(uses, expected);
    for (u4 i = 0; i < t->f.n_stmts; i++) {
        assert_int_equal(t->f.stmt[i].kind, FLOW_STATIC);
    }
}

#define U "B8 %2"

static void copies_are_no_statements(void **state) {
    struct flowed *t = *state;
    u2 u = t->use;
    assert_uses(t, "v1 v1", "2A 59" U U, u, u);
    assert_uses(t, "v1 v2", "2A 2B 5F" U U, u, u);
    assert_uses(t, "v2 v1 v2", "2A 2B 5A" U U U, u, u, u);
    assert_uses(t, "v3 v2 v1 v3", "2A 2B 2C 5B" U U U U, u, u, u, u);
    assert_uses(t, "v1 v1", "09 2A 5B" U "58" U, u, u);
    assert_uses(t, "v2 v1 v2 v1", "2A 2B 5C" U U U U, u, u, u, u);
    assert_uses(t, "v1", "2A 09 5C 58 58" U, u);
    assert_uses(t, "v3 v2 v1 v3 v2", "2A 2B 2C 5D" U U U U U, u, u, u, u, u);
    assert_uses(t, "v4 v3 v2 v1 v4 v3", "2A 2B 2C 2D 5E" U U U U U U, u, u, u,
                u, u, u);
    assert_uses(t, "v1 v1", "2A 2B 57" U "2A 2B 2C 58" U, u, u);
    // Locals: short forms, with an index, wide.
    assert_uses(t, "v4 v3", "2D 4B 2C 3A 07 2A" U "19 07" U, u, u);
    assert_uses(t, "v2", "2B C4 3A 00 05 C4 19 00 05" U, u);
    // Primitives beside them: iinc, and both halves of a long.
    assert_uses(t, "v1 v2", "2A 03 36 04 84 04 01 09 37 06" U "2B" U, u, u);
}

#define WITH_FLOW(f) \
    cmocka_unit_test_setup_teardown(f, flowed_set_up, flowed_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FLOW(parameters_are_references),
        WITH_FLOW(a_method_without_code_has_parameters),
        WITH_FLOW(fields),
        WITH_FLOW(null_is_left_out_or_a_value),
        WITH_FLOW(calls),
        WITH_FLOW(constants),
        WITH_FLOW(objects_and_arrays),
        WITH_FLOW(declared_types),
        WITH_FLOW(each_dimension_is_an_array),
        WITH_FLOW(copies_are_no_statements),
    };
    return cmocka_run_group_tests_name("flow/build", tests, NULL, NULL);
}
