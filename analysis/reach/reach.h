// SPDX-License-Identifier: MIT
// Which methods can run, which classes can have objects, and what each call
// site can call: the analyses by declared types (CHA and RTA).
//
// Idea. A virtual site asks only two things: the declared type T of its
// receiver, and the method R that its reference resolves to. All sites that
// agree in both form a *group*, and the answer is one for all: whatever R
// selects in the receivers that T can hold. The two analyses differ in nothing
// but when a class becomes a receiver: at once and for good if it is concrete
// (CHA), or when a reachable method allocates it (RTA).
//
// Representation. Each type keeps the list of its receivers and of its groups;
// a new receiver is dispatched on the groups of all its super types, a new
// group on all receivers of its type. Dispatching makes the target reachable
// and notes it in the group, once for all its sites: edges are derived from
// that when somebody lists them (callgraph/edges).
//
// Models (models/) say what the bytecode does not: native code, invokedynamic, the
// JVM's own calls. They listen through `struct solve_hooks` and answer through
// solve_edge, solve_call, solve_allocate, solve_initialise. None of these runs
// anything: they put methods on the work list.
#ifndef CCINSTR_ANALYSIS_REACH_REACH_H
#define CCINSTR_ANALYSIS_REACH_REACH_H

#include "analysis/world/world.h"

typedef u4 group_id;   // 0 is none
typedef u4 lambda_id;  // 0 is none
typedef u4 node_id;    // of a reachable method; 0 is none
typedef u4 bundle_id;  // 0 is none
typedef u4 holder_id;  // what holds receivers: a class_id, or a value

// Bit of a holder_id that is a value, which the engine numbers.
enum { HOLDER_VALUE = 0x80000000u };

enum edge_kind {
#define EDGE(id, name) EDGE_##id,
#include "analysis/reach/edges.def"
#undef EDGE
    EDGE_N_KINDS,
    // No kind of edge: how calls by reflection of which nobody knows what they run pass
    // objects (solve_reflect_any).
    PASSED_ANY = EDGE_N_KINDS,
    N_PASSED
};

// What a call that reflects does, when nobody knows to what.
enum any_what {
    ANY_LOAD,
    ANY_NEW,
    ANY_CONSTRUCT,
    ANY_INVOKE,
    ANY_FIELD,   // reads or writes fields
    ANY_ARRAY,   // makes arrays
    ANY_NATIVE,  // native code may do all of that
};

// Callers that are no methods.
enum {
    CALLER_MAIN = 0xFFFFFFFEu,
    CALLER_VM = 0xFFFFFFFFu,
};
enum { SITE_NO_PC = 0xFFFF };

// The most dimensions of an array that code is thought to make by reflection.
enum { SOLVE_DIMENSIONS = 3 };

enum site_shape {
    SITE_DIRECT,   // method `what`; no receiver, or one nobody can look at
    SITE_NEW,      // constructor `what` of an object just made
    SITE_GROUP,    // group `what`
    SITE_INIT,     // the initialisers that class `what` triggers
    SITE_BUNDLE,   // bundle `what`
    SITE_MISSING,  // reference `what` that resolves to nothing
};

struct solve_site {
    u2 pc;     // of its instruction, or SITE_NO_PC
    u1 shape;  // enum site_shape
    u1 kind;   // enum edge_kind
    u4 what;
};
_Static_assert(sizeof(struct solve_site) == 8, "a site is 8 bytes");

// A site that was found after the body of its method was done.
struct solve_late {
    method_id caller;
    struct solve_site site;
};

struct solve_node {
    method_id method;
    u4 first_site;
    u4 n_sites;
    method_id from;  // who made it reachable
    u2 pc;           // and where
    u1 kind;         // and how
};

enum { TARGET_THROUGH = 0xFFFFFFFFu };

