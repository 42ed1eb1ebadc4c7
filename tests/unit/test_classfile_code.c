// SPDX-License-Identifier: MIT
// test_classfile_code.c - Code attributes taken apart, and every way to fail.

#include "analysis/classfile/code.h"
#include "tests/unit/lib/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct coded {
    struct asm_class a;
    struct arena arena;
    struct diag d;
    struct cf_class c;
    struct code k;
};

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

static int set_up(void **state) {
    struct coded *t = test_calloc(1, sizeof *t);
    arena_init(&t->arena);
    diag_init(&t->d, DIAG_NOTE, false);
    *state = t;
    return 0;
}

static int tear_down(void **state) {
    struct coded *t = *state;
    arena_release(&t->arena);
    diag_release(&t->d);
    asm_release(&t->a);
    test_free(t);
    return 0;
}

// Starts a class whose constants are 5 Integer, 6 Long, 8 String, 14
// Fieldref, 20 Methodref, 26 InterfaceMethodref, 28 InvokeDynamic, 31 a long
// Dynamic.
static void begin(struct coded *t) {
    asm_release(&t->a);
    arena_reset(&t->arena);
    emit_reset(&t->d.text);
    asm_init(&t->a, 61);
    struct asm_class *a = &t->a;
    asm_const(a, "03 00 00 00 07");
    asm_long(a, 0, 1);
    asm_const(a, "08 00 01");
    assert_int_equal(asm_ref(a, 9, "T", "x", "I"), 14);
    assert_int_equal(asm_ref(a, 10, "T", "f", "()V"), 20);
    assert_int_equal(asm_ref(a, 11, "T", "f", "()V"), 26);
    asm_const(a, "0C 00 01 00 01");
    assert_int_equal(asm_const(a, "12 00 00 00 1B"), 28);
    asm_utf8(a, "J");
    asm_const(a, "0C 00 01 %2", 29);
    assert_int_equal(asm_const(a, "11 00 00 %2", 30), 31);
}

// Takes the code of the first method apart.
static bool parse(struct coded *t) {
    assert_true(
        cf_parse(&t->c, asm_finish(&t->a), CF_ALL, &t->arena, &here, &t->d));
    const struct cf_attr *a = attr_find(&t->c.methods[0].attrs, ATTR_Code);
    assert_non_null(a);
    return code_parse(&t->k, &t->c, a, &t->arena, &here, &t->d);
}

static bool parse_code(struct coded *t, const char *bytes) {
    begin(t);
    struct emit code;
    emit_init(&code, 1 << 20);
    put(&code, bytes);
    asm_code(&t->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "()V",
                                         .max_stack = 9,
                                         .max_locals = 9,
                                         .code = &code});
    emit_release(&code);
    return parse(t);
}

static void said(struct coded *t, enum diag_id id, const char *text) {
    assert_int_equal(t->d.n_id[id], 1);
    t->d.n_id[id] = 0;
    emit_u1(&t->d.text, 0);
    if (!strstr((const char *)t->d.text.p, text)) {
        fail_msg("no \"%s\" in: %s", text, (const char *)t->d.text.p);
    }
}

struct insn_case {
    const char *bytes;
    struct insn i;
};

