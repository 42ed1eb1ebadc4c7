// SPDX-License-Identifier: MIT
// Arenas: memory that is given back all at once.
//
// Chunks double from 64 KiB to 4 MiB; a request larger than a chunk gets one
// of its own size. arena_reset moves all chunks to a spare list, from which
// the next ones are taken first fit, but gives the outsized ones back to the
// system, so that one enormous class does not pin its memory for ever.
#include "analysis/base/arena.h"

#include "analysis/base/mem.h"

#include <stdint.h>
#include <stdio.h>

enum { CHUNK_MIN = 64 << 10, CHUNK_MAX = 4 << 20 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t size;  // bytes behind this header
    _Alignas(ARENA_ALIGN) char bytes[];
};

void arena_init(struct arena *a) {
    *a = (struct arena){0};
}

static void chunk_free(struct arena *a, struct arena_chunk *c) {
    a->held -= c->size;
    ARENA_UNPOISON(c->bytes, c->size);
    mem_free(c);
}

static void chunks_free(struct arena *a, struct arena_chunk *c) {
    while (c) {
        struct arena_chunk *next = c->next;
        chunk_free(a, c);
        c = next;
    }
}

void arena_reset(struct arena *a) {
    struct arena_chunk *c = a->chunk;
    while (c) {
        struct arena_chunk *next = c->next;
        if (c->size > CHUNK_MAX) {
            chunk_free(a, c);
        } else {
            ARENA_POISON(c->bytes, c->size);
            c->next = a->spare;
            a->spare = c;
        }
        c = next;
    }
    a->chunk = NULL;
    a->at = a->end = NULL;
}

void arena_release(struct arena *a) {
    chunks_free(a, a->chunk);
    chunks_free(a, a->spare);
    arena_init(a);
}

static struct arena_chunk *chunk_take(struct arena *a, size_t need) {
    for (struct arena_chunk **p = &a->spare; *p; p = &(*p)->next) {
        if ((*p)->size >= need) {
            struct arena_chunk *c = *p;
            *p = c->next;
            return c;
        }
    }
    size_t size = a->held < CHUNK_MIN   ? (size_t)CHUNK_MIN
                  : a->held > CHUNK_MAX ? (size_t)CHUNK_MAX
                                        : a->held;
    size = size > need ? size : need;
    struct arena_chunk *c = mem_grow(NULL, 1, sizeof *c + size);
    c->size = size;
    a->held += size;
    ARENA_POISON(c->bytes, c->size);
    return c;
}

void arena_more(struct arena *a, size_t bytes) {
    struct arena_chunk *c = chunk_take(a, bytes);
    c->next = a->chunk;
    a->chunk = c;
    a->at = c->bytes;
    a->end = c->bytes + c->size;
}

void *arena_zalloc(struct arena *a, size_t n, size_t size) {
    void *p = arena_alloc(a, n, size);
    memset(p, 0, n * size);
    return p;
}

struct str arena_str(struct arena *a, struct str s) {
    return (struct str){arena_cstr(a, s), s.n};
}

char *arena_cstr(struct arena *a, struct str s) {
    char *p = arena_alloc(a, s.n + 1, 1);
    if (s.n) {
        memcpy(p, s.p, s.n);
    }
    p[s.n] = '\0';
    return p;
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    size_t room = n < 0 ? 1 : (size_t)n + 1;
    char *p = arena_zalloc(a, room, 1);
    vsnprintf(p, room, fmt, again);
    va_end(again);
    return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    char *p = arena_vprintf(a, fmt, ap);
    va_end(ap);
    return p;
}
