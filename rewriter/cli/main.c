// SPDX-License-Identifier: MIT
// main.c - from the command line to a command.
//
// ARCHITECTURE.md is the tour, in the order in which a jar passes through.
// Only this file ends the process.

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "config.h"
#include "rewriter/cli/cmd.h"
#include "rewriter/cli/interrupt.h"
#include "rewriter/driver/term.h"
#include "rewriter/options/completion.h"
#include "rewriter/options/help.h"
#include "rewriter/options/optionrows.h"
#include "rewriter/options/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int (*const command_functions[])(const struct options *opt,
                                        struct diag *diag) = {
#define COMMAND(id, name, function, operands, least, purpose) \
    [CMD_##id] = function,
#include "rewriter/options/options.def"
};

static enum diag_level shown_level(const struct options *opt) {
    return opt->verbose ? DIAG_NOTE : DIAG_WARNING;
}

static int run_command(const struct options *opt) {
    struct term term;
    struct diag diag;
    term_init(&term, opt->color, opt->quiet);
    diag_init(&diag, shown_level(opt), term.color);
    int status = command_functions[opt->command](opt, &diag);
    diag_flush(&diag, stderr);
    diag_release(&diag);
    return status;
}

static int run(const struct options *opt) {
    if (opt->help) {
        help_print(opt->command, opt->help_all, stdout);
        return EXIT_DONE;
    }
    if (opt->version) {
        puts("ccinstr " PACKAGE_VERSION);
        return EXIT_DONE;
    }
    if (opt->completion_table) {
        completion_print(stdout);
        return EXIT_DONE;
    }
    return run_command(opt);
}

// A result that did not reach its file, the disk being full, is no result.
static int check_output(int status) {
    int before = errno;  // of a part that has failed earlier, as a rule
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return status;
    }
    fprintf(stderr, "ccinstr: error: cannot write the output: %s\n",
            strerror(errno ? errno : before));
    return EXIT_NOTHING;
}

int main(int argc, char **argv) {
    struct arena arena;
    struct options opt;
    arena_init(&arena);
    interrupt_outlive_limits();
    int status = EXIT_USAGE;
    if (options_parse(&opt, argc, argv, &arena)) {
        status = check_output(run(&opt));
    }
    arena_release(&arena);
    return status;
}
