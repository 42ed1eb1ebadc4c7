// SPDX-License-Identifier: MIT
// test_edit_frames.c - StackMapTable moved and extended, version by version.

#include "tests/unit/lib/asmclass.h"
#include "tests/unit/lib/edited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct framed {
    struct asm_class a;
    struct edited t;
    struct emit code, handlers;
    struct asm_attrs attrs;
    u4 insn, n;               // n nops go in front of this instruction
    const struct vtype *add;  // locals to add, up to one of VT_TOP
    bool wrap;
    u2 throwable;
};

static void begin(struct framed *s, u2 major) {
    asm_release(&s->a);
    asm_attrs_release(&s->attrs);
    asm_init(&s->a, major);
    asm_attrs_init(&s->attrs);
    emit_reset(&s->code);
    emit_reset(&s->handlers);
    s->throwable = asm_class_const(&s->a, "java/lang/Throwable");
}

static int set_up(void **state) {
    struct framed *s = test_calloc(1, sizeof *s);
    edited_init(&s->t);
    emit_init(&s->code, 1 << 20);
    emit_init(&s->handlers, 1 << 20);
    begin(s, 52);
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct framed *s = *state;
    asm_release(&s->a);
    asm_attrs_release(&s->attrs);
    edited_release(&s->t);
    emit_release(&s->code);
    emit_release(&s->handlers);
    test_free(s);
    return 0;
}

static void insert(void *ctx, struct edit *e) {
    struct framed *s = ctx;
    for (const struct vtype *v = s->add; v && v->tag != VT_TOP; v++) {
        edit_add_local(e, *v);
    }
    struct seq q = seq_begin(e);
    for (u4 i = 0; i < s->n; i++) {
        seq_op(e, &q, OPC_nop);
    }
    if (s->insn == 0) {
        edit_entry(e, q);
    } else {
        edit_before(e, s->insn, q);
    }
    if (s->wrap) {
        edit_wrap(e, seq_begin(e));
    }
}

static struct bytes finish(struct framed *s, u2 max_locals) {
    asm_code(&s->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "(IJ)V",
                                         .max_stack = 4,
                                         .max_locals = max_locals,
                                         .code = &s->code,
                                         .handlers = &s->handlers,
                                         .attrs = &s->attrs});
    return asm_finish(&s->a);
}

static void run(struct framed *s, u4 insn, u4 n) {
    s->insn = insn;
    s->n = n;
    edited_run(&s->t, finish(s, 6), insert, s);
    assert_int_equal(s->t.w.n_refused, 0);
    assert_int_equal(s->t.w.n_edited, 1);
}

static void same_grows_beyond_63(void **state) {
    struct framed *s = *state;
    for (u4 n = 3; n <= 4; n++) {
        begin(s, 52);
        put(&s->code, "1A 99 00 3B 00*56 1A 99 00 04 00 B1");
        asm_attr(&s->a, &s->attrs, "StackMapTable", "00 02 3C 04");
        run(s, 9, n);
        assert_table(&s->t, 0, ATTR_StackMapTable,
                     n == 3 ? "00 02 3F 04" : "00 02 FB 00 40 04");
    }
}

static void same1_grows_beyond_63(void **state) {
    struct framed *s = *state;
    for (u4 n = 3; n <= 4; n++) {
        begin(s, 52);
        put(&s->code, "00*59 B1 BF");
        put(&s->handlers, "00 00 00 3B 00 3C 00 00");
        asm_attr(&s->a, &s->attrs, "StackMapTable", "00 01 7C 07 %2",
                 s->throwable);
        run(s, 9, n);
        assert_table(&s->t, 0, ATTR_StackMapTable,
                     n == 3 ? "00 01 7F 07 %2" : "00 01 F7 00 40 07 %2",
                     s->throwable);
    }
}

