// SPDX-License-Identifier: MIT
// The icicle of hot chains: each as wide as all calls made in it and below. Of very
// many the heaviest are shown.
#include "analysis/base/order.h"
#include "rewriter/html/html_priv.h"

#include "rewriter/chains/chains.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

enum { HOT_NODES = 2000 };

struct hot {
    struct html *h;
    const struct cover *c;
    u8 *weight;  // by node: times that it and all below were entered
    bool *taken;
    u4 *text;  // by string of the plan: its number on the page, from 1
    VEC(struct str) texts;
    u4 *row;  // by label: the row that tells of it, from 1
    VEC(u4) rows;
};

static int heavier(const void *a, const void *b) {
    u8 x = *(const u8 *)a, y = *(const u8 *)b;
    return (x < y) - (x > y);
}

static void weigh(struct hot *t, struct arena *work) {
    const struct cover *c = t->c;
    t->weight = ARENA_ZARRAY(work, u8, c->n_nodes);
    t->taken = ARENA_ZARRAY(work, bool, c->n_nodes);
    for (u4 i = c->n_nodes; i-- > 1;) {
        t->weight[i] = pool_sum(t->weight[i], c->node[i].hits);
        u4 up = c->node[i].parent;
        t->weight[up] = up ? pool_sum(t->weight[up], t->weight[i]) : 0;
    }
}

// The heaviest ones. A node is as heavy as what is below it, so none is taken
// without its parent.
static void take(struct hot *t, struct arena *work) {
    const struct cover *c = t->c;
    u4 n = c->n_nodes - 1, left = HOT_NODES;
    u8 least = 0;
    if (n > HOT_NODES) {
        u8 *all = ARENA_ARRAY(work, u8, n);
        memcpy(all, t->weight + 1, n * sizeof *all);
        SORT(all, n, heavier);
        least = all[HOT_NODES];
    }
    for (u4 i = 1; i <= n; i++) {
        t->taken[i] = t->weight[i] > least;
        left -= t->taken[i];
    }
    for (u4 i = 1; i <= n && left; i++) {
        u4 up = c->node[i].parent;
        if (t->weight[i] == least && (!up || t->taken[up])) {
            t->taken[i] = true;
            left--;
        }
    }
}

static u4 row_of(struct hot *t, u4 node) {
    const struct cover_node *x = &t->c->node[node];
    // Roots have no label: they stand behind all of them.
    u4 key = x->parent ? x->label : t->c->plan->n[PLAN_LABEL] + x->label;
    if (!t->row[key]) {
        vec_push(&t->rows, node);
        t->row[key] = t->rows.n;
    }
    return t->row[key] - 1;
}

// Without what stands in the list of its children, which it begins.
static void put_node(struct hot *t, u4 i) {
    struct html *h = t->h;
    enum html_part at = HTML_BOX;
    html_field(h, &at, HTML_BOX_CALL);
    html_count(h, row_of(t, i));
    html_field(h, &at, HTML_BOX_WEIGHT);
    html_count(h, t->weight[i]);
    html_field(h, &at, HTML_BOX_HITS);
    html_count(h, t->c->node[i].hits);
    html_field(h, &at, HTML_BOX_KIDS);
    html_put(h, "[");
    html_record_whole(at);
}

static u4 taken_from(const struct hot *t, u4 i) {
    while (i && !t->taken[i]) {
        i = t->c->node[i].next;
    }
    return i;
}

static void put_tree(struct hot *t, u4 root) {
    u4 i = root;
    put_node(t, i);
    for (;;) {
        u4 next = taken_from(t, t->c->node[i].first);
        while (!next) {
            html_put(t->h, "]]");
            if (i == root) {
                return;
            }
            next = taken_from(t, t->c->node[i].next);
            if (next) {
                html_put(t->h, ",");
            }
            i = t->c->node[i].parent;
        }
        i = next;
        put_node(t, i);
    }
}

static void put_text(struct hot *t, struct str s) {
    html_count(t->h, t->texts.n);
    vec_push(&t->texts, s);
}

