// SPDX-License-Identifier: MIT
// What reflection does with what comes to it.
#include "analysis/effects/effects_priv.h"

#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

// --- Calls -------------------------------------------------------------------

// The op's call, and what it gives to whatever it runs.
static struct solve_reflected call_of(struct dynamic *d, const struct op *o) {
    const struct flow *f = form_of(d, o->at);
    const struct flow_stmt *st = form_call_at(f, o->pc);
    struct solve_reflected r = {
        .caller = o->at,
        .pc = o->pc,
        .result = st ? st->v : 0,
        .n_params = f->n_params,
    };
    if (o->kind == OP_CONSTRUCT && st && st->n > 1) {
        r.args = f->args[st->a + 1];
    } else if (o->kind == OP_INVOKE && st && st->n > 2) {
        r.receiver = f->args[st->a + 1];
        r.args = f->args[st->a + 2];
    }
    return r;
}

static void call(struct dynamic *d, op_id id, class_id type, method_id m,
                 enum edge_kind kind) {
    struct solve_reflected r = call_of(d, &d->op.v[id]);
    r.kind = kind;
    r.type = type;
    r.target = m;
    d->op.v[id].n_found++;
    solve_reflect(d->s, &r);
}

static bool is_accessible(const struct dynamic *d, token_id token) {
    return effects_of(d)->all_accessible ||
           (token < effects_of(d)->accessible.n &&
            effects_of(d)->accessible.v[token]);
}

// What may be meant is a guess even where it is made accessible.
static bool is_guess(const struct dynamic *d, token_id token) {
    return token && token_get(d, token).guess;
}

static void call_accessible(struct dynamic *d, const struct refused *r) {
    call(d, r->op, r->type, r->method,
         is_guess(d, r->token) ? EDGE_GUESS : EDGE_ACCESSIBLE);
}

// The JDK's own code may use what it likes; others what access rules allow, and at the
// last level what somebody makes accessible.
static void call_if_seen(struct dynamic *d, op_id id, token_id token,
                         class_id type, method_id m) {
    class_id from = d->w->method.v[d->op.v[id].at].class;
    bool privileged = d->spec.level == DYNAMIC_RESOLVED &&
                      d->w->class.v[from].flags & CLASS_JDK;
    if (privileged || visible_method(&effects_of(d)->visible, from, m, 0)) {
        call(d, id, type, m, is_guess(d, token) ? EDGE_GUESS : EDGE_REFLECT);
    } else if (d->spec.level == DYNAMIC_RESOLVED) {
        struct refused r = {id, token, type, m};
        if (is_accessible(d, token)) {
            call_accessible(d, &r);
        } else {
            vec_push(&effects_of(d)->refused, r);
        }
    }
}

// Makes the calls that were refused until now. There may be very many, so that is done
// for all members together that are new.
static void call_refused(struct dynamic *d) {
    if (!effects_of(d)->has_accessible) {
        return;
    }
    effects_of(d)->has_accessible = false;
    u4 n = effects_of(d)->refused.n, kept = 0;
    for (u4 i = 0; i < n; i++) {
        struct refused r = effects_of(d)->refused.v[i];
        if (is_accessible(d, r.token)) {
            call_accessible(d, &r);
        } else {
            effects_of(d)->refused.v[kept++] = r;
        }
    }
    effects_of(d)->refused.n = kept;
}

static void note_accessible(struct dynamic *d, token_id token) {
    vec_cover(&effects_of(d)->accessible, token + 1);
    effects_of(d)->accessible.v[token] = 1;
    effects_of(d)->has_accessible = true;
}

// From a collection the same member comes as a guess (loose.c).
static void set_accessible(struct dynamic *d, token_id token) {
    note_accessible(d, token);
    note_accessible(d, token_as_guess(d, token));
}

// --- Classes -----------------------------------------------------------------

void effect_each_class(struct dynamic *d, op_id id, token_id token,
                       class_meant *meant) {
    struct token t = token_get(d, token);
    if (!t.below) {
        meant(d, id, token, t.a);
        return;
    }
    struct below k = path_below(d, t.a);
    for (u4 i = 0; i < k.n; i++) {
        meant(d, id, token, k.class[i]);
    }
}

static void load(struct dynamic *d, op_id id, class_id c) {
    const struct op o = d->op.v[id];
    world_load(d->w, c);
    if (o.kind == OP_FOR_NAME && !(d->w->class.v[c].flags & CLASS_ARRAY)) {
        solve_initialise(d->s, o.at, o.pc, c);
    }
}

