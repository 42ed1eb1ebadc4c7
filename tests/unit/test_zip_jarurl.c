// SPDX-License-Identifier: MIT
// test_zip_jarurl.c - the URLs of a Class-Path: where one ends, and which file it means.

#include "analysis/zip/jarurl.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void words(void **state) {
    (void)state;
    static const char *const wanted[] = {"a.jar", "b/", "file:/c"};
    struct str list = STR("  a.jar b/   file:/c "), url;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_true(jarurl_next(&list, &url));
        assert_true(str_eq(url, str_of(wanted[i])));
    }
    assert_false(jarurl_next(&list, &url));
    assert_false(jarurl_next(&list, &url));
}

// A URL and its path; NULL: none of this machine.
static const char *const meanings[][2] = {
    {"a.jar", "a.jar"},
    {"../lib/a.jar", "../lib/a.jar"},
    {"/lib/a.jar", "/lib/a.jar"},
    {"a%20b%2Bc+d.jar", "a b+c+d.jar"},
    {"50%", "50%"},
    {"%4", "%4"},
    {"%zz%c3%A4", "%zz\303\244"},
    {"file:a.jar", "a.jar"},
    {"FILE:/x/a.jar", "/x/a.jar"},
    {"file:///x/a.jar", "/x/a.jar"},
    {"file://localhost/x/a.jar", "/x/a.jar"},
    {"file://elsewhere/x/a.jar", NULL},
    {"//elsewhere/a.jar", NULL},
    {"file:", NULL},
    {"file://", NULL},
    {"http://x/a.jar", NULL},
    {"c:/a.jar", NULL},
};

static void paths(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        const char *wanted = meanings[i][1];
        struct str path;
        print_message("# %s\n", meanings[i][0]);
        assert_int_equal(jarurl_path(str_of(meanings[i][0]), &a, &path),
                         wanted != NULL);
        assert_true(!wanted || str_eq(path, str_of(wanted)));
    }
    arena_release(&a);
}

static void urls(void **state) {
    (void)state;
    char all[257] = "/";
    struct arena a;
    struct str path;
    arena_init(&a);
    assert_string_equal(jarurl_of("/a b/c+d%#?\303\244.jar", &a),
                        "file:/a%20b/c+d%25%23%3F%C3%A4.jar");
    for (int c = 1; c < 256; c++) {
        all[c] = (char)c;
    }
    all[0] = '/';
    const char *url = jarurl_of(all, &a);
    for (const char *c = url; *c; c++) {
        assert_true(*c > ' ' && *c < 127);
    }
    assert_true(jarurl_path(str_of(url), &a, &path));
    assert_true(str_eq(path, str_of(all)));
    arena_release(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(paths),
        cmocka_unit_test(urls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
