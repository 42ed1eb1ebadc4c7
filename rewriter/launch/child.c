// SPDX-License-Identifier: MIT
// A program that runs in our place.
//
// The signals are blocked and taken by sigwaitinfo, so there is no handler and
// nothing that one would have to share. The kernel sends what is typed at the
// terminal to all processes of the foreground: the child has it already.
#include "rewriter/launch/child.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>

static const int sent_on[] = {SIGINT,  SIGTERM, SIGHUP,
                              SIGQUIT, SIGUSR1, SIGUSR2};

struct signals {
    sigset_t before;  // the mask that we had, and the child is to have
    sigset_t waited;
};

// One that is ignored stays so, in the child as well (nohup).
static void signals_take(struct signals *s) {
    sigemptyset(&s->waited);
    sigaddset(&s->waited, SIGCHLD);
    for (size_t i = 0; i < sizeof sent_on / sizeof *sent_on; i++) {
        struct sigaction now;
        if (sigaction(sent_on[i], NULL, &now) == 0 &&
            now.sa_handler != SIG_IGN) {
            sigaddset(&s->waited, sent_on[i]);
        }
    }
    // Where this is ignored, nobody could be waited for.
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&usual.sa_mask);
    sigaction(SIGCHLD, &usual, NULL);
    sigprocmask(SIG_BLOCK, &s->waited, &s->before);
}

static void signals_give_back(struct signals *s) {
    sigprocmask(SIG_SETMASK, &s->before, NULL);
}

static int start(pid_t *pid, char *const *argv, char *const *environment,
                 const struct signals *s) {
    posix_spawnattr_t how;
    int failed = posix_spawnattr_init(&how);
    if (failed) {
        return failed;
    }
    // What has a handler here gets its usual meaning by itself.
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&how, &s->before);
    failed = posix_spawnp(pid, argv[0], NULL, &how, argv, environment);
    posix_spawnattr_destroy(&how);
    return failed;
}

static bool has_ended(pid_t pid, int *status) {
    int how;
    if (waitpid(pid, &how, WNOHANG) != pid) {
        return false;
    }
    *status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
    return WIFSIGNALED(how) || WIFEXITED(how);
}

static int wait_for(pid_t pid, const struct signals *s) {
    int status = 0;
    while (!has_ended(pid, &status)) {
        siginfo_t info;
        int got = sigwaitinfo(&s->waited, &info);
        // The kernel's own codes are above 0, those of kill and its like not.
        if (got > 0 && got != SIGCHLD && info.si_code <= 0) {
            kill(pid, got);
        }
    }
    return status;
}

int child_run(char *const *argv, char *const *environment, struct diag *d) {
    struct signals s;
    pid_t pid;
    signals_take(&s);
    int failed = start(&pid, argv, environment, &s);
    int status = failed ? -1 : wait_for(pid, &s);
    signals_give_back(&s);
    if (failed) {
        struct place at = {.file = str_of(argv[0]), .byte = NO_BYTE};
        diag_report(d, RUN_START, &at, strerror(failed));
    }
    return status;
}
