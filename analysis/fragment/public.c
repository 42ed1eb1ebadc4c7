// SPDX-License-Identifier: MIT
// The placeholder main of a component that is no program.
#include "analysis/fragment/public.h"

#include "analysis/classfile/desc.h"

static bool is_component(const struct world *w, class_id c) {
    return (w->class.v[c].flags & CLASS_COMPONENT) != 0;
}

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

// Arrays of references, and the arrays in them.
static void make_arrays(struct solve *s, struct str desc) {
    struct desc_method d;
    struct str rest = desc, types[2] = {desc, STR("")};
    if (desc_method(rest, &d)) {
        types[0] = d.args;
        types[1] = d.ret;
    }
    for (u4 i = 0; i < 2; i++) {
        for (struct str t; (t = desc_next(&types[i])).n;) {
            class_id c = t.p[0] == '[' ? world_type(s->w, t) : 0;
            while (c && s->w->class.v[c].flags & CLASS_ARRAY) {
                solve_allocate(s, c);
                c = s->w->class.v[c].elem;
            }
        }
    }
}

static void call_as(struct solve *s, class_id c, method_id m) {
    const struct world_method wm = s->w->method.v[m];
    struct str name = world_sig_name(s->w, wm.sig);
    struct solve_site site = {SITE_NO_PC, SITE_DIRECT, EDGE_CALL, m};
    if (str_eq(name, STR("<clinit>"))) {
        return;
    }
    if (str_eq(name, STR("<init>"))) {
        if (wm.class != c || !world_is_concrete(s->w, c)) {
            return;
        }
        site.shape = SITE_NEW;
        solve_allocate(s, c);
    } else if (!(wm.access_flags & ACC_STATIC)) {
        site.shape = SITE_GROUP;
        site.what = solve_group(s, c, m);
    }
    make_arrays(s, world_sig_desc(s->w, wm.sig));
    solve_edge(s, CALLER_MAIN, site);
}

static void call_methods_of(struct solve *s, class_id c, class_id from) {
    struct world *w = s->w;
    const struct world_class k = w->class.v[from];
    bool interface = (k.access_flags & ACC_INTERFACE) != 0;
    for (u4 i = 0; i < k.n_methods; i++) {
        method_id m = k.method + i;
        u2 flags = w->method.v[m].access_flags;
        bool inherited_static = interface && flags & ACC_STATIC && from != c;
        if (flags & ACC_SYNTHETIC && !(flags & ACC_BRIDGE)) {
            continue;
        }
        if ((flags & ACC_PUBLIC && !inherited_static) ||
            (!(flags & (ACC_PRIVATE | ACC_STATIC)) && is_component(w, from) &&
             is_known_outside(w, from, w->method.v[m].sig))) {
            call_as(s, c, m);
        }
    }
}

static void read_fields(struct solve *s, class_id c) {
    const struct cf_class *cf = s->w->class.v[c].cf;
    for (u4 i = 0; i < cf->n_fields; i++) {
        if (cf->fields[i].access_flags & ACC_PUBLIC) {
            make_arrays(s, cp_str(cf, cf->fields[i].desc));
        }
    }
}

static void call_class(struct solve *s, class_id c) {
    struct world *w = s->w;
    solve_initialise(s, CALLER_MAIN, SITE_NO_PC, c);
    read_fields(s, c);
    for (class_id k = c; k; k = w->up.v[k].super) {
        call_methods_of(s, c, k);
    }
    for (u4 i = 0; i < w->class.v[c].n_supers; i++) {
        call_methods_of(s, c, w->class.v[c].supers[i]);
    }
}

void public_call_all(struct solve *s) {
    struct src_iter it = src_each(s->w->src, SRC_COMPONENT);
    for (struct str name; src_next(&it, &name);) {
        class_id c = world_class(s->w, name);
        world_load(s->w, c);
        if (s->w->class.v[c].cf && s->w->class.v[c].access_flags & ACC_PUBLIC) {
            call_class(s, c);
        }
    }
}
