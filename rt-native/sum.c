// SPDX-License-Identifier: MIT
// Sums of 64 bits over words.
#include "rt-native/sum.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "words are summed in place");

// Rows of words side by side, since each multiplication waits for the one before.
enum { LANES = 4 };

static uint64_t step(uint64_t lane, uint64_t word) {
    lane = (lane ^ word) * UINT64_C(0xd6e8feb86659fd93);
    return lane << 31 | lane >> 33;
}

uint64_t sum_words(uint64_t sum, const uint64_t *word, uint64_t n) {
    uint64_t lane[LANES];
    for (uint64_t i = 0; i < LANES; i++) {
        lane[i] = sum_word(sum, i);
    }
    for (; n >= LANES; n -= LANES, word += LANES) {
        for (int i = 0; i < LANES; i++) {
            lane[i] = step(lane[i], word[i]);
        }
    }
    for (int i = 0; i < LANES; i++) {
        sum = sum_word(sum, lane[i]);
    }
    for (uint64_t i = 0; i < n; i++) {
        sum = sum_word(sum, word[i]);
    }
    return sum;
}

uint64_t sum_bytes(uint64_t sum, const void *bytes, uint64_t n) {
    uint64_t last = 0;
    sum = sum_words(sum, bytes, n / 8);
    memcpy(&last, (const char *)bytes + n / 8 * 8, (size_t)(n % 8));
    return sum_word(sum_word(sum, last), n);
}
