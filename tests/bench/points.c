// SPDX-License-Identifier: MIT
// The points-to solver on a made-up program of the size and shape of HelloWorld
// with JDK 17: CPU seconds of this thread (best of several rounds), steps and
// memory, for all work orders, with and without the search for cycles; and the
// sets alone against CRoaring, if that is there (HAVE_ROARING).
//
//     points [ROUNDS]
//
// Most variables hold one object or a few. What makes the work are some
// thousand variables that hold what is put into collections: arrays of
// containers that all code shares, and nodes whose fields are loaded through
// `this` of a few methods.
#include "analysis/inclusion/points.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef HAVE_ROARING
#include <malloc.h>
#include <roaring/roaring.h>
#endif

enum {
    LOCALS = 109000,
    STATICS = 2800,
    OBJECTS = 15500,
    KINDS = 2200,
    MASKS = 300,
    ARRAYS = 2400,  // objects from 0 on
    SHARED = 900,   // the first of them hold all sorts of elements
    NODES = 1400,   // objects behind the arrays; the first hold their own kind
    LISTED = 250,
    ELEMENT = 1,  // field of arrays
    VALUE = 2,    // and VALUE + 1: fields of nodes
    LAYER = 100,
    INTO = 300,  // giants by which elements go into collections
    NODE_GIANTS = 4200,
    ARRAY_GIANTS = 2600,
    GIANTS = NODE_GIANTS + ARRAY_GIANTS,
    BASES = 40,  // locals that hold arrays or nodes, for each giant kind
    SMALL = LOCALS - GIANTS - 2 * BASES,
};

struct program {
    struct points p;
    var_id local, fixed, giant, base;  // giant and base: the last locals
    mask_id mask[MASKS];
    obj_id first;
    u8 seed;
    // points_run after every so many constraints, as an analysis that finds its
    // program on the way would have it; 0: once.
    u4 every, steps;
};

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static u4 below(struct program *g, u4 n) {
    g->seed = g->seed * 6364136223846793005u + 1442695040888963407u;
    return (u4)((g->seed >> 33) % n);
}

static void step(struct program *g) {
    if (g->every && ++g->steps % g->every == 0) {
        points_run(&g->p);
    }
}

// Small numbers are likelier: the square of what is even.
static u4 skewed(struct program *g, u4 n) {
    u8 x = below(g, 1 << 16);
    return (u4)(x * x * n >> 32);
}

// A third of the arrays hold one type.
static mask_id field_mask(void *context, obj_id o, u4 field) {
    struct program *g = context;
    return field == ELEMENT && o % 3 == 0 ? g->mask[o % MASKS] : 0;
}

static void make_objects(struct program *g) {
    struct points *p = &g->p;
    for (u4 m = 0; m < MASKS; m++) {
        g->mask[m] = points_mask(p);
    }
    kind_id kind[KINDS];
    for (u4 k = 0; k < KINDS; k++) {
        kind[k] = points_kind(p);
        // The first masks are interfaces that many implement.
        for (u4 i = 0; i < 6; i++) {
            points_pass(p, g->mask[skewed(g, MASKS)], kind[k]);
        }
    }
    for (u4 o = 0; o < OBJECTS; o++) {
        u4 k = o < ARRAYS           ? o % 40
               : o < ARRAYS + NODES ? 40 + o % 60
                                    : 100 + skewed(g, KINDS - 100);
        obj_id id = points_object(p, kind[k]);
        g->first = g->first ? g->first : id;
    }
}

// Locals that are passed on a few times, from where they were made.
static void make_small(struct program *g) {
    struct points *p = &g->p;
    u4 apart = SMALL / OBJECTS;
    for (u4 o = 0; o < OBJECTS; o++) {
        points_add(p, g->local + o * apart, g->first + o);
    }
    for (u4 v = 1; v < SMALL; v++) {
        u4 n = v % apart && below(g, 9) ? 1 + (below(g, 20) == 0) : 0;
        for (u4 i = 0; i < n; i++) {
            u4 back = 1 + skewed(g, i ? 3000 : 6);
            points_flow(p, g->local + (v > back ? v - back : 0), g->local + v);
        }
        if (below(g, 40) == 0) {
            points_flow(p, g->local + v,
                        g->local + v - (v > 9 ? below(g, 9) : 0));
        }
        step(g);
    }
    for (u4 i = 0; i < STATICS; i++) {
        u4 v = below(g, SMALL / 2);
        points_flow(p, g->local + v, g->fixed + i);
        points_flow(p, g->fixed + i, g->local + v + below(g, SMALL / 2));
    }
    // Objects of one place with fields of their own.
    for (u4 i = 0; i < 6000; i++) {
        var_id base = g->local + 100 + below(g, SMALL - 200);
        u4 field = 10 + below(g, 40);
        points_store(p, base, field, base - below(g, 100));
        points_load(p, base, field, base + below(g, 100));
        points_load(p, base, field, base + below(g, 100));
        step(g);
    }
}

