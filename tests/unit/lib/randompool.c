// SPDX-License-Identifier: MIT
// Random pools of small plans.
#include "tests/unit/lib/randompool.h"

#include "rewriter/chains/chains.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_NODES = 600, MOST_LENGTH = 4, LEVELS = 3 };

static bool one_in(int n) {
    return rand() % n == 0;
}

// --- Plans -------------------------------------------------------------------

static bool is_first(const struct plan *p, u4 label, bool of_receiver) {
    const struct plan_label *l = &p->label[label];
    for (u4 i = p->site[l->site].first_label; i < label; i++) {
        const struct plan_label *x = &p->label[i];
        if (of_receiver ? x->receiver == l->receiver : x->to == l->to) {
            return false;
        }
    }
    return true;
}

// The bytes of a small plan are its own, so its rows can be changed.
static void require(const struct plan *p) {
    struct plan_site *site = (struct plan_site *)(uintptr_t)p->site;
    struct plan_label *label = (struct plan_label *)(uintptr_t)p->label;
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        struct plan_site *s = &site[label[i].site];
        if (s->n_labels < 2) {
            continue;
        }
        s->flags |= PLAN_SITE_RC | PLAN_SITE_TM;
        label[i].flags |= (is_first(p, i, true) ? PLAN_LABEL_RC : 0u) |
                          (is_first(p, i, false) ? PLAN_LABEL_TM : 0u);
    }
}

static void leave_slots(const struct plan *p) {
    struct plan_method *method = (struct plan_method *)(uintptr_t)p->method;
    struct plan_label *label = (struct plan_label *)(uintptr_t)p->label;
    for (u4 m = 1; m < p->n[PLAN_METHOD]; m++) {
        method[m].n_slots = 0;
    }
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        struct plan_method *m = &method[p->site[label[i].site].method];
        label[i].slot = one_in(3) ? 0 : ++m->n_slots;
    }
}

void random_pool_plan(struct small_plan *s, const char *text, unsigned seed) {
    small_plan_init(s, text);
    srand(seed);
    require(&s->p);
    leave_slots(&s->p);
}

// --- Pools -------------------------------------------------------------------

u4 random_pool_method(const struct plan *p, const struct pool_node *x) {
    return x->parent ? p->label[x->label].target : p->entry[x->label].method;
}

struct making {
    struct pool *to;
    const struct plan *p;
    struct arena *mem;
};

static u4 add_node(struct making *k, struct pool_node x) {
    struct pool *to = k->to;
    x.n_slots = k->p->method[random_pool_method(k->p, &x)].n_slots;
    x.counter = ARENA_ZARRAY(k->mem, u8, (size_t)x.n_slots + 1);
    x.counter[0] = 1 + (u8)(rand() % 3);
    for (u4 i = 1; i <= x.n_slots; i++) {
        x.counter[i] = (u8)(rand() % 4);
    }
    u4 slot = x.parent ? k->p->label[x.label].slot : 0;
    x.hits = x.counter[0] + (slot ? to->node[x.parent].counter[slot] : 0);
    to->node[to->n_nodes] = x;
    return to->n_nodes++;
}

static void add_tree(struct making *k, u4 level, u4 entry) {
    u4 at[MOST_LENGTH + 1], next[MOST_LENGTH + 1], depth = 0;
    at[0] = add_node(k, (struct pool_node){.label = entry, .level = level});
    next[0] = 1;
    while (depth != UINT32_MAX) {
        u4 label = next[depth]++;
        u4 m = random_pool_method(k->p, &k->to->node[at[depth]]);
        if (label >= k->p->n[PLAN_LABEL] || depth == MOST_LENGTH ||
            k->to->n_nodes == MOST_NODES) {
            depth--;
        } else if (k->p->site[k->p->label[label].site].method == m &&
                   k->p->label[label].target && one_in(2)) {
            at[depth + 1] = add_node(k, (struct pool_node){.parent = at[depth],
                                                           .label = label,
                                                           .level = level});
            next[++depth] = 1;
        }
    }
}