struct solve_group {
    holder_id holder;
    class_id type;     // that the reference names
    method_id method;  // what it resolves to
    group_id next;     // of the same holder
    bool fixed;        // `method` itself runs, whatever the receiver
    bool active;
    u2 model_kinds;     // bits of edge_kind: models call it so
    u4 room;            // of target
    method_id *target;  // what each receiver of the type selects, in their
                        // order; 0 for none, TARGET_THROUGH for what a lambda
                        // runs. NULL if fixed.
    struct solve_late first;  // the first site
};

// Sites that many instructions have in common; their pc is that of the
// instruction. A bundle may grow.
struct solve_bundle {
    VEC(struct solve_site) site;
    struct solve_late first;  // the first of them
    bool taken;
    bool is_any;  // its calls pass what PASSED_ANY says
};

// A receiver is a class, or a lambda object (TYPE_LAMBDA | lambda_id).
typedef u4 type_id;
enum { TYPE_LAMBDA = 0x80000000u };

// The object that an invokedynamic of LambdaMetafactory makes; or, if `proxy`,
// a dynamic proxy, whose methods all run the same.
struct solve_lambda {
    bool proxy;
    class_id interface;
    const class_id *marker;  // further interfaces
    u4 n_markers;
    const sig_id *sig;  // what it implements: the first, and bridges
    u4 n_sigs;
    method_id caller;        // who makes it
    u2 pc;                   // and where, if it is no proxy
    struct solve_site body;  // what runs: SITE_DIRECT, SITE_NEW or SITE_GROUP
    bool entered;
};

struct solve_holder {
    VEC(type_id) receiver;
    group_id groups;
};

struct solve;

// What the placeholder main of a component does (interface/). A scan knows all of
// it from the sites of main, and leaves these NULL.
struct solve_client {
    // Calls m of class c. Returns the group, if m is an instance method.
    group_id (*call)(void *context, struct solve *s, class_id c, method_id m);
    // Makes an object by that constructor (0: without one).
    void (*make)(void *context, struct solve *s, class_id c, method_id init);
    void (*field)(void *context, struct solve *s, class_id c, field_id f);
    void (*elements)(void *context, struct solve *s, class_id array);
};

// A call by reflection: the call statement at pc of `caller` runs `target`. Values are
// those of the caller's form (flow.h), 0 for none.
struct solve_reflected {
    method_id caller;
    u2 pc;
    enum edge_kind kind;
    class_id type;     // on objects of which it is called
    method_id target;  // a constructor, a static method, or what is selected by
    u4 receiver, args, result;
    u4 n_params;  // of the form
};

// The part that reads bodies. For CHA and RTA it is a scan (solve_scan), which leaves
// NULL what it need not hear of; for points-to analyses it makes constraints of them
// (pointsto/).
struct solve_engine {
    void *context;
    // Adds the sites of a reachable method to s->site, and takes them.
    void (*read)(void *context, struct solve *s, node_id n);
    // Receiver i of the holder of g has selected g's target i.
    void (*selected)(void *context, struct solve *s, group_id g, u4 i);
    // A model calls m in that way; nobody knows the arguments.
    void (*model_called)(void *context, struct solve *s, method_id m,
                         enum edge_kind kind);
    void (*model_called_lambda)(void *context, struct solve *s, lambda_id l,
                                enum edge_kind kind);
    // A model makes an object of class c.
    void (*made)(void *context, struct solve *s, class_id c);
    // A model makes the object of lambda l.
    void (*made_lambda)(void *context, struct solve *s, lambda_id l);
    // A model calls m on an object of a client's class, which may override it.
    void (*model_called_client)(void *context, struct solve *s, method_id m,
                                enum edge_kind kind);
    // A call by reflection with known arguments. Returns the group of a call on an
    // object.
    group_id (*reflected)(void *context, struct solve *s,
                          const struct solve_reflected *r);
    // A call by reflection of nobody knows what; of native code there is no caller.
    void (*reflected_any)(void *context, struct solve *s,
                          const struct solve_reflected *r, enum any_what what);
    // The group of calls of `method` on reference argument i of the invokedynamic
    // that is being read.
    group_id (*on_argument)(void *context, struct solve *s, u4 i, class_id type,
                            method_id method);
    // No body is left to read. False if nothing came of this.
    bool (*run)(void *context, struct solve *s);
    struct solve_client client;
};
extern const struct solve_engine solve_scan;

