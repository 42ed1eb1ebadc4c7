// SPDX-License-Identifier: MIT
// Int: the classes and members of a component that code outside, its clients
// and tests, may use. What this folder is for: a component that is no program
// is closed by a placeholder main, which does whatever Int allows
// (placeholder.h).
//
// Int comes from visibility (interface_of_visible), from a file (intread.h) or
// from tests (inttests.h). interface_finish adds to each what holds for all.
#ifndef CCINSTR_ANALYSIS_INTERFACE_INTERFACE_H
#define CCINSTR_ANALYSIS_INTERFACE_INTERFACE_H

#include "analysis/world/world.h"

// A member of class c, which declares or inherits it.
struct int_member {
    class_id c;
    u4 member;  // method_id or field_id
};

// The members that clients see; each level adds to those before. INT_ANY, all that are
// not private, is for members that are named one by one.
enum int_level { INT_PUBLIC, INT_PROTECTED, INT_PACKAGE, INT_ANY };

// Where the arrays come from that clients make, and whose elements they use.
enum int_arrays {
    INT_ARRAYS_OF_SIGNATURES,
    INT_ARRAYS_MADE_LISTED,  // arrays made are listed; elements of signatures' too
    INT_ARRAYS_LISTED,
};

// Each thing is in its list once.
struct interface {
    VEC(class_id) accessed;
    VEC(struct int_member) method;  // constructors too: declared by c
    VEC(struct int_member) field;
    VEC(class_id) made;     // arrays that clients make
    VEC(class_id) indexed;  // arrays whose elements clients use
    enum int_arrays arrays;
    VEC(class_id) test;       // classes of clients, analysed as they are
    VEC(method_id) test_run;  // methods of these that are called
    struct idmap known;       // all that is in one of the lists
};

void interface_release(struct interface *interface);

void interface_add_method(struct interface *interface, class_id c, method_id m);
void interface_add_field(struct interface *interface, class_id c, field_id f);
void interface_add_made(struct interface *interface, class_id array);
void interface_add_indexed(struct interface *interface, class_id array);
// Is c an array whose elements clients can use? They are no primitives, and their class
// is there.
bool interface_is_array(struct world *w, class_id c);
bool interface_has_method(const struct interface *interface, class_id c,
                          method_id m);
bool interface_has_field(const struct interface *interface, class_id c,
                         field_id f);
bool interface_is_accessed(const struct interface *interface, class_id c);

// Adds the members of class c that a level shows, inherited ones too. Members that
// compilers made are left out, but for bridges.
void interface_add_class(struct interface *interface, struct world *w,
                         class_id c, enum int_level level);
// Adds, with their members, all classes of the component that a level shows.
void interface_of_visible(struct interface *interface, struct world *w,
                          enum int_level level);

// Completes Int. Adds every method of an accessed class that overrides or implements one
// of a class outside the component, if clients can call that (tests call equals and
// hashCode without naming them). Adds, unless arrays are listed, the reference arrays of
// all signatures and their component arrays.
void interface_finish(struct interface *interface, struct world *w);

#endif
