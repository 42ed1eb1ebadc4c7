// SPDX-License-Identifier: MIT
// term.h - what the terminal behind standard error can show.
//
// Colour and the progress line are for people: into a file or a pipe goes
// neither, whatever the program is doing.
#ifndef CCINSTR_REWRITER_CLI_TERM_H
#define CCINSTR_REWRITER_CLI_TERM_H

#include "analysis/base/str.h"
#include "rewriter/cli/options.h"

struct term {
    bool color;      // messages are coloured
    bool live;       // a progress line may be shown
    bool shown;      // one is on the screen now
    unsigned width;  // columns, for the progress line
};

void term_init(struct term *t, const struct options *opt);

// Show text as the progress line in place of the last one, cut to the width of
// the terminal; without a terminal do nothing.
void term_progress(struct term *t, struct str text);
// Take the progress line away, before anything else is printed.
void term_clear(struct term *t);

#endif
