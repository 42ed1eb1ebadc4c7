// SPDX-License-Identifier: MIT
// test_chains_readable.c - names of methods and classes as people read them.

#include "rewriter/chains/readable.h"

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

static void parts(void **state) {
    (void)state;
    static const char *const row[][4] = {
        {"a/b/Foo.bar:(I)V", "a/b/Foo", "bar", "(I)V"},
        {"Foo.<init>:()V", "Foo", "<init>", "()V"},
        // Names with what else divides them.
        {"a:b/F(x).m:(I)V:(II)I", "a:b/F(x)", "m:(I)V", "(II)I"},
        {"F.m:(La:(I;)V", "F", "m", "(La:(I;)V"},
        {"F.m:(", "F", "m:(", ""},
        {"F.m:(I)", "F", "m:(I)", ""},
        {"F.m:(I)VV", "F", "m:(I)VV", ""},
        {"F.m:(I)[[La/b;", "F", "m", "(I)[[La/b;"},
        {"F.m:([)V", "F", "m:([)V", ""},
        {"<main>", "", "<main>", ""},
        {"", "", "", ""},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct readable_name r = readable_parts(str_of(row[i][0]));
        is_text(r.class, row[i][1]);
        is_text(r.method, row[i][2]);
        is_text(r.descriptor, row[i][3]);
    }
}

static void methods(void **state) {
    static const char *const row[][2] = {
        {"com/acme/Foo.bar:(ILjava/lang/String;)V", "Foo.bar(int, String)"},
        {"Foo.<init>:()V", "Foo.<init>()"},
        {"a/B$C.x:([[J[Ljava/util/Map$Entry;ZCBSFD)[I",
         "B$C.x(long[][], Map$Entry[], boolean, char, byte, short, float, "
         "double)"},
        {"odd\\sname/F.m\\\\:()V", "F.m\\\\()"},
        {"<main>", "<main>"},
        // Its own, and not that of the class it inherits from.
        {"client:a/B.m:(La/C;)V", "a client's B.m(C)"},
        {"proxy:a/B.m:()V", "proxy:B.m()"},
        {"lambda:-", "lambda:-"},
    };
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        is_text(readable_method(&mem, str_of(row[i][0])), row[i][1]);
    }
    arena_release(&mem);
}

static void classes(void **state) {
    static const char *const row[][2] = {
        {"com/acme/Foo$Bar", "com.acme.Foo$Bar"},
        {"Foo", "Foo"},
        {"", ""},
        {"-", "-"},
        {"lambda:a/B.lambda$0:(I[La/C;)V", "lambda:B.lambda$0(int, C[])"},
        {"lambda:a/B", "lambda:a.B"},
        {"proxy:a/B", "proxy:a.B"},
        {"client:a/B", "a client's a.B"},
        {"lambda:", "lambda:"},
        {"[La/B;", "a.B[]"},
        {"[B", "byte[]"},
        {"[[[D", "double[][][]"},
        {"client:[I", "a client's int[]"},
        // What a run told may be cut.
        {"[", "["},
        {"[La/B", "[La.B"},
        {"[II", "[II"},
        {"lambda:a/B.lambda$0:(I[L", "lambda:a.B.lambda$0:(I[L"},
    };
    static const char *const without_package[][2] = {
        {"com/acme/Foo$Bar", "Foo$Bar"},
        {"Foo", "Foo"},
        {"client:a/B", "a client's B"},
        {"lambda:a/B.lambda$0:(I[La/C;)La/D;", "lambda:B.lambda$0(int, C[])"},
        {"[La/B;", "B[]"},
        {"-", "-"},
    };
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        is_text(readable_class(&mem, str_of(row[i][0])), row[i][1]);
    }
    for (size_t i = 0; i < sizeof without_package / sizeof *without_package;
         i++) {
        is_text(readable_simple_class(&mem, str_of(without_package[i][0])),
                without_package[i][1]);
    }
    arena_release(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts),
        cmocka_unit_test(methods),
        cmocka_unit_test(classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
