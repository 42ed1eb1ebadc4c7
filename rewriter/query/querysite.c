// SPDX-License-Identifier: MIT
// What was called at a call site.
//
// In how many chains it is: of those that a state begins, all behind a move of the site,
// and behind the others those of the state that they lead to. Covered ones are counted
// for all sites at once.
#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/query/query.h"
#include "rewriter/query/query_priv.h"
#include "rewriter/report/report.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

// Labels that were never taken which people are shown of a site.
enum { MOST_NEVER = 5 };

// What calls nothing (a field that is read, an object or lambda that is made, code that
// nothing reaches) is none, unless something was seen there all the same.
static bool takes_site(const struct query *q, const struct query_place *at,
                       u4 site) {
    const struct plan_site *s = &q->c->plan->site[site];
    return (s->n_labels || q->c->site_hits[site]) &&
           (!at->line || s->line == at->line) &&
           chains_takes(at->methods, q->c->plan, s->method) &&
           (at->which == QUERY_EVERYWHERE || s->pc == at->number ||
            (at->which == QUERY_NUMBER && s->line && s->line == at->number));
}

u4 query_n_sites(const struct query *q, const struct query_place *at) {
    u4 n = 0;
    for (u4 i = 1; i < q->c->plan->n[PLAN_SITE]; i++) {
        n += takes_site(q, at, i);
    }
    return n;
}

// --- Chains ------------------------------------------------------------------

// What is kept for all sites, and what for one of them, or one state.
struct site_counter {
    const struct cover *c;
    u4 *covered;  // by site
    struct arena of_all, of_site, of_state;
};

static struct big through(struct site_counter *counter, u4 state, u4 site,
                          const struct big *of) {
    const struct cover *c = counter->c;
    const struct plan *p = c->plan;
    const struct plan_move *m = p->move + p->state[state].first_move;
    bool here = p->state[state].method == p->site[site].method;
    struct big sum = big_of(0);
    arena_reset(&counter->of_state);
    for (u4 i = 0; i < p->state[state].n_moves; i++) {
        if (chains_is_child(&m[i])) {
            u4 to = plan_move_about(m[i].to);
            bool is = here && p->label[m[i].label].site == site;
            struct big n = is ? c->below[to] : of[to];
            sum = big_is_zero(n) ? sum : big_add(&counter->of_state, sum, n);
        }
    }
    return sum;
}

// States stand behind those they lead to.
static struct big chains_at(struct site_counter *counter, u4 site) {
    const struct chains *f = &counter->c->forest;
    arena_reset(&counter->of_site);
    struct big *of = ARENA_ARRAY(&counter->of_site, struct big, f->n_states);
    struct big sum = big_of(0);
    for (u4 s = 1; s < f->n_states; s++) {
        of[s] = big_copy(&counter->of_site, through(counter, s, site, of));
    }
    for (u4 r = 0; r < f->n_roots; r++) {
        sum = big_add(&counter->of_site, sum, of[f->root[r].state]);
    }
    return sum;
}

// A node counts for each site on its path once: where the path first comes past it, all
// nodes below do, which stand behind it.
static void count_covered(struct site_counter *counter) {
    const struct cover *c = counter->c;
    const struct plan *p = c->plan;
    u4 *size = ARENA_ARRAY(&counter->of_site, u4, c->n_nodes);
    u4 *past = ARENA_ZARRAY(&counter->of_site, u4, p->n[PLAN_SITE]);
    u4 *path = ARENA_ARRAY(&counter->of_site, u4, (size_t)c->count.max + 2);
    u4 depth = 0;
    counter->covered = ARENA_ZARRAY(&counter->of_all, u4, p->n[PLAN_SITE]);
    for (u4 i = 0; i < c->n_nodes; i++) {
        size[i] = 1;
    }
    for (u4 i = c->n_nodes; i-- > 1;) {
        size[c->node[i].parent] += size[i];
    }
    for (u4 i = 1; i < c->n_nodes; i++) {
        const struct cover_node *x = &c->node[i];
        while (depth && depth >= x->length) {
            past[path[depth--]]--;
        }
        if (x->parent) {
            path[++depth] = p->label[x->label].site;
            counter->covered[path[depth]] += past[path[depth]]++ ? 0 : size[i];
        }
    }
}

static void begin_counting(struct site_counter *counter,
                           const struct cover *c) {
    *counter = (struct site_counter){.c = c};
    arena_init(&counter->of_all);
    arena_init(&counter->of_site);
    arena_init(&counter->of_state);
    count_covered(counter);
}

static void end_counting(struct site_counter *counter) {
    arena_release(&counter->of_all);
    arena_release(&counter->of_site);
    arena_release(&counter->of_state);
}