struct solve_hooks {
    void *context;
    // A native method became reachable.
    void (*native)(void *context, struct solve *s, method_id m);
    // An invokedynamic, or an ldc of a class, a method handle or type, or a
    // dynamic constant, at pc of m; i is the constant.
    void (*constant)(void *context, struct solve *s, method_id m, u2 pc, u4 i);
    // A call of a signature-polymorphic method.
    void (*polymorphic)(void *context, struct solve *s, method_id m, u2 pc,
                        ref_id r);
    // The first object of a class.
    void (*allocated)(void *context, struct solve *s, class_id c);
    // Nothing is left to do: a chance to add something.
    void (*idle)(void *context, struct solve *s);
    // The last chance: idle added nothing. True if it must be asked again. NULL: none.
    bool (*last)(void *context, struct solve *s);
};

struct solve_counts {
    u4 n_dispatched;  // pairs of group and receiver, if it was not fixed
    u4 n_bytes;       // of code that was read
};

struct solve {
    struct world *w;
    struct solve_hooks hooks;
    struct solve_engine engine;
    struct arena arena;
    VEC(struct solve_node) node;
    VEC(node_id) node_of;         // by method
    VEC(struct solve_site) site;  // of all nodes, in node order
    VEC(struct solve_late) late;
    VEC(struct solve_group) group;
    VEC(struct solve_lambda) lambda;
    VEC(struct solve_bundle) bundle;
    VEC(struct solve_holder) type;   // by class
    VEC(struct solve_holder) value;  // by holder_id without HOLDER_VALUE
    VEC(u1) class_state;             // by class: enum solve_class_state
    VEC(group_id) group_of_ref;      // by reference
    struct idmap group_of;           // (holder, method) -> group
    struct idmap fixed_of;           // (holder, method) -> fixed group
    VEC(lambda_id) entered;          // lambdas called for the first time
    VEC(class_id) array;             // the arrays among the receivers
    VEC(class_id) array_type;        // the arrays among the types of groups
    u4 n_done;                       // nodes whose bodies were read
    method_id reading;               // the method whose body is being read
    struct solve_counts counts;
};

enum solve_class_state {
    SOLVE_ALLOCATED = 1u << 0,    // is a receiver
    SOLVE_INITIALISED = 1u << 1,  // its initialiser and those above can run
    SOLVE_CHAIN_KNOWN = 1u << 2,
    SOLVE_CHAIN = 1u << 3,  // there is an initialiser to run
};

void solve_init(struct solve *s, struct world *w,
                const struct solve_hooks *hooks,
                const struct solve_engine *engine);
void solve_release(struct solve *s);

// CHA: makes every loaded concrete class from `from` on a receiver.
void solve_take_all(struct solve *s, class_id from);
// Reads the bodies of reachable methods until there are no more.
void solve_run(struct solve *s);

// --- Hooks and roots may call these --------------------------------------

// Adds a site to a caller.
void solve_edge(struct solve *s, method_id caller, struct solve_site site);
// Adds a site that runs m: on any receiver of its class, if it is an instance
// method; on a new object, if it is a constructor.
void solve_call(struct solve *s, method_id caller, u2 pc, enum edge_kind kind,
                method_id m);
// A call by reflection; the class of a static method or a constructor is initialised.
void solve_reflect(struct solve *s, const struct solve_reflected *r);
// A call by reflection may do anything: its target counts for nothing, and what it calls
// stands in bundles. What all such calls are given can be passed by all, what they make
// or what comes back from what they call is what each of them gives.
void solve_reflect_any(struct solve *s, const struct solve_reflected *r,
                       enum any_what what);
