// SPDX-License-Identifier: MIT
// What the files of effects/ share.
#ifndef CCINSTR_ANALYSIS_EFFECTS_EFFECTS_PRIV_H
#define CCINSTR_ANALYSIS_EFFECTS_EFFECTS_PRIV_H

#include "analysis/dynamic/dynamic.h"
#include "analysis/dynamic/following.h"
#include "analysis/dynamic/tokens.h"
#include "analysis/dynamic/traces.h"
#include "analysis/effects/effects.h"
#include "analysis/flow/flow.h"
#include "analysis/models/models.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"
#include "analysis/table/tuples.h"
#include "analysis/world/visible.h"

// A call that a member's access forbids, unless somebody makes the member accessible.
struct refused {
    op_id op;
    token_id token;
    class_id type;
    method_id method;
};

// What makes factories of the JDK count.
enum factory_group {
#define FACTORY_GROUP(id) FACTORY_##id,
#include "analysis/effects/factories.def"
    N_FACTORY_GROUPS
};

// What a stream may hold where it is cast to some type.
struct read_cast {
    bool anything;  // that is not below that type
    u4 n_found;     // classes
};

// What dynamic_effects' functions know of the rest.
struct effects {
    struct dynamic_effects hooks;  // first: d->effects points to it
    struct dynamic *d;

    // effects.c
    struct visible visible;
    VEC(u1) accessible;  // by token
    VEC(struct refused) refused;
    bool all_accessible;
    bool has_accessible;  // that were not when refused calls were looked at

    // any.c
    struct idmap any;  // (what and for whom) -> bundle_id
    bool needs_native, has_native;
    bool has_objects;    // of all classes on the path
    bool has_arrays[2];  // of all the program's; and arrays of arrays

    // factories.c
    bool is_factory_open[N_FACTORY_GROUPS];
    VEC(u1) is_made;         // by row
    VEC(struct str) locale;  // that the program names

    struct tuples proxies;  // (place and interfaces)
    VEC(op_id) joined;      // those that wait

    // streams.c
    struct idmap read_seen[2];  // (number of a reading, type or class) -> 1
    u4 n_read;                  // readings
    struct idmap read_of;       // cast -> 1 + place in `read_cast`
    VEC(struct read_cast) read_cast;
};

static inline struct effects *effects_of(const struct dynamic *d) {
    return (struct effects *)d->effects;
}

// --- any.c: what may be done when nothing is known ----------------------------

// `call` says whose it is and what it is given; it may do all that `what` says.
void any_at(struct dynamic *d, const struct solve_reflected *call,
            enum any_what what);
// Once some native method that nobody knows can run.
void any_native(struct dynamic *d);
// Does that method make arrays of several dimensions?
bool any_dimensions(const struct dynamic *d, method_id called);

// --- factories.c: what the JDK's factories make by default ----------------------

// Code of class c, which is none of the JDK, can run.
void factories_see(struct dynamic *d, class_id c);
void factories_run(struct dynamic *d);

// --- lookups.c: method handles that a Lookup finds ---------------------

void lookup_found(struct dynamic *d, op_id id, token_id token);

// --- proxies.c -----------------------------------------------------------------

// An array of interfaces, or nobody knows which.
void proxy_arrived(struct dynamic *d, op_id id, token_id token);
// Operands of a proxy whose interfaces stand in one array have tokens more.
void proxy_joined(struct dynamic *d, op_id id);
// Makes proxies of all that came. False if nothing did.
bool proxies_join(struct dynamic *d);
void proxy_open(struct dynamic *d, op_id id);

// --- streams.c -----------------------------------------------------------------

// A call that reads an object from a stream.
void streams_read(struct dynamic *d, op_id id);

// --- effects.c ---------------------------------------------------------------

typedef void class_meant(struct dynamic *d, op_id id, token_id token,
                         class_id c);
// The class of the token, or each below it that has objects.
void effect_each_class(struct dynamic *d, op_id id, token_id token,
                       class_meant *meant);

#endif
