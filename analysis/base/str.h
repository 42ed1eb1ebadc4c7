// SPDX-License-Identifier: MIT
// Counted strings: a borrowed pointer and a length, not terminated.
//
// A `struct str` never owns its bytes. Print one with "%.*s" and STR_F(s).
#ifndef CCINSTR_ANALYSIS_BASE_STR_H
#define CCINSTR_ANALYSIS_BASE_STR_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct str {
    const char *p;
    size_t n;
};

#define STR(lit) ((struct str){(lit), sizeof(lit) - 1})
#define STR_F(s) (int)((s).n > INT_MAX ? INT_MAX : (s).n), (s).p

static inline struct str str_of(const char *z) {
    return (struct str){z, strlen(z)};
}

static inline bool str_eq(struct str a, struct str b) {
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool str_starts(struct str s, struct str prefix) {
    return s.n >= prefix.n && memcmp(s.p, prefix.p, prefix.n) == 0;
}

static inline bool str_ends(struct str s, struct str suffix) {
    return s.n >= suffix.n &&
           memcmp(s.p + (s.n - suffix.n), suffix.p, suffix.n) == 0;
}

// By bytes: below, above or 0 as strcmp says it.
int str_order(struct str a, struct str b);
// ASCII only: what jar and manifest rules need, whatever the locale.
bool str_eq_nocase(struct str a, struct str b);
// The part after the last '/' (the whole when there is none).
struct str str_base(struct str path);

#endif
