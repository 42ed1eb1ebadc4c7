// SPDX-License-Identifier: MIT
// The placeholder main: stands for every client of a component that uses
// nothing but Int.
//
// It is never run. It makes objects of all classes of Int by all constructors,
// calls all methods, reads and writes all fields and the elements of arrays, in
// any order, with whatever it can hold: what it made and what came back to it.
// Where a value is wanted whose class is not of the component, it has an object
// of a class that is unknown (world_client), or, where nobody can make
// subclasses, what constructors, static methods and fields of the class give to
// everybody.
#ifndef CCINSTR_ANALYSIS_INTERFACE_PLACEHOLDER_H
#define CCINSTR_ANALYSIS_INTERFACE_PLACEHOLDER_H

#include "analysis/interface/interface.h"
#include "analysis/reach/reach.h"

// Besides Int there is what clients do without naming it: on an object of the
// component's that they hold they can call what a class outside declares
// (next() on an Iterator of a class that is not theirs to see).
//
// As CALLER_MAIN. `open`: clients may have subclasses of accessed classes, too.
void placeholder_add(struct solve *s, const struct interface *interface,
                     bool open);

#endif
