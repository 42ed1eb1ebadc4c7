// SPDX-License-Identifier: MIT
// Edges; and variables that have no set of their own.
//
// Most variables have a single source: the field of an object that is stored to
// at one place, a parameter with one caller. Such a variable has what its source
// has, and while that is so it *shares* the source's set: its `rep` is the
// source, and its edges are added to whoever has the set (its *root*) as well, so
// that nothing needs to be sent to it. In Java the sources are few and the
// variables that share the largest sets many (each element variable of each array
// that a collection keeps, say), and so are the edges that fall together: loads
// from a thousand fields that one variable was stored to are one edge.
//
// When the same second source turns up at many such variables (fields of all
// objects of a class that two methods store to), they share the set of a *joint*
// variable, which has both sources; and so do variables of one mask that have the
// same source, whose set they cannot share for passing less of it. A joint is made
// when it is asked for the second time; each first one who asks has a set of its
// own from then on, so there are no more joints than of those.
//
// As soon as another source turns up, or somebody uses the variable, it gets a
// copy of the set (points_unshare), its source an edge to it, and those that share
// with it follow it. Edges that the root got for its sake stay: they are
// true, though not needed any more. A variable that has its own set never shares
// again, and one that others share with does not begin to, so depths stay
// small.
#include "analysis/inclusion/points_priv.h"

#include "analysis/inclusion/set.h"
#include "analysis/table/idmap.h"

enum {
    MOST_DEPTH = 8,  // of a variable that shares with one that shares
    LAST_LINKS = 4,
    MOST_MOVED = 32,  // edges
};

// Of a variable that shares: its true edges, for when it no longer does.
static void remember(struct points *p, var_id from, var_id to) {
    struct points_var *v = &p->var.v[from];
    u4 last = v->n_out < LAST_LINKS ? v->n_out : LAST_LINKS;
    for (u4 i = v->n_out - last; i < v->n_out; i++) {
        if (v->out[i] == to) {
            return;
        }
    }
    points_make_room(p, from);
    v->out[v->n_out++] = to;
}

// Nothing came to it yet, and nobody cares.
static bool is_new(const struct points *p, var_id v) {
    const struct points_var *var = &p->var.v[v];
    return var->rep == v && !var->sourced && !var->first_use && !var->n_sharers;
}

static bool can_share(struct points *p, var_id from, var_id to) {
    const struct points_var *v = &p->var.v[to];
    if (!is_new(p, to) || (v->mask && v->mask != p->var.v[from].mask)) {
        return false;
    }
    u4 depth = 0;
    while (p->var.v[from].shares && depth < MOST_DEPTH) {
        from = points_own(p, p->var.v[from].rep);
        depth++;
    }
    return depth < MOST_DEPTH;
}

// `to` is new or shares with somebody else, and nobody shares with it.
static void share(struct points *p, var_id from, var_id to) {
    struct points_var *v = &p->var.v[to];
    if (v->shares) {
        p->var.v[points_own(p, v->rep)].n_sharers--;
    } else {
        p->counts.shared++;
        p->counts.flows -= v->n_out;
    }
    v->rep = from;
    v->shares = true;
    p->var.v[from].n_sharers++;
    var_id root = points_rep(p, from);
    for (u4 i = 0; i < p->var.v[to].n_out; i++) {
        vec_push(&p->link, ((struct points_link){root, p->var.v[to].out[i]}));
    }
}

static bool is_large(struct points *p, var_id v) {
    return v && p->var.v[points_rep(p, v)].have.room;
}

// Somebody who has what `to` has and what `from` has, and who passes the mask of
// `to`; 0 if there is none. Only when this is asked for the second time: then a
// third time is likely.
static var_id joint_of(struct points *p, var_id from, var_id to) {
    struct points_var *v = &p->var.v[to];
    bool first = is_new(p, to);
    // Whoever moves takes its edges along, so those with many stay.
    if (!first &&
        (!v->shares || !v->is_field || v->n_sharers || v->n_out > MOST_MOVED)) {
        return 0;
    }
    var_id with = first ? 0 : points_own(p, v->rep);
    mask_id mask = v->mask;
    if (first && !v->is_field && !is_large(p, from)) {
        return 0;
    }
    u4 *pair = idmap_at(&p->pair, idmap_key(with, from));
    if (!*pair) {
        *pair = ++p->n_pairs;
    }
    u4 *joint = idmap_at(&p->joint, idmap_key(*pair, mask));
    enum { ASKED = UINT32_MAX };
    if (*joint == 0) {
        *joint = ASKED;
        return 0;
    }
    if (*joint == ASKED) {
        *joint = points_vars(p, 1);
        p->var.v[*joint].mask = mask;
        p->var.v[*joint].sourced = true;
        p->var.v[*joint].is_joint = true;
        vec_push(&p->link, ((struct points_link){from, *joint}));
        if (with) {
            vec_push(&p->link, ((struct points_link){with, *joint}));
        }
    }
    return *joint;
}

static void add_edge(struct points *p, var_id from, var_id to) {
    points_make_room(p, from);
    struct points_var *v = &p->var.v[from];
    v->out[v->n_out++] = to;
    p->counts.flows++;
    p->added++;
}

// The true edges of v, which shared with x or is x, which has just got its own
// set. Who shares with v has that set now too. All others had its objects
// already, but need an edge for what is to come; those that share with somebody
// else no longer do.
static void take_edges(struct points *p, var_id x, var_id v) {
    u4 n = 0;
    for (u4 i = 0; i < p->var.v[v].n_out; i++) {
        var_id to = points_own(p, p->var.v[v].out[i]);
        if (p->var.v[to].shares && points_own(p, p->var.v[to].rep) == v) {
            vec_push(&p->moved, to);
        } else if (p->var.v[to].shares) {
            vec_push(&p->link, ((struct points_link){x, to}));
        } else {
            p->var.v[to].sourced = true;
            if (v != x) {
                add_edge(p, x, to);
            }
        }
        if (v != x || !p->var.v[to].shares) {
            p->var.v[v].out[n++] = to;
        }
    }
    p->var.v[v].n_out = n;
    if (v == x) {
        p->counts.flows += n;
        p->added += n;
    }
}

void points_unshare(struct points *p, var_id x) {
    var_id root = points_rep(p, x);
    struct points_var *v = &p->var.v[x];
    p->var.v[points_own(p, v->rep)].n_sharers--;
    v->rep = x;
    v->shares = false;
    v->sourced = true;
    v->last_from = root;
    p->counts.shared--;
    set_join(&v->have, &p->var.v[root].have);
    add_edge(p, root, x);
    vec_push(&p->moved, x);
    while (p->moved.n) {
        take_edges(p, x, p->moved.v[--p->moved.n]);
    }
}

static void add_link(struct points *p, struct points_link l) {
    var_id from = points_own(p, l.from), to = points_own(p, l.to);
    var_id root = points_rep(p, from);
    if (from == to) {
        return;
    }
    if (p->var.v[from].shares) {
        remember(p, from, to);
    }
    if (root == points_rep(p, to)) {
        return;
    }
    if (can_share(p, from, to)) {
        share(p, from, to);
        return;
    }
    var_id joint = joint_of(p, from, to);
    if (joint) {
        share(p, points_own(p, joint), to);
        return;
    }
    if (p->var.v[to].shares) {
        points_unshare(p, to);
    }
    points_connect(p, root, to);
}

void points_add_links(struct points *p) {
    while (p->link.n) {
        struct points_link l = p->link.v[--p->link.n];
        add_link(p, l);
    }
}
