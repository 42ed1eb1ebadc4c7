// SPDX-License-Identifier: MIT
// Who may use a class or a member (JVMS 5.4.4): public, protected, package,
// private with nest mates.
//
// Rules of modules (exports, reads) are not part of it: what they forbid is
// allowed here. Nor is what the verifier adds for protected members, that the
// object itself must be of the using class.
#ifndef CCINSTR_ANALYSIS_WORLD_ACCESS_H
#define CCINSTR_ANALYSIS_WORLD_ACCESS_H

#include "analysis/world/world.h"

// May code of class `from` name class or array c?
bool access_class(struct world *w, class_id from, class_id c);

// May code of class `from` use a member by a reference that names `owner` and
// was resolved to one with these access flags, declared in `declaring`?
bool access_member(struct world *w, class_id from, class_id owner,
                   class_id declaring, u2 flags);
// The same of a method, with clone() of arrays, which everybody may call.
bool access_method(struct world *w, class_id from, class_id owner, method_id m);

// The class itself if it is in no nest, or in one that does not list it.
class_id access_nest_host(struct world *w, class_id c);

#endif
