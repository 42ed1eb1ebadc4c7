// SPDX-License-Identifier: MIT
// From bytes to struct cf_class.
//
// Counts are checked against the bytes that are left before anything is
// allocated for them, so no input can ask for more memory than a small
// multiple of its own size.
#include "analysis/base/cursor.h"
#include "analysis/base/limits.h"
#include "analysis/classfile/attr.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/mutf8.h"

struct parser {
    struct cf_class *c;
    struct cursor cur;
    struct arena *arena;
    const struct place *at;
    struct diag *d;
};

static const char *const tag_name[CP_N_TAGS] = {
    [CP_NONE] = "constant",
    [CP_UTF8] = "Utf8",
    [CP_INTEGER] = "Integer",
    [CP_FLOAT] = "Float",
    [CP_LONG] = "Long",
    [CP_DOUBLE] = "Double",
    [CP_CLASS] = "Class",
    [CP_STRING] = "String",
    [CP_FIELDREF] = "Fieldref",
    [CP_METHODREF] = "Methodref",
    [CP_INTERFACE_METHODREF] = "InterfaceMethodref",
    [CP_NAME_AND_TYPE] = "NameAndType",
    [CP_METHOD_HANDLE] = "MethodHandle",
    [CP_METHOD_TYPE] = "MethodType",
    [CP_DYNAMIC] = "Dynamic",
    [CP_INVOKE_DYNAMIC] = "InvokeDynamic",
    [CP_MODULE] = "Module",
    [CP_PACKAGE] = "Package",
};

static const char *name_of_tag(u1 tag) {
    return tag < CP_N_TAGS && tag_name[tag] ? tag_name[tag] : "constant";
}

static struct place here(const struct parser *p, size_t byte) {
    struct place at = *p->at;
    at.byte = byte;
    return at;
}

// Bytes of a constant behind its tag; 0: no such tag. Utf8 adds its length.
static const u1 tag_size[CP_N_TAGS] = {
    [CP_UTF8] = 2,           [CP_INTEGER] = 4,
    [CP_FLOAT] = 4,          [CP_LONG] = 8,
    [CP_DOUBLE] = 8,         [CP_CLASS] = 2,
    [CP_STRING] = 2,         [CP_FIELDREF] = 4,
    [CP_METHODREF] = 4,      [CP_INTERFACE_METHODREF] = 4,
    [CP_NAME_AND_TYPE] = 4,  [CP_METHOD_HANDLE] = 3,
    [CP_METHOD_TYPE] = 2,    [CP_DYNAMIC] = 4,
    [CP_INVOKE_DYNAMIC] = 4, [CP_MODULE] = 2,
    [CP_PACKAGE] = 2,
};

static bool pool_cut(struct parser *p, u4 i, u1 tag) {
    struct place at = here(p, p->cur.bad);
    diag_report(p->d, POOL_TRUNCATED, &at, i, name_of_tag(tag));
    return false;
}

// Constant i can't be read: what is it that is wrong?
static bool pool_bad(struct parser *p, u4 i) {
    u1 tag = cur_u1(&p->cur);
    if (cur_ok(&p->cur) && (tag >= CP_N_TAGS || tag_size[tag] == 0)) {
        struct place at = here(p, cur_off(&p->cur) - 1);
        diag_report(p->d, POOL_TAG, &at, i, tag);
        return false;
    }
    cur_fail(&p->cur);
    return pool_cut(p, i, tag);
}

// The bytes behind tag and length of a Utf8.
static bool pool_utf8(struct parser *p, u4 i, struct cp_entry *e) {
    e->at = (u4)cur_off(&p->cur);
    cur_skip(&p->cur, e->len);
    if (!cur_ok(&p->cur)) {
        return pool_cut(p, i, CP_UTF8);
    }
    if (!mutf8_valid(p->c->in.p + e->at, e->len)) {
        struct place at = here(p, e->at);
        diag_report(p->d, POOL_UTF8, &at, i);
        return false;
    }
    return true;
}

