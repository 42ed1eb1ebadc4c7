// SPDX-License-Identifier: MIT
// test_chains_show.c - trees, tables and drawings of chains.

#include "rewriter/chains/draw.h"
#include "rewriter/chains/outline.h"
#include "rewriter/chains/table.h"
#include "tests/unit/lib/naivechains.h"
#include "tests/unit/lib/smallplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PLANS = 300 };
static const struct chains_pick all;

static const char plan_text[] =
    "state i: B.i =\n"
    "state h: B.h += 7/R/B.h^0\n"
    "state g: B.g = 3/B/B.h>h 11/-/A.f^1\n"
    "state f: A.f = 5/B/B.g>g 5/C/B.g>g 40/-/B.h!this-call\n"
    "state af: a/b/C.f = 1/-/B.h>h\n"
    "root A.f 0 f\n"
    "root A.f 2 f\n"
    "root B.i 0 i\n"
    "root a/b/C.f 1 af\n"
    "label B.h 1/-/A.f\n"
    "label B.h 2/-/-lib.X.y\n";

struct shown {
    struct small_plan s;
    struct arena mem;
    struct chains c[N_GRAINS];
    struct chains_count n[N_GRAINS];
};

static void shown_init(struct shown *x, const char *text) {
    small_plan_init(&x->s, text);
    arena_init(&x->mem);
    for (u4 g = 0; g < N_GRAINS; g++) {
        open_chains(&x->c[g], &x->s.p, all, (enum grain)g, &x->mem);
        chains_count(&x->n[g], &x->c[g], all, &x->mem);
    }
}

static void shown_release(struct shown *x) {
    small_plan_release(&x->s);
    arena_release(&x->mem);
}

// --- Trees -------------------------------------------------------------------

static struct str outline(struct shown *x, enum grain grain,
                          struct chains_outline how, struct big *left) {
    struct capture k;
    how.out = capture_begin(&k);
    *left = chains_write_trees(&how, &x->n[grain], &x->mem);
    return capture_end(&k, &x->mem);
}

static void trees(void **state) {
    struct shown x;
    struct big left;
    struct chains_outline how = {
        .max = UINT32_MAX, .limit = UINT64_MAX, .cuts = true};
    (void)state;
    shown_init(&x, plan_text);
    is_text(outline(&x, GRAIN_RECEIVER, how, &left),
            "A.f() (level 0)\n"
            "  x B.h() (A.java:140 @40): cut by this-call\n"
            "  B.g() on B (A.java:105 @5)\n"
            "    ^ back to A.f() (B.java:111 @11)\n"
            "    B.h() on B (B.java:103 @3)\n"
            "      x A.f() (B.java:101 @1): cut by depth\n"
            "      ^ back to B.h() on R (B.java:107 @7)\n"
            "  B.g() on C (A.java:105 @5)\n"
            "    ^ back to A.f() (B.java:111 @11)\n"
            "    B.h() on B (B.java:103 @3)\n"
            "      x A.f() (B.java:101 @1): cut by depth\n"
            "      ^ back to B.h() on R (B.java:107 @7)\n"
            "A.f() (level 2)\n"
            "  x B.h() (A.java:140 @40): cut by this-call\n"
            "  B.g() on B (A.java:105 @5)\n"
            "    ^ back to A.f() (B.java:111 @11)\n"
            "    B.h() on B (B.java:103 @3)\n"
            "      x A.f() (B.java:101 @1): cut by depth\n"
            "      ^ back to B.h() on R (B.java:107 @7)\n"
            "  B.g() on C (A.java:105 @5)\n"
            "    ^ back to A.f() (B.java:111 @11)\n"
            "    B.h() on B (B.java:103 @3)\n"
            "      x A.f() (B.java:101 @1): cut by depth\n"
            "      ^ back to B.h() on R (B.java:107 @7)\n"
            "B.i() (level 0)\n"
            "C.f() (level 1)\n"
            "  B.h() (a/b/C.java:101 @1)\n"
            "    x A.f() (B.java:101 @1): cut by depth\n"
            "    ^ back to B.h() on R (B.java:107 @7)\n");
    assert_true(big_is_zero(left));
    how.cuts = false;
    how.limit = 7;
    how.max = 1;
    is_text(outline(&x, GRAIN_RECEIVER, how, &left),
            "A.f() (level 0)\n"
            "  B.g() on B (A.java:105 @5)\n"
            "    ^ back to A.f() (B.java:111 @11)\n"
            "  B.g() on C (A.java:105 @5)\n"
            "    ^ back to A.f() (B.java:111 @11)\n"
            "A.f() (level 2)\n"
            "  B.g() on B (A.java:105 @5)\n"
            "    ^ back to A.f() (B.java:111 @11)\n"
            "  B.g() on C (A.java:105 @5)\n"
            "    ^ back to A.f() (B.java:111 @11)\n"
            "B.i() (level 0)\n");
    assert_int_equal(left.low, 2);
    how.limit = 3;
    how.max = UINT32_MAX;
    is_text(outline(&x, GRAIN_METHOD, how, &left), "A.f() (level 0)\n"
                                                   "  B.g()\n"
                                                   "    B.h()\n");
    assert_int_equal(left.low, 6);
    shown_release(&x);
}