void solve_allocate(struct solve *s, class_id c);
// An engine tells that class c has objects.
void solve_has_objects(struct solve *s, class_id c);
// An engine tells that holder h has one more receiver.
void solve_receive(struct solve *s, holder_id h, type_id r);
void solve_initialise(struct solve *s, method_id caller, u2 pc, class_id c);
// The same by an edge of another kind than EDGE_INIT.
void solve_initialise_as(struct solve *s, method_id caller, u2 pc,
                         enum edge_kind kind, class_id c);
// CALLER_MAIN, the placeholder, calls m on every c that it holds.
void solve_client_call(struct solve *s, class_id c, method_id m);
// The placeholder makes a c by a constructor, which may be that of a superclass, or
// (init 0) without one.
void solve_client_new(struct solve *s, class_id c, method_id init);
// The placeholder reads a field and, if it is not final, writes it.
void solve_client_field(struct solve *s, class_id c, field_id f);
// The placeholder reads and writes elements of arrays.
void solve_client_elements(struct solve *s, class_id array);
// The group of calls of `method` on objects of `type`.
group_id solve_group(struct solve *s, class_id type, method_id method);
// The group of calls that run `method` itself on objects of `type`.
group_id solve_fixed(struct solve *s, class_id type, method_id method);
// The group of calls of `method` on a value of that declared type.
group_id solve_group_of_value(struct solve *s, holder_id value, class_id type,
                              method_id method, bool fixed);
bundle_id solve_bundle(struct solve *s);
// One of what calls by reflection run of which nobody knows more.
bundle_id solve_bundle_of_any(struct solve *s);
void solve_bundle_add(struct solve *s, bundle_id b, struct solve_site site);
// Adds to a bundle the site that solve_call would add to a caller.
void solve_bundle_call(struct solve *s, bundle_id b, enum edge_kind kind,
                       method_id m);
// Adds a lambda. Its object becomes a receiver.
lambda_id solve_lambda(struct solve *s, const struct solve_lambda *l);

// --- When it has run -----------------------------------------------------

static inline node_id solve_node_of(const struct solve *s, method_id m) {
    return m < s->node_of.n ? s->node_of.v[m] : 0;
}

static inline const struct solve_holder *solve_holder(const struct solve *s,
                                                      holder_id h) {
    static const struct solve_holder none;
    if (h & HOLDER_VALUE) {
        return &s->value.v[h & ~HOLDER_VALUE];
    }
    return h < s->type.n ? &s->type.v[h] : &none;
}

// What receiver r selects for g: as in g->target.
method_id solve_select(const struct solve *s, const struct solve_group *g,
                       type_id r);

// What receiver i of that group's holder runs: a method; or 0 and in *through the
// lambda whose body runs; or 0 and NULL when the call is an error.
static inline method_id solve_target(const struct solve *s,
                                     const struct solve_group *g, u4 i,
                                     const struct solve_lambda **through) {
    type_id r = solve_holder(s, g->holder)->receiver.v[i];
    // A fixed group has no targets; nor has one that was never active, that of
    // a lambda that nobody calls.
    method_id m = g->active && !g->fixed ? g->target[i] : solve_select(s, g, r);
    *through = NULL;
    if (m == TARGET_THROUGH) {
        *through = &s->lambda.v[r & ~TYPE_LAMBDA];
        return 0;
    }
    return m;
}

// May clients' subclasses have a method of their own in place of m?
static inline bool solve_is_overridden(const struct world *w, method_id m) {
    u2 flags = w->method.v[m].access_flags;
    return !(flags & (ACC_FINAL | ACC_PRIVATE | ACC_STATIC)) &&
           flags & (ACC_PUBLIC | ACC_PROTECTED);
}

// The initialisers that class c triggers in a method of class `in` (0: of none), one
// after another: *i starts at 0; 0 ends. Those that have run before any method of
// `in` can are left out.
method_id solve_initialiser(const struct world *w, class_id c, class_id in,
                            u4 *i);
// Was class d initialised before any method of class `in` could run?
bool solve_ran_before(const struct world *w, class_id d, class_id in);

extern const char *const solve_edge_name[EDGE_N_KINDS];

#endif
