// SPDX-License-Identifier: MIT
// invokedynamic and constants that are linked by running code: what their
// bootstrap methods make.
//
// The JVM itself calls a method of MethodHandleNatives from the instruction,
// which runs the bootstrap method; those of the JDK are understood (`boots`),
// others only reached.
#include "analysis/models/models_priv.h"

#include "analysis/base/cursor.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/reach/reach.h"
#include "analysis/table/hash.h"
#include "analysis/table/idmap.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

// One linkage: the bootstrap method and its static arguments.
struct link {
    struct models *m;
    struct solve *s;
    struct world *w;
    const struct cf_class *cf;
    class_id c;
    method_id caller;
    u2 pc;
    struct str name, desc;
    u4 boot;        // MethodHandle
    const u1 *arg;  // indices of constants
    u4 n_args;
};

static u4 arg(const struct link *k, u4 i) {
    return i < k->n_args ? be2(k->arg + 2 * i) : 0;
}

// What a method handle constant calls: its kind, and the method.
enum handle_kind {
    HANDLE_GET_FIELD = 1,
    HANDLE_PUT_STATIC = 4,
    HANDLE_VIRTUAL = 5,
    HANDLE_STATIC = 6,
    HANDLE_SPECIAL = 7,
    HANDLE_NEW = 8,
    HANDLE_INTERFACE = 9,
};

struct handle {
    u1 kind;
    ref_id ref;
    method_id method;  // of a method handle; 0 if it can't be resolved
};

static struct handle handle_at(const struct link *k, u4 i) {
    struct handle h = {0};
    if (cp_is(k->cf, i, CP_METHOD_HANDLE)) {
        h.kind = (u1)k->cf->pool[i].a;
        h.ref = world_ref_at(k->w, k->c, k->cf->pool[i].b);
        if (h.kind > HANDLE_PUT_STATIC && h.ref) {
            h.method = h.kind == HANDLE_SPECIAL || h.kind == HANDLE_NEW
                           ? resolve_special(k->w, k->c, h.ref)
                           : resolve_method(k->w, h.ref);
        }
    }
    return h;
}

// The site of a call through that handle.
static struct solve_site
handle_site(const struct link *k, const struct handle *h, enum edge_kind kind) {
    struct solve_site site = {k->pc, SITE_DIRECT, (u1)kind, h->method};
    switch (h->kind) {
    case HANDLE_NEW:
        site.shape = SITE_NEW;
        break;
    case HANDLE_VIRTUAL:
    case HANDLE_INTERFACE:
        site.shape = SITE_GROUP;
        site.what = solve_group(k->s, k->w->ref.v[h->ref].owner, h->method);
        break;
    case HANDLE_SPECIAL:
        site.shape = SITE_GROUP;
        site.what = solve_fixed(k->s, k->c, h->method);
        break;
    default:
        break;
    }
    return site;
}

static void call_text(const struct link *k, enum edge_kind kind,
                      const char *method) {
    method_id m = models_method(k->m, method);
    if (m) {
        solve_call(k->s, k->caller, k->pc, kind, m);
    }
}

// A call of m on what has that type, if it is a reference.
static void call_on(const struct link *k, enum edge_kind kind, class_id c,
                    method_id m) {
    if (c) {
        world_load(k->w, c);
        struct solve_site site = {k->pc, SITE_GROUP, (u1)kind,
                                  solve_group(k->s, c, m)};
        solve_edge(k->s, k->caller, site);
    }
}

// The same of argument i (of those that are references), of that type.
static void call_argument(const struct link *k, enum edge_kind kind, u4 i,
                          class_id type, method_id m) {
    if (!k->s->engine.on_argument) {
        call_on(k, kind, type, m);
        return;
    }
    world_load(k->w, type);
    group_id g =
        k->s->engine.on_argument(k->s->engine.context, k->s, i, type, m);
    if (g) {
        struct solve_site site = {k->pc, SITE_GROUP, (u1)kind, g};
        solve_edge(k->s, k->caller, site);
    }
}

