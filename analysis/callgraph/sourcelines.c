// SPDX-License-Identifier: MIT
// The source lines of a method.
#include "analysis/callgraph/sourcelines.h"

#include "analysis/base/cursor.h"
#include "analysis/base/order.h"
#include "analysis/classfile/classfile.h"

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
    SORT(l->row.v, l->row.n, order_u4);
}

s4 lines_at(const struct source_lines *l, u2 pc) {
    u4 behind = 0;
    SEARCH(behind, l->row.n, i, l->row.v[i] >> 16 <= pc);
    return behind ? (s4)(l->row.v[behind - 1] & 0xFFFF) : -1;
}
