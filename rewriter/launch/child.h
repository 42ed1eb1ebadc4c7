// SPDX-License-Identifier: MIT
// A program that runs in our place: it has our standard input, output and
// error, and signals that are sent to us are sent on to it.
#ifndef CCINSTR_REWRITER_LAUNCH_CHILD_H
#define CCINSTR_REWRITER_LAUNCH_CHILD_H

#include "analysis/base/diag.h"

// Runs argv[0], found as execvp finds it, with that environment, and waits for its
// end. Signals that end programs are sent on, but not those of the terminal, which it
// gets itself. Returns its exit status, 128+n if signal n ended it; -1, reported, if it
// could not be started.
int child_run(char *const *argv, char *const *environment, struct diag *d);

#endif
