// SPDX-License-Identifier: MIT
// test_flow_bad.c - code that no verifier accepts, and code that costs too much.

#include "tests/unit/lib/flowed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

// What was said: the method, the text, and a byte of the class that is `op`;
// with NO_OP, no byte.
enum { NO_OP = 0x100 };

static void assert_said(struct flowed *t, const char *desc, const char *text,
                        unsigned op) {
    emit_u1(&t->d.text, 0);
    const char *said = (const char *)t->d.text.p;
    char where[100];
    snprintf(where, sizeof where, "T.class: f%s: not analysed: ", desc);
    if (!strstr(said, where) || !strstr(said, text)) {
        fail_msg("said: %s", said);
    }
    const char *byte = strstr(said, "(byte ");
    assert_int_equal(byte != NULL, op != NO_OP);
    if (byte) {
        unsigned long at = strtoul(byte + 6, NULL, 10);
        assert_true(at < t->a.out.n);
        assert_int_equal(t->a.out.p[at], op);
    }
    emit_reset(&t->d.text);
}

static void assert_bad(struct flowed *t, const char *text, unsigned op,
                       const char *code, ...) {
    struct emit e;
    emit_init(&e, 1000);
    va_list ap;
    va_start(ap, code);
    vput(&e, code, ap);
    va_end(ap);
    flowed_begin(t);
    if (flowed_build(t, 8, "(I)V", &e, NULL)) {
        fail_msg("%s was built", code);
    }
    emit_release(&e);
    assert_said(t, "(I)V", text, op);
}

static void stacks(void **state) {
    struct flowed *t = *state;
    static const char few[] = "pops more than the stack holds";
    assert_bad(t, few, 0x57, "57 B1");
    assert_bad(t, few, 0x5C, "03 5C B1");
    assert_bad(t, few, 0x61, "03 03 03 61 B1");
    assert_bad(t, few, 0xB8, "03 B8 %2 B1", t->make);
    assert_bad(t, few, 0xC5, "03 03 C5 %2 03 B1", t->grid);
    assert_bad(t, few, 0x3B, "3B B1");
    assert_bad(t, "stack overflow", 0x04, "03*8 04 B1");
    assert_bad(t, "stack overflow", 0x09, "03*7 09 B1");
    assert_bad(t, "stack overflow", 0x5C, "03*7 5C B1");
    assert_bad(t, "stacks of different depths", 0xB1, "1A 99 00 04 03 B1");
}

static void targets(void **state) {
    struct flowed *t = *state;
    static const char none[] = "jumps to what is no instruction";
    assert_bad(t, none, 0xA7, "A7 00 01 B1");
    assert_bad(t, none, 0x99, "1A 99 00 01 B1");
    assert_bad(t, none, 0xAA, "1A AA 00 00 %4 %4 %4 %4 B1", 19, 0, 0, 3);
    assert_bad(t, none, 0xA8, "A8 00 01 B1");
    assert_bad(t, "falls off the end", 0x03, "03");
    assert_bad(t, "falls off the end", 0x9A, "1A 9A FF FF");
    assert_bad(t, "ret outside of a subroutine", 0xA9, "A9 00");
    assert_bad(t, "returns to behind the code", 0xA9,
               "A7 00 06 4C A9 01 A8 FF FD");
}

static void locals(void **state) {
    struct flowed *t = *state;
    static const char none[] = "local beyond max_locals";
    assert_bad(t, none, 0x15, "15 08 57 B1");
    assert_bad(t, none, 0x16, "16 07 58 B1");
    assert_bad(t, none, 0x19, "19 08 57 B1");
    assert_bad(t, none, 0xC4, "C4 19 01 00 57 B1");
    assert_bad(t, none, 0x36, "03 36 08 B1");
    assert_bad(t, none, 0x39, "0E 39 07 B1");
    assert_bad(t, none, 0x3A, "01 3A 08 B1");
    assert_bad(t, none, 0x84, "84 08 01 B1");
    assert_bad(t, none, 0xA9, "A9 08");
    struct emit e;
    emit_init(&e, 10);
    put(&e, "1A 57 2B 57 B1");
    flowed_begin(t);
    t->max_locals = 1;
    assert_false(flowed_build(t, 8, "(I)V", &e, NULL));
    assert_said(t, "(I)V", none, 0x2B);
    emit_release(&e);
}

