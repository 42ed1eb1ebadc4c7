// SPDX-License-Identifier: MIT
// What is loose: what the program names, and nobody can follow to where it is used.
//
// Names come from files, and Class, Constructor and Method objects go through collections,
// whose elements all meet in values of type Object. At the last level a call outside the
// JDK whose value is not known takes what is loose:
//
//   names     of classes on the path, that resource files and string constants are
//   classes   that such code loads by name, or that are put where anything may be
//   members   that it asks for
//
// What casts say of them still holds. A look-up of members takes loose classes if it
// has a name for the member: all members of all classes would tell nothing.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/dynamic/resourcenames.h"
#include "analysis/reach/reach.h"
#include "analysis/sources/sources.h"
#include "analysis/world/world.h"

bool loose_is_program(const struct dynamic *d, class_id c) {
    return !(d->w->class.v[c].flags & CLASS_JDK);
}

void loose_init(struct dynamic *d) {
    d->loose_names = points_vars(&d->p, 1);
    d->loose_classes = points_vars(&d->p, 1);
    d->loose_members = points_vars(&d->p, 1);
}

// --- What comes in -----------------------------------------------------------

void loose_add(struct dynamic *d, const struct op *o, token_id token) {
    if (loose_is_program(d, d->w->method.v[o->at].class)) {
        enum token_kind kind = token_get(d, token).kind;
        points_add(&d->p,
                   kind == TOKEN_CLASS ? d->loose_classes : d->loose_members,
                   token_as_guess(d, token));
    }
}

static void add_name(struct dynamic *d, struct str text) {
    char *name = arena_cstr(&d->scratch, text);
    struct src_class found;
    for (size_t i = 0; i < text.n; i++) {
        name[i] = text.p[i] == '.' ? '/' : text.p[i];
    }
    struct str binary = {name, text.n};
    if (src_find(d->w->src, binary, &found) && found.part != SRC_JDK) {
        points_add(&d->p, d->loose_names,
                   token_guess(d, world_find_class(d->w, binary)));
    }
}

static bool may_be_name(struct str text) {
    enum { LONGEST = 512 };
    return text.n < LONGEST && memchr(text.p, '.', text.n) &&
           !memchr(text.p, ' ', text.n) && !memchr(text.p, '/', text.n);
}

// The string constants of a class whose code can run.
static void read_constants(struct dynamic *d, class_id c) {
    const struct cf_class *cf = d->w->class.v[c].cf;
    for (u4 i = 1; i < cf->n_pool; i++) {
        if (cp_is(cf, i, CP_STRING) && may_be_name(cp_name_of(cf, i))) {
            add_name(d, cp_name_of(cf, i));
        }
    }
}

static bool is_object(struct str type) {
    return str_eq(type, STR("Ljava/lang/Object;")) ||
           str_eq(type, STR("[Ljava/lang/Object;"));
}

// Does that call take v as an Object?
static bool passes(const struct dynamic *d, method_id m, const struct flow *f,
                   const struct flow_stmt *st, u4 v) {
    const struct cf_class *cf = d->w->class.v[d->w->method.v[m].class].cf;
    struct cp_ref r = cp_ref_of(cf, st->ref);
    struct desc_method desc;
    if (!desc_method(r.desc, &desc)) {
        return false;
    }
    bool is_static = st->kind == FLOW_STATIC || st->kind == FLOW_DYNAMIC;
    for (u4 i = is_static ? 0 : 1; i < st->n && desc.args.n;) {
        struct str type = desc_next(&desc.args);
        if (type.n > 1 && f->args[st->a + i++] == v && is_object(type)) {
            return true;
        }
    }
    return false;
}

static bool goes_anywhere(const struct dynamic *d, method_id m,
                          const struct flow *f, u4 v, u4 depth) {
    const struct world *w = d->w;
    const struct cf_class *cf = w->class.v[w->method.v[m].class].cf;
    for (u4 i = 0; v && i < f->n_stmts; i++) {
        const struct flow_stmt *st = &f->stmt[i];
        bool goes = false;
        if (flow_is_call(st)) {
            goes = passes(d, m, f, st, v);
        } else if (st->kind == FLOW_AASTORE && st->v == v && depth == 0) {
            goes = goes_anywhere(d, m, f, st->a, 1);
        } else if ((st->kind == FLOW_PUTFIELD || st->kind == FLOW_PUTSTATIC) &&
                   st->v == v) {
            goes = is_object(cp_ref_of(cf, st->ref).desc);
        }
        if (goes) {
            return true;
        }
    }
    return false;
}

// A class literal that is put where anything may be.
static void read_literal(struct dynamic *d, struct literal k) {
    const struct flow *f = form_of(d, k.method);
    class_id c = d->w->method.v[k.method].class;
    for (u4 i = 0; i < f->n_stmts; i++) {
        const struct flow_stmt *st = &f->stmt[i];
        if (st->pc == k.pc && st->kind == FLOW_CONST &&
            goes_anywhere(d, k.method, f, st->v, 0)) {
            token_id token = token_class(d, world_class_at(d->w, c, st->ref));
            points_add(&d->p, d->loose_classes, token_as_guess(d, token));
        }
    }
}

void loose_literal(struct dynamic *d, method_id m, u2 pc, u4 i) {
    class_id c = d->w->method.v[m].class;
    if (d->spec.level == DYNAMIC_RESOLVED && loose_is_program(d, c) &&
        cp_is(d->w->class.v[c].cf, i, CP_CLASS)) {
        vec_push(&d->literal, ((struct literal){m, pc}));
    }
}

static void add_resource_name(void *context, const struct resource_name *n) {
    struct dynamic *d = context;
    if (n->part != SRC_JDK) {
        points_add(&d->p, d->loose_names, token_guess(d, n->class));
    }
}

void loose_update(struct dynamic *d) {
    struct solve *s = d->s;
    if (d->n_loosened == 0 && !d->spec.no_resource_names) {
        resource_names(d->w, add_resource_name, d);
    }
    for (; d->n_loosened < s->n_done; d->n_loosened++) {
        method_id m = s->node.v[d->n_loosened].method;
        class_id c = m ? d->w->method.v[m].class : 0;
        vec_cover(&d->is_loosened, c + 1);
        if (c && !d->is_loosened.v[c] && loose_is_program(d, c)) {
            d->is_loosened.v[c] = true;
            arena_reset(&d->scratch);
            read_constants(d, c);
            gates_open(d, c);
        }
    }
    while (d->literal.n) {
        read_literal(d, d->literal.v[--d->literal.n]);
    }
}

// --- What goes out -----------------------------------------------------------

// Operand i of an op is not known.
void loose_take(struct dynamic *d, op_id id, u4 operand) {
    const struct op *o = &d->op.v[id];
    if (d->spec.level != DYNAMIC_RESOLVED ||
        !loose_is_program(d, d->w->method.v[o->at].class)) {
        return;
    }
    switch ((enum op_kind)o->kind) {
    case OP_FOR_NAME:
    case OP_LOAD:
        points_watch(&d->p, d->loose_names, operand);
        break;
    case OP_NEW_INSTANCE:
    case OP_INITS:
    case OP_ALL_INITS:
    case OP_METHODS:
        points_watch(&d->p, d->loose_classes, operand);
        break;
    case OP_CONSTRUCT:
    case OP_INVOKE:
        points_watch(&d->p, d->loose_members, operand);
        break;
    default:
        break;
    }
}
