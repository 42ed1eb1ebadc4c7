// SPDX-License-Identifier: MIT
// test_chains_count.c - numbers of chains at three granularities, by root and
// length, against all chains of the plan listed one by one.

#include "rewriter/chains/count.h"
#include "rewriter/chains/project.h"
#include "tests/unit/lib/naivechains.h"
#include "tests/unit/lib/smallplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PLANS = 600, MOST_LINKS = 200 };
static const struct chains_pick all;

static bool is_named(void *context, const struct plan *p, u4 method) {
    return str_eq(chains_method(p, method), str_of(context));
}

static bool is_not_named(void *context, const struct plan *p, u4 method) {
    return !is_named(context, p, method);
}

static void is_number(struct arena *mem, struct big a, u8 expected) {
    struct str text = big_text(mem, a);
    struct str right = big_text(mem, big_of(expected));
    if (!str_eq(text, right)) {
        fail_msg("%.*s is not %.*s", STR_F(text), STR_F(right));
    }
}

// Of the naive chains those of one root and length that a goal takes; any
// length: UINT32_MAX.
static u4 naive_number(const struct naive_chains *v, const struct chains *c,
                       u4 root, u4 length, const char *goal) {
    char room[LEVEL_TEXT];
    struct str level = chains_level(room, c->root[root].level);
    u4 n = 0;
    for (u4 i = 0; i < v->v.n; i++) {
        const struct naive_chain *x = &v->v.v[i];
        n += str_eq(x->entry, chains_entry(c, root)) &&
             str_eq(x->level, level) &&
             (length == UINT32_MAX || x->length == length) &&
             (!goal || str_eq(x->last, str_of(goal)));
    }
    return n;
}

static void same_numbers(struct arena *mem, const struct chains *c,
                         const struct naive_chains *v, char *goal) {
    struct chains_count n;
    u4 total = 0, longest = 0;
    const struct chains_pick pick = {goal ? is_named : NULL, goal};
    chains_count(&n, c, pick, mem);
    for (u4 root = 0; root < c->n_roots; root++) {
        u4 right = naive_number(v, c, root, UINT32_MAX, goal);
        is_number(mem, n.tree[root].total, right);
        total += right;
        for (u4 k = 0; k <= n.tree[root].height; k++) {
            right = naive_number(v, c, root, k, goal);
            is_number(mem, n.tree[root].by_length[k], right);
            longest = right && k > longest ? k : longest;
        }
    }
    is_number(mem, n.total, total);
    assert_int_equal(n.max, longest);
    is_number(mem, chains_between(&n, 0, UINT32_MAX, mem), total);
    struct big rest = chains_between(&n, 1, UINT32_MAX, mem);
    is_number(mem, big_add(mem, n.by_length[0], rest), total);
}

static void try_plan(const struct plan *p, enum grain grain) {
    static char f[] = "A.f:()V", bf[] = "A$B.f:()V";
    char *const goal[] = {NULL, f, bf};
    struct naive_chains v;
    struct chains c;
    struct arena mem;
    arena_init(&mem);
    naive_chains_init(&v, p, grain);
    open_chains(&c, p, all, grain, &mem);
    for (u4 i = 0; i < sizeof goal / sizeof *goal; i++) {
        same_numbers(&mem, &c, &v, goal[i]);
    }
    // Without some of the entries, what is left is the same.
    const struct chains_pick some = {is_not_named, f};
    open_chains(&c, p, some, grain, &mem);
    same_numbers(&mem, &c, &v, NULL);
    for (u4 root = 0; root < c.n_roots; root++) {
        assert_false(str_eq(chains_entry(&c, root), STR("A.f:()V")));
    }
    naive_chains_release(&v);
    arena_release(&mem);
}

static void random_plans(void **state) {
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (unsigned seed = 1; seed <= PLANS; seed++) {
        struct small_plan s;
        small_plan_init(&s, random_plan(&mem, seed));
        for (u4 grain = 0; grain < N_GRAINS; grain++) {
            try_plan(&s.p, (enum grain)grain);
        }
        small_plan_release(&s);
        arena_reset(&mem);
    }
    arena_release(&mem);
}

static void back_edges(void **state) {
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (unsigned seed = 1; seed <= PLANS; seed++) {
        struct small_plan s;
        struct naive_chains v;
        struct chains c;
        small_plan_init(&s, random_plan(&mem, seed));
        naive_chains_init(&v, &s.p, GRAIN_RECEIVER);
        open_chains(&c, &s.p, all, GRAIN_RECEIVER, &mem);
        is_number(&mem, chains_back_edges(&c, &mem), v.n_back);
        naive_chains_release(&v);
        small_plan_release(&s);
        arena_reset(&mem);
    }
    arena_release(&mem);
}

