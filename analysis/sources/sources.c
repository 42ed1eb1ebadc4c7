// SPDX-License-Identifier: MIT
// Where classes come from: look-up, and the lists of what there is.
#include "analysis/sources/sources.h"

#include "analysis/base/file.h"
#include "analysis/base/mem.h"
#include "analysis/sources/sources_priv.h"
#include "analysis/table/intern.h"

static void init(struct sources *s, const struct src_spec *spec,
                 struct diag *d) {
    s->diag = d;
    s->patch_jdk = spec->patch_jdk;
    s->is_component = spec->is_component;
    s->context = spec->context;
    arena_init(&s->arena);
    arena_init(&s->scratch);
    archives_init(&s->archives, d);
    names_init(&s->classes);
    names_init(&s->jdk_classes);
    names_init(&s->package_of);
    names_init(&s->module_origin);
    names_init(&s->described);
    intern_init(&s->exported, 0);
    names_init(&s->opened);
}

struct sources *src_open(const struct src_spec *spec, struct diag *d) {
    struct sources *s = MEM_NEW(struct sources);
    init(s, spec, d);
    if (jdk_open(s, spec->jdk) && classpath_open(s, spec) &&
        jdk_mark_components(s)) {
        return s;
    }
    src_close(s);
    return NULL;
}

void src_close(struct sources *s) {
    if (!s) {
        return;
    }
    archives_release(&s->archives);
    jimage_close(&s->image);
    vec_free(&s->origins);
    vec_free(&s->rows);
    vec_free(&s->resource_files);
    vec_free(&s->packages);
    vec_free(&s->jrts);
    vec_free(&s->looked);
    names_release(&s->classes);
    names_release(&s->jdk_classes);
    names_release(&s->package_of);
    names_release(&s->module_origin);
    names_release(&s->described);
    intern_release(&s->exported);
    names_release(&s->opened);
    mem_free(s->unpacked);
    mem_free(s->unpacked_state);
    for (int i = 0; i < SRC_N_PARTS; i++) {
        vec_free(&s->names[i]);
    }
    vec_free(&s->services);
    arena_release(&s->arena);
    arena_release(&s->scratch);
    mem_free(s);
}

bool src_failed(const struct sources *s) {
    return s->failed || s->archives.failed;
}

u4 src_release(const struct sources *s) {
    return s->release;
}

struct str src_jdk_home(const struct sources *s) {
    return str_of(s->jdk.home);
}

struct str src_main_class(const struct sources *s, u4 component) {
    u4 o =
        component < s->n_components ? s->component_origin[component] : NO_ROW;
    return o == NO_ROW ? STR("") : s->origins.v[o].main_class;
}

struct src_held src_component_held(const struct sources *s, u4 component) {
    u4 o = s->component_origin[component];
    if (o == NO_ROW) {
        return (struct src_held){0};
    }
    return s->origins.v[o].held;
}

// Where a class was found: in a row, or else in the image.
struct where {
    struct row *row;
    struct jimage_entry e;
    u4 origin;
    u1 part;
};

static bool in_row(struct sources *s, const u4 *i, u1 part, struct where *w) {
    if (i) {
        w->row = &s->rows.v[*i];
        w->origin = w->row->origin;
        w->part = part;
    }
    return i != NULL;
}

static bool in_package(struct sources *s, const struct package *p,
                       struct str name, struct where *w) {
    if (s->jdk.kind == JDK_JMODS) {
        return in_row(s, names_find(&s->jdk_classes, name), p->part, w);
    }
    w->row = NULL;
    w->origin = p->origin;
    w->part = p->part;
    return jdk_locate(s, p, name, &w->e);
}

static bool find_first(struct sources *s, struct str name, struct where *w) {
    const struct package *p =
        jdk_is_modular(s) ? jdk_package(s, package_part(name)) : NULL;
    if (p && !s->patch_jdk) {
        return in_package(s, p, name, w);
    }
    const u4 *i = names_find(&s->classes, name);
    u1 part = i ? s->origins.v[s->rows.v[*i].origin].part : 0;
    if (i && part == SRC_COMPONENT && s->patch_jdk) {
        return in_row(s, i, part, w);
    }
    if (p) {
        return in_package(s, p, name, w);
    }
    // The rows of jmods belong to packages, and those are ruled out.
    const u4 *of_jdk =
        s->jdk.kind == JDK_RT ? names_find(&s->jdk_classes, name) : NULL;
    return in_row(s, of_jdk, SRC_JDK, w) || in_row(s, i, part, w);
}

static bool locate(struct sources *s, struct str name, struct where *w) {
    if (!find_first(s, name, w)) {
        return false;
    }
    if (w->part == SRC_COMPONENT && s->is_component &&
        !s->is_component(s->context, name)) {
        w->part = s->origins.v[w->origin].is_module ? SRC_JDK : SRC_LIBRARY;
    }
    return true;
}

bool src_has(struct sources *s, struct str name) {
    struct where w;
    return locate(s, name, &w);
}

bool src_has_in(struct sources *s, struct str name, enum src_part *part) {
    struct where w;
    bool has = locate(s, name, &w);
    *part = has ? w.part : SRC_N_PARTS;
    return has;
}

