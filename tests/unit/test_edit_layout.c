// SPDX-License-Identifier: MIT
// test_edit_layout.c - branches that grow, and methods that grow too large.

#include "tests/unit/lib/asmclass.h"
#include "tests/unit/lib/edited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct laid {
    struct asm_class a;
    struct edited t;
    struct emit code, handlers;
    struct asm_attrs attrs;
    u4 insn, n;  // n nops go in front of this instruction
};

static void begin(struct laid *s, u2 major) {
    asm_release(&s->a);
    asm_attrs_release(&s->attrs);
    asm_init(&s->a, major);
    asm_attrs_init(&s->attrs);
    emit_reset(&s->code);
    emit_reset(&s->handlers);
}

static int set_up(void **state) {
    struct laid *s = test_calloc(1, sizeof *s);
    edited_init(&s->t);
    emit_init(&s->code, 1 << 20);
    emit_init(&s->handlers, 1 << 20);
    begin(s, 49);
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct laid *s = *state;
    asm_release(&s->a);
    asm_attrs_release(&s->attrs);
    edited_release(&s->t);
    emit_release(&s->code);
    emit_release(&s->handlers);
    test_free(s);
    return 0;
}

static void pad(void *ctx, struct edit *e) {
    struct laid *s = ctx;
    struct seq q = seq_begin(e);
    for (u4 i = 0; i < s->n; i++) {
        seq_op(e, &q, OPC_nop);
    }
    edit_before(e, s->insn, q);
}

static void add_method(struct laid *s, u2 max_stack, u2 max_locals) {
    asm_code(&s->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "(IJ)V",
                                         .max_stack = max_stack,
                                         .max_locals = max_locals,
                                         .code = &s->code,
                                         .handlers = &s->handlers,
                                         .attrs = &s->attrs});
}

static void run(struct laid *s, u4 insn, u4 n) {
    s->insn = insn;
    s->n = n;
    add_method(s, 4, 4);
    edited_run(&s->t, asm_finish(&s->a), pad, s);
    assert_int_equal(s->t.w.n_refused, 0);
}

static void goto_forward(void **state) {
    struct laid *s = *state;
    for (u4 n = 4; n <= 5; n++) {
        begin(s, 49);
        put(&s->code, "A7 %2 00*32760 B1", 32763);
        run(s, 9, n);
        if (n == 4) {
            assert_code(&s->t, 0, "A7 %2 00*32764 B1", 32767);
        } else {
            assert_code(&s->t, 0, "C8 %4 00*32765 B1", 32770);
        }
    }
}

static void goto_backward(void **state) {
    struct laid *s = *state;
    for (u4 n = 8; n <= 9; n++) {
        begin(s, 49);
        put(&s->code, "00*32760 A7 %2", -32760);
        run(s, 9, n);
        if (n == 8) {
            assert_code(&s->t, 0, "00*32768 A7 %2", -32768);
        } else {
            assert_code(&s->t, 0, "00*32769 C8 %4", -32769);
        }
    }
}

static void jsr_both_ways(void **state) {
    struct laid *s = *state;
    // 0 jsr, 3 return, ..., astore_1, ret 1
    put(&s->code, "A8 %2 B1 00*32759 4C A9 01", 32763);
    run(s, 9, 10);
    assert_code(&s->t, 0, "C9 %4 B1 00*32769 4C A9 01", 32775);
    begin(s, 49);
    // 0 goto, 3 astore_1, 4 ret 1, ..., jsr, return
    put(&s->code, "A7 %2 4C A9 01 00*32757 A8 %2 B1", 32763, -32760);
    run(s, 9, 10);
    assert_code(&s->t, 0, "C8 %4 4C A9 01 00*32767 C9 %4 B1", 32775, -32770);
}

static void wide_forms_stay_wide(void **state) {
    struct laid *s = *state;
    put(&s->code, "C8 %4 00 B1", 6);
    run(s, 1, 2);
    assert_code(&s->t, 0, "C8 %4 00 00 00 B1", 8);
}

