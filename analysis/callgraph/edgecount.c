// SPDX-License-Identifier: MIT
// How many edges a call graph has, without listing them.
//
// Most sites are one row, or the rows of one group, whose numbers are known.
// Where several things meet at one offset (concatenations, handles) the union
// has to be counted; the same sets of groups and rows come again and again, so
// that is done once for each set. What "any" means (dynamic/any.c) is one large
// bundle for all sites: it is counted once, and each site by what differs.
#include "analysis/base/order.h"
#include "analysis/callgraph/callgraph.h"

#include "analysis/reach/reach.h"
#include "analysis/table/idmap.h"
#include "analysis/world/world.h"
#include "analysis/table/intern.h"
#include "analysis/world/world.h"

// A group at a site, and the kind of its edges.
struct use {
    group_id group;
    u4 kind;
};

// A row that is of no group; without padding, since it is part of a key.
struct single {
    receiver_id x;
    method_id target;
    u4 kind;
};

struct numbers {
    u8 n_edges, n_labels;
    u8 n_of_kind[EDGE_N_KINDS];
};

// A large bundle that sites have in common, or one more bundle or group on that. What else
// is at such a site is counted as far as it is not part of it.
struct base {
    const struct base *below;  // or NULL
    u4 number;                 // from 1
    struct numbers n;          // with those below
    struct idmap
        kinds;   // (receiver, target) -> kinds, as bits; without those below
    u2 *target;  // by method: kinds, as bits; with those below
};

enum {
    LEAST_BASE =
        64,  // a bundle of fewer sites is spread at each site that has it
    MOST_BUNDLES =
        2,  // on one another: what all may use, and what a module may
    LEAST_ROWS =
        1024,  // of a group that stands on bundles: what Object has, say
};

struct edge_counter {
    struct callgraph *g;
    struct cg_counts c;
    class_id in;  // the caller's class, or 0
    VEC(struct use) use;
    VEC(struct single) single;
    VEC(bundle_id) bundle;
    u4 *group_seen;  // by group: run and kind of edge that saw it last
    u4 run;
    u4 *target_seen;   // by method: the union that saw it
    u4 *target_kinds;  // by method: kinds there, as bits
    u4 n_unions;
    struct idmap kinds;    // of a union: (receiver, target) -> kinds, as bits
    struct intern unions;  // uses and singles, as bytes
    VEC(struct numbers) of_union;  // by id in unions
    VEC(struct base *) base;
    struct idmap base_of;   // (that below, what) -> its place in `base`, from 1
    const struct base *on;  // what the union that is counted stands on, or NULL
    VEC(method_id)
    ran;  // its initialisers that have run before this caller can
    struct cg_list part;
    struct arena arena;  // of the bytes in unions
};

_Static_assert(EDGE_N_KINDS < 16, "a bit for each kind, and one more");

// Among the kinds of a target: a lambda runs its initialiser, whoever the caller is.
enum { INIT_ANYWAY = 1u << EDGE_N_KINDS };

// --- A union -------------------------------------------------------------------

// Kinds that bytecode alone makes are not counted one by one.
static bool is_told(u4 kind) {
    return kind != EDGE_CALL && kind != EDGE_LAMBDA && kind != EDGE_INIT;
}

static bool is_among(const struct edge_counter *counter, method_id m) {
    u4 i = 0;
    while (i < counter->ran.n && counter->ran.v[i] != m) {
        i++;
    }
    return i < counter->ran.n;
}

// Of what the union stands on, without what does not happen here.
static u4 known_kinds(const struct edge_counter *counter, u4 kinds,
                      method_id m) {
    bool less = kinds >> EDGE_INIT & 1 && is_among(counter, m);
    return less ? kinds & ~(1u << EDGE_INIT) : kinds;
}

static u4 base_label(const struct edge_counter *counter,
                     const struct single *r) {
    u4 kinds = 0;
    for (const struct base *b = counter->on; b; b = b->below) {
        kinds |= idmap_find(&b->kinds, idmap_key(r->x, r->target));
    }
    return known_kinds(counter, kinds, r->target);
}

static u4 base_target(const struct edge_counter *counter, method_id m) {
    const struct base *b = counter->on;
    return b ? known_kinds(counter, b->target[m], m) : 0;
}

