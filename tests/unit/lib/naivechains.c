// SPDX-License-Identifier: MIT
// All chains of a small plan, and random plans.
#include "tests/unit/lib/naivechains.h"

#include "rewriter/chains/project.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

// --- Chains ------------------------------------------------------------------

struct path {
    const struct plan *p;
    enum grain grain;
    struct naive_chains *to;
    struct str entry;
    u4 level;
};

static struct str words_of(struct path *h, const struct plan_label *l) {
    const struct plan *p = h->p;
    struct arena *mem = &h->to->arena;
    const char *pc = arena_printf(mem, "%u", p->site[l->site].pc);
    struct str x = chains_string(p, p->receiver[l->receiver].name);
    struct str target = chains_string(p, l->to);
    return str_of(arena_printf(
        mem, "%s %.*s %.*s", h->grain == GRAIN_METHOD ? "-" : pc,
        STR_F(h->grain == GRAIN_RECEIVER ? x : STR("-")), STR_F(target)));
}

static void add(struct path *h, u4 state, struct str words, u4 length) {
    struct arena *mem = &h->to->arena;
    const struct plan_state *q = &h->p->state[state];
    struct naive_chain c = {
        .entry = h->entry,
        .level = str_of(h->level == PLAN_ANY_LEVEL
                            ? "*"
                            : arena_printf(mem, "%u", h->level)),
        .words = words,
        .length = length,
        .last = chains_method(h->p, q->method),
    };
    c.line = str_of(arena_printf(mem, "%.*s\t%.*s\t%u\t%.*s", STR_F(c.entry),
                                 STR_F(c.level), length, STR_F(words)));
    for (u4 i = 0; i < q->n_moves; i++) {
        u4 to = h->p->move[q->first_move + i].to;
        h->to->n_back += plan_move_kind(to) == PLAN_UP;
    }
    vec_push(&h->to->v, c);
}

// NOLINTNEXTLINE(misc-no-recursion): simple, for plans that tests make
static void go_on(struct path *h, u4 state, struct str words, u4 length) {
    const struct plan_state *q = &h->p->state[state];
    add(h, state, words, length);
    for (u4 i = 0; i < q->n_moves; i++) {
        const struct plan_move *m = &h->p->move[q->first_move + i];
        if (plan_move_kind(m->to) == PLAN_TO) {
            struct str step = words_of(h, &h->p->label[m->label]);
            struct str more =
                str_of(arena_printf(&h->to->arena, "%.*s%s%.*s", STR_F(words),
                                    length ? " " : "", STR_F(step)));
            go_on(h, plan_move_about(m->to), more, length + 1);
        }
    }
}

static int line_order(const void *a, const void *b) {
    const struct naive_chain *x = a, *y = b;
    return str_order(x->line, y->line);
}

void naive_chains_init(struct naive_chains *n, const struct plan *p,
                       enum grain grain) {
    *n = (struct naive_chains){0};
    arena_init(&n->arena);
    for (u4 i = 1; i < p->n[PLAN_ROOT]; i++) {
        const struct plan_root *r = &p->root[i];
        struct path h = {p, grain, n,
                         chains_method(p, p->entry[r->entry].method), r->level};
        go_on(&h, r->state, STR(""), 0);
    }
    qsort(n->v.v, n->v.n, sizeof *n->v.v, line_order);
    u4 kept = 0;
    for (u4 i = 0; i < n->v.n; i++) {
        if (i == 0 || line_order(&n->v.v[i], &n->v.v[kept - 1]) != 0) {
            n->v.v[kept++] = n->v.v[i];
        }
    }
    n->v.n = kept;
}

void naive_chains_release(struct naive_chains *n) {
    vec_free(&n->v);
    arena_release(&n->arena);
}

// --- What tests share --------------------------------------------------------

void open_chains(struct chains *c, const struct plan *p,
                 struct chains_pick entries, enum grain grain,
                 struct arena *mem) {
    struct chains fine;
    chains_init(&fine, p, entries, mem);
    *c = fine;
    if (grain != GRAIN_RECEIVER) {
        assert_true(chains_project(c, &fine, grain, mem));
    }
}

FILE *capture_begin(struct capture *k) {
    *k = (struct capture){0};
    k->out = open_memstream(&k->text, &k->n);
    assert_non_null(k->out);
    return k->out;
}

struct str capture_end(struct capture *k, struct arena *mem) {
    fclose(k->out);
    struct str kept = arena_str(mem, (struct str){k->text, k->n});
    free(k->text);
    return kept;
}

struct str take_line(struct str *text) {
    const char *end = memchr(text->p, '\n', text->n);
    assert_non_null(end);
    struct str line = {text->p, (size_t)(end - text->p)};
    *text = (struct str){end + 1, text->n - line.n - 1};
    return line;
}

void is_text(struct str text, const char *expected) {
    if (!str_eq(text, str_of(expected))) {
        fail_msg("%.*s\ninstead of\n%s", STR_F(text), expected);
    }
}

// --- Random plans ------------------------------------------------------------

enum { MOST_METHODS = 6, MOST_LABELS = 7, MOST_STATES = 14 };

struct draft_label {
    u4 pc, receiver, target;
};

