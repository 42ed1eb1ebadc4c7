// SPDX-License-Identifier: MIT
// The rule `this-call`: a call on `this` runs what the class of `this` selects.
//
// That class is the receiver of the chain's last edge. A constructor called on
// `this` has the same one as its caller; what a lambda runs can have any; an
// entry has those on which it is called, one after another (forest.c). Methods
// that neither call on `this` nor hand it on forget it.
#include "analysis/forest/stop.h"

#include "analysis/component/backward.h"
#include "analysis/component/calls.h"

struct stop_this {
    const struct calls *c;
    bool *asks;  // by own_id: does it call on `this`, or hand it on?
};

static bool is_on_this(const struct calls *c, label_id b) {
    return c->site.v[c->label.v[b].site].on == RECEIVER_THIS;
}

// Whether the class of `this` matters: where a call is made on it, and where it
// is handed on to a constructor that asks.
static void find_who_asks(struct stop_this *s) {
    const struct calls *c = s->c;
    struct backward hands_on = {0};
    for (label_id b = 1; b < c->label.n; b++) {
        const struct calls_label *v = &c->label.v[b];
        own_id m = c->site.v[v->site].method;
        if (v->target && is_on_this(c, b) && v->x) {
            s->asks[m] = true;
        } else if (v->target && is_on_this(c, b)) {
            backward_add(&hands_on, m, v->target);
        }
    }
    backward_mark(&hands_on, s->asks, c->method.n);
}

static bool start(void *context, own_id entry, receiver_id x, u4 left,
                  u4 *fact) {
    const struct stop_this *s = context;
    (void)left;
    *fact = s->asks[entry] ? stop_this_fact(s->c, x) : 0;
    return true;
}

static bool step(void *context, u4 fact, label_id b, u4 *next) {
    const struct stop_this *s = context;
    const struct calls_label *v = &s->c->label.v[b];
    bool on_this = is_on_this(s->c, b);
    if (on_this && v->x && fact > STOP_THIS_ANY && fact != v->x + 2) {
        return false;
    }
    *next = !s->asks[v->target]                 ? 0
            : v->flags & LABEL_LAMBDA           ? STOP_THIS_ANY
            : v->x == 0 && on_this && fact != 0 ? fact
                                                : stop_this_fact(s->c, v->x);
    return true;
}

static u4 only(void *context, label_id b) {
    const struct stop_this *s = context;
    receiver_id x = s->c->label.v[b].x;
    return is_on_this(s->c, b) && x ? x + 2 : 0;
}

struct stop_rule stop_this(const struct stop_given *given) {
    const struct calls *c = given->c;
    struct stop_this *s = ARENA_ZARRAY(given->arena, struct stop_this, 1);
    *s = (struct stop_this){c, ARENA_ZARRAY(given->arena, bool, c->method.n)};
    find_who_asks(s);
    return (struct stop_rule){
        .context = s,
        .start = start,
        .step = step,
        .only = only,
        .tells = true,
    };
}
