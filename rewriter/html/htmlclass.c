// SPDX-License-Identifier: MIT
// Pages of classes: entries with their trees, methods, sites with what is required of
// them. Sites and labels are a piece of their own, since trees that begin elsewhere
// come through the class as well.
#include "rewriter/html/html_priv.h"

#include "rewriter/chains/chains.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/coverage/figures.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

// One plan, class after class.
struct classes {
    struct html *h;
    struct html_plan *p;
    const struct plan *plan;
    u4 *text;       // by string: its number in the piece, from 1; 0: not there
    VEC(u4) texts;  // those that are
    struct cover_pair *pair;
    u4 *odd;          // by site: the first of its notes of receivers, from 1
    u4 *entry;        // by method: its entry
    u4 *root;         // by entry: its first place in forest.root, from 1
    u4 *figure;       // by class: its row of figures, from 1
    u4 *method;       // by method: the same
    const char *key;  // "c12" of the class
};

static struct str string_of(const struct classes *k, u4 id) {
    return chains_string(k->plan, id);
}

// The part of a method's name behind that of its class.
static struct str short_name(const struct classes *k, u4 method) {
    struct str s = chains_method(k->plan, method);
    struct str class =
        string_of(k, k->plan->class[k->plan->method[method].class].name);
    if (str_starts(s, class) && s.n > class.n && s.p[class.n] == '.') {
        return (struct str){s.p + class.n + 1, s.n - class.n - 1};
    }
    return s;
}

static u4 first_site(const struct classes *k, u4 class) {
    const struct plan_class *c = &k->plan->class[class];
    for (u4 m = 0; m < c->n_methods; m++) {
        const struct plan_method *x = &k->plan->method[c->first_method + m];
        if (x->n_sites) {
            return x->first_site;
        }
    }
    return 0;
}

static u4 n_sites(const struct classes *k, u4 class) {
    const struct plan_class *c = &k->plan->class[class];
    u4 n = 0;
    for (u4 m = 0; m < c->n_methods; m++) {
        n += k->plan->method[c->first_method + m].n_sites;
    }
    return n;
}

// --- The piece -----------------------------------------------------------------------

static void put_text(struct classes *k, u4 string) {
    if (!k->text[string]) {
        vec_push(&k->texts, string);
        k->text[string] = k->texts.n;
    }
    html_count(k->h, k->text[string] - 1);
}

static void put_methods(struct classes *k, u4 class) {
    const struct plan_class *c = &k->plan->class[class];
    for (u4 m = 0; m < c->n_methods; m++) {
        enum html_part at = HTML_METHOD;
        html_put(k->h, m ? "," : "");
        html_field(k->h, &at, HTML_METHOD_NAME);
        html_json(k->h, short_name(k, c->first_method + m));
        html_field(k->h, &at, HTML_METHOD_LINE);
        html_count(k->h, k->plan->method[c->first_method + m].line);
        html_record_end(k->h, at);
    }
}

// What is required there, by label of the piece; 0 if nothing is.
static void put_pairs(struct classes *k, u4 site, u4 which, u4 label0) {
    u4 n = cover_pairs(k->p->c, site, which, k->pair);
    for (u4 i = 0; i < n; i++) {
        enum html_part at = HTML_PAIR;
        html_put(k->h, i ? "," : "[");
        html_field(k->h, &at, HTML_PAIR_LABEL);
        html_count(k->h, k->pair[i].label - label0);
        html_field(k->h, &at, HTML_PAIR_HITS);
        html_count(k->h, k->pair[i].hits);
        html_record_end(k->h, at);
    }
    html_put(k->h, n ? "]" : "0");
}

// Classes that nobody predicted there.
static void put_odd(struct classes *k, u4 site) {
    const struct pool *pool = &k->p->c->pool;
    bool any = false;
    for (u4 i = k->odd[site]; i && i <= pool->n_notes; i++) {
        const struct pool_note *n = &pool->note[i - 1];
        if (n->kind != DATA_RECEIVER || n->a != site) {
            break;
        }
        enum html_part at = HTML_ODD;
        html_put(k->h, any ? "," : "[");
        html_field(k->h, &at, HTML_ODD_RECEIVER);
        html_json(k->h, n->text);
        html_field(k->h, &at, HTML_ODD_HITS);
        html_count(k->h, n->count);
        html_record_end(k->h, at);
        any = true;
    }
    html_put(k->h, any ? "]" : "0");
}

