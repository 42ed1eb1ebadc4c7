// SPDX-License-Identifier: MIT
// Arrays that grow: VEC(T) is a struct of items, count and room.
//
// Zero-initialised is empty; vec_free gives the items back.
#ifndef CCINSTR_ANALYSIS_BASE_VEC_H
#define CCINSTR_ANALYSIS_BASE_VEC_H

#include "analysis/base/mem.h"
#include "analysis/base/types.h"

#include <string.h>

#define VEC(T)  \
    struct {    \
        T *v;   \
        u4 n;   \
        u4 cap; \
    }

// A place for one more item at the end.
#define vec_more(vec)                                                    \
    (((vec)->n == (vec)->cap                                             \
          ? (void)((vec)->cap = vec_room((vec)->cap),                    \
                   (vec)->v =                                            \
                       mem_grow((vec)->v, (vec)->cap, sizeof *(vec)->v)) \
          : (void)0),                                                    \
     (vec)->v + (vec)->n++)

#define vec_push(vec, item) ((void)(*vec_more(vec) = (item)))
// Adds zeroed items until there are `count`.
#define vec_cover(vec, count)                           \
    do {                                                \
        while ((vec)->n < (count)) {                    \
            memset(vec_more(vec), 0, sizeof *(vec)->v); \
        }                                               \
    } while (0)
// Makes room for just `count` items in all, where the number is known.
#define vec_reserve(vec, count)                                                \
    ((vec)->cap < (count)                                                      \
         ? (void)((vec)->cap = (count),                                        \
                  (vec)->v = mem_grow((vec)->v, (vec)->cap, sizeof *(vec)->v)) \
         : (void)0)
#define vec_free(vec) \
    (mem_free((vec)->v), (vec)->v = NULL, (vec)->n = (vec)->cap = 0)

// Counts are ids, and ids have 32 bits: more items are taken for a machine without
// memory.
static inline u4 vec_room(u4 cap) {
    if (cap > UINT32_MAX / 2) {
        mem_exhausted();
    }
    return cap ? cap * 2 : 8;
}

#endif
