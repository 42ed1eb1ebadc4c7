// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4): what names a class file, or a plan, by its content.
#ifndef CCINSTR_ANALYSIS_BASE_SHA256_H
#define CCINSTR_ANALYSIS_BASE_SHA256_H

#include "analysis/base/types.h"

#include <stddef.h>

struct sha256 {
    u1 byte[32];
};

struct sha256 sha256_of(const void *p, size_t n);

// A sum of bytes that come in pieces.
struct sha256_sum {
    u4 h[8];
    u8 n;         // bytes so far
    u1 rest[64];  // the bytes behind the last whole block
};

void sha256_begin(struct sha256_sum *s);
void sha256_add(struct sha256_sum *s, const void *p, size_t n);
struct sha256 sha256_end(const struct sha256_sum *s);

#endif
