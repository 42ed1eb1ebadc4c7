// SPDX-License-Identifier: MIT
// What a plan says that a method needs.
#ifndef CCINSTR_REWRITER_PROBE_PLANNEEDS_H
#define CCINSTR_REWRITER_PROBE_PLANNEEDS_H

#include "rewriter/probe/needs.h"
#include "rt-native/plan.h"

// The option of a plan that asks for probes at handlers, and its value.
#define PLANNEEDS_EXCEPTIONS "exceptions"
#define PLANNEEDS_WARN "warn"

struct planneeds {
    const struct plan *plan;
    u4 *by_hash;    // classes, sorted by the hash of their bytes
    u4 *by_name;    // and by name
    u4 *by_index;   // methods: those of each class, sorted by index
    bool handlers;  // are told of
};

// The plan must stay. What comes of it is only read then, by any thread.
void planneeds_init(struct planneeds *n, const struct plan *plan);
void planneeds_release(struct planneeds *n);
// The row of a method, by its number in the class file; 0: it has none.
u4 planneeds_method(const struct planneeds *n, u4 class, u4 index);
// What a site with a probe needs: the form, and the label or site that it names.
enum need_before planneeds_before(const struct plan *p, u4 site, u4 *id);
struct needs planneeds(const struct planneeds *n);
// Sites that a rule spares, and that have a probe all the same for what is counted
// there, or have none.
u4 planneeds_spared(const struct plan *p, enum plan_spared why, bool counts);

#endif
