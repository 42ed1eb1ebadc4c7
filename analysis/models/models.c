// SPDX-License-Identifier: MIT
// The tables of what the JVM and native code do.
#include "analysis/models/models.h"

#include "analysis/models/models_priv.h"
#include "analysis/models/natives.h"
#include "analysis/sources/sources.h"
#include "analysis/table/idmap.h"
#include "analysis/world/world.h"

const char *const unfollowed_name[UNFOLLOWED_N_KINDS] = {
    [UNFOLLOWED_NATIVE] = "native",
    [UNFOLLOWED_DYNAMIC] = "dynamic",
    [UNFOLLOWED_REFLECT] = "reflect",
    [UNFOLLOWED_HANDLE] = "handle",
};

struct vm_call {
    u4 first, last;
    enum edge_kind kind;
    const char *method;
};

static const struct vm_call vm_calls[] = {
#define VM_CALL(first, last, kind, method) {first, last, EDGE_##kind, method},
#define VM_MAKE(class)
#define VM_INIT(class)
#include "analysis/models/vm.def"
#undef VM_CALL
#undef VM_MAKE
#undef VM_INIT
};

static const char *const vm_makes[] = {
#define VM_CALL(first, last, kind, method)
#define VM_MAKE(class) class,
#define VM_INIT(class)
#include "analysis/models/vm.def"
#undef VM_CALL
#undef VM_MAKE
#undef VM_INIT
};

static const char *const vm_inits[] = {
#define VM_CALL(first, last, kind, method)
#define VM_MAKE(class)
#define VM_INIT(class) class,
#include "analysis/models/vm.def"
#undef VM_CALL
#undef VM_MAKE
#undef VM_INIT
};

#define N_OF(table) (sizeof(table) / sizeof *(table))

void models_init(struct models *m, struct world *w) {
    *m = (struct models){.w = w, .release = src_release(w->src)};
    m->proxy = world_class(w, STR("java/lang/reflect/Proxy"));
    m->guards = world_class(w, STR("java/lang/invoke/VarHandleGuards"));
    m->lookup = world_class(w, STR("java/lang/invoke/MethodHandles$Lookup"));
}

void models_release(struct models *m) {
    vec_free(&m->unfollowed);
    vec_free(&m->boot_at);
    vec_free(&m->handle);
    idmap_release(&m->handle_of);
    vec_free(&m->handle_call);
    idmap_release(&m->handle_at_call);
    idmap_release(&m->boots);
    vec_free(&m->boot_site);
    vec_free(&m->boot);
    vec_free(&m->guard_site);
    vec_free(&m->var_handle);
    vec_free(&m->annotation);
    vec_free(&m->serial);
    vec_free(&m->serial_lambda);
    vec_free(&m->serial_done);
    mem_free(m->service_done);
    idmap_release(&m->by_text);
    idmap_release(&m->literal);
    vec_free(&m->arrays_of);
    vec_free(&m->enums);
    idmap_release(&m->seen);
    idmap_release(&m->bundle);
}

bool models_is_new(struct models *m, u4 about, u4 id) {
    u4 *seen = idmap_at(&m->seen, idmap_key(about, id));
    bool fresh = *seen == 0;
    *seen = 1;
    return fresh;
}

void models_unfollowed(struct models *m, enum unfollowed_kind kind,
                       method_id at, u2 pc, struct str what) {
    vec_push(&m->unfollowed, ((struct unfollowed){(u1)kind, pc, at, what}));
}

method_id models_method(struct models *m, const char *text) {
    u4 *known = idmap_at(&m->by_text, (uintptr_t)text);
    if (*known == 0) {
        *known = world_find_method(m->w, str_of(text)) + 1;
    }
    return *known - 1;
}

class_id models_class(struct models *m, const char *text) {
    u4 *known = idmap_at(&m->by_text, (uintptr_t)text);
    if (*known == 0) {
        *known = world_find_class(m->w, str_of(text)) + 1;
    }
    return *known - 1;
}

method_id models_reached(struct models *m, const struct solve *s,
                         const char *text) {
    method_id id = models_method(m, text);
    return id && solve_node_of(s, id) ? id : 0;
}

// A class of one release may be missing in another.
static bool is_there(const struct solve *s, struct str name) {
    return name.p[0] == '[' || src_has(s->w->src, name);
}

