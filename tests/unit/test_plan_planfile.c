// SPDX-License-Identifier: MIT
// test_plan_planfile.c - plans from files: what is loaded, what is said of the
// rest.

#include "analysis/base/file.h"
#include "rewriter/plan/planfile.h"
#include "tests/unit/lib/sampleplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
    struct emit bytes;
    struct planfile file;
    struct diag diag;
    char path[64];
};

static int set_up(void **state) {
    static const struct fixture clean;
    struct fixture *f = test_malloc(sizeof *f);
    *f = clean;
    emit_init(&f->bytes, 1 << 20);
    diag_init(&f->diag, DIAG_NOTE, false);
    sampleplan(&f->bytes);
    snprintf(f->path, sizeof f->path, "test_plan_planfile.%ld.plan",
             (long)getpid());
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    unlink(f->path);
    rmdir(f->path);
    emit_release(&f->bytes);
    diag_release(&f->diag);
    test_free(f);
    return 0;
}

static void save(struct fixture *f, size_t n) {
    FILE *out = fopen(f->path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(f->bytes.p, 1, n, out), n);
    assert_int_equal(fclose(out), 0);
}

static void loads(void **state) {
    struct fixture *f = *state;
    u8 sum;
    save(f, f->bytes.n);
    assert_true(planfile_is_plan(f->path));
    assert_true(planfile_load(&f->file, f->path, &f->diag));
    assert_null(sampleplan_read(&f->file.plan, &sum));
    assert_int_equal(f->file.plan.n[PLAN_METHOD], 4);
    struct str name = planfile_text(&f->file.plan, f->file.plan.class[1].name);
    assert_true(str_eq(name, STR("com/acme/A")));
    // As it is in the file, although its hash was made in place.
    assert_int_equal(f->file.bytes.n, f->bytes.n);
    assert_memory_equal(f->file.bytes.p, f->bytes.p, f->bytes.n);
    planfile_release(&f->file);
    assert_int_equal(f->diag.text.n, 0);
}

// One error, and this is it.
static void refuses(struct fixture *f, const char *what) {
    assert_false(planfile_load(&f->file, f->path, &f->diag));
    planfile_release(&f->file);
    assert_int_equal(f->diag.n_level[DIAG_ERROR], 1);
    char want[300];
    int n =
        snprintf(want, sizeof want, "ccinstr: error: %s: %s\n", f->path, what);
    assert_true(n > 0 && (size_t)n < sizeof want);
    assert_int_equal(f->diag.text.n, n);
    assert_memory_equal(f->diag.text.p, want, (size_t)n);
}

static void refuses_what_is_not_there(void **state) {
    struct fixture *f = *state;
    refuses(f, "cannot open: No such file or directory");
    assert_false(planfile_is_plan(f->path));
}

static void refuses_a_folder(void **state) {
    struct fixture *f = *state;
    assert_int_equal(mkdir(f->path, 0777), 0);
    refuses(f, "cannot read: Is a directory");
    assert_false(planfile_is_plan(f->path));
}

static void refuses_an_empty_file(void **state) {
    struct fixture *f = *state;
    save(f, 0);
    refuses(f, "this plan cannot be used: too short (byte 0)");
    assert_false(planfile_is_plan(f->path));
}

static void refuses_another_file(void **state) {
    struct fixture *f = *state;
    memcpy(f->bytes.p, "PK\003\004", 4);
    save(f, f->bytes.n);
    refuses(f, "this plan cannot be used: not a plan (byte 0)");
    assert_false(planfile_is_plan(f->path));
}

static void refuses_one_cut_off(void **state) {
    struct fixture *f = *state;
    save(f, f->bytes.n - 1);
    refuses(f, "this plan cannot be used: cut off, or longer than it says"
               " (byte 48)");
    // Still, a plan is what it was meant to be.
    assert_true(planfile_is_plan(f->path));
}

static void refuses_a_bad_row(void **state) {
    struct fixture *f = *state;
    struct plan p;
    struct plan_fault fault;
    assert_true(plan_open(&p, f->bytes.p, f->bytes.n, &fault));
    size_t at = (size_t)((const u1 *)&p.root[2].state - f->bytes.p);
    char want[200];
    snprintf(want, sizeof want,
             "this plan cannot be used: table root, row 2, field state: no such"
             " row (byte %zu)",
             at);
    f->bytes.p[at] = 99;
    save(f, f->bytes.n);
    refuses(f, want);
}

// A number that could be any other.
static void change_a_line(struct fixture *f) {
    struct plan p;
    struct plan_fault fault;
    assert_true(plan_open(&p, f->bytes.p, f->bytes.n, &fault));
    f->bytes.p[(const u1 *)&p.method[1].line - f->bytes.p] ^= 1;
}

static void refuses_another_sum(void **state) {
    struct fixture *f = *state;
    change_a_line(f);
    save(f, f->bytes.n);
    refuses(f, "this plan cannot be used: its bytes have been changed"
               " (byte 56)");
}

static void refuses_another_identity(void **state) {
    struct fixture *f = *state;
    change_a_line(f);
    u8 sum = plan_sum(f->bytes.p, f->bytes.n);
    memcpy(f->bytes.p + PLAN_SUM, &sum, sizeof sum);
    save(f, f->bytes.n);
    refuses(f, "this plan cannot be used: its bytes have been changed"
               " and do not match its identity (byte 16)");
}

// Nothing is read of what might wait for a writer.
static void lets_pipes_be(void **state) {
    struct fixture *f = *state;
    assert_int_equal(mkfifo(f->path, 0666), 0);
    assert_false(planfile_is_plan(f->path));
}

#define PLAN_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        PLAN_TEST(loads),
        PLAN_TEST(refuses_what_is_not_there),
        PLAN_TEST(refuses_a_folder),
        PLAN_TEST(refuses_an_empty_file),
        PLAN_TEST(refuses_another_file),
        PLAN_TEST(refuses_one_cut_off),
        PLAN_TEST(refuses_a_bad_row),
        PLAN_TEST(refuses_another_sum),
        PLAN_TEST(refuses_another_identity),
        PLAN_TEST(lets_pipes_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
