// SPDX-License-Identifier: MIT
// The work list of CHA and RTA: reachable methods, receivers, groups.
#include "analysis/reach/reach.h"

#include "analysis/reach/engine.h"
#include "analysis/table/idmap.h"
#include "analysis/world/resolve.h"

const char *const solve_edge_name[EDGE_N_KINDS] = {
#define EDGE(id, name) name,
#include "analysis/reach/edges.def"
#undef EDGE
};

void solve_init(struct solve *s, struct world *w,
                const struct solve_hooks *hooks,
                const struct solve_engine *engine) {
    *s = (struct solve){.w = w, .hooks = *hooks, .engine = *engine};
    arena_init(&s->arena);
    vec_push(&s->node, (struct solve_node){0});
    vec_push(&s->group, (struct solve_group){0});
    vec_push(&s->lambda, (struct solve_lambda){0});
    vec_push(&s->bundle, (struct solve_bundle){0});
    s->n_done = 1;
}

void solve_release(struct solve *s) {
    for (u4 i = 0; i < s->type.n; i++) {
        vec_free(&s->type.v[i].receiver);
    }
    vec_free(&s->node);
    vec_free(&s->node_of);
    vec_free(&s->site);
    vec_free(&s->late);
    vec_free(&s->group);
    vec_free(&s->lambda);
    for (u4 i = 0; i < s->bundle.n; i++) {
        vec_free(&s->bundle.v[i].site);
    }
    vec_free(&s->bundle);
    vec_free(&s->type);
    for (u4 i = 0; i < s->value.n; i++) {
        vec_free(&s->value.v[i].receiver);
    }
    vec_free(&s->value);
    vec_free(&s->class_state);
    vec_free(&s->group_of_ref);
    idmap_release(&s->group_of);
    idmap_release(&s->fixed_of);
    vec_free(&s->entered);
    vec_free(&s->array);
    vec_free(&s->array_type);
    arena_release(&s->arena);
}

static struct solve_holder *holder_of(struct solve *s, holder_id h) {
    if (h & HOLDER_VALUE) {
        vec_cover(&s->value, (h & ~HOLDER_VALUE) + 1);
        return &s->value.v[h & ~HOLDER_VALUE];
    }
    vec_cover(&s->type, h + 1);
    return &s->type.v[h];
}

static u1 *state_of(struct solve *s, class_id c) {
    vec_cover(&s->class_state, c + 1);
    return &s->class_state.v[c];
}

static void reach(struct solve *s, method_id m, method_id from, u2 pc,
                  enum edge_kind kind) {
    vec_cover(&s->node_of, m + 1);
    if (!s->node_of.v[m]) {
        s->node_of.v[m] = s->node.n;
        vec_push(&s->node,
                 ((struct solve_node){
                     .method = m, .from = from, .pc = pc, .kind = (u1)kind}));
    }
}

// --- Receivers and groups ----------------------------------------------------

// What an object that implements only interfaces (a lambda) runs.
static method_id select_lambda(const struct solve *s,
                               const struct solve_lambda *l, method_id m) {
    const struct world *w = s->w;
    const struct world_method *wm = &w->method.v[m];
    bool of_object = wm->class == w->known.object;
    if (wm->access_flags & ACC_PRIVATE) {
        return m;
    }
    for (u4 i = 0; i < l->n_sigs && !of_object; i++) {
        if (l->sig[i] == wm->sig) {
            return TARGET_THROUGH;
        }
    }
    if (l->proxy && (wm->access_flags & ACC_FINAL) == 0 &&
        (!of_object || wm->access_flags & ACC_PUBLIC)) {
        return TARGET_THROUGH;
    }
    // Object's methods come before those that an interface repeats.
    method_id found = world_declared(w, w->known.object, wm->sig);
    if (found) {
        return found;
    }
    found = resolve_default(w, l->interface, wm->sig);
    for (u4 i = 0; !found && i < l->n_markers; i++) {
        found = resolve_default(w, l->marker[i], wm->sig);
    }
    return found;
}

method_id solve_select(const struct solve *s, const struct solve_group *g,
                       type_id r) {
    if (g->fixed) {
        return g->method;
    }
    if (r & TYPE_LAMBDA) {
        return select_lambda(s, &s->lambda.v[r & ~TYPE_LAMBDA], g->method);
    }
    // On an interface it can only be invokeinterface.
    bool interface = s->w->class.v[g->type].access_flags & ACC_INTERFACE;
    return interface ? resolve_select_interface(s->w, r, g->method)
                     : resolve_select(s->w, r, g->method);
}

