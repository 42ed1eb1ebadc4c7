// SPDX-License-Identifier: MIT
// The solved call graph, to be listed: what this folder is for.
//
// The solver keeps sites and groups. Here each group becomes rows (receiver,
// target), once for all its sites, in the order of their text. So a graph of
// millions of lines needs memory for its groups only.
#ifndef CCINSTR_ANALYSIS_CALLGRAPH_CALLGRAPH_H
#define CCINSTR_ANALYSIS_CALLGRAPH_CALLGRAPH_H

#include "analysis/callgraph/graphtext.h"
#include "analysis/reach/reach.h"

// A receiver as reports name it; 0 is "-".
typedef u4 receiver_id;

struct cg_row {
    receiver_id x;
    method_id target;
    u1 kind;  // enum edge_kind
};

struct cg_rows {
    const struct cg_row *v;
    u4 n;
    u4 n_targets;  // distinct
    // Receivers of clients' classes, which may override the method.
    const receiver_id *client;
    u4 n_clients;
};

struct cg_receivers {
    const receiver_id *v;
    u4 n;
};

// What one site calls; the sites of a caller come in the order of their pc.
struct cg_site {
    u2 pc;
    const struct cg_rows *group;  // NULL: `row` alone
    struct cg_row row;            // its kind is that of the group, too
    ref_id missing;               // a reference that resolves to nothing, or 0
    bundle_id bundle;             // a bundle that was not spread, or 0
};

// The kind of a row of that site's group.
static inline u1 cg_kind(const struct cg_site *s, const struct cg_row *r) {
    return r->kind == EDGE_CALL ? s->row.kind : r->kind;
}

// What a call is made on, as far as reports tell receivers apart. 0 is none.
struct cg_receiver {
    struct str name;
    enum receiver_kind kind;
    class_id class;  // of RECEIVER_CLASS, _ARRAY and _CLIENT
};

struct callgraph {
    const struct solve *s;
    const struct world *w;
    struct text text;
    struct arena arena;
    VEC(struct cg_receiver) receiver;
    receiver_id *of_class;           // 0: not yet needed
    u4 n_classes;                    // in of_class; more may be loaded later
    struct idmap receiver_of;        // (kind, method or lambda) -> receiver
    struct cg_rows *rows;            // by group
    struct cg_receivers *of_lambda;  // by lambda
    struct solve_late *late;         // by caller, then pc
    u4 n_late;
    method_id *caller;  // all that have a node, and the two that are none,
    u4 n_callers;       // in the order of their text
    bool is_program;    // the launcher calls main
};

// `sorted`: rows and callers are in the order of their text, for listing. Else only
// counts may be asked for.
void cg_build(struct callgraph *g, const struct solve *s, bool sorted);
void cg_release(struct callgraph *g);

// Sites of a caller. A list is valid until the next call with it.
struct cg_list {
    VEC(struct cg_site) site;
    bool missing;  // wants sites whose reference resolves to nothing, too
    u4 bundles;  // wants bundles of at least so many sites as one site; 0: none
};
void cg_sites(struct callgraph *g, method_id caller, struct cg_list *out);
// What a bundle holds, as a caller has it that is of no class.
void cg_bundle(struct callgraph *g, bundle_id b, struct cg_list *out);

// The receivers that stand for a lambda or proxy: several, if dispatch selects the
// method that it is made of.
const struct cg_receivers *cg_receivers_of_lambda(struct callgraph *g,
                                                  lambda_id l);

struct cg_counts {
    u8 n_sites;
    u8 n_edges;   // (site, target)
    u8 n_labels;  // (site, receiver, target)
    // Of kinds that reflection and models make: edges that are of that kind, too.
    u8 n_of_kind[EDGE_N_KINDS];
    u4 n_methods;
};
struct cg_counts cg_count(struct callgraph *g);

#endif
