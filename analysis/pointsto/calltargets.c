// SPDX-License-Identifier: MIT
// Calls: which targets a group has, and what flows there and back.
#include "analysis/pointsto/pointsto_priv.h"

#include "analysis/classfile/desc.h"
#include "analysis/inclusion/set.h"
#include "analysis/reach/reach.h"
#include "analysis/table/idmap.h"
#include "analysis/world/world.h"

static bool is_reference(struct str type) {
    return type.n > 1;
}

static u4 count_references(struct str args) {
    u4 n = 0;
    while (args.n) {
        struct str type = desc_next(&args);
        if (type.n == 0) {
            break;
        }
        n += is_reference(type);
    }
    return n;
}

// --- Methods -----------------------------------------------------------------

static void limit(struct pointsto *h, var_id v, struct str type) {
    mask_id m = pts_declared_mask(h, world_type(h->w, type));
    if (m) {
        points_limit(&h->p, v, m);
    }
}

var_id pts_method(struct pointsto *h, method_id m) {
    vec_cover(&h->method, m + 1);
    if (h->method.v[m]) {
        return h->method.v[m];
    }
    struct desc_method d = {0};
    bool ok = desc_method(world_sig_desc(h->w, h->w->method.v[m].sig), &d);
    u4 first = world_is_static(h->w, m) ? 0 : 1;
    u4 n = first + (ok ? count_references(d.args) : 0);
    var_id v = points_vars(&h->p, METHOD_PARAMS + n);
    h->method.v[m] = v;
    points_late(&h->p, v + METHOD_THROWN, 1);
    vec_cover(&h->effect, m + 1);
    h->effect.v[m] = (u1)pts_effect(h, m);
    if (ok && is_reference(d.ret)) {
        limit(h, v, d.ret);
    }
    for (u4 i = first; i < n;) {
        struct str type = desc_next(&d.args);
        if (is_reference(type)) {
            limit(h, v + METHOD_PARAMS + i++, type);
        }
    }
    return v;
}

static void flow(struct pointsto *h, var_id from, var_id to) {
    if (from && to && from != to) {
        points_flow(&h->p, from, to);
    }
}

// The receiver is left out where the objects come one by one.
void pts_link(struct pointsto *h, const struct pts_call *c, method_id m,
              bool receiver) {
    var_id v = pts_method(h, m);
    bool own = pts_link_effect(h, c, m);
    if (h->effect.v[m] == POLYMORPHIC) {
        return;
    }
    for (u4 i = receiver ? 0 : 1; i < c->n; i++) {
        flow(h, h->arg.v[c->args + i], v + METHOD_PARAMS + i);
    }
    flow(h, own ? 0 : v, c->result);
    flow(h, v + METHOD_THROWN, c->thrown);
}

// --- Models' calls -----------------------------------------------------------

void pts_give_back(struct pointsto *h, var_id result, var_id thrown,
                   enum edge_kind kind) {
    if (kind == EDGE_HANDLE || kind == EDGE_REFLECT || kind == EDGE_CALL ||
        kind == PASSED_ANY) {
        flow(h, result, h->results);
        flow(h, thrown, h->escaped);
    }
}

void pts_model_called(void *context, struct solve *s, method_id m,
                      enum edge_kind kind) {
    struct pointsto *h = context;
    (void)s;
    vec_cover(&h->model_kinds, m + 1);
    if (h->model_kinds.v[m] >> kind & 1) {
        return;
    }
    h->model_kinds.v[m] |= (u2)(1u << kind);
    var_id v = pts_method(h, m);
    const struct world_method wm = h->w->method.v[m];
    struct desc_method d;
    u4 i = 0;
    if (!world_is_static(h->w, m)) {
        flow(h, pts_passed_self(h, wm.class, kind), v + METHOD_PARAMS + i++);
    }
    if (!desc_method(world_sig_desc(h->w, wm.sig), &d)) {
        return;
    }
    while (d.args.n) {
        struct str type = desc_next(&d.args);
        if (is_reference(type)) {
            flow(h, pts_passed(h, world_type(h->w, type), kind),
                 v + METHOD_PARAMS + i++);
        }
    }
    pts_give_back(h, v, v + METHOD_THROWN, kind);
}

