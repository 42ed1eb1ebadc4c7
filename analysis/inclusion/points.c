// SPDX-License-Identifier: MIT
// Points-to sets by inclusion constraints: variables, constraints, the loop.
//
// What reaches a variable waits in its pending set. When the variable is taken
// from the work list, that difference becomes part of what it has, and only the
// difference is sent on, to all targets at once in words of 64 objects, and
// shown to loads, stores and watches, which add constraints in turn.
//
// Hooks may make variables, so nothing that is part of a growable array is held
// while they run: what a hook looks at is a header on the stack, whose words
// are those of a set that does not change meanwhile. Sets of variables change in
// points_run alone, which hooks do not call; they can only make more pending, and
// give a set to a variable that had none of its own (share.c).
// A constraint that looks at a variable which has objects already is not
// followed on the spot, which could nest without end, but put on a list.
#include "analysis/inclusion/points.h"

#include "analysis/base/diag.h"
#include "analysis/base/mem.h"
#include "analysis/inclusion/points_priv.h"

#include <string.h>

enum { LOAD, STORE, WATCH };

enum {
    LAST_EDGES = 4,       // compared with a new one
    SWEEP_VISITS = 8,     // visits, per four edges or variables
    SWEEP_LEAST = 10000,  // edges
    SHELF_NUMBERS = 512,
};

void points_init(struct points *p, const struct points_hooks *h) {
    *p = (struct points){.hooks = *h};
    points_tune(p, SWEEP_VISITS, SWEEP_LEAST);
    // Number 0 of each is none.
    vec_push(&p->var, (struct points_var){0});
    vec_push(&p->use, (struct points_use){0});
    vec_push(&p->object, (struct points_object){0});
    vec_push(&p->kind, (struct points_kind){0});
    vec_push(&p->pass, (struct points_pass){0});
    vec_push(&p->mask, (struct set){0});
}

void points_tune(struct points *p, u4 visits, u4 least) {
    p->sweep_visits = visits;
    p->sweep_least = least;
}

void points_release(struct points *p) {
    for (u4 i = 0; i < p->var.n; i++) {
        set_release(&p->var.v[i].have);
        set_release(&p->var.v[i].pending);
        mem_free(p->var.v[i].out);
    }
    for (u4 i = 0; i < p->mask.n; i++) {
        set_release(&p->mask.v[i]);
    }
    for (u4 i = 0; i < p->owed.n; i++) {
        set_release(&p->owed.v[i]);
    }
    vec_free(&p->var);
    vec_free(&p->use);
    vec_free(&p->object);
    vec_free(&p->kind);
    vec_free(&p->pass);
    vec_free(&p->shelf);
    vec_free(&p->mask);
    vec_free(&p->work);
    vec_free(&p->next);
    vec_free(&p->late);
    vec_free(&p->link);
    vec_free(&p->moved);
    vec_free(&p->fresh);
    vec_free(&p->debt);
    vec_free(&p->owed);
    vec_free(&p->mark);
    idmap_release(&p->pair);
    idmap_release(&p->joint);
    idmap_release(&p->field);
}

// --- Variables, objects, masks -----------------------------------------------

var_id points_vars(struct points *p, u4 n) {
    var_id first = p->var.n;
    for (u4 i = 0; i < n; i++) {
        struct points_var *v = vec_more(&p->var);
        // Behind all that have a topological number.
        *v = (struct points_var){.rep = first + i, .order = UINT32_MAX};
    }
    p->counts.vars += n;
    return first;
}

void points_limit(struct points *p, var_id v, mask_id m) {
    struct points_var *var = &p->var.v[v];
    if (var->rep != v || !set_is_empty(&var->have) ||
        !set_is_empty(&var->pending)) {
        BUG("variable %u is limited too late", v);
    }
    var->mask = m;
}

void points_late(struct points *p, var_id v, u4 n) {
    for (u4 i = 0; i < n; i++) {
        p->var.v[v + i].is_late = true;
    }
}

