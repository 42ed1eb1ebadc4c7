// SPDX-License-Identifier: MIT
// How far a name is from another one: letters added, left out, changed, or
// swapped with their neighbour (optimal string alignment).
#ifndef CCINSTR_ANALYSIS_TEXT_NEAR_H
#define CCINSTR_ANALYSIS_TEXT_NEAR_H

#include "analysis/base/str.h"
#include "analysis/base/types.h"

// Longer names are compared by their first letters only.
enum { NEAR_LETTERS = 80 };

u4 near_distance(struct str a, struct str b);
// Is the distance small enough for a suggestion? Beyond a third of the letters it would
// mislead more than help.
static inline bool near_enough(u4 distance, struct str candidate) {
    return distance <= (candidate.n + 2) / 3;
}

// The nearest of some candidates that are near enough: begin with {.name = name}; best is
// NULL where none is.
struct near {
    struct str name;
    const char *best;
    u4 distance;
};
void near_consider(struct near *n, const char *candidate);

#endif
