// SPDX-License-Identifier: MIT
// What the files of pointsto/ share.
#ifndef CCINSTR_ANALYSIS_POINTSTO_POINTSTO_PRIV_H
#define CCINSTR_ANALYSIS_POINTSTO_POINTSTO_PRIV_H

#include "analysis/flow/flow.h"
#include "analysis/models/natives.h"
#include "analysis/pointsto/pointsto.h"
#include "analysis/inclusion/points.h"

// Fields that no class declares.
enum {
    FIELD_ELEMENTS = 0xFFFFFFFFu,  // of an array
    FIELD_READ = 0xFFFFFFFEu,      // what is read past the fields
    FIELD_WRITTEN = 0xFFFFFFFDu,   // what is written past the fields
};

struct pts_object {
    type_id receiver;     // its class, or the lambda that it is
    class_id stands_for;  // of an object of java.lang.Class: that class
    method_id maker;      // who makes it; 0: it is one for all of its class
    u2 pc;                // and where
    bool streamed;        // stands for those that are made from streams
    bool past_fields;     // is in unsafe_object
    bool native_fields;   // native code sets its fields to whatever fits
};

// The variables that one call passes and takes; 0 where nobody looks at the value.
struct pts_call {
    u4 args;  // the first of n in `arg`: the receiver, arguments
    u4 n;
    var_id result, thrown;
    u4 next;  // of the same group
};

// A target of a group: a method, TYPE_LAMBDA | lambda, or TARGET_CLIENT, a client's
// class.
enum { TARGET_CLIENT = TYPE_LAMBDA };
struct pts_target {
    u4 what;
    u4 next;
};

struct pts_group {
    group_id id;
    var_id receiver;
    u4 calls;  // the first; 0 ends
    u4 targets;
};

// The variables of a lambda's body, as if it were called with all its parameters.
struct pts_lambda {
    u4 args;  // in `arg`: the receiver, if it has one, and all references
    u4 n;
    u4 n_captured;  // types that the lambda object brings along
    var_id result, thrown;
    u2 model_kinds;  // bits of edge_kind: models call it so
};

// How static fields are accessed without getstatic and putstatic.
enum static_access { STATIC_HANDLED, STATIC_REFLECTED };

// What a watch is for.
enum watch_kind {
    WATCH_GROUP,
    WATCH_CLASS_OF,
    WATCH_MAKE,
    WATCH_MAKE_ARRAY,
    WATCH_MAKE_ARRAYS,
    WATCH_FIELDS,
    WATCH_HANDLED,
    WATCH_SERIAL,
};

struct pts_watch {
    u1 kind;
    u4 of;  // group, finder, or the variable that gets the answer
};

struct pointsto {
    struct world *w;
    struct solve *s;
    enum pts_objects how;
    struct points p;
    struct arena arena;
    struct arena form, scratch;  // of the body that is being read

    VEC(struct pts_object) object;  // by obj_id
    VEC(type_id) kind;              // by kind_id
    VEC(kind_id) kind_of_class;
    VEC(kind_id) kind_of_lambda;
    VEC(kind_id) array;           // kinds of arrays
    VEC(class_id) fresh;          // classes of new kinds, solve is to hear of
    u4 n_told;                    // those of `fresh` that it has heard of
    VEC(u4) mask_of;              // by class: its mask + 1
    VEC(class_id) array_mask;     // arrays among the classes that have masks
    VEC(obj_id) object_of_class;  // that stands for all of the class
    VEC(obj_id) class_object;     // by the class that it stands for
    VEC(mask_id) escape_mask;     // by class: throwables that are none
    VEC(class_id) caught;         // that have one
    VEC(struct native_field {
        obj_id o;
        field_id f;
    })
    native_field;  // to be filled
    // Reflection was asked for those.
    VEC(struct asked_object {
        class_id of;
        var_id to;
    })
    asked;
    VEC(obj_id) unsafe_object;  // that are accessed past their fields
    VEC(obj_id) serialized;     // that are written to streams
    u4 n_serialized_done;
    VEC(obj_id) handled;  // that are passed to method handles
    u4 n_unsafe_done, n_handled_done;
    // What fields code asks for (fields.c), as bits.
    struct intern asked_name;
    VEC(u1) name_asked;   // by name
    VEC(u1) class_asked;  // by class: all its fields
    u1 all_asked;         // of all classes
    u1 asked_by;          // the ways in which any were
    bool serial;          // those that are serialised
    bool watches_handled;
    u4 n_asked, n_asked_done;

