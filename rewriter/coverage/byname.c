// SPDX-License-Identifier: MIT
// What two plans have in common, and a pool carried from one to the other.
//
// Rows of both are sorted by the same names, so what is carried over keeps its order.
// Only labels may change sides: one that had a slot may have none in the other plan.
// Then what was counted in the slot goes where the run time would have counted it:
// to the node that it led to, or to a step. Of a node that is lost, what it took goes
// to the labels alone, as calls outside of all chains do.
#include "rewriter/coverage/byname.h"

#include "analysis/base/order.h"
#include "analysis/base/vec.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"
#include "rewriter/chains/chains.h"
#include "rt-native/plan.h"

// --- Rows --------------------------------------------------------------------

static void same_methods(struct byname *b) {
    struct intern known;
    intern_init(&known, b->to->n[PLAN_METHOD]);
    for (u4 m = 1; m < b->to->n[PLAN_METHOD]; m++) {
        intern_add(&known, chains_method(b->to, m), STR(""));
    }
    for (u4 m = 1; m < b->from->n[PLAN_METHOD]; m++) {
        // Ids are given in the order of rows, as long as names are different.
        u4 id = intern_find(&known, chains_method(b->from, m), STR(""));
        bool is = id && id < b->to->n[PLAN_METHOD] &&
                  str_eq(chains_method(b->to, id), chains_method(b->from, m));
        b->method[m] = is ? id : 0;
    }
    intern_release(&known);
}

static void same_entries(struct byname *b, struct arena *work) {
    u4 *entry_of = ARENA_ZARRAY(work, u4, b->to->n[PLAN_METHOD]);
    for (u4 e = 1; e < b->to->n[PLAN_ENTRY]; e++) {
        entry_of[b->to->entry[e].method] = e;
    }
    for (u4 e = 1; e < b->from->n[PLAN_ENTRY]; e++) {
        b->entry[e] = entry_of[b->method[b->from->entry[e].method]];
    }
}

static int label_order(const struct byname *b, u4 x, u4 y) {
    const struct plan_label *l = &b->from->label[x], *r = &b->to->label[y];
    int d =
        str_order(chains_string(b->from, b->from->receiver[l->receiver].name),
                  chains_string(b->to, b->to->receiver[r->receiver].name));
    return d ? d
             : str_order(chains_string(b->from, l->to),
                         chains_string(b->to, r->to));
}

// Both are sorted by these texts.
static void same_labels(struct byname *b, u4 site) {
    const struct plan_site *s = &b->from->site[site];
    const struct plan_site *t = &b->to->site[b->site[site]];
    u4 i = 0, j = 0;
    while (i < s->n_labels && j < t->n_labels) {
        int d = label_order(b, s->first_label + i, t->first_label + j);
        if (d == 0) {
            b->label[s->first_label + i] = t->first_label + j;
        }
        i += d <= 0;
        j += d >= 0;
    }
}

static void same_sites(struct byname *b) {
    struct idmap at = {0};
    for (u4 s = 1; s < b->to->n[PLAN_SITE]; s++) {
        const struct plan_site *t = &b->to->site[s];
        *idmap_at(&at, idmap_key(t->method, t->pc)) = s;
    }
    for (u4 s = 1; s < b->from->n[PLAN_SITE]; s++) {
        const struct plan_site *f = &b->from->site[s];
        u4 m = b->method[f->method];
        b->site[s] = m ? idmap_find(&at, idmap_key(m, f->pc)) : 0;
        if (b->site[s]) {
            same_labels(b, s);
        }
    }
    idmap_release(&at);
}

static u4 same_handler(const struct byname *b, u4 handler) {
    const struct plan_handler *h = &b->from->handler[handler];
    const struct plan_method *m = &b->to->method[b->method[h->method]];
    for (u4 i = 0; b->method[h->method] && i < m->n_handlers; i++) {
        const struct plan_handler *x = &b->to->handler[m->first_handler + i];
        if (x->pc == h->pc && str_eq(chains_string(b->to, x->type),
                                     chains_string(b->from, h->type))) {
            return m->first_handler + i;
        }
    }
    return 0;
}

