// SPDX-License-Identifier: MIT
// Method handles and VarHandles, as far as constants reach.
//
// A call of a handle in the JDK may run every method that some handle constant in
// reachable code stands for: handles are bound, permuted and combined, so the
// number of arguments tells nothing. Elsewhere it runs those that were found outside of
// the JDK and whose type allows the call, until code there asks the JDK for a handle that
// it makes: of others, or of its own. Bootstrap methods are apart: only
// java.lang.invoke's BootstrapMethodInvoker, or a class nested in it, runs
// them, as they are. Handles with bound arguments are objects of classes that
// java.lang.invoke makes at run time, or that jlink has put into the image. The
// JVM links a call of a VarHandle to a method of VarHandleGuards that is named
// for the shape of the call (guard_LI_V: reference, int, void), which runs
// static methods of the handle's own class.
#include "analysis/models/models_priv.h"

#include "analysis/classfile/desc.h"
#include "analysis/reach/reach.h"
#include "analysis/table/idmap.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

#include <stdio.h>

static u4 n_args(struct str desc) {
    struct desc_method d;
    u4 n = 0;
    if (desc_method(desc, &d)) {
        while (d.args.n && desc_next(&d.args).n) {
            n++;
        }
    }
    return n;
}

// Can a call with that descriptor reach the method?
static bool fits(const struct world *w, struct str call, method_id m) {
    const struct world_method *wm = &w->method.v[m];
    u4 n = n_args(world_sig_desc(w, wm->sig));
    bool constructor = str_eq(world_sig_name(w, wm->sig), STR("<init>"));
    n += !(wm->access_flags & ACC_STATIC) && !constructor;
    return wm->access_flags & ACC_VARARGS || n == n_args(call);
}

static void connect(struct solve *s, const struct solve_late *site,
                    method_id target) {
    struct str call = world_sig_desc(s->w, s->w->ref.v[site->site.what].sig);
    if (fits(s->w, call, target)) {
        solve_call(s, site->caller, site->site.pc, EDGE_HANDLE, target);
    }
}

// --- Handles that are known, and calls of them ---------------------------------

static bundle_id all_handles(struct models *m, struct solve *s) {
    if (!m->handles) {
        m->handles = solve_bundle(s);
    }
    return m->handles;
}

// Is that the type of a handle on the method, as Lookup and constants give it? Of the
// receiver any class will do.
static bool has_type(const struct world *w, struct str call, method_id m) {
    const struct world_method *wm = &w->method.v[m];
    struct str sig_desc = world_sig_desc(w, wm->sig);
    struct desc_method c, d;
    if (!desc_method(call, &c) || !desc_method(sig_desc, &d)) {
        return false;
    }
    if (str_eq(world_sig_name(w, wm->sig), STR("<init>"))) {
        struct str made = w->class.v[wm->class].name;
        return str_eq(c.args, d.args) && c.ret.n == made.n + 2 &&
               memcmp(c.ret.p + 1, made.p, made.n) == 0;
    }
    if (!(wm->access_flags & ACC_STATIC) && desc_next(&c.args).n < 2) {
        return false;
    }
    return str_eq(c.args, d.args) && str_eq(c.ret, d.ret);
}

static bool can_run(const struct models *m, sig_id sig,
                    const struct known_handle *h) {
    struct str name = world_sig_name(m->w, sig);
    struct str desc = world_sig_desc(m->w, sig);
    if (m->made != FOUND_OUTSIDE || h->found != FOUND_OUTSIDE) {
        return h->found <= m->made;
    }
    return str_eq(name, STR("invokeExact")) ? has_type(m->w, desc, h->method)
                                            : fits(m->w, desc, h->method);
}

static void add_to(struct solve *s, bundle_id b, const struct known_handle *h) {
    if (h->special) {
        struct solve_site site = {SITE_NO_PC, SITE_GROUP, EDGE_HANDLE,
                                  h->special};
        solve_bundle_add(s, b, site);
    } else {
        solve_bundle_call(s, b, EDGE_HANDLE, h->method);
    }
}

