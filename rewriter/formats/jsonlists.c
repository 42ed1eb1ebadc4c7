// SPDX-License-Identifier: MIT
// jsonlists.c - the lists of the report as JSON: where tests stopped, polymorphic
// sites, what nobody predicted, what else ran, and what became of what the baseline covered.
#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/compare.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/coverage/since.h"
#include "rewriter/formats/json.h"
#include "rewriter/report/causes.h"
#include "rewriter/report/report.h"
#include "rewriter/report/top.h"

#include "rewriter/chains/step.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

static const struct cover *cover_of(const struct json *j, u4 plan) {
    return j->r->cover[plan];
}

// --- Places -------------------------------------------------------------------------

static void put_place(struct json *j, const struct plan *p, u4 method,
                      u4 line) {
    u4 class = p->method[method].class;
    struct str source = chains_string(p, p->class[class].source);
    json_text(j, "class", chains_string(p, p->class[class].name));
    json_text(j, "method", chains_method(p, method));
    if (source.n) {
        json_text(j, "source", source);
    }
    if (line) {
        json_number(j, "line", line);
    }
}

static void put_site(struct json *j, const struct cover *c, u4 site) {
    const struct plan_site *s = &c->plan->site[site];
    put_place(j, c->plan, s->method, s->line);
    json_number(j, "offset", s->pc);
    json_text(j, "called", chains_string(c->plan, s->called));
    json_digits(j, "site_hits", c->site_hits[site]);
}

static void put_label(struct json *j, const struct plan *p, u4 label) {
    const struct plan_label *l = &p->label[label];
    json_text(j, "receiver", chains_string(p, p->receiver[l->receiver].name));
    json_text(j, "target", chains_string(p, l->to));
}

// --- Chains -------------------------------------------------------------------------

static void put_chain(struct json *j, const char *key, const struct plan *p,
                      const u4 *label, u4 n) {
    struct out o;
    out_begin(&o, NULL);
    for (u4 i = 0; i < n; i++) {
        out_put(&o, i ? STR(" ") : STR(""));
        step_words(&o, p, GRAIN_RECEIVER, label[i]);
    }
    json_text(j, key, (struct str){(const char *)o.text.p, o.text.n});
    emit_release(&o.text);
}

static void put_root(struct json *j, const struct plan *p, u4 entry, u4 level) {
    char room[LEVEL_TEXT];
    json_text(j, "entry", chains_method(p, p->entry[entry].method));
    json_text(j, "level", chains_level(room, level));
}

// The labels of a node of the coverage.
static void put_prefix(struct json *j, const struct cover *c, u4 node) {
    u4 n = c->node[node].length;
    u4 *label = ARENA_ARRAY(j->r->mem, u4, (size_t)n + 1);
    cover_labels(c, node, label);
    put_chain(j, "prefix", c->plan, label, n);
    json_number(j, "prefix_length", n);
    json_digits(j, "prefix_hits", c->node[node].hits);
}

// --- Uncovered calls ----------------------------------------------------------------

// What the site of an uncovered call took; `here`: from the prefix itself.
static void put_taken(struct json *j, const struct cover *c,
                      const struct cover_uncovered *uncovered) {
    const struct plan *p = c->plan;
    const struct plan_site *s = &p->site[p->label[uncovered->label].site];
    json_array(j, "taken");
    for (u4 i = s->first_label; i < s->first_label + s->n_labels; i++) {
        if (!c->label_hits[i]) {
            continue;
        }
        u4 child = cover_child(c, uncovered->node, i);
        json_element(j);
        put_label(j, p, i);
        json_digits(j, "hits", c->label_hits[i]);
        json_digits(j, "here", child ? c->node[child].hits : 0);
        json_element_end(j);
    }
    json_array_end(j);
}

static void put_uncovered(struct json *j, const struct top_uncovered *x) {
    const struct cover *c = cover_of(j, x->plan);
    const struct plan *p = c->plan;
    u4 at = x->uncovered.node ? c->node[x->uncovered.node].root
                              : x->uncovered.label;
    const struct plan_root *root = &c->forest.root[at];
    json_element(j);
    json_number(j, "plan", x->plan);
    json_text(j, "opens", big_text(j->r->mem, x->uncovered.opens));
    put_root(j, p, root->entry, root->level);
    if (x->uncovered.node) {
        put_prefix(j, c, x->uncovered.node);
        put_label(j, p, x->uncovered.label);
        put_site(j, c, p->label[x->uncovered.label].site);
        put_taken(j, c, &x->uncovered);
    } else {
        u4 method = p->entry[root->entry].method;
        put_place(j, p, method, p->method[method].line);
    }
    json_element_end(j);
}

