// SPDX-License-Identifier: MIT
// dumpflow.c - graph --dump-method: the value-flow form of methods.
#include "rewriter/stats/dumpflow.h"

#include "analysis/classfile/classfile.h"
#include "analysis/flow/flow.h"
#include "rewriter/driver/pattern.h"

#include <stdio.h>

enum { LONGEST_DUMP = 1 << 30 };

struct wanted {
    struct str class, name, desc;  // the last two "" if not given
    // Shop.sell(int), or what class stands in front is not known.
    const struct pattern *pattern;
};

// A class name has no dots but those between packages, which may be written
// for '/': what is behind the last one is the method, if that is no class.
static struct wanted split(struct sources *src, struct str which,
                           struct arena *a) {
    struct wanted w = {.desc = STR(""), .name = STR("")};
    const char *colon = memchr(which.p, ':', which.n);
    size_t n = colon ? (size_t)(colon - which.p) : which.n;
    if (colon) {
        w.desc = (struct str){colon + 1, which.n - n - 1};
    }
    char *class = arena_cstr(a, (struct str){which.p, n});
    for (char *p = class; *p; p++) {
        *p = *p == '.' ? '/' : *p;
    }
    w.class = str_of(class);
    if (!colon && src_has(src, w.class)) {
        return w;
    }
    size_t at = n;
    while (at > 0 && which.p[at - 1] != '.' && which.p[at - 1] != '#') {
        at--;
    }
    if (at > 0) {
        w.name = (struct str){which.p + at, n - at};
        w.class.n = at - 1;
    }
    return w;
}

struct dump {
    const struct wanted *w;
    struct str class;  // that is read
    struct cf_class c;
    struct arena *mem;
    struct arena arena, scratch;
    struct emit text;
    struct diag *d;
};

static bool is_wanted(const struct dump *p, const struct cf_class *c,
                      const struct cf_member *m) {
    const struct wanted *w = p->w;
    if (w->pattern) {
        const char *text =
            arena_printf(p->mem, "%.*s.%.*s:%.*s", STR_F(p->class),
                         STR_F(cp_str(c, m->name)), STR_F(cp_str(c, m->desc)));
        return pattern_takes(w->pattern, str_of(text));
    }
    return (w->name.n == 0 || str_eq(w->name, cp_str(c, m->name))) &&
           (w->desc.n == 0 || str_eq(w->desc, cp_str(c, m->desc)));
}

// False if a form could not be built.
static bool dump_class(struct dump *p, const struct place *class_at,
                       u4 *n_found) {
    bool ok = true;
    for (u4 i = 0; i < p->c.n_methods; i++) {
        const struct cf_member *m = &p->c.methods[i];
        if (!is_wanted(p, &p->c, m)) {
            continue;
        }
        struct flow f;
        const struct flow_env env = {&p->arena, &p->scratch, class_at, p->d};
        (*n_found)++;
        if (flow_build(&f, &p->c, m, &env)) {
            flow_print(&f, &p->c, m, &p->text);
        } else {
            ok = false;
        }
    }
    return ok;
}

// False, reported, if it cannot be read. What is no class is none of the wanted.
static bool look_into(struct dump *p, struct sources *src, struct str class,
                      u4 *n_found) {
    struct src_class found;
    p->class = class;
    if (!src_find(src, class, &found)) {
        return true;
    }
    struct place at = src_place(src, found.origin, class);
    return cf_parse(&p->c, found.bytes, CF_ALL, &p->arena, &at, p->d) &&
           dump_class(p, &at, n_found);
}

// The component's classes whose methods may be meant.
static bool look_into_all(struct dump *p, struct sources *src, u4 *n_found) {
    struct src_iter it = src_each(src, SRC_COMPONENT);
    bool ok = true;
    for (struct str class; ok && src_next(&it, &class);) {
        ok = look_into(p, src, class, n_found);
    }
    return ok;
}

bool dump_methods(struct sources *src, struct str which, struct diag *d) {
    struct arena mem;
    arena_init(&mem);
    struct dump p = {.d = d, .mem = &mem};
    u4 n = 0;
    arena_init(&p.arena);
    arena_init(&p.scratch);
    emit_init(&p.text, LONGEST_DUMP);
    struct wanted w = split(src, which, &mem);
    const struct pattern loose = {.text = arena_cstr(&mem, which),
                                  .loose = true};
    p.w = &w;
    bool ok = look_into(&p, src, w.class, &n);
    if (ok && n == 0 && pattern_is_text(loose.text)) {
        w.pattern = &loose;
        ok = look_into_all(&p, src, &n);
    }
    if (ok && n) {
        fwrite(p.text.p, 1, p.text.n, stdout);
    } else if (n == 0) {
        struct place at = {.file = which, .byte = NO_BYTE};
        diag_report(d, NO_METHOD, &at);
        ok = false;
    }
    emit_release(&p.text);
    arena_release(&p.arena);
    arena_release(&p.scratch);
    arena_release(&mem);
    return ok;
}
