// SPDX-License-Identifier: MIT
// What stayed unknown to an analysis, as its plan tells it, so that whoever shows figures
// can say what they are worth: calls of the component are marked in the plan, the rest is
// counted in options of it (rewriter/chains/unknowns.h reads both).
#ifndef CCINSTR_REWRITER_DRIVER_UNKNOWNCALLS_H
#define CCINSTR_REWRITER_DRIVER_UNKNOWNCALLS_H

#include "analysis/component/calls.h"
#include "rewriter/driver/analyse.h"

struct unknown_calls {
    const u1 *at;      // by site: 1 if not all that it runs is known
    u4 calls;          // of the component
    u4 elsewhere;      // calls of libraries; those of the JDK are not counted
    struct str first;  // the first of these, as "Foo.java:12", or its method
    u4 natives;        // native methods without a model, outside the JDK
    u4 guesses;        // entries that only guesses call
};

// a is solved. All lives in mem, and in c.
void unknown_calls_find(struct unknown_calls *u, const struct analysis *a,
                        struct calls *c, struct arena *mem);

#endif
