// SPDX-License-Identifier: MIT
// What the machine should say, from the whole call stack.
#include "tests/unit/lib/naivemachine.h"

#include <stdlib.h>

enum { TOP_LEVEL = 15 };

void naive_init(struct naive *n, const struct plan *p) {
    *n = (struct naive){.p = p};
    n->label = calloc(p->n[PLAN_LABEL], sizeof *n->label);
    vec_push(&n->node, (struct naive_node){0});
}

void naive_release(struct naive *n) {
    vec_free(&n->node);
    vec_free(&n->count);
    vec_free(&n->cell);
    free(n->label);
}

// The cell of a count, or the free one where it would be.
static uint32_t *cell_of(struct naive *n, enum data_kind kind, uint32_t a,
                         uint32_t b) {
    uint32_t i = (a * 2654435761u ^ b * 40503u) + (uint32_t)kind;
    for (;; i++) {
        uint32_t *cell = &n->cell.v[i & (n->cell.n - 1)];
        const struct naive_count *c = *cell ? &n->count.v[*cell - 1] : NULL;
        if (!c || (c->kind == kind && c->a == a && c->b == b)) {
            return cell;
        }
    }
}

static void grow_cells(struct naive *n) {
    uint32_t room = n->cell.n ? n->cell.n * 2 : 64;
    vec_cover(&n->cell, room);
    memset(n->cell.v, 0, room * sizeof *n->cell.v);
    for (uint32_t i = 0; i < n->count.n; i++) {
        const struct naive_count *c = &n->count.v[i];
        *cell_of(n, c->kind, c->a, c->b) = i + 1;
    }
}

static void tally(struct naive *n, enum data_kind kind, uint32_t a, uint32_t b,
                  uint64_t by) {
    if (n->cell.n <= n->count.n * 2) {
        grow_cells(n);
    }
    uint32_t *cell = cell_of(n, kind, a, b);
    if (*cell == 0) {
        vec_push(&n->count, ((struct naive_count){kind, a, b, 0}));
        *cell = n->count.n;
    }
    n->count.v[*cell - 1].count += by;
}

// --- Nodes -------------------------------------------------------------------

static uint32_t find_node(const struct naive *n, uint32_t parent,
                          uint32_t label, uint32_t level) {
    uint32_t i = n->node.v[parent].child;
    while (i && (n->node.v[i].label != label || n->node.v[i].level != level)) {
        i = n->node.v[i].next;
    }
    return i;
}

static uint32_t node_for(struct naive *n, uint32_t parent, uint32_t label,
                         uint32_t level, uint32_t state) {
    uint32_t i = find_node(n, parent, label, level);
    if (i == 0) {
        i = n->node.n;
        vec_push(&n->node, ((struct naive_node){
                               .parent = parent,
                               .label = label,
                               .level = level,
                               .state = state,
                               .next = n->node.v[parent].child,
                           }));
        n->node.v[parent].child = i;
    }
    return i;
}

static const struct plan_move *move_of(const struct plan *p, uint32_t state,
                                       uint32_t label) {
    const struct plan_state *q = &p->state[state];
    for (uint32_t i = 0; i < q->n_moves; i++) {
        if (p->move[q->first_move + i].label == label) {
            return &p->move[q->first_move + i];
        }
    }
    return NULL;
}

// The node that a label leads to from a node; 0 if to none.
static uint32_t step(struct naive *n, uint32_t node, uint32_t label) {
    const struct plan_move *m = move_of(n->p, n->node.v[node].state, label);
    if (!m || plan_move_kind(m->to) == PLAN_CUT) {
        return 0;
    }
    uint32_t about = plan_move_about(m->to), method;
    if (plan_move_kind(m->to) == PLAN_TO) {
        return node_for(n, node, label, n->node.v[node].level, about);
    }
    while (node && about--) {
        node = n->node.v[node].parent;
    }
    method = n->p->state[n->node.v[node].state].method;
    return node && method == n->p->label[label].target ? node : 0;
}

// --- The stack ---------------------------------------------------------------

static struct naive_state limited(uint32_t level) {
    return (struct naive_state){NAIVE_LIMITED, false, level, 0};
}

static struct naive_state begin(struct naive *n, uint32_t method,
                                uint32_t level) {
    const struct plan *p = n->p;
    uint32_t entry = 0, state = 0;
    for (uint32_t i = 1; i < p->n[PLAN_ENTRY]; i++) {
        entry = p->entry[i].method == method ? i : entry;
    }
    for (uint32_t i = 1; entry && i < p->n[PLAN_ROOT]; i++) {
        const struct plan_root *r = &p->root[i];
        if (r->entry == entry && r->level == level) {
            state = r->state;
            break;
        }
        if (r->entry == entry && r->level == PLAN_ANY_LEVEL) {
            state = r->state;
        }
    }
    return state ? (struct naive_state){NAIVE_ACTIVE, false, level,
                                        node_for(n, 0, entry, level, state)}
                 : limited(level);
}

