// SPDX-License-Identifier: MIT
// The solved call graph, to be listed.
#include "analysis/callgraph/callgraph.h"

#include "analysis/base/order.h"
#include "analysis/table/idmap.h"
#include "analysis/world/world.h"

static receiver_id receiver_add(struct callgraph *g, struct cg_receiver row,
                                u4 of) {
    u4 *id = idmap_at(&g->receiver_of, idmap_key(row.kind, of));
    if (!*id) {
        *id = g->receiver.n;
        vec_push(&g->receiver, row);
    }
    return *id;
}

static receiver_id class_receiver(struct callgraph *g, class_id c) {
    if (!g->of_class[c]) {
        const struct world_class *k = &g->w->class.v[c];
        struct cg_receiver row = {
            .name = text_class(&g->text, c),
            .kind = k->flags & CLASS_CLIENT            ? RECEIVER_CLIENT
                    : k->name.n && k->name.p[0] == '[' ? RECEIVER_ARRAY
                                                       : RECEIVER_CLASS,
            .class = c,
        };
        g->of_class[c] = g->receiver.n;
        vec_push(&g->receiver, row);
    }
    return g->of_class[c];
}

// A lambda is named for the method of the component that it runs.
static receiver_id lambda_receiver(struct callgraph *g, method_id m) {
    class_id c = m ? g->w->method.v[m].class : 0;
    struct cg_receiver row = {.kind = RECEIVER_ANY_LAMBDA};
    if (!c || !(g->w->class.v[c].flags & CLASS_COMPONENT)) {
        row.name = str_of(receiver_prefix[row.kind]);
        return receiver_add(g, row, 0);
    }
    row.kind = RECEIVER_LAMBDA;
    u4 known = idmap_find(&g->receiver_of, idmap_key(row.kind, m));
    if (known) {
        return known;
    }
    row.name =
        str_of(arena_printf(&g->arena, "%s%.*s", receiver_prefix[row.kind],
                            STR_F(text_method(&g->text, m))));
    return receiver_add(g, row, m);
}

// --- Rows of a group ---------------------------------------------------------

struct spread {
    struct callgraph *g;
    VEC(struct cg_row) row;
    VEC(group_id) todo;  // groups that lambdas call
    u4 *seen;            // by group: the spread that saw it
    u4 *target_seen;     // by method
    u4 now;
    VEC(receiver_id) client;
    receiver_id through;  // the proxy whose handlers are listed, or 0
};

static void add_row(struct spread *p, receiver_id x, method_id target,
                    enum edge_kind kind) {
    vec_push(&p->row, ((struct cg_row){x, target, (u1)kind}));
}

static void later(struct spread *p, group_id g) {
    if (p->seen[g] != p->now) {
        p->seen[g] = p->now;
        vec_push(&p->todo, g);
    }
}

static int class_name_order(const void *a, const void *b, void *context) {
    const struct world *w = context;
    return str_order(w->class.v[*(const class_id *)a].name,
                     w->class.v[*(const class_id *)b].name);
}

// There are few proxies, and fewer with the same interfaces.
static receiver_id find_proxy(const struct callgraph *g, struct str name) {
    for (receiver_id i = 1; i < g->receiver.n; i++) {
        if (g->receiver.v[i].kind == RECEIVER_PROXY &&
            str_eq(g->receiver.v[i].name, name)) {
            return i;
        }
    }
    return 0;
}

// proxy: and the sorted names of its interfaces.
static receiver_id proxy_receiver(struct callgraph *g, u4 lambda) {
    u4 known = idmap_find(&g->receiver_of, idmap_key(RECEIVER_PROXY, lambda));
    if (known) {
        return known;
    }
    const struct solve_lambda *l = &g->s->lambda.v[lambda];
    u4 n = 1 + l->n_markers;
    class_id *all = ARENA_ARRAY(&g->arena, class_id, n);
    struct emit text;
    all[0] = l->interface;
    for (u4 i = 1; i < n; i++) {
        all[i] = l->marker[i - 1];
    }
    SORT_BY(all, n, class_name_order, (void *)g->w);
    emit_init(&text, SIZE_MAX / 2);
    emit_bytes(&text, receiver_prefix[RECEIVER_PROXY],
               strlen(receiver_prefix[RECEIVER_PROXY]));
    for (u4 i = 0; i < n; i++) {
        struct str name = text_class(&g->text, all[i]);
        emit_bytes(&text, ",", i ? 1 : 0);
        emit_bytes(&text, name.p, name.n);
    }
    struct str made = {(const char *)text.p, text.n};
    receiver_id id = find_proxy(g, made);
    if (id) {
        *idmap_at(&g->receiver_of, idmap_key(RECEIVER_PROXY, lambda)) = id;
    } else {
        struct cg_receiver row = {.name = arena_str(&g->arena, made),
                                  .kind = RECEIVER_PROXY};
        id = receiver_add(g, row, lambda);
    }
    emit_release(&text);
    return id;
}

