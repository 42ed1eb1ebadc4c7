// SPDX-License-Identifier: MIT
// The part of the overview that is about a baseline.
#include "rewriter/html/html_priv.h"
#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/compare.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/coverage/since.h"
#include "rewriter/report/top.h"
#include "rt-native/plan.h"

static const char *const kind[N_COMPARES] = {
    [COMPARE_CHAINS] = "Call chains",
    [COMPARE_RC] = "Receiver classes",
    [COMPARE_TM] = "Target methods",
};

static void put_number(struct html *h, u8 n) {
    html_put(h, "<td class=\"number\">");
    html_digits(h, big_text(&h->mem, big_of(n)));
    html_put(h, "</td>");
}

static void put_numbers(struct html *h) {
    static const char *const title[] = {
        "Of these", "#Covered before",   "#Covered now", "#Gained",
        "#Lost",    "#New in this plan", "#Gone from it"};
    const struct since *s = h->r->since;
    html_table(h, "Since the baseline", title, 3 + N_FATES);
    for (enum compare_of of = 0; of < N_COMPARES; of++) {
        enum figure_of f = since_figure[of];
        if (!since_has(s, &h->r->figures, of)) {
            continue;
        }
        html_put(h, "<tr><th scope=\"row\">");
        html_put(h, kind[of]);
        html_put(h, "</th>");
        put_number(h, s->figures.all[f].covered);
        put_number(h, h->r->figures.all[f].covered);
        for (enum compare_fate fate = 0; fate < N_FATES; fate++) {
            put_number(h, s->compare.list[of][fate].n);
        }
        html_put(h, "</tr>\n");
    }
    html_table_end(h);
}

// --- What was lost, and gained ------------------------------------------------------

// The place of the root of a chain that was lost, in the plan of now: there is one,
// or the chain would be gone.
static u4 root_now(const struct since *s, const struct cover *now,
                   const struct plan_root *was) {
    u4 i = 0;
    while (i + 1 < now->forest.n_roots &&
           (now->forest.root[i].entry != s->now.entry[was->entry] ||
            now->forest.root[i].level != was->level)) {
        i++;
    }
    return i;
}

static void put_chain_link(struct html *h, enum compare_fate fate,
                           const struct top_since *x) {
    const struct since *s = h->r->since;
    const struct compare_list *l = &s->compare.list[x->of][fate];
    const struct cover_node *node = &l->cover->node[l->id[x->i]];
    u4 *label = ARENA_ARRAY(&h->mem, u4, (size_t)node->length + 1);
    u4 root = node->root;
    cover_labels(l->cover, l->id[x->i], label);
    if (fate == COMPARE_LOST) {
        root = root_now(s, h->plan[0].c, &l->cover->forest.root[root]);
        for (u4 i = 0; i < node->length; i++) {
            label[i] = s->now.label[label[i]];
        }
    }
    html_chain_link(h, &h->plan[0], root, label, node->length);
}

static void put_link(struct html *h, enum compare_fate fate,
                     const struct top_since *x, u4 site) {
    const struct html_plan *p = &h->plan[0];
    if (x->of == COMPARE_CHAINS) {
        put_chain_link(h, fate, x);
        return;
    }
    u4 method = p->c->plan->site[site].method;
    const char *page = p->page[p->c->plan->method[method].class];
    html_text(h, str_of(page ? page : ""));
    html_put(h, "#s=");
    html_count(h, site);
}

static void put_row(struct html *h, enum compare_fate fate,
                    const struct top_since *x) {
    const struct plan *p = h->plan[0].c->plan;
    u4 method, site = top_since_site(h->r, fate, x, &method);
    html_put(h, "<tr><td class=\"long\"><a href=\"");
    put_link(h, fate, x, site);
    html_put(h, "\">");
    html_text(h, str_of(top_since_text(h->r, fate, x)));
    html_put(h, "</a></td><td class=\"long\">");
    html_text(h, site ? report_place(&h->mem, p, site)
                      : report_method_place(&h->mem, p, method));
    html_put(h, "</td>");
    if (x->of == COMPARE_CHAINS) {
        put_number(h, x->chains);
    } else {
        html_put(h, "<td></td>");
    }
    html_put(h, "</tr>\n");
}

static void put_list(struct html *h, enum compare_fate fate, const char *name) {
    static const char *const title[] = {"What", "Where",
                                        "#Chains that begin with it"};
    struct top_since *x;
    u4 n = top_since(h->r, fate, &x);
    if (!n) {
        return;
    }
    html_put(h, "<h2>");
    html_put(h, name);
    html_put(h, "</h2>\n");
    html_table(h, name, title, 3);
    for (u4 i = 0; i < n; i++) {
        put_row(h, fate, &x[i]);
    }
    html_table_end(h);
}

void html_since(struct html *h) {
    const struct since *s = h->r->since;
    if (!s) {
        return;
    }
    html_put(h, "<h2>Since the baseline</h2>\n<p>Compared with ");
    html_digits(h, big_text(&h->mem, big_of(s->before->pool.n_runs)));
    html_put(h, s->before->pool.n_runs == 1 ? " run" : " runs");
    html_put(h, " of <span class=\"code\">");
    html_text(h, chains_option(s->before->plan, "inputs"));
    html_put(h, "</span>. What only one of the two plans has is new, or gone; "
                "it may be no more than a call that has moved.</p>\n");
    put_numbers(h);
    put_list(h, COMPARE_LOST, "No longer covered");
    put_list(h, COMPARE_GAINED, "Covered since");
}
