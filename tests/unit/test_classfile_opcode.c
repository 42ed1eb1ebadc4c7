// SPDX-License-Identifier: MIT
// test_classfile_opcode.c - the opcode table, descriptors, and names.

#include "analysis/classfile/desc.h"
#include "analysis/classfile/mutf8.h"
#include "analysis/classfile/opcode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void rows_stand_at_their_code(void **state) {
    (void)state;
    assert_int_equal(OPC_jsr_w, 201);
    assert_string_equal(op_table[0].name, "nop");
    assert_string_equal(op_table[0xB1].name, "return");
    assert_string_equal(op_table[0xC4].name, "wide");
    for (int op = 0; op < 256; op++) {
        assert_int_equal(op_table[op].name != NULL, op <= OPC_jsr_w);
    }
}

// JVMS 6.5, by hand: opcode, slots popped, slots pushed.
static void stack_effects(void **state) {
    (void)state;
    static const int row[][3] = {
        {OPC_nop, 0, 0},       {OPC_aconst_null, 0, 1},
        {OPC_lconst_1, 0, 2},  {OPC_laload, 2, 2},
        {OPC_lastore, 4, 0},   {OPC_pop, 1, 0},
        {OPC_pop2, 2, 0},      {OPC_dup, 1, 2},
        {OPC_dup_x1, 2, 3},    {OPC_dup_x2, 3, 4},
        {OPC_dup2, 2, 4},      {OPC_dup2_x1, 3, 5},
        {OPC_dup2_x2, 4, 6},   {OPC_swap, 2, 2},
        {OPC_lshl, 3, 2},      {OPC_lcmp, 4, 1},
        {OPC_i2l, 1, 2},       {OPC_d2f, 2, 1},
        {OPC_if_acmpne, 2, 0}, {OPC_jsr, 0, 1},
        {OPC_dreturn, 2, 0},   {OPC_monitorexit, 1, 0},
        {OPC_checkcast, 1, 1}, {OPC_invokestatic, -1, -1},
        {OPC_ldc2_w, -1, -1},  {OPC_multianewarray, -1, -1},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        assert_int_equal(op_table[row[i][0]].pops, row[i][1]);
        assert_int_equal(op_table[row[i][0]].pushes, row[i][2]);
    }
}

static void flags_by_group(void **state) {
    (void)state;
    for (int op = 0; op < OPC_N; op++) {
        u1 o = (u1)op;
        bool cond = (op >= OPC_ifeq && op <= OPC_if_acmpne) ||
                    op == OPC_ifnull || op == OPC_ifnonnull;
        bool ret = op >= OPC_ireturn && op <= OPC_return;
        bool end = ret || op == OPC_goto || op == OPC_goto_w || op == OPC_ret ||
                   op == OPC_athrow || op == OPC_tableswitch ||
                   op == OPC_lookupswitch;
        assert_int_equal(op_is(o, OP_COND), cond);
        assert_int_equal(op_is(o, OP_RETURN), ret);
        assert_int_equal(op_is(o, OP_END), end);
        assert_int_equal(op_is(o, OP_JSR), op == OPC_jsr || op == OPC_jsr_w);
        assert_int_equal(op_is(o, OP_CALL),
                         op >= OPC_invokevirtual && op <= OPC_invokedynamic);
    }
}

static void local_accesses(void **state) {
    (void)state;
    struct op_local l;
    assert_true(op_local(OPC_aload_3, &l));
    assert_true(l.type == 'A' && !l.store && l.implied && l.index == 3);
    assert_true(op_local(OPC_lstore_2, &l));
    assert_true(l.type == 'J' && l.store && l.implied && l.index == 2);
    assert_true(op_local(OPC_dload, &l));
    assert_true(l.type == 'D' && !l.store && !l.implied);
    assert_true(op_local(OPC_fstore, &l));
    assert_true(l.type == 'F' && l.store && !l.implied);
    static const u1 none[] = {OPC_nop, OPC_ldc2_w,  OPC_iaload, OPC_saload,
                              OPC_pop, OPC_iastore, OPC_iinc,   OPC_ret};
    for (size_t i = 0; i < sizeof none; i++) {
        assert_false(op_local(none[i], &l));
    }
}

