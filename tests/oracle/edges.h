// SPDX-License-Identifier: MIT
// The set of call edges that a run has shown.

#ifndef TESTS_ORACLE_EDGES_H
#define TESTS_ORACLE_EDGES_H

#include "tests/oracle/names.h"

// How the callee was entered; the column `how` of a record.
#define HOW_LIST                                                              \
    HOW(CALL, "call")       /* by the invoke at the site */                   \
    HOW(INIT, "init")       /* an initialiser, by the instruction there */    \
    HOW(LAMBDA, "lambda")   /* through the class behind a lambda */           \
    HOW(PROXY, "proxy")     /* through a dynamic proxy */                     \
    HOW(HANDLE, "handle")   /* through a method handle, at an invoke of it */ \
    HOW(INDY, "indy")       /* through what an invokedynamic is linked to */  \
    HOW(UPCALL, "upcall")   /* by the JVM, at a site that names another */    \
    HOW(REFLECT, "reflect") /* by reflection */                               \
    HOW(NATIVE, "native")   /* by a native method */                          \
    HOW(VM, "vm")           /* by the JVM, with no frame below */

enum how {
#define HOW(name, text) HOW_##name,
    HOW_LIST
#undef HOW
};

// What to do when a pair of frames is seen again.
enum pair_state {
    PAIR_NEW,
    PAIR_SKIP,  // nothing: the callee is no ordinary method
    PAIR_WALK,  // the caller is no ordinary method: look further down
    PAIR_EDGE,
    PAIR_ORIGIN  // an edge that has one of its own for each origin
};

struct edge {
    // The key. via is the class of the adaptor next to the caller, if any, and
    // is_pair tells the two topmost frames from the edge that a walk found. The
    // origin, where it is asked for, is the frame that called reflection or native
    // code.
    jmethodID caller_id;
    jmethodID callee_id;
    jmethodID origin_id;
    struct klass *via;
    jint at, origin_at;
    bool is_pair;

    unsigned char state;  // enum pair_state
    unsigned char how;    // enum how
    bool is_asking;       // the receiver is of interest and has to be asked for
    bool has_unasked;     // entered while it could only be the declaring class
    struct method *caller;
    struct method *callee;
    struct method *origin;
    struct klass **receiver;
    unsigned n_receivers;
    unsigned long n_seen, ask_at;
};

struct edges {
    struct edge **slot;
    size_t n, n_slots;
};

void edges_init(struct edges *e);

// The edge with this key, made if it is not there.
struct edge *edges_intern(struct edges *e, const struct edge *key);

// Returns whether the receiver is new for the edge.
bool edge_add_receiver(struct edge *e, struct klass *k);

// Writes the record: one line for each edge and receiver, sorted, each once.
// Only what has a class with one of the prefixes (joined by ':') at one end, if
// prefixes is not NULL. With two more columns if there are origins. Returns whether
// it was written.
bool edges_write(const struct edges *e, const char *path, const char *prefixes,
                 bool has_origins);

#endif
