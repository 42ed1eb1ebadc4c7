// SPDX-License-Identifier: MIT
// Classes as a world: what this folder is for. Every class that an analysis
// may meet has a dense id, its members too, and all questions about the
// hierarchy are answered here (resolve, access).
//
// A class is *named* as soon as some loaded class mentions it, and *loaded*
// when somebody needs it: then its headers are parsed, its super types loaded
// as well, and it is linked into the hierarchy. Ids are given in the order of
// naming, which depends on the input alone. Subclass tests use displays (per
// class the chain of its superclasses, indexed by depth), interface tests a
// set of pairs; both grow and never need renumbering, so classes can be loaded
// while an analysis runs. Arrays are classes too. A class that no source has
// is a *phantom*: it is given Object as superclass and no members.
//
// Bytes stay where the sources have them (the JDK's image is mapped); rows
// and tables live in the arena of the world.
#ifndef CCINSTR_ANALYSIS_WORLD_WORLD_H
#define CCINSTR_ANALYSIS_WORLD_WORLD_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/base/vec.h"
#include "analysis/classfile/classfile.h"
#include "analysis/sources/sources.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"

// Ids are dense, and 0 is none.
typedef u4 class_id;
typedef u4 method_id;
typedef u4 field_id;
typedef u4 sig_id;  // a name with a descriptor
typedef u4 ref_id;

enum class_state {
    CLASS_NAMED,    // mentioned
    CLASS_READING,  // its super types are being loaded
    CLASS_LOADED,
};

enum receiver_kind {
#define RECEIVER(kind, prefix) RECEIVER_##kind,
#include "analysis/world/receivers.def"
    N_RECEIVER_KINDS
};
extern const char *const receiver_prefix[N_RECEIVER_KINDS];

enum class_flags {
    CLASS_ARRAY = 1u << 0,
    CLASS_PHANTOM = 1u << 1,
    CLASS_COMPONENT = 1u << 2,
    CLASS_DEFAULTS = 1u << 3,  // an interface with instance methods that have
                               // code: it is initialised with its subclasses
    CLASS_FIELDS = 1u << 4,    // its fields were entered
    CLASS_JDK = 1u << 5,       // the JDK has it, be it a component or not
    CLASS_CLIENT = 1u << 6,    // stands for clients' subclasses (world_client)
};

struct world_class {
    struct str name;  // binary, with '/'; of an array its descriptor
    u1 state;
    u1 flags;  // enum class_flags
    u2 access_flags;
    const class_id *interface;  // those it names
    u4 n_interfaces;
    u4 n_supers;
    const class_id *supers;   // all its interfaces, inherited ones too
    const class_id *display;  // display[0] is Object, display[depth] itself
    u4 depth;
    class_id elem;   // of an array: its component type; 0 if primitive
    class_id array;  // the array of it, if somebody asked
    method_id clinit;
    method_id method;  // the first of n_methods
    u4 n_methods;
    struct cf_class *cf;  // NULL for arrays and phantoms
    u4 *link;   // per constant of a Class, NameAndType or reference its id
    u4 origin;  // for src_place
};

// The part of a class that a search upwards reads. It lies apart from the rest, for
// the cache's sake. The methods of a class are a small hash table by sig_id.
struct world_up {
    u8 declares;  // a bit for the sig of each method
    method_id *declared;
    u4 mask;  // places in declared - 1
    class_id super;
};

struct world_method {
    class_id class;
    sig_id sig;
    u2 access_flags;
    u2 index;  // in the class file
};

struct world_field {
    class_id class;
    sig_id sig;
    u2 access_flags;
};

// A Methodref, InterfaceMethodref or Fieldref, one for all classes that have it, and
// what it resolves to (resolve.h).
struct world_ref {
    class_id owner;
    sig_id sig;
    bool interface;  // an InterfaceMethodref
    bool field;      // a Fieldref
    bool resolved;   // `member` is known, even if 0
    u4 member;       // method_id or field_id
};

// Classes and members that we must know by name.
struct world_known {
    class_id object, string, cloneable, serializable, throwable;
    class_id method_handle, var_handle;
    sig_id clinit;
};

struct world {
    struct sources *src;  // borrowed
    struct diag *diag;
    struct diag unsaid;  // messages of a first reading, never shown (load.c)
    struct arena arena;
    struct intern name;  // class_id
    struct intern sig;   // sig_id
    VEC(struct world_class) class;
    VEC(struct world_up) up;  // by class_id
    VEC(struct world_method) method;
    VEC(struct world_field) field;
    VEC(struct world_ref) ref;
    struct idmap declared_field;
    struct idmap implements;  // (class, interface) -> 1
    struct idmap refs;        // (owner, sig) -> ref of a method
    struct idmap refs_itf;    // (owner, sig) -> ref of an interface's method
    struct idmap refs_field;  // (owner, sig) -> ref of a field
    struct idmap *defaults;   // (class, sig) -> method + 1, of resolve.c
    VEC(struct world_todo {
        class_id class;
        u4 n_linked;  // how many of its super types are linked
    })
    todo;  // being loaded
    u4 n_loaded;
    u4 n_phantoms;
    struct world_known known;
};

