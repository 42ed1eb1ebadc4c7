// SPDX-License-Identifier: MIT
// test_classfile_sim.c - the types of locals and stack along the code.

#include "analysis/classfile/sim.h"
#include "tests/unit/lib/asmclass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct simulated {
    struct asm_class a;
    struct arena arena;
    struct diag d;
    struct cf_class c;
    struct code k;
    struct sim s;
    u4 work;
    u2 object, init, self_init, array, field, real, call, odd, odder;
};

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

static void begin(struct simulated *t) {
    asm_release(&t->a);
    arena_reset(&t->arena);
    struct asm_class *a = &t->a;
    asm_init(a, 61);
    t->object = a->super_class;
    t->init = asm_ref(a, 10, "java/lang/Object", "<init>", "()V");
    t->self_init = asm_ref(a, 10, "T", "<init>", "(I)V");
    t->array = asm_class_const(a, "[[LX;");
    t->field = asm_ref(a, 9, "T", "x", "J");
    t->call = asm_ref(a, 10, "T", "g", "(ID)LY;");
    t->odd = asm_class_const(a, "[L");
    t->odder = asm_class_const(a, "[IX");
    t->real = asm_const(a, "06 00*8");
    a->n_pool++;
}

static int set_up(void **state) {
    struct simulated *t = test_calloc(1, sizeof *t);
    arena_init(&t->arena);
    diag_init(&t->d, DIAG_NOTE, false);
    begin(t);
    *state = t;
    return 0;
}

static int tear_down(void **state) {
    struct simulated *t = *state;
    arena_release(&t->arena);
    diag_release(&t->d);
    asm_release(&t->a);
    test_free(t);
    return 0;
}

struct method {
    u2 flags;
    const char *name, *desc, *frames;
    struct emit code;
};

// Starts the simulation of a method with 6 locals and a stack of 8.
static bool start(struct simulated *t, struct method *m) {
    struct asm_attrs as;
    asm_attrs_init(&as);
    if (m->frames) {
        asm_attr(&t->a, &as, "StackMapTable", m->frames);
    }
    asm_code(&t->a, &(struct asm_method){.access_flags = m->flags,
                                         .name = m->name,
                                         .desc = m->desc,
                                         .max_stack = 8,
                                         .max_locals = 6,
                                         .code = &m->code,
                                         .attrs = &as});
    asm_attrs_release(&as);
    emit_release(&m->code);
    assert_true(
        cf_parse(&t->c, asm_finish(&t->a), CF_ALL, &t->arena, &here, &t->d));
    const struct cf_member *f = &t->c.methods[0];
    assert_true(code_parse(&t->k, &t->c, attr_find(&f->attrs, ATTR_Code),
                           &t->arena, &here, &t->d));
    return sim_init(&t->s, &t->c, f, &t->k, &t->arena, &t->work);
}

static void show_type(struct emit *e, struct sim_type v) {
    static const char letter[] = "TIFDJNU";
    if (v.tag == VT_OBJECT) {
        emit_bytes(e, v.name.p, v.name.n);
    } else if (v.tag == VT_UNINIT) {
        emit_u1(e, 'u');
        emit_u1(e, '0' + v.a);
    } else {
        emit_u1(e, v.tag == VT_HALF ? '-' : (u4)letter[v.tag]);
    }
    emit_u1(e, ' ');
}

// The state as "locals | stack", slot by slot.
static void assert_state(struct simulated *t, const char *expected) {
    struct emit e;
    emit_init(&e, 10000);
    for (u4 i = 0; i < t->s.n_locals; i++) {
        show_type(&e, t->s.local[i]);
    }
    emit_u1(&e, '|');
    for (u4 i = 0; i < t->s.n_stack; i++) {
        emit_u1(&e, ' ');
        show_type(&e, t->s.stack[i]);
        e.n--;
    }
    emit_u1(&e, 0);
    assert_string_equal((const char *)e.p, expected);
    emit_release(&e);
}

// Runs up to the last instruction of a static method with an int, a long and
// an array of X as arguments; asserts the state there.
static void assert_runs(struct simulated *t, const char *expected,
                        const char *code, ...) {
    begin(t);
    struct method m = {8, "f", "(IJ[LX;)V", NULL, {0}};
    emit_init(&m.code, 10000);
    va_list ap;
    va_start(ap, code);
    vput(&m.code, code, ap);
    va_end(ap);
    put(&m.code, "B1");
    assert_true(start(t, &m));
    while (t->s.at + 1 < t->k.n_insn) {
        if (!sim_step(&t->s)) {
            fail_msg("%s: failed at %u", code, t->s.at);
        }
    }
    assert_state(t, expected);
    assert_false(sim_step(&t->s));
    assert_false(t->s.failed);
}

#define ARGS "I J - [LX; T T "

static void starts_from_the_descriptor(void **state) {
    struct simulated *t = *state;
    assert_runs(t, ARGS "|", "");
    begin(t);
    struct method m = {0, "f", "(D[IB)V", NULL, {0}};
    emit_init(&m.code, 100);
    put(&m.code, "B1");
    assert_true(start(t, &m));
    assert_state(t, "T D - [I I T |");
    begin(t);
    m = (struct method){0, "<init>", "()V", NULL, {0}};
    emit_init(&m.code, 100);
    put(&m.code, "B1");
    assert_true(start(t, &m));
    assert_state(t, "U T T T T T |");
    assert_true(t->s.this_uninit);
}

