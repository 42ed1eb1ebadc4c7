// SPDX-License-Identifier: MIT
// treebuilder.h - the trees of a forest, node by node: what the files of this
// tool share.
//
// A chain is a list of edges from its root, and each question about it is
// answered by going through that list: nothing is remembered of it.
#ifndef CCINSTR_TESTS_TOOLS_TREEBUILDER_H
#define CCINSTR_TESTS_TOOLS_TREEBUILDER_H

#include "analysis/constprop/guards.h"
#include "analysis/forest/forest.h"
#include "rewriter/options/options.h"

// An edge of a chain; or of a path from main, which has edges outside the
// component as well.
struct step {
    label_id label;  // 0: it leaves the component, enters it, or is outside
    u4 to;           // caller, by calls_caller()
    own_id own;      // the same if it is in the component
    u2 pc;
    u1 kind;  // enum edge_kind
    receiver_id x;
    bool on_this;
    bool through;  // a lambda or proxy
};

// From the root of an entry. The last edge may be one that is only asked about.
struct chain {
    own_id entry;
    const struct step *step;
    u4 n;
};

// --- treefilter.c: the lines of --chains -------------------------------------

enum wish_kind { WISH_ENTRY, WISH_SITE, WISH_TARGET, WISH_CHAIN, N_WISHES };

struct wish {
    enum wish_kind kind;
    bool excludes;
    char *pattern;  // without ! and @
    s4 pc;          // behind @, or -1
    char **word;    // of a chain: the entry, and three for each step
    u4 n_steps;
};

struct filter {
    const struct calls *c;
    struct arena *arena;
    VEC(struct wish) wish;  // as they stand in the file
};

// Ends the program if a line is none.
void filter_read(struct filter *f, const char *path, const struct calls *c,
                 struct arena *arena);
bool filter_stops(const struct filter *f, const struct chain *chain);

// --- treerules.c -------------------------------------------------------------

struct rules {
    const struct calls *c;
    struct guards guards;
    bool guarded;
    bool filtered;
    struct filter filter;
};

void rules_init(struct rules *r, const struct calls *c);
void rules_release(struct rules *r);

// The class of `this` behind n steps that begin in a method called on `root`; 0
// if it can be any.
receiver_id this_behind(const struct step *step, u4 n, receiver_id root);
// Does that class agree with each call on `this`?
bool this_agrees(const struct step *step, u4 n, receiver_id root);
// Is the last edge of the chain stopped, or its root if there is none? It may
// begin in any of n ways.
bool rules_stop(struct rules *r, const struct chain *chain,
                const struct forest_way *way, u4 n);
// The same by the rules that don't ask where it begins.
bool rules_stop_any(struct rules *r, const struct chain *chain);
// Does the last edge lead back to a node of the chain?
bool rules_lead_back(struct rules *r, const struct chain *chain,
                     const struct forest_way *way, u4 n);

// --- treebuilder.c -----------------------------------------------------------

// Chains of one granularity, as lines.
struct lines {
    VEC(struct str) v;
};

struct trees {
    const struct options *opt;
    struct calls c;
    struct arena arena;
    struct rules rules;
    VEC(struct forest_way) way;
    struct lines lines[3];  // by receiver, site, method
    u8 n_nodes, n_back;
};

struct step step_of_branch(const struct calls *c, label_id b);
// A node more, with its chain.
void add_chain(struct trees *t, const struct chain *chain, u4 level);
void count_node(struct trees *t);

// --- treemain.c --------------------------------------------------------------

// All paths from main of at most that many edges: the ways by which entries are
// reached; and, if `print`, the chains that their runs in the component are.
void paths_from_main(struct trees *t, u4 most, bool print);

// --- treespare.c -------------------------------------------------------------

// For --tables: each site, whether the component can be entered again from what
// it runs outside, and why it is spared.
void print_spared(const struct calls *c);

#endif
