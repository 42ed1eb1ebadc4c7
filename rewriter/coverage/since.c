// SPDX-License-Identifier: MIT
// A baseline of a report.
#include "rewriter/coverage/since.h"

#include "rewriter/coverage/cover.h"

const enum figure_of since_figure[N_COMPARES] = {
    [COMPARE_CHAINS] = FIGURE_CHAINS,
    [COMPARE_RC] = FIGURE_RC,
    [COMPARE_TM] = FIGURE_TM,
};

// Plans of two programs would be told as if all of one were lost.
static bool are_related(const struct byname *b) {
    bool empty = b->from->n[PLAN_ENTRY] <= 1 && b->from->n[PLAN_SITE] <= 1;
    bool any = empty;
    for (u4 i = 1; i < b->from->n[PLAN_ENTRY] && !any; i++) {
        any = b->entry[i] != 0;
    }
    for (u4 i = 1; i < b->from->n[PLAN_SITE] && !any; i++) {
        any = b->site[i] != 0;
    }
    return any;
}

bool since_make(struct since *s, const struct cover *before,
                const struct cover *now, struct arena *mem) {
    *s = (struct since){.before = before};
    byname_init(&s->now, before->plan, now->plan, mem);
    if (!are_related(&s->now)) {
        return false;
    }
    figures_make(&s->figures, &before, 1, mem);
    compare_make(&s->compare, before, now, mem);
    return true;
}

bool since_has(const struct since *s, const struct figures *now,
               enum compare_of of) {
    return now->has[since_figure[of]] || s->figures.has[since_figure[of]];
}
