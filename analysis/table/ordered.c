// SPDX-License-Identifier: MIT
// A set of numbers below n that knows what comes next to a number.
#include "analysis/table/ordered.h"

void ordered_init(struct ordered *s, u4 n, struct arena *a) {
    *s = (struct ordered){.n = n};
    u4 words = n;
    do {
        words = words / 64 + 1;
        s->level[s->n_levels++] = ARENA_ZARRAY(a, u8, words);
    } while (words > 1);
}

void ordered_add(struct ordered *s, u4 x) {
    for (u4 i = 0; i < s->n_levels; i++, x /= 64) {
        s->level[i][x / 64] |= (u8)1 << x % 64;
    }
}

void ordered_remove(struct ordered *s, u4 x) {
    for (u4 i = 0; i < s->n_levels; i++, x /= 64) {
        u8 *word = &s->level[i][x / 64];
        *word &= ~((u8)1 << x % 64);
        if (*word) {
            return;
        }
    }
}

bool ordered_has(const struct ordered *s, u4 x) {
    return s->level[0][x / 64] >> x % 64 & 1;
}

static u4 least(u8 word) {
    return (u4)__builtin_ctzll(word);
}

static u4 greatest(u8 word) {
    return 63 - (u4)__builtin_clzll(word);
}

u4 ordered_from(const struct ordered *s, u4 x) {
    if (x >= s->n) {
        return ORDERED_NONE;
    }
    u8 behind = ~(u8)0 << x % 64;
    for (u4 i = 0; i < s->n_levels; i++) {
        u8 word = s->level[i][x / 64] & behind;
        if (word) {
            x = x / 64 * 64 + least(word);
            while (i--) {
                x = x * 64 + least(s->level[i][x]);
            }
            return x;
        }
        x /= 64;
        behind = ~(u8)1 << x % 64;
    }
    return ORDERED_NONE;
}

u4 ordered_below(const struct ordered *s, u4 x) {
    x = x < s->n ? x : s->n;
    for (u4 i = 0; i < s->n_levels; i++, x /= 64) {
        u8 word = s->level[i][x / 64] & (((u8)1 << x % 64) - 1);
        if (word) {
            x = x / 64 * 64 + greatest(word);
            while (i--) {
                x = x * 64 + greatest(s->level[i][x]);
            }
            return x;
        }
    }
    return ORDERED_NONE;
}
