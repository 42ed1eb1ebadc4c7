// SPDX-License-Identifier: MIT
// test_rt_guard.c - guards over mapped files: what others cut off is put up with, and all
// other faults go where they went before, as they did.
//
// Each test is a process of its own: there is one handler in each.

#include "rt-native/guard.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PAGES = 8 };

struct file {
    char path[64];
    int fd;
    uint64_t *words;  // mapped
    struct guard_spec spec;
};

static size_t page(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

// The word in the middle of a page.
static volatile uint64_t *word(const struct file *f, int at) {
    return f->words + (page() * (size_t)at + page() / 2) / sizeof(uint64_t);
}

static const char *open_file(struct file *f) {
    struct stat st;
    strcpy(f->path, "/tmp/ccinstr-unit.XXXXXX");
    f->fd = mkstemp(f->path);
    size_t n = page() * PAGES;
    if (f->fd < 0 || ftruncate(f->fd, (off_t)n) != 0 ||
        fstat(f->fd, &st) != 0) {
        return "no file";
    }
    unlink(f->path);
    f->words = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, f->fd, 0);
    if (f->words == MAP_FAILED) {
        return "no mapping";
    }
    for (int i = 0; i < PAGES; i++) {
        *word(f, i) = 100 + (uint64_t)i;
    }
    f->spec = (struct guard_spec){
        .from = (char *)f->words,
        .bytes = n,
        .fd = f->fd,
        .device = st.st_dev,
        .inode = st.st_ino,
        .mark = &f->words[1],
        .bits = 4,
        .line = {"part\n", "all\n"},
    };
    return NULL;
}

// What f says in a process of its own, that ends by `signal` (0: it does not), and what is
// on standard error then.
static void in_child(const char *(*f)(void), int signal, const char *said) {
    char err[200] = "";
    int status, to[2];
    assert_int_equal(pipe(to), 0);
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        dup2(to[1], STDERR_FILENO);
        struct sigaction a = {.sa_handler = SIG_DFL};
        sigaction(SIGBUS, &a, NULL);  // sanitizers have one
        const char *bad = f();
        if (bad) {
            fprintf(stderr, "# %s\n", bad);
        }
        _exit(bad != NULL);
    }
    close(to[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    ssize_t n = read(to[0], err, sizeof err - 1);
    close(to[0]);
    assert_true(n >= 0);
    assert_string_equal(err, said);
    assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, signal);
    assert_int_equal(WIFEXITED(status) ? WEXITSTATUS(status) : 0, 0);
}

// --- Pages that are gone -----------------------------------------------------

static const char *cut_in_the_middle(void) {
    struct file f;
    const char *bad = open_file(&f);
    struct guard *g = bad ? NULL : guard_set(&f.spec);
    if (!g || *guard_cut(g)) {
        return bad ? bad : "no guard";
    }
    if (ftruncate(f.fd, (off_t)(page() * 3 + 1)) != 0) {
        return "it cannot be cut";
    }
    *word(&f, 2) += 1;
    if (*guard_cut(g) || *word(&f, 2) != 103) {
        return "what is left is not the file's";
    }
    *word(&f, 6) += 1;
    if (!*guard_cut(g) || *word(&f, 6) != 1) {
        return "no memory in its place";
    }
    // As one mapping, from the first page that is gone on.
    if (*word(&f, 4) != 0 || *word(&f, 7) != 0 || *word(&f, 6) != 1) {
        return "not all that is gone";
    }
    uint64_t now = 0;
    off_t at = (off_t)((uintptr_t)word(&f, 2) - (uintptr_t)f.words);
    return pread(f.fd, &now, 8, at) != 8 || now != 103 ? "not in the file"
           : pread(f.fd, &now, 8, 8) != 8 || now != 4  ? "no mark"
                                                       : NULL;
}

static void what_is_gone_is_memory(void **state) {
    (void)state;
    in_child(cut_in_the_middle, 0, "part\n");
}

// The page of the mark is the last that is met.
static const char *cut_to_nothing(void) {
    struct file f;
    const char *bad = open_file(&f);
    if (bad || !guard_set(&f.spec)) {
        return bad ? bad : "no guard";
    }
    f.spec.fd = -1;
    if (ftruncate(f.fd, 0) != 0) {
        return "it cannot be cut";
    }
    for (int i = PAGES; i-- > 0;) {
        *word(&f, i) += 7;
    }
    return *word(&f, 0) != 7 || *word(&f, 5) != 7 ? "no memory in its place"
                                                  : NULL;
}