// Extended forms where short ones would do stay what they are, and so do
// chop, append and full.
static void the_form_is_kept(void **state) {
    struct framed *s = *state;
    put(&s->code, "A7 00 03 00 A7 00 03 00 A7 00 03 00 A7 00 03 00 B1");
    asm_attr(&s->a, &s->attrs, "StackMapTable",
             "00 04 FB 00 03 FD 00 03 03 05 F9 00 03 FF 00 03 00 00 00 00");
    run(s, 1, 2);
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 04 FB 00 03 FD 00 05 03 05 F9 00 03 FF 00 03 00 00"
                 "00 00");
    assert_code(&s->t, 0,
                "A7 00 03 00 00 00 A7 00 03 00 A7 00 03 00 A7 00 03 00 B1");
}

static void a_frame_at_0_moves_behind_the_entry_code(void **state) {
    struct framed *s = *state;
    put(&s->code, "00 A7 FF FF");
    asm_attr(&s->a, &s->attrs, "StackMapTable", "00 01 00");
    run(s, 0, 3);
    assert_code(&s->t, 0, "00 00 00 00 A7 FF FF");
    assert_table(&s->t, 0, ATTR_StackMapTable, "00 01 03");
    begin(s, 52);
    put(&s->code, "00 A7 FF FF");
    asm_attr(&s->a, &s->attrs, "StackMapTable", "00 01 00");
    run(s, 0, 64);
    assert_table(&s->t, 0, ATTR_StackMapTable, "00 01 FB 00 40");
}

// Old locals (int, long) of six slots: padded by three, then the added ones.
static void added_locals_are_listed_in_every_frame(void **state) {
    struct framed *s = *state;
    u2 object = s->a.super_class;
    const struct vtype add[] = {
        {.tag = VT_INT},    {.tag = VT_LONG},  {.tag = VT_OBJECT, .a = object},
        {.tag = VT_DOUBLE}, {.tag = VT_FLOAT}, {.tag = VT_TOP}};
    put(&s->code, "1A 99 00 03 1A 99 00 03 1A 99 00 03 1A 99 00 03 B1");
    // same, append D, same, chop 2
    asm_attr(&s->a, &s->attrs, "StackMapTable",
             "00 04 04 FC 00 03 03 03 F9 00 03");
    s->add = add;
    run(s, 0, 0);
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 04"
                 "FF 00 04 00 0A 01 04 00 00 00 01 04 07 %2 03 02 00 00"
                 "FF 00 03 00 09 01 04 03 00 01 04 07 %2 03 02 00 00"
                 "03"
                 "FF 00 03 00 0B 01 00 00 00 00 00 01 04 07 %2 03 02 00 00",
                 object, object, object);
    assert_int_equal(edited_code(&s->t, 0)->max_locals, 6 + 7);
}

// The first frame is relative to the descriptor, which lists no added local.
static void only_frames_behind_a_full_one_stay_short(void **state) {
    struct framed *s = *state;
    const struct vtype add[] = {{.tag = VT_INT}, {.tag = VT_TOP}};
    put(&s->code, "1A 99 00 04 B1 1A 99 00 04 B1 00 00 B1 57 B1");
    put(&s->handlers, "00 00 00 05 00 0D 00 00");
    asm_attr(&s->a, &s->attrs, "StackMapTable",
             "00 03 FB 00 05 FB 00 04 F7 00 02 07 %2", s->throwable);
    s->add = add;
    run(s, 0, 1);
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 03 FF 00 06 00 06 01 04 00 00 00 01 00 00 FB 00 04"
                 "F7 00 02 07 %2",
                 s->throwable);
}

static void the_wrapper_lists_added_locals_alone(void **state) {
    struct framed *s = *state;
    const struct vtype add[] = {{.tag = VT_INT}, {.tag = VT_TOP}};
    put(&s->code, "B1");
    s->add = add;
    s->wrap = true;
    run(s, 0, 0);
    assert_code(&s->t, 0, "B1 BF");
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 01 FF 00 01 00 07 00 00 00 00 00 00 01 00 01 07 %2",
                 s->throwable);
    struct code *k = edited_code(&s->t, 0);
    assert_handler(k, 0, (u4[]){0, 1, 1, 0});
}

