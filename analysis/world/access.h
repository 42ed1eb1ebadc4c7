// SPDX-License-Identifier: MIT
// Who may use a class or a member (JVMS 5.4.4): public, protected, package,
// private with nest mates.
//
// Modules are not looked at: what their exports and reads forbid is allowed here.
// The verifier asks more of protected members, that the object itself is of the
// using class; that is not looked at either.
#ifndef CCINSTR_ANALYSIS_WORLD_ACCESS_H
#define CCINSTR_ANALYSIS_WORLD_ACCESS_H

#include "analysis/world/world.h"

// The first version with nests (JDK 11); the JVM ignores the attributes in
// older class files.
enum { MAJOR_NESTS = 55 };

// May code of class `from` name class or array c?
bool access_class(struct world *w, class_id from, class_id c);

// May code of class `from` use a member by a reference that names `owner` and
// was resolved to one with these access flags, declared in `declaring`?
bool access_member(struct world *w, class_id from, class_id owner,
                   class_id declaring, u2 flags);
// May code of class `from` call method m by a reference that names `owner`?
// Everybody may call clone() of an array.
bool access_method(struct world *w, class_id from, class_id owner, method_id m);

#endif
