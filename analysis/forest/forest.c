// SPDX-License-Identifier: MIT
// The forest: states met from the roots down, made one from the leaves up.
#include "analysis/forest/forest.h"

#include "analysis/base/limits.h"
#include "analysis/base/order.h"
#include "analysis/component/calls.h"
#include "analysis/component/cycles.h"
#include "analysis/table/tuples.h"

// What may follow a chain, as it was met.
struct met {
    own_id method;
    u4 set;    // of facts
    u4 above;  // nodes that a back edge can lead to
    u4 first, n;
    bool depth_ends;
    state_id final;
};

// A node of a chain, as back edges know it, and how far up it is.
struct ancestor {
    u4 node, up;
};

// Where in `next` a group of facts stands, if `turn` is the builder's.
struct in_next {
    u4 turn, at;
};

struct builder {
    const struct forest_spec *spec;
    const struct calls *c;
    struct forest *f;
    struct arena arena;
    struct tuples facts;   // one of each rule
    struct tuples sets;    // of facts
    struct tuples nodes;   // (method, facts that tell nodes apart...)
    struct tuples aboves;  // (node, up)..., the nearest first
    struct tuples keys;    // (method, set, above): those of `met`
    struct tuples finals;  // (method, depth_ends, moves...)
    VEC(struct met) met;
    VEC(struct forest_move) move;        // of `met`
    VEC(struct { VEC(u4) met; }) layer;  // by edges left
    struct cycles cycles;
    VEC(u4) next;                 // sets, scratch
    VEC(struct in_next) in_next;  // by group_of()
    u4 turn;
    VEC(u8) by_this;
    VEC(u4) words;
    VEC(struct ancestor) ancestor;
};

// --- Sets of facts -----------------------------------------------------------

static const u4 *facts_of(const struct builder *b, u4 id) {
    u4 n;
    return tuples_get(&b->facts, id, &n);
}

// The same without the fact that is ordered: of facts that agree in this the
// greatest is enough.
static u4 group_of(struct builder *b, u4 id) {
    u4 key[N_STOPS];
    memcpy(key, facts_of(b, id), sizeof key);
    for (u4 i = 0; i < N_STOPS; i++) {
        key[i] = b->spec->rule[i].ordered ? 0 : key[i];
    }
    return tuples_intern(&b->facts, key, N_STOPS);
}

static bool is_greater(const struct builder *b, u4 x, u4 y) {
    const u4 *fx = facts_of(b, x), *fy = facts_of(b, y);
    bool is = false;
    for (u4 i = 0; i < N_STOPS; i++) {
        is = is || (b->spec->rule[i].ordered && fx[i] > fy[i]);
    }
    return is;
}

// Where facts of that group stand in b->next.
static struct in_next *in_next(struct builder *b, u4 group) {
    vec_cover(&b->in_next, group + 1);
    return &b->in_next.v[group];
}

// Adds facts to b->next, unless there are others that let more pass; in place of
// those that let less pass.
static void add_facts(struct builder *b, const u4 *fact) {
    u4 id = tuples_intern(&b->facts, fact, N_STOPS);
    if (b->next.n == 0) {
        vec_push(&b->next, id);
        return;
    }
    if (b->next.n == 1) {  // most have no more: it is looked at when they have
        b->turn++;
        *in_next(b, group_of(b, b->next.v[0])) = (struct in_next){b->turn, 0};
    }
    struct in_next *at = in_next(b, group_of(b, id));
    if (at->turn != b->turn) {
        *at = (struct in_next){b->turn, b->next.n};
        vec_push(&b->next, id);
    } else if (is_greater(b, id, b->next.v[at->at])) {
        b->next.v[at->at] = id;
    }
}

static u4 take_set(struct builder *b) {
    SORT(b->next.v, b->next.n, order_u4);
    return tuples_intern(&b->sets, b->next.v, b->next.n);
}

static u4 left_of(const struct builder *b, u4 set) {
    u4 n, most = 0;
    const u4 *v = tuples_get(&b->sets, set, &n);
    for (u4 i = 0; i < n; i++) {
        u4 left = facts_of(b, v[i])[STOP_DEPTH];
        most = left > most ? left : most;
    }
    return most;
}

// --- States as they are met --------------------------------------------------

