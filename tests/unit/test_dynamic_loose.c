// SPDX-License-Identifier: MIT
// test_dynamic_loose.c - what nobody follows: who gives it, who takes it, who named it
// first; and that the JDK's own code does neither.

#include "analysis/reach/reach.h"
#include "tests/unit/lib/smalldynamic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CLASS = 0x21, STATIC = 9 };

// T.f calls, and so does J.f, which is of the JDK.
struct loose {
    struct small_dynamic k;
    u4 n_ops;
};

static void string(struct small_world *s, const char *text) {
    asm_const(&s->a, "08 %2", asm_utf8(&s->a, text));
}

static int set_up(void **state) {
    struct loose *t = test_calloc(1, sizeof *t);
    struct small_world *s = &t->k.s;
    small_dynamic_init(&t->k);
    static const char *const classes[] = {"Bare", "p/A", "p/B", "p/C", "q/J"};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        small_class(s, CLASS, classes[i], "java/lang/Object", NULL);
        small_method(s, 1, "m", "(Lp/A;)Lp/B;", "01 B0");
        small_method(s, STATIC, "f", "()V", "B1");
    }
    small_class(s, CLASS, "T", "java/lang/Object", NULL);
    small_method(s, STATIC, "f", "()V", "B1");
    string(s, "p.A");
    string(s, "p.Gone");
    string(s, "see p.B");
    string(s, "p/C");
    string(s, "Bare");
    *state = t;
    return 0;
}

static void open_at(struct loose *t, enum dynamic_level level) {
    small_dynamic_open(&t->k, level);
    small_jdk_class(&t->k, "q/J");
    small_jdk_class(&t->k, "java/lang/Object");
}

static int tear_down(void **state) {
    struct loose *t = *state;
    small_dynamic_release(&t->k);
    test_free(t);
    return 0;
}

// An op of that kind in that class, at pc 7.
static struct op op_in(struct loose *t, const char *class, enum op_kind kind) {
    method_id at =
        small_find(&t->k.s, arena_printf(&t->k.s.arena, "%s.f:()V", class));
    return (struct op){
        .kind = (u1)kind,
        .at = at,
        .pc = 7,
        .to = trace_of(t->k.d, TRACE_BETWEEN, false, at, t->n_ops++)};
}

static token_id members_of(struct loose *t, const char *class,
                           enum token_kind kind) {
    return token_add(t->k.d, (struct token){.kind = kind,
                                            .a = small_class_of(&t->k, class),
                                            .declared = MEMBERS_DECLARED});
}

#define NAMES(want) \
    assert_string_equal(small_tokens(&t->k, t->k.d->loose_names), want)
#define CLASSES(want) \
    assert_string_equal(small_tokens(&t->k, t->k.d->loose_classes), want)
#define MEMBERS(want) \
    assert_string_equal(small_tokens(&t->k, t->k.d->loose_members), want)

// --- What comes in -----------------------------------------------------------

static void put_text(struct loose *t, const char *text) {
    struct op o = op_in(t, "T", OP_PUT);
    token_id token = token_text(t->k.d, str_of(text));
    loose_put(t->k.d, &o, token);
}

static void texts_are_names_of_classes(void **state) {
    struct loose *t = *state;
    open_at(t, DYNAMIC_RESOLVED);
    static const char *const none[] = {
        "", "p", "p.Gone", "[Lp.A;", "p.", ".p.A", "p.A.m", "[I", "p.A;"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        put_text(t, none[i]);
    }
    NAMES("");
    put_text(t, "p.A");
    put_text(t, "p.A");
    put_text(t, "Bare");
    put_text(t, "p/B");
    NAMES("guess Bare, guess p/A, guess p/B");
    CLASSES("");
    MEMBERS("");
}

static void classes_and_members_are_guesses(void **state) {
    struct loose *t = *state;
    open_at(t, DYNAMIC_RESOLVED);
    struct op o = op_in(t, "T", OP_PUT);
    struct dynamic *d = t->k.d;
    loose_put(d, &o, token_class(d, small_class_of(&t->k, "p/A")));
    loose_put(d, &o, token_below(d, small_class_of(&t->k, "p/B")));
    loose_put(d, &o, token_class(d, small_class_of(&t->k, "q/J")));
    loose_put(d, &o, members_of(t, "p/A", TOKEN_METHODS));
    loose_put(d, &o, members_of(t, "p/B", TOKEN_INITS));
    loose_put(d, &o, members_of(t, "p/C", TOKEN_FIELDS));
    CLASSES("class p/A?, class p/B?+");
    MEMBERS("fields p/C?, inits p/B?, methods p/A?");
    NAMES("");
}

static void others_tell_nothing(void **state) {
    struct loose *t = *state;
    open_at(t, DYNAMIC_RESOLVED);
    struct op o = op_in(t, "T", OP_PUT);
    struct dynamic *d = t->k.d;
    loose_put(d, &o, d->open);
    loose_put(d, &o, d->some);
    loose_put(d, &o, token_part(d, STR("p.*")));
    loose_put(d, &o, token_guess(d, small_class_of(&t->k, "p/A")));
    loose_put(d, &o,
              token_add(d, (struct token){.kind = TOKEN_ARRAY, .a = o.at}));
    NAMES("");
    CLASSES("");
    MEMBERS("");
}

static void the_jdk_adds_nothing(void **state) {
    struct loose *t = *state;
    open_at(t, DYNAMIC_RESOLVED);
    struct dynamic *d = t->k.d;
    token_id a = token_class(d, small_class_of(&t->k, "p/A"));
    struct op jdk = op_in(t, "q/J", OP_LOAD), program = op_in(t, "T", OP_LOAD);
    assert_false(loose_is_program(d, small_class_of(&t->k, "q/J")));
    assert_true(loose_is_program(d, small_class_of(&t->k, "T")));
    loose_add(d, &jdk, a);
    CLASSES("");
    loose_add(d, &program, a);
    CLASSES("class p/A?");
}