// Adds handle i to those that call j may run, if it may.
static void connect_handle(struct models *m, struct solve *s, u4 i, u4 j) {
    const struct known_handle h = m->handle.v[i];
    u4 *done = idmap_at(&m->handle_at_call, idmap_key(i + 1, j + 1));
    if (!*done && can_run(m, m->handle_call.v[j].sig, &h)) {
        *done = 1;
        add_to(s, m->handle_call.v[j].bundle, &h);
    }
}

static enum handle_finder finder_of(const struct world *w, class_id in) {
    const struct world_class *k = &w->class.v[in];
    bool invoke = str_starts(k->name, STR("java/lang/invoke/")) ||
                  str_starts(k->name, STR("sun/invoke/"));
    return !(k->flags & CLASS_JDK) ? FOUND_OUTSIDE
           : invoke                ? FOUND_BY_INVOKE
                                   : FOUND_BY_JDK;
}

static void add_known(struct models *m, struct solve *s,
                      const struct known_handle *h) {
    u4 *at = idmap_at(&m->handle_of, idmap_key(h->special, h->method));
    u4 i = *at ? *at - 1 : m->handle.n;
    if (i == m->handle.n) {
        *at = i + 1;
        vec_push(&m->handle, *h);
        add_to(s, all_handles(m, s), h);
    } else if (h->found >= m->handle.v[i].found) {
        return;
    }
    m->handle.v[i].found = h->found;
    for (u4 j = 0; j < m->handle_call.n; j++) {
        connect_handle(m, s, i, j);
    }
}

// What calls with that name and descriptor may run outside of the JDK.
static bundle_id handles_at(struct models *m, struct solve *s, sig_id sig) {
    u8 key = idmap_key(0, sig);
    bundle_id b = idmap_find(&m->bundle, key);
    if (b) {
        return b;
    }
    b = solve_bundle(s);
    *idmap_at(&m->bundle, key) = b;
    u4 j = m->handle_call.n;
    vec_push(&m->handle_call, ((struct handle_call){sig, b}));
    for (u4 i = 0; i < m->handle.n; i++) {
        connect_handle(m, s, i, j);
    }
    return b;
}

// Who found what the handle runs that a method returns: those that combine handles run
// what they are given, too.
static enum handle_finder makes(const struct models *m, method_id id) {
    const struct world *w = m->w;
    const struct world_method *wm = &w->method.v[id];
    const struct world_class *k = &w->class.v[wm->class];
    struct str name = world_sig_name(w, wm->sig);
    // They return an Object, which may be one.
    bool bootstrap = str_starts(k->name, STR("java/lang/runtime/"));
    bool handle =
        bootstrap || str_ends(world_sig_desc(w, wm->sig),
                              STR(")Ljava/lang/invoke/MethodHandle;"));
    bool found = wm->class == m->lookup && (str_starts(name, STR("find")) ||
                                            str_starts(name, STR("unreflect")));
    if (!(k->flags & CLASS_JDK) || !handle || found) {
        return FOUND_OUTSIDE;
    }
    bool of_variable =
        wm->class == w->known.var_handle || str_starts(name, STR("varHandle"));
    return of_variable ? FOUND_BY_JDK : finder_of(w, wm->class);
}

static void see_made(struct models *m, struct solve *s,
                     enum handle_finder made) {
    if (made <= m->made) {
        return;
    }
    m->made = (u1)made;
    // Code that is generated for MethodHandles.catchException asks this.
    method_id is =
        models_method(m, "java/lang/Class.isInstance:(Ljava/lang/Object;)Z");
    if (is) {
        add_known(m, s, &(struct known_handle){is, 0, FOUND_BY_INVOKE});
    }
    for (u4 i = 0; i < m->handle.n; i++) {
        for (u4 j = 0; j < m->handle_call.n; j++) {
            connect_handle(m, s, i, j);
        }
    }
}