static bool has_child(const struct pool *pool, u4 node, u4 label) {
    for (u4 i = node + 1; i < pool->n_nodes; i++) {
        if (pool->node[i].parent == node && pool->node[i].label == label) {
            return true;
        }
    }
    return false;
}

static void add_steps(struct making *k) {
    struct pool *to = k->to;
    u4 most = to->n_nodes * k->p->n[PLAN_LABEL];
    to->step = ARENA_ARRAY(k->mem, struct pool_step, most);
    to->stray = ARENA_ARRAY(k->mem, struct pool_step, most);
    for (u4 i = 1; i < to->n_nodes; i++) {
        u4 m = random_pool_method(k->p, &to->node[i]);
        for (u4 l = 1; l < k->p->n[PLAN_LABEL]; l++) {
            bool its = k->p->site[k->p->label[l].site].method == m;
            const struct pool_step x = {i, l, 1 + (u8)(rand() % 5)};
            if (its && !k->p->label[l].slot && !has_child(to, i, l) &&
                one_in(2)) {
                to->step[to->n_steps++] = x;
            } else if (its && one_in(8)) {
                to->stray[to->n_strays++] = x;
            }
        }
    }
}

static void add_notes(struct making *k) {
    struct pool *to = k->to;
    const struct plan *p = k->p;
    to->note = ARENA_ARRAY(k->mem, struct pool_note,
                           p->n[PLAN_SITE] + p->n[PLAN_METHOD]);
    for (u4 i = 1; i < p->n[PLAN_SITE]; i++) {
        if (one_in(2)) {
            struct str text = one_in(2) ? STR("Stranger") : STR("B");
            to->note[to->n_notes++] =
                (struct pool_note){DATA_RECEIVER, i, 1, 5, text, 0};
        }
    }
    for (u4 i = 1; i < p->n[PLAN_METHOD]; i++) {
        if (one_in(2)) {
            to->note[to->n_notes++] =
                (struct pool_note){DATA_INIT, i, 0, 2, STR(""), 0};
        }
    }
}

void random_pool(struct pool *to, const struct plan *p, unsigned seed,
                 struct arena *mem) {
    struct making k = {to, p, mem};
    srand(seed);
    *to = (struct pool){.plan = p, .n_labels = p->n[PLAN_LABEL]};
    memcpy(to->identity, p->identity, sizeof to->identity);
    to->node = ARENA_ZARRAY(mem, struct pool_node, MOST_NODES + 1);
    to->n_nodes = 1;
    for (u4 level = 0; level < LEVELS; level++) {
        for (u4 e = 1; e < p->n[PLAN_ENTRY]; e++) {
            if (one_in(2) && to->n_nodes < MOST_NODES) {
                add_tree(&k, level, e);
            }
        }
    }
    add_steps(&k);
    to->label = ARENA_ZARRAY(mem, u8, p->n[PLAN_LABEL]);
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        to->label[i] = one_in(2) ? (u8)(rand() % 9) : 0;
    }
    add_notes(&k);
}

char *random_pool_chain(const struct plan *p, const struct pool *pool, u4 node,
                        struct arena *mem) {
    const char *text = "";
    u4 i = node;
    for (; pool->node[i].parent; i = pool->node[i].parent) {
        const struct plan_label *l = &p->label[pool->node[i].label];
        text =
            arena_printf(mem, " %u %.*s %.*s%s", p->site[l->site].pc,
                         STR_F(chains_string(p, p->receiver[l->receiver].name)),
                         STR_F(chains_string(p, l->to)), text);
    }
    struct str entry = chains_method(p, p->entry[pool->node[i].label].method);
    return arena_printf(mem, "%.*s %u%s", STR_F(entry), pool->node[i].level,
                        text);
}
