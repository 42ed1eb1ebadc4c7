// SPDX-License-Identifier: MIT
// The engine: what solve asks of it.
#include "analysis/pointsto/pointsto_priv.h"

#include "analysis/inclusion/set.h"
#include "analysis/reach/reach.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"
#include "analysis/world/world.h"

var_id pts_static(struct pointsto *h, field_id f) {
    vec_cover(&h->static_var, f + 1);
    if (!h->static_var.v[f]) {
        struct str desc = world_sig_desc(h->w, h->w->field.v[f].sig);
        mask_id m = pts_declared_mask(h, world_type(h->w, desc));
        var_id v = pts_var(h);
        if (m) {
            points_limit(&h->p, v, m);
        }
        h->static_var.v[f] = v;
        pts_connect_static(h, f);
    }
    return h->static_var.v[f];
}

// A model makes an object of class c: in a native method that is read, or by
// reflection, or the JVM does.
static void made(void *context, struct solve *s, class_id c) {
    struct pointsto *h = context;
    struct world *w = h->w;
    bool native =
        s->reading && w->method.v[s->reading].access_flags & ACC_NATIVE;
    bool throwable = world_is_subtype(w, c, w->known.throwable);
    obj_id o =
        native && !throwable && c != w->known.string && h->how == PTS_OF_SITE
            ? pts_object(h, c, s->reading, SITE_NO_PC)
            : pts_object_of(h, c);
    class_id elem = w->class.v[c].elem;
    if (elem) {
        points_flow(&h->p, pts_passed(h, elem, EDGE_NATIVE),
                    points_field(&h->p, o, FIELD_ELEMENTS));
    } else if (!throwable && c != w->known.string && (native || !h->started)) {
        pts_native_fields(h, o);
    }
    if (native) {
        points_add(&h->p, pts_method(h, s->reading), o);
    } else {
        points_add(&h->p, throwable ? h->by_jvm : h->made, o);
    }
}

static group_id on_argument(void *context, struct solve *s, u4 i, class_id type,
                            method_id method) {
    struct pointsto *h = context;
    (void)s;
    if (i >= h->n_dynamic_args || h->dynamic_args[i] == 0) {
        return 0;
    }
    struct pts_call c = {.args = h->arg.n, .n = 1};
    vec_push(&h->arg, h->dynamic_args[i]);
    c.thrown = h->dynamic_thrown;
    points_flow(&h->p, h->dynamic_args[i], h->passed[EDGE_CONCAT]);
    return pts_group_call(h, &c, type, method, false);
}

static void pass(struct pointsto *h, const char *class, enum edge_kind kind) {
    points_flow(&h->p, pts_any(h, world_class(h->w, str_of(class))),
                h->passed[kind]);
}

// What is passed as an Object by native code, by handles and to proxies.
static void start(struct pointsto *h) {
    for (u4 i = 0; i < n_native_passes; i++) {
        pass(h, native_passes[i].class, native_passes[i].kind);
    }
    points_flow(&h->p, h->any, h->passed[EDGE_REFLECT]);
    points_flow(&h->p, h->made, h->any_made);
    points_flow(&h->p, h->by_jvm, h->any_made);
    points_flow(&h->p, h->any_made, h->any_self);
    points_flow(&h->p, h->passed[PASSED_ANY], h->any_self);
    points_flow(&h->p, h->made, h->passed[EDGE_CALL]);
    class_id array = world_array_of(h->w, h->w->known.object);
    obj_id args = pts_object(h, array, CALLER_VM, SITE_NO_PC);
    points_flow(&h->p, h->passed[EDGE_CALL],
                points_field(&h->p, args, FIELD_ELEMENTS));
    points_add(&h->p, h->passed[EDGE_CALL], args);
}

// Bodies that were reached are read between waves: the sooner their objects are
// known, the more of them are sent at once.
static bool run(void *context, struct solve *s) {
    struct pointsto *h = context;
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
        pts_tell(h);
        pts_fill_fields(h);
        more = points_wave(&h->p);
        if (h->listener.goes_on) {
            h->listener.goes_on(h->listener.context, s->node.n - 1,
                                h->p.counts.objects);
        }
        more = pts_make_asked(h) || h->n_told < h->fresh.n ||
               h->native_field.n || pts_connect_fields(h) || more;
    } while (more && s->n_done == s->node.n && !s->entered.n);
    if (h->listener.ends) {
        h->listener.ends(h->listener.context);
    }
    return more || h->p.counts.polls != before;
}

