// SPDX-License-Identifier: MIT
// test_rt_data.c - writing data files: nothing that was counted is lost however the
// process ends, and nothing about the file ends the process.

#include "tests/unit/lib/sampledata.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// What the linker puts in place of both: they fail as they are told.
struct failing {
    int allocating;  // the error number
    int times;       // it fails so
    int mapping;     // onto the file succeeds so often; 0: always
};
static struct failing failing;

// With 64-bit offsets the C library has these names for them.
int __real_posix_fallocate64(int fd, off_t at, off_t n);
int __wrap_posix_fallocate64(int fd, off_t at, off_t n);
int __wrap_posix_fallocate64(int fd, off_t at, off_t n) {
    if (failing.times > 0) {
        failing.times--;
        return failing.allocating;
    }
    return __real_posix_fallocate64(fd, at, n);
}

void *__real_mmap64(void *p, size_t n, int may, int flags, int fd, off_t at);
void *__wrap_mmap64(void *p, size_t n, int may, int flags, int fd, off_t at);
void *__wrap_mmap64(void *p, size_t n, int may, int flags, int fd, off_t at) {
    if (fd >= 0 && failing.mapping && --failing.mapping == 0) {
        munmap(p, n);  // as it may
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return __real_mmap64(p, n, may, flags, fd, at);
}

struct scratch {
    char dir[64];
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

// How many files are there. Their names are kept in `first`, or they are removed.
static int files_in(const char *dir, char *first, size_t n, bool gone) {
    int found = 0;
    DIR *d = opendir(dir);
    assert_non_null(d);
    for (struct dirent *f; (f = readdir(d));) {
        if (f->d_name[0] == '.') {
            continue;
        }
        if (first && found == 0) {
            snprintf(first, n, "%s/%s", dir, f->d_name);
        }
        if (gone) {
            unlinkat(dirfd(d), f->d_name, 0);
        }
        found++;
    }
    closedir(d);
    return found;
}

static int tear_down(void **state) {
    struct scratch *s = *state;
    failing = (struct failing){0};
    data_release(&s->d);
    files_in(s->dir, NULL, 0, true);
    assert_int_equal(rmdir(s->dir), 0);
    free(s);
    return 0;
}

static void create(struct scratch *s, uint64_t most) {
    struct data_spec spec = sampledata_spec(s->dir);
    spec.most = most;
    if (!data_create(&s->d, &spec, s->why, sizeof s->why)) {
        fail_msg("%s", s->why);
    }
}

// --- A file, read ------------------------------------------------------------

struct image {
    void *bytes;
    size_t n;
    struct data_file file;
};

// From its beginning on, as files that are being written want it.
static struct image image_of(const char *path) {
    struct image m = {0};
    struct data_fault fault;
    size_t room = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    for (ssize_t n = 1; n > 0; m.n += (size_t)n) {
        if (m.n == room) {
            room = room ? room * 2 : 1 << 20;
            m.bytes = realloc(m.bytes, room);
            assert_non_null(m.bytes);
        }
        n = read(fd, (char *)m.bytes + m.n, room - m.n);
        assert_true(n >= 0);
    }
    close(fd);
    if (!data_open(&m.file, m.bytes, m.n, &fault)) {
        fail_msg("%s", fault.what);
    }
    return m;
}

static struct image only_file(const struct scratch *s) {
    char path[400];
    assert_int_equal(files_in(s->dir, path, sizeof path, false), 1);
    return image_of(path);
}

static void image_release(struct image *m) {
    free(m->bytes);
}

// --- Many nodes --------------------------------------------------------------

enum { SLOTS = 1000 };

// Node i, from 1: its label says so, and so do its first, last and middle counter.
static uint64_t add_node(struct data *d, uint32_t i) {
    const struct data_node node = {
        .label = i, .level = i % 16, .n_slots = SLOTS};
    uint64_t c = data_add_node(d, &node);
    if (c) {
        d->words[c] = i;
        d->words[c + SLOTS / 2] = i + 1;
        d->words[c + SLOTS] = i + 2;
    }
    return c;
}

// As many as that, or as there is room for.
static uint32_t add_nodes(struct data *d, uint32_t n) {
    uint32_t i = 0;
    while (i < n && add_node(d, i + 1)) {
        i++;
    }
    return i;
}

// NULL, or what was lost. *n: nodes that are there.
static const char *read_nodes(const struct data_file *f, uint32_t *n) {
    struct data_iter it = data_each(f);
    *n = 0;
    while (data_next(&it)) {
        if (it.kind != DATA_NODE) {
            continue;
        }
        uint32_t i = ++*n;
        if (it.n_nodes != i || it.node.label != i || it.node.level != i % 16 ||
            it.node.n_slots != SLOTS) {
            return "a node that is another";
        }
        if (it.counter[0] != i || it.counter[SLOTS / 2] != i + 1 ||
            it.counter[SLOTS] != i + 2) {
            return "counters that are others";
        }
    }
    return it.fault.what;
}

static void has_nodes(const struct data_file *f, uint32_t n) {
    uint32_t is;
    const char *bad = read_nodes(f, &is);
    if (bad) {
        fail_msg("%s behind %u nodes", bad, is);
    }
    assert_int_equal(is, n);
}

// --- What is written ---------------------------------------------------------

static void every_kind_comes_back(void **state) {
    struct scratch *s = *state;
    create(s, 0);
    assert_true(sampledata_fill(&s->d));
    data_set(&s->d, DATA_CLEAN);
    data_set(&s->d, DATA_EXACT);
    uint64_t used = s->d.used * 8;
    data_release(&s->d);
    struct image m = only_file(s);
    struct data_spec spec = sampledata_spec(s->dir);
    assert_int_equal(m.file.flags, DATA_CLEAN | DATA_EXACT);
    assert_true(m.file.id != 0);
    assert_memory_equal(m.file.identity, spec.identity, 32);
    assert_int_equal(m.file.n_command, strlen(spec.command));
    assert_memory_equal(m.file.command, spec.command, m.file.n_command);
    assert_int_equal(m.file.n_labels, SAMPLEDATA_LABELS);
    assert_int_equal(m.file.label[0], 1);
    assert_int_equal(m.file.label[5], 2);
    assert_int_equal(m.file.label[SAMPLEDATA_LABELS - 1], 1);
    uint32_t seen = 0, n = 0;
    struct data_iter it = data_each(&m.file);
    for (; data_next(&it); n++) {
        seen |= 1u << it.kind;
        if (it.kind == DATA_NODE && it.n_nodes == 1) {
            assert_int_equal(it.counter[0], 1);
            assert_int_equal(it.counter[1], 0);
            assert_int_equal(it.counter[2], 3);
        } else if (it.kind == DATA_RECEIVER && it.note.b == 1) {
            assert_int_equal(it.note.a, 7);
            assert_int_equal(it.note.count, 2);
            assert_int_equal(it.note.n, 12);
            assert_int_equal(it.note.n_whole, 12);
            assert_memory_equal(it.note.text, "com/acme/New", 12);
        }
    }
    assert_null(it.fault.what);
    assert_int_equal(it.at, used);
    assert_int_equal(n, SAMPLEDATA_RECORDS);
    // Runs are written by merge only (test_runs_pool).
    // And sums at the end, which nobody is shown.
    const uint32_t others = 1u << DATA_RUN | 1u << DATA_SUMS;
    assert_int_equal(seen, ((1u << DATA_N_KINDS) - 2) & ~others);
    image_release(&m);
}

static void counters_stay_while_the_file_grows(void **state) {
    struct scratch *s = *state;
    create(s, 0);
    const uint64_t *words = s->d.words;
    uint64_t room = 0, first = 0;
    int steps = 0;
    for (uint32_t i = 1; i <= 3000; i++) {
        uint64_t c = add_node(&s->d, i);
        first = first ? first : c;
        steps += s->d.room != room;
        room = s->d.room;
        s->d.words[first + 7]++;
    }
    assert_ptr_equal(words, s->d.words);
    assert_true(steps >= 5);
    for (uint32_t i = 0; i < 5; i++) {
        data_count(&s->d, first + 7);
        data_count_exactly(&s->d, first + 7);
    }
    data_release(&s->d);
    struct image m = only_file(s);
    has_nodes(&m.file, 3000);
    struct data_iter it = data_each(&m.file);
    assert_true(data_next(&it));
    assert_int_equal(it.counter[7], 3010);
    image_release(&m);
}

// A page more than what is there from the beginning; then in steps that are few, and
// no larger than what is there.
static void files_are_as_large_as_their_content(void **state) {
    struct scratch *s = *state;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    struct stat st;
    create(s, 0);
    assert_int_equal(fstat(s->d.fd, &st), 0);
    assert_true((uint64_t)st.st_size >= s->d.used * 8 + page);
    assert_true((uint64_t)st.st_size < s->d.used * 8 + 2 * page);
    uint64_t room = s->d.room * 8;
    int steps = 0;
    for (uint32_t i = 1; i <= 12000; i++) {
        assert_true(add_node(&s->d, i) != 0);
        uint64_t is = s->d.room * 8;
        if (is != room) {
            assert_true(is <= 2 * room + 8 * page);
            steps++;
        }
        room = is;
    }
    assert_in_range(steps, 5, 20);
    data_release(&s->d);
    struct image m = only_file(s);
    has_nodes(&m.file, 12000);
    image_release(&m);
}

// A text longer than may be, cut between characters.
static void texts_are_cut(void **state) {
    struct scratch *s = *state;
    char text[5001];
    create(s, 0);
    memset(text, 'x', sizeof text);
    memcpy(text + DATA_TEXT - 2, "\xe2\x82\xac", 3);
    struct data_note note = {.text = text, .n = 5000};
    assert_true(data_add(&s->d, DATA_THREAD, &note) != 0);
    memset(text, 0x80, sizeof text);
    assert_true(data_add(&s->d, DATA_THREAD, &note) != 0);
    note.n = DATA_TEXT;
    assert_true(data_add(&s->d, DATA_THREAD, &note) != 0);
    struct image m = only_file(s);
    struct data_iter it = data_each(&m.file);
    assert_true(data_next(&it));
    assert_int_equal(it.note.n, DATA_TEXT - 2);
    assert_int_equal(it.note.n_whole, 5000);
    assert_true(data_next(&it));
    assert_true(it.note.n >= DATA_TEXT - 3 && it.note.n <= DATA_TEXT);
    assert_true(data_next(&it));
    assert_int_equal(it.note.n, DATA_TEXT);
    assert_int_equal(it.note.n_whole, DATA_TEXT);
    assert_false(data_next(&it));
    assert_null(it.fault.what);
    image_release(&m);
}

static void command_lines_are_cut(void **state) {
    struct scratch *s = *state;
    struct data_spec spec = sampledata_spec(s->dir);
    char *command = malloc(DATA_COMMAND + 10);
    assert_non_null(command);
    memset(command, 'c', DATA_COMMAND + 9);
    command[DATA_COMMAND + 9] = 0;
    spec.command = command;
    assert_true(data_create(&s->d, &spec, s->why, sizeof s->why));
    free(command);
    struct image m = only_file(s);
    assert_int_equal(m.file.n_command, DATA_COMMAND);
    assert_int_equal(m.file.command[DATA_COMMAND - 1], 'c');
    assert_int_equal(m.file.label[0], 0);
    image_release(&m);
}

// --- Names -------------------------------------------------------------------

static void names_say_whose_they_are(void **state) {
    struct scratch *s = *state;
    char base[100], want[200];
    snprintf(base, sizeof base, "%s/some.run", s->dir);
    struct data_spec spec = sampledata_spec(base);
    spec.start = 1234567;
    for (int i = 0; i < 3; i++) {
        assert_true(data_create(&s->d, &spec, s->why, sizeof s->why));
        snprintf(want, sizeof want, "%s.%d.1234567.%d.ccd", base, getpid(), i);
        assert_string_equal(s->d.path, want);
        data_release(&s->d);
        struct image m = image_of(want);
        assert_int_equal(m.file.start, 1234567);
        image_release(&m);
    }
    spec.base = s->dir;
    assert_true(data_create(&s->d, &spec, s->why, sizeof s->why));
    snprintf(want, sizeof want, "%s/ccinstr.%d.1234567.0.ccd", s->dir,
             getpid());
    assert_string_equal(s->d.path, want);
}

enum { THREADS = 4, EACH = 6 };

static void *make_some(void *dir) {
    struct data_spec spec = sampledata_spec(dir);
    struct data d;
    char why[200];
    spec.start = 1;
    for (int i = 0; i < EACH; i++) {
        bool ok = data_create(&d, &spec, why, sizeof why);
        uint64_t c = ok ? add_node(&d, 1) : 0;
        data_release(&d);
        if (c == 0) {
            return NULL;
        }
    }
    return dir;
}

// Of threads that begin together, in processes that do.
static void names_are_exclusive(void **state) {
    struct scratch *s = *state;
    pid_t child[3];
    for (int p = 0; p < 3; p++) {
        child[p] = fork();
        if (child[p] == 0) {
            pthread_t t[THREADS];
            void *ok = s->dir, *one;
            for (int i = 0; i < THREADS; i++) {
                pthread_create(&t[i], NULL, make_some, s->dir);
            }
            for (int i = 0; i < THREADS; i++) {
                pthread_join(t[i], &one);
                ok = one ? ok : NULL;
            }
            _exit(ok == NULL);
        }
    }
    for (int p = 0; p < 3; p++) {
        int status;
        assert_int_equal(waitpid(child[p], &status, 0), child[p]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(files_in(s->dir, NULL, 0, false), 3 * THREADS * EACH);
}

// --- Ends --------------------------------------------------------------------

enum end { BY_EXIT, BY_KILL, BY_ABORT, BY_SEGV, N_ENDS };

static void die(enum end how) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(SIGSEGV, SIG_DFL);
    switch (how) {
    case BY_KILL:
        kill(getpid(), SIGKILL);
        break;
    case BY_ABORT:
        abort();
    case BY_SEGV:
        kill(getpid(), SIGSEGV);
        break;
    default:
        break;
    }
    _exit(0);
}

static void nothing_is_lost(void **state) {
    struct scratch *s = *state;
    for (int how = 0; how < N_ENDS; how++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            struct data_spec spec = sampledata_spec(s->dir);
            struct data d;
            if (!data_create(&d, &spec, s->why, sizeof s->why) ||
                add_nodes(&d, 400) != 400) {
                _exit(1);
            }
            for (int i = 0; i < 1000; i++) {
                data_count(&d, data_label(&d, 3));
            }
            die((enum end)how);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(WIFSIGNALED(status), how != BY_EXIT);
        assert_int_equal(status & 0xff00, 0);
        struct image m = only_file(s);
        has_nodes(&m.file, 400);
        assert_int_equal(m.file.label[3], 1000);
        assert_int_equal(m.file.flags, 0);
        image_release(&m);
        files_in(s->dir, NULL, 0, true);
    }
}

// --- No room -----------------------------------------------------------------

// What f says in a child: NULL, what is wrong, or "SKIP" if it can't be tried.
static void in_child(struct scratch *s, const char *(*f)(struct scratch *s)) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        const char *bad = f(s);
        if (bad && strcmp(bad, "SKIP") != 0) {
            fprintf(stderr, "# %s\n", bad);
        }
        _exit(bad ? strcmp(bad, "SKIP") == 0 ? 77 : 1 : 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    // What cmocka's skip() prints is a failure to the driver of the tests.
    if (status == 77 << 8) {
        print_message("# skipped: it cannot be tried here\n");
        return;
    }
    assert_int_equal(status, 0);
}

// Fills the file: it says so and why, is as it was, and goes on counting.
static const char *fill(struct data *d, uint32_t *n, const char *why) {
    const struct data_note step = {.a = 1, .b = 1};
    const char *said;
    *n = add_nodes(d, 1 << 20);
    if (*n == 1 << 20 || add_node(d, 1) || !d->full) {
        return "it does not get full";
    }
    if (!(d->words[1] >> 32 & data_pairs(DATA_FILE_FULL))) {
        return "full without a flag";
    }
    if (!(said = data_lacked(d)) || strcmp(said, why) != 0) {
        return said ? said : "full without a word";
    }
    // Small ones still find room, until there is none at all.
    while (data_add(d, DATA_STEP, &step)) {
    }
    if (d->room - d->used >= 3) {
        return "room that is not used";
    }
    if (data_lacked(d)) {
        return "it says so again";
    }
    data_count(d, data_label(d, 2));
    memset(&d->words[d->used], 1, (d->room - d->used) * sizeof *d->words);
    memset(&d->words[d->used], 0, (d->room - d->used) * sizeof *d->words);
    return NULL;
}

#define NO_ADDRESSES "the data file has all the address space that it may have"

static void the_reservation_is_the_end(void **state) {
    struct scratch *s = *state;
    uint32_t n;
    create(s, 3 << 20);
    const char *bad = fill(&s->d, &n, NO_ADDRESSES);
    if (bad) {
        fail_msg("%s", bad);
    }
    data_release(&s->d);
    struct image m = only_file(s);
    assert_int_equal(m.n, 3 << 20);
    assert_int_equal(n, ((3 << 20) - m.file.first) / (8 * (SLOTS + 4)));
    has_nodes(&m.file, n);
    assert_int_equal(m.file.flags, DATA_FILE_FULL);
    image_release(&m);
}

// A limit that is no multiple of a page.
static const char *up_to_a_limit(struct scratch *s) {
    const struct rlimit limit = {(5 << 20) + 12345, RLIM_INFINITY};
    struct data_spec spec = sampledata_spec(s->dir);
    uint32_t n, is;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) {
        return "SKIP";
    }
    if (!data_create(&s->d, &spec, s->why, sizeof s->why)) {
        return s->why;
    }
    const char *bad =
        fill(&s->d, &n, "the data file is as long as files may be (ulimit -f)");
    if (bad) {
        return bad;
    }
    struct image m = only_file(s);
    bad = read_nodes(&m.file, &is);
    return bad                                     ? bad
           : is != n || n < 600                    ? "nodes were lost"
           : m.file.flags != DATA_FILE_FULL        ? "other flags"
           : m.n > (size_t)limit.rlim_cur          ? "too long"
           : m.n < (size_t)limit.rlim_cur - 0x4000 ? "too short"
                                                   : NULL;
}

static void a_limit_on_files_is_no_signal(void **state) {
    in_child(*state, up_to_a_limit);
}

static const char *not_even_a_head(struct scratch *s) {
    const struct rlimit limit = {100, RLIM_INFINITY};
    struct data_spec spec = sampledata_spec(s->dir);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) {
        return "SKIP";
    }
    if (data_create(&s->d, &spec, s->why, sizeof s->why)) {
        return "a file without room";
    }
    return !strstr(s->why, "files may not be as long") ? s->why
           : files_in(s->dir, NULL, 0, false)          ? "a file is left"
                                                       : NULL;
}

static void no_room_for_a_head_is_no_file(void **state) {
    in_child(*state, not_even_a_head);
}

// A small file system of its own, which nobody else sees.
static bool mount_small(const char *dir, const char *options) {
    return unshare(CLONE_NEWNS) == 0 &&
           mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", dir, "tmpfs", 0, options) == 0;
}

static const char *up_to_the_disk(struct scratch *s) {
    struct data_spec spec = sampledata_spec(s->dir);
    uint32_t n, is;
    if (!mount_small(s->dir, "size=6m")) {
        return "SKIP";
    }
    if (!data_create(&s->d, &spec, s->why, sizeof s->why)) {
        return s->why;
    }
    const char *bad =
        fill(&s->d, &n, "no room for more in the data file: the disk is full");
    if (bad) {
        return bad;
    }
    struct image m = only_file(s);
    bad = read_nodes(&m.file, &is);
    return bad                              ? bad
           : is != n || n < 6 * 125         ? "nodes were lost"
           : m.file.flags != DATA_FILE_FULL ? "other flags"
                                            : NULL;
}

static void a_full_disk_is_no_signal(void **state) {
    in_child(*state, up_to_the_disk);
}

static const char *on_a_full_disk(struct scratch *s) {
    struct data_spec spec = sampledata_spec(s->dir);
    char path[100];
    if (!mount_small(s->dir, "size=64k")) {
        return "SKIP";
    }
    spec.n_labels = 100000;
    if (data_create(&s->d, &spec, s->why, sizeof s->why)) {
        return "a file without room";
    }
    return !strstr(s->why, "No space left")             ? s->why
           : files_in(s->dir, path, sizeof path, false) ? "a file is left"
                                                        : NULL;
}

static void a_full_disk_is_a_reason(void **state) {
    in_child(*state, on_a_full_disk);
}

static const char *little_address_space(struct scratch *s) {
    struct data_spec spec = sampledata_spec(s->dir);
    const struct rlimit limit = {300 << 20, RLIM_INFINITY};
    uint32_t n;
    if (setrlimit(RLIMIT_AS, &limit) != 0) {
        return "SKIP";
    }
    // Sanitizers have taken more already.
    void *some =
        mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (some == MAP_FAILED) {
        return "SKIP";
    }
    spec.most = 1 << 30;
    if (!data_create(&s->d, &spec, s->why, sizeof s->why)) {
        return s->why;
    }
    return s->d.most * 8 < 1 << 20 ? "nothing is reserved"
                                   : fill(&s->d, &n, NO_ADDRESSES);
}

static void less_address_space_is_enough(void **state) {
    in_child(*state, little_address_space);
}

// The program closes our descriptor, and gets its number for another file.
static void other_files_do_not_grow(void **state) {
    struct scratch *s = *state;
    char path[100];
    struct stat st;
    create(s, 0);
    assert_int_equal(add_nodes(&s->d, 100), 100);
    snprintf(path, sizeof path, "%s/other", s->dir);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(dup2(fd, s->d.fd), s->d.fd);
    uint32_t n = add_nodes(&s->d, 1000);
    assert_true(n < 1000);
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_size, 0);
    assert_true(s->d.words[1] >> 32 & data_pairs(DATA_FILE_FULL));
    assert_string_equal(data_lacked(&s->d), "the data file was closed by the "
                                            "program, or cut by another");
    close(fd);
}

