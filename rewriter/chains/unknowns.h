// SPDX-License-Identifier: MIT
// What stayed unknown to the analysis that a plan comes from, for whoever shows figures.
#ifndef CCINSTR_REWRITER_CHAINS_UNKNOWNS_H
#define CCINSTR_REWRITER_CHAINS_UNKNOWNS_H

#include "analysis/base/arena.h"
#include "analysis/base/types.h"
#include "rt-native/plan.h"

struct plan_unknowns {
    bool is_told;      // older plans do not tell
    u4 calls;          // of the component
    u4 site;           // the first of them
    u4 elsewhere;      // calls of libraries
    struct str first;  // the place of the first of them
    u4 natives;        // native methods without a model
    u4 guesses;        // entries that only guesses call
    struct str level;  // that is assumed of reflection
};
struct plan_unknowns unknowns_of(const struct plan *p);

// "13 calls by reflection or object streams, the first at Foo.java:12: what only they run is
// not required"; NULL if there is nothing to say.
const char *unknowns_words(const struct plan *p, struct arena *mem);
// ", --dynamic off" where that is not the default, else "".
const char *unknowns_level(const struct plan *p, struct arena *mem);
// What can be done about it.
const char *unknowns_advice(const struct plan *p);
// "5 entries are guesses at what reflection calls"; NULL if none is.
const char *unknowns_guesses(const struct plan *p, struct arena *mem);

#endif
