// SPDX-License-Identifier: MIT
// Which call sites of a method can execute, when something is known of what it
// was called with; and what the methods called there then know.
//
// f(true) never reaches what `if (!flag)` guards. For each (method, knowledge)
// that chains lead to, constants are propagated through the method, branches
// that they decide are taken on one side only (constprop.c), and what stands on
// the stack at a call is the knowledge of its target. So a chain e1..en is cut
// where the arguments along it contradict the conditions around its next site.
//
// Known are ints (boolean, byte, char and short too), null, references that
// are not null, and the constants of enums whose initialisers let nobody see
// them half made (constenum.c). Of the receiver nothing is known but that it is
// not null, and that counts for nothing.
//
// Ids stay few: a parameter counts only if the outcome of a branch may depend
// on it in a method that has calls to take, or if it is handed on to one that
// counts. A method has at most LIMIT_GUARD_IDS ids (a recursion that counts
// would have any number). Calls with further knowledge get id 0: nothing is known.
//
// No call that can happen is ever left out, provided that nobody writes
// `static final` fields or the arrays of javac's switches by Unsafe, JNI or
// reflection that removed `final`, nor sets locals by a debugger; and that no
// class loader of the program is run by the initialiser of an enum.
#ifndef CCINSTR_ANALYSIS_CONSTPROP_GUARDS_H
#define CCINSTR_ANALYSIS_CONSTPROP_GUARDS_H

#include "analysis/world/world.h"

// What is known of the parameters of a method; 0: nothing. Ids are per `struct
// guards`, and equal knowledge has one id.
typedef u4 guard_id;

// A call that guards_call told.
struct guard_call {
    method_id caller, target;
    u2 pc;
};
// A method that makes such calls.
struct guard_method {
    method_id m;
    u4 call, n_calls;  // in guards.call
    u4 pass;           // the first of n_calls in guards.pass, for id 0
    u4 n_ids;
    u8 relevant;  // bits of slots: parameters that count
};

// What a static field is known to hold.
struct guard_field {
    u1 kind;     // enum known_kind
    u4 value;    // of it
    s4 ordinal;  // of an enum constant; -1: not known
};

struct guards {
    struct world *w;
    struct arena arena;           // what ids mean
    struct arena scratch, inner;  // for one method; for an initialiser
    struct diag unsaid;           // messages that the analysis has shown before
    bool ready;                   // all calls were told, and sorted
    u8 work;                      // see LIMIT_GUARD_ALL
    VEC(struct guard_call) call;  // when ready by caller, pc, target
    VEC(struct guard_method) method;
    struct idmap row;     // method_id -> index in method, + 1
    struct intern known;  // guard_id
    struct idmap result;  // (row, guard_id) -> first in pass, + 1
    VEC(guard_id) pass;
    VEC(struct guard_field) field;
    struct idmap field_row;   // field_id -> index in field, + 1
    struct idmap enums;       // class_id -> 1: the enum was read
    struct idmap during;      // (method, enum): its initialiser may run it
    struct idmap switch_map;  // (field, ordinal + 1) -> case
};

void guards_init(struct guards *g, struct world *w);
void guards_release(struct guards *g);

// Tells a call that chains may take. Tell all before the first question; one may be
// told several times.
void guards_call(struct guards *g, method_id caller, u2 pc, method_id target);

// Can the call at pc of caller execute when the caller was called with `with`
// (0, or an id that a call of it passes)? If so *passes is what `target` then knows
// of its parameters. That is 0 where the target is not called with just the arguments
// of an invoke instruction: initialisers, lambdas, methods called by reflection.
// Native and abstract methods know nothing.
bool guards_pass(struct guards *g, method_id caller, guard_id with, u2 pc,
                 method_id target, guard_id *passes);

// For people: "param1=true param2=com/acme/Color.RED", from arena. Parameters
// are counted as they are declared, without the receiver.
struct str guards_text(struct guards *g, method_id m, guard_id id,
                       struct arena *a);

#endif
