// SPDX-License-Identifier: MIT
// What the files of dynamic/ share.
#ifndef CCINSTR_ANALYSIS_DYNAMIC_DYNAMIC_PRIV_H
#define CCINSTR_ANALYSIS_DYNAMIC_DYNAMIC_PRIV_H

#include "analysis/dynamic/dynamic.h"
#include "analysis/flow/flow.h"
#include "analysis/inclusion/points.h"
#include "analysis/models/models.h"
#include "analysis/sources/supertypes.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"
#include "analysis/table/tuples.h"
#include "analysis/world/visible.h"

typedef obj_id token_id;  // 0 is none
typedef u4 text_id;       // 0 is none
typedef u4 trace_id;      // 0 is none
typedef u4 op_id;         // 0 is none

enum token_kind {
    TOKEN_OPEN,  // something that nobody knows
    TOKEN_SOME,  // members of something that nobody knows, or members without a name
    TOKEN_TEXT,        // a: text_id
    TOKEN_PART,        // a: text_id; what is known of a name that nobody knows
    TOKEN_CLASS,       // a: class_id; the Class object
    TOKEN_GUESS,       // a: class_id; its name, which may be meant
    TOKEN_METHODS,     // a: class_id, b: text_id of the name, 0 for any
    TOKEN_INITS,       // a: class_id; its constructors
    TOKEN_FIELDS,      // a: class_id, b: text_id of the name, 0 for any
    TOKEN_ARRAY,       // a: method_id, b: value; an array of classes made there
    TOKEN_INTERFACES,  // a: class_id; an array of the interfaces that it names
    N_TOKEN_KINDS
};

// Which members are asked for.
enum scope_of_members {
    MEMBERS_PUBLIC,    // public ones, inherited ones too
    MEMBERS_DECLARED,  // those that the class itself has
    MEMBERS_ALL,       // those that it has or inherits, public or not
};

struct token {
    u4 kind;  // enum token_kind
    u4 a, b;
    u4 declared;     // members: enum scope_of_members
    text_id params;  // members: "(I)" and the like; 0: any
    u4 guess;        // it may be meant; nobody knows
    u4 below;        // not the class itself, but any below it that has objects
    u4 usual;  // methods: those only that are looked for by what they are like
};

enum trace_kind {
    TRACE_LOCAL,     // a: method_id, b: value of its form
    TRACE_PARAM,     // a: method_id, b: parameter that is a reference, from 1
    TRACE_RESULT,    // a: method_id; what it returns
    TRACE_FIELD,     // a: field_id
    TRACE_CALL,      // a: method_id, b: pc; what the call there gives
    TRACE_BELOW,     // a: class_id; the classes of objects of that type
    TRACE_CLASS_OF,  // a: method_id, b: value of its form; the enum that it is of
    TRACE_BETWEEN,  // a: method_id, b: pc; what one op of that call gives another
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
struct field_write {
    method_id method;
    u4 next;  // of the same field: 1 + its place, 0 ends
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
    OP_SLASHED,
    OP_CLASS_NAME,
    OP_SIMPLE_NAME,
    OP_PACKAGE_NAME,
    OP_SUPERCLASS,
    OP_INTERFACES,
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
    bool is_partly;  // and not all of it is told by a cast
    bool waits;      // a concatenation that has new parts
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

// The concrete classes below a type.
struct below {
    const class_id *class;
    u4 n;
    bool is_known;  // what is cast to that type is one of them
};

// The classes whose names fit a pattern; it tells nothing if there are more.
enum { MOST_FITTING = 32 };
struct fitting {
    const class_id *class;
    u4 n;
    bool is_known;
};

// A call that a member's access forbids, unless somebody makes the member accessible.
struct refused {
    op_id op;
    token_id token;
    class_id type;
    method_id method;
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

// What makes factories of the JDK count.
enum factory_group {
#define FACTORY_GROUP(id) FACTORY_##id,
#include "analysis/dynamic/factories.def"
    N_FACTORY_GROUPS
};

struct dynamic {
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
    token_id open, some;
    struct intern texts;   // text_id
    struct tuples traces;  // trace_id
    VEC(struct trace) trace;
    VEC(trace_id) fresh;  // where they come from was not looked at
    VEC(struct watched) watched;
    VEC(struct op) op;
    VEC(struct operand) operand;
    VEC(op_id) concat;         // those that wait
    VEC(struct flow *) form;   // by method
    VEC(u1) row_of;            // by method: row of reflect.def + 2, 1: none
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

