// SPDX-License-Identifier: MIT
// Strings, or pairs of strings, to dense ids.
#include "analysis/table/intern.h"

#include "analysis/table/hash.h"

static u4 hash_pair(u8 key, struct str a, struct str b) {
    u4 first = hash_str(key, a);
    return b.n ? hash_u8(key, (u8)first << 32 | hash_str(key, b)) : first;
}

static void resize(struct intern *t, u4 slots) {
    struct intern_slot *old = t->slot;
    u4 n = old ? t->mask + 1 : 0;
    t->slot = MEM_ARRAY(struct intern_slot, slots);
    t->mask = slots - 1;
    for (u4 j = 0; j < n; j++) {
        u4 i = old[j].hash & t->mask;
        while (old[j].id && t->slot[i].id) {
            i = (i + 1) & t->mask;
        }
        if (old[j].id) {
            t->slot[i] = old[j];
        }
    }
    mem_free(old);
}

void intern_init(struct intern *t, u4 expected) {
    *t = (struct intern){.key = hash_key()};
    vec_push(&t->row, ((struct intern_row){STR(""), STR("")}));
    u4 slots = 64;
    while (slots / 2 < expected) {
        slots *= 2;
    }
    resize(t, slots);
}

void intern_release(struct intern *t) {
    vec_free(&t->row);
    mem_free(t->slot);
    *t = (struct intern){0};
}

// The slot of that pair, or the free one where it belongs.
static struct intern_slot *slot_of(const struct intern *t, struct str a,
                                   struct str b, u4 hash) {
    u4 i = hash & t->mask;
    for (; t->slot[i].id; i = (i + 1) & t->mask) {
        if (t->slot[i].hash == hash) {
            const struct intern_row *r = &t->row.v[t->slot[i].id];
            if (str_eq(r->a, a) && str_eq(r->b, b)) {
                break;
            }
        }
    }
    return &t->slot[i];
}

u4 intern_find(const struct intern *t, struct str a, struct str b) {
    return slot_of(t, a, b, hash_pair(t->key, a, b))->id;
}

u4 intern_add(struct intern *t, struct str a, struct str b) {
    u4 hash = hash_pair(t->key, a, b);
    struct intern_slot *slot = slot_of(t, a, b, hash);
    if (slot->id) {
        return slot->id;
    }
    u4 id = t->row.n;
    *slot = (struct intern_slot){hash, id};
    vec_push(&t->row, ((struct intern_row){a, b}));
    if (t->row.n > t->mask / 2) {
        resize(t, (t->mask + 1) * 2);
    }
    return id;
}
