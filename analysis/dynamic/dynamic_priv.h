// SPDX-License-Identifier: MIT
// What the files of dynamic/ share.
#ifndef CCINSTR_ANALYSIS_DYNAMIC_DYNAMIC_PRIV_H
#define CCINSTR_ANALYSIS_DYNAMIC_DYNAMIC_PRIV_H

#include "analysis/dynamic/dynamic.h"
#include "analysis/dynamic/following.h"
#include "analysis/dynamic/tokens.h"
#include "analysis/dynamic/traces.h"
#include "analysis/flow/flow.h"
#include "analysis/inclusion/points.h"
#include "analysis/models/models.h"
#include "analysis/sources/supertypes.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"
#include "analysis/table/tuples.h"

// --- loose.c: what is named, and not followed ----------------------------------

void loose_init(struct dynamic *d);
// That came to where anything may be.
void loose_put(struct dynamic *d, const struct op *o, token_id token);
// That an annotation of that type says.
void loose_say(struct dynamic *d, token_id token, class_id by);
// Reads what has become reachable.
void loose_update(struct dynamic *d);
void loose_take(struct dynamic *d, op_id id, u4 operand);

// --- put.c: what is put where anything may be -----------------------------------

// Looks for it in a method that is newly reachable.
void put_read(struct dynamic *d, method_id m);

// --- gates.c: which reflection of the JDK counts -----------------------------

enum gate gate_of(struct dynamic *d, class_id c);
void gates_open(struct dynamic *d, class_id c);

// --- elements.c: elements of annotations --------------------------------------

// A call of m gives what comes to t.
void elements_give(struct dynamic *d, trace_id t, method_id m);
// All their values may be meant wherever nobody knows.
void elements_read(struct dynamic *d);

// --- ops.c: tokens of tokens --------------------------------------------------

// Once it has its operands.
void op_start(struct dynamic *d, op_id o);
void op_arrived(void *context, u4 operand, const struct set *fresh);

// --- properties.c: system properties and variables of the environment ----------

// The key is known: its value, or what the call names in its place.
void property_read(struct dynamic *d, const struct op *o, struct str key);

// --- concat.c: texts that are made of texts ------------------------------------

void concat_part(struct dynamic *d, struct operand *part, token_id token);
// All parts that come until nothing else is left to do are taken together.
void concat_later(struct dynamic *d, op_id o);
// An operand with that many parts needs no more.
bool concat_is_full(const struct dynamic *d, op_id o, u4 n_parts);
void concat_run(struct dynamic *d);

// --- reflectcalls.c: calls of the library that reflect.def tells --------------------

void reflect_init(struct dynamic *d);
// Looks for such calls in methods that are newly reachable.
void reflect_search(struct dynamic *d);
// What the call at pc of m gives, if the library tells it.
bool reflect_call(struct dynamic *d, trace_id t, method_id m, u2 pc);

// The classes of objects of that type.
void reflect_take_class_of(struct dynamic *d, trace_id to, class_id type);
// The class that value v of m has by its declaration, or 0.
class_id reflect_declared_type(struct dynamic *d, method_id m,
                               const struct flow *f, u4 v);

// --- params.c: parameters of members -----------------------------------------------

// The descriptor's parameters that an array of Class objects names, which is made and
// filled in that method and comes to the call at pc; 0 if that is not known.
text_id reflect_params_in(struct dynamic *d, method_id m, const struct flow *f,
                          u4 array, u2 pc);
// The type that a value of type Class stands for, as descriptors have it, or "".
struct str reflect_type_of(struct dynamic *d, class_id c, const struct flow *f,
                           u4 v);

// --- fills.c: what is stored in arrays ----------------------------------------------

// Does the statement more with array v than read it or store in it?
bool fills_lets_go(const struct dynamic *d, method_id m, const struct flow *f,
                   const struct flow_stmt *st, u4 v);
// What is stored in the array that value v of m is comes to that trace.
void fills_copy(struct dynamic *d, method_id m, u4 v, trace_id to);
void fills_expand(struct dynamic *d, trace_id t);
// The target of a call gets the array as that argument.
void fills_from_target(struct dynamic *d, trace_id t, method_id target, u4 arg);

// --- built.c: texts that are built --------------------------------------------------

// What a builder holds at that call, which asks for it; one of the ops that make it.
op_id built_give(struct dynamic *d, method_id m, const struct flow_stmt *st,
                 trace_id to);
// What such a call of makeConcatWithConstants, or whatever else it is, gives.
void built_give_joined(struct dynamic *d, trace_id t, method_id m,
                       const struct flow_stmt *st);

// --- lookupcalls.c: calls of a MethodHandles.Lookup ---------------------------------

// The op of such a call.
op_id lookup_of_call(struct dynamic *d, const struct op *row,
                     const struct flow *f, const struct flow_stmt *st);

// --- nested.c: classes in classes ---------------------------------------------------

void nested_give(struct dynamic *d, const struct op *o, struct token t);

// --- security.c: classes that settings of security and a program's providers name ---

// What comes to the op goes on to where the JDK looks for it.
void security_give(struct dynamic *d, op_id id);
// All that the program sets; the value of a setting in the JDK's file.
void security_settings(struct dynamic *d, trace_id to);
void security_read(struct dynamic *d, trace_id to, struct str key);

// --- forname.c: Class.forName with a flag ----------------------------------------

// Does the call at pc of m only load a class?
bool forname_only_loads(struct dynamic *d, method_id called, method_id m,
                        u2 pc);

// --- pushed.c: arguments that are constant numbers ----------------------------------

// Is the argument that lies `slots` deep (1 is the last) at the call at pc of m such a number?
bool pushed_number(struct dynamic *d, method_id m, u2 pc, u4 slots, s4 *number);
// The same of a character that a text can have, which is no '*'; else 0.
char pushed_char(struct dynamic *d, method_id m, u2 pc, u4 slots);

// --- callers.c: who calls a method, who writes a field -----------------------

// Reads the sites that are new since the last time.
void callers_update(struct dynamic *d);
// Do models call m?
bool callers_outside(struct dynamic *d, method_id m);
// Tells the calls of m that it has not told t.
void callers_each(struct dynamic *d, trace_id t, method_id m,
                  void (*found)(struct dynamic *d, trace_id t, method_id caller,
                                u2 pc));
// Tells the methods that write f; *seen are those that were told before.
void callers_writers(struct dynamic *d, trace_id t, field_id f, u4 *seen,
                     void (*found)(struct dynamic *d, trace_id t, method_id m));

// --- members.c: what members are like --------------------------------------------

bool member_is_usual(struct dynamic *d, method_id m);
// Gives the types of the members' parameters or results.
void members_types(struct dynamic *d, op_id id, token_id token);

#endif
