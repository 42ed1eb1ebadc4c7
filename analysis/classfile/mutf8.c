// SPDX-License-Identifier: MIT
// Modified UTF-8.
#include "analysis/classfile/mutf8.h"

#include <string.h>

static bool word_is_ascii(const u1 *p) {
    const u8 high = 0x8080808080808080u, one = 0x0101010101010101u;
    u8 w;
    memcpy(&w, p, 8);
    return (((w - one) | w) & high) == 0;  // no byte is 0, none is high
}

// Nearly all names are: eight bytes at a time, the last eight overlapping.
static bool is_ascii(const u1 *p, size_t n) {
    const u1 *end = p + n;
    if (n < 8) {
        while (p<end && * p> 0 && *p < 0x80) {
            p++;
        }
        return p == end;
    }
    for (; end - p > 8; p += 8) {
        if (!word_is_ascii(p)) {
            return false;
        }
    }
    return word_is_ascii(end - 8);
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