// --- Lambdas -----------------------------------------------------------------

// The descriptor of what a lambda runs, and whether it takes a receiver first.
static struct str body_desc(const struct pointsto *h,
                            const struct solve_lambda *l, class_id *receiver) {
    method_id m = l->body.shape == SITE_GROUP
                      ? h->s->group.v[l->body.what].method
                      : l->body.what;
    *receiver = l->body.shape == SITE_NEW || world_is_static(h->w, m)
                    ? 0
                    : h->w->method.v[m].class;
    return world_sig_desc(h->w, h->w->method.v[m].sig);
}

// One variable for each reference among the receiver and the parameters.
static void make_args(struct pointsto *h, struct pts_lambda *row,
                      struct str args, bool receiver) {
    row->n = (receiver ? 1 : 0) + count_references(args);
    row->args = h->arg.n;
    var_id v = points_vars(&h->p, row->n + 2);
    for (u4 i = 0; i < row->n; i++) {
        vec_push(&h->arg, v + i);
    }
    row->result = v + row->n;
    row->thrown = v + row->n + 1;
}

// What the body is, as a call with the lambda's own variables.
static void call_body(struct pointsto *h, lambda_id l) {
    const struct pts_lambda row = h->lambda.v[l];
    struct solve_lambda *lambda = &h->s->lambda.v[l];
    struct pts_call c = {row.args, row.n, row.result, row.thrown, 0};
    method_id m = lambda->body.what;
    if (lambda->body.shape == SITE_GROUP) {
        const struct solve_group g = h->s->group.v[lambda->body.what];
        group_id own = pts_group_call(h, &c, g.type, g.method, g.fixed);
        h->s->lambda.v[l].body.what = own;
    } else if (lambda->body.shape == SITE_NEW) {
        // The object is made where the lambda runs, and is its result.
        class_id class = h->w->method.v[m].class;
        var_id self = pts_method(h, m) + METHOD_PARAMS;
        obj_id o = h->how == PTS_OF_SITE
                       ? pts_object(h, class, lambda->caller, h->dynamic_pc)
                       : pts_object_of(h, class);
        points_add(&h->p, self, o);
        points_add(&h->p, row.result, o);
        for (u4 i = 0; i < row.n; i++) {
            flow(h, h->arg.v[row.args + i], self + 1 + i);
        }
        flow(h, self - METHOD_PARAMS + METHOD_THROWN, row.thrown);
    } else {
        pts_link(h, &c, m, true);
    }
}

void pts_made_lambda(void *context, struct solve *s, lambda_id l) {
    struct pointsto *h = context;
    vec_cover(&h->lambda, l + 1);
    obj_id o =
        pts_object(h, TYPE_LAMBDA | l, s->lambda.v[l].caller, h->dynamic_pc);
    if (s->lambda.v[l].proxy) {
        points_add(&h->p, h->made, o);
        return;
    }
    struct pts_lambda row = {0};
    class_id receiver;
    struct desc_method d = {0};
    desc_method(body_desc(h, &s->lambda.v[l], &receiver), &d);
    make_args(h, &row, d.args, receiver != 0);
    // What it captures are the first of its parameters.
    u4 n = h->n_dynamic_args < row.n ? h->n_dynamic_args : row.n;
    for (u4 i = 0; i < n; i++) {
        flow(h, h->dynamic_args[i], h->arg.v[row.args + i]);
    }
    h->lambda.v[l] = row;
    points_add(&h->p, h->dynamic_result ? h->dynamic_result : h->made, o);
    h->dynamic_used = true;
    call_body(h, l);
}