// Each condition, with its opposite, and what it pops.
static const struct {
    u1 op, opposite;
    const char *push;
} conditions[] = {
    {0x99, 0x9A, "03"},    {0x9A, 0x99, "03"},    {0x9B, 0x9C, "03"},
    {0x9C, 0x9B, "03"},    {0x9D, 0x9E, "03"},    {0x9E, 0x9D, "03"},
    {0x9F, 0xA0, "03 03"}, {0xA0, 0x9F, "03 03"}, {0xA1, 0xA2, "03 03"},
    {0xA2, 0xA1, "03 03"}, {0xA3, 0xA4, "03 03"}, {0xA4, 0xA3, "03 03"},
    {0xA5, 0xA6, "01 01"}, {0xA6, 0xA5, "01 01"}, {0xC6, 0xC7, "01"},
    {0xC7, 0xC6, "01"},
};

static void an_if_is_turned_round(void **state) {
    struct laid *s = *state;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        begin(s, 49);
        put(&s->code, conditions[i].push);
        u4 at = (u4)s->code.n;
        put(&s->code, "%1 %2 00*32762 B1", conditions[i].op, 32765);
        run(s, 9, 10);
        struct code *k = edited_code(&s->t, 0);
        const struct insn *p = &k->insn[code_index(k, at)];
        assert_int_equal(p[0].op, conditions[i].opposite);
        assert_int_equal(p[0].b, at + 8);
        assert_int_equal(p[1].op, OPC_goto_w);
        assert_int_equal(p[1].b, at + 8 + 32772);
        assert_int_equal(k->insn[k->n_insn - 1].pc, p[1].b);
    }
}

static void an_if_backward(void **state) {
    struct laid *s = *state;
    put(&s->code, "00*32760 03 99 %2 B1", -32761);
    run(s, 9, 10);
    assert_code(&s->t, 0, "00*32770 03 9A 00 08 C8 %4 B1", -32774);
}

// Widening one branch pushes another one out of reach.
static void widening_spreads(void **state) {
    struct laid *s = *state;
    put(&s->code, "A7 %2 A7 %2 00*32761 B1 00 00 B1", 32767, 32767);
    run(s, 32764, 1);
    assert_code(&s->t, 0, "C8 %4 C8 %4 00*32761 B1 00 00 00 B1", 32771, 32770);
}

// A switch moves and its padding with it, while branches around it grow.
static void switches_have_far_targets(void **state) {
    struct laid *s = *state;
    put(&s->code, "A7 %2 03 AA 00 00 00 %4 00*8 %4 00*32740 B1", 32764 - 0,
        32760, -4);
    assert_int_equal(s->code.n, 32765);
    run(s, 10, 10);
    // The goto has grown by 2, the padding goes from 3 to 1.
    assert_code(&s->t, 0, "C8 %4 03 AA 00 %4 00*8 %4 00*32750 B1", 32774, 32768,
                -6);
}

static void far_switches(void **state) {
    struct laid *s = *state;
    put(&s->code, "03 AB 00 00 %4 00 00 00 01 00*4 %4 00*32760 B1 B1", 32779,
        32780);
    run(s, 30, 20000);
    assert_code(&s->t, 0, "03 AB 00 00 %4 00 00 00 01 00*4 %4 00*52760 B1 B1",
                52779, 52780);
}

// Version 52: behind the goto_w there must be a frame with what lies there.
static void a_widened_if_gets_a_frame(void **state) {
    struct laid *s = *state;
    begin(s, 52);
    // 0 iconst_0 1 lload_1 2 iload_0 3 ifeq L 6 .. nops, pop2, pop, return
    // L: pop2, pop, return with locals I J
    put(&s->code, "03 1F 1A 99 %2 00*32758 58 57 B1 58 57 B1", 32764);
    asm_attr(&s->a, &s->attrs, "StackMapTable",
             "00 01 FF %2 00 02 01 04 00 02 01 04", 32767);
    run(s, 9, 10);
    assert_code(&s->t, 0, "03 1F 1A 9A 00 08 C8 %4 00*32768 58 57 B1 58 57 B1",
                32776);
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 02 FF 00 0B 00 02 01 04 00 02 01 04"
                 "FF %2 00 02 01 04 00 02 01 04",
                 32770);
}