static void refuses_senseless_descriptors(void **state) {
    struct simulated *t = *state;
    static const char *const bad[] = {"(IJJJ)V", "(IIIIIII)V", "I", "(X)V"};
    for (size_t i = 0; i < 4; i++) {
        begin(t);
        struct method m = {8, "f", bad[i], NULL, {0}};
        emit_init(&m.code, 100);
        put(&m.code, "B1");
        assert_false(start(t, &m));
    }
}

static void shuffles_slots(void **state) {
    struct simulated *t = *state;
    // 1A iload_0, 2D aload_3, 1F lload_1
    assert_runs(t, ARGS "| I", "1A 2D 57");
    assert_runs(t, ARGS "|", "1F 58");
    assert_runs(t, ARGS "| [LX; [LX;", "2D 59");
    assert_runs(t, ARGS "| [LX; I [LX;", "1A 2D 5A");
    assert_runs(t, ARGS "| [LX; J - [LX;", "1F 2D 5B");
    assert_runs(t, ARGS "| J - J -", "1F 5C");
    assert_runs(t, ARGS "| J - I J -", "1A 1F 5D");
    assert_runs(t, ARGS "| I [LX; J - I [LX;", "1F 1A 2D 5E");
    assert_runs(t, ARGS "| [LX; I", "1A 2D 5F");
}

static void computes_and_converts(void **state) {
    struct simulated *t = *state;
    assert_runs(t, ARGS "| J -", "1F 1A 79");  // lshl
    assert_runs(t, ARGS "| I", "1F 1F 94");    // lcmp
    assert_runs(t, ARGS "| F", "1A 86");       // i2f
    assert_runs(t, ARGS "| N F D -", "01 0B 0F");
    assert_runs(t, ARGS "| D -", "14 %2", t->real);
    assert_runs(t, ARGS "| I", "2D BE");     // arraylength
    assert_runs(t, ARGS "| X", "2D 03 32");  // aaload
    assert_runs(t, ARGS "| N", "01 03 32");  // ... of null
}

static void objects_and_arrays(void **state) {
    struct simulated *t = *state;
    assert_runs(t, ARGS "| [J", "1A BC 0B");
    assert_runs(t, ARGS "| [Ljava/lang/Object;", "1A BD %2", t->object);
    assert_runs(t, ARGS "| [[[LX;", "1A BD %2", t->array);
    assert_runs(t, ARGS "| [[LX;", "1A 1A C5 %2 02", t->array);
    assert_runs(t, ARGS "| [LX;", "2D C0 %2 03 32", t->array);
    assert_runs(t, ARGS "| I", "2D C1 %2", t->array);
    assert_runs(t, ARGS "| J -", "2D B4 %2", t->field);
    assert_runs(t, ARGS "|", "2D 1F B5 %2", t->field);
    assert_runs(t, ARGS "| J -", "B2 %2", t->field);
    assert_runs(t, ARGS "| I Y", "1A 2D 1A 0E B6 %2", t->call);
    assert_runs(t, ARGS "| Y", "1A 0E B8 %2", t->call);
}

// What a Class constant calls an array need not be one.
static void malformed_array_names_have_no_element(void **state) {
    struct simulated *t = *state;
    assert_runs(t, ARGS "| N", "2D C0 %2 03 32", t->odd);
    assert_runs(t, ARGS "| N", "2D C0 %2 03 32", t->odder);
}

static void new_objects_are_told_apart_by_place(void **state) {
    struct simulated *t = *state;
    assert_runs(t, ARGS "| u0 u0 u4 u4", "BB %2 59 BB %2 59", t->object,
                t->object);
    assert_runs(t, ARGS "| u0 u0 java/lang/Object", "BB %2 59 BB %2 59 B7 %2",
                t->object, t->object, t->init);
    // A copy in a local becomes an object, too.
    assert_runs(t, "I J - [LX; java/lang/Object T | java/lang/Object",
                "BB %2 59 3A 04 59 B7 %2", t->object, t->init);
}

static void storing_breaks_halves(void **state) {
    struct simulated *t = *state;
    assert_runs(t, "I J - J - T |", "1F 42");     // lstore_3
    assert_runs(t, "I T I [LX; T T |", "1A 3D");  // istore_2
    assert_runs(t, "I I T [LX; T T |", "1A 3C");  // istore_1
    assert_runs(t, "J - T [LX; T T |", "1F 3F");  // lstore_0
    assert_runs(t, "I J - [LX; I T |", "1A C4 36 00 04");
    assert_runs(t, ARGS "|", "84 00 01");  // iinc
}

