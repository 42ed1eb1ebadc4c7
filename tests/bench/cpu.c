// SPDX-License-Identifier: MIT
// cpu FILE COMMAND...: runs a command and appends "SECONDS PEAK-KB" to FILE.
//
// SECONDS is user plus system time of the command and of the children it waited
// for, PEAK-KB the largest resident set among them. The exit status is the
// command's own; nothing is appended when the command fails.

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("usage: cpu FILE COMMAND...\n", stderr);
        return 2;
    }
    pid_t child = fork();
    if (child < 0) {
        perror("cpu: fork");
        return 2;
    }
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status;
    struct rusage use;
    if (wait4(child, &status, 0, &use) != child) {
        perror("cpu: wait4");
        return 2;
    }
    if (!WIFEXITED(status)) {
        fprintf(stderr, "cpu: %s: killed by signal %d\n", argv[2],
                WTERMSIG(status));
        return 128;
    }
    if (WEXITSTATUS(status) != 0) {
        return WEXITSTATUS(status);
    }
    FILE *out = fopen(argv[1], "a");
    if (out == NULL) {
        perror(argv[1]);
        return 2;
    }
    fprintf(out, "%.6f %ld\n", seconds(use.ru_utime) + seconds(use.ru_stime),
            use.ru_maxrss);
    if (fclose(out) != 0) {
        perror(argv[1]);
        return 2;
    }
    return 0;
}
