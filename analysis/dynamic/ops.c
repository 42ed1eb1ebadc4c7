// SPDX-License-Identifier: MIT
// What makes tokens of tokens.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/inclusion/set.h"
#include "analysis/world/world.h"

// Products of concatenations at one place.
enum { MOST_PRODUCTS = 64 };

// --- Texts -------------------------------------------------------------------

static const struct operand *operand_of(const struct dynamic *d,
                                        const struct op *o, u4 i) {
    return &d->operand.v[o->first + i];
}

static void concat_from(struct dynamic *d, const struct op *o, u4 i,
                        struct str so_far) {
    if (i == o->n) {
        trace_add(d, o->to, token_text(d, so_far));
        return;
    }
    const struct operand *k = operand_of(d, o, i);
    for (u4 j = 0; j < k->token.n; j++) {
        struct str text = text_of(d, token_get(d, k->token.v[j]).a);
        char *both =
            arena_printf(&d->scratch, "%.*s%.*s", STR_F(so_far), STR_F(text));
        concat_from(d, o, i + 1, (struct str){both, so_far.n + text.n});
        k = operand_of(d, o, i);
    }
}

// All that the texts of the operands make, unless that is too much.
static void concat(struct dynamic *d, const struct op *o) {
    u4 products = 1;
    for (u4 i = 0; i < o->n; i++) {
        products *= operand_of(d, o, i)->token.n;
        if (products == 0) {
            return;
        }
        if (products > MOST_PRODUCTS) {
            trace_open(d, o->to);
            return;
        }
    }
    arena_reset(&d->scratch);
    concat_from(d, o, 0, STR(""));
}

static void changed_text(struct dynamic *d, const struct op *o,
                         struct str text) {
    char *p = arena_cstr(&d->arena, text);
    size_t from = 0, to = text.n;
    for (size_t i = 0; i < text.n; i++) {
        char c = p[i];
        p[i] = o->kind == OP_LOWER && c >= 'A' && c <= 'Z'   ? (char)(c | 0x20)
               : o->kind == OP_UPPER && c >= 'a' && c <= 'z' ? (char)(c & ~0x20)
               : o->kind == OP_SLASHED && c == '/'           ? '.'
                                                             : c;
    }
    if (o->kind == OP_TRIMMED) {
        while (from < to && (u1)p[from] <= ' ') {
            from++;
        }
        while (to > from && (u1)p[to - 1] <= ' ') {
            to--;
        }
    }
    trace_add(d, o->to, token_text(d, (struct str){p + from, to - from}));
    if (o->kind == OP_SLASHED) {
        // Which characters it replaces is not known: either way.
        trace_add(d, o->to, token_text(d, text));
        char *q = arena_cstr(&d->arena, text);
        for (size_t i = 0; i < text.n; i++) {
            q[i] = q[i] == '.' ? '/' : q[i];
        }
        trace_add(d, o->to, token_text(d, (struct str){q, text.n}));
    }
}

// --- Classes and members -----------------------------------------------------

static void class_text(struct dynamic *d, const struct op *o, class_id c) {
    struct str name = token_java_name(d, c);
    const char *dot = memrchr(name.p, '.', name.n);
    size_t package = dot ? (size_t)(dot - name.p) : 0;
    if (o->kind == OP_PACKAGE_NAME) {
        name.n = package;
    } else if (o->kind == OP_SIMPLE_NAME) {
        size_t skip = dot ? package + 1 : 0;
        name = (struct str){name.p + skip, name.n - skip};
        const char *nested = memrchr(name.p, '$', name.n);
        if (nested) {
            skip = (size_t)(nested - name.p) + 1;
            name = (struct str){name.p + skip, name.n - skip};
        }
    }
    trace_add(d, o->to, token_text(d, name));
}

static void other_class(struct dynamic *d, const struct op *o, class_id c) {
    world_load(d->w, c);
    class_id to =
        o->kind == OP_SUPERCLASS ? d->w->up.v[c].super : d->w->class.v[c].elem;
    if (to) {
        trace_add(d, o->to, token_class(d, to));
    }
}

static enum token_kind members_of(enum op_kind kind) {
    return kind == OP_METHODS || kind == OP_ALL_METHODS ? TOKEN_METHODS
           : kind == OP_INITS || kind == OP_ALL_INITS   ? TOKEN_INITS
                                                        : TOKEN_FIELDS;
}

static void members(struct dynamic *d, const struct op *o, class_id c,
                    text_id name) {
    struct token t = {.kind = members_of(o->kind),
                      .a = c,
                      .b = name,
                      .declared = o->declared,
                      .params = o->params};
    trace_add(d, o->to, token_add(d, t));
}

