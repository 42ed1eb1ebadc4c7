// SPDX-License-Identifier: MIT
// Which member a reference means, and which method a call runs (JVMS 5.4.3,
// 5.4.6): what the JVM does, step by step, without access checks (access.h).
//
// All classes involved are loaded on the way; a phantom among them has no
// members, so that what it would have declared is not found.
#ifndef CCINSTR_ANALYSIS_WORLD_RESOLVE_H
#define CCINSTR_ANALYSIS_WORLD_RESOLVE_H

#include "analysis/world/world.h"

// The method that r resolves to; 0 if there is none, or r is a Fieldref. The
// answer is kept.
method_id resolve_method(struct world *w, ref_id r);
// The field that r resolves to; 0 if there is none, or r is no Fieldref. The answer
// is kept.
field_id resolve_field(struct world *w, ref_id r);

// The method that an object of class c runs when `resolved` is called on it by
// invokevirtual; 0 when that is an error (abstract, or several defaults). c is
// a class or an array, not an interface.
method_id resolve_select(const struct world *w, class_id c, method_id resolved);

// The method that an object of class c runs when `resolved` is called on it by
// invokeinterface. A method that is not public is an error, 0, unless it is private
// and was resolved itself (JVMS 6.5).
method_id resolve_select_interface(const struct world *w, class_id c,
                                   method_id resolved);

// The method with code that an object has for `sig`, if it implements that
// interface and nothing else; or 0.
method_id resolve_default(const struct world *w, class_id interface,
                          sig_id sig);

// The method that an invokespecial of reference r in class c runs, or 0.
method_id resolve_special(struct world *w, class_id c, ref_id r);
// The same for a reference that names class `owner` and resolves to an instance method
// with that signature, no constructor.
method_id resolve_special_of(const struct world *w, class_id c, class_id owner,
                             sig_id sig);

// Is m a method of MethodHandle or VarHandle that takes any descriptor (JVMS
// 2.9.3)?
bool resolve_is_polymorphic(const struct world *w, method_id m);

bool resolve_same_package(const struct world *w, class_id a, class_id b);

#endif
