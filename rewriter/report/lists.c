// SPDX-License-Identifier: MIT
// Lists of what a report counts.
//
// Cells are texts in the order of their columns; lines are made, sorted and then
// written, so that they do not depend on the order in which runs were read.
#include "rewriter/report/lists.h"

#include "analysis/base/vec.h"
#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/step.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 8 };

struct line {
    struct str cell[MOST_CELLS];
};

// A column of numbers is one of numbers in JSON, too, but for chains: those can be
// larger than who reads them can hold.
struct columns {
    u4 n;
    const char *name[MOST_CELLS];
    bool number[MOST_CELLS];
};

static const struct columns columns[] = {
    [LIST_CHAINS] = {6,
                     {"entry", "level", "length", "chain", "required", "hits"},
                     {0, 0, 1, 0, 1, 1}},
    [LIST_RC] = {6,
                 {"caller", "offset", "line", "called", "receiver", "hits"},
                 {0, 1, 1, 0, 0, 1}},
    [LIST_TM] = {6,
                 {"caller", "offset", "line", "called", "target", "hits"},
                 {0, 1, 1, 0, 0, 1}},
    [LIST_ENTRIES] = {4, {"entry", "level", "required", "hits"}, {0, 0, 0, 1}},
    [LIST_UNPREDICTED] = {6,
                          {"kind", "method", "offset", "line", "what", "hits"},
                          {0, 0, 0, 0, 0, 1}},
    [LIST_HANDLERS] = {5,
                       {"method", "offset", "line", "type", "hits"},
                       {0, 1, 1, 0, 1}},
};

struct listing {
    const struct report *r;
    const struct cover *c;
    const struct plan *p;
    u4 plan;  // its place among those of the report
    struct columns columns;
    u4 n_cells;  // without that of the plan
    VEC(struct line) line;
    u8 limit;
    struct big left_out;
};

static struct str number(struct listing *k, u8 n) {
    return big_text(k->r->mem, big_of(n));
}

static struct str string_of(const struct listing *k, u4 string) {
    return chains_string(k->p, string);
}

static struct str line_text(struct listing *k, u4 line) {
    return number(k, line);  // 0: not known
}

// Of several plans each line ends with the place of its own, as JSON has it.
static void add_line(struct listing *k, struct line x) {
    if (k->columns.n > k->n_cells) {
        x.cell[k->n_cells] = number(k, k->plan);
    }
    vec_push(&k->line, x);
}

// --- Chains ---------------------------------------------------------------------------

// The text of a chain of n labels below a root.
static struct str chain_text_of(struct listing *k, const u4 *label, u4 n) {
    struct out o;
    out_begin(&o, NULL);
    for (u4 i = 0; i < n; i++) {
        if (i) {
            out_put(&o, STR(" "));
        }
        step_words(&o, k->p, GRAIN_RECEIVER, label[i]);
    }
    struct str text =
        arena_str(k->r->mem, (struct str){(const char *)o.text.p, o.text.n});
    emit_release(&o.text);
    return text;
}

static void add_chain(struct listing *k, u4 root, const u4 *label, u4 n,
                      u8 hits) {
    char room[LEVEL_TEXT];
    if (k->line.n >= k->limit) {
        k->left_out = big_add(k->r->mem, k->left_out, big_of(1));
        return;
    }
    struct line x = {{
        chains_entry(&k->c->forest, root),
        arena_str(k->r->mem, chains_level(room, k->c->forest.root[root].level)),
        number(k, n),
        chain_text_of(k, label, n),
        STR("1"),
        number(k, hits),
    }};
    add_line(k, x);
}

// The chains that a state begins, none of which is covered.
// NOLINTNEXTLINE(misc-no-recursion): no plan is read beyond LIMIT_CHAIN_EDGES
static void add_below(struct listing *k, u4 root, u4 *label, u4 n, u4 state) {
    if (k->line.n >= k->limit) {
        k->left_out = big_add(k->r->mem, k->left_out, k->c->below[state]);
        return;
    }
    const struct plan_state *q = &k->p->state[state];
    add_chain(k, root, label, n, 0);
    for (u4 i = q->first_move; i < q->first_move + q->n_moves; i++) {
        const struct plan_move *m = &k->p->move[i];
        if (plan_move_kind(m->to) == PLAN_TO) {
            label[n] = m->label;
            add_below(k, root, label, n + 1, plan_move_about(m->to));
        }
    }
}

