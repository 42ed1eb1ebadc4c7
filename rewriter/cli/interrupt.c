// SPDX-License-Identifier: MIT
// interrupt.c - Ctrl-C and its like: stop cleanly, then end as the signal says.
#include "rewriter/cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

// The one variable that a signal handler may set.
static volatile sig_atomic_t seen;

static void remember(int signal_number) {
    seen = signal_number;
}

static void catch_one(int signal_number) {
    struct sigaction now;
    if (sigaction(signal_number, NULL, &now) == 0 &&
        now.sa_handler != SIG_IGN) {
        struct sigaction ours = {.sa_handler = remember,
                                 .sa_flags = SA_RESTART};
        sigemptyset(&ours.sa_mask);
        sigaction(signal_number, &ours, NULL);
    }
}

void interrupt_catch(void) {
    catch_one(SIGINT);
    catch_one(SIGTERM);
    catch_one(SIGHUP);
}

static void go_on(int signal_number) {
    (void)signal_number;
}

void interrupt_outlive_limits(void) {
    struct sigaction now, ours = {.sa_handler = go_on, .sa_flags = SA_RESTART};
    sigemptyset(&ours.sa_mask);
    if (sigaction(SIGXFSZ, NULL, &now) == 0 && now.sa_handler == SIG_DFL) {
        sigaction(SIGXFSZ, &ours, NULL);
    }
}

void interrupt_catch_pipe(void) {
    catch_one(SIGPIPE);
}

bool interrupt_seen(void) {
    return seen != 0;
}

void interrupt_pass_on(void) {
    if (seen) {
        struct sigaction theirs = {.sa_handler = SIG_DFL};
        sigemptyset(&theirs.sa_mask);
        sigaction((int)seen, &theirs, NULL);
        raise((int)seen);
    }
}
