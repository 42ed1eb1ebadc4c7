// SPDX-License-Identifier: MIT
// A plan being made: rows of its tables, then all its bytes. What this folder
// is for: plans as files, from the analysis to bytes and from bytes to text.
#ifndef CCINSTR_REWRITER_PLAN_PLANOUT_H
#define CCINSTR_REWRITER_PLAN_PLANOUT_H

#include "analysis/base/arena.h"
#include "analysis/base/emit.h"
#include "analysis/table/intern.h"
#include "rt-native/plan.h"

struct planout {
#define ROW(id, name) VEC(struct plan_##name) name;
#define FIELD(field, kind, arg)
#define END
#include "rt-native/plan.def"
    struct emit text;
    struct intern known;  // string -> row
    struct arena arena;
};

// Every table has row 0.
void planout_init(struct planout *o);
void planout_release(struct planout *o);
// The row of that string; 0 for the empty one.
u4 planout_string(struct planout *o, struct str s);
void planout_option(struct planout *o, const char *key, struct str value);
// Gives the bytes of a plan the identity that goes with them.
void planout_identify(u1 *bytes, size_t n);
// Writes the whole plan behind `to`. False if there is no room.
bool planout_write(const struct planout *o, struct emit *to);

#endif