// A line for each chain, and one for each back edge.
static void random_trees(void **state) {
    struct arena mem;
    (void)state;
    arena_init(&mem);
    for (unsigned seed = 1; seed <= PLANS; seed++) {
        struct shown x;
        struct naive_chains v;
        struct big left;
        struct chains_outline how = {.max = UINT32_MAX, .limit = UINT64_MAX};
        shown_init(&x, random_plan(&mem, seed));
        naive_chains_init(&v, &x.s.p, GRAIN_RECEIVER);
        struct str text = outline(&x, GRAIN_RECEIVER, how, &left);
        u4 chains = 0, back = 0;
        while (text.n) {
            struct str line = take_line(&text);
            bool is_back = memchr(line.p, '^', line.n) != NULL;
            back += is_back;
            chains += !is_back;
        }
        assert_int_equal(chains, v.v.n);
        assert_int_equal(back, v.n_back);
        naive_chains_release(&v);
        shown_release(&x);
        arena_reset(&mem);
    }
    arena_release(&mem);
}

// --- Tables ------------------------------------------------------------------

static struct str table(struct shown *x, enum chains_by by,
                        enum chains_format format) {
    struct capture k;
    const struct chains_table t = {
        .out = capture_begin(&k),
        .format = format,
        .by = by,
        .count = {&x->n[GRAIN_RECEIVER], &x->n[GRAIN_SITE], NULL},
    };
    chains_write_table(&t, &x->mem);
    return capture_end(&k, &x->mem);
}

static void tables(void **state) {
    struct shown x;
    (void)state;
    shown_init(&x, plan_text);
    is_text(table(&x, CHAINS_BY_ENTRY, CHAINS_TSV),
            "#entry\tentries\treceiver\tsite\tmethod\tlongest\n"
            "A.f:()V\t1\t10\t6\tunknown\t2\n"
            "B.i:()V\t1\t1\t1\tunknown\t0\n"
            "a/b/C.f:()V\t1\t2\t2\tunknown\t1\n");
    is_text(table(&x, CHAINS_BY_CLASS, CHAINS_JSON),
            "{\"class\":\"A\",\"entries\":1,\"receiver\":\"10\","
            "\"site\":\"6\",\"method\":\"unknown\",\"longest\":2}\n"
            "{\"class\":\"B\",\"entries\":1,\"receiver\":\"1\","
            "\"site\":\"1\",\"method\":\"unknown\",\"longest\":0}\n"
            "{\"class\":\"a/b/C\",\"entries\":1,\"receiver\":\"2\","
            "\"site\":\"2\",\"method\":\"unknown\",\"longest\":1}\n");
    is_text(table(&x, CHAINS_BY_PACKAGE, CHAINS_TEXT),
            "entries  receiver  site   method  longest  package\n"
            "      2        11     7  unknown        2  -\n"
            "      1         2     2  unknown        1  a.b\n");
    is_text(table(&x, CHAINS_BY_LENGTH, CHAINS_JSON),
            "{\"length\":0,\"receiver\":\"4\",\"site\":\"4\","
            "\"method\":\"unknown\"}\n"
            "{\"length\":1,\"receiver\":\"5\",\"site\":\"3\","
            "\"method\":\"unknown\"}\n"
            "{\"length\":2,\"receiver\":\"4\",\"site\":\"2\","
            "\"method\":\"unknown\"}\n");
    is_text(table(&x, CHAINS_BY_LENGTH, CHAINS_TEXT),
            "receiver  site   method  length\n"
            "       4     4  unknown  0\n"
            "       5     3  unknown  1\n"
            "       4     2  unknown  2\n");
    shown_release(&x);
}