void pts_box(struct pointsto *h, char type, var_id to) {
    static const char *const name[][2] = {
        {"Z", "java/lang/Boolean"},   {"B", "java/lang/Byte"},
        {"C", "java/lang/Character"}, {"S", "java/lang/Short"},
        {"I", "java/lang/Integer"},   {"J", "java/lang/Long"},
        {"F", "java/lang/Float"},     {"D", "java/lang/Double"},
    };
    for (size_t i = 0; to && i < sizeof name / sizeof *name; i++) {
        if (name[i][0][0] == type) {
            class_id c = world_class(h->w, str_of(name[i][1]));
            points_add(&h->p, to, pts_object_of(h, c));
        }
    }
}

static struct str drop_types(struct str args, u4 n) {
    while (n-- && args.n) {
        desc_next(&args);
    }
    return args;
}

// How many types the lambda object captured: those that its method has more
// than the interface's.
static u4 n_types(struct str args) {
    u4 n = 0;
    while (args.n && desc_next(&args).n) {
        n++;
    }
    return n;
}

// The handler of a proxy learns of the call by reflection.
static void link_proxy(struct pointsto *h, const struct pts_call *c) {
    for (u4 i = 0; i < c->n; i++) {
        flow(h, h->arg.v[c->args + i], h->passed[EDGE_CALL]);
    }
    flow(h, h->results, c->result);
    flow(h, h->escaped, c->thrown);
}

// A call c of interface method m on the lambda: arguments line up from behind.
static void link_lambda(struct pointsto *h, const struct pts_call *c,
                        lambda_id l, method_id m) {
    const struct pts_lambda row = h->lambda.v[l];
    class_id receiver;
    struct desc_method body = {0}, call = {0};
    struct solve_lambda *lambda = &h->s->lambda.v[l];
    if (lambda->proxy) {
        link_proxy(h, c);
        return;
    }
    desc_method(body_desc(h, lambda, &receiver), &body);
    desc_method(world_sig_desc(h->w, h->w->method.v[m].sig), &call);
    u4 n_args = n_types(call.args);
    u4 n_params = n_types(body.args) + (receiver ? 1 : 0);
    u4 skip = n_params > n_args ? n_params - n_args : 0;  // captured
    u4 to = 0, from = 1;  // which body the references
    if (skip && receiver) {
        to++;
    }
    if (skip) {
        u4 gone = skip - (receiver ? 1 : 0);
        struct str rest = drop_types(body.args, gone);
        to += count_references((struct str){body.args.p, body.args.n - rest.n});
        body.args = rest;
    }
    bool is_receiver = receiver && skip == 0;
    while (call.args.n && (body.args.n || is_receiver)) {
        struct str a = desc_next(&call.args);
        struct str p = is_receiver ? STR("L;") : desc_next(&body.args);
        is_receiver = false;
        var_id param =
            is_reference(p) && to < row.n ? h->arg.v[row.args + to] : 0;
        if (is_reference(a) && from < c->n) {
            flow(h, h->arg.v[c->args + from], param);
        } else if (!is_reference(a)) {
            pts_box(h, a.p[0], param);
        }
        to += is_reference(p);
        from += is_reference(a);
    }
    if (is_reference(call.ret) && body.ret.n && !is_reference(body.ret)) {
        pts_box(h, body.ret.p[0], c->result);
    }
    flow(h, row.result, c->result);
    flow(h, row.thrown, c->thrown);
}

void pts_model_called_lambda(void *context, struct solve *s, lambda_id l,
                             enum edge_kind kind) {
    struct pointsto *h = context;
    const struct solve_lambda *lambda = &s->lambda.v[l];
    if (h->lambda.v[l].model_kinds >> kind & 1 || lambda->proxy) {
        return;
    }
    h->lambda.v[l].model_kinds |= (u2)(1u << kind);
    const struct pts_lambda row = h->lambda.v[l];
    class_id receiver;
    struct desc_method d = {0};
    desc_method(body_desc(h, lambda, &receiver), &d);
    u4 i = 0;
    if (receiver) {
        flow(h, pts_passed_self(h, receiver, kind), h->arg.v[row.args + i++]);
    }
    while (d.args.n) {
        struct str type = desc_next(&d.args);
        if (is_reference(type) && i < row.n) {
            flow(h, pts_passed(h, world_type(h->w, type), kind),
                 h->arg.v[row.args + i++]);
        }
    }
    pts_give_back(h, row.result, row.thrown, kind);
}