// Nothing is appended behind what is gone, whoever notices.
static void a_file_that_was_cut_does_not_grow(void **state) {
    struct scratch *s = *state;
    struct stat st;
    create(s, 0);
    assert_int_equal(add_nodes(&s->d, 100), 100);
    off_t size = (off_t)(s->d.used * 8);
    assert_int_equal(truncate(s->d.path, size), 0);
    uint32_t cut = 0;
    // What is mapped behind it cannot be touched here: a record that has no room.
    const struct data_node node = {.n_slots = 1 << 20};
    assert_int_equal(data_add_node(&s->d, &node), 0);
    assert_int_equal(fstat(s->d.fd, &st), 0);
    assert_int_equal(st.st_size, size);
    data_release(&s->d);
    files_in(s->dir, NULL, 0, true);
    create(s, 0);
    s->d.cut = &cut;
    assert_int_equal(add_nodes(&s->d, 10), 10);
    cut = 1;
    assert_int_equal(add_node(&s->d, 11), 0);
    assert_null(data_lacked(&s->d));
}

// All of it is on the disk, by zeros.
static void where_nothing_can_be_allocated(void **state) {
    static const int unable[] = {EOPNOTSUPP, EINVAL};
    struct scratch *s = *state;
    for (int i = 0; i < 2; i++) {
        struct stat st;
        failing = (struct failing){.allocating = unable[i], .times = 1000};
        create(s, 0);
        assert_int_equal(add_nodes(&s->d, 400), 400);
        assert_int_equal(fstat(s->d.fd, &st), 0);
        assert_int_equal(st.st_size, s->d.room * 8);
        assert_true(st.st_blocks * 512 >= st.st_size);
        struct image m = only_file(s);
        has_nodes(&m.file, 400);
        image_release(&m);
        unlink(s->d.path);
        data_release(&s->d);
    }
}

