// SPDX-License-Identifier: MIT
// Modified UTF-8.
#include "analysis/classfile/mutf8.h"

#include <string.h>

// No byte of it is 0, and none is above 0x7F.
static inline bool is_plain(u8 w) {
    const u8 high = 0x8080808080808080u, one = 0x0101010101010101u;
    return (((w - one) | w) & high) == 0;
}

static inline bool word_is_ascii(const u1 *p) {
    u8 w;
    memcpy(&w, p, 8);
    return is_plain(w);
}

// Nearly all names are: a word at a time, the last one overlapping.
static bool is_ascii(const u1 *p, size_t n) {
    const u1 *end = p + n;
    if (n >= 8) {
        for (; end - p > 8; p += 8) {
            if (!word_is_ascii(p)) {
                return false;
            }
        }
        return word_is_ascii(end - 8);
    }
    if (n >= 4) {
        u4 first, last;
        memcpy(&first, p, 4);
        memcpy(&last, end - 4, 4);
        return is_plain((u8)first << 32 | last);
    }
    while (end > p && *p != 0 && *p < 0x80) {
        p++;
    }
    return p == end;
}

bool mutf8_valid(const u1 *p, size_t n) {
    if (is_ascii(p, n)) {
        return true;
    }
    const u1 *end = p + n;
    while (p < end) {
        ptrdiff_t left = end - p;
        if (p[0] > 0 && p[0] < 0x80) {
            p += 1;
        } else if ((p[0] & 0xE0) == 0xC0 && left >= 2 &&
                   (p[1] & 0xC0) == 0x80) {
            p += 2;
        } else if ((p[0] & 0xF0) == 0xE0 && left >= 3 &&
                   (p[1] & 0xC0) == 0x80 && (p[2] & 0xC0) == 0x80) {
            p += 3;
        } else {
            return false;
        }
    }
    return true;
}
