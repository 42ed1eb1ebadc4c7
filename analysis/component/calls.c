// SPDX-License-Identifier: MIT
// The calls of a component, gathered from the call graph.
#include "analysis/component/calls.h"

#include "analysis/base/order.h"
#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/edges.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/classfile/classfile.h"
#include "analysis/component/silent.h"
#include "analysis/reach/reach.h"
#include "analysis/table/idmap.h"
#include "analysis/world/world.h"

// --- Methods -----------------------------------------------------------------

static int method_order(const void *a, const void *b) {
    const struct calls_method *x = a, *y = b;
    return str_order(x->name, y->name);
}

static void take_methods(struct calls *c) {
    vec_cover(&c->method, 1);
    for (method_id m = 1; m < c->w->method.n; m++) {
        if (component_is_node(c->w, m)) {
            struct calls_method row = {
                .id = m,
                .class = c->w->method.v[m].class,
                .name = text_method(&c->g->text, m),
                .runs = solve_node_of(c->g->s, m) != 0,
            };
            vec_push(&c->method, row);
        }
    }
    SORT(c->method.v + 1, c->method.n - 1, method_order);
    c->own_of = ARENA_ZARRAY(&c->arena, own_id, c->w->method.n);
    for (own_id i = 1; i < c->method.n; i++) {
        c->own_of[c->method.v[i].id] = i;
    }
}

// --- Sites and labels --------------------------------------------------------

struct calls_builder {
    struct calls *c;
    struct receivers receivers;  // of the method whose sites come
    method_id read;
    method_id caller;  // of the last edge
    s4 pc;             // of the site that was last begun, or -1
    struct idmap entry;
    VEC(u8) entered;  // (entry, receiver)
};

static int label_order(const void *a, const void *b, void *context) {
    const struct calls_label *x = a, *y = b;
    const struct callgraph *g = context;
    int d = str_order(g->receiver.v[x->x].name, g->receiver.v[y->x].name);
    return d ? d : str_order(x->to, y->to);
}

// The labels of the last site: in order, each once.
static void end_site(struct calls_builder *builder) {
    struct calls *c = builder->c;
    struct calls_site *s = &c->site.v[c->site.n - 1];
    if (builder->pc < 0) {
        return;
    }
    struct calls_label *v = c->label.v + s->first;
    u4 n = c->label.n - s->first, kept = 0;
    SORT_BY(v, n, label_order, c->g);
    for (u4 i = 0; i < n; i++) {
        if (i == 0 || label_order(&v[kept - 1], &v[i], c->g) != 0) {
            v[kept++] = v[i];
        } else {
            v[kept - 1].flags |= v[i].flags;
        }
    }
    s->n = kept;
    c->label.n = s->first + kept;
    builder->pc = -1;
}

struct calls_site calls_site(const struct calls *c, own_id m,
                             struct scan_insn in, const struct receivers *on) {
    const struct cf_class *cf = c->w->class.v[c->method.v[m].class].cf;
    bool null = receivers_null(on, in.op, in.pc);
    return (struct calls_site){
        .method = m,
        .pc = in.pc,
        .op = in.op,
        .flags = (u1)((null ? SITE_NULL : 0) |
                      (cp_is_constructor(cf, in.index) ? SITE_CONSTRUCTOR : 0)),
        .on = (u1)receivers_at(on, in.pc),
        .constant = in.index,
    };
}

static void begin_site(struct calls_builder *builder, const struct edge *e) {
    struct calls *c = builder->c;
    own_id m = calls_own(c, e->caller);
    struct calls_method *row = &c->method.v[m];
    if (builder->read != e->caller) {
        receivers_read(&builder->receivers, e->caller);
        builder->read = e->caller;
        row->first_site = c->site.n;
    }
    row->n_sites++;
    struct scan_insn in = {(u2)e->pc, e->op, e->constant};
    struct calls_site site = calls_site(c, m, in, &builder->receivers);
    site.flags |= component_is_virtual(e) ? SITE_VIRTUAL : 0;
    site.line = e->line;
    site.called = e->called;
    site.first = c->label.n;
    vec_push(&c->site, site);
    builder->pc = e->pc;
}

bool calls_is_lambda(const struct calls *c, receiver_id x) {
    enum receiver_kind kind = c->g->receiver.v[x].kind;
    return kind == RECEIVER_LAMBDA || kind == RECEIVER_ANY_LAMBDA ||
           kind == RECEIVER_PROXY;
}

static bool is_through(const struct calls *c, const struct edge *e) {
    return e->kind == EDGE_LAMBDA || calls_is_lambda(c, e->x);
}

// Nobody can tell at run time which one of the lambdas of a library runs there, so
// they are one.
static bool is_any_lambda(const struct calls *c, const struct edge *e) {
    return e->kind == EDGE_LAMBDA &&
           c->g->receiver.v[e->x].kind == RECEIVER_ANY_LAMBDA;
}