static u4 meet(struct builder *b, own_id m, u4 set, u4 above) {
    const u4 key[] = {m, set, above};
    u4 id = tuples_intern(&b->keys, key, 3);
    if (id == b->met.n) {
        u4 left = left_of(b, set);
        vec_push(&b->met,
                 ((struct met){.method = m, .set = set, .above = above}));
        vec_cover(&b->layer, left + 1);
        vec_push(&b->layer.v[left].met, id);
    }
    return id;
}

// Does rule after rule let the facts pass? If not, the last that does not; but the
// first, this-call, stops so many that no other is asked then.
static bool step(const struct builder *b, const u4 *fact, label_id label,
                 u4 *next, u4 *stopped_by) {
    bool passes = true;
    for (u4 i = 0; i < N_STOPS; i++) {
        const struct stop_rule *r = &b->spec->rule[i];
        next[i] = 0;
        if (r->step && !r->step(r->context, fact[i], label, &next[i])) {
            passes = false;
            *stopped_by = i;
        }
        if (!passes && i == STOP_THIS) {
            break;
        }
    }
    return passes;
}

static void follow_one(struct builder *b, u4 id, label_id label, u4 *why) {
    u4 next[N_STOPS], by = 0;
    if (step(b, facts_of(b, id), label, next, &by)) {
        add_facts(b, next);
    } else {
        *why = by > *why ? by : *why;
    }
}

// A large set sorted by the facts of the rule this-call, since a call on `this`
// passes with one class of a thousand.
static void sort_by_this(struct builder *b, u4 set) {
    enum { MANY = 16 };
    u4 n;
    const u4 *v = tuples_get(&b->sets, set, &n);
    b->by_this.n = 0;
    for (u4 i = 0; n >= MANY && i < n; i++) {
        vec_push(&b->by_this, (u8)facts_of(b, v[i])[STOP_THIS] << 32 | v[i]);
    }
    if (b->by_this.n) {
        SORT(b->by_this.v, n, order_u8);
    }
}

static void follow_those(struct builder *b, u4 this_fact, label_id label,
                         u4 *why) {
    u4 at = 0;
    SEARCH(at, b->by_this.n, i, b->by_this.v[i] >> 32 < this_fact);
    for (; at < b->by_this.n && b->by_this.v[at] >> 32 == this_fact; at++) {
        follow_one(b, (u4)b->by_this.v[at], label, why);
    }
}

// The set behind a label, in b->next; sort_by_this has seen the one before. If it
// is empty, what stopped it.
static u4 follow(struct builder *b, u4 set, label_id label) {
    const struct stop_rule *r = &b->spec->rule[STOP_THIS];
    u4 only = r->only ? r->only(r->context, label) : 0;
    u4 n, why = STOP_THIS;
    b->next.n = 0;
    if (only && b->by_this.n) {
        follow_those(b, 0, label, &why);
        follow_those(b, STOP_THIS_ANY, label, &why);
        follow_those(b, only, label, &why);
        return why;
    }
    tuples_get(&b->sets, set, &n);
    for (u4 i = 0; i < n; i++) {
        u4 id = tuples_get(&b->sets, set, &n)[i];
        follow_one(b, id, label, &why);
    }
    return why;
}

// --- Back edges --------------------------------------------------------------

// The node of a chain that ends in m with these facts.
static u4 node_of(struct builder *b, own_id m, u4 set) {
    u4 n;
    const u4 *v = tuples_get(&b->sets, set, &n);
    b->words.n = 0;
    vec_push(&b->words, m);
    for (u4 i = 0; i < n; i++) {
        const u4 *fact = facts_of(b, v[i]);
        u4 told[N_STOPS] = {0};
        for (u4 j = 0; j < N_STOPS; j++) {
            told[j] = b->spec->rule[j].tells ? fact[j] : 0;
        }
        vec_push(&b->words, tuples_intern(&b->facts, told, N_STOPS));
    }
    SORT(b->words.v + 1, n, order_u4);
    u4 kept = 1;
    for (u4 i = 1; i <= n; i++) {
        if (i == 1 || b->words.v[i] != b->words.v[kept - 1]) {
            b->words.v[kept++] = b->words.v[i];
        }
    }
    return tuples_intern(&b->nodes, b->words.v, kept);
}

// The nodes of a chain that ends in the state `id`, the last one first.
static void read_ancestors(struct builder *b, u4 id) {
    struct met s = b->met.v[id];
    u4 n;
    b->ancestor.n = 0;
    vec_push(&b->ancestor, ((struct ancestor){node_of(b, s.method, s.set), 0}));
    const u4 *v = tuples_get(&b->aboves, s.above, &n);
    for (u4 i = 0; i < n; i += 2) {
        vec_push(&b->ancestor, ((struct ancestor){v[i], v[i + 1]}));
    }
}