void handles_used(struct models *m, struct solve *s, class_id in,
                  method_id used) {
    if (m->made != FOUND_BY_JDK && finder_of(m->w, in) == FOUND_OUTSIDE) {
        see_made(m, s, makes(m, used));
    }
}

void handles_add(struct models *m, struct solve *s, class_id in,
                 method_id target, class_id special) {
    const struct world *w = m->w;
    struct known_handle h = {target, 0, (u1)finder_of(w, in)};
    if (special) {
        h.special = solve_fixed(s, special, target);
    }
    handles_used(m, s, in, target);
    if (h.found == FOUND_OUTSIDE && resolve_is_polymorphic(w, target)) {
        bool method = w->method.v[target].class == w->known.method_handle;
        see_made(m, s, method ? FOUND_BY_INVOKE : FOUND_BY_JDK);
    }
    add_known(m, s, &h);
}

void models_find_handle(struct models *m, struct solve *s, class_id in,
                        method_id target, class_id special) {
    handles_add(m, s, in, target, special);
}

void models_have_clients(struct models *m, struct solve *s) {
    see_made(m, s, FOUND_BY_JDK);
}

// --- Bootstrap methods ----------------------------------------------------------

void handles_add_boot(struct models *m, struct solve *s, method_id target) {
    if (models_is_new(m, SEEN_BOOT, target)) {
        vec_push(&m->boot, target);
        for (u4 i = 0; i < m->boot_site.n; i++) {
            struct solve_late site = m->boot_site.v[i];
            connect(s, &site, target);
        }
    }
}

// References are one kind to guards, and so are the small integers.
static char shape_letter(char c) {
    return c == 'L' || c == '['             ? 'L'
           : strchr("ZBSC", c) && c != '\0' ? 'I'
                                            : c;
}

// The name of the guard for a call with that descriptor.
static bool guard_name(struct str desc, char *out, size_t size) {
    struct desc_method d;
    size_t n = 6;
    if (!desc_method(desc, &d) || d.args.n + 9 > size) {
        return false;
    }
    memcpy(out, "guard_", n);
    while (d.args.n) {
        out[n++] = shape_letter(desc_next(&d.args).p[0]);
    }
    out[n++] = '_';
    char ret = d.ret.p[0];
    out[n++] = ret == 'Z' ? 'Z' : shape_letter(ret);
    out[n] = '\0';
    return true;
}

static void call_guard(struct solve *s, struct models *m, method_id caller,
                       u2 pc, struct str desc) {
    struct world *w = s->w;
    char name[64];
    world_load(w, m->guards);
    if (!guard_name(desc, name, sizeof name)) {
        return;
    }
    const struct world_class *k = &w->class.v[m->guards];
    for (u4 i = 0; i < k->n_methods; i++) {
        method_id g = k->method + i;
        if (str_eq(world_sig_name(w, w->method.v[g].sig), str_of(name))) {
            solve_call(s, caller, pc, EDGE_HANDLE, g);
        }
    }
}

// The static methods of a VarHandle class are its accesses. All that agree
// with the guard in their number of arguments may run.
static void access(struct solve *s, method_id guard, class_id c) {
    const struct world_class k = s->w->class.v[c];
    u4 n = n_args(world_sig_desc(s->w, s->w->method.v[guard].sig));
    for (u4 i = 0; i < k.n_methods; i++) {
        method_id a = k.method + i;
        const struct world_method *wm = &s->w->method.v[a];
        if (wm->access_flags & ACC_STATIC && a != k.clinit &&
            n_args(world_sig_desc(s->w, wm->sig)) + 1 == n) {
            solve_call(s, guard, SITE_NO_PC, EDGE_HANDLE, a);
        }
    }
}