static void a_descriptor_is_cut_type_by_type(void **state) {
    (void)state;
    struct str rest = STR("I[[JLa/b;[Lc;D");
    static const char *const type[] = {"I", "[[J", "La/b;", "[Lc;", "D"};
    for (size_t i = 0; i < 5; i++) {
        assert_true(str_eq(desc_next(&rest), str_of(type[i])));
    }
    assert_int_equal(rest.n, 0);
    assert_int_equal(desc_next(&rest).n, 0);
}

static void malformed_types_are_none(void **state) {
    (void)state;
    static const char *const bad[] = {"",  "[", "[[", "L",   "Lx",
                                      "V", "X", "[V", "[Lx", "("};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct str rest = str_of(bad[i]);
        assert_int_equal(desc_next(&rest).n, 0);
    }
    struct str zero = STR("\0");
    assert_int_equal(desc_next(&zero).n, 0);
}

static void method_descriptors(void **state) {
    (void)state;
    struct desc_method m;
    assert_true(desc_method(STR("()V"), &m));
    assert_int_equal(m.arg_slots, 0);
    assert_true(str_eq(m.ret, STR("V")) && m.args.n == 0);
    assert_true(desc_method(STR("(IJ[DLx;D)[I"), &m));
    assert_int_equal(m.arg_slots, 7);
    assert_true(str_eq(m.args, STR("IJ[DLx;D")));
    assert_true(str_eq(m.ret, STR("[I")));
    static const char *const bad[] = {
        "",   "()",    "(",     "(V)V", "(I",    "(I)",  "I",
        ")V", "(I)VV", "(I)II", "(L)V", "(Lx)V", "([)V", "(I)[V",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(desc_method(str_of(bad[i]), &m));
    }
    assert_int_equal(desc_slots('V'), 0);
    assert_int_equal(desc_slots('J'), 2);
    assert_int_equal(desc_slots('['), 1);
}

static bool valid(const char *s, size_t n) {
    // On the heap and exactly as long, so that a read past it is seen.
    u1 *p = test_malloc(n ? n : 1);
    memcpy(p, s, n);
    bool ok = mutf8_valid(p, n);
    test_free(p);
    return ok;
}

#define VALID(s) valid(s, sizeof(s) - 1)

static void modified_utf8(void **state) {
    (void)state;
    assert_true(VALID(""));
    assert_true(VALID("plain text, longer than eight bytes"));
    assert_true(VALID("\xC0\x80"));
    assert_true(VALID("\xC3\xA9t\xC3\xA9 et \xE2\x82\xAC"));
    assert_true(VALID("\xED\xA0\xBD\xED\xB8\x80"));
    assert_true(VALID("12345678\xC3\xA9"));
    assert_false(VALID("\0"));
    assert_false(VALID("1234567\0"));
    assert_false(VALID("12345678\0"));
    assert_false(VALID("1234\0"
                       "5678"));
    assert_false(VALID("\x80"));
    assert_false(VALID("\xC3"));
    assert_false(VALID("\xC3z"));
    assert_false(VALID("1234567\xC3"));
    assert_false(VALID("\xE2\x82"));
    assert_false(VALID("\xE2z\x82"));
    assert_false(VALID("\xE2\x82z"));
    assert_false(VALID("\xF0\x9F\x98\x80"));
    assert_false(VALID("\xFF"));
}

// Every byte at every place in a word of eight behaves as it does alone.
static void each_byte_anywhere(void **state) {
    (void)state;
    for (int b = 0; b < 256; b++) {
        for (size_t at = 0; at < 20; at++) {
            char s[20];
            memset(s, 'a', sizeof s);
            s[at] = (char)b;
            assert_int_equal(valid(s, sizeof s), b > 0 && b < 0x80);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_stand_at_their_code),
        cmocka_unit_test(stack_effects),
        cmocka_unit_test(flags_by_group),
        cmocka_unit_test(local_accesses),
        cmocka_unit_test(a_descriptor_is_cut_type_by_type),
        cmocka_unit_test(malformed_types_are_none),
        cmocka_unit_test(method_descriptors),
        cmocka_unit_test(modified_utf8),
        cmocka_unit_test(each_byte_anywhere),
    };
    return cmocka_run_group_tests_name("classfile/opcode", tests, NULL, NULL);
}