static void interruptions_are_nothing(void **state) {
    struct scratch *s = *state;
    failing = (struct failing){.allocating = EINTR, .times = 5};
    create(s, 0);
    assert_int_equal(failing.times, 0);
    failing.times = 5;
    assert_int_equal(add_nodes(&s->d, 400), 400);
    assert_int_equal(failing.times, 0);
}

// Less is asked for when much is not there, and no more after that.
static void full_is_full(void **state) {
    struct scratch *s = *state;
    create(s, 0);
    uint64_t room = s->d.room;
    failing = (struct failing){.allocating = ENOSPC, .times = 1};
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE) / 8;
    assert_true(add_node(&s->d, 1) != 0);
    assert_int_equal(failing.times, 0);
    assert_true(s->d.room > room && s->d.room <= room + SLOTS + 4 + page);
    assert_false(s->d.full);
    failing = (struct failing){.allocating = EDQUOT, .times = 2};
    uint32_t n = add_nodes(&s->d, 1000);
    assert_true(n < 1000 && s->d.full);
    assert_int_equal(add_node(&s->d, 1), 0);
    assert_int_equal(failing.times, 0);
}

static void a_mapping_that_fails_is_the_end(void **state) {
    struct scratch *s = *state;
    uint32_t n;
    failing.mapping = 3;
    create(s, 0);
    uint64_t room = s->d.room;
    const char *bad = fill(&s->d, &n, "no memory for more of the data file");
    if (bad) {
        fail_msg("%s", bad);
    }
    assert_int_equal(s->d.most, s->d.room);
    assert_true(s->d.room > room && s->d.room < 3 * room + SLOTS);
    data_release(&s->d);
    struct image m = only_file(s);
    has_nodes(&m.file, n);
    image_release(&m);
}

