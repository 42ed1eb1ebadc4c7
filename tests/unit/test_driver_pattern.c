// SPDX-License-Identifier: MIT
// test_driver_pattern.c - methods, as patterns and as lists and reports print them.

#include "rewriter/driver/pattern.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define METHOD "com/acme/Shop.sell:(I[Ljava/lang/String;[[J)V"

static const struct {
    const char *pattern, *method;
    bool is;
} rows[] = {
    {"com.acme.Shop", METHOD, true},
    {"com.acme.**", METHOD, true},
    {"com.acme.Shop#sell", METHOD, true},
    {"com.acme.Shop#s*l", METHOD, true},
    {"com.acme.Shop#buy", METHOD, false},
    {METHOD, METHOD, true},
    {"!" METHOD, METHOD, true},
    {"com/acme/Shop.sell", METHOD, true},
    {"com/acme/Shop.sel", METHOD, false},
    {"com/acme/Shop.sell:(I)V", METHOD, false},
    {"Shop.sell(int, String[], long[][])", METHOD, true},
    {"Shop.sell(int,String[],long[][])", METHOD, true},
    {"com.acme.Shop.sell(int, java.lang.String[], long[][])", METHOD, true},
    {"acme.Shop.sell(int, lang.String[], long[][])", METHOD, true},
    {"hop.sell(int, String[], long[][])", METHOD, false},
    {"Shop.sell(int, tring[], long[][])", METHOD, false},
    {"Shop.sell(int, String[], long[])", METHOD, false},
    {"Shop.sell(int, String[], long[][], int)", METHOD, false},
    {"Shop.sell(int, String[])", METHOD, false},
    {"Shop.sell(long, String[], long[][])", METHOD, false},
    {"Shop.sell()", METHOD, false},
    {"Shop.<init>()", "com/acme/Shop.<init>:()V", true},
    {"Shop$Part.run()", "com/acme/Shop$Part.run:()I", true},
    {"Part.run()", "com/acme/Shop$Part.run:()I", false},
    {"Main.main", "Main.main:([Ljava/lang/String;)V", true},
    {"Main.main(String[])", "Main.main:([Ljava/lang/String;)V", true},
    {"Main.main(x)", "<main>", false},
    {"Main.main(String[])", "Main.main:([Lja", false},
};

static void methods(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is =
            pattern_matches_text(rows[i].pattern, str_of(rows[i].method));
        if (is != rows[i].is) {
            fail_msg("%s for %s", rows[i].pattern, rows[i].method);
        }
    }
}

static void what_is_none(void **state) {
    (void)state;
    assert_true(pattern_is_text("Shop.sell(int)"));
    assert_true(pattern_is_text("com/acme/Shop.sell"));
    assert_true(pattern_is_text("com.acme.Shop#sell"));
    assert_false(pattern_is_text("com/acme/Shop"));
    assert_false(pattern_is_text("a..b"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods),
        cmocka_unit_test(what_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