// --- Groups ------------------------------------------------------------------

static void link_target(struct pointsto *h, group_id g,
                        const struct pts_call *c, u4 what) {
    if (what == TARGET_CLIENT) {
        pts_link_client(h, c, h->s->group.v[g].method);
    } else if (what & TYPE_LAMBDA) {
        link_lambda(h, c, what & ~TYPE_LAMBDA, h->s->group.v[g].method);
    } else {
        pts_link(h, c, what, h->s->group.v[g].fixed);
    }
}

group_id pts_group_call(struct pointsto *h, const struct pts_call *c,
                        class_id type, method_id method, bool fixed) {
    struct solve *s = h->s;
    var_id v = h->arg.v[c->args];
    // The variable numbers the holder, but so that each group has its own.
    u4 holder = h->group.n;
    u4 *known = idmap_at(&h->index, idmap_key(0x80000000u | v, method));
    if (fixed) {
        known = idmap_at(&h->index, idmap_key(0xC0000000u | v, method));
    }
    u4 id = *known;
    if (!id) {
        id = holder ? holder : 1;
        *known = id;
        vec_cover(&h->group, id + 1);
        h->group.v[id] = (struct pts_group){.receiver = v};
        group_id made =
            solve_group_of_value(s, HOLDER_VALUE | id, type, method, fixed);
        h->group.v[id].id = made;
        vec_cover(&h->group_of, made + 1);
        h->group_of.v[made] = id;
        // What the JVM lets through to such a call.
        pts_watch(h, pts_part(h, v, type), WATCH_GROUP, made);
    }
    struct pts_group *g = &h->group.v[id];
    vec_push(&h->call, *c);
    h->call.v[h->call.n - 1].next = g->calls;
    g->calls = h->call.n - 1;
    group_id made = g->id;
    for (u4 t = g->targets; t; t = h->target.v[t].next) {
        link_target(h, made, c, h->target.v[t].what);
    }
    return made;
}

static void add_target(struct pointsto *h, group_id g, u4 what) {
    u4 id = h->group_of.v[g];
    u4 *linked = idmap_at(&h->linked, idmap_key(g, what));
    if (*linked) {
        return;
    }
    *linked = 1;
    vec_push(&h->target, ((struct pts_target){what, h->group.v[id].targets}));
    h->group.v[id].targets = h->target.n - 1;
    for (u4 c = h->group.v[id].calls; c; c = h->call.v[c].next) {
        const struct pts_call call = h->call.v[c];
        link_target(h, g, &call, what);
    }
}

void pts_selected(void *context, struct solve *s, group_id g, u4 i) {
    struct pointsto *h = context;
    u4 id = g < h->group_of.n ? h->group_of.v[g] : 0;
    if (!id) {
        return;  // of a class: only models call it
    }
    const struct solve_lambda *through;
    method_id m = solve_target(s, &s->group.v[g], i, &through);
    type_id r = solve_holder(s, s->group.v[g].holder)->receiver.v[i];
    if (through) {
        add_target(h, g, TYPE_LAMBDA | (u4)(through - s->lambda.v));
    } else if (m) {
        add_target(h, g, m);
    }
    if (!(r & TYPE_LAMBDA) && h->w->class.v[r].flags & CLASS_CLIENT &&
        !s->group.v[g].fixed &&
        solve_is_overridden(h->w, m ? m : s->group.v[g].method)) {
        add_target(h, g, TARGET_CLIENT);
    }
}

// Objects came to the receiver of a group.
static void arrived_at(struct pointsto *h, group_id g,
                       const struct set *fresh) {
    struct solve *s = h->s;
    holder_id holder = s->group.v[g].holder;
    bool fixed = s->group.v[g].fixed;
    type_id last = 0;
    var_id self = 0;
    obj_id o;
    for (struct set_walk w = set_walk(fresh); set_next(&w, &o);) {
        type_id r = h->object.v[o].receiver;
        if (r != last) {
            u4 index = idmap_find(&h->index, idmap_key(g, r));
            if (!index) {
                index = solve_holder(s, holder)->receiver.n + 1;
                *idmap_at(&h->index, idmap_key(g, r)) = index;
                solve_receive(s, holder, r);
            }
            const struct solve_lambda *through;
            method_id m = solve_target(s, &s->group.v[g], index - 1, &through);
            self = m && !fixed ? pts_method(h, m) + METHOD_PARAMS : 0;
            last = r;
        }
        if (self) {
            points_add(&h->p, self, o);
        }
    }
}

