// SPDX-License-Identifier: MIT
// What factories of the JDK make by default (factories.def): classes whose names nobody can
// follow, once code outside of the JDK names what they are for.
#include "analysis/effects/effects_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/reach/reach.h"
#include "analysis/sources/sources.h"
#include "analysis/world/world.h"

struct opener {
    enum factory_group group;
    const char *what;
};

static const struct opener names[] = {
#define NAMES(id, what) {FACTORY_##id, what},
#include "analysis/effects/factories.def"
};

static const struct opener says[] = {
#define SAYS(id, pattern) {FACTORY_##id, pattern},
#include "analysis/effects/factories.def"
};

static const struct {
    const char *constant, *tag;
} locales[] = {
#define LOCALE(constant, tag) {constant, tag},
#include "analysis/effects/factories.def"
};

enum row_kind { ROW_CLASS, ROW_BELOW, ROW_LOCALES };

struct factory_row {
    enum factory_group group;
    enum row_kind kind;
    const char *maker, *what, *type;
};

static const struct factory_row rows[] = {
#define MAKES(id, maker, class, run) \
    {FACTORY_##id, ROW_CLASS, maker, class, NULL},
#define MAKES_BELOW(id, maker, package, type, run) \
    {FACTORY_##id, ROW_BELOW, maker, package, type},
#define MAKES_FOR(id, maker, prefix, run) \
    {FACTORY_##id, ROW_LOCALES, maker, prefix, NULL},
#include "analysis/effects/factories.def"
};

#define N_OF(table) (sizeof(table) / sizeof *(table))

// --- What opens them ---------------------------------------------------------------

// A class, or a package with those in it.
static void see_class(struct dynamic *d, struct str name) {
    for (size_t i = 0; i < N_OF(names); i++) {
        struct str what = str_of(names[i].what);
        bool is = what.p[what.n - 1] == '/' ? str_starts(name, what)
                                            : str_eq(name, what);
        if (is) {
            effects_of(d)->is_factory_open[names[i].group] = true;
        }
    }
}

static void see_method(struct dynamic *d, struct str class, struct str name) {
    for (size_t i = 0; i < N_OF(names); i++) {
        struct str what = str_of(names[i].what);
        if (what.n == class.n + 1 + name.n && what.p[class.n] == '.' &&
            str_starts(what, class) && str_ends(what, name)) {
            effects_of(d)->is_factory_open[names[i].group] = true;
        }
    }
}

// Letters may be large or small.
static bool is_said(struct str text, struct str what) {
    bool is = text.n == what.n;
    for (size_t i = 0; is && i < text.n; i++) {
        char c = text.p[i];
        is = (c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c) == what.p[i];
    }
    return is;
}

static void see_text(struct dynamic *d, struct str text) {
    for (size_t i = 0; i < N_OF(says); i++) {
        if (is_said(text, str_of(says[i].what))) {
            effects_of(d)->is_factory_open[says[i].group] = true;
        }
    }
}

// All rows for locales count anew.
static void add_locale(struct dynamic *d, const char *tag) {
    for (u4 i = 0; i < effects_of(d)->locale.n; i++) {
        if (str_eq(effects_of(d)->locale.v[i], str_of(tag))) {
            return;
        }
    }
    vec_push(&effects_of(d)->locale, str_of(tag));
    for (u4 i = 0; i < effects_of(d)->is_made.n; i++) {
        effects_of(d)->is_made.v[i] &= rows[i].kind != ROW_LOCALES;
    }
}

static void see_locale(struct dynamic *d, struct str constant) {
    for (size_t i = 0; i < N_OF(locales); i++) {
        if (str_eq(constant, str_of(locales[i].constant))) {
            add_locale(d, locales[i].tag);
        }
    }
}

void factories_see(struct dynamic *d, class_id c) {
    const struct cf_class *cf = d->w->class.v[c].cf;
    for (u4 i = 1; i < cf->n_pool; i++) {
        switch (cf->pool[i].tag) {
        case CP_CLASS:
            see_class(d, cp_name_of(cf, i));
            break;
        case CP_STRING:
            see_text(d, cp_name_of(cf, i));
            break;
        case CP_METHODREF:
            see_method(d, cp_ref_of(cf, i).owner, cp_ref_of(cf, i).name);
            break;
        case CP_FIELDREF:
            if (str_eq(cp_ref_of(cf, i).owner, STR("java/util/Locale"))) {
                see_locale(d, cp_ref_of(cf, i).name);
            }
            break;
        default:
            break;
        }
    }
}

// --- What they make ----------------------------------------------------------------

static void make(struct dynamic *d, method_id by, class_id c) {
    struct world *w = d->w;
    world_load(w, c);
    const struct world_class k = w->class.v[c];
    for (u4 i = 0; i < k.n_methods && world_is_concrete(w, c); i++) {
        const struct world_method m = w->method.v[k.method + i];
        if (str_eq(world_sig_name(w, m.sig), STR("<init>")) &&
            (m.access_flags & ACC_PUBLIC ||
             str_eq(world_sig_desc(w, m.sig), STR("()V")))) {
            solve_call(d->s, by, SITE_NO_PC, EDGE_REFLECT, k.method + i);
        }
    }
}

static void make_named(struct dynamic *d, method_id by, struct str name) {
    if (src_has(d->w->src, name)) {
        make(d, by, world_class(d->w, name));
    }
}

static void make_below(struct dynamic *d, method_id by, const char *package,
                       const char *type) {
    struct world *w = d->w;
    struct str name;
    class_id top = world_class(w, str_of(type));
    world_load(w, top);
    for (struct src_iter it = src_each(w->src, SRC_JDK);
         src_next(&it, &name);) {
        if (str_starts(name, str_of(package))) {
            class_id c = world_class(w, name);
            world_load(w, c);
            if (world_is_subtype(w, c, top)) {
                make(d, by, c);
            }
        }
    }
}

// For de_DE those for de, too.
static void make_for_locales(struct dynamic *d, method_id by,
                             const char *prefix) {
    for (u4 i = 0; i < effects_of(d)->locale.n; i++) {
        struct str tag = effects_of(d)->locale.v[i];
        const char *end = memchr(tag.p, '_', tag.n);
        size_t n = end ? (size_t)(end - tag.p) : tag.n;
        struct arena *a = &d->arena;
        make_named(d, by,
                   str_of(arena_printf(a, "%s_%.*s", prefix, STR_F(tag))));
        make_named(d, by,
                   str_of(arena_printf(a, "%s_%.*s", prefix, (int)n, tag.p)));
    }
}

static void apply(struct dynamic *d, const struct factory_row *row,
                  method_id by) {
    switch (row->kind) {
    case ROW_CLASS:
        make_named(d, by, str_of(row->what));
        break;
    case ROW_BELOW:
        make_below(d, by, row->what, row->type);
        break;
    case ROW_LOCALES:
        make_for_locales(d, by, row->what);
        break;
    }
}

// The method of that name that can run, or 0.
static method_id maker_of(const struct dynamic *d,
                          const struct factory_row *row) {
    const struct world *w = d->w;
    const char *dot = strchr(row->maker, '.');
    struct str class = {row->maker, (size_t)(dot - row->maker)};
    class_id c = intern_find(&w->name, class, STR(""));
    const struct world_class none = {0};
    const struct world_class k = c ? w->class.v[c] : none;
    for (u4 i = 0; i < k.n_methods; i++) {
        method_id m = k.method + i;
        if (str_eq(world_sig_name(w, w->method.v[m].sig), str_of(dot + 1)) &&
            solve_node_of(d->s, m)) {
            return m;
        }
    }
    return 0;
}

void factories_run(struct dynamic *d) {
    vec_cover(&effects_of(d)->is_made, (u4)N_OF(rows));
    add_locale(d, "en_US");  // the default
    for (u4 i = 0; i < N_OF(rows); i++) {
        bool waits = effects_of(d)->is_factory_open[rows[i].group] &&
                     !effects_of(d)->is_made.v[i];
        method_id by = waits ? maker_of(d, &rows[i]) : 0;
        if (by) {
            effects_of(d)->is_made.v[i] = true;
            apply(d, &rows[i], by);
        }
    }
}
