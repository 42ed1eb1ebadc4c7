// SPDX-License-Identifier: MIT
// test_report_words.c - escapes and places as reports write them.

#include "rewriter/report/report.h"
#include "tests/unit/lib/smallplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void is_text(struct str got, const char *wanted) {
    if (!str_eq(got, str_of(wanted))) {
        print_message("got %.*s, wanted %s\n", STR_F(got), wanted);
    }
    assert_true(str_eq(got, str_of(wanted)));
}

static void escapes(void **state) {
    static const char *const row[][2] = {
        {"a/B", "a/B"},
        {"a\\sb\\t\\n\\r\\\\c", "a b\t\n\r\\c"},
        {"\\\\s", "\\s"},
    };
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        is_text(report_plain(&mem, str_of(row[i][0])), row[i][1]);
        is_text(report_escaped(&mem, str_of(row[i][1])), row[i][0]);
    }
    // Control characters that have no letter, and what is none of them.
    is_text(report_escaped(&mem, STR("a\x1b[1m\x01\x7f\tb")),
            "a\\x1b[1m\\x01\\x7f\\tb");
    is_text(report_escaped(&mem, STR("\xc2\x80\xc2\x9f\xc2\xa0\xc3\x9b\xc2")),
            "\\u0080\\u009f\xc2\xa0\xc3\x9b\\xc2");
    is_text(report_plain(&mem, STR("\\")), "\\");
    is_text(report_plain(&mem, STR("\\q")), "\\q");
    arena_release(&mem);
}

// Sites of small plans have lines 100 above their offsets, in A.java; what is not
// known is taken away.
static void places(void **state) {
    struct small_plan s;
    struct arena mem;
    (void)state;
    small_plan_init(&s,
                    "state g: B.g =\nstate f: A.f = 5/-/B.g>g\nroot A.f * f\n");
    arena_init(&mem);
    struct plan p = s.p;
    struct plan_site site[] = {p.site[0], p.site[1]};
    struct plan_method *method =
        ARENA_ARRAY(&mem, struct plan_method, p.n[PLAN_METHOD]);
    struct plan_class *class =
        ARENA_ARRAY(&mem, struct plan_class, p.n[PLAN_CLASS]);
    memcpy(method, p.method, p.n[PLAN_METHOD] * sizeof *method);
    memcpy(class, p.class, p.n[PLAN_CLASS] * sizeof *class);
    p.site = site;
    p.method = method;
    p.class = class;
    u4 m = site[1].method;
    method[m].line = 99;
    is_text(report_place(&mem, &p, 1), "A.java:105");
    is_text(report_method_place(&mem, &p, m), "A.java:99");
    site[1].line = 0;
    method[m].line = 0;
    is_text(report_place(&mem, &p, 1), "A.java @5");
    is_text(report_method_place(&mem, &p, m), "A.java");
    class[method[m].class].source = 0;
    is_text(report_place(&mem, &p, 1), "A @5");
    site[1].line = 7;
    is_text(report_place(&mem, &p, 1), "A:7");
    small_plan_release(&s);
    arena_release(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes),
        cmocka_unit_test(places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