// Past the cursor's getters, with one check of the bounds for each constant, and
// inline: reading pools is a fifth of a call graph by CHA.
static inline bool pool_entry(struct parser *p, u4 i) {
    struct cp_entry *e = &p->c->pool[i];
    const u1 *b = p->cur.p;
    size_t left = cur_left(&p->cur);
    u1 tag = left ? *b : CP_NONE;
    u1 size = tag < CP_N_TAGS ? tag_size[tag] : 0;
    if (size == 0 || left <= size) {
        return pool_bad(p, i);
    }
    b++;
    p->cur.p = b + size;
    switch (tag) {
    case CP_UTF8:
        *e = (struct cp_entry){.tag = tag, .len = be2(b)};
        return pool_utf8(p, i, e);
    case CP_LONG:
    case CP_DOUBLE:
        *e = (struct cp_entry){.tag = tag, .at = (u4)cur_off(&p->cur) - 8};
        return true;
    case CP_INTEGER:
    case CP_FLOAT:
        *e = (struct cp_entry){.tag = tag, .value = be4(b)};
        return true;
    case CP_METHOD_HANDLE:
        *e = (struct cp_entry){.tag = tag, .a = b[0], .b = be2(b + 1)};
        return true;
    default:
        *e = (struct cp_entry){
            .tag = tag, .a = be2(b), .b = size == 4 ? be2(b + 2) : 0};
        return true;
    }
}

// What the two indices of a constant refer to (JVMS 4.4); CP_NONE: it has no
// such index. That of a method handle can be one of three.
static const struct {
    u1 a, b;
} ref_tags[CP_N_TAGS] = {
    [CP_CLASS] = {CP_UTF8, CP_NONE},
    [CP_STRING] = {CP_UTF8, CP_NONE},
    [CP_FIELDREF] = {CP_CLASS, CP_NAME_AND_TYPE},
    [CP_METHODREF] = {CP_CLASS, CP_NAME_AND_TYPE},
    [CP_INTERFACE_METHODREF] = {CP_CLASS, CP_NAME_AND_TYPE},
    [CP_NAME_AND_TYPE] = {CP_UTF8, CP_UTF8},
    [CP_METHOD_TYPE] = {CP_UTF8, CP_NONE},
    [CP_DYNAMIC] = {CP_NONE, CP_NAME_AND_TYPE},
    [CP_INVOKE_DYNAMIC] = {CP_NONE, CP_NAME_AND_TYPE},
    [CP_MODULE] = {CP_UTF8, CP_NONE},
    [CP_PACKAGE] = {CP_UTF8, CP_NONE},
};

static bool ref_bad(struct parser *p, u4 i, u4 to, const char *what) {
    struct place at = here(p, NO_BYTE);
    diag_report(p->d, POOL_REF, &at, i, to, what);
    return false;
}

// What constant i refers to is of the kind it must be.
static inline bool pool_refs(struct parser *p, u4 i) {
    const struct cf_class *c = p->c;
    const struct cp_entry *e = &c->pool[i];
    u1 a = ref_tags[e->tag].a, b = ref_tags[e->tag].b;
    if (a && !cp_is(c, e->a, a)) {
        return ref_bad(p, i, e->a, name_of_tag(a));
    }
    if (b && !cp_is(c, e->b, b)) {
        return ref_bad(p, i, e->b, name_of_tag(b));
    }
    return e->tag != CP_METHOD_HANDLE || cp_is(c, e->b, CP_FIELDREF) ||
           cp_is(c, e->b, CP_METHODREF) ||
           cp_is(c, e->b, CP_INTERFACE_METHODREF) ||
           ref_bad(p, i, e->b, "reference");
}

static bool parse_pool(struct parser *p) {
    struct cf_class *c = p->c;
    size_t start = cur_off(&p->cur);
    c->n_pool = cur_u2(&p->cur);
    if (c->n_pool == 0) {
        struct place at = here(p, start);
        diag_report(p->d, POOL_COUNT, &at);
        return false;
    }
    // Every row is written: by pool_entry, or as an empty one.
    c->pool = ARENA_ARRAY(p->arena, struct cp_entry, c->n_pool);
    c->pool[0] = (struct cp_entry){0};
    for (u4 i = 1; i < c->n_pool; i++) {
        if (!pool_entry(p, i)) {
            return false;
        }
        u1 tag = c->pool[i].tag;
        if (tag == CP_LONG || tag == CP_DOUBLE) {
            if (++i == c->n_pool) {
                struct place at = here(p, NO_BYTE);
                diag_report(p->d, POOL_LAST, &at, i - 1, name_of_tag(tag));
                return false;
            }
            c->pool[i] = (struct cp_entry){0};
        }
    }
    for (u4 i = 1; i < c->n_pool; i++) {
        if (!pool_refs(p, i)) {
            return false;
        }
    }
    return true;
}

