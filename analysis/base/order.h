// SPDX-License-Identifier: MIT
// Sorting and searching rows of an array.
#ifndef CCINSTR_ANALYSIS_BASE_ORDER_H
#define CCINSTR_ANALYSIS_BASE_ORDER_H

#include "analysis/base/types.h"

#include <stdlib.h>

// qsort, which takes no NULL, not even of no rows; and with a context for `order`.
#define SORT(v, n, order) order_rows((v), (n), sizeof *(v), (order))
#define SORT_BY(v, n, order, context) \
    order_rows_by((v), (n), sizeof *(v), (order), (context))

static inline void order_rows(void *v, size_t n, size_t size,
                              int (*order)(const void *, const void *)) {
    if (n > 1) {
        qsort(v, n, size, order);
    }
}

static inline void
order_rows_by(void *v, size_t n, size_t size,
              int (*order)(const void *, const void *, void *), void *context) {
    if (n > 1) {
        qsort_r(v, n, size, order, context);
    }
}

static inline int order_u4(const void *a, const void *b) {
    u4 x = *(const u4 *)a, y = *(const u4 *)b;
    return (x > y) - (x < y);
}

static inline int order_u8(const void *a, const void *b) {
    u8 x = *(const u8 *)a, y = *(const u8 *)b;
    return (x > y) - (x < y);
}

// Binary search: from `at` to the first row i for which `before` does not hold, or to
// `end`. It must hold for all rows up to there and for none behind.
#define SEARCH(at, end, i, before)           \
    do {                                     \
        u4 end_ = (end);                     \
        while ((at) < end_) {                \
            u4 i = (at) + (end_ - (at)) / 2; \
            if (before) {                    \
                (at) = i + 1;                \
            } else {                         \
                end_ = i;                    \
            }                                \
        }                                    \
    } while (0)

#endif
