// SPDX-License-Identifier: MIT
// What the answers to questions have in common, and those that list chains.
#include "rewriter/query/query.h"

#include "analysis/base/order.h"
#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/count.h"
#include "rewriter/query/query_priv.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

#include <inttypes.h>

// --- JSON --------------------------------------------------------------------

void query_begin(const struct query *q, const char *question) {
    if (q->json) {
        out_json_text(q->out, "question", str_of(question));
        out_json_text(q->out, "counts",
                      str_of(data_counts_word[q->c->pool.counts]));
    }
}

static void end(const struct query *q) {
    if (q->json) {
        out_json_end(q->out);
    }
}

static bool is_said(const struct pool_words *w, const char *line) {
    bool is = false;
    for (u4 i = 0; i < w->n; i++) {
        is = is || strcmp(w->line[i], line) == 0;
    }
    return is;
}

void query_end_hits(const struct query *q, const struct pool *also) {
    struct pool_words said = {.n = 0}, w = pool_words(&q->c->pool, q->mem);
    for (u4 both = 0; !q->json && both < 2; both++) {
        for (u4 i = 0; i < w.n; i++) {
            if (!is_said(&said, w.line[i])) {
                out_put(q->out, str_of(w.line[i]));
                out_put(q->out, STR("\n"));
            }
        }
        said = w;
        w = also ? pool_words(also, q->mem) : (struct pool_words){.n = 0};
    }
    end(q);
}

struct str query_text_u8(const struct query *q, u8 n) {
    return str_of(arena_printf(q->mem, "%" PRIu64, n));
}

void query_json_u8(const struct query *q, const char *key, u8 n) {
    out_json_text(q->out, key, query_text_u8(q, n));
}

void query_json_hits(const struct query *q, u8 n, bool known) {
    if (known) {
        query_json_u8(q, "hits", n);
    } else {
        out_json_key(q->out, "hits");
        out_put(q->out, STR("null"));
    }
}

void query_json_big(const struct query *q, const char *key, struct big n) {
    out_json_text(q->out, key, big_text(q->mem, n));
}

void query_json_list(const struct query *q, const char *key) {
    out_json_key(q->out, key);
    out_put(q->out, STR("["));
}

void query_json_item(const struct query *q, u4 i) {
    out_put(q->out, i ? STR(",{") : STR("{"));
}

// --- Lines -------------------------------------------------------------------

static void put_u8(const struct query *q, u8 n) {
    out_put(q->out, query_text_u8(q, n));
}

static void put_big(const struct query *q, struct big n) {
    out_put(q->out, big_text(q->mem, n));
}

void query_put_times(const struct query *q, u8 n) {
    if (n == 1) {
        out_put(q->out, STR("once"));
    } else {
        put_u8(q, n);
        out_put(q->out, STR(" times"));
    }
}

static void blanks(const struct query *q, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out_put(q->out, STR(" "));
    }
}

void query_right(const struct query *q, struct str text) {
    blanks(q, text.n < QUERY_COUNT ? QUERY_COUNT - text.n : 0);
    out_put(q->out, text);
}

void query_count(const struct query *q, struct str text) {
    query_right(q, text);
    blanks(q, 2);
}

void query_count_u8(const struct query *q, u8 n) {
    query_count(q, query_text_u8(q, n));
}

void query_heading(const struct query *q, const char *what, u8 shown, u8 all) {
    out_put(q->out, str_of(what));
    out_put(q->out, STR(": "));
    put_u8(q, all);
    if (shown < all) {
        out_put(q->out, STR(" (--limit "));
        put_u8(q, shown);
        out_put(q->out, STR(")"));
    }
    out_row(q->out, NULL, 0);
}

// --- Sites -------------------------------------------------------------------

static struct str source_of(const struct plan *p, u4 method) {
    return chains_string(p, p->class[p->method[method].class].source);
}

void query_put_place(const struct query *q, u4 site) {
    const struct plan *p = q->c->plan;
    const struct plan_site *s = &p->site[site];
    struct str source = source_of(p, s->method);
    step_method(q->out, chains_method(p, s->method));
    out_put(q->out, STR(" ("));
    if (source.n && s->line) {
        out_text(q->out, source);
        out_put(q->out, STR(":"));
        out_number(q->out, s->line);
        out_put(q->out, STR(" "));
    }
    out_put(q->out, STR("@"));
    out_number(q->out, s->pc);
    out_put(q->out, STR(") calls "));
    step_method(q->out, chains_string(p, s->called));
}

