// SPDX-License-Identifier: MIT
// test_edit_classwrite.c - a class written from the model, method by method.

#include "rewriter/edit/check.h"
#include "tests/unit/lib/edited.h"
#include "tests/unit/lib/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct written {
    struct asm_class a;
    struct edited t;
    u4 calls;
    s4 value;  // an Integer that the edit needs
};

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

static int set_up(void **state) {
    struct written *s = test_calloc(1, sizeof *s);
    edited_init(&s->t);
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct written *s = *state;
    asm_release(&s->a);
    edited_release(&s->t);
    test_free(s);
    return 0;
}

static void push_value(void *ctx, struct edit *e) {
    struct written *s = ctx;
    s->calls++;
    if (s->value == 0) {
        return;
    }
    struct seq q = seq_begin(e);
    seq_int(e, &q, s->value);
    seq_op(e, &q, OPC_pop);
    edit_entry(e, q);
}

static void assert_unchanged(struct edited *t, struct bytes in) {
    assert_int_equal(t->out.n, in.n);
    assert_memory_equal(t->out.p, in.p, in.n);
    assert_int_equal(t->w.n_edited, 0);
}

static void as_it_is(void **state) {
    struct written *s = *state;
    struct bytes in = sample_class(&s->a);
    edited_run(&s->t, in, NULL, NULL);
    assert_unchanged(&s->t, in);
    // An editor that adds nothing changes nothing; it sees methods with code.
    edited_run(&s->t, in, push_value, s);
    assert_unchanged(&s->t, in);
    assert_int_equal(s->calls, 1);
    assert_int_equal(s->t.d.text.n, 0);
}

static void edited_only_in_code_and_pool(void **state) {
    struct written *s = *state;
    struct bytes in = sample_class(&s->a);
    s->value = 700000;
    edited_run(&s->t, in, push_value, s);
    assert_int_equal(s->t.w.n_edited, 1);
    assert_int_equal(s->t.c.n_pool, s->t.in.n_pool + 1);
    assert_memory_equal(s->t.out.p + 10, in.p + 10, s->a.pool.n);
    assert_int_equal(s->t.c.n_fields, 2);
    assert_int_equal(s->t.c.attrs.n, s->t.in.attrs.n);
    for (u4 i = 0; i < s->t.c.attrs.n; i++) {
        struct bytes was = attr_body(&s->t.in, &s->t.in.attrs.v[i]);
        struct bytes is = attr_body(&s->t.c, &s->t.c.attrs.v[i]);
        assert_int_equal(was.n, is.n);
        assert_memory_equal(was.p, is.p, is.n);
    }
    assert_said(&s->t, ATTR_DROPPED, 1);  // its CharacterRangeTable
    // ldc, pop, and one more byte of padding in the first switch.
    assert_int_equal(edited_code(&s->t, 0)->length, SAMPLE_CODE_LENGTH + 3 + 1);
}

static void add_code(struct written *s, const char *code) {
    struct emit e;
    emit_init(&e, 1 << 20);
    put(&e, code);
    asm_code(&s->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "()V",
                                         .max_stack = 1,
                                         .code = &e});
    emit_release(&e);
}

static void unreadable_code_is_kept_and_the_rest_edited(void **state) {
    struct written *s = *state;
    asm_init(&s->a, 52);
    add_code(s, "FE B1");
    add_code(s, "B1");
    s->value = 1;
    struct bytes in = asm_finish(&s->a);
    struct class_edit edit = {.method = push_value, .ctx = s};
    assert_true(cw_parse(&s->t.w, &s->t.in, in, &here, &s->t.d));
    assert_true(cw_write(&s->t.w, &s->t.in, &edit, &s->t.out, &here, &s->t.d));
    assert_int_equal(s->t.w.n_edited, 1);
    assert_int_equal(s->t.w.n_refused, 1);
    assert_said(&s->t, CODE_OPCODE, 1);
    assert_said(&s->t, METHOD_REFUSED, 1);
    assert_text(&s->t.d, "T.class: f()V: not instrumented: its code cannot");
    assert_int_equal(s->t.out.n, in.n + 2);
}

