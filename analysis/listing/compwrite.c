// SPDX-License-Identifier: MIT
// The call graph of the component in the text formats.
//
// Edges come in the order of their text, but what leaves the component has one
// name for all targets, and methods of clients have none: so the lines of each
// site are put in order again, each once.
#include "analysis/listing/compwrite.h"

#include "analysis/base/order.h"
#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/edges.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/classfile/classfile.h"
#include "analysis/listing/writer.h"
#include "analysis/table/idmap.h"
#include "analysis/text/out.h"
#include "analysis/world/world.h"

enum list { LIST_EDGES, LIST_EXITS, LIST_RC };

struct line {
    struct str receiver, target;
    u1 kind;
};

struct listing {
    struct writer out;
    enum list list;
    struct str analysis;
    const struct edge_filter *f;
    struct edge at;  // the site whose lines are gathered
    VEC(struct line) line;
};

static struct str name(struct listing *l, method_id m) {
    return text_method(&l->out.g->text, m);
}

static int line_order(const void *a, const void *b) {
    const struct line *x = a, *y = b;
    int d = str_order(x->receiver, y->receiver);
    d = d ? d : str_order(x->target, y->target);
    return d ? d : strcmp(solve_edge_name[x->kind], solve_edge_name[y->kind]);
}

static struct str source_of(const struct world *w, method_id m) {
    const struct cf_class *cf = w->class.v[w->method.v[m].class].cf;
    return cf ? cf_source(cf) : STR("");
}

static void put_tsv(struct listing *l, const struct line *v) {
    struct writer *p = &l->out;
    out_text(&p->to, name(l, l->at.caller));
    writer_where(p, l->at.pc, l->at.line);
    bool rc = l->list == LIST_RC;
    struct str kind = str_of(solve_edge_name[v->kind]);
    const struct str edge[] = {l->at.called, v->receiver, v->target, kind};
    const struct str row[] = {l->at.called, l->analysis, v->receiver,
                              v->target};
    out_row(&p->to, rc ? row : edge, 4);
}

static void put_json(struct listing *l, const struct line *v) {
    struct writer *p = &l->out;
    struct str source = source_of(p->g->w, l->at.caller);
    out_json_text(&p->to, "caller", name(l, l->at.caller));
    writer_json_where(p, l->at.pc, l->at.line);
    if (source.n) {
        out_json_text(&p->to, "source", source);
    }
    out_json_text(&p->to, "called", l->at.called);
    if (l->list == LIST_RC) {
        out_json_text(&p->to, "analysis", l->analysis);
    }
    out_json_text(&p->to, "receiver", v->receiver);
    out_json_text(&p->to, "target", v->target);
    if (l->list != LIST_RC) {
        out_json_text(&p->to, "kind", str_of(solve_edge_name[v->kind]));
    }
    out_json_end(&p->to);
}

static void put_site(struct listing *l) {
    SORT(l->line.v, l->line.n, line_order);
    for (u4 i = 0; i < l->line.n; i++) {
        const struct line *v = &l->line.v[i];
        if (i == 0 || line_order(v - 1, v) != 0) {
            if (l->out.w->format == WRITE_JSON) {
                put_json(l, v);
            } else {
                put_tsv(l, v);
            }
        }
    }
    l->line.n = 0;
}

static bool is_listed(const struct listing *l, const struct edge *e,
                      enum component_class is) {
    switch (l->list) {
    case LIST_EDGES:
        return is == COMPONENT_EDGE || is == COMPONENT_EXTERNAL;
    case LIST_EXITS:
        return is == COMPONENT_EXTERNAL || is == COMPONENT_EXIT;
    case LIST_RC:
        return is != COMPONENT_NONE && component_is_virtual(e);
    }
    return false;
}

// What other things than calls run outside of the component is not of interest.
static struct str target_text(struct listing *l, const struct edge *e,
                              enum component_class is) {
    bool nobody = is == COMPONENT_EXIT && !e->missing &&
                  !component_is_node(l->out.g->w, e->target);
    return nobody ? STR("-") : component_target_text(l->out.g, e);
}

static void take(void *context, const struct edge *e) {
    struct listing *l = context;
    enum component_class is = component_class(l->out.g, e);
    if (!is_listed(l, e, is) ||
        (l->f->to && !l->f->to(l->f->context, e->target))) {
        return;
    }
    if (e->caller != l->at.caller || e->pc != l->at.pc) {
        put_site(l);
        l->at = *e;
    }
    struct line line = {
        .receiver = l->out.g->receiver.v[e->x].name,
        .target = target_text(l, e, is),
        .kind = e->kind,
    };
    if (l->list == LIST_EDGES && is == COMPONENT_EXTERNAL) {
        line.target = STR("external");
        line.kind = EDGE_CALL;
    }
    vec_push(&l->line, line);
}

