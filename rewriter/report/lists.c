// SPDX-License-Identifier: MIT
// Lists of what a report counts.
//
// Cells are texts in the order of their columns; lines are made, sorted and then
// written, so that they do not depend on the order in which runs were read.
#include "rewriter/report/lists.h"

#include "analysis/base/order.h"
#include "analysis/base/vec.h"
#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/step.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

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

static struct str number(struct listing *listing, u8 n) {
    return big_text(listing->r->mem, big_of(n));
}

static struct str string_of(const struct listing *listing, u4 string) {
    return chains_string(listing->p, string);
}

static struct str line_text(struct listing *listing, u4 line) {
    return number(listing, line);  // 0: not known
}

// Of several plans each line ends with the place of its own, as JSON has it.
static void add_line(struct listing *listing, struct line x) {
    if (listing->columns.n > listing->n_cells) {
        x.cell[listing->n_cells] = number(listing, listing->plan);
    }
    vec_push(&listing->line, x);
}

// --- Chains ---------------------------------------------------------------------------

// The text of a chain of n labels below a root.
static struct str chain_text_of(struct listing *listing, const u4 *label,
                                u4 n) {
    struct out o;
    out_begin(&o, NULL);
    for (u4 i = 0; i < n; i++) {
        if (i) {
            out_put(&o, STR(" "));
        }
        step_words(&o, listing->p, GRAIN_RECEIVER, label[i]);
    }
    struct str text = arena_str(listing->r->mem,
                                (struct str){(const char *)o.text.p, o.text.n});
    emit_release(&o.text);
    return text;
}

static void add_chain(struct listing *listing, u4 root, const u4 *label, u4 n,
                      u8 hits) {
    char room[LEVEL_TEXT];
    if (listing->line.n >= listing->limit) {
        listing->left_out =
            big_add(listing->r->mem, listing->left_out, big_of(1));
        return;
    }
    struct line x = {{
        chains_entry(&listing->c->forest, root),
        arena_str(listing->r->mem,
                  chains_level(room, listing->c->forest.root[root].level)),
        number(listing, n),
        chain_text_of(listing, label, n),
        STR("1"),
        number(listing, hits),
    }};
    add_line(listing, x);
}

// The chains that a state begins, none of which is covered.
// NOLINTNEXTLINE(misc-no-recursion): no plan is read beyond LIMIT_CHAIN_EDGES
static void add_below(struct listing *listing, u4 root, u4 *label, u4 n,
                      u4 state) {
    if (listing->line.n >= listing->limit) {
        listing->left_out = big_add(listing->r->mem, listing->left_out,
                                    listing->c->below[state]);
        return;
    }
    const struct plan_state *q = &listing->p->state[state];
    add_chain(listing, root, label, n, 0);
    for (u4 i = q->first_move; i < q->first_move + q->n_moves; i++) {
        const struct plan_move *m = &listing->p->move[i];
        if (plan_move_kind(m->to) == PLAN_TO) {
            label[n] = m->label;
            add_below(listing, root, label, n + 1, plan_move_about(m->to));
        }
    }
}

static void add_uncovered(struct listing *listing, u4 node, u4 *label,
                          bool every) {
    const struct cover_node *x = &listing->c->node[node];
    const struct plan_state *q = &listing->p->state[x->state];
    u4 child = x->first;
    for (u4 i = q->first_move; i < q->first_move + q->n_moves; i++) {
        const struct plan_move *m = &listing->p->move[i];
        if (plan_move_kind(m->to) != PLAN_TO) {
            continue;
        }
        if (child && listing->c->node[child].label == m->label) {
            child = listing->c->node[child].next;
            continue;
        }
        label[x->length] = m->label;
        if (every) {
            add_below(listing, x->root, label, x->length + 1,
                      plan_move_about(m->to));
        } else {
            add_chain(listing, x->root, label, x->length + 1, 0);
        }
    }
}

static void list_chains(struct listing *listing, bool every) {
    const struct cover *c = listing->c;
    u4 *label = ARENA_ARRAY(listing->r->mem, u4, (size_t)c->count.max + 2);
    for (u4 i = 1; i < c->n_nodes; i++) {
        const struct cover_node *x = &c->node[i];
        cover_labels(c, i, label);
        add_chain(listing, x->root, label, x->length, x->hits);
        add_uncovered(listing, i, label, every);
    }
    for (u4 r = 0; r < c->forest.n_roots; r++) {
        if (c->root_node[r]) {
            continue;
        }
        if (every) {
            add_below(listing, r, label, 0, c->forest.root[r].state);
        } else {
            add_chain(listing, r, label, 0, 0);
        }
    }
}

// --- Sites ----------------------------------------------------------------------------

static void list_pairs(struct listing *listing, u4 which) {
    const struct plan *p = listing->p;
    struct cover_pair *pair =
        ARENA_ARRAY(listing->r->mem, struct cover_pair, p->n[PLAN_LABEL]);
    for (u4 s = 1; s < p->n[PLAN_SITE]; s++) {
        const struct plan_site *site = &p->site[s];
        u4 n = cover_pairs(listing->c, s, which, pair);
        for (u4 i = 0; i < n; i++) {
            const struct plan_label *l = &p->label[pair[i].label];
            u4 what =
                which == PLAN_LABEL_RC ? p->receiver[l->receiver].name : l->to;
            struct line x = {{
                chains_method(p, site->method),
                number(listing, site->pc),
                line_text(listing, site->line),
                string_of(listing, site->called),
                string_of(listing, what),
                number(listing, pair[i].hits),
            }};
            add_line(listing, x);
        }
    }
}

