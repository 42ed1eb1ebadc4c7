// SPDX-License-Identifier: MIT
// One hash for strings and one for numbers, for tables inside the process.
//
// Nothing that is written out depends on them, and no table is ever walked in
// their order.
#ifndef CCINSTR_ANALYSIS_BASE_HASH_H
#define CCINSTR_ANALYSIS_BASE_HASH_H

#include "analysis/base/str.h"
#include "analysis/base/types.h"

static inline u4 hash_u8(u8 x) {
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15u;
    return (u4)(x >> 32);
}

// The bytes of a string shorter than eight as one number.
static inline u8 hash_short(struct str s) {
    if (s.n >= 4) {
        u4 first, last;
        memcpy(&first, s.p, 4);
        memcpy(&last, s.p + s.n - 4, 4);
        return (u8)first << 32 | last;
    }
    if (s.n == 0) {
        return 0;
    }
    return (u8)(u1)s.p[0] << 16 | (u8)(u1)s.p[s.n / 2] << 8 | (u1)s.p[s.n - 1];
}

// Eight bytes at a time; the last eight overlap.
static inline u4 hash_str(struct str s) {
    const u8 k = 0x9E3779B97F4A7C15u;
    u8 h = s.n * k, w = 0;
    if (s.n < 8) {
        h = (h ^ hash_short(s)) * k;
        return (u4)((h ^ h >> 29) * k >> 32);
    }
    const char *p = s.p, *end = s.p + s.n;
    for (; end - p > 8; p += 8) {
        memcpy(&w, p, 8);
        h = (h ^ w) * k;
        h ^= h >> 29;
    }
    memcpy(&w, end - 8, 8);
    h = (h ^ w) * k;
    return (u4)((h ^ h >> 29) * k >> 32);
}

#endif
