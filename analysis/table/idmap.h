// SPDX-License-Identifier: MIT
// A map from 64-bit keys to ids: open addressing, never walked, only grown.
//
// Keys are usually two ids side by side (idmap_key). 0 is no key and no id.
#ifndef CCINSTR_ANALYSIS_TABLE_IDMAP_H
#define CCINSTR_ANALYSIS_TABLE_IDMAP_H

#include "analysis/table/hash.h"

// The key is in two parts, since a u8 would make a slot a third larger.
struct idmap_slot {
    u4 a, b;  // the key
    u4 id;
};

static inline u8 idmap_slot_key(const struct idmap_slot *s) {
    return (u8)s->a << 32 | s->b;
}

struct idmap {
    struct idmap_slot *slot;
    u4 mask;  // slots - 1; 0: none yet
    u4 n;
    u8 hash_key;
};

void idmap_release(struct idmap *m);
void idmap_grow(struct idmap *m, u4 n);

// Room for n keys without growing on the way.
static inline void idmap_reserve(struct idmap *m, u4 n) {
    if (!m->slot || n > (m->mask + 1) / 2) {
        idmap_grow(m, n);
    }
}

// The place of that key's id; a new key gets id 0. Valid until the next call.
u4 *idmap_at(struct idmap *m, u8 key);

static inline u8 idmap_key(u4 a, u4 b) {
    return (u8)a << 32 | b;
}

// 0 if there is none.
static inline u4 idmap_find(const struct idmap *m, u8 key) {
    if (!m->slot) {
        return 0;
    }
    for (u4 i = hash_u8(m->hash_key, key) & m->mask;; i = (i + 1) & m->mask) {
        u8 has = idmap_slot_key(&m->slot[i]);
        if (has == key) {
            return m->slot[i].id;
        }
        if (has == 0) {
            return 0;
        }
    }
}

#endif