static bool truncated(struct parser *p, const char *what) {
    struct place at = here(p, p->cur.bad);
    diag_report(p->d, CLASS_TRUNCATED, &at, what);
    return false;
}

static bool need(struct parser *p, const char *what, u4 i, u1 tag) {
    if (cp_is(p->c, i, tag)) {
        return true;
    }
    struct place at = here(p, cur_off(&p->cur));
    diag_report(p->d, CLASS_REF, &at, what, i, name_of_tag(tag));
    return false;
}

static bool parse_names(struct parser *p) {
    struct cf_class *c = p->c;
    c->access_flags = cur_u2(&p->cur);
    c->this_class = cur_u2(&p->cur);
    c->super_class = cur_u2(&p->cur);
    c->n_interfaces = cur_u2(&p->cur);
    struct bytes list = cur_bytes(&p->cur, c->n_interfaces * 2u);
    if (!cur_ok(&p->cur)) {
        return truncated(p, "class header");
    }
    if (!need(p, "this_class", c->this_class, CP_CLASS) ||
        (c->super_class && !need(p, "super_class", c->super_class, CP_CLASS))) {
        return false;
    }
    c->interfaces = ARENA_ARRAY(p->arena, u2, c->n_interfaces);
    for (u4 i = 0; i < c->n_interfaces; i++) {
        c->interfaces[i] = be2(list.p + 2 * i);
        if (!need(p, "interface", c->interfaces[i], CP_CLASS)) {
            return false;
        }
    }
    return true;
}

static bool parse_member(struct parser *p, struct cf_member *m, char where,
                         enum cf_depth depth) {
    m->access_flags = cur_u2(&p->cur);
    m->name = cur_u2(&p->cur);
    m->desc = cur_u2(&p->cur);
    if (!cur_ok(&p->cur)) {
        return truncated(p, where == 'F' ? "field" : "method");
    }
    if (!need(p, "member name", m->name, CP_UTF8) ||
        !need(p, "member descriptor", m->desc, CP_UTF8)) {
        return false;
    }
    m->at = (u4)cur_off(&p->cur);
    if (depth == CF_ALL) {
        struct place at = cf_place(p->c, m, p->at);
        struct attr_reader r = {p->c, p->arena, &at, p->d};
        return attr_read_list(&r, &p->cur, where, &m->attrs);
    }
    attr_skip_list(&p->cur);
    return cur_ok(&p->cur) || truncated(p, "member attributes");
}

static bool parse_members(struct parser *p, struct cf_member **out, u2 *n,
                          char where, enum cf_depth depth) {
    u2 count = cur_u2(&p->cur);
    if (!cur_ok(&p->cur) || count * 8u > cur_left(&p->cur)) {
        cur_fail(&p->cur);
        return truncated(p, where == 'F' ? "field table" : "method table");
    }
    *out = ARENA_ZARRAY(p->arena, struct cf_member, count);
    *n = count;
    for (u4 i = 0; i < count; i++) {
        if (!parse_member(p, *out + i, where, depth)) {
            return false;
        }
    }
    return true;
}

static bool parse_head(struct parser *p) {
    struct cf_class *c = p->c;
    u4 magic = cur_u4(&p->cur);
    c->minor = cur_u2(&p->cur);
    c->major = cur_u2(&p->cur);
    if (!cur_ok(&p->cur)) {
        return truncated(p, "class header");
    }
    struct place at = here(p, 0);
    // CAFEBABE also marks Mach-O fat binaries, whose "major" is a count.
    if (magic != CF_MAGIC || c->major < CF_MAJOR_MIN) {
        diag_report(p->d, CLASS_MAGIC, &at, magic);
        return false;
    }
    if (c->major > CF_MAJOR_MAX) {
        at.byte = 6;
        diag_report(p->d, CLASS_VERSION, &at, c->major, c->minor,
                    (unsigned)CF_MAJOR_MAX);
    }
    return true;
}

