// SPDX-License-Identifier: MIT
// Characters of text that is UTF-8, or modified UTF-8 as class files have it, or
// neither, if a JVM told it or it was cut somewhere.
#ifndef CCINSTR_ANALYSIS_BASE_UTF8_H
#define CCINSTR_ANALYSIS_BASE_UTF8_H

#include "analysis/base/str.h"
#include "analysis/base/types.h"

// Stands for a byte that is no character.
enum { UTF8_NONE = 0xFFFD };

// The character at byte *at; *at goes behind it. Two surrogates are one character, half
// a pair is that surrogate; a byte of anything else is UTF8_NONE.
u4 utf8_next(struct str s, size_t *at);

// Writes character c as UTF-8; returns how many bytes it has.
enum { UTF8_BYTES = 4 };
u4 utf8_bytes(char to[UTF8_BYTES], u4 c);

#endif
