// SPDX-License-Identifier: MIT
// The edges of a call graph, in the order of the text formats.
//
// Lines are sorted by bytes, so offsets within a caller are in the order of
// their digits. At one offset all else is decided by receiver, target and kind;
// rows of a group come sorted already, and only where several sites meet at one
// offset (a call and the initialiser that it triggers) they are sorted again.
#include "analysis/callgraph/edges.h"

#include "analysis/base/order.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/classfile/scan.h"
#include "analysis/callgraph/sourcelines.h"
#include "analysis/world/world.h"

struct lister {
    struct callgraph *g;
    const struct edge_filter *f;
    edge_fn take;
    void *context;
    struct cg_list list;
    VEC(struct edge) mixed;
    // Of the current caller:
    bool has_code;
    struct scan scan;
    class_id class;
    struct source_lines lines;
};

static void enter(struct lister *l, method_id caller) {
    struct bytes code;
    l->has_code = false;
    lines_clear(&l->lines);
    if (caller < l->g->w->method.n) {
        l->class = l->g->w->method.v[caller].class;
        l->has_code = world_code(l->g->w, caller, &code) &&
                      scan_open(&l->scan, l->g->w->class.v[l->class].cf, code);
    }
    if (l->has_code) {
        lines_read(&l->lines, l->g->w->class.v[l->class].cf, &l->scan);
    }
}

// What all edges at one place have in common.
static struct edge edge_at(struct lister *l, method_id caller, u2 pc) {
    struct edge e = {
        .caller = caller, .pc = -1, .line = -1, .called = STR("-")};
    if (pc == SITE_NO_PC) {
        return e;
    }
    e.pc = pc;
    e.line = lines_at(&l->lines, pc);
    if (l->has_code) {
        struct scan_insn i = scan_at(&l->scan, pc);
        e.op = i.op;
        e.constant = i.index;
        e.called = text_constant(&l->g->text, l->class, i.index);
    }
    return e;
}

static int site_order(const void *a, const void *b) {
    const struct cg_site *x = a, *y = b;
    return text_pc_order(text_pc(x->pc), text_pc(y->pc));
}

static bool wanted(const struct lister *l, method_id target) {
    return !l->f->to || l->f->to(l->f->context, target);
}

static struct edge edge_of(struct edge base, const struct cg_site *s,
                           const struct cg_row *r) {
    base.x = r->x;
    base.target = r->target;
    base.kind = cg_kind(s, r);
    base.missing = s->missing;
    return base;
}

static int edge_order(const void *a, const void *b, void *context) {
    const struct edge *x = a, *y = b;
    struct callgraph *g = context;
    if (x->missing || y->missing) {
        return (x->missing > y->missing) - (x->missing < y->missing);
    }
    int d = x->x == y->x
                ? 0
                : str_order(g->receiver.v[x->x].name, g->receiver.v[y->x].name);
    if (d == 0 && x->target != y->target) {
        d = str_order(text_method(&g->text, x->target),
                      text_method(&g->text, y->target));
    }
    d = d ? d : strcmp(solve_edge_name[x->kind], solve_edge_name[y->kind]);
    return d ? d : x->client - y->client;
}

// What clients' classes do at a site.
static struct edge client_edge(const struct lister *l, struct edge base,
                               const struct cg_site *s, receiver_id x) {
    group_id g = (group_id)(s->group - l->g->rows);
    base.x = x;
    base.target = l->g->s->group.v[g].method;
    base.kind = s->row.kind;
    base.client = true;
    return base;
}

static bool is_listed(const struct lister *l, const struct cg_site *s,
                      const struct cg_row *r) {
    return s->missing || wanted(l, r->target);
}

static u4 n_clients(const struct lister *l, const struct cg_site *s) {
    return l->f->outside && s->group ? s->group->n_clients : 0;
}

static void list_mixed(struct lister *l, struct edge base,
                       const struct cg_site *s, u4 n) {
    l->mixed.n = 0;
    for (u4 i = 0; i < n; i++) {
        const struct cg_row *v = s[i].group ? s[i].group->v : &s[i].row;
        u4 rows = s[i].group ? s[i].group->n : 1;
        for (u4 j = 0; j < rows; j++) {
            if (is_listed(l, &s[i], &v[j])) {
                vec_push(&l->mixed, edge_of(base, &s[i], &v[j]));
            }
        }
        for (u4 j = 0; j < n_clients(l, &s[i]); j++) {
            receiver_id x = s[i].group->client[j];
            vec_push(&l->mixed, client_edge(l, base, &s[i], x));
        }
    }
    SORT_BY(l->mixed.v, l->mixed.n, edge_order, l->g);
    for (u4 i = 0; i < l->mixed.n; i++) {
        const struct edge *e = &l->mixed.v[i];
        if (i == 0 || edge_order(e - 1, e, l->g) != 0) {
            l->take(l->context, e);
        }
    }
}

static void list_one(struct lister *l, struct edge base,
                     const struct cg_site *s) {
    const struct cg_row *v = s->group ? s->group->v : &s->row;
    u4 rows = s->group ? s->group->n : 1;
    for (u4 j = 0; j < rows; j++) {
        struct edge e = edge_of(base, s, &v[j]);
        if (is_listed(l, s, &v[j])) {
            l->take(l->context, &e);
        }
    }
    for (u4 j = 0; j < n_clients(l, s); j++) {
        struct edge e = client_edge(l, base, s, s->group->client[j]);
        l->take(l->context, &e);
    }
}

static void list_caller(struct lister *l, method_id caller) {
    l->list.missing = l->f->outside;
    cg_sites(l->g, caller, &l->list);
    struct cg_site *v = l->list.site.v;
    u4 n = l->list.site.n;
    if (n == 0) {
        return;
    }
    enter(l, caller);
    SORT(v, n, site_order);
    for (u4 i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && v[end].pc == v[i].pc;) {
            end++;
        }
        struct edge base = edge_at(l, caller, v[i].pc);
        if (end == i + 1) {
            list_one(l, base, &v[i]);
        } else {
            list_mixed(l, base, &v[i], end - i);
        }
    }
}

static void release(struct lister *l) {
    vec_free(&l->list.site);
    vec_free(&l->mixed);
    lines_release(&l->lines);
}

void edges_each(struct callgraph *g, const struct edge_filter *f, edge_fn take,
                void *context) {
    struct lister l = {.g = g, .f = f, .take = take, .context = context};
    for (u4 i = 0; i < g->n_callers; i++) {
        if (f->from && !f->from(f->context, g->caller[i])) {
            continue;
        }
        list_caller(&l, g->caller[i]);
    }
    release(&l);
}

void edges_of(struct callgraph *g, method_id caller, edge_fn take,
              void *context) {
    static const struct edge_filter all;
    struct lister l = {.g = g, .f = &all, .take = take, .context = context};
    list_caller(&l, caller);
    release(&l);
}
