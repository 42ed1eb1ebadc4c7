// SPDX-License-Identifier: MIT
// What the calls of a method are made on, as far as its own code shows it.
#ifndef CCINSTR_ANALYSIS_COMPONENT_RECEIVERS_H
#define CCINSTR_ANALYSIS_COMPONENT_RECEIVERS_H

#include "analysis/base/arena.h"
#include "analysis/world/world.h"

enum receiver_is {
    RECEIVER_ANY,
    RECEIVER_THIS,  // the parameter itself, copies and casts included
    RECEIVER_MADE,  // an object that this method made
};

struct receivers {
    const struct world *w;
    struct diag unsaid;  // code that can't be read was reported before
    struct arena form, scratch;
    VEC(u4) row;    // pc << 2 | receiver_is, by pc
    bool has_null;  // any receiver may be null, whatever its row says
};

void receivers_init(struct receivers *r, const struct world *w);
void receivers_release(struct receivers *r);
// Reads the receivers of method m, in place of those that r held.
void receivers_read(struct receivers *r, method_id m);
enum receiver_is receivers_at(const struct receivers *r, u2 pc);
// May the receiver of that instruction be null, as far as can be seen?
bool receivers_null(const struct receivers *r, u1 op, u2 pc);

#endif
