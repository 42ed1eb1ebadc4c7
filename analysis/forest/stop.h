// SPDX-License-Identifier: MIT
// Stopping rules: what keeps a chain from growing by an edge.
//
// A rule carries a *fact* along a chain, a number of its own: what it must
// remember of the chain to decide about the next edge. So it is an automaton
// over labels, and the forest the product of the call graph with all of them
// (forest.h). What a rule need not know of a chain any more it must forget,
// since chains with equal facts share all that can follow. A new rule is a new
// file, a line in the enum, and one in whoever puts the rules together.
#ifndef CCINSTR_ANALYSIS_FOREST_STOP_H
#define CCINSTR_ANALYSIS_FOREST_STOP_H

#include "analysis/component/calls.h"
#include "analysis/constprop/guards.h"

// When several stop an edge the last is named; but what this-call stops no other
// is asked about.
enum stop_id { STOP_THIS, STOP_GUARD, STOP_FILTER, STOP_DEPTH, N_STOPS };

struct stop_rule {
    void *context;  // that of all functions; no rule without `step`
    // The fact at the root of an entry that is called on x; `left` edges may
    // follow. False: there is no such root.
    bool (*start)(void *context, own_id entry, receiver_id x, u4 left,
                  u4 *fact);
    // The fact behind label b, which has a target, for a chain with `fact`.
    // False: b is stopped.
    bool (*step)(void *context, u4 fact, label_id b, u4 *next);
    // A greater fact lets every chain pass that a smaller one does. Of one rule.
    bool ordered;
    // Facts but 0 and 1 with which b passes: that one alone; 0: any may. NULL: any.
    u4 (*only)(void *context, label_id b);
    // Two nodes of a chain with different facts are not the same one, so no
    // back edge leads from one to the other.
    bool tells;
};

// depth: the fact is how many edges are left.
struct stop_rule stop_depth(void);

// this-call: the fact is 0 (nobody asks), STOP_THIS_ANY, or a receiver + 2.
enum { STOP_THIS_ANY = 1 };
struct stop_this {
    const struct calls *c;
    bool *asks;  // by own_id: does it call on `this`, or hand it on?
};
struct stop_rule stop_this(struct stop_this *s, const struct calls *c,
                           struct arena *a);
// The fact at the beginning of a method that is called on x.
static inline u4 stop_this_fact(const struct calls *c, receiver_id x) {
    return x && !calls_is_lambda(c, x) ? x + 2 : STOP_THIS_ANY;
}

// filter: the fact is 0, or how far the chain agrees with those that are named.
struct stop_node {
    u4 parent;
    u1 mark;
    bool is_inner;
    bool drops;  // what leaves the trie here
    bool stays;  // it, or something below, is kept
};
struct stop_filter {
    const struct calls *c;
    bool *no_entry, *no_target;  // by own_id: to be set by whoever reads what
    bool *no_site;               // is wanted; by site_id
    bool drop_rest;              // chains that nobody names: likewise
    u4 *root;                    // by own_id: its node, or 0
    VEC(struct stop_node) node;
    struct idmap child;
};
void stop_filter_init(struct stop_filter *f, const struct calls *c,
                      struct arena *a);
void stop_filter_release(struct stop_filter *f);
// Nodes of a chain that is named: its entry's, and one label further.
u4 stop_filter_root(struct stop_filter *f, own_id entry);
u4 stop_filter_child(struct stop_filter *f, u4 node, label_id b);
// The chain that ends there is kept or dropped, with what goes on from it.
void stop_filter_mark(struct stop_filter *f, u4 node, bool keep);
// When all is said.
struct stop_rule stop_filter(struct stop_filter *f);

// guard: the fact is a guard_id.
struct stop_guard {
    const struct calls *c;
    struct guards guards;
};
struct stop_rule stop_guard(struct stop_guard *s, const struct calls *c);
void stop_guard_release(struct stop_guard *s);  // one of zeros, too

#endif