// --- What is told ------------------------------------------------------------

struct site_answer {
    const struct plan *p;
    u4 id;
    const struct plan_site *s;
    bool known;  // how often it ran, and by which labels
    struct big chains;
    u4 covered;
    struct cover_pair *rc, *tm;
    u4 n_rc, n_tm;
};

static struct str receiver_of(const struct plan *p, u4 label) {
    return chains_string(p, p->receiver[p->label[label].receiver].name);
}

static struct str target_of(const struct plan *p, u4 label) {
    return chains_string(p, p->label[label].to);
}

static void json_pairs(const struct query *q, const char *key,
                       const struct cover_pair *pair, u4 n, bool is_rc) {
    const struct plan *p = q->c->plan;
    query_json_list(q, key);
    for (u4 i = 0; i < n; i++) {
        query_json_item(q, i);
        out_json_text(q->out, is_rc ? "receiver" : "target",
                      is_rc ? receiver_of(p, pair[i].label)
                            : target_of(p, pair[i].label));
        query_json_u8(q, "hits", pair[i].hits);
        out_put(q->out, STR("}"));
    }
    out_put(q->out, STR("]"));
}

static void json_labels(const struct query *q, const struct site_answer *a) {
    query_json_list(q, "labels");
    for (u4 i = 0; i < a->s->n_labels; i++) {
        u4 label = a->s->first_label + i;
        query_json_item(q, i);
        out_json_text(q->out, "receiver", receiver_of(a->p, label));
        out_json_text(q->out, "target", target_of(a->p, label));
        out_json_key(q->out, "inside");
        out_put(q->out, a->p->label[label].target ? STR("true") : STR("false"));
        query_json_hits(q, q->c->label_hits[label], a->known);
        out_put(q->out, STR("}"));
    }
    out_put(q->out, STR("]"));
}

static void json_strangers(const struct query *q, u4 site) {
    const struct pool *pool = &q->c->pool;
    u4 n = 0;
    query_json_list(q, "unpredicted");
    for (u4 i = 0; i < pool->n_notes; i++) {
        const struct pool_note *x = &pool->note[i];
        if (x->kind == DATA_RECEIVER && x->a == site) {
            query_json_item(q, n++);
            out_json_text(q->out, "receiver", report_escaped(q->mem, x->text));
            out_json_key(q->out, "inside");
            out_put(q->out, x->b ? STR("true") : STR("false"));
            query_json_u8(q, "hits", x->count);
            out_put(q->out, STR("}"));
        }
    }
    out_put(q->out, STR("]"));
}

static void json_site(const struct query *q, u4 i,
                      const struct site_answer *a) {
    query_json_item(q, i);
    query_json_place(q, a->id);
    query_json_hits(q, q->c->site_hits[a->id], a->known);
    query_json_big(q, "chains", a->chains);
    query_json_u8(q, "covered", a->covered);
    json_labels(q, a);
    json_pairs(q, "receivers", a->rc, a->n_rc, true);
    json_pairs(q, "targets", a->tm, a->n_tm, false);
    json_strangers(q, a->id);
    out_put(q->out, STR("}"));
}

static void text_pairs(const struct query *q, const char *what,
                       const struct cover_pair *pair, u4 n, bool is_rc) {
    u4 covered = 0;
    for (u4 i = 0; i < n; i++) {
        covered += pair[i].hits != 0;
    }
    if (n == 0) {
        return;
    }
    out_put(q->out, STR("  "));
    out_put(q->out, str_of(what));
    out_number(q->out, covered);
    out_put(q->out, STR(" of "));
    out_number(q->out, n);
    out_put(q->out, STR(" covered\n"));
    for (u4 i = 0; i < n; i++) {
        query_count_u8(q, pair[i].hits);
        if (is_rc) {
            step_class(q->out, receiver_of(q->c->plan, pair[i].label));
        } else {
            step_method(q->out, target_of(q->c->plan, pair[i].label));
        }
        out_row(q->out, NULL, 0);
    }
}

static void text_label(const struct query *q, u4 label, bool known) {
    const struct plan *p = q->c->plan;
    const struct plan_label *l = &p->label[label];
    query_count(q,
                known ? query_text_u8(q, q->c->label_hits[label]) : STR("-"));
    step_method(q->out, target_of(p, label));
    if (p->receiver[l->receiver].kind != PLAN_NO_RECEIVER) {
        out_put(q->out, STR(" on "));
        step_class(q->out, receiver_of(p, label));
    }
    out_put(q->out, l->target ? STR("\n") : STR(" (outside)\n"));
}

