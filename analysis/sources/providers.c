// SPDX-License-Identifier: MIT
// Which classes provide which services: META-INF/services, and `provides` of
// modules (JVMS 4.7.25).
#include "analysis/base/cursor.h"
#include "analysis/classfile/classfile.h"
#include "analysis/sources/sources_priv.h"

#include <string.h>

struct gathering {
    struct sources *s;
    struct names seen;  // "service provider"
    u4 origin;
};

static void add(struct gathering *g, struct str service, struct str provider) {
    struct sources *s = g->s;
    const char *key =
        arena_printf(&s->arena, "%.*s %.*s", STR_F(service), STR_F(provider));
    if (names_add(&g->seen, str_of(key))) {
        *vec_more(&s->services) = (struct src_service){
            {key, service.n}, {key + service.n + 1, provider.n}, g->origin};
    }
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

// The name in a line of a provider file, "" if there is none.
static struct str name_in(struct str line) {
    const char *hash = memchr(line.p, '#', line.n);
    line.n = hash ? (size_t)(hash - line.p) : line.n;
    while (line.n && is_blank(line.p[line.n - 1])) {
        line.n--;
    }
    while (line.n && is_blank(line.p[0])) {
        line = (struct str){line.p + 1, line.n - 1};
    }
    return line;
}

static struct str slashed(struct sources *s, struct str name) {
    char *p = arena_cstr(&s->scratch, name);
    for (size_t i = 0; i < name.n; i++) {
        p[i] = p[i] == '.' ? '/' : p[i];
    }
    return (struct str){p, name.n};
}

static void read_file(struct gathering *g, const struct resource_file *f) {
    struct sources *s = g->s;
    struct row r = {.entry = f->entry, .origin = f->origin, .index = f->index};
    g->origin = f->origin;
    if (!row_read(s, &r)) {
        return;
    }
    struct str service = slashed(s, str_base(f->entry));
    struct str text = {(const char *)r.bytes.p, r.bytes.n};
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        struct str name = name_in((struct str){text.p, n});
        if (name.n && name.n <= UINT16_MAX) {
            add(g, service, slashed(s, name));
        }
        n += end != NULL;
        text = (struct str){text.p + n, text.n - n};
    }
    arena_reset(&s->scratch);
}

// Exports and opens: each a package, flags, and modules that it is for.
static void skip_packages(struct cursor *c) {
    u4 n = cur_u2(c);
    while (n-- && cur_ok(c)) {
        cur_skip(c, 4);
        cur_skip(c, 2 * (size_t)cur_u2(c));
    }
}

static void read_provides(struct gathering *g, struct module *m) {
    struct cursor *cur = &m->at;
    skip_packages(cur);
    skip_packages(cur);
    cur_skip(cur, 2 * (size_t)cur_u2(cur));  // uses
    u4 n = cur_u2(cur);
    while (n-- && cur_ok(cur)) {
        struct str service = cp_name_of(&m->c, cur_u2(cur));
        u4 n_with = cur_u2(cur);
        while (n_with-- && cur_ok(cur)) {
            struct str provider = cp_name_of(&m->c, cur_u2(cur));
            if (service.n && provider.n) {
                add(g, service, provider);
            }
        }
    }
}

static void read_module(struct gathering *g, struct bytes b, u4 origin) {
    struct sources *s = g->s;
    struct module m;
    g->origin = origin;
    if (module_read(s, b, origin, &m)) {
        read_provides(g, &m);
    }
    arena_reset(&s->scratch);
}

static void read_image(struct gathering *g) {
    struct sources *s = g->s;
    for (u4 i = 0; i < s->image.table_length; i++) {
        struct jimage_entry e;
        struct bytes b;
        if (!jimage_entry_get(&s->image, i, &e, s->diag) ||
            !str_eq(jimage_string(&s->image, e.base), STR("module-info")) ||
            jimage_string(&s->image, e.parent).n) {
            continue;
        }
        u4 origin = jdk_module(s, jimage_string(&s->image, e.module));
        if (jdk_read(s, &e, origin, STR("module-info"), &b)) {
            read_module(g, b, origin);
        }
    }
}

// Those of jars, folders and jmods, whether they will be run as modules or not.
static void read_modules(struct gathering *g) {
    struct sources *s = g->s;
    for (u4 i = 0; i < s->origins.n; i++) {
        const struct origin *o = &s->origins.v[i];
        struct row r = {
            .entry = o->module_info, .origin = i, .index = o->module_index};
        if (o->module_info.n && row_read(s, &r)) {
            read_module(g, r.bytes, i);
        }
    }
}

const struct src_service *src_services(struct sources *s, u4 *n) {
    if (!s->services_built) {
        struct gathering g = {.s = s};
        names_init(&g.seen);
        for (size_t i = 0; i < s->resource_files.n; i++) {
            const struct resource_file *f = &s->resource_files.v[i];
            if (f->kind == SRC_SERVICES &&
                str_starts(f->entry, STR("META-INF/services/"))) {
                read_file(&g, f);
            }
        }
        read_modules(&g);
        if (s->jdk.kind == JDK_IMAGE) {
            read_image(&g);
        }
        names_release(&g.seen);
        s->services_built = true;
    }
    *n = s->services.n;
    return s->services.v;
}
