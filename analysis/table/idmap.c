// SPDX-License-Identifier: MIT
// A map from 64-bit keys to ids.
#include "analysis/table/idmap.h"

#include "analysis/base/mem.h"

enum { FIRST_SLOTS = 64 };

void idmap_release(struct idmap *m) {
    mem_free(m->slot);
    *m = (struct idmap){0};
}

// At most half of the slots are taken, so runs stay short.
static void resize(struct idmap *m, u4 slots) {
    struct idmap old = *m;
    m->slot = MEM_ARRAY(struct idmap_slot, slots);
    m->mask = slots - 1;
    for (u4 i = 0; old.slot && i <= old.mask; i++) {
        u8 key = idmap_slot_key(&old.slot[i]);
        if (key) {
            u4 to = hash_u8(m->hash_key, key) & m->mask;
            while (idmap_slot_key(&m->slot[to])) {
                to = (to + 1) & m->mask;
            }
            m->slot[to] = old.slot[i];
        }
    }
    mem_free(old.slot);
}

void idmap_grow(struct idmap *m, u4 n) {
    m->hash_key = m->slot ? m->hash_key : hash_key();
    u4 slots = m->slot ? m->mask + 1 : FIRST_SLOTS;
    while (slots / 2 < n) {
        slots *= 2;
    }
    resize(m, slots);
}

u4 *idmap_at(struct idmap *m, u8 key) {
    idmap_reserve(m, m->n + 1);
    u4 i = hash_u8(m->hash_key, key) & m->mask;
    for (;; i = (i + 1) & m->mask) {
        struct idmap_slot *s = &m->slot[i];
        u8 has = idmap_slot_key(s);
        if (has == 0) {
            s->a = (u4)(key >> 32);
            s->b = (u4)key;
            m->n++;
        }
        if (has == 0 || has == key) {
            return &s->id;
        }
    }
}
