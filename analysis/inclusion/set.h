// SPDX-License-Identifier: MIT
// Sets of dense numbers, in the form that their size asks for.
//
// Most points-to sets have one member and a few have thousands, which together
// are nearly all members there are. So a set is a header of 16 bytes, and it is
// one of:
//   one word   64 numbers in the header itself, and which 64 they are; also the
//              empty set, which is all zero
//   a run      words that are not zero, with their places, by place
//   a map      all words from 0 to the last that is not zero
// Sets only grow, by or-ing words. A run becomes a map once its words are a
// quarter of those of the map, which then costs at most 2.7 times as much and
// needs no search; a map stays one.
#ifndef CCINSTR_ANALYSIS_INCLUSION_SET_H
#define CCINSTR_ANALYSIS_INCLUSION_SET_H

#include "analysis/base/types.h"

struct set {
    union {
        u8 one;
        u8 *words;  // of a run: room words, then room places (u4)
    };
    u4 n;     // one word: its place; else words in use
    u4 room;  // 0: one word; else room << 1, and 1 for a map
};

void set_release(struct set *s);
bool set_add(struct set *s, u4 member);  // was it new?
bool set_has(const struct set *s, u4 member);
u4 set_count(const struct set *s);
size_t set_bytes(const struct set *s);  // besides the header

// to |= from.
void set_join(struct set *to, const struct set *from);

// to |= from & mask & ~have; mask NULL lets everything pass. True if there was anything
// to join, even if it was in `to` before. The sets are different ones.
bool set_join_fresh(struct set *to, const struct set *from,
                    const struct set *mask, const struct set *have);

static inline bool set_is_empty(const struct set *s) {
    return s->room == 0 && s->one == 0;
}

// Members in ascending order:
//     u4 member;
//     for (struct set_walk w = set_walk(s); set_next(&w, &member);)
// The walk has its own header: the set may be moved on the way, but not grown.
struct set_walk {
    struct set s;
    u8 word;  // what is left of the current word
    u4 base;  // the number of its first bit
    u4 at;    // the next word
};

static inline struct set_walk set_walk(const struct set *s) {
    return (struct set_walk){.s = *s};
}

// Goes to the next word that is not zero; false if there is none.
bool set_next_word(struct set_walk *w);

static inline bool set_next(struct set_walk *w, u4 *member) {
    if (w->word == 0 && !set_next_word(w)) {
        return false;
    }
    *member = w->base + (u4)__builtin_ctzll(w->word);
    w->word &= w->word - 1;
    return true;
}

#endif
