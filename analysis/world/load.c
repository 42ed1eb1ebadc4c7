// SPDX-License-Identifier: MIT
// From class files to rows of the world.
//
// A class is linked when its super types are: a stack holds those that wait,
// so that no chain of superclasses, however long, deepens the C stack.
#include "analysis/world/load.h"

#include "analysis/base/limits.h"
#include "analysis/classfile/classfile.h"
#include "analysis/sources/sources.h"
#include "analysis/table/hash.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"

// Enters a method of c, unless it has one of that name and type: a second one
// is an error to the JVM.
static void declare(struct world *w, class_id c, method_id m) {
    sig_id sig = w->method.v[m].sig;
    u4 hash = world_sig_hash(w, sig);
    if (!world_declared(w, c, sig)) {
        struct world_up *up = &w->up.v[c];
        u4 i = hash & up->mask;
        while (up->declared[i]) {
            i = (i + 1) & up->mask;
        }
        up->declared[i] = m;
        up->declares |= (u8)1 << (hash >> 26);
    }
}

static void add_methods(struct world *w, class_id c,
                        const struct cf_class *cf) {
    struct world_class *row = &w->class.v[c];
    u4 places = 2;
    while (places / 2 < cf->n_methods) {
        places *= 2;
    }
    w->up.v[c].declared = ARENA_ZARRAY(&w->arena, method_id, places);
    w->up.v[c].mask = places - 1;
    row->method = w->method.n;
    row->n_methods = cf->n_methods;
    for (u4 i = 0; i < cf->n_methods; i++) {
        const struct cf_member *m = &cf->methods[i];
        sig_id sig = world_sig(w, cp_str(cf, m->name), cp_str(cf, m->desc));
        vec_push(&w->method,
                 ((struct world_method){c, sig, m->access_flags, (u2)i}));
        declare(w, c, w->method.n - 1);
        u2 not_default = ACC_ABSTRACT | ACC_STATIC;
        if (cf->access_flags & ACC_INTERFACE &&
            !(m->access_flags & not_default)) {
            row->flags |= CLASS_DEFAULTS;
        }
    }
    row->clinit = world_declared(w, c, w->known.clinit);
}

// Nowhere to be found, or not readable: a class without members.
static void make_phantom(struct world *w, class_id c) {
    struct world_class *row = &w->class.v[c];
    row->flags |= CLASS_PHANTOM;
    w->n_phantoms++;
    w->up.v[c].super = c == w->known.object ? 0 : w->known.object;
}

static void make_array(struct world *w, class_id c) {
    class_id *both = ARENA_ARRAY(&w->arena, class_id, 2);
    both[0] = w->known.cloneable;
    both[1] = w->known.serializable;
    w->up.v[c].super = w->known.object;
    struct world_class *row = &w->class.v[c];
    row->interface = both;
    row->n_interfaces = 2;
    row->access_flags = ACC_PUBLIC | ACC_FINAL;
}

// Making a place costs as much as parsing, and nearly no class needs one: it is
// made when there was something to say, and the class parsed again to say it.
static struct cf_class *parse(struct world *w, struct str name,
                              const struct src_class *found) {
    struct cf_class *cf = ARENA_NEW(&w->arena, struct cf_class);
    struct place at = {.byte = NO_BYTE};
    u4 said = w->unsaid.n_level[DIAG_WARNING];
    bool ok =
        cf_parse(cf, found->bytes, CF_HEADERS, &w->arena, &at, &w->unsaid);
    if (!ok || w->unsaid.n_level[DIAG_WARNING] != said) {
        at = src_place(w->src, found->origin, name);
        ok = cf_parse(cf, found->bytes, CF_HEADERS, &w->arena, &at, w->diag);
    }
    if (ok && !str_eq(cp_name_of(cf, cf->this_class), name)) {
        at = src_place(w->src, found->origin, name);
        diag_report(w->diag, CLASS_NAME, &at,
                    STR_F(cp_name_of(cf, cf->this_class)));
        ok = false;
    }
    return ok ? cf : NULL;
}

