// SPDX-License-Identifier: MIT
// What the records of data files come to.
//
// A record is looked at before it is added, as far as the plan says what it may be:
// who reads a pool need not look again. Whether a node is in a tree of the plan is
// not asked here.
#include "rewriter/runs/pool_priv.h"

#include "analysis/table/hash.h"
#include "rt-native/data.h"
#include "rt-native/plan.h"

void sums_init(struct sums *s, const struct plan *plan, struct arena *mem) {
    *s = (struct sums){
        .plan = plan, .mem = mem, .ordered = true, .key = hash_key()};
    vec_cover(&s->node, 1);
}

void sums_reserve(struct sums *s, u4 n_nodes) {
    if (s->node.n == 1 && n_nodes < UINT32_MAX / 4) {
        vec_reserve(&s->node, n_nodes + 1);
    }
}

static void steps_release(struct sums_steps *s) {
    vec_free(&s->v);
    idmap_release(&s->at);
}

void sums_release(struct sums *s) {
    vec_free(&s->node);
    idmap_release(&s->node_at);
    steps_release(&s->step);
    steps_release(&s->stray);
    vec_free(&s->note);
    idmap_release(&s->note_at);
    mem_free(s->label);
    *s = (struct sums){0};
}

// One file being added.
struct adding {
    struct sums *s;
    const struct data_file *f;
    VEC(u4) node;  // by number in the file: ours, or 0 if it was left out
    struct sums_fault fault;
};

static void leave_out(struct adding *a, const struct data_iter *it,
                      size_t words, const char *what) {
    if (a->fault.n++ == 0) {
        const u1 *counter = (const u1 *)it->counter;
        a->fault.what = what;
        a->fault.byte = (size_t)(counter - a->f->bytes) - words * 8;
    }
}

// --- Nodes ------------------------------------------------------------------------

static u4 method_of(const struct plan *p, const struct sums_node *x) {
    return x->parent ? p->label[x->label].target : p->entry[x->label].method;
}

static const char *check_slots(const struct plan *p, u4 method, u4 n_slots) {
    return n_slots == p->method[method].n_slots
               ? NULL
               : "a node with other slots than its method";
}

static const char *check_root(const struct plan *p, const struct data_node *n) {
    if (n->label == 0 || (p && n->label >= p->n[PLAN_ENTRY])) {
        return "a root that is no entry";
    }
    if (n->level >= PLAN_N_LEVELS) {
        return "a level that there is not";
    }
    return p ? check_slots(p, p->entry[n->label].method, n->n_slots) : NULL;
}

// Does the label stand in the method of that node?
static bool is_taken_there(const struct sums *s, u4 node, u4 label) {
    const struct plan *p = s->plan;
    return label && (!p || p->site[p->label[label].site].method ==
                               method_of(p, &s->node.v[node]));
}

static const char *check_child(const struct sums *s, const struct data_node *n,
                               u4 parent) {
    const struct plan *p = s->plan;
    if (parent == 0) {
        return "a node below one that was left out";
    }
    if (n->level != s->node.v[parent].level) {
        return "a node of another level than its parent";
    }
    if (!is_taken_there(s, parent, n->label)) {
        return "a node whose label is not of its parent's method";
    }
    if (p && p->label[n->label].target == 0) {
        return "a node outside the component";
    }
    return p ? check_slots(p, p->label[n->label].target, n->n_slots) : NULL;
}

// Does it come behind all others in the order of a pool? From one to the next the way
// leads down, or up and to a later sibling; up only where it has come down before.
static bool is_next(const struct sums *s, const struct sums_node *x) {
    const struct sums_node *node = s->node.v;
    u4 at = s->node.n - 1;
    if (x->parent == at) {
        return true;
    }
    while (at && node[at].parent != x->parent) {
        at = node[at].parent;
    }
    return at && (node[at].level != x->level ? node[at].level < x->level
                                             : node[at].label < x->label);
}

// Keys of roots are beyond all numbers of nodes.
static u8 key_of(const struct sums_node *x) {
    return idmap_key(x->parent ? x->parent : UINT32_MAX - x->level, x->label);
}

static u4 push_node(struct sums *s, struct sums_node x) {
    x.counter = ARENA_ZARRAY(s->mem, u8, (size_t)x.n_slots + 1);
    vec_push(&s->node, x);
    return s->node.n - 1;
}

// The same node, made if it is not there. The nodes of one merged file need no hash.
static u4 node_of(struct sums *s, const struct sums_node *x) {
    if (s->ordered && is_next(s, x)) {
        return push_node(s, *x);
    }
    if (s->ordered) {
        s->ordered = false;
        idmap_reserve(&s->node_at, s->node.cap);
        for (u4 i = 1; i < s->node.n; i++) {
            *idmap_at(&s->node_at, key_of(&s->node.v[i])) = i;
        }
    }
    u4 *at = idmap_at(&s->node_at, key_of(x));
    if (*at == 0) {
        *at = push_node(s, *x);
    }
    return *at;
}

// Without a plan nobody knows which of two files is wrong; so none loses anything.
static void widen(struct sums *s, struct sums_node *x, u4 n_slots) {
    u8 *to = ARENA_ZARRAY(s->mem, u8, (size_t)n_slots + 1);
    memcpy(to, x->counter, ((size_t)x->n_slots + 1) * sizeof *to);
    x->counter = to;
    x->n_slots = n_slots;
}