static const struct insn_case insn_cases[] = {
    {"00", {.len = 1, .op = OPC_nop}},
    {"10 80", {.len = 2, .op = OPC_bipush, .b = -128}},
    {"11 80 00", {.len = 3, .op = OPC_sipush, .b = -32768}},
    {"12 05", {.len = 2, .op = OPC_ldc, .a = 5}},
    {"13 00 08", {.len = 3, .op = OPC_ldc_w, .a = 8}},
    {"14 00 06", {.len = 3, .op = OPC_ldc2_w, .a = 6}},
    {"14 00 1F", {.len = 3, .op = OPC_ldc2_w, .a = 31}},
    {"15 FF", {.len = 2, .op = OPC_iload, .a = 255}},
    {"C4 15 FF FF", {.len = 4, .op = OPC_iload, .wide = true, .a = 65535}},
    {"C4 A9 01 00", {.len = 4, .op = OPC_ret, .wide = true, .a = 256}},
    {"84 FF FF", {.len = 3, .op = OPC_iinc, .a = 255, .b = -1}},
    {"C4 84 01 00 80 00",
     {.len = 6, .op = OPC_iinc, .wide = true, .a = 256, .b = -32768}},
    {"A7 00 00", {.len = 3, .op = OPC_goto, .b = 0}},
    {"C8 00 00 00 00", {.len = 5, .op = OPC_goto_w, .b = 0}},
    {"B2 00 0E", {.len = 3, .op = OPC_getstatic, .a = 14}},
    {"B8 00 14", {.len = 3, .op = OPC_invokestatic, .a = 20}},
    {"B8 00 1A", {.len = 3, .op = OPC_invokestatic, .a = 26}},
    {"B9 00 1A 02 00", {.len = 5, .op = OPC_invokeinterface, .a = 26, .b = 2}},
    {"BA 00 1C 00 00", {.len = 5, .op = OPC_invokedynamic, .a = 28}},
    {"BB 00 02", {.len = 3, .op = OPC_new, .a = 2}},
    {"BC 0B", {.len = 2, .op = OPC_newarray, .a = 11}},
    {"C5 00 02 FF", {.len = 4, .op = OPC_multianewarray, .a = 2, .b = 255}},
};

static void reads_each_operand_format(void **state) {
    struct coded *t = *state;
    for (size_t n = 0; n < sizeof insn_cases / sizeof *insn_cases; n++) {
        const struct insn_case *k = &insn_cases[n];
        assert_true(parse_code(t, k->bytes));
        assert_int_equal(t->k.n_insn, 1);
        const struct insn *i = &t->k.insn[0];
        assert_int_equal(i->len, k->i.len);
        assert_int_equal(i->op, k->i.op);
        assert_int_equal(i->wide, k->i.wide);
        assert_int_equal(i->a, k->i.a);
        assert_int_equal(i->b, k->i.b);
        // One byte less is too few.
        char less[64];
        size_t length = strlen(k->bytes);
        if (length > 2) {
            snprintf(less, sizeof less, "%.*s", (int)length - 3, k->bytes);
            assert_false(parse_code(t, less));
            said(t, D_CODE_OPERAND, "malformed operands of");
        }
    }
}

static const char *const bad_operands[] = {
    "12 01",              // a Utf8 is not loadable
    "12 06",              // a Long is for ldc2_w
    "12 00",              //
    "13 FF FF",           //
    "13 00 1F",           // a Dynamic of type long
    "14 00 05",           // an Integer is not for ldc2_w
    "14 00 07",           // the second half of a Long
    "A7 FF FF",           // before the code
    "A7 00 03",           // behind it
    "00 C8 7F FF FF FF",  // far behind it: the sum is over 31 bits
    "00 C8 80 00 00 00",  //
    "C8 FF FF FF FF",     //
    "B2 00 14",           // no Fieldref
    "B6 00 0E",           // no Methodref
    "B9 00 1A 01 01",     // the last byte must be 0
    "B9 00 0E 01 00",     //
    "BA 00 1C 00 01",     //
    "BA 00 1F 00 00",     // a Dynamic is no InvokeDynamic
    "BB 00 01",           // no Class
    "BC 03",              // no primitive type
    "BC 0C",              //
    "C5 00 02 00",        // no dimensions
    "C4 00 00 00",        // wide nop
    "C4 1A 00 00",        // wide iload_0
    "C4 FF 00 00",        //
    "C4 84 00 00 00",     // wide iinc, one byte short
};

static void refuses_bad_operands(void **state) {
    struct coded *t = *state;
    for (size_t n = 0; n < sizeof bad_operands / sizeof *bad_operands; n++) {
        if (parse_code(t, bad_operands[n])) {
            fail_msg("%s was read", bad_operands[n]);
        }
        said(t, D_CODE_OPERAND, "malformed operands of");
    }
    for (u4 op = OPC_N; op < 256; op++) {
        char text[8];
        snprintf(text, sizeof text, "00 %02X", op);
        assert_false(parse_code(t, text));
        said(t, D_CODE_OPCODE, "unknown opcode");
    }
}

