// SPDX-License-Identifier: MIT
// Sums of 64 bits over words, which find what storage and transfer do to files. They
// are no secret: who wants to can make a file that has the right ones.
//
// Each word goes into the sum by steps that can be undone, so two rows of words that
// differ in one word alone never have the same sum.
#ifndef CCINSTR_RT_NATIVE_SUM_H
#define CCINSTR_RT_NATIVE_SUM_H

#include <stdint.h>

// The value that a sum begins with.
#define SUM_NONE UINT64_C(0x9e3779b97f4a7c15)

// Adds one double word to a sum.
static inline uint64_t sum_word(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * UINT64_C(0xd6e8feb86659fd93);
    return sum ^ sum >> 32;
}
// Adds n double words. It is faster than sum_word for each, and gives another sum.
uint64_t sum_words(uint64_t sum, const uint64_t *word, uint64_t n);
// Adds n bytes, which are aligned to 8, and their number.
uint64_t sum_bytes(uint64_t sum, const void *bytes, uint64_t n);

#endif