kind_id points_kind(struct points *p) {
    vec_push(&p->kind, (struct points_kind){0});
    return p->kind.n - 1;
}

mask_id points_mask(struct points *p) {
    vec_push(&p->mask, (struct set){0});
    return p->mask.n - 1;
}

void points_shelve(struct points *p, kind_id k, u4 shelf) {
    vec_cover(&p->shelf, shelf + 1);
    p->kind.v[k].shelf = shelf;
}

static obj_id new_number(struct points *p, u4 shelf) {
    if (shelf == 0) {
        vec_push(&p->object, (struct points_object){0});
        return p->object.n - 1;
    }
    struct points_shelf *s = &p->shelf.v[shelf];
    if (s->next == s->end) {
        // From the start of a word to the end of one.
        s->next = (p->object.n + 63) / 64 * 64;
        s->end = s->next + SHELF_NUMBERS;
        vec_cover(&p->object, s->end);
    }
    return s->next++;
}

obj_id points_object(struct points *p, kind_id k) {
    struct points_kind *kind = &p->kind.v[k];
    obj_id o = new_number(p, kind->shelf);
    p->object.v[o] = (struct points_object){kind->first};
    kind->first = o;
    p->counts.objects++;
    for (u4 i = kind->first_pass; i; i = p->pass.v[i].next) {
        set_add(&p->mask.v[p->pass.v[i].mask], o);
    }
    return o;
}

void points_pass(struct points *p, mask_id m, kind_id k) {
    struct points_kind *kind = &p->kind.v[k];
    vec_push(&p->pass, ((struct points_pass){m, kind->first_pass}));
    kind->first_pass = p->pass.n - 1;
    for (obj_id o = kind->first; o; o = p->object.v[o].next) {
        set_add(&p->mask.v[m], o);
    }
}

var_id points_field(struct points *p, obj_id o, u4 field) {
    u8 key = idmap_key(o, field);
    var_id v = idmap_find(&p->field, key);
    if (v) {
        return v;
    }
    mask_id mask = 0;
    if (p->hooks.field_mask) {
        mask = p->hooks.field_mask(p->hooks.context, o, field);
    }
    v = points_vars(p, 1);
    p->var.v[v].mask = mask;
    p->var.v[v].is_field = true;
    p->counts.fields++;
    *idmap_at(&p->field, key) = v;
    return v;
}

// --- Constraints -------------------------------------------------------------

static struct set set_of(obj_id o) {
    return (struct set){.one = (u8)1 << o % 64, .n = o / 64};
}

void points_top(struct points *p, obj_id top) {
    p->top = top;
}

static bool has(const struct points_var *v, obj_id o) {
    return set_has(&v->have, o) || set_has(&v->pending, o);
}

bool points_has(struct points *p, var_id v, obj_id o) {
    return has(&p->var.v[points_own(p, v)], o) ||
           has(&p->var.v[points_rep(p, v)], o);
}

void points_send(struct points *p, const struct set *from, var_id to) {
    struct points_var *v = &p->var.v[to];
    struct set top = set_of(p->top);
    if (p->top && has(v, p->top)) {
        return;
    }
    if (p->top && set_has(from, p->top)) {
        from = &top;
    }
    const struct set *mask = v->mask ? &p->mask.v[v->mask] : NULL;
    bool waits = !set_is_empty(&v->pending);
    p->counts.visits++;
    if (set_join_fresh(&v->pending, from, mask, &v->have) && !waits) {
        points_put(p, to);
    }
}

void points_add(struct points *p, var_id v, obj_id o) {
    struct set one = set_of(o);
    v = points_own(p, v);
    if (p->var.v[v].shares) {
        if (set_has(&p->var.v[points_rep(p, v)].have, o)) {
            return;
        }
        points_unshare(p, v);
    }
    p->var.v[v].sourced = true;
    points_send(p, &one, v);
    points_add_links(p);
}

