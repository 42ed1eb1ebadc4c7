// SPDX-License-Identifier: MIT
// natives.def as tables: what methods do that their code does not say.
#ifndef CCINSTR_ANALYSIS_MODELS_NATIVES_H
#define CCINSTR_ANALYSIS_MODELS_NATIVES_H

#include "analysis/base/str.h"
#include "analysis/base/types.h"
#include "analysis/reach/reach.h"

// What objects a method returns, copies or writes; the table says what each means.
enum value_effect {
    AS_TYPED,
    RETURNS_FIRST,
    RETURNS_CLASS,
    COPIES,
    LOADS_ELEMENT,
    STORES_ELEMENT,
    READS_FIELD,
    WRITES_FIELD,
    MAKES_OBJECT,
    MAKES_ARRAY,
    MAKES_ARRAYS,
    RETURNS_MADE,
    RETURNS_RESULT,
    WALKS_STACK,
    SETS_STATIC,
    RETURNS_ANY_CLASS,
    POLYMORPHIC,  // in no row: its calls pass whatever they like
};

enum native_act { NATIVE_UNTOLD, NATIVE_NOTHING, NATIVE_CALLS, NATIVE_MAKES };

struct native_effect {
    enum native_act act;
    enum edge_kind kind;
    const char *what;  // a method or a class
};

enum { MOST_EFFECTS = 3 };

struct native_row {
    struct str class, name, desc;  // how the descriptor begins
    bool has_code;
    enum value_effect value;
    struct native_effect effect[MOST_EFFECTS + 1];  // NATIVE_UNTOLD ends
};

extern const struct native_row native_rows[];
extern const u4 n_native_rows;

// The row of that method, or NULL.
const struct native_row *native_find(struct str class, struct str name,
                                     struct str desc);
// Do native methods of that class that have no row call and make nothing?
bool native_has_others(struct str class);

// How code asks for fields.
enum {
    BY_OFFSET = 1u << 0,      // to use Unsafe or a VarHandle
    BY_REFLECTION = 1u << 1,  // what can be used in any way
    BY_HANDLE = 1u << 2,
    BY_STATIC = 1u << 3,   // a handle of a static field
    UNREFLECTS = 1u << 4,  // what was got by reflection becomes a handle
};
enum { NO_CLASS = 0xFF };

struct field_finder {
    struct str class, name;
    u1 how;
    u1 class_arg;  // that is the class; NO_CLASS
    bool inherited;
};

extern const struct field_finder field_finders[];
extern const u4 n_field_finders;

// Classes that calls of that kind pass as an Object.
struct native_pass {
    enum edge_kind kind;
    const char *class;
};

extern const struct native_pass native_passes[];
extern const u4 n_native_passes;

// Classes of whose objects native code sets fields.
extern const char *const native_classes[];
extern const u4 n_native_classes;

// Classes whose other native methods call and make nothing.
extern const struct str native_others[];
extern const u4 n_native_others;

#endif
