// SPDX-License-Identifier: MIT
// test_interface_interface.c - Int: levels, files that are read and written, and
// what is wrong with them.

#include "analysis/base/file.h"
#include "analysis/interface/inttext.h"
#include "tests/unit/lib/smallworld.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { PUBLIC = 1, PRIVATE = 2, PROTECTED = 4, STATIC = 8, BRIDGE = 0x40 };
enum { SYNTHETIC = 0x1000, INTERFACE = 0x600 };

struct files {
    struct small_world s;
    char *path;
    struct interface in;
};

static int begin(void **state) {
    struct files *t = test_calloc(1, sizeof *t);
    struct small_world *s = &t->s;
    small_init(s);
    small_class(s, PUBLIC | INTERFACE, "Seller", "java/lang/Object", NULL);
    small_method(s, PUBLIC | 0x400, "sell", "(I)V", NULL);
    small_method(s, PUBLIC | STATIC, "make", "()LSeller;", "01 B0");
    small_class(s, 0x20, "Hidden", "java/lang/Object", NULL);
    small_method(s, PUBLIC, "open", "()V", "B1");
    small_method(s, 0, "inside", "()V", "B1");
    small_class(s, PUBLIC | 0x20, "Shop", "Hidden", "Seller");
    small_method(s, PUBLIC, "<init>", "()V", "B1");
    small_method(s, PUBLIC, "sell", "(I)V", "B1");
    small_method(s, PUBLIC, "sell", "([LShop;[[J)LShop;", "01 B0");
    small_method(s, PUBLIC | BRIDGE | SYNTHETIC, "sell",
                 "([LShop;[[J)Ljava/lang/Object;", "01 B0");
    small_method(s, PROTECTED, "count", "()J", "09 AD");
    small_method(s, 0, "check", "()V", "B1");
    small_method(s, PRIVATE, "own", "()V", "B1");
    small_method(s, PUBLIC | STATIC | SYNTHETIC, "access$0", "()V", "B1");
    small_class(s, PUBLIC | 0x20, "int", "java/lang/Object", NULL);
    small_method(s, PUBLIC | STATIC, "a b()\\", "(Lint;I)V", "B1");
    small_method(s, PUBLIC | STATIC, "*", "()V", "B1");
    small_open(s);
    t->path = arena_printf(&s->arena, "%s/int", s->dir);
    *state = t;
    return 0;
}

static int end(void **state) {
    struct files *t = *state;
    interface_release(&t->in);
    remove(t->path);
    small_release(&t->s);
    test_free(t);
    return 0;
}