static void descriptors(void **state) {
    struct flowed *t = *state;
    static const char *const fields[] = {"", "X", "LA", "[", "II", "V"};
    static const char *const methods[] = {"",     "()",    "()X",   "(X)V",
                                          "(V)V", "(LA)V", "(I)II", "I"};
    for (size_t i = 0; i < 6; i++) {
        flowed_begin(t);
        u2 ref = asm_ref(&t->a, 9, "A", "x", fields[i]);
        struct emit e;
        emit_init(&e, 100);
        put(&e, "B2 %2 57 B1", ref);
        assert_false(flowed_build(t, 8, "()V", &e, NULL));
        assert_said(t, "()V", "malformed descriptor", 0xB2);
        emit_release(&e);
    }
    for (size_t i = 0; i < 8; i++) {
        flowed_begin(t);
        u2 ref = asm_ref(&t->a, 10, "A", "x", methods[i]);
        struct emit e;
        emit_init(&e, 100);
        put(&e, "03 03 B8 %2 57 B1", ref);
        assert_false(flowed_build(t, 8, "()V", &e, NULL));
        assert_said(t, "()V", "malformed descriptor", 0xB8);
        emit_reset(&e);
        put(&e, "B1");
        flowed_begin(t);
        assert_false(flowed_build(t, 8, methods[i], &e, NULL));
        assert_said(t, methods[i], "malformed descriptor", 0xB1);
        emit_release(&e);
    }
}

// 256 slots are one too many, with the receiver as well as without.
static void too_many_arguments(void **state) {
    struct flowed *t = *state;
    char desc[260] = "(";
    memset(desc + 1, 'I', 255);
    memcpy(desc + 256, ")V", 3);
    t->max_stack = 300;
    for (u4 receiver = 0; receiver < 2; receiver++) {
        flowed_begin(t);
        t->max_stack = 300;
        u2 ref = asm_ref(&t->a, 10, "A", "x", desc);
        struct emit e;
        emit_init(&e, 1000);
        put(&e, "01 03*255 %1 %2 B1", receiver ? 0xB6 : 0xB8, ref);
        bool ok = flowed_build(t, 8, "()V", &e, NULL);
        assert_int_equal(ok, receiver == 0);
        if (!ok) {
            assert_said(t, "()V", "malformed descriptor", 0xB6);
        }
        emit_release(&e);
    }
    struct emit e;
    emit_init(&e, 10);
    put(&e, "B1");
    flowed_begin(t);
    assert_false(flowed_build(t, 8, "(IJJJJ)V", &e, NULL));
    assert_said(t, "(IJJJJ)V", "more parameters than locals", 0xB1);
    emit_release(&e);
}

static void arrays_have_their_dimensions(void **state) {
    struct flowed *t = *state;
    assert_bad(t, "more dimensions than the array has", 0xC5,
               "03*4 C5 %2 04 B1", t->grid);
    assert_bad(t, "more dimensions than the array has", 0xC5, "03 C5 %2 01 B1",
               t->a_class);
}

