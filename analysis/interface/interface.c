// SPDX-License-Identifier: MIT
// Int as lists, and Int from visibility.
#include "analysis/interface/interface.h"

#include "analysis/base/cursor.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/table/idmap.h"
#include "analysis/world/load.h"

// --- Lists -------------------------------------------------------------------

enum list { LIST_CLASS = 1, LIST_MADE, LIST_INDEXED };

// Classes have one key of two halves; members a pair of ids, of which methods
// and fields have different ones.
static u8 class_key(enum list list, class_id c) {
    return idmap_key(0x80000000u | (u4)list, c);
}

static u8 method_key(class_id c, method_id m) {
    return idmap_key(c, m);
}

static u8 field_key(class_id c, field_id f) {
    return idmap_key(c, 0x80000000u | f);
}

static bool is_new(struct interface *interface, u8 key) {
    u4 *known = idmap_at(&interface->known, key);
    bool fresh = *known == 0;
    *known = 1;
    return fresh;
}

static void add_accessed(struct interface *interface, class_id c) {
    if (is_new(interface, class_key(LIST_CLASS, c))) {
        vec_push(&interface->accessed, c);
    }
}

void interface_add_method(struct interface *interface, class_id c,
                          method_id m) {
    add_accessed(interface, c);
    if (is_new(interface, method_key(c, m))) {
        vec_push(&interface->method, ((struct int_member){c, m}));
    }
}

void interface_add_field(struct interface *interface, class_id c, field_id f) {
    add_accessed(interface, c);
    if (is_new(interface, field_key(c, f))) {
        vec_push(&interface->field, ((struct int_member){c, f}));
    }
}

void interface_add_made(struct interface *interface, class_id array) {
    if (is_new(interface, class_key(LIST_MADE, array))) {
        vec_push(&interface->made, array);
    }
}

void interface_add_indexed(struct interface *interface, class_id array) {
    if (is_new(interface, class_key(LIST_INDEXED, array))) {
        vec_push(&interface->indexed, array);
    }
}

bool interface_is_array(struct world *w, class_id c) {
    class_id elem = w->class.v[c].elem;
    while (w->class.v[c].elem) {
        c = w->class.v[c].elem;
    }
    world_load(w, c);
    return elem && !(w->class.v[c].flags & CLASS_PHANTOM);
}

bool interface_has_method(const struct interface *interface, class_id c,
                          method_id m) {
    return idmap_find(&interface->known, method_key(c, m)) != 0;
}

bool interface_has_field(const struct interface *interface, class_id c,
                         field_id f) {
    return idmap_find(&interface->known, field_key(c, f)) != 0;
}

bool interface_is_accessed(const struct interface *interface, class_id c) {
    return idmap_find(&interface->known, class_key(LIST_CLASS, c)) != 0;
}

void interface_release(struct interface *interface) {
    vec_free(&interface->accessed);
    vec_free(&interface->method);
    vec_free(&interface->field);
    vec_free(&interface->made);
    vec_free(&interface->indexed);
    vec_free(&interface->test);
    vec_free(&interface->test_run);
    idmap_release(&interface->known);
}

// --- Visibility --------------------------------------------------------------

static bool is_component(const struct world *w, class_id c) {
    return (w->class.v[c].flags & CLASS_COMPONENT) != 0;
}

struct nesting {
    u2 flags;
    class_id outer;  // 0: none
    bool is_local;   // nobody outside the method can name it
};

// What the source says of a class: the class file's own flags make a protected
// nested class public and a private one the package's.
static struct nesting nesting_of(struct world *w, class_id c) {
    const struct cf_class *cf = w->class.v[c].cf;
    struct nesting n = {.flags = w->class.v[c].access_flags};
    struct bytes body;
    if (!cf || !cf_find_attr(cf, cf->at, STR("InnerClasses"), &body)) {
        return n;
    }
    struct cursor cur = cur_of(body);
    for (u4 i = cur_u2(&cur); i && cur_ok(&cur); i--) {
        u4 inner = cur_u2(&cur), outer = cur_u2(&cur), name = cur_u2(&cur);
        u4 access = cur_u2(&cur);
        if (cur_ok(&cur) && world_class_at(w, c, inner) == c) {
            class_id of = outer ? world_class_at(w, c, outer) : 0;
            return (struct nesting){(u2)access, of, !outer || !name};
        }
    }
    return n;
}