static void list_all(struct listing *l, const struct write *w,
                     struct callgraph *g, const struct edge_filter *f,
                     struct str columns) {
    const struct edge_filter all = {
        .from = f->from, .context = f->context, .outside = true};
    writer_begin(&l->out, w, g);
    l->f = f;
    l->at.pc = -2;  // no site
    writer_head(&l->out, columns);
    edges_each(g, &all, take, l);
    put_site(l);
    writer_end(&l->out);
    vec_free(&l->line);
}

void component_write_edges(const struct write *w, struct callgraph *g,
                           const struct edge_filter *f) {
    struct listing l = {.list = LIST_EDGES};
    list_all(&l, w, g, f,
             STR("#caller\toffset\tline\tcalled\treceiver\ttarget\tkind"));
}

void component_write_exits(const struct write *w, struct callgraph *g,
                           const struct edge_filter *f) {
    struct listing l = {.list = LIST_EXITS};
    list_all(&l, w, g, f,
             STR("#caller\toffset\tline\tcalled\treceiver\ttarget\tkind"));
}

void component_write_rc(const struct write *w, struct callgraph *g,
                        const struct edge_filter *f, struct str analysis) {
    struct listing l = {.list = LIST_RC, .analysis = analysis};
    list_all(&l, w, g, f,
             STR("#caller\toffset\tline\tcalled\tanalysis\treceiver\ttarget"));
}

// --- Entries -----------------------------------------------------------------

static const char *const reason_name[N_ENTRY_REASONS] = {
    [ENTRY_INTERFACE] = "interface",
    [ENTRY_CALLBACK] = "callback",
    [ENTRY_VM] = "vm",
};

struct entry {
    struct str method, caller;
    enum entry_reason reason;
    s4 pc;
    u1 kind;
};

struct entries {
    struct callgraph *g;
    VEC(struct entry) row;
    struct idmap known;  // (method, reason)
};

// Callers come in the order of their text: the first is kept.
static void take_entry(void *context, const struct edge *e) {
    struct entries *l = context;
    if (!component_is_entry(l->g, e)) {
        return;
    }
    enum entry_reason why = component_entry_reason(l->g, e);
    u4 *known = idmap_at(&l->known, idmap_key(e->target, (u4)why + 1));
    if (*known == 0) {
        *known = 1;
        struct entry row = {text_method(&l->g->text, e->target),
                            text_method(&l->g->text, e->caller), why, e->pc,
                            e->kind};
        vec_push(&l->row, row);
    }
}

static int entry_order(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    int d = str_order(x->method, y->method);
    return d ? d : strcmp(reason_name[x->reason], reason_name[y->reason]);
}

static void put_entry(struct writer *p, const struct entry *e) {
    struct str reason = str_of(reason_name[e->reason]);
    struct str kind = str_of(solve_edge_name[e->kind]);
    if (p->w->format == WRITE_JSON) {
        out_json_text(&p->to, "method", e->method);
        out_json_text(&p->to, "reason", reason);
        out_json_text(&p->to, "caller", e->caller);
        out_json_number(&p->to, "offset", e->pc);
        out_json_text(&p->to, "kind", kind);
        out_json_end(&p->to);
        return;
    }
    const struct str before[] = {e->method, reason, e->caller};
    for (u4 i = 0; i < 3; i++) {
        out_text(&p->to, before[i]);
        out_tab(&p->to);
    }
    out_number(&p->to, e->pc);
    out_tab(&p->to);
    out_row(&p->to, &kind, 1);
}

void component_write_entries(const struct write *w, struct callgraph *g,
                             const struct edge_filter *f) {
    struct entries l = {.g = g};
    struct writer p;
    writer_begin(&p, w, g);
    edges_each(g, f, take_entry, &l);
    SORT(l.row.v, l.row.n, entry_order);
    writer_head(&p, STR("#method\treason\tcaller\toffset\tkind"));
    for (u4 i = 0; i < l.row.n; i++) {
        put_entry(&p, &l.row.v[i]);
    }
    writer_end(&p);
    vec_free(&l.row);
    idmap_release(&l.known);
}
