// SPDX-License-Identifier: MIT
// test_reach_reach.c - receivers meet groups, in whatever order they come;
// arrays, lambdas, proxies, bundles, initialisers.

#include "analysis/reach/reach.h"
#include "tests/unit/lib/smallworld.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CLASS = 0x0021, ABSTRACT = 0x0421, INTERFACE = 0x0601 };

struct solving {
    struct small_world s;
    struct solve solve;
    u4 n_idle, n_allocated;
};

static void idle(void *context, struct solve *s) {
    struct solving *t = context;
    (void)s;
    t->n_idle++;
}

static void allocated(void *context, struct solve *s, class_id c) {
    struct solving *t = context;
    (void)s, (void)c;
    t->n_allocated++;
}

// A with f; B below it with its own; C with none; T uses them.
static void make_classes(struct small_world *s) {
    struct asm_class *a = &s->a;
    small_class(s, CLASS, "A", "java/lang/Object", NULL);
    small_method(s, 1, "<init>", "()V", "B1");
    small_method(s, 1, "f", "()V", "B1");
    small_method(s, 8, "<clinit>", "()V", "B1");
    small_class(s, CLASS, "B", "A", NULL);
    small_method(s, 1, "<init>", "()V", "B1");
    small_method(s, 1, "f", "()V", "B1");
    small_class(s, CLASS, "C", "A", NULL);
    small_method(s, 1, "<init>", "()V", "B1");
    small_method(s, 8, "<clinit>", "()V", "B1");
    small_class(s, ABSTRACT, "D", "A", NULL);
    small_method(s, 1, "f", "()V", "B1");
    small_class(s, INTERFACE, "I", "java/lang/Object", NULL);
    small_method(s, 0x401, "run", "()V", NULL);
    small_method(s, 1, "more", "()V", "2A B9 %2 01 00 B1",
                 asm_ref(a, 11, "I", "run", "()V"));
    small_class(s, CLASS, "T", "java/lang/Object", NULL);
    u2 f = asm_ref(a, 10, "A", "f", "()V");
    u2 b = asm_class_const(a, "B"), c = asm_class_const(a, "C");
    small_method(s, 9, "call", "(LA;)V", "2A B6 %2 B1", f);
    small_method(s, 9, "makeB", "()V", "BB %2 57 B1", b);
    small_method(s, 9, "makeC", "()V", "BB %2 57 B1", c);
    small_method(s, 9, "both", "(LA;)V", "BB %2 57 2A B6 %2 B1", b, f);
    small_method(s, 9, "arrays", "()V", "04 BD %2 B6 %2 57 B1", b,
                 asm_ref(a, 10, "[LA;", "clone", "()Ljava/lang/Object;"));
    small_method(s, 9, "body", "()V", "B1");
    small_method(s, 9, "use", "(LI;)V", "2A B9 %2 01 00 B1",
                 asm_ref(a, 11, "I", "run", "()V"));
    small_method(s, 9, "useMore", "(LI;)V", "2A B9 %2 01 00 B1",
                 asm_ref(a, 11, "I", "more", "()V"));
    small_method(s, 9, "gone", "()V", "B8 %2 B1",
                 asm_ref(a, 10, "Gone", "f", "()V"));
}

static int begin(void **state) {
    struct solving *t = test_calloc(1, sizeof *t);
    small_init(&t->s);
    make_classes(&t->s);
    small_open(&t->s);
    const struct solve_hooks hooks = {
        .context = t, .idle = idle, .allocated = allocated};
    solve_init(&t->solve, &t->s.w, &hooks, &solve_scan);
    *state = t;
    return 0;
}

static int end(void **state) {
    struct solving *t = *state;
    solve_release(&t->solve);
    small_release(&t->s);
    test_free(t);
    return 0;
}

static void root(struct solving *t, const char *method) {
    solve_call(&t->solve, CALLER_MAIN, SITE_NO_PC, EDGE_CALL,
               small_find(&t->s, method));
    solve_run(&t->solve);
}

static bool is_reached(struct solving *t, const char *method) {
    return solve_node_of(&t->solve, small_find(&t->s, method)) != 0;
}

