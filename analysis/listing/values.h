// SPDX-License-Identifier: MIT
// Rows of the text formats that say which objects the values of a method can hold,
// after a points-to analysis.
#ifndef CCINSTR_ANALYSIS_LISTING_VALUES_H
#define CCINSTR_ANALYSIS_LISTING_VALUES_H

#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/sourcelines.h"
#include "analysis/pointsto/pointsto.h"

// One object that a value can hold; "-" if it can hold none.
struct value_row {
    struct str value;  // this, param1, v7, result, thrown
    s4 pc;             // of the instruction that defines it, or -1
    s4 line;           // or -1
    struct str object;
};

// A lambda can have several names, like a receiver of edges.
struct object_names {
    const struct str *v;
    u4 n;
};

struct values {
    struct callgraph *g;
    struct pointsto *h;
    struct arena form, scratch;
    struct source_lines lines;
    VEC(struct object_names) names;  // by object, made when asked for
    VEC(struct value_row) row;
};

void values_init(struct values *v, struct callgraph *g, struct pointsto *h);
void values_release(struct values *v);
// The rows of a reachable method, in the order of their text, each once. Valid
// until the next call.
void values_of(struct values *v, method_id m);

#endif
