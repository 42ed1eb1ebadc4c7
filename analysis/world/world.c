// SPDX-License-Identifier: MIT
// Ids for classes, members and references.
#include "analysis/world/world.h"

#include "analysis/base/limits.h"
#include "analysis/classfile/desc.h"

const char *const receiver_prefix[N_RECEIVER_KINDS] = {
#define RECEIVER(kind, prefix) [RECEIVER_##kind] = prefix,
#include "analysis/world/receivers.def"
};

// A JDK's java.base has some 6 500 classes and 60 000 methods; tables begin at
// a third of that.
enum { EXPECTED_CLASSES = 4000, EXPECTED_SIGS = 16000 };

void world_init(struct world *w, struct sources *src, struct diag *d) {
    *w = (struct world){.src = src, .diag = d};
    diag_init(&w->unsaid, DIAG_ERROR, false);
    arena_init(&w->arena);
    w->defaults = ARENA_NEW(&w->arena, struct idmap);
    intern_init(&w->name, EXPECTED_CLASSES);
    intern_init(&w->sig, EXPECTED_SIGS);
    vec_push(&w->class, (struct world_class){0});
    vec_push(&w->up, (struct world_up){0});
    vec_push(&w->method, (struct world_method){0});
    vec_push(&w->field, (struct world_field){0});
    vec_push(&w->ref, (struct world_ref){0});
    struct world_known *k = &w->known;
    k->object = world_class(w, STR("java/lang/Object"));
    k->string = world_class(w, STR("java/lang/String"));
    k->cloneable = world_class(w, STR("java/lang/Cloneable"));
    k->serializable = world_class(w, STR("java/io/Serializable"));
    k->throwable = world_class(w, STR("java/lang/Throwable"));
    k->method_handle = world_class(w, STR("java/lang/invoke/MethodHandle"));
    k->var_handle = world_class(w, STR("java/lang/invoke/VarHandle"));
    k->clinit = world_sig(w, STR("<clinit>"), STR("()V"));
}

void world_release(struct world *w) {
    diag_release(&w->unsaid);
    vec_free(&w->class);
    vec_free(&w->up);
    vec_free(&w->method);
    vec_free(&w->field);
    vec_free(&w->ref);
    vec_free(&w->todo);
    idmap_release(&w->declared_field);
    idmap_release(&w->implements);
    idmap_release(w->defaults);
    idmap_release(&w->refs);
    idmap_release(&w->refs_itf);
    idmap_release(&w->refs_field);
    intern_release(&w->name);
    intern_release(&w->sig);
    arena_release(&w->arena);
}

class_id world_type(struct world *w, struct str desc) {
    struct str rest = desc, type = desc_next(&rest);
    if (type.n == 0 || rest.n) {
        return 0;
    }
    if (type.p[0] == '[') {
        return world_class(w, type);
    }
    if (type.p[0] != 'L') {
        return 0;
    }
    return world_class(w, (struct str){type.p + 1, type.n - 2});
}

// Longer chains of '[' are names that no class can have (JVMS 4.4.1).
static bool is_array_name(struct str name) {
    size_t n = 0;
    while (n < name.n && name.p[n] == '[') {
        n++;
    }
    return n > 0 && n <= LIMIT_DIMENSIONS;
}

class_id world_class(struct world *w, struct str name) {
    class_id c = intern_add(&w->name, name, STR(""));
    // Of an array of arrays the component types get their ids first come,
    // first served, as all do.
    for (class_id fresh = c; fresh == w->class.n;) {
        bool array = is_array_name(name);
        vec_push(&w->class,
                 ((struct world_class){.name = name,
                                       .flags = array ? CLASS_ARRAY : 0}));
        vec_push(&w->up, (struct world_up){0});
        if (!array) {
            break;
        }
        struct str elem = {name.p + 1, name.n - 1};
        if (elem.n > 2 && elem.p[0] == 'L') {
            elem = (struct str){elem.p + 1, elem.n - 2};
        } else if (elem.n == 0 || elem.p[0] != '[') {
            break;
        }
        fresh = intern_add(&w->name, elem, STR(""));
        w->class.v[w->class.n - 1].elem = fresh;
        name = elem;
    }
    return c;
}

class_id world_array_of(struct world *w, class_id c) {
    if (!w->class.v[c].array) {
        struct str name = w->class.v[c].name;
        bool array = (w->class.v[c].flags & CLASS_ARRAY) != 0;
        char *of =
            arena_printf(&w->arena, array ? "[%.*s" : "[L%.*s;", STR_F(name));
        class_id a = world_class(w, str_of(of));
        w->class.v[c].array = a;
    }
    return w->class.v[c].array;
}

class_id world_primitive_array(struct world *w, u4 code) {
    static const char *const name[] = {"[Z", "[C", "[F", "[D",
                                       "[B", "[S", "[I", "[J"};
    enum { FIRST = 4, END = 12 };
    return code >= FIRST && code < END
               ? world_class(w, str_of(name[code - FIRST]))
               : 0;
}

sig_id world_sig(struct world *w, struct str name, struct str desc) {
    return intern_add(&w->sig, name, desc);
}

static u4 *link_of(struct world *w, class_id c) {
    struct world_class *k = &w->class.v[c];
    if (!k->link) {
        k->link = ARENA_ZARRAY(&w->arena, u4, k->cf->n_pool);
    }
    return k->link;
}

