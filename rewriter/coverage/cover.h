// SPDX-License-Identifier: MIT
// A plan beside what runs covered of it.
//
// The covered chains are a tree of nodes below each tree of the forest, whatever level
// they were run at where the plan does not tell levels apart. All other questions are
// asked of this and of the forest (rewriter/chains/).
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
    u8 *site_hits;    // by site: of its labels and of classes nobody predicted
    u4 *same_target;  // by label: the first one of its site with that target
    u8 strangers;     // nodes of the data that are in no tree of the plan
};

// pool is of that plan, and moves into *c. All lives in mem.
void cover_make(struct cover *c, const struct plan *plan, const char *path,
                const struct pool *pool, struct arena *mem);

// The child of a node for a label, or 0.
u4 cover_child(const struct cover *c, u4 node, u4 label);
// The labels from the root to a node; room for its length.
void cover_labels(const struct cover *c, u4 node, u4 *label);

// Is it known how often a site ran? Of what needs no probe it is not, nor of a method
// that has none of its probes.
bool cover_counts(const struct cover *c, u4 site);

// --- Receiver classes and targets -----------------------------------------------

// One of what is required of a site: the first label of those with that receiver (or
// target), and how often they were taken.
struct cover_pair {
    u4 label;
    u8 hits;
};
// What is required of a site; none if it is not polymorphic, or not asked for. Room
// for its labels. PLAN_LABEL_RC or PLAN_LABEL_TM.
u4 cover_pairs(const struct cover *c, u4 site, u4 which, struct cover_pair *to);

// --- Where tests stopped ----------------------------------------------------------

// A chain that is not covered, though its prefix is: that of `node` with one label
// more; or a root that was never entered (node 0, label: its place in forest.root).
struct cover_uncovered {
    u4 node;
    u4 label;
    struct big opens;  // chains that begin with it, none of them covered
};
// Those that open most come first, at most `top`; then in the order of their chains.
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
