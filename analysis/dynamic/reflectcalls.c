// SPDX-License-Identifier: MIT
// Calls of methods that reflect.def tells of: what they take, and what they give.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/base/cursor.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/dynamic/casts.h"
#include "analysis/reach/reach.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

struct reflect_row {
    const char *class, *name, *desc;
    enum op_kind op;
    bool declared;
    u1 at;  // the first argument that is an operand
};

static const struct reflect_row rows[] = {
#define REFLECT(class, name, desc, op, at, declared) \
    {class, name, desc, OP_##op, declared, at},
#include "analysis/dynamic/reflect.def"
#undef REFLECT
};

enum { N_ROWS = sizeof rows / sizeof *rows };
_Static_assert(N_ROWS < 250, "a row is a byte");

// --- Which row ----------------------------------------------------------------

static bool is_row(const struct world *w, method_id m,
                   const struct reflect_row *row) {
    const struct world_method *wm = &w->method.v[m];
    if (!str_eq(world_sig_name(w, wm->sig), str_of(row->name)) ||
        !str_starts(world_sig_desc(w, wm->sig), str_of(row->desc))) {
        return false;
    }
    class_id c = intern_find(&w->name, str_of(row->class), STR(""));
    return c &&
           (c == wm->class || (w->class.v[c].state == CLASS_LOADED &&
                               w->class.v[wm->class].state == CLASS_LOADED &&
                               world_is_subtype(w, wm->class, c)));
}

// What names of rows have in common with few others: nearly all methods that are called
// need not be compared with each row.
static u1 looks(struct str name) {
    u4 first = name.n ? (u1)name.p[0] : 0;
    u4 last = name.n ? (u1)name.p[name.n - 1] : 0;
    return (u1)(first * 7 + last * 3 + (u4)name.n * 31);
}

void reflect_init(struct dynamic *d) {
    for (u4 i = 0; i < N_ROWS; i++) {
        d->looks_like_row[looks(str_of(rows[i].name))] = true;
    }
}

static const struct reflect_row *row_of(struct dynamic *d, method_id m) {
    vec_cover(&d->row_of, m + 1);
    if (!d->row_of.v[m]) {
        u4 i = 0;
        if (!d->looks_like_row[looks(
                world_sig_name(d->w, d->w->method.v[m].sig))]) {
            i = N_ROWS;
        }
        while (i < N_ROWS && !is_row(d->w, m, &rows[i])) {
            i++;
        }
        if (i < N_ROWS && rows[i].op >= OP_FIND_VIRTUAL &&
            rows[i].op != OP_NEW_ARRAY && d->spec.level < DYNAMIC_RESOLVED) {
            i = N_ROWS;
        }
        d->row_of.v[m] = (u1)(i < N_ROWS ? i + 2 : 1);
    }
    return d->row_of.v[m] > 1 ? &rows[d->row_of.v[m] - 2] : NULL;
}

static method_id called(struct dynamic *d, method_id m,
                        const struct flow_stmt *st) {
    ref_id r = st->kind == FLOW_DYNAMIC
                   ? 0
                   : world_ref_at(d->w, d->w->method.v[m].class, st->ref);
    return r ? resolve_method(d->w, r) : 0;
}

// --- Calls ---------------------------------------------------------------------

static text_id params_of(struct dynamic *d, enum op_kind kind, method_id m,
                         const struct flow *f, const struct flow_stmt *st) {
    u4 at = kind == OP_METHODS ? 2 : kind == OP_INITS ? 1 : 0;
    return at && at < st->n && d->spec.level >= DYNAMIC_STRINGS
               ? reflect_params_in(d, m, f, f->args[st->a + at], st->pc)
               : 0;
}

static bool gives_array(enum op_kind kind) {
    return kind == OP_ALL_METHODS || kind == OP_ALL_INITS ||
           kind == OP_ALL_FIELDS || kind == OP_INTERFACES || kind == OP_TYPES ||
           kind == OP_NESTED;
}

// What the environment says is known from its level on; and a call of Class.forName may
// only load.
static enum op_kind op_at(struct dynamic *d, enum op_kind kind,
                          method_id called, method_id m, u2 pc) {
    bool asks = kind == OP_PROPERTY || kind == OP_VARIABLE;
    bool is_known = kind == OP_SETTING
                        ? d->spec.level == DYNAMIC_RESOLVED
                        : !asks || d->spec.level >= DYNAMIC_ENVIRONMENT;
    bool loads = kind == OP_FOR_NAME && forname_only_loads(d, called, m, pc);
    return loads ? OP_LOAD : is_known ? kind : OP_UNKNOWN;
}

static bool is_literal(const struct flow *f, u4 v) {
    const struct flow_stmt *st = form_definition(f, v);
    return st && st->kind == FLOW_CONST;
}

static bool is_by_sight(enum op_kind kind, const struct flow *f,
                        const struct flow_stmt *st) {
    return (st->n && is_literal(f, f->args[st->a])) ||
           (kind == OP_METHODS && st->n > 1 &&
            is_literal(f, f->args[st->a + 1]));
}

// The class that the result of that call is cast to, or 0.
static class_id cast_at(struct dynamic *d, enum op_kind kind, method_id m,
                        u2 pc) {
    struct world *w = d->w;
    const struct world_method wm = w->method.v[m];
    struct cf_class *cf = w->class.v[wm.class].cf;
    bool loads = kind == OP_FOR_NAME || kind == OP_LOAD;
    struct place at = world_place(w, m);
    struct cast_to to;
    struct casts k;
    if (!loads && kind != OP_NEW_INSTANCE && kind != OP_CONSTRUCT &&
        kind != OP_PROXY && kind != OP_READ_OBJECT) {
        return 0;
    }
    arena_reset(&d->asking);
    arena_reset(&d->scratch);
    const struct flow_env env = {&d->asking, &d->scratch, &at, &w->unsaid};
    bool is = casts_init(&k, cf, &cf->methods[wm.index], &env) &&
              (loads ? cast_of_dyno(&k, pc, &to) : cast_of_new(&k, pc, &to));
    return is ? world_class_at(w, wm.class, to.class[0]) : 0;
}

// The class that value v of m has by its declaration, or 0.
class_id reflect_declared_type(struct dynamic *d, method_id m,
                               const struct flow *f, u4 v) {
    struct world *w = d->w;
    class_id c = w->method.v[m].class;
    const struct flow_stmt *st = form_definition(f, v);
    struct desc_method desc;
    if (!st) {
        bool is_this = v == 1 && !world_is_static(w, m);
        return is_this ? c
               : v && v <= f->n_params
                   ? world_type(w, trace_param_type(w, m, v))
                   : 0;
    }
    if (st->kind == FLOW_CAST || st->kind == FLOW_NEW) {
        return world_class_at(w, c, st->ref);
    }
    if (st->kind == FLOW_GETFIELD || st->kind == FLOW_GETSTATIC) {
        return world_type(w, cp_ref_of(w->class.v[c].cf, st->ref).desc);
    }
    bool calls = flow_is_call(st) &&
                 desc_method(cp_ref_of(w->class.v[c].cf, st->ref).desc, &desc);
    return calls ? world_type(w, desc.ret) : 0;
}

// The classes that objects of the program's types have; what a type of the JDK holds
// says too little.
void reflect_take_class_of(struct dynamic *d, trace_id to, class_id type) {
    if (type) {
        world_load(d->w, type);
    }
    if (type && loose_is_program(d, type) &&
        !(d->w->class.v[type].flags & CLASS_ARRAY)) {
        trace_copy(d, trace_of(d, TRACE_BELOW, false, type, 0), to);
    } else {
        trace_open(d, to);
    }
}

// The op of that call; made once.
static op_id op_of_call(struct dynamic *d, const struct reflect_row *row,
                        method_id called, method_id m, const struct flow *f,
                        const struct flow_stmt *st) {
    u4 known = idmap_find(&d->site_op, idmap_key(m, (u4)st->pc + 1));
    if (known) {
        return known;
    }
    trace_id to = trace_of(d, TRACE_CALL, gives_array(row->op), m, st->pc);
    enum op_kind kind = op_at(d, row->op, called, m, st->pc);
    op_id o;
    struct op made = {.kind = (u1)kind,
                      .declared = row->declared,
                      .is_exact = is_by_sight(kind, f, st),
                      .at = m,
                      .called = called,
                      .params = params_of(d, kind, m, f, st),
                      .cast = cast_at(d, kind, m, st->pc),
                      .pc = st->pc,
                      .to = to};
    if (kind == OP_REPLACED) {
        made.from = pushed_char(d, m, st->pc, 2);
        made.with = pushed_char(d, m, st->pc, 1);
        made.from = made.with ? made.from : '\0';
    }
    if (kind == OP_BUILT) {
        o = built_give(d, m, st, to);
    } else if (kind >= OP_FIND_VIRTUAL && kind <= OP_UNREFLECT_INIT) {
        o = lookup_of_call(d, &made, f, st);
    } else {
        o = op_new(d, &made);
        u4 n = kind == OP_PROXY         ? row->at + 1u
               : kind == OP_READ_OBJECT ? 0
                                        : st->n;
        for (u4 i = row->at; i < n && i < st->n; i++) {
            u4 v = f->args[st->a + i];
            op_take(d, o, v ? trace_of(d, TRACE_LOCAL, false, m, v) : 0);
        }
    }
    op_start(d, o);
    if (kind == OP_ENUM_CLASS) {
        trace_copy(d, trace_of(d, TRACE_CLASS_OF, false, m, f->args[st->a]),
                   to);
    }
    if (kind == OP_GET_CLASS) {
        reflect_take_class_of(d, to,
                              reflect_declared_type(d, m, f, f->args[st->a]));
    }
    *idmap_at(&d->site_op, idmap_key(m, (u4)st->pc + 1)) = o;
    return o;
}

bool reflect_call(struct dynamic *d, trace_id t, method_id m, u2 pc) {
    const struct flow *f = form_of(d, m);
    const struct flow_stmt *st = form_call_at(f, pc);
    bool elements = d->trace.v[t].elements;
    if (!st) {
        trace_open(d, t);
        return true;
    }
    if (st->kind == FLOW_DYNAMIC) {
        built_give_joined(d, t, m, st);
        return true;
    }
    method_id to = called(d, m, st);
    const struct reflect_row *row = to ? row_of(d, to) : NULL;
    if (row && row->op == OP_INTERFACES) {
        op_of_call(d, row, to, m, f, st);
        return true;
    }
    if (row && row->op == OP_LOCALES) {
        op_of_call(d, row, to, m, f, st);
        return false;
    }
    if (!row || elements != gives_array(row->op)) {
        if (to) {
            elements_give(d, t, to);
        }
        return false;
    }
    op_of_call(d, row, to, m, f, st);
    return true;
}

// Where nothing is known, nothing is followed.
static void op_of_any(struct dynamic *d, enum op_kind kind, method_id called,
                      method_id m, u2 pc) {
    op_id o = op_new(
        d, &(struct op){.kind = (u1)kind, .at = m, .called = called, .pc = pc});
    if (kind != OP_SET_ACCESSIBLE) {
        d->effects->open(d, o);
    }
}

// Newer JDKs do by handles what they are asked for by reflection; models know which proxies
// stand for annotations.
static bool is_reflection_itself(const struct dynamic *d, enum op_kind kind,
                                 method_id m) {
    static const char *const inside[] = {
        "java/lang/invoke/", "sun/invoke/", "java/lang/reflect/",
        "jdk/internal/reflect/", "sun/reflect/annotation/"};
    struct str class = d->w->class.v[d->w->method.v[m].class].name;
    bool is = false;
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        is = is || str_starts(class, str_of(inside[i]));
    }
    return is && kind >= OP_FIND_VIRTUAL;
}