    VEC(var_id) method;       // by method: result, thrown, parameters
    VEC(var_id) further;      // by method that was read: its other values
    VEC(u1) effect;           // by method: enum value_effect
    VEC(u2) model_kinds;      // by method: bits of edge_kind
    VEC(var_id) static_var;   // by field
    var_id any;               // all objects
    var_id client;            // what the placeholder main holds, or 0
    var_id passed[N_PASSED];  // what models' calls of that kind pass
    var_id
        any_made;  // what calls by reflection make of which nobody knows more
    var_id any_self;        // on what these call methods
    var_id any_array;       // the arrays that they make
    u4 n_any_arrays;        // of solve's: those that were looked at
    var_id by_jvm;          // what the JVM throws
    var_id made;            // what models make by reflection
    var_id results;         // what methods return that models call
    var_id escaped;         // what these throw
    var_id serial_written;  // what they get when they are read
    var_id serial_read;     // fields of what is written to streams
    var_id streamed;        // what is made from object streams

    VEC(var_id) arg;
    VEC(struct pts_call) call;
    VEC(struct pts_target) target;
    VEC(struct pts_group) group;    // by holder
    VEC(u4) group_of;               // by group_id: its place in `group`
    VEC(struct pts_lambda) lambda;  // by lambda_id
    VEC(struct pts_watch) watch;
    struct idmap linked;  // (group, what) -> 1
    struct idmap parts;   // (variable, class) -> what of it passes as that
    struct idmap index;   // (group, receiver) -> index + 1

    // The invokedynamic that is being read.
    const u4 *dynamic_args;  // variables
    u4 n_dynamic_args;
    var_id dynamic_result, dynamic_thrown;
    u2 dynamic_pc;
    struct pts_listener listener;
    bool started;       // a body was read
    bool dynamic_used;  // something came to the result
    // What is read and written of static fields without getstatic and putstatic.
    struct pts_static {
        var_id read, written;
    } static_by[2];  // by enum static_access
    class_id unsafe, unsafe_old;
    method_id stream_new;        // ObjectStreamClass.newInstance
    bool streams;                // it is called
    class_id reflector;          // ObjectStreamClass.FieldReflector
    VEC(class_id) native_class;  // of whose objects native code sets fields
    method_id finalize;
};

// --- objects.c: objects, their kinds, masks ---------------------------------

var_id pts_var(struct pointsto *h);
// The object that the instruction at pc of `maker` makes.
obj_id pts_object(struct pointsto *h, type_id r, method_id maker, u2 pc);
// The object of class c that this instruction makes; or the one for all of c, if the
// analysis merges them.
obj_id pts_object_made(struct pointsto *h, class_id c, method_id maker, u2 pc);
// The object that stands for all of class c.
obj_id pts_object_of(struct pointsto *h, class_id c);
obj_id pts_class_object(struct pointsto *h, class_id c);
// The objects that can be cast to c.
mask_id pts_cast_mask(struct pointsto *h, class_id c);
// The objects that a variable of declared type c can hold, as the verifier sees to it.
mask_id pts_declared_mask(struct pointsto *h, class_id c);
// The objects that are thrown past a handler of class c.
mask_id pts_escape_mask(struct pointsto *h, class_id c);
// A variable with those objects of v that can be cast to c.
var_id pts_part(struct pointsto *h, var_id v, class_id c);
// A variable with all objects that pass as a c.
var_id pts_any(struct pointsto *h, class_id c);
// What a model's call of that kind passes for a parameter of type c: any object, if
// c is a class; only what is known to be passed, if it is Object or an interface, or if
// somebody says what is passed (PASSED_ANY).
var_id pts_passed(struct pointsto *h, class_id c, enum edge_kind kind);
// On what a model's call of that kind calls a method of class c.
var_id pts_passed_self(struct pointsto *h, class_id c, enum edge_kind kind);
// What the JVM throws that passes as a c.
var_id pts_thrown_by_jvm(struct pointsto *h, class_id c);
// Tells solve of the classes that have objects now.
void pts_tell(struct pointsto *h);
// Code makes objects from streams.
void pts_stream(struct pointsto *h);
mask_id pts_field_mask(void *context, obj_id o, u4 field);
void pts_fill_fields(struct pointsto *h);
void pts_native_fields(struct pointsto *h, obj_id o);
// The reference fields of an object of class c, one after another: *i starts at
// 0, 0 ends.
field_id pts_next_field(struct pointsto *h, class_id *c, u4 *i);

