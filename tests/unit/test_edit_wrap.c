// SPDX-License-Identifier: MIT
// test_edit_wrap.c - the catch-all, and the calls that it must not cover.

#include "tests/unit/lib/asmclass.h"
#include "tests/unit/lib/edited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct wrapped {
    struct asm_class a;
    struct edited t;
    struct emit code, handlers;
    struct asm_attrs attrs;
    u2 super, self, string, throwable;
    bool around;  // a nop before and after each instruction
};

static void begin(struct wrapped *s, u2 major) {
    asm_release(&s->a);
    asm_attrs_release(&s->attrs);
    asm_init(&s->a, major);
    asm_attrs_init(&s->attrs);
    emit_reset(&s->code);
    emit_reset(&s->handlers);
    s->super = asm_ref(&s->a, 10, "java/lang/Object", "<init>", "()V");
    s->self = asm_ref(&s->a, 10, "T", "<init>", "(I)V");
    s->throwable = asm_class_const(&s->a, "java/lang/Throwable");
}

static int set_up(void **state) {
    struct wrapped *s = test_calloc(1, sizeof *s);
    edited_init(&s->t);
    emit_init(&s->code, 1 << 20);
    emit_init(&s->handlers, 1 << 20);
    begin(s, 52);
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct wrapped *s = *state;
    asm_release(&s->a);
    asm_attrs_release(&s->attrs);
    edited_release(&s->t);
    emit_release(&s->code);
    emit_release(&s->handlers);
    test_free(s);
    return 0;
}

static void wrap(void *ctx, struct edit *e) {
    struct wrapped *s = ctx;
    struct seq nop = seq_begin(e);
    seq_op(e, &nop, OPC_nop);
    for (u4 i = 0; s->around && i < e->k->n_insn; i++) {
        edit_before(e, i, nop);
        if (!op_is(e->k->insn[i].op, OP_END)) {
            edit_after(e, i, nop);
        }
    }
    struct seq caught = seq_begin(e);
    seq_op(e, &caught, OPC_nop);
    edit_wrap(e, caught);
}

static void run(struct wrapped *s, const char *name) {
    asm_code(&s->a, &(struct asm_method){.name = name,
                                         .desc = "(I)V",
                                         .max_stack = 4,
                                         .max_locals = 3,
                                         .code = &s->code,
                                         .handlers = &s->handlers,
                                         .attrs = &s->attrs});
    edited_run(&s->t, asm_finish(&s->a), wrap, s);
}

// The exception table is exactly these rows, all for any exception.
static void assert_rows(struct wrapped *s, u4 n, const u4 (*row)[3]) {
    struct code *k = edited_code(&s->t, 0);
    assert_int_equal(k->n_handlers, n);
    for (u4 i = 0; i < n; i++) {
        assert_handler(k, i, (u4[]){row[i][0], row[i][1], row[i][2], 0});
    }
}

static void an_ordinary_method_is_covered_whole(void **state) {
    struct wrapped *s = *state;
    put(&s->code, "B1 57 B1");
    put(&s->handlers, "00 00 00 01 00 01 00 00");
    asm_attr(&s->a, &s->attrs, "StackMapTable", "00 01 41 07 %2", s->throwable);
    run(s, "f");
    assert_code(&s->t, 0, "B1 57 B1 00 BF");
    assert_rows(s, 2, (const u4[][3]){{0, 1, 1}, {0, 3, 3}});
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 02 41 07 %2 FF 00 01 00 00 00 01 07 %2", s->throwable,
                 s->throwable);
}

// [0, 1) with `this` uninitialised, nothing over the call, [4, 5) behind it.
static void the_call_of_super_is_left_out(void **state) {
    struct wrapped *s = *state;
    put(&s->code, "2A B7 %2 B1", s->super);
    run(s, "<init>");
    assert_code(&s->t, 0, "2A B7 %2 B1 00 BF 00 BF", s->super);
    assert_rows(s, 2, (const u4[][3]){{0, 1, 5}, {4, 5, 7}});
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 02 FF 00 05 00 01 06 00 01 07 %2"
                 "FF 00 01 00 00 00 01 07 %2",
                 s->throwable, s->throwable);
}

static void code_around_the_call_belongs_to_its_side(void **state) {
    struct wrapped *s = *state;
    put(&s->code, "2A B7 %2 B1", s->super);
    s->around = true;
    run(s, "<init>");
    // 0 nop 1 aload_0 2 nop 3 nop 4 call 7 nop 8 nop 9 return 10 .. 12 ..
    assert_code(&s->t, 0, "00 2A 00 00 B7 %2 00 00 B1 00 BF 00 BF", s->super);
    assert_rows(s, 2, (const u4[][3]){{0, 4, 10}, {7, 10, 12}});
}

// super(new Object()): the first <init> of the superclass is another one.
static void an_argument_of_the_superclass_is_no_call_of_super(void **state) {
    struct wrapped *s = *state;
    put(&s->code, "2A BB %2 59 B7 %2 57 B7 %2 B1", s->a.super_class, s->super,
        s->super);
    run(s, "<init>");
    // 0 aload_0 1 new 4 dup 5 <init> 8 pop 9 super() 12 return
    assert_rows(s, 2, (const u4[][3]){{0, 9, 13}, {12, 13, 15}});
}

