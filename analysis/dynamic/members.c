// SPDX-License-Identifier: MIT
// What members are like, and their types.
//
// Where code looks through all methods of a class that it does not name, it takes those
// that are like what it wants: a property's, a factory's, those with an annotation. All
// methods of all classes would tell nothing.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/world/world.h"

// --- What they are like -----------------------------------------------------------

// "setName"; "newInstance".
static bool has_usual_name(struct str name) {
    static const char *const heads[] = {"get", "set", "is",    "add",
                                        "put", "new", "create"};
    static const char *const names[] = {"valueOf", "fromString", "execute"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        size_t n = strlen(heads[i]);
        if (name.n > n && str_starts(name, str_of(heads[i])) &&
            name.p[n] >= 'A' && name.p[n] <= 'Z') {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_eq(name, str_of(names[i]))) {
            return true;
        }
    }
    return false;
}

static bool has_annotation(const struct world *w,
                           const struct world_method *m) {
    const struct cf_class *cf = w->class.v[m->class].cf;
    struct bytes body;
    return cf && cf_find_attr(cf, cf->methods[m->index].at,
                              STR("RuntimeVisibleAnnotations"), &body);
}

bool member_is_usual(struct dynamic *d, method_id m) {
    vec_cover(&d->is_usual, m + 1);
    if (!d->is_usual.v[m]) {
        const struct world *w = d->w;
        const struct world_method *wm = &w->method.v[m];
        bool is = loose_is_program(d, wm->class) &&
                  (has_usual_name(world_sig_name(w, wm->sig)) ||
                   has_annotation(w, wm));
        d->is_usual.v[m] = is ? 2 : 1;
    }
    return d->is_usual.v[m] == 2;
}

// --- What tokens mean --------------------------------------------------------------

bool op_fits_cast(struct dynamic *d, op_id o, class_id c) {
    class_id cast = d->op.v[o].cast;
    if (cast) {
        world_load(d->w, cast);
        world_load(d->w, c);
    }
    return !cast || world_is_subtype(d->w, c, cast);
}

static bool is_init(const struct world *w, method_id m) {
    return str_eq(world_sig_name(w, w->method.v[m].sig), STR("<init>"));
}

// Does the token mean that member of its class?
static bool is_meant(struct dynamic *d, const struct token *t, method_id m) {
    const struct world_method *wm = &d->w->method.v[m];
    struct str name = world_sig_name(d->w, wm->sig);
    return (t->declared || wm->access_flags & ACC_PUBLIC) &&
           (!t->b || path_fits(text_of(d, t->b), name)) &&
           (!t->params ||
            str_starts(world_sig_desc(d->w, wm->sig), text_of(d, t->params))) &&
           (!t->usual || member_is_usual(d, m));
}

static void methods_of(struct dynamic *d, op_id id, token_id token,
                       class_id type, class_id c, member_found *found) {
    struct world *w = d->w;
    struct token t = token_get(d, token);
    const struct world_class k = w->class.v[c];
    for (u4 i = 0; i < k.n_methods; i++) {
        method_id m = k.method + i;
        if (m != k.clinit && !is_init(w, m) && is_meant(d, &t, m)) {
            found(d, id, token, type, m);
        }
    }
}

void member_each_method(struct dynamic *d, op_id id, token_id token, class_id c,
                        member_found *found) {
    struct world *w = d->w;
    bool inherits = token_get(d, token).declared != MEMBERS_DECLARED;
    world_load(w, c);
    const struct world_class k = w->class.v[c];
    methods_of(d, id, token, c, c, found);
    for (u4 i = 0; inherits && i < k.depth; i++) {
        methods_of(d, id, token, c, k.display[i], found);
    }
    for (u4 i = 0; inherits && i < k.n_supers; i++) {
        methods_of(d, id, token, c, k.supers[i], found);
    }
}

void member_each_init(struct dynamic *d, op_id id, token_id token, class_id c,
                      member_found *found) {
    struct world *w = d->w;
    struct token t = token_get(d, token);
    world_load(w, c);
    if (!world_is_concrete(w, c) || !op_fits_cast(d, id, c)) {
        return;
    }
    const struct world_class k = w->class.v[c];
    for (u4 i = 0; i < k.n_methods; i++) {
        method_id m = k.method + i;
        if (is_init(w, m) && is_meant(d, &t, m)) {
            found(d, id, token, c, m);
        }
    }
}

// --- Their types ------------------------------------------------------------------

// Types of the JDK are of no use.
static void give_type(struct dynamic *d, op_id id, struct str type) {
    while (type.n && type.p[0] == '[') {
        type.p++;
        type.n--;
    }
    class_id c = type.n > 2 ? world_type(d->w, type) : 0;
    if (c) {
        world_load(d->w, c);
    }
    if (c && loose_is_program(d, c)) {
        token_id token = token_as_guess(d, token_class(d, c));
        trace_add(d, d->op.v[id].to, token);
    }
}

static void give_types(struct dynamic *d, op_id id, token_id token,
                       class_id type, method_id m) {
    const struct world *w = d->w;
    struct desc_method desc;
    (void)token;
    (void)type;
    if (!desc_method(world_sig_desc(w, w->method.v[m].sig), &desc)) {
        return;
    }
    if (d->op.v[id].kind == OP_RESULT_TYPE) {
        give_type(d, id, desc.ret);
        return;
    }
    while (desc.args.n) {
        give_type(d, id, desc_next(&desc.args));
    }
}

static void give_own_field_types(struct dynamic *d, op_id id, class_id c) {
    const struct cf_class *cf = d->w->class.v[c].cf;
    for (u4 i = 0; cf && i < cf->n_fields; i++) {
        give_type(d, id, cp_str(cf, cf->fields[i].desc));
    }
}

static void give_field_types(struct dynamic *d, op_id id,
                             const struct token *t) {
    world_load(d->w, t->a);
    give_own_field_types(d, id, t->a);
    const struct world_class k = d->w->class.v[t->a];
    for (u4 i = 0; t->declared != MEMBERS_DECLARED && i < k.depth; i++) {
        give_own_field_types(d, id, k.display[i]);
    }
}

void members_types(struct dynamic *d, op_id id, token_id token) {
    struct token t = token_get(d, token);
    if (!t.below && t.kind == TOKEN_METHODS) {
        member_each_method(d, id, token, t.a, give_types);
    } else if (!t.below && t.kind == TOKEN_INITS) {
        member_each_init(d, id, token, t.a, give_types);
    } else if (!t.below && t.kind == TOKEN_FIELDS) {
        give_field_types(d, id, &t);
    }
}
