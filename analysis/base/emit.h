// SPDX-License-Identifier: MIT
// A growing buffer of big-endian bytes.
//
// It owns its memory (emit_release) and keeps it across emit_reset. Past its
// ceiling it stops growing and remembers that (emit_ok): the writer writes
// straight on and asks once.
#ifndef CCINSTR_ANALYSIS_BASE_EMIT_H
#define CCINSTR_ANALYSIS_BASE_EMIT_H

#include "analysis/base/types.h"

#include <string.h>

struct emit {
    u1 *p;
    size_t n;
    size_t cap;
    size_t max;  // ceiling on n
    bool over;   // something did not fit below it
};

void emit_init(struct emit *e, size_t max);
void emit_release(struct emit *e);
// Makes room for n more bytes; false (and `over`) when the ceiling forbids.
bool emit_grow(struct emit *e, size_t n);

static inline void emit_reset(struct emit *e) {
    e->n = 0;
    e->over = false;
}

static inline bool emit_ok(const struct emit *e) {
    return !e->over;
}

static inline bool emit_room(struct emit *e, size_t n) {
    return e->cap - e->n >= n || emit_grow(e, n);
}

static inline void emit_u1(struct emit *e, u4 v) {
    if (emit_room(e, 1)) {
        e->p[e->n++] = (u1)v;
    }
}

static inline void put2(u1 *p, u4 v) {
    p[0] = (u1)(v >> 8);
    p[1] = (u1)v;
}

static inline void put4(u1 *p, u4 v) {
    put2(p, v >> 16);
    put2(p + 2, v);
}

static inline void emit_u2(struct emit *e, u4 v) {
    if (emit_room(e, 2)) {
        put2(e->p + e->n, v);
        e->n += 2;
    }
}

static inline void emit_u4(struct emit *e, u4 v) {
    if (emit_room(e, 4)) {
        put4(e->p + e->n, v);
        e->n += 4;
    }
}

static inline void emit_bytes(struct emit *e, const void *p, size_t n) {
    if (n && emit_room(e, n)) {
        memcpy(e->p + e->n, p, n);
        e->n += n;
    }
}

// Leaves room for a length that emit_fill4 sets: the bytes behind it.
static inline size_t emit_hole4(struct emit *e) {
    emit_u4(e, 0);
    return e->n;
}

static inline void emit_fill4(struct emit *e, size_t hole) {
    if (emit_ok(e)) {
        put4(e->p + hole - 4, (u4)(e->n - hole));
    }
}

#endif
