// SPDX-License-Identifier: MIT
// test_rt_dataend.c - how data files end: with sums of all that was counted until then,
// as short as may be, whatever threads do meanwhile; and what they are called, and who
// may read them.

#include "tests/unit/lib/sampledata.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct scratch {
    char dir[64];
    char path[256];  // of the file
    char why[512];
    struct data d;
};

static int set_up(void **state) {
    struct scratch *s = calloc(1, sizeof *s);
    assert_non_null(s);
    snprintf(s->dir, sizeof s->dir, "/tmp/ccinstr-unit.XXXXXX");
    assert_non_null(mkdtemp(s->dir));
    s->d.fd = -1;
    *state = s;
    return 0;
}

static int tear_down(void **state) {
    struct scratch *s = *state;
    data_release(&s->d);
    unlink(s->path);
    assert_int_equal(rmdir(s->dir), 0);
    free(s);
    return 0;
}

static void create(struct scratch *s, const struct data_spec *spec) {
    if (!data_create(&s->d, spec, s->why, sizeof s->why)) {
        fail_msg("%s", s->why);
    }
    snprintf(s->path, sizeof s->path, "%s", s->d.path);
}

static void create_sample(struct scratch *s) {
    struct data_spec spec = sampledata_spec(s->dir);
    create(s, &spec);
    assert_true(sampledata_fill(&s->d));
}

struct image {
    uint64_t *words;
    size_t n;
    struct data_file file;
    struct data_iter it;  // at the end
    bool summed;
};

static struct image image_of(const char *path) {
    struct image m = {0};
    struct data_fault fault;
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &st), 0);
    m.n = (size_t)st.st_size;
    m.words = malloc(m.n);
    assert_non_null(m.words);
    assert_int_equal(read(fd, m.words, m.n), m.n);
    close(fd);
    if (!data_open(&m.file, m.words, m.n, &fault)) {
        fail_msg("%s", fault.what);
    }
    m.it = data_each(&m.file);
    while (data_next(&m.it)) {
    }
    if (m.it.fault.what) {
        fail_msg("%s at byte %zu", m.it.fault.what, m.it.fault.byte);
    }
    m.summed = data_is_summed(&m.it, &fault);
    if (fault.what) {
        fail_msg("%s", fault.what);
    }
    return m;
}

static void has_ended(const struct image *m) {
    assert_true(m->file.flags & DATA_CLEAN);
    assert_true(m->file.end >= m->file.start);
    assert_true(m->summed);
    assert_int_equal(m->file.used * 8, m->it.at);
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    assert_int_equal(m->n, (m->it.at + page - 1) / page * page);
}

// --- The end -----------------------------------------------------------------

static void ends_with_sums(void **state) {
    struct scratch *s = *state;
    create_sample(s);
    uint64_t used = s->d.used, at = data_label(&s->d, 3);
    data_count(&s->d, at);
    data_end(&s->d);
    // What comes now is nowhere, and no harm.
    data_end(&s->d);
    data_count(&s->d, at);
    data_count_exactly(&s->d, at);
    data_set(&s->d, DATA_FILE_FULL);
    for (uint32_t i = 0; i < 100000; i++) {
        const struct data_note note = {.a = i};
        uint64_t c = data_add(&s->d, DATA_INIT, &note);
        if (c) {
            data_count(&s->d, c);
        }
    }
    data_release(&s->d);
    struct image m = image_of(s->path);
    has_ended(&m);
    assert_int_equal(m.it.sums, used * 8);
    assert_int_equal(m.file.flags, DATA_CLEAN);
    assert_int_equal(m.file.label[3], 1);
    free(m.words);
}

// Sums of several blocks, and room that has to be made for them.
static void ends_where_the_file_is_full(void **state) {
    struct scratch *s = *state;
    struct data_spec spec = sampledata_spec(s->dir);
    const struct data_note note = {.a = 1};
    create(s, &spec);
    while (s->d.room - s->d.used >= 3) {
        data_count(&s->d, data_add(&s->d, DATA_INIT, &note));
    }
    data_end(&s->d);
    data_release(&s->d);
    struct image m = image_of(s->path);
    has_ended(&m);
    assert_true(data_blocks(m.file.used) > 1);
    free(m.words);
}

static void ends_without_sums_where_there_is_no_room(void **state) {
    struct scratch *s = *state;
    struct data_spec spec = sampledata_spec(s->dir);
    const struct data_note note = {.a = 1};
    spec.most = 1 << 20;
    create(s, &spec);
    while (data_add(&s->d, DATA_INIT, &note)) {
    }
    data_end(&s->d);
    data_count(&s->d, data_label(&s->d, 3));
    data_release(&s->d);
    struct image m = image_of(s->path);
    assert_int_equal(m.file.flags, DATA_CLEAN | DATA_FILE_FULL);
    assert_true(m.file.end >= m.file.start);
    assert_false(m.summed);
    assert_int_equal(m.n, 1 << 20);
    assert_int_equal(m.file.label[3], 1);
    free(m.words);
}

// The program has closed our descriptor, and something else has its number.
static void ends_without_the_descriptor(void **state) {
    struct scratch *s = *state;
    char path[100];
    struct stat st;
    create_sample(s);
    snprintf(path, sizeof path, "%s/other", s->dir);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(dup2(fd, s->d.fd), s->d.fd);
    data_end(&s->d);
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_size, 0);
    close(fd);
    unlink(path);
    struct image m = image_of(s->path);
    assert_int_equal(m.file.flags, DATA_CLEAN);
    assert_false(m.summed);
    free(m.words);
}

// --- Others at work ----------------------------------------------------------

