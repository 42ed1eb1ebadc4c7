// SPDX-License-Identifier: MIT
// test_launch_javaline.c - command lines of java: what they start and where from, and
// what becomes of them with other paths.

#include "analysis/base/arena.h"
#include "rewriter/launch/javaline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

// A row: words separated by '|', as they are given and as they are made again with
// "C" and "M" for the paths where there are any.
struct row {
    const char *command;
    enum java_start start;
    const char *what, *class_path, *module_path;
    const char *made;
};

static const struct row rows[] = {
    {"java|-cp|a:b|M1|x", JAVA_CLASS, "M1", "a:b", NULL, "java|-cp|C|M1|x"},
    {"java|-classpath|a|M1", JAVA_CLASS, "M1", "a", NULL, "java|-cp|C|M1"},
    {"java|--class-path|a|M1", JAVA_CLASS, "M1", "a", NULL, "java|-cp|C|M1"},
    {"java|--class-path=a=b|M1", JAVA_CLASS, "M1", "a=b", NULL,
     "java|-cp|C|M1"},
    {"java|-cp|a|-cp|b|M1", JAVA_CLASS, "M1", "b", NULL, "java|-cp|C|M1"},
    {"java|-cp||M1", JAVA_CLASS, "M1", "", NULL, "java|-cp|C|M1"},
    {"java|M1", JAVA_CLASS, "M1", NULL, NULL, "java|M1"},
    {"java|M1|-cp|a|-jar|b", JAVA_CLASS, "M1", NULL, NULL,
     "java|M1|-cp|a|-jar|b"},
    {"java|-Xmx1g|-ea|-Dx=y|M1", JAVA_CLASS, "M1", NULL, NULL,
     "java|-Xmx1g|-ea|-Dx=y|M1"},
    {"java|--add-modules|a|--add-opens|x/y=z|M1", JAVA_CLASS, "M1", NULL, NULL,
     "java|--add-modules|a|--add-opens|x/y=z|M1"},
    {"java|--add-modules=a|M1", JAVA_CLASS, "M1", NULL, NULL,
     "java|--add-modules=a|M1"},
    {"java|--add-reads|a=b|--limit-modules|c|--enable-native-access|d|M1",
     JAVA_CLASS, "M1", NULL, NULL,
     "java|--add-reads|a=b|--limit-modules|c|--enable-native-access|d|M1"},
    {"java|-jar|a.jar|-cp|x", JAVA_JAR, "a.jar", NULL, NULL,
     "java|-jar|a.jar|-cp|x"},
    {"java|-jar|-ea|a.jar", JAVA_JAR, "a.jar", NULL, NULL,
     "java|-ea|-jar|a.jar"},
    {"java|-cp|x|-jar|a.jar", JAVA_JAR, "a.jar", NULL, NULL, "java|-jar|a.jar"},
    {"java|-p|m|-m|a/B|-m", JAVA_MODULE, "a/B", NULL, "m",
     "java|-p|M|-m|a/B|-m"},
    {"java|--module-path=m|--module=a|x", JAVA_MODULE, "a", NULL, "m",
     "java|-p|M|-m|a|x"},
    {"java|--module-path|m|-cp|c|--module|a", JAVA_MODULE, "a", "c", "m",
     "java|-cp|C|-p|M|-m|a"},
    {"java|-javaagent:x.jar=-m|M1", JAVA_CLASS, "M1", NULL, NULL,
     "java|-javaagent:x.jar=-m|M1"},
    {"java|--patch-module|a=b|M1", JAVA_CLASS, "M1", NULL, NULL,
     "java|--patch-module|a=b|M1"},
    {"java|@@x", JAVA_CLASS, "@x", NULL, NULL, "java|@@x"},
    {"java|--disable-@files|@x|@y", JAVA_CLASS, "@x", NULL, NULL,
     "java|--disable-@files|@x|@y"},
    {"java|M1|@gone", JAVA_CLASS, "M1", NULL, NULL, "java|M1|@gone"},
    {"java|X.java", JAVA_SOURCE, "X.java", NULL, NULL, NULL},
    {"java|--source|17|x", JAVA_SOURCE, "x", NULL, NULL, NULL},
    {"java", JAVA_NOTHING, NULL, NULL, NULL, NULL},
    {"java|-cp", JAVA_NOTHING, NULL, NULL, NULL, NULL},
    {"java|-jar", JAVA_NOTHING, NULL, NULL, NULL, NULL},
    {"java|-version|M1", JAVA_NOTHING, "M1", NULL, NULL, NULL},
    {"java|--list-modules", JAVA_NOTHING, NULL, NULL, NULL, NULL},
    {"java|-d|java.base|M1", JAVA_NOTHING, "M1", NULL, NULL, NULL},
};

// The words of argv lie one behind the other, as in a process: what follows a word is
// the next one.
static struct arg_list words_of(const char *text, struct arena *a) {
    struct arg_list list = {0};
    char *p = arena_cstr(a, str_of(text));
    for (;;) {
        char *end = strchr(p, '|');
        arg_list_add(&list, p, a);
        if (!end) {
            return list;
        }
        *end = '\0';
        p = end + 1;
    }
}

