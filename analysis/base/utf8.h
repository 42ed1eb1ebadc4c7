// SPDX-License-Identifier: MIT
// Characters of text that is UTF-8, or modified UTF-8 as class files have it, or
// neither: what a JVM told, or what was cut somewhere.
#ifndef CCINSTR_ANALYSIS_BASE_UTF8_H
#define CCINSTR_ANALYSIS_BASE_UTF8_H

#include "analysis/base/str.h"
#include "analysis/base/types.h"

// What stands for bytes that are no character.
enum { UTF8_NONE = 0xFFFD };

// The character at byte *at, which goes behind it. Two surrogates are one character,
// half a pair is that surrogate; of what is none a byte is UTF8_NONE.
u4 utf8_next(struct str s, size_t *at);

// The bytes of a character as UTF-8; how many there are.
enum { UTF8_BYTES = 4 };
u4 utf8_bytes(char to[UTF8_BYTES], u4 c);

#endif