static void put_string(struct hot *t, u4 string) {
    if (!t->text[string]) {
        vec_push(&t->texts, chains_string(t->c->plan, string));
        t->text[string] = t->texts.n;
    }
    html_count(t->h, t->text[string] - 1);
}

static u4 root_name(const struct hot *t, u4 root) {
    const struct plan *p = t->c->plan;
    return p->method[p->entry[t->c->forest.root[root].entry].method].name;
}

static void put_rows(struct hot *t) {
    const struct plan *p = t->c->plan;
    for (u4 i = 0; i < t->rows.n; i++) {
        const struct cover_node *x = &t->c->node[t->rows.v[i]];
        const struct plan_label *l = x->parent ? &p->label[x->label] : NULL;
        enum html_part at = HTML_CALL;
        html_put(t->h, i ? "," : "");
        html_field(t->h, &at, HTML_CALL_TARGET);
        put_string(t, l ? l->to : root_name(t, x->label));
        html_field(t->h, &at, HTML_CALL_RECEIVER);
        if (l) {
            put_string(t, p->receiver[l->receiver].name);
        } else {
            put_text(t, STR("-"));
        }
        html_field(t->h, &at, HTML_CALL_PLACE);
        put_text(t, l ? report_place(&t->h->mem, p, l->site) : STR(""));
        html_record_end(t->h, at);
    }
}

static void put_data(struct hot *t) {
    bool any = false;
    html_put(t->h, "<script type=\"application/json\" class=\"icicle-data\">"
                   "{\"tree\":[");
    for (u4 i = 1; i < t->c->n_nodes; i++) {
        if (!t->c->node[i].parent && t->taken[i]) {
            html_put(t->h, any ? ",\n" : "");
            put_tree(t, i);
            any = true;
        }
    }
    html_put(t->h, "],\n\"rows\":[");
    put_rows(t);
    html_put(t->h, "],\n\"text\":[");
    for (u4 i = 0; i < t->texts.n; i++) {
        html_put(t->h, i ? "," : "");
        html_json(t->h, t->texts.v[i]);
    }
    html_put(t->h, "]}</script>\n");
}

static void put_icicle(struct html *h, const struct html_plan *p) {
    struct hot t = {.h = h, .c = p->c};
    struct arena work;
    arena_init(&work);
    const struct plan *plan = p->c->plan;
    t.text = ARENA_ZARRAY(&work, u4, plan->n[PLAN_STRING]);
    t.row = ARENA_ZARRAY(
        &work, u4, (size_t)plan->n[PLAN_LABEL] + p->c->forest.n_roots + 1);
    weigh(&t, &work);
    take(&t, &work);
    if (h->r->n > 1) {
        html_put(h, "<h2>");
        html_text(h, str_of(report_plan_title(h->r, (u4)(p - h->plan))));
        html_put(h, "</h2>\n");
    }
    if (p->c->n_nodes - 1 > HOT_NODES) {
        html_put(h, "<p class=\"dim\">Shown are the heaviest ");
        html_count(h, HOT_NODES);
        html_put(h, " of ");
        html_count(h, p->c->n_nodes - 1);
        html_put(h, " covered chains.</p>\n");
    }
    html_put(h, "<section class=\"icicle-place\">\n");
    put_data(&t);
    html_put(h, "</section>\n");
    vec_free(&t.texts);
    vec_free(&t.rows);
    arena_release(&work);
}

void html_hot(struct html *h) {
    struct html_head head = {
        .kind = "hot", .base = "", .title = STR("Hot chains")};
    html_begin(h, &head);
    html_put(
        h, "<p>Each box is a chain, below the chain that it goes on from, and "
           "as wide as all calls made in it and below it. Choose a box to make "
           "it as wide as the page, and again to go back; the arrow keys go "
           "from box to box, Escape shows all.</p>\n");
    bool any = false;
    for (u4 i = 0; i < h->r->n; i++) {
        if (h->plan[i].c->n_nodes > 1) {
            put_icicle(h, &h->plan[i]);
            any = true;
        }
    }
    if (!any) {
        html_put(h, "<p>No chain was covered.</p>\n");
    }
    html_end(h);
    html_file(h, "hot.html");
}
