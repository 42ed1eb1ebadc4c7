// SPDX-License-Identifier: MIT
// From Int to what the placeholder main does.
#include "analysis/interface/placeholder.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/table/idmap.h"
#include "analysis/world/load.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

struct placeholder {
    struct solve *s;
    struct world *w;
    const struct interface *interface;
    VEC(class_id) type;  // relevant types, in the order in which they are met
    struct idmap is_relevant;
    bool open;  // clients may have subclasses
    VEC(class_id) interface_of_client;
};

static void add_type(struct placeholder *p, class_id c) {
    for (; c; c = p->w->class.v[c].elem) {
        world_load(p->w, c);
        u4 *known = idmap_at(&p->is_relevant, idmap_key(c, 0));
        if (*known) {
            return;
        }
        *known = 1;
        vec_push(&p->type, c);
    }
}

static void add_types(struct placeholder *p, struct str types) {
    for (struct str t; (t = desc_next(&types)).n;) {
        add_type(p, world_type(p->w, t));
    }
}

static struct str desc_of(const struct placeholder *p, sig_id sig) {
    return world_sig_desc(p->w, sig);
}

static void find_types(struct placeholder *p) {
    const struct interface *interface = p->interface;
    for (u4 i = 0; i < interface->accessed.n; i++) {
        add_type(p, interface->accessed.v[i]);
    }
    for (u4 i = 0; i < interface->method.n; i++) {
        struct desc_method d;
        method_id m = interface->method.v[i].member;
        if (desc_method(desc_of(p, p->w->method.v[m].sig), &d)) {
            add_types(p, d.args);
            add_types(p, d.ret);
        }
    }
    for (u4 i = 0; i < interface->field.n; i++) {
        add_types(p,
                  desc_of(p, p->w->field.v[interface->field.v[i].member].sig));
    }
    for (u4 i = 0; i < interface->made.n; i++) {
        add_type(p, interface->made.v[i]);
    }
    for (u4 i = 0; i < interface->indexed.n; i++) {
        add_type(p, interface->indexed.v[i]);
    }
    add_type(p, p->w->known.string);
    add_type(p, p->w->known.throwable);
}

// A class file may have a static <init>, which makes nothing.
static bool is_constructor(const struct placeholder *p, method_id m) {
    struct str name = world_sig_name(p->w, p->w->method.v[m].sig);
    return str_eq(name, STR("<init>")) && !world_is_static(p->w, m);
}

// Only classes that it lists extend it.
static bool is_sealed(const struct placeholder *p, class_id c) {
    const struct cf_class *cf = p->w->class.v[c].cf;
    struct bytes body;
    return cf && cf_find_attr(cf, cf->at, STR("PermittedSubclasses"), &body);
}

// --- Values of types outside the component -----------------------------------

enum { ANY_ACCESS = 0xFFFF, NOT_PRIVATE = 0xFFFE };

// An object of c by each constructor that clients may call; `as` is c, or what
// stands for clients' subclasses. False if there is none.
static bool construct(struct placeholder *p, class_id c, class_id as,
                      u2 access) {
    const struct world_class k = p->w->class.v[c];
    bool any = false;
    for (u4 i = 0; i < k.n_methods; i++) {
        method_id m = k.method + i;
        u2 flags = p->w->method.v[m].access_flags;
        bool fits = access == ANY_ACCESS ||
                    (access == NOT_PRIVATE ? !(flags & ACC_PRIVATE)
                                           : (flags & access) != 0);
        if (is_constructor(p, m) && fits) {
            solve_client_new(p->s, as, m);
            any = true;
        }
    }
    return any;
}

