// SPDX-License-Identifier: MIT
// Names of methods and classes as people read them.
//
// Escapes of the plan (\s and its like) stay: a name is one word of one line.
#include "rewriter/chains/readable.h"

#include "analysis/base/emit.h"
#include "rt-native/shared.h"

#include <string.h>

static struct str part(struct str s, size_t from, size_t to) {
    return (struct str){s.p + from, to - from};
}

// --- Parts -------------------------------------------------------------------

// The end of the type that begins at byte i of a descriptor; 0 if none does.
static size_t type_end(struct str d, size_t i) {
    while (i < d.n && d.p[i] == '[') {
        i++;
    }
    if (i >= d.n || !strchr("BCDFIJSZL", d.p[i])) {
        return 0;
    }
    if (d.p[i] != 'L') {
        return i + 1;
    }
    const char *end = memchr(d.p + i, ';', d.n - i);
    return end ? (size_t)(end - d.p) + 1 : 0;
}

// Is it one descriptor of a method, and no more?
static bool is_descriptor(struct str d) {
    size_t i = 1;
    while (i && i < d.n && d.p[i] != ')') {
        i = type_end(d, i);
    }
    if (!i || i + 1 >= d.n) {
        return false;
    }
    return d.p[i + 1] == 'V' ? i + 2 == d.n : type_end(d, i + 1) == d.n;
}

struct readable_name readable_parts(struct str name) {
    struct readable_name r = {.method = name};
    const char *dot = name.n ? memchr(name.p, '.', name.n) : NULL;
    if (dot) {
        r.class = part(name, 0, (size_t)(dot - name.p));
        r.method = part(name, r.class.n + 1, name.n);
    }
    // A name may have a colon and a bracket itself, a descriptor as well.
    for (size_t i = 0; i + 1 < r.method.n; i++) {
        struct str rest = part(r.method, i + 1, r.method.n);
        if (r.method.p[i] == ':' && rest.p[0] == '(' && is_descriptor(rest)) {
            r.descriptor = rest;
            r.method = part(r.method, 0, i);
            break;
        }
    }
    return r;
}

// --- Text --------------------------------------------------------------------

static struct str simple(struct str class) {
    return str_base(class);
}

static void put(struct emit *e, struct str s) {
    emit_bytes(e, s.p, s.n);
}

static struct str finish(struct emit *e, struct arena *mem) {
    struct str s = arena_str(mem, (struct str){(const char *)e->p, e->n});
    emit_release(e);
    return s;
}

static void put_dotted(struct emit *e, struct str class) {
    for (size_t i = 0; i < class.n; i++) {
        put(e, class.p[i] == '/' ? STR(".") : part(class, i, i + 1));
    }
}

// A type as source code has it, with its package or without.
static void put_type(struct emit *e, struct str t, bool package) {
    static const char *const word[] = {
        ['B'] = "byte", ['C'] = "char", ['D'] = "double", ['F'] = "float",
        ['I'] = "int",  ['J'] = "long", ['S'] = "short",  ['Z'] = "boolean",
    };
    size_t dimensions = 0;
    while (t.p[dimensions] == '[') {
        dimensions++;
    }
    char c = t.p[dimensions];
    struct str class = part(t, dimensions + 1, c == 'L' ? t.n - 1 : t.n);
    if (c == 'L') {
        put_dotted(e, package ? class : simple(class));
    } else {
        put(e, str_of(word[(u1)c]));
    }
    for (size_t i = 0; i < dimensions; i++) {
        put(e, STR("[]"));
    }
}

static void put_method(struct emit *e, const struct readable_name *r) {
    if (r->class.n) {
        put(e, simple(r->class));
        put(e, STR("."));
    }
    put(e, r->method);
    if (r->descriptor.n) {
        put(e, STR("("));
        for (size_t i = 1, end; r->descriptor.p[i] != ')'; i = end) {
            end = type_end(r->descriptor, i);
            put(e, i > 1 ? STR(", ") : STR(""));
            put_type(e, part(r->descriptor, i, end), false);
        }
        put(e, STR(")"));
    }
}

static const char client_words[] = "a client's ";

// Writes how a name is meant, which a word in front of it says, and returns the name.
static struct str put_kind(struct emit *e, struct str name) {
    static const char *const kind[][2] = {
        {LAMBDA_PREFIX, LAMBDA_PREFIX},
        {PROXY_PREFIX, PROXY_PREFIX},
        {CLIENT_PREFIX, client_words},
    };
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        struct str prefix = str_of(kind[i][0]);
        if (str_starts(name, prefix)) {
            put(e, str_of(kind[i][1]));
            return part(name, prefix.n, name.n);
        }
    }
    return name;
}

struct str readable_method(struct arena *mem, struct str name) {
    struct emit e;
    emit_init(&e, SIZE_MAX / 2);
    struct readable_name r = readable_parts(put_kind(&e, name));
    put_method(&e, &r);
    return finish(&e, mem);
}

static struct str class_text(struct arena *mem, struct str name, bool package) {
    struct emit e;
    emit_init(&e, SIZE_MAX / 2);
    struct str of = put_kind(&e, name);
    // A lambda is called by its method. What a run told may be cut anywhere.
    struct readable_name r = readable_parts(of);
    if (of.p != name.p && r.descriptor.n) {
        put_method(&e, &r);
    } else if (of.n && of.p[0] == '[' && type_end(of, 0) == of.n) {
        put_type(&e, of, package);
    } else {
        put_dotted(&e, package ? of : simple(of));
    }
    return finish(&e, mem);
}

struct str readable_class(struct arena *mem, struct str name) {
    return class_text(mem, name, true);
}

struct str readable_simple_class(struct arena *mem, struct str name) {
    return class_text(mem, name, false);
}

struct str readable_undo(struct arena *mem, struct str text) {
    struct str words = str_of(client_words);
    return str_starts(text, words)
               ? str_of(arena_printf(mem, "%s%.*s", CLIENT_PREFIX,
                                     STR_F(part(text, words.n, text.n))))
               : text;
}
