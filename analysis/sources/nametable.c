// SPDX-License-Identifier: MIT
// A table from names to numbers.
#include "analysis/sources/nametable.h"

void names_init(struct names *t) {
    *t = (struct names){0};
    intern_init(&t->known, 0);
    vec_push(&t->value, 0);
}

void names_release(struct names *t) {
    intern_release(&t->known);
    vec_free(&t->value);
    t->n = 0;
}

const u4 *names_find(const struct names *t, struct str key) {
    u4 id = intern_find(&t->known, key, STR(""));
    return id ? &t->value.v[id] : NULL;
}

u4 *names_intern(struct names *t, struct str key, u4 fresh) {
    u4 id = intern_add(&t->known, key, STR(""));
    if (id == t->value.n) {
        vec_push(&t->value, fresh);
        t->n++;
    }
    return &t->value.v[id];
}

bool names_add(struct names *t, struct str key) {
    u4 before = t->n;
    names_intern(t, key, 0);
    return t->n > before;
}