static void a_file_may_be_gone(void **state) {
    (void)state;
    in_child(cut_to_nothing, 0, "all\n");
}

// Whoever has the descriptor now: then nobody knows how long the file is.
static const char *closed_and_cut(void) {
    struct file f;
    const char *bad = open_file(&f);
    int other = bad ? -1 : open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct guard *g = other < 0 ? NULL : guard_set(&f.spec);
    if (!g || ftruncate(f.fd, (off_t)page() * 2) != 0) {
        return bad ? bad : "no guard";
    }
    dup2(other, f.fd);
    *word(&f, 7) += 1;
    *word(&f, 3) += 1;
    return *word(&f, 7) != 1 || *word(&f, 3) != 1 || *word(&f, 1) != 101
               ? "no memory in its place"
               : NULL;
}

static void the_descriptor_may_be_another_file(void **state) {
    (void)state;
    in_child(closed_and_cut, 0, "part\n");
}

// The first fault of that test comes from the mark.
static const char *only_the_mark_is_gone(void) {
    struct file f, head;
    const char *bad = open_file(&f);
    bad = bad ? bad : open_file(&head);
    if (bad) {
        return bad;
    }
    struct guard_spec other = head.spec;
    f.spec.mark = &head.words[1];
    if (!guard_set(&f.spec) || !guard_set(&other) ||
        ftruncate(f.fd, (off_t)page()) != 0 || ftruncate(head.fd, 0) != 0) {
        return "no guard";
    }
    *word(&f, 1) += 1;
    return head.words[1] == 4 ? NULL : "no mark";
}

static void marking_may_fault(void **state) {
    (void)state;
    in_child(only_the_mark_is_gone, 0, "part\nall\n");
}

// --- Faults of others --------------------------------------------------------

static sigjmp_buf back;
static void *volatile faulted;
static volatile int asked, was_blocked;

static void by_number(int signal) {
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    was_blocked = sigismember(&mask, SIGUSR1) && sigismember(&mask, signal);
    asked++;
    siglongjmp(back, 1);
}

static void by_info(int signal, siginfo_t *info, void *context) {
    faulted = context ? info->si_addr : NULL;
    by_number(signal);
}

// A fault beside what is guarded: was it asked?
static bool faults(const struct file *f) {
    int before = asked;
    if (sigsetjmp(back, 1) == 0) {
        *word(f, 3) += 1;
    }
    return asked == before + 1;
}

// `own` is guarded, `other` is a file of the program, cut.
static const char *beside(struct file *own, struct file *other,
                          const struct sigaction *a) {
    const char *bad = open_file(own);
    bad = bad ? bad : open_file(other);
    sigaction(SIGBUS, a, NULL);
    return bad                           ? bad
           : !guard_set(&own->spec)      ? "no guard"
           : ftruncate(other->fd, 0) < 0 ? "it cannot be cut"
                                         : NULL;
}

// The flags that the handler on top has, of those that tell.
static int flags_now(void) {
    struct sigaction is;
    sigaction(SIGBUS, NULL, &is);
    return is.sa_flags & (SA_SIGINFO | SA_RESTART | SA_ONSTACK | SA_NODEFER);
}

static const char *handed_down(void) {
    struct file own, other;
    struct sigaction a = {.sa_sigaction = by_info, .sa_flags = SA_SIGINFO};
    sigaddset(&a.sa_mask, SIGUSR1);
    const char *bad = beside(&own, &other, &a);
    if (bad) {
        return bad;
    }
    for (int i = 0; i < 2; i++) {
        if (!faults(&other) || faulted != word(&other, 3)) {
            return "not asked";
        }
    }
    return !was_blocked                ? "it ran with another mask"
           : flags_now() != SA_SIGINFO ? "with other flags"
           : faults(&own)              ? "asked though nothing was wrong"
                                       : NULL;
}

static void others_are_handed_down(void **state) {
    (void)state;
    in_child(handed_down, 0, "");
}

static const char *handed_down_by_number(void) {
    struct file own, other;
    const struct sigaction a = {.sa_handler = by_number,
                                .sa_flags = SA_NODEFER};
    const char *bad = beside(&own, &other, &a);
    return bad                                        ? bad
           : !faults(&other)                          ? "not asked"
           : flags_now() != (SA_NODEFER | SA_SIGINFO) ? "with other flags"
                                                      : NULL;
}

