// SPDX-License-Identifier: MIT
// The edges of a call graph one after another, in the order of the text
// formats, with everything that a line of them says.
#ifndef CCINSTR_ANALYSIS_CALLGRAPH_EDGES_H
#define CCINSTR_ANALYSIS_CALLGRAPH_EDGES_H

#include "analysis/callgraph/callgraph.h"

struct edge {
    method_id caller, target;
    s4 pc;    // or -1
    s4 line;  // or -1
    struct str called;
    u2 constant;  // that this is, of the caller's class; or 0
    receiver_id x;
    u1 kind;
    u1 op;        // of the instruction, if there is one
    bool client;  // a client's method runs; target is what the site names
    ref_id
        missing;  // a reference that resolves to nothing, in place of target; or 0
};

// Which edges are wanted. A function that is NULL takes all; m may be CALLER_...
struct edge_filter {
    bool (*from)(void *context, method_id m);
    bool (*to)(void *context, method_id m);
    void *context;
    bool outside;  // calls of clients' methods and of missing ones, too
};

typedef void (*edge_fn)(void *context, const struct edge *e);
void edges_each(struct callgraph *g, const struct edge_filter *f, edge_fn take,
                void *context);
// The edges of one caller.
void edges_of(struct callgraph *g, method_id caller, edge_fn take,
              void *context);

#endif
