// SPDX-License-Identifier: MIT
// One hash for strings and one for numbers, for tables inside the process.
//
// Names and constants come from input, which could be made of thousands with the
// same hash if it were known. So each table has a key (hash_key), another one in
// each process. Nothing that is written out depends on it, and no table is ever
// walked in the order of hashes. Hashes that have to be the same each time take
// HASH_FIXED as key.
//
// Both halves of products are mixed, as in wyhash: in the lower one alone a bit
// only changes those above it, so that strings which differ in upper bits could
// have the same hash with every key.
#ifndef CCINSTR_ANALYSIS_TABLE_HASH_H
#define CCINSTR_ANALYSIS_TABLE_HASH_H

#include "analysis/base/str.h"
#include "analysis/base/types.h"

#define HASH_FIXED 0x9E3779B97F4A7C15u

// An odd number that nobody outside of this process knows.
u8 hash_key(void);

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 hash_wide;

// The lower half of a product, and the upper one.
static inline u8 hash_mix(u8 a, u8 b) {
    hash_wide p = (hash_wide)a * b;
    return (u8)p ^ (u8)(p >> 64);
}
#else
static inline u8 hash_mix(u8 a, u8 b) {
    u8 low = (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF);
    u8 mid = (a >> 32) * (b & 0xFFFFFFFF) + (low >> 32);
    u8 other = (a & 0xFFFFFFFF) * (b >> 32) + (mid & 0xFFFFFFFF);
    return (a * b) ^ ((a >> 32) * (b >> 32) + (mid >> 32) + (other >> 32));
}
#endif

static inline u4 hash_u8(u8 key, u8 x) {
    return (u4)hash_mix(x ^ HASH_FIXED, key);
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
static inline u4 hash_str(u8 key, struct str s) {
    u8 h = key + s.n, w;
    if (s.n < 8) {
        return (u4)hash_mix(h ^ hash_short(s), key);
    }
    const char *p = s.p, *end = s.p + s.n;
    for (; end - p > 8; p += 8) {
        memcpy(&w, p, 8);
        h = hash_mix(h ^ w, key);
    }
    memcpy(&w, end - 8, 8);
    return (u4)hash_mix(h ^ w, key);
}

#endif
