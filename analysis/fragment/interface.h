// SPDX-License-Identifier: MIT
// Int: the classes and members of a component that code outside, its clients and
// tests, may use. What this folder is for: a component that is no program is
// closed by a placeholder main, which does whatever Int allows (placeholder.h).
#ifndef CCINSTR_ANALYSIS_FRAGMENT_INTERFACE_H
#define CCINSTR_ANALYSIS_FRAGMENT_INTERFACE_H

#include "analysis/types/world.h"

// A member as a member of class c, which declares or inherits it.
struct int_member {
    class_id c;
    u4 member;  // method_id or field_id
};

struct interface {
    VEC(class_id) accessed;
    VEC(struct int_member) method;  // constructors too: declared by c
    VEC(struct int_member) field;
};

// All public members of all public classes of the component, inherited ones
// too, and every method of such a class that overrides or implements a public or
// protected method of a class outside (tests call equals and hashCode without
// naming them). What compilers made is left out, but for bridges.
void interface_of_public(struct interface *in, struct world *w);
void interface_release(struct interface *in);

#endif
