// SPDX-License-Identifier: MIT
// The engine: what solve asks of it.
#include "analysis/pointsto/pointsto_priv.h"

var_id heap_static(struct heap *h, field_id f) {
    vec_cover(&h->static_var, f + 1);
    if (!h->static_var.v[f]) {
        struct str desc = world_sig_desc(h->w, h->w->field.v[f].sig);
        mask_id m = heap_declared_mask(h, world_type(h->w, desc));
        var_id v = heap_var(h);
        if (m) {
            points_limit(&h->p, v, m);
        }
        h->static_var.v[f] = v;
        heap_connect_static(h, f);
    }
    return h->static_var.v[f];
}

// A model makes an object of class c: in a native method that is read, or by
// reflection, or the JVM does.
static void made(void *context, struct solve *s, class_id c) {
    struct heap *h = context;
    struct world *w = h->w;
    bool native =
        s->reading && w->method.v[s->reading].access_flags & ACC_NATIVE;
    bool throwable = world_is_subtype(w, c, w->known.throwable);
    obj_id o =
        native && !throwable && c != w->known.string && h->how == HEAP_OF_SITE
            ? heap_object(h, c, s->reading, SITE_NO_PC)
            : heap_object_of(h, c);
    class_id elem = w->class.v[c].elem;
    if (elem) {
        points_flow(&h->p, heap_passed(h, elem, EDGE_NATIVE),
                    points_field(&h->p, o, FIELD_ELEMENTS));
    } else if (!throwable && c != w->known.string && (native || !h->started)) {
        heap_open_object(h, o);
    }
    if (native) {
        points_add(&h->p, heap_method(h, s->reading), o);
    } else {
        points_add(&h->p, throwable ? h->by_jvm : h->made, o);
    }
}

static group_id on_argument(void *context, struct solve *s, u4 i, class_id type,
                            method_id method) {
    struct heap *h = context;
    (void)s;
    if (i >= h->n_dynamic_args || h->dynamic_args[i] == 0) {
        return 0;
    }
    struct heap_call c = {.args = h->arg.n, .n = 1};
    vec_push(&h->arg, h->dynamic_args[i]);
    c.thrown = h->dynamic_thrown;
    points_flow(&h->p, h->dynamic_args[i], h->passed[EDGE_CONCAT]);
    return heap_group_call(h, &c, type, method, false);
}

static void pass(struct heap *h, const char *class, enum edge_kind kind) {
    points_flow(&h->p, heap_any(h, world_class(h->w, str_of(class))),
                h->passed[kind]);
}

// What is passed as an Object by native code, by handles and to proxies.
static void start(struct heap *h) {
    pass(h, "java/lang/String", EDGE_NATIVE);
    pass(h, "java/lang/Class", EDGE_NATIVE);
    pass(h, "java/lang/invoke/MethodHandle", EDGE_NATIVE);
    pass(h, "java/lang/invoke/MethodType", EDGE_NATIVE);
    pass(h, "java/lang/invoke/ResolvedMethodName", EDGE_NATIVE);
    pass(h, "java/lang/invoke/MethodHandle", EDGE_HANDLE);
    pass(h, "java/lang/invoke/MemberName", EDGE_HANDLE);
    pass(h, "java/lang/Number", EDGE_HANDLE);
    pass(h, "java/lang/Boolean", EDGE_HANDLE);
    pass(h, "java/lang/Character", EDGE_HANDLE);
    points_flow(&h->p, h->any, h->passed[EDGE_REFLECT]);
    points_flow(&h->p, h->made, h->passed[EDGE_CALL]);
    class_id array = world_array_of(h->w, h->w->known.object);
    obj_id args = heap_object(h, array, CALLER_VM, SITE_NO_PC);
    points_flow(&h->p, h->passed[EDGE_CALL],
                points_field(&h->p, args, FIELD_ELEMENTS));
    points_add(&h->p, h->passed[EDGE_CALL], args);
}

// Bodies that were reached are read between waves: the sooner their objects are
// known, the more of them are sent at once.
static bool run(void *context, struct solve *s) {
    struct heap *h = context;
    if (!h->started) {
        start(h);
    }
    h->started = true;
    if (h->listener.begins) {
        h->listener.begins(h->listener.context);
    }
    u8 before = h->p.counts.polls;
    bool more;
    do {
        heap_tell(h);
        heap_fill_fields(h);
        more = points_wave(&h->p);
        if (h->listener.goes_on) {
            h->listener.goes_on(h->listener.context, s->node.n - 1,
                                h->p.counts.objects);
        }
        more = heap_make_asked(h) || h->n_told < h->fresh.n ||
               h->open_field.n || heap_connect_fields(h) || more;
    } while (more && s->n_done == s->node.n && !s->entered.n);
    if (h->listener.ends) {
        h->listener.ends(h->listener.context);
    }
    return more || h->p.counts.polls != before;
}

struct solve_engine heap_engine(struct heap *h) {
    return (struct solve_engine){
        .context = h,
        .read = heap_read,
        .selected = heap_selected,
        .open = heap_open,
        .open_lambda = heap_open_lambda,
        .made = made,
        .made_lambda = heap_made_lambda,
        .on_argument = on_argument,
        .run = run,
        .client = heap_client,
        .open_client = heap_open_client,
    };
}

