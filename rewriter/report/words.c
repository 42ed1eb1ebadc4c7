// SPDX-License-Identifier: MIT
// words.c - classes, methods and places as reports name them to people.
//
// For people escapes of the plan (\s and its like) stay: a name is one word of one
// line.
#include "rewriter/report/report.h"

#include "analysis/base/emit.h"
#include "analysis/base/shown.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"
#include "rt-native/shared.h"

#include <inttypes.h>
#include <unistd.h>

const struct report_format report_formats[N_REPORT_FILES] = {
#define FORMAT(id, writer, mark) [REPORT_##id] = {writer, mark},
#include "rewriter/report/formats.def"
};

static struct str part(struct str s, size_t from, size_t to) {
    return (struct str){s.p + from, to - from};
}

// --- Names of methods --------------------------------------------------------

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

struct report_name report_parts(struct str name) {
    struct report_name r = {.method = name};
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

struct str report_run_id(struct arena *mem, const struct pool_run *r) {
    return str_of(arena_printf(mem, "%016" PRIx64, r->id));
}

const char *report_plan_name(const struct report *r, u4 plan) {
    return arena_printf(r->mem, "plan%u", plan);
}

// Bytes that two paths begin with, as whole folders.
static size_t same_begin(const char *one, const char *other) {
    size_t n = 0;
    for (size_t i = 0; one[i] && one[i] == other[i]; i++) {
        n = one[i] == '/' ? i + 1 : n;
    }
    return n;
}

// Bytes that they end with, as whole names with the '/' in front.
static size_t same_end(const char *one, const char *other) {
    size_t n = strlen(one), m = strlen(other), same = 0;
    for (size_t i = 1; i <= n && i <= m && one[n - i] == other[m - i]; i++) {
        same = one[n - i] == '/' ? i : same;
    }
    return same;
}

// What of its path tells a plan from those whose components are called alike; empty if
// there are none.
static struct str own_part(const struct report *r, u4 plan) {
    const struct cover *c = r->cover[plan];
    struct str inputs = chains_option(c->plan, "inputs"), part = STR("");
    size_t begin = SIZE_MAX, end = SIZE_MAX;
    for (u4 i = 0; i < r->n; i++) {
        const struct cover *other = r->cover[i];
        if (i != plan && str_eq(chains_option(other->plan, "inputs"), inputs)) {
            size_t n = same_begin(c->path, other->path),
                   m = same_end(c->path, other->path);
            begin = n < begin ? n : begin;
            end = m < end ? m : end;
            part = str_of(c->path);
        }
    }
    if (part.n) {
        end = begin + end < part.n ? end : 0;
        part = (struct str){part.p + begin, part.n - begin - end};
    }
    return part;
}

const char *report_plan_title(const struct report *r, u4 plan) {
    struct str inputs = chains_option(r->cover[plan]->plan, "inputs"),
               part = own_part(r, plan);
    const char *name = r->n > 1 ? report_plan_name(r, plan) : "";
    return arena_printf(r->mem, "%s%s%.*s%s%.*s%s", name, *name ? ": " : "",
                        STR_F(inputs), part.n ? " (" : "", STR_F(part),
                        part.n ? ")" : "");
}

// --- For programs ------------------------------------------------------------

struct str report_escaped(struct arena *mem, struct str name) {
    return shown_str(mem, shown_word(mem, name));
}

struct str report_plain(struct arena *mem, struct str name) {
    return shown_undo(mem, name, true);
}

// The file of a class that does not name it: that of the class around it.
static struct str guess_file(struct arena *mem, struct str class) {
    struct str s = str_base(class);
    const char *inner = s.n > 1 ? memchr(s.p + 1, '$', s.n - 1) : NULL;
    s.n = inner ? (size_t)(inner - s.p) : s.n;
    return str_of(arena_printf(mem, "%.*s.java", STR_F(s)));
}

struct str report_file_name(struct arena *mem, const struct plan *p, u4 class) {
    const struct plan_class *c = &p->class[class];
    struct str name = report_plain(mem, chains_string(p, c->name));
    struct str file = report_plain(mem, chains_string(p, c->source));
    if (!file.n) {
        file = guess_file(mem, name);
    }
    name.n -= str_base(name).n;
    return str_of(arena_printf(mem, "%.*s%.*s", STR_F(name), STR_F(file)));
}

// The file below the first folder that has it; nothing if none has.
static struct str find_file(const struct report *r, struct str file) {
    for (size_t i = 0; i < r->n_sources; i++) {
        struct str dir = str_of(r->sources[i]);
        while (dir.n > 1 && dir.p[dir.n - 1] == '/') {
            dir.n--;
        }
        const char *in =
            arena_printf(r->mem, "%.*s/%.*s", STR_F(dir), STR_F(file));
        if (access(in, F_OK) == 0) {
            return str_of(in);
        }
    }
    return STR("");
}

struct str report_file(const struct report *r, const struct plan *p, u4 class) {
    struct str file = report_file_name(r->mem, p, class);
    struct str found = find_file(r, file);
    return found.n ? found : file;
}

bool report_has_sources(const struct report *r) {
    for (u4 i = 0; i < r->n; i++) {
        const struct plan *p = r->cover[i]->plan;
        for (u4 c = 1; c < p->n[PLAN_CLASS]; c++) {
            if (find_file(r, report_file_name(r->mem, p, c)).n) {
                return true;
            }
        }
    }
    return false;
}

// --- For people --------------------------------------------------------------

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

static void put_method(struct emit *e, const struct report_name *r) {
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

struct str report_method(struct arena *mem, struct str name) {
    struct report_name r = report_parts(name);
    struct emit e;
    emit_init(&e, SIZE_MAX / 2);
    put_method(&e, &r);
    return finish(&e, mem);
}

struct str report_class(struct arena *mem, struct str name) {
    static const char *const kind[] = {LAMBDA_PREFIX, PROXY_PREFIX,
                                       CLIENT_PREFIX};
    struct str of = name;
    struct emit e;
    emit_init(&e, SIZE_MAX / 2);
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        if (str_starts(name, str_of(kind[i]))) {
            of = part(name, strlen(kind[i]), name.n);
            put(&e, str_of(kind[i]));
            break;
        }
    }
    // A lambda is called by its method. What a run told may be cut anywhere.
    struct report_name r = report_parts(of);
    if (of.p != name.p && r.descriptor.n) {
        put_method(&e, &r);
    } else if (of.n && of.p[0] == '[' && type_end(of, 0) == of.n) {
        put_type(&e, of, true);
    } else {
        put_dotted(&e, of);
    }
    return finish(&e, mem);
}

// --- Places ------------------------------------------------------------------

// "Foo.java:12"; where the file is not known the class, where the line is not the
// offset in code, if there is one.
static struct str place(struct arena *mem, const struct plan *p, u4 method,
                        u4 line, s8 offset) {
    const struct plan_class *c = &p->class[p->method[method].class];
    struct str file = chains_string(p, c->source);
    if (!file.n) {
        file = simple(chains_string(p, c->name));
    }
    char number[24] = "";
    if (line) {
        snprintf(number, sizeof number, ":%u", line);
    } else if (offset >= 0) {
        snprintf(number, sizeof number, " @%lld", (long long)offset);
    }
    struct emit e;
    emit_init(&e, SIZE_MAX / 2);
    put(&e, file);
    put(&e, str_of(number));
    return finish(&e, mem);
}

struct str report_place(struct arena *mem, const struct plan *p, u4 site) {
    const struct plan_site *s = &p->site[site];
    return place(mem, p, s->method, s->line, s->pc);
}

const char *report_which_call(struct arena *mem, const struct plan *p,
                              u4 site) {
    const struct plan_site *s = &p->site[site];
    const struct plan_method *m = &p->method[s->method];
    u4 n = 0, at = 1;
    for (u4 i = 0; s->line && i < m->n_sites; i++) {
        const struct plan_site *x = &p->site[m->first_site + i];
        bool alike = x->line == s->line && x->called == s->called;
        n += alike;
        at += alike && x->pc < s->pc;
    }
    return n > 1 ? arena_printf(mem, " (call %u of %u)", at, n) : "";
}

struct str report_method_place(struct arena *mem, const struct plan *p,
                               u4 method) {
    return place(mem, p, method, p->method[method].line, -1);
}