// What runs when the method of a lambda is called.
static void run_lambda(struct spread *p, const struct solve_lambda *l) {
    if (l->body.shape == SITE_GROUP) {
        later(p, l->body.what);
        return;
    }
    method_id m = l->body.what;
    class_id c = p->g->w->method.v[m].class;
    u4 i = 0;
    for (method_id init; (init = solve_initialiser(p->g->w, c, 0, &i));) {
        add_row(p, 0, init, EDGE_INIT);
    }
    add_row(p, p->through ? p->through : lambda_receiver(p->g, m), m,
            EDGE_LAMBDA);
}

// What a group selects for its lambdas' callers: its receivers have no part in
// the call that is listed.
static void spread_through(struct spread *p, group_id id) {
    const struct solve *s = p->g->s;
    const struct solve_group *g = &s->group.v[id];
    const struct solve_holder *t = solve_holder(s, g->holder);
    for (u4 i = 0; i < t->receiver.n; i++) {
        const struct solve_lambda *l;
        method_id m = solve_target(s, g, i, &l);
        if (m) {
            add_row(p, p->through ? p->through : lambda_receiver(p->g, m), m,
                    p->through ? EDGE_CALL : EDGE_LAMBDA);
        } else if (l) {
            run_lambda(p, l);
        }
    }
}

static int receiver_order(const void *a, const void *b) {
    receiver_id x = *(const receiver_id *)a, y = *(const receiver_id *)b;
    return (x > y) - (x < y);
}

// The receivers of the methods that a lambda may be made of, found once.
const struct cg_receivers *cg_receivers_of_lambda(struct callgraph *g,
                                                  lambda_id id) {
    const struct solve *s = g->s;
    const struct solve_lambda *l = &s->lambda.v[id];
    struct cg_receivers *out = &g->of_lambda[id];
    if (out->n) {
        return out;
    }
    VEC(receiver_id) found = {0};
    if (l->proxy) {
        vec_push(&found, proxy_receiver(g, id));
    } else if (l->body.shape != SITE_GROUP) {
        vec_push(&found, lambda_receiver(g, l->body.what));
    } else {
        const struct solve_group *called = &s->group.v[l->body.what];
        const struct solve_holder *t = solve_holder(s, called->holder);
        for (u4 i = 0; i < t->receiver.n; i++) {
            const struct solve_lambda *through;
            method_id m = solve_target(s, called, i, &through);
            if (m || through) {
                vec_push(&found, lambda_receiver(g, m));
            }
        }
    }
    if (found.n == 0) {
        vec_push(&found, lambda_receiver(g, 0));
    }
    SORT(found.v, found.n, receiver_order);
    receiver_id *v = ARENA_ARRAY(&g->arena, receiver_id, found.n);
    for (u4 i = 0; i < found.n; i++) {
        if (out->n == 0 || v[out->n - 1] != found.v[i]) {
            v[out->n++] = found.v[i];
        }
    }
    out->v = v;
    vec_free(&found);
    return out;
}

// An ordinary method (a default one, say) is called on a lambda or proxy: one
// row for each method that the object may have been made of.
static void add_on_object(struct spread *p, type_id r, method_id m) {
    const struct cg_receivers *l =
        cg_receivers_of_lambda(p->g, r & ~TYPE_LAMBDA);
    for (u4 i = 0; i < l->n; i++) {
        add_row(p, l->v[i], m, EDGE_CALL);
    }
}

