// SPDX-License-Identifier: MIT
// cmd.h - one function per command of the program.
//
// Each gets the parsed command line and returns the exit status of the
// program.  Errors go to diag; only results go to standard output.
#ifndef CCINSTR_REWRITER_CLI_CMD_H
#define CCINSTR_REWRITER_CLI_CMD_H

#include <stdbool.h>

struct arg_list;
struct diag;
struct options;

enum exit_status {
    EXIT_DONE = 0,
    EXIT_BELOW = 1,   // done, but below a threshold or, if strict, incomplete
    EXIT_USAGE = 2,   // the command line makes no sense
    EXIT_NOTHING = 3  // nothing useful could be produced
};

// cmd_instrument.c
int cmd_instrument(const struct options *opt, struct diag *diag);
// Instruments as a part of another command, which cares for signals (interrupt.h). names:
// where each operand goes below the output, or none. It sets TZ of the process.
int instrument_operands(const struct options *opt, const struct arg_list *names,
                        struct diag *diag);

// cmd_graph.c
int cmd_graph(const struct options *opt, struct diag *diag);

// cmd_forest.c
int cmd_forest(const struct options *opt, struct diag *diag);

// cmd_report.c, cmd_merge.c, cmd_query.c, cmd_run.c
int cmd_report(const struct options *opt, struct diag *diag);
// Can the demands on a report be understood? False is reported.
bool report_check(const struct options *opt);
int cmd_merge(const struct options *opt, struct diag *diag);
int cmd_query(const struct options *opt, struct diag *diag);
int cmd_run(const struct options *opt, struct diag *diag);

#endif
