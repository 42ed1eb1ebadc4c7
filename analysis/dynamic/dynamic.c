// SPDX-License-Identifier: MIT
// The hooks, and when what is done.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

static void native(void *context, struct solve *s, method_id m) {
    struct dynamic *d = context;
    d->models.native(d->models.context, s, m);
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
    reflect_search(d);
    traces_run(d);
}

struct solve_hooks dynamic_hooks(struct dynamic *d) {
    return (struct solve_hooks){.context = d,
                                .native = native,
                                .constant = constant,
                                .polymorphic = polymorphic,
                                .allocated = allocated,
                                .idle = idle};
}

struct dynamic *dynamic_new(struct world *w, const struct solve_hooks *models) {
    struct dynamic *d = MEM_NEW(struct dynamic);
    d->w = w;
    d->models = *models;
    arena_init(&d->arena);
    arena_init(&d->scratch);
    const struct points_hooks hooks = {.context = d, .arrived = op_arrived};
    points_init(&d->p, &hooks);
    tokens_init(d);
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
    vec_free(&d->form);
    vec_free(&d->row_of);
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
    arena_release(&d->arena);
    arena_release(&d->scratch);
    mem_free(d);
}
