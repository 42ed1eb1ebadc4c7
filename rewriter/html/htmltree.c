// SPDX-License-Identifier: MIT
// The trees of covered chains, in pieces, and the states of their nodes.
//
// The children of a node are one block. It stands inside the block of the node itself
// unless that would become larger than a piece should be; then it is one of its own,
// and the node says where. Small ones that follow each other share a file. So a file
// is loaded when somebody opens a node, and holds what he is likely to open next.
#include "rewriter/html/html_priv.h"

#include "rewriter/coverage/cover.h"
#include "rt-native/plan.h"

// Nodes of a piece.
enum { PIECE = 4000 };

struct forest_cut {
    struct html *h;
    struct html_plan *p;
    u4 *weight;  // by node: it and what stands inside its block
    u4 *inside;  // by node: of its children
};

static const struct cover_node *node_of(const struct forest_cut *t, u4 i) {
    return &t->p->c->node[i];
}

// Which blocks stand alone: from the leaves up.
static void cut(struct forest_cut *t) {
    const struct cover *c = t->p->c;
    for (u4 v = c->n_nodes; v-- > 1;) {
        u4 sum = 0;
        for (u4 i = c->node[v].first; i; i = c->node[i].next) {
            if (t->weight[i] > 1 && sum + t->weight[i] > PIECE) {
                t->p->block[i] = 1;
                t->weight[i] = 1;
            }
            sum += t->weight[i];
        }
        t->inside[v] = sum;
        t->weight[v] = 1 + sum;
        t->p->block[v] = c->node[v].parent == 0 && sum;
    }
}

// Their places, in the order of nodes; from file 1, as 0 is none.
static void place(struct forest_cut *t) {
    const struct cover *c = t->p->c;
    u4 file = 1, n = 0, nodes = 0;
    for (u4 v = 1; v < c->n_nodes; v++) {
        if (!t->p->block[v]) {
            continue;
        }
        if (n && (nodes + t->inside[v] > PIECE || n == HTML_BLOCKS - 1)) {
            file++;
            n = nodes = 0;
        }
        t->p->block[v] = file * HTML_BLOCKS + n++;
        nodes += t->inside[v];
    }
}

// But for its children.
static void put_node(struct forest_cut *t, u4 i) {
    const struct cover_node *x = node_of(t, i);
    struct html *h = t->h;
    enum html_part at = HTML_NODE;
    html_field(h, &at, HTML_NODE_LABEL);
    html_count(h, x->label);
    html_field(h, &at, HTML_NODE_HITS);
    html_count(h, x->hits);
    html_field(h, &at, HTML_NODE_STATE);
    html_count(h, t->p->state[x->state]);
    html_field(h, &at, HTML_NODE_KIDS);
    html_record_whole(at);
}

// The children of a node, and what stands inside their blocks.
static void put_block(struct forest_cut *t, u4 v) {
    struct html *h = t->h;
    u4 i = node_of(t, v)->first;
    html_put(h, "[");
    while (i != v) {
        const struct cover_node *x = node_of(t, i);
        put_node(t, i);
        if (x->first && !t->p->block[i]) {
            html_put(h, "[");
            i = x->first;
            continue;
        }
        html_count(h, t->p->block[i]);
        html_put(h, "]");
        // Up, as long as that was the last child.
        while (i != v && !node_of(t, i)->next) {
            i = node_of(t, i)->parent;
            html_put(h, i != v ? "]]" : "]");
        }
        if (i != v) {
            html_put(h, ",");
            i = node_of(t, i)->next;
        }
    }
}

static void begin_piece(struct html *h, const struct html_plan *p, char kind,
                        u4 number) {
    html_put(h, "ccinstr.data(\"");
    html_put(h, p->prefix);
    emit_u1(&h->o.text, (u1)kind);
    html_count(h, number);
    html_put(h, "\",[\n");
}

