// SPDX-License-Identifier: MIT
// test_probe_insert.c - the code that is inserted for each need.

#include "rewriter/probe/insert.h"

#include "tests/unit/lib/asmclass.h"
#include "tests/unit/lib/edited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

struct inserted {
    struct asm_class a;
    struct edited t;
    struct emit code;
    struct need_method need;  // what the method is said to need ...
    u4 n_sites;
    struct need_site site[8];  // ... and each of its instructions
    struct needs needs;
    struct insert insert;
    char text[2000];
};

static void ask(const void *context, u4 class, struct edit *e,
                struct need_method *to) {
    const struct inserted *s = context;
    assert_int_equal(class, 7);
    *to = s->need;
    to->site = ARENA_ZARRAY(e->arena, struct need_site, e->k->n_insn);
    memcpy(to->site, s->site, s->n_sites * sizeof *to->site);
}

static int set_up(void **state) {
    struct inserted *s = test_calloc(1, sizeof *s);
    edited_init(&s->t);
    emit_init(&s->code, 1 << 20);
    asm_init(&s->a, 52);
    s->needs = (struct needs){s, NULL, ask};
    s->insert = (struct insert){&s->needs, STR("rt/Probe"), 7, false};
    s->need = (struct need_method){.id = 300, .any = true, .any_site = true};
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct inserted *s = *state;
    asm_release(&s->a);
    edited_release(&s->t);
    emit_release(&s->code);
    test_free(s);
    return 0;
}

// Static, with 9 slots of stack and 10 locals, so that added ones stand out.
static void run(struct inserted *s, u2 flags, const char *name) {
    asm_code(&s->a, &(struct asm_method){.access_flags = flags,
                                         .name = name,
                                         .desc = "()V",
                                         .max_stack = 9,
                                         .max_locals = 10,
                                         .code = &s->code});
    edited_run(&s->t, asm_finish(&s->a), insert_probes, &s->insert);
}

static void tell(struct inserted *s, const char *word) {
    size_t n = strlen(s->text);
    snprintf(s->text + n, sizeof s->text - n, "%s%s", n ? " " : "", word);
}

// The method's code as words; of calls of Probe, the name, and of locals and
// numbers, the value.
static const char *told(struct inserted *s) {
    const struct code *k = edited_code(&s->t, 0);
    s->text[0] = '\0';
    for (u4 i = 0; i < k->n_insn; i++) {
        const struct insn *in = &k->insn[i];
        struct op_local l;
        char word[100];
        snprintf(word, sizeof word, "%s", op_table[in->op].name);
        if (op_is(in->op, OP_CALL)) {
            struct cp_ref ref = cp_ref_of(&s->t.c, in->a);
            if (str_eq(ref.owner, STR("rt/Probe"))) {
                snprintf(word, sizeof word, "%.*s%.*s", STR_F(ref.name),
                         STR_F(ref.desc));
            }
        } else if (op_local(in->op, &l) && !l.implied) {
            snprintf(word, sizeof word, "%s:%u", op_table[in->op].name, in->a);
        } else if (in->op == OPC_bipush || in->op == OPC_sipush) {
            snprintf(word, sizeof word, "%d", in->b);
        }
        tell(s, word);
    }
    return s->text;
}

#define BACK "aload:10 iconst_0 iload:12 iastore "
#define LEAVE "aload:10 iconst_0 iload:11 iastore "
#define SAVED "istore:12 aload:10 iconst_1 iaload istore:11 "
#define STATE "state()[I dup astore:10 "
#define ARRIVED STATE "arrived([I)I " SAVED
#define ENTERED STATE "300 entered([II)I " SAVED
#define CAUGHT "aload:10 iconst_0 iload:11 -2 iand iastore athrow"

#define assert_told(s, text) assert_string_equal(told(s), text)

static void nothing_needed_is_nothing_changed(void **state) {
    struct inserted *s = *state;
    put(&s->code, "B1");
    s->need.any = false;
    run(s, 8, "f");
    assert_int_equal(s->t.w.n_edited, 0);
    assert_memory_equal(s->t.out.p, s->t.in.in.p, s->t.out.n);
}

static void an_entry_is_entered_and_left(void **state) {
    struct inserted *s = *state;
    put(&s->code, "B1");
    s->need.entered = true;
    run(s, 8, "f");
    assert_told(s, ENTERED LEAVE "return " CAUGHT);
    const struct code *k = edited_code(&s->t, 0);
    assert_int_equal(k->max_locals, 13);
    assert_int_equal(k->n_handlers, 1);
}