// --- Targets that can't be ---------------------------------------------------

static void refused(struct scratch *s, const char *base, const char *why) {
    struct data_spec spec = sampledata_spec(base);
    if (data_create(&s->d, &spec, s->why, sizeof s->why)) {
        fail_msg("%s was made", s->d.path);
    }
    if (!strstr(s->why, why) || strchr(s->why, '\n')) {
        fail_msg("%s, and not %s", s->why, why);
    }
    assert_null(s->d.words);
    assert_int_equal(s->d.fd, -1);
}

static void makes_folders(void **state) {
    static const char *const to[][2] = {
        {"new/x", "new/x."},
        {"two/more/", "two/more//ccinstr."},
        {"two/", "two//ccinstr."},
    };
    struct scratch *s = *state;
    for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
        char base[400], made[400];
        snprintf(base, sizeof base, "%s/%s", s->dir, to[i][0]);
        snprintf(made, sizeof made, "%s/%s", s->dir, to[i][1]);
        struct data_spec spec = sampledata_spec(base);
        assert_true(data_create(&s->d, &spec, s->why, sizeof s->why));
        assert_memory_equal(s->d.path, made, strlen(made));
        assert_int_equal(unlink(s->d.path), 0);
        data_release(&s->d);
    }
    static const char *const made[] = {"two/more", "two", "new"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s", s->dir, made[i]);
        assert_int_equal(rmdir(path), 0);
    }
}