// Where the input has a frame behind the `if`, that one serves.
static void no_second_frame_behind_an_if(void **state) {
    struct laid *s = *state;
    begin(s, 52);
    put(&s->code, "1A 99 %2 00*32762 B1", 32765);
    asm_attr(&s->a, &s->attrs, "StackMapTable", "00 02 04 FB %2", 32761);
    run(s, 9, 10);
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 02 FF 00 09 00 02 01 04 00 00 FF %2 00 02 01 04 00 00",
                 32771);
}

static void behind_if(void *ctx, struct edit *e) {
    pad(ctx, e);
    struct seq q = seq_begin(e);
    seq_op(e, &q, OPC_nop);
    edit_after(e, 1, q);
}

// ... unless something was inserted between the two.
static void both_frames_around_what_is_behind_an_if(void **state) {
    struct laid *s = *state;
    begin(s, 52);
    put(&s->code, "1A 99 %2 00*32762 B1", 32765);
    asm_attr(&s->a, &s->attrs, "StackMapTable", "00 02 04 FB %2", 32761);
    s->insn = 9;
    s->n = 10;
    add_method(s, 4, 4);
    edited_run(&s->t, asm_finish(&s->a), behind_if, s);
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 03 FF 00 09 00 02 01 04 00 00 FF 00 00 00 02 01 04 00 00"
                 "FF %2 00 02 01 04 00 00",
                 32771);
}

// What each of these frames takes while it is made does not add up.
static void many_widened_ifs_and_many_locals(void **state) {
    struct laid *s = *state;
    begin(s, 52);
    for (u4 i = 0; i < 3000; i++) {
        put(&s->code, "03 99 %2 00*6", 32760 - 10 * i - 1);
    }
    put(&s->code, "00*2760 B1");
    asm_attr(&s->a, &s->attrs, "StackMapTable", "00 01 FB %2", 32760);
    s->insn = 3000 * 8;
    s->n = 20000;
    add_method(s, 4, 65535);
    edited_run(&s->t, asm_finish(&s->a), pad, s);
    assert_int_equal(s->t.w.n_edited, 1);
    const struct code_attr *f =
        code_find(edited_code(&s->t, 0), ATTR_StackMapTable);
    assert_true(f->n > 1900);
    assert_true(s->t.w.method_arena.held < 64 << 20);
}

static void grow_by(struct laid *s, u4 n) {
    begin(s, 52);
    put(&s->code, "00*65000 B1");
    s->insn = 0;
    s->n = n;
    add_method(s, 4, 4);
    edited_run(&s->t, asm_finish(&s->a), pad, s);
}

static void as_long_as_65535(void **state) {
    struct laid *s = *state;
    grow_by(s, 534);
    assert_int_equal(s->t.w.n_refused, 0);
    assert_int_equal(edited_code(&s->t, 0)->length, 65535);
    grow_by(s, 535);
    assert_refused(&s->t, REFUSED_CODE_TOO_LARGE);
}

// What widening adds counts, too.
static void widening_can_be_too_much(void **state) {
    struct laid *s = *state;
    for (u4 n = 0; n < 2; n++) {
        begin(s, 49);
        put(&s->code, "A7 %2 00*32762 B1 00*32763", 32765);
        s->insn = 9;
        s->n = 3 + n;
        put(&s->code, "B1");
        add_method(s, 4, 4);
        edited_run(&s->t, asm_finish(&s->a), pad, s);
        assert_int_equal(s->t.w.n_refused, n);
    }
    assert_refused(&s->t, REFUSED_CODE_TOO_LARGE);
}

static void deep(void *ctx, struct edit *e) {
    (void)ctx;
    struct seq q = seq_begin(e);
    seq_int(e, &q, 0);
    seq_op(e, &q, OPC_pop);
    edit_before(e, 0, q);
}