// A chain of `links` states, each with that many labels to the next: width^k
// chains of length k. Their receivers and sites are all alike when projected to
// methods.
static const char *ladder(struct arena *mem, u4 links, u4 width) {
    const char *text = "state s0: A.f =\n";
    for (u4 i = 1; i <= links; i++) {
        text = arena_printf(mem, "%sstate s%u: A.f =", text, i);
        for (u4 j = 0; j < width; j++) {
            text = arena_printf(mem, "%s %u/R%u/A.f>s%u", text, j / 2, j % 2,
                                i - 1);
        }
        text = arena_printf(mem, "%s\n", text);
    }
    return arena_printf(mem, "%sroot A.f * s%u\n", text, links);
}

// width^k by adding.
static struct big power(struct arena *mem, u4 width, u4 k) {
    struct big v = big_of(1);
    for (u4 i = 0; i < k; i++) {
        struct big sum = big_of(0);
        for (u4 j = 0; j < width; j++) {
            sum = big_add(mem, sum, v);
        }
        v = sum;
    }
    return v;
}

static void same_powers(struct arena *mem, const struct chains *c, u4 links,
                        u4 width) {
    struct chains_count n;
    struct big total = big_of(0);
    chains_count(&n, c, all, mem);
    assert_int_equal(n.max, links);
    for (u4 k = 0; k <= links; k++) {
        struct big right = power(mem, width, k);
        assert_int_equal(big_order(n.by_length[k], right), 0);
        assert_int_equal(big_order(n.tree[0].by_length[k], right), 0);
        total = big_add(mem, total, right);
    }
    assert_int_equal(big_order(n.total, total), 0);
}

static void powers(void **state) {
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (u4 width = 1; width <= 4; width++) {
        struct small_plan s;
        struct chains c;
        small_plan_init(&s, ladder(&mem, MOST_LINKS, width));
        open_chains(&c, &s.p, all, GRAIN_RECEIVER, &mem);
        same_powers(&mem, &c, MOST_LINKS, width);
        open_chains(&c, &s.p, all, GRAIN_SITE, &mem);
        same_powers(&mem, &c, MOST_LINKS, (width + 1) / 2);
        open_chains(&c, &s.p, all, GRAIN_METHOD, &mem);
        same_powers(&mem, &c, MOST_LINKS, 1);
        small_plan_release(&s);
        arena_reset(&mem);
    }
    arena_release(&mem);
}

// 3^40, and what is just above and below 2^64.
static void by_hand(void **state) {
    struct arena mem;
    struct small_plan s;
    struct chains c;
    struct chains_count n;
    (void)state;
    arena_init(&mem);
    small_plan_init(&s, ladder(&mem, 64, 3));
    open_chains(&c, &s.p, all, GRAIN_RECEIVER, &mem);
    chains_count(&n, &c, all, &mem);
    assert_true(
        str_eq(big_text(&mem, n.by_length[40]), STR("12157665459056928801")));
    assert_true(
        str_eq(big_text(&mem, n.by_length[41]), STR("36472996377170786403")));
    assert_true(str_eq(big_text(&mem, n.total),
                       STR("5150525730438768726986773633921")));
    small_plan_release(&s);
    arena_release(&mem);
}

// With two labels to each: 2^n subsets of positions from the end, as in the
// textbook's automaton whose determinised form is exponential.
static void too_many_sets(void **state) {
    enum { N = 24 };
    struct arena mem;
    struct small_plan s;
    struct chains fine, coarse;
    (void)state;
    arena_init(&mem);
    // c: some label 1 was chosen, and that many are to follow; d: not yet.
    const char *text = "state c0: A.f =\nstate d0: A.f =\n";
    for (u4 i = 1; i <= 2 * N; i++) {
        if (i < N) {
            text = arena_printf(&mem,
                                "%sstate c%u: A.f = 1/R/A.f>c%u 2/R/A.f>c%u\n",
                                text, i, i - 1, i - 1);
        }
        // A choice is a receiver, which projecting hides.
        text = arena_printf(
            &mem, "%sstate d%u: A.f = 1/R/A.f>d%u 2/R/A.f>d%u 1/Q/A.f>c%u\n",
            text, i, i - 1, i - 1, (i < N ? i : N) - 1);
    }
    text = arena_printf(&mem, "%sroot A.f * d%u\n", text, 2 * N);
    small_plan_init(&s, text);
    chains_init(&fine, &s.p, all, &mem);
    assert_false(chains_project(&coarse, &fine, GRAIN_SITE, &mem));
    assert_true(chains_project(&coarse, &fine, GRAIN_METHOD, &mem));
    small_plan_release(&s);
    arena_release(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_plans),  cmocka_unit_test(back_edges),
        cmocka_unit_test(powers),        cmocka_unit_test(by_hand),
        cmocka_unit_test(too_many_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