static void says_why_there_is_no_file(void **state) {
    struct scratch *s = *state;
    char base[400];
    create(s, 0);
    snprintf(base, sizeof base, "%s/x", s->d.path);
    data_release(&s->d);
    refused(s, base, "Not a directory");
    snprintf(base, sizeof base, "%s/%0300d", s->dir, 1);
    refused(s, base, "File name too long");
}

static void a_reason_is_cut_to_its_room(void **state) {
    struct scratch *s = *state;
    struct data_spec spec = sampledata_spec("/dev/null/x");
    memset(s->why, 'x', sizeof s->why);
    assert_false(data_create(&s->d, &spec, s->why, 10));
    assert_int_equal(strlen(s->why), 9);
    assert_int_equal(s->why[10], 'x');
}

static const char *as_nobody(struct scratch *s) {
    struct data_spec spec = sampledata_spec(s->dir);
    if (getuid() == 0 && setresuid(65534, 65534, 65534) != 0) {
        return "SKIP";
    }
    return data_create(&s->d, &spec, s->why, sizeof s->why) ? "it was made"
           : strstr(s->why, "Permission denied")            ? NULL
                                                            : s->why;
}

static void a_folder_of_others_is_a_reason(void **state) {
    struct scratch *s = *state;
    chmod(s->dir, 0555);
    in_child(s, as_nobody);
    chmod(s->dir, 0700);
}

