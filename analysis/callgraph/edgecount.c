// SPDX-License-Identifier: MIT
// How many edges a call graph has, without listing them.
//
// Most sites are one row, or the rows of one group, whose numbers are known.
// Where several things meet at one offset (concatenations, handles) the union
// has to be counted; the same sets of groups and rows come again and again, so
// that is done once for each set.
#include "analysis/base/order.h"
#include "analysis/callgraph/callgraph.h"

#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"

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
};

struct edge_counter {
    struct callgraph *g;
    struct cg_counts c;
    VEC(struct use) use;
    VEC(struct single) single;
    u4 *group_seen;  // by group: run and kind of edge that saw it last
    u4 run;
    u4 *target_seen;  // by method: the union that saw it
    u4 n_unions;
    struct idmap kinds;    // of a union: (receiver, target) -> kinds, as bits
    struct intern unions;  // uses and singles, as bytes
    VEC(struct numbers) of_union;  // by id in unions
    struct arena arena;            // of the bytes in unions
};

_Static_assert(EDGE_N_KINDS <= 32, "a bit for each kind");

static void add_row(struct edge_counter *counter, const struct single *r,
                    struct numbers *n) {
    u4 *had = idmap_at(&counter->kinds, idmap_key(r->x, r->target));
    n->n_labels += !(*had & 1u << r->kind);
    *had |= 1u << r->kind;
    n->n_edges += counter->target_seen[r->target] != counter->n_unions;
    counter->target_seen[r->target] = counter->n_unions;
}

static struct numbers count_union(struct edge_counter *counter) {
    struct numbers n = {0};
    counter->n_unions++;
    for (u4 i = 0; i < counter->single.n; i++) {
        add_row(counter, &counter->single.v[i], &n);
    }
    for (u4 i = 0; i < counter->use.n; i++) {
        const struct cg_rows *rows = &counter->g->rows[counter->use.v[i].group];
        struct cg_site site = {.group = rows,
                               .row.kind = (u1)counter->use.v[i].kind};
        idmap_reserve(&counter->kinds, counter->kinds.n + rows->n);
        for (u4 j = 0; j < rows->n; j++) {
            const struct cg_row *r = &rows->v[j];
            add_row(counter,
                    &(struct single){r->x, r->target, cg_kind(&site, r)}, &n);
        }
    }
    idmap_release(&counter->kinds);
    return n;
}

// Not sorted: sites that have the same parts have them in the same order.
static struct numbers known_union(struct edge_counter *counter) {
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
    return counter->of_union.v[id];
}

static void add_use(struct edge_counter *counter, struct use u) {
    u4 *seen = &counter->group_seen[u.group];
    u4 mark = counter->run * EDGE_N_KINDS + u.kind;
    if (*seen != mark) {
        *seen = mark;
        vec_push(&counter->use, u);
    }
}

// Sites at one pc: what several of them say is one edge.
static struct numbers count_run(struct edge_counter *counter,
                                const struct cg_site *v, u4 n) {
    counter->run++;
    counter->use.n = 0;
    counter->single.n = 0;
    for (u4 i = 0; i < n; i++) {
        if (v[i].group) {
            group_id id = (group_id)(v[i].group - counter->g->rows);
            add_use(counter, (struct use){id, v[i].row.kind});
        } else {
            const struct cg_row *r = &v[i].row;
            vec_push(&counter->single,
                     ((struct single){r->x, r->target, r->kind}));
        }
    }
    if (counter->use.n == 1 && counter->single.n == 0) {
        const struct cg_rows *rows = &counter->g->rows[counter->use.v[0].group];
        return (struct numbers){rows->n_targets, rows->n};
    }
    if (counter->use.n == 0 && counter->single.n == 1) {
        return (struct numbers){1, 1};
    }
    return known_union(counter);
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
        struct numbers run = count_run(counter, v + j, end - j);
        counter->c.n_sites++;
        counter->c.n_edges += run.n_edges;
        counter->c.n_labels += run.n_labels;
    }
}

struct cg_counts cg_count(struct callgraph *g) {
    struct edge_counter counter = {.g = g, .c.n_methods = g->s->node.n - 1};
    struct cg_list list = {0};
    counter.target_seen = MEM_ARRAY(u4, g->w->method.n);
    counter.group_seen = MEM_ARRAY(u4, g->s->group.n);
    intern_init(&counter.unions, 0);
    arena_init(&counter.arena);
    vec_push(&counter.of_union, (struct numbers){0});
    for (u4 i = 0; i < g->n_callers; i++) {
        cg_sites(g, g->caller[i], &list);
        count_sites(&counter, list.site.v, list.site.n);
    }
    vec_free(&list.site);
    vec_free(&counter.use);
    vec_free(&counter.single);
    vec_free(&counter.of_union);
    intern_release(&counter.unions);
    arena_release(&counter.arena);
    mem_free(counter.group_seen);
    mem_free(counter.target_seen);
    return counter.c;
}