static void end_piece(struct html *h, const struct html_plan *p, char kind,
                      u4 number) {
    char name[64];
    html_put(h, "\n]);\n");
    snprintf(name, sizeof name, "data/%s%c%u.js", p->prefix, kind, number);
    html_file(h, name);
}

static void put_trees(struct forest_cut *t) {
    u4 file = 0;
    for (u4 v = 1; v < t->p->c->n_nodes; v++) {
        u4 at = t->p->block[v];
        if (!at) {
            continue;
        }
        if (at / HTML_BLOCKS != file) {
            if (file) {
                end_piece(t->h, t->p, 't', file);
            }
            file = at / HTML_BLOCKS;
            begin_piece(t->h, t->p, 't', file);
        } else {
            html_put(t->h, ",\n");
        }
        put_block(t, v);
    }
    if (file) {
        end_piece(t->h, t->p, 't', file);
    }
}

// --- States ------------------------------------------------------------------------

static bool leads_on(const struct plan *p, u4 state) {
    const struct plan_state *q = &p->state[state];
    for (u4 i = 0; i < q->n_moves; i++) {
        if (plan_move_kind(p->move[q->first_move + i].to) == PLAN_TO) {
            return true;
        }
    }
    return false;
}

// Those of covered nodes that have something to go on with, from 1.
static u4 number_states(struct html_plan *p) {
    const struct cover *c = p->c;
    u4 n = 0;
    for (u4 i = 1; i < c->n_nodes; i++) {
        p->state[c->node[i].state] = 1;
    }
    for (u4 s = 1; s < c->plan->n[PLAN_STATE]; s++) {
        p->state[s] = p->state[s] && leads_on(c->plan, s) ? ++n : 0;
    }
    return n;
}

static void put_state(struct html *h, const struct cover *c, u4 state) {
    const struct plan_state *q = &c->plan->state[state];
    bool any = false;
    html_put(h, "[");
    for (u4 i = 0; i < q->n_moves; i++) {
        const struct plan_move *m = &c->plan->move[q->first_move + i];
        if (plan_move_kind(m->to) == PLAN_TO) {
            enum html_part at = HTML_MOVE;
            html_put(h, any ? "," : "");
            html_field(h, &at, HTML_MOVE_LABEL);
            html_count(h, m->label);
            html_field(h, &at, HTML_MOVE_CHAINS);
            html_big(h, c->below[plan_move_about(m->to)]);
            html_record_whole(at);
            any = true;
        }
    }
    html_put(h, "]");
}

static void put_states(struct html *h, struct html_plan *p) {
    u4 n = number_states(p), done = 0;
    for (u4 s = 1; s < p->c->plan->n[PLAN_STATE]; s++) {
        if (!p->state[s]) {
            continue;
        }
        if (done % HTML_STATES == 0) {
            begin_piece(h, p, 's', done / HTML_STATES);
        } else {
            html_put(h, ",\n");
        }
        put_state(h, p->c, s);
        done++;
        if (done % HTML_STATES == 0 || done == n) {
            end_piece(h, p, 's', (done - 1) / HTML_STATES);
        }
    }
}

void html_trees(struct html *h, struct html_plan *p) {
    const struct cover *c = p->c;
    struct arena work;
    arena_init(&work);
    struct forest_cut t = {.h = h,
                           .p = p,
                           .weight = ARENA_ZARRAY(&work, u4, c->n_nodes),
                           .inside = ARENA_ZARRAY(&work, u4, c->n_nodes)};
    p->state = ARENA_ZARRAY(&h->mem, u4, c->plan->n[PLAN_STATE]);
    p->block = ARENA_ZARRAY(&h->mem, u4, c->n_nodes);
    p->root_covered = ARENA_ZARRAY(&h->mem, u8, (size_t)c->forest.n_roots + 1);
    for (u4 i = 1; i < c->n_nodes; i++) {
        p->root_covered[c->node[i].root]++;
    }
    put_states(h, p);
    cut(&t);
    place(&t);
    put_trees(&t);
    arena_release(&work);
}
