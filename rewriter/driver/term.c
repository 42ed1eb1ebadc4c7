// SPDX-License-Identifier: MIT
// Colour and the progress line on standard error.

#include "rewriter/driver/term.h"

#include "analysis/base/shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80 };

static bool is_capable(void) {
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb") != 0;
}

static unsigned screen_width(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return USUAL_WIDTH;
}

// https://no-color.org: set and not empty means no colour, unless the user
// asks for it on this very command line.
static bool is_colored(enum color_when wish, bool capable) {
    if (wish != COLOR_AUTO) {
        return wish == COLOR_ALWAYS;
    }
    const char *no = getenv("NO_COLOR");
    return capable && !(no && no[0]);
}

void term_init(struct term *t, enum color_when when, bool quiet) {
    bool capable = is_capable();
    *t = (struct term){
        .color = is_colored(when, capable),
        .live = capable && !quiet,
        .width = capable ? screen_width() : USUAL_WIDTH,
    };
}

// Bytes of text that fit into n columns, a byte of a longer UTF-8 sequence
// being no column of its own; a sequence is not cut in two.
static size_t fitting(const struct emit *text, unsigned n) {
    size_t i = 0;
    for (; i < text->n; i++) {
        bool begins = (text->p[i] & 0xC0) != 0x80;
        if (begins && n-- == 0) {
            break;
        }
    }
    return i;
}

void term_progress(struct term *t, struct str text) {
    if (t->live && t->width > 1) {
        struct emit e;
        emit_init(&e, SIZE_MAX / 2);
        shown_put(&e, text);
        // One column less: a full line makes some terminals wrap.
        fputs("\r\033[K", stderr);
        fwrite(e.p, 1, fitting(&e, t->width - 1), stderr);
        fflush(stderr);
        emit_release(&e);
        t->shown = true;
    }
}

void term_clear(struct term *t) {
    if (t->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        t->shown = false;
    }
}
