// SPDX-License-Identifier: MIT
// Natural numbers of any size.
#include "analysis/text/big.h"

#include <stdio.h>
#include <string.h>

enum {
    WORDS_OF_LOW = 2,
    DIGITS = 9,  // of one division
    DIVISOR = 1000000000,
};

// The words of a number, those of a small one in `room`.
static u4 words_of(const struct big *a, u4 room[WORDS_OF_LOW],
                   const u4 **word) {
    if (a->n) {
        *word = a->word;
        return a->n;
    }
    room[0] = (u4)a->low;
    room[1] = (u4)(a->low >> 32);
    *word = room;
    return room[1] ? 2 : room[0] ? 1 : 0;
}

struct big big_add(struct arena *mem, struct big a, struct big b) {
    u8 sum = a.low + b.low;
    if (a.n == 0 && b.n == 0 && sum >= a.low) {
        return big_of(sum);
    }
    u4 room_a[WORDS_OF_LOW], room_b[WORDS_OF_LOW];
    const u4 *x, *y;
    u4 nx = words_of(&a, room_a, &x), ny = words_of(&b, room_b, &y);
    u4 most = nx > ny ? nx : ny;
    u4 *out = ARENA_ARRAY(mem, u4, most + 1);
    u8 carry = 0;
    for (u4 i = 0; i < most; i++) {
        carry += (u8)(i < nx ? x[i] : 0) + (i < ny ? y[i] : 0);
        out[i] = (u4)carry;
        carry >>= 32;
    }
    out[most] = (u4)carry;
    return (struct big){.word = out, .n = most + (carry != 0)};
}

// A number of n words, the last of which may be 0.
static struct big of_words(const u4 *word, u4 n) {
    while (n && word[n - 1] == 0) {
        n--;
    }
    if (n > WORDS_OF_LOW) {
        return (struct big){.word = word, .n = n};
    }
    return big_of((n > 1 ? (u8)word[1] << 32 : 0) | (n ? word[0] : 0));
}

struct big big_sub(struct arena *mem, struct big a, struct big b) {
    if (a.n == 0) {
        return big_of(a.low - b.low);
    }
    u4 room[WORDS_OF_LOW];
    const u4 *y;
    u4 ny = words_of(&b, room, &y);
    u4 *out = ARENA_ARRAY(mem, u4, a.n);
    u8 borrow = 0;
    for (u4 i = 0; i < a.n; i++) {
        u8 less = borrow + (i < ny ? y[i] : 0);
        out[i] = (u4)(a.word[i] - less);
        borrow = a.word[i] < less;
    }
    return of_words(out, a.n);
}

struct big big_copy(struct arena *mem, struct big a) {
    if (a.n) {
        u4 *word = ARENA_ARRAY(mem, u4, a.n);
        memcpy(word, a.word, a.n * sizeof *word);
        a.word = word;
    }
    return a;
}

int big_order(struct big a, struct big b) {
    u4 room_a[WORDS_OF_LOW], room_b[WORDS_OF_LOW];
    const u4 *x, *y;
    u4 nx = words_of(&a, room_a, &x), ny = words_of(&b, room_b, &y);
    if (nx != ny) {
        return nx < ny ? -1 : 1;
    }
    for (u4 i = nx; i > 0; i--) {
        if (x[i - 1] != y[i - 1]) {
            return x[i - 1] < y[i - 1] ? -1 : 1;
        }
    }
    return 0;
}

// Divides n words by DIVISOR in place; the remainder.
static u4 divide(u4 *word, u4 n) {
    u8 rest = 0;
    for (u4 i = n; i > 0; i--) {
        rest = rest << 32 | word[i - 1];
        word[i - 1] = (u4)(rest / DIVISOR);
        rest %= DIVISOR;
    }
    return (u4)rest;
}

// From the end to the front, nine digits at a time.
struct str big_text(struct arena *mem, struct big a) {
    u4 room[WORDS_OF_LOW];
    const u4 *word;
    u4 n = words_of(&a, room, &word);
    if (n == 0) {
        return STR("0");
    }
    u4 *left = ARENA_ARRAY(mem, u4, n);
    memcpy(left, word, n * sizeof *left);
    // A word has fewer than ten digits.
    size_t size = (size_t)n * (DIGITS + 1) + DIGITS, at = size;
    char *text = ARENA_ARRAY(mem, char, size);
    while (n) {
        char part[DIGITS + 1 + 1];
        u4 rest = divide(left, n);
        while (n && left[n - 1] == 0) {
            n--;
        }
        int len = snprintf(part, sizeof part, n ? "%09u" : "%u", rest);
        at -= (size_t)len;
        memcpy(text + at, part, (size_t)len);
    }
    return (struct str){text + at, size - at};
}
