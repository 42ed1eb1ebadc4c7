// SPDX-License-Identifier: MIT
// The source lines of a method.
#include "analysis/callgraph/sourcelines.h"

#include "analysis/base/cursor.h"
#include "analysis/classfile/classfile.h"

#include <stdlib.h>

static int number_order(const void *a, const void *b) {
    u4 x = *(const u4 *)a, y = *(const u4 *)b;
    return (x > y) - (x < y);
}

void lines_clear(struct source_lines *l) {
    l->row.n = 0;
}

void lines_release(struct source_lines *l) {
    vec_free(&l->row);
}

// Every LineNumberTable of the code (there may be several).
void lines_read(struct source_lines *l, const struct cf_class *cf,
                const struct scan *code) {
    struct cursor cur = cur_of(code->rest);
    cur_skip(&cur, 8u * cur_u2(&cur));
    lines_clear(l);
    for (u4 n = cur_u2(&cur); n && cur_ok(&cur); n--) {
        u4 name = cur_u2(&cur);
        struct cursor body = cur_of(cur_bytes(&cur, cur_u4(&cur)));
        if (!cp_is(cf, name, CP_UTF8) ||
            !str_eq(cp_str(cf, name), STR("LineNumberTable"))) {
            continue;
        }
        for (u4 rows = cur_u2(&body); rows && cur_ok(&body); rows--) {
            u4 row = cur_u4(&body);
            if (cur_ok(&body)) {
                vec_push(&l->row, row);
            }
        }
    }
    if (l->row.n) {
        qsort(l->row.v, l->row.n, sizeof *l->row.v, number_order);
    }
}

s4 lines_at(const struct source_lines *l, u2 pc) {
    u4 lo = 0, hi = l->row.n;
    while (lo < hi) {
        u4 mid = lo + (hi - lo) / 2;
        if (l->row.v[mid] >> 16 <= pc) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo ? (s4)(l->row.v[lo - 1] & 0xFFFF) : -1;
}