// Some thousand locals that hold what is put into one sort of collection:
// elements come from small locals into the first ones, are stored in n objects
// from `first` on, loaded from there into the next ones, and passed on.
struct sort {
    var_id giant, base;
    u4 giants, first, n, fields, stores, loads;
    u4 sources;  // of each of the INTO
};

static void make_sort(struct program *g, const struct sort *s) {
    struct points *p = &g->p;
    for (u4 i = 0; i < BASES; i++) {
        for (u4 o = 0; o < s->n; o++) {
            if (i < 10 || below(g, i) == 0) {
                points_add(p, s->base + i, g->first + s->first + o);
            }
        }
    }
    for (u4 v = 0; v < INTO; v++) {
        u4 layer = v / LAYER;
        for (u4 i = 0; i < s->sources; i++) {
            points_flow(p,
                        layer ? s->giant + (layer - 1) * LAYER + below(g, LAYER)
                              : g->local + below(g, SMALL),
                        s->giant + v);
        }
        step(g);
    }
    u4 field = s->fields == 1 ? ELEMENT : VALUE;
    for (u4 i = 0; i < s->stores; i++) {
        points_store(p, s->base + i % BASES, field + i % s->fields,
                     s->giant + INTO - 1 - below(g, INTO / 3));
        step(g);
    }
    for (u4 i = 0; i < s->loads; i++) {
        points_load(p, s->base + i % BASES, field + i / 2 % s->fields,
                    s->giant + INTO + i);
        step(g);
    }
    for (u4 v = INTO + s->loads; v < s->giants; v++) {
        if (below(g, 12) == 0) {
            points_limit(p, s->giant + v, g->mask[skewed(g, MASKS)]);
        }
        u4 n = 1 + below(g, 3);
        for (u4 i = 0; i < n; i++) {
            points_flow(p, s->giant + INTO + below(g, v - INTO), s->giant + v);
        }
        if (below(g, 60) == 0) {
            points_flow(p, s->giant + v, s->giant + v - below(g, 4));
        }
        step(g);
    }
}

static void make_giants(struct program *g) {
    struct points *p = &g->p;
    struct sort nodes = {.giant = g->giant, .base = g->base};
    nodes.giants = NODE_GIANTS;
    nodes.first = ARRAYS;
    nodes.n = NODES;
    nodes.fields = 2;
    nodes.stores = 24;
    nodes.loads = 230;
    nodes.sources = 18;
    struct sort arrays = nodes;
    arrays.giant += NODE_GIANTS;
    arrays.base += BASES;
    arrays.giants = ARRAY_GIANTS;
    arrays.first = 0;
    arrays.n = SHARED;
    arrays.fields = 1;
    arrays.stores = 60;
    arrays.loads = 150;
    arrays.sources = 60;
    make_sort(g, &arrays);
    make_sort(g, &nodes);
    // Elements of nodes go into arrays too.
    for (u4 i = 0; i < 40; i++) {
        points_flow(p, nodes.giant + INTO + i * 90, arrays.giant + 150 + i);
    }
    // Nodes that are linked: what is loaded is stored again.
    var_id list = points_vars(p, 2);
    for (u4 o = 0; o < LISTED; o++) {
        points_add(p, list, g->first + ARRAYS + o);
    }
    points_flow(p, nodes.giant + 100, list + 1);
    points_load(p, list, VALUE + 2, list + 1);
    points_store(p, list, VALUE + 2, list + 1);
}

static void make(struct program *g, u4 sweep, u4 every) {
    *g = (struct program){.seed = 1, .every = every};
    points_init(&g->p, &(struct points_hooks){g, field_mask, NULL});
    points_tune(&g->p, sweep, 10000);
    g->local = points_vars(&g->p, LOCALS);
    g->fixed = points_vars(&g->p, STATICS);
    g->giant = g->local + SMALL;
    g->base = g->giant + GIANTS;
    make_objects(g);
    // On the way, what flows far comes last, against the order of the edges.
    if (every) {
        make_giants(g);
        make_small(g);
    } else {
        make_small(g);
        make_giants(g);
    }
}

// Members of all sets, and something that differs if they do.
static u8 members(struct program *g, u8 *sum) {
    u8 n = 0;
    for (var_id v = 1; v <= g->p.counts.vars; v++) {
        u8 count = set_count(points_of(&g->p, v));
        n += count;
        if (v < g->local + LOCALS) {  // Fields are made in any order.
            *sum = (*sum ^ count) * 0x9E3779B97F4A7C15u;
        }
    }
    return n;
}

