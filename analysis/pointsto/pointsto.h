// SPDX-License-Identifier: MIT
// What objects each value can hold: 0-CFA and Andersen's analysis.
//
// The engine of `struct solve` that reads bodies in value-flow form and makes
// inclusion constraints of them (inclusion/): a variable for each value, for what
// each method returns and throws, for each static field and for each field of
// each object. The two analyses differ in nothing but what an object stands
// for: all objects of a class, or those that one instruction makes.
//
// Calls are linked while this goes on. A call of a method on a value is a group
// of its own; when an object of a new class comes to the value, the group gets
// a receiver and selects a target, and from then on arguments flow to the
// target's parameters, and what it returns and throws flows back. The objects
// go to `this` of the target that their class selects, and to no other.
//
// The arguments of a call by a model are not known: the parameters of a method
// that a model calls can be any object that fits, as RTA has it.
#ifndef CCINSTR_ANALYSIS_POINTSTO_POINTSTO_H
#define CCINSTR_ANALYSIS_POINTSTO_POINTSTO_H

#include "analysis/flow/flow.h"
#include "analysis/inclusion/points.h"
#include "analysis/reach/reach.h"

enum pts_objects {
    PTS_OF_CLASS,  // 0-CFA: one object for each class
    PTS_OF_SITE,   // Andersen: one for each instruction that makes objects
};

struct pointsto;

// s is not initialised yet. Initialise it with pts_engine before anything else.
struct pointsto *pts_new(struct solve *s, struct world *w,
                         enum pts_objects how);
void pts_free(struct pointsto *h);
struct solve_engine pts_engine(struct pointsto *h);

// Hears how far the analysis is.
struct pts_listener {
    void *context;
    // Objects begin to be sent where they can flow.
    void (*begins)(void *context);
    // All objects have gone as far as is known.
    void (*goes_on)(void *context, u4 methods, u4 objects);
    // Bodies are read again.
    void (*ends)(void *context);
};
void pts_listen(struct pointsto *h, const struct pts_listener *l);

struct pts_counts {
    u4 variables, objects, shared, collapsed;
    u8 constraints, members, visits, set_bytes;
};
struct pts_counts pts_count(struct pointsto *h);

// --- When it has run -----------------------------------------------------

// What m returns and throws; false if it was not reached.
bool pts_outcome(struct pointsto *h, method_id m, const struct set **result,
                 const struct set **thrown);
// What value v of the flow form of m can hold; NULL if that form was not read.
const struct set *pts_value(struct pointsto *h, method_id m,
                            const struct flow *f, u4 v);

// What a member of these sets is.
struct pts_what {
    type_id receiver;     // the class, or the lambda
    class_id stands_for;  // of a Class: that class
    method_id maker;      // who makes it; 0: it is one for all of its class
    u2 pc;                // where in there, or SITE_NO_PC
};
struct pts_what pts_what(const struct pointsto *h, obj_id o);

#endif
