// SPDX-License-Identifier: MIT
// The calls of a component in the form that a forest is made of, and the edges
// outside that lead from one of them to another.
//
// Methods, sites and labels have dense numbers in the order of their text,
// from 1; 0 is none. A label is a triple (site, receiver, target): one receiver
// has two targets where a client's class may override what it inherits. What
// lies outside is kept as plain edges between methods.
#ifndef CCINSTR_ANALYSIS_COMPONENT_CALLS_H
#define CCINSTR_ANALYSIS_COMPONENT_CALLS_H

#include "analysis/classfile/scan.h"
#include "analysis/component/receivers.h"
#include "analysis/component/component.h"

// Numbers of methods, sites and labels of the component.
typedef u4 own_id;  // not the method_id of the world
typedef u4 site_id;
typedef u4 label_id;  // a label with its target

struct calls_method {
    method_id id;
    class_id class;
    struct str name;  // as the text formats have it
    site_id first_site;
    u4 n_sites;
    bool runs;
    u4 entry;  // in calls.entry, or 0
};

enum calls_site_flags {
    SITE_INSIDE = 1u << 0,   // has a label with a target
    SITE_EXIT = 1u << 1,     // has a label without a target
    SITE_TRIGGER = 1u << 2,  // runs something that is no label
    SITE_VIRTUAL = 1u << 3,
    SITE_NULL = 1u << 4,         // the receiver may be null
    SITE_SILENT = 1u << 5,       // nothing is known to run there
    SITE_CONSTRUCTOR = 1u << 6,  // what it calls is one
};

struct calls_site {
    own_id method;
    u2 pc;
    u1 op;
    u1 flags;
    u1 on;        // enum receiver_is
    u2 constant;  // that is called, of the class
    s4 line;
    struct str called;
    label_id first;
    u4 n;
};

enum calls_label_flags {
    LABEL_LAMBDA = 1u << 0,   // through a lambda or proxy
    LABEL_CLIENT = 1u << 1,   // a client's class runs a method of its own
    LABEL_MISSING = 1u << 2,  // what it names is nowhere
};

struct calls_label {
    site_id site;
    receiver_id x;
    own_id target;  // 0: external
    struct str to;  // its name, or what is there instead
    u1 flags;
};

struct calls_entry {
    own_id method;
    u1 reasons;  // bits, by enum entry_reason
    u4 first_x;  // in calls.entered
    u4 n_x;
};

// An edge of the whole graph that is no label, or whose caller is no node.
struct calls_edge {
    // CALLER_MAIN stands for code that nobody knows: a client's, or missing.
    method_id target;
    receiver_id x;
    u2 pc;
    u1 kind;  // enum edge_kind
    bool missing;
};

struct calls_range {
    u4 first, n;
};

struct calls {
    struct world *w;
    struct callgraph *g;
    struct arena arena;
    VEC(struct calls_method) method;
    VEC(struct calls_site) site;
    VEC(struct calls_label) label;
    VEC(struct calls_entry) entry;  // in the order of their methods
    VEC(receiver_id) entered;       // what each entry is called on; sorted
    VEC(struct calls_edge) edge;    // of one caller after another
    struct calls_range *from;       // by calls_caller()
    u4 n_callers;
    own_id *own_of;  // by method_id
};

// Callers without a method come last.
static inline u4 calls_caller(const struct calls *c, method_id m) {
    return m == CALLER_MAIN ? c->n_callers - 2
           : m == CALLER_VM ? c->n_callers - 1
                            : m;
}

// A call of m, as far as the instruction says what it is; `on` has read m.
struct calls_site calls_site(const struct calls *c, own_id m,
                             struct scan_insn in, const struct receivers *on);

// g must have been built sorted, when all of the component was loaded (load_component):
// reports speak of all classes.
void calls_build(struct calls *c, struct callgraph *g, struct world *w);
void calls_release(struct calls *c);

// Is the receiver the object of a lambda, or a proxy? Then a method of another
// object may run, which that one holds.
bool calls_is_lambda(const struct calls *c, receiver_id x);

static inline own_id calls_own(const struct calls *c, method_id m) {
    return m < c->n_callers - 2 ? c->own_of[m] : 0;
}

#endif
