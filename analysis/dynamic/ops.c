// SPDX-License-Identifier: MIT
// What makes tokens of tokens.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/base/order.h"
#include "analysis/inclusion/set.h"
#include "analysis/sources/sources.h"
#include "analysis/world/world.h"

// --- Texts -------------------------------------------------------------------

static const struct operand *operand_of(const struct dynamic *d,
                                        const struct op *o, u4 i) {
    return &d->operand.v[o->first + i];
}

// The token that all ops of a kind make of that text or class, 1 more; 0: not made yet.
// `form`: of those that make several.
static u4 *made_of(struct dynamic *d, enum op_kind kind, u4 form, u4 of) {
    return idmap_at(&d->made, idmap_key(1 + (u4)kind + (form << 8), of));
}

// Which character becomes which.
static u4 form_of_chars(char from, char to) {
    return (u4)(u1)from << 8 | (u1)to;
}

static struct str replaced(struct dynamic *d, struct str text, u4 form) {
    char from = (char)(form >> 8), to = (char)(form & 0xFF);
    char *p = arena_cstr(&d->arena, text);
    for (size_t i = 0; i < text.n; i++) {
        p[i] = p[i] == from ? to : p[i];
    }
    return (struct str){p, text.n};
}

static struct str changed(struct dynamic *d, enum op_kind kind, u4 form,
                          struct str text) {
    if (kind == OP_REPLACED) {
        return replaced(d, text, form);
    }
    if (kind == OP_TRIMMED) {
        return text_trimmed(text);
    }
    char *p = arena_cstr(&d->arena, text);
    for (size_t i = 0; i < text.n; i++) {
        char c = p[i];
        p[i] = kind == OP_LOWER && c >= 'A' && c <= 'Z'   ? (char)(c | 0x20)
               : kind == OP_UPPER && c >= 'a' && c <= 'z' ? (char)(c & ~0x20)
                                                          : c;
    }
    return (struct str){p, text.n};
}

static void changed_text(struct dynamic *d, const struct op *o, u4 form,
                         text_id name) {
    struct str text = text_of(d, name);
    if (text_is_pattern(text)) {
        trace_pattern(d, o->to, changed(d, o->kind, form, text));
        return;
    }
    u4 *made = made_of(d, o->kind, form, name);
    if (!*made) {
        struct str to = changed(d, o->kind, form, text);
        *made = 1 + token_text(d, to);
    }
    trace_add(d, o->to, *made - 1);
}

// Characters that are not known are often '/' and '.', one of which a property has.
static void replaced_text(struct dynamic *d, const struct op *o, text_id name) {
    if (o->from) {
        changed_text(d, o, form_of_chars(o->from, o->with), name);
        return;
    }
    changed_text(d, o, form_of_chars('/', '.'), name);
    changed_text(d, o, form_of_chars('.', '/'), name);
    trace_pattern(d, o->to, text_of(d, name));
    trace_open(d, o->to);
}

// --- Bundles ---------------------------------------------------------------------

// p.Text, and of p.Text_de and the like those that there are outside the JDK: what its
// own bundles are for other locales, factories.def tells.
static void with_locale(struct dynamic *d, op_id id, class_id c) {
    enum src_part part;
    if (src_has_in(d->w->src, d->w->class.v[c].name, &part) &&
        part != SRC_JDK) {
        trace_add(d, d->op.v[id].to, token_text(d, token_java_name(d, c)));
    }
}

static void with_locales(struct dynamic *d, op_id id, struct str name) {
    struct str begin = str_of(arena_printf(&d->arena, "%.*s_", STR_F(name)));
    path_each_begun(d, id, begin, with_locale);
}

// --- Classes and members -----------------------------------------------------

static struct str text_of_class(struct dynamic *d, enum op_kind kind,
                                class_id c) {
    struct str name = token_java_name(d, c);
    const char *dot = memrchr(name.p, '.', name.n);
    size_t package = dot ? (size_t)(dot - name.p) : 0;
    if (kind == OP_PACKAGE_NAME) {
        name.n = package;
    } else if (kind == OP_SIMPLE_NAME) {
        size_t skip = dot ? package + 1 : 0;
        name = (struct str){name.p + skip, name.n - skip};
        const char *nested = memrchr(name.p, '$', name.n);
        if (nested) {
            skip = (size_t)(nested - name.p) + 1;
            name = (struct str){name.p + skip, name.n - skip};
        }
    }
    return name;
}

static void class_text(struct dynamic *d, const struct op *o, class_id c) {
    u4 *made = made_of(d, o->kind, 0, c);
    if (!*made) {
        *made = 1 + token_text(d, text_of_class(d, o->kind, c));
    }
    trace_add(d, o->to, *made - 1);
}