static struct naive_state over(struct naive *n, struct naive_state below,
                               const struct naive_frame *f) {
    uint32_t above = below.kind == NAIVE_START ? 0 : below.level + 1, to;
    uint32_t flags = n->p->method[f->method].flags;
    above = above > TOP_LEVEL ? TOP_LEVEL : above;
    switch (f->how) {
    case NAIVE_OUTSIDE:
        below.kind = below.kind == NAIVE_START ? NAIVE_START : NAIVE_EXTERNAL;
        below.stray = false;
        return below;
    case NAIVE_ENTERED:
        return begin(n, f->method, above);
    case NAIVE_STRAY:
        return (struct naive_state){NAIVE_LIMITED, true, above, 0};
    case NAIVE_INIT:
        return begin(n, f->method, below.level);
    case NAIVE_LOST:
        return limited(below.kind == NAIVE_LIMITED ? below.level : above);
    case NAIVE_CALLED:
        to = below.kind == NAIVE_ACTIVE ? step(n, below.node, f->label) : 0;
        // Its own calls are not told.
        to = flags & PLAN_METHOD_REFUSED ? 0 : to;
        return to ? (struct naive_state){NAIVE_ACTIVE, false, below.level, to}
                  : limited(below.level);
    case NAIVE_SILENT:
        break;
    }
    // Of what a method without its probes calls, entries ask who called them; others
    // cannot know.
    bool asks = flags & PLAN_METHOD_ENTRY && !(flags & PLAN_METHOD_REFUSED);
    if (below.stray && !asks) {
        return below;
    }
    return limited(below.level);
}

struct naive_state naive_top(struct naive *n, const struct naive_frame *f,
                             uint32_t n_frames) {
    struct naive_state s = {0};
    for (uint32_t i = 0; i < n_frames; i++) {
        s = over(n, s, &f[i]);
    }
    return s;
}

// --- Counting ----------------------------------------------------------------

void naive_enter(struct naive *n, const struct naive_frame *f,
                 uint32_t n_frames) {
    enum naive_how how = f[n_frames - 1].how;
    struct naive_state s = naive_top(n, f, n_frames);
    if (how == NAIVE_INIT) {
        tally(n, DATA_INIT, f[n_frames - 1].method, 0, 1);
    }
    if (s.kind == NAIVE_ACTIVE && (how == NAIVE_ENTERED || how == NAIVE_INIT)) {
        n->node.v[s.node].hits++;
        n->total++;
    }
}

static void call_from_node(struct naive *n, uint32_t node, uint32_t label) {
    const struct plan_state *q = &n->p->state[n->node.v[node].state];
    const struct plan_move *m = move_of(n->p, n->node.v[node].state, label);
    uint32_t to = n->p->label[label].target ? step(n, node, label) : 0;
    n->total++;
    if (to && plan_move_kind(m->to) == PLAN_TO) {
        n->node.v[to].hits++;
        return;
    }
    tally(n, DATA_STEP, node, label, 1);
    uint32_t rule = !n->p->label[label].target || to   ? PLAN_BY_DEPTH
                    : !m && q->flags & PLAN_DEPTH_ENDS ? PLAN_BY_DEPTH
                    : !m || plan_move_kind(m->to) == PLAN_UP
                        ? PLAN_BY_THIS
                        : plan_move_about(m->to);
    if (rule == PLAN_BY_THIS || rule == PLAN_BY_GUARD) {
        tally(n, DATA_CHAIN, node, label, 0);
    }
}

void naive_call(struct naive *n, const struct naive_frame *f, uint32_t n_frames,
                uint32_t label) {
    struct naive_state s = naive_top(n, f, n_frames);
    if (s.kind == NAIVE_ACTIVE) {
        call_from_node(n, s.node, label);
        return;
    }
    const struct plan_site *site = &n->p->site[n->p->label[label].site];
    n->label[label] += (site->flags & (PLAN_SITE_RC | PLAN_SITE_TM)) != 0;
    if (s.stray) {
        tally(n, DATA_ENTRY, f[n_frames - 1].method, s.level, 1);
    }
}

void naive_call_unknown(struct naive *n, const struct naive_frame *f,
                        uint32_t n_frames, uint32_t site, bool inside) {
    struct naive_state s = naive_top(n, f, n_frames);
    tally(n, DATA_RECEIVER, site, inside, 1);
    if (s.stray) {
        tally(n, DATA_ENTRY, f[n_frames - 1].method, s.level, 1);
    }
}

void naive_add(struct naive *n, const struct naive *of) {
    uint32_t *as = calloc(of->node.n, sizeof *as);
    for (uint32_t i = 1; i < of->node.n; i++) {
        const struct naive_node *x = &of->node.v[i];
        as[i] = node_for(n, as[x->parent], x->label, x->level, x->state);
        n->node.v[as[i]].hits += x->hits;
    }
    for (uint32_t i = 0; i < of->count.n; i++) {
        const struct naive_count *c = &of->count.v[i];
        bool of_node = c->kind == DATA_STEP || c->kind == DATA_CHAIN;
        tally(n, c->kind, of_node ? as[c->a] : c->a, c->b, c->count);
    }
    for (uint32_t i = 0; i < n->p->n[PLAN_LABEL]; i++) {
        n->label[i] += of->label[i];
    }
    n->total += of->total;
    free(as);
}

