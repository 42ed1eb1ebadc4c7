// SPDX-License-Identifier: MIT
// sample.h - one small class with something of everything.
#ifndef CCINSTR_TESTS_UNIT_LIB_SAMPLE_H
#define CCINSTR_TESTS_UNIT_LIB_SAMPLE_H

#include "tests/unit/lib/asmclass.h"

enum { SAMPLE_CODE_LENGTH = 85, SAMPLE_F = 0, SAMPLE_MORE = 1 };

// Every kind of constant, an attribute of nearly every kind, and a method
// "f" with switches, handlers, frames, lines, variables, type annotations.
// Its code passes a verifier.
struct bytes sample_class(struct asm_class *a);

#endif
