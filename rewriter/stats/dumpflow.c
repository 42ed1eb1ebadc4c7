// SPDX-License-Identifier: MIT
// dumpflow.c - graph --dump-method: the value-flow form of methods.
#include "rewriter/stats/dumpflow.h"

#include "analysis/classfile/classfile.h"
#include "analysis/flow/flow.h"

#include <stdio.h>

enum { LONGEST_DUMP = 1 << 30 };

struct wanted {
    struct str class, name, desc;  // the last two "" if not given
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

static bool is_wanted(const struct wanted *w, const struct cf_class *c,
                      const struct cf_member *m) {
    return (w->name.n == 0 || str_eq(w->name, cp_str(c, m->name))) &&
           (w->desc.n == 0 || str_eq(w->desc, cp_str(c, m->desc)));
}

struct dump {
    const struct wanted *w;
    struct cf_class c;
    struct arena arena, scratch;
    struct emit text;
    struct diag *d;
};

// False if a form could not be built.
static bool dump_class(struct dump *p, const struct place *class_at,
                       u4 *n_found) {
    bool ok = true;
    for (u4 i = 0; i < p->c.n_methods; i++) {
        const struct cf_member *m = &p->c.methods[i];
        if (!is_wanted(p->w, &p->c, m)) {
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

bool dump_methods(struct sources *src, struct str which, struct diag *d) {
    struct dump p = {.d = d};
    struct src_class found;
    u4 n = 0;
    bool ok = false;
    arena_init(&p.arena);
    arena_init(&p.scratch);
    emit_init(&p.text, LONGEST_DUMP);
    struct wanted w = split(src, which, &p.arena);
    p.w = &w;
    if (src_find(src, w.class, &found)) {
        struct place at = src_place(src, found.origin, w.class);
        ok = cf_parse(&p.c, found.bytes, CF_ALL, &p.arena, &at, d) &&
             dump_class(&p, &at, &n);
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
    return ok;
}
