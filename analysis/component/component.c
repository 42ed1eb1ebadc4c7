// SPDX-License-Identifier: MIT
// The call graph of the component alone: what its parts are, and how many.
#include "analysis/component/component.h"

#include "analysis/base/order.h"
#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/classfile/opcode.h"
#include "analysis/reach/reach.h"
#include "analysis/table/idmap.h"
#include "analysis/world/load.h"
#include "analysis/world/world.h"

static bool is_component(const struct world *w, method_id m) {
    return m < w->method.n &&
           w->class.v[w->method.v[m].class].flags & CLASS_COMPONENT;
}

bool component_is_node(const struct world *w, method_id m) {
    return is_component(w, m) &&
           !(w->method.v[m].access_flags & (ACC_NATIVE | ACC_ABSTRACT));
}

// Is it what the JVM selects at an instruction that calls, or a lambda?
static bool is_label(const struct edge *e) {
    return e->pc >= 0 && (e->kind == EDGE_CALL || e->kind == EDGE_LAMBDA) &&
           e->op >= OPC_invokevirtual && e->op <= OPC_invokeinterface;
}

// Does a node run?
static bool is_inside(const struct callgraph *g, const struct edge *e) {
    return !e->client && !e->missing && component_is_node(g->w, e->target);
}

enum component_class component_class(const struct callgraph *g,
                                     const struct edge *e) {
    if (!component_is_node(g->w, e->caller)) {
        return COMPONENT_NONE;
    }
    bool inside = is_inside(g, e);
    if (!is_label(e)) {
        return e->pc >= 0 && !e->missing ? COMPONENT_EXIT : COMPONENT_NONE;
    }
    return inside ? COMPONENT_EDGE : COMPONENT_EXTERNAL;
}

bool component_is_entry(const struct callgraph *g, const struct edge *e) {
    return is_inside(g, e) && component_class(g, e) != COMPONENT_EDGE;
}

enum entry_reason component_entry_reason(const struct callgraph *g,
                                         const struct edge *e) {
    switch ((enum edge_kind)e->kind) {
    case EDGE_INIT:
    case EDGE_THREAD:
    case EDGE_FINALIZER:
    case EDGE_NATIVE:
        return ENTRY_VM;
    default:
        return e->caller == CALLER_VM     ? ENTRY_VM
               : e->caller != CALLER_MAIN ? ENTRY_CALLBACK
               : g->is_program            ? ENTRY_VM
                                          : ENTRY_INTERFACE;
    }
}

bool component_is_virtual(const struct edge *e) {
    return is_label(e) && !e->missing &&
           (e->op == OPC_invokevirtual || e->op == OPC_invokeinterface);
}

struct str component_target_text(struct callgraph *g, const struct edge *e) {
    if (e->missing) {
        return text_ref(&g->text, e->missing);
    }
    struct str text = text_method(&g->text, e->target);
    if (!e->client) {
        return text;
    }
    const char *dot = memchr(text.p, '.', text.n);
    struct str member = {dot, text.n - (size_t)(dot - text.p)};
    struct str x = g->receiver.v[e->x].name;
    return str_of(arena_printf(&g->arena, "%.*s%.*s", STR_F(x), STR_F(member)));
}

// --- Counting ----------------------------------------------------------------

enum { CLIENTS_TARGET = 0x80000000u };

// One site: what it has is gathered until the next one comes.
struct component_counter {
    struct component_counts *c;
    struct callgraph *g;
    method_id caller;
    s4 pc;
    bool is_virtual, leaves;
    VEC(u8) label;  // (receiver, target + 1), target 0: external
    VEC(u4) x, target;
    struct idmap entry;
};

// How many there are, each counted once; sorts them.
static u4 distinct(u4 *v, u4 n) {
    u4 found = 0;
    SORT(v, n, order_u4);
    for (u4 i = 0; i < n; i++) {
        found += i == 0 || v[i - 1] != v[i];
    }
    return found;
}

static void count_labels(struct component_counter *counter) {
    u8 *v = counter->label.v;
    SORT(v, counter->label.n, order_u8);
    for (u4 i = 0; i < counter->label.n; i++) {
        if (i == 0 || v[i - 1] != v[i]) {
            bool inside = (u4)v[i] != 0;
            counter->c->n_edges += inside;
            counter->c->n_external += !inside;
        }
    }
}

static void end_site(struct component_counter *counter) {
    count_labels(counter);
    counter->c->n_exit_sites += counter->leaves;
    if (counter->is_virtual) {
        struct rc_site site = {text_method(&counter->g->text, counter->caller),
                               counter->pc,
                               distinct(counter->x.v, counter->x.n),
                               distinct(counter->target.v, counter->target.n)};
        vec_push(&counter->c->site, site);
    }
    counter->label.n = counter->x.n = counter->target.n = 0;
    counter->is_virtual = counter->leaves = false;
}

static void count_entry(struct component_counter *counter, method_id m) {
    u4 *known = idmap_at(&counter->entry, idmap_key(m, 1));
    counter->c->n_entries += *known == 0;
    *known = 1;
}

static void count_edge(void *context, const struct edge *e) {
    struct component_counter *counter = context;
    enum component_class is = component_class(counter->g, e);
    if (component_is_entry(counter->g, e)) {
        count_entry(counter, e->target);
    }
    if (is == COMPONENT_NONE) {
        return;
    }
    if (e->caller != counter->caller || e->pc != counter->pc) {
        end_site(counter);
        counter->caller = e->caller;
        counter->pc = e->pc;
    }
    counter->leaves = counter->leaves || is != COMPONENT_EDGE;
    if (is != COMPONENT_EXIT) {
        u4 target = is == COMPONENT_EDGE ? e->target : 0;
        vec_push(&counter->label, (u8)e->x << 32 | target);
    }
    if (component_is_virtual(e)) {
        counter->is_virtual = true;
        // A client's method is none of those that have ids.
        vec_push(&counter->x, e->x);
        vec_push(&counter->target,
                 e->client ? CLIENTS_TARGET | e->x : e->target);
    }
}

static void count_nodes(struct component_counts *c, const struct callgraph *g) {
    const struct world *w = g->w;
    u1 *reached = MEM_ARRAY(u1, w->class.n);
    for (method_id m = 1; m < w->method.n; m++) {
        bool runs = solve_node_of(g->s, m) != 0;
        if (component_is_node(w, m)) {
            c->n_methods++;
            c->n_reached += runs;
            reached[w->method.v[m].class] |= runs;
        }
    }
    for (class_id i = 1; i < w->class.n; i++) {
        c->n_reached_classes += reached[i];
    }
    mem_free(reached);
    c->n_classes = load_count_component(w);
}

void component_count(struct component_counts *c, struct callgraph *g) {
    const struct edge_filter f = {.outside = true};
    struct component_counter counter = {.c = c, .g = g, .pc = -1};
    *c = (struct component_counts){0};
    edges_each(g, &f, count_edge, &counter);
    end_site(&counter);
    count_nodes(c, g);
    vec_free(&counter.label);
    vec_free(&counter.x);
    vec_free(&counter.target);
    idmap_release(&counter.entry);
}

void component_counts_release(struct component_counts *c) {
    vec_free(&c->site);
}
