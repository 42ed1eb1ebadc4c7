// SPDX-License-Identifier: MIT
// The rule `filter`: entries, sites, targets and chains that somebody does not
// want.
//
// Chains that are named form a trie. Each is kept or dropped with all that
// begin like it, unless a longer one that is named says otherwise; to what
// leaves the trie applies what was last said on the way. If the first chain
// named is one to be kept, those that nobody names are dropped. A chain that is
// kept needs those it begins with.
#include "analysis/forest/stop.h"

#include "analysis/component/calls.h"
#include "analysis/table/idmap.h"

enum mark { MARK_NONE, MARK_KEEP, MARK_DROP };

// Facts: a node of the trie, or 0: what is named does not matter any more.

void stop_filter_init(struct stop_filter *f, const struct calls *c,
                      struct arena *a) {
    *f = (struct stop_filter){
        .c = c,
        .no_entry = ARENA_ZARRAY(a, bool, c->method.n),
        .no_target = ARENA_ZARRAY(a, bool, c->method.n),
        .no_site = ARENA_ZARRAY(a, bool, c->site.n),
        .root = ARENA_ZARRAY(a, u4, c->method.n),
    };
    vec_cover(&f->node, 1);
}

void stop_filter_release(struct stop_filter *f) {
    vec_free(&f->node);
    idmap_release(&f->child);
}

static u4 add_node(struct stop_filter *f, u4 parent) {
    vec_push(&f->node, ((struct stop_node){.parent = parent}));
    f->node.v[parent].is_inner = true;
    return f->node.n - 1;
}

u4 stop_filter_root(struct stop_filter *f, own_id entry) {
    if (!f->root[entry]) {
        f->root[entry] = add_node(f, 0);
    }
    return f->root[entry];
}

u4 stop_filter_child(struct stop_filter *f, u4 node, label_id b) {
    u4 *child = idmap_at(&f->child, idmap_key(node, b));
    if (!*child) {
        *child = add_node(f, node);
    }
    return *child;
}

void stop_filter_mark(struct stop_filter *f, u4 node, bool keep) {
    f->node.v[node].mark = keep ? MARK_KEEP : MARK_DROP;
}

// Parents come before their children.
static void decide(struct stop_filter *f) {
    f->node.v[0].drops = f->drop_rest;
    for (u4 i = 1; i < f->node.n; i++) {
        struct stop_node *n = &f->node.v[i];
        n->drops = n->mark == MARK_NONE ? f->node.v[n->parent].drops
                                        : n->mark == MARK_DROP;
    }
    for (u4 i = f->node.n; i-- > 1;) {
        struct stop_node *n = &f->node.v[i];
        n->stays = n->stays || !n->drops;
        struct stop_node *parent = &f->node.v[n->parent];
        parent->stays = parent->stays || n->stays;
    }
}

// Where a chain is that has come to a node; false if it is not wanted.
static bool come_to(const struct stop_filter *f, u4 node, u4 *fact) {
    const struct stop_node *n = &f->node.v[node];
    *fact = n->is_inner || n->drops ? node : 0;
    return n->stays;
}

static bool start(void *context, own_id entry, receiver_id x, u4 left,
                  u4 *fact) {
    const struct stop_filter *f = context;
    (void)x, (void)left;
    *fact = 0;
    if (f->no_entry[entry]) {
        return false;
    }
    return f->root[entry] ? come_to(f, f->root[entry], fact) : !f->drop_rest;
}

static bool step(void *context, u4 fact, label_id b, u4 *next) {
    const struct stop_filter *f = context;
    const struct calls_label *v = &f->c->label.v[b];
    *next = 0;
    if (f->no_site[v->site] || f->no_target[v->target]) {
        return false;
    }
    if (fact == 0) {
        return true;
    }
    u4 child = idmap_find(&f->child, idmap_key(fact, b));
    return child ? come_to(f, child, next) : !f->node.v[fact].drops;
}

struct stop_rule stop_filter(const struct stop_given *given) {
    struct stop_filter *f = given->filter;
    if (!f) {
        return (struct stop_rule){0};
    }
    decide(f);
    return (struct stop_rule){.context = f, .start = start, .step = step};
}
