// SPDX-License-Identifier: MIT
// A table from names to numbers.
#include "analysis/sources/nametable.h"

#include "analysis/base/hash.h"
#include "analysis/base/mem.h"

struct names_slot {
    const char *p;  // NULL: free
    u4 n;
    u4 hash;
    u4 value;
};

enum { NAMES_FIRST = 64 };

void names_init(struct names *t) {
    *t = (struct names){.slot = MEM_ARRAY(struct names_slot, NAMES_FIRST),
                        .mask = NAMES_FIRST - 1,
                        .key = hash_key()};
}

void names_release(struct names *t) {
    mem_free(t->slot);
    *t = (struct names){0};
}

static struct names_slot *slot_of(const struct names *t, struct str key,
                                  u4 hash) {
    u4 i = hash & t->mask;
    for (;; i = (i + 1) & t->mask) {
        struct names_slot *s = &t->slot[i];
        if (!s->p ||
            (s->hash == hash && str_eq((struct str){s->p, s->n}, key))) {
            return s;
        }
    }
}

const u4 *names_find(const struct names *t, struct str key) {
    const struct names_slot *s = slot_of(t, key, hash_str(t->key, key));
    return s->p ? &s->value : NULL;
}

static void double_slots(struct names *t) {
    struct names old = *t;
    t->mask = 2 * old.mask + 1;
    t->slot = MEM_ARRAY(struct names_slot, (size_t)t->mask + 1);
    for (u4 i = 0; i <= old.mask; i++) {
        const struct names_slot *s = &old.slot[i];
        if (s->p) {
            *slot_of(t, (struct str){s->p, s->n}, s->hash) = *s;
        }
    }
    mem_free(old.slot);
}

u4 *names_intern(struct names *t, struct str key, u4 fresh) {
    u4 hash = hash_str(t->key, key);
    struct names_slot *s = slot_of(t, key, hash);
    if (s->p) {
        return &s->value;
    }
    if (2 * (t->n + 1) > t->mask) {
        double_slots(t);
        s = slot_of(t, key, hash);
    }
    t->n++;
    *s = (struct names_slot){key.p ? key.p : "", (u4)key.n, hash, fresh};
    return &s->value;
}

bool names_add(struct names *t, struct str key) {
    u4 before = t->n;
    names_intern(t, key, 0);
    return t->n > before;
}
