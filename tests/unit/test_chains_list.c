// SPDX-License-Identifier: MIT
// test_chains_list.c - listings of chains, against all chains of the plan.

#include "rewriter/chains/list.h"
#include "tests/unit/lib/naivechains.h"
#include "tests/unit/lib/smallplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PLANS = 600 };
static const struct chains_pick all;

// What is written, in mem; and what was left out.
static struct str listing(struct arena *mem, const struct chains_count *n,
                          struct chains_list how, struct big *left) {
    struct capture k;
    how.out = capture_begin(&k);
    *left = chains_write(&how, n, mem);
    return capture_end(&k, mem);
}

// --- Against all -------------------------------------------------------------

static int any_order(const struct naive_chain *a, const struct naive_chain *b,
                     enum chains_order order) {
    int d = a->length < b->length ? -1 : a->length > b->length;
    int line = str_order(a->line, b->line);
    return order == CHAINS_SORTED               ? line
           : d && order == CHAINS_LONGEST_FIRST ? -d
           : d                                  ? d
                                                : line;
}

static int shortest(const void *a, const void *b) {
    return any_order(a, b, CHAINS_SHORTEST_FIRST);
}

static int longest(const void *a, const void *b) {
    return any_order(a, b, CHAINS_LONGEST_FIRST);
}

static void same_lines(struct arena *mem, const struct chains_count *n,
                       struct naive_chains *v, struct chains_list how) {
    struct big left;
    struct str text = listing(mem, n, how, &left);
    assert_true(str_eq(take_line(&text), STR("#entry\tlevel\tlength\tchain")));
    u8 expected = 0, out = 0;
    for (u4 i = 0; i < v->v.n; i++) {
        const struct naive_chain *x = &v->v.v[i];
        if (x->length < how.min || x->length > how.max) {
            continue;
        }
        if (expected == how.limit) {
            out++;
            continue;
        }
        expected++;
        struct str line = take_line(&text);
        if (!str_eq(line, x->line)) {
            fail_msg("%.*s\ninstead of %.*s", STR_F(line), STR_F(x->line));
        }
    }
    assert_int_equal(text.n, 0);
    assert_int_equal(big_order(left, big_of(out)), 0);
}

static bool is_goal(void *context, const struct plan *p, u4 method) {
    (void)context;
    return str_ends(chains_method(p, method), STR(".f:()V"));
}

// Only chains to some methods.
static void try_goal(struct arena *mem, const struct chains *c,
                     struct naive_chains *v, struct chains_list how) {
    struct chains_count n;
    const struct chains_pick goal = {.takes = is_goal};
    u4 kept = 0;
    for (u4 i = 0; i < v->v.n; i++) {
        if (str_ends(v->v.v[i].last, STR(".f:()V"))) {
            v->v.v[kept++] = v->v.v[i];
        }
    }
    v->v.n = kept;
    chains_count(&n, c, goal, mem);
    same_lines(mem, &n, v, how);
    how.limit = UINT64_MAX;
    same_lines(mem, &n, v, how);
}

static void try_plan(struct arena *mem, const struct plan *p, enum grain grain,
                     unsigned seed) {
    struct naive_chains v;
    struct chains c;
    struct chains_count n;
    open_chains(&c, p, all, grain, mem);
    chains_count(&n, &c, all, mem);
    naive_chains_init(&v, p, grain);
    struct chains_list how = {
        .format = CHAINS_TSV, .max = UINT32_MAX, .limit = UINT64_MAX};
    same_lines(mem, &n, &v, how);
    how.min = seed % 3;
    how.max = seed % 5;
    same_lines(mem, &n, &v, how);
    how.limit = seed % 7;
    same_lines(mem, &n, &v, how);
    how.order = CHAINS_SHORTEST_FIRST;
    qsort(v.v.v, v.v.n, sizeof *v.v.v, shortest);
    same_lines(mem, &n, &v, how);
    how.order = CHAINS_LONGEST_FIRST;
    how.max = UINT32_MAX;
    qsort(v.v.v, v.v.n, sizeof *v.v.v, longest);
    same_lines(mem, &n, &v, how);
    try_goal(mem, &c, &v, how);
    naive_chains_release(&v);
}