// What object streams make and call stands in models and streams.c, by what can be in a
// stream; names in a stream could be those of whatever class the JDK has the name of.
static bool is_of_streams(const struct dynamic *d, method_id m) {
    struct str class = d->w->class.v[d->w->method.v[m].class].name;
    return d->spec.level == DYNAMIC_RESOLVED &&
           (str_starts(class, STR("java/io/ObjectStreamClass")) ||
            str_starts(class, STR("java/io/ObjectInputStream")));
}

static void search_node(struct dynamic *d, const struct solve_node *n) {
    struct solve *s = d->s;
    for (u4 i = 0; i < n->n_sites; i++) {
        const struct solve_site site = s->site.v[n->first_site + i];
        method_id to = site.shape == SITE_DIRECT  ? site.what
                       : site.shape == SITE_GROUP ? s->group.v[site.what].method
                                                  : 0;
        const struct reflect_row *row = to ? row_of(d, to) : NULL;
        if (!row || row->op < OP_SET_ACCESSIBLE) {
            continue;
        }
        s4 flag = 1;
        d->n_accessible +=
            row->op == OP_SET_ACCESSIBLE &&
            (!pushed_number(d, n->method, site.pc, 1, &flag) || flag);
        if (d->spec.level < DYNAMIC_CASTS ||
            (is_of_streams(d, n->method) && row->op != OP_READ_OBJECT)) {
            op_of_any(d, op_at(d, row->op, to, n->method, site.pc), to,
                      n->method, site.pc);
            continue;
        }
        if (is_reflection_itself(d, row->op, n->method)) {
            continue;
        }
        const struct flow *f = form_of(d, n->method);
        const struct flow_stmt *st = form_call_at(f, site.pc);
        if (st && st->kind != FLOW_DYNAMIC) {
            op_of_call(d, row, to, n->method, f, st);
        } else if (form_is_missing(f)) {
            op_of_any(d, op_at(d, row->op, to, n->method, site.pc), to,
                      n->method, site.pc);
        }
    }
}

// Those that stand behind a gate wait until it opens.
static void search_or_wait(struct dynamic *d, node_id n) {
    const struct solve_node node = d->s->node.v[n];
    enum gate g =
        node.method ? gate_of(d, d->w->method.v[node.method].class) : GATE_NONE;
    if (g != GATE_NONE && !d->is_gate_open[g]) {
        vec_push(&d->behind[g], n);
    } else if (node.method) {
        search_node(d, &node);
    }
}

void reflect_search(struct dynamic *d) {
    for (enum gate g = GATE_NONE + 1; g < N_GATES; g++) {
        while (d->is_gate_open[g] && d->behind[g].n) {
            const struct solve_node node =
                d->s->node.v[d->behind[g].v[--d->behind[g].n]];
            search_node(d, &node);
        }
    }
    for (; d->n_searched < d->s->n_done; d->n_searched++) {
        search_or_wait(d, d->n_searched);
    }
}
