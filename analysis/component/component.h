// SPDX-License-Identifier: MIT
// The call graph of the component alone.
//
// Nodes are the component's methods that have code. A *label* is a pair (site,
// receiver class) at an instruction that calls, in a node that can run; what
// the JVM selects there, or the method that a lambda is made of, is its target.
// If that is a node the label is an edge; else it is an *external label*, and
// the site an *exit site*; so it is where the class or method is nowhere to be
// found. What else an instruction makes happen (it triggers an initialiser,
// concatenates strings, links a call site) makes no edge: such a site is an
// exit site too, and a node that comes to run by it an *entry*, like those that
// clients, library code or the JVM call.
#ifndef CCINSTR_ANALYSIS_COMPONENT_COMPONENT_H
#define CCINSTR_ANALYSIS_COMPONENT_COMPONENT_H

#include "analysis/callgraph/edges.h"

// What becomes of an edge of the whole graph.
enum component_class {
    COMPONENT_NONE,      // no part of it
    COMPONENT_EDGE,      // a label with a target inside
    COMPONENT_EXTERNAL,  // a label without
    COMPONENT_EXIT,      // something else at a site that leaves the component
};
enum component_class component_class(const struct callgraph *g,
                                     const struct edge *e);

// Why a node is an entry.
enum entry_reason {
    ENTRY_INTERFACE,
    ENTRY_CALLBACK,
    ENTRY_VM,
    N_ENTRY_REASONS
};

bool component_is_node(const struct world *w, method_id m);
bool component_is_entry(const struct callgraph *g, const struct edge *e);
enum entry_reason component_entry_reason(const struct callgraph *g,
                                         const struct edge *e);
// A label at an invokevirtual or invokeinterface.
bool component_is_virtual(const struct edge *e);
// What runs: a method, or what a client's class has in place of it, or the
// reference that means nothing.
struct str component_target_text(struct callgraph *g, const struct edge *e);

// A site of a virtual or interface call in a node.
struct rc_site {
    struct str caller;
    s4 pc;
    u4 n_rc, n_tm;  // receiver classes; target methods
};

struct component_counts {
    u4 n_classes;  // of the component, and with methods that can run
    u4 n_reached_classes;
    u4 n_methods;  // nodes, and those that can run
    u4 n_reached;
    u4 n_edges, n_external;  // labels
    u4 n_exit_sites, n_entries;
    VEC(struct rc_site) site;  // in the order of the text formats
};

// Names live in g.
void component_count(struct component_counts *c, struct callgraph *g);
void component_counts_release(struct component_counts *c);

#endif
