// SPDX-License-Identifier: MIT
// From Int to what the placeholder main does.
#include "analysis/fragment/placeholder.h"

#include "analysis/classfile/desc.h"

struct placeholder {
    struct solve *s;
    struct world *w;
    VEC(class_id) type;  // relevant types, in the order in which they are met
    struct idmap is_relevant;
    struct idmap is_accessed;
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

static void find_types(struct placeholder *p, const struct interface *in) {
    for (u4 i = 0; i < in->accessed.n; i++) {
        add_type(p, in->accessed.v[i]);
    }
    for (u4 i = 0; i < in->method.n; i++) {
        struct desc_method d;
        method_id m = in->method.v[i].member;
        if (desc_method(desc_of(p, p->w->method.v[m].sig), &d)) {
            add_types(p, d.args);
            add_types(p, d.ret);
        }
    }
    for (u4 i = 0; i < in->field.n; i++) {
        add_types(p, desc_of(p, p->w->field.v[in->field.v[i].member].sig));
    }
    add_type(p, p->w->known.string);
    add_type(p, p->w->known.throwable);
}

static bool is_constructor(const struct placeholder *p, method_id m) {
    struct str name = world_sig_name(p->w, p->w->method.v[m].sig);
    return str_eq(name, STR("<init>"));
}

// --- Values of types outside the component ------------------------------------

// An object of c by each constructor that clients may call; `as` is c, or what
// stands for clients' subclasses. False if there is none.
static bool construct(struct placeholder *p, class_id c, class_id as,
                      u2 access) {
    const struct world_class k = p->w->class.v[c];
    bool any = false;
    for (u4 i = 0; i < k.n_methods; i++) {
        method_id m = k.method + i;
        if (is_constructor(p, m) && p->w->method.v[m].access_flags & access) {
            solve_client_new(p->s, as, m);
            any = true;
        }
    }
    return any;
}

// An interface or class that clients may have subclasses of.
static bool subclass(struct placeholder *p, class_id c) {
    const struct world_class k = p->w->class.v[c];
    if (k.access_flags & (ACC_FINAL | ACC_ENUM)) {
        return false;
    }
    class_id client = world_client(p->w, c);
    if (k.access_flags & ACC_INTERFACE || k.flags & CLASS_PHANTOM) {
        solve_client_new(p->s, client, 0);
        return true;
    }
    return construct(p, c, client, ACC_PUBLIC | ACC_PROTECTED);
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

// --- Statements ------------------------------------------------------------------

// What a class inherits from another one of Int is called on that one, which has
// the same objects and more.
static bool is_repeated(const struct placeholder *p, class_id c, class_id of) {
    return c != of && idmap_find(&p->is_accessed, idmap_key(of, 0));
}

static void take_method(struct placeholder *p, struct int_member im) {
    if (is_repeated(p, im.c, p->w->method.v[im.member].class)) {
        return;
    }
    if (!is_constructor(p, im.member)) {
        solve_client_call(p->s, im.c, im.member);
    } else if (world_is_concrete(p->w, im.c)) {
        solve_client_new(p->s, im.c, im.member);
    }
}

void placeholder_add(struct solve *s, const struct interface *in) {
    struct placeholder p = {.s = s, .w = s->w};
    find_types(&p, in);
    for (u4 i = 0; i < in->accessed.n; i++) {
        class_id c = in->accessed.v[i];
        *idmap_at(&p.is_accessed, idmap_key(c, 0)) = 1;
        solve_initialise(s, CALLER_MAIN, SITE_NO_PC, c);
    }
    for (u4 i = 0; i < in->method.n; i++) {
        take_method(&p, in->method.v[i]);
    }
    for (u4 i = 0; i < in->field.n; i++) {
        const struct int_member im = in->field.v[i];
        if (!is_repeated(&p, im.c, s->w->field.v[im.member].class)) {
            solve_client_field(s, im.c, im.member);
        }
    }
    for (u4 i = 0; i < p.type.n; i++) {
        class_id c = p.type.v[i];
        u1 flags = p.w->class.v[c].flags;
        if (flags & CLASS_ARRAY) {
            solve_client_new(s, c, 0);
            solve_client_elements(s, c);
        } else if (!(flags & CLASS_COMPONENT)) {
            take_outside(&p, c);
        }
    }
    vec_free(&p.type);
    idmap_release(&p.is_relevant);
    idmap_release(&p.is_accessed);
}
