// SPDX-License-Identifier: MIT
// Counted strings: the few operations that are not one line.
#include "analysis/base/str.h"

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool str_eq_nocase(struct str a, struct str b) {
    if (a.n != b.n) {
        return false;
    }
    for (size_t i = 0; i < a.n; i++) {
        if (lower(a.p[i]) != lower(b.p[i])) {
            return false;
        }
    }
    return true;
}

struct str str_base(struct str path) {
    size_t i = path.n;
    while (i > 0 && path.p[i - 1] != '/') {
        i--;
    }
    return (struct str){path.p + i, path.n - i};
}

int str_order(struct str a, struct str b) {
    size_t n = a.n < b.n ? a.n : b.n;
    int d = n ? memcmp(a.p, b.p, n) : 0;
    return d ? d : (a.n > b.n) - (a.n < b.n);
}