// --- calltargets.c -----------------------------------------------------------

// The variables of a method: the result; behind it what it throws, then its
// parameters that are references, the receiver first.
var_id pts_method(struct pointsto *h, method_id m);
enum { METHOD_THROWN = 1, METHOD_PARAMS = 2 };
void pts_link(struct pointsto *h, const struct pts_call *c, method_id m,
              bool receiver);
// A call of `method` on args[0].
group_id pts_group_call(struct pointsto *h, const struct pts_call *c,
                        class_id type, method_id method, bool fixed);
void pts_selected(void *context, struct solve *s, group_id g, u4 i);
void pts_model_called(void *context, struct solve *s, method_id m,
                      enum edge_kind kind);
void pts_model_called_lambda(void *context, struct solve *s, lambda_id l,
                             enum edge_kind kind);
void pts_made_lambda(void *context, struct solve *s, lambda_id l);
// What a call by a model returns and throws goes to those that may take it.
void pts_give_back(struct pointsto *h, var_id result, var_id thrown,
                   enum edge_kind kind);
bool pts_make_asked(struct pointsto *h);
void pts_arrived(void *context, u4 watch, const struct set *fresh);
void pts_watch(struct pointsto *h, var_id v, enum watch_kind kind, u4 of);

// An object of the boxes' class for a value of that primitive type.
void pts_box(struct pointsto *h, char type, var_id to);

// --- reflected.c -------------------------------------------------------------

group_id pts_reflected(void *context, struct solve *s,
                       const struct solve_reflected *r);
void pts_reflected_any(void *context, struct solve *s,
                       const struct solve_reflected *r, enum any_what what);

// --- client.c ----------------------------------------------------------------

extern const struct solve_client pts_client;
// A call of m on an object of a client's class.
void pts_link_client(struct pointsto *h, const struct pts_call *c, method_id m);
void pts_model_called_client(void *context, struct solve *s, method_id m,
                             enum edge_kind kind);

// --- bodyflow.c, native.c ----------------------------------------------------

void pts_read(void *context, struct solve *s, node_id n);
enum value_effect pts_effect(const struct pointsto *h, method_id m);
// Does at one call what method m does; false if it is done for all calls together.
bool pts_link_effect(struct pointsto *h, const struct pts_call *c, method_id m);
// A native method became reachable.
void pts_native(struct pointsto *h, method_id m);

// --- fields.c ----------------------------------------------------------------

// Does that method of Unsafe read or write references?
bool pts_unsafe_method(const struct pointsto *h, method_id m);
// A call of a method of Unsafe.
void pts_unsafe(struct pointsto *h, const struct pts_call *c);
// A call of a method of Unsafe, made where objects are serialised.
void pts_unsafe_serial(struct pointsto *h, const struct pts_call *c);
// A call of a VarHandle, by name and descriptor.
void pts_access(struct pointsto *h, const struct pts_call *c, sig_id sig);
void pts_read_field(struct pointsto *h, const struct pts_call *c);
void pts_write_field(struct pointsto *h, const struct pts_call *c);
// A method that looks fields up, or NULL.
const struct field_finder *pts_finder(struct str class, struct str name);
bool pts_takes_class(const struct field_finder *finder, u4 arg);
// The method is called.
void pts_ask(struct pointsto *h, const struct field_finder *finder);
// The method is called with that name.
void pts_ask_name(struct pointsto *h, const struct field_finder *finder,
                  struct str name);
// The method is called with classes in v, and names that nobody knows.
void pts_ask_class(struct pointsto *h, const struct field_finder *finder,
                   var_id v);
// Code asks for any field of any class.
void pts_ask_all(struct pointsto *h);
// Objects can be serialised.
void pts_ask_serial(struct pointsto *h);
void pts_arrived_fields(struct pointsto *h, u4 finder, const struct set *fresh);
void pts_arrived_serial(struct pointsto *h, const struct set *fresh);
void pts_arrived_handled(struct pointsto *h, const struct set *fresh);
bool pts_connect_fields(struct pointsto *h);
// Lets accesses without an object read and write static field f, if code asks for it.
void pts_connect_static(struct pointsto *h, field_id f);

// --- pointsto.c -----------------------------------------------------------------

var_id pts_static(struct pointsto *h, field_id f);

#endif
