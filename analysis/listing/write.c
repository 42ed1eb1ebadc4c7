// SPDX-License-Identifier: MIT
// The text formats of a call graph.
#include "analysis/listing/write.h"

#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/component/component.h"
#include "analysis/listing/unfollowed.h"
#include "analysis/listing/values.h"
#include "analysis/listing/writer.h"
#include "analysis/reach/reach.h"
#include "analysis/table/idmap.h"
#include "analysis/text/out.h"
#include "analysis/world/world.h"

static struct str name(struct writer *p, method_id m) {
    return text_method(&p->g->text, m);
}

// --- Edges -------------------------------------------------------------------

static void tsv_edge(void *context, const struct edge *e) {
    struct writer *p = context;
    out_text(&p->to, name(p, e->caller));
    writer_where(p, e->pc, e->line);
    const struct str rest[] = {e->called, p->g->receiver.v[e->x].name,
                               name(p, e->target),
                               str_of(solve_edge_name[e->kind])};
    out_row(&p->to, rest, 4);
}

static void json_edge(void *context, const struct edge *e) {
    struct writer *p = context;
    out_json_text(&p->to, "caller", name(p, e->caller));
    writer_json_where(p, e->pc, e->line);
    out_json_text(&p->to, "called", e->called);
    out_json_text(&p->to, "receiver", p->g->receiver.v[e->x].name);
    out_json_text(&p->to, "target", name(p, e->target));
    out_json_text(&p->to, "kind", str_of(solve_edge_name[e->kind]));
    out_json_end(&p->to);
}

// The node for all that is not of the component, where only that is drawn.
enum { OUTSIDE = 0xFFFFFFFDu };

struct drawing {
    struct writer out;
    method_id *node;  // by method (those that are none last): shown
    u4 n_nodes, n_left_out;
    struct idmap arrow;  // (caller, target) that was drawn
};

static u4 *node_at(struct drawing *p, method_id m) {
    u4 n = p->out.g->w->method.n;
    return &p->node[m < n ? m : n + (m - OUTSIDE)];
}

// Numbers a node, and writes it. 0 when there are too many.
static u4 dot_node(struct drawing *p, method_id m) {
    u4 *n = node_at(p, m);
    if (*n == 0 && p->out.w->limit && p->n_nodes >= p->out.w->limit) {
        *n = UINT32_MAX;
        p->n_left_out++;
    } else if (*n == 0) {
        *n = ++p->n_nodes;
        out_put(&p->out.to, STR("  n"));
        out_number(&p->out.to, (s4)*n);
        out_put(&p->out.to, STR(" [label="));
        out_dot(&p->out.to, m == OUTSIDE ? STR("outside") : name(&p->out, m));
        out_put(&p->out.to, STR("];\n"));
    }
    return *n == UINT32_MAX ? 0 : *n;
}

static void draw(struct drawing *p, method_id caller, method_id target,
                 enum edge_kind kind) {
    u4 from = dot_node(p, caller);
    u4 to = dot_node(p, target);
    u4 *drawn = from && to ? idmap_at(&p->arrow, idmap_key(from, to)) : NULL;
    if (drawn && !*drawn) {
        *drawn = 1;
        out_put(&p->out.to, STR("  n"));
        out_number(&p->out.to, (s4)from);
        out_put(&p->out.to, STR(" -> n"));
        out_number(&p->out.to, (s4)to);
        if (kind != EDGE_CALL) {
            out_put(&p->out.to, STR(" [label="));
            out_json(&p->out.to, str_of(solve_edge_name[kind]));
            out_put(&p->out.to, STR("]"));
        }
        out_put(&p->out.to, STR(";\n"));
    }
    out_flush(&p->out.to, false);
}

static void dot_edge(void *context, const struct edge *e) {
    draw(context, e->caller, e->target, (enum edge_kind)e->kind);
}

// Who enters and what is left for is one node.
static void dot_component(void *context, const struct edge *e) {
    struct drawing *p = context;
    enum component_class is = component_class(p->out.g, e);
    if (is == COMPONENT_EDGE) {
        dot_edge(p, e);
    } else if (is == COMPONENT_EXTERNAL) {
        draw(p, e->caller, OUTSIDE, EDGE_CALL);
    }
    if (component_is_entry(p->out.g, e)) {
        draw(p, OUTSIDE, e->target, (enum edge_kind)e->kind);
    }
}

static u4 draw_edges(const struct write *w, struct callgraph *g,
                     const struct edge_filter *f, edge_fn take) {
    struct drawing p = {.node = MEM_ARRAY(u4, g->w->method.n + 3)};
    writer_begin(&p.out, w, g);
    out_put(&p.out.to, STR("digraph calls {\n  rankdir=LR;\n"
                           "  node [shape=box, fontname=\"monospace\"];\n"));
    edges_each(g, f, take, &p);
    out_put(&p.out.to, STR("}\n"));
    mem_free(p.node);
    idmap_release(&p.arrow);
    writer_end(&p.out);
    return p.n_left_out;
}

u4 write_component_drawing(const struct write *w, struct callgraph *g,
                           const struct edge_filter *f) {
    const struct edge_filter all = {f->from, f->to, f->context, true};
    return draw_edges(w, g, &all, dot_component);
}

u4 write_edges(const struct write *w, struct callgraph *g,
               const struct edge_filter *f) {
    struct writer p;
    if (w->format == WRITE_DOT) {
        return draw_edges(w, g, f, dot_edge);
    }
    writer_begin(&p, w, g);
    writer_head(&p, STR("#caller\toffset\tline\tcalled\treceiver\ttarget\t"
                        "kind"));
    edges_each(g, f, w->format == WRITE_TSV ? tsv_edge : json_edge, &p);
    writer_end(&p);
    return 0;
}

