// SPDX-License-Identifier: MIT
// "Any": what a call that reflects may do when nobody knows to what.
//
// There are as many such targets as classes or methods on the path, and they are nearly
// the same for all calls. So they are bundles of the solver: what all code may use, what
// that of a module may besides, what that of a package may, and what one class may.
#include "analysis/effects/effects_priv.h"

#include "analysis/reach/reach.h"
#include "analysis/sources/sources.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

// Whose members a bundle holds: all; public ones that all may use; others that a module
// may use; others that a package may use; others that a class may use.
enum scope { ALL, TO_ALL, OF_MODULE, OF_PACKAGE, OF_CLASS, N_SCOPES };

struct filling {
    struct dynamic *d;
    enum any_what what;
    enum scope scope;
    class_id from;
    bundle_id b;
};

// --- Members -----------------------------------------------------------------

static void add(const struct filling *k, method_id m) {
    struct solve *s = k->d->s;
    const struct world_method wm = k->d->w->method.v[m];
    if (k->scope == ALL && k->what == ANY_INVOKE &&
        !(wm.access_flags & ACC_STATIC)) {
        // This one, whatever the object selects.
        solve_bundle_add(s, k->b,
                         (struct solve_site){SITE_NO_PC, SITE_GROUP,
                                             EDGE_REFLECT,
                                             solve_fixed(s, wm.class, m)});
    } else {
        solve_bundle_call(s, k->b, EDGE_REFLECT, m);
    }
}

// Can such a call run m of class c at all?
static bool can_run(const struct filling *k, class_id c, method_id m) {
    const struct world *w = k->d->w;
    const struct world_method *wm = &w->method.v[m];
    bool init = str_eq(world_sig_name(w, wm->sig), STR("<init>"));
    switch (k->what) {
    case ANY_NEW:
        return init && world_is_concrete(w, c) &&
               str_eq(world_sig_desc(w, wm->sig), STR("()V"));
    case ANY_CONSTRUCT:
        return init && world_is_concrete(w, c);
    default:
        return !init && m != w->class.v[c].clinit &&
               (k->scope != ALL || !(wm->access_flags & ACC_ABSTRACT));
    }
}

// The narrowest scope that has m of class c.
static enum scope scope_of(const struct filling *k, class_id c, method_id m) {
    const struct world *w = k->d->w;
    u2 flags = w->method.v[m].access_flags;
    if (flags & ACC_PUBLIC && w->class.v[c].access_flags & ACC_PUBLIC) {
        return visible_to_all(&effects_of(k->d)->visible, c) ? TO_ALL
                                                             : OF_MODULE;
    }
    bool near = resolve_same_package(w, k->from, c);
    return near && !(flags & ACC_PRIVATE) ? OF_PACKAGE : OF_CLASS;
}

// Has class c any member of that scope? Most have none that only a module may use.
static bool has_scope(const struct filling *k, class_id c) {
    bool is_public = k->d->w->class.v[c].access_flags & ACC_PUBLIC;
    return (k->scope != TO_ALL && k->scope != OF_MODULE) ||
           (is_public && visible_to_all(&effects_of(k->d)->visible, c) ==
                             (k->scope == TO_ALL));
}

static void add_members(const struct filling *k, class_id c) {
    struct dynamic *d = k->d;
    const struct world_class row = d->w->class.v[c];
    if (!has_scope(k, c)) {
        return;
    }
    for (u4 i = 0; i < row.n_methods; i++) {
        method_id m = row.method + i;
        if (can_run(k, c, m) &&
            (k->scope == ALL ||
             (scope_of(k, c, m) == k->scope &&
              visible_method(&effects_of(d)->visible, k->from, m, 0)))) {
            add(k, m);
        }
    }
}

// --- Classes -----------------------------------------------------------------

static void add_initialisers(const struct filling *k) {
    const struct world *w = k->d->w;
    for (class_id c = 1; c < k->d->n_path; c++) {
        if (w->class.v[c].clinit) {
            solve_bundle_add(
                k->d->s, k->b,
                (struct solve_site){SITE_NO_PC, SITE_INIT, EDGE_INIT, c});
        }
    }
}

// Classes of the same package, and those above `from` elsewhere.
static void add_near(const struct filling *k) {
    struct dynamic *d = k->d;
    u4 package = package_of(d, k->from);
    for (class_id c = d->class_in.v[package]; c; c = d->next_class_in.v[c]) {
        add_members(k, c);
    }
    const struct world_class from = d->w->class.v[k->from];
    for (u4 i = 0; k->scope == OF_CLASS && i < from.depth; i++) {
        if (!resolve_same_package(d->w, from.display[i], k->from)) {
            add_members(k, from.display[i]);
        }
    }
}