static void add_uncovered(struct listing *k, u4 node, u4 *label, bool every) {
    const struct cover_node *x = &k->c->node[node];
    const struct plan_state *q = &k->p->state[x->state];
    u4 child = x->first;
    for (u4 i = q->first_move; i < q->first_move + q->n_moves; i++) {
        const struct plan_move *m = &k->p->move[i];
        if (plan_move_kind(m->to) != PLAN_TO) {
            continue;
        }
        if (child && k->c->node[child].label == m->label) {
            child = k->c->node[child].next;
            continue;
        }
        label[x->length] = m->label;
        if (every) {
            add_below(k, x->root, label, x->length + 1, plan_move_about(m->to));
        } else {
            add_chain(k, x->root, label, x->length + 1, 0);
        }
    }
}

static void list_chains(struct listing *k, bool every) {
    const struct cover *c = k->c;
    u4 *label = ARENA_ARRAY(k->r->mem, u4, (size_t)c->count.max + 2);
    for (u4 i = 1; i < c->n_nodes; i++) {
        const struct cover_node *x = &c->node[i];
        cover_labels(c, i, label);
        add_chain(k, x->root, label, x->length, x->hits);
        add_uncovered(k, i, label, every);
    }
    for (u4 r = 0; r < c->forest.n_roots; r++) {
        if (c->root_node[r]) {
            continue;
        }
        if (every) {
            add_below(k, r, label, 0, c->forest.root[r].state);
        } else {
            add_chain(k, r, label, 0, 0);
        }
    }
}

// --- Sites ----------------------------------------------------------------------------

static void list_pairs(struct listing *k, u4 which) {
    const struct plan *p = k->p;
    struct cover_pair *pair =
        ARENA_ARRAY(k->r->mem, struct cover_pair, p->n[PLAN_LABEL]);
    for (u4 s = 1; s < p->n[PLAN_SITE]; s++) {
        const struct plan_site *site = &p->site[s];
        u4 n = cover_pairs(k->c, s, which, pair);
        for (u4 i = 0; i < n; i++) {
            const struct plan_label *l = &p->label[pair[i].label];
            u4 what =
                which == PLAN_LABEL_RC ? p->receiver[l->receiver].name : l->to;
            struct line x = {{
                chains_method(p, site->method),
                number(k, site->pc),
                line_text(k, site->line),
                string_of(k, site->called),
                string_of(k, what),
                number(k, pair[i].hits),
            }};
            add_line(k, x);
        }
    }
}

static void list_entries(struct listing *k) {
    const struct chains *f = &k->c->forest;
    char room[LEVEL_TEXT];
    for (u4 r = 0; r < f->n_roots; r++) {
        u4 node = k->c->root_node[r];
        struct line x = {{
            chains_entry(f, r),
            arena_str(k->r->mem, chains_level(room, f->root[r].level)),
            big_text(k->r->mem, k->c->count.tree[r].total),
            number(k, node ? k->c->node[node].hits : 0),
        }};
        add_line(k, x);
    }
}

// --- Notes ----------------------------------------------------------------------------

static void add_unpredicted(struct listing *k, const struct pool_note *note) {
    const struct plan *p = k->p;
    char room[LEVEL_TEXT];
    struct line x = {{STR("receiver"), STR(""), STR("-"), STR("-"),
                      report_escaped(k->r->mem, note->text),
                      number(k, note->count)}};
    if (note->kind == DATA_RECEIVER) {
        const struct plan_site *s = &p->site[note->a];
        x.cell[1] = chains_method(p, s->method);
        x.cell[2] = number(k, s->pc);
        x.cell[3] = line_text(k, s->line);
    } else {
        x.cell[0] = STR("entry");
        x.cell[1] = chains_method(p, note->a);
        x.cell[4] = arena_str(k->r->mem, chains_level(room, note->b));
    }
    add_line(k, x);
}

