// SPDX-License-Identifier: MIT
// What the placeholder main of a component holds and passes on.
//
// One variable has all that clients can get hold of: what they make, what comes
// back from calls and fields, what they catch, and what is passed to objects of
// their own classes. From there it goes, by the types of parameters, to
// wherever a client may pass it. With one variable for each type, and each
// conversion that the language has between two of them, the solution is the
// same: an object that is in the one and fits the other can be converted.
#include "analysis/pointsto/pointsto_priv.h"

#include "analysis/classfile/desc.h"
#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

static var_id held(struct pointsto *h) {
    if (!h->client) {
        h->client = pts_var(h);
        points_flow(&h->p, pts_thrown_by_jvm(h, h->w->known.throwable),
                    h->client);
    }
    return h->client;
}

static var_id held_as(struct pointsto *h, class_id c) {
    return pts_part(h, held(h), c);
}

// A call of m with anything that fits; the receiver is not looked for.
static struct pts_call call_of(struct pointsto *h, method_id m) {
    struct world *w = h->w;
    struct pts_call c = {.args = h->arg.n};
    struct desc_method d;
    if (!world_is_static(h->w, m)) {
        vec_push(&h->arg, 0);
        c.n++;
    }
    if (desc_method(world_sig_desc(w, w->method.v[m].sig), &d)) {
        for (struct str t; (t = desc_next(&d.args)).n;) {
            if (t.n > 1) {
                var_id v = held_as(h, world_type(w, t));
                vec_push(&h->arg, v);
                c.n++;
            }
        }
        c.result = d.ret.n > 1 ? held(h) : 0;
    }
    c.thrown = held(h);
    return c;
}

static group_id call(void *context, struct solve *s, class_id c, method_id m) {
    struct pointsto *h = context;
    (void)s;
    struct pts_call of = call_of(h, m);
    if (world_is_static(h->w, m)) {
        pts_link(h, &of, m, true);
        return 0;
    }
    h->arg.v[of.args] = held_as(h, c);
    return pts_group_call(h, &of, c, m, false);
}

static void make(void *context, struct solve *s, class_id c, method_id init) {
    struct pointsto *h = context;
    (void)s;
    // A client's object is one, whichever constructor is looked at.
    obj_id o = h->w->class.v[c].flags & CLASS_CLIENT
                   ? pts_object_of(h, c)
                   : pts_object_made(h, c, CALLER_MAIN, SITE_NO_PC);
    points_add(&h->p, held(h), o);
    if (init) {
        struct pts_call of = call_of(h, init);
        pts_link(h, &of, init, false);
        points_add(&h->p, pts_method(h, init) + METHOD_PARAMS, o);
    }
}

static void field(void *context, struct solve *s, class_id c, field_id f) {
    struct pointsto *h = context;
    const struct world_field row = h->w->field.v[f];
    struct str desc = world_sig_desc(h->w, row.sig);
    (void)s;
    if (desc.n < 2) {
        return;
    }
    var_id value = held_as(h, world_type(h->w, desc));
    bool is_final = row.access_flags & ACC_FINAL;
    if (row.access_flags & ACC_STATIC) {
        var_id v = pts_static(h, f);
        points_flow(&h->p, v, held(h));
        if (!is_final) {
            points_flow(&h->p, value, v);
        }
        return;
    }
    var_id base = held_as(h, c);
    points_load(&h->p, base, f, held(h));
    if (!is_final) {
        points_store(&h->p, base, f, value);
    }
}

static void elements(void *context, struct solve *s, class_id array) {
    struct pointsto *h = context;
    class_id elem = h->w->class.v[array].elem;
    (void)s;
    if (elem) {
        var_id base = held_as(h, array);
        points_load(&h->p, base, FIELD_ELEMENTS, held(h));
        points_store(&h->p, base, FIELD_ELEMENTS, held_as(h, elem));
    }
}

const struct solve_client pts_client = {call, make, field, elements};

// --- Objects of clients' classes ---------------------------------------------

void pts_link_client(struct pointsto *h, const struct pts_call *c,
                     method_id m) {
    struct desc_method d;
    for (u4 i = 1; i < c->n; i++) {
        if (h->arg.v[c->args + i]) {
            points_flow(&h->p, h->arg.v[c->args + i], held(h));
        }
    }
    if (c->result &&
        desc_method(world_sig_desc(h->w, h->w->method.v[m].sig), &d)) {
        points_flow(&h->p, held_as(h, world_type(h->w, d.ret)), c->result);
    }
    if (c->thrown) {
        points_flow(&h->p, held_as(h, h->w->known.throwable), c->thrown);
    }
}

void pts_model_called_client(void *context, struct solve *s, method_id m,
                             enum edge_kind kind) {
    struct pointsto *h = context;
    struct desc_method d;
    (void)s;
    if (!solve_is_overridden(h->w, m) ||
        !desc_method(world_sig_desc(h->w, h->w->method.v[m].sig), &d)) {
        return;
    }
    for (struct str t; (t = desc_next(&d.args)).n;) {
        if (t.n > 1) {
            points_flow(&h->p, pts_passed(h, world_type(h->w, t), kind),
                        held(h));
        }
    }
    pts_give_back(h, d.ret.n > 1 ? held_as(h, world_type(h->w, d.ret)) : 0,
                  held_as(h, h->w->known.throwable), kind);
}