static const char *joined(struct arg_list list, struct arena *a) {
    const char *text = "";
    for (size_t i = 0; i < list.n; i++) {
        text = arena_printf(a, "%s%s%s", text, i ? "|" : "", list.item[i]);
    }
    return text;
}

static void same_text(const char *got, const char *wanted) {
    if (got && wanted) {
        assert_string_equal(got, wanted);
    } else {
        assert_true(!got && !wanted);
    }
}

static void commands(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        const struct arg_list command = words_of(row->command, &a);
        const struct javaline_env env = {0};
        const struct arg_list none = {0};
        struct javaline j;
        print_message("# %s\n", row->command);
        assert_true(javaline_parse(&j, &command, &env, &a));
        assert_int_equal(j.start, row->start);
        same_text(j.what, row->what);
        if (!row->made) {
            continue;
        }
        same_text(j.class_path, row->class_path);
        same_text(j.module_path, row->module_path);
        j.class_path = j.class_path ? "C" : NULL;
        j.module_path = j.module_path ? "M" : NULL;
        const struct arg_list made = javaline_make(&j, &none, &a);
        assert_string_equal(joined(made, &a), row->made);
        assert_null(made.item[made.n]);
    }
    arena_release(&a);
}

static struct javaline parsed(const char *text, const char *class_path,
                              const char *options, struct arena *a) {
    const struct arg_list command = words_of(text, a);
    const struct javaline_env env = {class_path, options};
    struct javaline j;
    assert_true(javaline_parse(&j, &command, &env, a));
    return j;
}

static void environment(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    assert_string_equal(parsed("java|M", "e", NULL, &a).class_path, "e");
    assert_string_equal(parsed("java|-cp|c|M", "e", NULL, &a).class_path, "c");
    assert_null(parsed("java|-jar|x", "e", "-cp o", &a).class_path);
    struct javaline j = parsed("java|M", "e", " -cp 'o p:'\"q 'r\" -Dx ", &a);
    assert_string_equal(j.class_path, "o p:q 'r");
    assert_int_equal(j.options.n, 0);  // the launcher reads them itself
    j = parsed("java|-p|c|M", NULL, "--module-path=o --class-path=o", &a);
    assert_string_equal(j.module_path, "c");
    assert_string_equal(j.class_path, "o");
    j = parsed("java|M", NULL, "-Dccinstr.data=x -Xbootclasspath/a:y", &a);
    assert_string_equal(j.data, "-Dccinstr.data=x");
    assert_int_equal(j.unseen.n, 1);
    arena_release(&a);
}

static void unseen(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    struct javaline j = parsed(
        "java|--patch-module|a=b|--upgrade-module-path=c|M", NULL, NULL, &a);
    assert_string_equal(joined(j.unseen, &a),
                        "--patch-module a=b|--upgrade-module-path=c");
    assert_null(j.data);
    arena_release(&a);
}

// What stands in a file, up to the main class and behind it.
static void files(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    char name[] = "test-javaline.XXXXXX";
    int fd = mkstemp(name);
    FILE *f = fdopen(fd, "w");
    assert_non_null(f);
    fputs("-cp \"a b\" # no\n-Xmx1g M one @two\n", f);
    assert_int_equal(fclose(f), 0);
    struct javaline j = parsed(
        arena_printf(&a, "java|-ea|@%s|three|@four", name), NULL, NULL, &a);
    assert_int_equal(unlink(name), 0);
    assert_string_equal(j.class_path, "a b");
    assert_string_equal(joined(j.options, &a), "-ea|-Xmx1g");
    assert_string_equal(j.what, "M");
    assert_string_equal(joined(j.arguments, &a), "one|@two|three|@four");
    const struct arg_list command = words_of("java|@/nowhere/at all|M", &a);
    const struct javaline_env env = {0};
    assert_false(javaline_parse(&j, &command, &env, &a));
    assert_string_equal(j.wrong,
                        "cannot read the argument file "
                        "'/nowhere/at all': No such file or directory");
    arena_release(&a);
}

static void more_options(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    struct javaline j = parsed("java|-ea|-cp|x|M|y", NULL, NULL, &a);
    struct arg_list more = words_of("--enable-native-access=A", &a);
    assert_string_equal(joined(javaline_make(&j, &more, &a), &a),
                        "java|--enable-native-access=A|-ea|-cp|x|M|y");
    arena_release(&a);
}

static void programs(void **state) {
    (void)state;
    assert_true(javaline_is_java("java"));
    assert_true(javaline_is_java("/usr/lib/jvm/x/bin/java"));
    assert_true(javaline_is_java("./javaw"));
    assert_false(javaline_is_java("make"));
    assert_false(javaline_is_java("java/make"));
    assert_false(javaline_is_java("bin/"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands),     cmocka_unit_test(environment),
        cmocka_unit_test(unseen),       cmocka_unit_test(files),
        cmocka_unit_test(more_options), cmocka_unit_test(programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