// Up to version 45.2 the code is of another form: read, kept, not edited.
static void narrow_code_is_refused(void **state) {
    struct written *s = *state;
    asm_init(&s->a, 45);
    s->a.minor = 2;
    add_code(s, "00 B1");
    s->value = 1;
    edited_run(&s->t, asm_finish(&s->a), push_value, s);
    assert_refused(&s->t, REFUSED_NARROW_CODE);
    s->value = 0;
    edited_run(&s->t, asm_finish(&s->a), push_value, s);
    assert_int_equal(s->t.w.n_refused, 0);
}

// HotSpot asks whether finalize() is empty, so an empty one stays so; one that
// is not, and one that only has the name, are edited like any other.
static void an_empty_finalizer_stays_empty(void **state) {
    struct written *s = *state;
    static const struct {
        const char *desc;
        u1 code[2];
        u4 length, edited;
    } row[] = {{"()V", {OPC_return}, 1, 0},
               {"()V", {OPC_nop, OPC_return}, 2, 1},
               {"(I)V", {OPC_return}, 1, 1}};
    struct emit code;
    emit_init(&code, 2);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        asm_release(&s->a);
        asm_init(&s->a, 52);
        emit_reset(&code);
        emit_bytes(&code, row[i].code, row[i].length);
        asm_code(&s->a, &(struct asm_method){.access_flags = 4,
                                             .name = "finalize",
                                             .desc = row[i].desc,
                                             .max_locals = 2,
                                             .code = &code});
        s->value = 1;
        edited_run(&s->t, asm_finish(&s->a), push_value, s);
        assert_int_equal(s->t.w.n_edited, row[i].edited);
        assert_int_equal(s->t.w.n_refused, 0);
    }
    emit_release(&code);
}

// The constants of a refused method are taken back: the class is unchanged.
static void a_full_pool_refuses_and_leaves_nothing(void **state) {
    struct written *s = *state;
    for (u4 room = 0; room < 2; room++) {
        asm_release(&s->a);
        asm_init(&s->a, 52);
        add_code(s, "B1");
        while (s->a.n_pool < 65535 - room) {
            asm_const(&s->a, "03 %4", s->a.n_pool);
        }
        s->value = 123456;
        edited_run(&s->t, asm_finish(&s->a), push_value, s);
        if (room == 0) {
            assert_refused(&s->t, REFUSED_POOL_FULL);
        } else {
            assert_int_equal(s->t.w.n_edited, 1);
            assert_code(&s->t, 0, "13 FF FE 57 B1");
        }
    }
}

static void too_large_then_integer(void *ctx, struct edit *e) {
    struct written *s = ctx;
    push_value(ctx, e);
    s->value++;
    if (s->calls == 1) {
        struct seq q = seq_begin(e);
        for (u4 i = 0; i < 65536; i++) {
            seq_op(e, &q, OPC_nop);
        }
        edit_entry(e, q);
    }
}

static void a_refused_method_takes_its_constants_back(void **state) {
    struct written *s = *state;
    asm_init(&s->a, 52);
    add_code(s, "B1");
    add_code(s, "00 B1");
    s->value = 100000;
    edited_run(&s->t, asm_finish(&s->a), too_large_then_integer, s);
    assert_int_equal(s->t.w.n_edited, 1);
    assert_int_equal(s->t.w.n_refused, 1);
    assert_code(&s->t, 0, "B1");
    u4 last = s->t.in.n_pool;
    assert_code(&s->t, 1, "12 %1 57 00 B1", last);
    assert_int_equal(s->t.c.n_pool, last + 1);
    assert_int_equal(s->t.c.pool[last].value, 100001);
}

// HotSpot interprets what is longer than 8000 bytes: that is worth a word.
static void crossing_8000_bytes_is_said(void **state) {
    struct written *s = *state;
    static const struct {
        const char *code;
        u4 said;
    } cases[] = {
        {"00*7997 B1", 0},  // 7998 and two more
        {"00*7998 B1", 1},
        {"00*7999 B1", 1},  // 8000 already
        {"00*8000 B1", 0},  // was above
    };
    s->value = 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        asm_release(&s->a);
        asm_init(&s->a, 52);
        add_code(s, cases[i].code);
        u4 said = s->t.d.n_id[D_METHOD_HUGE];
        edited_run(&s->t, asm_finish(&s->a), push_value, s);
        assert_int_equal(s->t.w.n_edited, 1);
        assert_said(&s->t, METHOD_HUGE, said + cases[i].said);
    }
}

