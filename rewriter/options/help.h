// SPDX-License-Identifier: MIT
// help.h - what --help prints.
#ifndef CCINSTR_REWRITER_OPTIONS_HELP_H
#define CCINSTR_REWRITER_OPTIONS_HELP_H

#include "rewriter/options/options.h"

#include <stdio.h>

// Help of a command, or of the program for CMD_NONE.
void help_print(enum command_id command, bool all, FILE *out);

#endif
