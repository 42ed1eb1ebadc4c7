// SPDX-License-Identifier: MIT
// What an analysis met and does not follow: one line for each call, method or class, in
// the order of the text formats, each once.
#ifndef CCINSTR_ANALYSIS_LISTING_UNFOLLOWED_H
#define CCINSTR_ANALYSIS_LISTING_UNFOLLOWED_H

#include "analysis/callgraph/callgraph.h"
#include "analysis/dynamic/dynamic.h"
#include "analysis/models/models.h"

// Whose code it is, in the order of the lines of one kind.
enum unfollowed_side {
    UNFOLLOWED_COMPONENT,
    UNFOLLOWED_LIBRARY,
    UNFOLLOWED_JDK,
    UNFOLLOWED_NOBODY  // a class that is nowhere, a key
};

struct unfollowed_line {
    const char *kind;
    struct str method, what, known;
    method_id at;  // the same method, or 0
    s4 pc;         // or -1
    u1 side;       // enum unfollowed_side
    bool is_call;  // nobody knows all that the call there runs
    bool is_native;
};

struct unfollowed_list {
    struct callgraph *g;
    const struct models *models;
    struct dynamic *dynamic;  // or NULL: reflection is not followed at all
    VEC(struct unfollowed_line) line;
};

// Texts live in g.
void unfollowed_gather(struct unfollowed_list *l, struct callgraph *g,
                       const struct models *m, struct dynamic *dynamic);
void unfollowed_release(struct unfollowed_list *l);

#endif
