// SPDX-License-Identifier: MIT
// test_edit_tables.c - the gap model, row by row, and tables that are dropped.
//
// Every instruction of one method gets one byte in front and, if it can fall
// through, two bytes behind; four stand at the entry. So the bar before an
// instruction, the instruction itself and its end are all different offsets.

#include "tests/unit/lib/asmclass.h"
#include "tests/unit/lib/edited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct gaps {
    struct asm_class a;
    struct edited t;
    struct emit code, handlers;
    struct asm_attrs attrs;
    u2 init, throwable, text;
    bool in_front;  // an exception range of ours goes first
};

static void begin(struct gaps *s, u2 major) {
    asm_release(&s->a);
    asm_attrs_release(&s->attrs);
    asm_init(&s->a, major);
    asm_attrs_init(&s->attrs);
    emit_reset(&s->code);
    emit_reset(&s->handlers);
    s->init = asm_ref(&s->a, 10, "java/lang/Object", "<init>", "()V");
    s->throwable = asm_class_const(&s->a, "java/lang/Throwable");
    s->text = asm_utf8(&s->a, "text");
}

// 0 new, 3 dup, 4 iload_0, 5 ifeq 11, 8 goto 11, 11 <init>, 14 astore_1,
// 15 iload_0, 16 ifeq 0, 19 iload_0, 20 tableswitch (0: 0, default: 40),
// 40 return, 41 pop, 42 return; 41 handles [0, 41)
static void method(struct gaps *s) {
    begin(s, 52);
    put(&s->code, "BB %2 59 1A 99 00 06 A7 00 03 B7 %2 4C 1A 99 FF F0 1A",
        s->a.super_class, s->init);
    put(&s->code, "AA 11 11 11 %4 00*8 %4 B1 57 B1", 20, -20);
    put(&s->handlers, "00 00 00 29 00 29 00 00");
    asm_attr(&s->a, &s->attrs, "StackMapTable",
             "00 04 00 FF 00 0A 00 01 01 00 02 08 00 00 08 00 00 1C"
             "40 07 %2",
             s->throwable);
}

static int set_up(void **state) {
    struct gaps *s = test_calloc(1, sizeof *s);
    edited_init(&s->t);
    emit_init(&s->code, 1 << 20);
    emit_init(&s->handlers, 1 << 20);
    method(s);
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct gaps *s = *state;
    asm_release(&s->a);
    asm_attrs_release(&s->attrs);
    edited_release(&s->t);
    emit_release(&s->code);
    emit_release(&s->handlers);
    test_free(s);
    return 0;
}

static struct seq nops(struct edit *e, u4 n) {
    struct seq s = seq_begin(e);
    while (n--) {
        seq_op(e, &s, OPC_nop);
    }
    return s;
}

static void everywhere(void *ctx, struct edit *e) {
    struct gaps *s = ctx;
    edit_entry(e, nops(e, 4));
    for (u4 i = 0; i < e->k->n_insn; i++) {
        edit_before(e, i, nops(e, 1));
        if (!op_is(e->k->insn[i].op, OP_END)) {
            edit_after(e, i, nops(e, 2));
        }
    }
    if (s->in_front) {
        struct seq q = seq_begin(e);
        seq_op(e, &q, OPC_athrow);
        u4 h = edit_add_handler(
            e, (struct edit_handler){.seq = q, .type = s->throwable});
        edit_add_range(e, (struct edit_range){.from = {4, EDIT_AT},
                                              .to = {4, EDIT_END},
                                              .first = true,
                                              .handler = h});
    }
}

static void run(struct gaps *s, bool checked) {
    asm_code(&s->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "(I)V",
                                         .max_stack = 3,
                                         .max_locals = 2,
                                         .code = &s->code,
                                         .handlers = &s->handlers,
                                         .attrs = &s->attrs});
    struct bytes in = asm_finish(&s->a);
    if (checked) {
        edited_run(&s->t, in, everywhere, s);
    } else {
        edited_run_unchecked(&s->t, in, everywhere, s);
    }
}