static bool read_text(struct files *t, const char *text) {
    FILE *f = fopen(t->path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    return inttext_read(&t->in, &t->s.w, t->path);
}

// What inttext_write makes of it.
static void is_written(struct files *t, const char *expected) {
    struct emit text;
    emit_init(&text, 1 << 16);
    // What ccinstr did not write, as what is read here, is not replaced.
    unlink(t->path);
    assert_true(inttext_write(&t->in, &t->s.w, t->path));
    assert_true(file_read(t->path, 1 << 16, &text, &t->s.d));
    emit_u1(&text, 0);
    const char *head = INTTEXT_HEAD, *all = (const char *)text.p;
    assert_true(strncmp(all, head, strlen(head)) == 0);
    assert_string_equal(all + strlen(head), expected);
    emit_release(&text);
}

static bool has(struct files *t, const char *class, const char *method) {
    return interface_has_method(&t->in, small_find_class(&t->s, class),
                                small_find(&t->s, method));
}

static void levels(void **state) {
    struct files *t = *state;
    interface_of_visible(&t->in, &t->s.w, INT_PUBLIC);
    assert_true(has(t, "Shop", "Shop.sell:(I)V"));
    assert_true(has(t, "Shop", "Hidden.open:()V"));
    assert_true(has(t, "Shop", "Seller.sell:(I)V"));
    assert_true(has(t, "Seller", "Seller.make:()LSeller;"));
    assert_false(has(t, "Shop", "Seller.make:()LSeller;"));
    assert_true(has(t, "Shop", "Shop.sell:([LShop;[[J)Ljava/lang/Object;"));
    assert_false(has(t, "Shop", "Shop.access$0:()V"));
    assert_false(has(t, "Shop", "Shop.count:()J"));
    assert_false(has(t, "Hidden", "Hidden.open:()V"));
    interface_of_visible(&t->in, &t->s.w, INT_PROTECTED);
    assert_true(has(t, "Shop", "Shop.count:()J"));
    assert_false(has(t, "Shop", "Shop.check:()V"));
    interface_of_visible(&t->in, &t->s.w, INT_PACKAGE);
    assert_true(has(t, "Shop", "Shop.check:()V"));
    assert_true(has(t, "Shop", "Hidden.inside:()V"));
    assert_true(has(t, "Hidden", "Hidden.open:()V"));
    assert_false(has(t, "Shop", "Shop.own:()V"));
}

static void lines_are_read(void **state) {
    struct files *t = *state;
    assert_true(read_text(t, "# Int\n"
                             "\n"
                             "  Shop#sell( Shop[] , long[][] ) \r\n"
                             "Shop#<init>()\n"
                             "Shop#open(...)\n"
                             "accessed Shop[][]\n"
                             "instantiated Shop[]"));
    interface_finish(&t->in, &t->s.w);
    is_written(t, "Shop#<init>()\n"
                  "Shop#open():void\n"
                  "Shop#sell(Shop[],long[][]):Shop\n"
                  "Shop#sell(Shop[],long[][]):java.lang.Object\n"
                  "accessed Shop[][]\n"
                  "instantiated Shop[]\n");
    assert_int_equal(t->s.d.n_level[DIAG_ERROR], 0);
}

static void result_types_and_arrays_of_signatures(void **state) {
    struct files *t = *state;
    assert_true(read_text(t, "Shop#sell(Shop[],long[][]):Shop\n"));
    interface_finish(&t->in, &t->s.w);
    is_written(t, "Shop#sell(Shop[],long[][]):Shop\n"
                  "accessed Shop[]\n"
                  "accessed long[][]\n"
                  "instantiated Shop[]\n"
                  "instantiated long[][]\n");
}

static void what_was_written_is_read(void **state) {
    struct files *t = *state;
    interface_of_visible(&t->in, &t->s.w, INT_PACKAGE);
    interface_finish(&t->in, &t->s.w);
    u4 methods = t->in.method.n, made = t->in.made.n;
    assert_true(inttext_write(&t->in, &t->s.w, t->path));
    interface_release(&t->in);
    t->in = (struct interface){0};
    assert_true(inttext_read(&t->in, &t->s.w, t->path));
    assert_int_equal(t->in.method.n, methods);
    assert_int_equal(t->in.made.n, made);
}

static void errors_name_line_and_what_is_nearest(void **state) {
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"Shpo#*", "line 1: no such class: Shpo; nearest: Shop"},
        {"#\n\nShop#cuont()",
         "line 3: Shop has no such member: cuont(); nearest: count():long, "},
        {"Shop#own()", "line 1: Shop has no such member: own(); nearest: "},
        {"Shop#sell(long)", "nearest: sell(int):void, sell(Shop[],"},
        {"Shop#\\q", "line 1: write CLASS#MEMBER, "},
        {"Shop#sell(\\x4)", "line 1: not a type: \\x4"},
        {"Shop#size", "line 1: Shop has no such member: size; nearest: "},
        {"Shop", "line 1: write CLASS#MEMBER, "},
        {"Shop#", "line 1: write CLASS#MEMBER, "},
        {"#x\n#y\n #z\nShop#sell(", "line 4: write CLASS#MEMBER, "},
        {"Shop#sell(int,)", "line 1: not a type: \n"},
        {"Shop#sell(int,,int)", "line 1: not a type: "},
        {"Shop#sell(void)", "line 1: not a type: void"},
        {"Shop#sell(int[)", "line 1: not a type: int["},
        {"Shop#sell(int):", "line 1: not a type: "},
        {"Shop#sell(int)void", "line 1: write CLASS#MEMBER, "},
        {"instantiated Shop", "line 1: not an array of classes: Shop"},
        {"accessed int[]", "line 1: not an array of classes: int[]"},
        {"accessed Shpo[]", "line 1: no such class: Shpo; nearest: Shop"},
    };
    struct files *t = *state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        u4 before = t->s.d.n_level[DIAG_ERROR];
        emit_reset(&t->s.d.text);
        assert_false(read_text(t, bad[i].text));
        assert_int_equal(t->s.d.n_level[DIAG_ERROR], before + 1);
        emit_u1(&t->s.d.text, 0);
        if (!strstr((const char *)t->s.d.text.p, bad[i].message)) {
            fail_msg("%s: %s", bad[i].text, (const char *)t->s.d.text.p);
        }
    }
    emit_reset(&t->s.d.text);
}

