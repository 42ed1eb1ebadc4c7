// SPDX-License-Identifier: MIT
// repair.h - plans and data files with what checks them as a whole made right again.
//
// A fuzzer that changes a byte cannot know a hash: without this nothing behind the
// check of one would ever be reached.
#ifndef CCINSTR_TESTS_FUZZ_REPAIR_H
#define CCINSTR_TESTS_FUZZ_REPAIR_H

#include "analysis/base/types.h"

// The identity of a plan is that of its bytes.
void repair_plan(u1 *p, size_t n);
// A data file is of that plan (NULL: of whichever it says).
void repair_data(u1 *p, size_t n, const u1 *plan, size_t plan_n);

#endif
