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

static u4 arg(const struct link *link, u4 i) {
    return i < link->n_args ? be2(link->arg + 2 * i) : 0;
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

static struct handle handle_at(const struct link *link, u4 i) {
    struct handle h = {0};
    if (cp_is(link->cf, i, CP_METHOD_HANDLE)) {
        h.kind = (u1)link->cf->pool[i].a;
        h.ref = world_ref_at(link->w, link->c, link->cf->pool[i].b);
        if (h.kind > HANDLE_PUT_STATIC && h.ref) {
            h.method = h.kind == HANDLE_SPECIAL || h.kind == HANDLE_NEW
                           ? resolve_special(link->w, link->c, h.ref)
                           : resolve_method(link->w, h.ref);
        }
    }
    return h;
}

// Code may call it.
static void add_handle(const struct link *link, const struct handle *h) {
    if (h->method) {
        handles_add(link->m, link->s, link->c, h->method,
                    h->kind == HANDLE_SPECIAL ? link->c : 0);
    }
}

// The site of a call through that handle.
static struct solve_site handle_site(const struct link *link,
                                     const struct handle *h,
                                     enum edge_kind kind) {
    struct solve_site site = {link->pc, SITE_DIRECT, (u1)kind, h->method};
    switch (h->kind) {
    case HANDLE_NEW:
        site.shape = SITE_NEW;
        break;
    case HANDLE_VIRTUAL:
    case HANDLE_INTERFACE:
        site.shape = SITE_GROUP;
        site.what =
            solve_group(link->s, link->w->ref.v[h->ref].owner, h->method);
        break;
    case HANDLE_SPECIAL:
        site.shape = SITE_GROUP;
        site.what = solve_fixed(link->s, link->c, h->method);
        break;
    default:
        break;
    }
    return site;
}

static void call_text(const struct link *link, enum edge_kind kind,
                      const char *method) {
    method_id m = models_method(link->m, method);
    if (m) {
        solve_call(link->s, link->caller, link->pc, kind, m);
    }
}

// A call of m on what has that type, if it is a reference.
static void call_on(const struct link *link, enum edge_kind kind, class_id c,
                    method_id m) {
    if (c) {
        world_load(link->w, c);
        struct solve_site site = {link->pc, SITE_GROUP, (u1)kind,
                                  solve_group(link->s, c, m)};
        solve_edge(link->s, link->caller, site);
    }
}

// The same of argument i (of those that are references), of that type.
static void call_argument(const struct link *link, enum edge_kind kind, u4 i,
                          class_id type, method_id m) {
    if (!link->s->engine.on_argument) {
        call_on(link, kind, type, m);
        return;
    }
    world_load(link->w, type);
    group_id g = link->s->engine.on_argument(link->s->engine.context, link->s,
                                             i, type, m);
    if (g) {
        struct solve_site site = {link->pc, SITE_GROUP, (u1)kind, g};
        solve_edge(link->s, link->caller, site);
    }
}

// The static methods of a class of the library that is the back room of one
// kind of call site: all, or those of one name. One bundle serves all sites.
static void call_statics(const struct link *link, enum edge_kind kind,
                         const char *class, const char *name) {
    class_id c = models_class(link->m, class);
    if (!c) {
        return;
    }
    u4 *id = idmap_at(&link->m->bundle,
                      idmap_key(c, hash_str(HASH_FIXED, str_of(name))));
    if (!*id) {
        world_load(link->w, c);
        const struct world_class row = link->w->class.v[c];
        bundle_id b = solve_bundle(link->s);
        solve_bundle_add(link->s, b,
                         (struct solve_site){0, SITE_INIT, EDGE_INIT, c});
        for (u4 i = 0; i < row.n_methods; i++) {
            method_id m = row.method + i;
            const struct world_method *wm = &link->w->method.v[m];
            if (wm->access_flags & ACC_STATIC && m != row.clinit &&
                (name[0] == '\0' ||
                 str_eq(world_sig_name(link->w, wm->sig), str_of(name)))) {
                solve_bundle_add(
                    link->s, b,
                    (struct solve_site){0, SITE_DIRECT, (u1)kind, m});
            }
        }
        *id = b;
    }
    struct solve_site all = {link->pc, SITE_BUNDLE, (u1)kind, *id};
    solve_edge(link->s, link->caller, all);
}

// What LambdaMetafactory is told of the object, beside what it runs.
struct traits {
    class_id *marker;
    sig_id *sig;
    u4 n_markers, n_sigs;
};

// altMetafactory's arguments from the fourth on: flags, then a count and a list
// for each of the two flags that announce one.
static void alt_traits(const struct link *link, struct traits *t) {
    enum { SERIALIZABLE = 1, MARKERS = 2, BRIDGES = 4 };
    const struct cf_class *cf = link->cf;
    u4 at = 3;
    u4 flags = cp_is(cf, arg(link, at), CP_INTEGER)
                   ? cf->pool[arg(link, at)].value
                   : 0;
    at++;
    if (flags & SERIALIZABLE) {
        t->marker[t->n_markers++] = link->w->known.serializable;
        vec_push(&link->m->serial_lambda, link->c);
    }
    for (u4 list = MARKERS; list <= BRIDGES; list *= 2) {
        u4 n = 0;
        if (flags & list && cp_is(cf, arg(link, at), CP_INTEGER)) {
            n = cf->pool[arg(link, at++)].value;
        }
        for (; n && at < link->n_args; n--, at++) {
            u4 i = arg(link, at);
            if (list == MARKERS && cp_is(cf, i, CP_CLASS)) {
                t->marker[t->n_markers++] = world_class_at(link->w, link->c, i);
            } else if (list == BRIDGES && cp_is(cf, i, CP_METHOD_TYPE)) {
                t->sig[t->n_sigs++] =
                    world_sig(link->w, link->name, cp_str(cf, cf->pool[i].a));
            }
        }
    }
}

static void lambda(const struct link *link, bool alt) {
    struct world *w = link->w;
    struct handle impl = handle_at(link, arg(link, 1));
    struct desc_method d;
    if (!impl.method || !cp_is(link->cf, arg(link, 0), CP_METHOD_TYPE) ||
        !desc_method(link->desc, &d)) {
        models_unfollowed(link->m, UNFOLLOWED_DYNAMIC, link->caller, link->pc,
                          link->name);
        return;
    }
    class_id interface = world_type(w, d.ret);
    if (!interface) {
        return;
    }
    handles_used(link->m, link->s, link->c, impl.method);
    world_load(w, interface);
    struct traits t = {
        .marker = ARENA_ARRAY(&link->s->arena, class_id, link->n_args + 1),
        .sig = ARENA_ARRAY(&link->s->arena, sig_id, link->n_args + 1),
    };
    t.sig[t.n_sigs++] = world_sig(
        w, link->name, cp_str(link->cf, link->cf->pool[arg(link, 0)].a));
    if (alt) {
        alt_traits(link, &t);
    }
    struct solve_lambda l = {
        .interface = interface,
        .marker = t.marker,
        .n_markers = t.n_markers,
        .sig = t.sig,
        .n_sigs = t.n_sigs,
        .caller = link->caller,
        .pc = link->pc,
        .body = handle_site(link, &impl, EDGE_LAMBDA),
    };
    solve_lambda(link->s, &l);
}

static void metafactory(const struct link *link) {
    lambda(link, false);
}

static void alt_metafactory(const struct link *link) {
    lambda(link, true);
}

#define TO_STRING "java/lang/Object.toString:()Ljava/lang/String;"
#define STRING_VALUE_OF \
    "java/lang/String.valueOf:(Ljava/lang/Object;)Ljava/lang/String;"

static void concat(const struct link *link) {
    struct desc_method d;
    struct world *w = link->w;
    method_id to_string = models_method(link->m, TO_STRING);
    call_statics(link, EDGE_CONCAT, "java/lang/StringConcatHelper", "");
    call_text(link, EDGE_CONCAT, STRING_VALUE_OF);
    if (!to_string || !desc_method(link->desc, &d)) {
        return;
    }
    for (u4 i = 0; d.args.n;) {
        class_id c = world_type(w, desc_next(&d.args));
        if (c && c != w->known.string) {
            call_argument(link, EDGE_CONCAT, i, c, to_string);
        }
        i += c != 0;
    }
}

// equals, hashCode or toString of a record, by those of its components, to
// whose getters the arguments are handles.
static void record(const struct link *link) {
    static const char *const by[][2] = {
        {"equals", "java/lang/Object.equals:(Ljava/lang/Object;)Z"},
        {"hashCode", "java/lang/Object.hashCode:()I"},
        {"toString", TO_STRING},
    };
    struct world *w = link->w;
    call_statics(link, EDGE_HANDLE, "java/lang/runtime/ObjectMethods", "");
    call_text(link, EDGE_HANDLE,
              "java/util/Objects.hashCode:(Ljava/lang/Object;)I");
    call_text(
        link, EDGE_HANDLE,
        "java/util/Objects.equals:(Ljava/lang/Object;Ljava/lang/Object;)Z");
    call_text(link, EDGE_HANDLE, STRING_VALUE_OF);
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        method_id m = models_method(link->m, by[i][1]);
        if (!m || !str_eq(link->name, str_of(by[i][0]))) {
            continue;
        }
        for (u4 j = 0; j < link->n_args; j++) {
            struct handle h = handle_at(link, arg(link, j));
            if (h.kind == HANDLE_GET_FIELD && h.ref) {
                sig_id sig = w->ref.v[h.ref].sig;
                call_on(link, EDGE_HANDLE,
                        world_type(w, world_sig_desc(w, sig)), m);
            }
        }
    }
}

