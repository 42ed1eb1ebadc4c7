// SPDX-License-Identifier: MIT
// flowed.h - a method in bytes, its value-flow form as text.
#ifndef CCINSTR_TESTS_UNIT_LIB_FLOWED_H
#define CCINSTR_TESTS_UNIT_LIB_FLOWED_H

#include "analysis/flow/flow.h"
#include "tests/unit/lib/asmclass.h"

// Class T with constants for what methods do; the method is static unless
// flags say otherwise, and has 8 locals and a stack of 8.
struct flowed {
    struct asm_class a;
    struct arena arena, scratch;
    struct diag d;
    struct cf_class c;
    const struct cf_member *m;
    struct flow f;
    struct emit text;
    u2 max_stack, max_locals;
    u2 a_class;               // A
    u2 grid;                  // [[[I
    u2 exception, error;      // E, F
    u2 string, handle, type;  // to be loaded
    u2 condy, condy_int, condy_long;
    u2 field, prim;         // A.f:LA; and A.i:J
    u2 nothing, make, use;  // T.n:()V T.m:(IJ[LA;D)LA; T.u:(LA;)V
    u2 dynamic;             // (LA;)LB;
};

int flowed_set_up(void **state);
int flowed_tear_down(void **state);

// A class without methods.
void flowed_begin(struct flowed *t);
// A method whose code stands in `code`; `rows` are those of its handler table,
// in bytes. False when it can't be built.
bool flowed_build(struct flowed *t, u2 flags, const char *desc,
                  const struct emit *code, const struct emit *rows);
// The form of a static method is that text, without its first line.
void assert_flow(struct flowed *t, const char *desc, const char *expected,
                 const char *code, ...);
// The same, with a handler table; its numbers are the first of the arguments.
void assert_caught(struct flowed *t, const char *desc, const char *expected,
                   const char *rows_and_code, ...);
// The text of t->f, and whether everything in it fits together.
const char *flowed_text(struct flowed *t);

#endif
