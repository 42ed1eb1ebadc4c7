// SPDX-License-Identifier: MIT
// test_flow_merge.c - where paths meet: phis, loops, handlers, subroutines.

#include "tests/unit/lib/flowed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define V1 "       v1 = param A\n"
#define V12 V1 "       v2 = param A\n"
#define USE " call static T.u:(LA;)V "

// iload_0 is the condition everywhere: the first parameter is an int.

static void branches_join_in_a_phi(void **state) {
    struct flowed *t = *state;
    // return c ? a : b
    assert_flow(t, "(ILA;LA;)LA;",
                V12 "     9 v3 = phi v1 v2\n"
                    "     9 return v3\n",
                "1A 99 00 07 2B A7 00 04 2C B0");
    // The same in a local.
    assert_flow(t, "(ILA;LA;)LA;",
                V12 "    11 v3 = phi v1 v2\n"
                    "    12 return v3\n",
                "1A 99 00 08 2B 4E A7 00 05 2C 4E 2D B0");
    // Values that stay below on the stack.
    assert_flow(t, "(ILA;LA;)V",
                V12 "    10 v3 = phi v2 v1\n"
                    "    10" USE "v3\n"
                    "    13" USE "v1\n",
                "2B 1A 99 00 07 2C A7 00 04 2B B8 %2 B8 %2 B1", t->use, t->use);
}

static void one_value_needs_no_phi(void **state) {
    struct flowed *t = *state;
    assert_flow(t, "(ILA;)LA;", V1 "     9 return v1\n",
                "1A 99 00 07 2B A7 00 04 2B B0");
    // Null adds nothing, nor does a local that is not set on one path.
    assert_flow(t, "(ILA;)LA;", V1 "     9 return v1\n",
                "1A 99 00 07 2B A7 00 04 01 B0");
    assert_flow(t, "(ILA;)LA;", V1 "     7 return v1\n",
                "1A 99 00 05 2B 4D 2C B0");
    // Nothing but null: no statement at all.
    assert_flow(t, "(ILA;)LA;", V1, "1A 99 00 07 01 A7 00 04 01 B0");
    assert_flow(t, "(ILA;)V", V1 "    15 putstatic A.f:LA; nothing\n",
                "1A 99 00 07 01 A7 00 04 01 59 2B 5F B5 %2 B3 %2 B1", t->field,
                t->field);
}

static void each_definition_is_a_value(void **state) {
    struct flowed *t = *state;
    assert_flow(t, "()V",
                "     0 v1 = new A\n"
                "     5" USE "v1\n"
                "     8 v2 = new E\n"
                "    13" USE "v2\n",
                "BB %2 4B 2A B8 %2 BB %2 4B 2A B8 %2 B1", t->a_class, t->use,
                t->exception, t->use);
}

static void loops(void **state) {
    struct flowed *t = *state;
    // while (c) u(a): a does not change.
    assert_flow(t, "(ILA;)V", V1 "     5" USE "v1\n",
                "1A 99 00 0A 2B B8 %2 A7 FF F8 B1", t->use);
    // ... nor when it is stored where it is: a = a
    assert_flow(t, "(ILA;)V", V1 "     7" USE "v1\n",
                "1A 99 00 0C 2B 4C 2B B8 %2 A7 FF F6 B1", t->use);
    // while (c) a = a.f
    assert_flow(t, "(ILA;)LA;",
                V1 "     0 v2 = phi v1 v3\n"
                   "     5 v3 = getfield A.f:LA; v2\n"
                   "    13 return v2\n",
                "1A 99 00 0B 2B B4 %2 4C A7 FF F7 2B B0", t->field);
}

static void values_that_go_round_are_one(void **state) {
    struct flowed *t = *state;
    // while (c) { swap a and b }: each holds both.
    assert_flow(t, "(ILA;LA;)V",
                V12 "     0 v3 = phi v1 v2\n"
                    "    12" USE "v3\n"
                    "    16" USE "v3\n",
                "1A 99 00 0A 2B 2C 4C 4D A7 FF F8 2B B8 %2 2C B8 %2 B1", t->use,
                t->use);
    // A loop with two entries: 4 and 8.
    assert_flow(t, "(ILA;)V",
                V1 "     5" USE "v1\n"
                   "    11" USE "v1\n",
                "1A 99 00 07 2B B8 %2 2B 4C 2B B8 %2 1A 9A FF F5 B1", t->use,
                t->use);
    // The same, and one of the entries brings something else.
    assert_flow(t, "(ILA;LA;)V",
                V12 "     6 v3 = phi v2 v1\n"
                    "     7" USE "v3\n"
                    "    11" USE "v3\n",
                "1A 99 00 09 2C 4C 2B B8 %2 2B B8 %2 1A 9A FF F7 B1", t->use,
                t->use);
}