static void read_class(struct world *w, class_id c) {
    struct src_class found;
    struct str name = w->class.v[c].name;
    if (!src_find(w->src, name, &found)) {
        make_phantom(w, c);
        return;
    }
    struct cf_class *cf = parse(w, name, &found);
    if (!cf) {
        make_phantom(w, c);
        return;
    }
    w->n_loaded++;
    class_id *list = ARENA_ARRAY(&w->arena, class_id, cf->n_interfaces);
    struct world_class *row = &w->class.v[c];
    row->cf = cf;
    row->origin = found.origin;
    row->access_flags = cf->access_flags;
    row->flags |= found.part == SRC_COMPONENT ? CLASS_COMPONENT : 0;
    row->flags |= found.jdk ? CLASS_JDK : 0;
    row->interface = list;
    row->n_interfaces = cf->n_interfaces;
    if (c == w->known.object) {
        // All others hang from it, so whatever it names would be a circle.
        if (cf->super_class || cf->n_interfaces) {
            struct place at = src_place(w->src, found.origin, name);
            diag_report(w->diag, CLASS_CIRCULAR, &at);
        }
        row->n_interfaces = 0;
        add_methods(w, c, cf);
        return;
    }
    class_id super =
        cf->super_class ? world_class_at(w, c, cf->super_class) : 0;
    w->up.v[c].super = super ? super : w->known.object;
    for (u4 i = 0; i < cf->n_interfaces; i++) {
        list[i] = world_class_at(w, c, cf->interfaces[i]);
    }
    add_methods(w, c, cf);
}

// A super type that is not linked yet goes on the stack. One that is there
// already is its own super type (ClassCircularityError): it is taken away.
static bool wait_for(struct world *w, class_id c, class_id *super) {
    struct world_class *s = &w->class.v[*super];
    if (s->state == CLASS_NAMED) {
        vec_push(&w->todo, ((struct world_todo){*super, 0}));
        return true;
    }
    if (s->state == CLASS_READING) {
        struct place at =
            src_place(w->src, w->class.v[c].origin, w->class.v[c].name);
        diag_report(w->diag, CLASS_CIRCULAR, &at);
        *super = w->known.object;
    }
    return false;
}

// The super types of c in this order: its superclass, interfaces, and for an
// array its element type. Those before number `from` are linked; returned is the
// number of the first that is not, or how many there are.
static u4 linked_supers(struct world *w, class_id c, u4 from) {
    class_id super = w->up.v[c].super, elem = w->class.v[c].elem;
    class_id *list = (class_id *)w->class.v[c].interface;
    u4 n = w->class.v[c].n_interfaces;
    if (from == 0 && super) {
        if (wait_for(w, c, &super)) {
            return 0;
        }
        w->up.v[c].super = super;
    }
    for (u4 i = from ? from - 1 : 0; i < n; i++) {
        if (wait_for(w, c, &list[i])) {
            return 1 + i;
        }
    }
    return elem && wait_for(w, c, &elem) ? 1 + n : 2 + n;
}

// Are there super types of the class on top that are not linked?
static bool supers_wait(struct world *w) {
    u4 at = w->todo.n - 1;
    struct world_todo top = w->todo.v[at];
    u4 n = linked_supers(w, top.class, top.n_linked);
    w->todo.v[at].n_linked = n;
    return n < 2 + w->class.v[top.class].n_interfaces;
}

struct supers {
    class_id *list;
    u4 n, most;
    bool full;  // something was left out
};

// Adds interface i of class c, unless c has it.
static void add_super(struct world *w, class_id c, class_id i,
                      struct supers *to) {
    if (world_implements(w, c, i)) {
        return;
    }
    if (to->n == to->most) {
        to->full = true;
        return;
    }
    *idmap_at(&w->implements, idmap_key(c, i)) = 1;
    to->list[to->n++] = i;
}

static void report_supers(struct world *w, class_id c) {
    struct place at =
        src_place(w->src, w->class.v[c].origin, w->class.v[c].name);
    diag_report(w->diag, SUPERS, &at, LIMIT_SUPERS);
}