// A static call between entry and return, with that need.
static void with_call(struct inserted *s, struct need_site need) {
    put(&s->code, "B8 %2 B1", asm_ref(&s->a, 10, "O", "g", "()V"));
    s->site[0] = need;
    s->n_sites = 1;
    run(s, 8, "f");
}

static void a_label_is_reported(void **state) {
    struct inserted *s = *state;
    with_call(s, (struct need_site){NEED_LABEL, 5, 0});
    assert_told(s, ARRIVED "aload:10 iload:12 iconst_5 before([III)V "
                           "invokestatic " BACK LEAVE "return " CAUGHT);
}

static void nothing_is_asked_of_what_was_not_analysed(void **state) {
    struct inserted *s = *state;
    s->insert.unmeasured = true;
    with_call(s, (struct need_site){NEED_LABEL, 5, 0});
    assert_told(s, STATE "iconst_0 unmeasured([II)I " SAVED
                         "invokestatic " LEAVE "return " CAUGHT);
}

static void without_calls_it_stays_as_it_is(void **state) {
    struct inserted *s = *state;
    s->insert.unmeasured = true;
    put(&s->code, "B1");
    run(s, 8, "f");
    assert_int_equal(s->t.w.n_edited, 0);
}

static void what_leads_out_is_marked(void **state) {
    struct inserted *s = *state;
    with_call(s, (struct need_site){NEED_OUT, 5, 0});
    assert_told(s, ARRIVED "aload:10 iconst_0 iload:12 iconst_4 ior iastore "
                           "invokestatic " BACK LEAVE "return " CAUGHT);
}

static void what_is_silent_has_no_receiver(void **state) {
    struct inserted *s = *state;
    with_call(s, (struct need_site){NEED_SILENT, 5, 0});
    assert_told(s, ARRIVED "aload:10 iload:12 aconst_null iconst_5 "
                           "beforeSilent([IILjava/lang/Object;I)V "
                           "invokestatic " BACK LEAVE "return " CAUGHT);
}

// A virtual call with these arguments on null; `args` pushes them.
static void with_receiver(struct inserted *s, enum need_before need,
                          const char *desc, const char *args, u4 n_args) {
    put(&s->code, "01");
    put(&s->code, args);
    put(&s->code, "B6 %2 B1", asm_ref(&s->a, 10, "O", "g", desc));
    s->site[1 + n_args] = (struct need_site){need, 5, 0};
    s->n_sites = n_args + 2;
    run(s, 8, "f");
}

#define PASS "aload:10 swap iload:12 swap iconst_5 "
#define BEFORE_CLASS PASS "before([IILjava/lang/Object;I)V "
#define REST "invokevirtual " BACK LEAVE "return " CAUGHT

static void a_receiver_without_arguments(void **state) {
    struct inserted *s = *state;
    with_receiver(s, NEED_CLASS, "()V", "", 0);
    assert_told(s, ARRIVED "aconst_null dup " BEFORE_CLASS REST);
}

static void a_receiver_that_may_be_null(void **state) {
    struct inserted *s = *state;
    with_receiver(s, NEED_NON_NULL, "()V", "", 0);
    assert_told(s, ARRIVED "aconst_null dup " PASS
                           "beforeNonNull([IILjava/lang/Object;I)V " REST);
}

static void a_receiver_of_what_is_silent(void **state) {
    struct inserted *s = *state;
    with_receiver(s, NEED_SILENT, "()V", "", 0);
    assert_told(s, ARRIVED "aconst_null dup " PASS
                           "beforeSilent([IILjava/lang/Object;I)V " REST);
}

static void a_receiver_below_one_slot(void **state) {
    struct inserted *s = *state;
    with_receiver(s, NEED_CLASS, "(I)V", "03", 1);
    assert_told(s, ARRIVED "aconst_null iconst_0 dup2 pop " BEFORE_CLASS REST);
}

static void a_receiver_below_two_slots(void **state) {
    struct inserted *s = *state;
    with_receiver(s, NEED_CLASS, "(J)V", "09", 1);
    assert_told(s, ARRIVED
                "aconst_null lconst_0 dup2_x1 pop2 dup_x2 " BEFORE_CLASS REST);
    assert_int_equal(edited_code(&s->t, 0)->max_locals, 13);
}

static void a_receiver_below_more_slots(void **state) {
    struct inserted *s = *state;
    with_receiver(s, NEED_CLASS, "(ZD[IF)V", "03 0E 01 0B", 4);
    assert_told(s, ARRIVED
                "aconst_null iconst_0 dconst_0 aconst_null fconst_0 "
                "fstore:17 astore:16 dstore:14 istore:13 dup " BEFORE_CLASS
                "iload:13 dload:14 aload:16 fload:17 " REST);
    assert_int_equal(edited_code(&s->t, 0)->max_locals, 18);
}

