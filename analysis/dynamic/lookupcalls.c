// SPDX-License-Identifier: MIT
// Calls that ask a MethodHandles.Lookup for a method handle, by classes and names that are
// followed.
//
// Such a call is two ops: one looks members up, as Class.getMethod would, in a class and
// above it; the other makes handles of what is found. The type that is asked for tells
// overloads apart where it is made of class literals in front of the call.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/world/world.h"

// --- The type that is asked for --------------------------------------------------

// The parameters that a call of MethodType.methodType names: "(I)" and the like; 0 if
// they are not known.
static text_id params_of_type(struct dynamic *d, method_id m,
                              const struct flow *f, u4 v) {
    class_id c = d->w->method.v[m].class;
    const struct flow_stmt *st = form_definition(f, v);
    struct cp_ref r = {0};
    if (st && st->kind == FLOW_STATIC) {
        r = cp_ref_of(d->w->class.v[c].cf, st->ref);
    }
    if (!str_eq(r.name, STR("methodType")) || st->n == 0) {
        return 0;
    }
    const u4 *arg = &f->args[st->a];
    if (str_starts(r.desc, STR("(Ljava/lang/Class;)"))) {
        return text_add(d, STR("()"));
    }
    if (str_starts(r.desc, STR("(Ljava/lang/Class;[Ljava/lang/Class;)"))) {
        return reflect_params_in(d, m, f, arg[1], st->pc);
    }
    if (!str_starts(r.desc, STR("(Ljava/lang/Class;Ljava/lang/Class;"))) {
        return 0;
    }
    struct str first = reflect_type_of(d, c, f, arg[1]);
    struct str rest = STR("()");
    if (st->n > 2) {
        text_id more = reflect_params_in(d, m, f, arg[2], st->pc);
        rest = more ? text_of(d, more) : STR("");
    }
    return first.n == 0 || rest.n == 0
               ? 0
               : text_add(d, str_of(arena_printf(&d->arena, "(%.*s%.*s",
                                                 STR_F(first), (int)rest.n - 1,
                                                 rest.p + 1)));
}

// --- The ops of a call -------------------------------------------------------------

// What looks members up; it has no operands yet.
static op_id search(struct dynamic *d, const struct op *row,
                    const struct flow *f, const struct flow_stmt *st) {
    bool init = row->kind == OP_FIND_INIT;
    u4 type = init ? 2 : 3;
    return op_new(
        d, &(struct op){
               .kind = init ? OP_INITS : OP_METHODS,
               .declared = init ? MEMBERS_DECLARED : MEMBERS_ALL,
               .at = row->at,
               .params = type < st->n ? params_of_type(d, row->at, f,
                                                       f->args[st->a + type])
                                      : 0,
               .to = trace_of(d, TRACE_BETWEEN, false, row->at, row->pc),
           });
}

static trace_id argument(struct dynamic *d, method_id m, const struct flow *f,
                         const struct flow_stmt *st, u4 i) {
    u4 v = i < st->n ? f->args[st->a + i] : 0;
    return v ? trace_of(d, TRACE_LOCAL, false, m, v) : 0;
}

// The class that a findSpecial or an unreflectSpecial names as its caller, or 0.
static class_id special_caller(struct dynamic *d, const struct op *row,
                               const struct flow *f,
                               const struct flow_stmt *st) {
    u4 i = row->kind == OP_FIND_SPECIAL        ? 4
           : row->kind == OP_UNREFLECT_SPECIAL ? 2
                                               : 0;
    class_id c = d->w->method.v[row->at].class;
    const struct flow_stmt *made =
        i && i < st->n ? form_definition(f, f->args[st->a + i]) : NULL;
    bool is = made && made->kind == FLOW_CONST &&
              cp_is(d->w->class.v[c].cf, made->ref, CP_CLASS);
    return is ? world_class_at(d->w, c, made->ref) : 0;
}

op_id lookup_of_call(struct dynamic *d, const struct op *row,
                     const struct flow *f, const struct flow_stmt *st) {
    struct op made = *row;
    made.to = 0;
    made.special = special_caller(d, row, f, st);
    trace_id found = argument(d, row->at, f, st, 1);
    bool searches =
        row->kind != OP_FIND_STATIC_FIELD && row->kind < OP_UNREFLECT && found;
    if (searches) {
        trace_id class = found, name = argument(d, row->at, f, st, 2);
        if (row->kind == OP_BIND) {
            class = trace_of(d, TRACE_BETWEEN, true, row->at, row->pc);
            reflect_take_class_of(
                d, class,
                reflect_declared_type(d, row->at, f, f->args[st->a + 1]));
        }
        op_id o = search(d, row, f, st);
        found = d->op.v[o].to;
        op_take(d, o, class);
        if (row->kind != OP_FIND_INIT) {
            op_take(d, o, name);
        }
        op_start(d, o);
    }
    op_id o = op_new(d, &made);
    op_take(d, o, found);
    return o;
}