static void put_site(struct classes *k, u4 site, u4 label0, u4 method0) {
    const struct plan_site *s = &k->plan->site[site];
    struct html *h = k->h;
    enum html_part at = HTML_SITE;
    html_field(h, &at, HTML_SITE_METHOD);
    html_count(h, s->method - method0);
    html_field(h, &at, HTML_SITE_PC);
    html_count(h, s->pc);
    html_field(h, &at, HTML_SITE_LINE);
    html_count(h, s->line);
    html_field(h, &at, HTML_SITE_CALLED);
    html_json(h, string_of(k, s->called));
    html_field(h, &at, HTML_SITE_ID);
    html_count(h, site);
    html_field(h, &at, HTML_SITE_FIRST);
    html_count(h, s->n_labels ? s->first_label - label0 : 0);
    html_field(h, &at, HTML_SITE_LABELS);
    html_count(h, s->n_labels);
    html_field(h, &at, HTML_SITE_HITS);
    html_count(h, k->p->c->site_hits[site]);
    html_field(h, &at, HTML_SITE_RC);
    put_pairs(k, site, PLAN_LABEL_RC, label0);
    html_field(h, &at, HTML_SITE_TM);
    put_pairs(k, site, PLAN_LABEL_TM, label0);
    html_field(h, &at, HTML_SITE_ODD);
    put_odd(k, site);
    html_record_end(h, at);
}

static void put_label(struct classes *k, u4 label, u4 site0) {
    const struct plan_label *l = &k->plan->label[label];
    struct html *h = k->h;
    enum html_part at = HTML_LABEL;
    html_field(h, &at, HTML_LABEL_SITE);
    html_count(h, l->site - site0);
    html_field(h, &at, HTML_LABEL_RECEIVER);
    put_text(k, k->plan->receiver[l->receiver].name);
    html_field(h, &at, HTML_LABEL_TARGET);
    put_text(k, l->to);
    html_field(h, &at, HTML_LABEL_CLASS);
    html_count(h, l->target ? k->plan->method[l->target].class : 0);
    html_field(h, &at, HTML_LABEL_HITS);
    html_count(h, k->p->c->label_hits[label]);
    html_record_end(h, at);
}

static void put_labels(struct classes *k, u4 site0, u4 n) {
    bool any = false;
    for (u4 s = site0; s < site0 + n; s++) {
        const struct plan_site *x = &k->plan->site[s];
        for (u4 i = 0; i < x->n_labels; i++) {
            html_put(k->h, any ? ",\n" : "");
            put_label(k, x->first_label + i, site0);
            any = true;
        }
    }
}

static void put_texts(struct classes *k) {
    for (u4 i = 0; i < k->texts.n; i++) {
        html_put(k->h, i ? "," : "");
        html_json(k->h, string_of(k, k->texts.v[i]));
        k->text[k->texts.v[i]] = 0;
    }
    k->texts.n = 0;
}

static u4 first_label(const struct classes *k, u4 site0, u4 n) {
    for (u4 s = site0; s < site0 + n; s++) {
        if (k->plan->site[s].n_labels) {
            return k->plan->site[s].first_label;
        }
    }
    return 0;
}

static void put_piece(struct classes *k, u4 class) {
    const struct plan_class *c = &k->plan->class[class];
    struct html *h = k->h;
    u4 site0 = first_site(k, class), n = n_sites(k, class);
    u4 label0 = first_label(k, site0, n);
    html_put(h, "ccinstr.data(\"");
    html_put(h, k->key);
    html_put(h, "\",{\"name\":");
    html_json(h, string_of(k, c->name));
    html_put(h, ",\"source\":");
    html_json(h, string_of(k, c->source));
    html_put(h, ",\"src\":");
    html_json(h, str_of(k->p->source[class] ? k->p->source[class] : ""));
    html_put(h, ",\"label0\":");
    html_count(h, label0);
    html_put(h, ",\n\"methods\":[");
    put_methods(k, class);
    html_put(h, "],\n\"sites\":[");
    for (u4 s = site0; s < site0 + n; s++) {
        html_put(h, s > site0 ? ",\n" : "");
        put_site(k, s, label0, c->first_method);
    }
    html_put(h, "],\n\"labels\":[");
    put_labels(k, site0, n);
    html_put(h, "],\n\"text\":[");
    put_texts(k);
    html_put(h, "]});\n");
    html_file(h, arena_printf(&h->mem, "data/%s.js", k->key));
}

// --- The page ------------------------------------------------------------------------

