// SPDX-License-Identifier: MIT
// repair.h - plans and data files with all that checks them made right again.
//
// A fuzzer that changes a byte cannot know a hash: without this nothing behind the
// check of one would ever be reached. So that refusals are reached as well, a byte of
// the input that is overwritten here says if something is left as it is: the first one
// of the sum of a plan, and that of the check of the head of a data file. It is
// that part whose number its upper half is, or all if that is 15.
#ifndef CCINSTR_TESTS_FUZZ_REPAIR_H
#define CCINSTR_TESTS_FUZZ_REPAIR_H

#include "analysis/base/types.h"

enum repair_part {
    REPAIR_IDENTITY,
    REPAIR_SUM,    // of a plan
    REPAIR_FLAGS,  // of a data file: both bits of each flag are the lower one
    REPAIR_HEAD,
    REPAIR_RECORDS,  // up to the first whose length cannot be
    REPAIR_SUMS,     // of blocks
    REPAIR_ALL = 15
};

// Bytes are aligned to 8. The identity of a plan is that of its bytes, and the sum is.
void repair_plan(u1 *p, size_t n);
// The sum alone, for who does not look at the identity.
void repair_plan_sum(u1 *p, size_t n);
// A data file is of that plan (NULL: of whichever it says), and as it was written. In
// version 1 nothing said how that was.
void repair_data(u1 *p, size_t n, const u1 *plan, size_t plan_n);

#endif
