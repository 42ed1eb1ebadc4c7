// SPDX-License-Identifier: MIT
// test_plan_plantext.c - the tables of a plan as text.

#include "analysis/world/world.h"
#include "rewriter/plan/plantext.h"
#include "rt-native/shared.h"
#include "tests/unit/lib/sampleplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

// All but the first line, which has the identity. To be freed.
static char *text_of(struct emit *file) {
    struct plan p;
    struct plan_fault fault;
    char *text = NULL;
    size_t n = 0;
    assert_true(plan_open(&p, file->p, file->n, &fault));
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    plantext_write(&p, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static const char SAMPLE[] =
    "option 1 key=analysis value=and\n"
    "option 2 key=chains value=my\\srules\\n.txt\n"
    "class 1 name=com/acme/A source=A.java access=33 hash0=01020304"
    " hash1=00000000 hash2=00000000 hash3=00000000 hash4=00000000"
    " hash5=00000000 hash6=00000000 hash7=fcfdfeff first_method=1"
    " n_methods=2\n"
    "class 2 name=com/acme/B source= access=0 hash0=00000000"
    " hash1=00000000 hash2=00000000 hash3=00000000 hash4=00000000"
    " hash5=00000000 hash6=00000000 hash7=00000000 first_method=3"
    " n_methods=1\n"
    "class 3 name=com/acme/I source= access=1536 hash0=00000000"
    " hash1=00000000 hash2=00000000 hash3=00000000 hash4=00000000"
    " hash5=00000000 hash6=00000000 hash7=00000000 first_method=0"
    " n_methods=0\n"
    "method 1 class=1(com/acme/A) name=com/acme/A.run:()V index=2"
    " access=1 line=9 flags=runs,entry first_site=1 n_sites=2 n_slots=3"
    " first_handler=1 n_handlers=2\n"
    "method 2 class=1(com/acme/A) name=com/acme/A.step:(I)V index=3"
    " access=0 line=0 flags=runs,entry first_site=3 n_sites=1 n_slots=2"
    " first_handler=0 n_handlers=0\n"
    "method 3 class=2(com/acme/B) name=com/acme/B.step:(I)V index=0"
    " access=0 line=0 flags=runs first_site=4 n_sites=1 n_slots=1"
    " first_handler=0 n_handlers=0\n"
    "site 1 method=1(com/acme/A.run:()V) pc=3 line=10 op=182"
    " called=com/acme/A.step:(I)V flags=inside,forest,rc,tm,probe,null"
    " spared=no first_label=1 n_labels=2\n"
    "site 2 method=1(com/acme/A.run:()V) pc=9 line=11 op=184"
    " called=java/lang/System.gc:()V flags=exit,certain spared=outside"
    " first_label=3 n_labels=1\n"
    "site 3 method=2(com/acme/A.step:(I)V) pc=5 line=0 op=182"
    " called=com/acme/A.step:(I)V flags=inside,forest,probe,on-this"
    " spared=no first_label=4 n_labels=2\n"
    "site 4 method=3(com/acme/B.step:(I)V) pc=1 line=0 op=185"
    " called=java/lang/Runnable.run:()V flags=inside,exit,forest,probe"
    " spared=no first_label=6 n_labels=2\n"
    "label 1 site=1(com/acme/A.step:(I)V) receiver=2(com/acme/A)"
    " target=2(com/acme/A.step:(I)V) to=com/acme/A.step:(I)V slot=1"
    " flags=rc,tm\n"
    "label 2 site=1(com/acme/A.step:(I)V) receiver=3(com/acme/B)"
    " target=3(com/acme/B.step:(I)V) to=com/acme/B.step:(I)V slot=2"
    " flags=rc,tm\n"
    "label 3 site=2(java/lang/System.gc:()V) receiver=1(-) target=-"
    " to=java/lang/System.gc:()V slot=3 flags=-\n"
    "label 4 site=3(com/acme/A.step:(I)V) receiver=2(com/acme/A)"
    " target=2(com/acme/A.step:(I)V) to=com/acme/A.step:(I)V slot=1"
    " flags=-\n"
    "label 5 site=3(com/acme/A.step:(I)V) receiver=3(com/acme/B)"
    " target=3(com/acme/B.step:(I)V) to=com/acme/B.step:(I)V slot=2"
    " flags=-\n"
    "label 6 site=4(java/lang/Runnable.run:()V)"
    " receiver=4(lambda:com/acme/A.step:(I)V)"
    " target=2(com/acme/A.step:(I)V) to=com/acme/A.step:(I)V slot=1"
    " flags=lambda\n"
    "label 7 site=4(java/lang/Runnable.run:()V)"
    " receiver=5(client:java/lang/Runnable) target=-"
    " to=client:java/lang/Runnable.run:()V slot=0 flags=client\n"
    "receiver 1 name=- kind=none class=-\n"
    "receiver 2 name=com/acme/A kind=class class=1(com/acme/A)\n"
    "receiver 3 name=com/acme/B kind=class class=2(com/acme/B)\n"
    "receiver 4 name=lambda:com/acme/A.step:(I)V kind=lambda class=-\n"
    "receiver 5 name=client:java/lang/Runnable kind=client class=-\n"
    "maker 1 method=1(com/acme/A.run:()V) pc=0 line=9"
    " receiver=4(lambda:com/acme/A.step:(I)V)\n"
    "entry 1 method=1(com/acme/A.run:()V) reasons=interface levels=0"
    " first_receiver=1 n_receivers=2\n"
    "entry 2 method=2(com/acme/A.step:(I)V) reasons=callback,vm"
    " levels=0,15+ first_receiver=3 n_receivers=1\n"
    "entered 1 entry=1(com/acme/A.run:()V) receiver=2(com/acme/A)\n"
    "entered 2 entry=1(com/acme/A.run:()V) receiver=3(com/acme/B)\n"
    "entered 3 entry=2(com/acme/A.step:(I)V) receiver=2(com/acme/A)\n"
    "root 1 entry=1(com/acme/A.run:()V) level=*"
    " state=5(com/acme/A.run:()V)\n"
    "root 2 entry=2(com/acme/A.step:(I)V) level=0"
    " state=2(com/acme/A.step:(I)V)\n"
    "root 3 entry=2(com/acme/A.step:(I)V) level=1"
    " state=4(com/acme/A.step:(I)V)\n"
    "state 1 method=3(com/acme/B.step:(I)V) flags=depth-ends"
    " first_move=0 n_moves=0\n"
    "state 2 method=2(com/acme/A.step:(I)V) flags=- first_move=1"
    " n_moves=2\n"
    "state 3 method=3(com/acme/B.step:(I)V) flags=- first_move=3"
    " n_moves=1\n"
    "state 4 method=2(com/acme/A.step:(I)V) flags=- first_move=4"
    " n_moves=2\n"
    "state 5 method=1(com/acme/A.run:()V) flags=- first_move=6"
    " n_moves=2\n"
    "move 1 label=4(com/acme/A.step:(I)V) ^ 0\n"
    "move 2 label=5(com/acme/B.step:(I)V) -> state 1\n"
    "move 3 label=6(com/acme/A.step:(I)V) ^ 1\n"
    "move 4 label=4(com/acme/A.step:(I)V) cut by this-call\n"
    "move 5 label=5(com/acme/B.step:(I)V) -> state 3\n"
    "move 6 label=1(com/acme/A.step:(I)V) -> state 2\n"
    "move 7 label=2(com/acme/B.step:(I)V) -> state 1\n"
    "handler 1 method=1(com/acme/A.run:()V) pc=20 line=12"
    " type=java/lang/Exception\n"
    "handler 2 method=1(com/acme/A.run:()V) pc=31 line=0 type=\n";

static void shows_the_sample(void **state) {
    struct emit file;
    (void)state;
    emit_init(&file, 1 << 20);
    sampleplan(&file);
    char *text = text_of(&file);
    char *rows = strchr(text, '\n');
    assert_non_null(rows);
    assert_string_equal(rows + 1, SAMPLE);
    free(text);
    emit_release(&file);
}

static void begins_with_the_identity(void **state) {
    struct emit file;
    char want[120];
    int n = snprintf(want, sizeof want, "plan version=2 identity=");
    (void)state;
    emit_init(&file, 1 << 20);
    sampleplan(&file);
    for (int i = 0; i < 32; i++) {
        n += snprintf(want + n, sizeof want - (size_t)n, "%02x",
                      file.p[PLAN_IDENTITY + i]);
    }
    char *text = text_of(&file);
    assert_memory_equal(text, want, (size_t)n);
    assert_int_equal(text[n], '\n');
    free(text);
    emit_release(&file);
}

// Of tables without rows there is nothing but the head.
static void shows_an_empty_plan(void **state) {
    struct emit file;
    struct planout o;
    (void)state;
    emit_init(&file, 1 << 20);
    planout_init(&o);
    assert_true(planout_write(&o, &file));
    char *text = text_of(&file);
    assert_string_equal(strchr(text, '\n'), "\n");
    free(text);
    planout_release(&o);
    emit_release(&file);
}

// The analysis sees nothing of the run time, so each has its own.
static void receivers_are_named_as_in_analyses(void **state) {
    (void)state;
    assert_string_equal(receiver_prefix[RECEIVER_LAMBDA], LAMBDA_PREFIX);
    assert_string_equal(receiver_prefix[RECEIVER_ANY_LAMBDA], ANY_LAMBDA);
    assert_string_equal(receiver_prefix[RECEIVER_PROXY], PROXY_PREFIX);
    assert_string_equal(receiver_prefix[RECEIVER_CLIENT], CLIENT_PREFIX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_the_sample),
        cmocka_unit_test(begins_with_the_identity),
        cmocka_unit_test(shows_an_empty_plan),
        cmocka_unit_test(receivers_are_named_as_in_analyses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
