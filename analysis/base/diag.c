// SPDX-License-Identifier: MIT
// What is said to the user: formatting, keeping, taking over, printing.
#include "analysis/base/diag.h"

#include "analysis/base/limits.h"
#include "analysis/base/shown.h"

#include <stdarg.h>
#include <stdlib.h>

static const enum diag_level level_of[] = {
#define DIAG(id, level, text) DIAG_##level,
#include "analysis/base/diag.def"
#undef DIAG
};
_Static_assert(sizeof level_of / sizeof *level_of == D_N_IDS, "dense");

static const char *const level_name[] = {"error", "warning", "note"};
static const char *const level_color[] = {"\033[1;31m", "\033[1;33m",
                                          "\033[1;36m"};

void diag_init(struct diag *d, enum diag_level shown, bool color) {
    *d =
        (struct diag){.shown = shown, .color = color, .most = LIMIT_SAID_BYTES};
    emit_init(&d->text, SIZE_MAX / 2);
}

void diag_init_part(struct diag *part, const struct diag *d) {
    diag_init(part, d->shown, d->color);
    part->most = LIMIT_SAID_ENTRY_BYTES;
}

void diag_release(struct diag *d) {
    emit_release(&d->text);
}

static void text_add(struct emit *e, struct str s) {
    for (size_t i = 0; i < s.n && i < LIMIT_MESSAGE;) {
        shown_next(e, s, &i);
    }
    if (s.n > LIMIT_MESSAGE) {
        emit_bytes(e, "...", 3);
    }
}

static void place_add(struct emit *e, const struct place *at) {
    if (at->file.n) {
        text_add(e, at->file);
    }
    if (at->entry.n) {
        emit_bytes(e, "!", at->file.n ? 1 : 0);
        text_add(e, at->entry);
    }
    if (at->file.n || at->entry.n) {
        emit_bytes(e, ": ", 2);
    }
    if (at->name.n) {
        text_add(e, at->name);
        text_add(e, at->desc);
        emit_bytes(e, ": ", 2);
    }
}

void diag_add(struct diag *d, enum diag_id id, const struct place *at,
              const char *fmt, ...) {
    enum diag_level level = level_of[id];
    d->n_level[level]++;
    d->n_id[id]++;
    if (level > d->shown) {
        return;
    }
    if (d->text.n > d->most) {
        d->n_left_out++;
        return;
    }
    struct emit *e = &d->text;
    char line[LIMIT_MESSAGE + 32];
    emit_bytes(e, "ccinstr: ", 9);
    int n = snprintf(line, sizeof line, "%s%s:%s ",
                     d->color ? level_color[level] : "", level_name[level],
                     d->color ? "\033[0m" : "");
    emit_bytes(e, line, (size_t)n);
    place_add(e, at);
    va_list ap;
    va_start(ap, fmt);
    n = vsnprintf(line, LIMIT_MESSAGE, fmt, ap);
    va_end(ap);
    text_add(e, (struct str){line, strnlen(line, n < 0 ? 0 : LIMIT_MESSAGE)});
    if (at->byte != NO_BYTE) {
        n = snprintf(line, sizeof line, " (byte %zu)", at->byte);
        emit_bytes(e, line, (size_t)n);
    }
    emit_u1(e, '\n');
}

void diag_take(struct diag *d, struct diag *from) {
    if (d->text.n <= d->most) {
        emit_bytes(&d->text, from->text.p, from->text.n);
    } else {
        for (size_t i = 0; i < from->text.n; i++) {
            d->n_left_out += from->text.p[i] == '\n';
        }
    }
    emit_reset(&from->text);
    d->n_left_out += from->n_left_out;
    from->n_left_out = 0;
    for (int i = 0; i < DIAG_N_LEVELS; i++) {
        d->n_level[i] += from->n_level[i];
        from->n_level[i] = 0;
    }
    for (int i = 0; i < D_N_IDS; i++) {
        d->n_id[i] += from->n_id[i];
        from->n_id[i] = 0;
    }
}

void diag_flush(struct diag *d, FILE *out) {
    if (d->text.n) {
        fwrite(d->text.p, 1, d->text.n, out);
        emit_reset(&d->text);
    }
    if (d->n_left_out) {
        fprintf(out, "ccinstr: note: %u more messages were left out\n",
                d->n_left_out);
        d->n_left_out = 0;
    }
}

void diag_bug(const char *file, int line, const char *fmt, ...) {
    fprintf(stderr, "ccinstr: BUG at %s:%d: ", file, line);
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    abort();
}
