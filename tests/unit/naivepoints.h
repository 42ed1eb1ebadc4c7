// SPDX-License-Identifier: MIT
// Inclusion constraints solved in the simplest way, to compare with: arrays of
// bool, and everything over again until nothing changes.
#ifndef CCINSTR_TESTS_NAIVEPOINTS_H
#define CCINSTR_TESTS_NAIVEPOINTS_H

#include "analysis/base/types.h"

enum {
    NAIVE_VARS = 40,
    NAIVE_OBJECTS = 400,
    NAIVE_KINDS = 5,
    NAIVE_MASKS = 4,
    NAIVE_FIELDS = 3,
    NAIVE_CONSTRAINTS = 2000,
    NAIVE_WATCHES = 64,
};

enum naive_what { ADD, FLOW, LOAD, STORE, WATCH };

// ADD: object a into b; FLOW: a to b; LOAD: a.field to b; STORE: b to a.field;
// WATCH: of a, with the number b. Numbers are from 0.
struct naive_constraint {
    enum naive_what what;
    u4 a, b, field;
};

struct naive {
    u4 vars, objects, n;
    struct naive_constraint c[NAIVE_CONSTRAINTS];
    u4 kind[NAIVE_OBJECTS];
    bool passes[NAIVE_MASKS][NAIVE_KINDS];  // mask 0: everything
    u4 mask[NAIVE_VARS];
    u4 field_mask[NAIVE_KINDS][NAIVE_FIELDS];
    // What a watch adds when an object of a kind arrives.
    struct naive_constraint adds[NAIVE_WATCHES][NAIVE_KINDS];
    bool in[NAIVE_VARS][NAIVE_OBJECTS];
    bool field[NAIVE_OBJECTS][NAIVE_FIELDS][NAIVE_OBJECTS];
    bool arrived[NAIVE_WATCHES][NAIVE_OBJECTS];
    bool has_added[NAIVE_WATCHES][NAIVE_KINDS];
};

void naive_run(struct naive *n);

#endif
