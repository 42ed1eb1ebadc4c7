// SPDX-License-Identifier: MIT
// The state of what is followed, for this folder and analysis/effects.
#ifndef CCINSTR_ANALYSIS_DYNAMIC_FOLLOWING_H
#define CCINSTR_ANALYSIS_DYNAMIC_FOLLOWING_H

#include "analysis/dynamic/dynamic.h"
#include "analysis/dynamic/traces.h"
#include "analysis/models/models.h"
#include "analysis/sources/supertypes.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"
#include "analysis/table/tuples.h"

// One whose sources become more while the solver runs.
struct watched {
    trace_id trace;
    u4 seen;  // receivers, or the last writer
};

// A method that writes a field.
struct field_write {
    method_id method;
    u4 next;  // of the same field: 1 + its place, 0 ends
};

struct text_span {
    const text_id *text;
    u4 n;
};

// A part of the JDK.
enum gate {
    GATE_NONE,
#define GATE(id) GATE_##id,
#include "analysis/dynamic/gates.def"
    N_GATES
};

// What is done with what comes to calls that have effects (analysis/effects).
struct dynamic_effects {
    // A native method can run that nobody knows.
    void (*native)(struct dynamic *d);
    // Calls that are new are looked for next.
    void (*searching)(struct dynamic *d);
    // Code of class c, which is none of the JDK, can run.
    void (*program)(struct dynamic *d, class_id c);
    // The op has its operands.
    void (*started)(struct dynamic *d, op_id id);
    // What loads classes has a name, which is that of c.
    void (*loaded)(struct dynamic *d, op_id id, class_id c);
    // Its operand has a token more.
    void (*arrived)(struct dynamic *d, op_id id, token_id token);
    // Operands of several have tokens more.
    void (*joined)(struct dynamic *d, op_id id);
    // Nobody knows what comes to it.
    void (*open)(struct dynamic *d, op_id id);
    // All that can be followed now was.
    void (*idle)(struct dynamic *d);
    // And nothing came of it. True if something does.
    bool (*last)(struct dynamic *d);
};

struct dynamic {
    struct dynamic_effects *effects;
    struct dynamic_spec spec;
    struct world *w;
    struct solve *s;
    struct models *follower;
    struct solve_hooks models;
    struct arena arena, scratch;
    struct arena asking;  // for one question

    struct points p;
    struct tuples token_rows;  // -> place in `token_of_row`
    VEC(token_id) token_of_row;
    VEC(u4) row_of_token;  // by token_id
    kind_id kind[N_TOKEN_KINDS];
    token_id open, some, other;
    struct intern texts;   // text_id
    struct tuples traces;  // trace_id
    VEC(struct trace) trace;
    VEC(trace_id) fresh;  // where they come from was not looked at
    VEC(struct watched) watched;
    VEC(struct op) op;
    VEC(struct operand) operand;
    VEC(op_id) concat;        // those that wait
    VEC(struct flow *) form;  // by method
    VEC(u1) result;  // by signature, and whether elements of an array: traces.c
    VEC(u1) row_of;  // by method: row of reflect.def + 2, 1: none
    bool looks_like_row[256];  // reflectcalls.c
    VEC(class_id) named;       // by text: 1 + the class of that name
    struct idmap site_op;      // (method, pc) -> op_id
    node_id n_searched;        // nodes whose sites were looked at

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
    VEC(struct field_write) writer;
    VEC(u4) written;  // by field: 1 + place in `writer`
    VEC(u1) outside;  // by method: models call it
    VEC(u1) group_outside;
    VEC(u4) bundle_done;
    node_id n_nodes;
    group_id n_groups;
    u4 n_late, n_lambdas;
    struct idmap told;  // (trace, site) -> 1

    // path.c, ops.c
    class_id n_path;              // 0: not all classes on the path are loaded
    VEC(class_id) class_in;       // by package
    VEC(class_id) next_class_in;  // by class
    struct supertypes supertypes;
    VEC(class_id) found;  // by one question
    VEC(struct below) below;
    struct idmap below_of;  // type -> 1 + place in `below`
    VEC(struct fitting) fitting;
    struct idmap fitting_of;  // text -> 1 + place in `fitting`
    VEC(struct str) name;     // of all classes on the path, in order
    VEC(u1) is_any;  // by bundle: whoever reflects may do what it holds
    struct intern keys;

    // ops.c
    VEC(struct text_span) names;
    VEC(text_id) listed;    // names of one class, while they are gathered
    struct idmap names_of;  // (class, its own?) -> 1 + place in `names`
    struct idmap name_at;   // (1 + operand, name) -> 1 + place among its tokens
    struct idmap made;  // (op_kind, text or class) -> 1 + token_id of a text

    // security.c
    var_id settings;  // that the program makes
    bool has_settings;
    struct str security;  // java.security of the JDK

    // gates.c
    VEC(u1) gate;                  // by class: 1 + enum gate
    VEC(node_id) behind[N_GATES];  // nodes whose sites do not count yet

    // elements.c
    struct intern elements;
    VEC(var_id) of_element;  // by its id there

    VEC(op_id) site;   // those that are told
    VEC(u1) is_usual;  // by method: 1 no, 2 yes

    // loose.c
    var_id loose_names, loose_classes, loose_members;
    VEC(u1) is_loosened;  // by class: its constants were read
    node_id n_loosened;
    u4 n_named;  // by resource files
    VEC(struct reflect_naming) naming;
    VEC(u4) named_by;  // by class: 1 + place in `naming`

    u4 n_accessible;  // calls of setAccessible(true)
    bool is_gate_open[N_GATES];
    bool has_elements;
};

// --- For analysis/effects ----------------------------------------------------------

// Is the class none of the JDK?
bool loose_is_program(const struct dynamic *d, class_id c);
// That op gives a class or members.
void loose_add(struct dynamic *d, const struct op *o, token_id token);
u4 package_of(struct dynamic *d, class_id c);

#endif