static void switches(void **state) {
    struct flowed *t = *state;
    assert_flow(t, "(ILA;LA;)LA;",
                V12 "    29 v3 = phi v1 v2\n"
                    "    29 return v3\n",
                "1A AA 00 00 %4 %4 %4 %4 %4 2B A7 00 04 2C B0", 23, 0, 1, 27,
                23);
    assert_flow(t, "(ILA;LA;)LA;",
                V12 "    25 v3 = phi v1 v2\n"
                    "    25 return v3\n",
                "1A AB 00 00 %4 %4 %4 %4 2B A7 00 04 2C B0", 19, 1, -7, 23);
    // goto_w
    assert_flow(t, "(ILA;)LA;", V1 "     7 return v1\n", "2B C8 %4 00 B0", 6);
}

static void dead_code_is_not_there(void **state) {
    struct flowed *t = *state;
    // What is dead may make no sense, and has no handlers.
    assert_caught(t, "()V", "",
                  "01 00 03 00 07 00 03 %2 A7 00 07 BB %2 57*1 B1", 0,
                  t->a_class);
    assert_flow(t, "()V", "", "B1 57 57 5F A7 00 01 00");
    // What is thrown is not, nor is what follows.
    assert_flow(t, "(LA;)V", V1 "     1 throw v1\n", "2A BF BB %2 57 B1",
                t->a_class);
}

static void a_handler_sees_all_of_its_range(void **state) {
    struct flowed *t = *state;
    // 0 u(a), 4 a = b, 6 n(), 9 return, 10 catch: u(a)
    static const char code[] =
        "01 00 00 00 %1 00 0A %2 2B B8 %2 2C 4C B8 %2 B1 57 2B B8 %2 B1";
    assert_caught(t, "(ILA;LA;)V",
                  V12 "     1" USE "v1\n"
                      "     6 call static T.n:()V\n"
                      "    10 v3 = catch\n"
                      "    10 v4 = phi v1 v2\n"
                      "    12" USE "v4\n"
                      "       handler 0..9 any at 10 v3\n",
                  code, 9, 0, t->use, t->nothing, t->use);
    // A store at its end is seen by no instruction of it.
    assert_caught(t, "(ILA;LA;)V",
                  V12 "     1" USE "v1\n"
                      "     6 call static T.n:()V\n"
                      "    10 v3 = catch\n"
                      "    12" USE "v1\n"
                      "       handler 0..6 E at 10 v3\n",
                  code, 6, t->exception, t->use, t->nothing, t->use);
    struct flow_type type = flow_type(&t->c, t->m, t->f.value[3]);
    assert_true(str_eq(type.name, STR("E")));
    // A range that begins later sees what was stored before.
    assert_caught(t, "(ILA;LA;)V",
                  V12 "     1" USE "v1\n"
                      "     6 call static T.n:()V\n"
                      "    10 v3 = catch\n"
                      "    12" USE "v2\n"
                      "       handler 6..9 any at 10 v3\n",
                  "01 00 06 00 09 00 0A 00 00 2B B8 %2 2C 4C B8 %2 B1"
                  "57 2B B8 %2 B1",
                  t->use, t->nothing, t->use);
}

static void rows_of_one_handler_share_what_is_caught(void **state) {
    struct flowed *t = *state;
    // The second row covers dead code only, the third is the same type again.
    assert_caught(t, "()V",
                  "     0 call static T.n:()V\n"
                  "     4 v1 = catch\n"
                  "     4 throw v1\n"
                  "       handler 0..3 E at 4 v1\n"
                  "       handler 0..3 F at 4 v1\n",
                  "03 00 00 00 03 00 04 %2 00 05 00 06 00 04 00 00"
                  "00 00 00 03 00 04 %2 B8 %2 B1 BF 00",
                  t->exception, t->error, t->nothing);
    struct flow_type type = flow_type(&t->c, t->m, t->f.value[1]);
    assert_true(str_eq(type.name, STR("")));
}

