// SPDX-License-Identifier: MIT
// A plan beside what runs covered of it.
#include "rewriter/coverage/cover.h"

#include "analysis/base/order.h"
#include "analysis/base/vec.h"
#include "analysis/table/idmap.h"
#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rt-native/plan.h"

#include <string.h>

// --- Chains that states begin -------------------------------------------------

static struct big sum_of(const struct cover *c, u4 s, struct arena *work) {
    const struct plan_state *q = &c->plan->state[s];
    const struct plan_move *m = c->plan->move + q->first_move;
    struct big sum = big_of(1);
    arena_reset(work);
    for (u4 i = 0; i < q->n_moves; i++) {
        if (chains_is_child(&m[i])) {
            sum = big_add(work, sum, c->below[plan_move_about(m[i].to)]);
        }
    }
    return sum;
}

// States stand behind those they lead to.
static void count_below(struct cover *c, struct arena *mem) {
    u4 n = c->plan->n[PLAN_STATE];
    struct arena work;
    arena_init(&work);
    c->below = ARENA_ZARRAY(mem, struct big, n);
    for (u4 s = 1; s < n; s++) {
        c->below[s] = big_copy(mem, sum_of(c, s, &work));
    }
    arena_release(&work);
}

// --- Nodes ----------------------------------------------------------------------

struct growing {
    struct cover *c;
    struct idmap child;  // by parent and label
    VEC(struct cover_node) node;
    VEC(u4) last;      // by node: its last child
    VEC(u4) unsorted;  // nodes whose children are not in order
    u4 *of;            // by node of the pool: ours, 0 for none
    u4 *first_root;    // by entry: its first place in forest.root, from 1
    bool *several;     // by root: chains of several levels are joined there
};

static void index_roots(struct growing *g, struct arena *mem) {
    const struct chains *f = &g->c->forest;
    g->first_root = ARENA_ZARRAY(mem, u4, g->c->plan->n[PLAN_ENTRY]);
    for (u4 i = f->n_roots; i > 0; i--) {
        g->first_root[f->root[i - 1].entry] = i;
    }
}

// The place, from 1, of the tree that a chain at that level belongs to.
static u4 find_root(const struct growing *g, u4 entry, u4 level) {
    const struct chains *f = &g->c->forest;
    u4 i = g->first_root[entry];
    while (i && i <= f->n_roots && f->root[i - 1].entry == entry) {
        u4 of = f->root[i - 1].level;
        if (of == level || of == PLAN_ANY_LEVEL) {
            return i;
        }
        i++;
    }
    return 0;
}

static u4 new_node(struct growing *g, struct cover_node node) {
    u4 id = g->node.n;
    vec_push(&g->node, node);
    vec_push(&g->last, 0);
    if (node.parent) {
        u4 last = g->last.v[node.parent];
        if (last) {
            g->node.v[last].next = id;
            if (g->node.v[last].label > node.label) {
                vec_push(&g->unsorted, node.parent);
            }
        } else {
            g->node.v[node.parent].first = id;
        }
        g->last.v[node.parent] = id;
    }
    return id;
}

static u4 grow_root(struct growing *g, const struct pool_node *x) {
    u4 root = find_root(g, x->label, x->level);
    if (root == 0) {
        return 0;
    }
    u4 *id = &g->c->root_node[root - 1];
    g->several[root - 1] = *id != 0;
    if (*id == 0) {
        *id = new_node(
            g, (struct cover_node){.label = root - 1,
                                   .root = root - 1,
                                   .state = g->c->forest.root[root - 1].state});
    }
    return *id;
}

static u4 grow_child(struct growing *g, const struct pool_node *x) {
    u4 parent = g->of[x->parent];
    if (parent == 0) {
        return 0;
    }
    struct cover_node at = g->node.v[parent];
    u4 known = g->several[at.root]
                   ? idmap_find(&g->child, idmap_key(parent, x->label))
                   : 0;
    if (known) {
        return known;
    }
    const struct plan_move *m = chains_move(&g->c->forest, at.state, x->label);
    if (!m || !chains_is_child(m)) {
        return 0;
    }
    u4 id = new_node(g, (struct cover_node){.parent = parent,
                                            .label = x->label,
                                            .root = at.root,
                                            .length = at.length + 1,
                                            .state = plan_move_about(m->to)});
    if (g->several[at.root]) {
        *idmap_at(&g->child, idmap_key(parent, x->label)) = id;
    }
    return id;
}

