// SPDX-License-Identifier: MIT
// What the files of dynamic/ share.
#ifndef CCINSTR_ANALYSIS_DYNAMIC_DYNAMIC_PRIV_H
#define CCINSTR_ANALYSIS_DYNAMIC_DYNAMIC_PRIV_H

#include "analysis/dynamic/dynamic.h"
#include "analysis/flow/flow.h"
#include "analysis/inclusion/points.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"
#include "analysis/table/tuples.h"

typedef obj_id token_id;  // 0 is none
typedef u4 text_id;       // 0 is none
typedef u4 trace_id;      // 0 is none
typedef u4 op_id;         // 0 is none

enum token_kind {
    TOKEN_OPEN,     // something that nobody knows
    TOKEN_TEXT,     // a: text_id
    TOKEN_CLASS,    // a: class_id; the Class object
    TOKEN_METHODS,  // a: class_id, b: text_id of the name, 0 for any
    TOKEN_INITS,    // a: class_id; its constructors
    TOKEN_FIELDS,   // a: class_id, b: text_id of the name, 0 for any
    N_TOKEN_KINDS
};

struct token {
    u4 kind;  // enum token_kind
    u4 a, b;
    u4 declared;     // members: those that the class itself has, public or not
    text_id params;  // members: "(I)" and the like; 0: any
};

enum trace_kind {
    TRACE_LOCAL,   // a: method_id, b: value of its form
    TRACE_PARAM,   // a: method_id, b: parameter that is a reference, from 1
    TRACE_RESULT,  // a: method_id; what it returns
    TRACE_FIELD,   // a: field_id
    TRACE_CALL,    // a: method_id, b: pc; what the call there gives
};

// A value that is followed: a variable of the constraints, whose objects are tokens.
struct trace {
    u1 kind;        // enum trace_kind
    bool elements;  // of the array that it is
    u4 a, b;
    var_id var;
};

// One whose sources become more while the solver runs.
struct watched {
    trace_id trace;
    u4 seen;  // receivers, or the last writer
};

// A method that writes a field.
struct writer {
    method_id method;
    u4 next;  // of the same field: 1 + its place, 0 ends
};

// What reflect.def says of methods; COPY is made by traces, too.
enum op_kind {
    OP_COPY,
    OP_UNKNOWN,
    OP_CONCAT,
    OP_BUILT,
    OP_TRIMMED,
    OP_LOWER,
    OP_UPPER,
    OP_SLASHED,
    OP_CLASS_NAME,
    OP_SIMPLE_NAME,
    OP_PACKAGE_NAME,
    OP_SUPERCLASS,
    OP_COMPONENT,
    OP_DECLARING,
    OP_METHODS,
    OP_ALL_METHODS,
    OP_INITS,
    OP_ALL_INITS,
    OP_FIELDS,
    OP_ALL_FIELDS,
    OP_LOAD,
    // These have effects.
    OP_FOR_NAME,
    OP_NEW_INSTANCE,
    OP_CONSTRUCT,
    OP_INVOKE,
    OP_ACCESS,
};

struct op {
    u1 kind;  // enum op_kind
    bool declared;
    u2 pc;
    method_id at;
    text_id params;  // of members that it asks for, or 0
    u4 first, n;     // in `operand`
    trace_id to;
};

// An operand of an op; the watch of its variable has its number.
struct operand {
    op_id of;
    bool is_open;
    VEC(token_id) token;  // that came, if the op takes several operands
};

struct dynamic {
    struct world *w;
    struct solve *s;
    struct solve_hooks models;
    struct arena arena, scratch;

    struct points p;
    struct tuples token_rows;  // -> place in `token_of_row`
    VEC(token_id) token_of_row;
    VEC(u4) row_of_token;  // by token_id
    kind_id kind[N_TOKEN_KINDS];
    token_id open;
    struct intern texts;   // text_id
    struct tuples traces;  // trace_id
    VEC(struct trace) trace;
    VEC(trace_id) fresh;  // where they come from was not looked at
    VEC(struct watched) watched;
    VEC(struct op) op;
    VEC(struct operand) operand;
    VEC(struct flow *) form;  // by method
    VEC(u1) row_of;           // by method: row of reflect.def + 2, 1: none
    struct idmap site_op;     // (method, pc) -> op_id
    node_id n_searched;       // nodes whose sites were looked at