static void reads_switches(void **state) {
    struct coded *t = *state;
    assert_true(parse_code(t, "00 00 AA 09"  // one byte of padding
                              "00 00 00 16 FF FF FF FF 00 00 00 00"
                              "FF FF FF FE FF FF FF FF 00"));
    assert_int_equal(t->k.n_switches, 1);
    const struct code_switch *s = &t->k.sw[0];
    assert_int_equal(t->k.insn[2].len, 22);
    assert_int_equal(s->n_pad, 1);
    assert_int_equal(s->pad[0], 9);
    assert_int_equal(s->low, -1);
    assert_int_equal(s->n, 2);
    assert_null(s->key);
    assert_int_equal(s->otherwise, 24);
    assert_int_equal(s->target[0], 0);
    assert_int_equal(s->target[1], 1);

    assert_true(parse_code(t, "AB 00 00 00 00 00 00 00 00 00 00 02"
                              "80 00 00 00 00 00 00 00"
                              "7F FF FF FF 00 00 00 1C 00"));
    s = &t->k.sw[0];
    assert_int_equal(s->n, 2);
    assert_int_equal(s->key[0], INT32_MIN);
    assert_int_equal(s->key[1], INT32_MAX);
    assert_int_equal(s->target[1], 28);

    // Without a row, and more of them than the first room holds.
    struct emit e;
    emit_init(&e, 1 << 20);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(e.n % 4, 0);
        put(&e, "AB 00 00 00 %4 00 00 00 00", 0);
    }
    begin(t);
    asm_code(&t->a,
             &(struct asm_method){.name = "f", .desc = "()V", .code = &e});
    emit_release(&e);
    assert_true(parse(t));
    assert_int_equal(t->k.n_switches, 9);
    assert_int_equal(t->k.sw[8].otherwise, t->k.insn[8].pc);
}

static void refuses_bad_switches(void **state) {
    struct coded *t = *state;
    static const char *const bad[] = {
        "AA 00 00 00",
        // high < low
        "AA 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00",
        // more rows than there are bytes
        "AA 00 00 00 00 00 00 00 80 00 00 00 7F FF FF FF",
        "AA 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
        "AB 00 00 00 00 00 00 00 80 00 00 00",
        "AB 00 00 00 00 00 00 00 FF FF FF FF",
        "AB 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00",
        // default and target outside
        "AB 00 00 00 00 00 00 0C 00 00 00 00",
        "AB 00 00 00 FF FF FF FF 00 00 00 00",
        "AA 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 14",
    };
    for (size_t n = 0; n < sizeof bad / sizeof *bad; n++) {
        if (parse_code(t, bad[n])) {
            fail_msg("%s was read", bad[n]);
        }
        said(t, D_CODE_OPERAND, "switch");
    }
}