    // path.c, any.c, ops.c
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
    struct idmap any;         // (what and for whom) -> bundle_id
    VEC(u1) is_any;           // by bundle
    struct intern keys;

    // ops.c
    VEC(struct text_span) names;
    VEC(text_id) listed;    // names of one class, while they are gathered
    struct idmap names_of;  // (class, its own?) -> 1 + place in `names`
    struct idmap name_at;   // (1 + operand, name) -> 1 + place among its tokens

    // gates.c
    VEC(node_id) behind[N_GATES];  // nodes whose sites do not count yet

    // factories.c
    bool is_factory_open[N_FACTORY_GROUPS];
    VEC(u1) is_made;         // by row
    VEC(struct str) locale;  // that the program names

    // elements.c
    struct intern elements;
    VEC(var_id) of_element;  // by its id there

    // effects.c
    struct visible visible;
    VEC(u1) accessible;  // by token
    VEC(struct refused) refused;

    struct tuples proxies;  // (place and interfaces)

    // security.c
    var_id settings;  // that the program makes
    bool has_settings;
    struct str security;  // java.security of the JDK

    struct idmap read_classes;  // (what, class) -> 1: a stream may hold it
    bool reads_anything;

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
    bool needs_native, has_native;
    bool has_objects;    // of all classes on the path
    bool has_arrays[2];  // of all the program's; and arrays of arrays
    bool is_gate_open[N_GATES];
    bool has_elements;
    bool all_accessible;
};

// --- tokens.c: what is known of a value --------------------------------------

void tokens_init(struct dynamic *d);
token_id token_add(struct dynamic *d, struct token t);
struct token token_get(const struct dynamic *d, token_id id);
token_id token_text(struct dynamic *d, struct str text);
// The same with '*' for what is not known; 0 if nothing is.
token_id token_pattern(struct dynamic *d, struct str text);
bool text_is_pattern(struct str text);
// The pattern as something to tell; 0 if nothing is known of the name.
token_id token_part(struct dynamic *d, struct str text);
token_id token_class(struct dynamic *d, class_id c);
// The same token, as one that may be meant.
token_id token_as_guess(struct dynamic *d, token_id id);
token_id token_guess(struct dynamic *d, class_id c);
token_id token_below(struct dynamic *d, class_id c);
text_id text_add(struct dynamic *d, struct str text);
struct str text_of(const struct dynamic *d, text_id id);
// The class on the path that has that name in Java, or 0; and the other way.
class_id token_named(struct dynamic *d, struct str name);
class_id token_class_named(struct dynamic *d, text_id id);
struct str token_java_name(struct dynamic *d, class_id c);

// --- path.c: the classes on the path -----------------------------------------

// Loads all of them.
void path_load(struct dynamic *d);
struct below path_below(struct dynamic *d, class_id top);
// How many they are, if that was asked; else 0.
u4 path_n_below(const struct dynamic *d, class_id top);
bool path_fits(struct str pattern, struct str text);
// Does the name of a class, as Java has it, begin so?
bool path_begins(struct dynamic *d, struct str text);
// The classes whose names fit.
struct fitting path_fitting(struct dynamic *d, text_id pattern);

// --- any.c: what may be done when nothing is known ----------------------------

// `call` says whose it is and what it is given; it may do all that `what` says.
void any_at(struct dynamic *d, const struct solve_reflected *call,
            enum any_what what);
void any_native(struct dynamic *d);
// Does that method make arrays of several dimensions?
bool any_dimensions(const struct dynamic *d, method_id called);

// --- loose.c: what is named, and not followed ----------------------------------

void loose_init(struct dynamic *d);
bool loose_is_program(const struct dynamic *d, class_id c);
// That op gives a class or members.
void loose_add(struct dynamic *d, const struct op *o, token_id token);
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

enum gate gate_of(const struct dynamic *d, class_id c);
void gates_open(struct dynamic *d, class_id c);

// --- factories.c: what the JDK's factories make by default ----------------------

// Code of class c, which is none of the JDK, can run.
void factories_see(struct dynamic *d, class_id c);
void factories_run(struct dynamic *d);

// --- elements.c: elements of annotations --------------------------------------

// A call of m gives what comes to t.
void elements_give(struct dynamic *d, trace_id t, method_id m);
// All their values may be meant wherever nobody knows.
void elements_read(struct dynamic *d);

// --- callers.c: who calls a method, who writes a field -----------------------

// Reads the sites that are new since the last time.
void callers_update(struct dynamic *d);
u4 package_of(struct dynamic *d, class_id c);
// Do models call m?
bool callers_outside(struct dynamic *d, method_id m);
// Tells the calls of m that it has not told t.
void callers_each(struct dynamic *d, trace_id t, method_id m,
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
// The type of a parameter that is a reference, from 1.
struct str trace_param_type(const struct world *w, method_id m, u4 param);
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

// --- ops.c: tokens of tokens --------------------------------------------------

// Once it has its operands.
void op_start(struct dynamic *d, op_id o);
void op_arrived(void *context, u4 operand, const struct set *fresh);

// --- concat.c: texts that are made of texts ------------------------------------

// All parts that come meanwhile are taken together.
void concat_later(struct dynamic *d, op_id o);
void concat_run(struct dynamic *d);

// --- reflectcalls.c: calls of the library that reflect.def tells --------------------

void reflect_init(struct dynamic *d);
// Looks for such calls in methods that are newly reachable.
void reflect_search(struct dynamic *d);
// What the call at pc of m gives, if the library tells it.
bool reflect_call(struct dynamic *d, trace_id t, method_id m, u2 pc);

// The descriptor's parameters that an array of Class objects names, which is made and
// filled in that method; 0 if that is not known.
text_id reflect_params_in(struct dynamic *d, method_id m, const struct flow *f,
                          u4 array);
// The type that a value of type Class stands for, as descriptors have it, or "".
struct str reflect_type_of(struct dynamic *d, class_id c, const struct flow *f,
                           u4 v);
// The classes of objects of that type.
void reflect_take_class_of(struct dynamic *d, trace_id to, class_id type);
// The class that value v of m has by its declaration, or 0.
class_id reflect_declared_type(struct dynamic *d, method_id m,
                               const struct flow *f, u4 v);

// --- lookups.c: method handles that code asks a Lookup for ---------------------

// The op of such a call.
op_id lookup_of_call(struct dynamic *d, const struct op *row,
                     const struct flow *f, const struct flow_stmt *st);
void lookup_found(struct dynamic *d, op_id id, token_id token);

// --- proxies.c -----------------------------------------------------------------

// An array of interfaces, or nobody knows which.
void proxy_arrived(struct dynamic *d, op_id id, token_id token);
// Operand `place` of a proxy whose interfaces stand in one array has tokens that it had
// not when they were `old`.
void proxy_joined(struct dynamic *d, op_id id, u4 place, u4 old);
void proxy_open(struct dynamic *d, op_id id);
// --- members.c: what members are like --------------------------------------------

bool member_is_usual(struct dynamic *d, method_id m);
// Gives the types of the members' parameters or results.
void members_types(struct dynamic *d, op_id id, token_id token);

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

// --- streams.c -----------------------------------------------------------------

// A call that reads an object from a stream.
void streams_read(struct dynamic *d, op_id id);

// --- effects.c ---------------------------------------------------------------

typedef void member_found(struct dynamic *d, op_id id, token_id token,
                          class_id type, method_id m);
// Each method of class c that the token means.
void effect_each_method(struct dynamic *d, op_id id, token_id token, class_id c,
                        member_found *found);
void effect_each_init(struct dynamic *d, op_id id, token_id token, class_id c,
                      member_found *found);
void effect_load(struct dynamic *d, op_id id, class_id c);
void effect_guess(struct dynamic *d, op_id id, struct token t);
void effect_new(struct dynamic *d, op_id id, token_id token);
// A class whose constants are listed, or of which arrays are made.
void effect_class(struct dynamic *d, op_id id, struct token t);
void effect_member(struct dynamic *d, op_id id, token_id token);
// Nobody knows what comes to it.
void effect_open(struct dynamic *d, op_id id);

#endif