    // callers.c
    VEC(u4) next_site;     // by site: 1 + the next that calls the same
    VEC(u4) direct;        // by method: 1 + a site
    VEC(u4) grouped;       // by group: the same
    VEC(group_id) of_sig;  // by sig: a group
    VEC(group_id) next_of_sig;
    struct intern packages;
    VEC(u4) package;               // by class
    VEC(node_id) in_package;       // by package: a node
    VEC(node_id) next_in_package;  // by node
    VEC(node_id) package_read;     // by package: whose writes are known
    VEC(struct writer) writer;
    VEC(u4) written;               // by field: 1 + place in `writer`
    VEC(u1) outside;               // by method: models call it
    VEC(u1) group_outside;
    VEC(u4) bundle_done;
    node_id n_nodes;
    group_id n_groups;
    u4 n_late, n_lambdas;
    struct idmap told;  // (trace, site) -> 1
};

// --- tokens.c: what is known of a value --------------------------------------

void tokens_init(struct dynamic *d);
token_id token_add(struct dynamic *d, struct token t);
struct token token_get(const struct dynamic *d, token_id id);
token_id token_text(struct dynamic *d, struct str text);
token_id token_class(struct dynamic *d, class_id c);
text_id text_add(struct dynamic *d, struct str text);
struct str text_of(const struct dynamic *d, text_id id);
// The class on the path that has that name in Java, or 0; and the other way.
class_id token_named(struct dynamic *d, struct str name);
struct str token_java_name(struct dynamic *d, class_id c);

// --- callers.c: who calls a method, who writes a field -----------------------

// Reads the sites that are new since the last time.
void callers_update(struct dynamic *d);
// Tells the calls of m that it has not told t. True: models call it, too.
bool callers_each(struct dynamic *d, trace_id t, method_id m,
                  void (*found)(struct dynamic *d, trace_id t, method_id caller,
                                u2 pc));
// Tells the methods that write f; *seen are those that were told before.
void callers_writers(struct dynamic *d, trace_id t, field_id f, u4 *seen,
                     void (*found)(struct dynamic *d, trace_id t, method_id m));

// --- traces.c: values that are followed --------------------------------------

// The value-flow form of a method; empty for one without code.
const struct flow *form_of(struct dynamic *d, method_id m);
const struct flow_stmt *form_call_at(const struct flow *f, u2 pc);
// The statement that defines value v, or NULL.
const struct flow_stmt *form_definition(const struct flow *f, u4 v);

trace_id trace_of(struct dynamic *d, enum trace_kind kind, bool elements, u4 a,
                  u4 b);
void trace_add(struct dynamic *d, trace_id t, token_id token);
void trace_open(struct dynamic *d, trace_id t);
// An op; then its operands, before another op is made.
op_id op_new(struct dynamic *d, const struct op *row);
void op_take(struct dynamic *d, op_id o, trace_id from);
void op_take_token(struct dynamic *d, op_id o, token_id fixed);
// Follows all that can be followed now.
void traces_run(struct dynamic *d);

// --- ops.c: tokens of tokens --------------------------------------------------

// Once it has its operands.
void op_start(struct dynamic *d, op_id o);
void op_arrived(void *context, u4 operand, const struct set *fresh);

// --- reflectcalls.c: calls of the library that reflect.def tells --------------------

// Looks for such calls in methods that are newly reachable.
void reflect_search(struct dynamic *d);
// What the call at pc of m gives, if the library tells it.
bool reflect_call(struct dynamic *d, trace_id t, method_id m, u2 pc);

// --- effects.c ---------------------------------------------------------------

void effect_load(struct dynamic *d, const struct op *o, class_id c);
void effect_new(struct dynamic *d, const struct op *o, class_id c);
void effect_member(struct dynamic *d, const struct op *o, struct token t);

#endif
