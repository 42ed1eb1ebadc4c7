// SPDX-License-Identifier: MIT
// Messages to the user: error, warning, note; and BUG, for ourselves.
//
// Every message has an id and a format in diag.def. A message is formatted at
// once and kept as text in the `struct diag` it was reported to; workers have
// one each, and the main thread takes them over in input order (diag_take), so
// the order never depends on threads. Nothing here ends the process but BUG.
//
//     ccinstr: error: app.jar!com/acme/A.class: f(I)V: truncated code (byte 9)
#ifndef CCINSTR_ANALYSIS_BASE_DIAG_H
#define CCINSTR_ANALYSIS_BASE_DIAG_H

#include "analysis/base/emit.h"
#include "analysis/base/str.h"

#include <stdio.h>

enum diag_level { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE, DIAG_N_LEVELS };

enum diag_id {
#define DIAG(id, level, text) D_##id,
#include "analysis/base/diag.def"
#undef DIAG
    D_N_IDS
};

// One constant per text, so that the compiler checks the arguments against it.
#define DIAG(id, level, text) static const char D_TEXT_##id[] = text;
#include "analysis/base/diag.def"
#undef DIAG

#define NO_BYTE SIZE_MAX

// Where something is; parts that are not known are empty. All borrowed.
struct place {
    struct str file;   // as the user named it
    struct str entry;  // "outer.war!inner.jar" parts joined with '!'
    struct str name;   // of the method or field ...
    struct str desc;   // ... and its descriptor
    size_t byte;       // in the class file or archive, or NO_BYTE
};

struct diag {
    enum diag_level shown;  // the least grave level that is kept as text
    bool color;
    size_t most;                // bytes of text that are kept
    u4 n_left_out;              // messages that found no room
    struct emit text;           // messages not printed yet
    u4 n_level[DIAG_N_LEVELS];  // all messages, shown or not
    u4 n_id[D_N_IDS];
};

void diag_init(struct diag *d, enum diag_level shown, bool color);
// Begins the messages of a part of the work of d (one entry, say). It keeps fewer.
void diag_init_part(struct diag *part, const struct diag *d);
void diag_release(struct diag *d);

// diag_report(d, POOL_TAG, &place, index, tag)
#define diag_report(d, id, at, ...) \
    diag_add(d, D_##id, at, D_TEXT_##id, ##__VA_ARGS__)
void diag_add(struct diag *d, enum diag_id id, const struct place *at,
              const char *fmt, ...) __attribute__((format(printf, 4, 5)));

// Moves all messages and counts of `from` behind those of d; from is emptied.
void diag_take(struct diag *d, struct diag *from);
// Prints the messages that are kept and forgets them; counts stay.
void diag_flush(struct diag *d, FILE *out);

// Our own mistake: says where and aborts.
#define BUG(...) diag_bug(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void diag_bug(const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