static void fails_where_no_verifier_passes(void **state) {
    struct simulated *t = *state;
    static const char *const bad[] = {
        "57",                          // pop of nothing
        "15 06",                       // local beyond max_locals
        "1F 37 05",                    // its second half beyond
        "03 03 03 03 03 03 03 03 03",  // stack overflow
        "03 03 03 03 03 03 03 5C 5C",  //
        "2D B7 00 0A",                 // <init> of an object
        "A8 00 03",                    // jsr
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        begin(t);
        struct method m = {8, "f", "(IJ[LX;)V", NULL, {0}};
        emit_init(&m.code, 100);
        put(&m.code, bad[i]);
        put(&m.code, "B1");
        assert_int_equal(t->init, 10);
        assert_true(start(t, &m));
        while (sim_step(&t->s)) {
        }
        if (!t->s.failed) {
            fail_msg("%s passed", bad[i]);
        }
    }
}

static void frames_take_over(void **state) {
    struct simulated *t = *state;
    // 0 goto 4, 3 nop (dead, no frame), 4 [append I], 5 [chop 2],
    // 6 [same1 null], 7 [full D A stack J], 8 [same]
    begin(t);
    struct method m = {8,
                       "f",
                       "(IJ)V",
                       "00 05 FC 00 04 01 F9 00 00 40 05"
                       "FF 00 00 00 02 03 07 00 04 00 01 04 00",
                       {0}};
    emit_init(&m.code, 100);
    put(&m.code, "A7 00 04 00 00 00 00 00 B1");
    assert_true(start(t, &m));
    assert_state(t, "I J - T T T |");
    assert_true(sim_step(&t->s));
    assert_false(t->s.known);
    static const char *const states[] = {
        "I J - I T T |", "I T T T T T |", "I T T T T T | N",
        "D - java/lang/Object T T T | J -", "D - java/lang/Object T T T |"};
    for (size_t i = 0; i < 5; i++) {
        assert_true(sim_step(&t->s));
        assert_true(t->s.known);
        assert_state(t, states[i]);
    }
    assert_false(sim_step(&t->s));
    assert_int_equal(t->s.at, t->k.n_insn);
}

static void odd_frames_fail(void **state) {
    struct simulated *t = *state;
    static const char *const bad[] = {
        "00 01 02",                                   // inside the goto
        "00 01 F8 00 03",                             // chops too many
        "00 02 FE 00 03 04 04 04 FE 00 00 01 01 01",  // appends too many
        "00 01 FF 00 03 00 04 03 03 03 03 00 00",     // 8 slots of 6
        "00 01 FF 00 03 00 00 00 05 03 03 03 03 03",  // 10 slots of 8
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        begin(t);
        struct method m = {8, "f", "()V", bad[i], {0}};
        emit_init(&m.code, 100);
        put(&m.code, "A7 00 03 00 B1");
        assert_true(start(t, &m));
        while (sim_step(&t->s)) {
        }
        if (!t->s.failed) {
            fail_msg("%s passed", bad[i]);
        }
    }
}

// An Uninitialized that names no `new` can come from a frame only.
static void uninitialized_without_new_fails(void **state) {
    struct simulated *t = *state;
    static const char *const frames[] = {
        "00 01 FF 00 00 00 00 00 01 08 00 03",  // the return
        "00 01 FF 00 00 00 00 00 01 08 00 01",  // inside the invokespecial
        "00 01 FF 00 00 00 00 00 01 08 FF FF",  // behind the code
    };
    for (size_t i = 0; i < 3; i++) {
        begin(t);
        struct method m = {8, "f", "()V", frames[i], {0}};
        emit_init(&m.code, 100);
        put(&m.code, "B7 %2 B1", t->init);
        assert_true(start(t, &m));
        assert_false(sim_step(&t->s));
        assert_true(t->s.failed);
    }
}

static void this_is_followed_through_copies(void **state) {
    struct simulated *t = *state;
    begin(t);
    struct method m = {0, "<init>", "()V", NULL, {0}};
    emit_init(&m.code, 100);
    // aload_0, astore_1, aconst_null, astore_0, aload_1, invokespecial
    put(&m.code, "2A 4C 01 4B 2B B7 %2 B1", t->init);
    assert_true(start(t, &m));
    for (u4 i = 0; i < 5; i++) {
        assert_true(t->s.this_uninit);
        assert_true(sim_step(&t->s));
    }
    assert_state(t, "N U T T T T | U");
    assert_true(sim_step(&t->s));
    assert_false(t->s.this_uninit);
    assert_state(t, "N T T T T T |");
}

#define WITH_SIM(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_SIM(starts_from_the_descriptor),
        WITH_SIM(refuses_senseless_descriptors),
        WITH_SIM(shuffles_slots),
        WITH_SIM(computes_and_converts),
        WITH_SIM(objects_and_arrays),
        WITH_SIM(malformed_array_names_have_no_element),
        WITH_SIM(new_objects_are_told_apart_by_place),
        WITH_SIM(storing_breaks_halves),
        WITH_SIM(fails_where_no_verifier_passes),
        WITH_SIM(frames_take_over),
        WITH_SIM(odd_frames_fail),
        WITH_SIM(uninitialized_without_new_fails),
        WITH_SIM(this_is_followed_through_copies),
    };
    return cmocka_run_group_tests_name("classfile/sim", tests, NULL, NULL);
}
