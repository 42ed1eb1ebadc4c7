// SPDX-License-Identifier: MIT
// The tables of a plan as text, one line per row: the table, the number of the
// row, then its fields in the order of plan.def.
//
//     plan version=1 identity=9f2c...
//     class 1 name=com/acme/A source=A.java access=33 ...
//     site 1 method=1(com/acme/A.run:()V) pc=3 ... flags=inside,probe ...
//     move 4 label=4(com/acme/A.step:(I)V) cut by this-call
//     move 6 label=1(com/acme/A.step:(I)V) -> state 2
//
// The name of a row stands in brackets behind its number. The table of strings and
// row 0 of the others are left out: strings stand where they are used.
// ccinstr-plan(5) describes it.
#ifndef CCINSTR_REWRITER_PLAN_PLANTEXT_H
#define CCINSTR_REWRITER_PLAN_PLANTEXT_H

#include "rt-native/plan.h"

#include <stdio.h>

void plantext_write(const struct plan *p, FILE *out);

#endif
