// SPDX-License-Identifier: MIT
// Which classes are below others.
#include "analysis/sources/supertypes.h"

#include "analysis/classfile/classfile.h"
#include "analysis/sources/sources_priv.h"

void supertypes_init(struct supertypes *t, struct sources *s) {
    *t = (struct supertypes){.s = s};
    intern_init(&t->names, 256);
    arena_init(&t->arena);
    arena_init(&t->scratch);
    diag_init(&t->unheard, DIAG_ERROR, false);
}

void supertypes_release(struct supertypes *t) {
    intern_release(&t->names);
    vec_free(&t->row);
    vec_free(&t->stack);
    arena_release(&t->arena);
    arena_release(&t->scratch);
    diag_release(&t->unheard);
}

static u4 row_of(struct supertypes *t, struct str name) {
    u4 i = intern_find(&t->names, name, STR(""));
    if (!i) {
        i = intern_add(&t->names, arena_str(&t->arena, name), STR(""));
        vec_cover(&t->row, i + 1);
    }
    return i;
}

static void read_row(struct supertypes *t, u4 i) {
    struct src_class found;
    struct cf_class c;
    struct place at = {.byte = NO_BYTE};
    t->row.v[i].is_read = true;
    t->row.v[i].access_flags = ACC_ABSTRACT;
    arena_reset(&t->scratch);
    if (!src_find(t->s, t->names.row.v[i].a, &found) ||
        !cf_parse(&c, found.bytes, CF_HEADERS, &t->scratch, &at, &t->unheard)) {
        return;
    }
    u4 *above = ARENA_ARRAY(&t->arena, u4, c.n_interfaces + 1u);
    u4 n = 0;
    if (c.super_class) {
        above[n++] = row_of(t, cp_name_of(&c, c.super_class));
    }
    for (u4 k = 0; k < c.n_interfaces; k++) {
        above[n++] = row_of(t, cp_name_of(&c, c.interfaces[k]));
    }
    struct supertypes_row *row = &t->row.v[i];
    row->access_flags = c.access_flags;
    row->above = above;
    row->n_above = n;
}

static struct supertypes_row read_of(struct supertypes *t, u4 i) {
    if (!t->row.v[i].is_read) {
        read_row(t, i);
    }
    return t->row.v[i];
}

static void come_by(struct supertypes *t, u4 i) {
    if (t->row.v[i].seen != t->n_asked) {
        t->row.v[i].seen = t->n_asked;
        vec_push(&t->stack, i);
    }
}

// With a stack, and each class once: files can have chains of any length, and circles.
bool supertypes_has(struct supertypes *t, struct str name, struct str top) {
    u4 wanted = row_of(t, top);
    t->n_asked++;
    t->stack.n = 0;
    come_by(t, row_of(t, name));
    while (t->stack.n) {
        u4 i = t->stack.v[--t->stack.n];
        if (i == wanted) {
            return true;
        }
        struct supertypes_row row = read_of(t, i);
        for (u4 k = 0; k < row.n_above; k++) {
            come_by(t, row.above[k]);
        }
    }
    return false;
}

u2 supertypes_access_flags(struct supertypes *t, struct str name) {
    return read_of(t, row_of(t, name)).access_flags;
}