void points_tidy(struct points *p, var_id v) {
    while (p->mark.n < p->var.n) {
        vec_push(&p->mark, 0);
    }
    if (++p->stamp == 0) {
        memset(p->mark.v, 0, p->mark.n * sizeof(u4));
        p->stamp = 1;
    }
    struct points_var *var = &p->var.v[v];
    u4 n = 0;
    bool shares = var->shares;
    p->mark.v[v] = p->stamp;
    for (u4 i = 0; i < var->n_out; i++) {
        var_id to =
            shares ? points_own(p, var->out[i]) : points_rep(p, var->out[i]);
        if (p->mark.v[to] != p->stamp) {
            p->mark.v[to] = p->stamp;
            var->out[n++] = to;
        }
    }
    p->counts.flows -= shares ? 0 : var->n_out - n;
    var->n_out = n;
}

// Duplicates are dropped before the room is doubled, so there are never more of
// them than of the others for long.
void points_make_room(struct points *p, var_id from) {
    struct points_var *v = &p->var.v[from];
    if (v->n_out < v->room_out) {
        return;
    }
    points_tidy(p, from);
    if (v->n_out >= v->room_out / 2) {
        v->room_out = v->room_out < 2 ? v->room_out + 1 : v->room_out * 2;
        v->out = mem_grow(v->out, v->room_out, sizeof *v->out);
    }
}

void points_connect(struct points *p, var_id from, var_id to) {
    if (from == to || p->var.v[to].last_from == from) {
        return;
    }
    p->var.v[to].last_from = from;
    p->var.v[to].sourced = true;
    struct points_var *v = &p->var.v[from];
    u4 last = v->n_out < LAST_EDGES ? v->n_out : LAST_EDGES;
    for (u4 i = v->n_out - last; i < v->n_out; i++) {
        if (v->out[i] == to) {
            return;
        }
    }
    points_make_room(p, from);
    v->out[v->n_out++] = to;
    p->counts.flows++;
    p->added++;
    if (!set_is_empty(&v->have)) {
        points_send(p, &v->have, to);
    }
}

void points_flow(struct points *p, var_id from, var_id to) {
    vec_push(&p->link, ((struct points_link){from, to}));
    points_add_links(p);
}

static void use(struct points *p, var_id v, struct points_use u) {
    u4 id = p->use.n;
    v = points_own(p, v);
    if (p->var.v[v].shares) {
        points_unshare(p, v);
        points_add_links(p);
    }
    struct points_var *var = &p->var.v[v];
    if (set_is_empty(&var->have)) {
        u.next = var->first_use;
        var->first_use = id;
    } else {
        vec_push(&p->fresh, ((struct points_debt){id, v}));
    }
    vec_push(&p->use, u);
}

void points_load(struct points *p, var_id base, u4 field, var_id to) {
    use(p, base,
        (struct points_use){.kind = LOAD, .field = field, .other = to});
}

void points_store(struct points *p, var_id base, u4 field, var_id from) {
    use(p, base,
        (struct points_use){.kind = STORE, .field = field, .other = from});
}

void points_watch(struct points *p, var_id v, u4 watch) {
    use(p, v, (struct points_use){.kind = WATCH, .field = watch});
}

// --- The loop ----------------------------------------------------------------

// Shows objects to one use. The set is a copy of the header.
static void show(struct points *p, u4 id, const struct set *fresh) {
    struct points_use u = p->use.v[id];
    if (u.kind == WATCH) {
        p->hooks.arrived(p->hooks.context, u.field, fresh);
        return;
    }
    obj_id o;
    for (struct set_walk w = set_walk(fresh); set_next(&w, &o);) {
        var_id field = points_field(p, o, u.field);
        if (u.kind == LOAD) {
            points_flow(p, field, u.other);
        } else {
            points_flow(p, u.other, field);
        }
    }
}