void query_json_place(const struct query *q, u4 site) {
    const struct plan *p = q->c->plan;
    const struct plan_site *s = &p->site[site];
    struct str source = source_of(p, s->method);
    out_json_text(q->out, "method", chains_method(p, s->method));
    out_json_number(q->out, "offset", s->pc);
    if (s->line) {
        out_json_number(q->out, "line", s->line);
    }
    if (source.n) {
        out_json_text(q->out, "source", source);
    }
    out_json_text(q->out, "called", chains_string(p, s->called));
}

// What no requirement is about is counted in chains only.
void query_put_ran(const struct query *q, u4 site) {
    const struct cover *c = q->c;
    u4 required = c->plan->site[site].flags & (PLAN_SITE_RC | PLAN_SITE_TM);
    u8 hits = c->site_hits[site];
    if (!cover_counts(c, site)) {
        out_put(q->out, STR("not known how often it ran"));
    } else if (hits) {
        out_put(q->out, STR("ran "));
        query_put_times(q, hits);
    } else {
        out_put(q->out,
                required ? STR("never ran") : STR("never ran in a chain"));
    }
}

// --- Chains ------------------------------------------------------------------

static void put_chain(const struct query *q, u4 i,
                      const struct query_chain *x) {
    const struct chain chain = {&q->c->forest, x->root, x->label, x->n};
    if (q->json) {
        query_json_item(q, i);
        out_json_text(q->out, x->key, x->count);
        chain_json(q->out, &chain);
        return;
    }
    query_count(q, x->count);
    bool never = x->open > x->n;
    out_put(q->out, never ? STR("? ") : STR(""));
    chain_entry(q->out, chain.c, x->root);
    out_row(q->out, NULL, 0);
    for (u4 k = 0; k < x->n; k++) {
        blanks(q, QUERY_COUNT + 2);
        step_indent(q->out, k + 1);
        out_put(q->out, k + x->open >= x->n ? STR("? ") : STR(""));
        step_text(q->out, q->c->plan, GRAIN_RECEIVER, x->label[k]);
        out_row(q->out, NULL, 0);
    }
}

void query_put_node(const struct query *q, u4 i, u4 node) {
    const struct cover_node *n = &q->c->node[node];
    u4 *label = ARENA_ARRAY(q->mem, u4, n->length);
    cover_labels(q->c, node, label);
    const struct query_chain x = {
        .key = "hits",
        .count = query_text_u8(q, n->hits),
        .root = n->root,
        .label = label,
        .n = n->length,
    };
    put_chain(q, i, &x);
}

struct ranked {
    u8 hits;
    u4 node;
};

static int rank_order(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    return x->hits != y->hits ? (x->hits < y->hits) - (x->hits > y->hits)
                              : (x->node > y->node) - (x->node < y->node);
}

// Numbers of nodes, those with most hits first, else in their order.
static void sort_by_hits(const struct query *q, u4 *node, u4 n) {
    struct ranked *all = ARENA_ARRAY(q->mem, struct ranked, n);
    for (u4 i = 0; i < n; i++) {
        all[i] = (struct ranked){q->c->node[node[i]].hits, node[i]};
    }
    SORT(all, n, rank_order);
    for (u4 i = 0; i < n; i++) {
        node[i] = all[i].node;
    }
}

// --- hot ---------------------------------------------------------------------

// As many as are asked for of these nodes, under that key or heading.
static void put_nodes(const struct query *q, const char *key,
                      const char *heading, u4 *node, u4 n) {
    u4 shown = n < q->top ? n : q->top;
    sort_by_hits(q, node, n);
    if (q->json) {
        query_json_list(q, key);
    } else {
        query_heading(q, heading, shown, n);
    }
    for (u4 i = 0; i < shown; i++) {
        query_put_node(q, i, node[i]);
    }
    out_put(q->out, q->json ? STR("]") : STR(""));
}

