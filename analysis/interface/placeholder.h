// SPDX-License-Identifier: MIT
// The placeholder main: stands for every client of a component that uses
// nothing but Int.
//
// It is never run. It makes objects of all classes of Int by all constructors,
// calls all methods, reads and writes all fields and the elements of arrays, in
// any order, with all objects that it made or that came back to it. Where a value is
// wanted whose class is not of the component, it has an object of an unknown class
// (world_client). If nobody can make subclasses of the wanted class, it has what the
// constructors, static methods and fields of that class give to everybody.
#ifndef CCINSTR_ANALYSIS_INTERFACE_PLACEHOLDER_H
#define CCINSTR_ANALYSIS_INTERFACE_PLACEHOLDER_H

#include "analysis/interface/interface.h"
#include "analysis/reach/reach.h"

// Adds all that the placeholder does, as CALLER_MAIN. `open`: clients may have subclasses
// of accessed classes, too.
//
// It does more than Int names: on an object of the component it calls what a class
// outside declares (next() on an Iterator whose class clients do not see).
void placeholder_add(struct solve *s, const struct interface *interface,
                     bool open);

#endif
