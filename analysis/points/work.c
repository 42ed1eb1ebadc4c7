// SPDX-License-Identifier: MIT
// The work list of variables with something pending.
//
// A variable may stand in it twice, or have been collapsed, or have nothing
// pending any more: who takes it looks. Keys are order << 32 | id, so they are
// different for different variables, and the order of work is fixed.
#include "analysis/points/points_priv.h"

#include <stdlib.h>

static u8 key_of(const struct points *p, var_id v) {
    return (u8)p->var.v[v].order << 32 | v;
}

static int by_key(const void *a, const void *b) {
    u8 x = *(const u8 *)a, y = *(const u8 *)b;
    return (x > y) - (x < y);
}

static void heap_up(u8 *heap, u4 i) {
    u8 key = heap[i];
    for (; i > 0 && heap[(i - 1) / 2] > key; i = (i - 1) / 2) {
        heap[i] = heap[(i - 1) / 2];
    }
    heap[i] = key;
}

static void heap_down(u8 *heap, u4 n) {
    u8 key = heap[0];
    u4 i = 0;
    for (u4 child = 1; child < n; child = 2 * i + 1) {
        child += child + 1 < n && heap[child + 1] < heap[child];
        if (heap[child] >= key) {
            break;
        }
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = key;
}

void points_put(struct points *p, var_id v) {
    switch (p->order) {
    case POINTS_FIFO:
    case POINTS_WAVE:
        vec_push(&p->later, v);
        break;
    case POINTS_LIFO:
        vec_push(&p->now, v);
        break;
    case POINTS_HEAP:
        vec_push(&p->now, key_of(p, v));
        heap_up(p->now.v, p->now.n - 1);
        break;
    }
}

// Keys from `from` on are made anew and sorted.
static void sort(struct points *p, u4 from) {
    for (u4 i = from; i < p->now.n; i++) {
        p->now.v[i] = key_of(p, (u4)p->now.v[i]);
    }
    if (from < p->now.n) {
        qsort(p->now.v + from, p->now.n - from, sizeof(u8), by_key);
    }
}

// What was put off becomes what is done now.
static void turn(struct points *p) {
    u8 *v = p->now.v;
    u4 cap = p->now.cap;
    p->now.v = p->later.v;
    p->now.n = p->later.n;
    p->now.cap = p->later.cap;
    p->later.v = v;
    p->later.n = 0;
    p->later.cap = cap;
    p->at = 0;
    if (p->order == POINTS_WAVE) {
        sort(p, 0);
    }
}

var_id points_take(struct points *p) {
    if (p->order == POINTS_FIFO || p->order == POINTS_WAVE) {
        if (p->at == p->now.n) {
            turn(p);
        }
        return p->at < p->now.n ? (u4)p->now.v[p->at++] : 0;
    }
    if (p->now.n == 0) {
        return 0;
    }
    if (p->order == POINTS_LIFO) {
        return (u4)p->now.v[--p->now.n];
    }
    var_id v = (u4)p->now.v[0];
    p->now.v[0] = p->now.v[--p->now.n];
    heap_down(p->now.v, p->now.n);
    return v;
}

void points_resort(struct points *p) {
    if (p->order == POINTS_WAVE || p->order == POINTS_HEAP) {
        sort(p, p->at);
    }
}