// What hangs below something strange is strange, too. Roots come first: then it is
// known of which trees there are several.
static void grow(struct growing *g) {
    const struct pool *pool = &g->c->pool;
    for (u4 i = 1; i < pool->n_nodes; i++) {
        if (!pool->node[i].parent) {
            g->of[i] = grow_root(g, &pool->node[i]);
        }
    }
    for (u4 i = 1; i < pool->n_nodes; i++) {
        const struct pool_node *x = &pool->node[i];
        u4 id = x->parent ? grow_child(g, x) : g->of[i];
        g->of[i] = id;
        if (id == 0) {
            g->c->strangers++;
            continue;
        }
        struct cover_node *node = &g->node.v[id];
        node->hits = pool_sum(node->hits, x->hits);
        node->levels |= 1u << (x->level < 31 ? x->level : 31);
    }
}

// --- In order -------------------------------------------------------------------

struct ranked {
    u4 label, id;
};

static int rank_order(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    return (x->label > y->label) - (x->label < y->label);
}

static void sort_children(struct growing *g, u4 parent) {
    VEC(struct ranked) all = {0};
    for (u4 i = g->node.v[parent].first; i; i = g->node.v[i].next) {
        vec_push(&all, ((struct ranked){g->node.v[i].label, i}));
    }
    SORT(all.v, all.n, rank_order);
    u4 *link = &g->node.v[parent].first;
    for (u4 i = 0; i < all.n; i++) {
        *link = all.v[i].id;
        link = &g->node.v[all.v[i].id].next;
    }
    *link = 0;
    vec_free(&all);
}

// The node after that one where children stand behind their parents; 0 at the end
// of the tree.
static u4 after(const struct growing *g, u4 id) {
    if (g->node.v[id].first) {
        return g->node.v[id].first;
    }
    while (id && !g->node.v[id].next) {
        id = g->node.v[id].parent;
    }
    return id ? g->node.v[id].next : 0;
}

static void put_in_order(struct growing *g, struct arena *mem) {
    struct cover *c = g->c;
    u4 *now = ARENA_ZARRAY(mem, u4, g->node.n);
    c->node = ARENA_ARRAY(mem, struct cover_node, g->node.n);
    c->node[0] = (struct cover_node){0};
    c->n_nodes = 1;
    for (u4 r = 0; r < c->forest.n_roots; r++) {
        for (u4 i = c->root_node[r]; i; i = after(g, i)) {
            now[i] = c->n_nodes;
            c->node[c->n_nodes++] = g->node.v[i];
        }
        c->root_node[r] = now[c->root_node[r]];
    }
    for (u4 i = 1; i < c->n_nodes; i++) {
        struct cover_node *x = &c->node[i];
        x->parent = now[x->parent];
        x->first = now[x->first];
        x->next = now[x->next];
    }
}

static void make_nodes(struct cover *c, struct arena *mem) {
    struct growing g = {.c = c};
    struct arena work;
    arena_init(&work);
    g.of = ARENA_ZARRAY(&work, u4, (size_t)c->pool.n_nodes + 1);
    c->root_node = ARENA_ZARRAY(mem, u4, (size_t)c->forest.n_roots + 1);
    g.several = ARENA_ZARRAY(&work, bool, (size_t)c->forest.n_roots + 1);
    vec_reserve(&g.node, c->pool.n_nodes + 1);
    vec_reserve(&g.last, c->pool.n_nodes + 1);
    vec_cover(&g.node, 1);
    vec_cover(&g.last, 1);
    index_roots(&g, &work);
    grow(&g);
    for (u4 i = 0; i < g.unsorted.n; i++) {
        sort_children(&g, g.unsorted.v[i]);
    }
    put_in_order(&g, mem);
    idmap_release(&g.child);
    vec_free(&g.node);
    vec_free(&g.last);
    vec_free(&g.unsorted);
    arena_release(&work);
}

// --- Hits -------------------------------------------------------------------------

static void hit(struct cover *c, u4 label, u8 n) {
    c->label_hits[label] = pool_sum(c->label_hits[label], n);
}

static u4 method_of(const struct plan *p, const struct pool_node *x) {
    return x->parent ? p->label[x->label].target : p->entry[x->label].method;
}

// By method and slot, its label.
struct slots {
    u4 *first;  // by method: where those of slot 1 and up stand, less one
    u4 *label;
};

static struct slots find_slots(const struct plan *p, struct arena *mem) {
    struct slots s = {.first = ARENA_ZARRAY(mem, u4, p->n[PLAN_METHOD])};
    u4 n = 0;
    for (u4 m = 1; m < p->n[PLAN_METHOD]; m++) {
        s.first[m] = n;
        n += p->method[m].n_slots;
    }
    s.label = ARENA_ZARRAY(mem, u4, (size_t)n + 1);
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        if (p->label[i].slot) {
            u4 method = p->site[p->label[i].site].method;
            s.label[s.first[method] + p->label[i].slot] = i;
        }
    }
    return s;
}

