// SPDX-License-Identifier: MIT
// The rule `depth`: a chain has so many edges, and no more. The fact is how many
// are left.
#include "analysis/forest/stop.h"

static bool start(void *context, own_id entry, receiver_id x, u4 left,
                  u4 *fact) {
    (void)context, (void)entry, (void)x;
    *fact = left;
    return true;
}

static bool step(void *context, u4 fact, label_id b, u4 *next) {
    (void)context, (void)b;
    *next = fact - (fact != 0);
    return fact != 0;
}

struct stop_rule stop_depth(const struct stop_given *given) {
    (void)given;
    return (struct stop_rule){.start = start, .step = step, .ordered = true};
}
