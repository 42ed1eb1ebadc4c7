// SPDX-License-Identifier: MIT
// test_edit_edit.c - sequences, where they are inserted and in which order.

#include "tests/unit/lib/asmclass.h"
#include "tests/unit/lib/edited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct editing {
    struct asm_class a;
    struct edited t;
    struct emit code, handlers;
    u2 probe_id;  // given to the edit functions, and set by them
};

static int set_up(void **state) {
    struct editing *s = test_calloc(1, sizeof *s);
    asm_init(&s->a, 49);
    edited_init(&s->t);
    emit_init(&s->code, 1 << 20);
    emit_init(&s->handlers, 1 << 20);
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct editing *s = *state;
    asm_release(&s->a);
    edited_release(&s->t);
    emit_release(&s->code);
    emit_release(&s->handlers);
    test_free(s);
    return 0;
}

// Adds the collected code as a static method (I)V and rewrites the class.
static void run(struct editing *s, edit_method_fn f) {
    asm_code(&s->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "(I)V",
                                         .max_stack = 1,
                                         .max_locals = 1,
                                         .code = &s->code,
                                         .handlers = &s->handlers});
    edited_run(&s->t, asm_finish(&s->a), f, s);
}

// A recognisable harmless sequence: bipush n, pop.
static struct seq mark(struct edit *e, s4 n) {
    struct seq s = seq_begin(e);
    seq_int(e, &s, n);
    seq_op(e, &s, OPC_pop);
    return s;
}

static void push_all(void *ctx, struct edit *e) {
    (void)ctx;
    static const s4 values[] = {-1,     0,     5,      6,         -2,
                                127,    -128,  128,    -129,      32767,
                                -32768, 32768, -32769, INT32_MAX, INT32_MIN};
    struct seq s = seq_begin(e);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        seq_int(e, &s, values[i]);
        seq_op(e, &s, OPC_pop);
    }
    assert_int_equal(s.need, 1);
    edit_entry(e, s);
}

static void ints_take_the_shortest_form(void **state) {
    struct editing *s = *state;
    put(&s->code, "B1");
    run(s, push_all);
    u4 n = s->t.in.n_pool;
    assert_code(&s->t, 0,
                "02 57 03 57 08 57 10 06 57 10 FE 57 10 7F 57 10 80 57"
                "11 00 80 57 11 FF 7F 57 11 7F FF 57 11 80 00 57"
                "12 %1 57 12 %1 57 12 %1 57 12 %1 57 B1",
                n, n + 1, n + 2, n + 3);
    assert_int_equal(s->t.c.pool[n + 3].value, 0x80000000u);
}

static void ldc_grows_with_the_index(void **state) {
    struct editing *s = *state;
    while (s->a.n_pool < 252) {
        asm_utf8(&s->a, "");
    }
    put(&s->code, "B1");
    run(s, push_all);
    // "f", "(I)V", "Code" come first: 255 is the last that ldc reaches.
    assert_int_equal(s->t.in.n_pool, 255);
    struct code *k = edited_code(&s->t, 0);
    assert_int_equal(k->insn[22].op, OPC_ldc);
    assert_int_equal(k->insn[22].a, 255);
    assert_int_equal(k->insn[24].op, OPC_ldc_w);
    assert_int_equal(k->insn[24].a, 256);
}

static void use_locals(void *ctx, struct edit *e) {
    struct editing *s = ctx;
    struct seq q = seq_begin(e);
    u4 first = edit_add_local(e, (struct vtype){.tag = VT_INT});
    s->probe_id = (u2)first;
    u4 wide = edit_add_local(e, (struct vtype){.tag = VT_LONG});
    u4 third = edit_add_local(e, (struct vtype){.tag = VT_DOUBLE});
    assert_int_equal(wide, first + 1);
    assert_int_equal(third, first + 3);
    seq_int(e, &q, 0);
    seq_local(e, &q, OPC_istore, first);
    seq_op(e, &q, OPC_lconst_0);
    seq_local(e, &q, OPC_lstore, wide);
    seq_op(e, &q, OPC_dconst_0);
    seq_local(e, &q, OPC_dstore, third);
    seq_local(e, &q, OPC_lload, wide);
    seq_op(e, &q, OPC_pop2);
    assert_int_equal(q.need, 2);
    edit_entry(e, q);
}

static void locals_take_the_shortest_form(void **state) {
    struct editing *s = *state;
    static const struct {
        u2 max_locals;
        const char *code;
    } cases[] = {
        {1, "03 3C 09 41 0E 39 04 20 58 B1"},
        {2, "03 3D 09 42 0E 39 05 21 58 B1"},
        {3, "03 3E 09 37 04 0E 39 06 16 04 58 B1"},
        {252, "03 36 FC 09 37 FD 0E 39 FF 16 FD 58 B1"},
        {255, "03 36 FF 09 C4 37 01 00 0E C4 39 01 02 C4 16 01 00 58 B1"},
        {65530, "03 C4 36 FF FA 09 C4 37 FF FB 0E C4 39 FF FD"
                "C4 16 FF FB 58 B1"},
    };
    put(&s->code, "B1");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        asm_release(&s->a);
        asm_init(&s->a, 49);
        asm_code(&s->a, &(struct asm_method){.access_flags = 8,
                                             .name = "f",
                                             .desc = "()V",
                                             .max_locals = cases[i].max_locals,
                                             .code = &s->code});
        edited_run(&s->t, asm_finish(&s->a), use_locals, s);
        assert_int_equal(s->probe_id, cases[i].max_locals);
        assert_code(&s->t, 0, cases[i].code);
        assert_int_equal(edited_code(&s->t, 0)->max_locals,
                         cases[i].max_locals + 5);
        assert_int_equal(edited_code(&s->t, 0)->max_stack, 2);
    }
}

