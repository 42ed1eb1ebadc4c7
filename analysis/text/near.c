// SPDX-License-Identifier: MIT
// How far a name is from another one.
#include "analysis/text/near.h"

static u4 least(u4 a, u4 b) {
    return a < b ? a : b;
}

u4 near_distance(struct str a, struct str b) {
    // Three rows of the table: the current one and two before it.
    u4 row[3][NEAR_LETTERS + 1];
    a.n = a.n < NEAR_LETTERS ? a.n : NEAR_LETTERS;
    b.n = b.n < NEAR_LETTERS ? b.n : NEAR_LETTERS;
    for (u4 j = 0; j <= b.n; j++) {
        row[0][j] = j;
    }
    for (u4 i = 1; i <= a.n; i++) {
        u4 *now = row[i % 3], *before = row[(i + 2) % 3];
        const u4 *two = row[(i + 1) % 3];
        now[0] = i;
        for (u4 j = 1; j <= b.n; j++) {
            u4 change = a.p[i - 1] == b.p[j - 1] ? 0 : 1;
            u4 d = least(before[j] + 1, now[j - 1] + 1);
            d = least(d, before[j - 1] + change);
            if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
                a.p[i - 2] == b.p[j - 1]) {
                d = least(d, two[j - 2] + 1);
            }
            now[j] = d;
        }
    }
    return row[a.n % 3][b.n];
}

void near_consider(struct near *n, const char *candidate) {
    struct str c = str_of(candidate);
    u4 d = near_distance(n->name, c);
    if (near_enough(d, c) && (!n->best || d < n->distance)) {
        n->best = candidate;
        n->distance = d;
    }
}
