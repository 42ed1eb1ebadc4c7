// SPDX-License-Identifier: MIT
// What the class is cast to that code loads by name, or the object that it makes of a
// class: "cast-resolvable" in paper 004.
//
//     Class<?> c = Class.forName(n);     D
//     Object o = c.newInstance();        N, or c.getConstructor(..).newInstance(..)
//     Shape s = (Shape) o;               a cast to T
//
// If casts do not fail, N makes a T, and D loads a class whose objects are Ts. In a
// method, along normal edges (analysis/flow/postdom.h, which says what of throws and of
// loops without an end):
//
//   * N: a cast of N's value comes always after N, before N comes again.
//   * D: an N of D's value, for which this holds, comes always after D, before D comes
//     again: so each class that D gives has an object.
//
// A value is what D or N gave itself. A phi of it and something else, also null, is
// another: in a loop, what is null at first is what the turn before gave. Through casts
// and Class.asSubclass, which give the same object, it stays what it is.
//
// What another method gave, fields, arrays and collections are not looked into.
#ifndef CCINSTR_ANALYSIS_DYNAMIC_CASTS_H
#define CCINSTR_ANALYSIS_DYNAMIC_CASTS_H

#include "analysis/flow/flow.h"
#include "analysis/flow/postdom.h"

// What is asked of one method. It stays where it was made.
struct casts {
    const struct cf_class *c;
    struct flow f;  // with null
    struct code code;
    struct postdom order;
    u4 *first;  // by value: 1 + the first statement that casts it or makes one of it
    u4 *next;  // by statement: 1 + the next that does so with the same value
};

// The constants of the classes that something is cast to; it is of all of them.
enum { CASTS_MOST = 4 };
struct cast_to {
    u2 new_pc;  // N
    u2 n;
    u2 class[CASTS_MOST];
};

// All of it lives in env->result. False when the method has no code that can be read.
bool casts_init(struct casts *k, struct cf_class *c, const struct cf_member *m,
                const struct flow_env *env);
// What the call at pc, a New, gives. False if it is cast to nothing.
bool cast_of_new(struct casts *k, u2 pc, struct cast_to *out);
// What is made of the class that the call at pc, a Dyno, gives.
bool cast_of_dyno(struct casts *k, u2 pc, struct cast_to *out);

#endif