// Nothing may be done with an object before its constructor has run.
static void a_constructor_has_no_receiver(void **state) {
    struct inserted *s = *state;
    put(&s->code, "BB %2 B7 %2 B1", asm_class_const(&s->a, "O"),
        asm_ref(&s->a, 10, "O", "<init>", "()V"));
    s->site[1] = (struct need_site){NEED_SILENT, 5, 0};
    s->n_sites = 2;
    run(s, 8, "f");
    assert_told(s, ARRIVED "new aload:10 iload:12 aconst_null iconst_5 "
                           "beforeSilent([IILjava/lang/Object;I)V "
                           "invokespecial " BACK LEAVE "return " CAUGHT);
}

static void a_lambda_alone_needs_no_state(void **state) {
    struct inserted *s = *state;
    u2 indy = asm_const(&s->a, "12 0000 %2",
                        asm_const(&s->a, "0C %2 %2", asm_utf8(&s->a, "run"),
                                  asm_utf8(&s->a, "()Ljava/lang/Runnable;")));
    put(&s->code, "BA %2 0000 57 B1", indy);
    s->site[0] = (struct need_site){NEED_NOTHING, 0, 40000};
    s->n_sites = 1;
    s->need.any_site = false;
    run(s, 8, "f");
    assert_told(s, "invokedynamic dup ldc made(Ljava/lang/Object;I)V pop "
                   "return");
}

static void super_can_throw(void **state) {
    struct inserted *s = *state;
    s->a.super_class = asm_class_const(&s->a, "S");
    put(&s->code, "2A B7 %2 B1", asm_ref(&s->a, 10, "S", "<init>", "()V"));
    s->need.entered = true;
    run(s, 1, "<init>");
    assert_told(s,
                ENTERED "aload:10 iload:12 unguarded([II)I istore:12 "
                        "aload_0 invokespecial "
                        "aload:10 iload:12 guarded([II)I istore:12 " BACK LEAVE
                        "return " CAUGHT " " CAUGHT);
}

static void that_of_object_cannot(void **state) {
    struct inserted *s = *state;
    put(&s->code, "2A B7 %2 B1",
        asm_ref(&s->a, 10, "java/lang/Object", "<init>", "()V"));
    s->need.entered = true;
    run(s, 1, "<init>");
    assert_told(s, ENTERED "aload_0 invokespecial " LEAVE "return " CAUGHT
                           " " CAUGHT);
}

static void what_is_called_from_inside_is_guarded(void **state) {
    struct inserted *s = *state;
    s->a.super_class = asm_class_const(&s->a, "S");
    put(&s->code, "2A B7 %2 B1", asm_ref(&s->a, 10, "S", "<init>", "()V"));
    s->site[1] = (struct need_site){NEED_LABEL, 5, 0};
    s->n_sites = 2;
    run(s, 1, "<init>");
    assert_told(s, ARRIVED "aload_0 aload:10 iload:12 iconst_5 "
                           "before([III)V invokespecial " BACK LEAVE
                           "return " CAUGHT " " CAUGHT);
}

#define WITH_INSERTED(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_INSERTED(nothing_needed_is_nothing_changed),
        WITH_INSERTED(an_entry_is_entered_and_left),
        WITH_INSERTED(a_label_is_reported),
        WITH_INSERTED(nothing_is_asked_of_what_was_not_analysed),
        WITH_INSERTED(without_calls_it_stays_as_it_is),
        WITH_INSERTED(what_leads_out_is_marked),
        WITH_INSERTED(what_is_silent_has_no_receiver),
        WITH_INSERTED(a_receiver_without_arguments),
        WITH_INSERTED(a_receiver_that_may_be_null),
        WITH_INSERTED(a_receiver_of_what_is_silent),
        WITH_INSERTED(a_receiver_below_one_slot),
        WITH_INSERTED(a_receiver_below_two_slots),
        WITH_INSERTED(a_receiver_below_more_slots),
        WITH_INSERTED(a_constructor_has_no_receiver),
        WITH_INSERTED(a_lambda_alone_needs_no_state),
        WITH_INSERTED(super_can_throw),
        WITH_INSERTED(that_of_object_cannot),
        WITH_INSERTED(what_is_called_from_inside_is_guarded),
    };
    return cmocka_run_group_tests_name("probe/insert", tests, NULL, NULL);
}