static void handlers(void **state) {
    struct flowed *t = *state;
    // 0 goto 3, 3 nop, 4 return; each row has one number that is wrong
    static const struct {
        const char *row, *text;
    } bad[] = {
        {"00 01 00 04 00 04 00 00", "handler that is in no instruction"},
        {"00 00 00 02 00 04 00 00", "handler that is in no instruction"},
        {"00 00 00 04 00 01 00 00", "handler that is in no instruction"},
        {"00 00 00 06 00 04 00 00", "handler beyond the end of the code"},
        {"00 06 00 06 00 04 00 00", "handler beyond the end of the code"},
        {"00 00 00 04 00 05 00 00", "handler beyond the end of the code"},
        // entered with an empty stack by the goto, and with what is caught
        {"00 00 00 03 00 03 00 00", "stacks of different depths"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct emit code, row;
        emit_init(&code, 100);
        emit_init(&row, 100);
        put(&code, "A7 00 03 00 B1");
        put(&row, bad[i].row);
        flowed_begin(t);
        assert_false(flowed_build(t, 8, "()V", &code, &row));
        assert_said(t, "()V", bad[i].text, i == 6 ? 0x00 : 0xA7);
        emit_release(&row);
        emit_release(&code);
    }
}

static void what_is_caught_needs_room(void **state) {
    struct flowed *t = *state;
    struct emit code, row;
    emit_init(&code, 100);
    emit_init(&row, 100);
    put(&code, "B1 BF");
    put(&row, "00 00 00 01 00 01 00 00");
    t->max_stack = 0;
    asm_code(&t->a, &(struct asm_method){.name = "f",
                                         .desc = "()V",
                                         .access_flags = 8,
                                         .code = &code,
                                         .handlers = &row});
    assert_false(flowed_build(t, 8, "()V", &code, &row));
    assert_said(t, "()V", "stack overflow", 0xBF);
    emit_release(&row);
    emit_release(&code);
}

static void constants(void **state) {
    struct flowed *t = *state;
    u2 name = asm_utf8(&t->a, "d");
    u2 both = asm_const(&t->a, "0C %2 %2", name, asm_utf8(&t->a, "L"));
    u2 odd = asm_const(&t->a, "11 00 00 %2", both);
    struct emit e;
    emit_init(&e, 100);
    put(&e, "13 %2 57 B1", odd);
    assert_false(flowed_build(t, 8, "()V", &e, NULL));
    assert_said(t, "()V", "malformed descriptor", 0x13);
    emit_release(&e);
}

// Thousands of locals that are read behind thousands of merges.
static void too_much_work(void **state) {
    struct flowed *t = *state;
    struct emit e;
    emit_init(&e, 70000);
    t->max_locals = 65535;
    for (u4 n = 0; n < 3000; n++) {
        put(&e, "2A C4 3A %2 2A C4 3A %2", 60000 + n, 60000 + n);
    }
    for (u4 n = 0; n < 4000; n++) {
        put(&e, "03 99 00 03");
    }
    for (u4 n = 0; n < 3000; n++) {
        put(&e, "C4 19 %2 57", 60000 + n);
    }
    put(&e, "B1");
    assert_false(flowed_build(t, 8, "(LA;)V", &e, NULL));
    assert_said(t, "(LA;)V", "too long", NO_OP);
    assert_int_equal(t->d.n_id[D_FLOW_COSTLY], 1);
    assert_true(t->scratch.held < 256u << 20);
    emit_release(&e);
}

// As many locals, or as many merges, are no trouble by themselves.
static void much_is_not_too_much(void **state) {
    struct flowed *t = *state;
    struct emit e;
    emit_init(&e, 70000);
    t->max_locals = 65535;
    for (u4 n = 0; n < 15000; n++) {
        put(&e, "03 99 00 03");
    }
    put(&e, "2A C4 3A FF FE C4 19 FF FE B0");
    if (!flowed_build(t, 8, "(LA;)LA;", &e, NULL)) {
        diag_flush(&t->d, stderr);
        fail();
    }
    assert_string_equal(strchr(flowed_text(t), '\n') + 1,
                        "       v1 = param A\n"
                        " 60009 return v1\n");
    emit_release(&e);
}

#define WITH_FLOW(f) \
    cmocka_unit_test_setup_teardown(f, flowed_set_up, flowed_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FLOW(stacks),
        WITH_FLOW(targets),
        WITH_FLOW(locals),
        WITH_FLOW(descriptors),
        WITH_FLOW(too_many_arguments),
        WITH_FLOW(arrays_have_their_dimensions),
        WITH_FLOW(handlers),
        WITH_FLOW(what_is_caught_needs_room),
        WITH_FLOW(constants),
        WITH_FLOW(too_much_work),
        WITH_FLOW(much_is_not_too_much),
    };
    return cmocka_run_group_tests_name("flow/bad", tests, NULL, NULL);
}
