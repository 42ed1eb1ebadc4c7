// SPDX-License-Identifier: MIT
// What leads somewhere.
#include "analysis/component/backward.h"

// from, grouped by to: those of node i end where those of i + 1 begin.
static u4 *group(const struct backward *b, u4 n, u4 *first) {
    u4 *from = MEM_ARRAY(u4, b->edge.n + 1u);
    for (u4 i = 0; i < b->edge.n; i++) {
        first[(b->edge.v[i] >> 32) + 1]++;
    }
    for (u4 i = 0; i < n; i++) {
        first[i + 1] += first[i];
    }
    for (u4 i = b->edge.n; i-- > 0;) {
        from[--first[(b->edge.v[i] >> 32) + 1]] = (u4)b->edge.v[i];
    }
    return from;
}

void backward_mark(struct backward *b, bool *mark, u4 n) {
    // first[i + 1] is where those of i begin, after `group`.
    u4 *first = MEM_ARRAY(u4, n + 2u);
    u4 *from = group(b, n, first);
    VEC(u4) todo = {0};
    for (u4 i = 0; i < n; i++) {
        if (mark[i]) {
            vec_push(&todo, i);
        }
    }
    while (todo.n) {
        u4 i = todo.v[--todo.n];
        u4 end = i + 1 < n ? first[i + 2] : b->edge.n;
        for (u4 j = first[i + 1]; j < end; j++) {
            if (!mark[from[j]]) {
                mark[from[j]] = true;
                vec_push(&todo, from[j]);
            }
        }
    }
    vec_free(&todo);
    mem_free(first);
    mem_free(from);
    vec_free(&b->edge);
}
