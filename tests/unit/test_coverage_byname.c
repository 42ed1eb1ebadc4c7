// SPDX-License-Identifier: MIT
// test_coverage_byname.c - pools of one plan made pools of another: against the texts of
// all that is in them.

#include "rewriter/chains/chains.h"
#include "rewriter/coverage/byname.h"
#include "tests/unit/lib/naivechains.h"
#include "tests/unit/lib/randompool.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PAIRS = 400 };

struct pair {
    struct arena mem;
    struct small_plan from, to;
    struct pool old, new;
    struct byname_lost lost;
};

// --- By text -----------------------------------------------------------------

static char *label_text(const struct plan *p, u4 label, struct arena *mem) {
    const struct plan_label *l = &p->label[label];
    const struct plan_site *s = &p->site[l->site];
    return arena_printf(mem, "%.*s %u %.*s %.*s",
                        STR_F(chains_method(p, s->method)), s->pc,
                        STR_F(chains_string(p, p->receiver[l->receiver].name)),
                        STR_F(chains_string(p, l->to)));
}

// The label of that text, 0 if there is none.
static u4 find_label(const struct plan *p, const char *text,
                     struct arena *mem) {
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        if (strcmp(label_text(p, i, mem), text) == 0) {
            return i;
        }
    }
    return 0;
}

static u4 find_entry(const struct plan *p, struct str name) {
    for (u4 e = 1; e < p->n[PLAN_ENTRY]; e++) {
        if (str_eq(chains_method(p, p->entry[e].method), name)) {
            return e;
        }
    }
    return 0;
}

// Is there something of those names in the other plan?
static bool survives(struct pair *k, u4 node) {
    const struct plan *p = &k->from.p, *to = &k->to.p;
    u4 i = node;
    for (; k->old.node[i].parent; i = k->old.node[i].parent) {
        u4 label = k->old.node[i].label;
        u4 x = find_label(to, label_text(p, label, &k->mem), &k->mem);
        if (!x || !to->label[x].target) {
            return false;
        }
    }
    u4 entry = p->entry[k->old.node[i].label].method;
    return find_entry(to, chains_method(p, entry)) != 0;
}

static u4 find_chain(const struct plan *p, const struct pool *pool,
                     const char *text, struct arena *mem) {
    for (u4 i = 1; i < pool->n_nodes; i++) {
        if (strcmp(random_pool_chain(p, pool, i, mem), text) == 0) {
            return i;
        }
    }
    return 0;
}

// --- What must hold ----------------------------------------------------------

static void nodes_are_those(struct pair *k, u4 *map) {
    u4 n = 0;
    u8 lost = 0;
    for (u4 i = 1; i < k->old.n_nodes; i++) {
        const char *text = random_pool_chain(&k->from.p, &k->old, i, &k->mem);
        map[i] = find_chain(&k->to.p, &k->new, text, &k->mem);
        assert_int_equal(map[i] != 0, survives(k, i));
        if (map[i]) {
            assert_int_equal(k->new.node[map[i]].hits, k->old.node[i].hits);
            n++;
        } else {
            lost++;
        }
    }
    assert_int_equal(n, k->new.n_nodes - 1);
    assert_int_equal(k->lost.nodes, lost);
}

static u4 child_of(const struct pool *pool, u4 node, u4 label) {
    for (u4 i = node + 1; i < pool->n_nodes; i++) {
        if (pool->node[i].parent == node && pool->node[i].label == label) {
            return i;
        }
    }
    return 0;
}

// Times that a node took a label, wherever that is counted.
static u8 taken(const struct plan *p, const struct pool *pool, u4 node,
                u4 label, bool with_child) {
    u4 slot = p->label[label].slot, child = child_of(pool, node, label);
    u8 n = slot ? pool->node[node].counter[slot] : 0;
    n += child && with_child ? pool->node[child].counter[0] : 0;
    for (u4 i = 0; i < pool->n_steps; i++) {
        bool is = pool->step[i].node == node && pool->step[i].label == label;
        n += is ? pool->step[i].count : 0;
    }
    return n;
}

static void counts_are_those(struct pair *k, const u4 *map) {
    const struct plan *p = &k->from.p, *to = &k->to.p;
    for (u4 l = 1; l < p->n[PLAN_LABEL]; l++) {
        u4 x = find_label(to, label_text(p, l, &k->mem), &k->mem);
        for (u4 i = 1; x && i < k->old.n_nodes; i++) {
            bool its = p->site[p->label[l].site].method ==
                       random_pool_method(p, &k->old.node[i]);
            if (map[i] && its) {
                assert_int_equal(taken(to, &k->new, map[i], x, true),
                                 taken(p, &k->old, i, l, true));
            }
        }
    }
}