// The static methods of a class of the library that is the back room of one
// kind of call site: all, or those of one name. One bundle serves all sites.
static void call_statics(const struct link *k, enum edge_kind kind,
                         const char *class, const char *name) {
    class_id c = models_class(k->m, class);
    if (!c) {
        return;
    }
    u4 *id = idmap_at(&k->m->bundle,
                      idmap_key(c, hash_str(HASH_FIXED, str_of(name))));
    if (!*id) {
        world_load(k->w, c);
        const struct world_class row = k->w->class.v[c];
        bundle_id b = solve_bundle(k->s);
        solve_bundle_add(k->s, b,
                         (struct solve_site){0, SITE_INIT, EDGE_INIT, c});
        for (u4 i = 0; i < row.n_methods; i++) {
            method_id m = row.method + i;
            const struct world_method *wm = &k->w->method.v[m];
            if (wm->access_flags & ACC_STATIC && m != row.clinit &&
                (name[0] == '\0' ||
                 str_eq(world_sig_name(k->w, wm->sig), str_of(name)))) {
                solve_bundle_add(
                    k->s, b, (struct solve_site){0, SITE_DIRECT, (u1)kind, m});
            }
        }
        *id = b;
    }
    struct solve_site all = {k->pc, SITE_BUNDLE, (u1)kind, *id};
    solve_edge(k->s, k->caller, all);
}

// What LambdaMetafactory is told of the object, beside what it runs.
struct traits {
    class_id *marker;
    sig_id *sig;
    u4 n_markers, n_sigs;
};

// altMetafactory's arguments from the fourth on: flags, then a count and a list
// for each of the two flags that announce one.
static void alt_traits(const struct link *k, struct traits *t) {
    enum { SERIALIZABLE = 1, MARKERS = 2, BRIDGES = 4 };
    const struct cf_class *cf = k->cf;
    u4 at = 3;
    u4 flags =
        cp_is(cf, arg(k, at), CP_INTEGER) ? cf->pool[arg(k, at)].value : 0;
    at++;
    if (flags & SERIALIZABLE) {
        t->marker[t->n_markers++] = k->w->known.serializable;
        vec_push(&k->m->serial_lambda, k->c);
    }
    for (u4 list = MARKERS; list <= BRIDGES; list *= 2) {
        u4 n = 0;
        if (flags & list && cp_is(cf, arg(k, at), CP_INTEGER)) {
            n = cf->pool[arg(k, at++)].value;
        }
        for (; n && at < k->n_args; n--, at++) {
            u4 i = arg(k, at);
            if (list == MARKERS && cp_is(cf, i, CP_CLASS)) {
                t->marker[t->n_markers++] = world_class_at(k->w, k->c, i);
            } else if (list == BRIDGES && cp_is(cf, i, CP_METHOD_TYPE)) {
                t->sig[t->n_sigs++] =
                    world_sig(k->w, k->name, cp_str(cf, cf->pool[i].a));
            }
        }
    }
}

static void lambda(const struct link *k, bool alt) {
    struct world *w = k->w;
    struct handle impl = handle_at(k, arg(k, 1));
    struct desc_method d;
    if (!impl.method || !cp_is(k->cf, arg(k, 0), CP_METHOD_TYPE) ||
        !desc_method(k->desc, &d)) {
        models_unfollowed(k->m, UNFOLLOWED_DYNAMIC, k->caller, k->pc, k->name);
        return;
    }
    class_id interface = world_type(w, d.ret);
    if (!interface) {
        return;
    }
    world_load(w, interface);
    struct traits t = {
        .marker = ARENA_ARRAY(&k->s->arena, class_id, k->n_args + 1),
        .sig = ARENA_ARRAY(&k->s->arena, sig_id, k->n_args + 1),
    };
    t.sig[t.n_sigs++] =
        world_sig(w, k->name, cp_str(k->cf, k->cf->pool[arg(k, 0)].a));
    if (alt) {
        alt_traits(k, &t);
    }
    struct solve_lambda l = {
        .interface = interface,
        .marker = t.marker,
        .n_markers = t.n_markers,
        .sig = t.sig,
        .n_sigs = t.n_sigs,
        .caller = k->caller,
        .pc = k->pc,
        .body = handle_site(k, &impl, EDGE_LAMBDA),
    };
    solve_lambda(k->s, &l);
}