class_id world_class_at(struct world *w, class_id c, u4 i) {
    const struct cf_class *cf = w->class.v[c].cf;
    if (!cp_is(cf, i, CP_CLASS)) {
        return 0;
    }
    u4 *link = link_of(w, c);
    if (!link[i]) {
        link[i] = world_class(w, cp_name_of(cf, i));
    }
    return link[i];
}

// The name and descriptor of constant i (a NameAndType).
static sig_id sig_at(struct world *w, class_id c, u4 i) {
    const struct cf_class *cf = w->class.v[c].cf;
    if (!cp_is(cf, i, CP_NAME_AND_TYPE)) {
        return 0;
    }
    u4 *link = link_of(w, c);
    if (!link[i]) {
        const struct cp_entry *e = &cf->pool[i];
        link[i] = world_sig(w, cp_str(cf, e->a), cp_str(cf, e->b));
    }
    return link[i];
}

static ref_id ref_in(struct world *w, struct idmap *map, struct world_ref r) {
    u4 *id = idmap_at(map, idmap_key(r.owner, r.sig));
    if (!*id) {
        *id = w->ref.n;
        vec_push(&w->ref, r);
    }
    return *id;
}

ref_id world_ref(struct world *w, class_id owner, sig_id sig, bool interface) {
    return ref_in(
        w, interface ? &w->refs_itf : &w->refs,
        (struct world_ref){.owner = owner, .sig = sig, .interface = interface});
}

ref_id world_ref_field(struct world *w, class_id owner, sig_id sig) {
    return ref_in(
        w, &w->refs_field,
        (struct world_ref){.owner = owner, .sig = sig, .field = true});
}

ref_id world_ref_at(struct world *w, class_id c, u4 i) {
    const struct cf_class *cf = w->class.v[c].cf;
    u1 tag = i < cf->n_pool ? cf->pool[i].tag : CP_NONE;
    if (tag < CP_FIELDREF || tag > CP_INTERFACE_METHODREF) {
        return 0;
    }
    u4 *link = link_of(w, c);
    if (!link[i]) {
        struct world_ref r = {
            .owner = world_class_at(w, c, cf->pool[i].a),
            .sig = sig_at(w, c, cf->pool[i].b),
            .interface = tag == CP_INTERFACE_METHODREF,
            .field = tag == CP_FIELDREF,
        };
        link[i] = ref_in(w,
                         r.field       ? &w->refs_field
                         : r.interface ? &w->refs_itf
                                       : &w->refs,
                         r);
    }
    return link[i];
}

field_id world_declared_field(struct world *w, class_id c, sig_id sig) {
    struct world_class *k = &w->class.v[c];
    if (k->cf && !(k->flags & CLASS_FIELDS)) {
        k->flags |= CLASS_FIELDS;
        for (u4 i = 0; i < k->cf->n_fields; i++) {
            const struct cf_member *f = &k->cf->fields[i];
            sig_id s =
                world_sig(w, cp_str(k->cf, f->name), cp_str(k->cf, f->desc));
            *idmap_at(&w->declared_field, idmap_key(c, s)) = w->field.n;
            vec_push(&w->field, ((struct world_field){c, s, f->access_flags}));
        }
    }
    return idmap_find(&w->declared_field, idmap_key(c, sig));
}

bool world_code(const struct world *w, method_id m, struct bytes *body) {
    const struct world_method *wm = &w->method.v[m];
    struct cf_class *cf = w->class.v[wm->class].cf;
    return cf_find_code(cf, &cf->methods[wm->index], body);
}

struct place world_place(const struct world *w, method_id m) {
    const struct world_method *wm = &w->method.v[m];
    const struct world_class *k = &w->class.v[wm->class];
    struct place at = src_place(w->src, k->origin, k->name);
    at.name = world_sig_name(w, wm->sig);
    at.desc = world_sig_desc(w, wm->sig);
    at.byte = NO_BYTE;
    return at;
}

bool world_is_array_of(const struct world *w, class_id a, class_id array) {
    while (w->class.v[array].flags & CLASS_ARRAY) {
        if (a == array) {
            return true;
        }
        array = w->class.v[array].elem;
        a = w->class.v[a].elem;
        if (!a || !array) {
            return false;
        }
    }
    return world_is_subtype(w, a, array);
}

class_id world_find_class(struct world *w, struct str name) {
    return src_has(w->src, name) ? world_class(w, arena_str(&w->arena, name))
                                 : 0;
}

method_id world_find_method(struct world *w, struct str text) {
    const char *colon = memchr(text.p, ':', text.n);
    size_t n = colon ? (size_t)(colon - text.p) : 0, dot = n;
    while (dot && text.p[dot] != '.') {
        dot--;
    }
    if (!dot) {
        return 0;
    }
    struct str name = {text.p + dot + 1, n - dot - 1};
    struct str desc = {colon + 1, text.n - n - 1};
    struct str class = {text.p, dot};
    class_id c = world_find_class(w, class);
    if (!c) {
        return 0;
    }
    sig_id sig =
        world_sig(w, arena_str(&w->arena, name), arena_str(&w->arena, desc));
    world_load(w, c);
    return world_declared(w, c, sig);
}