static void text_strangers(const struct query *q, u4 site) {
    const struct pool *pool = &q->c->pool;
    for (u4 i = 0; i < pool->n_notes; i++) {
        const struct pool_note *x = &pool->note[i];
        if (x->kind == DATA_RECEIVER && x->a == site) {
            query_count_u8(q, x->count);
            out_put(q->out, STR("on "));
            step_class(q->out, report_escaped(q->mem, x->text));
            out_put(q->out, x->b ? STR(", which the plan does not predict\n")
                                 : STR(", which the plan does not predict "
                                       "(outside)\n"));
        }
    }
}

static bool is_missing(const struct cover_pair *pair, u4 n, u4 label) {
    for (u4 i = 0; i < n; i++) {
        if (pair[i].label == label) {
            return pair[i].hits == 0;
        }
    }
    return false;
}

// Labels that were never taken: those that something required is missing with, or the
// others. At most so many are shown; gives how many there are.
static u4 text_never(const struct query *q, const struct site_answer *a,
                     bool missing, u4 most) {
    u4 n = 0;
    for (u4 i = 0; i < a->s->n_labels; i++) {
        u4 label = a->s->first_label + i;
        bool is = is_missing(a->rc, a->n_rc, label) ||
                  is_missing(a->tm, a->n_tm, label);
        if (!q->c->label_hits[label] && is == missing && n++ < most) {
            text_label(q, label, a->known);
        }
    }
    return n;
}

// What was called there, and a few of those that could be and were not.
static void text_labels(const struct query *q, const struct site_answer *a) {
    u4 never = 0;
    for (u4 i = 0; i < a->s->n_labels; i++) {
        bool taken = q->c->label_hits[a->s->first_label + i] != 0;
        never += !taken;
        if (taken) {
            text_label(q, a->s->first_label + i, true);
        }
    }
    text_strangers(q, a->id);
    // A line that says "and 1 other" would be no shorter.
    u4 most = never == MOST_NEVER + 1 ? never : MOST_NEVER;
    u4 n = text_never(q, a, true, most);
    text_never(q, a, false, n < most ? most - n : 0);
    if (never > most) {
        query_count(q, a->known ? STR("0") : STR("-"));
        out_put(q->out, STR("and "));
        out_number(q->out, never - most);
        out_put(q->out, STR(" others\n"));
    }
}

static void text_site(const struct query *q, const struct site_answer *a) {
    struct str chains = big_text(q->mem, a->chains);
    query_put_place(q, a->id);
    out_put(q->out, STR("\n  "));
    query_put_ran(q, a->id);
    out_put(q->out, STR("; in "));
    out_put(q->out, chains);
    out_put(q->out,
            str_eq(chains, STR("1")) ? STR(" chain, ") : STR(" chains, "));
    out_number(q->out, a->covered);
    out_put(q->out, STR(" of them covered\n"));
    text_labels(q, a);
    text_pairs(q, "required receivers: ", a->rc, a->n_rc, true);
    text_pairs(q, "required targets: ", a->tm, a->n_tm, false);
}

static void put_site(const struct query *q, struct site_counter *counter, u4 i,
                     u4 site) {
    const struct cover *c = q->c;
    u4 n = c->plan->site[site].n_labels;
    struct site_answer a = {
        .p = c->plan,
        .id = site,
        .s = &c->plan->site[site],
        .known = cover_counts(c, site),
        .chains = chains_at(counter, site),
        .covered = counter->covered[site],
        .rc = ARENA_ARRAY(q->mem, struct cover_pair, n),
        .tm = ARENA_ARRAY(q->mem, struct cover_pair, n),
    };
    a.n_rc = cover_pairs(c, site, PLAN_LABEL_RC, a.rc);
    a.n_tm = cover_pairs(c, site, PLAN_LABEL_TM, a.tm);
    if (q->json) {
        json_site(q, i, &a);
    } else {
        text_site(q, &a);
    }
}

void query_site(const struct query *q, const struct query_place *at) {
    u4 n = 0, all = query_n_sites(q, at);
    struct site_counter counter;
    begin_counting(&counter, q->c);
    query_begin(q, "site");
    if (q->json) {
        query_json_u8(q, "sites", all);
        query_json_list(q, "answers");
    } else {
        query_heading(q, "call sites", all < q->top ? all : q->top, all);
    }
    for (u4 i = 1; i < q->c->plan->n[PLAN_SITE] && n < q->top; i++) {
        if (takes_site(q, at, i)) {
            put_site(q, &counter, n++, i);
        }
    }
    out_put(q->out, q->json ? STR("]") : STR(""));
    query_end_hits(q, NULL);
    end_counting(&counter);
}
