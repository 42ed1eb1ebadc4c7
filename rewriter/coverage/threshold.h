// SPDX-License-Identifier: MIT
// What a build demands of coverage.
#ifndef CCINSTR_REWRITER_COVERAGE_THRESHOLD_H
#define CCINSTR_REWRITER_COVERAGE_THRESHOLD_H

#include "rewriter/coverage/figures.h"

struct threshold {
    bool given[N_FIGURES];
    u4 hundredths[N_FIGURES];  // of a per cent
};

// Reads "chains=80,rc=90.5". *wrong: the text from the first part that makes no sense, or
// the name that is demanded twice.
enum threshold_fault { THRESHOLD_FINE, THRESHOLD_NONSENSE, THRESHOLD_AGAIN };
enum threshold_fault threshold_parse(struct threshold *t, const char *text,
                                     const char **wrong);

// Does the figure fall short?
static inline bool threshold_fails(const struct threshold *t, enum figure_of of,
                                   const struct figure *f) {
    return t->given[of] &&
           (f->unknown || !figure_reaches(f, t->hundredths[of]));
}

// "90.5"
enum { THRESHOLD_TEXT = 16 };
const char *threshold_text(char room[THRESHOLD_TEXT], u4 hundredths);

#endif
