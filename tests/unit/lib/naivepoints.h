// SPDX-License-Identifier: MIT
// Inclusion constraints solved in the simplest way, to compare with: plain
// bitmaps, and everything over again until nothing changes.
#ifndef CCINSTR_TESTS_UNIT_LIB_NAIVEPOINTS_H
#define CCINSTR_TESTS_UNIT_LIB_NAIVEPOINTS_H

#include "analysis/base/arena.h"
#include "analysis/base/vec.h"
#include "analysis/table/idmap.h"

enum naive_what { ADD, FLOW, LOAD, STORE, WATCH };

// ADD: object a into b; FLOW: a to b; LOAD: a.field to b; STORE: b to a.field;
// WATCH: of a, with the number b.
struct naive_constraint {
    enum naive_what what;
    u4 a, b, field;
};

// Objects of that kind pass that mask.
struct naive_pass {
    u4 mask, kind;
};

struct naive_hooks {
    void *context;
    // Of the variable of a field that some load, store or watch asks for.
    u4 (*field_mask)(void *context, u4 object, u4 field);
    // An object came to a watch, for the first time; may add to `c`. May be
    // NULL.
    void (*arrived)(void *context, u4 watch, u4 object);
};

// Variables, objects, kinds, masks and watches have numbers from 0; everything
// passes mask 0. All of it is filled before naive_run, constraints also while it
// runs.
struct naive {
    struct naive_hooks hooks;
    VEC(u4) mask;  // by variable
    VEC(u4) kind;  // by object
    VEC(struct naive_pass) pass;
    VEC(struct naive_constraint) c;
    struct idmap field;  // (object, field) to its variable + 1
    // Bitmaps of objects, of that many words.
    u4 words;
    VEC(u8 *) in;       // by variable
    VEC(u8 *) told;     // by watch
    VEC(u8 *) passing;  // by mask
    struct arena arena;
};

void naivepoints_init(struct naive *n, const struct naive_hooks *hooks);
void naivepoints_release(struct naive *n);
void naive_run(struct naive *n);

// When it has run.
bool naive_has(const struct naive *n, u4 variable, u4 object);
bool naive_was_told(const struct naive *n, u4 watch, u4 object);
// The variable of a field; false if nothing has asked for it.
bool naive_find_field(const struct naive *n, u4 object, u4 field, u4 *variable);

#endif