static void list_unpredicted(struct listing *k) {
    const struct pool *pool = &k->c->pool;
    for (u4 i = 0; i < pool->n_notes; i++) {
        if (pool_is_odd(&pool->note[i])) {
            add_unpredicted(k, &pool->note[i]);
        }
    }
    for (u4 i = 0; i < pool->n_strays; i++) {
        const struct pool_step *s = &pool->stray[i];
        const struct plan_label *l = &k->p->label[s->label];
        const struct plan_site *site = &k->p->site[l->site];
        struct line x = {{
            STR("step"),
            chains_method(k->p, site->method),
            number(k, site->pc),
            line_text(k, site->line),
            chain_text_of(k, &s->label, 1),
            number(k, s->count),
        }};
        add_line(k, x);
    }
}

static void list_handlers(struct listing *k) {
    const struct plan *p = k->p;
    const struct pool *pool = &k->c->pool;
    u8 *hits = ARENA_ZARRAY(k->r->mem, u8, p->n[PLAN_HANDLER]);
    for (u4 i = 0; i < pool->n_notes; i++) {
        const struct pool_note *note = &pool->note[i];
        if (note->kind == DATA_HANDLER) {
            hits[note->a] = pool_sum(hits[note->a], note->count);
        }
    }
    for (u4 i = 1; i < p->n[PLAN_HANDLER]; i++) {
        const struct plan_handler *h = &p->handler[i];
        if (hits[i] == 0) {
            continue;  // or it had no probe: the plan does not say
        }
        struct str type = string_of(k, h->type);
        struct line x = {{
            chains_method(p, h->method),
            number(k, h->pc),
            line_text(k, h->line),
            type.n ? type : STR("*"),
            number(k, hits[i]),
        }};
        add_line(k, x);
    }
}

// --- Lines ----------------------------------------------------------------------------

// As the bytes of the lines would be: a tab ends each cell.
static int line_order(const void *a, const void *b) {
    const struct line *x = a, *y = b;
    for (u4 i = 0; i < MOST_CELLS; i++) {
        struct str s = x->cell[i], t = y->cell[i];
        size_t n = s.n < t.n ? s.n : t.n;
        int d = n ? memcmp(s.p, t.p, n) : 0;
        if (d) {
            return d;
        }
        if (s.n != t.n) {
            // Only blanks and what is above a tab are in cells.
            return s.n < t.n ? -1 : 1;
        }
    }
    return 0;
}

static void write_json(const struct columns *of, struct out *o,
                       const struct line *x) {
    for (u4 i = 0; i < of->n; i++) {
        if (of->number[i]) {
            out_json_key(o, of->name[i]);
            out_put(o, x->cell[i]);
        } else {
            out_json_text(o, of->name[i], x->cell[i]);
        }
    }
    out_json_end(o);
}

static void write_lines(struct listing *k, bool json, FILE *out) {
    const struct columns *of = &k->columns;
    struct out o;
    struct str head[MOST_CELLS];
    if (k->line.n) {
        qsort(k->line.v, k->line.n, sizeof *k->line.v, line_order);
    }
    out_begin(&o, out);
    if (!json) {
        for (u4 i = 0; i < of->n; i++) {
            head[i] = str_of(of->name[i]);
        }
        out_put(&o, STR("#"));
        out_row(&o, head, of->n);
    }
    for (u4 i = 0; i < k->line.n; i++) {
        if (json) {
            write_json(of, &o, &k->line.v[i]);
        } else {
            out_row(&o, k->line.v[i].cell, of->n);
        }
    }
    out_end(&o);
}

struct big report_list(const struct report *r, enum list_of of, bool every,
                       u8 limit, bool json, FILE *out) {
    struct listing k = {.r = r, .limit = limit, .columns = columns[of]};
    k.n_cells = k.columns.n;
    if (r->n > 1) {
        k.columns.name[k.columns.n] = "plan";
        k.columns.number[k.columns.n++] = true;
    }
    for (u4 i = 0; i < r->n; i++) {
        k.plan = i;
        k.c = r->cover[i];
        k.p = k.c->plan;
        switch (of) {
        case LIST_CHAINS:
            list_chains(&k, every);
            break;
        case LIST_RC:
            list_pairs(&k, PLAN_LABEL_RC);
            break;
        case LIST_TM:
            list_pairs(&k, PLAN_LABEL_TM);
            break;
        case LIST_ENTRIES:
            list_entries(&k);
            break;
        case LIST_UNPREDICTED:
            list_unpredicted(&k);
            break;
        case LIST_HANDLERS:
            list_handlers(&k);
            break;
        }
    }
    write_lines(&k, json, out);
    vec_free(&k.line);
    return k.left_out;
}