// Each of them, and all together.
static void interfaces(struct dynamic *d, const struct op *o, class_id c) {
    world_load(d->w, c);
    const struct world_class k = d->w->class.v[c];
    trace_id all = trace_of(d, TRACE_CALL, false, o->at, o->pc);
    for (u4 i = 0; i < k.n_interfaces; i++) {
        trace_add(d, o->to, token_class(d, k.interface[i]));
    }
    trace_add(d, all,
              token_add(d, (struct token){.kind = TOKEN_INTERFACES, .a = c}));
}

// Of all classes below that one that have objects.
static void interfaces_of(struct dynamic *d, const struct op *o,
                          struct token t) {
    if (!t.below) {
        interfaces(d, o, t.a);
        return;
    }
    struct below k = path_below(d, t.a);
    for (u4 i = 0; i < k.n; i++) {
        interfaces(d, o, k.class[i]);
    }
    trace_open(d, o->to);
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

static void members(struct dynamic *d, const struct op *o, struct token class,
                    text_id name) {
    struct token t = {.kind = members_of(o->kind),
                      .a = class.a,
                      .b = name,
                      .declared = o->declared,
                      .params = o->params,
                      .guess = class.guess,
                      .below = class.below};
    token_id token = token_add(d, t);
    trace_add(d, o->to, token);
    if (o->is_exact) {
        loose_add(d, o, token);
    }
}

// --- Members by name ---------------------------------------------------------

static void add_names(struct dynamic *d, class_id c) {
    const struct world *w = d->w;
    const struct world_class *k = &w->class.v[c];
    for (u4 i = 0; i < k->n_methods; i++) {
        struct str name = world_sig_name(w, w->method.v[k->method + i].sig);
        vec_push(&d->listed, text_add(d, name));
    }
}

static int text_order(const void *a, const void *b) {
    const text_id *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

// The names of the methods that a class has: its own, or its public ones and some more.
static struct text_span names_of(struct dynamic *d, class_id c, u4 declared) {
    u4 *known = idmap_at(&d->names_of, idmap_key(c, 1u + declared));
    if (*known) {
        return d->names.v[*known - 1];
    }
    d->listed.n = 0;
    world_load(d->w, c);
    const struct world_class *k = &d->w->class.v[c];
    add_names(d, c);
    bool inherits = declared != MEMBERS_DECLARED;
    for (u4 i = 0; inherits && i < k->depth; i++) {
        add_names(d, k->display[i]);
    }
    for (u4 i = 0; inherits && i < k->n_supers; i++) {
        add_names(d, k->supers[i]);
    }
    SORT(d->listed.v, d->listed.n, text_order);
    text_id *v = ARENA_ARRAY(&d->arena, text_id, d->listed.n + 1);
    struct text_span span = {v, 0};
    for (u4 i = 0; i < d->listed.n; i++) {
        if (span.n == 0 || v[span.n - 1] != d->listed.v[i]) {
            v[span.n++] = d->listed.v[i];
        }
    }
    vec_push(&d->names, span);
    *idmap_at(&d->names_of, idmap_key(c, 1u + declared)) = d->names.n;
    return span;
}

// Names of members that came to an operand; where they stand there.
static void note_names(struct dynamic *d, u4 operand, u4 old) {
    const struct operand *name = &d->operand.v[operand];
    for (u4 i = old; i < name->token.n; i++) {
        struct token t = token_get(d, name->token.v[i]);
        if (t.kind == TOKEN_TEXT) {
            *idmap_at(&d->name_at, idmap_key(operand + 1, t.a)) = i + 1;
        }
    }
}

// Each member of class c whose name is among those from `from` on.
static void members_named(struct dynamic *d, const struct op *o,
                          struct token class, u4 from) {
    struct text_span names = names_of(d, class.a, o->declared);
    for (u4 i = 0; i < names.n; i++) {
        u8 key = idmap_key(o->first + 2, names.text[i]);
        if (idmap_find(&d->name_at, key) > from) {
            members(d, o, class, names.text[i]);
        }
    }
}

// All members of some class may be meant. Where that class is not known by sight, this
// says too little.
static void members_unnamed(struct dynamic *d, const struct op *o,
                            struct token class) {
    if (d->spec.level != DYNAMIC_RESOLVED || o->is_exact ||
        o->kind == OP_ALL_FIELDS) {
        members(d, o, class, 0);
    } else {
        if (loose_is_program(d, class.a)) {
            struct token t = {.kind = TOKEN_METHODS,
                              .a = class.a,
                              .declared = o->declared,
                              .guess = 1,
                              .below = class.below,
                              .usual = 1};
            trace_add(d, o->to, token_add(d, t));
        }
        trace_some(d, o->to);
    }
}

// Members of a class, by a name that is not known, or else one of those from `from` on.
static void named_of(struct dynamic *d, const struct op *o, struct token class,
                     u4 from, bool any) {
    if (class.kind != TOKEN_CLASS) {
        return;
    }
    if (o->kind == OP_FIELDS) {
        members(d, o, class,
                0);  // what is done with a field is told by its class
        return;
    }
    if (any) {
        members_unnamed(d, o, class);
    }
    const struct operand *name = o->n > 1 ? operand_of(d, o, 1) : NULL;
    if (name && !class.below) {
        members_named(d, o, class, from);
        return;
    }
    for (u4 j = from; name && j < name->token.n; j++) {
        struct token t = token_get(d, name->token.v[j]);
        if (t.kind == TOKEN_TEXT) {
            members(d, o, class, t.a);
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

static void take_class(struct dynamic *d, op_id id, token_id token) {
    const struct op o = d->op.v[id];
    struct token t = token_get(d, token);
    switch ((enum op_kind)o.kind) {
    case OP_CLASS_NAME:
    case OP_SIMPLE_NAME:
    case OP_PACKAGE_NAME:
        if (t.below) {
            trace_open(d, o.to);
        } else {
            class_text(d, &o, t.a);
        }
        break;
    case OP_SUPERCLASS:
    case OP_COMPONENT:
        if (t.below) {
            trace_open(d, o.to);
        } else {
            other_class(d, &o, t.a);
        }
        break;
    case OP_NESTED:
    case OP_OUTER:
        nested_give(d, &o, t);
        break;
    case OP_INTERFACES:
        interfaces_of(d, &o, t);
        break;
    case OP_INITS:
    case OP_ALL_INITS:
        members(d, &o, t, 0);
        break;
    case OP_ALL_METHODS:
    case OP_ALL_FIELDS:
        members_unnamed(d, &o, t);
        break;
    default:
        d->effects->arrived(d, id, token);
        break;
    }
}

// Loads the classes that a text names, which may be a pattern.
static void load_named(struct dynamic *d, op_id id, text_id name) {
    if (!text_is_pattern(text_of(d, name))) {
        class_id c = token_class_named(d, name);
        if (c) {
            d->effects->loaded(d, id, c);
        }
        return;
    }
    struct fitting k = path_fitting(d, name);
    for (u4 i = 0; i < k.n; i++) {
        d->effects->loaded(d, id, k.class[i]);
    }
}

static void take_text(struct dynamic *d, op_id id, text_id name) {
    const struct op o = d->op.v[id];
    struct str text = text_of(d, name);
    switch ((enum op_kind)o.kind) {
    case OP_FOR_NAME:
    case OP_LOAD:
        load_named(d, id, name);
        break;
    case OP_TRIMMED:
    case OP_LOWER:
    case OP_UPPER:
        changed_text(d, &o, 0, name);
        break;
    case OP_REPLACED:
        replaced_text(d, &o, name);
        break;
    case OP_PROPERTY:
    case OP_VARIABLE:
        if (text_is_pattern(text)) {
            op_copy_operand(d, &o, 1);
            trace_open(d, o.to);
        } else {
            property_read(d, &o, text);
        }
        break;
    case OP_LOCALES:
        if (text_is_pattern(text)) {
            trace_pattern(
                d, o.to, str_of(arena_printf(&d->arena, "%.*s*", STR_F(text))));
        } else {
            trace_add(d, o.to, token_text(d, text));
            with_locales(d, id, text);
        }
        break;
    case OP_SETTING:
        security_read(d, o.to, text);
        break;
    default:
        break;
    }
}

// Those that look members up have seen what is loose.
static void take_open(struct dynamic *d, op_id id, token_id token) {
    const struct op o = d->op.v[id];
    if (token == d->open) {
        loose_take(d, id, o.first);
    }
    if (o.kind == OP_PROPERTY || o.kind == OP_VARIABLE) {
        op_copy_operand(d, &o, 1);
    }
    if (o.kind == OP_LOAD || o.kind >= OP_SET_ACCESSIBLE) {
        d->effects->open(d, id);
    } else {
        bool looks_up = o.kind == OP_INITS || o.kind == OP_ALL_INITS ||
                        o.kind == OP_ALL_METHODS || o.kind == OP_ALL_FIELDS;
        trace_add(d, o.to, looks_up ? d->some : d->open);
    }
}

// What it would be once it is changed is not known; nor what a key says that no name is.
static void take_other(struct dynamic *d, const struct op *o) {
    bool reads = o->kind == OP_PROPERTY || o->kind == OP_VARIABLE;
    if (reads) {
        op_copy_operand(d, o, 1);
    }
    if (reads || o->kind == OP_TRIMMED || o->kind == OP_LOWER ||
        o->kind == OP_UPPER || o->kind == OP_REPLACED) {
        trace_open(d, o->to);
    }
}

static void take_part(struct dynamic *d, op_id id, text_id part) {
    struct op *o = &d->op.v[id];
    if (!o->part || str_order(text_of(d, part), text_of(d, o->part)) < 0) {
        o->part = part;
    }
}

static void take(struct dynamic *d, op_id id, token_id token) {
    struct token t = token_get(d, token);
    switch ((enum token_kind)t.kind) {
    case TOKEN_OPEN:
    case TOKEN_SOME:
        take_open(d, id, token);
        break;
    case TOKEN_OTHER: {
        const struct op o = d->op.v[id];
        take_other(d, &o);
        break;
    }
    case TOKEN_TEXT:
        take_text(d, id, t.a);
        break;
    case TOKEN_PART:
        take_part(d, id, t.a);
        break;
    case TOKEN_CLASS:
        take_class(d, id, token);
        break;
    case TOKEN_GUESS:
        d->effects->arrived(d, id, token);
        break;
    case TOKEN_ARRAY:
    case TOKEN_INTERFACES:
        if (d->op.v[id].kind == OP_PROXY) {
            d->effects->arrived(d, id, token);
        }
        break;
    default:
        if (d->op.v[id].kind == OP_TYPES ||
            d->op.v[id].kind == OP_RESULT_TYPE) {
            members_types(d, id, token);
        } else if (d->op.v[id].kind != OP_DECLARING) {
            d->effects->arrived(d, id, token);
        } else if (t.below) {
            trace_open(d, d->op.v[id].to);
        } else {
            trace_add(d, d->op.v[id].to, token_class(d, t.a));
        }
        break;
    }
}

// Ops that look at several operands together.
static bool is_joint(enum op_kind kind) {
    return kind == OP_METHODS || kind == OP_FIELDS || kind == OP_PROXY_OF;
}

void op_start(struct dynamic *d, op_id o) {
    const struct op row = d->op.v[o];
    if (row.kind == OP_CONCAT) {
        concat_later(d, o);
    } else if (row.kind == OP_UNKNOWN || row.kind == OP_OR_ELSE) {
        trace_open(d, row.to);
    } else if (row.kind == OP_SETTING) {
        security_settings(d, row.to);
    } else if (row.kind == OP_PROVIDE || row.kind == OP_SET_SETTING) {
        security_give(d, o);
    }
    d->effects->started(d, o);
}

// A token more for an operand of several.
static void join(struct dynamic *d, op_id op, u4 operand, u4 place,
                 token_id id) {
    const struct op *o = &d->op.v[op];
    struct token t = token_get(d, id);
    bool is_known = t.kind != TOKEN_OPEN && t.kind != TOKEN_SOME;
    if (t.kind == TOKEN_PART || t.kind == TOKEN_OTHER) {
        return;
    }
    if (is_known) {
        vec_push(&d->operand.v[operand].token, id);
        return;
    }
    d->operand.v[operand].is_open = true;
    if (o->kind == OP_PROXY_OF) {
        d->effects->open(d, op);
    } else if (place == 0) {
        loose_take(d, op, operand);
        trace_some(d, o->to);
    }
}

static void join_parts(struct dynamic *d, op_id id, u4 operand,
                       const struct set *fresh) {
    struct operand *part = &d->operand.v[operand];
    token_id token;
    for (struct set_walk w = set_walk(fresh);
         !concat_is_full(d, id, part->token.n) && set_next(&w, &token);) {
        concat_part(d, part, token);
    }
    concat_later(d, id);
}

void op_arrived(void *context, u4 operand, const struct set *fresh) {
    struct dynamic *d = context;
    op_id id = d->operand.v[operand].of;
    const struct op o = d->op.v[id];
    if (o.kind == OP_CONCAT) {
        join_parts(d, id, operand, fresh);
        return;
    }
    u4 place = operand - o.first;
    u4 old = d->operand.v[operand].token.n;
    bool was_open = d->operand.v[operand].is_open;
    token_id token;
    for (struct set_walk w = set_walk(fresh); set_next(&w, &token);) {
        if (o.kind == OP_PUT) {
            loose_put(d, &o, token);
        } else if (o.kind == OP_PROVIDE || o.kind == OP_SET_SETTING) {
            break;  // it goes on by itself
        } else if (is_joint(o.kind)) {
            join(d, id, operand, place, token);
        } else if (place == 0 && (o.kind == OP_COPY || o.kind == OP_OR_ELSE)) {
            trace_add(d, o.to, token);
        } else if (place == 0) {
            take(d, id, token);
        }
    }
    if (o.kind == OP_PROXY_OF) {
        d->effects->joined(d, id);
    } else if (is_joint(o.kind)) {
        if (place == 1) {
            note_names(d, operand, old);
        }
        named_members(d, &o, place, old, was_open);
    }
}
