// SPDX-License-Identifier: MIT
// test_probe_planneeds.c - from the flags of a plan to what a method needs.

#include "rewriter/probe/planneeds.h"

#include "analysis/base/sha256.h"
#include "rewriter/plan/planout.h"
#include "tests/unit/lib/asmclass.h"
#include "tests/unit/lib/edited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Method 1 of class T, with a call of each kind at these instructions:
enum { STATIC, NEW, INIT, VIRTUAL, INTERFACE, DYNAMIC, SUPER, N_INSN = 8 };

struct planned_class {
    struct asm_class a;
    struct edited t;
    struct bytes in;
    struct planout out;
    struct emit bytes;
    struct plan plan;
    struct planneeds n;
    struct need_method got;
    struct need_site site[N_INSN];
};

static void add_code(struct asm_class *a) {
    struct emit code;
    emit_init(&code, 1000);
    asm_method_raw(a, 0x401, "none", "()V", NULL);
    u2 dynamic = asm_const(
        a, "12 0000 %2",
        asm_const(a, "0C %2 %2", asm_utf8(a, "run"), asm_utf8(a, "()LO;")));
    put(&code, "B8 %2 BB %2 B7 %2 B6 %2 B9 %2 01 00 BA %2 0000 B7 %2 B1",
        asm_ref(a, 10, "O", "s", "()V"), asm_class_const(a, "O"),
        asm_ref(a, 10, "O", "<init>", "()V"), asm_ref(a, 10, "O", "v", "()V"),
        asm_ref(a, 11, "I", "i", "()V"), dynamic,
        asm_ref(a, 10, "O", "p", "()V"));
    asm_code(a, &(struct asm_method){.access_flags = 8,
                                     .name = "f",
                                     .desc = "()V",
                                     .max_stack = 9,
                                     .code = &code});
    emit_release(&code);
}

static int set_up(void **state) {
    struct planned_class *s = test_calloc(1, sizeof *s);
    asm_init(&s->a, 52);
    edited_init(&s->t);
    planout_init(&s->out);
    emit_init(&s->bytes, 1 << 20);
    add_code(&s->a);
    s->in = asm_finish(&s->a);
    struct sha256 hash = sha256_of(s->in.p, s->in.n);
    struct plan_class c = {.name = planout_string(&s->out, STR("T")),
                           .first_method = 1,
                           .n_methods = 1};
    memcpy(&c.hash0, hash.byte, sizeof hash);
    vec_push(&s->out.class, c);
    vec_push(&s->out.method,
             ((struct plan_method){.class = 1,
                                   .name = planout_string(&s->out, STR("T.f")),
                                   .index = 1}));
    vec_push(&s->out.receiver,
             ((struct plan_receiver){planout_string(&s->out, STR("-")),
                                     PLAN_NO_RECEIVER, 0}));
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct planned_class *s = *state;
    planneeds_release(&s->n);
    planout_release(&s->out);
    emit_release(&s->bytes);
    edited_release(&s->t);
    asm_release(&s->a);
    test_free(s);
    return 0;
}

// What the plan says of the instruction at an offset.
static void name_call(struct planned_class *s, struct plan_site *row) {
    static const struct {
        u4 pc, op;
        const char *called;
    } is[] = {
        {0, OPC_invokestatic, "O.s:()V"},
        {3, OPC_new, "O"},
        {6, OPC_invokespecial, "O.<init>:()V"},
        {9, OPC_invokevirtual, "O.v:()V"},
        {12, OPC_invokeinterface, "I.i:()V"},
        {17, OPC_invokedynamic, "run:()LO;"},
        {22, OPC_invokespecial, "O.p:()V"},
    };
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        if (is[i].pc == row->pc) {
            row->op = is[i].op;
            row->called = planout_string(&s->out, str_of(is[i].called));
        }
    }
}

// A site of the method, with so many labels.
static void site(struct planned_class *s, u4 pc, u4 flags, u4 n_labels) {
    struct planout *o = &s->out;
    struct plan_method *m = &o->method.v[1];
    struct plan_site row = {.method = 1,
                            .pc = pc,
                            .flags = flags,
                            .first_label = n_labels ? o->label.n : 0,
                            .n_labels = n_labels};
    name_call(s, &row);
    m->first_site = m->n_sites++ ? m->first_site : o->site.n;
    vec_push(&o->site, row);
    for (u4 i = 0; i < n_labels; i++) {
        struct plan_label label = {.site = o->site.n - 1,
                                   .receiver = 1,
                                   .target = flags & PLAN_SITE_EXIT ? 0 : 1};
        vec_push(&o->label, label);
    }
}

// An edit_method_fn that only asks.
static void ask(void *ctx, struct edit *e) {
    struct planned_class *s = ctx;
    struct needs needs = planneeds(&s->n);
    u4 class;
    assert_int_equal(needs.find(needs.context, STR("T"), s->in, &class),
                     NEED_CLASS_KNOWN);
    needs.ask(needs.context, class, e, &s->got);
    assert_int_equal(e->k->n_insn, N_INSN);
    if (s->got.site) {
        memcpy(s->site, s->got.site, sizeof s->site);
    }
}

static void run(struct planned_class *s) {
    struct plan_fault fault;
    assert_true(planout_write(&s->out, &s->bytes));
    if (!plan_open(&s->plan, s->bytes.p, s->bytes.n, &fault)) {
        fail_msg("%s %u: %s", fault.table, fault.row, fault.what);
    }
    planneeds_init(&s->n, &s->plan);
    edited_run_unchecked(&s->t, s->in, ask, s);
}

