// SPDX-License-Identifier: MIT
// What became covered, and what no longer is, as an answer.
#include "rewriter/query/query.h"

#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/compare.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/coverage/figures.h"
#include "rewriter/query/query_priv.h"
#include "rt-native/plan.h"

static const char *const fate_text[N_FATES] = {
    [COMPARE_GAINED] = "covered now, and not before",
    [COMPARE_LOST] = "covered before, and not now",
    [COMPARE_NEW] = "covered now, without a counterpart in the plan before",
    [COMPARE_GONE] = "covered before, without a counterpart in the plan now",
};

// --- Figures -----------------------------------------------------------------

static struct str required_text(const struct query *q, const struct figure *f) {
    return f->unknown ? STR("?") : big_text(q->mem, f->required);
}

static void json_figure(const struct query *q, const char *key,
                        const struct figure *f) {
    out_json_key(q->out, key);
    query_json_item(q, 0);
    if (!f->unknown) {
        query_json_big(q, "required", f->required);
        query_json_u8(q, "covered", f->covered);
    }
    out_put(q->out, STR("}"));
}

static void text_figure(const struct query *q, const struct figure *f) {
    char room[PERCENT_TEXT];
    query_count_u8(q, f->covered);
    out_put(q->out, STR("of"));
    query_count(q, required_text(q, f));
    query_count(q, str_of(figure_percent(room, f)));
}

static void put_figures(const struct query *q, const struct cover *now) {
    struct figures f[2];
    figures_make(&f[0], &q->c, 1, q->mem);
    figures_make(&f[1], &now, 1, q->mem);
    if (q->json) {
        out_json_key(q->out, "figures");
        query_json_item(q, 0);
    } else {
        out_put(q->out, STR("    covered before                      "
                            "covered now\n"));
    }
    for (enum figure_of i = 0; i < N_FIGURES; i++) {
        if (!f[0].has[i] && !f[1].has[i]) {
            continue;
        }
        if (q->json) {
            out_json_key(q->out, figure_word[i]);
            query_json_item(q, 0);
            json_figure(q, "before", &f[0].all[i]);
            json_figure(q, "now", &f[1].all[i]);
            out_put(q->out, STR("}"));
            continue;
        }
        text_figure(q, &f[0].all[i]);
        text_figure(q, &f[1].all[i]);
        out_put(q->out, str_of(figure_word[i]));
        out_row(q->out, NULL, 0);
    }
    out_put(q->out, q->json ? STR("}") : STR(""));
}

// --- Lists -------------------------------------------------------------------

static void put_pair(const struct query *q, u4 i,
                     const struct compare_list *l) {
    const struct plan *p = l->cover->plan;
    const struct plan_label *x = &p->label[l->id[i]];
    u8 hits = compare_hits(l, i, q->mem);
    bool is_rc = l->of == COMPARE_RC;
    struct str name =
        chains_string(p, is_rc ? p->receiver[x->receiver].name : x->to);
    if (q->json) {
        query_json_item(q, i);
        query_json_u8(q, "hits", hits);
        query_json_place(q, x->site);
        out_json_text(q->out, is_rc ? "receiver" : "target", name);
        out_put(q->out, STR("}"));
    } else {
        query_count_u8(q, hits);
        if (is_rc) {
            step_class(q->out, name);
        } else {
            step_method(q->out, name);
        }
        out_put(q->out, STR(" at "));
        query_put_place(q, x->site);
        out_row(q->out, NULL, 0);
    }
}

static void put_list(const struct query *q, enum compare_fate fate,
                     const struct compare_list *l) {
    struct query there = *q;
    u4 shown = l->n < q->top ? l->n : q->top;
    there.c = l->cover;
    if (q->json) {
        out_json_key(q->out, compare_fate_word[fate]);
        query_json_item(q, 0);
        query_json_u8(q, "n", l->n);
        query_json_list(q, "answers");
    } else {
        char *heading = arena_printf(q->mem, "%s, %s", compare_word[l->of],
                                     fate_text[fate]);
        query_heading(q, heading, shown, l->n);
    }
    for (u4 i = 0; i < shown; i++) {
        if (l->of == COMPARE_CHAINS) {
            query_put_node(&there, i, l->id[i]);
        } else {
            put_pair(&there, i, l);
        }
    }
    out_put(q->out, q->json ? STR("]}") : STR(""));
}

static void put_lists(const struct query *q, const struct compare *compare) {
    for (enum compare_of i = 0; i < N_COMPARES; i++) {
        if (q->json) {
            out_json_key(q->out, compare_word[i]);
            query_json_item(q, 0);
            query_json_u8(q, "both", compare->both[i]);
        }
        for (enum compare_fate fate = 0; fate < N_FATES; fate++) {
            // What there is none of needs no line.
            if (q->json || compare->list[i][fate].n) {
                put_list(q, fate, &compare->list[i][fate]);
            }
        }
        out_put(q->out, q->json ? STR("}") : STR(""));
    }
}

void query_compare(const struct query *q, const struct cover *now) {
    struct compare compare;
    compare_make(&compare, q->c, now, q->mem);
    query_begin(q, "compare");
    if (q->json) {
        out_json_text(q->out, "before", str_of(q->c->path));
        out_json_text(q->out, "now", str_of(now->path));
        out_json_text(q->out, "counts_now",
                      str_of(data_counts_word[now->pool.counts]));
    } else {
        out_put(q->out, STR("before: "));
        out_text(q->out, str_of(q->c->path));
        out_put(q->out, STR("\nnow:    "));
        out_text(q->out, str_of(now->path));
        out_row(q->out, NULL, 0);
    }
    put_figures(q, now);
    put_lists(q, &compare);
    query_end_hits(q, &now->pool);
}