static void write_package(struct written *s, struct bytes in) {
    struct class_edit edit = {.add_package = STR("ccinstr/rt")};
    assert_true(cw_parse(&s->t.w, &s->t.in, in, &here, &s->t.d));
    assert_true(cw_write(&s->t.w, &s->t.in, &edit, &s->t.out, &here, &s->t.d));
    struct bytes out = {s->t.out.p, s->t.out.n};
    assert_true(cf_parse(&s->t.c, out, CF_ALL, &s->t.arena, &here, &s->t.d));
}

static void a_module_lists_the_added_package(void **state) {
    struct written *s = *state;
    asm_init(&s->a, 53);
    s->a.access_flags = 0x8000;
    s->a.super_class = 0;
    u2 name = asm_utf8(&s->a, "a/b");
    u2 one = asm_const(&s->a, "14 %2", name);
    asm_attr(&s->a, &s->a.attrs, "ModulePackages", "00 01 %2", one);
    write_package(s, asm_finish(&s->a));
    assert_true(s->t.w.module_changed);
    struct bytes body =
        attr_body(&s->t.c, attr_find(&s->t.c.attrs, ATTR_ModulePackages));
    assert_int_equal(body.n, 6);
    assert_int_equal(be2(body.p), 2);
    assert_int_equal(be2(body.p + 2), one);
    assert_true(cp_is(&s->t.c, be2(body.p + 4), CP_PACKAGE));
    assert_true(
        str_eq(cp_name_of(&s->t.c, be2(body.p + 4)), STR("ccinstr/rt")));
    // Once is enough.
    struct emit again;
    emit_init(&again, 1 << 20);
    emit_bytes(&again, s->t.out.p, s->t.out.n);
    write_package(s, (struct bytes){again.p, again.n});
    assert_false(s->t.w.module_changed);
    assert_int_equal(s->t.out.n, again.n);
    emit_release(&again);
}

static void a_module_with_a_full_pool_is_refused(void **state) {
    struct written *s = *state;
    asm_init(&s->a, 53);
    asm_attr(&s->a, &s->a.attrs, "ModulePackages", "00 00");
    while (s->a.n_pool < 65535) {
        asm_const(&s->a, "03 00*4");
    }
    struct bytes in = asm_finish(&s->a);
    write_package(s, in);
    assert_false(s->t.w.module_changed);
    assert_said(&s->t, CLASS_REFUSED, 1);
    assert_unchanged(&s->t, in);
}

// The structural check that the other tests lean on finds faults.
static void the_check_finds_faults(void **state) {
    struct written *s = *state;
    static const char *const bad[] = {
        "57 B1",           // pops too much
        "03 03 57 57 B1",  // max_stack is 1
        "1A 57 B1",        // no locals at all
        "00",              // falls off the end
        "A7 00 03 B1",     // no frame at the target
        "B1 00 B1",        // none behind the return
        "10 57 A7 FF FF",  // a target inside an instruction
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        asm_release(&s->a);
        asm_init(&s->a, 52);
        add_code(s, bad[i]);
        edited_run_unchecked(&s->t, asm_finish(&s->a), NULL, NULL);
        struct code *k = edited_code(&s->t, 0);
        if (!check_code(&s->t.c, k, &s->t.arena).bad) {
            fail_msg("%s passed", bad[i]);
        }
    }
}

#define WITH_CLASS(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_CLASS(as_it_is),
        WITH_CLASS(edited_only_in_code_and_pool),
        WITH_CLASS(unreadable_code_is_kept_and_the_rest_edited),
        WITH_CLASS(narrow_code_is_refused),
        WITH_CLASS(an_empty_finalizer_stays_empty),
        WITH_CLASS(a_full_pool_refuses_and_leaves_nothing),
        WITH_CLASS(a_refused_method_takes_its_constants_back),
        WITH_CLASS(crossing_8000_bytes_is_said),
        WITH_CLASS(a_module_lists_the_added_package),
        WITH_CLASS(a_module_with_a_full_pool_is_refused),
        WITH_CLASS(the_check_finds_faults),
    };
    return cmocka_run_group_tests_name("edit/classwrite", tests, NULL, NULL);
}
