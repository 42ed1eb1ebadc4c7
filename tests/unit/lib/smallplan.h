// SPDX-License-Identifier: MIT
// smallplan.h - a plan of a few states, from short text.
//
//     state y: B.g =
//     state x: A.f = 1/-/B.g>y 12/C/B.g!this-call 3/A/A.f^0
//     root A.f * x
//     label A.f 7/D/-java.util.List.size
//
// A state has a name, a method (class A, descriptor ()V), and moves: the label,
// as offset/receiver/target, then ">state", "^edges up" or "!rule". "+=" instead
// of "=": what has no move there is cut by depth. States stand behind those that
// they name. A label that is in no state has a line of its own; "-" before its
// target: that is external. Methods and entries come from what names them.
#ifndef CCINSTR_TESTS_UNIT_LIB_SMALLPLAN_H
#define CCINSTR_TESTS_UNIT_LIB_SMALLPLAN_H

#include "analysis/base/emit.h"
#include "rewriter/plan/planout.h"

struct small_plan {
    struct emit bytes;
    struct plan p;  // opened
};

void small_plan_init(struct small_plan *s, const char *text);
void small_plan_release(struct small_plan *s);

#endif
