// SPDX-License-Identifier: MIT
// A plan beside what runs covered of it.
//
// The covered chains are a tree of nodes for each tree of the forest. Where the plan
// does not tell levels apart, a node stands for all levels at which its chain ran. All
// other questions are answered by these nodes and the forest (rewriter/chains/).
#ifndef CCINSTR_REWRITER_COVERAGE_COVER_H
#define CCINSTR_REWRITER_COVERAGE_COVER_H

#include "rewriter/chains/count.h"
#include "rewriter/runs/pool.h"

struct cover_node {
    u4 parent;       // 0: a root
    u4 label;        // of a root: its place in forest.root
    u4 state;        // of the plan: what chains may go on with
    u4 root;         // its place in forest.root
    u4 length;       // labels from there
    u4 first, next;  // child and sibling, 0 for none: in the order of labels
    u4 levels;       // a bit for each entry level that it was covered at
    u8 hits;
};

struct cover {
    const struct plan *plan;
    const char *path;  // of the plan
    struct pool pool;
    struct chains forest;
    struct chains_count count;  // of all its chains
    struct cover_node *node;  // from 1, behind their parents, by root and chain
    u4 n_nodes;               // with row 0
    u4 *root_node;            // by place in forest.root: its node, or 0
    // By state: chains that begin there, with the one of length 0.
    struct big *below;
    u8 *label_hits;   // by label: times that it was taken, in chains or not
    u8 *site_hits;    // by site: hits of its labels and of unpredicted classes
    u4 *same_target;  // by label: the first one of its site with that target
    u8 strangers;     // nodes of the data that are in no tree of the plan
};

// pool is of that plan; c takes it. All lives in mem.
void cover_make(struct cover *c, const struct plan *plan, const char *path,
                const struct pool *pool, struct arena *mem);

// The child of a node for a label, or 0.
u4 cover_child(const struct cover *c, u4 node, u4 label);
// The labels from the root to a node; room for its length.
void cover_labels(const struct cover *c, u4 node, u4 *label);

// Is it known how often a site ran? It is not if the site needs no probe, or its method
// has none of its probes.
bool cover_counts(const struct cover *c, u4 site);

// --- Receiver classes and targets -----------------------------------------------

// A required receiver (or target) of a site: the first label with it, and how often all
// labels with it were taken.
struct cover_pair {
    u4 label;
    u8 hits;
};
// The required receivers (which: PLAN_LABEL_RC) or targets (PLAN_LABEL_TM) of a site;
// none if it is not polymorphic, or they are not asked for. `to` has room for the labels
// of the site.
u4 cover_pairs(const struct cover *c, u4 site, u4 which, struct cover_pair *to);

// --- Where tests stopped ----------------------------------------------------------

// A chain that is not covered, though its prefix is: that of `node` with one label
// more; or a root that was never entered (node 0, label: its place in forest.root).
struct cover_uncovered {
    u4 node;
    u4 label;
    struct big opens;  // chains that begin with it, none of them covered
};
// At most `top` of them, those that open most first, then in the order of their chains.
u4 cover_uncovered(const struct cover *c, u4 top, struct cover_uncovered **to,
                   struct arena *mem);
// How many there are.
u8 cover_n_uncovered(const struct cover *c);

// A site that misses receivers.
struct cover_poly {
    u4 site;
    u4 required,
        covered;  // receivers, or targets where only those are required
};
u4 cover_polys(const struct cover *c, u4 top, struct cover_poly **to,
               struct arena *mem);

#endif
