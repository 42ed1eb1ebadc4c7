// SPDX-License-Identifier: MIT
// Sets of dense numbers, in the form that their size asks for.
//
// Every operation reads its operands through struct view, in which one word is
// a run of one; so there are two forms to read. What is to be joined is
// collected in cells, some dozens at a time, and or-ed into the set from there:
// a set is written in one place. Only maps, and single words, have a way of
// their own, because that is where the time goes.
#include "analysis/inclusion/set.h"

#include "analysis/base/order.h"
#include "analysis/base/mem.h"

#include <string.h>

enum {
    MAP_SHARE = 4,   // a map once 1/4 of its words are not zero
    MAP_LEAST = 4,   // and there are that many
    RUN_FIRST = 4,   // room of a new run
    MAP_STEP = 8,    // rooms of maps are multiples of this
    CELLS_MAX = 64,  // collected before they are joined
};

struct view {
    const u8 *word;
    const u4 *place;  // NULL: a map
    u4 n;
};

struct cells {
    u8 word[CELLS_MAX];
    u4 place[CELLS_MAX];
    u4 n;
};

static bool is_map(const struct set *s) {
    return s->room & 1;
}

static u4 room_of(const struct set *s) {
    return s->room >> 1;
}

static u4 *places(const struct set *s) {
    return (u4 *)(s->words + room_of(s));
}

static struct view view_of(const struct set *s) {
    if (s->room == 0) {
        return (struct view){&s->one, &s->n, s->one != 0};
    }
    return (struct view){s->words, is_map(s) ? NULL : places(s), s->n};
}

void set_release(struct set *s) {
    if (s->room) {
        mem_free(s->words);
    }
    *s = (struct set){0};
}

size_t set_bytes(const struct set *s) {
    return (size_t)room_of(s) * (is_map(s) ? sizeof(u8) : sizeof(u8) + 4);
}

// --- Reading -----------------------------------------------------------------

// The position of the first place >= place, not before `from`: by steps that
// double, so that a short way is a cheap one.
static u4 seek(const struct view *v, u4 from, u4 place) {
    u4 step = 1, low = from;
    while (low + step < v->n && v->place[low + step] < place) {
        low += step;
        step *= 2;
    }
    u4 high = low + step < v->n ? low + step : v->n;
    SEARCH(low, high, i, v->place[i] < place);
    return low;
}

// The word at a place; places are asked for in ascending order, and *from
// remembers how far that has come in a run.
static inline u8 word_at(const struct view *v, u4 place, u4 *from) {
    if (!v->place) {
        return place < v->n ? v->word[place] : 0;
    }
    if (*from < v->n && v->place[*from] < place) {
        *from = seek(v, *from, place);
    }
    return *from < v->n && v->place[*from] == place ? v->word[*from] : 0;
}

bool set_has(const struct set *s, u4 member) {
    struct view v = view_of(s);
    u4 from = 0;
    return word_at(&v, member / 64, &from) >> member % 64 & 1;
}

// Bits of a word: the builtin is a call where the processor may lack the
// instruction, and every difference that is sent on is counted.
static inline u4 ones(u8 word) {
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (u4)(word * 0x0101010101010101u >> 56);
}

u4 set_count(const struct set *s) {
    struct view v = view_of(s);
    u4 count = 0;
    for (u4 i = 0; i < v.n; i++) {
        count += ones(v.word[i]);
    }
    return count;
}

bool set_next_word(struct set_walk *w) {
    struct view v = view_of(&w->s);
    while (w->at < v.n && v.word[w->at] == 0) {
        w->at++;
    }
    if (w->at >= v.n) {
        return false;
    }
    w->base = (v.place ? v.place[w->at] : w->at) * 64;
    w->word = v.word[w->at++];
    return true;
}

// --- Writing -----------------------------------------------------------------