// By version: whether a method that had no table gets one for the wrapper.
static void versions(void **state) {
    struct framed *s = *state;
    static const struct {
        u2 major;
        const char *code, *handlers;
        bool frames;
    } cases[] = {
        {45, "00 B1", "", false},
        {49, "00 B1", "", false},
        {50, "00 B1", "", true},
        {50, "1A 99 00 03 B1", "", false},        // falls back to inference
        {50, "A8 00 04 B1 4C A9 01", "", false},  // has to
        {50, "00 B1 BF", "00 00 00 01 00 02 00 00", false},
        {50, "B1 00 B1", "", false},  // dead code without a frame
        {51, "00 B1", "", true},
        {52, "00 B1", "", true},
        {69, "00 B1", "", true},
    };
    s->wrap = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(s, cases[i].major);
        s->a.minor = cases[i].major == 45 ? 3 : 0;
        put(&s->code, cases[i].code);
        put(&s->handlers, cases[i].handlers);
        run(s, 1, 1);
        struct code *k = edited_code(&s->t, 0);
        assert_int_equal(code_find(k, ATTR_StackMapTable) != NULL,
                         cases[i].frames);
        assert_int_equal(k->n_handlers, s->handlers.n / 8 + 1);
        assert_handler(k, k->n_handlers - 1,
                       (u4[]){0, k->length - 1, k->length - 1, 0});
        assert_int_equal(s->t.c.major, cases[i].major);
        // Without frames nothing of them goes to the pool.
        assert_int_equal(s->t.c.n_pool - s->t.in.n_pool, cases[i].frames);
    }
}

// From 51 on there is no falling back, whatever the input lacks.
static void version_51_always_has_frames(void **state) {
    struct framed *s = *state;
    begin(s, 51);
    put(&s->code, "1A 99 00 03 B1");
    s->wrap = true;
    s->n = s->insn = 1;
    edited_run_unchecked(&s->t, finish(s, 6), insert, s);
    assert_table(&s->t, 0, ATTR_StackMapTable,
                 "00 01 FF 00 06 00 00 00 01 07 %2", s->throwable);
}

static void a_table_below_version_50_is_dropped(void **state) {
    struct framed *s = *state;
    begin(s, 49);
    put(&s->code, "1A 99 00 03 B1");
    asm_attr(&s->a, &s->attrs, "StackMapTable", "00 01 04");
    run(s, 1, 1);
    assert_int_equal(edited_code(&s->t, 0)->attrs.n, 0);
}

static void untouched_needs_no_table(void **state) {
    struct framed *s = *state;
    put(&s->code, "B1");
    run(s, 0, 1);
    assert_int_equal(edited_code(&s->t, 0)->attrs.n, 0);
    assert_int_equal(s->t.c.n_pool, s->t.in.n_pool);
}

struct bad_case {
    const char *frames;
    enum refusal why;
    bool only_with_locals;  // without them the frame need not be understood
};

// 0 goto 3, 3 bipush, 5 pop, 6 return; six locals, two of them in use.
static const struct bad_case bad_cases[] = {
    {"00 01 80", REFUSED_BAD_FRAMES, false},           // malformed
    {"00 02 03 0A", REFUSED_BAD_FRAMES, false},        // outside the code
    {"00 02 03 00", REFUSED_BAD_FRAMES, false},        // inside the bipush
    {"00 01 43 08 00 03", REFUSED_BAD_FRAMES, false},  // names no `new`
    {"00 01 43 08 00 07", REFUSED_BAD_FRAMES, false},  // ... nor anything
    {"00 01 43 08 FF FF", REFUSED_BAD_FRAMES, false},
    {"00 02 F8 00 03 F9 00 01", REFUSED_BAD_FRAMES, true},  // chops 3 of 2
    {"00 02 FE 00 03 01 01 01 FE 00 01 01 01 01", REFUSED_BAD_FRAMES, true},
    {"00 01 FF 00 03 00 04 04 04 04 04 00 00", REFUSED_BAD_FRAMES, true},
};

