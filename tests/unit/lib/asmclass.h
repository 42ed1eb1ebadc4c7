// SPDX-License-Identifier: MIT
// asmclass.h - a small class-file assembler: what no compiler writes, tests do.
//
// It checks nothing, so broken classes can be made as well. Bytes are given as
// text: "2A B7 %2 B1" is aload_0, invokespecial of the constant that follows
// as an argument, return.
#ifndef CCINSTR_TESTS_UNIT_LIB_ASMCLASS_H
#define CCINSTR_TESTS_UNIT_LIB_ASMCLASS_H

#include "analysis/base/emit.h"

#include <stdarg.h>

// Appends bytes: pairs of hex digits as they are; %1, %2, %4 the next
// argument (an unsigned or int) in that many bytes. "2A*300" is repeated.
void put(struct emit *e, const char *bytes, ...);
void vput(struct emit *e, const char *bytes, va_list ap);

// A list of attributes while it grows.
struct asm_attrs {
    u4 n;
    struct emit body;
};

struct asm_class {
    u2 major, minor;
    u4 n_pool;  // constant_pool_count
    struct emit pool;
    u2 access_flags, this_class, super_class;
    u4 n_fields, n_methods;
    struct emit interfaces;  // indices of constants
    struct emit fields, methods;
    struct asm_attrs attrs;
    struct emit out;
};

// class T extends java/lang/Object of that version.
void asm_init(struct asm_class *a, u2 major);
void asm_release(struct asm_class *a);

// Constants; each call adds one. Returned is its index.
u2 asm_const(struct asm_class *a, const char *bytes, ...);
u2 asm_utf8(struct asm_class *a, const char *text);
u2 asm_class_const(struct asm_class *a, const char *name);
u2 asm_long(struct asm_class *a, u4 high, u4 low);
// tag: 9 Fieldref, 10 Methodref, 11 InterfaceMethodref
u2 asm_ref(struct asm_class *a, u1 tag, const char *owner, const char *name,
           const char *desc);

void asm_attrs_init(struct asm_attrs *as);
void asm_attrs_release(struct asm_attrs *as);
// An attribute of that name with this body, or with the body in e.
void asm_attr(struct asm_class *a, struct asm_attrs *as, const char *name,
              const char *bytes, ...);
void asm_attr_emit(struct asm_class *a, struct asm_attrs *as, const char *name,
                   const struct emit *body);

// A method with code. What is left zero is absent; `handlers` holds rows of
// eight bytes.
struct asm_method {
    u2 access_flags;
    const char *name, *desc;
    u2 max_stack, max_locals;
    const struct emit *code;
    const struct emit *handlers;
    const struct asm_attrs *attrs;  // of the code
};
void asm_code(struct asm_class *a, const struct asm_method *m);
// A member whose attributes are given, and a field without any.
void asm_method_raw(struct asm_class *a, u2 flags, const char *name,
                    const char *desc, const struct asm_attrs *attrs);
void asm_field_raw(struct asm_class *a, u2 flags, const char *name,
                   const char *desc, const struct asm_attrs *attrs);

// The class so far, in a->out.
struct bytes asm_finish(struct asm_class *a);

#endif
