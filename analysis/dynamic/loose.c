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
#include "analysis/world/resourcenames.h"
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

// --- Who names a class -------------------------------------------------------

// Only the first counts; those of resource files come before all others.
static void note_naming(struct dynamic *d, class_id c,
                        const struct reflect_naming *by) {
    vec_cover(&d->named_by, c + 1);
    if (!d->named_by.v[c]) {
        vec_push(&d->naming, *by);
        d->named_by.v[c] = d->naming.n;
    }
}

static struct reflect_naming code_of(const struct op *o) {
    return (struct reflect_naming){.method = o->at, .pc = o->pc};
}

bool dynamic_naming(const struct dynamic *d, class_id c,
                    struct reflect_naming *to) {
    u4 at = c < d->named_by.n ? d->named_by.v[c] : 0;
    if (at) {
        *to = d->naming.v[at - 1];
    }
    return at != 0;
}

// --- What comes in -----------------------------------------------------------

static void add_name(struct dynamic *d, struct str text,
                     const struct reflect_naming *by) {
    arena_reset(&d->scratch);
    char *name = arena_cstr(&d->scratch, text);
    struct src_class found;
    for (size_t i = 0; i < text.n; i++) {
        name[i] = text.p[i] == '.' ? '/' : text.p[i];
    }
    struct str binary = {name, text.n};
    if (src_find(d->w->src, binary, &found) && found.part != SRC_JDK) {
        class_id c = world_find_class(d->w, binary);
        points_add(&d->p, d->loose_names, token_guess(d, c));
        note_naming(d, c, by);
    }
}

void loose_add(struct dynamic *d, const struct op *o, token_id token) {
    if (loose_is_program(d, d->w->method.v[o->at].class)) {
        loose_put(d, o, token);
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
    const struct reflect_naming by = {.class = c};
    for (u4 i = 1; i < cf->n_pool; i++) {
        if (cp_is(cf, i, CP_STRING) && may_be_name(cp_name_of(cf, i))) {
            add_name(d, cp_name_of(cf, i), &by);
        }
    }
}

// Types of the JDK are of no use.
static void loose_class(struct dynamic *d, token_id token) {
    struct token t = token_get(d, token);
    world_load(d->w, t.a);
    if (loose_is_program(d, t.a)) {
        points_add(&d->p, d->loose_classes, token_as_guess(d, token));
    }
}

static void put(struct dynamic *d, token_id token,
                const struct reflect_naming *by) {
    struct token t = token_get(d, token);
    switch ((enum token_kind)t.kind) {
    case TOKEN_TEXT:
        add_name(d, text_of(d, t.a), by);
        break;
    case TOKEN_CLASS:
        loose_class(d, token);
        note_naming(d, t.a, by);
        break;
    case TOKEN_METHODS:
    case TOKEN_INITS:
    case TOKEN_FIELDS:
        points_add(&d->p, d->loose_members, token_as_guess(d, token));
        note_naming(d, t.a, by);
        break;
    default:
        break;
    }
}

void loose_put(struct dynamic *d, const struct op *o, token_id token) {
    const struct reflect_naming by = code_of(o);
    put(d, token, &by);
}

void loose_say(struct dynamic *d, token_id token, class_id by) {
    const struct reflect_naming naming = {.class = by};
    put(d, token, &naming);
}

static void add_named(struct dynamic *d, const struct resource_name *n,
                      struct str archive) {
    if (n->part != SRC_JDK) {
        const struct reflect_naming by = {
            .archive = archive, .entry = n->entry, .line = n->line};
        d->n_named++;
        points_add(&d->p, d->loose_names, token_guess(d, n->class));
        note_naming(d, n->class, &by);
    }
}

static void add_resource_name(void *context, const struct resource_name *n) {
    struct dynamic *d = context;
    add_named(d, n, src_origin_name(d->w->src, n->origin));
}

static void add_given_name(void *context, const struct resource_name *n) {
    add_named(context, n, STR(""));
}

// A file that the user gives, and that names nothing, is the wrong one.
static void read_given(struct dynamic *d, const struct resource_text *r) {
    u4 before = d->n_named;
    resource_names_in(d->w, r->path, r->text, add_given_name, d);
    if (d->n_named == before) {
        struct place at = {.file = r->path, .byte = NO_BYTE};
        diag_report(d->w->diag, RESOURCE_NAMES_NONE, &at);
    }
}

static void read_resources(struct dynamic *d) {
    if (!d->spec.no_resource_names) {
        resource_names(d->w, add_resource_name, d);
    }
    for (u4 i = 0; i < d->spec.n_resources; i++) {
        read_given(d, &d->spec.resources[i]);
    }
}

void loose_update(struct dynamic *d) {
    struct solve *s = d->s;
    if (d->n_loosened == 0) {
        read_resources(d);
    }
    for (; d->n_loosened < s->n_done; d->n_loosened++) {
        method_id m = s->node.v[d->n_loosened].method;
        class_id c = m ? d->w->method.v[m].class : 0;
        vec_cover(&d->is_loosened, c + 1);
        if (!c || !loose_is_program(d, c)) {
            continue;
        }
        if (!d->is_loosened.v[c]) {
            d->is_loosened.v[c] = true;
            read_constants(d, c);
            gates_open(d, c);
            d->effects->program(d, c);
        }
        put_read(d, m);
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
    case OP_ALL_METHODS:
    case OP_ALL_FIELDS:
        elements_read(d);
        points_watch(&d->p, d->loose_classes, operand);
        break;
    case OP_CONSTRUCT:
    case OP_INVOKE:
    case OP_TYPES:
    case OP_RESULT_TYPE:
        points_watch(&d->p, d->loose_members, operand);
        break;
    default:
        break;
    }
}
