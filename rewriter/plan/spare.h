// SPDX-License-Identifier: MIT
// Which sites the run time must hear of, and which it can do without.
//
// An exit site matters if the code that it runs outside can enter the component
// again: only then the run time must know that the component was left. A site that
// leads inside matters if an entry, or such an exit site, can be reached behind it:
// else nothing that happens there is seen, and its state makes no difference. A site
// at which nothing is known to run always matters: if something runs there all the
// same, nobody predicted it.
#ifndef CCINSTR_REWRITER_PLAN_SPARE_H
#define CCINSTR_REWRITER_PLAN_SPARE_H

#include "analysis/component/calls.h"

enum site_need {
    SITE_NEEDED,
    SITE_SPARED_OUTSIDE,  // the code that it runs outside cannot call an entry
    SITE_SPARED_INSIDE,   // its targets reach no entry and no exit that matters
};

struct spare {
    bool *back;  // by site_id: the code that it runs outside can call an entry
    u1 *need;    // by site_id: enum site_need
};

void spare_find(struct spare *s, const struct calls *c, struct arena *a);

#endif
