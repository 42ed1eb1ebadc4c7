// SPDX-License-Identifier: MIT
// graphviz.c - a drawing in DOT made an SVG by dot of Graphviz.
//
// It goes through a file without a name, not a pipe: so dot can end when it
// likes without a signal for us.
#include "rewriter/cli/graphviz.h"

#include "analysis/base/diag.h"

#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static bool fail(struct diag *d, const char *why) {
    struct place at = {.byte = NO_BYTE};
    diag_report(d, NO_GRAPHVIZ, &at, why);
    return false;
}

FILE *graphviz_open(struct diag *d) {
    FILE *f = tmpfile();
    if (!f) {
        fail(d, strerror(errno));
    }
    return f;
}

static int start_dot(int input, pid_t *pid) {
    char name[] = "dot", format[] = "-Tsvg";
    char *const argv[] = {name, format, NULL};
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) {
        return error;
    }
    error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (!error) {
        error = posix_spawnp(pid, name, &actions, NULL, argv, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static bool run_dot(int input, struct diag *d) {
    pid_t pid;
    int status, error = start_dot(input, &pid);
    if (error) {
        return fail(d, strerror(error));
    }
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) {
            return fail(d, strerror(errno));
        }
    }
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
           fail(d, "it has failed");
}

bool graphviz_close(FILE *drawing, struct diag *d) {
    fflush(stdout);
    bool ok = (fflush(drawing) == 0 && !ferror(drawing) &&
               lseek(fileno(drawing), 0, SEEK_SET) == 0) ||
              fail(d, strerror(errno));
    ok = ok && run_dot(fileno(drawing), d);
    fclose(drawing);
    return ok;
}
