// SPDX-License-Identifier: MIT
// Ranges of numbers below n, and which of them cover a number.
#include "analysis/table/ranges.h"

#include "analysis/base/order.h"

#include <string.h>

void ranges_init(struct ranges *r, u4 n, u4 n_ranges, struct arena *a) {
    // Of notes there is room for one at least, since it is doubled.
    *r = (struct ranges){.arena = a, .n = n, .room = 2 * n_ranges + 1};
    r->first = ARENA_ZARRAY(a, u4, 2 * (size_t)n + 1);
    r->noted = ARENA_ARRAY(a, struct ranges_noted, r->room);
    r->found = ARENA_ARRAY(a, u4, n_ranges);
}

static void note(struct ranges *r, u4 node, u4 range) {
    if (r->n_noted == r->room) {
        r->room *= 2;
        struct ranges_noted *v =
            ARENA_ARRAY(r->arena, struct ranges_noted, r->room);
        memcpy(v, r->noted, r->n_noted * sizeof *v);
        r->noted = v;
    }
    r->noted[r->n_noted++] = (struct ranges_noted){range, r->first[node]};
    r->first[node] = r->n_noted;
}

void ranges_add(struct ranges *r, u4 range, u4 from, u4 to) {
    if (from >= to) {
        return;
    }
    for (from += r->n, to += r->n; from < to; from /= 2, to /= 2) {
        if (from % 2) {
            note(r, from++, range);
        }
        if (to % 2) {
            note(r, --to, range);
        }
    }
}

void ranges_find(struct ranges *r, u4 x, bool take) {
    r->n_found = 0;
    for (u4 node = r->n + x; node; node /= 2) {
        for (u4 i = r->first[node]; i; i = r->noted[i - 1].next) {
            r->found[r->n_found++] = r->noted[i - 1].range;
        }
        if (take) {
            r->first[node] = 0;
        }
    }
    SORT(r->found, r->n_found, order_u4);
}