static void metafactory(const struct link *k) {
    lambda(k, false);
}

static void alt_metafactory(const struct link *k) {
    lambda(k, true);
}

#define TO_STRING "java/lang/Object.toString:()Ljava/lang/String;"
#define STRING_VALUE_OF \
    "java/lang/String.valueOf:(Ljava/lang/Object;)Ljava/lang/String;"

static void concat(const struct link *k) {
    struct desc_method d;
    struct world *w = k->w;
    method_id to_string = models_method(k->m, TO_STRING);
    call_statics(k, EDGE_CONCAT, "java/lang/StringConcatHelper", "");
    call_text(k, EDGE_CONCAT, STRING_VALUE_OF);
    if (!to_string || !desc_method(k->desc, &d)) {
        return;
    }
    for (u4 i = 0; d.args.n;) {
        class_id c = world_type(w, desc_next(&d.args));
        if (c && c != w->known.string) {
            call_argument(k, EDGE_CONCAT, i, c, to_string);
        }
        i += c != 0;
    }
}

// equals, hashCode or toString of a record, by those of its components, to
// whose getters the arguments are handles.
static void record(const struct link *k) {
    static const char *const by[][2] = {
        {"equals", "java/lang/Object.equals:(Ljava/lang/Object;)Z"},
        {"hashCode", "java/lang/Object.hashCode:()I"},
        {"toString", TO_STRING},
    };
    struct world *w = k->w;
    call_statics(k, EDGE_HANDLE, "java/lang/runtime/ObjectMethods", "");
    call_text(k, EDGE_HANDLE,
              "java/util/Objects.hashCode:(Ljava/lang/Object;)I");
    call_text(
        k, EDGE_HANDLE,
        "java/util/Objects.equals:(Ljava/lang/Object;Ljava/lang/Object;)Z");
    call_text(k, EDGE_HANDLE, STRING_VALUE_OF);
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        method_id m = models_method(k->m, by[i][1]);
        if (!m || !str_eq(k->name, str_of(by[i][0]))) {
            continue;
        }
        for (u4 j = 0; j < k->n_args; j++) {
            struct handle h = handle_at(k, arg(k, j));
            if (h.kind == HANDLE_GET_FIELD && h.ref) {
                sig_id sig = w->ref.v[h.ref].sig;
                call_on(k, EDGE_HANDLE, world_type(w, world_sig_desc(w, sig)),
                        m);
            }
        }
    }
}

static void switches(const struct link *k) {
    call_statics(k, EDGE_HANDLE, "java/lang/runtime/SwitchBootstraps", "");
}

// Handles among the arguments are passed on, and may be called by whoever gets
// them.
static void pass_on(const struct link *k) {
    for (u4 i = 0; i < k->n_args; i++) {
        struct handle h = handle_at(k, arg(k, i));
        if (h.method) {
            handles_add(k->m, k->s, h.method);
        }
    }
}

static void constants(const struct link *k) {
    pass_on(k);
}

struct boot_row {
    const char *class, *name;
    void (*model)(const struct link *k);
};

static const struct boot_row boots[] = {
    {"java/lang/invoke/LambdaMetafactory", "metafactory", metafactory},
    {"java/lang/invoke/LambdaMetafactory", "altMetafactory", alt_metafactory},
    {"java/lang/invoke/StringConcatFactory", "makeConcat", concat},
    {"java/lang/invoke/StringConcatFactory", "makeConcatWithConstants", concat},
    {"java/lang/runtime/ObjectMethods", "bootstrap", record},
    {"java/lang/runtime/SwitchBootstraps", "typeSwitch", switches},
    {"java/lang/runtime/SwitchBootstraps", "enumSwitch", switches},
    {"java/lang/invoke/ConstantBootstraps", "*", constants},
};

