// SPDX-License-Identifier: MIT
// Dynamic proxies: which interfaces those have that Proxy.newProxyInstance makes.
//
// They stand in an array, which is followed to where it is made: what is stored in it
// there are the interfaces of one proxy, in order, for each choice of those that may be
// stored. Where nobody knows the array, the handler can be called by the proxy all the
// same, and a cast tells one interface.
#include "analysis/effects/effects_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

// Interfaces of one proxy, and proxies of one array.
enum { MOST_INTERFACES = 16, MOST_PROXIES = 64 };

// The op that tells of the call.
static op_id site_of(const struct dynamic *d, op_id id) {
    const struct op *o = &d->op.v[id];
    op_id site = idmap_find(&d->site_op, idmap_key(o->at, (u4)o->pc + 1));
    return site ? site : id;
}

// One proxy, at the call that op is of; made once.
static void make(struct dynamic *d, op_id id, const class_id *interface, u4 n) {
    const struct op o = d->op.v[id];
    u4 row[MOST_INTERFACES + 2] = {o.at, o.pc};
    class_id *kept = ARENA_ARRAY(&d->s->arena, class_id, n + 1);
    for (u4 i = 0; i < n; i++) {
        world_load(d->w, interface[i]);
        if (!(d->w->class.v[interface[i]].access_flags & ACC_INTERFACE)) {
            return;
        }
        row[i + 2] = kept[i] = interface[i];
    }
    u4 before = (u4)effects_of(d)->proxies.row.n;
    if (n && tuples_intern(&effects_of(d)->proxies, row, n + 2) == before) {
        d->op.v[site_of(d, id)].n_found++;
        models_make_proxy(d->follower, d->s, o.at, o.pc, kept, n);
    }
}

// --- Arrays that are made here or there --------------------------------------------

static void take_array(struct dynamic *d, op_id id, method_id m, u4 v) {
    const struct flow *f = form_of(d, m);
    struct op made = d->op.v[id];
    made.kind = OP_PROXY_OF;
    op_id o = op_new(d, &made);
    u4 n = 0;
    for (u4 i = 0; i < f->n_stmts; i++) {
        const struct flow_stmt *st = &f->stmt[i];
        if (st->kind == FLOW_AASTORE && st->a == v && n++ < MOST_INTERFACES) {
            op_take(d, o,
                    st->v ? trace_of(d, TRACE_LOCAL, false, m, st->v) : 0);
        }
    }
    if (n == 0 || n > MOST_INTERFACES) {
        proxy_open(d, o);
    }
}

void proxy_arrived(struct dynamic *d, op_id id, token_id token) {
    struct token t = token_get(d, token);
    if (t.kind == TOKEN_ARRAY) {
        take_array(d, id, t.a, t.b);
        return;
    }
    world_load(d->w, t.a);
    const struct world_class k = d->w->class.v[t.a];
    if (k.n_interfaces > MOST_INTERFACES) {
        proxy_open(d, id);
    }
    make(d, id, k.interface,
         k.n_interfaces < MOST_INTERFACES ? k.n_interfaces : MOST_INTERFACES);
}

// --- Choices -------------------------------------------------------------------------

// The choices that have a new token of operand `fresh`: those in front of it give the
// tokens that they had before, those behind it all.
struct choosing {
    struct dynamic *d;
    op_id id;
    u4 fresh;
    class_id interface[MOST_INTERFACES];
};

static const struct operand *operand_of(const struct choosing *k, u4 i) {
    return &k->d->operand.v[k->d->op.v[k->id].first + i];
}

static void choose(struct choosing *k, u4 i) {
    if (i == k->d->op.v[k->id].n) {
        make(k->d, k->id, k->interface, i);
        return;
    }
    u4 from = i == k->fresh ? operand_of(k, i)->n_done : 0;
    u4 end =
        i < k->fresh ? operand_of(k, i)->n_done : operand_of(k, i)->token.n;
    for (u4 j = from; j < end; j++) {
        struct token t = token_get(k->d, operand_of(k, i)->token.v[j]);
        if (t.kind == TOKEN_CLASS && !t.below) {
            k->interface[i] = t.a;
            choose(k, i + 1);
        }
    }
}

// Of too many choices of several, each interface has a proxy for itself.
static void choose_each(struct choosing *k) {
    for (u4 i = 0; i < k->d->op.v[k->id].n; i++) {
        for (u4 j = operand_of(k, i)->n_done; j < operand_of(k, i)->token.n;
             j++) {
            struct token t = token_get(k->d, operand_of(k, i)->token.v[j]);
            if (t.kind == TOKEN_CLASS && !t.below) {
                make(k->d, k->id, &t.a, 1);
            }
        }
    }
}

static bool are_too_many(const struct choosing *k) {
    u4 n_operands = k->d->op.v[k->id].n;
    u8 n = 1;
    for (u4 i = 0; i < n_operands && n <= MOST_PROXIES; i++) {
        n *= operand_of(k, i)->token.n;
    }
    return n_operands > 1 && n > MOST_PROXIES;
}

static void join(struct dynamic *d, op_id id) {
    struct choosing k = {.d = d, .id = id};
    u4 n = d->op.v[id].n;
    if (are_too_many(&k)) {
        choose_each(&k);
        proxy_open(d, id);
    } else {
        for (; k.fresh < n; k.fresh++) {
            choose(&k, 0);
        }
    }
    for (u4 i = 0; i < n; i++) {
        struct operand *o = &d->operand.v[d->op.v[id].first + i];
        o->n_done = o->token.n;
    }
}

void proxy_joined(struct dynamic *d, op_id id) {
    if (!d->op.v[id].waits) {
        d->op.v[id].waits = true;
        vec_push(&effects_of(d)->joined, id);
    }
}

bool proxies_join(struct dynamic *d) {
    struct effects *e = effects_of(d);
    bool any = e->joined.n > 0;
    for (u4 i = 0; i < e->joined.n; i++) {
        d->op.v[e->joined.v[i]].waits = false;
        join(d, e->joined.v[i]);
    }
    e->joined.n = 0;
    return any;
}

// --- What nobody knows ---------------------------------------------------------------

static const char HANDLER[] =
    "java/lang/reflect/InvocationHandler.invoke:"
    "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)"
    "Ljava/lang/Object;";

// On the handler that is passed: the third argument.
static void call_handler(struct dynamic *d, const struct op *o,
                         method_id handler) {
    const struct flow *f = form_of(d, o->at);
    const struct flow_stmt *st = form_call_at(f, o->pc);
    const struct solve_reflected r = {
        .caller = o->at,
        .pc = o->pc,
        .kind = EDGE_REFLECT,
        .type = d->w->method.v[handler].class,
        .target = handler,
        .receiver = st && st->n > 2 ? f->args[st->a + 2] : 0,
        .n_params = f->n_params,
    };
    solve_reflect(d->s, &r);
}

void proxy_open(struct dynamic *d, op_id id) {
    const struct op o = d->op.v[id];
    d->op.v[site_of(d, id)].is_partly = true;
    if (o.cast) {
        make(d, id, &o.cast, 1);
    }
    method_id handler = world_find_method(d->w, str_of(HANDLER));
    const class_id none = 0;
    const u4 row[] = {o.at, o.pc, none};
    u4 before = (u4)effects_of(d)->proxies.row.n;
    if (handler && tuples_intern(&effects_of(d)->proxies, row, 3) == before) {
        call_handler(d, &o, handler);
    }
}