static void one_too_many(void *ctx, struct edit *e) {
    (void)ctx;
    assert_int_equal(edit_add_local(e, (struct vtype){.tag = VT_LONG}), 65533);
    assert_int_equal(e->refused, REFUSED_NOT);
    edit_add_local(e, (struct vtype){.tag = VT_INT});
    edit_entry(e, mark(e, 1));
}

// Index 65534 is the last.
static void too_many_locals_are_refused(void **state) {
    struct editing *s = *state;
    put(&s->code, "B1");
    asm_code(&s->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "()V",
                                         .max_locals = 65533,
                                         .code = &s->code});
    edited_run(&s->t, asm_finish(&s->a), one_too_many, s);
    assert_refused(&s->t, REFUSED_LOCALS_FULL);
}

// The worked example of the rewriting rules: int f(int a) { return x.g(a); }
static void probe_call(void *ctx, struct edit *e) {
    struct editing *s = ctx;
    u2 entered = pool_methodref(e->pool, STR("P"), STR("p"), STR("(I)V"));
    u2 call = pool_methodref(e->pool, STR("P"), STR("p"),
                             STR("(Ljava/lang/Object;I)V"));
    s->probe_id = entered;
    struct seq q = seq_begin(e);
    seq_int(e, &q, 300);
    seq_invokestatic(e, &q, entered);
    edit_entry(e, q);
    q = seq_begin(e);
    seq_op(e, &q, OPC_dup2);
    seq_op(e, &q, OPC_pop);
    seq_int(e, &q, 400);
    seq_invokestatic(e, &q, call);
    assert_int_equal(q.need, 2);
    assert_int_equal(q.depth, 0);
    edit_before(e, 3, q);
    q = seq_begin(e);
    seq_int(e, &q, 400);
    seq_invokestatic(e, &q, entered);
    edit_after(e, 3, q);
    edit_exits(e, q);
}

static void the_worked_example(void **state) {
    struct editing *s = *state;
    u2 field = asm_ref(&s->a, 9, "T", "x", "LX;");
    u2 g = asm_ref(&s->a, 10, "X", "g", "(I)I");
    put(&s->code, "2A B4 %2 1B B6 %2 AC", field, g);
    asm_code(&s->a, &(struct asm_method){.name = "f",
                                         .desc = "(I)I",
                                         .max_stack = 2,
                                         .max_locals = 2,
                                         .code = &s->code});
    edited_run(&s->t, asm_finish(&s->a), probe_call, s);
    u4 p = s->probe_id;
    u4 q = 0;
    for (u4 i = 1; i < s->t.c.n_pool; i++) {
        if (cp_is(&s->t.c, i, CP_METHODREF) && i != p && i != g) {
            q = i;
        }
    }
    assert_code(&s->t, 0,
                "11 01 2C B8 %2 2A B4 %2 1B"
                "5C 57 11 01 90 B8 %2 B6 %2 11 01 90 B8 %2"
                "11 01 90 B8 %2 AC",
                p, field, q, g, p, p);
    assert_int_equal(edited_code(&s->t, 0)->max_stack, 4);
    assert_int_equal(s->t.w.n_edited, 1);
}

static void out_of_order(void *ctx, struct edit *e) {
    (void)ctx;
    edit_before(e, 2, mark(e, 10));
    edit_after(e, 1, mark(e, 11));
    edit_after(e, 0, mark(e, 12));
    edit_before(e, 1, mark(e, 13));
    edit_before(e, 0, mark(e, 14));
    edit_entry(e, mark(e, 15));
    edit_after(e, 1, mark(e, 16));
    edit_entry(e, mark(e, 17));
    edit_before(e, 2, mark(e, 18));
    assert_true(e->unsorted);
}

static void order_is_by_place_then_by_request(void **state) {
    struct editing *s = *state;
    put(&s->code, "00 00 B1");
    run(s, out_of_order);
    assert_code(&s->t, 0,
                "10 0F 57 10 11 57 10 0E 57 00 10 0C 57 10 0D 57 00"
                "10 0B 57 10 10 57 10 0A 57 10 12 57 B1");
}

static void exits_and_handlers(void *ctx, struct edit *e) {
    (void)ctx;
    edit_handler_entries(e, mark(e, 9));
    edit_exits(e, mark(e, 8));
}

