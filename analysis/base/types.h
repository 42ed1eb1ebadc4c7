// SPDX-License-Identifier: MIT
// The unsigned and signed widths of the JVM specification (JVMS 4), and a
// borrowed run of bytes.
#ifndef CCINSTR_ANALYSIS_BASE_TYPES_H
#define CCINSTR_ANALYSIS_BASE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u1;
typedef uint16_t u2;
typedef uint32_t u4;
typedef uint64_t u8;
typedef int8_t s1;
typedef int16_t s2;
typedef int32_t s4;
typedef int64_t s8;

struct bytes {
    const u1 *p;
    size_t n;
};

static inline u2 be2(const u1 *p) {
    return (u2)((u4)p[0] << 8 | p[1]);
}

static inline u4 be4(const u1 *p) {
    return (u4)p[0] << 24 | (u4)p[1] << 16 | (u4)p[2] << 8 | p[3];
}

#endif
