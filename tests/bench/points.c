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
#include "analysis/points/points.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef HAVE_ROARING
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
    struct points_counts c;
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
    printf("sweep after %u/4 visits per edge  %6.3f s  polls %7llu  visits "
           "%8llu  pushed "
           "%6.1f M  "
           "members %5.1f M  sets %5.1f MB  edges %4.1f MB  collapsed %5u in "
           "%2u  (%04x)\n",
           sweep, best, (unsigned long long)c.polls,
           (unsigned long long)c.visits, (double)c.pushed / 1e6,
           (double)n / 1e6, (double)c.set_bytes / 1e6,
           (double)c.edge_bytes / 1e6, c.collapsed, c.sweeps, (u4)(sum >> 48));
}

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
    return 0;
}
