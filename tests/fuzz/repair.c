// SPDX-License-Identifier: MIT
// repair.c - plans and data files with what checks them as a whole made right again:
// of version 1 there is the identity alone.
#include "tests/fuzz/repair.h"

#include "rewriter/plan/planout.h"

enum { IDENTITY = 32, DATA_IDENTITY = 16 };

static bool is_whole(size_t n, size_t at) {
    return n >= at + IDENTITY;
}

void repair_plan(u1 *p, size_t n) {
    if (is_whole(n, PLAN_IDENTITY)) {
        planout_identify(p, n);
    }
}

void repair_data(u1 *p, size_t n, const u1 *plan, size_t plan_n) {
    if (plan && is_whole(plan_n, PLAN_IDENTITY) && is_whole(n, DATA_IDENTITY)) {
        memcpy(p + DATA_IDENTITY, plan + PLAN_IDENTITY, IDENTITY);
    }
}