// The first time that a lambda's method is called.
static void enter_lambda(struct solve *s, lambda_id id) {
    struct solve_lambda *l = &s->lambda.v[id];
    if (l->entered) {
        return;
    }
    l->entered = true;
    vec_push(&s->entered, id);
}

// Room in g's targets for all receivers of its holder.
static void make_room(struct solve *s, struct solve_group *g) {
    u4 n = solve_holder(s, g->holder)->receiver.n;
    if (n > g->room) {
        method_id *old = g->target;
        u4 room = g->room ? 2 * n : n;
        g->target = ARENA_ARRAY(&s->arena, method_id, room);
        if (g->room) {
            memcpy(g->target, old, g->room * sizeof *old);
        }
        g->room = room;
    }
}

// Somebody who does not know the arguments calls what receiver i selected.
static void model_calls_target(struct solve *s, group_id id, u4 i,
                               enum edge_kind kind) {
    const struct solve_lambda *through;
    const struct solve_group *g = &s->group.v[id];
    type_id r = solve_holder(s, g->holder)->receiver.v[i];
    method_id m = solve_target(s, g, i, &through), called = g->method;
    if (!(r & TYPE_LAMBDA) && s->w->class.v[r].flags & CLASS_CLIENT) {
        s->engine.model_called_client(s->engine.context, s, m ? m : called,
                                      kind);
    }
    if (m) {
        s->engine.model_called(s->engine.context, s, m, kind);
    } else if (through) {
        lambda_id l = (lambda_id)(through - s->lambda.v);
        s->engine.model_called_lambda(s->engine.context, s, l, kind);
    }
}

static void select_for(struct solve *s, group_id id, u4 i) {
    const struct solve_group *g = &s->group.v[id];
    const struct solve_late first = g->first;
    type_id r = solve_holder(s, g->holder)->receiver.v[i];
    method_id m = solve_select(s, g, r);
    if (!g->fixed) {
        g->target[i] = m;
        s->counts.n_dispatched++;
    }
    if (m == TARGET_THROUGH) {
        enter_lambda(s, r & ~TYPE_LAMBDA);
    } else if (m) {
        reach(s, m, first.caller, first.site.pc, first.site.kind);
    }
    for (u4 kind = 0; s->group.v[id].model_kinds >> kind; kind++) {
        if (s->group.v[id].model_kinds >> kind & 1) {
            model_calls_target(s, id, i, kind);
        }
    }
    if (s->engine.selected) {
        s->engine.selected(s->engine.context, s, id, i);
    }
}

// Receivers from `first` on are new to the group.
static void dispatch(struct solve *s, group_id id, u4 first) {
    u4 n = solve_holder(s, s->group.v[id].holder)->receiver.n;
    if (s->group.v[id].fixed && !s->engine.selected) {
        n = first == 0 && n ? 1 : first;  // one is as good as any
    }
    if (!s->group.v[id].fixed) {
        make_room(s, &s->group.v[id]);
    }
    for (u4 i = first; i < n; i++) {
        select_for(s, id, i);
    }
}

static group_id group_in(struct solve *s, struct idmap *map,
                         const struct solve_group *g) {
    u4 *id = idmap_at(map, idmap_key(g->holder, g->method));
    if (!*id) {
        *id = s->group.n;
        vec_push(&s->group, *g);
    }
    return *id;
}

group_id solve_group(struct solve *s, class_id type, method_id method) {
    return group_in(
        s, &s->group_of,
        &(struct solve_group){.holder = type, .type = type, .method = method});
}

group_id solve_fixed(struct solve *s, class_id type, method_id method) {
    return group_in(
        s, &s->fixed_of,
        &(struct solve_group){
            .holder = type, .type = type, .method = method, .fixed = true});
}

group_id solve_group_of_value(struct solve *s, holder_id value, class_id type,
                              method_id method, bool fixed) {
    holder_of(s, value);
    return group_in(
        s, fixed ? &s->fixed_of : &s->group_of,
        &(struct solve_group){
            .holder = value, .type = type, .method = method, .fixed = fixed});
}

void solve_receive(struct solve *s, holder_id h, type_id r) {
    struct solve_holder *t = holder_of(s, h);
    u4 i = t->receiver.n;
    vec_push(&t->receiver, r);
    for (group_id g = t->groups; g; g = s->group.v[g].next) {
        dispatch(s, g, i);
    }
}