static void run_later(struct spread *p, receiver_id through) {
    p->through = through;
    while (p->todo.n) {
        spread_through(p, p->todo.v[--p->todo.n]);
    }
    p->through = 0;
}

// A proxy's handlers are listed under its own name, so each proxy has a turn of
// its own; all lambdas together have the last.
static void spread_lambdas(struct spread *p, group_id id) {
    const struct solve *s = p->g->s;
    const struct solve_group *g = &s->group.v[id];
    const struct solve_holder *t = solve_holder(s, g->holder);
    for (u4 turn = 0; turn < 2; turn++) {
        for (u4 i = 0; i < t->receiver.n; i++) {
            type_id r = t->receiver.v[i];
            const struct solve_lambda *l;
            u4 lambda = r & ~TYPE_LAMBDA;
            if (!(r & TYPE_LAMBDA) ||
                s->lambda.v[lambda].proxy != (turn == 0)) {
                continue;
            }
            method_id m = solve_target(s, g, i, &l);
            if (m) {
                add_on_object(p, r, m);
            } else if (l) {
                run_lambda(p, l);
            }
            if (turn == 0) {
                run_later(p, proxy_receiver(p->g, lambda));
                p->now++;
            }
        }
    }
    run_later(p, 0);
}

static int row_order(const void *a, const void *b) {
    const struct cg_row *x = a, *y = b;
    if (x->x != y->x) {
        return x->x < y->x ? -1 : 1;
    }
    if (x->target != y->target) {
        return x->target < y->target ? -1 : 1;
    }
    return x->kind - y->kind;
}

static u4 count_targets(struct spread *p) {
    u4 n = 0;
    for (u4 i = 0; i < p->row.n; i++) {
        n += p->target_seen[p->row.v[i].target] != p->now;
        p->target_seen[p->row.v[i].target] = p->now;
    }
    return n;
}

// Receivers of a group are all different, so rows of classes are; several
// lambdas may be one receiver. Those rows come from `first` on.
static void drop_doubles(struct spread *p, u4 first) {
    struct cg_row *v = p->row.v;
    u4 n = first;
    SORT(v + first, p->row.n - first, row_order);
    for (u4 i = first; i < p->row.n; i++) {
        if (n == first || row_order(&v[n - 1], &v[i]) != 0) {
            v[n++] = v[i];
        }
    }
    p->row.n = n;
}

// Classes first, in one pass; then what is behind lambdas.
static void spread_group(struct spread *p, group_id id) {
    const struct solve *s = p->g->s;
    const struct solve_group *g = &s->group.v[id];
    const struct solve_holder *t = solve_holder(s, g->holder);
    u4 n_lambdas = 0;
    for (u4 i = 0; i < t->receiver.n; i++) {
        type_id r = t->receiver.v[i];
        const struct solve_lambda *l;
        method_id m;
        if (r & TYPE_LAMBDA) {
            n_lambdas++;
            continue;
        }
        m = solve_target(s, g, i, &l);
        if (m) {
            add_row(p, class_receiver(p->g, r), m, EDGE_CALL);
        }
        if (p->g->w->class.v[r].flags & CLASS_CLIENT && !g->fixed &&
            solve_is_overridden(p->g->w, m ? m : g->method)) {
            vec_push(&p->client, class_receiver(p->g, r));
        }
    }
    if (n_lambdas) {
        u4 first = p->row.n;
        spread_lambdas(p, id);
        drop_doubles(p, first);
    }
}

static void keep_rows(struct spread *p, struct cg_rows *out) {
    struct cg_row *v = NULL;
    if (p->row.n) {
        v = ARENA_ARRAY(&p->g->arena, struct cg_row, p->row.n);
        memcpy(v, p->row.v, p->row.n * sizeof *v);
    }
    receiver_id *client = NULL;
    if (p->client.n) {
        client = ARENA_ARRAY(&p->g->arena, receiver_id, p->client.n);
        memcpy(client, p->client.v, p->client.n * sizeof *client);
    }
    *out = (struct cg_rows){v, p->row.n, count_targets(p), client, p->client.n};
}