static void every_exit_and_every_handler_once(void **state) {
    struct editing *s = *state;
    // 0 iload_0, 1 ifeq 5, 4 return, 5 return, 6 athrow, 7 athrow
    put(&s->code, "1A 99 00 04 B1 B1 BF BF");
    put(&s->handlers, "00 00 00 05 00 06 00 00 00 05 00 06 00 07 00 00"
                      "00 00 00 04 00 06 00 02");
    run(s, exits_and_handlers);
    assert_code(&s->t, 0,
                "1A 99 00 07 10 08 57 B1 10 08 57 B1 10 09 57 BF 10 09 57"
                "BF");
    struct code *k = edited_code(&s->t, 0);
    assert_int_equal(k->max_stack, 2);
    assert_handler(k, 0, (u4[]){0, 8, 12, 0});
    assert_handler(k, 1, (u4[]){8, 12, 16, 0});
    assert_handler(k, 2, (u4[]){0, 4, 12, 2});
}

static void a_handler_inside_an_instruction_is_refused(void **state) {
    struct editing *s = *state;
    put(&s->code, "10 00 57 B1");
    put(&s->handlers, "00 00 00 03 00 01 00 00");
    asm_code(&s->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "()V",
                                         .max_stack = 1,
                                         .code = &s->code,
                                         .handlers = &s->handlers});
    edited_run_unchecked(&s->t, asm_finish(&s->a), exits_and_handlers, s);
    assert_refused(&s->t, REFUSED_BAD_TARGET);
}

static void add_ranges(void *ctx, struct edit *e) {
    (void)ctx;
    for (u4 i = 0; i < 2; i++) {
        struct seq q = seq_begin(e);
        seq_int(e, &q, (s4)i);
        seq_op(e, &q, OPC_pop);
        seq_op(e, &q, OPC_athrow);
        edit_add_handler(e, (struct edit_handler){.seq = q});
    }
    edit_before(e, 1, mark(e, 7));
    edit_after(e, 1, mark(e, 7));
    const struct edit_range ranges[] = {
        {{0, EDIT_BAR}, {3, EDIT_BAR}, 0, false, 0},  // last
        {{1, EDIT_BAR}, {1, EDIT_END}, 4, true, 1},   // first, typed
        {{1, EDIT_AT}, {1, EDIT_END}, 0, true, 0},    // first, second
        {{1, EDIT_END}, {1, EDIT_END}, 0, true, 0},   // empty
        {{2, EDIT_BAR}, {1, EDIT_BAR}, 0, false, 0},  // reversed
        {{1, EDIT_END}, {2, EDIT_BAR}, 0, false, 1},  // after(1) alone
        {{0, EDIT_END}, {1, EDIT_BAR}, 0, false, 1},  // empty: no after(0)
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        edit_add_range(e, ranges[i]);
    }
}

static void added_ranges_stand_first_or_last(void **state) {
    struct editing *s = *state;
    put(&s->code, "00 00 B1 BF");
    put(&s->handlers, "00 00 00 02 00 03 00 02");
    run(s, add_ranges);
    // 0 nop, 1 mark, 4 nop, 5 mark, 8 return, 9 athrow, 10 and 13 ours
    assert_code(&s->t, 0, "00 10 07 57 00 10 07 57 B1 BF 03 57 BF 04 57 BF");
    struct code *k = edited_code(&s->t, 0);
    assert_int_equal(k->n_handlers, 5);
    assert_handler(k, 0, (u4[]){1, 5, 13, 4});
    assert_handler(k, 1, (u4[]){4, 5, 10, 0});
    assert_handler(k, 2, (u4[]){0, 8, 9, 2});
    assert_handler(k, 3, (u4[]){0, 9, 10, 0});
    assert_handler(k, 4, (u4[]){5, 8, 13, 0});
    assert_int_equal(k->max_stack, 2);
}

static void deep_handler(void *ctx, struct edit *e) {
    (void)ctx;
    edit_wrap(e, mark(e, 7));
}

// The exception lies below what a handler pushes.
static void handlers_count_the_exception(void **state) {
    struct editing *s = *state;
    put(&s->code, "B1");
    asm_code(&s->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "()V",
                                         .code = &s->code});
    edited_run(&s->t, asm_finish(&s->a), deep_handler, s);
    assert_code(&s->t, 0, "B1 10 07 57 BF");
    assert_int_equal(edited_code(&s->t, 0)->max_stack, 2);
}

#define WITH_EDIT(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_EDIT(ints_take_the_shortest_form),
        WITH_EDIT(ldc_grows_with_the_index),
        WITH_EDIT(locals_take_the_shortest_form),
        WITH_EDIT(too_many_locals_are_refused),
        WITH_EDIT(the_worked_example),
        WITH_EDIT(order_is_by_place_then_by_request),
        WITH_EDIT(every_exit_and_every_handler_once),
        WITH_EDIT(a_handler_inside_an_instruction_is_refused),
        WITH_EDIT(added_ranges_stand_first_or_last),
        WITH_EDIT(handlers_count_the_exception),
    };
    return cmocka_run_group_tests_name("edit/edit", tests, NULL, NULL);
}