// A run with that room, of what is in the set (which is no map).
static void make_run(struct set *s, u4 room) {
    struct view v = view_of(s);
    struct set run = {
        .words = mem_grow(NULL, room, sizeof(u8) + sizeof(u4)),
        .n = v.n,
        .room = room << 1,
    };
    memcpy(run.words, v.word, v.n * sizeof(u8));
    memcpy(places(&run), v.place, v.n * sizeof(u4));
    set_release(s);
    *s = run;
}

// A map of at least n words, of what is in the set.
static void make_map(struct set *s, u4 n) {
    struct view v = view_of(s);
    u4 room = (n + MAP_STEP - 1) / MAP_STEP * MAP_STEP;
    struct set map = {
        .words = MEM_ARRAY(u8, room),
        .n = n,
        .room = room << 1 | 1,
    };
    for (u4 i = 0; i < v.n; i++) {
        map.words[v.place[i]] = v.word[i];
    }
    set_release(s);
    *s = map;
}

// The map gets at least n words.
static void widen_map(struct set *s, u4 n) {
    if (n <= s->n) {
        return;
    }
    if (n > room_of(s)) {
        u4 room = (n + n / 8 + MAP_STEP - 1) / MAP_STEP * MAP_STEP;
        s->words = mem_grow(s->words, room, sizeof(u8));
        s->room = room << 1 | 1;
    }
    memset(s->words + s->n, 0, (n - s->n) * sizeof(u8));
    s->n = n;
}

// How many of the cells have a place that the run lacks.
static u4 missing(const struct set *s, const struct cells *c) {
    struct view v = view_of(s);
    u4 n = 0, from = 0;
    for (u4 i = 0; i < c->n; i++) {
        n += word_at(&v, c->place[i], &from) == 0;
    }
    return n;
}

// Joins cells to a run that has room for them, from its end to its front.
static void merge(struct set *s, const struct cells *c, u4 more) {
    u4 *place = places(s);
    u4 i = s->n, j = c->n, to = s->n + more;
    s->n = to;
    while (j > 0) {
        if (i > 0 && place[i - 1] > c->place[j - 1]) {
            place[--to] = place[--i];
            s->words[to] = s->words[i];
        } else {
            u8 word = c->word[--j];
            if (i > 0 && place[i - 1] == c->place[j]) {
                word |= s->words[--i];
            }
            place[--to] = c->place[j];
            s->words[to] = word;
        }
    }
}

// Is a set of so many words better a map?
static bool is_dense(u4 words, u4 span) {
    return words >= MAP_LEAST && words >= span / MAP_SHARE;
}

static void or_cells(struct set *s, const struct cells *c) {
    if (c->n == 0) {
        return;
    }
    u4 last = c->place[c->n - 1];
    if (!is_map(s)) {
        struct view v = view_of(s);
        u4 more = missing(s, c), n = v.n + more;
        u4 span = v.n && v.place[v.n - 1] > last ? v.place[v.n - 1] : last;
        if (n == 1 && s->room == 0) {
            s->one |= c->word[0];
            s->n = last;
            return;
        }
        if (!is_dense(n, span)) {
            if (n > room_of(s)) {
                u4 room = n + n / 2;
                make_run(s, room < RUN_FIRST ? RUN_FIRST : room);
            }
            merge(s, c, more);
            return;
        }
        make_map(s, span + 1);
    }
    widen_map(s, last + 1);
    for (u4 i = 0; i < c->n; i++) {
        s->words[c->place[i]] |= c->word[i];
    }
}

static inline void or_word(struct set *s, u4 place, u8 word) {
    if (s->room == 0 && (s->one == 0 || s->n == place)) {
        s->one |= word;
        s->n = place;
    } else if (is_map(s) && place < s->n) {
        s->words[place] |= word;
    } else {
        or_cells(s, &(struct cells){{word}, {place}, 1});
    }
}

bool set_add(struct set *s, u4 member) {
    if (set_has(s, member)) {
        return false;
    }
    or_word(s, member / 64, (u8)1 << member % 64);
    return true;
}

// The maps that a join reads, cut to what can matter: places below n.
struct maps {
    const u8 *from, *mask, *have;  // mask: NULL lets all pass
    u4 n, n_have;                  // n_have <= n
};