// if (x) this(1); else this(x): a gap at each, and one handler a side.
static void each_path_has_its_gap(void **state) {
    struct wrapped *s = *state;
    put(&s->code, "1B 99 00 0B 2A 04 B7 %2 A7 00 08 2A 1B B7 %2 B1", s->self,
        s->self);
    // 0 iload_1 1 ifeq 12 4 aload_0 5 iconst_1 6 call 9 goto 17
    // 12 aload_0 13 iload_1 14 call 17 return
    asm_attr(&s->a, &s->attrs, "StackMapTable",
             "00 02 FF 00 0C 00 02 06 01 00 00 FF 00 04 00 02 07 %2 01"
             "00 00",
             s->a.this_class);
    run(s, "<init>");
    assert_rows(
        s, 4,
        (const u4[][3]){{0, 6, 18}, {9, 12, 20}, {12, 14, 18}, {17, 18, 20}});
}

// Version 49 is checked by inference, which does not mind; so is the class at
// the top, whose constructor calls none.
static void covered_whole_without_frames(void **state) {
    struct wrapped *s = *state;
    begin(s, 49);
    put(&s->code, "2A B7 %2 B1", s->super);
    run(s, "<init>");
    assert_rows(s, 1, (const u4[][3]){{0, 5, 5}});
}

// HotSpot's compilers know the constructor of Object by heart.
static void the_constructor_of_object_is_left_alone(void **state) {
    struct wrapped *s = *state;
    s->a.this_class = s->a.super_class;
    put(&s->code, "B1");
    run(s, "<init>");
    assert_int_equal(s->t.w.n_edited, 0);
    assert_int_equal(s->t.w.n_refused, 0);
    begin(s, 52);
    s->a.this_class = s->a.super_class;
    put(&s->code, "B1");
    run(s, "other");
    assert_int_equal(s->t.w.n_edited, 1);
}

// No frame of ours could tell where `this` is: that part is not covered.
static void this_outside_of_local_0_is_not_covered(void **state) {
    struct wrapped *s = *state;
    put(&s->code, "2A 4D 03 3B 2C B7 %2 00 B1", s->super);
    // 0 aload_0 1 astore_2 2 iconst_0 3 istore_0 4 aload_2 5 call 8 nop 9
    run(s, "<init>");
    struct code *k = edited_code(&s->t, 0);
    assert_true(k->n_handlers >= 1);
    assert_handler(k, 0, (u4[]){0, 4, 10, 0});
    for (u4 i = 0; i < k->n_handlers; i++) {
        const struct code_handler *h = &k->handler[i];
        assert_false(h->start <= 4 && 4 < h->end);
        assert_false(h->start <= 5 && 5 < h->end);
    }
    assert_handler(k, k->n_handlers - 1, (u4[]){8, 10, 12, 0});
}

// super() never called: throwing is the only way out, and one range covers it.
static void a_constructor_may_only_throw(void **state) {
    struct wrapped *s = *state;
    put(&s->code, "01 BF");
    run(s, "<init>");
    assert_rows(s, 1, (const u4[][3]){{0, 2, 2}});
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 01 FF 00 02 00 01 06 00 01 07 %2", s->throwable);
}

// A handler before super(): its frame, too, has `this` uninitialised.
static void a_handler_before_super(void **state) {
    struct wrapped *s = *state;
    put(&s->code, "00 A7 00 04 57 2A B7 %2 B1", s->super);
    // 0 nop 1 goto 5 4 pop 5 aload_0 6 call 9 return
    put(&s->handlers, "00 00 00 01 00 04 00 00");
    asm_attr(&s->a, &s->attrs, "StackMapTable",
             "00 02 FF 00 04 00 02 06 01 00 01 07 %2 00", s->throwable);
    run(s, "<init>");
    assert_rows(s, 3, (const u4[][3]){{0, 1, 4}, {0, 6, 10}, {9, 10, 12}});
}

static void what_cannot_be_simulated_is_refused(void **state) {
    struct wrapped *s = *state;
    put(&s->code, "57 B1");
    asm_code(&s->a, &(struct asm_method){.name = "<init>",
                                         .desc = "(I)V",
                                         .max_stack = 4,
                                         .max_locals = 3,
                                         .code = &s->code});
    edited_run_unchecked(&s->t, asm_finish(&s->a), wrap, s);
    assert_refused(&s->t, REFUSED_BAD_TYPES);
}

#define WITH_WRAP(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_WRAP(an_ordinary_method_is_covered_whole),
        WITH_WRAP(the_call_of_super_is_left_out),
        WITH_WRAP(code_around_the_call_belongs_to_its_side),
        WITH_WRAP(an_argument_of_the_superclass_is_no_call_of_super),
        WITH_WRAP(each_path_has_its_gap),
        WITH_WRAP(covered_whole_without_frames),
        WITH_WRAP(the_constructor_of_object_is_left_alone),
        WITH_WRAP(this_outside_of_local_0_is_not_covered),
        WITH_WRAP(a_constructor_may_only_throw),
        WITH_WRAP(a_handler_before_super),
        WITH_WRAP(what_cannot_be_simulated_is_refused),
    };
    return cmocka_run_group_tests_name("edit/wrap", tests, NULL, NULL);
}