static void arrived_class(struct pointsto *h, var_id to,
                          const struct set *fresh) {
    type_id last = 0;
    obj_id o;
    for (struct set_walk w = set_walk(fresh); set_next(&w, &o);) {
        type_id r = h->object.v[o].receiver;
        if (r != last && !(r & TYPE_LAMBDA)) {
            points_add(&h->p, to, pts_class_object(h, r));
        }
        last = r;
    }
}

// Class objects came to who makes objects of them: arrays of up to that many
// dimensions, or (0) objects of the class itself.
static void arrived_to_make(struct pointsto *h, var_id to,
                            const struct set *fresh, u4 dimensions) {
    obj_id o;
    for (struct set_walk w = set_walk(fresh); set_next(&w, &o);) {
        class_id c = h->object.v[o].stands_for;
        for (u4 i = 0; c && i <= dimensions; i++) {
            if (i || dimensions == 0) {
                vec_push(&h->asked, ((struct asked_object){c, to}));
            }
            c = i < dimensions ? world_array_of(h->w, c) : 0;
        }
    }
}

static bool has_objects(const struct pointsto *h, class_id c) {
    bool has_kind = c < h->kind_of_class.n && h->kind_of_class.v[c];
    return has_kind || (c < h->s->class_state.n &&
                        h->s->class_state.v[c] & SOLVE_ALLOCATED);
}

// Only of classes that have objects already (models say so of arrays of classes
// that code names): without that, arrays of arrays of arrays would come of it.
bool pts_make_asked(struct pointsto *h) {
    u4 n = 0;
    for (u4 i = 0; i < h->asked.n; i++) {
        const struct asked_object a = h->asked.v[i];
        if (!has_objects(h, a.of)) {
            h->asked.v[n++] = a;
            continue;
        }
        obj_id o = pts_object_of(h, a.of);
        class_id elem = h->w->class.v[a.of].elem;
        points_add(&h->p, a.to, o);
        if (elem && h->w->class.v[elem].flags & CLASS_ARRAY &&
            has_objects(h, elem)) {
            points_add(&h->p, points_field(&h->p, o, FIELD_ELEMENTS),
                       pts_object_of(h, elem));
        }
    }
    bool any = n < h->asked.n;
    h->asked.n = n;
    return any;
}

void pts_arrived(void *context, u4 watch, const struct set *fresh) {
    struct pointsto *h = context;
    const struct pts_watch w = h->watch.v[watch];
    switch ((enum watch_kind)w.kind) {
    case WATCH_GROUP:
        arrived_at(h, w.of, fresh);
        break;
    case WATCH_CLASS_OF:
        arrived_class(h, w.of, fresh);
        break;
    case WATCH_MAKE:
        arrived_to_make(h, w.of, fresh, 0);
        break;
    case WATCH_MAKE_ARRAY:
        arrived_to_make(h, w.of, fresh, 1);
        break;
    case WATCH_MAKE_ARRAYS:
        arrived_to_make(h, w.of, fresh, SOLVE_DIMENSIONS);
        break;
    case WATCH_FIELDS:
        pts_arrived_fields(h, w.of, fresh);
        break;
    case WATCH_SERIAL:
        pts_arrived_serial(h, fresh);
        break;
    case WATCH_HANDLED:
        pts_arrived_handled(h, fresh);
        break;
    }
}

void pts_watch(struct pointsto *h, var_id v, enum watch_kind kind, u4 of) {
    vec_push(&h->watch, ((struct pts_watch){(u1)kind, of}));
    points_watch(&h->p, v, h->watch.n - 1);
}
