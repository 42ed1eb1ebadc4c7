// SPDX-License-Identifier: MIT
// The hooks, and when what is done.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/models/models.h"
#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

static void native(void *context, struct solve *s, method_id m) {
    struct dynamic *d = context;
    d->models.native(d->models.context, s, m);
    if (d->spec.level < DYNAMIC_RESOLVED && !models_know_native(s->w, m)) {
        d->effects->native(d);  // what it makes is no result of m's
    }
}

static void constant(void *context, struct solve *s, method_id m, u2 pc, u4 i) {
    struct dynamic *d = context;
    d->models.constant(d->models.context, s, m, pc, i);
}

static void polymorphic(void *context, struct solve *s, method_id m, u2 pc,
                        ref_id r) {
    struct dynamic *d = context;
    d->models.polymorphic(d->models.context, s, m, pc, r);
}

static void allocated(void *context, struct solve *s, class_id c) {
    struct dynamic *d = context;
    d->models.allocated(d->models.context, s, c);
}

static void idle(void *context, struct solve *s) {
    struct dynamic *d = context;
    d->s = s;
    d->models.idle(d->models.context, s);
    callers_update(d);
    if (d->spec.level == DYNAMIC_RESOLVED) {
        loose_update(d);
    }
    d->effects->searching(d);
    reflect_search(d);
    traces_run(d);
    if (d->spec.level == DYNAMIC_RESOLVED) {
        d->effects->idle(d);
    }
}

// What has a bound on how much is made of its operands is made of all of them together.
static bool last(void *context, struct solve *s) {
    struct dynamic *d = context;
    d->s = s;
    bool more = false, any;
    do {
        any = d->concat.n > 0;
        concat_run(d);
        any |= d->effects->last(d);
        if (any) {
            traces_go_on(d);
            more = true;
        }
    } while (any);
    return more;
}

struct solve_hooks dynamic_hooks(struct dynamic *d) {
    return (struct solve_hooks){.context = d,
                                .native = native,
                                .constant = constant,
                                .polymorphic = polymorphic,
                                .allocated = allocated,
                                .idle = idle,
                                .last = last};
}

struct dynamic *dynamic_new(struct world *w, struct models *models,
                            const struct dynamic_spec *spec,
                            struct dynamic_effects *effects) {
    struct dynamic *d = MEM_NEW(struct dynamic);
    d->effects = effects;
    d->w = w;
    d->follower = models;
    d->models = models_hooks(models);
    d->spec = *spec;
    models->is_followed = spec->level == DYNAMIC_RESOLVED;
    supertypes_init(&d->supertypes, w->src);
    intern_init(&d->keys, 16);
    intern_init(&d->elements, 16);
    arena_init(&d->arena);
    arena_init(&d->asking);
    arena_init(&d->scratch);
    const struct points_hooks hooks = {.context = d, .arrived = op_arrived};
    points_init(&d->p, &hooks);
    tokens_init(d);
    loose_init(d);
    d->settings = points_vars(&d->p, 1);
    reflect_init(d);
    tuples_init(&d->traces);
    intern_init(&d->packages, 256);
    vec_push(&d->trace, (struct trace){0});
    vec_push(&d->op, (struct op){0});
    vec_push(&d->operand, (struct operand){0});
    return d;
}