static void put_root(struct classes *k, u4 root) {
    const struct cover *c = k->p->c;
    struct html *h = k->h;
    char room[LEVEL_TEXT];
    u4 node = c->root_node[root];
    html_put(h, "{\"level\":");
    html_json(h, chains_level(room, c->forest.root[root].level));
    html_put(h, ",\"required\":");
    html_big(h, c->count.tree[root].total);
    html_put(h, ",\"covered\":");
    html_count(h, k->p->root_covered[root]);
    html_put(h, ",\"hits\":");
    html_count(h, node ? c->node[node].hits : 0);
    html_put(h, ",\"state\":");
    html_count(h, node ? k->p->state[c->node[node].state] : 0);
    html_put(h, ",\"kids\":");
    html_count(h, node ? k->p->block[node] : 0);
    html_put(h, "}");
}

static bool put_entry(struct classes *k, u4 method, u4 in_class, bool any) {
    const struct chains *f = &k->p->c->forest;
    u4 entry = k->entry[method];
    u4 r = entry ? k->root[entry] : 0;
    if (!r) {
        return any;
    }
    html_put(k->h, any ? ",\n{\"method\":" : "\n{\"method\":");
    html_count(k->h, in_class);
    html_put(k->h, ",\"roots\":[");
    for (u4 i = r; i <= f->n_roots && f->root[i - 1].entry == entry; i++) {
        html_put(k->h, i > r ? "," : "");
        put_root(k, i - 1);
    }
    html_put(k->h, "]}");
    return true;
}

static bool put_method_row(struct classes *k, u4 method, bool any) {
    const struct figures *f = &k->h->r->figures;
    u4 row = k->method[method];
    if (!row) {
        return any;
    }
    enum html_part at = HTML_ROW;
    html_put(k->h, any ? ",\n" : "\n");
    html_field(k->h, &at, HTML_ROW_NAME);
    html_json(k->h, short_name(k, method));
    html_field(k->h, &at, HTML_ROW_LINK);
    html_put(k->h, k->entry[method] && k->root[k->entry[method]] ? "1" : "0");
    html_field(k->h, &at, HTML_ROW_FIGURES);
    html_figures(k->h, f->row[FIGURES_BY_METHOD][row - 1].of);
    html_record_end(k->h, at);
    return true;
}

static void put_page_data(struct classes *k, u4 class) {
    const struct plan_class *c = &k->plan->class[class];
    struct html *h = k->h;
    bool any = false;
    html_put(h, "<script type=\"application/json\" id=\"page\">{\"plan\":");
    html_json(h, str_of(k->p->prefix));
    html_put(h, ",\"id\":");
    html_count(h, class);
    html_put(h, ",\"cut\":{\"blocks\":");
    html_count(h, HTML_BLOCKS);
    html_put(h, ",\"states\":");
    html_count(h, HTML_STATES);
    html_put(h, "},");
    html_figure_words(h);
    html_put(h, ",\n\"entries\":[");
    for (u4 m = 0; m < c->n_methods; m++) {
        any = put_entry(k, c->first_method + m, m, any);
    }
    html_put(h, "],\n\"method\":[");
    any = false;
    for (u4 m = 0; m < c->n_methods; m++) {
        any = put_method_row(k, c->first_method + m, any);
    }
    html_put(h, "]}</script>\n");
}

static bool has_trees(const struct classes *k, u4 class) {
    const struct plan_class *c = &k->plan->class[class];
    for (u4 m = 0; m < c->n_methods; m++) {
        u4 entry = k->entry[c->first_method + m];
        if (entry && k->root[entry]) {
            return true;
        }
    }
    return false;
}

static bool has_requirements(const struct classes *k, u4 class) {
    u4 site0 = first_site(k, class), n = n_sites(k, class);
    for (u4 s = site0; s < site0 + n; s++) {
        if (k->odd[s] ||
            (k->plan->site[s].flags & (PLAN_SITE_RC | PLAN_SITE_TM))) {
            return true;
        }
    }
    return false;
}

static const char needs_script[] =
    "<noscript><p>This part is made by the script page.js, beside "
    "index.html.</p></noscript>";