// Times that a label was taken, in chains or not; of calls, each once.
static u8 all_taken(const struct plan *p, const struct pool *pool, u4 label) {
    u8 n = pool->label[label];
    for (u4 i = 1; i < pool->n_nodes; i++) {
        const struct pool_node *x = &pool->node[i];
        bool its =
            p->site[p->label[label].site].method == random_pool_method(p, x);
        u4 slot = its ? p->label[label].slot : 0;
        n += slot ? x->counter[slot] : 0;
        n += x->parent && x->label == label ? x->counter[0] : 0;
    }
    for (u4 i = 0; i < pool->n_steps; i++) {
        n += pool->step[i].label == label ? pool->step[i].count : 0;
    }
    return n;
}

static u8 all_entered(const struct pool *pool) {
    u8 n = 0;
    for (u4 i = 1; i < pool->n_nodes; i++) {
        n += pool->node[i].parent ? 0 : pool->node[i].hits;
    }
    return n;
}

// What was seen of classes that the other plan does know there.
static u8 *known_now(struct pair *k) {
    const struct plan *p = &k->from.p, *to = &k->to.p;
    u8 *n = ARENA_ZARRAY(&k->mem, u8, to->n[PLAN_LABEL]);
    for (u4 i = 0; i < k->old.n_notes; i++) {
        const struct pool_note *x = &k->old.note[i];
        const struct plan_site *s = &p->site[x->a];
        u4 found = 0, times = 0;
        for (u4 l = 1; x->kind == DATA_RECEIVER && l < to->n[PLAN_LABEL]; l++) {
            const struct plan_label *y = &to->label[l];
            const struct plan_site *t = &to->site[y->site];
            bool is = str_eq(chains_method(p, s->method),
                             chains_method(to, t->method)) &&
                      s->pc == t->pc && (y->target != 0) == (x->b != 0) &&
                      str_eq(chains_string(to, to->receiver[y->receiver].name),
                             x->text);
            found = is ? l : found;
            times += is;
        }
        n[found] += times == 1 ? x->count : 0;
    }
    return n;
}

// A label that both have was taken as often in the new pool, whatever became of the
// chains; what has no place is told.
static u8 labels_are_those(struct pair *k) {
    const struct plan *p = &k->from.p, *to = &k->to.p;
    u8 *known = known_now(k);
    u8 lost = all_entered(&k->old) - all_entered(&k->new);
    for (u4 l = 1; l < p->n[PLAN_LABEL]; l++) {
        u4 x = find_label(to, label_text(p, l, &k->mem), &k->mem);
        u8 n = all_taken(p, &k->old, l);
        if (x) {
            assert_int_equal(all_taken(to, &k->new, x), n + known[x]);
        } else {
            lost += n;
        }
    }
    assert_int_equal(k->lost.hits, lost);
    return lost;
}

static int chain_order(const struct pool *pool, u4 a, u4 b) {
    u4 x[8], y[8], n = 0, m = 0;
    for (u4 i = a; i; i = pool->node[i].parent) {
        x[n++] = pool->node[i].label;
    }
    for (u4 i = b; i; i = pool->node[i].parent) {
        y[m++] = pool->node[i].label;
    }
    int d = (int)pool->node[a].level - (int)pool->node[b].level;
    while (d == 0 && n && m) {
        d = (int)x[--n] - (int)y[--m];
    }
    return d ? d : (int)n - (int)m;
}

// As pools are that were read.
static void is_canonical(const struct pool *pool, const struct plan *p) {
    assert_ptr_equal(pool->plan, p);
    assert_int_equal(pool->n_labels, p->n[PLAN_LABEL]);
    assert_memory_equal(pool->identity, p->identity, sizeof pool->identity);
    for (u4 i = 1; i < pool->n_nodes; i++) {
        const struct pool_node *x = &pool->node[i];
        u4 m = random_pool_method(p, x);
        assert_true(x->parent < i &&
                    (i == 1 || chain_order(pool, i - 1, i) < 0));
        assert_int_equal(x->n_slots, p->method[m].n_slots);
        u4 slot = x->parent ? p->label[x->label].slot : 0;
        u8 there = slot ? pool->node[x->parent].counter[slot] : 0;
        assert_int_equal(x->hits, x->counter[0] + there);
        if (x->parent) {
            assert_int_equal(p->site[p->label[x->label].site].method,
                             random_pool_method(p, &pool->node[x->parent]));
        }
    }
    for (u4 i = 0; i < pool->n_steps; i++) {
        const struct pool_step *s = &pool->step[i];
        assert_true(!p->label[s->label].slot &&
                    !child_of(pool, s->node, s->label));
        assert_true(i == 0 || s[-1].node < s->node ||
                    (s[-1].node == s->node && s[-1].label < s->label));
    }
}

static void blame_adds_up(const struct byname_lost *lost) {
    u8 nodes = 0, hits = 0;
    for (u4 i = 0; i < lost->n; i++) {
        nodes += lost->blame[i].nodes;
        hits += lost->blame[i].hits;
        assert_true(i == 0 || str_order(lost->blame[i - 1].method,
                                        lost->blame[i].method) < 0);
    }
    assert_int_equal(nodes, lost->nodes);
    assert_int_equal(hits, lost->hits);
}

