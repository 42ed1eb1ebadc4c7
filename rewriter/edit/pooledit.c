// SPDX-License-Identifier: MIT
// Constants that are added to a class: append only.
//
// What was asked for is found again by a table of indices, by hash. What is asked
// for the first time is looked for by a scan of the input's eight-byte rows: a
// class gets some dozen constants, and for so many that costs less than to enter
// all of the input's. Where it gets more (a class with thousands of sites needs
// the number of each) all of those are entered, once.
#include "rewriter/edit/pooledit.h"

#include "analysis/table/hash.h"

enum { FIRST_SLOTS = 128, MOST_SCANS = 64 };

struct pool_added {
    struct cp_entry e;  // as in the model, but for the text
    struct str text;    // Utf8
};

void pool_init(struct pooledit *p, const struct cf_class *c, struct arena *a) {
    *p = (struct pooledit){
        .c = c, .arena = a, .count = c->n_pool, .key = hash_key()};
}

static const struct cp_entry *entry_at(const struct pooledit *p, u4 i) {
    if (i < p->c->n_pool) {
        return &p->c->pool[i];
    }
    if (i >= p->count) {
        BUG("no constant %u", i);
    }
    return &p->added[i - p->c->n_pool].e;
}

static struct str text_at(const struct pooledit *p, u4 i) {
    return i < p->c->n_pool ? cp_str(p->c, i) : p->added[i - p->c->n_pool].text;
}

// A constant that is asked for.
struct wanted {
    struct cp_entry e;
    struct str text;  // Utf8
};

static u4 hash_of(u8 key, const struct wanted *w) {
    return w->e.tag == CP_UTF8 ? hash_str(key, w->text)
                               : hash_u8(key, (u8)w->e.tag << 32 | w->e.value);
}

// Constants whose row says it all: everything but Utf8, Long, Double.
static bool same(const struct cp_entry *x, const struct cp_entry *y) {
    return x->tag == y->tag && x->value == y->value;
}

static bool is_at(const struct pooledit *p, u4 i, const struct wanted *w) {
    const struct cp_entry *e = entry_at(p, i);
    return w->e.tag == CP_UTF8 ? e->tag == CP_UTF8 && e->len == w->e.len &&
                                     str_eq(text_at(p, i), w->text)
                               : same(e, &w->e);
}

// --- The table ---------------------------------------------------------------

// The slot of a constant, or the empty one that it would have. What was taken
// back since (pool_rewind) is passed over.
static u2 *slot_of(const struct pooledit *p, const struct wanted *w) {
    u4 at = hash_of(p->key, w) & p->slot_mask;
    while (p->slot[at] &&
           (p->slot[at] >= p->count || !is_at(p, p->slot[at], w))) {
        at = (at + 1) & p->slot_mask;
    }
    return &p->slot[at];
}

static struct wanted wanted_at(const struct pooledit *p, u4 i) {
    struct wanted w = {.e = *entry_at(p, i)};
    if (w.e.tag == CP_UTF8) {
        w.text = text_at(p, i);
    }
    return w;
}

// The first of those that are equal stays.
static void enter(struct pooledit *p, u4 i) {
    struct wanted w = wanted_at(p, i);
    u2 *slot = slot_of(p, &w);
    if (!*slot) {
        *slot = (u2)i;
        p->n_slots++;
    }
}

// A table for n constants with what was in it.
static void table_grow(struct pooledit *p, u4 n) {
    u2 *old = p->slot;
    u4 n_old = old ? p->slot_mask + 1 : 0;
    u4 room = FIRST_SLOTS;
    while (room / 2 <= n) {
        room *= 2;
    }
    p->slot = ARENA_ZARRAY(p->arena, u2, room);
    p->slot_mask = room - 1;
    p->n_slots = 0;
    for (u4 k = 0; k < n_old; k++) {
        if (old[k] && old[k] < p->count) {
            enter(p, old[k]);
        }
    }
}

// Long, Double and what stands behind them are never asked for.
static bool can_be_wanted(const struct cp_entry *e) {
    return e->tag != CP_NONE && e->tag != CP_LONG && e->tag != CP_DOUBLE;
}

static void enter_input(struct pooledit *p) {
    table_grow(p, p->count);
    for (u4 i = 1; i < p->c->n_pool; i++) {
        if (can_be_wanted(&p->c->pool[i])) {
            enter(p, i);
        }
    }
}

// --- Scans -------------------------------------------------------------------

// A row as one number, in which the remembered attribute kind does not count:
// a scan of the pool is then one comparison for each constant.
static u8 row_bits(const struct cp_entry *e) {
    struct cp_entry row = *e;
    row.attr = 0;
    u8 bits;
    memcpy(&bits, &row, sizeof bits);
    return bits;
}

static u2 find_row(const struct cf_class *c, const struct cp_entry *e) {
    u8 wanted = row_bits(e);
    for (u4 i = 1; i < c->n_pool; i++) {
        if (row_bits(&c->pool[i]) == wanted) {
            return (u2)i;
        }
    }
    return 0;
}

static u4 row_head(const struct cp_entry *e) {
    return (u4)e->tag << 16 | e->len;
}

static u2 find_text(const struct cf_class *c, const struct wanted *w) {
    u4 wanted = row_head(&w->e);
    for (u4 i = 1; i < c->n_pool; i++) {
        if (row_head(&c->pool[i]) == wanted && str_eq(cp_str(c, i), w->text)) {
            return (u2)i;
        }
    }
    return 0;
}