// The class behind a lambda or proxy is initialised when it is made, and with
// it those of its interfaces that have default methods.
static void receive_interface(struct solve *s, class_id itf, type_id r,
                              const struct solve_lambda *l) {
    world_load(s->w, itf);
    const struct world_class k = s->w->class.v[itf];
    for (u4 i = 0; i <= k.n_supers; i++) {
        class_id c = i < k.n_supers ? k.supers[i] : itf;
        if (s->w->class.v[c].flags & CLASS_DEFAULTS) {
            solve_initialise(s, l->caller, l->body.pc, c);
        }
        solve_receive(s, c, r);
    }
}

// An array is also an array of the super types of its elements. Those are many
// and asked for by nobody but calls of clone, so only they are looked at.
static void receive_array(struct solve *s, class_id c) {
    vec_push(&s->array, c);
    for (u4 i = 0; i < s->array_type.n; i++) {
        class_id t = s->array_type.v[i];
        if (t != c && world_is_subtype(s->w, c, t)) {
            solve_receive(s, t, c);
        }
    }
}

static void add_array_type(struct solve *s, class_id t) {
    for (u4 i = 0; i < s->array_type.n; i++) {
        if (s->array_type.v[i] == t) {
            return;
        }
    }
    vec_push(&s->array_type, t);
    for (u4 i = 0; i < s->array.n; i++) {
        class_id c = s->array.v[i];
        if (t != c && world_is_subtype(s->w, c, t)) {
            solve_receive(s, t, c);
        }
    }
}

static void activate(struct solve *s, group_id id, method_id from, u2 pc,
                     enum edge_kind kind) {
    struct solve_group *g = &s->group.v[id];
    if (g->active) {
        return;
    }
    g->active = true;
    g->first = (struct solve_late){from, {pc, SITE_GROUP, (u1)kind, id}};
    if (!(g->holder & HOLDER_VALUE) &&
        s->w->class.v[g->type].flags & CLASS_ARRAY) {
        add_array_type(s, g->type);
    }
    struct solve_holder *t = holder_of(s, s->group.v[id].holder);
    s->group.v[id].next = t->groups;
    t->groups = id;
    dispatch(s, id, 0);
}

void solve_has_objects(struct solve *s, class_id c) {
    world_load(s->w, c);
    u1 *state = state_of(s, c);
    const struct world_class *k = &s->w->class.v[c];
    if (*state & SOLVE_ALLOCATED || !world_is_concrete(s->w, c)) {
        return;
    }
    *state |= SOLVE_ALLOCATED;
    for (u4 i = 0; i <= k->depth; i++) {
        solve_receive(s, k->display[i], c);
    }
    for (u4 i = 0; i < k->n_supers; i++) {
        solve_receive(s, k->supers[i], c);
    }
    if (k->flags & CLASS_ARRAY) {
        receive_array(s, c);
    }
    if (s->hooks.allocated) {
        s->hooks.allocated(s->hooks.context, s, c);
    }
}

void solve_allocate(struct solve *s, class_id c) {
    solve_has_objects(s, c);
    if (s->engine.made && world_is_concrete(s->w, c)) {
        s->engine.made(s->engine.context, s, c);
    }
}

lambda_id solve_lambda(struct solve *s, const struct solve_lambda *l) {
    lambda_id id = s->lambda.n;
    vec_push(&s->lambda, *l);
    if (s->engine.made_lambda) {
        s->engine.made_lambda(s->engine.context, s, id);
    }
    type_id r = TYPE_LAMBDA | id;
    solve_receive(s, s->w->known.object, r);
    receive_interface(s, l->interface, r, l);
    for (u4 i = 0; i < l->n_markers; i++) {
        world_load(s->w, l->marker[i]);
        if (!world_is_subtype(s->w, l->interface, l->marker[i])) {
            receive_interface(s, l->marker[i], r, l);
        }
    }
    return id;
}

void solve_take_all(struct solve *s, class_id from) {
    for (class_id c = from; c < s->w->class.n; c++) {
        if (s->w->class.v[c].state == CLASS_LOADED &&
            !(s->w->class.v[c].flags & CLASS_ARRAY)) {
            solve_allocate(s, c);
        }
    }
}

// --- Initialisers ------------------------------------------------------------

