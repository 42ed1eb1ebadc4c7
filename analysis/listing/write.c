// SPDX-License-Identifier: MIT
// The text formats of a call graph.
#include "analysis/listing/write.h"

#include "analysis/base/order.h"
#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/component/component.h"
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

struct unfollowed_line {
    const char *kind;
    struct str method, what, known;
    s4 pc;
    bool is_library;  // not of the component; told where reflection is followed
};

struct unfollowed_list {
    struct callgraph *g;
    struct dynamic *dynamic;  // or NULL
    VEC(struct unfollowed_line) line;
};

static bool is_library(const struct unfollowed_list *l, method_id m) {
    const struct world *w = l->g->w;
    return l->dynamic &&
           !(w->class.v[w->method.v[m].class].flags & CLASS_COMPONENT);
}

static void add_unfollowed(struct unfollowed_list *l, const char *kind,
                           method_id m, u2 pc, struct str what) {
    vec_push(&l->line,
             ((struct unfollowed_line){.kind = kind,
                                       .method = text_method(&l->g->text, m),
                                       .what = what,
                                       .known = STR("-"),
                                       .pc = text_pc(pc),
                                       .is_library = is_library(l, m)}));
}

// What is known of a call that reflects.
static struct str known_of(struct unfollowed_list *l,
                           const struct reflect_site *r) {
    struct arena *a = &l->g->arena;
    struct str cast = r->cast ? text_class(&l->g->text, r->cast) : STR("");
    const char *part = "";
    if (r->part.n) {
        struct str name = text_escape(&l->g->text, r->part);
        part = arena_printf(a, "name %.*s, ", STR_F(name));
    }
    return str_of(cast.n ? arena_printf(a, "%scast to %.*s, %u found", part,
                                        STR_F(cast), r->n_found)
                         : arena_printf(a, "%s%u found", part, r->n_found));
}

static void add_reflection(struct unfollowed_list *l) {
    for (u4 i = 0; i < dynamic_n_keys(l->dynamic); i++) {
        struct str key = dynamic_key(l->dynamic, i);
        vec_push(&l->line, ((struct unfollowed_line){
                               .kind = "key",
                               .method = STR("-"),
                               .what = text_escape(&l->g->text, key),
                               .known = STR("-"),
                               .pc = -1}));
    }
    u4 n = dynamic_n_sites(l->dynamic);
    for (u4 i = 0; i < n; i++) {
        struct reflect_site r = dynamic_site(l->dynamic, i);
        if (r.is_open) {
            enum unfollowed_kind kind = r.kind == REFLECT_FINDS
                                            ? UNFOLLOWED_HANDLE
                                            : UNFOLLOWED_REFLECT;
            add_unfollowed(l, unfollowed_name[kind], r.method, r.pc,
                           text_method(&l->g->text, r.called));
            struct unfollowed_line *line = &l->line.v[l->line.n - 1];
            line->known = known_of(l, &r);
        }
    }
}

// The entrances of core reflection: what they reach is not in the graph.
static bool is_reflective(const struct world *w, method_id m) {
    static const char *const entrance[][2] = {
        {"java/lang/Class", "forName"},
        {"java/lang/Class", "newInstance"},
        {"java/lang/reflect/Constructor", "newInstance"},
        {"java/lang/reflect/Method", "invoke"},
    };
    struct str class = w->class.v[w->method.v[m].class].name;
    struct str name = world_sig_name(w, w->method.v[m].sig);
    for (size_t i = 0; i < sizeof entrance / sizeof *entrance; i++) {
        if (str_eq(class, str_of(entrance[i][0])) &&
            str_eq(name, str_of(entrance[i][1]))) {
            return true;
        }
    }
    return false;
}

// References that resolve to nothing, classes that are nowhere, reflection.
static void site_unfollowed(struct unfollowed_list *l, method_id m,
                            const struct solve_site *s) {
    const struct world *w = l->g->w;
    method_id called = 0;
    if (s->shape == SITE_MISSING) {
        bool phantom =
            w->class.v[w->ref.v[s->what].owner].flags & CLASS_PHANTOM;
        add_unfollowed(l, phantom ? "phantom" : "missing", m, s->pc,
                       text_ref(&l->g->text, s->what));
    } else if (s->shape == SITE_DIRECT) {
        called = s->what;
    } else if (s->shape == SITE_GROUP) {
        called = l->g->s->group.v[s->what].method;
    }
    if (called && !l->dynamic && is_reflective(w, called)) {
        add_unfollowed(l, unfollowed_name[UNFOLLOWED_REFLECT], m, s->pc,
                       text_method(&l->g->text, called));
    }
}

static int unfollowed_order(const void *a, const void *b) {
    const struct unfollowed_line *x = a, *y = b;
    int d = strcmp(x->kind, y->kind);
    d = d ? d : x->is_library - y->is_library;
    d = d ? d : str_order(x->method, y->method);
    d = d ? d : text_pc_order(x->pc, y->pc);
    return d ? d : str_order(x->what, y->what);
}

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

// All of them, in order, each once.
static void gather_unfollowed(struct unfollowed_list *l,
                              const struct models *m) {
    struct callgraph *g = l->g;
    for (u4 i = 0; i < m->unfollowed.n; i++) {
        const struct unfollowed *u = &m->unfollowed.v[i];
        add_unfollowed(l, unfollowed_name[u->kind], u->method, u->pc,
                       u->what.n ? text_escape(&g->text, u->what) : STR("-"));
    }
    if (l->dynamic) {
        add_reflection(l);
    }
    for (node_id n = 1; n < g->s->node.n; n++) {
        const struct solve_node *node = &g->s->node.v[n];
        for (u4 j = 0; j < node->n_sites; j++) {
            site_unfollowed(l, node->method,
                            &g->s->site.v[node->first_site + j]);
        }
    }
    for (u4 i = 0; i < g->s->late.n; i++) {
        const struct solve_late *late = &g->s->late.v[i];
        if (solve_node_of(g->s, late->caller)) {
            site_unfollowed(l, late->caller, &late->site);
        }
    }
    for (class_id c = 1; c < g->w->class.n; c++) {
        if (g->w->class.v[c].flags & CLASS_PHANTOM) {
            vec_push(&l->line,
                     ((struct unfollowed_line){.kind = "phantom",
                                               .method = STR("-"),
                                               .what = text_class(&g->text, c),
                                               .known = STR("-"),
                                               .pc = -1}));
        }
    }
    struct unfollowed_line *v = l->line.v;
    u4 n = 0;
    SORT(v, l->line.n, unfollowed_order);
    for (u4 i = 0; i < l->line.n; i++) {
        if (n == 0 || unfollowed_order(&v[n - 1], &v[i]) != 0) {
            v[n++] = v[i];
        }
    }
    l->line.n = n;
}

u4 write_count_unfollowed(struct callgraph *g, const struct models *m,
                          struct dynamic *dynamic) {
    struct unfollowed_list l = {.g = g, .dynamic = dynamic};
    gather_unfollowed(&l, m);
    u4 n = l.line.n;
    vec_free(&l.line);
    return n;
}

void write_unfollowed(const struct write *w, struct callgraph *g,
                      const struct models *m, struct dynamic *dynamic) {
    struct unfollowed_list l = {.g = g, .dynamic = dynamic};
    gather_unfollowed(&l, m);
    struct writer p;
    writer_begin(&p, w, g);
    writer_head(&p, STR("#gap\tmethod\toffset\twhat\tknown"));
    for (u4 i = 0; i < l.line.n; i++) {
        put_unfollowed(&p, &l.line.v[i]);
    }
    writer_end(&p);
    vec_free(&l.line);
}
