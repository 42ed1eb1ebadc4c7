// SPDX-License-Identifier: MIT
// Which members code may use by reflection.
#include "analysis/world/visible.h"

#include "analysis/base/cursor.h"
#include "analysis/base/limits.h"
#include "analysis/classfile/classfile.h"
#include "analysis/sources/sources.h"
#include "analysis/world/access.h"
#include "analysis/world/resolve.h"

// What visible.module says of a class.
enum {
    MODULE_KNOWN = 1u << 0,
    MODULE_NAMED = 1u << 1,
    MODULE_TO_ALL = 1u << 2,  // its package is exported to all
};

void visible_init(struct visible *v, struct world *w) {
    *v = (struct visible){.w = w};
}

void visible_release(struct visible *v) {
    vec_free(&v->module);
    vec_free(&v->outermost);
}

// --- Modules ------------------------------------------------------------------

static u1 module_of(struct visible *v, class_id c) {
    struct sources *src = v->w->src;
    vec_cover(&v->module, v->w->class.n);
    u1 *known = &v->module.v[c];
    if (!*known) {
        struct str name = v->w->class.v[c].name;
        *known = MODULE_KNOWN;
        *known |= src_module(src, name).n ? MODULE_NAMED : 0;
        *known |= src_is_exported(src, name, STR("")) ? MODULE_TO_ALL : 0;
    }
    return *known;
}

bool visible_to_all(struct visible *v, class_id c) {
    return module_of(v, c) & MODULE_TO_ALL;
}

static bool is_exported(struct visible *v, class_id from, class_id c) {
    struct sources *src = v->w->src;
    if (visible_to_all(v, c)) {
        return true;
    }
    return module_of(v, from) & MODULE_NAMED &&
           src_is_exported(src, v->w->class.v[c].name,
                           src_module(src, v->w->class.v[from].name));
}

// --- Class files without nests ------------------------------------------------

static bool has_attr(const struct world *w, class_id c, struct str name,
                     struct cursor *cur) {
    const struct cf_class *cf = w->class.v[c].cf;
    struct bytes body;
    bool has = cf && cf_find_attr(cf, cf->at, name, &body);
    *cur = cur_of(has ? body : (struct bytes){0});
    return has;
}

// What the class's own row in InnerClasses (JVMS 4.7.6) says: it is a member of *outer,
// or local, with *outer 0. False: it has no row.
static bool own_row(struct world *w, class_id c, class_id *outer) {
    const struct cf_class *cf = w->class.v[c].cf;
    struct cursor cur;
    if (!has_attr(w, c, STR("InnerClasses"), &cur)) {
        return false;
    }
    for (u4 n = cur_u2(&cur); n && cur_ok(&cur); n--) {
        struct str inner = cp_name_of(cf, cur_u2(&cur));
        u2 of = cur_u2(&cur);
        cur_skip(&cur, 4);
        if (cur_ok(&cur) && str_eq(inner, w->class.v[c].name)) {
            *outer = world_class_at(w, c, of);
            return true;
        }
    }
    return false;
}

// Before version 49 no attribute says where a local class stands, but its name does:
// Outer$1, Outer$1Local.
static class_id outer_by_name(struct world *w, class_id c) {
    struct str name = w->class.v[c].name;
    class_id outer = 0;
    for (u4 n = 0; n < LIMIT_CLASS_DEPTH && !outer && name.n; n++) {
        do {
            name.n--;
        } while (name.n && name.p[name.n] != '$');
        outer = world_find_class(w, name);
    }
    return outer;
}

// The class in whose text c stands; c itself if in none.
static class_id outer_of(struct world *w, class_id c) {
    class_id outer = 0;
    struct cursor cur;
    world_load(w, c);
    if (own_row(w, c, &outer) && !outer) {
        outer = has_attr(w, c, STR("EnclosingMethod"), &cur)
                    ? world_class_at(w, c, cur_u2(&cur))
                    : outer_by_name(w, c);
    }
    return outer && resolve_same_package(w, outer, c) ? outer : c;
}

static class_id outermost_of(struct visible *v, class_id c) {
    class_id top = c, next = outer_of(v->w, c);
    for (u4 n = 0; next != top && n < LIMIT_CLASS_DEPTH; n++) {
        top = next;
        next = outer_of(v->w, top);
    }
    return top;
}

static class_id outermost(struct visible *v, class_id c) {
    vec_cover(&v->outermost, c + 1);
    if (!v->outermost.v[c]) {
        class_id top = outermost_of(v, c);
        v->outermost.v[c] = top;
    }
    return v->outermost.v[c];
}

static bool has_no_nests(const struct visible *v, class_id c) {
    const struct cf_class *cf = v->w->class.v[c].cf;
    return cf && cf->major < MAJOR_NESTS;
}

static bool are_old_mates(struct visible *v, class_id a, class_id b) {
    return (has_no_nests(v, a) || has_no_nests(v, b)) &&
           outermost(v, a) == outermost(v, b);
}

// --- Members ------------------------------------------------------------------

struct used {
    class_id class;
    u2 flags;
    bool is_constructor;
};

static bool is_allowed(struct visible *v, class_id from, struct used m,
                       class_id on) {
    struct world *w = v->w;
    if (from == m.class) {
        return true;
    }
    bool near = resolve_same_package(w, from, m.class);
    if ((!near && !(m.flags & (ACC_PUBLIC | ACC_PROTECTED))) ||
        !access_class(w, from, m.class) || !is_exported(v, from, m.class)) {
        return false;
    }
    if (m.is_constructor) {
        m.flags &= (u2)~ACC_PROTECTED;
    }
    if (!access_member(w, from, from, m.class, m.flags)) {
        return m.flags & ACC_PRIVATE && are_old_mates(v, from, m.class);
    }
    if (near || !on || m.flags & (ACC_PUBLIC | ACC_STATIC)) {
        return true;
    }
    world_load(w, on);
    return world_is_subtype(w, on, from);
}

bool visible_method(struct visible *v, class_id from, method_id m,
                    class_id on) {
    const struct world_method *wm = &v->w->method.v[m];
    struct used u = {wm->class, wm->access_flags,
                     str_eq(world_sig_name(v->w, wm->sig), STR("<init>"))};
    return is_allowed(v, from, u, on);
}

bool visible_field(struct visible *v, class_id from, field_id f, class_id on) {
    const struct world_field *wf = &v->w->field.v[f];
    struct used u = {wf->class, wf->access_flags, false};
    return is_allowed(v, from, u, on);
}