static void print_sizes(struct program *g) {
    static const u4 limit[] = {0, 1, 4, 16, 64, 256, 1024, 4096, UINT32_MAX};
    u4 n[9] = {0};
    for (var_id v = 1; v <= g->p.counts.vars; v++) {
        u4 count = set_count(points_of(&g->p, v)), i = 0;
        while (count > limit[i]) {
            i++;
        }
        n[i]++;
    }
    printf("sets of 0 / 1 / -4 / -16 / -64 / -256 / -1024 / -4096 / more:");
    for (u4 i = 0; i < 9; i++) {
        printf(" %u", n[i]);
    }
    printf("\n");
}

static void measure(u4 sweep, u4 every, u4 rounds) {
    double best = 0;
    struct points_counts c = {0};
    u8 n = 0, sum = 0;
    for (u4 i = 0; i < rounds; i++) {
        struct program g;
        double start = cpu_seconds();
        make(&g, sweep, every);
        points_run(&g.p);
        double took = cpu_seconds() - start;
        best = i == 0 || took < best ? took : best;
        points_count(&g.p, &c);
        sum = 0;
        n = members(&g, &sum);
        if (sweep == 0 && i == 0) {
            print_sizes(&g);
            printf("%u variables (%u fields), %u objects, %llu edges\n", c.vars,
                   c.fields, c.objects, (unsigned long long)c.flows);
        }
        points_release(&g.p);
    }
    printf("sweep after %u/4 visits  %6.3f s  polls %7llu  visits "
           "%8llu  "
           "members %5.1f M  sets %5.1f MB  edges %4.1f MB  collapsed %5u in "
           "%2u  (%04x)\n",
           sweep, best, (unsigned long long)c.polls,
           (unsigned long long)c.visits, (double)n / 1e6, (double)c.set_bytes / 1e6,
           (double)c.edge_bytes / 1e6, c.collapsed, c.sweeps, (u4)(sum >> 48));
}

#ifdef HAVE_ROARING

// --- The same inner loop on other sets ---------------------------------------
//
// The edges that the solver ended with, and what was added at the start, sent
// along in topological order until nothing is left: once with our sets and once
// with CRoaring's.

struct replay {
    struct program solved, start;
    u8 *order;  // variables that are not collapsed, as order << 32 | id
    u4 n;
};

static int by_key(const void *a, const void *b) {
    u8 x = *(const u8 *)a, y = *(const u8 *)b;
    return (x > y) - (x < y);
}

static var_id rep_of(const struct replay *r, var_id v) {
    const struct points_var *var = r->solved.p.var.v;
    while (var[v].rep != v) {
        v = var[v].rep;
    }
    return v;
}

static void replay_init(struct replay *r) {
    make(&r->start, 0, 0);
    make(&r->solved, 1, 0);
    points_run(&r->solved.p);
    u4 n = r->solved.p.var.n;
    r->order = malloc(n * sizeof *r->order);
    r->n = 0;
    for (var_id v = 1; v < n; v++) {
        struct points_var *var = &r->solved.p.var.v[v];
        for (u4 i = 0; i < var->n_out; i++) {
            var->out[i] = rep_of(r, var->out[i]);
        }
        if (var->rep == v) {
            r->order[r->n++] = (u8)var->order << 32 | v;
        }
    }
    qsort(r->order, r->n, sizeof(u8), by_key);
}

static size_t allocated(void) {
    return mallinfo2().uordblks;
}

static void print_replay(const char *name, double seconds, size_t bytes,
                         u8 visits, u8 members) {
    printf("%-9s %6.3f s  visits %llu  sets %5.1f MB allocated  members "
           "%5.1f M\n",
           name, seconds, (unsigned long long)visits, (double)bytes / 1e6,
           (double)members / 1e6);
}

static void replay_ours(struct replay *r) {
    struct points *p = &r->solved.p;
    size_t before = allocated();
    u4 n = p->var.n;
    struct set *have = calloc(n, sizeof *have);
    struct set *pending = calloc(n, sizeof *pending);
    for (var_id v = 1; v < r->start.p.var.n; v++) {
        set_join(&pending[rep_of(r, v)], &r->start.p.var.v[v].pending);
    }
    u8 visits = 0, members = 0;
    double start = cpu_seconds();
    for (bool changed = true; changed;) {
        changed = false;
        for (u4 i = 0; i < r->n; i++) {
            var_id v = (var_id)r->order[i];
            const struct points_var *var = &p->var.v[v];
            struct set fresh = pending[v];
            if (set_is_empty(&fresh)) {
                continue;
            }
            changed = true;
            pending[v] = (struct set){0};
            set_join(&have[v], &fresh);
            for (u4 k = 0; k < var->n_out; k++, visits++) {
                var_id to = var->out[k];
                mask_id m = p->var.v[to].mask;
                set_join_fresh(&pending[to], &fresh, m ? &p->mask.v[m] : NULL,
                               &have[to]);
            }
            set_release(&fresh);
        }
    }
    double took = cpu_seconds() - start;
    size_t bytes = allocated() - before;
    for (u4 v = 0; v < n; v++) {
        members += set_count(&have[v]);
        set_release(&have[v]);
    }
    free(have);
    free(pending);
    print_replay("ours", took, bytes, visits, members);
}