void query_hot(const struct query *q) {
    u4 n = q->c->n_nodes - 1;
    u4 *node = ARENA_ARRAY(q->mem, u4, n);
    for (u4 i = 0; i < n; i++) {
        node[i] = i + 1;
    }
    query_begin(q, "hot");
    if (q->json) {
        query_json_big(q, "chains", q->c->count.total);
        query_json_u8(q, "covered", n);
    }
    put_nodes(q, "answers", "covered chains", node, n);
    query_end_hits(q, NULL);
}

// --- chains ------------------------------------------------------------------

static void put_tree_node(const struct query *q, u4 i) {
    const struct cover *c = q->c;
    const struct cover_node *n = &c->node[i];
    query_count_u8(q, n->hits);
    step_indent(q->out, n->length);
    if (n->parent) {
        step_text(q->out, c->plan, GRAIN_RECEIVER, n->label);
    } else {
        chain_entry(q->out, &c->forest, n->root);
    }
    out_row(q->out, NULL, 0);
}

// Its nodes stand side by side.
static u4 tree_end(const struct cover *c, u4 root) {
    u4 i = c->root_node[root];
    while (i && i < c->n_nodes && c->node[i].root == root) {
        i++;
    }
    return i;
}

static void put_tree(const struct query *q, u4 root, u4 tree) {
    const struct cover *c = q->c;
    u4 from = c->root_node[root], to = tree_end(c, root);
    struct big all = c->count.tree[root].total;
    if (q->json) {
        char room[LEVEL_TEXT];
        query_json_item(q, tree);
        out_json_text(q->out, "entry", chains_entry(&c->forest, root));
        out_json_text(q->out, "level",
                      chains_level(room, c->forest.root[root].level));
        query_json_big(q, "chains", all);
        query_json_u8(q, "covered", to - from);
        query_json_list(q, "answers");
    }
    for (u4 i = from; i < to; i++) {
        if (q->json) {
            query_put_node(q, i - from, i);
        } else {
            put_tree_node(q, i);
        }
    }
    if (q->json) {
        out_put(q->out, STR("]}"));
        return;
    }
    if (from == 0) {
        query_count_u8(q, 0);
        chain_entry(q->out, &c->forest, root);
        out_row(q->out, NULL, 0);
    }
    blanks(q, QUERY_COUNT + 2);
    put_u8(q, to - from);
    out_put(q->out, STR(" of "));
    put_big(q, all);
    out_put(q->out, STR(" chains covered\n"));
}

void query_chains(const struct query *q, struct chains_pick entries) {
    const struct cover *c = q->c;
    u4 n = 0;
    query_begin(q, "chains");
    if (q->json) {
        query_json_list(q, "trees");
    }
    for (u4 r = 0; r < c->forest.n_roots && n < q->top; r++) {
        if (chains_takes(entries, c->plan, query_entry_of(c, r))) {
            put_tree(q, r, n++);
        }
    }
    out_put(q->out, q->json ? STR("]") : STR(""));
    query_end_hits(q, NULL);
}

// --- reach -------------------------------------------------------------------

struct reach_search {
    const struct query *q;
    struct chains_count n;
    u4 found;
    // The walk: states, next moves, labels and covered nodes on the way down.
    u4 *state, *next, *label, *node;
};

static void put_missing(struct reach_search *search, u4 root, u4 length) {
    u4 open = 0;
    while (open <= length && !search->node[length - open]) {
        open++;
    }
    const struct query_chain x = {
        .key = "hits",
        .count = STR("0"),
        .root = root,
        .label = search->label,
        .n = length,
        .open = open,
    };
    put_chain(search->q, search->found++, &x);
}

static bool descend(struct reach_search *search, u4 depth, u4 left) {
    const struct cover *c = search->q->c;
    const struct plan_state *s = &c->plan->state[search->state[depth]];
    while (search->next[depth] < s->n_moves) {
        const struct plan_move *m =
            &c->plan->move[s->first_move + search->next[depth]++];
        u4 to = plan_move_about(m->to), node = search->node[depth];
        if (plan_move_kind(m->to) == PLAN_TO &&
            chains_goes_on(&search->n, to, left - 1)) {
            search->label[depth] = m->label;
            search->state[depth + 1] = to;
            search->next[depth + 1] = 0;
            search->node[depth + 1] = node ? cover_child(c, node, m->label) : 0;
            return true;
        }
    }
    return false;
}