static bool shows(u2 flags, enum int_level level) {
    return flags & ACC_PUBLIC ||
           (flags & ACC_PROTECTED && level >= INT_PROTECTED) ||
           (!(flags & ACC_PRIVATE) && level >= INT_PACKAGE);
}

// A nested class can be used where those around it can be.
static bool shows_class(struct world *w, class_id c, enum int_level level) {
    enum { DEEPEST = 100 };  // class files may say that two are in one another
    for (u4 depth = 0; c; depth++) {
        world_load(w, c);
        struct nesting n = nesting_of(w, c);
        if (n.is_local || !shows(n.flags, level) || depth == DEEPEST) {
            return false;
        }
        c = n.outer;
    }
    return true;
}

// Of a class outside, members that are not public are for its own package and
// for subclasses, neither of which clients have.
static bool is_shown(const struct world *w, class_id from, u2 flags,
                     enum int_level level) {
    if (level == INT_ANY) {
        return shows(flags, level);
    }
    bool made = flags & ACC_SYNTHETIC && !(flags & ACC_BRIDGE);
    return !made && shows(flags, is_component(w, from) ? level : INT_PUBLIC);
}

// Does a class between c and `from`, its superclass, declare the same?
static bool is_hidden(const struct world *w, class_id c, class_id from,
                      sig_id sig) {
    for (; c && c != from; c = w->up.v[c].super) {
        if (world_declared(w, c, sig)) {
            return true;
        }
    }
    return false;
}

// Static methods of a class outside are that one's, whatever class their
// callers name (Enum.valueOf), unless they are asked for.
static bool is_inherited(const struct world *w, class_id c, class_id from,
                         const struct world_method *m, enum int_level level) {
    bool init = str_eq(world_sig_name(w, m->sig), STR("<init>"));
    bool of_interface = w->class.v[from].access_flags & ACC_INTERFACE;
    if (init || !(m->access_flags & ACC_STATIC)) {
        return !init;
    }
    return !of_interface && !is_hidden(w, c, from, m->sig) &&
           (level == INT_ANY || is_component(w, from));
}

static void add_methods(struct interface *interface, const struct world *w,
                        class_id c, class_id from, enum int_level level) {
    const struct world_class *k = &w->class.v[from];
    for (u4 i = 0; i < k->n_methods; i++) {
        const struct world_method *m = &w->method.v[k->method + i];
        if (m->sig != w->known.clinit &&
            is_shown(w, from, m->access_flags, level) &&
            (c == from || is_inherited(w, c, from, m, level))) {
            interface_add_method(interface, c, k->method + i);
        }
    }
}

static void add_fields(struct interface *interface, struct world *w, class_id c,
                       class_id from, enum int_level level) {
    const struct cf_class *cf = w->class.v[from].cf;
    for (u4 i = 0; cf && i < cf->n_fields; i++) {
        const struct cf_member *f = &cf->fields[i];
        // The bit of a bridge means volatile here.
        bool made = f->access_flags & ACC_SYNTHETIC && level != INT_ANY;
        if (made || !is_shown(w, from, f->access_flags, level)) {
            continue;
        }
        sig_id sig = world_sig(w, cp_str(cf, f->name), cp_str(cf, f->desc));
        field_id id = world_declared_field(w, from, sig);
        if (id) {
            interface_add_field(interface, c, id);
        }
    }
}