static void put_all_uncovered(struct json *j) {
    struct top_uncovered *uncovered;
    u4 n = top_uncovered(j->r, &uncovered);
    u8 all = 0;
    for (u4 i = 0; i < j->r->n; i++) {
        all += cover_n_uncovered(cover_of(j, i));
    }
    json_digits(j, "n_gaps", all);
    json_array(j, "gaps");
    for (u4 i = 0; i < n; i++) {
        put_uncovered(j, &uncovered[i]);
    }
    json_array_end(j);
}

// --- Polymorphic sites --------------------------------------------------------------

static void put_pairs(struct json *j, const struct cover *c, u4 site,
                      u4 which) {
    const struct plan *p = c->plan;
    u4 most = p->site[site].n_labels;
    struct cover_pair *pair =
        ARENA_ARRAY(j->r->mem, struct cover_pair, (size_t)most + 1);
    u4 n = cover_pairs(c, site, which, pair);
    bool rc = which == PLAN_LABEL_RC;
    json_array(j, rc ? "receivers" : "targets");
    for (u4 i = 0; i < n; i++) {
        const struct plan_label *l = &p->label[pair[i].label];
        json_element(j);
        json_text(j, "name",
                  chains_string(p, rc ? p->receiver[l->receiver].name : l->to));
        json_digits(j, "hits", pair[i].hits);
        json_element_end(j);
    }
    json_array_end(j);
}

static void put_sites(struct json *j) {
    json_array(j, "sites");
    for (u4 i = 0; i < j->r->n; i++) {
        const struct cover *c = cover_of(j, i);
        for (u4 s = 1; s < c->plan->n[PLAN_SITE]; s++) {
            if (!(c->plan->site[s].flags & (PLAN_SITE_RC | PLAN_SITE_TM))) {
                continue;
            }
            json_element(j);
            json_number(j, "plan", i);
            put_site(j, c, s);
            put_pairs(j, c, s, PLAN_LABEL_RC);
            put_pairs(j, c, s, PLAN_LABEL_TM);
            json_element_end(j);
        }
    }
    json_array_end(j);
}

// --- What was noted -----------------------------------------------------------------

static void put_receiver(struct json *j, const struct cover *c,
                         const struct pool_note *x) {
    put_site(j, c, x->a);
    json_text(j, "receiver", report_escaped(j->r->mem, x->text));
    json_flag(j, "cut", x->n_whole > x->text.n);
    json_flag(j, "inside", x->b);
    json_text(j, "cause", str_of(cause_word[cause_of(c->plan, x)]));
}

static void put_entry(struct json *j, const struct cover *c,
                      const struct pool_note *x) {
    char room[LEVEL_TEXT];
    put_place(j, c->plan, x->a, c->plan->method[x->a].line);
    json_text(j, "level", chains_level(room, x->b));
    json_text(j, "cause", str_of(cause_word[cause_of(c->plan, x)]));
}

static void put_handler(struct json *j, const struct cover *c,
                        const struct pool_note *x) {
    const struct plan_handler *h = &c->plan->handler[x->a];
    put_place(j, c->plan, h->method, h->line);
    json_number(j, "offset", h->pc);
    json_text(j, "type", h->type ? chains_string(c->plan, h->type) : STR("*"));
}

static void put_method(struct json *j, const struct cover *c,
                       const struct pool_note *x) {
    put_place(j, c->plan, x->a, c->plan->method[x->a].line);
}

typedef void put_note(struct json *j, const struct cover *c,
                      const struct pool_note *x);

static void put_notes(struct json *j, const char *key, enum data_kind kind,
                      put_note *put) {
    json_array(j, key);
    for (u4 i = 0; i < j->r->n; i++) {
        const struct cover *c = cover_of(j, i);
        for (u4 k = 0; k < c->pool.n_notes; k++) {
            const struct pool_note *x = &c->pool.note[k];
            if (x->kind == kind) {
                json_element(j);
                json_number(j, "plan", i);
                put(j, c, x);
                json_digits(j, "hits", x->count);
                json_element_end(j);
            }
        }
    }
    json_array_end(j);
}

