// SPDX-License-Identifier: MIT
// judge.h - a class that was edited beside what it was.
#ifndef CCINSTR_TESTS_FUZZ_JUDGE_H
#define CCINSTR_TESTS_FUZZ_JUDGE_H

#include "analysis/base/types.h"

// Ends the program unless `after` is a class again, with the same members and as many
// attributes as before (or CcInstr at the end, if it marks what it edits), and each method
// of it passes the structural check (check.h) that did before.
void judge_class(struct bytes before, struct bytes after, bool marks);

#endif