void byname_init(struct byname *b, const struct plan *from,
                 const struct plan *to, struct arena *mem) {
    *b = (struct byname){
        .from = from,
        .to = to,
        .method = ARENA_ZARRAY(mem, u4, from->n[PLAN_METHOD]),
        .entry = ARENA_ZARRAY(mem, u4, from->n[PLAN_ENTRY]),
        .site = ARENA_ZARRAY(mem, u4, from->n[PLAN_SITE]),
        .label = ARENA_ZARRAY(mem, u4, from->n[PLAN_LABEL]),
        .handler = ARENA_ZARRAY(mem, u4, from->n[PLAN_HANDLER]),
    };
    struct arena work;
    arena_init(&work);
    same_methods(b);
    same_entries(b, &work);
    same_sites(b);
    for (u4 h = 1; h < from->n[PLAN_HANDLER]; h++) {
        b->handler[h] = same_handler(b, h);
    }
    arena_release(&work);
}

// --- A pool carried over -----------------------------------------------------

struct carrier {
    const struct pool *old;
    struct pool *out;
    struct byname names;
    struct byname_lost *lost;
    struct arena *mem;
    u4 *node;            // by node of the old pool; 0: lost
    u4 *culprit;         // of nodes that are lost: the method to blame
    struct idmap child;  // (node, label) of the new pool: its node
    VEC(struct pool_step) step, stray;
    VEC(struct pool_note) note;
    VEC(u4) blamed;              // methods of the old plan, as they are met
    struct byname_blame *blame;  // by method of the old plan
};

static void add(u8 *to, u8 n) {
    *to = pool_sum(*to, n);
}

static u4 method_of_node(const struct plan *p, const struct pool_node *x) {
    return x->parent ? p->label[x->label].target : p->entry[x->label].method;
}

static void blame(struct carrier *carrier, u4 method, u8 nodes, u8 hits) {
    struct byname_blame *b = &carrier->blame[method];
    if (!b->method.p) {
        b->method = chains_method(carrier->names.from, method);
        b->is_there = carrier->names.method[method] != 0;
        vec_push(&carrier->blamed, method);
    }
    add(&b->nodes, nodes);
    add(&b->hits, hits);
    add(&carrier->lost->nodes, nodes);
    add(&carrier->lost->hits, hits);
}

static void blame_label(struct carrier *carrier, u4 label, u8 hits) {
    const struct plan *p = carrier->names.from;
    if (hits) {
        blame(carrier, p->site[p->label[label].site].method, 0, hits);
    }
}

// What that node is in the new plan: its label or entry; 0: nothing.
static u4 label_of_node(const struct carrier *carrier,
                        const struct pool_node *x) {
    if (!x->parent) {
        return carrier->names.entry[x->label];
    }
    u4 label = carrier->node[x->parent] ? carrier->names.label[x->label] : 0;
    return label && carrier->names.to->label[label].target ? label : 0;
}

static void lose_node(struct carrier *carrier, u4 node) {
    const struct plan *p = carrier->names.from;
    const struct pool_node *x = &carrier->old->node[node];
    u4 m = !x->parent ? p->entry[x->label].method
           : !carrier->node[x->parent]
               ? carrier->culprit[x->parent]
               : p->site[p->label[x->label].site].method;
    carrier->culprit[node] = m;
    blame(carrier, m, 1, 0);
}

static void carry_nodes(struct carrier *carrier) {
    const struct plan *to = carrier->names.to;
    struct pool *out = carrier->out;
    out->node =
        ARENA_ZARRAY(carrier->mem, struct pool_node, carrier->old->n_nodes);
    out->n_nodes = 1;
    for (u4 i = 1; i < carrier->old->n_nodes; i++) {
        const struct pool_node *x = &carrier->old->node[i];
        u4 label = label_of_node(carrier, x);
        if (!label) {
            lose_node(carrier, i);
            continue;
        }
        struct pool_node *y = &out->node[out->n_nodes];
        *y = (struct pool_node){.parent =
                                    x->parent ? carrier->node[x->parent] : 0,
                                .label = label,
                                .level = x->level,
                                .hits = x->hits};
        y->n_slots = to->method[method_of_node(to, y)].n_slots;
        y->counter = ARENA_ZARRAY(carrier->mem, u8, (size_t)y->n_slots + 1);
        if (y->parent) {
            *idmap_at(&carrier->child, idmap_key(y->parent, label)) =
                out->n_nodes;
        }
        carrier->node[i] = out->n_nodes++;
    }
}

// --- Counters ----------------------------------------------------------------

