// SPDX-License-Identifier: MIT
// Pages of classes: entries with their trees, methods, sites with what is required of
// them. Sites and labels are a piece of their own, since trees that begin elsewhere
// come through the class as well.
#include "rewriter/html/html_priv.h"

#include "rewriter/chains/chains.h"
#include "rewriter/chains/readable.h"
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

static struct str string_of(const struct classes *classes, u4 id) {
    return chains_string(classes->plan, id);
}

// The part of a method's name behind that of its class.
static struct str short_name(const struct classes *classes, u4 method) {
    struct str s = chains_method(classes->plan, method);
    struct str class = string_of(
        classes,
        classes->plan->class[classes->plan->method[method].class].name);
    if (str_starts(s, class) && s.n > class.n && s.p[class.n] == '.') {
        return (struct str){s.p + class.n + 1, s.n - class.n - 1};
    }
    return s;
}

static u4 first_site(const struct classes *classes, u4 class) {
    const struct plan_class *c = &classes->plan->class[class];
    for (u4 m = 0; m < c->n_methods; m++) {
        const struct plan_method *x =
            &classes->plan->method[c->first_method + m];
        if (x->n_sites) {
            return x->first_site;
        }
    }
    return 0;
}

static u4 n_sites(const struct classes *classes, u4 class) {
    const struct plan_class *c = &classes->plan->class[class];
    u4 n = 0;
    for (u4 m = 0; m < c->n_methods; m++) {
        n += classes->plan->method[c->first_method + m].n_sites;
    }
    return n;
}

// --- The piece -----------------------------------------------------------------------

static void put_text(struct classes *classes, u4 string) {
    if (!classes->text[string]) {
        vec_push(&classes->texts, string);
        classes->text[string] = classes->texts.n;
    }
    html_count(classes->h, classes->text[string] - 1);
}

static void put_methods(struct classes *classes, u4 class) {
    const struct plan_class *c = &classes->plan->class[class];
    for (u4 m = 0; m < c->n_methods; m++) {
        enum html_part at = HTML_METHOD;
        html_put(classes->h, m ? "," : "");
        html_field(classes->h, &at, HTML_METHOD_NAME);
        html_json(classes->h, short_name(classes, c->first_method + m));
        html_field(classes->h, &at, HTML_METHOD_LINE);
        html_count(classes->h, classes->plan->method[c->first_method + m].line);
        html_record_end(classes->h, at);
    }
}

// What is required there, by label of the piece; 0 if nothing is.
static void put_pairs(struct classes *classes, u4 site, u4 which, u4 label0) {
    u4 n = cover_pairs(classes->p->c, site, which, classes->pair);
    for (u4 i = 0; i < n; i++) {
        enum html_part at = HTML_PAIR;
        html_put(classes->h, i ? "," : "[");
        html_field(classes->h, &at, HTML_PAIR_LABEL);
        html_count(classes->h, classes->pair[i].label - label0);
        html_field(classes->h, &at, HTML_PAIR_HITS);
        html_count(classes->h, classes->pair[i].hits);
        html_record_end(classes->h, at);
    }
    html_put(classes->h, n ? "]" : "0");
}

// Classes that nobody predicted there.
static void put_odd(struct classes *classes, u4 site) {
    const struct pool *pool = &classes->p->c->pool;
    bool any = false;
    for (u4 i = classes->odd[site]; i && i <= pool->n_notes; i++) {
        const struct pool_note *n = &pool->note[i - 1];
        if (n->kind != DATA_RECEIVER || n->a != site) {
            break;
        }
        enum html_part at = HTML_ODD;
        html_put(classes->h, any ? "," : "[");
        html_field(classes->h, &at, HTML_ODD_RECEIVER);
        html_json(classes->h, n->text);
        html_field(classes->h, &at, HTML_ODD_HITS);
        html_count(classes->h, n->count);
        html_record_end(classes->h, at);
        any = true;
    }
    html_put(classes->h, any ? "]" : "0");
}