// Which method made it reachable.
static void assert_by(struct solving *t, const char *method, const char *from,
                      u2 pc) {
    node_id n = solve_node_of(&t->solve, small_find(&t->s, method));
    assert_int_not_equal(n, 0);
    assert_int_equal(t->solve.node.v[n].from, small_find(&t->s, from));
    assert_int_equal(t->solve.node.v[n].pc, pc);
}

// --- Groups and receivers ----------------------------------------------------

static void calls_nothing_without_objects(void **state) {
    struct solving *t = *state;
    root(t, "T.call:(LA;)V");
    assert_true(is_reached(t, "T.call:(LA;)V"));
    assert_false(is_reached(t, "A.f:()V"));
    assert_false(is_reached(t, "B.f:()V"));
    assert_int_equal(t->solve.counts.n_dispatched, 0);
    assert_int_not_equal(t->n_idle, 0);
}

static void receives_after_the_call(void **state) {
    struct solving *t = *state;
    root(t, "T.call:(LA;)V");
    root(t, "T.makeB:()V");
    assert_true(is_reached(t, "B.f:()V"));
    assert_false(is_reached(t, "A.f:()V"));
    assert_by(t, "B.f:()V", "T.call:(LA;)V", 1);
    root(t, "T.makeC:()V");
    assert_by(t, "A.f:()V", "T.call:(LA;)V", 1);
    assert_false(is_reached(t, "D.f:()V"));
}

static void receives_before_the_call(void **state) {
    struct solving *t = *state;
    root(t, "T.makeB:()V");
    root(t, "T.makeC:()V");
    assert_false(is_reached(t, "B.f:()V"));
    root(t, "T.call:(LA;)V");
    assert_by(t, "B.f:()V", "T.call:(LA;)V", 1);
    assert_by(t, "A.f:()V", "T.call:(LA;)V", 1);
}

static void makes_a_class_once(void **state) {
    struct solving *t = *state;
    root(t, "T.makeB:()V");
    root(t, "T.both:(LA;)V");
    u4 n = t->n_allocated;
    solve_allocate(&t->solve, small_find_class(&t->s, "B"));
    assert_int_equal(t->n_allocated, n);
    assert_int_equal(t->solve.counts.n_dispatched, 1);
    solve_allocate(&t->solve, small_find_class(&t->s, "D"));
    solve_allocate(&t->solve, small_find_class(&t->s, "I"));
    assert_int_equal(t->n_allocated, n);
}

static void shares_groups(void **state) {
    struct solving *t = *state;
    root(t, "T.call:(LA;)V");
    u4 n = t->solve.group.n;
    root(t, "T.both:(LA;)V");
    assert_int_equal(t->solve.group.n, n);
    class_id a = small_find_class(&t->s, "A");
    method_id f = small_find(&t->s, "A.f:()V");
    group_id g = solve_group(&t->solve, a, f);
    assert_int_equal(t->solve.group.n, n);
    assert_int_not_equal(g, solve_fixed(&t->solve, a, f));
    assert_int_not_equal(
        g, solve_group(&t->solve, small_find_class(&t->s, "C"), f));
}

static void takes_all_classes_by_cha(void **state) {
    struct solving *t = *state;
    small_find_class(&t->s, "B");
    small_find_class(&t->s, "C");
    small_find_class(&t->s, "D");
    solve_take_all(&t->solve, 1);
    root(t, "T.call:(LA;)V");
    assert_true(is_reached(t, "A.f:()V"));
    assert_true(is_reached(t, "B.f:()V"));
    assert_false(is_reached(t, "D.f:()V"));
}

// What is called whatever the receiver still needs one.
static void needs_a_receiver_for_fixed_calls(void **state) {
    struct solving *t = *state;
    method_id f = small_find(&t->s, "A.f:()V");
    group_id g = solve_fixed(&t->solve, small_find_class(&t->s, "A"), f);
    solve_edge(&t->solve, CALLER_MAIN,
               (struct solve_site){SITE_NO_PC, SITE_GROUP, EDGE_CALL, g});
    solve_run(&t->solve);
    assert_false(is_reached(t, "A.f:()V"));
    root(t, "T.makeB:()V");
    assert_true(is_reached(t, "A.f:()V"));
    assert_false(is_reached(t, "B.f:()V"));
}