static void at_entry(void *ctx, struct edit *e) {
    (void)ctx;
    struct seq q = seq_begin(e);
    seq_int(e, &q, 0);
    seq_op(e, &q, OPC_pop);
    edit_entry(e, q);
}

// At the entry the stack is empty, so it needs no more than the input does.
static void a_full_stack_is_refused(void **state) {
    struct laid *s = *state;
    put(&s->code, "B1");
    add_method(s, 65535, 4);
    struct bytes in = asm_finish(&s->a);
    edited_run(&s->t, in, deep, NULL);
    assert_refused(&s->t, REFUSED_STACK_FULL);
    edited_run(&s->t, in, at_entry, NULL);
    assert_int_equal(s->t.w.n_edited, 1);
    assert_int_equal(edited_code(&s->t, 0)->max_stack, 65535);
}

static void one_handler(void *ctx, struct edit *e) {
    (void)ctx;
    edit_wrap(e, seq_begin(e));
}

static void full_handlers_are_refused(void **state) {
    struct laid *s = *state;
    for (u4 more = 0; more < 2; more++) {
        begin(s, 49);
        put(&s->code, "57 B1");
        for (u4 i = 0; i < 65534 + more; i++) {
            put(&s->handlers, "00 01 00 02 00 00 00 00");
        }
        add_method(s, 4, 4);
        edited_run_unchecked(&s->t, asm_finish(&s->a), one_handler, NULL);
        assert_int_equal(s->t.w.n_refused, more);
    }
    assert_refused(&s->t, REFUSED_HANDLERS_FULL);
}

static void targets_inside_an_instruction_are_refused(void **state) {
    struct laid *s = *state;
    static const struct {
        const char *code, *handlers;
    } bad[] = {
        {"10 00 57 A7 FF FE", ""},
        {"10 00 99 FF FF B1", ""},
        {"C8 00 00 00 01", ""},
        {"03 AB 00 00 00 00 00 01 00 00 00 00 B1", ""},
        {"03 AA 00 00 00 00 00 13 00*8 00 00 00 01 B1", ""},
        {"10 00 57 B1", "00 01 00 03 00 00 00 00"},
        {"10 00 57 B1", "00 00 00 01 00 00 00 00"},
        {"10 00 57 B1", "00 00 00 05 00 00 00 00"},
        {"10 00 57 B1", "00 00 00 04 00 04 00 00"},
        {"10 00 57 B1", "00 04 00 04 00 00 00 00"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        begin(s, 49);
        put(&s->code, bad[i].code);
        put(&s->handlers, bad[i].handlers);
        s->n = 1;
        s->insn = 0;
        add_method(s, 4, 4);
        edited_run_unchecked(&s->t, asm_finish(&s->a), pad, s);
        assert_refused(&s->t, REFUSED_BAD_TARGET);
    }
}

#define WITH_LAID(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_LAID(goto_forward),
        WITH_LAID(goto_backward),
        WITH_LAID(jsr_both_ways),
        WITH_LAID(wide_forms_stay_wide),
        WITH_LAID(an_if_is_turned_round),
        WITH_LAID(an_if_backward),
        WITH_LAID(widening_spreads),
        WITH_LAID(switches_have_far_targets),
        WITH_LAID(far_switches),
        WITH_LAID(a_widened_if_gets_a_frame),
        WITH_LAID(no_second_frame_behind_an_if),
        WITH_LAID(both_frames_around_what_is_behind_an_if),
        WITH_LAID(many_widened_ifs_and_many_locals),
        WITH_LAID(as_long_as_65535),
        WITH_LAID(widening_can_be_too_much),
        WITH_LAID(a_full_stack_is_refused),
        WITH_LAID(full_handlers_are_refused),
        WITH_LAID(targets_inside_an_instruction_are_refused),
    };
    return cmocka_run_group_tests_name("edit/layout", tests, NULL, NULL);
}