struct heap *heap_new(struct solve *s, struct world *w, enum heap_objects how) {
    struct heap *h = MEM_NEW(struct heap);
    h->w = w;
    h->s = s;
    h->how = how;
    const struct points_hooks hooks = {h, heap_field_mask, heap_arrived};
    points_init(&h->p, &hooks);
    arena_init(&h->arena);
    arena_init(&h->form);
    arena_init(&h->scratch);
    h->dynamic_pc = SITE_NO_PC;
    intern_init(&h->asked_name, 64);
    vec_push(&h->call, (struct heap_call){0});
    vec_push(&h->target, (struct heap_target){0});
    vec_push(&h->watch, (struct heap_watch){0});
    vec_push(&h->object, (struct heap_object){0});
    vec_push(&h->kind, 0);
    var_id passed = points_vars(&h->p, EDGE_N_KINDS);
    for (u4 i = 0; i < EDGE_N_KINDS; i++) {
        h->passed[i] = passed + i;
    }
    h->any = heap_var(h);
    h->by_jvm = heap_var(h);
    h->made = heap_var(h);
    h->results = heap_var(h);
    h->escaped = heap_var(h);
    h->streamed = heap_var(h);
    h->serial_read = heap_var(h);
    h->serial_written = heap_var(h);
    for (u4 i = 0; i < 2; i++) {
        struct heap_static *by = &h->static_by[i];
        by->read = heap_var(h);
        by->written = heap_var(h);
        points_flow(&h->p, by->written, by->read);
    }
    h->unsafe = world_class(w, STR("jdk/internal/misc/Unsafe"));
    h->unsafe_old = world_class(w, STR("sun/misc/Unsafe"));
    h->stream_new = world_find_method(
        w, STR("java/io/ObjectStreamClass.newInstance:()Ljava/lang/Object;"));
    h->reflector =
        world_class(w, STR("java/io/ObjectStreamClass$FieldReflector"));
    static const char *const opened[] = {"java/lang/Class",
                                         "java/lang/StackTraceElement",
                                         "java/lang/StackFrameInfo",
                                         "java/lang/ClassFrameInfo",
                                         "java/lang/invoke/MemberName",
                                         "java/lang/reflect/Field",
                                         "java/lang/reflect/Method",
                                         "java/lang/reflect/Constructor",
                                         "java/lang/reflect/Parameter",
                                         "java/lang/reflect/RecordComponent"};
    _Static_assert(sizeof opened / sizeof *opened ==
                       sizeof h->opened_class / sizeof *h->opened_class,
                   "each has its place");
    for (size_t i = 0; i < sizeof opened / sizeof *opened; i++) {
        h->opened_class[i] = world_class(w, str_of(opened[i]));
    }
    h->finalize = world_find_method(w, STR("java/lang/Object.finalize:()V"));
    return h;
}

void heap_free(struct heap *h) {
    if (!h) {
        return;
    }
    points_release(&h->p);
    vec_free(&h->object);
    vec_free(&h->kind);
    vec_free(&h->kind_of_class);
    vec_free(&h->kind_of_lambda);
    vec_free(&h->array);
    vec_free(&h->fresh);
    vec_free(&h->mask_of);
    vec_free(&h->array_mask);
    vec_free(&h->object_of_class);
    vec_free(&h->class_object);
    intern_release(&h->asked_name);
    vec_free(&h->name_asked);
    vec_free(&h->class_asked);
    vec_free(&h->handled);
    vec_free(&h->serialized);
    vec_free(&h->escape_mask);
    vec_free(&h->caught);
    vec_free(&h->open_field);
    vec_free(&h->unsafe_object);
    vec_free(&h->asked);
    vec_free(&h->method);
    vec_free(&h->further);
    vec_free(&h->opened);
    vec_free(&h->effect);
    vec_free(&h->static_var);
    vec_free(&h->arg);
    vec_free(&h->call);
    vec_free(&h->target);
    vec_free(&h->group);
    vec_free(&h->group_of);
    vec_free(&h->lambda);
    vec_free(&h->watch);
    idmap_release(&h->linked);
    idmap_release(&h->parts);
    idmap_release(&h->index);
    arena_release(&h->form);
    arena_release(&h->scratch);
    arena_release(&h->arena);
    mem_free(h);
}

void heap_listen(struct heap *h, const struct heap_listener *l) {
    h->listener = *l;
}

struct heap_counts heap_count(struct heap *h) {
    struct points_counts c;
    points_count(&h->p, &c);
    return (struct heap_counts){
        .variables = c.vars,
        .objects = c.objects,
        .shared = c.shared,
        .collapsed = c.collapsed,
        .constraints = c.flows + c.uses,
        .members = c.members,
        .visits = c.visits,
        .set_bytes = c.set_bytes,
    };
}

bool heap_outcome(struct heap *h, method_id m, const struct set **result,
                  const struct set **thrown) {
    var_id v = m < h->method.n ? h->method.v[m] : 0;
    if (!v) {
        return false;
    }
    *result = points_of(&h->p, v);
    *thrown = points_of(&h->p, v + METHOD_THROWN);
    return true;
}

const struct set *heap_value(struct heap *h, method_id m, const struct flow *f,
                             u4 v) {
    if (v > f->n_params) {
        var_id further = m < h->further.n ? h->further.v[m] : 0;
        return further ? points_of(&h->p, further + v - f->n_params - 1) : NULL;
    }
    var_id first = m < h->method.n ? h->method.v[m] : 0;
    return first ? points_of(&h->p, first + METHOD_PARAMS + v - 1) : NULL;
}

struct heap_what heap_what(const struct heap *h, obj_id o) {
    const struct heap_object *row = &h->object.v[o];
    return (struct heap_what){row->receiver, row->stands_for, row->by, row->pc};
}
