// SPDX-License-Identifier: MIT
// Who may use a class or a member.
#include "analysis/world/access.h"

#include "analysis/base/cursor.h"
#include "analysis/classfile/classfile.h"
#include "analysis/world/resolve.h"

static bool attr_of(const struct world *w, class_id c, struct str name,
                    struct cursor *cur) {
    const struct cf_class *cf = w->class.v[c].cf;
    struct bytes body;
    if (!cf || cf->major < MAJOR_NESTS ||
        !cf_find_attr(cf, cf->at, name, &body)) {
        return false;
    }
    *cur = cur_of(body);
    return true;
}

static bool is_listed(struct world *w, class_id host, class_id c) {
    struct cursor cur;
    if (!attr_of(w, host, STR("NestMembers"), &cur)) {
        return false;
    }
    for (u4 n = cur_u2(&cur); n && cur_ok(&cur); n--) {
        if (world_class_at(w, host, cur_u2(&cur)) == c) {
            return true;
        }
    }
    return false;
}

// The class itself if it is in no nest, or in one that does not list it.
static class_id nest_host(struct world *w, class_id c) {
    world_load(w, c);
    struct cursor cur;
    if (!attr_of(w, c, STR("NestHost"), &cur)) {
        return c;
    }
    class_id host = world_class_at(w, c, cur_u2(&cur));
    if (!host) {
        return c;
    }
    world_load(w, host);
    return resolve_same_package(w, host, c) && is_listed(w, host, c) ? host : c;
}

bool access_class(struct world *w, class_id from, class_id c) {
    while (w->class.v[c].flags & CLASS_ARRAY) {
        c = w->class.v[c].elem;
        if (!c) {
            return true;  // of primitives
        }
    }
    world_load(w, c);
    return w->class.v[c].access_flags & ACC_PUBLIC ||
           resolve_same_package(w, from, c);
}

// A protected member of another package. Of an instance, the reference must
// name a class on one line with the using one. An interface is no subclass,
// though Object stands in its super_class (JVMS 4.1).
static bool is_inherited(const struct world *w, class_id from, class_id owner,
                         class_id declaring, u2 flags) {
    return !(w->class.v[from].access_flags & ACC_INTERFACE) &&
           world_is_subtype(w, from, declaring) &&
           (flags & ACC_STATIC || world_is_subtype(w, from, owner) ||
            world_is_subtype(w, owner, from));
}

bool access_member(struct world *w, class_id from, class_id owner,
                   class_id declaring, u2 flags) {
    if (flags & ACC_PUBLIC || from == declaring) {
        return true;
    }
    if (flags & ACC_PRIVATE) {
        return nest_host(w, from) == nest_host(w, declaring);
    }
    if (resolve_same_package(w, from, declaring)) {
        return true;
    }
    world_load(w, from);
    world_load(w, owner);
    world_load(w, declaring);
    return flags & ACC_PROTECTED &&
           is_inherited(w, from, owner, declaring, flags);
}

bool access_method(struct world *w, class_id from, class_id owner,
                   method_id m) {
    const struct world_method *wm = &w->method.v[m];
    if (w->class.v[owner].flags & CLASS_ARRAY && wm->class == w->known.object &&
        str_eq(world_sig_name(w, wm->sig), STR("clone"))) {
        return true;
    }
    return access_member(w, from, owner, wm->class, wm->access_flags);
}