static void put_site(struct classes *classes, u4 site, u4 label0, u4 method0) {
    const struct plan_site *s = &classes->plan->site[site];
    struct html *h = classes->h;
    enum html_part at = HTML_SITE;
    html_field(h, &at, HTML_SITE_METHOD);
    html_count(h, s->method - method0);
    html_field(h, &at, HTML_SITE_PC);
    html_count(h, s->pc);
    html_field(h, &at, HTML_SITE_LINE);
    html_count(h, s->line);
    html_field(h, &at, HTML_SITE_CALLED);
    html_json(h, string_of(classes, s->called));
    html_field(h, &at, HTML_SITE_ID);
    html_count(h, site);
    html_field(h, &at, HTML_SITE_FIRST);
    html_count(h, s->n_labels ? s->first_label - label0 : 0);
    html_field(h, &at, HTML_SITE_LABELS);
    html_count(h, s->n_labels);
    html_field(h, &at, HTML_SITE_HITS);
    html_count(h, classes->p->c->site_hits[site]);
    html_field(h, &at, HTML_SITE_RC);
    put_pairs(classes, site, PLAN_LABEL_RC, label0);
    html_field(h, &at, HTML_SITE_TM);
    put_pairs(classes, site, PLAN_LABEL_TM, label0);
    html_field(h, &at, HTML_SITE_ODD);
    put_odd(classes, site);
    html_record_end(h, at);
}

static void put_label(struct classes *classes, u4 label, u4 site0) {
    const struct plan_label *l = &classes->plan->label[label];
    struct html *h = classes->h;
    enum html_part at = HTML_LABEL;
    html_field(h, &at, HTML_LABEL_SITE);
    html_count(h, l->site - site0);
    html_field(h, &at, HTML_LABEL_RECEIVER);
    put_text(classes, classes->plan->receiver[l->receiver].name);
    html_field(h, &at, HTML_LABEL_TARGET);
    put_text(classes, l->to);
    html_field(h, &at, HTML_LABEL_CLASS);
    html_count(h, l->target ? classes->plan->method[l->target].class : 0);
    html_field(h, &at, HTML_LABEL_HITS);
    html_count(h, classes->p->c->label_hits[label]);
    html_record_end(h, at);
}

static void put_labels(struct classes *classes, u4 site0, u4 n) {
    bool any = false;
    for (u4 s = site0; s < site0 + n; s++) {
        const struct plan_site *x = &classes->plan->site[s];
        for (u4 i = 0; i < x->n_labels; i++) {
            html_put(classes->h, any ? ",\n" : "");
            put_label(classes, x->first_label + i, site0);
            any = true;
        }
    }
}

static void put_texts(struct classes *classes) {
    for (u4 i = 0; i < classes->texts.n; i++) {
        html_put(classes->h, i ? "," : "");
        html_json(classes->h, string_of(classes, classes->texts.v[i]));
        classes->text[classes->texts.v[i]] = 0;
    }
    classes->texts.n = 0;
}

static u4 first_label(const struct classes *classes, u4 site0, u4 n) {
    for (u4 s = site0; s < site0 + n; s++) {
        if (classes->plan->site[s].n_labels) {
            return classes->plan->site[s].first_label;
        }
    }
    return 0;
}

static void put_piece(struct classes *classes, u4 class) {
    const struct plan_class *c = &classes->plan->class[class];
    struct html *h = classes->h;
    u4 site0 = first_site(classes, class), n = n_sites(classes, class);
    u4 label0 = first_label(classes, site0, n);
    html_put(h, "ccinstr.data(\"");
    html_put(h, classes->key);
    html_put(h, "\",{\"name\":");
    html_json(h, string_of(classes, c->name));
    html_put(h, ",\"source\":");
    html_json(h, string_of(classes, c->source));
    html_put(h, ",\"src\":");
    html_json(
        h, str_of(classes->p->source[class] ? classes->p->source[class] : ""));
    html_put(h, ",\"label0\":");
    html_count(h, label0);
    html_put(h, ",\n\"methods\":[");
    put_methods(classes, class);
    html_put(h, "],\n\"sites\":[");
    for (u4 s = site0; s < site0 + n; s++) {
        html_put(h, s > site0 ? ",\n" : "");
        put_site(classes, s, label0, c->first_method);
    }
    html_put(h, "],\n\"labels\":[");
    put_labels(classes, site0, n);
    html_put(h, "],\n\"text\":[");
    put_texts(classes);
    html_put(h, "]});\n");
    html_file(h, arena_printf(&h->mem, "data/%s.js", classes->key));
}

// --- The page ------------------------------------------------------------------------

static void put_root(struct classes *classes, u4 root) {
    const struct cover *c = classes->p->c;
    struct html *h = classes->h;
    char room[LEVEL_TEXT];
    u4 node = c->root_node[root];
    html_put(h, "{\"level\":");
    html_json(h, chains_level(room, c->forest.root[root].level));
    html_put(h, ",\"required\":");
    html_big(h, c->count.tree[root].total);
    html_put(h, ",\"covered\":");
    html_count(h, classes->p->root_covered[root]);
    html_put(h, ",\"hits\":");
    html_count(h, node ? c->node[node].hits : 0);
    html_put(h, ",\"state\":");
    html_count(h, node ? classes->p->state[c->node[node].state] : 0);
    html_put(h, ",\"kids\":");
    html_count(h, node ? classes->p->block[node] : 0);
    html_put(h, "}");
}

