// SPDX-License-Identifier: MIT
// Trees as a drawing.
#include "rewriter/chains/draw.h"

#include "analysis/base/limits.h"
#include "analysis/base/vec.h"
#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/readable.h"
#include "rt-native/plan.h"

struct drawn {
    u4 parent;  // a node; of a root UINT32_MAX
    u4 label, state;
    bool cut;  // something below is left out
};

struct drawing {
    const struct chains *c;
    struct out out;
    VEC(struct drawn) node;
    struct arena *mem;
};

// --- Nodes -------------------------------------------------------------------

static void add_children(struct drawing *d, u4 parent, u4 limit) {
    const struct plan_state *q = &d->c->state[d->node.v[parent].state];
    for (u4 i = 0; i < q->n_moves; i++) {
        const struct plan_move *m = &d->c->move[q->first_move + i];
        if (plan_move_kind(m->to) != PLAN_TO) {
            continue;
        }
        if (d->node.n >= limit) {
            d->node.v[parent].cut = true;
            return;
        }
        vec_push(&d->node, ((struct drawn){parent, m->label,
                                           plan_move_about(m->to), false}));
    }
}

// Tree after tree, each from its root on. While there are many to come none takes
// more than a part of what is left, so that small trees are whole and large ones
// show how they begin.
static void add_nodes(struct drawing *d, u4 limit) {
    enum { PARTS = 8 };
    for (u4 i = 0; i < d->c->n_roots && d->node.n < limit; i++) {
        u4 left = limit - d->node.n, trees = d->c->n_roots - i;
        u4 share = left / (trees < PARTS ? trees : PARTS);
        u4 end = d->node.n + (share ? share : 1), at = d->node.n;
        vec_push(&d->node,
                 ((struct drawn){UINT32_MAX, 0, d->c->root[i].state, false}));
        for (; at < d->node.n; at++) {
            add_children(d, at, end);
        }
    }
}

// --- Text --------------------------------------------------------------------

// "Foo.bar" of "com/acme/Foo.bar:(I)V".
static struct str short_name(const struct plan *p, u4 method) {
    struct str name = chains_method(p, method);
    size_t class = chains_string(p, p->class[p->method[method].class].name).n;
    size_t from = class < name.n ? class : name.n, to = from;
    while (from && name.p[from - 1] != '/') {
        from--;
    }
    // A name may have a colon in it, but a descriptor comes behind ":(".
    while (to < name.n &&
           !str_starts((struct str){name.p + to, name.n - to}, STR(":("))) {
        to++;
    }
    return (struct str){name.p + from, to - from};
}

static void put_name(struct drawing *d, u4 node) {
    out_put(&d->out, STR("n"));
    out_number(&d->out, (s8)node + 1);
}

static void put_node(struct drawing *d, u4 node) {
    const struct plan *p = d->c->plan;
    const struct drawn *x = &d->node.v[node];
    u4 method = d->c->state[x->state].method;
    out_put(&d->out, STR("  "));
    put_name(d, node);
    out_put(&d->out, STR(" [label="));
    out_dot(&d->out, short_name(p, method));
    out_put(&d->out, STR(", tooltip="));
    out_dot(&d->out, chains_method(p, method));
    out_put(&d->out,
            x->parent == UINT32_MAX ? STR(", style=bold];\n") : STR("];\n"));
}

// The line, else the offset as "@5", and the receiver.
static void put_label(struct drawing *d, u4 label) {
    const struct plan *p = d->c->plan;
    const struct plan_label *l = &p->label[label];
    const struct plan_site *s = &p->site[l->site];
    struct str x = STR("");
    if (d->c->grain == GRAIN_METHOD) {
        return;
    }
    if (d->c->grain == GRAIN_RECEIVER &&
        p->receiver[l->receiver].kind != PLAN_NO_RECEIVER) {
        struct str name = chains_string(p, p->receiver[l->receiver].name);
        x = readable_simple_class(d->mem, name);
    }
    out_put(&d->out, STR("label="));
    out_dot(&d->out, str_of(arena_printf(
                         d->mem, "%s%u%s%.*s", s->line ? "" : "@",
                         s->line ? s->line : s->pc, x.n ? " " : "", STR_F(x))));
}

static void put_edge(struct drawing *d, u4 from, u4 to, u4 label, bool back) {
    out_put(&d->out, STR("  "));
    put_name(d, from);
    out_put(&d->out, STR(" -> "));
    put_name(d, to);
    out_put(&d->out, STR(" ["));
    put_label(d, label);
    out_put(&d->out,
            back ? STR(", style=dashed, constraint=false];\n") : STR("];\n"));
}

static void put_back_edges(struct drawing *d, u4 node) {
    const struct plan_state *q = &d->c->state[d->node.v[node].state];
    for (u4 i = 0; i < q->n_moves; i++) {
        const struct plan_move *m = &d->c->move[q->first_move + i];
        if (plan_move_kind(m->to) == PLAN_UP) {
            u4 to = node;
            for (u4 up = plan_move_about(m->to); up > 0; up--) {
                to = d->node.v[to].parent;
            }
            put_edge(d, node, to, m->label, true);
        }
    }
}

static void put_rest(struct drawing *d, u4 node) {
    out_put(&d->out, STR("  "));
    put_name(d, node);
    out_put(&d->out, STR("_more [label=\"...\", shape=plaintext];\n  "));
    put_name(d, node);
    out_put(&d->out, STR(" -> "));
    put_name(d, node);
    out_put(&d->out, STR("_more [style=dotted];\n"));
}

static void put_all(struct drawing *d) {
    out_put(&d->out, STR("digraph chains {\n  rankdir=LR;\n"
                         "  node [shape=box, fontname=\"monospace\"];\n"));
    for (u4 i = 0; i < d->node.n; i++) {
        const struct drawn *x = &d->node.v[i];
        put_node(d, i);
        if (x->parent != UINT32_MAX) {
            put_edge(d, x->parent, i, x->label, false);
        }
        put_back_edges(d, i);
        if (x->cut) {
            put_rest(d, i);
        }
        out_flush(&d->out, false);
    }
    out_put(&d->out, STR("}\n"));
}

struct big chains_draw(FILE *out, const struct chains_count *n, u4 limit,
                       struct arena *mem) {
    struct drawing d = {.c = n->chains, .mem = mem};
    limit = limit < LIMIT_DRAWN_CHAINS ? limit : LIMIT_DRAWN_CHAINS;
    add_nodes(&d, limit);
    out_begin(&d.out, out);
    put_all(&d);
    out_end(&d.out);
    struct big left = big_sub(mem, n->total, big_of(d.node.n));
    vec_free(&d.node);
    return left;
}