struct draft {
    u4 n_methods, n_states;
    u4 n_labels[MOST_METHODS];
    struct draft_label label[MOST_METHODS][MOST_LABELS];
    u4 method[MOST_STATES];
    int to[MOST_STATES][MOST_LABELS];  // a state below, or KIND
    u4 above[MOST_STATES];             // least number of edges
    bool root[MOST_STATES];
};
enum { NO_MOVE = -1, CUT = -2, UP = -3 };

static const char *const method_name[MOST_METHODS] = {"A.f",   "A.g",  "A$B.f",
                                                      "A$B.g", "AB.f", "B.f"};

static u4 below(u4 n) {
    return (u4)rand() % n;
}

static bool has_label(const struct draft *d, u4 m, const struct draft_label *l,
                      u4 n) {
    for (u4 i = 0; i < n; i++) {
        const struct draft_label *x = &d->label[m][i];
        if (x->pc == l->pc && x->receiver == l->receiver &&
            x->target == l->target) {
            return true;
        }
    }
    return false;
}

static void draft_labels(struct draft *d, u4 m) {
    static const u4 pc[] = {2, 10, 100, 9};
    u4 n = below(MOST_LABELS + 1);
    for (u4 i = 0; i < n; i++) {
        struct draft_label l = {pc[below(4)], below(3), below(d->n_methods)};
        if (!has_label(d, m, &l, d->n_labels[m])) {
            d->label[m][d->n_labels[m]++] = l;
        }
    }
}

// A state further down of that method, if it finds one.
static int some_state(const struct draft *d, u4 before, u4 method) {
    for (int tries = 0; before && tries < 8; tries++) {
        u4 s = below(before);
        if (d->method[s] == method) {
            return (int)s;
        }
    }
    return below(2) ? UP : CUT;
}

static void draft_moves(struct draft *d) {
    for (u4 s = d->n_states; s > 0; s--) {
        d->above[s - 1] = d->root[s - 1] ? 0 : 1000;
    }
    for (u4 s = 0; s < d->n_states; s++) {
        u4 m = d->method[s];
        for (u4 i = 0; i < d->n_labels[m]; i++) {
            d->to[s][i] =
                below(9) ? some_state(d, s, d->label[m][i].target) : NO_MOVE;
        }
    }
    for (u4 s = d->n_states; s > 0; s--) {
        for (u4 i = 0; i < d->n_labels[d->method[s - 1]]; i++) {
            int to = d->to[s - 1][i];
            if (to >= 0 && d->above[to] > d->above[s - 1] + 1) {
                d->above[to] = d->above[s - 1] + 1;
            }
        }
    }
}

static struct draft *draft_plan(struct arena *mem) {
    struct draft *d = ARENA_NEW(mem, struct draft);
    d->n_methods = 2 + below(MOST_METHODS - 1);
    d->n_states = 1 + below(MOST_STATES);
    for (u4 m = 0; m < d->n_methods; m++) {
        draft_labels(d, m);
    }
    for (u4 s = 0; s < d->n_states; s++) {
        d->method[s] = below(d->n_methods);
        d->root[s] = s + 1 == d->n_states || below(6) == 0;
    }
    draft_moves(d);
    return d;
}

static void write_move(FILE *out, const struct draft *d, u4 s, u4 i) {
    static const char *const receiver[] = {"-", "A", "A$B"};
    const struct draft_label *l = &d->label[d->method[s]][i];
    int to = d->to[s][i];
    if (to == NO_MOVE) {
        return;
    }
    fprintf(out, " %u/%s/%s", l->pc, receiver[l->receiver],
            method_name[l->target]);
    // A node is itself what 0 edges up lead to, so it must be the target.
    u4 most = d->above[s] < 3 ? d->above[s] : 2;
    u4 least = l->target != d->method[s];
    if (to >= 0) {
        fprintf(out, ">s%d", to);
    } else if (to == CUT || most < least) {
        fprintf(out, "!%s", plan_rule_name[below(PLAN_N_RULES)]);
    } else {
        fprintf(out, "^%u", least + below(most - least + 1));
    }
}

// One level for all, or several for each.
static void write_roots(FILE *out, const struct draft *d) {
    static const char *const level[] = {"2", "10", "0", "1"};
    bool levels = below(2);
    u4 seen[MOST_METHODS] = {0};
    for (u4 s = d->n_states; s > 0; s--) {
        u4 m = d->method[s - 1];
        if (d->root[s - 1] && seen[m] < (levels ? 4 : 1)) {
            fprintf(out, "root %s %s s%u\n", method_name[m],
                    levels ? level[seen[m]] : "*", s - 1);
            seen[m]++;
        }
    }
}

char *random_plan(struct arena *mem, unsigned seed) {
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    srand(seed);
    const struct draft *d = draft_plan(mem);
    for (u4 s = 0; s < d->n_states; s++) {
        fprintf(out, "state s%u: %s %s", s, method_name[d->method[s]],
                below(2) ? "=" : "+=");
        for (u4 i = 0; i < d->n_labels[d->method[s]]; i++) {
            write_move(out, d, s, i);
        }
        fputs("\n", out);
    }
    write_roots(out, d);
    fclose(out);
    char *kept = arena_cstr(mem, (struct str){text, n});
    free(text);
    return kept;
}
