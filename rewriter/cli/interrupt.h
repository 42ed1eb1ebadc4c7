// SPDX-License-Identifier: MIT
// interrupt.h - Ctrl-C and its like: stop cleanly, then end as the signal says.
//
// The handler only sets a flag. The work asks for it between two entries,
// gives up as on any failure, so that no temporary file stays behind, and the
// process then ends by the signal itself, as shells and make expect.
#ifndef CCINSTR_REWRITER_CLI_INTERRUPT_H
#define CCINSTR_REWRITER_CLI_INTERRUPT_H

#include <stdbool.h>

// From now on SIGINT, SIGTERM and SIGHUP are only remembered; one that is
// ignored stays so (nohup).
void interrupt_catch(void);
// From now on SIGPIPE is only remembered, too: the reader of our output has gone, and
// temporary files are to go.
void interrupt_catch_pipe(void);
// From now on a file that may grow no more (ulimit -f) makes a write fail and does not end
// the process. Programs that we start find the signal as it was: a handler goes with exec.
void interrupt_outlive_limits(void);
bool interrupt_seen(void);
// Ends the process by the signal that was seen; returns if there was none.
void interrupt_pass_on(void);

#endif
