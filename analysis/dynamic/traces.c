// SPDX-License-Identifier: MIT
// Values that are followed: where they come from, and what comes to them.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/reach/reach.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

// --- Forms -------------------------------------------------------------------

const struct flow *form_of(struct dynamic *d, method_id m) {
    vec_cover(&d->form, m + 1);
    if (d->form.v[m]) {
        return d->form.v[m];
    }
    struct world *w = d->w;
    const struct world_method *wm = &w->method.v[m];
    struct flow *f = ARENA_NEW(&d->arena, struct flow);
    d->form.v[m] = f;
    struct bytes code;
    if (!w->class.v[wm->class].cf || wm->access_flags & ACC_NATIVE ||
        !world_code(w, m, &code)) {
        return f;
    }
    struct cf_class *cf = w->class.v[wm->class].cf;
    struct place at = world_place(w, m);
    arena_reset(&d->scratch);
    const struct flow_env env = {&d->arena, &d->scratch, &at, &w->unsaid};
    if (!flow_build(f, cf, &cf->methods[wm->index], &env)) {
        *f = (struct flow){0};
    }
    return f;
}

// Each form has value 0.
bool form_is_missing(const struct flow *f) {
    return f->n_values == 0;
}

const struct flow_stmt *form_call_at(const struct flow *f, u2 pc) {
    u4 low = 0, high = f->n_stmts;
    while (low < high) {
        u4 mid = low + (high - low) / 2;
        if (f->stmt[mid].pc < pc) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    for (; low < f->n_stmts && f->stmt[low].pc == pc; low++) {
        if (flow_is_call(&f->stmt[low])) {
            return &f->stmt[low];
        }
    }
    return NULL;
}

const struct flow_stmt *form_definition(const struct flow *f, u4 v) {
    u4 at = v && v < f->n_values ? f->value[v].stmt : FLOW_NO_STMT;
    return at == FLOW_NO_STMT ? NULL : &f->stmt[at];
}

// --- Traces ------------------------------------------------------------------

trace_id trace_of(struct dynamic *d, enum trace_kind kind, bool elements, u4 a,
                  u4 b) {
    const u4 row[] = {(u4)kind << 1 | elements, a, b};
    trace_id t = tuples_intern(&d->traces, row, 3);
    if (t == d->trace.n) {
        vec_push(&d->trace, ((struct trace){.kind = (u1)kind,
                                            .elements = elements,
                                            .a = a,
                                            .b = b,
                                            .var = points_vars(&d->p, 1)}));
        vec_push(&d->fresh, t);
    }
    return t;
}

void trace_add(struct dynamic *d, trace_id t, token_id token) {
    if (t && token) {
        points_add(&d->p, d->trace.v[t].var, token);
    }
}

void trace_open(struct dynamic *d, trace_id t) {
    trace_add(d, t, d->open);
}

// A name in part, of too many classes, is as good as none, but for who asks what is known.
void trace_pattern(struct dynamic *d, trace_id t, struct str text) {
    token_id token = token_pattern(d, text);
    trace_add(d, t, token);
    if (token == d->open) {
        trace_add(d, t, token_part(d, text));
    }
}

// It is open, and nothing that comes besides matters.
static bool is_settled(struct dynamic *d, trace_id t) {
    return d->spec.level < DYNAMIC_RESOLVED &&
           points_has(&d->p, d->trace.v[t].var, d->open);
}

void trace_some(struct dynamic *d, trace_id t) {
    trace_add(d, t, d->some);
}

op_id op_new(struct dynamic *d, const struct op *row) {
    vec_push(&d->op, *row);
    d->op.v[d->op.n - 1].first = d->operand.n;
    d->op.v[d->op.n - 1].n = 0;
    return d->op.n - 1;
}

// Operands come in one after another, before any other op is made.
static u4 take(struct dynamic *d, op_id o) {
    vec_push(&d->operand, ((struct operand){.of = o}));
    d->op.v[o].n++;
    return d->operand.n - 1;
}

void op_take(struct dynamic *d, op_id o, trace_id from) {
    u4 i = take(d, o);
    d->operand.v[i].from = from;
    if (from) {
        points_watch(&d->p, d->trace.v[from].var, i);
    }
}

void op_take_token(struct dynamic *d, op_id o, token_id fixed) {
    u4 i = take(d, o);
    if (fixed) {
        concat_part(d, &d->operand.v[i], fixed);
    }
}

void trace_copy(struct dynamic *d, trace_id from, trace_id to) {
    if (from != to) {
        points_flow(&d->p, d->trace.v[from].var, d->trace.v[to].var);
    }
}

void op_copy_operand(struct dynamic *d, const struct op *o, u4 i) {
    trace_id from = i < o->n ? d->operand.v[o->first + i].from : 0;
    if (from && o->to) {
        trace_copy(d, from, o->to);
    }
}

// --- Where a local comes from ------------------------------------------------

static void copy_local(struct dynamic *d, method_id m, u4 v, bool elements,
                       trace_id to) {
    if (v && !is_settled(d, to)) {
        trace_copy(d, trace_of(d, TRACE_LOCAL, elements, m, v), to);
    }
}

static void from_constant(struct dynamic *d, trace_id t, method_id m, u4 i) {
    class_id c = d->w->method.v[m].class;
    const struct cf_class *cf = d->w->class.v[c].cf;
    if (cp_is(cf, i, CP_STRING)) {
        trace_add(d, t, token_text(d, cp_name_of(cf, i)));
    } else if (cp_is(cf, i, CP_CLASS)) {
        trace_add(d, t, token_class(d, world_class_at(d->w, c, i)));
    } else {
        trace_open(d, t);
    }
}

void trace_from_field(struct dynamic *d, trace_id t, method_id m, u4 i) {
    ref_id r = world_ref_at(d->w, d->w->method.v[m].class, i);
    field_id f = r ? resolve_field(d->w, r) : 0;
    if (f) {
        trace_copy(d, trace_of(d, TRACE_FIELD, d->trace.v[t].elements, f, 0),
                   t);
    } else {
        trace_open(d, t);
    }
}

static bool is_of_classes(const struct dynamic *d, method_id m,
                          const struct flow_stmt *st) {
    const struct cf_class *cf = d->w->class.v[d->w->method.v[m].class].cf;
    return st->kind == FLOW_ANEWARRAY && cp_is(cf, st->ref, CP_CLASS) &&
           str_eq(cp_name_of(cf, st->ref), STR("java/lang/Class"));
}

static void from_statement(struct dynamic *d, trace_id t, method_id m,
                           const struct flow *f, const struct flow_stmt *st) {
    bool elements = d->trace.v[t].elements;
    switch (st->kind) {
    case FLOW_PHI:
        for (u4 i = 0; i < st->n; i++) {
            copy_local(d, m, f->args[st->a + i], elements, t);
        }
        break;
    case FLOW_CAST:
        copy_local(d, m, st->a, elements, t);
        break;
    case FLOW_CONST:
        from_constant(d, t, m, st->ref);
        break;
    case FLOW_GETFIELD:
    case FLOW_GETSTATIC:
        trace_from_field(d, t, m, st->ref);
        break;
    case FLOW_AALOAD:
        if (elements) {
            trace_open(d, t);
        } else {
            copy_local(d, m, st->a, true, t);
        }
        break;
    case FLOW_NEWARRAY:
    case FLOW_ANEWARRAY:
        if (elements) {
            fills_copy(d, m, st->v, t);
        } else if (is_of_classes(d, m, st)) {
            struct token made = {.kind = TOKEN_ARRAY, .a = m, .b = st->v};
            trace_add(d, t, token_add(d, made));
        }
        break;
    case FLOW_VIRTUAL:
    case FLOW_SPECIAL:
    case FLOW_STATIC:
    case FLOW_INTERFACE:
    case FLOW_DYNAMIC:
        trace_copy(d, trace_of(d, TRACE_CALL, elements, m, st->pc), t);
        break;
    default:
        trace_open(d, t);
        break;
    }
}

static void expand_local(struct dynamic *d, trace_id t) {
    const struct trace row = d->trace.v[t];
    const struct flow *f = form_of(d, row.a);
    const struct flow_stmt *st = form_definition(f, row.b);
    if (st) {
        from_statement(d, t, row.a, f, st);
    } else if (row.b && row.b <= f->n_params) {
        trace_copy(d, trace_of(d, TRACE_PARAM, row.elements, row.a, row.b), t);
    } else {
        trace_open(d, t);
    }
}

// --- Across methods ----------------------------------------------------------

// Values of these types are followed across methods and fields. In one of type
// Object nearly everything that containers hold would meet.
bool trace_is_followed(struct str type, bool elements) {
    static const char *const types[] = {
        "Ljava/lang/String;",
        "Ljava/lang/Class;",
        "Ljava/lang/reflect/Method;",
        "Ljava/lang/reflect/Constructor;",
        "Ljava/lang/reflect/Field;",
        "Ljava/lang/CharSequence;",
        "Ljava/lang/reflect/Member;",
        "Ljava/lang/reflect/Executable;",
        "Ljava/lang/reflect/AccessibleObject;",
        "[Ljava/lang/Class;",
    };
    if (elements) {
        if (type.n == 0 || type.p[0] != '[') {
            return false;
        }
        type = (struct str){type.p + 1, type.n - 1};
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (str_eq(type, str_of(types[i]))) {
            return true;
        }
    }
    return false;
}

struct str trace_param_type(const struct world *w, method_id m, u4 param) {
    struct desc_method desc;
    if (!desc_method(world_sig_desc(w, w->method.v[m].sig), &desc)) {
        return STR("");
    }
    u4 i = world_is_static(w, m) ? 0 : 1;
    // What a Class is asked inside of Class: its callers know which it is.
    if (param == i &&
        str_eq(w->class.v[w->method.v[m].class].name, STR("java/lang/Class"))) {
        return STR("Ljava/lang/Class;");
    }
    while (desc.args.n) {
        struct str type = desc_next(&desc.args);
        i += type.n > 1;
        if (i == param && type.n > 1) {
            return type;
        }
    }
    return STR("");
}

static void found_caller(struct dynamic *d, trace_id t, method_id caller,
                         u2 pc) {
    const struct trace row = d->trace.v[t];
    const struct flow *f = form_of(d, caller);
    const struct flow_stmt *st = form_call_at(f, pc);
    if (form_is_missing(f)) {
        trace_open(d, t);
    }
    if (st && row.b <= st->n) {
        copy_local(d, caller, f->args[st->a + row.b - 1], row.elements, t);
    }
}

// It gets an array.
static void found_receiver(struct dynamic *d, trace_id t, method_id caller,
                           u2 pc) {
    const struct flow *f = form_of(d, caller);
    const struct flow_stmt *st = form_call_at(f, pc);
    if (form_is_missing(f)) {
        trace_open(d, t);
    }
    if (st) {
        fills_copy(d, caller, st->v, t);
    }
}

// It writes the field, or has the array that the field holds.
static void found_writer(struct dynamic *d, trace_id t, method_id m) {
    const struct trace row = d->trace.v[t];
    const struct flow *f = form_of(d, m);
    class_id c = d->w->method.v[m].class;
    if (form_is_missing(f)) {
        trace_open(d, t);
    }
    for (u4 i = 0; i < f->n_stmts; i++) {
        const struct flow_stmt *st = &f->stmt[i];
        bool puts = st->kind == FLOW_PUTFIELD || st->kind == FLOW_PUTSTATIC;
        bool gets = st->kind == FLOW_GETFIELD || st->kind == FLOW_GETSTATIC;
        ref_id r =
            puts || (gets && row.elements) ? world_ref_at(d->w, c, st->ref) : 0;
        if (!r || resolve_field(d->w, r) != row.a) {
            continue;
        }
        if (puts) {
            copy_local(d, m, st->v, row.elements, t);
        } else {
            fills_copy(d, m, st->v, t);
        }
    }
}

// A method whose results are asked for.
static void from_result(struct dynamic *d, trace_id t, method_id m) {
    const struct flow *f = form_of(d, m);
    if (f->n_stmts == 0) {
        trace_open(d, t);
    }
    for (u4 i = 0; i < f->n_stmts; i++) {
        if (f->stmt[i].kind == FLOW_RETURN) {
            copy_local(d, m, f->stmt[i].v, d->trace.v[t].elements, t);
        }
    }
}

// Is what methods of that signature return followed?
bool trace_is_result_followed(struct dynamic *d, sig_id sig, bool elements) {
    enum { KNOWN = 1, FOLLOWED = 2 };
    u4 at = 2 * sig + elements;
    vec_cover(&d->result, at + 1);
    if (!d->result.v[at]) {
        struct desc_method desc;
        bool is = desc_method(world_sig_desc(d->w, sig), &desc) &&
                  trace_is_followed(desc.ret, elements);
        d->result.v[at] = is ? KNOWN | FOLLOWED : KNOWN;
    }
    return d->result.v[at] & FOLLOWED;
}

static void from_target(struct dynamic *d, trace_id t, method_id target) {
    const struct trace row = d->trace.v[t];
    bool elements = row.elements;
    if (row.kind == TRACE_FILL_CALL || row.kind == TRACE_FILL_GROUP) {
        fills_from_target(d, t, target, row.b >> 16);
    } else if (trace_is_result_followed(d, d->w->method.v[target].sig,
                                        elements)) {
        trace_copy(d, trace_of(d, TRACE_RESULT, elements, target, 0), t);
    } else {
        trace_open(d, t);
    }
}

// What the call there gives, or stores. What is called on the same objects does the same:
// that is looked for once.
static void find_targets(struct dynamic *d, struct watched *k) {
    struct solve *s = d->s;
    const struct trace row = d->trace.v[k->trace];
    enum trace_kind of_group =
        row.kind == TRACE_CALL ? TRACE_GROUP : TRACE_FILL_GROUP;
    node_id n = solve_node_of(s, row.a);
    bool is_known = row.kind == TRACE_CALL || !n || n >= s->n_done;
    for (u4 i = 0; n && i < s->node.v[n].n_sites; i++) {
        const struct solve_site *site = &s->site.v[s->node.v[n].first_site + i];
        if (site->pc != (u2)row.b || site->kind != EDGE_CALL) {
            continue;
        }
        is_known = true;
        if (site->shape == SITE_DIRECT || site->shape == SITE_NEW) {
            from_target(d, k->trace, site->what);
        } else if (site->shape == SITE_GROUP) {
            trace_copy(d,
                       trace_of(d, of_group, row.elements, site->what,
                                row.b & ~0xFFFFu),
                       k->trace);
        } else {
            trace_open(d, k->trace);
        }
    }
    if (!is_known) {
        trace_open(d, k->trace);
    }
}

// The targets of the group that were not there before.
static void find_selected(struct dynamic *d, struct watched *k) {
    const struct solve_group *g = &d->s->group.v[d->trace.v[k->trace].a];
    u4 n = solve_holder(d->s, g->holder)->receiver.n;
    for (; k->seen < n; k->seen++) {
        const struct solve_lambda *through;
        method_id m = solve_target(d->s, g, k->seen, &through);
        if (m) {
            from_target(d, k->trace, m);
        } else if (through) {
            trace_open(d, k->trace);
        }
    }
}

static void find_classes(struct dynamic *d, struct watched *k) {
    const struct solve_holder *h = solve_holder(d->s, d->trace.v[k->trace].a);
    for (; k->seen < h->receiver.n; k->seen++) {
        type_id r = h->receiver.v[k->seen];
        if (!(r & TYPE_LAMBDA) && !(d->w->class.v[r].flags & CLASS_ARRAY)) {
            trace_add(d, k->trace, token_class(d, r));
        }
    }
}

// --- The enum of an object ----------------------------------------------------

// A constant with a body has a class of its own below that of its enum.
static class_id enum_of(struct dynamic *d, class_id c) {
    world_load(d->w, c);
    class_id super = d->w->up.v[c].super;
    bool has_body = super && d->w->class.v[super].access_flags & ACC_ENUM;
    return !(d->w->class.v[c].access_flags & ACC_ENUM) ? 0
           : has_body                                  ? super
                                                       : c;
}

static void copy_class_of(struct dynamic *d, method_id m, u4 v, trace_id to) {
    if (v) {
        trace_copy(d, trace_of(d, TRACE_CLASS_OF, false, m, v), to);
    }
}

static void found_caller_with(struct dynamic *d, trace_id t, method_id caller,
                              u2 pc) {
    const struct trace row = d->trace.v[t];
    const struct flow *f = form_of(d, caller);
    const struct flow_stmt *st = form_call_at(f, pc);
    if (form_is_missing(f)) {
        trace_open(d, t);
    }
    if (st && row.b <= st->n) {
        copy_class_of(d, caller, f->args[st->a + row.b - 1], t);
    }
}

static void watch(struct dynamic *d, trace_id t) {
    if (is_settled(d, t)) {
        return;
    }
    vec_push(&d->watched, ((struct watched){.trace = t}));
}

static void expand_class_of(struct dynamic *d, trace_id t) {
    const struct trace row = d->trace.v[t];
    const struct flow *f = form_of(d, row.a);
    const struct flow_stmt *st = form_definition(f, row.b);
    class_id type = reflect_declared_type(d, row.a, f, row.b);
    class_id found = type ? enum_of(d, type) : 0;
    if (found) {
        trace_add(d, t, token_class(d, found));
    } else if (st && st->kind == FLOW_PHI) {
        for (u4 i = 0; i < st->n; i++) {
            copy_class_of(d, row.a, f->args[st->a + i], t);
        }
    } else if (st && st->kind == FLOW_CAST) {
        copy_class_of(d, row.a, st->a, t);
    } else if (!st && row.b && row.b <= f->n_params) {
        watch(d, t);
    } else {
        trace_open(d, t);
    }
}

static void look_at(struct dynamic *d, struct watched *k) {
    const struct trace row = d->trace.v[k->trace];
    if (is_settled(d, k->trace)) {
        return;
    }
    switch ((enum trace_kind)row.kind) {
    case TRACE_PARAM:
        if (callers_outside(d, row.a)) {
            trace_open(d, k->trace);
        }
        if (!is_settled(d, k->trace)) {
            callers_each(d, k->trace, row.a, found_caller);
        }
        break;
    case TRACE_FIELD:
        callers_writers(d, k->trace, row.a, &k->seen, found_writer);
        break;
    case TRACE_BELOW:
        find_classes(d, k);
        break;
    case TRACE_GROUP:
    case TRACE_FILL_GROUP:
        find_selected(d, k);
        break;
    case TRACE_FILL_CALLER:
        if (callers_outside(d, row.a)) {
            trace_open(d, k->trace);
        }
        callers_each(d, k->trace, row.a, found_receiver);
        break;
    case TRACE_CLASS_OF:
        if (callers_outside(d, row.a)) {
            trace_open(d, k->trace);
        }
        callers_each(d, k->trace, row.a, found_caller_with);
        break;
    default:
        find_targets(d, k);
        break;
    }
}

static void follow(struct dynamic *d, trace_id t, struct str type) {
    if (trace_is_followed(type, d->trace.v[t].elements)) {
        watch(d, t);
    } else {
        trace_open(d, t);
    }
}

// A static field may have a text from the start, which no code writes: who reads it need
// not have been compiled after it became a constant.
static void from_value(struct dynamic *d, trace_id t, field_id field) {
    const struct world_field wf = d->w->field.v[field];
    const struct cf_class *cf = d->w->class.v[wf.class].cf;
    struct bytes body;
    for (u4 i = 0; cf && wf.access_flags & ACC_STATIC && i < cf->n_fields;
         i++) {
        const struct cf_member *f = &cf->fields[i];
        if (str_eq(cp_str(cf, f->name), world_sig_name(d->w, wf.sig)) &&
            str_eq(cp_str(cf, f->desc), world_sig_desc(d->w, wf.sig)) &&
            cf_find_attr(cf, f->at, STR("ConstantValue"), &body) &&
            body.n == 2 && cp_is(cf, be2(body.p), CP_STRING)) {
            trace_add(d, t, token_text(d, cp_name_of(cf, be2(body.p))));
        }
    }
}

static void expand(struct dynamic *d, trace_id t) {
    const struct trace row = d->trace.v[t];
    if (is_settled(d, t)) {
        return;
    }
    switch ((enum trace_kind)row.kind) {
    case TRACE_LOCAL:
        expand_local(d, t);
        break;
    case TRACE_RESULT:
        from_result(d, t, row.a);
        break;
    case TRACE_CALL:
        if (!reflect_call(d, t, row.a, (u2)row.b)) {
            watch(d, t);
        }
        break;
    case TRACE_FIELD:
        from_value(d, t, row.a);
        if (!(d->w->field.v[row.a].access_flags & ACC_PRIVATE)) {
            trace_open(d, t);
        }
        follow(d, t, world_sig_desc(d->w, d->w->field.v[row.a].sig));
        break;
    case TRACE_FILL:
        fills_expand(d, t);
        break;
    case TRACE_BELOW:
    case TRACE_GROUP:
    case TRACE_FILL_CALL:
    case TRACE_FILL_GROUP:
    case TRACE_FILL_CALLER:
        watch(d, t);
        break;
    case TRACE_CLASS_OF:
        expand_class_of(d, t);
        break;
    case TRACE_BETWEEN:
        break;
    case TRACE_PARAM:
        follow(d, t, trace_param_type(d->w, row.a, row.b));
        break;
    }
}

// Looks at all that is watched from that one on.
static void run_from(struct dynamic *d, u4 looked) {
    do {
        while (d->fresh.n) {
            expand(d, d->fresh.v[--d->fresh.n]);
        }
        for (; looked < d->watched.n; looked++) {
            struct watched k = d->watched.v[looked];
            look_at(d, &k);
            d->watched.v[looked] = k;
        }
        if (!d->fresh.n) {
            points_run(&d->p);
        }
    } while (d->fresh.n || looked < d->watched.n);
}

void traces_run(struct dynamic *d) {
    run_from(d, 0);
}

void traces_go_on(struct dynamic *d) {
    run_from(d, d->watched.n);
}
