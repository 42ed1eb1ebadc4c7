// SPDX-License-Identifier: MIT
// Inclusion constraints solved in the simplest way.

#include "tests/unit/lib/naivepoints.h"

void naivepoints_init(struct naive *n, const struct naive_hooks *hooks) {
    *n = (struct naive){.hooks = *hooks};
    arena_init(&n->arena);
}

void naivepoints_release(struct naive *n) {
    vec_free(&n->mask);
    vec_free(&n->kind);
    vec_free(&n->pass);
    vec_free(&n->c);
    vec_free(&n->in);
    vec_free(&n->told);
    vec_free(&n->passing);
    idmap_release(&n->field);
    arena_release(&n->arena);
}

// --- Bitmaps -----------------------------------------------------------------

static u8 *new_bits(struct naive *n) {
    return ARENA_ZARRAY(&n->arena, u8, n->words);
}

static bool has(const u8 *bits, u4 i) {
    return bits[i / 64] >> (i % 64) & 1;
}

static void put(u8 *bits, u4 i) {
    bits[i / 64] |= (u8)1 << (i % 64);
}

static const u8 *passing(struct naive *n, u4 mask) {
    while (n->passing.n <= mask) {
        vec_push(&n->passing, new_bits(n));
    }
    return n->passing.v[mask];
}

static u8 *told(struct naive *n, u4 watch) {
    while (n->told.n <= watch) {
        vec_push(&n->told, new_bits(n));
    }
    return n->told.v[watch];
}

static void prepare(struct naive *n) {
    n->words = (n->kind.n + 63) / 64;
    for (u4 v = 0; v < n->mask.n; v++) {
        vec_push(&n->in, new_bits(n));
        passing(n, n->mask.v[v]);
    }
    for (u4 i = 0; i < n->pass.n; i++) {
        passing(n, n->pass.v[i].mask);
    }
    for (u4 o = 0; o < n->kind.n; o++) {
        put((u8 *)passing(n, 0), o);
        for (u4 i = 0; i < n->pass.n; i++) {
            if (n->pass.v[i].kind == n->kind.v[o]) {
                put(n->passing.v[n->pass.v[i].mask], o);
            }
        }
    }
}

// --- Constraints -------------------------------------------------------------

static u4 field_of(struct naive *n, u4 object, u4 field) {
    u4 *v = idmap_at(&n->field, idmap_key(object + 1, field));
    if (*v == 0) {
        *v = n->mask.n + 1;
        u4 id = n->mask.n;
        u4 mask = n->hooks.field_mask(n->hooks.context, object, field);
        vec_push(&n->mask, mask);
        vec_push(&n->in, new_bits(n));
        passing(n, mask);
        return id;
    }
    return *v - 1;
}

static bool into(struct naive *n, u4 to, u4 from) {
    const u8 *pass = passing(n, n->mask.v[to]);
    u8 changed = 0;
    for (u4 i = 0; i < n->words; i++) {
        u8 fresh = n->in.v[from][i] & pass[i] & ~n->in.v[to][i];
        n->in.v[to][i] |= fresh;
        changed |= fresh;
    }
    return changed != 0;
}

static bool add(struct naive *n, u4 object, u4 to) {
    if (has(n->in.v[to], object) || !has(passing(n, n->mask.v[to]), object)) {
        return false;
    }
    put(n->in.v[to], object);
    return true;
}

static bool tell(struct naive *n, u4 watch, u4 object) {
    if (has(told(n, watch), object)) {
        return false;
    }
    put(told(n, watch), object);
    if (n->hooks.arrived) {
        n->hooks.arrived(n->hooks.context, watch, object);
    }
    return true;
}

static bool follow_object(struct naive *n, struct naive_constraint c, u4 o) {
    return c.what == LOAD    ? into(n, c.b, field_of(n, o, c.field))
           : c.what == STORE ? into(n, field_of(n, o, c.field), c.b)
                             : tell(n, c.b, o);
}

// What a constraint says of each object in its variable a.
static bool follow_each(struct naive *n, struct naive_constraint c) {
    bool changed = false;
    for (u4 i = 0; i < n->words; i++) {
        for (u8 word = n->in.v[c.a][i]; word; word &= word - 1) {
            u4 o = i * 64 + (u4)__builtin_ctzll(word);
            changed = follow_object(n, c, o) || changed;
        }
    }
    return changed;
}

static bool follow(struct naive *n, struct naive_constraint c) {
    switch (c.what) {
    case ADD:
        return add(n, c.a, c.b);
    case FLOW:
        return into(n, c.b, c.a);
    default:
        return follow_each(n, c);
    }
}

void naive_run(struct naive *n) {
    prepare(n);
    for (bool changed = true; changed;) {
        changed = false;
        for (u4 i = 0; i < n->c.n; i++) {
            changed = follow(n, n->c.v[i]) || changed;
        }
    }
}

bool naive_has(const struct naive *n, u4 variable, u4 object) {
    return has(n->in.v[variable], object);
}

bool naive_was_told(const struct naive *n, u4 watch, u4 object) {
    return watch < n->told.n && has(n->told.v[watch], object);
}

bool naive_find_field(const struct naive *n, u4 object, u4 field,
                      u4 *variable) {
    u4 v = idmap_find(&n->field, idmap_key(object + 1, field));
    *variable = v - 1;
    return v != 0;
}