// Would an object of a class below c run a method of c when one that the interface
// declares is called on it?
static bool runs_of(const struct placeholder *p, class_id interface,
                    class_id c) {
    const struct world *w = p->w;
    const struct world_class k = w->class.v[interface];
    for (u4 i = 0; i < k.n_methods; i++) {
        u2 flags = w->method.v[k.method + i].access_flags;
        method_id m = flags & (ACC_STATIC | ACC_PRIVATE)
                          ? 0
                          : resolve_select_interface(w, c, k.method + i);
        class_id in = w->method.v[m].class;
        if (m && w->class.v[in].flags & CLASS_COMPONENT &&
            !(w->class.v[in].access_flags & ACC_INTERFACE)) {
            return true;
        }
    }
    return false;
}

static bool is_run_by(const struct placeholder *p, class_id interface,
                      class_id c) {
    const struct world_class k = p->w->class.v[interface];
    bool is = runs_of(p, interface, c);
    for (u4 i = 0; i < k.n_supers && !is; i++) {
        is = runs_of(p, k.supers[i], c);
    }
    return is;
}

// Interfaces of the component that a client's class below c may implement by methods
// of c, though c does not.
static void find_interfaces(struct placeholder *p, class_id c) {
    const struct world *w = p->w;
    p->interface_of_client.n = 0;
    for (u4 i = 0; i < p->type.n; i++) {
        class_id to = p->type.v[i];
        const struct world_class *k = &w->class.v[to];
        if (k->access_flags & ACC_INTERFACE && k->flags & CLASS_COMPONENT &&
            interface_is_accessed(p->interface, to) && !is_sealed(p, to) &&
            !world_is_subtype(w, c, to) && is_run_by(p, to, c)) {
            vec_push(&p->interface_of_client, to);
        }
    }
}

// An interface or class that clients may have subclasses of.
static bool subclass(struct placeholder *p, class_id c) {
    const struct world_class k = p->w->class.v[c];
    if (k.access_flags & (ACC_FINAL | ACC_ENUM) || is_sealed(p, c)) {
        return false;
    }
    p->interface_of_client.n = 0;
    if (p->open && k.flags & CLASS_COMPONENT &&
        !(k.access_flags & ACC_INTERFACE)) {
        find_interfaces(p, c);
    }
    class_id client = world_client(p->w, c, p->interface_of_client.v,
                                   p->interface_of_client.n);
    if (k.access_flags & ACC_INTERFACE || k.flags & CLASS_PHANTOM) {
        solve_client_new(p->s, client, 0);
        return true;
    }
    // Tests are in the package of the component, but in no other one.
    return construct(p, c, client,
                     k.flags & CLASS_COMPONENT ? NOT_PRIVATE
                                               : ACC_PUBLIC | ACC_PROTECTED);
}

// What public static methods and fields of c that have its type give.
static void take_given(struct placeholder *p, class_id c) {
    struct world *w = p->w;
    const struct world_class k = w->class.v[c];
    for (u4 i = 0; i < k.n_methods; i++) {
        const struct world_method wm = w->method.v[k.method + i];
        struct desc_method d;
        if (wm.access_flags & ACC_PUBLIC && wm.access_flags & ACC_STATIC &&
            desc_method(desc_of(p, wm.sig), &d) && world_type(w, d.ret) == c) {
            solve_client_call(p->s, c, k.method + i);
        }
    }
    for (u4 i = 0; k.cf && i < k.cf->n_fields; i++) {
        const struct cf_member *f = &k.cf->fields[i];
        struct str desc = cp_str(k.cf, f->desc);
        if (f->access_flags & ACC_PUBLIC && f->access_flags & ACC_STATIC &&
            world_type(w, desc) == c) {
            sig_id sig = world_sig(w, cp_str(k.cf, f->name), desc);
            solve_client_field(p->s, c, world_declared_field(w, c, sig));
        }
    }
}

static void take_outside(struct placeholder *p, class_id c) {
    if (c == p->w->known.string) {
        solve_client_new(p->s, c, 0);  // a literal
        return;
    }
    solve_initialise(p->s, CALLER_MAIN, SITE_NO_PC, c);
    if (!subclass(p, c)) {
        if (world_is_concrete(p->w, c)) {
            construct(p, c, c, ACC_PUBLIC);
        }
        take_given(p, c);
    }
}