static void add_target(struct edge_counter *counter, method_id m, u4 kind,
                       struct numbers *n) {
    if (counter->target_seen[m] != counter->n_unions) {
        counter->target_seen[m] = counter->n_unions;
        counter->target_kinds[m] = base_target(counter, m);
        n->n_edges += counter->target_kinds[m] == 0;
    }
    u4 had = counter->target_kinds[m];
    n->n_of_kind[kind] += is_told(kind) && !(had >> kind & 1);
    counter->target_kinds[m] = had | 1u << kind;
}

static void add_row(struct edge_counter *counter, const struct single *r,
                    struct numbers *n) {
    if (base_label(counter, r) >> r->kind & 1) {
        return;
    }
    u4 *had = idmap_at(&counter->kinds, idmap_key(r->x, r->target));
    n->n_labels += !(*had >> r->kind & 1);
    *had |= 1u << r->kind;
    add_target(counter, r->target, r->kind, n);
}

static void add_group(struct edge_counter *counter, struct use u,
                      struct numbers *n) {
    const struct cg_rows *rows = &counter->g->rows[u.group];
    struct cg_site site = {.group = rows, .row.kind = (u1)u.kind};
    if (!counter->on) {
        idmap_reserve(&counter->kinds, counter->kinds.n + rows->n);
    }
    for (u4 j = 0; j < rows->n; j++) {
        const struct cg_row *r = &rows->v[j];
        u4 kind = cg_kind(&site, r);
        add_row(counter, &(struct single){r->x, r->target, kind}, n);
        if (kind == EDGE_INIT) {
            counter->target_kinds[r->target] |= INIT_ANYWAY;
        }
    }
}

static void add_run(struct edge_counter *counter, struct numbers *n) {
    for (u4 i = 0; i < counter->single.n; i++) {
        add_row(counter, &counter->single.v[i], n);
    }
    for (u4 i = 0; i < counter->use.n; i++) {
        add_group(counter, counter->use.v[i], n);
    }
}

static struct numbers count_union(struct edge_counter *counter) {
    struct numbers n = {0};
    counter->n_unions++;
    add_run(counter, &n);
    idmap_release(&counter->kinds);
    return n;
}

// Not sorted: sites that have the same parts have them in the same order.
static const struct numbers *known_union(struct edge_counter *counter) {
    struct str uses = {(const char *)counter->use.v,
                       counter->use.n * sizeof *counter->use.v};
    struct str singles = {(const char *)counter->single.v,
                          counter->single.n * sizeof *counter->single.v};
    u4 id = intern_find(&counter->unions, uses, singles);
    if (!id) {
        id = intern_add(&counter->unions, arena_str(&counter->arena, uses),
                        arena_str(&counter->arena, singles));
        vec_push(&counter->of_union, count_union(counter));
    }
    return &counter->of_union.v[id];
}

// --- Bundles -------------------------------------------------------------------

static bool is_initialiser(const struct cg_site *part) {
    return !part->group && part->row.kind == EDGE_INIT;
}

static void add_part(struct edge_counter *counter, const struct cg_site *part,
                     struct numbers *n) {
    if (part->group) {
        group_id id = (group_id)(part->group - counter->g->rows);
        add_group(counter, (struct use){id, part->row.kind}, n);
        return;
    }
    const struct world *w = counter->g->w;
    class_id of = w->method.v[part->row.target].class;
    if (!is_initialiser(part) || !solve_ran_before(w, of, counter->in)) {
        add_row(counter,
                &(struct single){part->row.x, part->row.target, part->row.kind},
                n);
    }
}

static void add_bundle(struct edge_counter *counter, bundle_id id,
                       struct numbers *n) {
    cg_bundle(counter->g, id, &counter->part);
    for (u4 i = 0; i < counter->part.site.n; i++) {
        add_part(counter, &counter->part.site.v[i], n);
    }
}

// What a base adds: a bundle, or else a group.
struct layer {
    bundle_id bundle;  // or 0
    struct use use;
};

// On what the counter stands on now, in a caller that is of no class.
static struct base *make_base(struct edge_counter *counter, struct layer l) {
    struct base *b = ARENA_NEW(&counter->arena, struct base);
    class_id in = counter->in;
    counter->n_unions++;
    counter->in = 0;
    b->below = counter->on;
    if (b->below) {
        b->n = b->below->n;
    }
    if (l.bundle) {
        add_bundle(counter, l.bundle, &b->n);
    } else {
        add_group(counter, l.use, &b->n);
    }
    b->kinds = counter->kinds;
    counter->kinds = (struct idmap){0};
    b->target = MEM_ARRAY(u2, counter->g->w->method.n);
    for (method_id m = 1; m < counter->g->w->method.n; m++) {
        bool is_new = counter->target_seen[m] == counter->n_unions;
        b->target[m] = is_new     ? (u2)counter->target_kinds[m]
                       : b->below ? b->below->target[m]
                                  : 0;
    }
    counter->in = in;
    return b;
}