static void make(struct solve *s, struct str name) {
    if (!is_there(s, name)) {
        return;
    }
    class_id c = world_class(s->w, name);
    solve_initialise(s, CALLER_VM, SITE_NO_PC, c);
    solve_allocate(s, c);
}

static bool is_concrete_result(const struct world *w, class_id c) {
    return c && world_is_concrete(w, c) && c != w->known.object;
}

// No row says what this method does.
static void unknown_native(struct models *m, struct solve *s, method_id of) {
    struct world *w = s->w;
    struct str desc = world_sig_desc(w, w->method.v[of].sig);
    const char *ret = memrchr(desc.p, ')', desc.n);
    if (ret) {
        ret++;
        class_id c =
            world_type(w, (struct str){ret, desc.n - (size_t)(ret - desc.p)});
        if (c) {
            world_load(w, c);
        }
        if (is_concrete_result(w, c)) {
            solve_initialise(s, of, SITE_NO_PC, c);
            solve_allocate(s, c);
        }
    }
    models_unfollowed(m, UNFOLLOWED_NATIVE, of, SITE_NO_PC, STR(""));
}

static void apply(struct models *m, struct solve *s, method_id of,
                  const struct native_effect *e) {
    if (e->act == NATIVE_MAKES) {
        make(s, str_of(e->what));
    } else if (e->act == NATIVE_CALLS) {
        method_id target = models_method(m, e->what);
        if (target) {
            solve_call(s, of, SITE_NO_PC, e->kind, target);
        }
    }
}

static const struct native_row *native_row_of(const struct world *w,
                                              method_id m) {
    const struct world_method *wm = &w->method.v[m];
    return native_find(w->class.v[wm->class].name, world_sig_name(w, wm->sig),
                       world_sig_desc(w, wm->sig));
}

bool models_know_native(const struct world *w, method_id m) {
    const struct world_method *wm = &w->method.v[m];
    const struct world_class *c = &w->class.v[wm->class];
    const struct native_row *row = native_row_of(w, m);
    struct str name = world_sig_name(w, wm->sig);
    // These prepare the native side of their class and call nothing.
    bool prepares =
        c->flags & CLASS_JDK &&
        (str_eq(name, STR("registerNatives")) || str_eq(name, STR("initIDs")));
    return prepares ||
           (row && !row->has_code ? row->effect[0].act != NATIVE_UNTOLD
                                  : native_has_others(c->name));
}

// What its row says, or that for all of its class.
static void native(void *context, struct solve *s, method_id of) {
    const struct native_row *row = native_row_of(s->w, of);
    for (u4 i = 0; row && row->effect[i].act != NATIVE_UNTOLD; i++) {
        apply(context, s, of, &row->effect[i]);
    }
    if (!models_know_native(s->w, of)) {
        unknown_native(context, s, of);
    }
}

static void allocated(void *context, struct solve *s, class_id c) {
    handles_allocated(context, s, c);
    serial_allocated(context, s, c);
}

static void idle(void *context, struct solve *s) {
    services_idle(context, s);
    serial_idle(context, s);
    annotations_idle(context, s);
    arrays_idle(context, s);
    enums_idle(context, s);
    lookup_idle(context, s);
    handles_idle(context, s);
}

struct solve_hooks models_hooks(struct models *m) {
    return (struct solve_hooks){.context = m,
                                .native = native,
                                .constant = indy_constant,
                                .polymorphic = handles_polymorphic,
                                .allocated = allocated,
                                .idle = idle};
}

void models_start(struct models *m, struct solve *s) {
    for (size_t i = 0; i < N_OF(vm_makes); i++) {
        make(s, str_of(vm_makes[i]));
    }
    for (size_t i = 0; i < N_OF(vm_inits); i++) {
        if (is_there(s, str_of(vm_inits[i]))) {
            class_id c = world_class(s->w, str_of(vm_inits[i]));
            solve_initialise(s, CALLER_VM, SITE_NO_PC, c);
        }
    }
    for (size_t i = 0; i < N_OF(vm_calls); i++) {
        const struct vm_call *v = &vm_calls[i];
        if (m->release < v->first || (v->last && m->release > v->last)) {
            continue;
        }
        method_id target = models_method(m, v->method);
        if (target) {
            solve_call(s, CALLER_VM, SITE_NO_PC, v->kind, target);
        }
    }
}