// --- Statements --------------------------------------------------------------

static bool is_static(const struct placeholder *p, const struct int_member *m) {
    return world_is_static(p->w, m->member);
}

// What a class inherits from another one whose member is in Int too is called
// on that one, which has the same objects and more.
static void take_method(struct placeholder *p, struct int_member im) {
    class_id declaring = p->w->method.v[im.member].class;
    if (declaring != im.c &&
        interface_has_method(p->interface, declaring, im.member)) {
        return;
    }
    if (!is_constructor(p, im.member)) {
        solve_client_call(p->s, is_static(p, &im) ? declaring : im.c,
                          im.member);
    } else if (world_is_concrete(p->w, im.c) &&
               !(p->w->class.v[im.c].access_flags & ACC_ENUM)) {
        solve_client_new(p->s, im.c, im.member);
    }
}

static void take_field(struct placeholder *p, struct int_member im) {
    class_id declaring = p->w->field.v[im.member].class;
    if (declaring == im.c ||
        !interface_has_field(p->interface, declaring, im.member)) {
        solve_client_field(p->s, im.c, im.member);
    }
}

static void take_arrays(struct placeholder *p) {
    for (u4 i = 0; i < p->interface->made.n; i++) {
        solve_client_new(p->s, p->interface->made.v[i], 0);
    }
    for (u4 i = 0; i < p->interface->indexed.n; i++) {
        solve_client_elements(p->s, p->interface->indexed.v[i]);
    }
}

static void take_types(struct placeholder *p) {
    for (u4 i = 0; i < p->type.n; i++) {
        class_id c = p->type.v[i];
        const struct world_class k = p->w->class.v[c];
        if (k.flags & CLASS_ARRAY) {
            if (!k.elem) {
                solve_client_new(p->s, c, 0);  // of primitives
            }
        } else if (!(k.flags & CLASS_COMPONENT)) {
            take_outside(p, c);
        } else if (p->open && interface_is_accessed(p->interface, c)) {
            subclass(p, c);
        }
    }
}

// --- What clients do without naming it in Int --------------------------------

// Reflection is not for clients: what it can reach is asked for in other ways.
static bool is_reflective(struct str name) {
    static const char *const part[] = {"java/lang/reflect/",
                                       "java/lang/invoke/"};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        if (str_starts(name, str_of(part[i]))) {
            return true;
        }
    }
    return str_eq(name, STR("java/lang/Class")) ||
           str_eq(name, STR("java/lang/ClassLoader"));
}

// Calls of all public methods that class `of`, outside of the component,
// declares, on objects of c that clients hold. If `of` is for its package
// alone, they are called by a public class below it.
static void use_as(struct placeholder *p, class_id c, class_id of) {
    const struct world_class k = p->w->class.v[of];
    bool object = of == p->w->known.object;
    if (is_reflective(k.name)) {
        return;
    }
    for (u4 i = 0; i < k.n_methods; i++) {
        u2 flags = p->w->method.v[k.method + i].access_flags;
        // Final methods of Object call nothing.
        if (flags & ACC_PUBLIC && !(flags & ACC_STATIC) &&
            !(object && flags & ACC_FINAL) &&
            !is_constructor(p, k.method + i) &&
            !interface_has_method(p->interface, c, k.method + i)) {
            solve_client_call(p->s, c, k.method + i);
        }
    }
}

// Is the class below `of` by a class of the component that it names as a super
// type? Then what is called there is called on its objects too.
static bool is_below_by_component(const struct placeholder *p, class_id c,
                                  class_id of) {
    const struct world *w = p->w;
    class_id super = w->up.v[c].super;
    const struct world_class *k = &w->class.v[c];
    if (super && w->class.v[super].flags & CLASS_COMPONENT &&
        world_is_subtype(w, super, of)) {
        return true;
    }
    for (u4 i = 0; i < k->n_interfaces; i++) {
        class_id up = k->interface[i];
        if (w->class.v[up].flags & CLASS_COMPONENT &&
            world_is_subtype(w, up, of)) {
            return true;
        }
    }
    return false;
}