// --- Finding and adding ------------------------------------------------------

static u2 append(struct pooledit *p, const struct wanted *w) {
    if (p->count >= 65535) {
        p->full = true;
        return 0;
    }
    u4 n = p->count - p->c->n_pool;
    if (n == p->room) {
        p->room = n ? 2 * n : 32;
        struct pool_added *v =
            ARENA_ARRAY(p->arena, struct pool_added, p->room);
        if (n) {
            memcpy(v, p->added, n * sizeof *v);
        }
        p->added = v;
    }
    p->added[n].e = w->e;
    p->added[n].text =
        w->e.tag == CP_UTF8 ? arena_str(p->arena, w->text) : STR("");
    return (u2)p->count++;
}

static u2 find_or_add(struct pooledit *p, const struct wanted *w) {
    if (p->n_slots >= p->slot_mask / 2) {
        table_grow(p, p->n_slots + 1);
    }
    u2 *slot = slot_of(p, w);
    if (!*slot && p->n_scans == MOST_SCANS) {
        p->n_scans++;
        enter_input(p);
        slot = slot_of(p, w);
    }
    u2 i = *slot;
    if (i) {
        return i;
    }
    if (p->n_scans < MOST_SCANS) {
        p->n_scans++;
        i = w->e.tag == CP_UTF8 ? find_text(p->c, w) : find_row(p->c, &w->e);
    }
    i = i ? i : append(p, w);
    *slot = i;
    p->n_slots += i != 0;
    return i;
}

u2 pool_utf8(struct pooledit *p, struct str s) {
    if (s.n > 65535) {
        p->full = true;
        return 0;
    }
    const struct wanted w = {{.tag = CP_UTF8, .len = (u2)s.n}, s};
    return find_or_add(p, &w);
}

static u2 row(struct pooledit *p, struct cp_entry e) {
    const struct wanted w = {.e = e};
    return find_or_add(p, &w);
}

u2 pool_integer(struct pooledit *p, s4 v) {
    return row(p, (struct cp_entry){.tag = CP_INTEGER, .value = (u4)v});
}

static u2 named(struct pooledit *p, u1 tag, struct str name) {
    u2 utf8 = pool_utf8(p, name);
    return utf8 ? row(p, (struct cp_entry){.tag = tag, .a = utf8}) : 0;
}

u2 pool_class(struct pooledit *p, struct str name) {
    return named(p, CP_CLASS, name);
}

u2 pool_package(struct pooledit *p, struct str name) {
    return named(p, CP_PACKAGE, name);
}

u2 pool_module(struct pooledit *p, struct str name) {
    return named(p, CP_MODULE, name);
}

static u2 pair(struct pooledit *p, u1 tag, u2 a, u2 b) {
    return a && b ? row(p, (struct cp_entry){.tag = tag, .a = a, .b = b}) : 0;
}

static u2 name_and_type(struct pooledit *p, struct str name, struct str desc) {
    u2 n = pool_utf8(p, name);
    return pair(p, CP_NAME_AND_TYPE, n, pool_utf8(p, desc));
}

u2 pool_methodref(struct pooledit *p, struct str owner, struct str name,
                  struct str desc) {
    u2 c = pool_class(p, owner);
    return pair(p, CP_METHODREF, c, name_and_type(p, name, desc));
}

void pool_rewind(struct pooledit *p, u4 count) {
    p->count = count;
    p->full = false;
}

struct str pool_method_desc(const struct pooledit *p, u2 i) {
    return text_at(p, entry_at(p, entry_at(p, i)->b)->b);
}

static void write_entry(struct emit *out, const struct cp_entry *e,
                        const u1 *bytes) {
    // The largest but Utf8 has nine bytes.
    if (!emit_room(out, 16 + (size_t)(e->tag == CP_UTF8 ? e->len : 0))) {
        return;
    }
    u1 *q = out->p + out->n;
    *q++ = e->tag;
    switch (e->tag) {
    case CP_UTF8:
        put2(q, e->len);
        if (e->len) {
            memcpy(q + 2, bytes, e->len);
        }
        q += 2 + e->len;
        break;
    case CP_LONG:
    case CP_DOUBLE:
        memcpy(q, bytes, 8);
        q += 8;
        break;
    case CP_INTEGER:
    case CP_FLOAT:
        put4(q, e->value);
        q += 4;
        break;
    case CP_METHOD_HANDLE:
        *q = (u1)e->a;
        put2(q + 1, e->b);
        q += 3;
        break;
    case CP_CLASS:
    case CP_STRING:
    case CP_METHOD_TYPE:
    case CP_MODULE:
    case CP_PACKAGE:
        put2(q, e->a);
        q += 2;
        break;
    default:
        put2(q, e->a);
        put2(q + 2, e->b);
        q += 4;
    }
    out->n = (size_t)(q - out->p);
}

void pool_write(const struct pooledit *p, struct emit *out) {
    const struct cf_class *c = p->c;
    emit_u2(out, p->count);
    for (u4 i = 1; i < c->n_pool; i++) {
        const struct cp_entry *e = &c->pool[i];
        bool outside =
            e->tag == CP_UTF8 || e->tag == CP_LONG || e->tag == CP_DOUBLE;
        if (e->tag != CP_NONE) {
            write_entry(out, e, outside ? c->in.p + e->at : NULL);
        }
    }
    for (u4 i = 0; i < p->count - c->n_pool; i++) {
        const struct pool_added *n = &p->added[i];
        write_entry(out, &n->e, (const u1 *)n->text.p);
    }
}