// --- Comparing ---------------------------------------------------------------

struct reading {
    struct naive *n;
    enum naive_want want;
    VEC(uint32_t) as;               // by node of the file: node here
    VEC(uint32_t) file;             // and the other way round
    VEC(const uint64_t *) counter;  // and its counters
    uint64_t total;
    uint32_t n_counts;
};

static bool is_same(const struct reading *r, uint64_t a, uint64_t b) {
    return r->want == NAIVE_COUNTS    ? a == b
           : r->want == NAIVE_COVERED ? (a != 0) == (b != 0)
                                      : a <= b;
}

static const char *read_node(struct reading *r, const struct data_iter *it) {
    const struct data_node *x = &it->node;
    const struct plan *p = r->n->p;
    if (x->parent >= r->as.n) {
        return "a node before its parent";
    }
    uint32_t i = find_node(r->n, r->as.v[x->parent], x->label, x->level);
    if (i == 0) {
        return "a node that nobody was at";
    }
    const struct naive_node *own = &r->n->node.v[i];
    uint64_t hits = it->counter[0];
    if (x->parent && p->label[x->label].slot) {
        hits += r->counter.v[x->parent][p->label[x->label].slot];
    }
    if (x->n_slots != p->method[p->state[own->state].method].n_slots) {
        return "other slots";
    }
    if (!is_same(r, hits, own->hits)) {
        return "other hits of a node";
    }
    for (uint32_t s = 0; s <= x->n_slots; s++) {
        r->total += it->counter[s];
    }
    r->file.v[i] = r->as.n;
    vec_push(&r->as, i);
    vec_push(&r->counter, it->counter);
    return NULL;
}

static const char *read_note(struct reading *r, const struct data_iter *it) {
    bool of_node = it->kind == DATA_STEP || it->kind == DATA_CHAIN;
    uint32_t a = it->note.a, b = it->note.b;
    if (of_node && a >= r->as.n) {
        return "a record before its node";
    }
    a = of_node ? r->as.v[a] : a;
    uint32_t i = r->n->cell.n ? *cell_of(r->n, it->kind, a, b) : 0;
    const struct naive_count *c = i ? &r->n->count.v[i - 1] : NULL;
    if (!c && it->kind == DATA_STEP && r->want == NAIVE_AT_MOST) {
        return NULL;  // instead of a node
    }
    if (!c) {
        return "a record of what did not happen";
    }
    r->total += it->kind == DATA_STEP ? it->note.count : 0;
    r->n_counts++;
    return it->kind != DATA_CHAIN && !is_same(r, it->note.count, c->count)
               ? "another count of a record"
               : NULL;
}

// Those steps that have a slot.
static const char *read_slots(struct reading *r) {
    for (uint32_t i = 0; i < r->n->count.n; i++) {
        const struct naive_count *c = &r->n->count.v[i];
        uint32_t slot = c->kind == DATA_STEP ? r->n->p->label[c->b].slot : 0;
        if (slot == 0) {
            continue;
        }
        uint32_t node = r->file.v[c->a];
        if (node == 0 || !is_same(r, r->counter.v[node][slot], c->count)) {
            return "another count of a slot";
        }
        r->n_counts++;
    }
    return NULL;
}

// What should be there and is not.
static const char *find_missing(const struct reading *r) {
    uint32_t n_nodes = 1;
    for (uint32_t i = 1; i < r->n->node.n; i++) {
        n_nodes += r->n->node.v[i].hits != 0;
    }
    bool sums = r->want != NAIVE_COUNTS || r->total == r->n->total;
    return r->as.n != n_nodes             ? "nodes are missing"
           : r->n_counts != r->n->count.n ? "records are missing"
           : sums                         ? NULL
                                          : "other sums";
}

static const char *read_all(struct reading *r, const struct data_file *f) {
    struct data_iter it = data_each(f);
    const char *bad = NULL;
    vec_push(&r->as, 0);
    vec_cover(&r->file, r->n->node.n);
    vec_push(&r->counter, NULL);
    while (!bad && data_next(&it)) {
        bad = it.kind == DATA_NODE ? read_node(r, &it) : read_note(r, &it);
    }
    bad = bad ? bad : it.fault.what;
    if (bad || r->want == NAIVE_AT_MOST) {
        return bad;
    }
    for (uint32_t i = 1; i < r->n->p->n[PLAN_LABEL]; i++) {
        if (!is_same(r, f->label[i], r->n->label[i])) {
            return "other label counts";
        }
    }
    bad = read_slots(r);
    return bad ? bad : find_missing(r);
}

const char *naive_differs(struct naive *n, const struct data *d,
                          enum naive_want want) {
    struct data_file f;
    struct data_fault fault;
    if (!data_open(&f, d->words, d->used * sizeof *d->words, &fault)) {
        return fault.what;
    }
    struct reading r = {.n = n, .want = want};
    const char *bad = read_all(&r, &f);
    vec_free(&r.as);
    vec_free(&r.file);
    vec_free(&r.counter);
    return bad;
}
