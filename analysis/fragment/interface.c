// SPDX-License-Identifier: MIT
// Int from visibility.
#include "analysis/fragment/interface.h"

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

// Is method m, declared in `from`, one of those of class c?
static bool has_method(const struct world *w, class_id c, class_id from,
                       method_id m) {
    const struct world_method *wm = &w->method.v[m];
    u2 flags = wm->access_flags;
    if (wm->sig == w->known.clinit ||
        (flags & ACC_SYNTHETIC && !(flags & ACC_BRIDGE))) {
        return false;
    }
    bool init = str_eq(world_sig_name(w, wm->sig), STR("<init>"));
    bool of_interface = w->class.v[from].access_flags & ACC_INTERFACE;
    if (from != c && (init || (flags & ACC_STATIC && of_interface))) {
        return false;  // not inherited
    }
    return flags & ACC_PUBLIC ||
           (!init && !(flags & (ACC_PRIVATE | ACC_STATIC)) &&
            is_component(w, from) && is_known_outside(w, from, wm->sig));
}

static void add_methods(struct interface *in, const struct world *w, class_id c,
                        class_id from) {
    const struct world_class *k = &w->class.v[from];
    for (u4 i = 0; i < k->n_methods; i++) {
        if (has_method(w, c, from, k->method + i)) {
            vec_push(&in->method, ((struct int_member){c, k->method + i}));
        }
    }
}

static void add_fields(struct interface *in, struct world *w, class_id c,
                       class_id from) {
    const struct cf_class *cf = w->class.v[from].cf;
    for (u4 i = 0; cf && i < cf->n_fields; i++) {
        const struct cf_member *f = &cf->fields[i];
        if (!(f->access_flags & ACC_PUBLIC) ||
            f->access_flags & ACC_SYNTHETIC) {
            continue;
        }
        sig_id sig = world_sig(w, cp_str(cf, f->name), cp_str(cf, f->desc));
        field_id id = world_declared_field(w, from, sig);
        if (id) {
            vec_push(&in->field, ((struct int_member){c, id}));
        }
    }
}

static void add_class(struct interface *in, struct world *w, class_id c) {
    vec_push(&in->accessed, c);
    for (class_id k = c; k; k = w->up.v[k].super) {
        add_methods(in, w, c, k);
        add_fields(in, w, c, k);
    }
    for (u4 i = 0; i < w->class.v[c].n_supers; i++) {
        add_methods(in, w, c, w->class.v[c].supers[i]);
        add_fields(in, w, c, w->class.v[c].supers[i]);
    }
}

void interface_of_public(struct interface *in, struct world *w) {
    struct src_iter it = src_each(w->src, SRC_COMPONENT);
    for (struct str name; src_next(&it, &name);) {
        class_id c = world_class(w, name);
        world_load(w, c);
        if (w->class.v[c].cf && w->class.v[c].access_flags & ACC_PUBLIC) {
            add_class(in, w, c);
        }
    }
}

void interface_release(struct interface *in) {
    vec_free(&in->accessed);
    vec_free(&in->method);
    vec_free(&in->field);
}