static void the_first_who_names_is_told(void **state) {
    struct loose *t = *state;
    open_at(t, DYNAMIC_RESOLVED);
    struct dynamic *d = t->k.d;
    class_id a = small_class_of(&t->k, "p/A"), b = small_class_of(&t->k, "p/B");
    struct op first = op_in(t, "T", OP_PUT), second = op_in(t, "p/C", OP_PUT);
    struct reflect_naming by;
    assert_false(dynamic_naming(d, a, &by));
    loose_put(d, &first, token_class(d, a));
    loose_put(d, &second, token_class(d, a));
    loose_say(d, token_class(d, a), b);
    assert_true(dynamic_naming(d, a, &by));
    assert_int_equal(by.method, first.at);
    assert_int_equal(by.pc, 7);
    assert_int_equal(by.class, 0);
    assert_false(dynamic_naming(d, b, &by));
    loose_say(d, token_text(d, STR("p.B")), a);
    assert_true(dynamic_naming(d, b, &by));
    assert_int_equal(by.class, a);
    assert_int_equal(by.method, 0);
    // A class that came to the world later.
    assert_false(dynamic_naming(d, small_class_of(&t->k, "p/Late"), &by));
}

static void idle(void *context, struct solve *s) {
    (void)context, (void)s;
}

// Strings that could be names, of classes whose code can run.
static void constants_are_names(void **state) {
    struct loose *t = *state;
    open_at(t, DYNAMIC_RESOLVED);
    struct solve solve;
    const struct solve_hooks hooks = {.idle = idle};
    solve_init(&solve, &t->k.s.w, &hooks, &solve_scan);
    t->k.d->s = &solve;
    loose_update(t->k.d);
    NAMES("");
    solve_call(&solve, CALLER_MAIN, SITE_NO_PC, EDGE_CALL,
               small_find(&t->k.s, "T.f:()V"));
    solve_run(&solve);
    loose_update(t->k.d);
    NAMES("guess p/A");
    struct reflect_naming by;
    assert_true(dynamic_naming(t->k.d, small_class_of(&t->k, "p/A"), &by));
    assert_int_equal(by.class, small_class_of(&t->k, "T"));
    solve_release(&solve);
}

// --- What goes out -----------------------------------------------------------

// What an op of that kind gives, whose operand nobody knows.
static const char *taken(struct loose *t, const char *class,
                         enum op_kind kind) {
    struct dynamic *d = t->k.d;
    struct op row = op_in(t, class, kind);
    op_id o = op_new(d, &row);
    op_take(d, o, trace_of(d, TRACE_BETWEEN, false, row.at, t->n_ops++));
    loose_take(d, o, d->op.v[o].first);
    return small_tokens(&t->k, d->trace.v[row.to].var);
}

static void fill(struct loose *t) {
    struct op o = op_in(t, "T", OP_PUT);
    put_text(t, "p.A");
    loose_put(t->k.d, &o, token_class(t->k.d, small_class_of(&t->k, "p/C")));
    loose_put(t->k.d, &o, members_of(t, "p/C", TOKEN_METHODS));
}

static void who_does_not_know_takes_it(void **state) {
    struct loose *t = *state;
    open_at(t, DYNAMIC_RESOLVED);
    fill(t);
    assert_string_equal(taken(t, "T", OP_LOAD), "class p/A?");
    assert_string_equal(taken(t, "T", OP_INITS), "inits p/A?, inits p/C?");
    assert_string_equal(taken(t, "T", OP_RESULT_TYPE), "class p/B?");
    assert_string_equal(taken(t, "T", OP_TYPES), "class p/A?");
    assert_string_equal(taken(t, "T", OP_SUPERCLASS), "");
    // What was loaded by a loose name is loose, too.
    CLASSES("class p/A?, class p/C?");
}

static void what_comes_later_is_taken(void **state) {
    struct loose *t = *state;
    open_at(t, DYNAMIC_RESOLVED);
    struct dynamic *d = t->k.d;
    assert_string_equal(taken(t, "T", OP_LOAD), "");
    trace_id to = d->op.v[d->op.n - 1].to;
    fill(t);
    assert_string_equal(small_tokens(&t->k, d->trace.v[to].var), "class p/A?");
}

static void the_jdk_takes_nothing(void **state) {
    struct loose *t = *state;
    open_at(t, DYNAMIC_RESOLVED);
    fill(t);
    assert_string_equal(taken(t, "q/J", OP_LOAD), "");
    assert_string_equal(taken(t, "q/J", OP_TYPES), "");
}

static void other_levels_take_nothing(void **state) {
    struct loose *t = *state;
    open_at(t, DYNAMIC_ENVIRONMENT);
    fill(t);
    assert_string_equal(taken(t, "T", OP_LOAD), "");
    assert_string_equal(taken(t, "T", OP_TYPES), "");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(texts_are_names_of_classes),
        TEST(classes_and_members_are_guesses),
        TEST(others_tell_nothing),
        TEST(the_jdk_adds_nothing),
        TEST(the_first_who_names_is_told),
        TEST(constants_are_names),
        TEST(who_does_not_know_takes_it),
        TEST(what_comes_later_is_taken),
        TEST(the_jdk_takes_nothing),
        TEST(other_levels_take_nothing),
    };
    return cmocka_run_group_tests_name("dynamic/loose", tests, NULL, NULL);
}