static bool put_entry(struct classes *classes, u4 method, u4 in_class,
                      bool any) {
    const struct chains *f = &classes->p->c->forest;
    u4 entry = classes->entry[method];
    u4 r = entry ? classes->root[entry] : 0;
    if (!r) {
        return any;
    }
    html_put(classes->h, any ? ",\n{\"method\":" : "\n{\"method\":");
    html_count(classes->h, in_class);
    html_put(classes->h, ",\"roots\":[");
    for (u4 i = r; i <= f->n_roots && f->root[i - 1].entry == entry; i++) {
        html_put(classes->h, i > r ? "," : "");
        put_root(classes, i - 1);
    }
    html_put(classes->h, "]}");
    return true;
}

static bool put_method_row(struct classes *classes, u4 method, bool any) {
    const struct figures *f = &classes->h->r->figures;
    u4 row = classes->method[method];
    if (!row) {
        return any;
    }
    enum html_part at = HTML_ROW;
    html_put(classes->h, any ? ",\n" : "\n");
    html_field(classes->h, &at, HTML_ROW_NAME);
    html_json(classes->h, short_name(classes, method));
    html_field(classes->h, &at, HTML_ROW_LINK);
    html_put(classes->h,
             classes->entry[method] && classes->root[classes->entry[method]]
                 ? "1"
                 : "0");
    html_field(classes->h, &at, HTML_ROW_FIGURES);
    html_figures(classes->h, f->row[FIGURES_BY_METHOD][row - 1].of);
    html_record_end(classes->h, at);
    return true;
}

static void put_page_data(struct classes *classes, u4 class) {
    const struct plan_class *c = &classes->plan->class[class];
    struct html *h = classes->h;
    bool any = false;
    html_put(h, "<script type=\"application/json\" id=\"page\">{\"plan\":");
    html_json(h, str_of(classes->p->prefix));
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
        any = put_entry(classes, c->first_method + m, m, any);
    }
    html_put(h, "],\n\"method\":[");
    any = false;
    for (u4 m = 0; m < c->n_methods; m++) {
        any = put_method_row(classes, c->first_method + m, any);
    }
    html_put(h, "]}</script>\n");
}

static bool has_trees(const struct classes *classes, u4 class) {
    const struct plan_class *c = &classes->plan->class[class];
    for (u4 m = 0; m < c->n_methods; m++) {
        u4 entry = classes->entry[c->first_method + m];
        if (entry && classes->root[entry]) {
            return true;
        }
    }
    return false;
}

static bool has_requirements(const struct classes *classes, u4 class) {
    u4 site0 = first_site(classes, class), n = n_sites(classes, class);
    for (u4 s = site0; s < site0 + n; s++) {
        if (classes->odd[s] ||
            (classes->plan->site[s].flags & (PLAN_SITE_RC | PLAN_SITE_TM))) {
            return true;
        }
    }
    return false;
}

// Calls of the class that the analysis could not follow.
static void put_unknowns(struct classes *classes, u4 class) {
    u4 site0 = first_site(classes, class), n = n_sites(classes, class);
    struct html *h = classes->h;
    bool any = false;
    for (u4 s = site0; s < site0 + n; s++) {
        if (classes->plan->site[s].flags & PLAN_SITE_UNKNOWN) {
            html_put(h, any ? ", "
                            : "<p><strong class=\"mark odd\">! not "
                              "followed</strong> in this class: reflection or "
                              "object streams at ");
            html_text(h, report_place(&h->mem, classes->plan, s));
            any = true;
        }
    }
    html_put(h, any ? "</p>\n" : "");
}

static const char needs_script[] =
    "<noscript><p>This part is made by the script page.js, beside "
    "index.html.</p></noscript>";

