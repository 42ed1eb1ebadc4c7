// SPDX-License-Identifier: MIT
// Method handles that code asks a Lookup for, and dynamic proxies, with
// constants: class literals and strings. Where they stand in the method itself,
// its value-flow form tells them apart from all else. The type that is asked for is
// not looked at, so all overloads count; a proxy may have any handler.
#include "analysis/flow/flow.h"
#include "analysis/classfile/classfile.h"
#include "analysis/models/models_priv.h"
#include "analysis/reach/reach.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

// Methods of Lookup, and the arguments that are the class and the name. Handles
// on instance fields call nothing; of static fields the class is initialised.
enum find { FIND_METHOD, FIND_SPECIAL, FIND_STATIC_FIELD, FIND_UNKNOWN };

static const struct {
    const char *name;
    enum find what;
    u1 class_arg, name_arg;  // 0: none
} finders[] = {
    {"findVirtual", FIND_METHOD, 1, 2},
    {"findStatic", FIND_METHOD, 1, 2},
    {"findSpecial", FIND_SPECIAL, 1, 2},
    {"findConstructor", FIND_METHOD, 1, 0},
    {"findStaticGetter", FIND_STATIC_FIELD, 1, 0},
    {"findStaticSetter", FIND_STATIC_FIELD, 1, 0},
    {"findStaticVarHandle", FIND_STATIC_FIELD, 1, 0},
    {"bind", FIND_UNKNOWN, 0, 0},
    {"unreflect", FIND_UNKNOWN, 0, 0},
    {"unreflectSpecial", FIND_UNKNOWN, 0, 0},
    {"unreflectConstructor", FIND_UNKNOWN, 0, 0},
};

enum { CALLER_ARG = 4 };  // of findSpecial

struct finding {
    struct models *m;
    struct solve *s;
    struct world *w;
    class_id c;
    method_id caller;
    const struct flow *f;
};

// The constant that a value is, or 0.
static u4 constant_of(const struct finding *p, u4 v) {
    const struct flow_value *value = &p->f->value[v];
    bool is = v && value->stmt != FLOW_NO_STMT &&
              p->f->stmt[value->stmt].kind == FLOW_CONST;
    return is ? p->f->stmt[value->stmt].ref : 0;
}

// findSpecial: what invokespecial runs in the class that is the last argument. An
// unknown class may run any of its superclasses' methods.
static void add_special(const struct finding *p, class_id of, u4 caller,
                        method_id m) {
    struct world *w = p->w;
    if (world_is_static(w, m)) {
        return;
    }
    if (!cp_is(w->class.v[p->c].cf, caller, CP_CLASS)) {
        handles_add(p->m, p->s, p->c, m, 0);
        handles_add(p->m, p->s, p->c, m, of);
        return;
    }
    class_id c = world_class_at(w, p->c, caller);
    world_load(w, c);
    m = resolve_special_of(w, c, of, w->method.v[m].sig);
    if (m) {
        handles_add(p->m, p->s, p->c, m, c);
    }
}

// What code finds by that name in class `of`.
struct wanted {
    class_id of;
    struct str name;
    bool special;
    u4 caller;  // the constant that is findSpecial's last argument, or 0
};

static void add_named(const struct finding *p, const struct wanted *n) {
    struct world *w = p->w;
    world_load(w, n->of);
    const struct world_class k = w->class.v[n->of];
    for (u4 up = 0; up <= k.depth + k.n_supers; up++) {
        class_id c = up <= k.depth ? k.display[k.depth - up]
                                   : k.supers[up - k.depth - 1];
        const struct world_class row = w->class.v[c];
        bool own = c == n->of || !str_eq(n->name, STR("<init>"));
        for (u4 i = 0; own && i < row.n_methods; i++) {
            method_id m = row.method + i;
            if (!str_eq(world_sig_name(w, w->method.v[m].sig), n->name)) {
                continue;
            }
            if (n->special) {
                add_special(p, n->of, n->caller, m);
            } else {
                handles_add(p->m, p->s, p->c, m, 0);
            }
        }
    }
}