// What is cast is made, so only concrete classes are; a class that a pattern names may be
// another.
static bool fits_load(struct dynamic *d, op_id id, class_id c) {
    return op_fits_cast(d, id, c) &&
           (!d->op.v[id].cast || d->spec.level == DYNAMIC_RESOLVED ||
            world_is_concrete(d->w, c));
}

static void loaded(struct dynamic *d, op_id id, class_id c) {
    if (fits_load(d, id, c)) {
        load(d, id, c);
        d->op.v[id].n_found++;
        token_id token = token_class(d, c);
        trace_add(d, d->op.v[id].to, token);
        loose_add(d, &d->op.v[id], token);
    }
}

static void guess(struct dynamic *d, op_id id, struct token t) {
    const struct op o = d->op.v[id];
    class_id c = t.a;
    if (!op_fits_cast(d, id, c)) {
        return;
    }
    world_load(d->w, c);
    if (o.kind == OP_FOR_NAME) {
        solve_initialise_as(d->s, o.at, o.pc, EDGE_GUESS, c);
    }
    d->op.v[id].n_found++;
    token_id token = token_as_guess(d, token_class(d, c));
    trace_add(d, o.to, token);
    loose_add(d, &o, token);
}

static void make(struct dynamic *d, op_id id, token_id token, class_id c) {
    struct world *w = d->w;
    world_load(w, c);
    sig_id sig = world_sig(w, STR("<init>"), STR("()V"));
    method_id m = world_is_concrete(w, c) ? world_declared(w, c, sig) : 0;
    if (m && op_fits_cast(d, id, c)) {
        call_if_seen(d, id, token, c, m);
    }
}

// The JDK's own arrays are made in other places as well.
static bool are_made(const struct dynamic *d, class_id c) {
    const struct world *w = d->w;
    while (c && w->class.v[c].flags & CLASS_ARRAY) {
        c = w->class.v[c].elem;
    }
    return c && loose_is_program(d, c);
}

// A class whose constants are listed, whose providers are made, or of which arrays are.
static void use_class(struct dynamic *d, op_id id, token_id token, class_id c) {
    (void)token;
    const struct op o = d->op.v[id];
    if (o.kind == OP_LIST_ENUM) {
        models_list_enum(d->s, o.called, c);
    } else if (o.kind == OP_ASK_SERVICE) {
        models_ask_service(d->follower, d->s, c);
    } else if (are_made(d, c)) {
        models_make_arrays(d->s, c, any_dimensions(d, o.called));
    }
}

// --- Members -----------------------------------------------------------------

static void member_of(struct dynamic *d, op_id id, token_id token, class_id c) {
    const struct op o = d->op.v[id];
    enum token_kind kind = token_get(d, token).kind;
    if (o.kind == OP_CONSTRUCT && kind == TOKEN_INITS) {
        member_each_init(d, id, token, c, call_if_seen);
    } else if (o.kind == OP_INVOKE && kind == TOKEN_METHODS) {
        member_each_method(d, id, token, c, call_if_seen);
    } else if (o.kind == OP_ACCESS && kind == TOKEN_FIELDS) {
        d->op.v[id].n_found++;
        solve_initialise_as(d->s, o.at, o.pc,
                            token_get(d, token).guess ? EDGE_GUESS : EDGE_INIT,
                            c);
    }
}

static void member(struct dynamic *d, op_id id, token_id token) {
    if (d->op.v[id].kind == OP_SET_ACCESSIBLE) {
        set_accessible(d, token);
    } else if (d->op.v[id].kind >= OP_FIND_VIRTUAL) {
        lookup_found(d, id, token);
    } else {
        effect_each_class(d, id, token, member_of);
    }
}

// --- Tokens --------------------------------------------------------------------

static void class_arrived(struct dynamic *d, op_id id, token_id token) {
    switch ((enum op_kind)d->op.v[id].kind) {
    case OP_FIND_STATIC_FIELD:
        lookup_found(d, id, token);
        break;
    case OP_LIST_ENUM:
    case OP_ASK_SERVICE:
    case OP_NEW_ARRAY:
        effect_each_class(d, id, token, use_class);
        break;
    case OP_NEW_INSTANCE:
        effect_each_class(d, id, token, make);
        break;
    default:
        break;
    }
}

static void arrived(struct dynamic *d, op_id id, token_id token) {
    struct token t = token_get(d, token);
    switch ((enum token_kind)t.kind) {
    case TOKEN_CLASS:
        class_arrived(d, id, token);
        break;
    case TOKEN_GUESS:
        guess(d, id, t);
        break;
    case TOKEN_ARRAY:
    case TOKEN_INTERFACES:
        proxy_arrived(d, id, token);
        break;
    default:
        member(d, id, token);
        break;
    }
}