static void stand_on(struct edge_counter *counter, struct layer l) {
    u4 below = counter->on ? counter->on->number : 0;
    u8 key = l.bundle ? idmap_key(below * (EDGE_N_KINDS + 1), l.bundle)
                      : idmap_key(below * (EDGE_N_KINDS + 1) + l.use.kind + 1,
                                  l.use.group);
    u4 known = idmap_find(&counter->base_of, key);
    if (!known) {
        struct base *b = make_base(counter, l);
        vec_push(&counter->base, b);
        *idmap_at(&counter->base_of, key) = b->number = known = counter->base.n;
    }
    counter->on = counter->base.v[known - 1];
}

// The initialiser of class c is not run by this caller, if the base says so.
static void subtract(struct edge_counter *counter, class_id c,
                     struct numbers *n) {
    const struct world *w = counter->g->w;
    method_id m = w->class.v[c].clinit;
    u4 kinds = m ? counter->on->target[m] : 0;
    if (kinds >> EDGE_INIT & 1 && !(kinds & INIT_ANYWAY) &&
        solve_ran_before(w, c, counter->in) && !is_among(counter, m)) {
        vec_push(&counter->ran, m);
        n->n_edges -= kinds == 1u << EDGE_INIT;
        n->n_labels--;
    }
}

static void subtract_all(struct edge_counter *counter, struct numbers *n) {
    const struct world_class *k = &counter->g->w->class.v[counter->in];
    subtract(counter, counter->in, n);
    for (u4 i = 0; i < k->depth; i++) {
        subtract(counter, k->display[i], n);
    }
    for (u4 i = 0; i < k->n_supers; i++) {
        subtract(counter, k->supers[i], n);
    }
}

static int bundle_order(const void *a, const void *b) {
    bundle_id x = *(const bundle_id *)a, y = *(const bundle_id *)b;
    return (x > y) - (x < y);
}

// The largest comes first; then in the order of their making, in which those that more
// sites have come before others.
static void order_bundles(struct edge_counter *counter) {
    bundle_id *v = counter->bundle.v;
    SORT(v, counter->bundle.n, bundle_order);
    const struct solve_bundle *all = counter->g->s->bundle.v;
    for (u4 i = 1; i < counter->bundle.n; i++) {
        if (all[v[i]].site.n > all[v[0]].site.n) {
            bundle_id first = v[0];
            v[0] = v[i];
            v[i] = first;
        }
    }
}

// Large groups become part of what the run stands on.
static void stand_on_groups(struct edge_counter *counter) {
    u4 n = 0;
    for (u4 i = 0; i < counter->use.n; i++) {
        struct use u = counter->use.v[i];
        if (counter->g->rows[u.group].n >= LEAST_ROWS) {
            stand_on(counter, (struct layer){.use = u});
        } else {
            counter->use.v[n++] = u;
        }
    }
    counter->use.n = n;
}

// The first bundles, and what the others and the rest of the run have besides.
static struct numbers count_on_base(struct edge_counter *counter) {
    u4 i = 0;
    order_bundles(counter);
    counter->ran.n = 0;
    for (; i < counter->bundle.n && i < MOST_BUNDLES; i++) {
        stand_on(counter, (struct layer){.bundle = counter->bundle.v[i]});
    }
    stand_on_groups(counter);
    struct numbers n = counter->on->n;
    counter->n_unions++;
    if (counter->in) {
        subtract_all(counter, &n);
    }
    add_run(counter, &n);
    for (; i < counter->bundle.n; i++) {
        add_bundle(counter, counter->bundle.v[i], &n);
    }
    idmap_release(&counter->kinds);
    counter->on = NULL;
    return n;
}

static void release_bases(struct edge_counter *counter) {
    for (u4 i = 0; i < counter->base.n; i++) {
        idmap_release(&counter->base.v[i]->kinds);
        mem_free(counter->base.v[i]->target);
    }
    vec_free(&counter->base);
    idmap_release(&counter->base_of);
}