// That many times a node of the old pool took the label, wherever that was counted.
static void carry_taken(struct carrier *carrier, u4 old, u4 label, u8 count) {
    u4 x = carrier->names.label[label], node = carrier->node[old];
    if (!x) {
        blame_label(carrier, label, count);
    } else if (!node) {
        add(&carrier->out->label[x], count);
        add(&carrier->lost->kept, count);
    } else if (carrier->names.to->label[x].slot) {
        u4 slot = carrier->names.to->label[x].slot;
        add(&carrier->out->node[node].counter[slot], count);
    } else if (count && !idmap_find(&carrier->child, idmap_key(node, x))) {
        vec_push(&carrier->step, ((struct pool_step){node, x, count}));
    }
}

// What was counted in a node itself, unless carry_own does that.
static void carry_hits(struct carrier *carrier, u4 node) {
    const struct pool_node *x = &carrier->old->node[node];
    if (carrier->node[node]) {
        return;
    }
    if (x->parent) {
        carry_taken(carrier, x->parent, x->label, x->counter[0]);
    } else {
        blame(carrier, carrier->culprit[node], 0, x->counter[0]);
    }
}

static void carry_counters(struct carrier *carrier, u4 node) {
    const struct plan *p = carrier->names.from;
    const struct pool_node *x = &carrier->old->node[node];
    const struct plan_method *m = &p->method[method_of_node(p, x)];
    for (u4 i = 0; i < m->n_sites; i++) {
        const struct plan_site *s = &p->site[m->first_site + i];
        for (u4 j = 0; j < s->n_labels; j++) {
            u4 slot = p->label[s->first_label + j].slot;
            if (slot) {
                carry_taken(carrier, node, s->first_label + j,
                            x->counter[slot]);
            }
        }
    }
}

// What its parent counts of a node, the node does not.
static void carry_own(struct carrier *carrier) {
    for (u4 i = 1; i < carrier->out->n_nodes; i++) {
        struct pool_node *x = &carrier->out->node[i];
        u4 slot = x->parent ? carrier->names.to->label[x->label].slot : 0;
        u8 there = slot ? carrier->out->node[x->parent].counter[slot] : 0;
        x->counter[0] = x->hits > there ? x->hits - there : 0;
    }
}

// A chain that nobody predicted; its call is counted as others are.
static void carry_stray(struct carrier *carrier, const struct pool_step *s) {
    u4 node = carrier->node[s->node], label = carrier->names.label[s->label];
    if (node && label) {
        vec_push(&carrier->stray, ((struct pool_step){node, label, s->count}));
    } else {
        carrier->lost->notes++;
    }
}

static int step_order(const void *a, const void *b) {
    const struct pool_step *x = a, *y = b;
    return x->node != y->node ? (x->node > y->node) - (x->node < y->node)
                              : (x->label > y->label) - (x->label < y->label);
}

// In order, and those of one node and label as one: a call that leads out of the
// component now was counted in a slot and in the node behind it.
static u4 keep_steps(struct carrier *carrier, const struct pool_step *step,
                     u4 n, struct pool_step **to) {
    struct pool_step *x = ARENA_ARRAY(carrier->mem, struct pool_step, n);
    u4 kept = 0;
    if (n) {
        memcpy(x, step, n * sizeof *x);
        SORT(x, n, step_order);
    }
    for (u4 i = 0; i < n; i++) {
        if (kept && step_order(&x[kept - 1], &x[i]) == 0) {
            add(&x[kept - 1].count, x[i].count);
        } else {
            x[kept++] = x[i];
        }
    }
    *to = x;
    return kept;
}

static void carry_steps(struct carrier *carrier) {
    struct pool *out = carrier->out;
    for (u4 i = 1; i < carrier->old->n_nodes; i++) {
        carry_hits(carrier, i);
        carry_counters(carrier, i);
    }
    for (u4 i = 0; i < carrier->old->n_steps; i++) {
        const struct pool_step *s = &carrier->old->step[i];
        carry_taken(carrier, s->node, s->label, s->count);
    }
    for (u4 i = 0; i < carrier->old->n_strays; i++) {
        carry_stray(carrier, &carrier->old->stray[i]);
    }
    carry_own(carrier);
    out->n_steps =
        keep_steps(carrier, carrier->step.v, carrier->step.n, &out->step);
    out->n_strays =
        keep_steps(carrier, carrier->stray.v, carrier->stray.n, &out->stray);
}

static void carry_labels(struct carrier *carrier) {
    for (u4 i = 1; i < carrier->names.from->n[PLAN_LABEL]; i++) {
        u4 x = carrier->names.label[i];
        if (x) {
            add(&carrier->out->label[x], carrier->old->label[i]);
        } else {
            blame_label(carrier, i, carrier->old->label[i]);
        }
    }
}