// One site at that instruction needs this.
static void needs(void **state, u4 insn, u4 flags, u4 n_labels,
                  struct need_site wanted) {
    static const u1 pc[] = {0, 3, 6, 9, 12, 17, 22};
    struct planned_class *s = *state;
    site(s, 1, PLAN_SITE_PROBE, 0);  // where no instruction is
    site(s, pc[insn], flags | PLAN_SITE_PROBE, n_labels);
    run(s);
    assert_true(s->got.any && s->got.any_site);
    assert_int_equal(s->site[insn].before, wanted.before);
    assert_int_equal(s->site[insn].id, wanted.id);
    tear_down(state);
    set_up(state);
}

static void calls_without_a_receiver(void **state) {
    const struct need_site label = {NEED_LABEL, 1, 0}, out = {NEED_OUT, 2, 0},
                           silent = {NEED_SILENT, 2, 0};
    needs(state, STATIC, PLAN_SITE_CERTAIN, 1, label);
    needs(state, STATIC, PLAN_SITE_CERTAIN | PLAN_SITE_SILENT, 0, silent);
    needs(state, STATIC, PLAN_SITE_TRIGGER, 0, out);
    needs(state, NEW, PLAN_SITE_TRIGGER, 0, out);
    needs(state, INIT, PLAN_SITE_CERTAIN, 1, label);
    needs(state, INIT, PLAN_SITE_CERTAIN | PLAN_SITE_SILENT, 0, silent);
    needs(state, DYNAMIC, PLAN_SITE_TRIGGER, 0, out);
    needs(state, DYNAMIC, PLAN_SITE_INSIDE, 1, label);
    needs(state, DYNAMIC, PLAN_SITE_INSIDE, 2, out);
    const u4 leaves = PLAN_SITE_CERTAIN | PLAN_SITE_EXIT;
    needs(state, STATIC, leaves, 1, out);
    needs(state, INIT, leaves, 1, out);
    needs(state, DYNAMIC, leaves, 1, out);
}

static void calls_on_a_receiver(void **state) {
    const struct need_site class = {NEED_CLASS, 2, 0};
    const u4 certain = PLAN_SITE_CERTAIN, null = PLAN_SITE_NULL;
    needs(state, VIRTUAL, 0, 1, class);
    needs(state, VIRTUAL, null, 3, class);
    needs(state, INTERFACE, null, 1, class);
    needs(state, SUPER, PLAN_SITE_ON_THIS, 1, class);
    needs(state, VIRTUAL, certain, 1, (struct need_site){NEED_LABEL, 1, 0});
    needs(state, VIRTUAL, certain | null, 1,
          (struct need_site){NEED_NON_NULL, 1, 0});
    needs(state, VIRTUAL, certain, 2, class);
    needs(state, VIRTUAL, PLAN_SITE_EXIT, 1, class);
    needs(state, VIRTUAL, certain | null | PLAN_SITE_EXIT, 1,
          (struct need_site){NEED_OUT, 2, 0});
    needs(state, VIRTUAL, certain | PLAN_SITE_SILENT, 0,
          (struct need_site){NEED_SILENT, 2, 0});
}

static void a_site_without_a_probe_needs_nothing(void **state) {
    struct planned_class *s = *state;
    site(s, 0, PLAN_SITE_INSIDE, 1);
    run(s);
    assert_false(s->got.any);
    assert_int_equal(s->site[STATIC].before, NEED_NOTHING);
}

static void entries_and_initialisers_are_entered(void **state) {
    struct planned_class *s = *state;
    run(s);
    assert_false(s->got.any || s->got.entered);
    for (u4 i = 0; i < 2; i++) {
        tear_down(state);
        set_up(state);
        s = *state;
        s->out.method.v[1].flags = i ? PLAN_METHOD_CLINIT : PLAN_METHOD_ENTRY;
        run(s);
        assert_true(s->got.any && s->got.entered);
        assert_int_equal(s->got.id, 1);
    }
}

static void the_first_maker_stands_for_all(void **state) {
    struct planned_class *s = *state;
    vec_push(&s->out.maker, ((struct plan_maker){1, 17, 0, 1}));
    vec_push(&s->out.maker, ((struct plan_maker){1, 17, 0, 1}));
    run(s);
    assert_true(s->got.any && !s->got.any_site);
    assert_int_equal(s->site[DYNAMIC].maker, 1);
    assert_int_equal(s->site[DYNAMIC].before, NEED_NOTHING);
}

static void other_bytes_are_another_class(void **state) {
    struct planned_class *s = *state;
    run(s);
    struct needs n = planneeds(&s->n);
    struct bytes other = {s->in.p, s->in.n - 1};
    u4 class;
    assert_int_equal(n.find(n.context, STR("T"), other, &class),
                     NEED_CLASS_CHANGED);
    assert_int_equal(n.find(n.context, STR("U"), other, &class),
                     NEED_CLASS_NONE);
}

#define WITH_PLAN(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_PLAN(calls_without_a_receiver),
        WITH_PLAN(calls_on_a_receiver),
        WITH_PLAN(a_site_without_a_probe_needs_nothing),
        WITH_PLAN(entries_and_initialisers_are_entered),
        WITH_PLAN(the_first_maker_stands_for_all),
        WITH_PLAN(other_bytes_are_another_class),
    };
    return cmocka_run_group_tests_name("probe/planneeds", tests, NULL, NULL);
}