// `in` was; of a class also its superclasses, and those of its interfaces that
// have default methods. An interface initialises nothing else (JVMS 5.5).
bool solve_ran_before(const struct world *w, class_id d, class_id in) {
    const struct world_class *k = &w->class.v[d];
    bool lazy = k->access_flags & ACC_INTERFACE && !(k->flags & CLASS_DEFAULTS);
    bool class = in && !(w->class.v[in].access_flags & ACC_INTERFACE);
    return d == in || (class && !lazy && world_is_subtype(w, in, d));
}

method_id solve_initialiser(const struct world *w, class_id c, class_id in,
                            u4 *i) {
    const struct world_class *k = &w->class.v[c];
    bool interface = (k->access_flags & ACC_INTERFACE) != 0;
    u4 n_classes = interface ? 1 : k->depth + 1;
    u4 n = interface ? 1 : n_classes + k->n_supers;
    while (*i < n) {
        u4 at = (*i)++;
        class_id d = at == 0          ? c
                     : at < n_classes ? k->display[k->depth - at]
                                      : k->supers[at - n_classes];
        const struct world_class *kd = &w->class.v[d];
        if (at >= n_classes && !(kd->flags & CLASS_DEFAULTS)) {
            continue;
        }
        if (kd->clinit && !solve_ran_before(w, d, in)) {
            return kd->clinit;
        }
    }
    return 0;
}

static bool has_initialiser(struct solve *s, class_id c) {
    u1 *state = state_of(s, c);
    if (!(*state & SOLVE_CHAIN_KNOWN)) {
        u4 i = 0;
        *state |= SOLVE_CHAIN_KNOWN;
        if (solve_initialiser(s->w, c, 0, &i)) {
            *state |= SOLVE_CHAIN;
        }
    }
    return *state & SOLVE_CHAIN;
}

// Does class c, first used in a method of class `in`, have initialisers to run?
static bool triggers(struct solve *s, class_id c, class_id in) {
    world_load(s->w, c);
    return has_initialiser(s, c) && !solve_ran_before(s->w, c, in);
}

// Each initialiser that can run is reachable from the first site that
// triggers it; the state says that nothing more is to be gained.
static void run_initialisers(struct solve *s, class_id c, method_id from,
                             u2 pc) {
    u1 *state = state_of(s, c);
    if (*state & SOLVE_INITIALISED) {
        return;
    }
    *state |= SOLVE_INITIALISED;
    u4 i = 0;
    for (method_id m; (m = solve_initialiser(s->w, c, 0, &i));) {
        reach(s, m, from, pc, EDGE_INIT);
    }
}

void solve_initialise_as(struct solve *s, method_id caller, u2 pc,
                         enum edge_kind kind, class_id c) {
    if (triggers(s, c, 0)) {
        solve_edge(s, caller, (struct solve_site){pc, SITE_INIT, (u1)kind, c});
    }
}

void solve_initialise(struct solve *s, method_id caller, u2 pc, class_id c) {
    solve_initialise_as(s, caller, pc, EDGE_INIT, c);
}

// --- Sites -------------------------------------------------------------------

static void model_calls_group(struct solve *s, group_id id,
                              enum edge_kind kind) {
    struct solve_group *g = &s->group.v[id];
    holder_id holder = g->holder;
    // On a value, the arguments are known to the engine.
    if (g->model_kinds >> kind & 1 || holder & HOLDER_VALUE) {
        return;
    }
    g->model_kinds |= (u2)(1u << kind);
    for (u4 i = 0; i < solve_holder(s, holder)->receiver.n; i++) {
        model_calls_target(s, id, i, kind);
    }
}

// Makes what a site calls reachable.
static void take_site(struct solve *s, method_id caller,
                      const struct solve_site *site);

// A site that a model adds; `how` it passes objects.
static void take_model_site(struct solve *s, method_id caller,
                            const struct solve_site *site, enum edge_kind how) {
    take_site(s, caller, site);
    if (!s->engine.model_called) {
        return;
    }
    if (site->shape == SITE_DIRECT || site->shape == SITE_NEW) {
        s->engine.model_called(s->engine.context, s, site->what, how);
    } else if (site->shape == SITE_GROUP) {
        model_calls_group(s, site->what, how);
    }
}

// Part i of a bundle, at the site that took it first. A bundle holds no
// bundles.
static void take_part(struct solve *s, bundle_id b, u4 i) {
    const struct solve_late first = s->bundle.v[b].first;
    struct solve_site part = s->bundle.v[b].site.v[i];
    part.pc = first.site.pc;
    take_model_site(s, first.caller, &part,
                    s->bundle.v[b].is_any ? PASSED_ANY : part.kind);
}

