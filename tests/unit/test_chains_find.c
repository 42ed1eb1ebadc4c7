// SPDX-License-Identifier: MIT
// test_chains_find.c - is a chain in the forest, and why not.

#include "rewriter/chains/find.h"
#include "tests/unit/lib/naivechains.h"
#include "tests/unit/lib/smallplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PLANS = 300, MOST_CHAINS = 60 };
static const struct chains_pick all;

// --- Against all -------------------------------------------------------------

// Does any entry of that name have a chain of these words?
static bool is_there(const struct naive_chains *v, struct str entry,
                     struct str words) {
    for (u4 i = 0; i < v->v.n; i++) {
        if (str_eq(v->v.v[i].entry, entry) && str_eq(v->v.v[i].words, words)) {
            return true;
        }
    }
    return false;
}

// The first n steps of words.
static struct str first_steps(struct str words, u4 n) {
    size_t i = 0;
    for (u4 blanks = 0; i < words.n; i++) {
        if (words.p[i] == ' ' && ++blanks == 3 * n) {
            break;
        }
    }
    return (struct str){words.p, n ? i : 0};
}

static u4 longest_prefix(const struct naive_chains *v, struct str entry,
                         struct str words) {
    u4 n = 0;
    while (first_steps(words, n + 1).n > first_steps(words, n).n &&
           is_there(v, entry, first_steps(words, n + 1))) {
        n++;
    }
    return n;
}

static void ask(struct arena *mem, const struct chains *c,
                const struct naive_chains *v, enum grain grain,
                const struct naive_chain *x, const char *more) {
    struct chains_answer a;
    struct str words = str_of(arena_printf(
        mem, "%.*s%s%s", STR_F(x->words), x->length && *more ? " " : "", more));
    struct str text =
        str_of(arena_printf(mem, "%.*s %.*s", STR_F(x->entry), STR_F(words)));
    chains_find(&a, c, grain, text, mem);
    if ((a.verdict == CHAINS_FOUND) != is_there(v, x->entry, words)) {
        fail_msg("%.*s: %d", STR_F(text), a.verdict);
    }
    assert_int_equal(a.n_labels, longest_prefix(v, x->entry, words));
    assert_true(str_eq(chains_entry(c, a.root), x->entry));
    assert_true(a.verdict == CHAINS_FOUND || a.verdict >= CHAINS_IS_CUT);
}

// Each chain, and with steps behind it that may be none.
static void ask_all(struct arena *mem, const struct plan *p, enum grain grain) {
    static const char *const more[] = {"",
                                       "2 A A.f:()V 2 A A.f:()V",
                                       "10 - A.g:()V",
                                       "- - A.f:()V",
                                       "2 - A$B.f:()V",
                                       "100 A$B A.f:()V",
                                       "7 A A.f:()V"};
    struct chains c;
    struct naive_chains v;
    chains_init(&c, p, all, mem);
    naive_chains_init(&v, p, grain);
    for (u4 i = 0; i < v.v.n && i < MOST_CHAINS; i++) {
        for (u4 j = 0; j < sizeof more / sizeof *more; j++) {
            ask(mem, &c, &v, grain, &v.v.v[i], more[j]);
        }
    }
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
            ask_all(&mem, &s.p, (enum grain)grain);
        }
        small_plan_release(&s);
        arena_reset(&mem);
    }
    arena_release(&mem);
}

// --- By hand -----------------------------------------------------------------

static const char plan_text[] =
    "state h2: B.h =\n"
    "state h: B.h += 2/B/B.g!guard\n"
    "state g2: B.g = 3/B/B.h>h2 11/-/A.f^1\n"
    "state g: B.g = 3/B/B.h>h 11/-/A.f^1\n"
    "state f: A.f = 5/B/B.g>g 5/C/B.g>g2 40/-/B.h!this-call\n"
    "state i: B.i =\n"
    "root A.f 0 f\n"
    "root B.i 0 i\n"
    "label B.h 1/-/A.f\n"
    "label A.f 5/C/-lib.X.y\n";

