// SPDX-License-Identifier: MIT
// What is noted beside chains: each once in the data file, with a counter.
//
// A program can make class names without end. What is beyond the ceiling here,
// or has no room in the file, is left out, and the file says so. Texts are in the file
// only: what that keeps of them and the hash of the whole tell them apart.
#include "rt-native/machine_priv.h"

#include "rt-native/data.h"

#include <stdlib.h>

// What is kept of it and what is looked for: neither is a key of bytes.
static int differs(const void *kept, const void *sought);
#define HASH_KEYCMP(kept, sought, n) differs((kept), (sought))
#include "rt-native/umap.h"

enum {
    MOST_NOTES = 1 << 19,
    MOST_TEXT = 65535,  // bytes: what a name in a class file can have
};
#define NO_MEMORY "no memory for more names, handlers and the like"
#define MANY "more than 524288 names, handlers and the like"
_Static_assert(MOST_NOTES == 524288, "MANY says so");

struct note {
    UT_hash_handle hh;
    uint64_t counter;
    enum data_kind kind;
    uint32_t a, b, n;
};
struct sought {
    const struct data *d;
    enum data_kind kind;
    const struct data_note *note;
};

void notes_release(struct notes *s) {
    struct note *x, *next;
    HASH_ITER(hh, s->map, x, next) {
        HASH_DEL(s->map, x);
        free(x);
    }
}

static uint32_t hash(enum data_kind kind, const struct data_note *note) {
    uint64_t ids = (uint64_t)note->a << 32 | note->b;
    return umap_hash(note->text, note->n,
                     ids ^ (uint64_t)kind * 0x9e3779b97f4a7c15u);
}

static int differs(const void *kept, const void *sought) {
    const struct note *x = kept;
    const struct sought *y = sought;
    const struct data_note *note = y->note;
    return x->kind != y->kind || x->a != note->a || x->b != note->b ||
           x->n != note->n || !data_has_text(y->d, x->counter, note);
}

// NULL if there is no room, here or in the file.
static struct note *make(struct notes *s, struct data *d, enum data_kind kind,
                         const struct data_note *note, uint32_t h) {
    struct note *x = s->n < MOST_NOTES ? malloc(sizeof *x) : NULL;
    if (x) {
        HASH_ADD_KEYPTR_BYHASHVALUE(hh, s->map, x, 0, h, x);
    }
    if (!x || !x->hh.tbl) {
        free(x);
        data_lack(d, DATA_FILE_FULL, s->n < MOST_NOTES ? NO_MEMORY : MANY);
        return NULL;
    }
    x->kind = kind;
    x->a = note->a;
    x->b = note->b;
    x->n = note->n;
    x->counter = data_add(d, kind, note);
    if (x->counter == 0) {
        HASH_DEL(s->map, x);
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
    const struct sought sought = {d, kind, &cut};
    uint32_t h = hash(kind, &cut);
    struct note *x;
    HASH_FIND_BYHASHVALUE(hh, s->map, &sought, 0, h, x);
    x = x ? x : make(s, d, kind, &cut, h);
    if (!x) {
        return 0;
    }
    data_count(d, x->counter);
    return x->counter;
}
