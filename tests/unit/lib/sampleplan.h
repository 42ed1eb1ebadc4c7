// SPDX-License-Identifier: MIT
// A plan with rows in every table and moves of every kind, for tests and as the
// seed of its fuzzer; and a reader that trusts any plan that is open.
#ifndef CCINSTR_TESTS_UNIT_LIB_SAMPLEPLAN_H
#define CCINSTR_TESTS_UNIT_LIB_SAMPLEPLAN_H

#include "rewriter/plan/planout.h"

// Its rows, then all of it.
void sampleplan_fill(struct planout *o);
void sampleplan(struct emit *to);

// Reads every row and string, follows what refers to another row, and walks the
// chains of every root, some thousand steps each. NULL, or what was not as an
// open plan has it: then plan_open has overlooked it. *sum: of all that was read.
const char *sampleplan_read(const struct plan *p, u8 *sum);

#endif