// Chains of one root and length. Wraps when it is done.
static void walk(struct reach_search *search, u4 root, u4 length) {
    u4 depth = 0;
    search->state[0] = search->n.chains->root[root].state;
    search->next[0] = 0;
    search->node[0] = search->q->c->root_node[root];
    while (depth != UINT32_MAX && search->found < search->q->top) {
        if (depth == length) {
            if (!search->node[depth]) {
                put_missing(search, root, length);
            }
            depth--;
        } else if (descend(search, depth, length - depth)) {
            depth++;
        } else {
            depth--;
        }
    }
}

static void put_all_missing(struct reach_search *search) {
    const struct chains *f = search->n.chains;
    for (u4 length = 0; length <= search->n.max; length++) {
        for (u4 r = 0; r < f->n_roots; r++) {
            if (chains_goes_on(&search->n, f->root[r].state, length)) {
                walk(search, r, length);
            }
        }
    }
}

void query_reach(const struct query *q, struct chains_pick goal) {
    const struct cover *c = q->c;
    struct reach_search search = {.q = q};
    u4 *node = ARENA_ARRAY(q->mem, u4, c->n_nodes), n = 0;
    chains_count(&search.n, &c->forest, goal, q->mem);
    size_t room = (size_t)search.n.max + 1;
    search.state = ARENA_ARRAY(q->mem, u4, room);
    search.next = ARENA_ARRAY(q->mem, u4, room);
    search.label = ARENA_ARRAY(q->mem, u4, room);
    search.node = ARENA_ARRAY(q->mem, u4, room);
    for (u4 i = 1; i < c->n_nodes; i++) {
        if (chains_takes(goal, c->plan, query_end_of(c, i))) {
            node[n++] = i;
        }
    }
    struct big missing = big_sub(q->mem, search.n.total, big_of(n));
    query_begin(q, "reach");
    if (q->json) {
        query_json_big(q, "chains", search.n.total);
        query_json_u8(q, "covered", n);
    }
    put_nodes(q, "answers", "covered chains that end there", node, n);
    if (q->json) {
        query_json_list(q, "missing");
    } else {
        out_put(q->out, STR("not covered, the shortest first: "));
        put_big(q, missing);
        out_row(q->out, NULL, 0);
    }
    put_all_missing(&search);
    out_put(q->out, q->json ? STR("]") : STR(""));
    query_end_hits(q, NULL);
}

// --- uncovered ---------------------------------------------------------------

static void put_uncovered(const struct query *q, u4 i,
                          const struct cover_uncovered *g) {
    const struct cover *c = q->c;
    const struct cover_node *n = &c->node[g->node];
    u4 length = g->node ? n->length + 1 : 0;
    u4 *label = ARENA_ARRAY(q->mem, u4, length);
    if (g->node) {
        cover_labels(c, g->node, label);
        label[n->length] = g->label;
    }
    const struct query_chain x = {
        .key = "opens",
        .count = big_text(q->mem, g->opens),
        .root = g->node ? n->root : g->label,
        .label = label,
        .n = length,
        .open = 1,
    };
    put_chain(q, i, &x);
}

void query_uncovered(const struct query *q, struct chains_pick entries) {
    const struct cover *c = q->c;
    struct cover_uncovered *uncovered;
    u4 n = cover_uncovered(c, entries.takes ? UINT32_MAX : q->top, &uncovered,
                           q->mem);
    u8 all = 0;
    for (u4 i = 0; i < n; i++) {
        u4 root = uncovered[i].node ? c->node[uncovered[i].node].root
                                    : uncovered[i].label;
        if (chains_takes(entries, c->plan, query_entry_of(c, root))) {
            uncovered[all++] = uncovered[i];
        }
    }
    u4 shown = all < q->top ? (u4)all : q->top;
    all = entries.takes ? all : cover_n_uncovered(c);
    query_begin(q, "uncovered");
    if (q->json) {
        query_json_u8(q, "gaps", all);
        query_json_list(q, "answers");
    } else {
        query_heading(q,
                      "places where chains begin that are not covered, "
                      "and how many",
                      shown, all);
    }
    for (u4 i = 0; i < shown; i++) {
        put_uncovered(q, i, &uncovered[i]);
    }
    out_put(q->out, q->json ? STR("]") : STR(""));
    end(q);
}