static roaring_bitmap_t *to_roaring(const struct set *s) {
    roaring_bitmap_t *b = roaring_bitmap_create();
    u4 member;
    for (struct set_walk w = set_walk(s); set_next(&w, &member);) {
        roaring_bitmap_add(b, member);
    }
    return b;
}

// to |= from & mask & ~have, for sets that are NULL while they are empty.
static void roaring_join(roaring_bitmap_t **to, const roaring_bitmap_t *from,
                         const roaring_bitmap_t *mask,
                         const roaring_bitmap_t *have) {
    roaring_bitmap_t *fresh;
    if (mask) {
        fresh = roaring_bitmap_and(from, mask);
        if (have) {
            roaring_bitmap_andnot_inplace(fresh, have);
        }
    } else if (have) {
        fresh = roaring_bitmap_andnot(from, have);
    } else {
        fresh = roaring_bitmap_copy(from);
    }
    if (roaring_bitmap_is_empty(fresh)) {
        roaring_bitmap_free(fresh);
    } else if (*to) {
        roaring_bitmap_or_inplace(*to, fresh);
        roaring_bitmap_free(fresh);
    } else {
        *to = fresh;
    }
}

static void replay_roaring(struct replay *r) {
    struct points *p = &r->solved.p;
    u4 n = p->var.n;
    roaring_bitmap_t *mask[MASKS + 1];
    for (u4 m = 0; m <= MASKS; m++) {
        mask[m] = m ? to_roaring(&p->mask.v[m]) : NULL;
    }
    size_t before = allocated();
    roaring_bitmap_t **have = calloc(n, sizeof *have);
    roaring_bitmap_t **pending = calloc(n, sizeof *pending);
    for (var_id v = 1; v < r->start.p.var.n; v++) {
        roaring_bitmap_t *b = to_roaring(&r->start.p.var.v[v].pending);
        roaring_join(&pending[rep_of(r, v)], b, NULL, NULL);
        roaring_bitmap_free(b);
    }
    u8 visits = 0, members = 0;
    double start = cpu_seconds();
    for (bool changed = true; changed;) {
        changed = false;
        for (u4 i = 0; i < r->n; i++) {
            var_id v = (var_id)r->order[i];
            const struct points_var *var = &p->var.v[v];
            roaring_bitmap_t *fresh = pending[v];
            if (!fresh) {
                continue;
            }
            changed = true;
            pending[v] = NULL;
            for (u4 k = 0; k < var->n_out; k++, visits++) {
                var_id to = var->out[k];
                roaring_join(&pending[to], fresh, mask[p->var.v[to].mask],
                             have[to]);
            }
            if (have[v]) {
                roaring_bitmap_or_inplace(have[v], fresh);
                roaring_bitmap_free(fresh);
            } else {
                have[v] = fresh;
            }
        }
    }
    double took = cpu_seconds() - start;
    size_t bytes = allocated() - before;
    for (u4 v = 0; v < n; v++) {
        if (have[v]) {
            members += roaring_bitmap_get_cardinality(have[v]);
            roaring_bitmap_free(have[v]);
        }
    }
    for (u4 m = 1; m <= MASKS; m++) {
        roaring_bitmap_free(mask[m]);
    }
    free(have);
    free(pending);
    print_replay("CRoaring", took, bytes, visits, members);
}

static void compare_sets(u4 rounds) {
    struct replay r;
    replay_init(&r);
    printf("the edges of the end, sets only\n");
    for (u4 i = 0; i < rounds; i++) {
        replay_ours(&r);
        replay_roaring(&r);
    }
    points_release(&r.solved.p);
    points_release(&r.start.p);
    free(r.order);
}
#else
static void compare_sets(u4 rounds) {
    (void)rounds;
    printf("no CRoaring to compare with\n");
}
#endif

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    u4 rounds = argc > 1 ? (u4)strtoul(argv[1], NULL, 10) : 3;
    for (u4 every = 0; every <= 1000; every += 1000) {
        printf(every ? "run after every %u constraints\n" : "run once\n",
               every);
        for (u4 sweep = 0; sweep <= 8; sweep += sweep ? sweep : 1) {
            measure(sweep, every, rounds);
        }
    }
    compare_sets(rounds);
    return 0;
}