// Lines for programs are sorted by bytes: 10 before 2.
static void long_table(void **state) {
    struct shown x;
    struct arena mem;
    (void)state;
    arena_init(&mem);
    const char *text = "state s0: A.f =\n";
    for (u4 i = 1; i <= 11; i++) {
        text = arena_printf(&mem, "%sstate s%u: A.f = 1/-/A.f>s%u\n", text, i,
                            i - 1);
    }
    shown_init(&x, arena_printf(&mem, "%sroot A.f * s11\n", text));
    struct str lines = table(&x, CHAINS_BY_LENGTH, CHAINS_TSV);
    struct str last = take_line(&lines);
    is_text(last, "#length\treceiver\tsite\tmethod");
    for (u4 i = 0; i <= 11; i++) {
        struct str line = take_line(&lines);
        assert_true(str_order(last, line) < 0);
        last = line;
    }
    is_text(last, "9\t1\t1\tunknown");
    assert_int_equal(lines.n, 0);
    shown_release(&x);
    arena_release(&mem);
}

// --- Drawings ----------------------------------------------------------------

static void drawings(void **state) {
    struct shown x;
    struct capture k;
    (void)state;
    shown_init(&x, plan_text);
    struct big left =
        chains_draw(capture_begin(&k), &x.n[GRAIN_RECEIVER], 7, &x.mem);
    is_text(capture_end(&k, &x.mem),
            "digraph chains {\n"
            "  rankdir=LR;\n"
            "  node [shape=box, fontname=\"monospace\"];\n"
            "  n1 [label=\"A.f\", tooltip=\"A.f:()V\", style=bold];\n"
            "  n1_more [label=\"...\", shape=plaintext];\n"
            "  n1 -> n1_more [style=dotted];\n"
            "  n2 [label=\"A.f\", tooltip=\"A.f:()V\", style=bold];\n"
            "  n2_more [label=\"...\", shape=plaintext];\n"
            "  n2 -> n2_more [style=dotted];\n"
            "  n3 [label=\"B.g\", tooltip=\"B.g:()V\"];\n"
            "  n2 -> n3 [label=\"105 B\"];\n"
            "  n3 -> n2 [label=\"111\", style=dashed, constraint=false];\n"
            "  n3_more [label=\"...\", shape=plaintext];\n"
            "  n3 -> n3_more [style=dotted];\n"
            "  n4 [label=\"B.i\", tooltip=\"B.i:()V\", style=bold];\n"
            "  n5 [label=\"C.f\", tooltip=\"a/b/C.f:()V\", style=bold];\n"
            "  n6 [label=\"B.h\", tooltip=\"B.h:()V\"];\n"
            "  n5 -> n6 [label=\"101\"];\n"
            "  n6 -> n6 [label=\"107 R\", style=dashed, constraint=false];\n"
            "}\n");
    assert_int_equal(left.low, 13 - 6);
    left = chains_draw(capture_begin(&k), &x.n[GRAIN_METHOD], 100, &x.mem);
    struct str text = capture_end(&k, &x.mem);
    assert_true(big_is_zero(left));
    u4 nodes = 0;
    while (text.n) {
        struct str line = take_line(&text);
        nodes += memchr(line.p, '>', line.n) == NULL && line.p[0] == ' ' &&
                 line.p[2] == 'n' && line.p[3] != 'o';
    }
    assert_int_equal(nodes, 9);
    shown_release(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees),    cmocka_unit_test(random_trees),
        cmocka_unit_test(tables),   cmocka_unit_test(long_table),
        cmocka_unit_test(drawings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
