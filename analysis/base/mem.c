// SPDX-License-Identifier: MIT
// The only door to malloc outside arenas.
#include "analysis/base/mem.h"

#include "analysis/base/temps.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void no_memory(size_t n, size_t size) {
    fprintf(stderr, "ccinstr: error: out of memory (%zu x %zu bytes)\n", n,
            size);
    temps_remove_all();
    _Exit(3);
}

void *mem_new(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size ? size : 1);
    if (!p) {
        no_memory(n, size);
    }
    return p;
}

void *mem_grow(void *p, size_t n, size_t size) {
    if (size && n > SIZE_MAX / size) {
        no_memory(n, size);
    }
    size_t want = n * size;
    void *q = realloc(p, want ? want : 1);
    if (!q) {
        no_memory(n, size);
    }
    return q;
}

void mem_free(void *p) {
    free(p);
}

void mem_exhausted(void) {
    fputs("ccinstr: error: out of memory\n", stderr);
    temps_remove_all();
    _Exit(3);
}