static void says_what_is_wrong_with_the_rest(void **state) {
    struct coded *t = *state;
    assert_false(parse_code(t, ""));
    said(t, D_CODE_LENGTH, "code of 0 bytes");
    assert_false(parse_code(t, "00*65536"));
    said(t, D_CODE_LENGTH, "code of 65536 bytes");
    assert_true(parse_code(t, "00*65535"));
    assert_int_equal(t->k.n_insn, 65535);

    static const struct {
        const char *body;
        enum diag_id id;
        const char *says;
    } cases[] = {
        {"00 01 00 01 00 00", D_CODE_TRUNCATED, "truncated code"},
        {"00 01 00 01 00 00 00 05 B1", D_CODE_TRUNCATED, "truncated code"},
        {"00 01 00 01 00 00 00 01 B1 00 01", D_CODE_TABLE,
         "malformed exception table"},
        {"00 01 00 01 00 00 00 01 B1 00 01 00 00 00 01 00 00 00 01 00 00",
         D_CODE_TABLE, "malformed exception table"},
        {"00 01 00 01 00 00 00 01 B1 00 00", D_CLASS_TRUNCATED,
         "truncated attributes"},
        {"00 01 00 01 00 00 00 01 B1 00 00 00 01 00 02 00 00 00 00",
         D_ATTR_NAME, "not a Utf8"},
        {"00 01 00 01 00 00 00 01 B1 00 00 00 00 FF", D_CODE_TABLE,
         "malformed end of Code"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        begin(t);
        struct asm_attrs as;
        asm_attrs_init(&as);
        asm_attr(&t->a, &as, "Code", cases[n].body);
        asm_method_raw(&t->a, 8, "f", "()V", &as);
        asm_attrs_release(&as);
        assert_false(parse(t));
        said(t, cases[n].id, cases[n].says);
    }
}

// Up to version 45.2 the three fields before the code are shorter.
static void narrow_headers(void **state) {
    struct coded *t = *state;
    for (u2 minor = 2; minor <= 3; minor++) {
        asm_release(&t->a);
        asm_init(&t->a, 45);
        t->a.minor = minor;
        struct emit code;
        emit_init(&code, 100);
        put(&code, "00 B1");
        asm_code(&t->a, &(struct asm_method){.name = "f",
                                             .desc = "()V",
                                             .max_stack = 3,
                                             .max_locals = 4,
                                             .code = &code});
        emit_release(&code);
        assert_true(parse(t));
        assert_int_equal(t->k.narrow, minor == 2);
        assert_int_equal(t->k.max_stack, 3);
        assert_int_equal(t->k.max_locals, 4);
        assert_int_equal(t->k.n_insn, 2);
    }
}

static void reads_the_tables_of_the_sample(void **state) {
    struct coded *t = *state;
    asm_release(&t->a);
    sample_class(&t->a);
    assert_true(parse(t));
    assert_int_equal(t->d.text.n, 0);
    const struct code *k = &t->k;
    assert_int_equal(k->length, SAMPLE_CODE_LENGTH);
    assert_int_equal(k->n_handlers, 1);
    assert_int_equal(k->handler[0].handler, 84);
    const struct code_attr *f = code_find(k, ATTR_StackMapTable);
    static const u4 at[] = {24, 44, 50, 84};
    assert_int_equal(f->n, 4);
    for (u4 i = 0; i < 4; i++) {
        assert_int_equal(f->frame[i].pc, at[i]);
        assert_int_equal(f->frame[i].tag, i == 3 ? FRAME_SAME1 : FRAME_SAME);
    }
    assert_int_equal(f->frame[3].type[0].tag, VT_OBJECT);
    const struct code_attr *lines = code_find(k, ATTR_LineNumberTable);
    assert_int_equal(lines->line[1].pc, 50);
    assert_int_equal(lines->line[1].line, 11);
    const struct code_attr *vars = code_find(k, ATTR_LocalVariableTable);
    assert_int_equal(vars->var[1].start, 58);
    assert_int_equal(vars->var[1].length, 26);
    assert_int_equal(vars->var[1].index, 1);
    const struct code_attr *annos =
        code_find(k, ATTR_RuntimeVisibleTypeAnnotations);
    assert_int_equal(annos->n, 5);
    assert_int_equal(annos->anno[0].range[0].start, 58);
    assert_int_equal(annos->anno[1].x, 0);
    assert_int_equal(annos->anno[2].x, 50);
    assert_int_equal(annos->anno[2].rest.n, 7);
    assert_int_equal(annos->anno[3].x, 72);
    assert_int_equal(annos->anno[3].arg, 0);
    assert_null(code_find(k, ATTR_RuntimeInvisibleTypeAnnotations));
    assert_int_equal(code_index(k, 50), 5);
    assert_int_equal(code_index(k, 51), 6);
    assert_int_equal(code_index(k, 99), k->n_insn);
}

struct table_case {
    const char *name, *body;
    bool bad;
};

// The code is three nops and a return: offsets 0 to 3. Constant 2 is a Class.
static const struct table_case table_cases[] = {
    {"StackMapTable", "00 00", false},
    {"StackMapTable", "", true},
    {"StackMapTable", "00 01", true},
    {"StackMapTable", "00 01 03", false},
    {"StackMapTable", "00 01 04", true},  // outside the code
    {"StackMapTable", "00 02 02 00", false},
    {"StackMapTable", "00 02 02 01", true},
    {"StackMapTable", "00 01 40 01", false},
    {"StackMapTable", "00 01 40 07 00 02", false},
    {"StackMapTable", "00 01 40 07 00 01", true},  // no Class
    {"StackMapTable", "00 01 40 09", true},        // no such type
    {"StackMapTable", "00 01 80", true},           // reserved
    {"StackMapTable", "00 01 F6", true},           // reserved
    {"StackMapTable", "00 01 F7 00 01 08 00 02", false},
    {"StackMapTable", "00 01 F8 00 01", false},
    {"StackMapTable", "00 01 FB 00 03", false},
    {"StackMapTable", "00 01 FC 00 01 04", false},
    {"StackMapTable", "00 01 FE 00 01 04 01", true},  // one too few
    {"StackMapTable", "00 01 FE 00 01 04 01 02", false},
    {"StackMapTable", "00 01 FF 00 01 00 01 06 00 02 01 00", false},
    {"StackMapTable", "00 01 FF 00 01 00 00 00 00", false},
    {"StackMapTable", "00 01 FF 00 01 FF FF 01", true},
    {"StackMapTable", "00 01 FF 00 01 00 00 FF FF", true},
    {"StackMapTable", "00 01 03 00", true},  // a byte behind it
    {"LineNumberTable", "00 01 00 00 00 01", false},
    {"LineNumberTable", "00 02 00 00 00 01", true},
    {"LineNumberTable", "00 01 00 00 00 01 00", true},
    {"LocalVariableTable", "00 01 00*10", false},
    {"LocalVariableTable", "00 01 00*9", true},
    {"LocalVariableTypeTable", "00 02 00*10", true},
    {"RuntimeVisibleTypeAnnotations", "00 01 43 00 01 00 00 01 00 00", false},
    {"RuntimeVisibleTypeAnnotations", "00 01 43 00 01 00 00 02 00 00", true},
    {"RuntimeVisibleTypeAnnotations", "00 02 43 00 01 00 00 01 00 00", true},
    {"RuntimeVisibleTypeAnnotations", "00 01 41 00 02 00*12 00 00 01 00 00",
     false},
    {"RuntimeVisibleTypeAnnotations", "00 01 41 FF FF 00 00 01 00 00", true},
    {"RuntimeInvisibleTypeAnnotations", "00 01 4B 00 00 02 00 00 01 00 00",
     false},
    {"RuntimeInvisibleTypeAnnotations", "00 01 4C 00 00 02 00 00 01 00 00",
     true},
};

static void tables_are_checked_and_kept(void **state) {
    struct coded *t = *state;
    for (size_t n = 0; n < sizeof table_cases / sizeof *table_cases; n++) {
        const struct table_case *k = &table_cases[n];
        begin(t);
        struct emit code;
        emit_init(&code, 100);
        put(&code, "00 00 00 B1");
        struct asm_attrs as;
        asm_attrs_init(&as);
        asm_attr(&t->a, &as, k->name, k->body);
        asm_code(&t->a,
                 &(struct asm_method){
                     .name = "f", .desc = "()V", .code = &code, .attrs = &as});
        asm_attrs_release(&as);
        emit_release(&code);
        assert_true(parse(t));
        if (t->k.attrs.v[0].bad != k->bad) {
            fail_msg("%s %s: bad is %d", k->name, k->body, t->k.attrs.v[0].bad);
        }
        assert_int_equal(t->d.n_id[D_ATTR_BODY], k->bad);
        t->d.n_id[D_ATTR_BODY] = 0;
    }
}

#define WITH_CODED(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_CODED(reads_each_operand_format),
        WITH_CODED(refuses_bad_operands),
        WITH_CODED(reads_switches),
        WITH_CODED(refuses_bad_switches),
        WITH_CODED(says_what_is_wrong_with_the_rest),
        WITH_CODED(narrow_headers),
        WITH_CODED(reads_the_tables_of_the_sample),
        WITH_CODED(tables_are_checked_and_kept),
    };
    return cmocka_run_group_tests_name("classfile/code", tests, NULL, NULL);
}