static void add_label(struct calls_builder *builder, const struct edge *e,
                      bool inside) {
    struct calls *c = builder->c;
    bool any = !inside && is_any_lambda(c, e);
    struct calls_label row = {
        .site = c->site.n - 1,
        .x = e->x,
        .target = inside ? calls_own(c, e->target) : 0,
        .to =
            any ? c->g->receiver.v[e->x].name : component_target_text(c->g, e),
        .flags = (u1)((is_through(c, e) ? LABEL_LAMBDA : 0) |
                      (e->client ? LABEL_CLIENT : 0) |
                      (e->missing ? LABEL_MISSING : 0)),
    };
    vec_push(&c->label, row);
}

// --- Entries, and what is outside --------------------------------------------

static void add_entry(struct calls_builder *builder, const struct edge *e) {
    struct calls *c = builder->c;
    own_id m = calls_own(c, e->target);
    u4 *row = idmap_at(&builder->entry, idmap_key(m, 1));
    if (*row == 0) {
        *row = c->entry.n;
        vec_push(&c->entry, ((struct calls_entry){.method = m}));
    }
    c->entry.v[*row].reasons |= (u1)(1u << component_entry_reason(c->g, e));
    vec_push(&builder->entered, (u8)m << 32 | e->x);
}

static void add_edge(struct calls_builder *builder, const struct edge *e) {
    struct calls *c = builder->c;
    struct calls_range *from = &c->from[calls_caller(c, e->caller)];
    if (from->n++ == 0) {
        from->first = c->edge.n;
    }
    struct calls_edge row = {
        .target = e->client || e->missing ? CALLER_MAIN : e->target,
        .x = e->x,
        .pc = e->pc < 0 ? SITE_NO_PC : (u2)e->pc,
        .kind = e->kind,
        .missing = e->missing != 0,
    };
    vec_push(&c->edge, row);
}

static void take_edge(void *context, const struct edge *e) {
    struct calls_builder *builder = context;
    enum component_class is = component_class(builder->c->g, e);
    if (component_is_entry(builder->c->g, e)) {
        add_entry(builder, e);
    }
    // What is missing, and no label, is no site either.
    bool nothing = is == COMPONENT_NONE && e->missing;
    if (is != COMPONENT_EDGE && !nothing) {
        add_edge(builder, e);
    }
    if (e->caller != builder->caller || e->pc != builder->pc) {
        end_site(builder);
        builder->caller = e->caller;
    }
    if (is == COMPONENT_NONE) {
        return;
    }
    if (builder->pc < 0) {
        begin_site(builder, e);
    }
    struct calls_site *s = &builder->c->site.v[builder->c->site.n - 1];
    s->flags |= component_is_virtual(e) ? SITE_VIRTUAL : 0;
    if (is == COMPONENT_EXIT) {
        s->flags |= SITE_TRIGGER;
    } else {
        s->flags |= is == COMPONENT_EDGE ? SITE_INSIDE : SITE_EXIT;
        add_label(builder, e, is == COMPONENT_EDGE);
    }
}

static int entry_order(const void *a, const void *b) {
    const struct calls_entry *x = a, *y = b;
    return (x->method > y->method) - (x->method < y->method);
}

static int entered_order(const void *a, const void *b, void *context) {
    u8 x = *(const u8 *)a, y = *(const u8 *)b;
    const struct callgraph *g = context;
    if (x >> 32 != y >> 32) {
        return x < y ? -1 : 1;
    }
    return str_order(g->receiver.v[(u4)x].name, g->receiver.v[(u4)y].name);
}

static void end_entries(struct calls_builder *builder) {
    struct calls *c = builder->c;
    SORT(c->entry.v + 1, c->entry.n - 1, entry_order);
    SORT_BY(builder->entered.v, builder->entered.n, entered_order, c->g);
    for (u4 i = 1, at = 0; i < c->entry.n; i++) {
        struct calls_entry *e = &c->entry.v[i];
        c->method.v[e->method].entry = i;
        e->first_x = c->entered.n;
        for (; at < builder->entered.n &&
               builder->entered.v[at] >> 32 == e->method;
             at++) {
            if (at == 0 ||
                builder->entered.v[at - 1] != builder->entered.v[at]) {
                vec_push(&c->entered, (receiver_id)builder->entered.v[at]);
            }
        }
        e->n_x = c->entered.n - e->first_x;
    }
}

void calls_build(struct calls *c, struct callgraph *g, struct world *w) {
    const struct edge_filter all = {.outside = true};
    *c = (struct calls){.w = w, .g = g};
    arena_init(&c->arena);
    c->n_callers = w->method.n + 2;
    take_methods(c);
    c->from = ARENA_ZARRAY(&c->arena, struct calls_range, c->n_callers);
    vec_cover(&c->site, 1);
    vec_cover(&c->label, 1);
    vec_cover(&c->entry, 1);
    struct calls_builder builder = {.c = c, .pc = -1};
    receivers_init(&builder.receivers, w);
    edges_each(g, &all, take_edge, &builder);
    end_site(&builder);
    end_entries(&builder);
    silent_add(c);
    receivers_release(&builder.receivers);
    idmap_release(&builder.entry);
    vec_free(&builder.entered);
}

void calls_release(struct calls *c) {
    vec_free(&c->method);
    vec_free(&c->site);
    vec_free(&c->label);
    vec_free(&c->entry);
    vec_free(&c->entered);
    vec_free(&c->edge);
    arena_release(&c->arena);
}
