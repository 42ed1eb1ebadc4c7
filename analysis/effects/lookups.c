// SPDX-License-Identifier: MIT
// Method handles of the members that a MethodHandles.Lookup finds. What a call of a handle
// runs is the business of models/handles.c.
#include "analysis/effects/effects_priv.h"

#include "analysis/reach/reach.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

static void find_special(struct dynamic *d, op_id id, class_id type,
                         method_id m) {
    struct world *w = d->w;
    class_id in = w->method.v[d->op.v[id].at].class;
    class_id c = d->op.v[id].special;
    if (!c) {
        // An unknown class may run any of its superclasses' methods.
        models_find_handle(d->follower, d->s, in, m, 0);
        models_find_handle(d->follower, d->s, in, m, type);
        return;
    }
    world_load(w, c);
    method_id runs = resolve_special_of(w, c, type, w->method.v[m].sig);
    if (runs) {
        models_find_handle(d->follower, d->s, in, runs, c);
    }
}

static void find(struct dynamic *d, op_id id, token_id token, class_id type,
                 method_id m) {
    enum op_kind kind = d->op.v[id].kind;
    bool is_static = world_is_static(d->w, m);
    (void)token;
    if ((is_static && kind != OP_FIND_STATIC && kind != OP_UNREFLECT) ||
        (!is_static && kind == OP_FIND_STATIC)) {
        return;
    }
    d->op.v[id].n_found++;
    if (kind == OP_FIND_SPECIAL || kind == OP_UNREFLECT_SPECIAL) {
        find_special(d, id, type, m);
    } else {
        class_id in = d->w->method.v[d->op.v[id].at].class;
        models_find_handle(d->follower, d->s, in, m, 0);
    }
}

static void find_in(struct dynamic *d, op_id id, token_id token, class_id c) {
    enum op_kind kind = d->op.v[id].kind;
    bool init = kind == OP_FIND_INIT || kind == OP_UNREFLECT_INIT;
    if (kind == OP_FIND_STATIC_FIELD) {
        d->op.v[id].n_found++;
        solve_initialise(d->s, d->op.v[id].at, d->op.v[id].pc, c);
    } else if (init && token_get(d, token).kind == TOKEN_INITS) {
        member_each_init(d, id, token, c, find);
    } else if (!init && token_get(d, token).kind == TOKEN_METHODS) {
        member_each_method(d, id, token, c, find);
    }
}

void lookup_found(struct dynamic *d, op_id id, token_id token) {
    effect_each_class(d, id, token, find_in);
}
