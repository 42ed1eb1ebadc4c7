// SPDX-License-Identifier: MIT
// test_probe_instrclass.c - one class in, one class out, whatever comes in.

#include "rewriter/probe/instrclass.h"

#include "analysis/base/limits.h"
#include "tests/unit/lib/edited.h"
#include "tests/unit/lib/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct instrumented {
    struct asm_class a;
    struct instr *none, *nop;
    struct diag d;
    struct emit out;
    struct edited t;  // to look at what came out
    struct bytes in;
};

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

static int set_up(void **state) {
    struct instrumented *s = test_calloc(1, sizeof *s);
    s->none = instr_new(INSTR_NONE);
    s->nop = instr_new(INSTR_NOP);
    diag_init(&s->d, DIAG_NOTE, false);
    emit_init(&s->out, LIMIT_EDITED_BYTES);
    edited_init(&s->t);
    s->in = sample_class(&s->a);
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct instrumented *s = *state;
    instr_free(s->none);
    instr_free(s->nop);
    instr_free(NULL);
    diag_release(&s->d);
    emit_release(&s->out);
    edited_release(&s->t);
    asm_release(&s->a);
    test_free(s);
    return 0;
}

static enum instr_result run(struct instrumented *s, struct instr *w,
                             struct bytes in) {
    emit_reset(&s->d.text);
    return instr_class(w, &here, in, &s->out, &s->d);
}

static void without_probes_it_is_the_same(void **state) {
    struct instrumented *s = *state;
    assert_int_equal(run(s, s->none, s->in), INSTR_SAME);
    assert_int_equal(s->out.n, s->in.n);
    assert_memory_equal(s->out.p, s->in.p, s->in.n);
    assert_int_equal(s->d.text.n, 0);
}

static void with_nops_it_is_changed_and_sound(void **state) {
    struct instrumented *s = *state;
    assert_int_equal(run(s, s->nop, s->in), INSTR_CHANGED);
    assert_int_equal(s->d.n_id[D_METHOD_REFUSED], 0);
    // edited_run checks its input's code, too.
    edited_run(&s->t, (struct bytes){s->out.p, s->out.n}, NULL, NULL);
    struct code *k = edited_code(&s->t, 0);
    assert_int_equal(k->max_locals, 3);
    assert_int_equal(k->n_handlers, 2);
    assert_int_equal(k->handler[1].type, 0);
    // 3 at the entry, 6 around three calls, and iload_2, pop, athrow; the
    // padding of the first switch grows by one.
    assert_int_equal(k->length, SAMPLE_CODE_LENGTH + 3 + 6 + 3 + 1);
}

static void the_same_worker_gives_the_same_bytes(void **state) {
    struct instrumented *s = *state;
    struct emit first;
    emit_init(&first, 1 << 20);
    assert_int_equal(run(s, s->nop, s->in), INSTR_CHANGED);
    emit_bytes(&first, s->out.p, s->out.n);
    for (int i = 0; i < 3; i++) {
        run(s, s->nop, (struct bytes){s->in.p, s->in.n - 1});
        assert_int_equal(run(s, s->nop, s->in), INSTR_CHANGED);
        assert_int_equal(s->out.n, first.n);
        assert_memory_equal(s->out.p, first.p, first.n);
    }
    emit_release(&first);
}

static void without_code_it_is_the_same(void **state) {
    struct instrumented *s = *state;
    asm_release(&s->a);
    asm_init(&s->a, 52);
    asm_method_raw(&s->a, 0x401, "f", "()V", NULL);
    struct bytes in = asm_finish(&s->a);
    assert_int_equal(run(s, s->nop, in), INSTR_SAME);
}

// --- A class with an attribute of modules that is none -----------------------

static enum need_class find_t(const void *context, struct str name,
                              struct bytes in, u4 *id) {
    (void)context;
    (void)in;
    *id = str_eq(name, STR("T")) ? 7 : 0;
    return *id ? NEED_CLASS_KNOWN : NEED_CLASS_NONE;
}

static void ask_t(const void *context, u4 class, struct edit *e,
                  struct need_method *to) {
    (void)context;
    assert_int_equal(class, 7);
    assert_true(str_eq(cp_name_of(e->c, e->c->this_class), STR("T")));
    *to = (struct need_method){
        .id = 1,
        .any = true,
        .entered = true,
        .site = ARENA_ZARRAY(e->arena, struct need_site, e->k->n_insn)};
}

