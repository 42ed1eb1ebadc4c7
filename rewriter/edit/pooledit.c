// SPDX-License-Identifier: MIT
// Constants that are added to a class: append only.
//
// A class gets a handful of them, so what was added is a list. The input's pool
// is searched by a scan of its eight-byte rows; as every method asks for much
// the same constants, what was found is remembered by hash (without that, the
// scans were a quarter of the time of rewriting commons-lang3).
#include "rewriter/edit/pooledit.h"

struct pool_added {
    struct pool_added *next;
    u2 index;
    struct cp_entry e;  // as in the model, but for the text
    struct str text;    // Utf8
};

void pool_init(struct pooledit *p, const struct cf_class *c, struct arena *a) {
    *p = (struct pooledit){.c = c, .arena = a, .count = c->n_pool};
}

static const struct pool_added *added_at(const struct pooledit *p, u4 i) {
    const struct pool_added *n = p->first;
    while (n && n->index != i) {
        n = n->next;
    }
    return n;
}

static const struct cp_entry *entry_at(const struct pooledit *p, u4 i) {
    if (i < p->c->n_pool) {
        return &p->c->pool[i];
    }
    const struct pool_added *n = added_at(p, i);
    if (!n) {
        BUG("no constant %u", i);
    }
    return &n->e;
}

static struct str text_at(const struct pooledit *p, u4 i) {
    return i < p->c->n_pool ? cp_str(p->c, i) : added_at(p, i)->text;
}

// Constants whose row says it all: everything but Utf8, Long, Double.
static bool same(const struct cp_entry *x, const struct cp_entry *y) {
    return x->tag == y->tag && x->value == y->value;
}

static u2 append(struct pooledit *p, struct cp_entry e, struct str text) {
    if (p->count >= 65535) {
        p->full = true;
        return 0;
    }
    struct pool_added *n = ARENA_NEW(p->arena, struct pool_added);
    n->index = (u2)p->count++;
    n->e = e;
    n->text = text;
    if (p->last) {
        p->last->next = n;
    } else {
        p->first = n;
    }
    p->last = n;
    return n->index;
}

// A row as one number, in which the remembered attribute kind does not count:
// a scan of the pool is then one comparison for each constant.
static u8 row_bits(const struct cp_entry *e) {
    struct cp_entry row = *e;
    row.attr = 0;
    u8 bits;
    memcpy(&bits, &row, sizeof bits);
    return bits;
}

static u4 row_head(const struct cp_entry *e) {
    return (u4)e->tag << 16 | e->len;
}

static u2 find_row(const struct pooledit *p, const struct cp_entry *e) {
    const struct cf_class *c = p->c;
    u8 wanted = row_bits(e);
    for (u4 i = 1; i < c->n_pool; i++) {
        if (row_bits(&c->pool[i]) == wanted) {
            return (u2)i;
        }
    }
    for (const struct pool_added *n = p->first; n; n = n->next) {
        if (same(&n->e, e)) {
            return n->index;
        }
    }
    return 0;
}

static u2 find_or_add(struct pooledit *p, struct cp_entry e) {
    u2 *memo = &p->memo[(e.value * 31 + e.tag) % POOL_MEMO];
    if (*memo && *memo < p->count && same(entry_at(p, *memo), &e)) {
        return *memo;
    }
    u2 i = find_row(p, &e);
    *memo = i ? i : append(p, e, STR(""));
    return *memo;
}

static u2 find_text(const struct pooledit *p, struct str s) {
    const struct cf_class *c = p->c;
    const struct cp_entry like = {.tag = CP_UTF8, .len = (u2)s.n};
    u4 wanted = row_head(&like);
    for (u4 i = 1; i < c->n_pool; i++) {
        if (row_head(&c->pool[i]) == wanted && str_eq(cp_str(c, i), s)) {
            return (u2)i;
        }
    }
    for (const struct pool_added *n = p->first; n; n = n->next) {
        if (n->e.tag == CP_UTF8 && str_eq(n->text, s)) {
            return n->index;
        }
    }
    return 0;
}

u2 pool_utf8(struct pooledit *p, struct str s) {
    if (s.n > 65535) {
        p->full = true;
        return 0;
    }
    // Names in one class differ in their length or their ends.
    u4 hash = (u4)s.n * 7;
    for (size_t i = s.n; i > 0 && i + 4 > s.n; i--) {
        hash = hash * 31 + (u1)s.p[i - 1];
    }
    u2 *memo = &p->memo[hash % POOL_MEMO];
    if (*memo && *memo < p->count && entry_at(p, *memo)->tag == CP_UTF8 &&
        str_eq(text_at(p, *memo), s)) {
        return *memo;
    }
    u2 i = find_text(p, s);
    struct cp_entry e = {.tag = CP_UTF8, .len = (u2)s.n};
    *memo = i ? i : append(p, e, arena_str(p->arena, s));
    return *memo;
}

u2 pool_integer(struct pooledit *p, s4 v) {
    return find_or_add(p, (struct cp_entry){.tag = CP_INTEGER, .value = (u4)v});
}

static u2 named(struct pooledit *p, u1 tag, struct str name) {
    u2 utf8 = pool_utf8(p, name);
    return utf8 ? find_or_add(p, (struct cp_entry){.tag = tag, .a = utf8}) : 0;
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
    return a && b
               ? find_or_add(p, (struct cp_entry){.tag = tag, .a = a, .b = b})
               : 0;
}

u2 pool_name_and_type(struct pooledit *p, struct str name, struct str desc) {
    u2 n = pool_utf8(p, name);
    return pair(p, CP_NAME_AND_TYPE, n, pool_utf8(p, desc));
}

u2 pool_methodref(struct pooledit *p, struct str owner, struct str name,
                  struct str desc) {
    u2 c = pool_class(p, owner);
    return pair(p, CP_METHODREF, c, pool_name_and_type(p, name, desc));
}

void pool_rewind(struct pooledit *p, u4 count) {
    struct pool_added *keep = NULL;
    for (struct pool_added *n = p->first; n && n->index < count; n = n->next) {
        keep = n;
    }
    if (keep) {
        keep->next = NULL;
    } else {
        p->first = NULL;
    }
    p->last = keep;
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
    for (const struct pool_added *n = p->first; n; n = n->next) {
        write_entry(out, &n->e, (const u1 *)n->text.p);
    }
}