static void branches_lead_to_the_bar(void **state) {
    struct gaps *s = *state;
    run(s, true);
    // bars: 4 10 14 18 24 28 34 38 42 48 52 72 74 78
    assert_code(&s->t, 0,
                "00 00 00 00 00 BB %2 00 00 00 59 00 00 00 1A 00 00"
                "00 99 00 09 00 00 00 A7 00 03 00 B7 %2 00 00 00 4C 00 00"
                "00 1A 00 00 00 99 FF D9 00 00 00 1A 00 00"
                "00 AA 00 00 %4 00*8 %4 00 B1 00 57 00 00 00 B1",
                s->a.super_class, s->init, 19, -49);
}

static void exception_ranges_lead_from_bar_to_bar(void **state) {
    struct gaps *s = *state;
    run(s, true);
    struct code *k = edited_code(&s->t, 0);
    assert_int_equal(k->n_handlers, 1);
    assert_handler(k, 0, (u4[]){4, 74, 74, 0});
}

static void frames_lead_to_the_bar_and_uninitialized_to_the_new(void **state) {
    struct gaps *s = *state;
    run(s, true);
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 04 04 FF %2 00 01 01 00 02 08 %2 08 %2 2B 41 07 %2", 23, 5,
                 5, s->throwable);
}

static void lines_lead_to_the_bar_but_0_stays_0(void **state) {
    struct gaps *s = *state;
    asm_attr(&s->a, &s->attrs, "LineNumberTable",
             "00 03 00 00 00 07 00 0B 00 08 00 28 00 09");
    asm_attr(&s->a, &s->attrs, "LineNumberTable", "00 01 00 29 00 0A");
    run(s, true);
    assert_table(&s->t, 0, ATTR_LineNumberTable,
                 "00 03 00 00 00 07 00 1C 00 08 00 48 00 09");
    struct code *k = edited_code(&s->t, 0);
    assert_int_equal(k->attrs.n, 3);
    assert_int_equal(k->attr[2].line[0].pc, 74);
    assert_int_equal(k->attr[2].line[0].line, 10);
}

static void variables_lead_from_bar_to_bar_but_0_stays_0(void **state) {
    struct gaps *s = *state;
    u4 n = s->text;
    asm_attr(&s->a, &s->attrs, "LocalVariableTable",
             "00 03 00 00 00 2B %2 %2 00 00 00 0F 00 19 %2 %2 00 01"
             "00 00 00 00 %2 %2 00 00",
             n, n, n, n, n, n);
    asm_attr(&s->a, &s->attrs, "LocalVariableTypeTable",
             "00 01 00 0F 00 19 %2 %2 00 01", n, n);
    run(s, true);
    assert_table(&s->t, 0, ATTR_LocalVariableTable,
                 "00 03 00 00 %2 %2 %2 00 00 %2 %2 %2 %2 00 01"
                 "00 00 00 00 %2 %2 00 00",
                 80, n, n, 38, 34, n, n, n, n);
    assert_table(&s->t, 0, ATTR_LocalVariableTypeTable,
                 "00 01 %2 %2 %2 %2 00 01", 38, 34, n, n);
}

static void annotations(struct gaps *s) {
    u4 n = s->text;
    asm_attr(&s->a, &s->attrs, "RuntimeVisibleTypeAnnotations",
             "00 09"
             "40 00 02 00 00 00 2B 00 00 00 0F 00 19 00 01 00 %2 00 00"
             "41 00 01 00 2B 00 00 00 01 00 %2 00 00"
             "42 00 00 01 00 00 %2 00 00"
             "43 00 04 00 %2 00 00"
             "44 00 00 00 %2 00 00"
             "46 00 29 00 %2 00 00"
             "47 00 0B 02 00 %2 00 00"
             "4B 00 28 03 00 %2 00 00"
             "13 00 %2 00 00",
             n, n, n, n, n, n, n, n, n);
}

static void assert_annotations(struct gaps *s, u4 catch, u4 end) {
    u4 n = s->text;
    assert_table(&s->t, 0, ATTR_RuntimeVisibleTypeAnnotations,
                 "00 09"
                 "40 00 02 00 00 %2 00 00 %2 %2 00 01 00 %2 00 00"
                 "41 00 01 %2 00 00 00 01 00 %2 00 00"
                 "42 %2 01 00 00 %2 00 00"
                 "43 %2 00 %2 00 00"
                 "44 %2 00 %2 00 00"
                 "46 %2 00 %2 00 00"
                 "47 %2 02 00 %2 00 00"
                 "4B %2 03 00 %2 00 00"
                 "13 00 %2 00 00",
                 end, 38, 34, n, end, n, catch, n, 15, n, 5, n, 75, n, 29, n,
                 73, n, n);
}

