// SPDX-License-Identifier: MIT
// Sums of 64 bits over words, and what in a data file is checked and summed, the same for who
// writes and who reads.
#include "rt-native/sum.h"

#include "rt-native/data.h"

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

// --- Data files ----------------------------------------------------------------

static uint64_t sum_row(uint64_t sum, const uint64_t *w, uint64_t n) {
    for (uint64_t i = 0; i < n; i++) {
        sum = sum_word(sum, w[i]);
    }
    return sum;
}

// All of a record is fixed from the start but its counters.
uint64_t data_first(enum data_kind kind, uint64_t n, const uint64_t *w) {
    uint64_t first = n << 8 | kind, sum = sum_word(SUM_NONE, first);
    switch (kind) {
    case DATA_NODE:
        sum = sum_row(sum, w + 1, DATA_COUNTERS - 1);
        break;
    case DATA_RUN:
        sum = sum_row(sum, w + 1, n - 1);
        break;
    case DATA_SUMS:
        sum = sum_words(sum, w + 1, n - 1);
        break;
    default:
        sum = sum_word(sum, w[1]);
        sum = sum_row(sum, w + 3, n - 3);
    }
    // The upper half of a product depends on all of both.
    return first | (sum_word(sum, n) >> 32) << 32;
}

uint64_t data_check(const uint64_t *head) {
    uint64_t n = head[DATA_AT_SIZES] >> 32;
    uint64_t sum = sum_word(SUM_NONE, (uint32_t)head[DATA_AT_FLAGS]);
    sum = sum_row(sum, head + DATA_AT_FLAGS + 1,
                  DATA_AT_USED - DATA_AT_FLAGS - 1);
    sum = sum_word(sum, head[DATA_AT_RUNS]);
    return sum_row(sum, head + DATA_HEAD / sizeof *head, (n + 7) / 8);
}

uint64_t data_block_sum(const uint64_t *w, uint64_t n, bool first) {
    uint64_t head[DATA_HEAD / sizeof *w];
    enum { N = sizeof head / sizeof *head };
    if (!first) {
        return sum_words(SUM_NONE, w, n);
    }
    memcpy(head, w, sizeof head);
    head[DATA_AT_FLAGS] = (uint32_t)head[DATA_AT_FLAGS];
    head[DATA_AT_USED] = 0;
    return sum_words(sum_words(SUM_NONE, head, N), w + N, n - N);
}
