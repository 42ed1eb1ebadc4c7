// SPDX-License-Identifier: MIT
// smalldynamic.h - what follows reflection in a small world, without a solver: its parts
// are asked one by one.
#ifndef CCINSTR_TESTS_UNIT_LIB_SMALLDYNAMIC_H
#define CCINSTR_TESTS_UNIT_LIB_SMALLDYNAMIC_H

#include "analysis/dynamic/dynamic_priv.h"
#include "analysis/effects/effects.h"
#include "tests/unit/lib/smallworld.h"

struct small_dynamic {
    struct small_world s;
    struct models models;
    struct effects *effects;
    struct dynamic *d;  // of `effects`
};

// Classes may be made in k->s then.
void small_dynamic_init(struct small_dynamic *k);
void small_dynamic_release(struct small_dynamic *k);
// Before and after each test whose state is only this.
int small_dynamic_set_up(void **state);
int small_dynamic_tear_down(void **state);
// All are complete: from now on k->d can be asked.
void small_dynamic_open(struct small_dynamic *k, enum dynamic_level level);

class_id small_class_of(struct small_dynamic *k, const char *name);
// The same as one of the JDK.
class_id small_jdk_class(struct small_dynamic *k, const char *name);

// A token in words: text a.B, class a/B, guess a/B, methods a/B.f, inits a/B, open; with ?
// behind it if it may be meant, + if those below are. It lives in the arena of k->s.
const char *small_token(struct small_dynamic *k, token_id id);
// All tokens of a variable, in the order of their words, with commas.
const char *small_tokens(struct small_dynamic *k, var_id v);

#endif
