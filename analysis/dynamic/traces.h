// SPDX-License-Identifier: MIT
// Values that are followed backwards, and the calls of the library that take them.
#ifndef CCINSTR_ANALYSIS_DYNAMIC_TRACES_H
#define CCINSTR_ANALYSIS_DYNAMIC_TRACES_H

#include "analysis/dynamic/tokens.h"
#include "analysis/flow/flow.h"

typedef u4 trace_id;  // 0 is none
typedef u4 op_id;     // 0 is none

enum trace_kind {
    TRACE_LOCAL,     // a: method_id, b: value of its form
    TRACE_PARAM,     // a: method_id, b: parameter that is a reference, from 1
    TRACE_RESULT,    // a: method_id; what it returns
    TRACE_FIELD,     // a: field_id
    TRACE_GROUP,     // a: group_id; what the methods that it selects return
    TRACE_CALL,      // a: method_id, b: pc; what the call there gives
    TRACE_BELOW,     // a: class_id; the classes of objects of that type
    TRACE_CLASS_OF,  // a: method_id, b: value of its form; the enum that it is of
    // What is stored in an array (fills.c).
    TRACE_FILL,        // a: method_id, b: value of its form
    TRACE_FILL_CALL,   // a: method_id, b: pc, argument << 16; by what is called
    TRACE_FILL_GROUP,  // a: group_id, b: argument << 16; the same
    TRACE_FILL_CALLER,  // a: method_id; by those that it returns the array to
    TRACE_BETWEEN,  // a: method_id, b: pc; what one op of that call gives another
};

// A value that is followed: a variable of the constraints, whose objects are tokens.
struct trace {
    u1 kind;        // enum trace_kind
    bool elements;  // of the array that it is
    u4 a, b;
    var_id var;
};

// What reflect.def says of methods; COPY is made by traces, too.
enum op_kind {
    OP_COPY,
    OP_UNKNOWN,
    OP_OR_ELSE,
    OP_GET_CLASS,
    OP_ENUM_CLASS,
    OP_CONCAT,
    OP_BUILT,
    OP_TRIMMED,
    OP_LOWER,
    OP_UPPER,
    OP_REPLACED,
    OP_CLASS_NAME,
    OP_SIMPLE_NAME,
    OP_PACKAGE_NAME,
    OP_SUPERCLASS,
    OP_INTERFACES,
    OP_NESTED,
    OP_OUTER,
    OP_COMPONENT,
    OP_DECLARING,
    OP_TYPES,
    OP_RESULT_TYPE,
    OP_METHODS,
    OP_ALL_METHODS,
    OP_INITS,
    OP_ALL_INITS,
    OP_FIELDS,
    OP_ALL_FIELDS,
    OP_LOAD,
    OP_PROPERTY,
    OP_VARIABLE,
    OP_SETTING,
    OP_LOCALES,
    OP_PUT,  // nobody follows it further (put.c)
    // These have effects.
    OP_SET_ACCESSIBLE,
    OP_FOR_NAME,
    OP_NEW_INSTANCE,
    OP_CONSTRUCT,
    OP_INVOKE,
    OP_ACCESS,
    // The same, at the last level; at others models follow constants.
    OP_FIND_VIRTUAL,
    OP_FIND_STATIC,
    OP_FIND_SPECIAL,
    OP_FIND_INIT,
    OP_FIND_STATIC_FIELD,
    OP_BIND,
    OP_UNREFLECT,
    OP_UNREFLECT_SPECIAL,
    OP_UNREFLECT_INIT,
    OP_PROXY,
    OP_PROXY_OF,
    OP_LIST_ENUM,
    OP_NEW_ARRAY,
    OP_READ_OBJECT,
    OP_ASK_SERVICE,
    OP_PROVIDE,
    OP_SET_SETTING,
};

struct op {
    u1 kind;        // enum op_kind
    u1 declared;    // enum scope_of_members
    bool is_exact;  // it is done on a class literal, or asks for a literal name
    bool is_open;   // its first operand may be what nobody knows
    bool is_partly;   // and not all of it is told by a cast
    char from, with;  // the character that it replaces by another, or 0
    bool waits;       // one of several operands that has new tokens
    u2 pc;
    method_id at, called;
    text_id params;    // of members that it asks for, or 0
    class_id cast;     // to which what it makes is cast, or 0
    class_id special;  // in which what is found runs as it is, or 0
    text_id part;      // what is known of a name, or 0; the first of several
    u4 n_found;
    u4 n_steps;   // of a concatenation
    u4 first, n;  // in `operand`
    trace_id to;
};

// An operand of an op; the watch of its variable has its number.
struct operand {
    op_id of;
    trace_id from;  // or 0
    bool is_open;
    VEC(token_id) token;  // that came, if the op takes several operands
    u4 n_done;            // of them are in concatenations
};

// --- traces.c: values that are followed --------------------------------------

// The value-flow form of a method; empty for one without code.
const struct flow *form_of(struct dynamic *d, method_id m);
// It has none: no code, or such as nobody can read.
bool form_is_missing(const struct flow *f);
const struct flow_stmt *form_call_at(const struct flow *f, u2 pc);
// The statement that defines value v, or NULL.
const struct flow_stmt *form_definition(const struct flow *f, u4 v);

trace_id trace_of(struct dynamic *d, enum trace_kind kind, bool elements, u4 a,
                  u4 b);
// The type of a parameter that is a reference, from 1.
struct str trace_param_type(const struct world *w, method_id m, u4 param);
// Are values of that type, or elements of such arrays, followed across methods?
bool trace_is_followed(struct str type, bool elements);
// The same of what methods of that signature return.
bool trace_is_result_followed(struct dynamic *d, sig_id sig, bool elements);
// What the field has that a Fieldref of m names.
void trace_from_field(struct dynamic *d, trace_id t, method_id m, u4 i);
// What comes to the one comes to the other.
void trace_copy(struct dynamic *d, trace_id from, trace_id to);
void trace_add(struct dynamic *d, trace_id t, token_id token);
void trace_open(struct dynamic *d, trace_id t);
// A text with '*' for what is not known.
void trace_pattern(struct dynamic *d, trace_id t, struct str text);
void trace_some(struct dynamic *d, trace_id t);
// An op; then its operands, before another op is made.
op_id op_new(struct dynamic *d, const struct op *row);
void op_take(struct dynamic *d, op_id o, trace_id from);
void op_take_token(struct dynamic *d, op_id o, token_id fixed);
// What comes to its operand i comes out of it.
void op_copy_operand(struct dynamic *d, const struct op *o, u4 i);
// Follows all that can be followed now.
void traces_run(struct dynamic *d);
// The same where only tokens are new: the solver has done nothing since.
void traces_go_on(struct dynamic *d);

// --- members.c: what tokens mean ------------------------------------------------------

// Is an object of class c what the code casts it to?
bool op_fits_cast(struct dynamic *d, op_id o, class_id c);
typedef void member_found(struct dynamic *d, op_id id, token_id token,
                          class_id type, method_id m);
// Each method of class c that the token means.
void member_each_method(struct dynamic *d, op_id id, token_id token, class_id c,
                        member_found *found);
void member_each_init(struct dynamic *d, op_id id, token_id token, class_id c,
                      member_found *found);

#endif