static void nested_ranges_keep_their_order(void **state) {
    struct flowed *t = *state;
    // try { try { n() } catch (E) { n() } } finally { throw }
    assert_caught(t, "()V",
                  "     0 call static T.n:()V\n"
                  "     4 v1 = catch\n"
                  "     5 call static T.n:()V\n"
                  "     9 v2 = catch\n"
                  "    10 call static T.n:()V\n"
                  "    14 throw v2\n"
                  "       handler 0..3 E at 4 v1\n"
                  "       handler 0..3 any at 9 v2\n"
                  "       handler 4..8 any at 9 v2\n"
                  "       handler 9..13 any at 9 v2\n",
                  "04 00 00 00 03 00 04 %2 00 00 00 03 00 09 00 00"
                  "00 04 00 08 00 09 00 00 00 09 00 0D 00 09 00 00"
                  "B8 %2 B1 57 B8 %2 B1 4E B8 %2 2D BF",
                  t->exception, t->nothing, t->nothing, t->nothing);
}

static void handlers_can_be_entered_from_handlers(void **state) {
    struct flowed *t = *state;
    // a = b inside the range of the first; the second covers the first.
    assert_caught(t, "(ILA;LA;)V",
                  V12 "     2 call static T.n:()V\n"
                      "     6 v3 = catch\n"
                      "     6 v4 = phi v1 v2\n"
                      "     7 call static T.n:()V\n"
                      "    11 v5 = catch\n"
                      "    13" USE "v4\n"
                      "       handler 0..5 E at 6 v3\n"
                      "       handler 6..10 any at 11 v5\n",
                  "02 00 00 00 05 00 06 %2 00 06 00 0A 00 0B 00 00"
                  "2C 4C B8 %2 B1 57 B8 %2 B1 57 2B B8 %2 B1",
                  t->exception, t->nothing, t->nothing, t->use);
}

static void handlers_can_be_jumped_to(void **state) {
    struct flowed *t = *state;
    assert_caught(t, "(LA;)V",
                  V1 "     0 call static T.n:()V\n"
                     "     7 v2 = catch\n"
                     "     7 v3 = phi v1 v2\n"
                     "     7" USE "v3\n"
                     "       handler 0..3 E at 7 v2\n",
                  "01 00 00 00 03 00 07 %2 B8 %2 2A A7 00 03 B8 %2 B1",
                  t->exception, t->nothing, t->use);
}

static void callers_of_a_subroutine_are_merged(void **state) {
    struct flowed *t = *state;
    // x = a, jsr, x = b, jsr, u(x); the subroutine calls u(x).
    assert_flow(t, "(ILA;LA;)V",
                V12 "    11" USE "v3\n"
                    "    15 v3 = phi v1 v2\n"
                    "    18" USE "v3\n",
                "2B 4E A8 00 0D 2C 4E A8 00 08 2D B8 %2 B1"
                "3A 04 2D B8 %2 A9 04",
                t->use, t->use);
}

static void subroutines_are_told_apart(void **state) {
    struct flowed *t = *state;
    // Two keep their address in one local, and return to their own callers.
    assert_flow(t, "(ILA;LA;)V",
                V12 "     6" USE "v1\n"
                    "    15" USE "v2\n",
                "2B 4E A8 00 11 2D B8 %2 2C 4E A8 00 0C 2D B8 %2 B1"
                "3A 04 A9 04 3A 04 A9 04",
                t->use, t->use);
    // One inside another; jsr_w.
    assert_flow(t, "(ILA;LA;)V",
                V12 "    11 v3 = phi v1 v2\n"
                    "    23" USE "v3\n",
                "2B 4E A8 00 09 2C 4E A8 00 04 B1"
                "3A 04 C9 %4 A9 04 3A 05 2D B8 %2 A9 05",
                7, t->use);
    // One that is left by a jump never returns: what is behind is dead.
    assert_flow(t, "(ILA;)V", V1 "     9" USE "v1\n",
                "A8 00 06 57*1 57 B1 3A 04 2B B8 %2 B1", t->use);
}

#define WITH_FLOW(f) \
    cmocka_unit_test_setup_teardown(f, flowed_set_up, flowed_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FLOW(branches_join_in_a_phi),
        WITH_FLOW(one_value_needs_no_phi),
        WITH_FLOW(each_definition_is_a_value),
        WITH_FLOW(loops),
        WITH_FLOW(values_that_go_round_are_one),
        WITH_FLOW(switches),
        WITH_FLOW(dead_code_is_not_there),
        WITH_FLOW(a_handler_sees_all_of_its_range),
        WITH_FLOW(rows_of_one_handler_share_what_is_caught),
        WITH_FLOW(nested_ranges_keep_their_order),
        WITH_FLOW(handlers_can_be_entered_from_handlers),
        WITH_FLOW(handlers_can_be_jumped_to),
        WITH_FLOW(callers_of_a_subroutine_are_merged),
        WITH_FLOW(subroutines_are_told_apart),
    };
    return cmocka_run_group_tests_name("flow/merge", tests, NULL, NULL);
}
