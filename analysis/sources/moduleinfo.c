// SPDX-License-Identifier: MIT
// Descriptions of modules (JVMS 4.7.25), and which packages those of the JDK export.
//
// What a module exports stands in one table of pairs: (package, module that may use
// it), (package, "") for all modules, and ("", module) if it is open. A description is
// read when its module is first asked for.
#include "analysis/classfile/attr.h"
#include "analysis/sources/sources_priv.h"
#include "analysis/table/intern.h"

enum { ACC_OPEN = 0x0020 };

bool module_read(struct sources *s, struct bytes b, u4 origin,
                 struct module *m) {
    struct place at = src_place(s, origin, STR("module-info"));
    if (!cf_parse(&m->c, b, CF_ALL, &s->scratch, &at, s->diag)) {
        return false;
    }
    const struct cf_attr *a = attr_find(&m->c.attrs, ATTR_Module);
    if (!a || a->bad) {
        return false;
    }
    m->at = cur_of(attr_body(&m->c, a));
    cur_skip(&m->at, 2);
    m->flags = cur_u2(&m->at);
    cur_skip(&m->at, 2);
    cur_skip(&m->at, 6 * (size_t)cur_u2(&m->at));  // requires
    return true;
}

static bool description(struct sources *s, u4 origin, struct bytes *out) {
    const struct origin *o = &s->origins.v[origin];
    if (!o->archive) {
        struct jimage_name name = {
            {STR("/"), jdk_module_name(s, origin), STR("/module-info.class")}};
        struct jimage_entry e;
        return jimage_find(&s->image, &name, &e, s->diag) &&
               jdk_read(s, &e, origin, STR("module-info"), out);
    }
    struct row r = {
        .entry = o->module_info, .origin = origin, .index = o->module_index};
    bool ok = o->module_info.n && row_read(s, &r);
    *out = r.bytes;
    return ok;
}

// A list of exports, or of what is open, which reflection may use as well.
static void take_packages(struct sources *s, struct module *m) {
    u4 n = cur_u2(&m->at);
    while (n-- && cur_ok(&m->at)) {
        struct str package = cp_name_of(&m->c, cur_u2(&m->at));
        cur_skip(&m->at, 2);
        u4 n_to = cur_u2(&m->at);
        if (n_to == 0 && cur_ok(&m->at)) {
            intern_add(&s->exported, package, STR(""));
        }
        while (n_to-- && cur_ok(&m->at)) {
            intern_add(&s->exported, package,
                       cp_name_of(&m->c, cur_u2(&m->at)));
        }
    }
}

// A module whose description cannot be read counts as open.
static void take_module(struct sources *s, struct str name, u4 origin) {
    struct bytes b;
    struct module m = {.flags = ACC_OPEN};
    if (description(s, origin, &b) && module_read(s, b, origin, &m)) {
        take_packages(s, &m);
        take_packages(s, &m);
    }
    if (m.flags & ACC_OPEN) {
        intern_add(&s->exported, STR(""), name);
    }
    arena_reset(&s->scratch);
}

struct str src_module(struct sources *s, struct str name) {
    const struct package *p =
        jdk_is_modular(s) ? jdk_package(s, package_part(name)) : NULL;
    return p ? jdk_module_name(s, p->origin) : STR("");
}

bool src_is_exported(struct sources *s, struct str name, struct str to) {
    struct str package = package_part(name);
    struct str module = src_module(s, name);
    if (module.n == 0 || str_eq(module, to)) {
        return true;
    }
    if (names_add(&s->described, module)) {
        take_module(s, module, *names_find(&s->module_origin, module));
    }
    return intern_find(&s->exported, package, STR("")) ||
           intern_find(&s->exported, STR(""), module) ||
           (to.n && intern_find(&s->exported, package, to));
}