// Words `at` to `end` of what is fresh; are there any?
static u8 fresh_words(const struct maps *m, u4 at, u4 end, u8 *out) {
    u4 i = at, both = m->n_have < end ? m->n_have : end;
    u8 any = 0;
    if (m->mask) {
        for (; i < both; i++) {
            any |= out[i - at] = m->from[i] & m->mask[i] & ~m->have[i];
        }
        for (; i < end; i++) {
            any |= out[i - at] = m->from[i] & m->mask[i];
        }
        return any;
    }
    for (; i < both; i++) {
        any |= out[i - at] = m->from[i] & ~m->have[i];
    }
    for (; i < end; i++) {
        any |= out[i - at] = m->from[i];
    }
    return any;
}

// Joins n words from place `at` on, not all of them zero.
static void or_words(struct set *to, const u8 *word, u4 at, u4 n) {
    while (word[n - 1] == 0) {
        n--;
    }
    if (is_map(to)) {
        widen_map(to, at + n);
        for (u4 i = 0; i < n; i++) {
            to->words[at + i] |= word[i];
        }
        return;
    }
    struct cells c;
    c.n = 0;
    for (u4 i = 0; i < n; i++) {
        c.word[c.n] = word[i];
        c.place[c.n] = at + i;
        c.n += word[i] != 0;
    }
    or_cells(to, &c);
}

static bool join_maps(struct set *to, const struct maps *m) {
    bool any = false;
    u8 word[CELLS_MAX];
    for (u4 at = 0; at < m->n; at += CELLS_MAX) {
        u4 end = m->n - at < CELLS_MAX ? m->n : at + CELLS_MAX;
        if (fresh_words(m, at, end, word)) {
            any = true;
            or_words(to, word, at, end - at);
        }
    }
    return any;
}

static bool join_any(struct set *to, struct view from, const struct set *mask,
                     const struct set *have) {
    struct view h = view_of(have), m = mask ? view_of(mask) : h;
    u4 in_have = 0, in_mask = 0;
    bool any = false;
    struct cells c;
    c.n = 0;
    for (u4 i = 0; i < from.n; i++) {
        u8 word = from.word[i];
        if (word == 0) {
            continue;
        }
        u4 place = from.place ? from.place[i] : i;
        if (mask) {
            word &= word_at(&m, place, &in_mask);
        }
        word &= ~word_at(&h, place, &in_have);
        if (word) {
            if (c.n == CELLS_MAX) {
                or_cells(to, &c);
                c.n = 0;
            }
            c.word[c.n] = word;
            c.place[c.n++] = place;
            any = true;
        }
    }
    or_cells(to, &c);
    return any;
}

bool set_join_fresh(struct set *to, const struct set *from,
                    const struct set *mask, const struct set *have) {
    if (from->room == 0) {
        u8 word = from->one;
        u4 at = 0;
        if (mask) {
            struct view m = view_of(mask);
            word &= word_at(&m, from->n, &at);
        }
        struct view h = view_of(have);
        at = 0;
        word &= ~word_at(&h, from->n, &at);
        if (word) {
            or_word(to, from->n, word);
        }
        return word != 0;
    }
    if (is_map(from) && (is_map(have) || set_is_empty(have)) &&
        (!mask || is_map(mask))) {
        u4 n = mask && mask->n < from->n ? mask->n : from->n;
        u4 n_have = is_map(have) ? have->n : 0;
        struct maps m = {from->words, mask ? mask->words : NULL, have->words, n,
                         n_have < n ? n_have : n};
        return join_maps(to, &m);
    }
    return join_any(to, view_of(from), mask, have);
}

void set_join(struct set *to, const struct set *from) {
    if (is_map(to) && is_map(from)) {
        widen_map(to, from->n);
        for (u4 i = 0; i < from->n; i++) {
            to->words[i] |= from->words[i];
        }
        return;
    }
    set_join_fresh(to, from, NULL, &(struct set){0});
}
