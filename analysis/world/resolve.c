// SPDX-License-Identifier: MIT
// Which member a reference means, and which method a call runs.
//
// Resolution climbs the superclasses, then asks the interfaces for a maximally
// specific method with code. Selection climbs from the receiver's class to the
// first declaration that overrides the resolved method; a package-private
// method is overridden in its package, or by way of a method that did so
// (JVMS 5.4.5), which is why that question climbs as well.
#include "analysis/world/resolve.h"

#include "analysis/base/limits.h"
#include "analysis/table/idmap.h"

static u2 flags_of(const struct world *w, method_id m) {
    return w->method.v[m].access_flags;
}

static bool is_interface(const struct world *w, class_id c) {
    return (w->class.v[c].access_flags & ACC_INTERFACE) != 0;
}

static struct str package_of(const struct world *w, class_id c) {
    struct str name = w->class.v[c].name;
    while (name.n && name.p[name.n - 1] != '/') {
        name.n--;
    }
    return name;
}

bool resolve_same_package(const struct world *w, class_id a, class_id b) {
    return a == b || str_eq(package_of(w, a), package_of(w, b));
}

bool resolve_is_polymorphic(const struct world *w, method_id m) {
    const struct world_method *wm = &w->method.v[m];
    u2 both = ACC_NATIVE | ACC_VARARGS;
    return (wm->class == w->known.method_handle ||
            wm->class == w->known.var_handle) &&
           (wm->access_flags & both) == both &&
           str_starts(world_sig_desc(w, wm->sig), STR("([Ljava/lang/Object;)"));
}

// The one method of that name in class c, if it is signature polymorphic.
static method_id polymorphic(const struct world *w, class_id c, sig_id sig) {
    if (c != w->known.method_handle && c != w->known.var_handle) {
        return 0;
    }
    const struct world_class *k = &w->class.v[c];
    for (u4 i = 0; i < k->n_methods; i++) {
        method_id m = k->method + i;
        if (str_eq(world_sig_name(w, w->method.v[m].sig),
                   world_sig_name(w, sig)) &&
            resolve_is_polymorphic(w, m)) {
            return m;
        }
    }
    return 0;
}

// The maximally specific methods of sig among the interfaces of c (and c
// itself, if it is one): the only one with code, or 0 (JVMS 5.4.3.3). *any is
// one without code, or one of several.
//
// An interface stands behind those that it extends, so from the end on each can
// only be hidden by those that were met before.
static method_id in_interfaces(const struct world *w, class_id c, sig_id sig,
                               method_id *any) {
    const struct world_class *k = &w->class.v[c];
    class_id met[LIMIT_SUPERS];
    u4 n = 0, n_found = 0;
    method_id found = 0;
    *any = 0;
    for (u4 i = k->n_supers; i > 0; i--) {
        class_id of = k->supers[i - 1];
        method_id m = world_declared(w, of, sig);
        if (!m || flags_of(w, m) & (ACC_PRIVATE | ACC_STATIC)) {
            continue;
        }
        *any = m;
        bool hidden = false;
        for (u4 j = 0; j < n && !hidden; j++) {
            hidden = world_implements(w, met[j], of);
        }
        met[n++] = of;
        if (!hidden && !(flags_of(w, m) & ACC_ABSTRACT)) {
            n_found++;
            found = m;
        }
    }
    return n_found == 1 ? found : 0;
}

// The same, remembered: receivers are asked for it again and again.
static method_id default_of(const struct world *w, class_id c, sig_id sig) {
    enum { FEW = 32 };
    method_id any;
    if (w->class.v[c].n_supers <= FEW) {
        return in_interfaces(w, c, sig, &any);
    }
    u4 *known = idmap_at(w->defaults, idmap_key(c, sig));
    if (*known == 0) {
        *known = in_interfaces(w, c, sig, &any) + 1;
    }
    return *known - 1;
}

static method_id in_classes(const struct world *w, class_id c, sig_id sig) {
    for (; c; c = w->up.v[c].super) {
        method_id m = world_declared(w, c, sig);
        m = m ? m : polymorphic(w, c, sig);
        if (m) {
            return m;
        }
    }
    return 0;
}

// An interface finds, besides its own methods, only the public instance
// methods of Object (JVMS 5.4.3.4).
static method_id from_interface(const struct world *w, class_id c, sig_id sig) {
    method_id m = world_declared(w, c, sig);
    if (!m) {
        m = world_declared(w, w->known.object, sig);
        if (m && (flags_of(w, m) & (ACC_PUBLIC | ACC_STATIC)) != ACC_PUBLIC) {
            m = 0;
        }
    }
    return m;
}

method_id resolve_method(struct world *w, ref_id r) {
    if (w->ref.v[r].field) {
        return 0;
    }
    if (w->ref.v[r].resolved) {
        return w->ref.v[r].member;
    }
    class_id c = w->ref.v[r].owner;
    sig_id sig = w->ref.v[r].sig;
    world_load(w, c);
    struct world_ref *ref = &w->ref.v[r];
    ref->resolved = true;
    // A reference of the wrong kind is an IncompatibleClassChangeError.
    if (is_interface(w, c) != ref->interface) {
        return 0;
    }
    method_id any,
        m = ref->interface ? from_interface(w, c, sig) : in_classes(w, c, sig);
    if (!m) {
        m = in_interfaces(w, c, sig, &any);
        m = m ? m : any;
    }
    ref->member = m;
    return m;
}

