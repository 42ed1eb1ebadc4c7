// SPDX-License-Identifier: MIT
// cmd_other.c - the commands that options.def announces but that are not built.

#include "rewriter/cli/cmd.h"
#include "rewriter/cli/options_priv.h"
#include "rewriter/cli/usage.h"

int cmd_unbuilt(const struct options *opt, struct diag *diag) {
    (void)diag;
    usage_error(command_rows[opt->command].name, COMMAND_UNBUILT);
    return EXIT_USAGE;
}
