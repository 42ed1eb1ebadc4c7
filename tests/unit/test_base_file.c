// SPDX-License-Identifier: MIT
// test_base_file.c - whole files in, and out completely or not at all.

#include "analysis/base/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

struct scratch {
    char dir[64];
    char file[96];
    struct diag d;
    struct emit e;
};

static int set_up(void **state) {
    struct scratch *s = calloc(1, sizeof *s);
    assert_non_null(s);
    snprintf(s->dir, sizeof s->dir, "/tmp/ccinstr-unit.XXXXXX");
    assert_non_null(mkdtemp(s->dir));
    snprintf(s->file, sizeof s->file, "%s/f", s->dir);
    diag_init(&s->d, DIAG_NOTE, false);
    emit_init(&s->e, 100);
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct scratch *s = *state;
    unlink(s->file);
    assert_int_equal(rmdir(s->dir), 0);  // nothing else was left there
    diag_release(&s->d);
    emit_release(&s->e);
    free(s);
    return 0;
}

static void write_file(const char *path, size_t n) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    assert_true(fd >= 0);
    for (size_t i = 0; i < n; i++) {
        char c = (char)i;
        assert_true(file_write_all(fd, &c, 1, i));
    }
    close(fd);
}

static u4 files_in(const char *dir) {
    u4 n = 0;
    DIR *d = opendir(dir);
    assert_non_null(d);
    for (struct dirent *f; (f = readdir(d));) {
        n += f->d_name[0] != '.';
    }
    closedir(d);
    return n;
}

static void reads_up_to_the_limit_and_no_further(void **state) {
    struct scratch *s = *state;
    static const size_t sizes[] = {0, 1, 4095, 4096, 9999, 10000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        write_file(s->file, sizes[i]);
        assert_true(file_read(s->file, 10000, &s->e, &s->d));
        assert_int_equal(s->e.n, sizes[i]);
        for (size_t k = 0; k < sizes[i]; k++) {
            assert_int_equal(s->e.p[k], (u1)k);
        }
    }
    assert_int_equal(s->d.n_level[DIAG_ERROR], 0);
    write_file(s->file, 10001);
    assert_false(file_read(s->file, 10000, &s->e, &s->d));
    assert_int_equal(s->d.n_id[D_FILE_READ], 1);
}

static void says_what_cannot_be_read(void **state) {
    struct scratch *s = *state;
    assert_false(file_read(s->file, 10, &s->e, &s->d));
    assert_int_equal(s->d.n_id[D_FILE_OPEN], 1);
    assert_false(file_read(s->dir, 10, &s->e, &s->d));
    assert_int_equal(s->d.n_id[D_FILE_READ], 1);
    // A later file is read all the same.
    write_file(s->file, 3);
    assert_true(file_read(s->file, 10, &s->e, &s->d));
    assert_int_equal(s->e.n, 3);
}