// The entry and the labels of a node of the data.
static void put_run_chain(struct json *j, const struct cover *c, u4 node) {
    const struct pool_node *all = c->pool.node;
    u4 n = 0, root = node;
    while (all[root].parent) {
        root = all[root].parent;
        n++;
    }
    u4 *label = ARENA_ARRAY(j->r->mem, u4, (size_t)n + 1);
    for (u4 i = node, k = n; k > 0; i = all[i].parent) {
        label[--k] = all[i].label;
    }
    put_root(j, c->plan, all[root].label, all[root].level);
    put_chain(j, "prefix", c->plan, label, n);
}

static void put_strays(struct json *j) {
    json_array(j, "unpredicted_chains");
    for (u4 i = 0; i < j->r->n; i++) {
        const struct cover *c = cover_of(j, i);
        for (u4 k = 0; k < c->pool.n_strays; k++) {
            const struct pool_step *x = &c->pool.stray[k];
            json_element(j);
            json_number(j, "plan", i);
            put_run_chain(j, c, x->node);
            put_label(j, c->plan, x->label);
            put_site(j, c, c->plan->label[x->label].site);
            json_digits(j, "hits", x->count);
            json_element_end(j);
        }
    }
    json_array_end(j);
}

// --- What could not be instrumented ---------------------------------------------------

static void put_refused(struct json *j) {
    json_array(j, "refused");
    for (u4 i = 0; i < j->r->n; i++) {
        const struct plan *p = cover_of(j, i)->plan;
        for (u4 m = 1; m < p->n[PLAN_METHOD]; m++) {
            if (p->method[m].flags & PLAN_METHOD_REFUSED) {
                json_element(j);
                json_number(j, "plan", i);
                put_place(j, p, m, p->method[m].line);
                json_element_end(j);
            }
        }
    }
    json_array_end(j);
}

void json_lists(struct json *j) {
    put_all_uncovered(j);
    put_sites(j);
    // Calls without a probe are not looked at, so there may be more.
    json_flag(j, "unpredicted_lower_bound", true);
    put_notes(j, "unpredicted_receivers", DATA_RECEIVER, put_receiver);
    put_notes(j, "unpredicted_entries", DATA_ENTRY, put_entry);
    put_strays(j);
    put_notes(j, "handlers", DATA_HANDLER, put_handler);
    put_notes(j, "initialisers", DATA_INIT, put_method);
    put_notes(j, "finalizers", DATA_FINALIZER, put_method);
    put_refused(j);
}

// --- The baseline -------------------------------------------------------------------

static void put_compared_chain(struct json *j, const struct cover *c, u4 node) {
    const struct cover_node *x = &c->node[node];
    const struct plan_root *root = &c->forest.root[x->root];
    u4 *label = ARENA_ARRAY(j->r->mem, u4, (size_t)x->length + 1);
    cover_labels(c, node, label);
    put_root(j, c->plan, root->entry, root->level);
    json_number(j, "length", x->length);
    put_chain(j, "chain", c->plan, label, x->length);
    if (x->length) {
        put_site(j, c, c->plan->label[x->label].site);
    } else {
        u4 method = c->plan->entry[root->entry].method;
        put_place(j, c->plan, method, c->plan->method[method].line);
    }
}

static void put_compared_pair(struct json *j, const struct compare_list *l,
                              u4 label) {
    const struct plan *p = l->cover->plan;
    const struct plan_label *x = &p->label[label];
    put_site(j, l->cover, x->site);
    if (l->of == COMPARE_RC) {
        json_text(j, "receiver",
                  chains_string(p, p->receiver[x->receiver].name));
    } else {
        json_text(j, "target", chains_string(p, x->to));
    }
}

static void put_compared(struct json *j, enum compare_fate fate,
                         const struct compare_list *l) {
    json_object(j, compare_fate_word[fate]);
    json_digits(j, "n", l->n);
    json_array(j, "first");
    for (u4 i = 0; i < l->n && i < j->r->top; i++) {
        json_element(j);
        if (l->of == COMPARE_CHAINS) {
            put_compared_chain(j, l->cover, l->id[i]);
        } else {
            put_compared_pair(j, l, l->id[i]);
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
            put_compared(j, fate, &s->compare.list[of][fate]);
        }
        json_object_end(j);
    }
    json_object_end(j);
}
