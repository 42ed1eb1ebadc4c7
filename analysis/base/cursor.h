// SPDX-License-Identifier: MIT
// A checked reader of big-endian bytes whose failure sticks.
//
// Every getter returns 0 past the end and marks the cursor bad; the parser
// reads a whole structure straight down and asks cur_ok once. `bad` keeps the
// offset of the first byte that was missing.
#ifndef CCINSTR_ANALYSIS_BASE_CURSOR_H
#define CCINSTR_ANALYSIS_BASE_CURSOR_H

#include "analysis/base/types.h"

struct cursor {
    const u1 *base;
    const u1 *p;
    const u1 *end;
    size_t bad;  // offset of the first failure; SIZE_MAX while there is none
};

static inline struct cursor cur_of(struct bytes b) {
    return (struct cursor){b.p, b.p, b.p + b.n, SIZE_MAX};
}

// A cursor on part of b that counts its offsets from the start of b.
static inline struct cursor cur_at(struct bytes b, size_t off, size_t n) {
    return (struct cursor){b.p, b.p + off, b.p + off + n, SIZE_MAX};
}

static inline bool cur_ok(const struct cursor *c) {
    return c->bad == SIZE_MAX;
}

static inline size_t cur_off(const struct cursor *c) {
    return (size_t)(c->p - c->base);
}

static inline size_t cur_left(const struct cursor *c) {
    return (size_t)(c->end - c->p);
}

static inline void cur_fail(struct cursor *c) {
    if (cur_ok(c)) {
        c->bad = cur_off(c);
    }
    c->p = c->end;
}

static inline bool cur_has(struct cursor *c, size_t n) {
    if (cur_left(c) >= n) {
        return true;
    }
    cur_fail(c);
    return false;
}

static inline u1 cur_u1(struct cursor *c) {
    if (!cur_has(c, 1)) {
        return 0;
    }
    return *c->p++;
}

static inline u2 cur_u2(struct cursor *c) {
    if (!cur_has(c, 2)) {
        return 0;
    }
    u2 v = be2(c->p);
    c->p += 2;
    return v;
}

static inline u4 cur_u4(struct cursor *c) {
    if (!cur_has(c, 4)) {
        return 0;
    }
    u4 v = be4(c->p);
    c->p += 4;
    return v;
}

// The next n bytes, or none of them.
static inline struct bytes cur_bytes(struct cursor *c, size_t n) {
    if (!cur_has(c, n)) {
        return (struct bytes){c->end, 0};
    }
    struct bytes b = {c->p, n};
    c->p += n;
    return b;
}

static inline void cur_skip(struct cursor *c, size_t n) {
    if (cur_has(c, n)) {
        c->p += n;
    }
}

#endif
