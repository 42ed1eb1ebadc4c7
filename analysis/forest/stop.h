// SPDX-License-Identifier: MIT
// Stopping rules: what keeps a chain from growing by an edge.
//
// A rule carries a *fact* along a chain, a number of its own: what it must
// remember of the chain to decide about the next edge. So it is an automaton
// over labels, and the forest the product of the call graph with all of them
// (forest.h). What a rule need not know of a chain any more it must forget,
// since chains with equal facts share all that can follow. A new rule is a new
// file and a row in stops.def.
#ifndef CCINSTR_ANALYSIS_FOREST_STOP_H
#define CCINSTR_ANALYSIS_FOREST_STOP_H

#include "analysis/component/calls.h"

// When several stop an edge the last is named; but what this-call stops no other
// is asked about.
enum stop_id {
#define STOP(id, name, usual) STOP_##id,
#include "analysis/forest/stops.def"
    N_STOPS
};

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
    void (*release)(void *context);  // NULL: there is nothing but the arena
};

// What rules are made of.
struct stop_given {
    const struct calls *c;
    struct arena *arena;         // lives as long as they
    struct stop_filter *filter;  // NULL: nothing is said of single chains
};

// Each makes its rule: stop_guard(), say, in stop_guard.c.
#define STOP(id, name, usual) \
    struct stop_rule stop_##name(const struct stop_given *given);
#include "analysis/forest/stops.def"

enum stop_wish { STOP_AS_USUAL, STOP_ON, STOP_OFF };
void stops_make(struct stop_rule rule[N_STOPS], const struct stop_given *given,
                const enum stop_wish wish[N_STOPS]);
void stops_release(struct stop_rule rule[N_STOPS]);

// this-call: the fact is 0 (nobody asks), STOP_THIS_ANY, or a receiver + 2.
enum { STOP_THIS_ANY = 1 };
// The fact at the beginning of a method that is called on x.
static inline u4 stop_this_fact(const struct calls *c, receiver_id x) {
    return x && !calls_is_lambda(c, x) ? x + 2 : STOP_THIS_ANY;
}

// filter: the fact is 0, or how far the chain agrees with those that are named.
// What is wanted is said before the rule is made.
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

#endif