static const char *read_only(struct scratch *s) {
    struct data_spec spec = sampledata_spec(s->dir);
    if (!mount_small(s->dir, "size=1m") ||
        mount("none", s->dir, NULL, MS_REMOUNT | MS_RDONLY, NULL) != 0) {
        return "SKIP";
    }
    return data_create(&s->d, &spec, s->why, sizeof s->why) ? "it was made"
           : strstr(s->why, "Read-only file system")        ? NULL
                                                            : s->why;
}

static void a_read_only_disk_is_a_reason(void **state) {
    in_child(*state, read_only);
}

static void label_counters_must_fit(void **state) {
    struct scratch *s = *state;
    struct data_spec spec = sampledata_spec(s->dir);
    spec.n_labels = UINT32_MAX;
    assert_false(data_create(&s->d, &spec, s->why, sizeof s->why));
    assert_int_equal(files_in(s->dir, NULL, 0, false), 0);
}

// --- Reading while it is written ---------------------------------------------

enum { LIVE = 1500 };

// Reads again and again until all are there.
static const char *follow(struct scratch *s) {
    uint32_t n = 0, before = 0;
    while (n < LIVE) {
        struct image m = only_file(s);
        const char *bad = read_nodes(&m.file, &n);
        image_release(&m);
        if (bad || n < before) {
            return bad ? bad : "nodes go away";
        }
        before = n;
        usleep(200);
    }
    return NULL;
}