static void random_plans(void **state) {
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (unsigned seed = 1; seed <= PLANS; seed++) {
        struct small_plan s;
        small_plan_init(&s, random_plan(&mem, seed));
        for (u4 grain = 0; grain < N_GRAINS; grain++) {
            try_plan(&mem, &s.p, (enum grain)grain, seed);
        }
        small_plan_release(&s);
        arena_reset(&mem);
    }
    arena_release(&mem);
}

// Of length 10 before those of length 2; and more states than a word has bits.
static void long_chains(void **state) {
    struct arena mem;
    struct small_plan s;
    (void)state;
    arena_init(&mem);
    const char *text = "state s0: A.f =\n";
    for (u4 i = 1; i <= 140; i++) {
        const char *name = i % 3 ? "A.g" : "A.f";
        text = arena_printf(&mem, "%sstate s%u: %s = 1/-/%s>s%u\n", text, i,
                            name, (i - 1) % 3 ? "A.g" : "A.f", i - 1);
    }
    small_plan_init(&s, arena_printf(&mem, "%sroot A.g * s140\n", text));
    for (unsigned seed = 0; seed < 5; seed++) {
        try_plan(&mem, &s.p, GRAIN_RECEIVER, seed);
    }
    small_plan_release(&s);
    arena_release(&mem);
}

// --- By hand -----------------------------------------------------------------

static void is_listing(const struct chains *c, struct chains_pick goal,
                       struct chains_list how, const char *expected) {
    struct arena mem;
    struct chains_count n;
    struct big left;
    arena_init(&mem);
    chains_count(&n, c, goal, &mem);
    struct str text = listing(&mem, &n, how, &left);
    is_text(text, expected);
    arena_release(&mem);
}

static bool is_h(void *context, const struct plan *p, u4 method) {
    (void)context;
    return str_eq(chains_method(p, method), STR("B.h:()V"));
}

static void formats(void **state) {
    struct small_plan s;
    struct arena mem;
    struct chains c;
    const struct chains_pick h = {.takes = is_h};
    (void)state;
    arena_init(&mem);
    small_plan_init(&s, "state h: B.h +=\n"
                        "state g: B.g = 3/B/B.h>h 11/-/A.f^1\n"
                        "state f: A.f = 5/B/B.g>g 5/C/B.g>g\n"
                        "root A.f 3 f\n");
    struct chains_list how = {.max = UINT32_MAX, .limit = 1};
    open_chains(&c, &s.p, all, GRAIN_RECEIVER, &mem);
    is_listing(&c, h, how,
               "A.f() (level 3)\n"
               "  B.g() on B (A.java:105 @5)\n"
               "    B.h() on B (B.java:103 @3)\n");
    how.format = CHAINS_JSON;
    is_listing(&c, h, how,
               "{\"entry\":\"A.f:()V\",\"level\":\"3\",\"length\":2,\"chain\":["
               "{\"caller\":\"A.f:()V\",\"offset\":5,\"line\":105,"
               "\"source\":\"A.java\",\"called\":\"called\",\"receiver\":\"B\","
               "\"target\":\"B.g:()V\"},"
               "{\"caller\":\"B.g:()V\",\"offset\":3,\"line\":103,"
               "\"source\":\"B.java\",\"called\":\"called\",\"receiver\":\"B\","
               "\"target\":\"B.h:()V\"}]}\n");
    how.limit = 10;
    how.max = 1;
    open_chains(&c, &s.p, all, GRAIN_SITE, &mem);
    is_listing(&c, all, how,
               "{\"entry\":\"A.f:()V\",\"level\":\"3\",\"length\":0,"
               "\"chain\":[]}\n"
               "{\"entry\":\"A.f:()V\",\"level\":\"3\",\"length\":1,"
               "\"chain\":[{\"caller\":\"A.f:()V\",\"offset\":5,\"line\":105,"
               "\"source\":\"A.java\",\"called\":\"called\","
               "\"target\":\"B.g:()V\"}]}\n");
    open_chains(&c, &s.p, all, GRAIN_METHOD, &mem);
    how.min = 1;
    is_listing(&c, all, how,
               "{\"entry\":\"A.f:()V\",\"level\":\"3\",\"length\":1,"
               "\"chain\":[{\"caller\":\"A.f:()V\",\"target\":\"B.g:()V\"}]}"
               "\n");
    small_plan_release(&s);
    arena_release(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_plans),
        cmocka_unit_test(long_chains),
        cmocka_unit_test(formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
