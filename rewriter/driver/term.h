// SPDX-License-Identifier: MIT
// What the terminal behind standard error can show.
//
// Colour and the progress line are for people: into a file or a pipe goes
// neither, whatever the program is doing.
#ifndef CCINSTR_REWRITER_DRIVER_TERM_H
#define CCINSTR_REWRITER_DRIVER_TERM_H

#include "analysis/base/str.h"

#include <stdbool.h>

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct term {
    bool color;      // messages are coloured
    bool live;       // a progress line may be shown
    bool shown;      // one is on the screen now
    unsigned width;  // columns, for the progress line
};

void term_init(struct term *t, enum color_when when, bool quiet);

// Show text as the progress line in place of the last one, cut to the width of
// the terminal; without a terminal do nothing.
void term_progress(struct term *t, struct str text);
// Take the progress line away, before anything else is printed.
void term_clear(struct term *t);

#endif
