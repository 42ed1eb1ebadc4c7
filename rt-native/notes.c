// SPDX-License-Identifier: MIT
// What is noted beside chains: each once in the data file, with a counter.
//
// A program can make class names without end. What is beyond the ceiling here,
// or has no room in the file, is left out, and the file says so. Texts are in the file
// only: what that keeps of them and the hash of the whole tell them apart.
#include "rt-native/machine_priv.h"

#include "rt-native/data.h"

#include <stdlib.h>

enum {
    LEAST_CELLS = 64,
    MOST_NOTES = 1 << 19,
    MOST_TEXT = 65535,  // bytes: what a name in a class file can have
};
#define NO_MEMORY "no memory for more names, handlers and the like"
#define MANY "more than 524288 names, handlers and the like"
_Static_assert(MOST_NOTES == 524288, "MANY says so");

struct note {
    uint64_t hash, counter;
    enum data_kind kind;
    uint32_t a, b, n;
};

void notes_release(struct notes *s) {
    for (uint32_t i = 0; s->cell && i <= s->mask; i++) {
        free(s->cell[i]);
    }
    free(s->cell);
}

static uint64_t hash(enum data_kind kind, const struct data_note *note) {
    uint64_t h = (uint64_t)kind << 32 | note->a;
    h = h * 0x9e3779b97f4a7c15u + note->b;
    for (uint32_t i = 0; i < note->n; i++) {
        h = (h ^ (unsigned char)note->text[i]) * 0x100000001b3u;
    }
    h *= 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

static bool is_it(const struct note *x, const struct data *d, uint64_t h,
                  enum data_kind kind, const struct data_note *note) {
    return x->hash == h && x->kind == kind && x->a == note->a &&
           x->b == note->b && x->n == note->n &&
           data_has_text(d, x->counter, note);
}

static struct note **find(const struct notes *s, const struct data *d,
                          uint64_t h, enum data_kind kind,
                          const struct data_note *note) {
    uint32_t i = (uint32_t)h & s->mask;
    while (s->cell[i] && !is_it(s->cell[i], d, h, kind, note)) {
        i = (i + 1) & s->mask;
    }
    return &s->cell[i];
}

static bool reserve(struct notes *s) {
    if (s->cell && s->n < s->mask / 2) {
        return true;
    }
    uint32_t cells = s->cell ? (s->mask + 1) * 2 : LEAST_CELLS;
    struct note **grown = calloc(cells, sizeof(struct note *));
    if (!grown) {
        return false;
    }
    for (uint32_t i = 0; s->cell && i <= s->mask; i++) {
        if (s->cell[i]) {
            uint32_t j = (uint32_t)s->cell[i]->hash & (cells - 1);
            while (grown[j]) {
                j = (j + 1) & (cells - 1);
            }
            grown[j] = s->cell[i];
        }
    }
    free(s->cell);
    s->cell = grown;
    s->mask = cells - 1;
    return true;
}

// NULL if there is no room, here or in the file.
static struct note *make(struct notes *s, struct data *d, enum data_kind kind,
                         const struct data_note *note) {
    struct note *x = s->n < MOST_NOTES ? malloc(sizeof *x) : NULL;
    if (!x) {
        data_lack(d, DATA_FILE_FULL, s->n < MOST_NOTES ? NO_MEMORY : MANY);
        return NULL;
    }
    x->kind = kind;
    x->a = note->a;
    x->b = note->b;
    x->n = note->n;
    x->counter = data_add(d, kind, note);
    if (x->counter == 0) {
        free(x);
        return NULL;
    }
    s->n++;
    return x;
}

uint64_t notes_count(struct notes *s, struct data *d, enum data_kind kind,
                     const struct data_note *note) {
    struct data_note cut = *note;
    cut.n = cut.n > MOST_TEXT ? MOST_TEXT : cut.n;
    if (!reserve(s)) {
        data_lack(d, DATA_FILE_FULL, NO_MEMORY);
        return 0;
    }
    uint64_t h = hash(kind, &cut);
    struct note **at = find(s, d, h, kind, &cut);
    if (!*at) {
        *at = make(s, d, kind, &cut);
        if (!*at) {
            return 0;
        }
        (*at)->hash = h;
    }
    data_count(d, (*at)->counter);
    return (*at)->counter;
}