static own_id method_of_node(const struct builder *b, u4 node) {
    u4 n;
    return tuples_get(&b->nodes, node, &n)[0];
}

// Those that method m, one edge below, can reach again with the edges left.
static u4 above_of(struct builder *b, own_id m, u4 left) {
    struct cycles *y = &b->cycles;
    b->words.n = 0;
    for (u4 i = 0; y->cycle[m] && i < b->ancestor.n; i++) {
        const struct ancestor *a = &b->ancestor.v[i];
        own_id above = method_of_node(b, a->node);
        if (y->cycle[above] == y->cycle[m] &&
            cycles_distance(y, m, above) <= left) {
            vec_push(&b->words, a->node);
            vec_push(&b->words, a->up + 1);
        }
    }
    return tuples_intern(&b->aboves, b->words.v, b->words.n);
}

// --- Moves -------------------------------------------------------------------

static u4 move_to(struct builder *b, own_id target, u4 set) {
    u4 above = 0;
    if (b->spec->backedges) {
        u4 node = node_of(b, target, set);
        for (u4 i = 0; i < b->ancestor.n; i++) {
            if (b->ancestor.v[i].node == node) {
                return forest_to(FOREST_UP, b->ancestor.v[i].up);
            }
        }
        above = above_of(b, target, left_of(b, set));
    }
    return forest_to(FOREST_TO, meet(b, target, set, above));
}

static void expand_label(struct builder *b, u4 id, label_id label) {
    own_id target = b->c->label.v[label].target;
    if (!target) {
        return;
    }
    u4 why = follow(b, b->met.v[id].set, label);
    if (!b->next.n && why == STOP_THIS) {
        return;
    }
    u4 to = b->next.n ? move_to(b, target, take_set(b))
                      : forest_to(FOREST_CUT, why);
    vec_push(&b->move, ((struct forest_move){label, to}));
    b->met.v[id].n++;
}

// Nothing is asked of the other rules where no edge is left: one state for each
// method ends there.
static void expand(struct builder *b, u4 id, u4 left) {
    const struct calls_method *m = &b->c->method.v[b->met.v[id].method];
    b->met.v[id].first = b->move.n;
    sort_by_this(b, b->met.v[id].set);
    if (b->spec->backedges) {
        read_ancestors(b, id);
    }
    for (site_id s = m->first_site; s < m->first_site + m->n_sites; s++) {
        const struct calls_site *site = &b->c->site.v[s];
        if (left == 0) {
            b->met.v[id].depth_ends |= (site->flags & SITE_INSIDE) != 0;
            continue;
        }
        for (label_id i = site->first; i < site->first + site->n; i++) {
            expand_label(b, id, i);
        }
    }
}

static bool is_too_large(const struct builder *b) {
    u8 words = b->facts.n_words + b->sets.n_words + b->nodes.n_words +
               b->aboves.n_words;
    return b->met.n > LIMIT_FOREST_STATES || b->move.n > LIMIT_FOREST_MOVES ||
           words > LIMIT_FOREST_WORDS;
}

static bool expand_all(struct builder *b) {
    for (u4 left = b->layer.n; left-- > 0;) {
        for (u4 i = 0; i < b->layer.v[left].met.n; i++) {
            expand(b, b->layer.v[left].met.v[i], left);
            if (is_too_large(b)) {
                return false;
            }
        }
    }
    return true;
}

// --- Roots -------------------------------------------------------------------

static bool start(const struct builder *b, const struct forest_way *w,
                  u4 *fact) {
    own_id entry = b->c->entry.v[w->entry].method;
    for (u4 i = 0; i < N_STOPS; i++) {
        const struct stop_rule *r = &b->spec->rule[i];
        fact[i] = 0;
        if (r->step && !r->start(r->context, entry, w->x, w->left, &fact[i])) {
            return false;
        }
    }
    return true;
}

