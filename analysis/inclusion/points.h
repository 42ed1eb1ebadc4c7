// SPDX-License-Identifier: MIT
// Points-to sets by inclusion constraints (Andersen's analysis), for whatever
// objects, fields and variables mean to the caller.
//
// A variable holds a set of objects. Constraints say what is part of what:
//     add    o is in v
//     flow   from is part of to
//     load   for each o in base: o.field is part of to
//     store  for each o in base: from is part of o.field
//     watch  the caller is told of each o in v, once
// and the least sets that satisfy them are computed. A mask says which objects
// a variable can hold at all; what does not pass it stays out.
//
// All of it is monotone: constraints may be added at any time, also when hooks
// are running and after a points_run, which then goes on from what it has; the
// sets depend on the constraints alone, not on their order. Variables that turn
// out to be equal are made one inside; callers keep their ids. Two runs with the
// same calls make the same steps.
#ifndef CCINSTR_ANALYSIS_INCLUSION_POINTS_H
#define CCINSTR_ANALYSIS_INCLUSION_POINTS_H

#include "analysis/base/vec.h"
#include "analysis/inclusion/set.h"
#include "analysis/table/idmap.h"

typedef u4 var_id;   // 0 is none
typedef u4 obj_id;   // 0 is none; nearly dense, in the order of their making
typedef u4 kind_id;  // 0 is none; objects of one kind pass the same masks
typedef u4 mask_id;  // 0: everything passes

// Hooks may add anything, but not run.
struct points_hooks {
    void *context;
    // The mask of the variable o.field, before that is made; it must not ask for the
    // variable. May be NULL.
    mask_id (*field_mask)(void *context, obj_id o, u4 field);
    // Objects have come to a watched variable. NULL if there are no watches.
    void (*arrived)(void *context, u4 watch, const struct set *fresh);
};

struct points_counts {
    u4 vars, objects, fields, collapsed;
    u4 shared;      // variables that have the set of another one
    u4 sweeps;      // searches for cycles
    u8 flows;       // edges, after duplicates were dropped
    u8 polls;       // variables taken from the work list
    u8 visits;      // edges over which objects were sent
    u8 uses;        // loads, stores, watches
    u8 members;     // of the sets of all variables
    u8 set_bytes;   // all sets of variables and masks
    u8 edge_bytes;  // room for edges
};

struct points_var {
    struct set have, pending;  // disjoint, but for a queued duplicate
    var_id *out;               // to where it flows; may name collapsed ones
    u4 n_out, room_out;
    var_id rep;  // itself, or the way to whose set is its own: what it was
                 // collapsed into, or (shares) its source
    mask_id mask;
    u4 first_use;
    u4 order;  // topological number
    u4 n_sharers;
    var_id last_from;  // who got an edge to it last
    bool shares;       // the set of rep, until it needs its own (share.c)
    bool sourced;      // something flowed or was added to it, besides that
    bool is_field;
    bool is_late;
    bool is_joint;  // nobody asked for it (share.c)
};

struct points_use {
    u4 next;
    u4 kind;
    u4 field;  // or the caller's number of a watch
    var_id other;
};

struct points_object {
    obj_id next;  // of the same kind
};

struct points_kind {
    obj_id first;
    u4 shelf;
    u4 first_pass;
};

struct points_pass {
    mask_id mask;
    u4 next;
};

// Numbers that are kept for the objects of a shelf: from next to end.
struct points_shelf {
    obj_id next, end;
};

struct points_link {
    var_id from, to;
};

// Objects that a use has missed, since it is new or a variable collapsed.
struct points_debt {
    u4 use;
    u4 owed;  // of a new use: the variable; else a place in points.owed
};

struct points {
    struct points_hooks hooks;
    obj_id top;  // or 0
    VEC(struct points_var) var;
    VEC(struct points_use) use;
    VEC(struct points_object) object;
    VEC(struct points_kind) kind;
    VEC(struct points_pass) pass;
    VEC(struct points_shelf) shelf;
    VEC(struct set) mask;
    struct idmap field;  // (object, field) to variable
    u4 n_waves;
    u8 position;   // the key that was taken last
    VEC(u8) next;  // keys up to it: for the next wave
    VEC(u8) late;  // of late variables, until there is no other work
    bool takes_late;
    VEC(u8) work;                  // variables with something pending (work.c)
    VEC(struct points_link) link;  // edges to be added
    VEC(var_id) moved;             // to another root (share.c)
    u4 n_pairs;
    struct idmap pair;   // (shared with, further source) -> number
    struct idmap joint;  // (pair, mask) -> who has both
    VEC(struct points_debt) fresh;
    VEC(struct points_debt) debt;
    VEC(struct set) owed;
    // Marks of variables, to find duplicate edges.
    VEC(u4) mark;
    u4 stamp;
    // When to look for cycles (cycles.c).
    u4 sweep_visits, sweep_least;
    u8 swept_visits, added, swept_added;
    struct points_counts counts;
};

void points_init(struct points *p, const struct points_hooks *h);
void points_release(struct points *p);
// For measuring and testing: cycles are looked for when so many visits were made per
// four edges or variables, and there are so many edges; 0 visits: never. Results do
// not depend on it.
void points_tune(struct points *p, u4 visits, u4 least);

// Makes n variables, numbered one after another; returns the first.
var_id points_vars(struct points *p, u4 n);
// Lets only objects that pass m come to v. Call it before any object does.
void points_limit(struct points *p, var_id v, mask_id m);

// Objects that come to n variables from v on are sent on when there is nothing else to
// do. Use it for variables that get objects often, where few are of use before all have
// come. Results do not depend on it.
void points_late(struct points *p, var_id v, u4 n);

kind_id points_kind(struct points *p);
// Objects of kinds on one shelf (not 0) are numbered close to one another, not in the
// order in which all are made. Use it for objects that are often found together: their
// sets are short then. Call it before there are objects of k.
void points_shelve(struct points *p, kind_id k, u4 shelf);
obj_id points_object(struct points *p, kind_id k);
mask_id points_mask(struct points *p);
// Lets all objects of k, those to come too, pass m. Call it before m limits anything, or
// before k has objects.
void points_pass(struct points *p, mask_id m, kind_id k);

// A variable that has `top` needs no other objects: they are not sent to it any more.
// Which of them it has then depends on the order of the constraints.
void points_top(struct points *p, obj_id top);

void points_add(struct points *p, var_id v, obj_id o);
void points_flow(struct points *p, var_id from, var_id to);
void points_load(struct points *p, var_id base, u4 field, var_id to);
void points_store(struct points *p, var_id base, u4 field, var_id from);
// Several watches of a variable are possible; each learns of all objects.
void points_watch(struct points *p, var_id v, u4 watch);
// The variable o.field, made when it is first asked for.
var_id points_field(struct points *p, obj_id o, u4 field);

// Works until nothing changes.
void points_run(struct points *p);
// Goes once over all variables with something new, in their order; false when none are
// left. Between two waves constraints may be added.
bool points_wave(struct points *p);
// Has o come to v, or is it on its way from a direct source?
bool points_has(struct points *p, var_id v, obj_id o);
// The objects of v, after points_run; valid until something is added.
const struct set *points_of(struct points *p, var_id v);
void points_count(struct points *p, struct points_counts *c);

#endif