static void take_bundle(struct solve *s, method_id caller,
                        const struct solve_site *site) {
    struct solve_bundle *b = &s->bundle.v[site->what];
    if (!b->taken) {
        b->taken = true;
        b->first = (struct solve_late){caller, *site};
        for (u4 i = 0; i < s->bundle.v[site->what].site.n; i++) {
            take_part(s, site->what, i);
        }
    }
}

static void take_site(struct solve *s, method_id caller,
                      const struct solve_site *site) {
    switch ((enum site_shape)site->shape) {
    case SITE_DIRECT:
    case SITE_NEW:
        reach(s, site->what, caller, site->pc, site->kind);
        break;
    case SITE_GROUP:
        activate(s, site->what, caller, site->pc, site->kind);
        break;
    case SITE_INIT:
        run_initialisers(s, site->what, caller, site->pc);
        break;
    case SITE_BUNDLE:
        take_bundle(s, caller, site);
        break;
    case SITE_MISSING:
        break;
    }
}

void solve_edge(struct solve *s, method_id caller, struct solve_site site) {
    if (caller == s->reading) {
        vec_push(&s->site, site);
    } else {
        vec_push(&s->late, ((struct solve_late){caller, site}));
    }
    take_model_site(s, caller, &site, site.kind);
}

void solve_read_site(struct solve *s, u2 pc, enum site_shape shape, u4 what) {
    struct solve_site site = {pc, (u1)shape,
                              shape == SITE_INIT ? EDGE_INIT : EDGE_CALL, what};
    vec_push(&s->site, site);
    take_site(s, s->reading, &site);
}

void solve_read_trigger(struct solve *s, u2 pc, class_id c, class_id in) {
    if (c && triggers(s, c, in)) {
        solve_read_site(s, pc, SITE_INIT, c);
    }
}

// The sites of a call of m; an object that it needs is made.
static u4 call_sites(struct solve *s, u2 pc, enum edge_kind kind, method_id m,
                     struct solve_site out[2]) {
    const struct world_method wm = s->w->method.v[m];
    struct solve_site site = {pc, SITE_DIRECT, (u1)kind, m};
    bool init = str_eq(world_sig_name(s->w, wm.sig), STR("<init>"));
    u4 n = 0;
    if (init) {
        site.shape = SITE_NEW;
        solve_allocate(s, wm.class);
    } else if (!(wm.access_flags & ACC_STATIC)) {
        site.shape = SITE_GROUP;
        site.what = solve_group(s, wm.class, m);
    }
    if (site.shape != SITE_GROUP && triggers(s, wm.class, 0)) {
        out[n++] = (struct solve_site){pc, SITE_INIT, EDGE_INIT, wm.class};
    }
    out[n++] = site;
    return n;
}

void solve_call(struct solve *s, method_id caller, u2 pc, enum edge_kind kind,
                method_id m) {
    struct solve_site site[2];
    u4 n = call_sites(s, pc, kind, m, site);
    for (u4 i = 0; i < n; i++) {
        solve_edge(s, caller, site[i]);
    }
}

void solve_reflect(struct solve *s, const struct solve_reflected *r) {
    const struct world_method wm = s->w->method.v[r->target];
    bool init = str_eq(world_sig_name(s->w, wm.sig), STR("<init>"));
    bool on_object = !init && !(wm.access_flags & ACC_STATIC);
    struct solve_site site = {r->pc, SITE_DIRECT, (u1)r->kind, r->target};
    group_id group = 0;
    if (init) {
        solve_has_objects(s, wm.class);
    }
    if (s->engine.reflected) {
        group = s->engine.reflected(s->engine.context, s, r);
    }
    if (on_object) {
        site.shape = SITE_GROUP;
        site.what = group ? group : solve_group(s, r->type, r->target);
    } else {
        site.shape = init ? SITE_NEW : SITE_DIRECT;
        solve_initialise_as(s, r->caller, r->pc,
                            r->kind == EDGE_GUESS ? EDGE_GUESS : EDGE_INIT,
                            wm.class);
    }
    vec_push(&s->late, ((struct solve_late){r->caller, site}));
    take_site(s, r->caller, &site);
}

void solve_reflect_any(struct solve *s, const struct solve_reflected *r,
                       enum any_what what) {
    if (s->engine.reflected_any) {
        s->engine.reflected_any(s->engine.context, s, r, what);
    }
}