bool cf_parse(struct cf_class *c, struct bytes in, enum cf_depth depth,
              struct arena *a, const struct place *at, struct diag *d) {
    *c = (struct cf_class){.in = in};
    struct parser p = {c, cur_of(in), a, at, d};
    if (in.n > LIMIT_CLASS_BYTES) {
        diag_report(d, CLASS_SIZE, at, (unsigned long long)in.n);
        return false;
    }
    if (!parse_head(&p) || !parse_pool(&p) || !parse_names(&p) ||
        !parse_members(&p, &c->fields, &c->n_fields, 'F', depth) ||
        !parse_members(&p, &c->methods, &c->n_methods, 'M', depth)) {
        return false;
    }
    c->at = (u4)cur_off(&p.cur);
    if (depth == CF_HEADERS) {
        return true;
    }
    struct attr_reader r = {c, a, at, d};
    if (!attr_read_list(&r, &p.cur, 'C', &c->attrs)) {
        return false;
    }
    if (cur_left(&p.cur)) {
        struct place behind = here(&p, cur_off(&p.cur));
        diag_report(d, CLASS_TRAILING, &behind,
                    (unsigned long long)cur_left(&p.cur));
        return false;
    }
    return true;
}

struct str cp_name_of(const struct cf_class *c, u4 i) {
    if (cp_is(c, i, CP_CLASS) || cp_is(c, i, CP_STRING) ||
        cp_is(c, i, CP_MODULE) || cp_is(c, i, CP_PACKAGE)) {
        return cp_str(c, c->pool[i].a);
    }
    return STR("");
}

struct cp_ref cp_ref_of(const struct cf_class *c, u4 i) {
    const struct cp_entry *e = &c->pool[i];
    const struct cp_entry *nt = &c->pool[e->b];
    bool dynamic = e->tag == CP_DYNAMIC || e->tag == CP_INVOKE_DYNAMIC;
    return (struct cp_ref){
        dynamic ? STR("") : cp_name_of(c, e->a),
        cp_str(c, nt->a),
        cp_str(c, nt->b),
    };
}

bool cp_is_constructor(const struct cf_class *c, u4 i) {
    return (cp_is(c, i, CP_METHODREF) || cp_is(c, i, CP_INTERFACE_METHODREF)) &&
           str_eq(cp_ref_of(c, i).name, STR("<init>"));
}

bool cf_find_attr(const struct cf_class *c, u4 at, struct str name,
                  struct bytes *body) {
    struct cursor cur = cur_of(c->in);
    cur_skip(&cur, at);
    for (u4 n = cur_u2(&cur); n && cur_ok(&cur); n--) {
        u4 i = cur_u2(&cur);
        *body = cur_bytes(&cur, cur_u4(&cur));
        if (cur_ok(&cur) && cp_is(c, i, CP_UTF8) &&
            str_eq(cp_str(c, i), name)) {
            return true;
        }
    }
    return false;
}

struct str cf_source(const struct cf_class *c) {
    struct bytes body;
    bool has = cf_find_attr(c, c->at, STR("SourceFile"), &body) && body.n == 2;
    u4 i = has ? (u4)body.p[0] << 8 | body.p[1] : 0;
    return i && cp_is(c, i, CP_UTF8) ? cp_str(c, i) : STR("");
}

bool cf_find_code(struct cf_class *c, const struct cf_member *m,
                  struct bytes *body) {
    struct attr_iter it = attr_each(c, m->at, 'M');
    for (struct cf_attr a; attr_next(&it, &a);) {
        if (a.kind == ATTR_Code) {
            *body = attr_body(c, &a);
            return true;
        }
    }
    return false;
}

struct place cf_place(const struct cf_class *c, const struct cf_member *m,
                      const struct place *at) {
    struct place p = *at;
    p.name = cp_str(c, m->name);
    p.desc = cp_str(c, m->desc);
    p.byte = NO_BYTE;
    return p;
}