// A class U of one method, with the attributes of a module that lists its
// packages.
static struct bytes module_like(struct asm_class *a, u2 access_flags) {
    asm_init(a, 53);
    a->access_flags = access_flags;
    a->this_class = asm_class_const(a, "U");
    u2 module = asm_const(a, "13 %2", asm_utf8(a, "m"));
    asm_attr(a, &a->attrs, "Module", "%2 00*14", module);
    asm_attr(a, &a->attrs, "ModulePackages", "00 00");
    struct emit code;
    emit_init(&code, 100);
    put(&code, "B1");
    asm_code(a,
             &(struct asm_method){
                 .access_flags = 8, .name = "f", .desc = "()V", .code = &code});
    emit_release(&code);
    return asm_finish(a);
}

static void only_a_module_is_edited_as_one(void **state) {
    struct instrumented *s = *state;
    const struct needs needs = {NULL, find_t, ask_t};
    struct instr *w = instr_new(INSTR_PROBE);
    instr_set_needs(w, &needs, STR("rt"));
    struct asm_class a;
    struct bytes class = module_like(&a, 0x21);
    assert_int_equal(run(s, w, s->in), INSTR_CHANGED);
    assert_int_equal(run(s, w, class), INSTR_SAME);  // not what T needs
    assert_int_equal(s->d.n_id[D_MODULE_PACKAGE], 0);
    asm_release(&a);
    struct bytes module = module_like(&a, ACC_MODULE);
    assert_int_equal(run(s, w, module), INSTR_CHANGED);
    assert_int_equal(s->d.n_id[D_MODULE_PACKAGE], 1);
    edited_run(&s->t, (struct bytes){s->out.p, s->out.n}, NULL, NULL);
    assert_code(&s->t, 0, "B1");
    asm_release(&a);
    instr_free(w);
}

static void what_is_no_class_is_refused(void **state) {
    struct instrumented *s = *state;
    static const u1 no_class[] = "PK\3\4";
    struct bytes in = {no_class, 4};
    assert_int_equal(run(s, s->none, in), INSTR_REFUSED);
    assert_int_equal(s->d.n_id[D_CLASS_COPIED], 1);
    assert_int_equal(run(s, s->nop, in), INSTR_REFUSED);
    assert_int_equal(s->d.n_id[D_CLASS_COPIED], 2);
}

// Damaged input is refused with a diagnostic, or it is read and then written
// back as it was. What the nop editor makes of it can be read again.
static void assert_survives(struct instrumented *s, struct bytes in) {
    u4 said = s->d.n_level[DIAG_WARNING];
    enum instr_result r = run(s, s->none, in);
    if (r == INSTR_REFUSED) {
        assert_true(s->d.n_level[DIAG_WARNING] > said);
    }
    assert_int_equal(s->d.n_id[D_ROUND_TRIP], 0);
    if (run(s, s->nop, in) == INSTR_CHANGED) {
        assert_int_not_equal(r, INSTR_REFUSED);
        struct bytes out = {s->out.p, s->out.n};
        assert_int_equal(instr_class(s->none, &here, out, &s->t.out, &s->d),
                         INSTR_SAME);
    }
    assert_int_equal(s->d.n_id[D_ROUND_TRIP], 0);
}

static void every_byte_damaged(void **state) {
    struct instrumented *s = *state;
    static const u1 values[] = {0x00, 0xFF, 0x7F, 0x80, 0x01};
    u1 *copy = test_malloc(s->in.n);
    memcpy(copy, s->in.p, s->in.n);
    for (size_t i = 0; i < s->in.n; i++) {
        u1 was = copy[i];
        for (size_t v = 0; v < sizeof values; v++) {
            copy[i] = values[v];
            assert_survives(s, (struct bytes){copy, s->in.n});
        }
        copy[i] = was ^ 1;
        assert_survives(s, (struct bytes){copy, s->in.n});
        copy[i] = was;
    }
    test_free(copy);
    // The control: undamaged it is still what it was.
    assert_int_equal(run(s, s->none, s->in), INSTR_SAME);
}

static void every_prefix(void **state) {
    struct instrumented *s = *state;
    for (size_t n = 0; n < s->in.n; n++) {
        u1 *copy = test_malloc(n ? n : 1);
        memcpy(copy, s->in.p, n);
        assert_int_equal(run(s, s->none, (struct bytes){copy, n}),
                         INSTR_REFUSED);
        assert_int_equal(run(s, s->nop, (struct bytes){copy, n}),
                         INSTR_REFUSED);
        test_free(copy);
    }
}

#define WITH_INSTR(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_INSTR(without_probes_it_is_the_same),
        WITH_INSTR(with_nops_it_is_changed_and_sound),
        WITH_INSTR(the_same_worker_gives_the_same_bytes),
        WITH_INSTR(without_code_it_is_the_same),
        WITH_INSTR(only_a_module_is_edited_as_one),
        WITH_INSTR(what_is_no_class_is_refused),
        WITH_INSTR(every_byte_damaged),
        WITH_INSTR(every_prefix),
    };
    return cmocka_run_group_tests_name("probe/instrument", tests, NULL, NULL);
}