static void appears_on_commit_with_its_mode(void **state) {
    struct scratch *s = *state;
    write_file(s->file, 5);
    struct outfile o;
    assert_true(outfile_open(&o, s->file, 0640, &s->d));
    assert_true(file_write_all(o.fd, "new", 3, 0));
    assert_true(file_read(s->file, 10, &s->e, &s->d));
    assert_int_equal(s->e.n, 5);  // still the old one
    assert_true(outfile_commit(&o, &s->d));
    outfile_abort(&o);
    assert_true(file_read(s->file, 10, &s->e, &s->d));
    assert_int_equal(s->e.n, 3);
    assert_memory_equal(s->e.p, "new", 3);
    struct stat st;
    assert_int_equal(stat(s->file, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    assert_int_equal(files_in(s->dir), 1);
}

static void nothing_is_left_of_an_abort(void **state) {
    struct scratch *s = *state;
    struct outfile o;
    assert_true(outfile_open(&o, s->file, 0644, &s->d));
    assert_true(file_write_all(o.fd, "new", 3, 0));
    assert_int_equal(files_in(s->dir), 1);
    outfile_abort(&o);
    outfile_abort(&o);
    assert_int_equal(files_in(s->dir), 0);
}

static void a_failing_commit_leaves_nothing(void **state) {
    struct scratch *s = *state;
    struct outfile o;
    assert_true(outfile_open(&o, s->file, 0644, &s->d));
    // The final name has become a folder meanwhile.
    assert_int_equal(mkdir(s->file, 0755), 0);
    assert_false(outfile_commit(&o, &s->d));
    assert_int_equal(s->d.n_id[D_FILE_WRITE], 1);
    assert_int_equal(files_in(s->dir), 1);
    assert_int_equal(rmdir(s->file), 0);

    char where[128];
    snprintf(where, sizeof where, "%s/none/f", s->dir);
    assert_false(outfile_open(&o, where, 0644, &s->d));
    assert_int_equal(s->d.n_id[D_FILE_WRITE], 2);
    outfile_abort(&o);
}

static mode_t mode_of(const char *path) {
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    return st.st_mode & 0777;
}

static void a_new_file_is_as_private_as_the_process_wants(void **state) {
    struct scratch *s = *state;
    static const mode_t masks[] = {022, 077, 027, 0};
    mode_t before = umask(0);
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        umask(masks[i]);
        assert_int_equal(file_mode(0666), 0666 & ~masks[i]);
        assert_true(file_replace(s->file, "new", 3, &s->d));
        assert_int_equal(mode_of(s->file), 0666 & ~masks[i]);
        unlink(s->file);
        assert_true(file_replace_as(s->file, 0600, "new", 3, &s->d));
        assert_int_equal(mode_of(s->file), 0600);
        // One that is there keeps what it has.
        assert_int_equal(chmod(s->file, 0664), 0);
        assert_true(file_replace(s->file, "newer", 5, &s->d));
        assert_int_equal(mode_of(s->file), 0664);
        unlink(s->file);
    }
    umask(before);
}

static void what_is_not_our_own_stays(void **state) {
    struct scratch *s = *state;
    const struct bytes ours = {(const u1 *)"MARK new", 8};
    // Nothing, ours, an empty one.
    for (u4 i = 0; i < 3; i++) {
        assert_true(file_replace_own(s->file, "MARK", ours, &s->d));
        assert_true(file_read(s->file, 10, &s->e, &s->d));
        assert_int_equal(s->e.n, 8);
        assert_true(i != 1 || truncate(s->file, 0) == 0);
    }
    static const char *const others[] = {"M", "MAR", "MORK", "not MARK"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t n = strlen(others[i]);
        assert_true(file_replace(s->file, others[i], n, &s->d));
        assert_false(file_replace_own(s->file, "MARK", ours, &s->d));
        assert_int_equal(s->d.n_id[D_FILE_MEANWHILE], i + 1);
        assert_true(file_read(s->file, 10, &s->e, &s->d));
        assert_int_equal(s->e.n, n);
        assert_int_equal(files_in(s->dir), 1);
    }
    // A link to nothing is no loss.
    unlink(s->file);
    assert_int_equal(symlink("none", s->file), 0);
    assert_true(file_replace_own(s->file, "MARK", ours, &s->d));
    assert_int_equal(files_in(s->dir), 1);
}

#define WITH_SCRATCH(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_SCRATCH(reads_up_to_the_limit_and_no_further),
        WITH_SCRATCH(says_what_cannot_be_read),
        WITH_SCRATCH(appears_on_commit_with_its_mode),
        WITH_SCRATCH(nothing_is_left_of_an_abort),
        WITH_SCRATCH(a_failing_commit_leaves_nothing),
        WITH_SCRATCH(what_is_not_our_own_stays),
        WITH_SCRATCH(a_new_file_is_as_private_as_the_process_wants),
    };
    return cmocka_run_group_tests_name("base/file", tests, NULL, NULL);
}
