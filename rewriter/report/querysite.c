// SPDX-License-Identifier: MIT
// What was called at a call site.
//
// In how many chains it occurs: of a state, the chains that avoid it are one and those
// of all its moves that are of other sites; what is left of all chains passes it.
#include "rewriter/report/query.h"
#include "rewriter/report/query_priv.h"

// Labels that were never taken which people are shown of a site; of one that has
// requirements those tell.
enum { MOST_NEVER = 5 };

static bool takes_site(const struct query *q, const struct query_place *at,
                       u4 site) {
    const struct plan_site *s = &q->c->plan->site[site];
    return chains_takes(at->methods, q->c->plan, s->method) &&
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

static struct big avoiding(const struct cover *c, u4 state, u4 site,
                           const struct big *of, struct arena *mem) {
    const struct plan *p = c->plan;
    const struct plan_move *m = p->move + p->state[state].first_move;
    struct big sum = big_of(1);
    for (u4 i = 0; i < p->state[state].n_moves; i++) {
        if (plan_move_kind(m[i].to) == PLAN_TO &&
            p->label[m[i].label].site != site) {
            sum = big_add(mem, sum, of[plan_move_about(m[i].to)]);
        }
    }
    return sum;
}

static struct big chains_at(const struct query *q, u4 site) {
    const struct cover *c = q->c;
    struct arena work;
    arena_init(&work);
    struct big *avoid = ARENA_ARRAY(&work, struct big, c->forest.n_states);
    struct big some = big_of(0), all = big_of(0);
    for (u4 s = 1; s < c->forest.n_states; s++) {
        avoid[s] = avoiding(c, s, site, avoid, &work);
    }
    for (u4 r = 0; r < c->forest.n_roots; r++) {
        some = big_add(&work, some, avoid[c->forest.root[r].state]);
        all = big_add(&work, all, c->below[c->forest.root[r].state]);
    }
    struct big n = big_copy(q->mem, big_sub(&work, all, some));
    arena_release(&work);
    return n;
}

static u4 covered_at(const struct cover *c, u4 site, struct arena *mem) {
    bool *passes = ARENA_ZARRAY(mem, bool, c->n_nodes);
    u4 n = 0;
    for (u4 i = 1; i < c->n_nodes; i++) {
        const struct cover_node *x = &c->node[i];
        passes[i] = x->parent && (passes[x->parent] ||
                                  c->plan->label[x->label].site == site);
        n += passes[i];
    }
    return n;
}

// --- What is told ------------------------------------------------------------

struct site_answer {
    const struct plan *p;
    u4 id;
    const struct plan_site *s;
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
        query_json_u8(q, "hits", q->c->label_hits[label]);
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
            out_json_text(q->out, "receiver", x->text);
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
    query_json_u8(q, "hits", q->c->site_hits[a->id]);
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
        out_put(q->out, is_rc ? receiver_of(q->c->plan, pair[i].label)
                              : target_of(q->c->plan, pair[i].label));
        out_row(q->out, NULL, 0);
    }
}

static void text_label(const struct query *q, u4 label) {
    const struct plan *p = q->c->plan;
    const struct plan_label *l = &p->label[label];
    query_count_u8(q, q->c->label_hits[label]);
    out_put(q->out, target_of(p, label));
    if (p->receiver[l->receiver].kind != PLAN_NO_RECEIVER) {
        out_put(q->out, STR(" on "));
        out_put(q->out, receiver_of(p, label));
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
            out_put(q->out, x->text);
            out_put(q->out, x->b ? STR(", which the plan does not predict\n")
                                 : STR(", which the plan does not predict "
                                       "(outside)\n"));
        }
    }
}

// What was called there, and a few of those that could be and were not.
static void text_labels(const struct query *q, const struct site_answer *a) {
    u4 never = 0, most = a->n_rc || a->n_tm ? 0 : MOST_NEVER;
    for (u4 i = 0; i < a->s->n_labels; i++) {
        if (q->c->label_hits[a->s->first_label + i]) {
            text_label(q, a->s->first_label + i);
        }
    }
    text_strangers(q, a->id);
    for (u4 i = 0; i < a->s->n_labels; i++) {
        if (!q->c->label_hits[a->s->first_label + i] && never++ < most) {
            text_label(q, a->s->first_label + i);
        }
    }
    if (never > most) {
        query_count_u8(q, 0);
        out_put(q->out, STR("and "));
        out_number(q->out, never - most);
        out_put(q->out, STR(" others\n"));
    }
}

static void text_site(const struct query *q, const struct site_answer *a) {
    query_put_place(q, a->id);
    out_row(q->out, NULL, 0);
    out_put(q->out, STR("  ran "));
    query_put_u8(q, q->c->site_hits[a->id]);
    out_put(q->out, STR(" times; in "));
    query_put_big(q, a->chains);
    out_put(q->out, STR(" chains, "));
    out_number(q->out, a->covered);
    out_put(q->out, STR(" of them covered\n"));
    text_labels(q, a);
    text_pairs(q, "required receivers: ", a->rc, a->n_rc, true);
    text_pairs(q, "required targets: ", a->tm, a->n_tm, false);
}

static void put_site(const struct query *q, u4 i, u4 site) {
    const struct cover *c = q->c;
    u4 n = c->plan->site[site].n_labels;
    struct site_answer a = {
        .p = c->plan,
        .id = site,
        .s = &c->plan->site[site],
        .chains = chains_at(q, site),
        .covered = covered_at(c, site, q->mem),
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
    query_begin(q, "site");
    if (q->json) {
        query_json_u8(q, "sites", all);
        query_json_list(q, "answers");
    } else {
        query_heading(q, "call sites", all < q->top ? all : q->top, all);
    }
    for (u4 i = 1; i < q->c->plan->n[PLAN_SITE] && n < q->top; i++) {
        if (takes_site(q, at, i)) {
            put_site(q, n++, i);
        }
    }
    out_put(q->out, q->json ? STR("]") : STR(""));
    query_end(q);
}
