// SPDX-License-Identifier: MIT
// Modified UTF-8.
#include "analysis/classfile/mutf8.h"

#include <string.h>

bool mutf8_valid(const u1 *p, size_t n) {
    const u8 high = 0x8080808080808080u, one = 0x0101010101010101u;
    const u1 *end = p + n;
    while (p < end) {
        // Nearly all of it is ASCII: sixteen bytes at once, then eight, none
        // of them 0, none high.
        u8 w[2];
        while (end - p >= 16 &&
               (memcpy(w, p, 16),
                ((w[0] - one) | w[0] | (w[1] - one) | w[1]) & high) == 0) {
            p += 16;
        }
        if (end - p >= 8 && (memcpy(w, p, 8), ((w[0] - one) | w[0]) & high) == 0) {
            p += 8;
        }
        while (p < end && *p > 0 && *p < 0x80) {
            p++;
        }
        if (p == end) {
            break;
        }
        ptrdiff_t left = end - p;
        if ((p[0] & 0xE0) == 0xC0 && left >= 2 &&
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