static void type_annotations_follow_the_instruction(void **state) {
    struct gaps *s = *state;
    annotations(s);
    run(s, true);
    assert_annotations(s, 0, 80);
}

static void catch_annotations_count_what_is_put_in_front(void **state) {
    struct gaps *s = *state;
    s->in_front = true;
    annotations(s);
    run(s, true);
    assert_annotations(s, 1, 80);
    struct code *k = edited_code(&s->t, 0);
    assert_handler(k, 0, (u4[]){25, 28, 80, 0});
    assert_handler(k, 1, (u4[]){4, 74, 74, 0});
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 05 04 FF %2 00 01 01 00 02 08 %2 08 %2 2B 41 07 %2"
                 "FF %2 00 00 00 01 07 %2",
                 23, 5, 5, s->throwable, 5, s->throwable);
}

// Without a layout everything is as it was, padding of switches included.
static void unedited_is_unchanged(void **state) {
    struct gaps *s = *state;
    annotations(s);
    asm_code(&s->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "(I)V",
                                         .code = &s->code,
                                         .attrs = &s->attrs});
    struct bytes in = asm_finish(&s->a);
    edited_run_unchecked(&s->t, in, NULL, NULL);
    assert_int_equal(s->t.out.n, in.n);
    assert_memory_equal(s->t.out.p, in.p, in.n);
}

struct drop_case {
    const char *name, *body;
    u2 said;  // enum diag_id of the note, D_N_IDS for none
};

// In a method 0 nop, 1 bipush, 3 pop, 4 return.
static const struct drop_case drop_cases[] = {
    {"LineNumberTable", "00 01 00 04 00 01", D_N_IDS},
    {"LineNumberTable", "00 01 00 02 00 01", D_TABLE_DROPPED},
    {"LineNumberTable", "00 01 00 05 00 01", D_TABLE_DROPPED},
    {"LineNumberTable", "00 01 FF FF 00 01", D_TABLE_DROPPED},
    {"LineNumberTable", "00 02 00 00 00 01", D_ATTR_DROPPED},
    {"LocalVariableTable", "00 01 00 04 00 01 00 01 00 01 00 00", D_N_IDS},
    {"LocalVariableTable", "00 01 00 02 00 03 00 01 00 01 00 00",
     D_TABLE_DROPPED},
    {"LocalVariableTable", "00 01 00 00 00 02 00 01 00 01 00 00",
     D_TABLE_DROPPED},
    {"LocalVariableTable", "00 01 00 00 00 06 00 01 00 01 00 00",
     D_TABLE_DROPPED},
    {"LocalVariableTable", "00 01 00 03 FF FF 00 01 00 01 00 00",
     D_TABLE_DROPPED},
    {"LocalVariableTable", "00 01 00 05 00 00 00 01 00 01 00 00",
     D_TABLE_DROPPED},
    {"RuntimeVisibleTypeAnnotations", "00 01 43 00 02 00 00 01 00 00",
     D_TABLE_DROPPED},
    {"RuntimeVisibleTypeAnnotations", "00 01 42 00 01 00 00 01 00 00",
     D_TABLE_DROPPED},
    {"RuntimeInvisibleTypeAnnotations",
     "00 01 40 00 01 00 02 00 01 00 00 00 00 01 00 00", D_TABLE_DROPPED},
    {"RuntimeInvisibleTypeAnnotations",
     "00 01 40 00 01 00 05 00 00 00 00 00 00 01 00 00", D_N_IDS},
    {"CharacterRangeTable", "00 00", D_ATTR_DROPPED},
    {"StackMap", "00 00", D_ATTR_DROPPED},
    {"Code", "00 00", D_ATTR_DROPPED},
};

