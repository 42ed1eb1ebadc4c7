// SPDX-License-Identifier: MIT
// A class file as bytes plus index (JVMS 4): what this folder is for.
//
// The model keeps the input and an index into it. Constants, members and
// attributes are decoded into small fixed-size rows; names and attribute
// bodies stay where they are in the input, as offsets. Everything that holds a
// code offset is decoded further, on demand, by code.h. So a header-only
// reading touches no attribute body, a full one allocates a handful of arrays,
// and writing the model back (rewriter/edit/classwrite) gives the input byte
// for byte: nothing that the format can express is normalised away.
//
// The input must live as long as the model; rows live in the arena given.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_CLASSFILE_H
#define CCINSTR_ANALYSIS_CLASSFILE_CLASSFILE_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/base/types.h"

enum cp_tag {
    CP_NONE = 0,  // index 0 and the slot behind a Long or Double
    CP_UTF8 = 1,
    CP_INTEGER = 3,
    CP_FLOAT = 4,
    CP_LONG = 5,
    CP_DOUBLE = 6,
    CP_CLASS = 7,
    CP_STRING = 8,
    CP_FIELDREF = 9,
    CP_METHODREF = 10,
    CP_INTERFACE_METHODREF = 11,
    CP_NAME_AND_TYPE = 12,
    CP_METHOD_HANDLE = 15,
    CP_METHOD_TYPE = 16,
    CP_DYNAMIC = 17,
    CP_INVOKE_DYNAMIC = 18,
    CP_MODULE = 19,
    CP_PACKAGE = 20,
    CP_N_TAGS
};

// One constant. `a` and `b` are the two indices of a pair (the kind and the
// index of a method handle), the only index of others is `a`.
struct cp_entry {
    u1 tag;
    u1 attr;  // for Utf8: enum attr_kind of this name, 0 until asked
    u2 len;   // for Utf8: its bytes
    union {
        u4 at;     // Utf8, Long, Double: offset of the bytes in the input
        u4 value;  // Integer, Float
        struct {
            u2 a, b;
        };
    };
};
_Static_assert(sizeof(struct cp_entry) == 8, "a constant is 8 bytes");

struct cf_attr {
    u2 name;   // Utf8
    u1 kind;   // enum attr_kind
    bool bad;  // its body is not what JVMS says; kept, not to be read
    u4 at;     // offset of its body in the input
    u4 len;
};

struct cf_attrs {
    struct cf_attr *v;
    u4 n;
};

struct cf_member {
    u2 access_flags;
    u2 name;  // Utf8
    u2 desc;  // Utf8
    u4 at;    // offset of its attribute list in the input
    struct cf_attrs attrs;
};

struct cf_class {
    struct bytes in;
    u2 minor, major;
    struct cp_entry *pool;
    u4 n_pool;  // constant_pool_count: valid indices are 1 .. n_pool - 1
    u2 access_flags;
    u2 this_class, super_class;
    u2 n_interfaces;
    u2 n_fields, n_methods;
    u2 *interfaces;
    struct cf_member *fields;
    struct cf_member *methods;
    u4 at;  // offset of its attribute list in the input
    struct cf_attrs attrs;
};

enum {
    CF_MAGIC = 0xCAFEBABE,
    CF_MAJOR_MIN = 45,
    CF_MAJOR_MAX = 69,
};

enum acc {
    ACC_PUBLIC = 0x0001,
    ACC_PRIVATE = 0x0002,
    ACC_PROTECTED = 0x0004,
    ACC_STATIC = 0x0008,
    ACC_FINAL = 0x0010,
    ACC_BRIDGE = 0x0040,
    ACC_VARARGS = 0x0080,
    ACC_TRANSIENT = 0x0080,  // of a field
    ACC_NATIVE = 0x0100,
    ACC_INTERFACE = 0x0200,
    ACC_ABSTRACT = 0x0400,
    ACC_SYNTHETIC = 0x1000,
    ACC_ANNOTATION = 0x2000,
    ACC_ENUM = 0x4000,
    ACC_MODULE = 0x8000,
};

enum cf_depth {
    CF_HEADERS,  // names, super types, members; no attribute is looked at
    CF_ALL,
};

// Reads `in` into c. False, after a diagnostic, when it is no class file that
// we understand; versions above CF_MAJOR_MAX are warned of and read.
bool cf_parse(struct cf_class *c, struct bytes in, enum cf_depth depth,
              struct arena *a, const struct place *at, struct diag *d);

static inline bool cp_is(const struct cf_class *c, u4 i, u1 tag) {
    return i < c->n_pool && c->pool[i].tag == tag;
}

// The text of a Utf8 that is known to be one.
static inline struct str cp_str(const struct cf_class *c, u4 i) {
    return (struct str){(const char *)c->in.p + c->pool[i].at, c->pool[i].len};
}

// The name of a Class (Module, Package, String), or "" when i is none.
struct str cp_name_of(const struct cf_class *c, u4 i);

// The parts that a reference (Fieldref ... InvokeDynamic) names.
struct cp_ref {
    struct str owner;  // "" for dynamic ones
    struct str name;
    struct str desc;
};
struct cp_ref cp_ref_of(const struct cf_class *c, u4 i);
// The reference that an instruction has is one to a constructor.
bool cp_is_constructor(const struct cf_class *c, u4 i);

// The first attribute of that name in the list at an offset of the input
// (cf_member.at, cf_class.at); for a class of which only headers were read.
// False when there is none, or the list is broken.
bool cf_find_attr(const struct cf_class *c, u4 at, struct str name,
                  struct bytes *body);

// The class's SourceFile, likewise; "" if it has none.
struct str cf_source(const struct cf_class *c);

// The body of the Code of a method; for a class of which only headers were read, too.
// False when there is none, or the list is broken. c remembers which constant is the
// name.
bool cf_find_code(struct cf_class *c, const struct cf_member *m,
                  struct bytes *body);

// `at` with the member's name filled in.
struct place cf_place(const struct cf_class *c, const struct cf_member *m,
                      const struct place *at);

#endif
