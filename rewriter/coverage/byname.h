// SPDX-License-Identifier: MIT
// Rows of two plans that have the same names in both. So runs of one build can be
// compared with those of another, or counted for it.
//
// A method is known by its name, a site by method and offset, a label by site,
// receiver and target. Where code before a call has changed, the call has another
// offset, and its site and labels are lost; nothing is guessed. A chain is lost with
// its first lost call. Calls further down that are not lost still count, each for its
// label.
#ifndef CCINSTR_REWRITER_COVERAGE_BYNAME_H
#define CCINSTR_REWRITER_COVERAGE_BYNAME_H

#include "rewriter/runs/pool.h"

// By row of `from` the row of `to`, or 0.
struct byname {
    const struct plan *from, *to;
    u4 *method, *entry, *site, *label, *handler;
};
void byname_init(struct byname *b, const struct plan *from,
                 const struct plan *to, struct arena *mem);

// Chains and calls that have no place in the other plan, by the method that is to
// blame: it is gone or is no entry any more, or its calls are not where they were.
struct byname_blame {
    struct str method;
    bool is_there;  // in the other plan
    u8 nodes;       // covered chains
    u8 hits;        // of calls and entries that count nowhere any more
};
struct byname_lost {
    u8 nodes, hits;  // in all
    u8 kept;         // hits of lost nodes that count for labels alone now
    u4 notes;        // lost ones: what was seen beside chains
    struct byname_blame *blame;  // by name
    u4 n;
};

// Makes of `old`, a pool of plan `from`, one of plan `to`: rows that both have count as
// they did. True if anything is left of its chains or their calls, or there were none.
bool byname_map(const struct plan *from, const struct pool *old,
                const struct plan *to, struct pool *out,
                struct byname_lost *lost, struct arena *mem);

#endif