static void what_cannot_be_moved_is_dropped_with_a_note(void **state) {
    struct gaps *s = *state;
    for (size_t i = 0; i < sizeof drop_cases / sizeof *drop_cases; i++) {
        const struct drop_case *d = &drop_cases[i];
        begin(s, 49);
        put(&s->code, "00 10 05 57 B1");
        put(&s->handlers, "00 00 00 03 00 03 00 00");
        asm_attr(&s->a, &s->attrs, d->name, d->body);
        asm_attr(&s->a, &s->attrs, "LineNumberTable", "00 01 00 01 00 2A");
        u4 dropped = s->t.d.n_id[D_TABLE_DROPPED];
        u4 unknown = s->t.d.n_id[D_ATTR_DROPPED];
        run(s, false);
        assert_int_equal(s->t.w.n_edited, 1);
        struct code *k = edited_code(&s->t, 0);
        if (k->attrs.n != 1 + (d->said == D_N_IDS)) {
            fail_msg("%s %s: %u attributes", d->name, d->body, k->attrs.n);
        }
        const struct code_attr *last = &k->attr[k->attrs.n - 1];
        assert_int_equal(last->a->kind, ATTR_LineNumberTable);
        assert_int_equal(last->line[0].line, 42);
        assert_int_equal(s->t.d.n_id[D_TABLE_DROPPED],
                         dropped + (d->said == D_TABLE_DROPPED));
        assert_int_equal(s->t.d.n_id[D_ATTR_DROPPED],
                         unknown + (d->said == D_ATTR_DROPPED));
    }
}

// HotSpot wants each entry of the type table in the other one, too.
static void variable_tables_fall_together(void **state) {
    struct gaps *s = *state;
    static const char *const tables[] = {"LocalVariableTable",
                                         "LocalVariableTypeTable"};
    for (int bad = 0; bad < 2; bad++) {
        begin(s, 49);
        put(&s->code, "00 10 05 57 B1");
        put(&s->handlers, "00 00 00 03 00 03 00 00");
        asm_attr(&s->a, &s->attrs, tables[bad],
                 "00 02 00 00 00 05 %2 %2 00 00 00 02 00 02 %2 %2 00 01",
                 s->text, s->text, s->text, s->text);
        asm_attr(&s->a, &s->attrs, tables[!bad],
                 "00 01 00 00 00 05 %2 %2 00 00", s->text, s->text);
        run(s, false);
        assert_int_equal(edited_code(&s->t, 0)->attrs.n, 0);
    }
    assert_said(&s->t, TABLE_DROPPED, 4);
    assert_text(&s->t.d, "LocalVariableTypeTable has an offset");
}

// ... also when one of them cannot be read at all.
static void a_malformed_variable_table_takes_the_other_along(void **state) {
    struct gaps *s = *state;
    begin(s, 49);
    put(&s->code, "00 10 05 57 B1");
    put(&s->handlers, "00 00 00 03 00 03 00 00");
    asm_attr(&s->a, &s->attrs, "LocalVariableTable", "00 01 00");
    asm_attr(&s->a, &s->attrs, "LocalVariableTypeTable",
             "00 01 00 00 00 05 %2 %2 00 00", s->text, s->text);
    run(s, false);
    assert_int_equal(edited_code(&s->t, 0)->attrs.n, 0);
    assert_said(&s->t, ATTR_DROPPED, 1);
    assert_said(&s->t, TABLE_DROPPED, 1);
}

#define WITH_GAPS(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_GAPS(branches_lead_to_the_bar),
        WITH_GAPS(exception_ranges_lead_from_bar_to_bar),
        WITH_GAPS(frames_lead_to_the_bar_and_uninitialized_to_the_new),
        WITH_GAPS(lines_lead_to_the_bar_but_0_stays_0),
        WITH_GAPS(variables_lead_from_bar_to_bar_but_0_stays_0),
        WITH_GAPS(type_annotations_follow_the_instruction),
        WITH_GAPS(catch_annotations_count_what_is_put_in_front),
        WITH_GAPS(unedited_is_unchanged),
        WITH_GAPS(what_cannot_be_moved_is_dropped_with_a_note),
        WITH_GAPS(variable_tables_fall_together),
        WITH_GAPS(a_malformed_variable_table_takes_the_other_along),
    };
    return cmocka_run_group_tests_name("edit/tables", tests, NULL, NULL);
}