// --- Sites ---------------------------------------------------------------------

static void add_use(struct edge_counter *counter, struct use u) {
    u4 *seen = &counter->group_seen[u.group];
    u4 mark = counter->run * EDGE_N_KINDS + u.kind;
    if (*seen != mark) {
        *seen = mark;
        vec_push(&counter->use, u);
    }
}

static void gather_run(struct edge_counter *counter, const struct cg_site *v,
                       u4 n) {
    counter->run++;
    counter->use.n = 0;
    counter->single.n = 0;
    counter->bundle.n = 0;
    for (u4 i = 0; i < n; i++) {
        if (v[i].bundle) {
            vec_push(&counter->bundle, v[i].bundle);
        } else if (v[i].group) {
            group_id id = (group_id)(v[i].group - counter->g->rows);
            add_use(counter, (struct use){id, v[i].row.kind});
        } else {
            const struct cg_row *r = &v[i].row;
            vec_push(&counter->single,
                     ((struct single){r->x, r->target, r->kind}));
        }
    }
}

static void add_numbers(struct edge_counter *counter, const struct numbers *n) {
    counter->c.n_edges += n->n_edges;
    counter->c.n_labels += n->n_labels;
    for (u4 i = 0; i < EDGE_N_KINDS; i++) {
        counter->c.n_of_kind[i] += n->n_of_kind[i];
    }
}

// Sites at one pc: what several of them say is one edge.
static void count_run(struct edge_counter *counter, const struct cg_site *v,
                      u4 n) {
    gather_run(counter, v, n);
    counter->c.n_sites++;
    if (counter->bundle.n) {
        struct numbers found = count_on_base(counter);
        add_numbers(counter, &found);
    } else if (counter->use.n == 1 && counter->single.n == 0 &&
               !is_told(counter->use.v[0].kind)) {
        const struct cg_rows *rows = &counter->g->rows[counter->use.v[0].group];
        counter->c.n_edges += rows->n_targets;
        counter->c.n_labels += rows->n;
    } else if (counter->use.n == 0 && counter->single.n == 1) {
        u4 kind = counter->single.v[0].kind;
        counter->c.n_edges++;
        counter->c.n_labels++;
        counter->c.n_of_kind[kind] += is_told(kind);
    } else {
        add_numbers(counter, known_union(counter));
    }
}

static int pc_order(const void *a, const void *b) {
    return ((const struct cg_site *)a)->pc - ((const struct cg_site *)b)->pc;
}

static void count_sites(struct edge_counter *counter, struct cg_site *v, u4 n) {
    bool sorted = true;
    for (u4 j = 1; j < n && sorted; j++) {
        sorted = v[j - 1].pc <= v[j].pc;
    }
    if (!sorted) {
        SORT(v, n, pc_order);
    }
    for (u4 j = 0, end; j < n; j = end) {
        for (end = j + 1; end < n && v[end].pc == v[j].pc;) {
            end++;
        }
        count_run(counter, v + j, end - j);
    }
}

struct cg_counts cg_count(struct callgraph *g) {
    struct edge_counter counter = {.g = g, .c.n_methods = g->s->node.n - 1};
    struct cg_list list = {.bundles = LEAST_BASE};
    counter.target_kinds = MEM_ARRAY(u4, g->w->method.n);
    counter.target_seen = MEM_ARRAY(u4, g->w->method.n);
    counter.group_seen = MEM_ARRAY(u4, g->s->group.n);
    intern_init(&counter.unions, 0);
    arena_init(&counter.arena);
    vec_push(&counter.of_union, (struct numbers){0});
    for (u4 i = 0; i < g->n_callers; i++) {
        method_id m = g->caller[i];
        counter.in = m < g->w->method.n ? g->w->method.v[m].class : 0;
        cg_sites(g, m, &list);
        count_sites(&counter, list.site.v, list.site.n);
    }
    vec_free(&list.site);
    vec_free(&counter.use);
    vec_free(&counter.single);
    vec_free(&counter.bundle);
    vec_free(&counter.ran);
    vec_free(&counter.part.site);
    vec_free(&counter.of_union);
    release_bases(&counter);
    intern_release(&counter.unions);
    arena_release(&counter.arena);
    mem_free(counter.group_seen);
    mem_free(counter.target_seen);
    mem_free(counter.target_kinds);
    return counter.c;
}