struct question {
    enum grain grain;
    const char *words;
    enum chains_verdict verdict;
    u4 n_labels;
    const char *said;
};

static const struct question questions[] = {
    {GRAIN_RECEIVER, "A.f:()V", CHAINS_FOUND, 0,
     "in the forest\n"
     "A.f() (level 0)\n"},
    {GRAIN_RECEIVER, "A.f:()V  5 C B.g:()V\t3 B B.h:()V ", CHAINS_FOUND, 2,
     "in the forest\n"
     "A.f() (level 0)\n"
     "  B.g() on C (A.java:105 @5)\n"
     "    B.h() on B (B.java:103 @3)\n"},
    // A line of a list, with columns that stand behind the chain in some of them.
    {GRAIN_RECEIVER, "A.f:()V\t0\t2\t5 C B.g:()V 3 B B.h:()V\t1\t7\t0",
     CHAINS_FOUND, 2,
     "in the forest\n"
     "A.f() (level 0)\n"
     "  B.g() on C (A.java:105 @5)\n"
     "    B.h() on B (B.java:103 @3)\n"},
    {GRAIN_RECEIVER, "A.f:()V\t0\t0\t\t1\t7", CHAINS_FOUND, 0,
     "in the forest\n"
     "A.f() (level 0)\n"},
    {GRAIN_RECEIVER, "A.f:()V\t0\t0", CHAINS_FOUND, 0,
     "in the forest\n"
     "A.f() (level 0)\n"},
    {GRAIN_RECEIVER, "A.f:()V\t0", CHAINS_NO_WORDS, 0,
     "not in the forest: a chain is an entry, and three words for each "
     "step\n"},
    {GRAIN_RECEIVER, "A.f:()V\t0\tx\t\t", CHAINS_NO_WORDS, 0,
     "not in the forest: a chain is an entry, and three words for each "
     "step\n"},
    {GRAIN_RECEIVER, "", CHAINS_NO_WORDS, 0,
     "not in the forest: a chain is an entry, and three words for each "
     "step\n"},
    {GRAIN_RECEIVER, "A.f:()V 5 C", CHAINS_NO_WORDS, 0,
     "not in the forest: a chain is an entry, and three words for each "
     "step\n"},
    {GRAIN_RECEIVER, "A.g:()V", CHAINS_NO_METHOD, 0,
     "not in the forest: there is no such method\n"},
    {GRAIN_RECEIVER, "B.g:()V 3 B B.h:()V", CHAINS_NO_ENTRY, 0,
     "not in the forest: the method is no entry\n"},
    {GRAIN_RECEIVER, "B.i:()V", CHAINS_NO_TREE, 0,
     "not in the forest: no chain begins at that entry: it is left out "
     "(--chains, --prune, --entry), or is not reached like that (--levels, "
     "--from-main)\n"},
    {GRAIN_RECEIVER, "A.f:()V 40 - B.h:()V", CHAINS_IS_CUT, 0,
     "not in the forest: cut by this-call\n"
     "A.f() (level 0)\n"
     "  ? B.h() (@40)\n"},
    {GRAIN_RECEIVER, "A.f:()V 5 B B.g:()V 3 B B.h:()V 1 - A.f:()V",
     CHAINS_IS_CUT, 2,
     "not in the forest: cut by depth\n"
     "A.f() (level 0)\n"
     "  B.g() on B (A.java:105 @5)\n"
     "    B.h() on B (B.java:103 @3)\n"
     "      ? A.f() (@1)\n"},
    {GRAIN_RECEIVER, "A.f:()V 5 C B.g:()V 3 B B.h:()V 1 - A.f:()V",
     CHAINS_IS_CUT, 2,
     "not in the forest: cut by this-call\n"
     "A.f() (level 0)\n"
     "  B.g() on C (A.java:105 @5)\n"
     "    B.h() on B (B.java:103 @3)\n"
     "      ? A.f() (@1)\n"},
    {GRAIN_RECEIVER, "A.f:()V 5 C B.g:()V 11 - A.f:()V 5 B B.g:()V",
     CHAINS_GOES_BACK, 1,
     "not in the forest: a step leads back to A.f() at depth 0\n"
     "A.f() (level 0)\n"
     "  B.g() on C (A.java:105 @5)\n"
     "    ? A.f() (@11)\n"},
    {GRAIN_RECEIVER, "A.f:()V 5 C lib.X.y:()V", CHAINS_GOES_OUT, 0,
     "not in the forest: a step leads out of the component\n"
     "A.f() (level 0)\n"
     "  ? lib.X.y() on C (@5)\n"},
    {GRAIN_RECEIVER, "A.f:()V 5 D B.g:()V", CHAINS_NO_LABEL, 0,
     "not in the forest: no such receiver and target there\n"
     "A.f() (level 0)\n"
     "  ? B.g() on D (@5)\n"
     "instead there are:\n"
     "  B.g() on B (A.java:105 @5)\n"
     "  B.g() on C (A.java:105 @5)\n"
     "  lib.X.y() on C (A.java:105 @5)\n"},
    {GRAIN_RECEIVER, "A.f:()V 05 B B.g:()V", CHAINS_NO_SITE, 0,
     "not in the forest: no such site in A.f()\n"
     "A.f() (level 0)\n"
     "  ? B.g() on B (@05)\n"
     "instead there are:\n"
     "  B.h() (A.java:140 @40)\n"
     "  B.g() on B (A.java:105 @5)\n"
     "  B.g() on C (A.java:105 @5)\n"
     "  lib.X.y() on C (A.java:105 @5)\n"},
    {GRAIN_SITE, "A.f:()V 5 - B.g:()V 3 - B.h:()V", CHAINS_FOUND, 2,
     "in the forest\n"
     "A.f() (level 0)\n"
     "  B.g() (A.java:105 @5)\n"
     "    B.h() (B.java:103 @3)\n"},
    {GRAIN_SITE, "A.f:()V 5 - A.f:()V", CHAINS_NO_LABEL, 0,
     "not in the forest: no such receiver and target there\n"
     "A.f() (level 0)\n"
     "  ? A.f() (@5)\n"
     "instead there are:\n"
     "  B.g() (A.java:105 @5)\n"
     "  lib.X.y() (A.java:105 @5)\n"},
    // By receivers there are two ways there.
    {GRAIN_METHOD, "A.f:()V - - B.g:()V - - B.h:()V - - A.f:()V", CHAINS_IS_CUT,
     2,
     "not in the forest: cut by depth, this-call\n"
     "A.f() (level 0)\n"
     "  B.g()\n"
     "    B.h()\n"
     "      ? A.f()\n"},
    {GRAIN_METHOD, "A.f:()V - - A.f:()V", CHAINS_NO_LABEL, 0,
     "not in the forest: no such receiver and target there\n"
     "A.f() (level 0)\n"
     "  ? A.f()\n"
     "instead there are:\n"
     "  B.h()\n"
     "  B.g()\n"
     "  lib.X.y()\n"},
};

