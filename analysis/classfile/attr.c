// SPDX-License-Identifier: MIT
// The attribute table: names, places, and a checker driven by the body column.
//
// check_body interprets the layout letters of attrs.def with a small stack of
// open lists. Only annotations nest as deep as input likes; they have a reader of
// their own (annot.h).
#include "analysis/classfile/attr.h"

#include "analysis/classfile/annot.h"

static const struct {
    struct str name;
    const char *where;
    const char *body;
} table[ATTR_N_KINDS] = {
#define ATTR(name, where, body) \
    [ATTR_##name] = {{#name, sizeof #name - 1}, where, body},
#include "analysis/classfile/attrs.def"
#undef ATTR
};

// The kind that the Utf8 i names; remembered in the pool.
static enum attr_kind attr_kind_of(struct cf_class *c, u4 i) {
    struct cp_entry *e = &c->pool[i];
    if (e->attr == ATTR_UNSEEN) {
        struct str name = cp_str(c, i);
        u1 kind = ATTR_OTHER;
        for (u4 k = ATTR_OTHER + 1; k < ATTR_N_KINDS; k++) {
            if (str_eq(name, table[k].name)) {
                kind = (u1)k;
                break;
            }
        }
        e->attr = kind;
    }
    return (enum attr_kind)e->attr;
}

const struct cf_attr *attr_find(const struct cf_attrs *as,
                                enum attr_kind kind) {
    for (u4 i = 0; i < as->n; i++) {
        if (as->v[i].kind == kind) {
            return &as->v[i];
        }
    }
    return NULL;
}

static bool is_constant(u1 tag, bool loadable) {
    switch (tag) {
    case CP_INTEGER:
    case CP_FLOAT:
    case CP_LONG:
    case CP_DOUBLE:
    case CP_STRING:
        return true;
    case CP_CLASS:
    case CP_METHOD_HANDLE:
    case CP_METHOD_TYPE:
    case CP_DYNAMIC:
        return loadable;
    default:
        return false;
    }
}

static void want_constant(const struct cf_class *c, struct cursor *cur,
                          bool loadable) {
    u4 i = cur_u2(cur);
    if (i >= c->n_pool || !is_constant(c->pool[i].tag, loadable)) {
        cur_fail(cur);
    }
}

// JVMS 4.7.20.1 and 4.7.20.2
void attr_skip_target(struct cursor *cur) {
    u1 type = cur_u1(cur);
    switch (type) {
    case 0x00:  // parameter of a class, of a method
    case 0x01:
    case 0x16:  // formal parameter
        cur_skip(cur, 1);
        break;
    case 0x10:  // supertype
    case 0x11:  // bounds of parameters
    case 0x12:
    case 0x17:  // throws
    case TARGET_CATCH:
    case TARGET_INSN:  // instanceof, new, method references
    case TARGET_INSN + 1:
    case TARGET_INSN + 2:
    case TARGET_INSN + 3:
        cur_skip(cur, 2);
        break;
    case 0x13:  // field, return, receiver
    case 0x14:
    case 0x15:
        break;
    case TARGET_LOCAL:
    case TARGET_RESOURCE:
        cur_skip(cur, (size_t)cur_u2(cur) * 6);
        break;
    case TARGET_CAST:  // and type arguments
    case TARGET_CAST + 1:
    case TARGET_CAST + 2:
    case TARGET_CAST + 3:
    case TARGET_LAST:
        cur_skip(cur, 3);
        break;
    default:
        cur_fail(cur);
    }
    cur_skip(cur, (size_t)cur_u1(cur) * 2);
}

static void skip_attributes(const struct cf_class *c, struct cursor *cur) {
    for (u4 n = cur_u2(cur); n && cur_ok(cur); n--) {
        attr_index(c, cur, CP_UTF8);
        cur_skip(cur, cur_u4(cur));
    }
}

static void check_index(const struct cf_class *c, struct cursor *cur,
                        char letter, bool zero) {
    static const u1 tag[128] = {
        ['U'] = CP_UTF8,   ['C'] = CP_CLASS,   ['N'] = CP_NAME_AND_TYPE,
        ['O'] = CP_MODULE, ['P'] = CP_PACKAGE, ['H'] = CP_METHOD_HANDLE,
    };
    u4 i = cur_u2(cur);
    if (!(zero && i == 0) && !cp_is(c, i, tag[(int)letter])) {
        cur_fail(cur);
    }
}

static void check_item(const struct cf_class *c, struct cursor *cur,
                       char letter, bool zero) {
    switch (letter) {
    case 'b':
        cur_skip(cur, 1);
        break;
    case 'u':
        cur_skip(cur, 2);
        break;
    case 'V':
    case 'L':
        want_constant(c, cur, letter == 'L');
        break;
    case '#':
        cur_skip(cur, cur_u2(cur));
        break;
    case 'T':
        attr_skip_target(cur);
        annot_skip(c, cur);
        break;
    case 'A':
        annot_skip(c, cur);
        break;
    case 'E':
        annot_skip_default(c, cur);
        break;
    case '@':
        skip_attributes(c, cur);
        break;
    case '*':
        cur_skip(cur, cur_left(cur));
        break;
    default:
        check_index(c, cur, letter, zero);
    }
}

// Behind the bracket that closes the list whose first item is at p.
static u4 behind_list(const char *layout, u4 p) {
    for (int depth = 1; depth; p++) {
        depth += layout[p] == '[' || layout[p] == '{';
        depth -= layout[p] == ']' || layout[p] == '}';
    }
    return p;
}

static void check_body(const struct cf_class *c, struct cursor *cur,
                       const char *layout) {
    struct {
        u4 first;  // place in the layout of the first item
        u4 left;
    } list[4] = {{0}};
    u4 depth = 0;
    bool zero = false;
    for (u4 p = 0; layout[p] && cur_ok(cur);) {
        char letter = layout[p++];
        if (letter == '?') {
            zero = true;
            continue;
        }
        if (letter == '[' || letter == '{') {
            u4 n = letter == '[' ? cur_u2(cur) : cur_u1(cur);
            list[depth].first = p;
            list[depth].left = n;
            depth += n != 0;
            p = n ? p : behind_list(layout, p);
        } else if (letter == ']' || letter == '}') {
            bool more = --list[depth - 1].left != 0;
            p = more ? list[depth - 1].first : p;
            depth -= !more;
        } else {
            check_item(c, cur, letter, zero);
        }
        zero = false;
    }
    if (cur_left(cur)) {
        cur_fail(cur);
    }
}

static bool belongs(enum attr_kind kind, char where) {
    for (const char *w = table[kind].where; w && *w; w++) {
        if (*w == where) {
            return true;
        }
    }
    return false;
}

// The kind of an attribute that stands there.
static u1 kind_at(struct cf_class *c, u4 name, char where) {
    enum attr_kind kind = attr_kind_of(c, name);
    return (u1)(belongs(kind, where) ? kind : ATTR_OTHER);
}

static void classify(const struct attr_reader *r, struct cf_attr *a,
                     char where) {
    a->kind = kind_at(r->c, a->name, where);
    const char *layout = table[a->kind].body;
    if (!layout || layout[0] == '!') {
        return;
    }
    struct cursor body = cur_at(r->c->in, a->at, a->len);
    check_body(r->c, &body, layout);
    if (!cur_ok(&body)) {
        a->bad = true;
        struct place at = *r->at;
        at.byte = body.bad;
        diag_report(r->d, ATTR_BODY, &at, STR_F(table[a->kind].name));
    }
}

static bool list_truncated(const struct attr_reader *r, struct cursor *cur) {
    cur_fail(cur);
    struct place at = *r->at;
    at.byte = cur->bad;
    diag_report(r->d, CLASS_TRUNCATED, &at, "attributes");
    return false;
}

bool attr_read_list(const struct attr_reader *r, struct cursor *cur, char where,
                    struct cf_attrs *out) {
    u4 n = cur_u2(cur);
    if (!cur_ok(cur) || n * 6 > cur_left(cur)) {
        return list_truncated(r, cur);
    }
    out->n = n;
    out->v = n ? ARENA_ARRAY(r->arena, struct cf_attr, n) : NULL;
    for (u4 i = 0; i < n; i++) {
        struct cf_attr *a = &out->v[i];
        size_t start = cur_off(cur);
        a->name = cur_u2(cur);
        a->len = cur_u4(cur);
        a->at = (u4)cur_off(cur);
        a->bad = false;
        cur_skip(cur, a->len);
        if (!cur_ok(cur)) {
            return list_truncated(r, cur);
        }
        if (!cp_is(r->c, a->name, CP_UTF8)) {
            struct place at = *r->at;
            at.byte = start;
            diag_report(r->d, ATTR_NAME, &at, a->name);
            return false;
        }
        classify(r, a, where);
    }
    return true;
}

void attr_skip_list(struct cursor *cur) {
    for (u4 n = cur_u2(cur); n && cur_ok(cur); n--) {
        cur_skip(cur, 2);
        cur_skip(cur, cur_u4(cur));
    }
}

struct attr_iter attr_each(struct cf_class *c, u4 at, char where) {
    struct attr_iter it = {c, cur_of(c->in), 0, where};
    cur_skip(&it.cur, at);
    it.left = cur_u2(&it.cur);
    return it;
}

bool attr_next(struct attr_iter *it, struct cf_attr *a) {
    if (it->left == 0) {
        return false;
    }
    it->left--;
    a->name = cur_u2(&it->cur);
    a->len = cur_u4(&it->cur);
    a->at = (u4)cur_off(&it->cur);
    a->bad = false;
    a->kind = ATTR_OTHER;
    cur_skip(&it->cur, a->len);
    if (cp_is(it->c, a->name, CP_UTF8)) {
        a->kind = kind_at(it->c, a->name, it->where);
    }
    return cur_ok(&it->cur);
}
