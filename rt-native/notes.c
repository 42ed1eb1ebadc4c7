// SPDX-License-Identifier: MIT
// What is noted beside chains: each once in the data file, with a counter.
//
// A program can make class names without end. What is beyond the ceilings here,
// or has no room in the file, is left out, and the file says so.
#include "rt-native/machine_priv.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST_CELLS = 64,
    MOST_NOTES = 1 << 19,
    MOST_TEXT = 65535,  // bytes: what a name in a class file can have
    MOST_BYTES = 1 << 26,
};

struct note {
    uint64_t hash, counter;
    enum data_kind kind;
    uint32_t a, b, n;
    char text[];
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

static bool is_it(const struct note *x, uint64_t h, enum data_kind kind,
                  const struct data_note *note) {
    return x->hash == h && x->kind == kind && x->a == note->a &&
           x->b == note->b && x->n == note->n &&
           (note->n == 0 || memcmp(x->text, note->text, note->n) == 0);
}

static struct note **find(const struct notes *s, uint64_t h,
                          enum data_kind kind, const struct data_note *note) {
    uint32_t i = (uint32_t)h & s->mask;
    while (s->cell[i] && !is_it(s->cell[i], h, kind, note)) {
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
    size_t bytes = sizeof(struct note) + note->n;
    struct note *x = s->n < MOST_NOTES && MOST_BYTES - s->bytes >= bytes
                         ? malloc(bytes)
                         : NULL;
    if (!x) {
        data_set(d, DATA_FILE_FULL);
        return NULL;
    }
    x->kind = kind;
    x->a = note->a;
    x->b = note->b;
    x->n = note->n;
    if (note->n) {
        memcpy(x->text, note->text, note->n);
    }
    x->counter = data_add(d, kind, note);
    if (x->counter == 0) {
        free(x);
        return NULL;
    }
    s->n++;
    s->bytes += bytes;
    return x;
}

uint64_t notes_count(struct notes *s, struct data *d, enum data_kind kind,
                     const struct data_note *note) {
    struct data_note cut = *note;
    cut.n = cut.n > MOST_TEXT ? MOST_TEXT : cut.n;
    if (!reserve(s)) {
        data_set(d, DATA_FILE_FULL);
        return 0;
    }
    uint64_t h = hash(kind, &cut);
    struct note **at = find(s, h, kind, &cut);
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