static void a_bad_table_refuses_that_method_only(void **state) {
    struct framed *s = *state;
    static const struct vtype add[] = {{.tag = VT_INT}, {.tag = VT_TOP}};
    for (size_t i = 0; i < sizeof bad_cases / sizeof *bad_cases; i++) {
        for (int locals = 0; locals < 2; locals++) {
            begin(s, 52);
            put(&s->code, "00 B1");
            finish(s, 6);
            emit_reset(&s->code);
            put(&s->code, "A7 00 03 10 05 57 B1");
            asm_attr(&s->a, &s->attrs, "StackMapTable", bad_cases[i].frames);
            s->add = locals ? add : NULL;
            s->insn = 1;
            s->n = 1;
            emit_reset(&s->t.d.text);
            edited_run_unchecked(&s->t, finish(s, 6), insert, s);
            bool bad = locals || !bad_cases[i].only_with_locals;
            if (s->t.w.n_refused != bad) {
                fail_msg("%s: %u refused", bad_cases[i].frames,
                         s->t.w.n_refused);
            }
            assert_int_equal(s->t.w.n_edited, 2 - bad);
            assert_code(&s->t, 0, "00 00 B1");
            assert_code(&s->t, 1,
                        bad ? "A7 00 03 10 05 57 B1"
                            : "A7 00 03 00 10 05 57 B1");
            if (bad) {
                assert_text(&s->t.d, "f(IJ)V: not instrumented: its Stack");
            }
        }
    }
}

// Locals that the descriptor already overflows: no type of a local is known.
static void too_few_locals_are_bad_types(void **state) {
    struct framed *s = *state;
    put(&s->code, "A7 00 03 00 B1");
    asm_attr(&s->a, &s->attrs, "StackMapTable", "00 01 03");
    s->n = 1;
    s->wrap = true;
    edited_run_unchecked(&s->t, finish(s, 1), insert, s);
    assert_refused(&s->t, REFUSED_BAD_TYPES);
}

// Each frame must list all 65534 locals: together more than any class. The
// method stays as it was, and the class goes on.
static void frames_of_enormous_size_refuse_the_method(void **state) {
    struct framed *s = *state;
    static const struct vtype add[] = {{.tag = VT_INT}, {.tag = VT_TOP}};
    static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};
    struct emit frames;
    emit_init(&frames, 1 << 20);
    put(&frames, "%2", 40000);
    for (u4 i = 0; i < 20000; i++) {
        put(&frames, "FC 00 00 01 FA 00 00");
    }
    asm_attr_emit(&s->a, &s->attrs, "StackMapTable", &frames);
    emit_release(&frames);
    put(&s->code, "00*60000 B1");
    s->add = add;
    struct bytes in = finish(s, 65530);
    struct class_edit edit = {.method = insert, .ctx = s};
    assert_true(cw_parse(&s->t.w, &s->t.in, in, &here, &s->t.d));
    assert_true(cw_write(&s->t.w, &s->t.in, &edit, &s->t.out, &here, &s->t.d));
    assert_text(&s->t.d, refusal_text(REFUSED_METHOD_TOO_LARGE));
    assert_said(&s->t, METHOD_REFUSED, 1);
    assert_int_equal(s->t.out.n, in.n);
    assert_memory_equal(s->t.out.p, in.p, in.n);
    // The next class is none the worse for it.
    begin(s, 52);
    put(&s->code, "B1");
    run(s, 0, 1);
}

#define WITH_FRAMES(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FRAMES(same_grows_beyond_63),
        WITH_FRAMES(same1_grows_beyond_63),
        WITH_FRAMES(the_form_is_kept),
        WITH_FRAMES(a_frame_at_0_moves_behind_the_entry_code),
        WITH_FRAMES(added_locals_are_listed_in_every_frame),
        WITH_FRAMES(only_frames_behind_a_full_one_stay_short),
        WITH_FRAMES(the_wrapper_lists_added_locals_alone),
        WITH_FRAMES(versions),
        WITH_FRAMES(version_51_always_has_frames),
        WITH_FRAMES(a_table_below_version_50_is_dropped),
        WITH_FRAMES(untouched_needs_no_table),
        WITH_FRAMES(a_bad_table_refuses_that_method_only),
        WITH_FRAMES(frames_of_enormous_size_refuse_the_method),
        WITH_FRAMES(too_few_locals_are_bad_types),
    };
    return cmocka_run_group_tests_name("edit/frames", tests, NULL, NULL);
}
