// SPDX-License-Identifier: MIT
// Which members code may use by reflection without setAccessible: what Method.invoke,
// Constructor.newInstance and Field.get check.
//
// Code of class C may use a member m of class D if
//     D is public by the flags of its class file, or of C's package (what InnerClasses
//         says of D is for compilers),
//     and D's package is exported to C's module; unnamed modules export all,
//     and m is public, or of C itself; or it is not private and D of C's package; or it
//         is protected and C below D; or it is private, and C and D are nest mates.
// A protected member that is not static and of another package is used on objects of C
// and below alone, and a protected constructor of another package is not used at all.
//
// Nest mates of class files before version 55, which have no nests, are classes written
// in one outermost class: Java lets them use their private members, through methods that
// its compiler adds. Reflection of a JVM would not; here they may.
//
// Exports that options of a JVM, manifests or running code add are not known.
#ifndef CCINSTR_ANALYSIS_WORLD_VISIBLE_H
#define CCINSTR_ANALYSIS_WORLD_VISIBLE_H

#include "analysis/base/vec.h"
#include "analysis/world/world.h"

// What is known of classes so far; all by class_id.
struct visible {
    struct world *w;
    VEC(u1) module;           // enum of visible.c
    VEC(class_id) outermost;  // 0: nobody asked
};

void visible_init(struct visible *v, struct world *w);
void visible_release(struct visible *v);

// May code of class `from` use m, or f, on an object of class `on`? 0: on any object at
// all. Of static members and constructors `on` says nothing.
bool visible_method(struct visible *v, class_id from, method_id m, class_id on);
// Is the package of class c exported to all?
bool visible_to_all(struct visible *v, class_id c);
bool visible_field(struct visible *v, class_id from, field_id f, class_id on);

#endif
