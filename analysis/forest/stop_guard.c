// SPDX-License-Identifier: MIT
// The rule `guard`: a call that the constants passed along the chain keep from
// executing. The fact is a guard_id.
#include "analysis/forest/stop.h"

#include "analysis/component/calls.h"
#include "analysis/constprop/guards.h"

struct stop_guard {
    const struct calls *c;
    struct guards guards;
};

static bool start(void *context, own_id entry, receiver_id x, u4 left,
                  u4 *fact) {
    (void)context, (void)entry, (void)x, (void)left;
    *fact = 0;  // who calls from outside may pass anything
    return true;
}

static bool step(void *context, u4 fact, label_id b, u4 *next) {
    struct stop_guard *s = context;
    const struct calls_label *v = &s->c->label.v[b];
    const struct calls_site *site = &s->c->site.v[v->site];
    bool executes =
        guards_pass(&s->guards, s->c->method.v[site->method].id, fact, site->pc,
                    s->c->method.v[v->target].id, next);
    if (v->flags & LABEL_LAMBDA) {
        *next = 0;  // what it captured comes first
    }
    return executes;
}

static void release(void *context) {
    struct stop_guard *s = context;
    guards_release(&s->guards);
}

struct stop_rule stop_guard(const struct stop_given *given) {
    const struct calls *c = given->c;
    struct stop_guard *s = ARENA_ZARRAY(given->arena, struct stop_guard, 1);
    s->c = c;
    guards_init(&s->guards, c->w);
    for (label_id b = 1; b < c->label.n; b++) {
        const struct calls_label *v = &c->label.v[b];
        const struct calls_site *site = &c->site.v[v->site];
        if (v->target) {
            guards_call(&s->guards, c->method.v[site->method].id, site->pc,
                        c->method.v[v->target].id);
        }
    }
    return (struct stop_rule){
        .context = s,
        .start = start,
        .step = step,
        .tells = true,
        .release = release,
    };
}