// --- The placeholder main ----------------------------------------------------

static void take_client_site(struct solve *s, enum site_shape shape, u4 what) {
    struct solve_site site = {SITE_NO_PC, (u1)shape, EDGE_CALL, what};
    vec_push(&s->late, ((struct solve_late){CALLER_MAIN, site}));
    take_site(s, CALLER_MAIN, &site);
}

void solve_client_call(struct solve *s, class_id c, method_id m) {
    const struct solve_engine *e = &s->engine;
    group_id g = e->client.call ? e->client.call(e->context, s, c, m) : 0;
    if (s->w->method.v[m].access_flags & ACC_STATIC) {
        take_client_site(s, SITE_DIRECT, m);
    } else {
        take_client_site(s, SITE_GROUP, g ? g : solve_group(s, c, m));
    }
}

void solve_client_new(struct solve *s, class_id c, method_id init) {
    const struct solve_engine *e = &s->engine;
    solve_has_objects(s, c);
    if (e->client.make) {
        e->client.make(e->context, s, c, init);
    }
    if (init) {
        take_client_site(s, SITE_NEW, init);
    }
}

void solve_client_field(struct solve *s, class_id c, field_id f) {
    // Not that of c: a field of an interface initialises no class that inherits
    // it.
    if (s->w->field.v[f].access_flags & ACC_STATIC) {
        solve_initialise(s, CALLER_MAIN, SITE_NO_PC, s->w->field.v[f].class);
    }
    if (s->engine.client.field) {
        s->engine.client.field(s->engine.context, s, c, f);
    }
}

void solve_client_elements(struct solve *s, class_id array) {
    if (s->engine.client.elements) {
        s->engine.client.elements(s->engine.context, s, array);
    }
}

bundle_id solve_bundle(struct solve *s) {
    bundle_id id = s->bundle.n;
    vec_push(&s->bundle, (struct solve_bundle){0});
    return id;
}

bundle_id solve_bundle_of_any(struct solve *s) {
    bundle_id id = solve_bundle(s);
    s->bundle.v[id].is_any = true;
    return id;
}

void solve_bundle_add(struct solve *s, bundle_id b, struct solve_site site) {
    vec_push(&s->bundle.v[b].site, site);
    if (s->bundle.v[b].taken) {
        take_part(s, b, s->bundle.v[b].site.n - 1);
    }
}

void solve_bundle_call(struct solve *s, bundle_id b, enum edge_kind kind,
                       method_id m) {
    struct solve_site site[2];
    u4 n = call_sites(s, SITE_NO_PC, kind, m, site);
    for (u4 i = 0; i < n; i++) {
        solve_bundle_add(s, b, site[i]);
    }
}

static void run_entered(struct solve *s) {
    while (s->entered.n) {
        const struct solve_lambda *l =
            &s->lambda.v[s->entered.v[--s->entered.n]];
        const method_id caller = l->caller;
        const struct solve_site body = l->body;
        if (l->proxy) {
            take_model_site(s, caller, &body, body.kind);
        } else {
            take_site(s, caller, &body);
        }
        if (body.shape != SITE_GROUP) {
            class_id c = s->w->method.v[body.what].class;
            run_initialisers(s, c, caller, body.pc);
            if (body.shape == SITE_NEW) {
                solve_allocate(s, c);
            }
        }
    }
}

// The engine adds the sites of the body to s->site.
static void read_body(struct solve *s, node_id n) {
    s->node.v[n].first_site = s->site.n;
    s->reading = s->node.v[n].method;
    s->engine.read(s->engine.context, s, n);
    s->node.v[n].n_sites = s->site.n - s->node.v[n].first_site;
    s->reading = 0;
}

static bool run_engine(struct solve *s) {
    return s->engine.run && s->engine.run(s->engine.context, s);
}

static void run_dry(struct solve *s) {
    do {
        while (s->n_done < s->node.n) {
            read_body(s, s->n_done++);
        }
        run_entered(s);
    } while (s->n_done < s->node.n || run_engine(s));
}

static bool run_last(struct solve *s) {
    return s->hooks.last && s->hooks.last(s->hooks.context, s);
}

void solve_run(struct solve *s) {
    u4 late;
    do {
        run_dry(s);
        late = s->late.n;
        s->hooks.idle(s->hooks.context, s);
    } while (s->n_done < s->node.n || s->entered.n || s->late.n != late ||
             run_engine(s) || run_last(s));
}