void handles_allocated(void *context, struct solve *s, class_id c) {
    struct models *m = context;
    if (s->w->class.v[s->w->known.var_handle].state == CLASS_LOADED &&
        world_is_subtype(s->w, c, s->w->known.var_handle)) {
        vec_push(&m->var_handle, c);
        for (u4 i = 0; i < m->guard_site.n; i++) {
            access(s, m->guard_site.v[i], c);
        }
    }
}

// java.lang.invoke calls the static members and constructors of such a class by
// handles that it finds by name.
static void call_all(struct solve *s, class_id c) {
    const struct world_class k = s->w->class.v[c];
    for (u4 i = 0; i < k.n_methods; i++) {
        method_id m = k.method + i;
        bool init =
            str_eq(world_sig_name(s->w, s->w->method.v[m].sig), STR("<init>"));
        if (m != k.clinit &&
            (init || s->w->method.v[m].access_flags & ACC_STATIC)) {
            solve_call(s, CALLER_VM, SITE_NO_PC, EDGE_HANDLE, m);
        }
    }
}

// BoundMethodHandle$Species_LLI and the like: a letter per bound argument.
// jlink makes those that the JDK's own code needs, which have one primitive at
// most.
void handles_idle(struct models *m, struct solve *s) {
    static const char first[] = "java/lang/invoke/BoundMethodHandle$Species_";
    enum { MOST = 32 };
    if (m->species ||
        !models_reached(m, s,
                        "java/lang/invoke/BoundMethodHandle.<clinit>:()V")) {
        return;
    }
    m->species = true;
    for (u4 n = 0; n < MOST; n++) {
        for (u4 kind = 0; kind < 9; kind++) {
            char name[sizeof first + MOST + 2];
            // The primitive before the references or behind them, or none.
            const char letter[] = {"IJFD"[kind / 2 % 4], '\0'};
            char refs[MOST + 1];
            memset(refs, 'L', n);
            refs[n] = '\0';
            bool in_front = kind % 2 == 0 && kind < 8;
            bool behind = kind % 2 == 1;
            snprintf(name, sizeof name, "%s%s%s%s", first,
                     in_front ? letter : "", refs, behind ? letter : "");
            class_id c = world_find_class(s->w, str_of(name));
            if (c) {
                solve_initialise(s, CALLER_VM, SITE_NO_PC, c);
                solve_allocate(s, c);
                call_all(s, c);
            }
        }
    }
}

void handles_polymorphic(void *context, struct solve *s, method_id caller,
                         u2 pc, ref_id r) {
    struct models *m = context;
    struct world *w = s->w;
    class_id of = w->method.v[caller].class;
    class_id owner = w->method.v[w->ref.v[r].member].class;
    struct str name = world_sig_name(w, w->ref.v[r].sig);
    struct str class = w->class.v[of].name;
    struct solve_late site = {caller, {pc, 0, EDGE_HANDLE, r}};
    if (owner == w->known.var_handle) {
        call_guard(s, m, caller, pc, world_sig_desc(w, w->ref.v[r].sig));
    } else if (of == m->guards) {
        if (models_is_new(m, SEEN_GUARD, caller)) {
            vec_push(&m->guard_site, caller);
            for (u4 i = 0; i < m->var_handle.n; i++) {
                access(s, caller, m->var_handle.v[i]);
            }
        }
    } else if (str_starts(class,
                          STR("java/lang/invoke/BootstrapMethodInvoker"))) {
        vec_push(&m->boot_site, site);
        for (u4 i = 0; i < m->boot.n; i++) {
            connect(s, &site, m->boot.v[i]);
        }
    } else if (str_starts(name, STR("invoke")) &&
               !str_eq(name, STR("invokeBasic"))) {
        bundle_id b = finder_of(w, of) == FOUND_OUTSIDE
                          ? handles_at(m, s, w->ref.v[r].sig)
                          : all_handles(m, s);
        solve_edge(s, caller,
                   (struct solve_site){pc, SITE_BUNDLE, EDGE_HANDLE, b});
    }
}
