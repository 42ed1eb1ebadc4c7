// SPDX-License-Identifier: MIT
// What code stores in an array, wherever the array goes: in the method that makes it, in
// those that it is passed to, in those that it is returned to, and through fields. Where
// it goes further, its elements are open.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/reach/reach.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

// Methods that only read arrays which they take.
static bool is_reader(struct cp_ref r, u4 arg) {
    static const char *const classes[] = {
        "java/lang/Class",          "java/lang/String",
        "java/lang/reflect/Method", "java/lang/reflect/Constructor",
        "java/lang/reflect/Proxy",  "java/lang/invoke/MethodType",
    };
    if (str_eq(r.owner, STR("java/lang/System"))) {
        return str_eq(r.name, STR("arraycopy")) && arg == 0;
    }
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (str_eq(r.owner, str_of(classes[i]))) {
            return true;
        }
    }
    return false;
}

// What an array is asked as an object changes nothing.
static bool is_read(const struct cf_class *cf, const struct flow_stmt *st,
                    u4 arg) {
    bool on_object = st->kind != FLOW_STATIC && st->kind != FLOW_DYNAMIC;
    return (on_object && arg == 0) || is_reader(cp_ref_of(cf, st->ref), arg);
}

static bool is_among(const struct flow *f, const struct flow_stmt *st, u4 v) {
    for (u4 i = 0; i < st->n; i++) {
        if (f->args[st->a + i] == v) {
            return true;
        }
    }
    return false;
}

bool fills_lets_go(const struct dynamic *d, method_id m, const struct flow *f,
                   const struct flow_stmt *st, u4 v) {
    const struct cf_class *cf = d->w->class.v[d->w->method.v[m].class].cf;
    switch (st->kind) {
    case FLOW_PHI:
        return is_among(f, st, v);
    case FLOW_CAST:
        return st->a == v;
    case FLOW_AASTORE:
    case FLOW_PUTFIELD:
    case FLOW_PUTSTATIC:
    case FLOW_RETURN:
        return st->v == v;
    default:
        break;
    }
    for (u4 i = 0; flow_is_call(st) && i < st->n; i++) {
        if (f->args[st->a + i] == v && !is_read(cf, st, i)) {
            return true;
        }
    }
    return false;
}

void fills_copy(struct dynamic *d, method_id m, u4 v, trace_id to) {
    if (v) {
        trace_copy(d, trace_of(d, TRACE_FILL, true, m, v), to);
    }
}

static void passed(struct dynamic *d, trace_id t, method_id m,
                   const struct flow *f, const struct flow_stmt *st) {
    const u4 v = d->trace.v[t].b;
    const struct cf_class *cf = d->w->class.v[d->w->method.v[m].class].cf;
    for (u4 i = 0; i < st->n; i++) {
        if (f->args[st->a + i] != v || is_read(cf, st, i)) {
            continue;
        }
        if (st->kind == FLOW_DYNAMIC) {
            trace_open(d, t);
        } else {
            trace_copy(
                d, trace_of(d, TRACE_FILL_CALL, true, m, st->pc | i << 16), t);
        }
    }
}

static void returned(struct dynamic *d, trace_id t, method_id m) {
    if (trace_is_result_followed(d, d->w->method.v[m].sig, true)) {
        trace_copy(d, trace_of(d, TRACE_FILL_CALLER, true, m, 0), t);
    } else {
        trace_open(d, t);
    }
}

static void goes_on(struct dynamic *d, trace_id t, method_id m,
                    const struct flow *f, const struct flow_stmt *st) {
    switch (st->kind) {
    case FLOW_PHI:
    case FLOW_CAST:
        fills_copy(d, m, st->v, t);
        break;
    case FLOW_PUTFIELD:
    case FLOW_PUTSTATIC:
        trace_from_field(d, t, m, st->ref);
        break;
    case FLOW_RETURN:
        returned(d, t, m);
        break;
    case FLOW_AASTORE:
        trace_open(d, t);
        break;
    default:
        passed(d, t, m, f, st);
        break;
    }
}

void fills_expand(struct dynamic *d, trace_id t) {
    const struct trace row = d->trace.v[t];
    const struct flow *f = form_of(d, row.a);
    if (form_is_missing(f)) {
        trace_open(d, t);
    }
    for (u4 i = 0; i < f->n_stmts; i++) {
        const struct flow_stmt *st = &f->stmt[i];
        if (fills_lets_go(d, row.a, f, st, row.b)) {
            goes_on(d, t, row.a, f, st);
        } else if (st->kind == FLOW_AASTORE && st->a == row.b && st->v) {
            trace_copy(d, trace_of(d, TRACE_LOCAL, false, row.a, st->v), t);
        }
    }
}

void fills_from_target(struct dynamic *d, trace_id t, method_id target,
                       u4 arg) {
    struct str type = trace_param_type(d->w, target, arg + 1);
    if (trace_is_followed(type, true)) {
        fills_copy(d, target, arg + 1, t);
    } else {
        trace_open(d, t);
    }
}
