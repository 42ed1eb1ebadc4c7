// SPDX-License-Identifier: MIT
// What became covered, and what no longer is: the runs of one plan beside those of
// another, or of the same one.
//
// Two builds are compared by names (byname.h). Chains that only one of them can have
// are told apart from those that both can: a covered chain whose calls have moved is
// not lost, it has no counterpart.
#ifndef CCINSTR_REWRITER_COVERAGE_COMPARE_H
#define CCINSTR_REWRITER_COVERAGE_COMPARE_H

#include "rewriter/coverage/cover.h"

enum compare_of {
    COMPARE_CHAINS,
    COMPARE_RC,  // required receiver classes at sites
    COMPARE_TM,  // required targets at sites
    N_COMPARES
};
extern const char *const compare_word[N_COMPARES];  // "chains", "rc", "tm"

enum compare_fate {
    COMPARE_GAINED,  // both plans have it; covered now, and not before
    COMPARE_LOST,    // both plans have it; covered before, and not now
    COMPARE_NEW,     // covered now; the plan of before has nothing like it
    COMPARE_GONE,    // covered before; the plan of now has nothing like it
    N_FATES
};
extern const char *const compare_fate_word[N_FATES];  // "gained", ...

// Chains or labels that `cover` covers, in its order.
struct compare_list {
    const struct cover *cover;
    enum compare_of of;
    u4 *id;  // nodes, or labels
    u4 n;
};

struct compare {
    const struct cover *before, *now;
    struct compare_list list[N_COMPARES][N_FATES];
    u4 both[N_COMPARES];  // covered before and now
};
// Compares two covers. All lives in mem.
void compare_make(struct compare *c, const struct cover *before,
                  const struct cover *now, struct arena *mem);

// A line of forest --format tsv; or method, offset, and receiver or target, with tabs.
struct str compare_text(const struct compare_list *l, u4 i, struct arena *mem);
// How often item i was taken in l->cover.
u8 compare_hits(const struct compare_list *l, u4 i, struct arena *mem);

#endif
