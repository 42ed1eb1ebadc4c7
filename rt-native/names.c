// SPDX-License-Identifier: MIT
// Names of a plan: from a name, as the JVM has it, to its number.
#include "rt-native/names.h"

#include "rt-native/umap.h"

#include <stdlib.h>
#include <string.h>

struct known_name {
    UT_hash_handle hh;
};

static struct known_name *look_up(const struct known_names *t, const char *p,
                                  size_t n) {
    struct known_name *x;
    HASH_FIND(hh, t->map, p, (unsigned)n, x);
    return x;
}

uint32_t known_names_find(const struct known_names *t, const char *p,
                          size_t n) {
    const struct known_name *x = look_up(t, p, n);
    return x ? (uint32_t)(x - t->all) : 0;
}

static bool init(struct known_names *t, uint32_t n) {
    t->all = calloc(n ? n : 1, sizeof *t->all);
    return t->all != NULL;
}

// The first of several with that name is found.
static bool add(struct known_names *t, const struct plan_string *s,
                const char *text, uint32_t value) {
    const char *p = text + s->first;
    struct known_name *x = &t->all[value];
    if (look_up(t, p, s->n)) {
        return true;
    }
    HASH_ADD_KEYPTR(hh, t->map, p, s->n, x);
    return x->hh.tbl != NULL;
}

void known_names_release(struct known_names *t) {
    HASH_CLEAR(hh, t->map);
    free(t->all);
    t->all = NULL;
}

static char letter_of(char c) {
    return c == 's'   ? ' '
           : c == 't' ? '\t'
           : c == 'n' ? '\n'
           : c == 'r' ? '\r'
                      : c;
}

// Plans have names as words: \s for a blank, \t, \n, \r, \\. Here they are to be as the
// JVM has them. Whatever its rows say, no name gets longer.
static void as_they_are(const struct plan *p, char *bytes) {
    char *text = bytes + (p->text - (const char *)p->bytes);
    struct plan_string *all =
        (void *)(bytes + ((const char *)p->string - (const char *)p->bytes));
    for (uint32_t i = 1; i < p->n[PLAN_STRING]; i++) {
        char *from = text + all[i].first, *to = from;
        uint32_t n = all[i].n;
        if (!n || !memchr(from, '\\', n)) {
            continue;
        }
        for (uint32_t j = 0; j < n; j++) {
            bool escaped = from[j] == '\\' && j + 1 < n;
            j += escaped;
            *to++ = escaped ? letter_of(from[j]) : from[j];
        }
        all[i].n = (uint32_t)(to - from);
    }
}

bool known_names_index(const struct plan *p, char *bytes,
                       struct known_names *receivers,
                       struct known_names *classes) {
    as_they_are(p, bytes);
    if (!init(receivers, p->n[PLAN_RECEIVER]) ||
        !init(classes, p->n[PLAN_CLASS])) {
        return false;
    }
    bool ok = true;
    for (uint32_t i = 1; ok && i < p->n[PLAN_RECEIVER]; i++) {
        ok = add(receivers, &p->string[p->receiver[i].name], p->text, i);
    }
    for (uint32_t i = 1; ok && i < p->n[PLAN_CLASS]; i++) {
        ok = add(classes, &p->string[p->class[i].name], p->text, i);
    }
    return ok;
}