void world_init(struct world *w, struct sources *src, struct diag *d);
void world_release(struct world *w);

// The id of a class or array, by binary name or array descriptor.
class_id world_class(struct world *w, struct str name);
// The class of arrays of c.
class_id world_array_of(struct world *w, class_id c);
// The class of arrays that newarray makes by that operand; 0 if there is none.
class_id world_primitive_array(struct world *w, u4 code);
// The class or array of a field descriptor; 0 for primitives and malformed ones.
class_id world_type(struct world *w, struct str desc);
// Loads c and its super types, unless they are loaded.
void world_load(struct world *w, class_id c);
sig_id world_sig(struct world *w, struct str name, struct str desc);
// The unknown subclass of c, or class that implements it, which clients of a
// component may have: a class without members of its own, named client:C. It also
// implements those interfaces, if it is made now.
class_id world_client(struct world *w, class_id c, const class_id *interface,
                      u4 n);

// The class of constant i (a Class) of class c.
class_id world_class_at(struct world *w, class_id c, u4 i);
// The reference that constant i (a Fieldref, Methodref or InterfaceMethodref)
// is; 0 if it is none of them.
ref_id world_ref_at(struct world *w, class_id c, u4 i);
// The reference to a method `sig` of `owner`, which need stand in no class file.
ref_id world_ref(struct world *w, class_id owner, sig_id sig, bool interface);
// The reference to a field `sig` of `owner`, which need stand in no class file.
ref_id world_ref_field(struct world *w, class_id owner, sig_id sig);

// The class of that name, copied, if there is one in the sources, or 0. It need not be
// loaded.
class_id world_find_class(struct world *w, struct str name);
// The method that "class.name:descriptor" says, loading its class; 0 if it
// declares none.
method_id world_find_method(struct world *w, struct str text);

// The body of a method's Code attribute; false when it has none.
bool world_code(const struct world *w, method_id m, struct bytes *body);
// Where m is, for messages.
struct place world_place(const struct world *w, method_id m);

// A hash of sig: the upper bits choose its bit in world_up.declares, the lower ones
// its place in world_up.declared.
static inline u4 world_sig_hash(const struct world *w, sig_id sig) {
    return hash_u8(w->sig.key, sig);
}

// The method that class c itself declares, or 0.
static inline method_id world_declared(const struct world *w, class_id c,
                                       sig_id sig) {
    const struct world_up *up = &w->up.v[c];
    u4 hash = world_sig_hash(w, sig);
    if (!(up->declares >> (hash >> 26) & 1)) {
        return 0;
    }
    for (u4 i = hash & up->mask; up->declared[i]; i = (i + 1) & up->mask) {
        if (w->method.v[up->declared[i]].sig == sig) {
            return up->declared[i];
        }
    }
    return 0;
}
// The field that class c itself declares, or 0.
field_id world_declared_field(struct world *w, class_id c, sig_id sig);

static inline bool world_implements(const struct world *w, class_id c,
                                    class_id interface) {
    return idmap_find(&w->implements, idmap_key(c, interface)) != 0;
}

bool world_is_array_of(const struct world *w, class_id a, class_id array);

// May a value of class a be used as a b (JVMS 4.10.1.2, 6.5 checkcast)? Both
// are loaded.
static inline bool world_is_subtype(const struct world *w, class_id a,
                                    class_id b) {
    const struct world_class *ka = &w->class.v[a], *kb = &w->class.v[b];
    if (kb->depth <= ka->depth && ka->display[kb->depth] == b) {
        return true;
    }
    if (kb->access_flags & ACC_INTERFACE || kb->flags & CLASS_PHANTOM) {
        return world_implements(w, a, b);
    }
    return kb->flags & CLASS_ARRAY && world_is_array_of(w, a, b);
}

static inline bool world_is_static(const struct world *w, method_id m) {
    return (w->method.v[m].access_flags & ACC_STATIC) != 0;
}

// Not abstract, not an interface: objects of exactly this class can exist.
static inline bool world_is_concrete(const struct world *w, class_id c) {
    const struct world_class *k = &w->class.v[c];
    return !(k->access_flags & (ACC_ABSTRACT | ACC_INTERFACE)) &&
           !(k->flags & CLASS_PHANTOM);
}

static inline struct str world_sig_name(const struct world *w, sig_id s) {
    return w->sig.row.v[s].a;
}

static inline struct str world_sig_desc(const struct world *w, sig_id s) {
    return w->sig.row.v[s].b;
}

#endif