static void spread_all(struct callgraph *g) {
    const struct solve *s = g->s;
    struct spread p = {.g = g};
    p.seen = MEM_ARRAY(u4, s->group.n);
    p.target_seen = MEM_ARRAY(u4, s->w->method.n);
    g->rows = ARENA_ZARRAY(&g->arena, struct cg_rows, s->group.n);
    g->of_lambda = ARENA_ZARRAY(&g->arena, struct cg_receivers, s->lambda.n);
    for (group_id id = 1; id < s->group.n; id++) {
        if (s->group.v[id].active) {
            p.now++;
            p.row.n = 0;
            p.client.n = 0;
            spread_group(&p, id);
            keep_rows(&p, &g->rows[id]);
        }
    }
    mem_free(p.seen);
    mem_free(p.target_seen);
    vec_free(&p.row);
    vec_free(&p.client);
    vec_free(&p.todo);
}

// --- Callers and their sites -------------------------------------------------

static int late_order(const void *a, const void *b) {
    const struct solve_late *x = a, *y = b;
    if (x->caller != y->caller) {
        return x->caller < y->caller ? -1 : 1;
    }
    return memcmp(&x->site, &y->site, sizeof x->site);
}

static void sort_late(struct callgraph *g) {
    const struct solve *s = g->s;
    g->late = ARENA_ARRAY(&g->arena, struct solve_late, s->late.n);
    if (s->late.n) {
        memcpy(g->late, s->late.v, s->late.n * sizeof *g->late);
        SORT(g->late, s->late.n, late_order);
    }
    g->n_late = s->late.n;
}

struct named_id {
    struct str text;
    u4 id;
};

static int text_order(const void *a, const void *b) {
    return str_order(((const struct named_id *)a)->text,
                     ((const struct named_id *)b)->text);
}

static void sort_callers(struct callgraph *g) {
    u4 n = g->n_callers;
    struct named_id *by = MEM_ARRAY(struct named_id, n);
    for (u4 i = 0; i < n; i++) {
        by[i] = (struct named_id){text_method(&g->text, g->caller[i]),
                                  g->caller[i]};
    }
    SORT(by, n, text_order);
    for (u4 i = 0; i < n; i++) {
        g->caller[i] = by[i].id;
    }
    mem_free(by);
}

// Puts the rows of every group in the order of their text.
struct text_row {
    u4 x, target;  // ranks
    struct cg_row row;
};

static int text_row_order(const void *a, const void *b) {
    const struct text_row *p = a, *q = b;
    if (p->x != q->x) {
        return p->x < q->x ? -1 : 1;
    }
    if (p->target != q->target) {
        return p->target < q->target ? -1 : 1;
    }
    return strcmp(solve_edge_name[p->row.kind], solve_edge_name[q->row.kind]);
}

static u4 *receiver_ranks(struct callgraph *g) {
    struct named_id *by = MEM_ARRAY(struct named_id, g->receiver.n);
    u4 *rank = MEM_ARRAY(u4, g->receiver.n);
    for (u4 i = 0; i < g->receiver.n; i++) {
        by[i] = (struct named_id){g->receiver.v[i].name, i};
    }
    SORT(by, g->receiver.n, text_order);
    for (u4 i = 0; i < g->receiver.n; i++) {
        rank[by[i].id] = i;
    }
    mem_free(by);
    return rank;
}

static void sort_rows(struct callgraph *g) {
    u4 *rank = receiver_ranks(g);
    u4 *method = MEM_ARRAY(u4, g->w->method.n);
    for (u4 i = 0; i < g->n_callers; i++) {
        if (g->caller[i] < g->w->method.n) {
            method[g->caller[i]] = i;
        }
    }
    VEC(struct text_row) row = {0};
    for (group_id id = 1; id < g->s->group.n; id++) {
        struct cg_row *v = (struct cg_row *)g->rows[id].v;
        row.n = 0;
        for (u4 i = 0; i < g->rows[id].n; i++) {
            vec_push(&row, ((struct text_row){rank[v[i].x], method[v[i].target],
                                              v[i]}));
        }
        SORT(row.v, row.n, text_row_order);
        for (u4 i = 0; i < row.n; i++) {
            v[i] = row.v[i].row;
        }
    }
    vec_free(&row);
    mem_free(method);
    mem_free(rank);
}

