// SPDX-License-Identifier: MIT
// Arenas: memory that is given back all at once.
//
// Each arena is named for a lifetime (the class being read, the edit being
// made, ...). Allocation is a pointer bump; arena_reset keeps the chunks, so a
// worker that handles thousands of classes settles on a few chunks and never
// asks malloc again. What a reset gives back is poisoned under
// AddressSanitizer, so a pointer that outlives its arena is still caught.
#ifndef CCINSTR_ANALYSIS_BASE_ARENA_H
#define CCINSTR_ANALYSIS_BASE_ARENA_H

#include "analysis/base/str.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_ASAN 1
#endif
#endif

#ifdef ARENA_ASAN
#include <sanitizer/asan_interface.h>
#define ARENA_POISON(p, n) ASAN_POISON_MEMORY_REGION(p, n)
#define ARENA_UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION(p, n)
#else
#define ARENA_POISON(p, n) ((void)(p), (void)(n))
#define ARENA_UNPOISON(p, n) ((void)(p), (void)(n))
#endif

enum { ARENA_ALIGN = 16 };

struct arena_chunk;

struct arena {
    char *at;                   // next free byte
    char *end;                  // behind the current chunk
    struct arena_chunk *chunk;  // current; older ones are linked behind it
    struct arena_chunk *spare;  // kept by arena_reset for reuse
    size_t held;                // bytes in all chunks
};

void arena_init(struct arena *a);
void arena_reset(struct arena *a);
void arena_release(struct arena *a);

// Makes a chunk with room for that many bytes the current one.
void arena_more(struct arena *a, size_t bytes);

// n * size bytes aligned for any object, not cleared; never NULL (mem.h).
static inline void *arena_alloc(struct arena *a, size_t n, size_t size) {
    // An overflow asks for more than there is, and ends as that does.
    size_t want = size && n > (SIZE_MAX / 2) / size ? SIZE_MAX / 2 : n * size;
    want = (want + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
    // Not >: of an arena that has no chunk yet, no bytes would be NULL.
    if (want >= (size_t)(a->end - a->at)) {
        arena_more(a, want);
    }
    char *p = a->at;
    a->at += want;
    ARENA_UNPOISON(p, want);
    return p;
}

// n * size bytes aligned for any object, cleared; never NULL.
void *arena_zalloc(struct arena *a, size_t n, size_t size);
// A copy of s.
struct str arena_str(struct arena *a, struct str s);
// A terminated copy of s, for the C library's sake.
char *arena_cstr(struct arena *a, struct str s);
char *arena_printf(struct arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

#define ARENA_NEW(a, T) ((T *)arena_zalloc((a), 1, sizeof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_alloc((a), (n), sizeof(T)))
#define ARENA_ZARRAY(a, T, n) ((T *)arena_zalloc((a), (n), sizeof(T)))

#endif