static void plant(struct builder *b) {
    const struct forest_spec *spec = b->spec;
    u4 none = b->spec->backedges ? tuples_intern(&b->aboves, NULL, 0) : 0;
    for (u4 i = 0, end; i < spec->n_ways; i = end) {
        const struct forest_way *w = &spec->way[i];
        b->next.n = 0;
        for (end = i; end < spec->n_ways && spec->way[end].entry == w->entry &&
                      spec->way[end].level == w->level;
             end++) {
            u4 fact[N_STOPS];
            if (start(b, &spec->way[end], fact)) {
                add_facts(b, fact);
            }
        }
        if (b->next.n) {
            own_id m = b->c->entry.v[w->entry].method;
            struct forest_root root = {w->entry, w->level,
                                       meet(b, m, take_set(b), none)};
            vec_push(&b->f->root, root);
        }
    }
}

// --- From the leaves up ------------------------------------------------------

static void finish(struct builder *b, u4 id) {
    struct met *s = &b->met.v[id];
    b->words.n = 0;
    vec_push(&b->words, s->method);
    vec_push(&b->words, s->depth_ends);
    for (u4 i = 0; i < s->n; i++) {
        struct forest_move m = b->move.v[s->first + i];
        if (forest_kind(m.to) == FOREST_TO) {
            m.to = b->met.v[forest_about(m.to)].final;
        }
        vec_push(&b->words, m.label);
        vec_push(&b->words, m.to);
    }
    s->final = tuples_intern(&b->finals, b->words.v, b->words.n);
}

static void finish_all(struct builder *b) {
    for (u4 left = 0; left < b->layer.n; left++) {
        for (u4 i = 0; i < b->layer.v[left].met.n; i++) {
            finish(b, b->layer.v[left].met.v[i]);
        }
    }
}

// All there is to know is in the final states now.
static void hand_over(struct builder *b) {
    struct forest *f = b->f;
    for (u4 i = 0; i < f->root.n; i++) {
        f->root.v[i].state = b->met.v[f->root.v[i].state].final;
    }
    vec_free(&b->met);
    vec_free(&b->move);
    tuples_release(&b->keys);
    tuples_init(&b->keys);
    vec_reserve(&f->state, b->finals.row.n);
    vec_reserve(&f->move, (u4)(b->finals.n_words / 2));
    vec_cover(&f->state, 1);
    for (u4 id = 1; id < b->finals.row.n; id++) {
        u4 n;
        const u4 *v = tuples_get(&b->finals, id, &n);
        struct forest_state s = {.method = v[0],
                                 .depth_ends = v[1] != 0,
                                 .first = f->move.n,
                                 .n = (n - 2) / 2};
        for (u4 i = 2; i < n; i += 2) {
            vec_push(&f->move, ((struct forest_move){v[i], v[i + 1]}));
        }
        vec_push(&f->state, s);
    }
}

// --- All of it ---------------------------------------------------------------

static void init(struct builder *b, struct forest *f,
                 const struct forest_spec *spec) {
    *b = (struct builder){.spec = spec, .c = spec->c, .f = f};
    *f = (struct forest){0};
    arena_init(&b->arena);
    tuples_init(&b->facts);
    tuples_init(&b->sets);
    tuples_init(&b->nodes);
    tuples_init(&b->aboves);
    tuples_init(&b->keys);
    tuples_init(&b->finals);
    vec_cover(&b->met, 1);
    if (spec->backedges) {
        cycles_find(&b->cycles, b->c, &b->arena);
    }
}

static void release(struct builder *b) {
    for (u4 i = 0; i < b->layer.n; i++) {
        vec_free(&b->layer.v[i].met);
    }
    vec_free(&b->layer);
    vec_free(&b->met);
    vec_free(&b->move);
    vec_free(&b->next);
    vec_free(&b->in_next);
    vec_free(&b->by_this);
    vec_free(&b->words);
    vec_free(&b->ancestor);
    tuples_release(&b->facts);
    tuples_release(&b->sets);
    tuples_release(&b->nodes);
    tuples_release(&b->aboves);
    tuples_release(&b->keys);
    tuples_release(&b->finals);
    arena_release(&b->arena);
}

bool forest_build(struct forest *f, const struct forest_spec *spec,
                  struct diag *d) {
    struct builder b;
    init(&b, f, spec);
    plant(&b);
    bool ok = expand_all(&b);
    if (ok) {
        finish_all(&b);
        hand_over(&b);
    } else {
        struct place at = {.byte = NO_BYTE};
        diag_report(d, FOREST_TOO_LARGE, &at, b.met.n - 1, b.move.n,
                    spec->backedges ? ", or --recursion unroll" : "");
    }
    release(&b);
    return ok;
}

void forest_release(struct forest *f) {
    vec_free(&f->state);
    vec_free(&f->move);
    vec_free(&f->root);
}
