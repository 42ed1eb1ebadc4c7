// SPDX-License-Identifier: MIT
// Writes Int to a file.
#include "analysis/interface/inttext.h"

#include "analysis/base/file.h"
#include "analysis/base/order.h"
#include "analysis/base/shown.h"
#include "analysis/classfile/desc.h"
#include "analysis/interface/interface.h"
#include "analysis/world/world.h"

static void put(struct emit *out, struct str s) {
    emit_bytes(out, s.p, s.n);
}

static const char *const primitives[] = {"Bbyte",  "Cchar", "Ddouble",
                                         "Ffloat", "Iint",  "Jlong",
                                         "Sshort", "Vvoid", "Zboolean"};
enum { N_PRIMITIVES = sizeof primitives / sizeof *primitives };

char inttext_primitive(struct str name) {
    for (size_t i = 0; i < N_PRIMITIVES; i++) {
        if (str_eq(name, str_of(primitives[i] + 1))) {
            return primitives[i][0];
        }
    }
    return '\0';
}

static struct str primitive_name(char letter) {
    for (size_t i = 0; i < N_PRIMITIVES; i++) {
        if (primitives[i][0] == letter) {
            return str_of(primitives[i] + 1);
        }
    }
    return STR("?");
}

// What has a meaning in a line is \xHH, but for a blank and a backslash; the rest is
// as in all text.
static void put_next(struct emit *out, struct str name, size_t *at) {
    char c = name.p[*at];
    if (c == ' ' || c == '\\') {
        put(out, c == ' ' ? STR("\\s") : STR("\\\\"));
        ++*at;
    } else if (c && strchr("#(),:*[].", c)) {
        shown_byte(out, (u1)c);
        ++*at;
    } else {
        shown_next(out, name, at);
    }
}

static void put_name(struct emit *out, struct str name) {
    for (size_t i = 0; i < name.n;) {
        put_next(out, name, &i);
    }
}

// A class may be called like a primitive type, or none.
void inttext_class(struct emit *out, struct str name) {
    size_t i = 0;
    if (inttext_primitive(name) || str_eq(name, STR("none"))) {
        shown_byte(out, (u1)name.p[i++]);
    }
    while (i < name.n) {
        if (name.p[i] == '/') {
            emit_u1(out, '.');
            i++;
        } else {
            put_next(out, name, &i);
        }
    }
}

static void put_type(struct emit *out, struct str desc) {
    size_t dims = 0;
    while (dims < desc.n && desc.p[dims] == '[') {
        dims++;
    }
    if (desc.n - dims > 2) {
        inttext_class(out, (struct str){desc.p + dims + 1, desc.n - dims - 2});
    } else if (desc.n > dims) {
        put(out, primitive_name(desc.p[dims]));
    }
    for (size_t i = 0; i < dims; i++) {
        put(out, STR("[]"));
    }
}

void inttext_method(struct emit *out, const struct world *w, method_id m) {
    struct desc_method d = {0};
    sig_id sig = w->method.v[m].sig;
    desc_method(world_sig_desc(w, sig), &d);
    put_name(out, world_sig_name(w, sig));
    emit_u1(out, '(');
    for (bool first = true; d.args.n; first = false) {
        struct str t = desc_next(&d.args);
        if (t.n == 0) {
            break;
        }
        put(out, first ? STR("") : STR(","));
        put_type(out, t);
    }
    emit_u1(out, ')');
    if (!str_eq(world_sig_name(w, sig), STR("<init>"))) {
        emit_u1(out, ':');
        put_type(out, d.ret);
    }
}

void inttext_field(struct emit *out, const struct world *w, field_id f) {
    put_name(out, world_sig_name(w, w->field.v[f].sig));
}

// --- The file ----------------------------------------------------------------

struct int_lines {
    const struct world *w;
    struct arena arena;
    struct emit text;
    VEC(struct str) line;
};

static void end_line(struct int_lines *l) {
    struct str s = {(const char *)l->text.p, l->text.n};
    vec_push(&l->line, arena_str(&l->arena, s));
    emit_reset(&l->text);
}

static void put_member(struct int_lines *l, struct int_member m, bool method) {
    inttext_class(&l->text, l->w->class.v[m.c].name);
    emit_u1(&l->text, '#');
    if (method) {
        inttext_method(&l->text, l->w, m.member);
    } else {
        inttext_field(&l->text, l->w, m.member);
    }
    end_line(l);
}

static void put_array(struct int_lines *l, struct str how, class_id array) {
    put(&l->text, how);
    put_type(&l->text, l->w->class.v[array].name);
    end_line(l);
}

// Without any line those of signatures would be taken.
static void put_arrays(struct int_lines *l, struct str how, const class_id *v,
                       u4 n) {
    for (u4 i = 0; i < n; i++) {
        put_array(l, how, v[i]);
    }
    if (n == 0) {
        put(&l->text, how);
        put(&l->text, STR("none"));
        end_line(l);
    }
}

static int line_order(const void *a, const void *b) {
    return str_order(*(const struct str *)a, *(const struct str *)b);
}

static void gather(struct int_lines *l, const struct interface *interface) {
    for (u4 i = 0; i < interface->method.n; i++) {
        put_member(l, interface->method.v[i], true);
    }
    for (u4 i = 0; i < interface->field.n; i++) {
        put_member(l, interface->field.v[i], false);
    }
    put_arrays(l, STR("instantiated "), interface->made.v, interface->made.n);
    put_arrays(l, STR("accessed "), interface->indexed.v, interface->indexed.n);
    SORT(l->line.v, l->line.n, line_order);
}

bool inttext_write(const struct interface *interface, const struct world *w,
                   const char *path) {
    struct int_lines l = {.w = w};
    struct emit all;
    arena_init(&l.arena);
    emit_init(&l.text, SIZE_MAX / 2);
    emit_init(&all, SIZE_MAX / 2);
    gather(&l, interface);
    put(&all, STR(INTTEXT_HEAD));
    for (u4 i = 0; i < l.line.n; i++) {
        // A second field of that name has the same line.
        if (i == 0 || !str_eq(l.line.v[i - 1], l.line.v[i])) {
            put(&all, l.line.v[i]);
            emit_u1(&all, '\n');
        }
    }
    bool ok = file_replace_own(path, INTTEXT_HEAD, (struct bytes){all.p, all.n},
                               w->diag);
    vec_free(&l.line);
    emit_release(&l.text);
    emit_release(&all);
    arena_release(&l.arena);
    return ok;
}