static void hit_slots(struct cover *c, const struct slots *s,
                      const struct pool_node *x) {
    u4 method = method_of(c->plan, x);
    for (u4 i = 1; i <= c->plan->method[method].n_slots; i++) {
        hit(c, s->label[s->first[method] + i], x->counter[i]);
    }
    if (x->parent) {
        hit(c, x->label, x->counter[0]);
    }
}

static void hit_notes(struct cover *c) {
    const struct pool *pool = &c->pool;
    for (u4 i = 0; i < pool->n_notes; i++) {
        const struct pool_note *note = &pool->note[i];
        if (note->kind == DATA_RECEIVER) {
            c->site_hits[note->a] =
                pool_sum(c->site_hits[note->a], note->count);
        }
    }
}

static void count_hits(struct cover *c, struct arena *mem) {
    const struct plan *p = c->plan;
    const struct pool *pool = &c->pool;
    struct slots slots = find_slots(p, mem);
    c->label_hits = ARENA_ZARRAY(mem, u8, p->n[PLAN_LABEL]);
    c->site_hits = ARENA_ZARRAY(mem, u8, p->n[PLAN_SITE]);
    for (u4 i = 1; i < pool->n_nodes; i++) {
        hit_slots(c, &slots, &pool->node[i]);
    }
    for (u4 i = 0; i < pool->n_steps; i++) {
        hit(c, pool->step[i].label, pool->step[i].count);
    }
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        hit(c, i, pool->label ? pool->label[i] : 0);
        u8 *site = &c->site_hits[p->label[i].site];
        *site = pool_sum(*site, c->label_hits[i]);
    }
    hit_notes(c);
}

static void find_same_targets(struct cover *c, struct arena *mem) {
    const struct plan *p = c->plan;
    u4 *first = ARENA_ZARRAY(mem, u4, p->n[PLAN_STRING]);
    c->same_target = ARENA_ZARRAY(mem, u4, p->n[PLAN_LABEL]);
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        const struct plan_label *l = &p->label[i];
        u4 known = first[l->to];
        if (known == 0 || p->label[known].site != l->site) {
            first[l->to] = i;
        }
        c->same_target[i] = first[l->to];
    }
}

void cover_make(struct cover *c, const struct plan *plan, const char *path,
                const struct pool *pool, struct arena *mem) {
    *c = (struct cover){.plan = plan, .path = path, .pool = *pool};
    chains_init(&c->forest, plan, (struct chains_pick){0}, mem);
    chains_count(&c->count, &c->forest, (struct chains_pick){0}, mem);
    count_below(c, mem);
    make_nodes(c, mem);
    count_hits(c, mem);
    find_same_targets(c, mem);
}

u4 cover_child(const struct cover *c, u4 node, u4 label) {
    u4 i = c->node[node].first;
    while (i && c->node[i].label < label) {
        i = c->node[i].next;
    }
    return i && c->node[i].label == label ? i : 0;
}

void cover_labels(const struct cover *c, u4 node, u4 *label) {
    for (u4 i = node; c->node[i].parent; i = c->node[i].parent) {
        label[c->node[i].length - 1] = c->node[i].label;
    }
}

bool cover_counts(const struct cover *c, u4 site) {
    const struct plan_site *s = &c->plan->site[site];
    bool refused = c->plan->method[s->method].flags & PLAN_METHOD_REFUSED;
    return c->site_hits[site] || (s->flags & PLAN_SITE_PROBE && !refused);
}

// --- Receiver classes and targets -----------------------------------------------

u4 cover_pairs(const struct cover *c, u4 site, u4 which,
               struct cover_pair *to) {
    const struct plan *p = c->plan;
    const struct plan_site *s = &p->site[site];
    u4 n = 0;
    if (!(s->flags & (which == PLAN_LABEL_RC ? PLAN_SITE_RC : PLAN_SITE_TM))) {
        return 0;
    }
    for (u4 i = s->first_label; i < s->first_label + s->n_labels; i++) {
        if (p->label[i].flags & which) {
            to[n++] = (struct cover_pair){i, 0};
        }
    }
    if (n == 0) {
        return 0;
    }
    // Labels with one receiver stand side by side; the first of a target ascend.
    u4 at = 0;
    for (u4 i = s->first_label; i < s->first_label + s->n_labels; i++) {
        if (which == PLAN_LABEL_RC) {
            at += at + 1 < n && to[at + 1].label == i;
        } else {
            u4 behind = 1;
            SEARCH(behind, n, k, to[k].label <= c->same_target[i]);
            at = behind - 1;
        }
        to[at].hits = pool_sum(to[at].hits, c->label_hits[i]);
    }
    return n;
}