// Which arrays and missing classes there are rows for depends on what was read before.
static bool is_on_path(const struct dynamic *d, class_id c) {
    const struct world_class *k = &d->w->class.v[c];
    return k->state == CLASS_LOADED &&
           !(k->flags & (CLASS_ARRAY | CLASS_PHANTOM));
}

// Methods are called on objects that the call makes, or that it gets: of any class.
static void make_objects(struct dynamic *d) {
    for (class_id c = 1; c < d->n_path; c++) {
        if (is_on_path(d, c) && world_is_concrete(d->w, c)) {
            solve_allocate(d->s, c);
        }
    }
}

static void fill(const struct filling *k) {
    if (k->what == ANY_INVOKE && !effects_of(k->d)->has_objects) {
        effects_of(k->d)->has_objects = true;
        make_objects(k->d);
    }
    if (k->what == ANY_LOAD) {
        add_initialisers(k);
    } else if (k->scope == OF_PACKAGE || k->scope == OF_CLASS) {
        add_near(k);
    } else {
        for (class_id c = 1; c < k->d->n_path; c++) {
            add_members(k, c);
        }
    }
}

// What of those is the same for all classes that have the same.
static u4 key_of(struct dynamic *d, enum scope scope, class_id from) {
    struct str module = src_module(d->w->src, d->w->class.v[from].name);
    switch (scope) {
    case OF_MODULE:
        return text_add(d, module);
    case OF_PACKAGE:
        return package_of(d, from);
    case OF_CLASS:
        return from;
    default:
        return 0;
    }
}

static bundle_id bundle_of(struct dynamic *d, enum any_what what,
                           enum scope scope, class_id from) {
    u4 kind = (u4)what * N_SCOPES + (u4)scope + 1;
    u8 key = idmap_key(kind, key_of(d, scope, from));
    bundle_id b = idmap_find(&effects_of(d)->any, key);
    if (!b) {
        path_load(d);
        b = solve_bundle_of_any(d->s);
        *idmap_at(&effects_of(d)->any, key) = b;
        vec_cover(&d->is_any, b + 1);
        d->is_any.v[b] = true;
        fill(&(struct filling){d, what, scope, from, b});
    }
    return b;
}

static void take(struct dynamic *d, method_id caller, u2 pc, bundle_id b) {
    if (d->s->bundle.v[b].site.n) {
        solve_edge(d->s, caller,
                   (struct solve_site){pc, SITE_BUNDLE, EDGE_REFLECT, b});
    }
}

bool any_dimensions(const struct dynamic *d, method_id called) {
    return str_starts(world_sig_desc(d->w, d->w->method.v[called].sig),
                      STR("(Ljava/lang/Class;["));
}

// The JDK's own arrays are made in other places as well.
static void make_arrays(struct dynamic *d, bool of_arrays) {
    bool *done = &effects_of(d)->has_arrays[of_arrays];
    path_load(d);
    for (class_id c = 1; c < d->n_path && !*done; c++) {
        if (is_on_path(d, c) && loose_is_program(d, c)) {
            models_make_arrays(d->s, c, of_arrays);
        }
    }
    *done = true;
}

static void run(struct dynamic *d, const struct solve_reflected *call,
                enum any_what what) {
    if (what == ANY_LOAD || d->spec.level == DYNAMIC_BEHAVED) {
        take(d, call->caller, call->pc, bundle_of(d, what, ALL, 0));
        return;
    }
    class_id from = d->w->method.v[call->caller].class;
    for (enum scope scope = TO_ALL; scope < N_SCOPES; scope++) {
        take(d, call->caller, call->pc, bundle_of(d, what, scope, from));
    }
}

void any_at(struct dynamic *d, const struct solve_reflected *call,
            enum any_what what) {
    if (what == ANY_ARRAY) {
        make_arrays(d, any_dimensions(d, call->target));
    } else {
        // Fields of any class that is loaded are accessed.
        run(d, call, what == ANY_FIELD ? ANY_LOAD : what);
    }
    solve_reflect_any(d->s, call, what);
}

// Stands for all native code that no model tells of: the JVM is its caller.
void any_native(struct dynamic *d) {
    struct effects *e = effects_of(d);
    if (e->has_native || !e->needs_native) {
        return;
    }
    e->has_native = true;
    solve_reflect_any(d->s, &(struct solve_reflected){.caller = CALLER_VM},
                      ANY_NATIVE);
    take(d, CALLER_VM, SITE_NO_PC, bundle_of(d, ANY_LOAD, ALL, 0));
    enum scope scope = d->spec.level == DYNAMIC_BEHAVED ? ALL : TO_ALL;
    for (enum any_what what = ANY_CONSTRUCT; what <= ANY_INVOKE; what++) {
        take(d, CALLER_VM, SITE_NO_PC, bundle_of(d, what, scope, 0));
    }
}
