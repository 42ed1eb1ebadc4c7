// SPDX-License-Identifier: MIT
// The work list of variables with something pending: a heap, by topological
// number.
//
// What comes first in the graph is worked on first, so that all that can come
// to a variable has come, mostly, before it is sent on. What comes back to one
// that was passed already (around a cycle) waits for the next wave, and meets
// there what else has come meanwhile. A variable may stand in
// the heap twice after a collapse, or have nothing pending any more: who takes
// it looks. Keys are order << 32 | id, so the order of work is fixed.
#include "analysis/base/order.h"
#include "analysis/inclusion/points_priv.h"

static u8 key_of(const struct points *p, var_id v) {
    return (u8)p->var.v[v].order << 32 | v;
}

// A heap of its own: numbers in place, where coverage (uncovered.c) compares rows of which
// it keeps the best; all that flows goes through here.
static void heap_push(struct points *p, u8 key) {
    u4 i = p->work.n;
    vec_push(&p->work, key);
    u8 *heap = p->work.v;
    for (; i > 0 && heap[(i - 1) / 2] > key; i = (i - 1) / 2) {
        heap[i] = heap[(i - 1) / 2];
    }
    heap[i] = key;
}

void points_put(struct points *p, var_id v) {
    u8 key = key_of(p, v);
    if (p->var.v[v].is_late && !p->takes_late) {
        vec_push(&p->late, key);
    } else if (key > p->position) {
        heap_push(p, key);
    } else {
        vec_push(&p->next, key);
    }
}

// What is sorted is a heap.
static void next_wave(struct points *p) {
    p->takes_late = p->next.n == 0;
    for (u4 i = 0; p->takes_late && i < p->late.n; i++) {
        vec_push(&p->work, key_of(p, (var_id)p->late.v[i]));
    }
    p->late.n = p->takes_late ? 0 : p->late.n;
    for (u4 i = 0; i < p->next.n; i++) {
        vec_push(&p->work, key_of(p, (var_id)p->next.v[i]));
    }
    p->next.n = 0;
    p->position = 0;
    p->n_waves++;
    SORT(p->work.v, p->work.n, order_u8);
}

// The last key goes to where the first was, and down from there.
var_id points_take(struct points *p) {
    if (p->work.n == 0) {
        next_wave(p);
    }
    if (p->work.n == 0) {
        return 0;
    }
    u8 *heap = p->work.v;
    u4 n = --p->work.n, i = 0;
    u8 first = heap[0], key = heap[n];
    for (u4 child = 1; child < n; child = 2 * i + 1) {
        child += child + 1 < n && heap[child + 1] < heap[child];
        if (heap[child] >= key) {
            break;
        }
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = key;
    p->position = first;
    return (var_id)first;
}

void points_resort(struct points *p) {
    for (u4 i = 0; i < p->work.n; i++) {
        vec_push(&p->next, p->work.v[i]);
    }
    p->work.n = 0;
    next_wave(p);
}
