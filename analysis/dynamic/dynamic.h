// SPDX-License-Identifier: MIT
// Reflection: which classes and members code asks for by name, and what it does
// with them. What this folder is for.
//
// Idea. Names, and Class, Method, Constructor and Field objects, are *tokens*. A
// call of Class.forName, Method.invoke and their like (reflect.def) is found when
// its method becomes reachable. The value that it takes is followed backwards
// through the value-flow forms of methods: to constants, to what callers pass, to
// what callees return, to what fields hold, and through methods that make one
// token of another. Each token that comes to the call has its effect there: an
// initialiser, a constructor, a call.
//
// All of it happens when the work list of the solver is empty. Callers and targets
// that are new since then add tokens; none is ever taken back, so the order of the
// work changes nothing. A value that can also be something else than its tokens is
// *open*.
#ifndef CCINSTR_ANALYSIS_DYNAMIC_DYNAMIC_H
#define CCINSTR_ANALYSIS_DYNAMIC_DYNAMIC_H

#include "analysis/models/models.h"
#include "analysis/reach/reach.h"

// What is assumed, from the weakest assumption to the strongest (paper 004); each
// level's edges are among those of the one before.
enum dynamic_level {
    DYNAMIC_OFF,           // reflection does nothing
    DYNAMIC_BEHAVED,       // it may do anything that bytecode can tell
    DYNAMIC_ENCAPSULATED,  // it keeps to Java's access rules
    DYNAMIC_CASTS,         // casts of what it makes succeed
    DYNAMIC_STRINGS,       // names that can be known are
    DYNAMIC_ENVIRONMENT,  // and so are properties and variables of the environment
    DYNAMIC_RESOLVED,     // what stays unknown does nothing, and is told
};

// A file that the user says names classes.
struct resource_text {
    struct str path, text;
};

struct dynamic_spec {
    enum dynamic_level level;
    const char *const *properties;  // "K=V"
    size_t n_properties;
    bool no_resource_names;  // names of classes in resource files mean nothing
    const struct resource_text *resources;  // but in these they do
    u4 n_resources;
};

struct dynamic;

struct dynamic_effects;

// models: what this gives everything on to; effects: what becomes of what is followed
// (analysis/effects makes both).
struct dynamic *dynamic_new(struct world *w, struct models *models,
                            const struct dynamic_spec *spec,
                            struct dynamic_effects *effects);
void dynamic_free(struct dynamic *d);
struct solve_hooks dynamic_hooks(struct dynamic *d);

// --- When it has run -----------------------------------------------------------

enum reflect_kind {
    REFLECT_LOADS,    // Class.forName and its like
    REFLECT_MAKES,    // newInstance, of Class and Constructor
    REFLECT_CALLS,    // Method.invoke
    REFLECT_READS,    // Field.get and set
    REFLECT_FINDS,    // MethodHandles.Lookup
    REFLECT_PROXIES,  // Proxy.newProxyInstance
    REFLECT_STREAMS,  // ObjectInputStream
    REFLECT_N_KINDS
};

// A reachable call that reflects.
struct reflect_site {
    method_id method, called;
    u2 pc;
    u1 kind;           // enum reflect_kind
    bool initialises;  // Class.forName, of what loads classes
    bool is_open;      // not all that it may get is known
    u4 n_found;        // classes or members that are
    class_id cast;     // to which its result is cast, or 0
    u4 n_fitting;  // classes outside the JDK that fit it, if they were counted
    struct str part;  // what is known of the name, '*' for the rest; or ""
};

// The sites, in the order in which they were found.
u4 dynamic_n_sites(struct dynamic *d);
struct reflect_site dynamic_site(const struct dynamic *d, u4 i);
// Who names a class that reflection may mean (edges of kind guess): a line of a resource
// file, one without an archive if the user gives it; string constants of a class; or code
// that gets it.
struct reflect_naming {
    struct str archive, entry;  // or ""
    u4 line;
    class_id class;    // or 0
    method_id method;  // or 0
    u2 pc;
};
// The first who does; false if nobody does.
bool dynamic_naming(const struct dynamic *d, class_id c,
                    struct reflect_naming *to);
// The keys of properties and variables that were asked for.
u4 dynamic_n_keys(const struct dynamic *d);
struct str dynamic_key(const struct dynamic *d, u4 i);
// Reachable calls that make members accessible to code that may not use them.
u4 dynamic_n_accessible(const struct dynamic *d);

#endif
