// SPDX-License-Identifier: MIT
// What is required and covered of entries, by level and length.
#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/count.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/query/query.h"
#include "rewriter/query/query_priv.h"
#include "rt-native/plan.h"

// Words of flags, as a JSON list or with commas.
static void put_words(const struct query *q, const char *key, u4 bits,
                      const char *const *word, u4 n) {
    bool first = true;
    if (q->json) {
        query_json_list(q, key);
    }
    for (u4 i = 0; i < n; i++) {
        if (bits >> i & 1) {
            if (q->json) {
                out_put(q->out, first ? STR("") : STR(","));
                out_json(q->out, str_of(word[i]));
            } else {
                out_put(q->out, first ? STR("") : STR(", "));
                out_put(q->out, str_of(word[i]));
            }
            first = false;
        }
    }
    if (q->json) {
        out_put(q->out, STR("]"));
    } else {
        out_put(q->out, first ? STR("-") : STR(""));
    }
}

// Covered chains of one tree by length; their sum.
static u4 count_covered(const struct cover *c, u4 root, u4 *by_length) {
    u4 n = 0;
    for (u4 i = c->root_node[root];
         i && i < c->n_nodes && c->node[i].root == root; i++) {
        by_length[c->node[i].length]++;
        n++;
    }
    return n;
}

static void put_length(const struct query *q, struct str name, struct big all,
                       u4 covered) {
    query_count(q, name);
    query_count(q, big_text(q->mem, all));
    query_right(q, query_text_u8(q, covered));
    out_row(q->out, NULL, 0);
}

static void text_tree(const struct query *q, u4 root, const u4 *by_length,
                      u4 covered) {
    const struct cover *c = q->c;
    const struct chains_tree *t = &c->count.tree[root];
    u4 node = c->root_node[root];
    char room[LEVEL_TEXT];
    out_put(q->out, STR("  tree of level "));
    out_put(q->out, chains_level(room, c->forest.root[root].level));
    out_put(q->out, STR(", entered "));
    query_put_times(q, node ? c->node[node].hits : 0);
    out_row(q->out, NULL, 0);
    query_count(q, STR("length"));
    query_count(q, STR("chains"));
    query_right(q, STR("covered"));
    out_row(q->out, NULL, 0);
    for (u4 i = 0; i <= t->height; i++) {
        put_length(q, query_text_u8(q, i), t->by_length[i], by_length[i]);
    }
    put_length(q, STR("all"), t->total, covered);
}

static void json_tree(const struct query *q, u4 i, u4 root, const u4 *by_length,
                      u4 covered) {
    const struct cover *c = q->c;
    const struct chains_tree *t = &c->count.tree[root];
    u4 node = c->root_node[root];
    char room[LEVEL_TEXT];
    query_json_item(q, i);
    out_json_text(q->out, "level",
                  chains_level(room, c->forest.root[root].level));
    query_json_u8(q, "hits", node ? c->node[node].hits : 0);
    query_json_big(q, "chains", t->total);
    query_json_u8(q, "covered", covered);
    query_json_list(q, "by_length");
    for (u4 k = 0; k <= t->height; k++) {
        query_json_item(q, k);
        out_json_number(q->out, "length", k);
        query_json_big(q, "chains", t->by_length[k]);
        query_json_u8(q, "covered", by_length[k]);
        out_put(q->out, STR("}"));
    }
    out_put(q->out, STR("]}"));
}

static void put_trees(const struct query *q, u4 entry) {
    const struct cover *c = q->c;
    u4 n = 0;
    for (u4 r = 0; r < c->forest.n_roots; r++) {
        if (c->forest.root[r].entry != entry) {
            continue;
        }
        u4 *by_length =
            ARENA_ZARRAY(q->mem, u4, (size_t)c->count.tree[r].height + 1);
        u4 covered = count_covered(c, r, by_length);
        if (q->json) {
            json_tree(q, n++, r, by_length, covered);
        } else {
            text_tree(q, r, by_length, covered);
        }
    }
}

static void put_entry(const struct query *q, u4 i, u4 entry) {
    const struct plan *p = q->c->plan;
    const struct plan_entry *e = &p->entry[entry];
    if (q->json) {
        query_json_item(q, i);
        out_json_text(q->out, "entry", chains_method(p, e->method));
    } else {
        step_method(q->out, chains_method(p, e->method));
        out_put(q->out, STR("\n  called by: "));
    }
    put_words(q, "reasons", e->reasons, plan_reason_name, PLAN_N_REASONS);
    out_put(q->out, q->json ? STR("") : STR("; possible at levels: "));
    put_words(q, "levels", e->levels, plan_level_name, PLAN_N_LEVELS);
    if (q->json) {
        query_json_list(q, "trees");
    } else {
        out_row(q->out, NULL, 0);
    }
    put_trees(q, entry);
    out_put(q->out, q->json ? STR("]}") : STR(""));
}

void query_entry(const struct query *q, struct chains_pick entries) {
    const struct plan *p = q->c->plan;
    u4 n = 0, all = 0;
    for (u4 e = 1; e < p->n[PLAN_ENTRY]; e++) {
        all += chains_takes(entries, p, p->entry[e].method);
    }
    query_begin(q, "entry");
    if (q->json) {
        query_json_u8(q, "entries", all);
        query_json_list(q, "answers");
    } else {
        query_heading(q, "entries", all < q->top ? all : q->top, all);
    }
    for (u4 e = 1; e < p->n[PLAN_ENTRY] && n < q->top; e++) {
        if (chains_takes(entries, p, p->entry[e].method)) {
            put_entry(q, n++, e);
        }
    }
    out_put(q->out, q->json ? STR("]") : STR(""));
    query_end_hits(q, NULL);
}