static bool is_class_a(void *context, const struct plan *p, u4 method) {
    (void)context;
    return str_starts(chains_method(p, method), STR("A."));
}

static void by_hand(void **state) {
    struct arena mem;
    struct small_plan s;
    struct chains c;
    const struct chains_pick some = {.takes = is_class_a};
    (void)state;
    arena_init(&mem);
    small_plan_init(&s, plan_text);
    chains_init(&c, &s.p, some, &mem);
    for (u4 i = 0; i < sizeof questions / sizeof *questions; i++) {
        const struct question *q = &questions[i];
        struct chains_answer a;
        struct capture k;
        chains_find(&a, &c, q->grain, str_of(q->words), &mem);
        chains_explain(&a, CHAINS_TEXT, capture_begin(&k));
        is_text(capture_end(&k, &mem), q->said);
        assert_int_equal(a.verdict, q->verdict);
        assert_int_equal(a.n_labels, q->n_labels);
    }
    small_plan_release(&s);
    arena_release(&mem);
}

static void json(void **state) {
    static const char *const said[][2] = {
        {"A.f:()V 5 B B.g:()V",
         "{\"verdict\":\"found\",\"entry\":\"A.f:()V\",\"level\":\"0\","
         "\"length\":1,\"chain\":[{\"caller\":\"A.f:()V\",\"offset\":5,"
         "\"line\":105,\"source\":\"A.java\",\"called\":\"called\","
         "\"receiver\":\"B\",\"target\":\"B.g:()V\"}]}\n"},
        {"A.x:()V", "{\"verdict\":\"no-method\",\"entry\":\"A.x:()V\"}\n"},
        {"", "{\"verdict\":\"no-words\",\"entry\":\"\"}\n"},
        {"A.f:()V 40 - B.h:()V",
         "{\"verdict\":\"cut\",\"step\":{\"offset\":\"40\","
         "\"receiver\":\"-\",\"target\":\"B.h:()V\"},"
         "\"rules\":[\"this-call\"],\"entry\":\"A.f:()V\","
         "\"level\":\"0\",\"length\":0,\"chain\":[]}\n"},
    };
    struct arena mem;
    struct small_plan s;
    struct chains c;
    (void)state;
    arena_init(&mem);
    small_plan_init(&s, plan_text);
    chains_init(&c, &s.p, all, &mem);
    for (u4 i = 0; i < sizeof said / sizeof *said; i++) {
        struct chains_answer a;
        struct capture k;
        chains_find(&a, &c, GRAIN_RECEIVER, str_of(said[i][0]), &mem);
        chains_explain(&a, CHAINS_JSON, capture_begin(&k));
        is_text(capture_end(&k, &mem), said[i][1]);
    }
    small_plan_release(&s);
    arena_release(&mem);
}