// Its counters are written before it is published here, unlike in life.
static bool add_live(struct data *d, uint32_t i) {
    uint64_t c = d->used + 3;
    if (d->room - d->used < SLOTS + 4) {
        const struct data_note thread = {0};
        // Whatever makes it grow: records may not be torn.
        while (d->room - d->used < SLOTS + 4) {
            if (!data_add(d, DATA_THREAD, &thread)) {
                return false;
            }
        }
        c = d->used + 3;
    }
    d->words[c] = i;
    d->words[c + SLOTS / 2] = i + 1;
    d->words[c + SLOTS] = i + 2;
    const struct data_node node = {
        .label = i, .level = i % 16, .n_slots = SLOTS};
    return data_add_node(d, &node) == c;
}

static void several_read_while_one_writes(void **state) {
    struct scratch *s = *state;
    pid_t child[2];
    create(s, 0);
    for (int i = 0; i < 2; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            const char *bad = follow(s);
            if (bad) {
                fprintf(stderr, "# %s\n", bad);
            }
            _exit(bad != NULL);
        }
    }
    for (uint32_t i = 1; i <= LIVE; i++) {
        assert_true(add_live(&s->d, i));
        if (i % 50 == 0) {
            usleep(300);
        }
    }
    for (int i = 0; i < 2; i++) {
        int status;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
}

