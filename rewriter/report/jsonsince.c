// SPDX-License-Identifier: MIT
// jsonsince.c - the baseline of a report as JSON: its figures, and what became of
// what it covered.
#include "rewriter/coverage/since.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/compare.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/report/json.h"
#include "rt-native/plan.h"

static void put_chain(struct json *j, const struct cover *c, u4 node) {
    const struct cover_node *x = &c->node[node];
    const struct plan_root *root = &c->forest.root[x->root];
    u4 *label = ARENA_ARRAY(j->r->mem, u4, (size_t)x->length + 1);
    cover_labels(c, node, label);
    json_root(j, c->plan, root->entry, root->level);
    json_number(j, "length", x->length);
    json_chain(j, "chain", c->plan, label, x->length);
    if (x->length) {
        json_site(j, c, c->plan->label[x->label].site);
    } else {
        u4 method = c->plan->entry[root->entry].method;
        json_place(j, c->plan, method, c->plan->method[method].line);
    }
}

static void put_pair(struct json *j, const struct compare_list *l, u4 label) {
    const struct plan *p = l->cover->plan;
    const struct plan_label *x = &p->label[label];
    json_site(j, l->cover, x->site);
    if (l->of == COMPARE_RC) {
        json_text(j, "receiver",
                  chains_string(p, p->receiver[x->receiver].name));
    } else {
        json_text(j, "target", chains_string(p, x->to));
    }
}

static void put_list(struct json *j, enum compare_fate fate,
                     const struct compare_list *l) {
    json_object(j, compare_fate_word[fate]);
    json_digits(j, "n", l->n);
    json_array(j, "first");
    for (u4 i = 0; i < l->n && i < j->r->top; i++) {
        json_element(j);
        if (l->of == COMPARE_CHAINS) {
            put_chain(j, l->cover, l->id[i]);
        } else {
            put_pair(j, l, l->id[i]);
        }
        json_digits(j, "hits", compare_hits(l, i, j->r->mem));
        json_element_end(j);
    }
    json_array_end(j);
    json_object_end(j);
}

void json_since(struct json *j) {
    const struct since *s = j->r->since;
    if (!s) {
        return;
    }
    json_object(j, "baseline");
    json_identity(j, s->before->plan);
    json_number(j, "n_runs", s->before->pool.n_runs);
    json_object(j, "figures");
    json_figures(j, &s->figures, s->figures.all);
    json_object_end(j);
    for (enum compare_of of = 0; of < N_COMPARES; of++) {
        if (!since_has(s, &j->r->figures, of)) {
            continue;
        }
        json_object(j, compare_word[of]);
        json_digits(j, "both", s->compare.both[of]);
        for (enum compare_fate fate = 0; fate < N_FATES; fate++) {
            put_list(j, fate, &s->compare.list[of][fate]);
        }
        json_object_end(j);
    }
    json_object_end(j);
}
