// SPDX-License-Identifier: MIT
// Calls by reflection: arguments come out of an array, results are boxed.
//
// Of "any", everything that is given to such calls meets in one variable, and what they
// make in another: what they run is the same for all of them.
#include "analysis/pointsto/pointsto_priv.h"

#include "analysis/classfile/desc.h"
#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

// The variable of a value of the caller's form, 0 for none.
static var_id var_of(const struct pointsto *h, const struct solve_reflected *r,
                     u4 v) {
    method_id m = r->caller;
    if (v == 0) {
        return 0;
    }
    if (v <= r->n_params) {
        return h->method.v[m] + METHOD_PARAMS + v - 1;
    }
    return h->further.v[m] ? h->further.v[m] + v - r->n_params - 1 : 0;
}

static void push(struct pointsto *h, struct pts_call *c, var_id v) {
    vec_push(&h->arg, v);
    c->n++;
}

// Each parameter that is a reference can get any element of the array.
static void pass_elements(struct pointsto *h, struct pts_call *c, var_id array,
                          struct str params) {
    while (params.n) {
        struct str type = desc_next(&params);
        if (type.n <= 1) {
            continue;
        }
        var_id element = array ? pts_var(h) : 0;
        if (element) {
            points_load(&h->p, array, FIELD_ELEMENTS, element);
        }
        push(h, c, element);
    }
}

group_id pts_reflected(void *context, struct solve *s,
                       const struct solve_reflected *r) {
    struct pointsto *h = context;
    struct world *w = h->w;
    const struct world_method wm = w->method.v[r->target];
    bool init = str_eq(world_sig_name(w, wm.sig), STR("<init>"));
    struct pts_call c = {.args = h->arg.n, .thrown = h->escaped};
    struct desc_method d;
    (void)s;
    if (!desc_method(world_sig_desc(w, wm.sig), &d)) {
        return 0;
    }
    var_id result = var_of(h, r, r->result), receiver = 0;
    if (init) {
        obj_id o = pts_object_made(h, wm.class, r->caller, r->pc);
        receiver = pts_var(h);
        points_add(&h->p, receiver, o);
        if (result) {
            points_add(&h->p, result, o);
        }
        push(h, &c, receiver);
    } else {
        c.result = result;
        if (d.ret.n == 1) {
            pts_box(h, d.ret.p[0], result);
        }
        if (!world_is_static(w, r->target)) {
            receiver = var_of(h, r, r->receiver);
            if (!receiver) {
                return 0;
            }
            push(h, &c, receiver);
        }
    }
    pass_elements(h, &c, var_of(h, r, r->args), d.args);
    if (!init && receiver) {
        return pts_group_call(h, &c, r->type, r->target, false);
    }
    pts_link(h, &c, r->target, true);
    pts_tell(h);
    return 0;
}

// --- When nobody knows what they run ----------------------------------------

static bool is_program(const struct world *w, class_id array) {
    u4 dimensions = 0;
    class_id c = array;
    for (; c && w->class.v[c].flags & CLASS_ARRAY; c = w->class.v[c].elem) {
        dimensions++;
    }
    return c && dimensions <= SOLVE_DIMENSIONS &&
           !(w->class.v[c].flags & CLASS_JDK);
}

// Those that models made of all classes of the program.
static var_id any_array(struct pointsto *h) {
    while (h->n_any_arrays < h->s->array.n) {
        class_id c = h->s->array.v[h->n_any_arrays++];
        if (is_program(h->w, c)) {
            points_add(&h->p, h->any_array, pts_object_of(h, c));
        }
    }
    return h->any_array;
}

static void give(struct pointsto *h, enum any_what what, var_id result) {
    switch (what) {
    case ANY_NEW:
    case ANY_CONSTRUCT:
        points_flow(&h->p, h->any_made, result);
        break;
    case ANY_INVOKE:
        points_flow(&h->p, h->results, result);
        for (const char *type = "ZBCSIJFD"; *type; type++) {
            pts_box(h, *type, result);
        }
        break;
    case ANY_ARRAY:
        points_flow(&h->p, any_array(h), result);
        break;
    default:
        break;
    }
}

void pts_reflected_any(void *context, struct solve *s,
                       const struct solve_reflected *r, enum any_what what) {
    struct pointsto *h = context;
    var_id all = h->passed[PASSED_ANY];
    (void)s;
    if (what == ANY_NATIVE) {
        points_flow(&h->p, h->any, all);
        return;
    }
    if (what == ANY_FIELD) {
        pts_ask_all(h);
    }
    var_id receiver = var_of(h, r, r->receiver), args = var_of(h, r, r->args);
    var_id result = var_of(h, r, r->result);
    if (receiver) {
        points_flow(&h->p, receiver, all);
    }
    if (args) {
        points_load(&h->p, args, FIELD_ELEMENTS, all);
    }
    if (result) {
        give(h, what, result);
    }
    pts_tell(h);
}
