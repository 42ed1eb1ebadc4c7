// SPDX-License-Identifier: MIT
// What bytecode does not say: the JVM's own calls, native methods,
// invokedynamic, method handles. What this folder is for.
//
// The tables (vm.def; natives.def, see natives.h) and the functions here turn such knowledge
// into sites and receivers of the solver, through its hooks. What the models meet and do
// not understand goes to a list, `unfollowed`, which graph --gaps prints.
#ifndef CCINSTR_ANALYSIS_MODELS_MODELS_H
#define CCINSTR_ANALYSIS_MODELS_MODELS_H

#include "analysis/reach/reach.h"

enum unfollowed_kind {
    UNFOLLOWED_NATIVE,
    UNFOLLOWED_DYNAMIC,
    UNFOLLOWED_REFLECT,
    UNFOLLOWED_HANDLE,
    UNFOLLOWED_N_KINDS
};

// Something that the analysis met and does not follow.
struct unfollowed {
    u1 kind;  // enum unfollowed_kind
    u2 pc;
    method_id method;
    struct str what;
};

enum handle_finder { FOUND_OUTSIDE, FOUND_BY_INVOKE, FOUND_BY_JDK };

struct known_handle {
    method_id method;
    group_id special;  // of a handle that runs the method itself, or 0
    u1 found;          // enum handle_finder: the first of those who found it
};

// All calls of handles with that name and descriptor.
struct handle_call {
    sig_id sig;
    bundle_id bundle;
};

struct models {
    struct world *w;
    u4 release;
    VEC(struct unfollowed) unfollowed;
    bool is_followed;      // what is no constant is followed by somebody else
    struct idmap by_text;  // address of a text in the tables -> id + 1
    bundle_id handles;     // calls of all methods that handles stand for
    VEC(struct known_handle) handle;
    struct idmap handle_of;               // (special, method) -> index + 1
    VEC(struct handle_call) handle_call;  // outside of the JDK
    struct idmap handle_at_call;  // their indices + 1 -> 1: the call may run it
    u1 made;  // enum handle_finder: code outside has handles that the JDK made,
              // which may run what these have found, at any call
    VEC(struct solve_late) boot_site;  // those that run bootstrap methods
    VEC(method_id) boot;               // bootstrap methods
    VEC(method_id) guard_site;  // VarHandleGuards, which call what follows
    VEC(class_id) var_handle;   // subclasses of VarHandle that have objects
    struct idmap boots;         // by class, see indy.c
    VEC(u4) boot_at;
    struct idmap seen;     // what is in one of the lists
    struct idmap bundle;   // (class, sig or kind) -> bundle_id
    class_id guards;       // VarHandleGuards
    class_id lookup;       // MethodHandles.Lookup
    class_id proxy;        // java.lang.reflect.Proxy
    u4 n_nodes;            // that were looked at for its calls
    u4 n_late;             // sites that were looked at for the same
    bool species;          // the classes of bound method handles are receivers
    struct idmap literal;  // classes that reachable code names with ldc
    VEC(struct named_class {
        class_id class;
        bool is_ours;  // not by the JDK
    })
    arrays_of;    // classes whose arrays may be asked for
    u4 n_arrays;  // those that are done
    bool arrays_of_arrays;
    VEC(class_id) enums;   // and other classes that code names, to look at
    u4 n_enums;            // that were looked at
    VEC(class_id) serial;  // serializable classes that have objects
    VEC(class_id) serial_lambda;  // classes that make serializable lambdas
    u4 *service_done;             // by service row of the sources
    VEC(class_id) annotation;     // types that may be annotations, to look at
    u4 n_groups;                  // that were looked at for annotations
    VEC(u4) serial_done;          // by row of serials.def: how many of `serial`
    u4 serial_lambda_done;
};

void models_init(struct models *m, struct world *w);
void models_release(struct models *m);

// Clients may make handles of handles, and give them to the component.
void models_have_clients(struct models *m, struct solve *s);

// Code of class `in` finds a handle on that method; one of class `special`, if it is not
// 0, runs the method itself, whatever it is called on.
void models_find_handle(struct models *m, struct solve *s, class_id in,
                        method_id target, class_id special);

// Method m has at pc a dynamic proxy of these interfaces, whose handler may be any.
void models_make_proxy(struct models *m, struct solve *s, method_id caller,
                       u2 pc, const class_id *interface, u4 n);

// Method `by` lists the constants of class c, if it is an enum.
void models_list_enum(struct solve *s, method_id by, class_id c);

// Code asks ServiceLoader for class c.
void models_ask_service(struct models *m, struct solve *s, class_id c);

// Arrays of class c are made by reflection; of arrays, too.
void models_make_arrays(struct solve *s, class_id c, bool of_arrays);

// A stream may hold objects of class c; lambdas that it makes.
void models_may_read(struct models *m, struct solve *s, class_id c);
void models_may_read_lambdas(struct models *m, struct solve *s, class_id c);

struct solve_hooks models_hooks(struct models *m);

// What the JVM runs and makes whatever the program.
void models_start(struct models *m, struct solve *s);

// Does anything here tell what that native method does?
bool models_know_native(const struct world *w, method_id m);

extern const char *const unfollowed_name[UNFOLLOWED_N_KINDS];

#endif
