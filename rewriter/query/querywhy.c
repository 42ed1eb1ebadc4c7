// SPDX-License-Identifier: MIT
// Why a chain is not in the forest; and if it is, where the tests stopped on it.
#include "rewriter/query/query.h"

#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/find.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/query/query_priv.h"
#include "rt-native/plan.h"

// One tree that has the chain, and how much of it is covered there.
struct way {
    u4 root;
    const u4 *label;
    u4 n;
    u4 node;    // of the longest covered prefix; 0: not even the entry
    u4 prefix;  // its length
};

static bool follow(const struct query *q, struct way *w) {
    const struct cover *c = q->c;
    u4 state = c->forest.root[w->root].state;
    u4 node = c->root_node[w->root];
    w->node = node;
    w->prefix = 0;
    for (u4 i = 0; i < w->n; i++) {
        const struct plan_move *m = chains_move(&c->forest, state, w->label[i]);
        if (!m || plan_move_kind(m->to) != PLAN_TO) {
            return false;
        }
        state = plan_move_about(m->to);
        node = node ? cover_child(c, node, w->label[i]) : 0;
        if (node) {
            w->node = node;
            w->prefix = i + 1;
        }
    }
    return true;
}

static bool is_covered(const struct way *w) {
    return w->node && w->prefix == w->n;
}

// Times that a label was taken right there.
static u8 hits_here(const struct query *q, const struct way *w, u4 label) {
    u4 child = cover_child(q->c, w->node, label);
    return child ? q->c->node[child].hits : 0;
}

// --- Lines -------------------------------------------------------------------

static void text_instead(const struct query *q, const struct way *w) {
    const struct plan *p = q->c->plan;
    u4 site = p->label[w->label[w->prefix]].site;
    const struct plan_site *s = &p->site[site];
    out_put(q->out, STR("  left at "));
    query_put_place(q, site);
    bool ran = q->c->site_hits[site] != 0;
    out_put(q->out,
            cover_counts(q->c, site) ? STR(";\n  that ") : STR(";\n  "));
    query_put_ran(q, site);
    out_put(q->out, ran ? STR(", behind these steps with\n") : STR("\n"));
    for (u4 i = 0; i < s->n_labels; i++) {
        u4 label = s->first_label + i;
        if (q->c->label_hits[label]) {
            query_count_u8(q, hits_here(q, w, label));
            step_text(q->out, p, GRAIN_RECEIVER, label);
            out_put(q->out, STR(", "));
            query_put_times(q, q->c->label_hits[label]);
            out_put(q->out, STR(" in all\n"));
        }
    }
}

static void text_way(const struct query *q, const struct way *w) {
    const struct cover *c = q->c;
    char room[LEVEL_TEXT];
    out_put(q->out, STR("at level "));
    out_put(q->out, chains_level(room, c->forest.root[w->root].level));
    if (is_covered(w)) {
        out_put(q->out, STR(": covered, "));
        query_put_times(q, c->node[w->node].hits);
        out_row(q->out, NULL, 0);
    } else if (!w->node) {
        out_put(q->out, STR(": not covered: the entry was never called\n"));
    } else {
        out_put(q->out, STR(": not covered; its entry and "));
        out_number(q->out, w->prefix);
        out_put(q->out, STR(" of "));
        out_number(q->out, w->n);
        out_put(q->out, STR(" steps are, "));
        query_put_times(q, c->node[w->node].hits);
        out_row(q->out, NULL, 0);
        text_instead(q, w);
    }
}

// --- JSON --------------------------------------------------------------------

static void json_instead(const struct query *q, const struct way *w) {
    const struct plan *p = q->c->plan;
    u4 site = p->label[w->label[w->prefix]].site, n = 0;
    const struct plan_site *s = &p->site[site];
    out_json_key(q->out, "left_at");
    query_json_item(q, 0);
    query_json_place(q, site);
    query_json_hits(q, q->c->site_hits[site], cover_counts(q->c, site));
    query_json_list(q, "instead");
    for (u4 i = 0; i < s->n_labels; i++) {
        const struct plan_label *l = &p->label[s->first_label + i];
        if (q->c->label_hits[s->first_label + i]) {
            query_json_item(q, n++);
            out_json_text(q->out, "receiver",
                          chains_string(p, p->receiver[l->receiver].name));
            out_json_text(q->out, "target", chains_string(p, l->to));
            query_json_u8(q, "here", hits_here(q, w, s->first_label + i));
            query_json_u8(q, "hits", q->c->label_hits[s->first_label + i]);
            out_put(q->out, STR("}"));
        }
    }
    out_put(q->out, STR("]}"));
}

static void json_way(const struct query *q, u4 i, const struct way *w) {
    const struct cover *c = q->c;
    char room[LEVEL_TEXT];
    bool covered = is_covered(w);
    query_json_item(q, i);
    out_json_text(q->out, "level",
                  chains_level(room, c->forest.root[w->root].level));
    out_json_key(q->out, "covered");
    out_put(q->out, covered ? STR("true") : STR("false"));
    query_json_u8(q, "hits", covered ? c->node[w->node].hits : 0);
    out_json_key(q->out, "entered");
    out_put(q->out, w->node ? STR("true") : STR("false"));
    out_json_number(q->out, "covered_steps", w->prefix);
    if (w->node && !covered) {
        json_instead(q, w);
    }
    out_put(q->out, STR("}"));
}

// --- Both --------------------------------------------------------------------

static void put_ways(const struct query *q, const struct chains_answer *a) {
    const struct chains *f = &q->c->forest;
    char room[LEVEL_TEXT];
    u4 n = 0;
    for (u4 r = 0; r < f->n_roots && a->verdict == CHAINS_FOUND; r++) {
        struct way w = {.root = r, .label = a->label, .n = a->n_labels};
        struct str of = chains_level(room, f->root[r].level);
        if (!str_eq(chains_entry(f, r), a->entry) ||
            (a->level.n && !str_eq(of, a->level)) || !follow(q, &w)) {
            continue;
        }
        if (q->json) {
            json_way(q, n, &w);
        } else {
            text_way(q, &w);
        }
        n++;
    }
    if (!q->json && n == 0 && a->verdict == CHAINS_FOUND) {
        out_put(q->out, STR("but not at level "));
        out_text(q->out, a->level);
        out_row(q->out, NULL, 0);
    }
}

bool query_why_not(const struct query *q, struct str words) {
    struct chains_answer a;
    chains_find(&a, &q->c->forest, GRAIN_RECEIVER, words, q->mem);
    if (a.verdict == CHAINS_NO_WORDS) {
        return false;
    }
    query_begin(q, "why-not");
    if (q->json) {
        out_json_key(q->out, "forest");
    }
    // What explains writes to the file itself.
    out_flush(q->out, true);
    chains_explain(&a, q->json ? CHAINS_JSON : CHAINS_TEXT, q->out->file);
    out_put(q->out, q->json ? STR(",\"trees\":[") : STR(""));
    put_ways(q, &a);
    out_put(q->out, q->json ? STR("]") : STR(""));
    query_end_hits(q, NULL);
    return true;
}