void cg_build(struct callgraph *g, const struct solve *s, bool sorted) {
    *g = (struct callgraph){.s = s, .w = s->w};
    text_init(&g->text, s->w);
    arena_init(&g->arena);
    g->n_classes = s->w->class.n;
    g->of_class = ARENA_ZARRAY(&g->arena, receiver_id, g->n_classes);
    vec_push(
        &g->receiver,
        ((struct cg_receiver){.name = str_of(receiver_prefix[RECEIVER_NONE])}));
    spread_all(g);
    sort_late(g);
    g->caller = ARENA_ARRAY(&g->arena, method_id, s->node.n + 1);
    g->caller[g->n_callers++] = CALLER_MAIN;
    g->caller[g->n_callers++] = CALLER_VM;
    for (node_id n = 1; n < s->node.n; n++) {
        g->caller[g->n_callers++] = s->node.v[n].method;
    }
    if (sorted) {
        sort_callers(g);
        sort_rows(g);
    }
}

void cg_release(struct callgraph *g) {
    vec_free(&g->receiver);
    idmap_release(&g->receiver_of);
    text_release(&g->text);
    arena_release(&g->arena);
}

static void add_site(struct callgraph *g, method_id caller,
                     const struct solve_site *site, struct cg_list *out);

static void add_parts(struct callgraph *g, method_id caller, u2 pc,
                      bundle_id id, struct cg_list *out) {
    const struct solve_bundle *b = &g->s->bundle.v[id];
    if (out->bundles && b->site.n >= out->bundles) {
        vec_push(&out->site, ((struct cg_site){.pc = pc, .bundle = id}));
        return;
    }
    for (u4 i = 0; i < b->site.n; i++) {
        struct solve_site part = b->site.v[i];
        part.pc = pc;
        add_site(g, caller, &part, out);
    }
}

static void add_site(struct callgraph *g, method_id caller,
                     const struct solve_site *site, struct cg_list *out) {
    struct cg_site c = {.pc = site->pc};
    c.row = (struct cg_row){0, site->what, site->kind};
    switch ((enum site_shape)site->shape) {
    case SITE_NEW:
        c.row.x = class_receiver(g, g->w->method.v[site->what].class);
        break;
    case SITE_GROUP:
        c.group = &g->rows[site->what];
        break;
    case SITE_INIT: {
        class_id in =
            caller < g->w->method.n ? g->w->method.v[caller].class : 0;
        u4 i = 0;
        for (method_id m; (m = solve_initialiser(g->w, site->what, in, &i));) {
            c.row.target = m;
            vec_push(&out->site, c);
        }
        return;
    }
    case SITE_BUNDLE:
        add_parts(g, caller, site->pc, site->what, out);
        return;
    case SITE_MISSING:
        if (!out->missing) {
            return;
        }
        c.missing = site->what;
        c.row.target = 0;
        break;
    case SITE_DIRECT:
        break;
    }
    vec_push(&out->site, c);
}

// The first late site of that caller, by binary search.
static u4 first_late(const struct callgraph *g, method_id caller) {
    u4 at = 0;
    SEARCH(at, g->n_late, i, g->late[i].caller < caller);
    return at;
}

void cg_sites(struct callgraph *g, method_id caller, struct cg_list *out) {
    const struct solve *s = g->s;
    node_id n = caller < s->node_of.n ? s->node_of.v[caller] : 0;
    out->site.n = 0;
    for (u4 i = 0; n && i < s->node.v[n].n_sites; i++) {
        add_site(g, caller, &s->site.v[s->node.v[n].first_site + i], out);
    }
    u4 late = first_late(g, caller);
    for (u4 i = late; i < g->n_late && g->late[i].caller == caller; i++) {
        if (i == late || late_order(&g->late[i - 1], &g->late[i]) != 0) {
            add_site(g, caller, &g->late[i].site, out);
        }
    }
}

void cg_bundle(struct callgraph *g, bundle_id b, struct cg_list *out) {
    out->site.n = 0;
    for (u4 i = 0; i < g->s->bundle.v[b].site.n; i++) {
        add_site(g, CALLER_VM, &g->s->bundle.v[b].site.v[i], out);
    }
}
