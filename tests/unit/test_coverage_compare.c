// SPDX-License-Identifier: MIT
// test_coverage_compare.c - what is covered on one side and not on the other, against
// sets of texts.

#include "rewriter/coverage/compare.h"
#include "tests/unit/lib/naivechains.h"
#include "tests/unit/lib/randompool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PAIRS = 200, TEXTS = 4096 };

// Texts, each once.
struct texts {
    const char *v[TEXTS];
    u4 n;
};

static bool has(const struct texts *t, const char *text) {
    for (u4 i = 0; i < t->n; i++) {
        if (strcmp(t->v[i], text) == 0) {
            return true;
        }
    }
    return false;
}

static void put(struct texts *t, const char *text) {
    if (!has(t, text)) {
        assert_true(t->n < TEXTS);
        t->v[t->n++] = text;
    }
}

struct side {
    struct small_plan s;
    struct pool pool;
    struct cover c;
    struct texts can[N_COMPARES], covered[N_COMPARES];
};

// --- By text -----------------------------------------------------------------

// All chains of the forest; and of the pool those that are among them, at the level
// that the plan has, or at any.
static void list_chains(struct side *k, struct arena *mem) {
    struct naive_chains all;
    naive_chains_init(&all, &k->s.p, GRAIN_RECEIVER);
    for (u4 i = 0; i < all.v.n; i++) {
        const struct naive_chain *x = &all.v.v[i];
        put(&k->can[COMPARE_CHAINS],
            arena_printf(mem, "%.*s\t%.*s\t%u\t%.*s", STR_F(x->entry),
                         STR_F(x->level), x->length, STR_F(x->words)));
    }
    naive_chains_release(&all);
    for (u4 i = 1; i < k->pool.n_nodes; i++) {
        char *text = random_pool_chain(&k->s.p, &k->pool, i, mem);
        char *level = strchr(text, ' ');
        *level++ = '\0';
        char *words = strchr(level, ' ');
        if (words) {
            *words++ = '\0';
        }
        u4 blanks = 0;
        for (const char *p = words; p && *p; p++) {
            blanks += *p == ' ';
        }
        u4 length = words ? (blanks + 1) / 3 : 0;
        const char *tail = words ? words : "";
        const char *at =
            arena_printf(mem, "%s\t%s\t%u\t%s", text, level, length, tail);
        const char *any =
            arena_printf(mem, "%s\t*\t%u\t%s", text, length, tail);
        const struct texts *can = &k->can[COMPARE_CHAINS];
        if (has(can, at) || has(can, any)) {
            put(&k->covered[COMPARE_CHAINS], has(can, at) ? at : any);
        }
    }
}

static void list_pairs(struct side *k, enum compare_of what,
                       struct arena *mem) {
    const struct plan *p = &k->s.p;
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        const struct plan_label *l = &p->label[i];
        const struct plan_site *s = &p->site[l->site];
        if (s->n_labels < 2) {
            continue;
        }
        u4 name = what == COMPARE_RC ? p->receiver[l->receiver].name : l->to;
        const char *text = arena_printf(mem, "%.*s\t%u\t%.*s",
                                        STR_F(chains_method(p, s->method)),
                                        s->pc, STR_F(chains_string(p, name)));
        put(&k->can[what], text);
        if (k->c.label_hits[i]) {
            put(&k->covered[what], text);
        }
    }
}

static void side_init(struct side *k, unsigned plan, unsigned seed,
                      struct arena *mem) {
    memset(k, 0, sizeof *k);
    random_pool_plan(&k->s, random_plan(mem, plan), plan);
    random_pool(&k->pool, &k->s.p, seed, mem);
    cover_make(&k->c, &k->s.p, "a.plan", &k->pool, mem);
    list_chains(k, mem);
    list_pairs(k, COMPARE_RC, mem);
    list_pairs(k, COMPARE_TM, mem);
}

// --- Against them ------------------------------------------------------------

// What is covered here; does the other side know it, and has it covered it?
static u4 expect(const struct compare_list *l, const struct texts *covered,
                 const struct texts *can, const struct texts *there, bool known,
                 struct arena *mem) {
    u4 n = 0;
    for (u4 i = 0; i < covered->n; i++) {
        const char *x = covered->v[i];
        n += has(can, x) == known && !has(there, x);
    }
    assert_int_equal(l->n, n);
    for (u4 i = 0; i < l->n; i++) {
        const char *x = arena_cstr(mem, compare_text(l, i, mem));
        if (!has(covered, x) || has(can, x) != known || has(there, x)) {
            fail_msg("%s", x);
        }
        assert_true(compare_hits(l, i, mem) > 0);
    }
    return n;
}

static void look(const struct side *a, const struct side *b, u4 found[N_FATES],
                 struct arena *mem) {
    struct compare k;
    compare_make(&k, &a->c, &b->c, mem);
    for (enum compare_of i = 0; i < N_COMPARES; i++) {
        const struct compare_list *l = k.list[i];
        const struct texts *old = &a->covered[i], *new = &b->covered[i];
        u4 both = 0;
        for (u4 j = 0; j < old->n; j++) {
            both += has(new, old->v[j]);
        }
        assert_int_equal(k.both[i], both);
        found[COMPARE_GAINED] +=
            expect(&l[COMPARE_GAINED], new, &a->can[i], old, true, mem);
        found[COMPARE_NEW] +=
            expect(&l[COMPARE_NEW], new, &a->can[i], old, false, mem);
        found[COMPARE_LOST] +=
            expect(&l[COMPARE_LOST], old, &b->can[i], new, true, mem);
        found[COMPARE_GONE] +=
            expect(&l[COMPARE_GONE], old, &b->can[i], new, false, mem);
    }
}

static void random_pairs(void **state) {
    u4 found[N_FATES] = {0};
    struct side *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    (void)state;
    assert_true(a && b);
    for (unsigned seed = 1; seed <= PAIRS; seed++) {
        struct arena mem;
        arena_init(&mem);
        side_init(a, seed, seed, &mem);
        // The runs of one plan, or of two.
        side_init(b, seed % 2 ? seed : seed + 1, seed + 100, &mem);
        look(a, b, found, &mem);
        look(a, a, found, &mem);
        small_plan_release(&a->s);
        small_plan_release(&b->s);
        arena_release(&mem);
    }
    for (u4 i = 0; i < N_FATES; i++) {
        assert_true(found[i] > 100);
    }
    free(a);
    free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
