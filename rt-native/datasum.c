// SPDX-License-Identifier: MIT
// What in a data file is checked and summed, the same for who writes and who reads.
#include "rt-native/data.h"
#include "rt-native/sum.h"

#include <string.h>

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
