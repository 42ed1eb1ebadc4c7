// SPDX-License-Identifier: MIT
// How many chains there are, by root and length: exact, and without listing them.
#ifndef CCINSTR_REWRITER_CHAINS_COUNT_H
#define CCINSTR_REWRITER_CHAINS_COUNT_H

#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"

struct chains_tree {
    struct big total;
    struct big *by_length;  // up to `height`
    u4 height;              // of its state
};

struct chains_count {
    const struct chains *chains;
    struct big total;
    struct big *by_length;
    u4 max;  // length of the longest chain; 0 if there is none
    struct chains_tree *tree;  // by root
    // By state: moves of the longest way on from it.
    u4 *height;
    // By length: a bit for each state from which that many moves can lead to
    // the goal. NULL: every method is the goal.
    u8 **leads;
};

// Counts the chains of c that end in a method of the goal. c must stay while n is
// used.
void chains_count(struct chains_count *n, const struct chains *c,
                  struct chains_pick goal, struct arena *mem);

// How many labels lead back, in all nodes of all trees. 0 at coarser grains.
struct big chains_back_edges(const struct chains *c, struct arena *mem);

// How many chains have lengths from min to max.
struct big chains_between(const struct chains_count *n, u4 min, u4 max,
                          struct arena *mem);

// Is there a chain that goes on from that state with that many labels?
static inline bool chains_goes_on(const struct chains_count *n, u4 state,
                                  u4 length) {
    return n->height[state] >= length &&
           (!n->leads || (n->leads[length][state / 64] >> state % 64 & 1));
}

#endif