// Members of a class, by a name that is not known or one of those from `from` on.
static void named_of(struct dynamic *d, const struct op *o, struct token class,
                     u4 from, bool any) {
    if (class.kind != TOKEN_CLASS) {
        return;
    }
    if (any) {
        members(d, o, class.a, 0);
    }
    const struct operand *name = o->n > 1 ? operand_of(d, o, 1) : NULL;
    for (u4 j = from; name && j < name->token.n; j++) {
        struct token t = token_get(d, name->token.v[j]);
        if (t.kind == TOKEN_TEXT) {
            members(d, o, class.a, t.a);
        }
    }
}

// The same of all classes and names, without those pairs that were there before:
// operand `place` had `old` tokens, and was open or not.
static void named_members(struct dynamic *d, const struct op *o, u4 place,
                          u4 old, bool was_open) {
    const struct operand *class = operand_of(d, o, 0);
    bool any = o->n < 2 || operand_of(d, o, 1)->is_open;
    if (place == 0) {
        for (u4 i = old; i < class->token.n; i++) {
            named_of(d, o, token_get(d, class->token.v[i]), 0, any);
        }
    } else if (place == 1) {
        for (u4 i = 0; i < class->token.n; i++) {
            named_of(d, o, token_get(d, class->token.v[i]), old,
                     any && !was_open);
        }
    }
}

// --- One token more ----------------------------------------------------------

static void take_class(struct dynamic *d, const struct op *o, class_id c) {
    switch ((enum op_kind)o->kind) {
    case OP_CLASS_NAME:
    case OP_SIMPLE_NAME:
    case OP_PACKAGE_NAME:
        class_text(d, o, c);
        break;
    case OP_SUPERCLASS:
    case OP_COMPONENT:
        other_class(d, o, c);
        break;
    case OP_INITS:
    case OP_ALL_METHODS:
    case OP_ALL_INITS:
    case OP_ALL_FIELDS:
        members(d, o, c, 0);
        break;
    case OP_NEW_INSTANCE:
        effect_new(d, o, c);
        break;
    default:
        break;
    }
}

static void take_text(struct dynamic *d, const struct op *o, struct str text) {
    switch ((enum op_kind)o->kind) {
    case OP_FOR_NAME:
    case OP_LOAD: {
        class_id c = token_named(d, text);
        if (c) {
            effect_load(d, o, c);
        }
        break;
    }
    case OP_TRIMMED:
    case OP_LOWER:
    case OP_UPPER:
    case OP_SLASHED:
        changed_text(d, o, text);
        break;
    default:
        break;
    }
}

static void take(struct dynamic *d, const struct op *o, token_id id) {
    struct token t = token_get(d, id);
    switch ((enum token_kind)t.kind) {
    case TOKEN_OPEN:
        trace_open(d, o->to);
        break;
    case TOKEN_TEXT:
        take_text(d, o, text_of(d, t.a));
        break;
    case TOKEN_CLASS:
        take_class(d, o, t.a);
        break;
    default:
        if (o->kind == OP_DECLARING) {
            trace_add(d, o->to, token_class(d, t.a));
        } else {
            effect_member(d, o, t);
        }
        break;
    }
}

// Ops that look at several operands together.
static bool is_joint(enum op_kind kind) {
    return kind == OP_CONCAT || kind == OP_METHODS || kind == OP_FIELDS;
}

void op_start(struct dynamic *d, op_id o) {
    const struct op row = d->op.v[o];
    if (row.kind == OP_CONCAT) {
        concat(d, &row);
    } else if (row.kind == OP_UNKNOWN) {
        trace_open(d, row.to);
    }
}

void op_arrived(void *context, u4 operand, const struct set *fresh) {
    struct dynamic *d = context;
    const struct op o = d->op.v[d->operand.v[operand].of];
    u4 place = operand - o.first;
    u4 old = d->operand.v[operand].token.n;
    bool was_open = d->operand.v[operand].is_open;
    token_id id;
    for (struct set_walk w = set_walk(fresh); set_next(&w, &id);) {
        struct token t = token_get(d, id);
        if (o.kind == OP_COPY) {
            if (place == 0) {
                trace_add(d, o.to, id);
            }
        } else if (!is_joint(o.kind)) {
            if (place == 0) {
                take(d, &o, id);
            }
        } else if (t.kind == TOKEN_OPEN) {
            d->operand.v[operand].is_open = true;
            if (o.kind == OP_CONCAT || place == 0) {
                trace_open(d, o.to);
            }
        } else if (t.kind == TOKEN_TEXT || o.kind != OP_CONCAT) {
            vec_push(&d->operand.v[operand].token, id);
        }
    }
    if (o.kind == OP_CONCAT) {
        concat(d, &o);
    } else if (is_joint(o.kind)) {
        named_members(d, &o, place, old, was_open);
    }
}
