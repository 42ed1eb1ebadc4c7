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
    {"Shop#sell", METHOD, true},
    {"hop#sell", METHOD, false},
    {"acme.Shop#sell", METHOD, false},
    {"Shop", METHOD, false},
    {"Shop.sell", METHOD, false},
    {"sell", METHOD, false},
    {"com.acme.Shop.sell", METHOD, false},
    {"com.acme.Shop#sell(int,String[], long[][])", METHOD, true},
    {"Shop#sell( int , java.lang.String[] ,long[]...)", METHOD, true},
    {"Shop#sell(int)", METHOD, false},
    {"Shop#run", "com/acme/Shop$Part.run:()I", true},
    {"com.acme.Shop.Part#run", "com/acme/Shop$Part.run:()I", true},
    {"com.acme.Shop.Part.run()", "com/acme/Shop$Part.run:()I", true},
    {"client:Shop.sell(int)", "client:com/acme/Shop.sell:(I)V", true},
    {"client:acme.Shop.sell(int)", "client:com/acme/Shop.sell:(I)V", true},
    {"client:Shop.sell(int)", "com/acme/Shop.sell:(I)V", false},
    {"client:hop.sell(int)", "client:com/acme/Shop.sell:(I)V", false},
    {"Shop.it\\ssells\\s(ok)(int)", "com/acme/Shop.it\\ssells\\s(ok):(I)V",
     true},
    {"Main.main(x)", "<main>", false},
    {"Main.main(String[])", "Main.main:([Lja", false},
};

static void methods(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is = pattern_matches_text(rows[i].pattern, str_of(rows[i].method));
        if (is != rows[i].is) {
            fail_msg("%s for %s", rows[i].pattern, rows[i].method);
        }
    }
}

static const char *const shop[] = {
    "com/acme/Shop.sell:(Lcom/acme/Item;)V",
    "com/acme/Shop.sell:(Lcom/acme/Item;I)V",
    "com/acme/Shop$Part.run:()V",
    "org/other/Shop.close:()V",
    "org/other/Shop.<init>:()V",
    "sell/run.sell:()V",
};
enum { N_SHOP = sizeof shop / sizeof *shop };

static struct str shop_name(void *context, u4 i) {
    (void)context;
    return str_of(shop[i]);
}
static const struct pattern_methods shop_methods = {N_SHOP, shop_name, NULL};

// A digit for each method that is meant.
static const struct {
    const char *pattern, *which;
} among[] = {
    {"Shop.sell", "01"},
    {"com.acme.Shop.sell", "01"},
    {"com.acme.Shop#sell", "01"},
    {"Shop#sell", "01"},
    {"Shop.sell()", "01"},
    {"com.acme.Shop#sell()", "01"},
    {"!Shop.sell", "01"},
    {"Shop.sell(Item)", "0"},
    {"Shop.sell(com.acme.Item,int)", "1"},
    {"com.acme.Shop.sell(com.acme.Item, int)", "1"},
    {"com.acme.Shop#sell( Item ,int )", "1"},
    {"sell(Item)", "0"},
    {"sell()", "5"},
    {"sell", "015"},
    {"com.acme.Shop", "012"},
    {"com.acme.Shop.Part.run", "2"},
    {"Part.run", "2"},
    {"Part.run()", "2"},
    {"sell.run", "5"},  // a class
    {"run", "2"},
    {"Shop.close", "3"},
    {"Shop.<init>", "4"},
    {"com.*", ""},
    {"com.acme.*", "012"},
    {"com.acme.Cart.sell", ""},
    {"Shop.sel", ""},
    {"Shop.sell(int)", ""},
    {"sell(int)", ""},
    {"Shop#", ""},
    {"#", ""},
    {"", ""},
};

static void methods_among(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof among / sizeof *among; i++) {
        char is[N_SHOP + 1];
        u4 n = 0;
        struct pattern p = pattern_among(among[i].pattern, &shop_methods);
        for (u4 m = 0; m < N_SHOP; m++) {
            if (pattern_takes(&p, shop_name(NULL, m))) {
                is[n++] = (char)('0' + m);
            }
        }
        is[n] = '\0';
        if (strcmp(is, among[i].which) != 0 || p.any != (n > 0)) {
            fail_msg("%s: %s", among[i].pattern, is);
        }
    }
}

static const struct {
    const char *pattern, *which;
} nearest[] = {
    {"Shop.sell(int)", "01"},
    {"com.acme.Shop#sell(long)", "01"},
    {"Cart.close", "3"},
    {"Shop.clsoe()", "3"},
    {"Shpo.clsoe", "3"},
    {"Warehouse.clsoe", ""},
    {"clsoe", "3"},
    {"somethingelse", ""},
    {"com.acme.Shop*#clsoe", ""},
};

static void methods_near(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof nearest / sizeof *nearest; i++) {
        u4 near[2];
        char is[3] = "";
        u4 n = pattern_near(nearest[i].pattern, &shop_methods, near, 2);
        for (u4 k = 0; k < n; k++) {
            is[k] = (char)('0' + near[k]);
        }
        if (strcmp(is, nearest[i].which) != 0) {
            fail_msg("%s: %s", nearest[i].pattern, is);
        }
    }
}

static void what_is_none(void **state) {
    (void)state;
    assert_true(pattern_is_text("Shop.sell(int)"));
    assert_true(pattern_is_text("com/acme/Shop.sell"));
    assert_true(pattern_is_text("com.acme.Shop#sell"));
    assert_true(pattern_is_text("com.acme.Shop#sell(Item, int)"));
    assert_true(pattern_is_text("sell(Item, int)"));
    assert_true(pattern_is_text("Shop.<init>"));
    assert_false(pattern_is_text("Shop.sell(int"));
    assert_false(pattern_is_text("com/acme/Shop"));
    assert_false(pattern_is_text("a..b"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods),
        cmocka_unit_test(methods_among),
        cmocka_unit_test(methods_near),
        cmocka_unit_test(what_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