bool src_find(struct sources *s, struct str name, struct src_class *out) {
    struct where w;
    if (!locate(s, name, &w)) {
        return false;
    }
    bool jdk = w.part == SRC_JDK || s->origins.v[w.origin].is_module;
    *out = (struct src_class){.origin = w.origin, .part = w.part, .jdk = jdk};
    if (w.row) {
        bool ok = row_read(s, w.row);
        out->bytes = w.row->bytes;
        return ok;
    }
    return jdk_read(s, &w.e, w.origin, name, &out->bytes);
}

struct place src_place(struct sources *s, u4 origin, struct str name) {
    const struct origin *o = &s->origins.v[origin];
    bool in_image = o->is_module && !o->archive;
    struct place at = {.file = in_image ? s->image.path : str_of(o->path),
                       .byte = NO_BYTE};
    const struct names *table =
        o->part == SRC_JDK ? &s->jdk_classes : &s->classes;
    const u4 *i = in_image ? NULL : names_find(table, name);
    if (i && s->rows.v[*i].origin == origin) {
        at.entry = s->rows.v[*i].entry;
        return at;
    }
    struct str module = {o->name.p + 5, o->name.n - 5};
    at.entry =
        str_of(in_image ? arena_printf(&s->arena, "%.*s/%.*s.class",
                                       STR_F(module), STR_F(name))
                        : arena_printf(&s->arena, "%.*s.class", STR_F(name)));
    return at;
}

bool src_is_opened(const struct sources *s, const char *path) {
    bool is = false;
    for (size_t i = 0; i < s->origins.n && !is; i++) {
        is = file_is_same(path, s->origins.v[i].path);
    }
    return is;
}

const char *src_looked(const struct sources *s, size_t i) {
    return i < s->looked.n ? s->looked.v[i] : NULL;
}

struct str src_origin_name(const struct sources *s, u4 origin) {
    return s->origins.v[origin].name;
}

static bool is_info(struct str name) {
    struct str base = str_base(name);
    return str_eq(base, STR("package-info")) ||
           str_eq(base, STR("module-info"));
}

static void list_rows(struct sources *s, enum src_part part) {
    for (size_t i = 0; i < s->rows.n; i++) {
        struct where w;
        struct str name = s->rows.v[i].name;
        if (!is_info(name) && locate(s, name, &w) && w.part == part &&
            w.row == &s->rows.v[i]) {
            vec_push(&s->names[part], name);
        }
    }
}

// The name of a class of the image, "" if e is none.
static struct str class_of(struct sources *s, const struct jimage_entry *e) {
    if (!str_eq(jimage_string(&s->image, e->extension), STR("class"))) {
        return STR("");
    }
    struct str parent = jimage_string(&s->image, e->parent);
    struct str base = jimage_string(&s->image, e->base);
    if (parent.n == 0) {
        return base;
    }
    // All classes of a JDK come by: printf takes ten times as long.
    struct str name = {NULL, parent.n + 1 + base.n};
    char *p = ARENA_ARRAY(&s->arena, char, name.n);
    memcpy(p, parent.p, parent.n);
    p[parent.n] = '/';
    memcpy(p + parent.n + 1, base.p, base.n);
    name.p = p;
    return name;
}

// Is it this entry that the name is found by? One module has a package, and if all of it
// is the JDK's, its classes need not be looked for.
static bool is_found(struct sources *s, const struct jimage_entry *e,
                     struct str name, enum src_part part) {
    const struct package *p = jdk_package(s, package_part(name));
    if (p && p->part == SRC_JDK && !s->patch_jdk) {
        return part == SRC_JDK && str_eq(jimage_string(&s->image, e->module),
                                         jdk_module_name(s, p->origin));
    }
    struct where w;
    return locate(s, name, &w) && !w.row && w.part == part &&
           w.e.index == e->index;
}

static void list_image(struct sources *s, enum src_part part) {
    for (u4 i = 0; i < s->image.table_length; i++) {
        struct jimage_entry e;
        if (!jimage_entry_get(&s->image, i, &e, s->diag)) {
            continue;
        }
        struct str name = class_of(s, &e);
        if (name.n && !is_info(name) && is_found(s, &e, name, part)) {
            vec_push(&s->names[part], name);
        }
    }
}

// A component has no class of the image if it names no module.
static bool is_in_image(const struct sources *s, enum src_part part) {
    return s->jdk.kind == JDK_IMAGE &&
           (part == SRC_JDK || (part == SRC_COMPONENT && s->jrts.n));
}

struct src_iter src_each(struct sources *s, enum src_part part) {
    if (!s->is_listed[part]) {
        s->is_listed[part] = true;
        list_rows(s, part);
        if (is_in_image(s, part)) {
            list_image(s, part);
        }
    }
    return (struct src_iter){s, part, 0};
}

bool src_next(struct src_iter *it, struct str *name) {
    if (it->next >= it->s->names[it->part].n) {
        return false;
    }
    *name = it->s->names[it->part].v[it->next++];
    return true;
}