// --- What nobody knows -------------------------------------------------------

// What is cast to that class: true if this tells all.
static bool open_below(struct dynamic *d, op_id id, struct below k) {
    const struct op o = d->op.v[id];
    for (u4 i = 0; i < k.n && k.is_known; i++) {
        class_id c = k.class[i];
        if (o.kind == OP_FOR_NAME) {
            load(d, id, c);
            d->op.v[id].n_found++;
        } else if (o.kind == OP_NEW_INSTANCE) {
            make(d, id, 0, c);
        } else if (o.kind == OP_CONSTRUCT) {
            struct token t = {.kind = TOKEN_INITS, .a = c, .declared = 1};
            member_each_init(d, id, token_add(d, t), c, call_if_seen);
        }
    }
    return k.is_known;
}

static enum any_what any_of(enum op_kind kind) {
    return kind == OP_NEW_INSTANCE ? ANY_NEW
           : kind == OP_CONSTRUCT  ? ANY_CONSTRUCT
           : kind == OP_INVOKE     ? ANY_INVOKE
           : kind == OP_ACCESS     ? ANY_FIELD
           : kind == OP_NEW_ARRAY  ? ANY_ARRAY
                                   : ANY_LOAD;
}

// It may do anything; at the last level it does nothing then.
static void do_any(struct dynamic *d, const struct op *o) {
    if (d->spec.level < DYNAMIC_RESOLVED) {
        struct solve_reflected r = {.caller = o->at, .pc = o->pc};
        if (d->s->engine.reflected_any) {
            r = call_of(d, o);
        }
        r.target = o->called;
        any_at(d, &r, any_of(o->kind));
    }
}

static void open(struct dynamic *d, op_id id) {
    const struct op o = d->op.v[id];
    if (o.is_open) {
        return;
    }
    d->op.v[id].is_open = true;
    if (o.kind == OP_NEW_ARRAY) {
        do_any(d, &o);
        return;
    }
    if (o.kind >= OP_FIND_VIRTUAL) {
        d->op.v[id].is_partly = true;
        if (o.kind == OP_PROXY || o.kind == OP_PROXY_OF) {
            proxy_open(d, id);
        }
        return;
    }
    if (o.kind == OP_SET_ACCESSIBLE) {
        class_id from = d->w->method.v[o.at].class;
        if (!(d->w->class.v[from].flags & CLASS_JDK)) {
            effects_of(d)->all_accessible = true;
            effects_of(d)->has_accessible = true;
        }
        return;
    }
    if (o.cast && open_below(d, id, path_below(d, o.cast))) {
        trace_add(d, o.to, token_below(d, o.cast));
        return;
    }
    d->op.v[id].is_partly = true;
    trace_open(d, o.to);
    if (o.kind != OP_LOAD) {
        do_any(d, &o);
    }
}

// --- Its beginning and end --------------------------------------------------------

static void native(struct dynamic *d) {
    effects_of(d)->needs_native = true;
}

static void started(struct dynamic *d, op_id id) {
    if (d->op.v[id].kind == OP_READ_OBJECT) {
        streams_read(d, id);
    }
}

static void idle(struct dynamic *d) {
    call_refused(d);
    factories_run(d);
}

static const struct dynamic_effects hooks = {
    .native = native,
    .searching = any_native,
    .program = factories_see,
    .started = started,
    .loaded = loaded,
    .arrived = arrived,
    .joined = proxy_joined,
    .open = open,
    .idle = idle,
    .last = proxies_join,
};

struct effects *effects_new(struct world *w, struct models *models,
                            const struct dynamic_spec *spec) {
    struct effects *e = MEM_NEW(struct effects);
    e->hooks = hooks;
    e->d = dynamic_new(w, models, spec, &e->hooks);
    tuples_init(&e->proxies);
    visible_init(&e->visible, w);
    return e;
}

struct dynamic *effects_dynamic(const struct effects *e) {
    return e->d;
}

void effects_free(struct effects *e) {
    if (!e) {
        return;
    }
    dynamic_free(e->d);
    visible_release(&e->visible);
    vec_free(&e->accessible);
    vec_free(&e->refused);
    idmap_release(&e->any);
    vec_free(&e->is_made);
    vec_free(&e->locale);
    tuples_release(&e->proxies);
    vec_free(&e->joined);
    idmap_release(&e->read_seen[0]);
    idmap_release(&e->read_seen[1]);
    idmap_release(&e->read_of);
    vec_free(&e->read_cast);
    mem_free(e);
}
