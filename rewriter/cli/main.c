// SPDX-License-Identifier: MIT
// main.c - from the command line to a command, and the tour of the tree.
//
// The tour, in the order in which a jar passes through; each folder's headers
// say more:
//
//   rewriter/cli        asks: options.def is every command and option, options
//                       parses by it, help prints it, cmd_* does the work
//   analysis/base       what all stand on: arenas, counted strings, checked
//                       reading and writing of bytes, messages, ceilings
//   analysis/zip        an archive, read: its directory and its entries
//   analysis/classfile  one class, read: constant pool, members, attributes,
//                       instructions
//   analysis/image      where classes come from: a class path, a JDK
//   analysis/types      the world: ids for classes and members, subtypes
//   analysis/flow       one method: where references come from and go to
//   analysis/solve      which methods can run; with analysis/models for what
//                       bytecode does not say, analysis/heap and
//                       analysis/points for which objects a call may meet
//   analysis/fragment   a component: its interface, and what stands for all
//                       clients of it
//   analysis/graph      the call graph, and what of it is inside the component
//   analysis/forest     its call chains, as states
//   rewriter/plan       those as a file; rewriter/chains asks it
//   rewriter/probe      decides what goes into a method, and where
//   rewriter/edit       one class, written: code laid out anew with what was
//                       inserted, and every table that holds an offset mended
//   rewriter/jar        an archive, written: changed classes replaced, all else
//                       copied as it is, nothing under its name until complete
//   rt-java, rt-native  run in the program under test, and leave data
//   rewriter/pool       data of runs, added up
//   rewriter/cover      what they covered of a plan
//   rewriter/report     that, told; rewriter/html as pages, rewriter/query as
//                       answers
//
// The arrows between these folders are law: tests/lint/deps.txt.
// Only this file ends the process.

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "config.h"
#include "rewriter/cli/cmd.h"
#include "rewriter/cli/completion.h"
#include "rewriter/cli/help.h"
#include "rewriter/cli/options_priv.h"
#include "rewriter/driver/term.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static enum diag_level shown_level(const struct options *opt) {
    return opt->verbose ? DIAG_NOTE : DIAG_WARNING;
}

static int run_command(const struct options *opt) {
    struct term term;
    struct diag diag;
    term_init(&term, opt->color, opt->quiet);
    diag_init(&diag, shown_level(opt), term.color);
    int status = command_rows[opt->command].function(opt, &diag);
    diag_flush(&diag, stderr);
    diag_release(&diag);
    return status;
}

static int run(const struct options *opt) {
    if (opt->help) {
        help_print(opt->command, stdout);
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
    int status = EXIT_USAGE;
    if (options_parse(&opt, argc, argv, &arena)) {
        status = check_output(run(&opt));
    }
    arena_release(&arena);
    return status;
}
