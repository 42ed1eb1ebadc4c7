// SPDX-License-Identifier: MIT
// A growing buffer of big-endian bytes.
#include "analysis/base/emit.h"

#include "analysis/base/mem.h"

void emit_init(struct emit *e, size_t max) {
    *e = (struct emit){.max = max};
}

void emit_release(struct emit *e) {
    mem_free(e->p);
    *e = (struct emit){0};
}

bool emit_grow(struct emit *e, size_t n) {
    if (e->over || n > e->max || e->n > e->max - n) {
        e->over = true;
        return false;
    }
    size_t cap = e->cap * 2;
    if (cap < e->n + n) {
        cap = e->n + n;
    }
    if (cap < 4096) {
        cap = 4096;
    }
    if (cap > e->max) {
        cap = e->max;
    }
    e->p = mem_grow(e->p, cap, 1);
    e->cap = cap;
    return true;
}
