// SPDX-License-Identifier: MIT
// Characters of text.
#include "analysis/base/utf8.h"

// The lower bits of n bytes that go on with a character, behind those in c; false if
// they do not.
static bool go_on(struct str s, size_t at, u4 n, u4 *c) {
    if (s.n - at < n) {
        return false;
    }
    for (u4 i = 0; i < n; i++) {
        u1 b = (u1)s.p[at + i];
        if ((b & 0xC0) != 0x80) {
            return false;
        }
        *c = *c << 6 | (b & 0x3F);
    }
    return true;
}

// One character by itself; how many bytes it has, or 0.
static u4 decode(struct str s, size_t at, u4 *c) {
    static const u4 least[] = {0, 0, 0x80, 0x800, 0x10000};
    u1 b = (u1)s.p[at];
    u4 n = b < 0x80   ? 1
           : b < 0xC0 ? 0
           : b < 0xE0 ? 2
           : b < 0xF0 ? 3
           : b < 0xF8 ? 4
                      : 0;
    if (n == 0) {
        return 0;
    }
    *c = n == 1 ? b : b & (0x7Fu >> n);
    bool whole = go_on(s, at + 1, n - 1, c);
    bool zero = n == 2 && *c == 0;  // of modified UTF-8
    return whole && (*c >= least[n] || zero) && *c <= 0x10FFFF ? n : 0;
}

u4 utf8_next(struct str s, size_t *at) {
    u4 c = 0, low = 0;
    u4 n = decode(s, *at, &c);
    if (n == 0) {
        ++*at;
        return UTF8_NONE;
    }
    *at += n;
    if (c >= 0xD800 && c < 0xDC00 && *at < s.n && decode(s, *at, &low) == 3 &&
        low >= 0xDC00 && low < 0xE000) {
        *at += 3;
        return 0x10000 + ((c - 0xD800) << 10 | (low - 0xDC00));
    }
    return c;
}

u4 utf8_bytes(char to[UTF8_BYTES], u4 c) {
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    u4 n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (u4 i = n - 1; i > 0; i--) {
        to[i] = (char)(0x80 | (c & 0x3F));
        c >>= 6;
    }
    to[0] = (char)(0xF00u >> n | c);
    return n;
}