// A class, a method and a field whose names mean something in a line.
static void odd_names(void **state) {
    struct files *t = *state;
    assert_true(read_text(t, "\\x69nt#a\\sb\\x28\\x29\\\\(\\x69nt,int)\n"
                             "\\x69nt#\\x2a()\n"
                             "instantiated none\n"));
    assert_int_equal(t->in.method.n, 2);
    assert_true(has(t, "int", "int.a b()\\:(Lint;I)V"));
    assert_true(has(t, "int", "int.*:()V"));
    interface_finish(&t->in, &t->s.w);
    is_written(t, "\\x69nt#\\x2a():void\n"
                  "\\x69nt#a\\sb\\x28\\x29\\\\(\\x69nt,int):void\n"
                  "accessed none\n"
                  "instantiated none\n");
}

// A device is written to, a file that a link leads to is replaced.
static void what_a_path_names(void **state) {
    struct files *t = *state;
    char *link = arena_printf(&t->s.arena, "%s/link", t->s.dir);
    struct stat st;
    interface_of_visible(&t->in, &t->s.w, INT_PUBLIC);
    assert_true(inttext_write(&t->in, &t->s.w, "/dev/null"));
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode));
    assert_true(inttext_write(&t->in, &t->s.w, t->path));
    assert_int_equal(symlink(t->path, link), 0);
    assert_true(inttext_write(&t->in, &t->s.w, link));
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    remove(link);
}

static void all_lines_are_looked_at(void **state) {
    struct files *t = *state;
    assert_false(read_text(t, "Shop#a()\nShop#open()\nShop#b()\n"));
    assert_int_equal(t->s.d.n_level[DIAG_ERROR], 2);
    assert_true(has(t, "Shop", "Hidden.open:()V"));
}

// What is nearest is looked for among all members: not for each of many lines.
static void few_wrong_members_have_a_nearest(void **state) {
    struct files *t = *state;
    struct emit text;
    emit_init(&text, 1 << 20);
    for (u4 i = 0; i < 60; i++) {
        emit_bytes(&text, "Shop#cuont()\n", 13);
    }
    emit_u1(&text, 0);
    assert_false(read_text(t, (const char *)text.p));
    emit_release(&text);
    assert_int_equal(t->s.d.n_level[DIAG_ERROR], 60);
    emit_u1(&t->s.d.text, 0);
    u4 n = 0;
    for (const char *p = (const char *)t->s.d.text.p;
         (p = strstr(p, "; nearest: ")); p++) {
        n++;
    }
    assert_int_equal(n, 50);
    assert_non_null(strstr((const char *)t->s.d.text.p, "line 60: Shop has"));
    emit_reset(&t->s.d.text);
}

// Lines that name one class and another by turns, and members of one name.
static void classes_by_turns(void **state) {
    struct files *t = *state;
    assert_true(read_text(t, "Shop#sell(...)\nHidden#open()\nShop#open()\n"
                             "Hidden#inside()\nShop#count()\n"));
    assert_true(has(t, "Shop", "Shop.sell:([LShop;[[J)Ljava/lang/Object;"));
    assert_true(has(t, "Hidden", "Hidden.open:()V"));
    assert_true(has(t, "Hidden", "Hidden.inside:()V"));
    assert_true(has(t, "Shop", "Shop.count:()J"));
    assert_false(has(t, "Hidden", "Shop.count:()J"));
    assert_int_equal(t->s.d.n_level[DIAG_ERROR], 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(levels),
        TEST(lines_are_read),
        TEST(result_types_and_arrays_of_signatures),
        TEST(what_was_written_is_read),
        TEST(errors_name_line_and_what_is_nearest),
        TEST(odd_names),
        TEST(what_a_path_names),
        TEST(all_lines_are_looked_at),
        TEST(few_wrong_members_have_a_nearest),
        TEST(classes_by_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
