// SPDX-License-Identifier: MIT
// The call graph of the component alone.
//
// Nodes are the component's methods that have code. A *label* is a pair (site,
// receiver class) at an instruction that calls, in a node that can run; what
// the JVM selects there, or the method that a lambda is made of, is its target.
// If the target is a node the label is an edge. Else, and if the class or method is
// missing, it is an *external label*, and the site an *exit site*. An instruction may
// also trigger an initialiser, concatenate strings or link a call site. That makes no
// edge: the site is an exit site too, and a node that comes to run by it is an
// *entry*, like those that clients, library code or the JVM call.
#ifndef CCINSTR_ANALYSIS_COMPONENT_COMPONENT_H
#define CCINSTR_ANALYSIS_COMPONENT_COMPONENT_H

#include "analysis/callgraph/edges.h"

// How an edge of the whole graph counts for the component.
enum component_class {
    COMPONENT_NONE,      // it does not
    COMPONENT_EDGE,      // as a label with a target inside
    COMPONENT_EXTERNAL,  // as a label without
    COMPONENT_EXIT,      // it leaves the component, but is no label
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
// Is e a label at an invokevirtual or invokeinterface?
bool component_is_virtual(const struct edge *e);
// The name of what e runs: a method, a client's method in place of it, or a reference
// that resolves to nothing.
struct str component_target_text(struct callgraph *g, const struct edge *e);

// A site of a virtual or interface call in a node.
struct rc_site {
    struct str caller;
    s4 pc;
    u4 n_rc, n_tm;  // receiver classes; target methods
};

struct component_counts {
    u4 n_classes;            // of the component
    u4 n_reached_classes;    // with methods that can run
    u4 n_methods;            // nodes
    u4 n_reached;            // nodes that can run
    u4 n_edges, n_external;  // labels
    u4 n_exit_sites, n_entries;
    VEC(struct rc_site) site;  // in the order of the text formats
};

// Names live in g.
void component_count(struct component_counts *c, struct callgraph *g);
void component_counts_release(struct component_counts *c);

#endif
