// SPDX-License-Identifier: MIT
// What annotations say that a program can read: classes and texts, by element.
//
// Left out are annotations that a JVM does not keep (RuntimeInvisible...), and those of
// types in code, which it has no way to ask for.
#include "analysis/classfile/annotvalues.h"

#include "analysis/base/cursor.h"
#include "analysis/classfile/annot.h"
#include "analysis/classfile/attr.h"

struct telling {
    struct cf_class *c;
    void (*found)(void *context, const struct annot_value *v);
    void *context;
};

// The class that such a descriptor is of; "" if it is of none.
static struct str class_of(struct str desc) {
    bool ok = desc.n > 2 && desc.p[0] == 'L' && desc.p[desc.n - 1] == ';';
    return ok ? (struct str){desc.p + 1, desc.n - 2} : STR("");
}

static void tell(const struct telling *t, const struct annot_item *item) {
    const struct cf_class *c = t->c;
    struct annot_value v = {
        .annotation = item->type ? class_of(cp_str(c, item->type))
                                 : cp_name_of(c, c->this_class),
        .element = cp_str(c, item->element),
        .is_class = item->tag == 'c',
        .text = cp_str(c, item->value),
    };
    if (v.annotation.n) {
        t->found(t->context, &v);
    }
}

static void tell_rest(const struct telling *t, struct annot_reader *r) {
    for (struct annot_item item; annot_next(r, &item);) {
        if (item.tag == 'c' || item.tag == 's') {
            tell(t, &item);
        }
    }
}

static void tell_list(const struct telling *t, struct cursor *cur, bool types) {
    for (u4 n = cur_u2(cur); n && cur_ok(cur); n--) {
        if (types) {
            attr_skip_target(cur);
        }
        struct annot_reader r;
        annot_open(&r, t->c, cur);
        tell_rest(t, &r);
    }
}

static void tell_parameters(const struct telling *t, struct cursor *cur) {
    for (u4 n = cur_u1(cur); n && cur_ok(cur); n--) {
        tell_list(t, cur, false);
    }
}

static void tell_default(const struct telling *t, struct cursor *cur,
                         u2 element) {
    if (t->c->access_flags & ACC_ANNOTATION) {
        struct annot_reader r;
        annot_open_default(&r, t->c, cur, element);
        tell_rest(t, &r);
    }
}

// The attributes at an offset, of a method those of that name (Utf8).
static void tell_attrs(const struct telling *t, u4 at, char where, u2 method) {
    struct attr_iter it = attr_each(t->c, at, where);
    for (struct cf_attr a; attr_next(&it, &a);) {
        struct cursor cur = cur_at(t->c->in, a.at, a.len);
        switch (a.kind) {
        case ATTR_RuntimeVisibleAnnotations:
            tell_list(t, &cur, false);
            break;
        case ATTR_RuntimeVisibleTypeAnnotations:
            tell_list(t, &cur, true);
            break;
        case ATTR_RuntimeVisibleParameterAnnotations:
            tell_parameters(t, &cur);
            break;
        case ATTR_AnnotationDefault:
            tell_default(t, &cur, method);
            break;
        default:
            break;
        }
    }
}

// JVMS 4.7.30
static void tell_record(const struct telling *t) {
    const struct cf_class *c = t->c;
    struct bytes body;
    if (!cf_find_attr(c, c->at, STR("Record"), &body)) {
        return;
    }
    struct cursor cur = cur_at(c->in, (size_t)(body.p - c->in.p), body.n);
    for (u4 n = cur_u2(&cur); n && cur_ok(&cur); n--) {
        cur_skip(&cur, 4);  // its name and type
        u4 at = (u4)cur_off(&cur);
        attr_skip_list(&cur);
        if (cur_ok(&cur)) {
            tell_attrs(t, at, 'R', 0);
        }
    }
}

void annot_values(struct cf_class *c,
                  void (*found)(void *context, const struct annot_value *v),
                  void *context) {
    const struct telling t = {c, found, context};
    tell_attrs(&t, c->at, 'C', 0);
    tell_record(&t);
    for (u4 i = 0; i < c->n_fields; i++) {
        tell_attrs(&t, c->fields[i].at, 'F', 0);
    }
    for (u4 i = 0; i < c->n_methods; i++) {
        tell_attrs(&t, c->methods[i].at, 'M', c->methods[i].name);
    }
}