static void use_known_outside(struct placeholder *p, class_id c) {
    const struct world_class k = p->w->class.v[c];
    for (u4 i = 0; i < k.depth + k.n_supers; i++) {
        class_id up = i < k.depth ? k.display[i] : k.supers[i - k.depth];
        if (!(p->w->class.v[up].flags & CLASS_COMPONENT) &&
            !is_below_by_component(p, c, up)) {
            use_as(p, c, up);
        }
    }
}

static void take_hidden(struct placeholder *p) {
    struct load_iter it = load_each_component(p->w);
    for (class_id c; load_next(&it, &c);) {
        if (p->w->class.v[c].cf) {
            use_known_outside(p, c);
        }
    }
}

static bool is_handed_out(const struct placeholder *p, class_id c) {
    const struct world_class *k = &p->w->class.v[c];
    return !(k->flags & (CLASS_COMPONENT | CLASS_ARRAY)) &&
           k->access_flags & ACC_ABSTRACT;
}

// What it inherits from a class or interface that is a relevant type as well is
// called as that.
static void use_inherited(struct placeholder *p, class_id c) {
    const struct world_class k = p->w->class.v[c];
    for (u4 i = 0; i < k.depth + k.n_supers; i++) {
        class_id up = i < k.depth ? k.display[i] : k.supers[i - k.depth];
        bool relevant = idmap_find(&p->is_relevant, idmap_key(up, 0)) &&
                        is_handed_out(p, up);
        if (up != c && up != p->w->known.object && !relevant) {
            use_as(p, c, up);
        }
    }
}

// What the component hands out as an interface or abstract class outside of it
// can be used as that: it may be a lambda, or a library's wrapper around
// objects of the component. Those of other library classes clients make for
// themselves.
static void take_outside_uses(struct placeholder *p) {
    for (u4 i = 0; i < p->type.n; i++) {
        class_id c = p->type.v[i];
        if (is_handed_out(p, c)) {
            use_as(p, c, c);
            use_inherited(p, c);
        }
    }
}

// Tests bring their own classes.
static void take_tests(struct placeholder *p) {
    for (u4 i = 0; i < p->interface->test.n; i++) {
        class_id c = p->interface->test.v[i];
        solve_initialise(p->s, CALLER_MAIN, SITE_NO_PC, c);
        construct(p, c, c, ANY_ACCESS);
    }
    for (u4 i = 0; i < p->interface->test_run.n; i++) {
        method_id m = p->interface->test_run.v[i];
        class_id c = p->w->method.v[m].class;
        if (is_constructor(p, m) ||
            p->w->method.v[m].sig == p->w->known.clinit) {
            continue;  // run above
        }
        solve_initialise(p->s, CALLER_MAIN, SITE_NO_PC, c);
        solve_client_call(p->s, c, m);
    }
}

void placeholder_add(struct solve *s, const struct interface *interface,
                     bool open) {
    struct placeholder p = {
        .s = s, .w = s->w, .interface = interface, .open = open};
    find_types(&p);
    for (u4 i = 0; i < interface->accessed.n; i++) {
        solve_initialise(s, CALLER_MAIN, SITE_NO_PC, interface->accessed.v[i]);
    }
    for (u4 i = 0; i < interface->method.n; i++) {
        take_method(&p, interface->method.v[i]);
    }
    for (u4 i = 0; i < interface->field.n; i++) {
        take_field(&p, interface->field.v[i]);
    }
    take_arrays(&p);
    take_types(&p);
    take_hidden(&p);
    take_outside_uses(&p);
    take_tests(&p);
    vec_free(&p.type);
    vec_free(&p.interface_of_client);
    idmap_release(&p.is_relevant);
}