// --- Notes -------------------------------------------------------------------

// A class that the other plan does predict there; 0 if it does not, or which of
// several targets it had is not known.
static u4 predicted(const struct carrier *carrier, u4 site,
                    const struct pool_note *n) {
    const struct plan *p = carrier->names.to;
    u4 found = 0;
    for (u4 i = 0; i < p->site[site].n_labels; i++) {
        u4 label = p->site[site].first_label + i;
        struct str x =
            chains_string(p, p->receiver[p->label[label].receiver].name);
        if (str_eq(x, n->text) &&
            (p->label[label].target != 0) == (n->b != 0)) {
            if (found) {
                return 0;
            }
            found = label;
        }
    }
    return found;
}

static void carry_note(struct carrier *carrier, const struct pool_note *n) {
    struct pool_note x = *n;
    bool keeps = true;
    switch (n->kind) {
    case DATA_RECEIVER:
        x.a = carrier->names.site[n->a];
        keeps = x.a != 0;
        if (keeps && predicted(carrier, x.a, n)) {
            add(&carrier->out->label[predicted(carrier, x.a, n)], n->count);
            return;
        }
        break;
    case DATA_ENTRY:
        x.a = carrier->names.method[n->a];
        keeps =
            x.a && !(carrier->names.to->method[x.a].flags & PLAN_METHOD_ENTRY);
        break;
    case DATA_INIT:
    case DATA_FINALIZER:
        x.a = carrier->names.method[n->a];
        keeps = x.a != 0;
        break;
    case DATA_HANDLER:
        x.a = carrier->names.handler[n->a];
        keeps = x.a != 0;
        break;
    default:
        break;  // of the run, not of the plan
    }
    if (keeps) {
        vec_push(&carrier->note, x);
    } else {
        carrier->lost->notes++;
    }
}

static void carry_notes(struct carrier *carrier) {
    for (u4 i = 0; i < carrier->old->n_notes; i++) {
        carry_note(carrier, &carrier->old->note[i]);
    }
    carrier->out->note =
        ARENA_ARRAY(carrier->mem, struct pool_note, carrier->note.n);
    carrier->out->n_notes = carrier->note.n;
    if (carrier->note.n) {
        memcpy(carrier->out->note, carrier->note.v,
               carrier->note.n * sizeof *carrier->note.v);
    }
}

// --- All of it ---------------------------------------------------------------

static int blame_order(const void *a, const void *b) {
    const struct byname_blame *x = a, *y = b;
    return str_order(x->method, y->method);
}

static void tell_blame(struct carrier *carrier) {
    carrier->lost->n = carrier->blamed.n;
    carrier->lost->blame =
        ARENA_ARRAY(carrier->mem, struct byname_blame, carrier->blamed.n);
    for (u4 i = 0; i < carrier->blamed.n; i++) {
        carrier->lost->blame[i] = carrier->blame[carrier->blamed.v[i]];
    }
    if (carrier->blamed.n) {
        SORT(carrier->lost->blame, carrier->lost->n, blame_order);
    }
}

bool byname_map(const struct plan *from, const struct pool *old,
                const struct plan *to, struct pool *out,
                struct byname_lost *lost, struct arena *mem) {
    struct arena work;
    arena_init(&work);
    struct carrier carrier = {.old = old, .out = out, .lost = lost, .mem = mem};
    *out = *old;  // runs, flags
    *lost = (struct byname_lost){0};
    out->plan = to;
    memcpy(out->identity, to->identity, sizeof out->identity);
    out->n_labels = to->n[PLAN_LABEL];
    byname_init(&carrier.names, from, to, &work);
    carrier.node = ARENA_ZARRAY(&work, u4, old->n_nodes);
    carrier.culprit = ARENA_ZARRAY(&work, u4, old->n_nodes);
    carrier.blame =
        ARENA_ZARRAY(&work, struct byname_blame, from->n[PLAN_METHOD]);
    out->label = ARENA_ZARRAY(mem, u8, out->n_labels);
    carry_nodes(&carrier);
    carry_steps(&carrier);
    carry_labels(&carrier);
    carry_notes(&carrier);
    tell_blame(&carrier);
    idmap_release(&carrier.child);
    vec_free(&carrier.step);
    vec_free(&carrier.stray);
    vec_free(&carrier.note);
    vec_free(&carrier.blamed);
    arena_release(&work);
    return out->n_nodes > 1 || lost->kept || old->n_nodes <= 1;
}
