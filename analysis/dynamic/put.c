// SPDX-License-Identifier: MIT
// Classes, members and names of classes that the program puts where anything may be:
// into collections, fields of type Object, what a lambda keeps. There nobody follows
// them, so they are loose.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/classfile/scan.h"
#include "analysis/world/world.h"

// --- Which values -------------------------------------------------------------

static bool is_reflected(struct str class_name) {
    return str_eq(class_name, STR("java/lang/Class")) ||
           str_eq(class_name, STR("java/lang/reflect/Method")) ||
           str_eq(class_name, STR("java/lang/reflect/Constructor")) ||
           str_eq(class_name, STR("java/lang/reflect/Field"));
}

struct body {
    struct dynamic *d;
    method_id m;
    const struct cf_class *cf;
    const struct cf_member *member;
    const struct flow *f;
};

enum value_kind { OTHER, ONE, ARRAY };

// "[Ljava/lang/Class;" is an array, too.
static enum value_kind kind_of_type(struct flow_type t) {
    struct str name = t.name;
    bool is_array = t.array;
    if (!is_array && name.n > 3 && name.p[0] == '[' && name.p[1] == 'L') {
        is_array = true;
        name = (struct str){name.p + 2, name.n - 3};
    }
    return !is_reflected(name) ? OTHER : is_array ? ARRAY : ONE;
}

// Is it what Class.getName gives?
static bool is_name(const struct body *b, const struct flow_stmt *st) {
    struct cp_ref r = st && st->kind == FLOW_VIRTUAL ? cp_ref_of(b->cf, st->ref)
                                                     : (struct cp_ref){0};
    return r.name.n && str_eq(r.owner, STR("java/lang/Class")) &&
           str_eq(r.name, STR("getName"));
}

static enum value_kind kind_of_declared(const struct body *b, u4 v) {
    return v ? kind_of_type(flow_type(b->cf, b->member, b->f->value[v]))
             : OTHER;
}

static enum value_kind kind_of(const struct body *b, u4 v) {
    const struct flow_stmt *st = form_definition(b->f, v);
    if (!v || v >= b->f->n_values) {
        return OTHER;
    }
    if (st && st->kind == FLOW_PHI && st->n) {
        v = b->f->args[st->a];
        st = form_definition(b->f, v);
    }
    if (is_name(b, st)) {
        return ONE;
    }
    if (st && st->kind == FLOW_AALOAD) {
        enum value_kind of = kind_of_declared(b, st->a);
        return of == ARRAY ? ONE : OTHER;
    }
    return kind_of_declared(b, v);
}

// --- Where they are put -------------------------------------------------------

// Classes and members are of these types, too, which are followed no further.
static bool is_anything(struct str type) {
    static const char *const types[] = {
        "Ljava/lang/Object;",
        "[Ljava/lang/Object;",
        "Ljava/lang/reflect/Type;",
        "Ljava/lang/reflect/AnnotatedElement;",
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (str_eq(type, str_of(types[i]))) {
            return true;
        }
    }
    return false;
}

static void put(const struct body *b, u4 v) {
    enum value_kind kind = kind_of(b, v);
    if (kind != OTHER) {
        struct dynamic *d = b->d;
        op_id o = op_new(d, &(struct op){.kind = OP_PUT, .at = b->m});
        op_take(d, o, trace_of(d, TRACE_LOCAL, kind == ARRAY, b->m, v));
    }
}

static void put_args(const struct body *b, const struct flow_stmt *st) {
    struct desc_method desc;
    bool keeps = st->kind == FLOW_DYNAMIC;
    if (!desc_method(cp_ref_of(b->cf, st->ref).desc, &desc)) {
        return;
    }
    u4 i = st->kind == FLOW_STATIC || keeps ? 0 : 1;
    while (i < st->n && desc.args.n) {
        struct str type = desc_next(&desc.args);
        if (type.n > 1 && (keeps || is_anything(type))) {
            put(b, b->f->args[st->a + i]);
        }
        i += type.n > 1;
    }
}

// A lambda's body gives what it returns to whoever calls it.
static bool returns_anything(const struct body *b) {
    const struct world *w = b->d->w;
    sig_id sig = w->method.v[b->m].sig;
    struct desc_method desc;
    return desc_method(world_sig_desc(w, sig), &desc) &&
           (is_anything(desc.ret) ||
            str_starts(world_sig_name(w, sig), STR("lambda$")));
}

static void read_body(const struct body *b) {
    bool returns = returns_anything(b);
    for (u4 i = 0; i < b->f->n_stmts; i++) {
        const struct flow_stmt *st = &b->f->stmt[i];
        if (flow_is_call(st)) {
            put_args(b, st);
        } else if (st->kind == FLOW_RETURN && returns) {
            put(b, st->v);
        } else if (st->kind == FLOW_AASTORE && kind_of(b, st->a) == OTHER) {
            put(b, st->v);
        } else if ((st->kind == FLOW_PUTFIELD || st->kind == FLOW_PUTSTATIC) &&
                   is_anything(cp_ref_of(b->cf, st->ref).desc)) {
            put(b, st->v);
        }
    }
}

// --- Which methods --------------------------------------------------------------

static bool mentions(struct str desc) {
    return memmem(desc.p, desc.n, "Ljava/lang/Class;", 17) ||
           memmem(desc.p, desc.n, "Ljava/lang/reflect/", 19);
}

static bool is_ref(const struct cf_class *cf, u4 i) {
    return cp_is(cf, i, CP_FIELDREF) || cp_is(cf, i, CP_METHODREF) ||
           cp_is(cf, i, CP_INTERFACE_METHODREF) ||
           cp_is(cf, i, CP_INVOKE_DYNAMIC);
}

// Most methods have no such values, and need no form. This reads code that nobody has
// checked.
static bool may_have(const struct dynamic *d, method_id m) {
    const struct world *w = d->w;
    const struct world_method wm = w->method.v[m];
    const struct cf_class *cf = w->class.v[wm.class].cf;
    struct bytes code;
    struct scan scan;
    if (!cf || wm.access_flags & ACC_NATIVE || !world_code(w, m, &code) ||
        !scan_open(&scan, cf, code)) {
        return false;
    }
    if (mentions(world_sig_desc(w, wm.sig))) {
        return true;
    }
    for (struct scan_insn i; scan_next(&scan, &i);) {
        bool loads = i.op == OPC_ldc || i.op == OPC_ldc_w;
        bool refers = i.op >= OPC_getstatic && i.op <= OPC_invokedynamic &&
                      is_ref(cf, i.index);
        if ((loads && cp_is(cf, i.index, CP_CLASS)) ||
            (refers && mentions(cp_ref_of(cf, i.index).desc))) {
            return true;
        }
    }
    return false;
}

void put_read(struct dynamic *d, method_id m) {
    if (may_have(d, m)) {
        const struct world_method *wm = &d->w->method.v[m];
        const struct cf_class *cf = d->w->class.v[wm->class].cf;
        const struct body b = {d, m, cf, &cf->methods[wm->index],
                               form_of(d, m)};
        read_body(&b);
    }
}