// All interfaces of c: the superclass's first, then its own, each behind those
// that it extends. Shared with the superclass when nothing is new.
static void link_interfaces(struct world *w, class_id c) {
    struct world_class *row = &w->class.v[c];
    const struct world_class *s = &w->class.v[w->up.v[c].super];
    u8 most = s->n_supers;
    for (u4 i = 0; i < row->n_interfaces; i++) {
        most += 1 + w->class.v[row->interface[i]].n_supers;
    }
    struct supers all = {.most =
                             (u4)(most < LIMIT_SUPERS ? most : LIMIT_SUPERS)};
    all.list = ARENA_ARRAY(&w->arena, class_id, all.most);
    for (u4 i = 0; i < s->n_supers; i++) {
        add_super(w, c, s->supers[i], &all);
    }
    for (u4 i = 0; i < row->n_interfaces; i++) {
        const struct world_class *itf = &w->class.v[row->interface[i]];
        for (u4 j = 0; j < itf->n_supers; j++) {
            add_super(w, c, itf->supers[j], &all);
        }
        add_super(w, c, row->interface[i], &all);
    }
    row->supers = all.n == s->n_supers ? s->supers : all.list;
    row->n_supers = all.n;
    if (all.full) {
        report_supers(w, c);
    }
}

static void link_class(struct world *w, class_id c) {
    struct world_class *row = &w->class.v[c];
    class_id *super = &w->up.v[c].super;
    if (w->class.v[*super].depth >= LIMIT_SUPERS) {
        report_supers(w, c);
        *super = w->known.object;
    }
    const struct world_class *s = &w->class.v[*super];
    row->depth = *super ? s->depth + 1 : 0;
    class_id *display = ARENA_ARRAY(&w->arena, class_id, row->depth + 1);
    if (*super) {
        memcpy(display, s->display, row->depth * sizeof *display);
    }
    display[row->depth] = c;
    row->display = display;
    link_interfaces(w, c);
    row->state = CLASS_LOADED;
}

void world_load(struct world *w, class_id c) {
    if (w->class.v[c].state == CLASS_LOADED) {
        return;
    }
    vec_push(&w->todo, ((struct world_todo){c, 0}));
    // It names no other class, and what has no super type falls back on it.
    vec_push(&w->todo, ((struct world_todo){w->known.object, 0}));
    while (w->todo.n) {
        class_id top = w->todo.v[w->todo.n - 1].class;
        if (w->class.v[top].state == CLASS_NAMED) {
            w->class.v[top].state = CLASS_READING;
            if (w->class.v[top].flags & CLASS_ARRAY) {
                make_array(w, top);
            } else {
                read_class(w, top);
            }
        }
        if (w->class.v[top].state == CLASS_LOADED || !supers_wait(w)) {
            w->todo.n--;
            if (w->class.v[top].state != CLASS_LOADED) {
                link_class(w, top);
            }
        }
    }
}

class_id world_client(struct world *w, class_id of, const class_id *interface,
                      u4 n) {
    world_load(w, of);
    class_id c =
        world_class(w, str_of(arena_printf(&w->arena, "%s%.*s",
                                           receiver_prefix[RECEIVER_CLIENT],
                                           STR_F(w->class.v[of].name))));
    struct world_class *row = &w->class.v[c];
    if (row->state != CLASS_NAMED) {
        return c;
    }
    row->flags |= CLASS_CLIENT;
    row->access_flags = ACC_PUBLIC;
    w->up.v[c].super = w->known.object;
    bool implements = w->class.v[of].access_flags & ACC_INTERFACE;
    class_id *all = ARENA_ARRAY(&w->arena, class_id, n + 1);
    for (u4 i = 0; i < n; i++) {
        all[i] = interface[i];
    }
    if (implements) {
        all[n++] = of;
    } else {
        w->up.v[c].super = of;
    }
    row->interface = all;
    row->n_interfaces = n;
    w->n_loaded++;
    link_class(w, c);
    return c;
}

// Descriptors that were looked at lately: few make up most of all.
enum { RECENT = 1024 };

struct naming {
    struct world *w;
    struct str recent[RECENT];
};