struct solve_engine pts_engine(struct pointsto *h) {
    return (struct solve_engine){
        .context = h,
        .read = pts_read,
        .selected = pts_selected,
        .model_called = pts_model_called,
        .model_called_lambda = pts_model_called_lambda,
        .made = made,
        .made_lambda = pts_made_lambda,
        .reflected = pts_reflected,
        .reflected_any = pts_reflected_any,
        .on_argument = on_argument,
        .run = run,
        .client = pts_client,
        .model_called_client = pts_model_called_client,
    };
}

struct pointsto *pts_new(struct solve *s, struct world *w,
                         enum pts_objects how) {
    struct pointsto *h = MEM_NEW(struct pointsto);
    h->w = w;
    h->s = s;
    h->how = how;
    const struct points_hooks hooks = {h, pts_field_mask, pts_arrived};
    points_init(&h->p, &hooks);
    arena_init(&h->arena);
    arena_init(&h->form);
    arena_init(&h->scratch);
    h->dynamic_pc = SITE_NO_PC;
    intern_init(&h->asked_name, 64);
    vec_push(&h->call, (struct pts_call){0});
    vec_push(&h->target, (struct pts_target){0});
    vec_push(&h->watch, (struct pts_watch){0});
    vec_push(&h->object, (struct pts_object){0});
    vec_push(&h->kind, 0);
    var_id passed = points_vars(&h->p, N_PASSED);
    for (u4 i = 0; i < N_PASSED; i++) {
        h->passed[i] = passed + i;
    }
    h->any = pts_var(h);
    h->by_jvm = pts_var(h);
    h->made = pts_var(h);
    h->any_made = pts_var(h);
    h->any_self = pts_var(h);
    h->any_array = pts_var(h);
    h->results = pts_var(h);
    h->escaped = pts_var(h);
    h->streamed = pts_var(h);
    h->serial_read = pts_var(h);
    h->serial_written = pts_var(h);
    for (u4 i = 0; i < 2; i++) {
        struct pts_static *vars = &h->static_by[i];
        vars->read = pts_var(h);
        vars->written = pts_var(h);
        points_flow(&h->p, vars->written, vars->read);
    }
    h->unsafe = world_class(w, STR("jdk/internal/misc/Unsafe"));
    h->unsafe_old = world_class(w, STR("sun/misc/Unsafe"));
    h->stream_new = world_find_method(
        w, STR("java/io/ObjectStreamClass.newInstance:()Ljava/lang/Object;"));
    h->reflector =
        world_class(w, STR("java/io/ObjectStreamClass$FieldReflector"));
    for (u4 i = 0; i < n_native_classes; i++) {
        vec_push(&h->native_class, world_class(w, str_of(native_classes[i])));
    }
    h->finalize = world_find_method(w, STR("java/lang/Object.finalize:()V"));
    return h;
}

void pts_free(struct pointsto *h) {
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
    vec_free(&h->native_field);
    vec_free(&h->native_class);
    vec_free(&h->unsafe_object);
    vec_free(&h->asked);
    vec_free(&h->method);
    vec_free(&h->further);
    vec_free(&h->model_kinds);
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

void pts_listen(struct pointsto *h, const struct pts_listener *l) {
    h->listener = *l;
}

struct pts_counts pts_count(struct pointsto *h) {
    struct points_counts c;
    points_count(&h->p, &c);
    return (struct pts_counts){
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

bool pts_outcome(struct pointsto *h, method_id m, const struct set **result,
                 const struct set **thrown) {
    var_id v = m < h->method.n ? h->method.v[m] : 0;
    if (!v) {
        return false;
    }
    *result = points_of(&h->p, v);
    *thrown = points_of(&h->p, v + METHOD_THROWN);
    return true;
}

const struct set *pts_value(struct pointsto *h, method_id m,
                            const struct flow *f, u4 v) {
    if (v > f->n_params) {
        var_id further = m < h->further.n ? h->further.v[m] : 0;
        return further ? points_of(&h->p, further + v - f->n_params - 1) : NULL;
    }
    var_id first = m < h->method.n ? h->method.v[m] : 0;
    return first ? points_of(&h->p, first + METHOD_PARAMS + v - 1) : NULL;
}

struct pts_what pts_what(const struct pointsto *h, obj_id o) {
    const struct pts_object *row = &h->object.v[o];
    return (struct pts_what){row->receiver, row->stands_for, row->maker,
                             row->pc};
}