static void lists_what_is_missing(void **state) {
    struct solving *t = *state;
    root(t, "T.gone:()V");
    node_id n = solve_node_of(&t->solve, small_find(&t->s, "T.gone:()V"));
    const struct solve_node *node = &t->solve.node.v[n];
    assert_int_equal(node->n_sites, 1);
    assert_int_equal(t->solve.site.v[node->first_site].shape, SITE_MISSING);
    assert_int_equal(t->solve.site.v[node->first_site].pc, 0);
}

// --- Arrays ------------------------------------------------------------------

static void receives_arrays(void **state) {
    struct solving *t = *state;
    root(t, "T.arrays:()V");
    assert_by(t, "java/lang/Object.clone:()Ljava/lang/Object;", "T.arrays:()V",
              4);
    // An array of B is one of A, but no A.
    root(t, "T.call:(LA;)V");
    assert_false(is_reached(t, "A.f:()V"));
    assert_false(is_reached(t, "B.f:()V"));
}

// --- Lambdas -----------------------------------------------------------------

static struct solve_lambda lambda_of(struct solving *t, const char *body) {
    sig_id *sig = ARENA_ARRAY(&t->solve.arena, sig_id, 1);
    *sig = world_sig(&t->s.w, STR("run"), STR("()V"));
    return (struct solve_lambda){
        .interface = small_find_class(&t->s, "I"),
        .sig = sig,
        .n_sigs = 1,
        .caller = small_find(&t->s, "T.makeB:()V"),
        .body = {7, SITE_DIRECT, EDGE_LAMBDA, small_find(&t->s, body)}};
}

// What the active group of calls of `method` runs on that lambda.
static method_id target(struct solving *t, class_id type, const char *method,
                        lambda_id id, const struct solve_lambda **through) {
    const struct solve *s = &t->solve;
    group_id g = solve_group(&t->solve, type, small_find(&t->s, method));
    assert_true(s->group.v[g].active);
    for (u4 i = 0; i < s->type.v[type].receiver.n; i++) {
        if (s->type.v[type].receiver.v[i] == (TYPE_LAMBDA | id)) {
            return solve_target(s, &s->group.v[g], i, through);
        }
    }
    fail_msg("the lambda is no receiver");
    return 0;
}

static void runs_lambdas_when_called(void **state) {
    struct solving *t = *state;
    struct solve_lambda l = lambda_of(t, "T.body:()V");
    lambda_id id = solve_lambda(&t->solve, &l);
    solve_run(&t->solve);
    assert_false(is_reached(t, "T.body:()V"));
    root(t, "T.useMore:(LI;)V");
    assert_true(is_reached(t, "I.more:()V"));
    assert_true(is_reached(t, "T.body:()V"));
    assert_by(t, "T.body:()V", "T.makeB:()V", 7);

    const struct solve_lambda *through;
    assert_int_equal(target(t, l.interface, "I.run:()V", id, &through), 0);
    assert_ptr_equal(through, &t->solve.lambda.v[id]);
    assert_int_equal(target(t, l.interface, "I.more:()V", id, &through),
                     small_find(&t->s, "I.more:()V"));
    assert_null(through);
}

static void makes_what_constructor_references_make(void **state) {
    struct solving *t = *state;
    struct solve_lambda l = lambda_of(t, "C.<init>:()V");
    l.body.shape = SITE_NEW;
    solve_lambda(&t->solve, &l);
    root(t, "T.call:(LA;)V");
    assert_false(is_reached(t, "A.f:()V"));
    root(t, "T.use:(LI;)V");
    assert_true(is_reached(t, "C.<init>:()V"));
    assert_true(is_reached(t, "A.f:()V"));
    assert_true(is_reached(t, "C.<clinit>:()V"));
}

// A method that the lambda does not implement, and that has no body.
static void selects_nothing_for_other_methods(void **state) {
    struct solving *t = *state;
    struct solve_lambda l = lambda_of(t, "T.body:()V");
    sig_id other = world_sig(&t->s.w, STR("other"), STR("()V"));
    l.sig = &other;
    solve_lambda(&t->solve, &l);
    root(t, "T.use:(LI;)V");
    assert_false(is_reached(t, "T.body:()V"));
}