// Uses that came to a variable that had objects already. From now on they are
// in its list, so they see each object once.
static void show_fresh(struct points *p) {
    for (u4 i = 0; i < p->fresh.n; i++) {
        struct points_debt d = p->fresh.v[i];
        struct points_var *v = &p->var.v[points_rep(p, d.owed)];
        p->use.v[d.use].next = v->first_use;
        v->first_use = d.use;
        struct set have = v->have;
        show(p, d.use, &have);
    }
    p->fresh.n = 0;
}

static void pay_debts(struct points *p) {
    for (u4 i = 0; i < p->debt.n; i++) {
        struct set owed = p->owed.v[p->debt.v[i].owed];
        show(p, p->debt.v[i].use, &owed);
    }
    for (u4 i = 0; i < p->owed.n; i++) {
        set_release(&p->owed.v[i]);
    }
    p->debt.n = p->owed.n = 0;
}

// Takes what is pending over into what v has; the difference remains in *fresh,
// which has to be released if it is not part of what v has.
static bool take_over(struct points_var *v, struct set *fresh) {
    *fresh = v->pending;
    v->pending = (struct set){0};
    if (set_is_empty(&v->have)) {
        v->have = *fresh;
        return false;
    }
    set_join(&v->have, fresh);
    return true;
}

static void visit(struct points *p, var_id id) {
    struct points_var *v = &p->var.v[id];
    if (v->rep != id || set_is_empty(&v->pending)) {
        return;
    }
    p->counts.polls++;
    struct set fresh;
    bool is_own = take_over(v, &fresh);
    for (u4 i = 0; i < v->n_out; i++) {
        var_id to = v->out[i];
        if (p->var.v[to].rep != to) {
            v->out[i] = to = points_rep(p, to);
        }
        if (to != id) {
            points_send(p, &fresh, to);
        }
    }
    for (u4 u = v->first_use; u; u = p->use.v[u].next) {
        show(p, u, &fresh);
    }
    if (is_own) {
        set_release(&fresh);
    }
}

static bool can_sweep(const struct points *p) {
    u8 size = p->counts.flows + p->var.n;
    return p->sweep_visits && p->counts.flows >= p->sweep_least &&
           p->added != p->swept_added &&
           (p->counts.visits - p->swept_visits) * 4 >= p->sweep_visits * size;
}

bool points_wave(struct points *p) {
    u4 wave = p->n_waves;
    while (p->n_waves == wave) {
        while (p->debt.n || p->fresh.n) {
            pay_debts(p);
            show_fresh(p);
        }
        if (can_sweep(p)) {
            points_sweep(p);
            continue;
        }
        var_id v = points_take(p);
        if (v == 0) {
            return false;
        }
        visit(p, v);
    }
    return true;
}

void points_run(struct points *p) {
    while (points_wave(p)) {
    }
}

const struct set *points_of(struct points *p, var_id v) {
    return &p->var.v[points_rep(p, v)].have;
}

void points_count(struct points *p, struct points_counts *c) {
    *c = p->counts;
    c->uses = p->use.n - 1;
    u4 *members = MEM_ARRAY(u4, p->var.n);
    for (u4 i = 0; i < p->var.n; i++) {
        struct points_var *v = &p->var.v[i];
        c->set_bytes += set_bytes(&v->have) + set_bytes(&v->pending);
        c->edge_bytes += v->room_out * sizeof(var_id);
        members[i] = set_count(&v->have);
        c->vars -= v->is_joint;
    }
    for (u4 i = 1; i < p->var.n; i++) {
        c->members += p->var.v[i].is_joint ? 0 : members[points_rep(p, i)];
    }
    mem_free(members);
    for (u4 i = 0; i < p->mask.n; i++) {
        c->set_bytes += set_bytes(&p->mask.v[i]) + sizeof(struct set);
    }
    c->set_bytes += (u8)p->var.n * 2 * sizeof(struct set);
}