static void pair_init(struct pair *k, unsigned seed, bool same) {
    arena_init(&k->mem);
    random_pool_plan(&k->from, random_plan(&k->mem, seed), seed);
    // The same one with other slots, or another one.
    random_pool_plan(&k->to, random_plan(&k->mem, same ? seed : seed + 1),
                     seed + 7);
    random_pool(&k->old, &k->from.p, seed, &k->mem);
    byname_map(&k->from.p, &k->old, &k->to.p, &k->new, &k->lost, &k->mem);
}

static void pair_release(struct pair *k) {
    small_plan_release(&k->from);
    small_plan_release(&k->to);
    arena_release(&k->mem);
}

static void random_pairs(void **state) {
    u8 kept = 0, lost = 0, steps = 0, hits = 0, alone = 0;
    (void)state;
    for (unsigned seed = 1; seed <= PAIRS; seed++) {
        struct pair k;
        pair_init(&k, seed, seed % 4 == 0);
        u4 *map = ARENA_ZARRAY(&k.mem, u4, k.old.n_nodes);
        nodes_are_those(&k, map);
        counts_are_those(&k, map);
        hits += labels_are_those(&k);
        alone += k.lost.kept;
        is_canonical(&k.new, &k.to.p);
        blame_adds_up(&k.lost);
        if (seed % 4 == 0) {
            assert_int_equal(k.lost.nodes + k.lost.hits + k.lost.kept, 0);
        }
        kept += k.new.n_nodes - 1;
        lost += k.lost.nodes;
        steps += k.new.n_steps;
        pair_release(&k);
    }
    // There was something to look at.
    assert_true(kept > 1000 && lost > 1000 && steps > 100);
    assert_true(hits > 1000 && alone > 1000);
}

// --- By hand -----------------------------------------------------------------

// In the second plan the call of f has moved, and D is known at site 9. The calls of g
// below the one of f are where they were.
static const char before[] = "state h: B.h =\n"
                             "state g: B.g = 3/B/B.h>h 9/C/B.h>h\n"
                             "state f: A.f = 5/B/B.g>g\n"
                             "state e: A.e = 1/-/B.g>g\n"
                             "root A.e 0 e\n"
                             "root A.f 0 f\n";
static const char after[] = "state h: B.h =\n"
                            "state g: B.g = 3/B/B.h>h 9/C/B.h>h 9/D/B.h>h\n"
                            "state f: A.f = 6/B/B.g>g\n"
                            "state e: A.e = 1/-/B.g>g\n"
                            "root A.e 0 e\n"
                            "root A.f 0 f\n";

static void by_hand(void **state) {
    struct small_plan a, b;
    struct pool old, new;
    struct byname_lost lost;
    struct arena mem;
    (void)state;
    arena_init(&mem);
    small_plan_init(&a, before);
    small_plan_init(&b, after);
    // Labels: 1 is e's, 2 is f's, 3 and 4 are g's; methods e, f, g, h.
    u8 root_e[] = {4, 4}, root_f[] = {7, 7}, in_e[] = {0, 2, 0},
       in_f[] = {0, 0, 5};
    struct pool_node node[] = {
        {0},
        {.label = 1, .n_slots = 1, .hits = 4, .counter = root_e},
        {.parent = 1, .label = 1, .n_slots = 2, .hits = 4, .counter = in_e},
        {.label = 2, .n_slots = 1, .hits = 7, .counter = root_f},
        {.parent = 3, .label = 2, .n_slots = 2, .hits = 7, .counter = in_f},
    };
    struct pool_note note[] = {
        {DATA_RECEIVER, 4, 1, 6, STR("D"), 0},
        {DATA_RECEIVER, 4, 1, 8, STR("E"), 0},
    };
    u8 label[5] = {0};
    old = (struct pool){.plan = &a.p,
                        .node = node,
                        .n_nodes = 5,
                        .label = label,
                        .note = note,
                        .n_notes = 2};
    assert_true(byname_map(&a.p, &old, &b.p, &new, &lost, &mem));
    assert_int_equal(new.n_nodes, 4);
    assert_int_equal(new.node[2].hits, 4);
    assert_int_equal(new.node[2].counter[1], 2);
    assert_int_equal(lost.nodes, 1);
    assert_int_equal(lost.hits, 7);
    assert_int_equal(lost.kept, 5);
    assert_int_equal(new.label[4], 5);
    assert_int_equal(lost.n, 1);
    assert_true(str_eq(lost.blame[0].method, STR("A.f:()V")));
    assert_true(lost.blame[0].is_there);
    // What was unpredicted is a label now; E is not.
    assert_int_equal(new.n_notes, 1);
    assert_true(str_eq(new.note[0].text, STR("E")));
    assert_int_equal(new.label[5], 6);
    small_plan_release(&a);
    small_plan_release(&b);
    arena_release(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pairs),
        cmocka_unit_test(by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