static void switches(const struct link *link) {
    call_statics(link, EDGE_HANDLE, "java/lang/runtime/SwitchBootstraps", "");
}

// Handles among the arguments are passed on, and may be called by whoever gets
// them.
static void pass_on(const struct link *link) {
    for (u4 i = 0; i < link->n_args; i++) {
        struct handle h = handle_at(link, arg(link, i));
        add_handle(link, &h);
    }
}

static void constants(const struct link *link) {
    pass_on(link);
}

struct boot_row {
    const char *class, *name;
    void (*model)(const struct link *link);
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

static void run_boot(struct link *link) {
    struct handle boot = handle_at(link, link->boot);
    if (!boot.method) {
        models_unfollowed(link->m, UNFOLLOWED_DYNAMIC, link->caller, link->pc,
                          link->name);
        return;
    }
    handles_add_boot(link->m, link->s, boot.method);
    const struct world_method *wm = &link->w->method.v[boot.method];
    struct str class = link->w->class.v[wm->class].name;
    struct str name = world_sig_name(link->w, wm->sig);
    for (size_t i = 0; i < sizeof boots / sizeof *boots; i++) {
        if (str_eq(class, str_of(boots[i].class)) &&
            (boots[i].name[0] == '*' || str_eq(name, str_of(boots[i].name)))) {
            boots[i].model(link);
            return;
        }
    }
    pass_on(link);
    models_unfollowed(link->m, UNFOLLOWED_DYNAMIC, link->caller, link->pc,
                      link->name);
}

// Where the entries of a class's BootstrapMethods begin, found once: the number
// of the first of them in boot_at, plus one; 0 if it has none.
static u4 boots_of(struct link *link, struct bytes body, u4 *n) {
    struct models *m = link->m;
    u4 *first = idmap_at(&m->boots, idmap_key(1, link->c));
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
static bool find_boot(struct link *link, u4 index) {
    struct bytes body;
    u4 n;
    if (!cf_find_attr(link->cf, link->cf->at, STR("BootstrapMethods"), &body)) {
        return false;
    }
    u4 first = boots_of(link, body, &n);
    if (index >= n) {
        return false;
    }
    struct cursor cur = cur_of(body);
    cur_skip(&cur, link->m->boot_at.v[first - 1 + index]);
    link->boot = cur_u2(&cur);
    link->n_args = cur_u2(&cur);
    link->arg = cur_bytes(&cur, 2u * link->n_args).p;
    return cur_ok(&cur);
}

// What the JVM calls to link, by what is linked. The descriptors changed from
// release to release; the names did not.
static void call_linker(const struct link *link, const char *name) {
    call_statics(link, EDGE_HANDLE, "java/lang/invoke/MethodHandleNatives",
                 name);
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
    struct link link = {
        .m = context, .s = s, .w = w, .cf = cf, .c = c, .caller = m, .pc = pc};
    const struct cp_entry *e = &cf->pool[i < cf->n_pool ? i : 0];
    switch (e->tag) {
    case CP_CLASS:
        note_literal(link.m, world_class_at(w, c, i), c);
        break;
    case CP_METHOD_TYPE:
        call_linker(&link, "findMethodHandleType");
        break;
    case CP_METHOD_HANDLE: {
        struct handle h = handle_at(&link, i);
        call_linker(&link, "linkMethodHandleConstant");
        add_handle(&link, &h);
        break;
    }
    case CP_DYNAMIC:
    case CP_INVOKE_DYNAMIC: {
        struct cp_ref ref = cp_ref_of(cf, i);
        link.name = ref.name;
        link.desc = ref.desc;
        call_linker(&link, e->tag == CP_DYNAMIC ? "linkDynamicConstant"
                                                : "linkCallSite");
        if (find_boot(&link, e->a)) {
            run_boot(&link);
        } else {
            models_unfollowed(link.m, UNFOLLOWED_DYNAMIC, m, pc, link.name);
        }
        break;
    }
    default:
        break;
    }
}
