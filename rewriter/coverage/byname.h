// SPDX-License-Identifier: MIT
// What two plans have in common: rows that have the same names in both. So runs of
// one build can be told beside those of another, or counted for it.
//
// A method is known by its name, a site by method and offset, a label by site,
// receiver and target. Where code before a call has changed its offset is another one,
// so nothing of that call is the same; nothing is guessed. A chain is lost with its
// first call that is, but calls further down that are the same ones still count, each
// for its label.
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

// What had no place in the other plan, by the method that is to blame: one that is
// gone or is no entry any more, or whose calls are not where they were.
struct byname_blame {
    struct str method;
    bool is_there;  // in the other plan
    u8 nodes;       // covered chains
    u8 hits;        // of calls and entries that nothing tells of any more
};
struct byname_lost {
    u8 nodes, hits;  // in all
    u8 kept;         // of lost nodes: hits that labels alone have now
    u4 notes;        // what was seen beside chains
    struct byname_blame *blame;  // by name
    u4 n;
};

// From a pool of one plan one of another: what both have is counted as it was. True
// if there is anything left of its chains or their calls, or there were none.
bool byname_map(const struct plan *from, const struct pool *old,
                const struct plan *to, struct pool *out,
                struct byname_lost *lost, struct arena *mem);

#endif