static void runs_proxies_for_all_methods(void **state) {
    struct solving *t = *state;
    struct solve_lambda l = lambda_of(t, "T.body:()V");
    l.proxy = true;
    l.n_sigs = 0;
    solve_lambda(&t->solve, &l);
    root(t, "T.useMore:(LI;)V");
    assert_true(is_reached(t, "T.body:()V"));
    assert_false(is_reached(t, "I.more:()V"));
}

// --- Bundles and initialisers ------------------------------------------------

static void runs_bundles_for_every_caller(void **state) {
    struct solving *t = *state;
    bundle_id b = solve_bundle(&t->solve);
    solve_bundle_add(&t->solve, b,
                     (struct solve_site){0, SITE_INIT, EDGE_INIT,
                                         small_find_class(&t->s, "C")});
    assert_false(is_reached(t, "T.body:()V"));
    method_id by = small_find(&t->s, "T.makeB:()V");
    for (u2 pc = 3; pc < 5; pc++) {
        struct solve_site site = {pc, SITE_BUNDLE, EDGE_HANDLE, b};
        solve_edge(&t->solve, by, site);
    }
    solve_run(&t->solve);
    assert_false(is_reached(t, "T.body:()V"));
    // What comes later is run from the first site as well.
    solve_bundle_add(&t->solve, b,
                     (struct solve_site){0, SITE_DIRECT, EDGE_HANDLE,
                                         small_find(&t->s, "T.body:()V")});
    solve_run(&t->solve);
    assert_by(t, "T.body:()V", "T.makeB:()V", 3);
    assert_by(t, "C.<clinit>:()V", "T.makeB:()V", 3);
    assert_int_equal(t->solve.late.n, 2);
}

static void names_initialisers_from_the_class_up(void **state) {
    struct solving *t = *state;
    class_id a = small_find_class(&t->s, "A"), b = small_find_class(&t->s, "B");
    class_id c = small_find_class(&t->s, "C");
    const method_id of_a = small_find(&t->s, "A.<clinit>:()V");
    const method_id of_c = small_find(&t->s, "C.<clinit>:()V");
    const struct world *w = &t->s.w;
    u4 i = 0;
    assert_int_equal(solve_initialiser(w, c, 0, &i), of_c);
    assert_int_equal(solve_initialiser(w, c, 0, &i), of_a);
    assert_int_equal(solve_initialiser(w, c, 0, &i), 0);
    i = 0;  // in a method of B, A has been initialised
    assert_int_equal(solve_initialiser(w, c, b, &i), of_c);
    assert_int_equal(solve_initialiser(w, c, b, &i), 0);
    i = 0;
    assert_int_equal(solve_initialiser(w, b, 0, &i), of_a);
    assert_int_equal(solve_initialiser(w, b, 0, &i), 0);
    i = 0;
    assert_int_equal(solve_initialiser(w, a, c, &i), 0);
}

static void initialises_what_is_made(void **state) {
    struct solving *t = *state;
    root(t, "T.makeB:()V");
    assert_by(t, "A.<clinit>:()V", "T.makeB:()V", 0);
    assert_false(is_reached(t, "C.<clinit>:()V"));
    root(t, "T.arrays:()V");
    assert_false(is_reached(t, "C.<clinit>:()V"));
}

#define RTA(test) cmocka_unit_test_setup_teardown(test, begin, end)
#define CHA(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        RTA(calls_nothing_without_objects),
        RTA(receives_after_the_call),
        RTA(receives_before_the_call),
        RTA(makes_a_class_once),
        RTA(shares_groups),
        CHA(takes_all_classes_by_cha),
        RTA(needs_a_receiver_for_fixed_calls),
        RTA(lists_what_is_missing),
        RTA(receives_arrays),
        RTA(runs_lambdas_when_called),
        RTA(makes_what_constructor_references_make),
        RTA(selects_nothing_for_other_methods),
        RTA(runs_proxies_for_all_methods),
        RTA(runs_bundles_for_every_caller),
        RTA(names_initialisers_from_the_class_up),
        RTA(initialises_what_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