static void put_page(struct classes *classes, u4 class) {
    const struct plan_class *c = &classes->plan->class[class];
    struct html *h = classes->h;
    u4 row = classes->figure[class];
    struct html_head head = {
        .kind = "class",
        .base = "../",
        .title = readable_class(&h->mem, string_of(classes, c->name))};
    html_begin(h, &head);
    html_plan_name(h, classes->p);
    if (classes->p->source[class]) {
        html_put(h, "<p><a href=\"../");
        html_text(h, str_of(classes->p->source[class]));
        html_put(h, "\">Source: ");
        html_text(h, string_of(classes, c->source));
        html_put(h, "</a></p>\n");
    } else if (string_of(classes, c->source).n) {
        html_put(h, "<p class=\"dim\">Source: ");
        html_text(h, string_of(classes, c->source));
        html_put(h, "</p>\n");
    }
    if (row) {
        html_cards(h, h->r->figures.row[FIGURES_BY_CLASS][row - 1].of);
    }
    html_unknowns(h, classes->p, "../");
    put_unknowns(classes, class);
    if (has_trees(classes, class)) {
        html_put(h, "<h2>Chains by entry</h2>\n<section id=\"chains\">");
        html_put(h, needs_script);
        html_put(h, "</section>\n");
    }
    html_put(h, "<h2>Methods</h2>\n<section id=\"methods\">");
    html_put(h, needs_script);
    html_put(h, "</section>\n");
    if (has_requirements(classes, class)) {
        html_put(h, "<h2>Call sites with several receivers</h2>\n"
                    "<section id=\"sites\">");
        html_put(h, needs_script);
        html_put(h, "</section>\n");
    }
    put_page_data(classes, class);
    html_end(h);
    html_file(h, classes->p->page[class]);
}

// --- All of them -----------------------------------------------------------------------

// "class/12-Foo.html": the number tells them apart.
static const char *page_name(const struct classes *classes, u4 class) {
    struct str s =
        str_base(string_of(classes, classes->plan->class[class].name));
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
    return arena_printf(&classes->h->mem, "class/%s%u-%s.html",
                        classes->p->prefix, class, name);
}

static void index_all(struct classes *classes, struct arena *work) {
    const struct plan *p = classes->plan;
    const struct cover *c = classes->p->c;
    const struct figures *f = &classes->h->r->figures;
    classes->text = ARENA_ZARRAY(work, u4, p->n[PLAN_STRING]);
    classes->odd = ARENA_ZARRAY(work, u4, p->n[PLAN_SITE]);
    classes->entry = ARENA_ZARRAY(work, u4, p->n[PLAN_METHOD]);
    classes->root = ARENA_ZARRAY(work, u4, p->n[PLAN_ENTRY]);
    classes->figure = ARENA_ZARRAY(work, u4, p->n[PLAN_CLASS]);
    classes->method = ARENA_ZARRAY(work, u4, p->n[PLAN_METHOD]);
    classes->pair = ARENA_ZARRAY(work, struct cover_pair, p->n[PLAN_LABEL]);
    for (u4 i = c->pool.n_notes; i > 0; i--) {
        if (c->pool.note[i - 1].kind == DATA_RECEIVER) {
            classes->odd[c->pool.note[i - 1].a] = i;
        }
    }
    for (u4 i = 1; i < p->n[PLAN_ENTRY]; i++) {
        classes->entry[p->entry[i].method] = i;
    }
    for (u4 i = c->forest.n_roots; i > 0; i--) {
        classes->root[c->forest.root[i - 1].entry] = i;
    }
    for (u4 i = 0; i < f->n[FIGURES_BY_CLASS]; i++) {
        const struct figures_row *x = &f->row[FIGURES_BY_CLASS][i];
        if (classes->h->r->cover[x->cover] == c) {
            classes->figure[x->id] = i + 1;
        }
    }
    for (u4 i = 0; i < f->n[FIGURES_BY_METHOD]; i++) {
        const struct figures_row *x = &f->row[FIGURES_BY_METHOD][i];
        if (classes->h->r->cover[x->cover] == c) {
            classes->method[x->id] = i + 1;
        }
    }
}

void html_classes(struct html *h, struct html_plan *p) {
    const struct plan *plan = p->c->plan;
    struct classes classes = {.h = h, .p = p, .plan = plan};
    struct arena work;
    arena_init(&work);
    index_all(&classes, &work);
    for (u4 c = 1; c < plan->n[PLAN_CLASS]; c++) {
        if (classes.figure[c] || has_trees(&classes, c) ||
            has_requirements(&classes, c)) {
            p->page[c] = page_name(&classes, c);
        }
    }
    html_sources(h, p);
    for (u4 c = 1; c < plan->n[PLAN_CLASS]; c++) {
        classes.key = arena_printf(&work, "%sc%u", p->prefix, c);
        if (p->page[c] || n_sites(&classes, c)) {
            put_piece(&classes, c);
        }
        if (p->page[c]) {
            put_page(&classes, c);
        }
    }
    vec_free(&classes.texts);
    arena_release(&work);
}