static void name_types(struct naming *g, struct str desc) {
    struct world *w = g->w;
    if (!memchr(desc.p, 'L', desc.n)) {
        return;
    }
    struct str *seen = &g->recent[hash_str(w->name.key, desc) % RECENT];
    if (str_eq(*seen, desc)) {
        return;
    }
    *seen = desc;
    // Only class names matter, so a malformed descriptor just ends.
    while (desc.n) {
        const char *l = memchr(desc.p, 'L', desc.n);
        if (!l) {
            return;
        }
        desc.n -= (size_t)(l + 1 - desc.p);
        desc.p = l + 1;
        const char *end = memchr(desc.p, ';', desc.n);
        if (!end) {
            return;
        }
        world_class(w, (struct str){desc.p, (size_t)(end - desc.p)});
        desc.n -= (size_t)(end + 1 - desc.p);
        desc.p = end + 1;
    }
}

// Can this string constant be the name of a class? With dots, as forName
// takes it; a name without a dot only if it looks like one by convention would
// be a guess, so it is asked for as well.
static void name_string(struct world *w, struct str s) {
    char name[256];
    if (s.n == 0 || s.n > sizeof name) {
        return;
    }
    for (size_t i = 0; i < s.n; i++) {
        u1 b = (u1)s.p[i];
        bool fine = b == '.' || b == '$' || b == '_' || b >= 0x80 ||
                    (b >= '0' && b <= '9') ||
                    ((b | 0x20) >= 'a' && (b | 0x20) <= 'z');
        if (!fine) {
            return;
        }
        name[i] = (char)(b == '.' ? '/' : b);
    }
    struct str n = {name, s.n};
    if (intern_find(&w->name, n, STR("")) == 0 && src_has(w->src, n)) {
        world_class(w, arena_str(&w->arena, n));
    }
}

static void name_all(struct naming *g, class_id c) {
    struct world *w = g->w;
    const struct cf_class *cf = w->class.v[c].cf;
    for (u4 i = 1; i < cf->n_pool; i++) {
        switch (cf->pool[i].tag) {
        case CP_CLASS:
            world_class_at(w, c, i);
            break;
        case CP_METHOD_TYPE:
            name_types(g, cp_str(cf, cf->pool[i].a));
            break;
        case CP_NAME_AND_TYPE:
            name_types(g, cp_str(cf, cf->pool[i].b));
            break;
        case CP_STRING:
            if ((w->class.v[c].flags & (CLASS_JDK | CLASS_COMPONENT)) !=
                CLASS_JDK) {
                name_string(w, cp_str(cf, cf->pool[i].a));
            }
            break;
        default:
            break;
        }
    }
    for (u4 i = 0; i < cf->n_fields; i++) {
        name_types(g, cp_str(cf, cf->fields[i].desc));
    }
    for (u4 i = 0; i < cf->n_methods; i++) {
        name_types(g, cp_str(cf, cf->methods[i].desc));
    }
}

class_id load_named(struct world *w, class_id from) {
    struct naming g = {.w = w};
    for (class_id c = from; c < w->class.n; c++) {
        world_load(w, c);
        if (w->class.v[c].cf) {
            name_all(&g, c);
        }
    }
    return w->class.n;
}

struct load_iter load_each_component(struct world *w) {
    return (struct load_iter){w, src_each(w->src, SRC_COMPONENT)};
}

struct load_iter load_each_test(struct world *w) {
    return (struct load_iter){w, src_each(w->src, SRC_TESTS)};
}

bool load_next_name(struct load_iter *it, struct str *name) {
    return src_next(&it->names, name);
}

bool load_next(struct load_iter *it, class_id *c) {
    struct str name;
    if (!load_next_name(it, &name)) {
        return false;
    }
    *c = world_class(it->w, name);
    world_load(it->w, *c);
    return true;
}

u4 load_count_component(const struct world *w) {
    struct src_iter it = src_each(w->src, SRC_COMPONENT);
    u4 n = 0;
    for (struct str name; src_next(&it, &name);) {
        n++;
    }
    return n;
}

static void load_rest(struct load_iter it) {
    for (class_id c; load_next(&it, &c);) {
    }
}

void load_component(struct world *w) {
    load_rest(load_each_component(w));
}

void load_all(struct world *w) {
    for (u4 part = 0; part < SRC_N_PARTS; part++) {
        load_rest((struct load_iter){w, src_each(w->src, part)});
    }
}
