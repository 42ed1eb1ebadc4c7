// SPDX-License-Identifier: MIT
// flowed.c - a method in bytes, its value-flow form as text.

#include "tests/unit/lib/flowed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

enum { TEXT_ROOM = 8 << 20 };

void flowed_begin(struct flowed *t) {
    asm_release(&t->a);
    arena_reset(&t->arena);
    arena_reset(&t->scratch);
    struct asm_class *a = &t->a;
    asm_init(a, 61);
    t->max_stack = t->max_locals = 8;
    t->a_class = asm_class_const(a, "A");
    t->grid = asm_class_const(a, "[[[I");
    t->exception = asm_class_const(a, "E");
    t->error = asm_class_const(a, "F");
    t->string = asm_const(a, "08 %2", asm_utf8(a, "say \"x\""));
    t->field = asm_ref(a, 9, "A", "f", "LA;");
    t->prim = asm_ref(a, 9, "A", "i", "J");
    t->nothing = asm_ref(a, 10, "T", "n", "()V");
    t->make = asm_ref(a, 10, "T", "m", "(IJ[LA;D)LA;");
    t->use = asm_ref(a, 10, "T", "u", "(LA;)V");
    t->handle = asm_const(a, "0F 06 %2", t->use);
    t->type = asm_const(a, "10 %2", asm_utf8(a, "()LA;"));
    u2 name = asm_utf8(a, "d");
    u2 both = asm_const(a, "0C %2 %2", name, asm_utf8(a, "LA;"));
    t->condy = asm_const(a, "11 00 00 %2", both);
    both = asm_const(a, "0C %2 %2", name, asm_utf8(a, "I"));
    t->condy_int = asm_const(a, "11 00 00 %2", both);
    both = asm_const(a, "0C %2 %2", name, asm_utf8(a, "J"));
    t->condy_long = asm_const(a, "11 00 00 %2", both);
    both = asm_const(a, "0C %2 %2", name, asm_utf8(a, "(LA;)LB;"));
    t->dynamic = asm_const(a, "12 00 00 %2", both);
}

int flowed_set_up(void **state) {
    struct flowed *t = test_calloc(1, sizeof *t);
    arena_init(&t->arena);
    arena_init(&t->scratch);
    diag_init(&t->d, DIAG_NOTE, false);
    emit_init(&t->text, TEXT_ROOM);
    flowed_begin(t);
    *state = t;
    return 0;
}

int flowed_tear_down(void **state) {
    struct flowed *t = *state;
    arena_release(&t->arena);
    arena_release(&t->scratch);
    diag_release(&t->d);
    emit_release(&t->text);
    asm_release(&t->a);
    test_free(t);
    return 0;
}

bool flowed_build(struct flowed *t, u2 flags, const char *desc,
                  const struct emit *code, const struct emit *rows) {
    asm_code(&t->a, &(struct asm_method){.access_flags = flags,
                                         .name = "f",
                                         .desc = desc,
                                         .max_stack = t->max_stack,
                                         .max_locals = t->max_locals,
                                         .code = code,
                                         .handlers = rows});
    assert_true(
        cf_parse(&t->c, asm_finish(&t->a), CF_ALL, &t->arena, &here, &t->d));
    t->m = &t->c.methods[t->c.n_methods - 1];
    return flow_build(&t->f, &t->c, t->m,
                      &(struct flow_env){&t->arena, &t->scratch, &here, &t->d});
}

// Each value is defined once, by the statement that it names, and nothing is
// used that is no value.
static void check(const struct flow *f) {
    u4 defined = f->n_params;
    for (u4 v = 0; v <= f->n_params; v++) {
        assert_int_equal(f->value[v].stmt, FLOW_NO_STMT);
    }
    for (u4 i = 0; i < f->n_stmts; i++) {
        const struct flow_stmt *s = &f->stmt[i];
        assert_true(i == 0 || f->stmt[i - 1].pc <= s->pc);
        assert_true(s->v < f->n_values);
        if (flow_role_v[s->kind] == 'D' && s->v) {
            assert_int_equal(s->v, ++defined);
            assert_int_equal(f->value[s->v].stmt, i);
        }
        if (flow_role_a[s->kind] == 'U') {
            assert_true(s->a < f->n_values);
        }
        for (u4 n = 0; flow_role_a[s->kind] == 'L' && n < s->n; n++) {
            assert_true(s->a + n < f->n_args);
            assert_true(f->args[s->a + n] < f->n_values);
        }
    }
    assert_int_equal(defined + 1, f->n_values);
}

const char *flowed_text(struct flowed *t) {
    check(&t->f);
    emit_reset(&t->text);
    flow_print(&t->f, &t->c, t->m, &t->text);
    emit_u1(&t->text, 0);
    return (const char *)t->text.p;
}

static void assert_text(struct flowed *t, const char *desc,
                        const struct emit *code, const struct emit *rows,
                        const char *expected) {
    if (!flowed_build(t, 8, desc, code, rows)) {
        diag_flush(&t->d, stderr);
        fail_msg("not built");
    }
    const char *text = strchr(flowed_text(t), '\n') + 1;
    assert_string_equal(text, expected);
}

void assert_flow(struct flowed *t, const char *desc, const char *expected,
                 const char *code, ...) {
    struct emit e;
    emit_init(&e, 70000);
    va_list ap;
    va_start(ap, code);
    vput(&e, code, ap);
    va_end(ap);
    assert_text(t, desc, &e, NULL, expected);
    emit_release(&e);
}

void assert_caught(struct flowed *t, const char *desc, const char *expected,
                   const char *rows_and_code, ...) {
    struct emit all, rows, code;
    emit_init(&all, 70000);
    emit_init(&rows, 70000);
    emit_init(&code, 70000);
    va_list ap;
    va_start(ap, rows_and_code);
    vput(&all, rows_and_code, ap);
    va_end(ap);
    // One byte tells how many rows there are.
    size_t n = all.p[0] * 8u;
    emit_bytes(&rows, all.p + 1, n);
    emit_bytes(&code, all.p + 1 + n, all.n - 1 - n);
    assert_text(t, desc, &code, &rows, expected);
    emit_release(&all);
    emit_release(&rows);
    emit_release(&code);
}