void dynamic_free(struct dynamic *d) {
    if (!d) {
        return;
    }
    for (u4 i = 0; i < d->operand.n; i++) {
        vec_free(&d->operand.v[i].token);
    }
    points_release(&d->p);
    tuples_release(&d->token_rows);
    vec_free(&d->token_of_row);
    vec_free(&d->row_of_token);
    tuples_release(&d->traces);
    intern_release(&d->texts);
    intern_release(&d->packages);
    vec_free(&d->trace);
    vec_free(&d->fresh);
    vec_free(&d->watched);
    vec_free(&d->op);
    vec_free(&d->operand);
    vec_free(&d->concat);
    vec_free(&d->form);
    vec_free(&d->result);
    vec_free(&d->row_of);
    vec_free(&d->named);
    idmap_release(&d->site_op);
    vec_free(&d->next_site);
    vec_free(&d->direct);
    vec_free(&d->grouped);
    vec_free(&d->of_sig);
    vec_free(&d->next_of_sig);
    vec_free(&d->in_package);
    vec_free(&d->package);
    vec_free(&d->next_in_package);
    vec_free(&d->package_read);
    vec_free(&d->writer);
    vec_free(&d->written);
    vec_free(&d->outside);
    vec_free(&d->group_outside);
    vec_free(&d->bundle_done);
    idmap_release(&d->told);
    vec_free(&d->names);
    vec_free(&d->listed);
    idmap_release(&d->names_of);
    idmap_release(&d->name_at);
    idmap_release(&d->made);
    vec_free(&d->site);
    vec_free(&d->is_usual);
    vec_free(&d->is_loosened);
    vec_free(&d->naming);
    vec_free(&d->named_by);
    vec_free(&d->class_in);
    vec_free(&d->next_class_in);
    supertypes_release(&d->supertypes);
    vec_free(&d->found);
    vec_free(&d->below);
    idmap_release(&d->below_of);
    vec_free(&d->fitting);
    idmap_release(&d->fitting_of);
    vec_free(&d->name);
    for (enum gate g = 0; g < N_GATES; g++) {
        vec_free(&d->behind[g]);
    }
    vec_free(&d->gate);
    intern_release(&d->elements);
    vec_free(&d->of_element);
    vec_free(&d->is_any);
    intern_release(&d->keys);
    arena_release(&d->asking);
    arena_release(&d->arena);
    arena_release(&d->scratch);
    mem_free(d);
}

// --- When it has run -----------------------------------------------------------

static bool is_site(enum op_kind kind) {
    return (kind == OP_LOAD || kind >= OP_FOR_NAME) && kind != OP_PROXY_OF &&
           kind != OP_LIST_ENUM && kind != OP_NEW_ARRAY && kind != OP_PROVIDE &&
           kind != OP_ASK_SERVICE && kind != OP_SET_SETTING;
}

static void note_sites(struct dynamic *d) {
    for (op_id o = 1; o < d->op.n; o++) {
        if (is_site(d->op.v[o].kind)) {
            vec_push(&d->site, o);
        }
    }
}

u4 dynamic_n_sites(struct dynamic *d) {
    if (d->site.n == 0) {
        note_sites(d);
    }
    return d->site.n;
}

struct reflect_site dynamic_site(const struct dynamic *d, u4 i) {
    const struct op *o = &d->op.v[d->site.v[i]];
    // Where it may do anything, what is found depends on when (points_top).
    bool any = o->is_partly && d->spec.level < DYNAMIC_RESOLVED;
    return (struct reflect_site){
        .method = o->at,
        .called = o->called,
        .pc = o->pc,
        .initialises = o->kind == OP_FOR_NAME,
        .kind = o->kind == OP_READ_OBJECT    ? REFLECT_STREAMS
                : o->kind == OP_INVOKE       ? REFLECT_CALLS
                : o->kind == OP_ACCESS       ? REFLECT_READS
                : o->kind == OP_PROXY        ? REFLECT_PROXIES
                : o->kind >= OP_FIND_VIRTUAL ? REFLECT_FINDS
                : o->kind == OP_NEW_INSTANCE || o->kind == OP_CONSTRUCT
                    ? REFLECT_MAKES
                    : REFLECT_LOADS,
        .is_open = o->is_partly,
        .n_found = any ? 0 : o->n_found,
        .cast = o->cast,
        .n_fitting = o->cast ? path_n_below(d, o->cast) : 0,
        .part = o->part ? text_of(d, o->part) : STR(""),
    };
}

u4 dynamic_n_keys(const struct dynamic *d) {
    return d->keys.row.n - 1;
}

struct str dynamic_key(const struct dynamic *d, u4 i) {
    return d->keys.row.v[i + 1].a;
}

u4 dynamic_n_accessible(const struct dynamic *d) {
    return d->n_accessible;
}