void interface_add_class(struct interface *interface, struct world *w,
                         class_id c, enum int_level level) {
    add_accessed(interface, c);
    for (class_id k = c; k; k = w->up.v[k].super) {
        add_methods(interface, w, c, k, level);
        add_fields(interface, w, c, k, level);
    }
    for (u4 i = 0; i < w->class.v[c].n_supers; i++) {
        add_methods(interface, w, c, w->class.v[c].supers[i], level);
        add_fields(interface, w, c, w->class.v[c].supers[i], level);
    }
}

void interface_of_visible(struct interface *interface, struct world *w,
                          enum int_level level) {
    struct load_iter it = load_each_component(w);
    for (class_id c; load_next(&it, &c);) {
        if (w->class.v[c].cf && shows_class(w, c, level)) {
            interface_add_class(interface, w, c, level);
        }
    }
}

// --- What every Int has ------------------------------------------------------

// Does a class outside the component, above c, have a method of that sig which
// code outside may call?
static bool is_known_outside(const struct world *w, class_id c, sig_id sig) {
    const struct world_class *k = &w->class.v[c];
    for (u4 i = 0; i < k->depth + k->n_supers; i++) {
        class_id up = i < k->depth ? k->display[i] : k->supers[i - k->depth];
        method_id m = is_component(w, up) ? 0 : world_declared(w, up, sig);
        if (m && w->method.v[m].access_flags & (ACC_PUBLIC | ACC_PROTECTED) &&
            !(w->method.v[m].access_flags & (ACC_STATIC | ACC_PRIVATE))) {
            return true;
        }
    }
    return false;
}

// Those that `from` declares, as methods of c.
static void add_overriding(struct interface *interface, const struct world *w,
                           class_id c, class_id from) {
    const struct world_class k = w->class.v[from];
    for (u4 i = 0; is_component(w, from) && i < k.n_methods; i++) {
        const struct world_method *m = &w->method.v[k.method + i];
        bool made =
            m->access_flags & ACC_SYNTHETIC && !(m->access_flags & ACC_BRIDGE);
        if (!made && !(m->access_flags & (ACC_STATIC | ACC_PRIVATE)) &&
            is_inherited(w, c, from, m, INT_PACKAGE) &&
            is_known_outside(w, c, m->sig)) {
            interface_add_method(interface, c, k.method + i);
        }
    }
}

static void add_arrays(struct interface *interface, struct world *w,
                       struct str types, bool made) {
    for (struct str t; (t = desc_next(&types)).n;) {
        for (class_id c = world_type(w, t); c; c = w->class.v[c].elem) {
            world_load(w, c);
            if (interface_is_array(w, c)) {
                interface_add_indexed(interface, c);
                if (made) {
                    interface_add_made(interface, c);
                }
            }
        }
    }
}

static void add_arrays_of_signatures(struct interface *interface,
                                     struct world *w, bool made) {
    for (u4 i = 0; i < interface->method.n; i++) {
        struct desc_method d;
        sig_id sig = w->method.v[interface->method.v[i].member].sig;
        if (desc_method(world_sig_desc(w, sig), &d)) {
            add_arrays(interface, w, d.args, made);
            add_arrays(interface, w, d.ret, made);
        }
    }
    for (u4 i = 0; i < interface->field.n; i++) {
        sig_id sig = w->field.v[interface->field.v[i].member].sig;
        add_arrays(interface, w, world_sig_desc(w, sig), made);
    }
}

void interface_finish(struct interface *interface, struct world *w) {
    for (u4 i = 0; i < interface->accessed.n; i++) {
        class_id c = interface->accessed.v[i];
        for (class_id k = c; k; k = w->up.v[k].super) {
            add_overriding(interface, w, c, k);
        }
        for (u4 j = 0; j < w->class.v[c].n_supers; j++) {
            add_overriding(interface, w, c, w->class.v[c].supers[j]);
        }
    }
    if (interface->arrays != INT_ARRAYS_LISTED) {
        add_arrays_of_signatures(interface, w,
                                 interface->arrays == INT_ARRAYS_OF_SIGNATURES);
    }
}