struct counting {
    struct data *d;
    uint64_t first;  // of counters that several threads have
    bool exactly, stop;
    uint64_t n;
};

static void *count(void *context) {
    struct counting *c = context;
    while (!__atomic_load_n(&c->stop, __ATOMIC_RELAXED)) {
        uint64_t at = c->first + c->n % 8;
        if (c->exactly) {
            data_count_exactly(c->d, at);
        } else {
            data_count(c->d, at);
        }
        __atomic_store_n(&c->n, c->n + 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

// Threads that count, as those in native code do while a process exits: whatever they
// count, the sums are those of the file.
static void ends_while_threads_count(void **state) {
    enum { ROUNDS = 30, THREADS = 3 };
    struct scratch *s = *state;
    for (int round = 0; round < ROUNDS; round++) {
        struct data_spec spec = sampledata_spec(s->dir);
        struct counting c[THREADS];
        pthread_t t[THREADS];
        const struct data_node node = {.label = 1, .n_slots = 5000};
        create(s, &spec);
        uint64_t first = data_add_node(&s->d, &node);
        for (int i = 0; i < THREADS; i++) {
            c[i] = (struct counting){.d = &s->d,
                                     .first = first + (uint64_t)i % 2 * 4000,
                                     .exactly = i == 1};
            assert_int_equal(pthread_create(&t[i], NULL, count, &c[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            while (__atomic_load_n(&c[i].n, __ATOMIC_RELAXED) < 100) {
                sched_yield();
            }
        }
        data_end(&s->d);
        // They go on for a while.
        for (int i = 0; i < THREADS; i++) {
            uint64_t n = __atomic_load_n(&c[i].n, __ATOMIC_RELAXED) + 100;
            while (__atomic_load_n(&c[i].n, __ATOMIC_RELAXED) < n) {
                sched_yield();
            }
        }
        struct image m = image_of(s->path);
        has_ended(&m);
        free(m.words);
        for (int i = 0; i < THREADS; i++) {
            __atomic_store_n(&c[i].stop, true, __ATOMIC_RELAXED);
            pthread_join(t[i], NULL);
        }
        data_release(&s->d);
        unlink(s->path);
    }
}

// A process that was forked off ends, and so do its exit handlers.
static void the_end_of_a_child_is_no_end(void **state) {
    struct scratch *s = *state;
    int status;
    create_sample(s);
    pid_t child = fork();
    if (child == 0) {
        data_end(&s->d);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    struct image m = image_of(s->path);
    assert_int_equal(m.file.flags, 0);
    assert_int_equal(m.file.end, 0);
    free(m.words);
    data_count(&s->d, data_label(&s->d, 3));
    data_end(&s->d);
    m = image_of(s->path);
    has_ended(&m);
    assert_int_equal(m.file.label[3], 1);
    free(m.words);
}

// --- Names and modes ---------------------------------------------------------

static void runs_have_identities_of_their_own(void **state) {
    enum { RUNS = 64 };
    struct scratch *s = *state;
    uint64_t id[RUNS], ones = 0, zeros = 0;
    for (int i = 0; i < RUNS; i++) {
        struct data_spec spec = sampledata_spec(s->dir);
        spec.start = 1;
        create(s, &spec);
        struct image m = image_of(s->path);
        id[i] = m.file.id;
        ones |= id[i];
        zeros |= ~id[i];
        assert_true(id[i] != 0);
        for (int j = 0; j < i; j++) {
            assert_true(id[i] != id[j]);
        }
        free(m.words);
        data_release(&s->d);
        unlink(s->path);
    }
    assert_true(ones == UINT64_MAX && zeros == UINT64_MAX);
}

static mode_t mode_of(struct scratch *s, uint32_t mode) {
    struct data_spec spec = sampledata_spec(s->dir);
    struct stat st;
    spec.mode = mode;
    create(s, &spec);
    assert_int_equal(stat(s->path, &st), 0);
    data_release(&s->d);
    unlink(s->path);
    return st.st_mode & 07777;
}

static void nobody_else_may_read_them(void **state) {
    struct scratch *s = *state;
    mode_t was = umask(0);
    assert_int_equal(mode_of(s, 0), 0600);
    umask(077);
    assert_int_equal(mode_of(s, 0), 0600);
    // Who asks for a mode gets that one.
    assert_int_equal(mode_of(s, 0644), 0644);
    assert_int_equal(mode_of(s, 0666), 0666);
    umask(was);
}

// Where what was cut is no page there is no fault that would tell.
static void tells_of_a_file_that_was_cut(void **state) {
    struct scratch *s = *state;
    create_sample(s);
    assert_int_equal(truncate(s->path, (off_t)(8 * s->d.used - 64)), 0);
    data_end(&s->d);
    const char *why = data_lacked(&s->d);
    assert_non_null(why);
    assert_non_null(strstr(why, "was cut"));
}

static void tells_of_a_file_that_was_removed(void **state) {
    struct scratch *s = *state;
    create_sample(s);
    assert_int_equal(unlink(s->path), 0);
    data_end(&s->d);
    const char *why = data_lacked(&s->d);
    assert_non_null(why);
    assert_non_null(strstr(why, "was removed"));
}

#define END_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        END_TEST(tells_of_a_file_that_was_cut),
        END_TEST(tells_of_a_file_that_was_removed),
        END_TEST(ends_with_sums),
        END_TEST(ends_where_the_file_is_full),
        END_TEST(ends_without_sums_where_there_is_no_room),
        END_TEST(ends_without_the_descriptor),
        END_TEST(ends_while_threads_count),
        END_TEST(the_end_of_a_child_is_no_end),
        END_TEST(runs_have_identities_of_their_own),
        END_TEST(nobody_else_may_read_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
