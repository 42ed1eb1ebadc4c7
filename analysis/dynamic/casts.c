// SPDX-License-Identifier: MIT
// Which calls have what they give cast, and to what: who uses a value, and what comes
// always after what.
#include "analysis/dynamic/casts.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "analysis/dynamic/traces.h"

// --- What a call does ------------------------------------------------------------

// By the class, the name and the descriptor that the code has. Class and Constructor are
// final, so no call of their methods has another class.
static enum op_kind op_of(const struct casts *k, const struct flow_stmt *st) {
    static const struct {
        const char *class, *name, *desc;
        enum op_kind op;
    } rows[] = {
#define REFLECT(class, name, desc, op, at, declared) \
    {class, name, desc, OP_##op},
#include "analysis/dynamic/reflect.def"
#undef REFLECT
    };
    if (st->kind != FLOW_VIRTUAL) {
        return OP_UNKNOWN;
    }
    struct cp_ref r = cp_ref_of(k->c, st->ref);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (str_eq(r.name, str_of(rows[i].name)) &&
            str_eq(r.owner, str_of(rows[i].class)) &&
            str_starts(r.desc, str_of(rows[i].desc))) {
            return rows[i].op;
        }
    }
    return OP_UNKNOWN;
}

static bool is_as_subclass(const struct casts *k, const struct flow_stmt *st) {
    return op_of(k, st) == OP_COPY &&
           str_eq(cp_ref_of(k->c, st->ref).owner, STR("java/lang/Class"));
}

// --- Where a value comes from --------------------------------------------------

enum { MOST_STEPS = 64 };

// What a value is that was only cast.
static u4 origin_of(const struct casts *k, u4 v) {
    for (u4 i = 0; i < MOST_STEPS; i++) {
        const struct flow_stmt *st = form_definition(&k->f, v);
        if (st && st->kind == FLOW_CAST) {
            v = st->a;
        } else if (st && is_as_subclass(k, st)) {
            v = k->f.args[st->a];
        } else {
            break;
        }
    }
    return v;
}

// --- Who uses it ---------------------------------------------------------------

// What a statement casts; or the Class that a New makes an object of, maybe by a
// constructor that it was asked for. 0: it does neither.
static u4 used_by(const struct casts *k, const struct flow_stmt *st) {
    if (st->kind == FLOW_CAST) {
        return origin_of(k, st->a);
    }
    switch (op_of(k, st)) {
    case OP_NEW_INSTANCE:
        return origin_of(k, k->f.args[st->a]);
    case OP_CONSTRUCT: {
        u4 by = origin_of(k, k->f.args[st->a]);
        const struct flow_stmt *get = form_definition(&k->f, by);
        bool known = get && op_of(k, get) == OP_INITS;
        return known ? origin_of(k, k->f.args[get->a]) : 0;
    }
    default:
        return 0;
    }
}

// The uses of each value in code order.
static void list_uses(struct casts *k, struct arena *a) {
    k->first = ARENA_ZARRAY(a, u4, k->f.n_values);
    k->next = ARENA_ZARRAY(a, u4, k->f.n_stmts);
    for (u4 i = k->f.n_stmts; i-- > 0;) {
        u4 v = used_by(k, &k->f.stmt[i]);
        if (v) {
            k->next[i] = k->first[v];
            k->first[v] = i + 1;
        }
    }
}

bool casts_init(struct casts *k, struct cf_class *c, const struct cf_member *m,
                const struct flow_env *env) {
    *k = (struct casts){.c = c};
    struct bytes body;
    if (!cf_find_code(c, m, &body)) {
        return false;
    }
    struct place at = cf_place(c, m, env->at);
    const struct cf_attr code = {.at = (u4)(body.p - c->in.p),
                                 .len = (u4)body.n};
    if (!code_parse_body(&k->code, c, &code, env->result, &at, env->d) ||
        !flow_build_with_null(&k->f, c, m, env)) {
        return false;
    }
    postdom_init(&k->order, &k->code, env->result);
    list_uses(k, env->result);
    return true;
}

// --- What is always done with it -----------------------------------------------

static void add_class(struct cast_to *out, u2 class) {
    for (u4 i = 0; i < out->n; i++) {
        if (out->class[i] == class) {
            return;
        }
    }
    if (out->n < CASTS_MOST) {
        out->class[out->n++] = class;
    }
}

static u4 value_at(const struct casts *k, u2 pc) {
    const struct flow_stmt *st = form_call_at(&k->f, pc);
    return st ? st->v : 0;
}

bool cast_of_new(struct casts *k, u2 pc, struct cast_to *out) {
    *out = (struct cast_to){.new_pc = pc};
    u4 v = value_at(k, pc);
    for (u4 i = v ? k->first[v] : 0; i; i = k->next[i - 1]) {
        const struct flow_stmt *st = &k->f.stmt[i - 1];
        if (st->kind == FLOW_CAST && postdom_always(&k->order, pc, st->pc)) {
            add_class(out, st->ref);
        }
    }
    return out->n > 0;
}

bool cast_of_dyno(struct casts *k, u2 pc, struct cast_to *out) {
    u4 v = value_at(k, pc);
    for (u4 i = v ? k->first[v] : 0; i; i = k->next[i - 1]) {
        const struct flow_stmt *st = &k->f.stmt[i - 1];
        if (st->kind != FLOW_CAST && postdom_always(&k->order, pc, st->pc) &&
            cast_of_new(k, st->pc, out)) {
            return true;
        }
    }
    return false;
}