static void plain_handlers_too(void **state) {
    (void)state;
    in_child(handed_down_by_number, 0, "");
}

static const char *handed_down_once(void) {
    struct file own, other;
    const struct sigaction a = {.sa_handler = by_number,
                                .sa_flags = (int)SA_RESETHAND};
    const char *bad = beside(&own, &other, &a);
    if (bad || !faults(&other)) {
        return bad ? bad : "not asked";
    }
    faults(&other);
    return "it goes on";
}

static void those_that_are_for_once_too(void **state) {
    (void)state;
    in_child(handed_down_once, SIGBUS, "");
}

static const char *fault_without_handler(void) {
    struct file own, other;
    const struct sigaction a = {.sa_handler = SIG_DFL};
    const char *bad = beside(&own, &other, &a);
    return bad ? bad : faults(&other) ? "asked" : "it goes on";
}

static const char *fault_ignored(void) {
    struct file own, other;
    const struct sigaction a = {.sa_handler = SIG_IGN};
    const char *bad = beside(&own, &other, &a);
    return bad ? bad : faults(&other) ? "asked" : "it goes on";
}

static const char *sent_without_handler(void) {
    struct file own, other;
    const struct sigaction a = {.sa_handler = SIG_DFL};
    const char *bad = beside(&own, &other, &a);
    if (!bad) {
        kill(getpid(), SIGBUS);
    }
    return bad ? bad : "it goes on";
}

static const char *sent_and_ignored(void) {
    struct file own, other;
    const struct sigaction a = {.sa_handler = SIG_IGN};
    const char *bad = beside(&own, &other, &a);
    if (!bad) {
        kill(getpid(), SIGBUS);
        kill(getpid(), SIGBUS);
    }
    return bad;
}

static void without_one_it_is_as_ever(void **state) {
    (void)state;
    in_child(fault_without_handler, SIGBUS, "");
    in_child(fault_ignored, SIGBUS, "");
    in_child(sent_without_handler, SIGBUS, "");
    in_child(sent_and_ignored, 0, "");
}

// --- Guards come and go ------------------------------------------------------

static const char *set_and_cleared(void) {
    struct file own, other;
    const struct sigaction a = {.sa_handler = by_number};
    const char *bad = beside(&own, &other, &a);
    struct guard *g = bad ? NULL : guard_set(&other.spec);
    if (!g) {
        return bad ? bad : "no second guard";
    }
    if (faults(&other)) {
        return "asked for what is guarded";
    }
    guard_clear(g);
    guard_clear(NULL);
    // As if it were another mapping.
    if (mmap(other.words, page() * PAGES, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, other.fd, 0) == MAP_FAILED) {
        return "no mapping";
    }
    return faults(&other) ? NULL : "guarded though nobody wants it";
}

static void guards_can_be_cleared(void **state) {
    (void)state;
    in_child(set_and_cleared, 0, "all\n");
}

// Those that are there go on, and rooms that are given back are used.
static const char *many(void) {
    struct file f;
    struct guard *g[1000];
    int n = 0;
    const char *bad = open_file(&f);
    struct guard_spec none = f.spec;
    none.bytes = 0;
    while (!bad && n < 1000 && (g[n] = guard_set(&none)) != NULL) {
        n++;
    }
    if (bad || n < 8 || n == 1000) {
        return bad ? bad : "not as many as there are";
    }
    guard_clear(g[n / 2]);
    if (!guard_set(&f.spec) || ftruncate(f.fd, 0) != 0) {
        return "no room again";
    }
    *word(&f, 3) += 1;
    return *word(&f, 3) == 1 ? NULL : "no memory in its place";
}

static void there_can_be_many(void **state) {
    (void)state;
    in_child(many, 0, "all\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_gone_is_memory),
        cmocka_unit_test(a_file_may_be_gone),
        cmocka_unit_test(the_descriptor_may_be_another_file),
        cmocka_unit_test(marking_may_fault),
        cmocka_unit_test(others_are_handed_down),
        cmocka_unit_test(plain_handlers_too),
        cmocka_unit_test(those_that_are_for_once_too),
        cmocka_unit_test(without_one_it_is_as_ever),
        cmocka_unit_test(guards_can_be_cleared),
        cmocka_unit_test(there_can_be_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