static bool has_field(struct world *w, class_id c, sig_id sig) {
    bool has = world_declared_field(w, c, sig) != 0;
    for (u4 i = 0; !has && i < w->class.v[c].n_supers; i++) {
        has = world_declared_field(w, w->class.v[c].supers[i], sig) != 0;
    }
    return has;
}

// Depth first, in the order in which interfaces are named. No stack is needed
// for it: the first that has the field at all is the only one to go into.
static field_id field_in_interfaces(struct world *w, class_id c, sig_id sig) {
    field_id f = 0;
    for (u4 i = 0; !f && i < w->class.v[c].n_interfaces;) {
        class_id itf = w->class.v[c].interface[i];
        if (has_field(w, itf, sig)) {
            f = world_declared_field(w, itf, sig);
            c = itf;
            i = 0;
        } else {
            i++;
        }
    }
    return f;
}

// JVMS 5.4.3.2: the class, its own interfaces with theirs, its superclass.
static field_id field_in(struct world *w, class_id c, sig_id sig) {
    field_id f = 0;
    for (; c && !f; c = w->up.v[c].super) {
        f = world_declared_field(w, c, sig);
        f = f ? f : field_in_interfaces(w, c, sig);
    }
    return f;
}

field_id resolve_field(struct world *w, ref_id r) {
    if (!w->ref.v[r].field) {
        return 0;
    }
    if (!w->ref.v[r].resolved) {
        world_load(w, w->ref.v[r].owner);
        field_id f = field_in(w, w->ref.v[r].owner, w->ref.v[r].sig);
        w->ref.v[r].resolved = true;
        w->ref.v[r].member = f;
    }
    return w->ref.v[r].member;
}

// May `by` stand in for `m` in a subclass (JVMS 5.4.5)? Both have one sig. A method of
// another package overrides a package-private m only by way of one between the two that
// does so itself and is visible to it.
static bool overrides(const struct world *w, method_id by, method_id m) {
    if (by == m) {
        return true;
    }
    if (flags_of(w, by) & (ACC_PRIVATE | ACC_STATIC)) {
        return false;
    }
    if (flags_of(w, m) & (ACC_PUBLIC | ACC_PROTECTED)) {
        return true;
    }
    class_id top = w->method.v[m].class;
    sig_id sig = w->method.v[m].sig;
    if (flags_of(w, m) & ACC_PRIVATE) {
        return false;
    }
    if (resolve_same_package(w, w->method.v[by].class, top)) {
        return true;
    }
    // `by` lies in another package. It overrides m only through one in m's
    // package that is visible to it: public or protected. (Through several
    // packages in turn: the one of m's package must come first.)
    class_id c = w->up.v[w->method.v[by].class].super;
    for (; c && c != top; c = w->up.v[c].super) {
        method_id mid = world_declared(w, c, sig);
        if (mid && !(flags_of(w, mid) & (ACC_PRIVATE | ACC_STATIC)) &&
            flags_of(w, mid) & (ACC_PUBLIC | ACC_PROTECTED) &&
            resolve_same_package(w, c, top)) {
            return true;
        }
    }
    return false;
}

method_id resolve_select(const struct world *w, class_id c,
                         method_id resolved) {
    if (flags_of(w, resolved) & ACC_PRIVATE ||
        resolve_is_polymorphic(w, resolved)) {
        return resolved;
    }
    sig_id sig = w->method.v[resolved].sig;
    for (class_id k = c; k; k = w->up.v[k].super) {
        method_id m = world_declared(w, k, sig);
        if (m && !(flags_of(w, m) & (ACC_PRIVATE | ACC_STATIC)) &&
            overrides(w, m, resolved)) {
            return flags_of(w, m) & ACC_ABSTRACT ? 0 : m;
        }
    }
    return default_of(w, c, sig);
}

method_id resolve_select_interface(const struct world *w, class_id c,
                                   method_id resolved) {
    method_id m = resolve_select(w, c, resolved);
    return flags_of(w, m) & ACC_PUBLIC || m == resolved ? m : 0;
}

method_id resolve_default(const struct world *w, class_id interface,
                          sig_id sig) {
    method_id m = world_declared(w, interface, sig);
    if (m && !(flags_of(w, m) & (ACC_PRIVATE | ACC_STATIC))) {
        return flags_of(w, m) & ACC_ABSTRACT ? 0 : m;
    }
    return default_of(w, interface, sig);
}

method_id resolve_special(struct world *w, class_id c, ref_id r) {
    method_id m = resolve_method(w, r);
    if (!m || flags_of(w, m) & ACC_STATIC) {
        return 0;
    }
    class_id owner = w->ref.v[r].owner;
    sig_id sig = w->method.v[m].sig;
    if (str_eq(world_sig_name(w, sig), STR("<init>"))) {
        return w->method.v[m].class == owner ? m : 0;
    }
    return resolve_special_of(w, c, owner, sig);
}

method_id resolve_special_of(const struct world *w, class_id c, class_id owner,
                             sig_id sig) {
    // A call of a method of a superclass looks from the direct one up.
    class_id from = owner;
    if (!is_interface(w, owner) && c != owner &&
        world_is_subtype(w, c, owner)) {
        from = w->up.v[c].super;
    }
    method_id d = 0;
    if (is_interface(w, from)) {
        d = from_interface(w, from, sig);
    }
    for (class_id k = from; !d && k; k = w->up.v[k].super) {
        d = world_declared(w, k, sig);
        d = d && flags_of(w, d) & ACC_STATIC ? 0 : d;
    }
    if (d) {
        return flags_of(w, d) & ACC_ABSTRACT ? 0 : d;
    }
    return default_of(w, from, sig);
}