#define DATA_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        DATA_TEST(every_kind_comes_back),
        DATA_TEST(counters_stay_while_the_file_grows),
        DATA_TEST(files_are_as_large_as_their_content),
        DATA_TEST(texts_are_cut),
        DATA_TEST(command_lines_are_cut),
        DATA_TEST(names_say_whose_they_are),
        DATA_TEST(names_are_exclusive),
        DATA_TEST(nothing_is_lost),
        DATA_TEST(the_reservation_is_the_end),
        DATA_TEST(a_limit_on_files_is_no_signal),
        DATA_TEST(no_room_for_a_head_is_no_file),
        DATA_TEST(a_full_disk_is_no_signal),
        DATA_TEST(a_full_disk_is_a_reason),
        DATA_TEST(less_address_space_is_enough),
        DATA_TEST(other_files_do_not_grow),
        DATA_TEST(a_file_that_was_cut_does_not_grow),
        DATA_TEST(where_nothing_can_be_allocated),
        DATA_TEST(interruptions_are_nothing),
        DATA_TEST(full_is_full),
        DATA_TEST(a_mapping_that_fails_is_the_end),
        DATA_TEST(makes_folders),
        DATA_TEST(says_why_there_is_no_file),
        DATA_TEST(a_reason_is_cut_to_its_room),
        DATA_TEST(a_folder_of_others_is_a_reason),
        DATA_TEST(a_read_only_disk_is_a_reason),
        DATA_TEST(label_counters_must_fit),
        DATA_TEST(several_read_while_one_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
