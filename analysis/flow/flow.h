// SPDX-License-Identifier: MIT
// The value-flow form of a method: where references come from and go to.
//
// One abstract interpretation of the bytecode. Each definition of a local or a
// stack slot is a value of its own, loads, stores and dups are none, and where
// paths meet a phi stands for what can come along them. Only references are
// followed. A value that is primitive, null or never set is value 0, "nothing
// flows here"; as an operand it may be ignored. Code that cannot be reached
// gives nothing.
//
// Statements stand in code order, the CATCH and the phis of a place in front
// of what is done there. stmts.def says which kinds there are, and what `v`, `a` and
// `ref` mean in each. Everything is named by constants of the class: this form knows
// no other class.
//
//   v = phi a...           any of them; phis that feed each other are one
//   v = catch              what the handler that begins here has caught
//   v = const k            String, Class, MethodHandle, MethodType, Dynamic
//   v = new T              also arrays: of a primitive type, of T, and the
//                          array class T itself, of which the first `strip`
//                          dimensions are left out. multianewarray gives one
//                          for each dimension, and AASTOREs of the inner ones.
//   v = checkcast T a      instanceof, monitors, null checks give nothing
//   get, put               also of static fields of primitive type, with v 0,
//                          because they initialise the class; so does a
//                          Dynamic of primitive type
//   v = call m a...        the receiver first, then the arguments that are
//                          references, as the callee's parameters are counted
//   return v, throw v
//
// An object that is thrown at a pc, by THROW or out of a callee, comes to the first of
// `handler` that covers the pc and takes its class.
#ifndef CCINSTR_ANALYSIS_FLOW_FLOW_H
#define CCINSTR_ANALYSIS_FLOW_FLOW_H

#include "analysis/classfile/classfile.h"

enum flow_kind {
#define STMT(id, v, a, text) FLOW_##id,
#include "analysis/flow/stmts.def"
#undef STMT
    FLOW_N_KINDS
};

struct flow_stmt {
    u1 kind;   // enum flow_kind
    u1 strip;  // NEW: dimensions of the class `ref` that are left out
    u2 pc;
    u2 ref;  // a constant; for NEWARRAY the type code (JVMS 6.5.newarray)
    u2 n;    // arguments
    u4 v;
    u4 a;
};
_Static_assert(sizeof(struct flow_stmt) == 16, "a statement is 16 bytes");

// Where the declared type of a value stands.
enum flow_decl {
    FLOW_T_NONE,   // not declared: phis, elements, what a finally catches
    FLOW_T_CLASS,  // ref is a Class, of which `strip` dimensions are left out
    FLOW_T_ARRAY,  // ref is the Class of the elements
    FLOW_T_PRIMS,  // an array; ref is the type code of the elements
    FLOW_T_CONST,  // ref is the constant: its value, or what a Dynamic declares
    FLOW_T_FIELD,  // ref is the Fieldref
    FLOW_T_RETURN,  // ref is the method or InvokeDynamic
    FLOW_T_PARAM,   // ref is where it begins in the descriptor of the method
};

struct flow_value {
    u4 stmt;  // that defines it; FLOW_NO_STMT for parameters and value 0
    u2 ref;
    u1 decl;  // enum flow_decl
    u1 strip;
};
_Static_assert(sizeof(struct flow_value) == 8, "a value is 8 bytes");

#define FLOW_NO_STMT UINT32_MAX

struct flow_handler {
    u2 start, end, pc;
    u2 type;  // Class, or 0 for any
    u4 v;     // what is caught: one value for all rows of one pc
};

struct flow {
    u4 n_params;  // values 1 .. n_params: receiver, arguments that are references
    u4 n_values;  // with value 0
    struct flow_value *value;
    u4 n_stmts;
    struct flow_stmt *stmt;
    u4 n_args;
    u4 *args;  // of calls and phis
    u4 n_handlers;
    struct flow_handler *handler;  // whose range is reached, in table order
    // The code has aconst_null: a value that a phi stands for may be null, too, since
    // phis leave null out.
    bool has_null;
};

// Arenas for the form and for the work, and where to report.
struct flow_env {
    struct arena *result;
    struct arena *scratch;   // may be reset afterwards
    const struct place *at;  // of the class
    struct diag *d;
};

// The form of method m; without code it has parameters only. False, after a diagnostic,
// if the code cannot be read, passes LIMIT_FLOW_WORK, or is such that no verifier would
// accept it, as far as the form depends on that (depth of the stack, targets, locals).
bool flow_build(struct flow *out, struct cf_class *c, const struct cf_member *m,
                const struct flow_env *env);
// The same with null as a value of its own, the last of n_params: what is null on one
// way and something else on another is a phi then.
bool flow_build_with_null(struct flow *out, struct cf_class *c,
                          const struct cf_member *m,
                          const struct flow_env *env);

// A type as a Class constant would name it ("java/lang/String", "[I"); behind
// it `array` says that the type is an array of that. "" when none is declared.
struct flow_type {
    struct str name;
    bool array;
};
struct flow_type flow_type(const struct cf_class *c, const struct cf_member *m,
                           struct flow_value v);

// Stable text, one statement on a line with its pc.
void flow_print(const struct flow *f, const struct cf_class *c,
                const struct cf_member *m, struct emit *out);

static inline bool flow_is_call(const struct flow_stmt *s) {
    return s->kind >= FLOW_VIRTUAL && s->kind <= FLOW_DYNAMIC;
}

// The roles of v and a, by kind (stmts.def).
extern const char flow_role_v[FLOW_N_KINDS];
extern const char flow_role_a[FLOW_N_KINDS];

#endif
