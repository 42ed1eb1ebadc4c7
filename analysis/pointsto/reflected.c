// SPDX-License-Identifier: MIT
// Calls by reflection: arguments come out of an array, results are boxed.
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