// --- Methods -----------------------------------------------------------------

void write_methods(const struct write *w, struct callgraph *g,
                   const struct edge_filter *f) {
    struct writer p;
    writer_begin(&p, w, g);
    writer_head(&p, STR("#method\tkind\tfrom\toffset"));
    for (u4 i = 0; i < g->n_callers; i++) {
        node_id n = solve_node_of(g->s, g->caller[i]);
        if (!n || (f->to && !f->to(f->context, g->caller[i]))) {
            continue;
        }
        const struct solve_node *node = &g->s->node.v[n];
        s4 pc = text_pc(node->pc);
        struct str method = name(&p, node->method);
        struct str kind = str_of(solve_edge_name[node->kind]);
        struct str from = name(&p, node->from);
        if (w->format == WRITE_JSON) {
            out_json_text(&p.to, "method", method);
            out_json_text(&p.to, "kind", kind);
            out_json_text(&p.to, "from", from);
            out_json_number(&p.to, "offset", pc);
            out_json_end(&p.to);
        } else {
            char text[16];
            snprintf(text, sizeof text, "%d", pc);
            const struct str row[] = {method, kind, from, str_of(text)};
            out_row(&p.to, row, 4);
        }
    }
    writer_end(&p);
}

// --- Values ------------------------------------------------------------------

static void put_value(struct writer *p, struct str method,
                      const struct value_row *row) {
    if (p->w->format == WRITE_JSON) {
        out_json_text(&p->to, "method", method);
        out_json_text(&p->to, "value", row->value);
        writer_json_where(p, row->pc, row->line);
        out_json_text(&p->to, "object", row->object);
        out_json_end(&p->to);
    } else {
        out_text(&p->to, method);
        out_tab(&p->to);
        out_text(&p->to, row->value);
        writer_where(p, row->pc, row->line);
        out_row(&p->to, &row->object, 1);
    }
}

void write_values(const struct write *w, struct callgraph *g,
                  struct pointsto *h, const method_id *m, u4 n) {
    struct writer p;
    struct values v;
    writer_begin(&p, w, g);
    values_init(&v, g, h);
    writer_head(&p, STR("#method\tvalue\toffset\tline\tobject"));
    for (u4 i = 0; i < n; i++) {
        values_of(&v, m[i]);
        for (u4 j = 0; j < v.row.n; j++) {
            put_value(&p, name(&p, m[i]), &v.row.v[j]);
        }
    }
    values_release(&v);
    writer_end(&p);
}

// --- Why ---------------------------------------------------------------------

struct why_step {
    struct edge edge;  // into this method; target 0: not reached
};

struct search {
    VEC(method_id) queue;
    struct why_step *step;  // by method
};

static void visit(void *context, const struct edge *e) {
    struct search *q = context;
    if (!q->step[e->target].edge.target) {
        q->step[e->target].edge = *e;
        vec_push(&q->queue, e->target);
    }
}

// Breadth first, callers in the order in which they were found.
static void search(struct callgraph *g, struct search *q, method_id m) {
    edges_of(g, CALLER_MAIN, visit, q);
    edges_of(g, CALLER_VM, visit, q);
    for (u4 i = 0; i < q->queue.n && !q->step[m].edge.target; i++) {
        edges_of(g, q->queue.v[i], visit, q);
    }
}

bool write_why(const struct write *w, struct callgraph *g, method_id m) {
    struct search q = {.step = MEM_ARRAY(struct why_step, g->w->method.n)};
    VEC(struct edge) path = {0};
    struct writer p;
    search(g, &q, m);
    for (method_id at = m; at < g->w->method.n && q.step[at].edge.target;
         at = q.step[at].edge.caller) {
        vec_push(&path, q.step[at].edge);
    }
    writer_begin(&p, w, g);
    if (path.n) {
        writer_head(&p, STR("#caller\toffset\tline\tcalled\treceiver\ttarget\t"
                            "kind"));
    }
    for (u4 i = path.n; i > 0; i--) {
        (w->format == WRITE_JSON ? json_edge : tsv_edge)(&p, &path.v[i - 1]);
    }
    writer_end(&p);
    bool found = path.n != 0;
    vec_free(&path);
    vec_free(&q.queue);
    mem_free(q.step);
    return found;
}

// --- What is unfollowed ------------------------------------------------------

static void put_unfollowed(struct writer *p, const struct unfollowed_line *l) {
    if (p->w->format == WRITE_JSON) {
        out_json_text(&p->to, "gap", str_of(l->kind));
        out_json_text(&p->to, "method", l->method);
        out_json_number(&p->to, "offset", l->pc);
        out_json_text(&p->to, "what", l->what);
        out_json_text(&p->to, "known", l->known);
        out_json_end(&p->to);
    } else {
        char text[16];
        snprintf(text, sizeof text, "%d", l->pc);
        const struct str row[] = {str_of(l->kind), l->method, str_of(text),
                                  l->what, l->known};
        out_row(&p->to, row, 5);
    }
}

void write_unfollowed(const struct write *w, struct callgraph *g,
                      const struct models *m, struct dynamic *dynamic) {
    struct unfollowed_list l;
    unfollowed_gather(&l, g, m, dynamic);
    struct writer p;
    writer_begin(&p, w, g);
    writer_head(&p, STR("#gap\tmethod\toffset\twhat\tknown"));
    for (u4 i = 0; i < l.line.n; i++) {
        put_unfollowed(&p, &l.line.v[i]);
    }
    writer_end(&p);
    unfollowed_release(&l);
}