static void run_boot(struct link *k) {
    struct handle boot = handle_at(k, k->boot);
    if (!boot.method) {
        models_unfollowed(k->m, UNFOLLOWED_DYNAMIC, k->caller, k->pc, k->name);
        return;
    }
    handles_add_boot(k->m, k->s, boot.method);
    const struct world_method *wm = &k->w->method.v[boot.method];
    struct str class = k->w->class.v[wm->class].name;
    struct str name = world_sig_name(k->w, wm->sig);
    for (size_t i = 0; i < sizeof boots / sizeof *boots; i++) {
        if (str_eq(class, str_of(boots[i].class)) &&
            (boots[i].name[0] == '*' || str_eq(name, str_of(boots[i].name)))) {
            boots[i].model(k);
            return;
        }
    }
    pass_on(k);
    models_unfollowed(k->m, UNFOLLOWED_DYNAMIC, k->caller, k->pc, k->name);
}

// Where the entries of a class's BootstrapMethods begin, found once: the number
// of the first of them in boot_at, plus one; 0 if it has none.
static u4 boots_of(struct link *k, struct bytes body, u4 *n) {
    struct models *m = k->m;
    u4 *first = idmap_at(&m->boots, idmap_key(1, k->c));
    struct cursor cur = cur_of(body);
    *n = cur_u2(&cur);
    if (*first == 0) {
        *first = m->boot_at.n + 1;
        for (u4 i = 0; i < *n; i++) {
            vec_push(&m->boot_at, (u4)cur_off(&cur));
            cur_skip(&cur, 2);
            cur_skip(&cur, 2u * cur_u2(&cur));
        }
    }
    return *first;
}

// Entry `index` of the class's BootstrapMethods.
static bool find_boot(struct link *k, u4 index) {
    struct bytes body;
    u4 n;
    if (!cf_find_attr(k->cf, k->cf->at, STR("BootstrapMethods"), &body)) {
        return false;
    }
    u4 first = boots_of(k, body, &n);
    if (index >= n) {
        return false;
    }
    struct cursor cur = cur_of(body);
    cur_skip(&cur, k->m->boot_at.v[first - 1 + index]);
    k->boot = cur_u2(&cur);
    k->n_args = cur_u2(&cur);
    k->arg = cur_bytes(&cur, 2u * k->n_args).p;
    return cur_ok(&cur);
}

// What the JVM calls to link, by what is linked. The descriptors changed from
// release to release; the names did not.
static void call_linker(const struct link *k, const char *name) {
    call_statics(k, EDGE_HANDLE, "java/lang/invoke/MethodHandleNatives", name);
}

static void note_literal(struct models *m, class_id c, class_id in) {
    *idmap_at(&m->literal, idmap_key(0, c)) = 1;
    arrays_named(m, c, in);
    enums_named(m, c);
}

void indy_constant(void *context, struct solve *s, method_id m, u2 pc, u4 i) {
    struct world *w = s->w;
    class_id c = w->method.v[m].class;
    const struct cf_class *cf = w->class.v[c].cf;
    struct link k = {
        .m = context, .s = s, .w = w, .cf = cf, .c = c, .caller = m, .pc = pc};
    const struct cp_entry *e = &cf->pool[i < cf->n_pool ? i : 0];
    switch (e->tag) {
    case CP_CLASS:
        note_literal(k.m, world_class_at(w, c, i), c);
        break;
    case CP_METHOD_TYPE:
        call_linker(&k, "findMethodHandleType");
        break;
    case CP_METHOD_HANDLE: {
        struct handle h = handle_at(&k, i);
        call_linker(&k, "linkMethodHandleConstant");
        if (h.method) {
            handles_add(k.m, s, h.method);
        }
        break;
    }
    case CP_DYNAMIC:
    case CP_INVOKE_DYNAMIC: {
        struct cp_ref ref = cp_ref_of(cf, i);
        k.name = ref.name;
        k.desc = ref.desc;
        call_linker(&k, e->tag == CP_DYNAMIC ? "linkDynamicConstant"
                                             : "linkCallSite");
        if (find_boot(&k, e->a)) {
            run_boot(&k);
        } else {
            models_unfollowed(k.m, UNFOLLOWED_DYNAMIC, m, pc, k.name);
        }
        break;
    }
    default:
        break;
    }
}