// False if its arguments do not tell.
static bool find_by(const struct finding *p, const struct flow_stmt *call,
                    size_t i) {
    const struct cf_class *cf = p->w->class.v[p->c].cf;
    u4 class_arg = finders[i].class_arg, name_arg = finders[i].name_arg;
    const u4 *arg = &p->f->args[call->a];
    if (class_arg == 0 || call->n <= class_arg || call->n <= name_arg) {
        return false;
    }
    u4 of = constant_of(p, arg[class_arg]);
    u4 name = name_arg ? constant_of(p, arg[name_arg]) : 0;
    if (!cp_is(cf, of, CP_CLASS) || (name_arg && !cp_is(cf, name, CP_STRING))) {
        return false;
    }
    class_id c = world_class_at(p->w, p->c, of);
    if (finders[i].what == FIND_STATIC_FIELD) {
        solve_initialise(p->s, p->caller, call->pc, c);
    } else {
        struct wanted n = {
            c, name_arg ? cp_name_of(cf, name) : STR("<init>"),
            finders[i].what == FIND_SPECIAL,
            call->n > CALLER_ARG ? constant_of(p, arg[CALLER_ARG]) : 0};
        add_named(p, &n);
    }
    return true;
}

static void find_handle(const struct finding *p, const struct flow_stmt *call) {
    struct cp_ref r = cp_ref_of(p->w->class.v[p->c].cf, call->ref);
    for (size_t i = 0; i < sizeof finders / sizeof *finders; i++) {
        if (str_eq(r.name, str_of(finders[i].name)) && !find_by(p, call, i) &&
            !p->m->is_followed) {
            models_unfollowed(p->m, UNFOLLOWED_HANDLE, p->caller, call->pc,
                              r.name);
        }
    }
}

// The class literals that are put into an array: those of a proxy's interfaces.
// *more says that something else is put there as well.
static u4 literals_in(const struct finding *p, u4 array, class_id *out, u4 most,
                      bool *more) {
    const struct cf_class *cf = p->w->class.v[p->c].cf;
    u4 n = 0;
    for (u4 i = 0; i < p->f->n_stmts && n < most; i++) {
        const struct flow_stmt *s = &p->f->stmt[i];
        if (s->kind != FLOW_AASTORE || s->a != array) {
            continue;
        }
        u4 k = constant_of(p, s->v);
        if (cp_is(cf, k, CP_CLASS)) {
            out[n++] = world_class_at(p->w, p->c, k);
        } else {
            *more = true;
        }
    }
    return n;
}

static const char PROXY_INIT[] =
    "java/lang/reflect/Proxy.<init>:(Ljava/lang/reflect/InvocationHandler;)V";
static const char HANDLER[] =
    "java/lang/reflect/InvocationHandler.invoke:"
    "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)"
    "Ljava/lang/Object;";

void models_make_proxy(struct models *m, struct solve *s, method_id caller,
                       u2 pc, const class_id *interface, u4 n) {
    method_id handler = models_method(m, HANDLER);
    if (!handler) {
        return;
    }
    class_id of = s->w->method.v[handler].class;
    struct solve_lambda proxy = {
        .proxy = true,
        .interface = interface[0],
        .marker = interface + 1,
        .n_markers = n - 1,
        .caller = caller,
        .body = {pc, SITE_GROUP, EDGE_CALL, solve_group(s, of, handler)},
    };
    solve_lambda(s, &proxy);
    method_id init = models_method(m, PROXY_INIT);
    if (init) {
        solve_edge(s, caller,
                   (struct solve_site){pc, SITE_DIRECT, EDGE_REFLECT, init});
    }
}

