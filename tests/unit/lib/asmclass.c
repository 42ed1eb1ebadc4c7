// SPDX-License-Identifier: MIT
// asmclass.c - a small class-file assembler: what no compiler writes, tests do.

#include "tests/unit/lib/asmclass.h"

#include "analysis/base/diag.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 32 << 20 };

static u4 hex_digit(char c) {
    const char *digits = "0123456789ABCDEF";
    const char *p = c ? strchr(digits, c) : NULL;
    if (!p) {
        BUG("'%c' is no hex digit", c);
    }
    return (u4)(p - digits);
}

static void put_number(struct emit *e, char width, u4 value) {
    switch (width) {
    case '1':
        emit_u1(e, value);
        break;
    case '2':
        emit_u2(e, value);
        break;
    case '4':
        emit_u4(e, value);
        break;
    default:
        BUG("%%%c is no width", width);
    }
}

void vput(struct emit *e, const char *p, va_list ap) {
    while (*p) {
        if (*p == ' ') {
            p++;
        } else if (*p == '%') {
            put_number(e, p[1], va_arg(ap, u4));
            p += 2;
        } else {
            u4 byte = hex_digit(p[0]) << 4 | hex_digit(p[1]);
            p += 2;
            unsigned long n = 1;
            if (*p == '*') {
                char *end;
                n = strtoul(p + 1, &end, 10);
                p = end;
            }
            while (n--) {
                emit_u1(e, byte);
            }
        }
    }
}

void put(struct emit *e, const char *bytes, ...) {
    va_list ap;
    va_start(ap, bytes);
    vput(e, bytes, ap);
    va_end(ap);
}

void asm_attrs_init(struct asm_attrs *as) {
    as->n = 0;
    emit_init(&as->body, ROOM);
}

void asm_attrs_release(struct asm_attrs *as) {
    emit_release(&as->body);
}

void asm_init(struct asm_class *a, u2 major) {
    *a = (struct asm_class){.major = major, .n_pool = 1};
    emit_init(&a->pool, ROOM);
    emit_init(&a->interfaces, ROOM);
    emit_init(&a->fields, ROOM);
    emit_init(&a->methods, ROOM);
    emit_init(&a->out, 2 * ROOM);
    asm_attrs_init(&a->attrs);
    a->access_flags = 0x0021;
    a->this_class = asm_class_const(a, "T");
    a->super_class = asm_class_const(a, "java/lang/Object");
}

void asm_release(struct asm_class *a) {
    emit_release(&a->pool);
    emit_release(&a->interfaces);
    emit_release(&a->fields);
    emit_release(&a->methods);
    emit_release(&a->out);
    asm_attrs_release(&a->attrs);
}

u2 asm_const(struct asm_class *a, const char *bytes, ...) {
    va_list ap;
    va_start(ap, bytes);
    vput(&a->pool, bytes, ap);
    va_end(ap);
    return (u2)a->n_pool++;
}

u2 asm_utf8(struct asm_class *a, const char *text) {
    emit_u1(&a->pool, 1);
    emit_u2(&a->pool, (u4)strlen(text));
    emit_bytes(&a->pool, text, strlen(text));
    return (u2)a->n_pool++;
}

u2 asm_class_const(struct asm_class *a, const char *name) {
    u2 utf8 = asm_utf8(a, name);
    return asm_const(a, "07 %2", utf8);
}

u2 asm_long(struct asm_class *a, u4 high, u4 low) {
    u2 i = asm_const(a, "05 %4 %4", high, low);
    a->n_pool++;
    return i;
}

u2 asm_ref(struct asm_class *a, u1 tag, const char *owner, const char *name,
           const char *desc) {
    u2 class = asm_class_const(a, owner);
    u2 n = asm_utf8(a, name);
    u2 d = asm_utf8(a, desc);
    u2 both = asm_const(a, "0C %2 %2", n, d);
    return asm_const(a, "%1 %2 %2", tag, class, both);
}

void asm_attr_emit(struct asm_class *a, struct asm_attrs *as, const char *name,
                   const struct emit *body) {
    emit_u2(&as->body, asm_utf8(a, name));
    emit_u4(&as->body, (u4)body->n);
    emit_bytes(&as->body, body->p, body->n);
    as->n++;
}

void asm_attr(struct asm_class *a, struct asm_attrs *as, const char *name,
              const char *bytes, ...) {
    emit_u2(&as->body, asm_utf8(a, name));
    size_t hole = emit_hole4(&as->body);
    va_list ap;
    va_start(ap, bytes);
    vput(&as->body, bytes, ap);
    va_end(ap);
    emit_fill4(&as->body, hole);
    as->n++;
}

static void member(struct asm_class *a, struct emit *e, u2 flags,
                   const char *name, const char *desc) {
    u2 n = asm_utf8(a, name);
    u2 d = asm_utf8(a, desc);
    put(e, "%2 %2 %2", flags, n, d);
}

static void put_attrs(struct emit *e, const struct asm_attrs *attrs) {
    emit_u2(e, attrs ? attrs->n : 0);
    if (attrs) {
        emit_bytes(e, attrs->body.p, attrs->body.n);
    }
}

void asm_method_raw(struct asm_class *a, u2 flags, const char *name,
                    const char *desc, const struct asm_attrs *attrs) {
    member(a, &a->methods, flags, name, desc);
    put_attrs(&a->methods, attrs);
    a->n_methods++;
}

void asm_field_raw(struct asm_class *a, u2 flags, const char *name,
                   const char *desc, const struct asm_attrs *attrs) {
    member(a, &a->fields, flags, name, desc);
    put_attrs(&a->fields, attrs);
    a->n_fields++;
}

void asm_code(struct asm_class *a, const struct asm_method *m) {
    struct emit *e = &a->methods;
    member(a, e, m->access_flags, m->name, m->desc);
    bool narrow = a->major == 45 && a->minor <= 2;
    put(e, "00 01 %2", asm_utf8(a, "Code"));
    size_t hole = emit_hole4(e);
    put(e, narrow ? "%1 %1 %2" : "%2 %2 %4", m->max_stack, m->max_locals,
        (u4)m->code->n);
    emit_bytes(e, m->code->p, m->code->n);
    emit_u2(e, m->handlers ? (u4)(m->handlers->n / 8) : 0);
    if (m->handlers) {
        emit_bytes(e, m->handlers->p, m->handlers->n);
    }
    put_attrs(e, m->attrs);
    emit_fill4(e, hole);
    a->n_methods++;
}

struct bytes asm_finish(struct asm_class *a) {
    struct emit *e = &a->out;
    emit_reset(e);
    put(e, "CA FE BA BE %2 %2 %2", a->minor, a->major, a->n_pool);
    emit_bytes(e, a->pool.p, a->pool.n);
    put(e, "%2 %2 %2 %2", a->access_flags, a->this_class, a->super_class,
        (u4)a->interfaces.n / 2);
    emit_bytes(e, a->interfaces.p, a->interfaces.n);
    emit_u2(e, a->n_fields);
    emit_bytes(e, a->fields.p, a->fields.n);
    emit_u2(e, a->n_methods);
    emit_bytes(e, a->methods.p, a->methods.n);
    emit_u2(e, a->attrs.n);
    emit_bytes(e, a->attrs.body.p, a->attrs.body.n);
    return (struct bytes){e->p, e->n};
}