static void put_page(struct classes *k, u4 class) {
    const struct plan_class *c = &k->plan->class[class];
    struct html *h = k->h;
    u4 row = k->figure[class];
    struct html_head head = {.kind = "class",
                             .base = "../",
                             .title =
                                 report_class(&h->mem, string_of(k, c->name))};
    html_begin(h, &head);
    html_plan_name(h, k->p);
    if (k->p->source[class]) {
        html_put(h, "<p><a href=\"../");
        html_text(h, str_of(k->p->source[class]));
        html_put(h, "\">Source: ");
        html_text(h, string_of(k, c->source));
        html_put(h, "</a></p>\n");
    } else if (string_of(k, c->source).n) {
        html_put(h, "<p class=\"dim\">Source: ");
        html_text(h, string_of(k, c->source));
        html_put(h, "</p>\n");
    }
    if (row) {
        html_cards(h, h->r->figures.row[FIGURES_BY_CLASS][row - 1].of);
    }
    if (has_trees(k, class)) {
        html_put(h, "<h2>Chains by entry</h2>\n<section id=\"chains\">");
        html_put(h, needs_script);
        html_put(h, "</section>\n");
    }
    html_put(h, "<h2>Methods</h2>\n<section id=\"methods\">");
    html_put(h, needs_script);
    html_put(h, "</section>\n");
    if (has_requirements(k, class)) {
        html_put(h, "<h2>Call sites with several receivers</h2>\n"
                    "<section id=\"sites\">");
        html_put(h, needs_script);
        html_put(h, "</section>\n");
    }
    put_page_data(k, class);
    html_end(h);
    html_file(h, k->p->page[class]);
}

// --- All of them -----------------------------------------------------------------------

// "class/12-Foo.html": the number tells them apart.
static const char *page_name(const struct classes *k, u4 class) {
    struct str s = str_base(string_of(k, k->plan->class[class].name));
    char name[64];
    size_t n = s.n < sizeof name - 1 ? s.n : sizeof name - 1;
    for (size_t i = 0; i < n; i++) {
        char c = s.p[i];
        bool is_kept = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                       (c >= 'a' && c <= 'z') || c == '_';
        name[i] = c;
        if (!is_kept) {
            name[i] = c == '$' ? '-' : '_';
        }
    }
    name[n] = '\0';
    return arena_printf(&k->h->mem, "class/%s%u-%s.html", k->p->prefix, class,
                        name);
}

static void index_all(struct classes *k, struct arena *work) {
    const struct plan *p = k->plan;
    const struct cover *c = k->p->c;
    const struct figures *f = &k->h->r->figures;
    k->text = ARENA_ZARRAY(work, u4, p->n[PLAN_STRING]);
    k->odd = ARENA_ZARRAY(work, u4, p->n[PLAN_SITE]);
    k->entry = ARENA_ZARRAY(work, u4, p->n[PLAN_METHOD]);
    k->root = ARENA_ZARRAY(work, u4, p->n[PLAN_ENTRY]);
    k->figure = ARENA_ZARRAY(work, u4, p->n[PLAN_CLASS]);
    k->method = ARENA_ZARRAY(work, u4, p->n[PLAN_METHOD]);
    k->pair = ARENA_ZARRAY(work, struct cover_pair, p->n[PLAN_LABEL]);
    for (u4 i = c->pool.n_notes; i > 0; i--) {
        if (c->pool.note[i - 1].kind == DATA_RECEIVER) {
            k->odd[c->pool.note[i - 1].a] = i;
        }
    }
    for (u4 i = 1; i < p->n[PLAN_ENTRY]; i++) {
        k->entry[p->entry[i].method] = i;
    }
    for (u4 i = c->forest.n_roots; i > 0; i--) {
        k->root[c->forest.root[i - 1].entry] = i;
    }
    for (u4 i = 0; i < f->n[FIGURES_BY_CLASS]; i++) {
        const struct figures_row *x = &f->row[FIGURES_BY_CLASS][i];
        if (k->h->r->cover[x->cover] == c) {
            k->figure[x->id] = i + 1;
        }
    }
    for (u4 i = 0; i < f->n[FIGURES_BY_METHOD]; i++) {
        const struct figures_row *x = &f->row[FIGURES_BY_METHOD][i];
        if (k->h->r->cover[x->cover] == c) {
            k->method[x->id] = i + 1;
        }
    }
}

void html_classes(struct html *h, struct html_plan *p) {
    const struct plan *plan = p->c->plan;
    struct classes k = {.h = h, .p = p, .plan = plan};
    struct arena work;
    arena_init(&work);
    index_all(&k, &work);
    for (u4 c = 1; c < plan->n[PLAN_CLASS]; c++) {
        if (k.figure[c] || has_trees(&k, c) || has_requirements(&k, c)) {
            p->page[c] = page_name(&k, c);
        }
    }
    html_sources(h, p);
    for (u4 c = 1; c < plan->n[PLAN_CLASS]; c++) {
        k.key = arena_printf(&work, "%sc%u", p->prefix, c);
        if (p->page[c] || n_sites(&k, c)) {
            put_piece(&k, c);
        }
        if (p->page[c]) {
            put_page(&k, c);
        }
    }
    vec_free(&k.texts);
    arena_release(&work);
}
