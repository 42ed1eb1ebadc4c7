// SPDX-License-Identifier: MIT
// Strings, or pairs of strings, to dense ids.
#include "analysis/base/intern.h"

#include "analysis/base/hash.h"

static u4 hash_pair(struct str a, struct str b) {
    return b.n ? hash_u8((u8)hash_str(a) << 32 | hash_str(b)) : hash_str(a);
}

static void rehash(struct intern *t, u4 slots) {
    mem_free(t->slot);
    t->slot = MEM_ARRAY(u4, slots);
    t->mask = slots - 1;
    for (u4 id = 1; id < t->row.n; id++) {
        u4 i = t->row.v[id].hash & t->mask;
        while (t->slot[i]) {
            i = (i + 1) & t->mask;
        }
        t->slot[i] = id;
    }
}

void intern_init(struct intern *t, u4 expected) {
    *t = (struct intern){0};
    vec_push(&t->row, ((struct intern_row){.a = STR(""), .b = STR("")}));
    u4 slots = 64;
    while (slots / 2 < expected) {
        slots *= 2;
    }
    rehash(t, slots);
}

void intern_release(struct intern *t) {
    vec_free(&t->row);
    mem_free(t->slot);
    *t = (struct intern){0};
}

// The slot of that pair, or the free one where it belongs.
static u4 *slot_of(const struct intern *t, struct str a, struct str b,
                   u4 hash) {
    u4 i = hash & t->mask;
    while (t->slot[i]) {
        const struct intern_row *r = &t->row.v[t->slot[i]];
        if (r->hash == hash && str_eq(r->a, a) && str_eq(r->b, b)) {
            break;
        }
        i = (i + 1) & t->mask;
    }
    return &t->slot[i];
}

u4 intern_find(const struct intern *t, struct str a, struct str b) {
    return *slot_of(t, a, b, hash_pair(a, b));
}

u4 intern_add(struct intern *t, struct str a, struct str b) {
    u4 hash = hash_pair(a, b);
    u4 *slot = slot_of(t, a, b, hash);
    if (*slot) {
        return *slot;
    }
    u4 id = t->row.n;
    *slot = id;
    vec_push(&t->row, ((struct intern_row){a, b, hash}));
    if (t->row.n > t->mask / 2) {
        rehash(t, (t->mask + 1) * 2);
    }
    return id;
}
