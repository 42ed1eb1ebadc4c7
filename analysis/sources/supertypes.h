// SPDX-License-Identifier: MIT
// Which classes are below others, by what the headers of their files say: for classes that
// are only looked at. To load them into a world would make them part of it: CHA would take
// them for receivers, and what they need and is missing would be told.
#ifndef CCINSTR_ANALYSIS_SOURCES_SUPERTYPES_H
#define CCINSTR_ANALYSIS_SOURCES_SUPERTYPES_H

#include "analysis/base/vec.h"
#include "analysis/sources/sources.h"
#include "analysis/table/intern.h"

struct supertypes_row {
    const u4 *above;  // superclass and interfaces
    u4 n_above;
    u4 seen;  // number of the last question that came by
    u2 access_flags;
    bool is_read;
};

struct supertypes {
    struct sources *s;
    struct intern names;
    VEC(struct supertypes_row) row;
    VEC(u4) stack;
    u4 n_asked;
    struct arena arena, scratch;
    struct diag unheard;  // a file that is no class has nothing above it
};

void supertypes_init(struct supertypes *t, struct sources *s);
void supertypes_release(struct supertypes *t);

// Is class `name` the class or interface `top`, or below it?
bool supertypes_has(struct supertypes *t, struct str name, struct str top);
// Its access flags; ACC_ABSTRACT if it cannot be read.
u2 supertypes_access_flags(struct supertypes *t, struct str name);

#endif