// The tree of the level that has it, else of the one that has most of it.
static void levels(void **state) {
    struct arena mem;
    struct small_plan s;
    struct chains c;
    struct chains_answer a;
    (void)state;
    arena_init(&mem);
    small_plan_init(&s, "state f0: A.f = \n"
                        "state g0: A.g =\n"
                        "state g1: A.g = 1/-/A.f>f0\n"
                        "state f1: A.f = 2/-/A.g>g0\n"
                        "state f2: A.f = 2/-/A.g>g1\n"
                        "root A.f 0 f0\n"
                        "root A.f 1 f1\n"
                        "root A.f 2 f2\n"
                        "root A.f 3 f1\n");
    open_chains(&c, &s.p, all, GRAIN_RECEIVER, &mem);
    chains_find(&a, &c, GRAIN_RECEIVER, STR("A.f:()V"), &mem);
    assert_int_equal(c.root[a.root].level, 0);
    chains_find(&a, &c, GRAIN_RECEIVER, STR("A.f:()V 2 - A.g:()V 1 - A.f:()V"),
                &mem);
    assert_int_equal(a.verdict, CHAINS_FOUND);
    assert_int_equal(c.root[a.root].level, 2);
    chains_find(&a, &c, GRAIN_RECEIVER,
                STR("A.f:()V 2 - A.g:()V 1 - A.f:()V 2 - A.g:()V"), &mem);
    assert_int_equal(a.verdict, CHAINS_IS_CUT);
    assert_int_equal(c.root[a.root].level, 2);
    chains_find(&a, &c, GRAIN_RECEIVER, STR("A.f:()V 2 - A.g:()V"), &mem);
    assert_int_equal(c.root[a.root].level, 1);
    small_plan_release(&s);
    arena_release(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_plans),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(json),
        cmocka_unit_test(levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