static void list_entries(struct listing *listing) {
    const struct chains *f = &listing->c->forest;
    char room[LEVEL_TEXT];
    for (u4 r = 0; r < f->n_roots; r++) {
        u4 node = listing->c->root_node[r];
        struct line x = {{
            chains_entry(f, r),
            arena_str(listing->r->mem, chains_level(room, f->root[r].level)),
            big_text(listing->r->mem, listing->c->count.tree[r].total),
            number(listing, node ? listing->c->node[node].hits : 0),
        }};
        add_line(listing, x);
    }
}

// --- Notes ----------------------------------------------------------------------------

static void add_unpredicted(struct listing *listing,
                            const struct pool_note *note) {
    const struct plan *p = listing->p;
    char room[LEVEL_TEXT];
    struct line x = {{STR("receiver"), STR(""), STR("-"), STR("-"),
                      report_escaped(listing->r->mem, note->text),
                      number(listing, note->count)}};
    if (note->kind == DATA_RECEIVER) {
        const struct plan_site *s = &p->site[note->a];
        x.cell[1] = chains_method(p, s->method);
        x.cell[2] = number(listing, s->pc);
        x.cell[3] = line_text(listing, s->line);
    } else {
        x.cell[0] = STR("entry");
        x.cell[1] = chains_method(p, note->a);
        x.cell[4] = arena_str(listing->r->mem, chains_level(room, note->b));
    }
    add_line(listing, x);
}

static void list_unpredicted(struct listing *listing) {
    const struct pool *pool = &listing->c->pool;
    for (u4 i = 0; i < pool->n_notes; i++) {
        if (pool_is_odd(&pool->note[i])) {
            add_unpredicted(listing, &pool->note[i]);
        }
    }
    for (u4 i = 0; i < pool->n_strays; i++) {
        const struct pool_step *s = &pool->stray[i];
        const struct plan_label *l = &listing->p->label[s->label];
        const struct plan_site *site = &listing->p->site[l->site];
        struct line x = {{
            STR("step"),
            chains_method(listing->p, site->method),
            number(listing, site->pc),
            line_text(listing, site->line),
            chain_text_of(listing, &s->label, 1),
            number(listing, s->count),
        }};
        add_line(listing, x);
    }
}

static void list_handlers(struct listing *listing) {
    const struct plan *p = listing->p;
    const struct pool *pool = &listing->c->pool;
    u8 *hits = ARENA_ZARRAY(listing->r->mem, u8, p->n[PLAN_HANDLER]);
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
        struct str type = string_of(listing, h->type);
        struct line x = {{
            chains_method(p, h->method),
            number(listing, h->pc),
            line_text(listing, h->line),
            type.n ? type : STR("*"),
            number(listing, hits[i]),
        }};
        add_line(listing, x);
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

static void write_json(const struct columns *shown, struct out *o,
                       const struct line *x) {
    for (u4 i = 0; i < shown->n; i++) {
        if (shown->number[i]) {
            out_json_key(o, shown->name[i]);
            out_put(o, x->cell[i]);
        } else {
            out_json_text(o, shown->name[i], x->cell[i]);
        }
    }
    out_json_end(o);
}

static void write_lines(struct listing *listing, bool json, FILE *out) {
    const struct columns *shown = &listing->columns;
    struct out o;
    struct str head[MOST_CELLS];
    SORT(listing->line.v, listing->line.n, line_order);
    out_begin(&o, out);
    if (!json) {
        for (u4 i = 0; i < shown->n; i++) {
            head[i] = str_of(shown->name[i]);
        }
        out_put(&o, STR("#"));
        out_row(&o, head, shown->n);
    }
    for (u4 i = 0; i < listing->line.n; i++) {
        if (json) {
            write_json(shown, &o, &listing->line.v[i]);
        } else {
            out_row(&o, listing->line.v[i].cell, shown->n);
        }
    }
    out_end(&o);
}

struct big report_list(const struct report *r, enum list_of of, bool every,
                       u8 limit, bool json, FILE *out) {
    struct listing listing = {.r = r, .limit = limit, .columns = columns[of]};
    listing.n_cells = listing.columns.n;
    if (r->n > 1) {
        listing.columns.name[listing.columns.n] = "plan";
        listing.columns.number[listing.columns.n++] = true;
    }
    for (u4 i = 0; i < r->n; i++) {
        listing.plan = i;
        listing.c = r->cover[i];
        listing.p = listing.c->plan;
        switch (of) {
        case LIST_CHAINS:
            list_chains(&listing, every);
            break;
        case LIST_RC:
            list_pairs(&listing, PLAN_LABEL_RC);
            break;
        case LIST_TM:
            list_pairs(&listing, PLAN_LABEL_TM);
            break;
        case LIST_ENTRIES:
            list_entries(&listing);
            break;
        case LIST_UNPREDICTED:
            list_unpredicted(&listing);
            break;
        case LIST_HANDLERS:
            list_handlers(&listing);
            break;
        }
    }
    write_lines(&listing, json, out);
    vec_free(&listing.line);
    return listing.left_out;
}
