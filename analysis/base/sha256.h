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

#endif