static void find_proxy(const struct finding *p, const struct flow_stmt *call) {
    enum { MOST = 64 };
    struct solve *s = p->s;
    class_id *list = ARENA_ARRAY(&s->arena, class_id, MOST);
    u4 array = call->n == 3 ? p->f->args[call->a + 1] : 0;
    bool more = false;
    u4 n = array ? literals_in(p, array, list, MOST, &more) : 0;
    if (n) {
        models_make_proxy(p->m, s, p->caller, call->pc, list, n);
    }
    if (n == 0 || more) {
        models_unfollowed(p->m, UNFOLLOWED_REFLECT, p->caller, call->pc,
                          STR("java/lang/reflect/Proxy.newProxyInstance"));
    }
}

static void take_call(const struct finding *p, const struct flow_stmt *call) {
    struct cp_ref r = cp_ref_of(p->w->class.v[p->c].cf, call->ref);
    if (str_eq(r.owner, STR("java/lang/invoke/MethodHandles$Lookup"))) {
        find_handle(p, call);
    } else if (!p->m->is_followed &&
               str_eq(r.owner, STR("java/lang/reflect/Proxy")) &&
               str_eq(r.name, STR("newProxyInstance"))) {
        find_proxy(p, call);
    }
}

static void read_caller(struct models *m, struct solve *s, method_id caller) {
    struct world *w = s->w;
    const struct world_method *wm = &w->method.v[caller];
    struct cf_class *cf = w->class.v[wm->class].cf;
    struct place at = world_place(w, caller);
    struct arena arena, scratch;
    struct flow f;
    arena_init(&arena);
    arena_init(&scratch);
    const struct flow_env env = {&arena, &scratch, &at, w->diag};
    if (flow_build(&f, cf, &cf->methods[wm->index], &env)) {
        struct finding p = {m, s, w, wm->class, caller, &f};
        for (u4 i = 0; i < f.n_stmts; i++) {
            if (flow_is_call(&f.stmt[i])) {
                take_call(&p, &f.stmt[i]);
            }
        }
    }
    arena_release(&arena);
    arena_release(&scratch);
}

static bool is_finder(const struct models *m, const struct solve *s,
                      const struct solve_site *site) {
    const struct world *w = s->w;
    if (site->shape == SITE_DIRECT) {
        const struct world_method *wm = &w->method.v[site->what];
        return wm->class == m->proxy &&
               str_eq(world_sig_name(w, wm->sig), STR("newProxyInstance"));
    }
    if (site->shape != SITE_GROUP || s->group.v[site->what].type != m->lookup) {
        return false;
    }
    sig_id sig = w->method.v[s->group.v[site->what].method].sig;
    for (size_t i = 0; i < sizeof finders / sizeof *finders; i++) {
        if (str_eq(world_sig_name(w, sig), str_of(finders[i].name))) {
            return true;
        }
    }
    return false;
}

// The method that a site calls, as its reference says; or 0.
static method_id called(const struct solve *s, const struct solve_site *site) {
    return site->shape == SITE_DIRECT  ? site->what
           : site->shape == SITE_GROUP ? s->group.v[site->what].method
                                       : 0;
}

static void take_used(struct models *m, struct solve *s, method_id caller,
                      const struct solve_site *site) {
    method_id used = called(s, site);
    if (used && caller < m->w->method.n) {
        handles_used(m, s, m->w->method.v[caller].class, used);
    }
}

void lookup_idle(struct models *m, struct solve *s) {
    for (; m->n_late < s->late.n; m->n_late++) {
        struct solve_late late = s->late.v[m->n_late];
        take_used(m, s, late.caller, &late.site);
    }
    for (; m->n_nodes < s->n_done; m->n_nodes++) {
        const struct solve_node n = s->node.v[m->n_nodes];
        bool finds = false;
        for (u4 i = 0; i < n.n_sites; i++) {
            struct solve_site site = s->site.v[n.first_site + i];
            take_used(m, s, n.method, &site);
            finds = finds || is_finder(m, s, &site);
        }
        if (finds) {
            read_caller(m, s, n.method);
        }
    }
}