static void add_node(struct adding *a, const struct data_iter *it) {
    struct sums *s = a->s;
    const struct data_node *n = &it->node;
    u4 parent = n->parent ? a->node.v[n->parent] : 0;
    const char *what =
        n->parent ? check_child(s, n, parent) : check_root(s->plan, n);
    if (what) {
        leave_out(a, it, DATA_COUNTERS, what);
        vec_push(&a->node, 0);
        return;
    }
    u4 node = node_of(
        s, &(struct sums_node){parent, n->label, n->level, n->n_slots, NULL});
    vec_push(&a->node, node);
    struct sums_node *x = &s->node.v[node];
    if (x->n_slots < n->n_slots) {
        widen(s, x, n->n_slots);
    }
    u8 *to = x->counter;
    for (u4 i = 0; i <= n->n_slots; i++) {
        to[i] = pool_sum(to[i], it->counter[i]);
    }
}

// --- Notes ------------------------------------------------------------------------

static void add_step(struct adding *a, const struct data_iter *it,
                     struct sums_steps *to) {
    u4 node = a->node.v[it->note.a], label = it->note.b;
    if (node == 0 || !is_taken_there(a->s, node, label)) {
        leave_out(a, it, 2,
                  node ? "a step whose label is not of its node's method"
                       : "a step of a node that was left out");
        return;
    }
    u4 *at = idmap_at(&to->at, idmap_key(node, label));
    if (*at == 0) {
        vec_push(&to->v, ((struct pool_step){node, label, 0}));
        *at = to->v.n;
    }
    struct pool_step *x = &to->v.v[*at - 1];
    x->count = pool_sum(x->count, it->note.count);
}

static bool is_row(const struct plan *p, enum plan_table table, u4 row) {
    return row && row < p->n[table];
}

static const char *check_note(const struct plan *p, enum data_kind kind,
                              const struct data_note *n) {
    switch (kind) {
    case DATA_RECEIVER:
        return is_row(p, PLAN_SITE, n->a) ? NULL : "a site that is not there";
    case DATA_ENTRY:
        return !is_row(p, PLAN_METHOD, n->a) ? "a method that is not there"
               : n->b >= PLAN_N_LEVELS       ? "a level that there is not"
                                             : NULL;
    case DATA_HANDLER:
        return is_row(p, PLAN_HANDLER, n->a) ? NULL
                                             : "a handler that is not there";
    case DATA_INIT:
    case DATA_FINALIZER:
        return is_row(p, PLAN_METHOD, n->a) ? NULL
                                            : "a method that is not there";
    default:
        return NULL;
    }
}

static u8 hash_note(u8 key, enum data_kind kind, const struct data_note *n) {
    u8 h = hash_str(key, (struct str){n->text, n->n});
    h = h << 32 | hash_u8(key, (u8)n->a << 32 | n->b);
    h = (h + (u8)kind) * 0x9E3779B97F4A7C15u;
    return h ? h : 1;
}

static bool is_note(const struct pool_note *x, enum data_kind kind,
                    const struct data_note *n) {
    return x->kind == kind && x->a == n->a && x->b == n->b &&
           x->n_whole == n->n_whole &&
           str_eq(x->text, (struct str){n->text, n->n});
}

static struct pool_note *note_of(struct sums *s, enum data_kind kind,
                                 const struct data_note *n) {
    u4 *at = idmap_at(&s->note_at, hash_note(s->key, kind, n));
    for (u4 i = *at; i; i = s->note.v[i - 1].next) {
        if (is_note(&s->note.v[i - 1].note, kind, n)) {
            return &s->note.v[i - 1].note;
        }
    }
    struct sums_note x = {
        {.kind = kind, .a = n->a, .b = n->b, .n_whole = n->n_whole}, *at};
    x.note.text = arena_str(s->mem, (struct str){n->text, n->n});
    vec_push(&s->note, x);
    *at = s->note.n;
    return &s->note.v[*at - 1].note;
}

static void add_note(struct adding *a, const struct data_iter *it) {
    struct sums *s = a->s;
    const char *what =
        s->plan ? check_note(s->plan, it->kind, &it->note) : NULL;
    if (what) {
        leave_out(a, it, 2, what);
        return;
    }
    struct pool_note *x = note_of(s, it->kind, &it->note);
    x->count = pool_sum(x->count, it->note.count);
}

// --- A file -----------------------------------------------------------------------

static void add_labels(struct sums *s, const struct data_file *f) {
    if (!s->label) {
        s->label = MEM_ARRAY(u8, f->n_labels);
        s->n_labels = f->n_labels;
    }
    for (u4 i = 0; i < s->n_labels; i++) {
        s->label[i] = pool_sum(s->label[i], f->label[i]);
    }
}

struct sums_fault sums_add(struct sums *s, const struct data_file *f) {
    struct adding a = {.s = s, .f = f};
    vec_cover(&a.node, 1);
    add_labels(s, f);
    for (struct data_iter it = data_each(f); data_next(&it);) {
        switch (it.kind) {
        case DATA_RUN:
            break;
        case DATA_NODE:
            add_node(&a, &it);
            break;
        case DATA_STEP:
            add_step(&a, &it, &s->step);
            break;
        case DATA_CHAIN:
            add_step(&a, &it, &s->stray);
            break;
        default:
            add_note(&a, &it);
        }
    }
    vec_free(&a.node);
    return a.fault;
}
