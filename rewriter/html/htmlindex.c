// SPDX-License-Identifier: MIT
// The overview of an HTML report.
#include "rewriter/html/html_priv.h"

#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/readable.h"
#include "rewriter/chains/unknowns.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/coverage/figures.h"
#include "rewriter/report/causes.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

// --- Tables that the script makes -------------------------------------------------

static const char *row_link(const struct html *h, enum figures_by by,
                            const struct figures_row *x) {
    const struct html_plan *p = &h->plan[x->cover];
    const char *page = NULL;
    if (by == FIGURES_BY_CLASS) {
        page = p->page[x->id];
    } else if (by == FIGURES_BY_METHOD) {
        page = p->page[p->c->plan->method[x->id].class];
    }
    return page ? page : "";
}

static void put_rows(struct html *h, const char *key, enum figures_by by) {
    const struct figures *f = &h->r->figures;
    html_put(h, ",\n\"");
    html_put(h, key);
    html_put(h, "\":[");
    for (u4 i = 0; i < f->n[by]; i++) {
        const struct figures_row *x = &f->row[by][i];
        enum html_part at = HTML_ROW;
        html_put(h, i ? ",\n" : "\n");
        html_field(h, &at, HTML_ROW_NAME);
        html_json(h, x->name);
        html_field(h, &at, HTML_ROW_LINK);
        html_json(h, str_of(row_link(h, by, x)));
        html_field(h, &at, HTML_ROW_FIGURES);
        html_figures(h, x->of);
        if (h->r->n > 1 &&
            (by == FIGURES_BY_CLASS || by == FIGURES_BY_METHOD)) {
            html_field(h, &at, HTML_ROW_PLAN);
            html_json(h, str_of(report_plan_name(h->r, x->cover)));
        }
        html_record_end(h, at);
    }
    html_put(h, "]");
}

static void put_data(struct html *h) {
    html_put(h, "<script type=\"application/json\" id=\"page\">{");
    html_figure_words(h);
    put_rows(h, "package", FIGURES_BY_PACKAGE);
    put_rows(h, "class", FIGURES_BY_CLASS);
    put_rows(h, "method", FIGURES_BY_METHOD);
    put_rows(h, "length", FIGURES_BY_LENGTH);
    put_rows(h, "level", FIGURES_BY_LEVEL);
    html_put(h, "}</script>\n");
}

static void put_section(struct html *h, const char *title, const char *id) {
    html_put(h, "<h2>");
    html_put(h, title);
    html_put(h, "</h2>\n<section id=\"");
    html_put(h, id);
    html_put(h, "\"><noscript><p>This table is made by the script page.js, "
                "beside index.html.</p></noscript></section>\n");
}

void html_table(struct html *h, const char *name, const char *const *title,
                u4 n) {
    html_put(h, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                "aria-label=\"");
    html_put(h, name);
    html_put(h, "\"><table>\n<thead><tr>");
    for (u4 i = 0; i < n; i++) {
        bool number = title[i][0] == '#';
        html_put(h, number ? "<th scope=\"col\" class=\"number\">"
                           : "<th scope=\"col\">");
        html_put(h, title[i] + number);
        html_put(h, "</th>");
    }
    html_put(h, "</tr></thead>\n<tbody>\n");
}

void html_table_end(struct html *h) {
    html_put(h, "</tbody></table></div>\n");
}

static void put_number(struct html *h, u8 n) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    html_digits(h, str_of(text));
}

// --- Where to test next -------------------------------------------------------------

void html_chain_link(struct html *h, const struct html_plan *p, u4 root,
                     const u4 *label, u4 n) {
    const struct cover *c = p->c;
    char room[LEVEL_TEXT];
    u4 method = c->plan->entry[c->forest.root[root].entry].method;
    struct readable_name name = readable_parts(chains_method(c->plan, method));
    const char *page = p->page[c->plan->method[method].class];
    html_text(h, str_of(page ? page : ""));
    html_put(h, "#m=");
    html_url(h, name.method);
    if (name.descriptor.n) {
        html_url(h, STR(":"));
        html_url(h, name.descriptor);
    }
    html_put(h, "&amp;c=");
    html_url(h, chains_level(room, c->forest.root[root].level));
    for (u4 i = 0; i < n; i++) {
        html_put(h, ".");
        html_count(h, label[i]);
    }
}

// The chain that goes on from that node with one label more.
static void put_link(struct html *h, const struct html_plan *p,
                     const struct cover_uncovered *uncovered) {
    const struct cover *c = p->c;
    if (uncovered->node == 0) {
        html_chain_link(h, p, uncovered->label, NULL, 0);
        return;
    }
    u4 n = c->node[uncovered->node].length;
    u4 *label = ARENA_ARRAY(&h->mem, u4, (size_t)n + 1);
    cover_labels(c, uncovered->node, label);
    label[n] = uncovered->label;
    html_chain_link(h, p, c->node[uncovered->node].root, label, n + 1);
}

static void put_method_name(struct html *h, struct str name) {
    html_put(h, "<span title=\"");
    html_text(h, name);
    html_put(h, "\">");
    html_text(h, readable_method(&h->mem, name));
    html_put(h, "</span>");
}

// "Foo.bar(int) on Baz, called at Qux.java:12"
static void put_call(struct html *h, const struct plan *p, u4 label) {
    const struct plan_label *l = &p->label[label];
    const struct plan_receiver *x = &p->receiver[l->receiver];
    put_method_name(h, chains_string(p, l->to));
    if (x->kind != PLAN_NO_RECEIVER) {
        html_put(h, " on ");
        html_text(h, readable_class(&h->mem, chains_string(p, x->name)));
    }
    html_put(h, "<br><span class=\"dim\">called at ");
    html_text(h, report_place(&h->mem, p, l->site));
    html_put(h, "</span>");
}

static void put_uncovered(struct html *h, const struct html_plan *p,
                          const struct cover_uncovered *uncovered) {
    const struct cover *c = p->c;
    u4 root =
        uncovered->node ? c->node[uncovered->node].root : uncovered->label;
    u4 method = c->plan->entry[c->forest.root[root].entry].method;
    char room[LEVEL_TEXT];
    html_put(h, "<tr><td class=\"number\">");
    html_digits(h, big_text(&h->mem, uncovered->opens));
    html_put(h, "</td><td class=\"long\">");
    html_put(h, "<a href=\"");
    put_link(h, p, uncovered);
    html_put(h, "\">");
    put_method_name(h, chains_method(c->plan, method));
    html_put(h, "</a>");
    if (c->forest.root[root].level != PLAN_ANY_LEVEL) {
        html_put(h, " <span class=\"dim\">level ");
        html_text(h, chains_level(room, c->forest.root[root].level));
        html_put(h, "</span>");
    }
    html_put(h, "</td><td class=\"long\">");
    if (!uncovered->node) {
        html_put(h, "<span class=\"dim\">the entry was never called</span>");
    } else {
        put_call(h, c->plan, uncovered->label);
    }
    html_put(h, "</td><td class=\"number\">");
    put_number(h, uncovered->node ? c->node[uncovered->node].length : 0);
    html_put(h, "</td></tr>\n");
}

static void put_all_uncovered(struct html *h, const struct html_plan *p) {
    static const char *const title[] = {"#Chains it opens", "Entry",
                                        "The call that is missing",
                                        "#Covered before it"};
    struct cover_uncovered *uncovered;
    u4 n = cover_uncovered(p->c, h->r->top, &uncovered, &h->mem);
    if (!n) {
        return;
    }
    html_put(h, "<h2>Chains to test next</h2>\n<p>Where tests left the forest, "
                "those that open most chains first.</p>\n");
    html_table(h, "Chains to test next", title, 4);
    for (u4 i = 0; i < n; i++) {
        put_uncovered(h, p, &uncovered[i]);
    }
    html_table_end(h);
}

static void put_polys(struct html *h, const struct html_plan *p) {
    static const char *const title[] = {"#Missing", "Call", "In", "Seen"};
    const struct plan *plan = p->c->plan;
    struct cover_poly *poly;
    u4 n = cover_polys(p->c, h->r->top, &poly, &h->mem);
    if (!n) {
        return;
    }
    html_put(h, "<h2>Call sites to test next</h2>\n<p>Those that miss most "
                "receiver classes, or target methods, first.</p>\n");
    html_table(h, "Call sites to test next", title, 4);
    for (u4 i = 0; i < n; i++) {
        const struct plan_site *s = &plan->site[poly[i].site];
        const char *page = p->page[plan->method[s->method].class];
        html_put(h, "<tr><td class=\"number\">");
        html_count(h, poly[i].required - poly[i].covered);
        html_put(h, "</td><td class=\"long\"><a href=\"");
        html_text(h, str_of(page ? page : ""));
        html_put(h, "#s=");
        html_count(h, poly[i].site);
        html_put(h, "\">");
        html_text(h, report_place(&h->mem, plan, poly[i].site));
        html_put(h, "</a> ");
        put_method_name(h, chains_string(plan, s->called));
        html_put(h, "</td><td class=\"long\">");
        put_method_name(h, chains_method(plan, s->method));
        html_put(h, "</td><td>");
        html_count(h, poly[i].covered);
        html_put(h, " of ");
        html_count(h, poly[i].required);
        html_put(h, "</td></tr>\n");
    }
    html_table_end(h);
}

// --- What the analysis could not know -------------------------------------------------

void html_unknowns(struct html *h, const struct html_plan *p,
                   const char *base) {
    u4 i = (u4)(p - h->plan);
    if (!p->unknowns) {
        return;
    }
    // Other pages say of which plan they are.
    bool is_named = h->r->n > 1 && !*base;
    html_put(h, "<p><strong class=\"mark odd\">! not followed</strong> ");
    html_text(h, str_of(is_named ? report_plan_title(h->r, i) : ""));
    html_put(h, is_named ? ": " : "");
    html_text(h, str_of(p->unknowns));
    html_put(h, " <a href=\"");
    html_put(h, base);
    html_put(h, *base ? "index.html#unknown" : "#unknown");
    html_count(h, i);
    html_put(h, "\">(which)</a></p>\n");
}

// Rows that are written of what may be very many.
enum { MOST_ROWS = 500 };

static void put_unknown_call(struct html *h, const struct html_plan *p,
                             u4 site) {
    const struct plan *plan = p->c->plan;
    const struct plan_site *s = &plan->site[site];
    html_put(h, "<tr><td class=\"long\">");
    html_text(h, report_place(&h->mem, plan, site));
    html_put(h, " ");
    put_method_name(h, chains_string(plan, s->called));
    html_put(h, "</td><td class=\"long\">");
    put_method_name(h, chains_method(plan, s->method));
    html_put(h, "</td><td class=\"number\">");
    put_number(h, p->c->site_hits[site]);
    html_put(h, "</td></tr>\n");
}

static void put_unknown_calls(struct html *h, const struct html_plan *p) {
    static const char *const title[] = {"Call", "In", "#Times"};
    const struct plan *plan = p->c->plan;
    const char *guesses = unknowns_guesses(plan, &h->mem);
    u4 n = 0;
    if (p->unknowns || guesses) {
        html_put(h, "<h2 id=\"unknown");
        html_count(h, (u8)(p - h->plan));
        html_put(h, "\">Not followed</h2>\n");
    }
    if (guesses) {
        html_put(h, "<p>");
        html_text(h, str_of(guesses));
        html_put(h, ".</p>\n");
    }
    if (!p->unknowns) {
        return;
    }
    html_put(h, "<p>");
    html_text(h, str_of(p->unknowns));
    html_put(h, ". What to do: ");
    html_text(h, str_of(unknowns_advice(plan)));
    html_put(h, ".</p>\n");
    if (!unknowns_of(plan).calls) {
        return;
    }
    html_table(h, "Calls that are not followed", title, 3);
    for (u4 s = 1; s < plan->n[PLAN_SITE]; s++) {
        if (plan->site[s].flags & PLAN_SITE_UNKNOWN && n++ < MOST_ROWS) {
            put_unknown_call(h, p, s);
        }
    }
    html_table_end(h);
}

// --- What the analysis did not predict, and what it could not see ---------------------

static void put_odd_note(struct html *h, const struct plan *p,
                         const struct pool_note *n) {
    html_put(h, "<tr><td class=\"long\">");
    if (n->kind == DATA_RECEIVER) {
        html_put(h, "receiver class <span class=\"code\">");
        html_text(h, readable_class(&h->mem, n->text));
        html_put(h, "</span></td><td class=\"long\">");
        html_text(h, report_place(&h->mem, p, n->a));
        html_put(h, " ");
        put_method_name(h, chains_string(p, p->site[n->a].called));
    } else {
        html_put(h, "calls of a method that nobody entered</td>"
                    "<td class=\"long\">");
        put_method_name(h, chains_method(p, n->a));
    }
    html_put(h, "</td><td>");
    html_put(h, cause_word[cause_of(p, n)]);
    html_put(h, "</td><td class=\"number\">");
    put_number(h, n->count);
    html_put(h, "</td></tr>\n");
}

static void put_stray(struct html *h, const struct plan *p,
                      const struct pool_step *x) {
    html_put(h,
             "<tr><td>call that no chain makes there</td><td class=\"long\">");
    put_call(h, p, x->label);
    html_put(h, "</td><td></td><td class=\"number\">");
    put_number(h, x->count);
    html_put(h, "</td></tr>\n");
}

static void put_odd(struct html *h, const struct html_plan *p) {
    static const char *const title[] = {"What", "Where", "Cause", "#Times"};
    const struct pool *pool = &p->c->pool;
    u8 n = pool->n_strays, done = 0;
    for (u4 i = 0; i < pool->n_notes; i++) {
        n += pool_is_odd(&pool->note[i]);
    }
    html_put(h, "<h2>Not predicted</h2>\n");
    if (p->c->strangers) {
        html_put(h, "<p>");
        put_number(h, p->c->strangers);
        html_put(h, " chains of the data are in no tree of the plan.</p>\n");
    }
    if (!n) {
        html_put(h, p->c->strangers
                        ? ""
                        : "<p>All that was seen was predicted. Calls without a "
                          "probe are not looked at.</p>\n");
        return;
    }
    html_put(h, "<p>Here the analysis was wrong, or was told of too few "
                "classes. Calls without a probe are not looked at, so there "
                "may be more.</p>\n");
    html_table(h, "Not predicted", title, 4);
    for (u4 i = 0; i < pool->n_notes && done < MOST_ROWS; i++) {
        if (pool_is_odd(&pool->note[i])) {
            put_odd_note(h, p->c->plan, &pool->note[i]);
            done++;
        }
    }
    for (u4 i = 0; i < pool->n_strays && done < MOST_ROWS; i++) {
        put_stray(h, p->c->plan, &pool->stray[i]);
        done++;
    }
    html_table_end(h);
    if (done < n) {
        html_put(h, "<p class=\"dim\">");
        put_number(h, n - done);
        html_put(h, " more are left out.</p>\n");
    }
}

static void put_refused(struct html *h, const struct plan *p) {
    bool any = false;
    for (u4 m = 1; m < p->n[PLAN_METHOD]; m++) {
        if (p->method[m].flags & PLAN_METHOD_REFUSED) {
            html_put(h, any ? ""
                            : "<h2>Not measured</h2>\n<p>These methods cannot "
                              "have the probes that they need.</p>\n<ul>\n");
            html_put(h, "<li>");
            put_method_name(h, chains_method(p, m));
            html_put(h, "</li>\n");
            any = true;
        }
    }
    html_put(h, any ? "</ul>\n" : "");
}

// --- Runs and analysis ------------------------------------------------------------------

// The last moment that scripts have, in the year 275760; a damaged file may tell later ones.
#define LAST_US (8640000000000000u * 1000u)

static void put_time(struct html *h, u8 us) {
    bool known = us <= LAST_US;
    if (known) {
        html_put(h, "<time data-us=\"");
        html_text(h, big_text(&h->mem, big_of(us)));
        html_put(h, "\">");
    }
    html_text(h, big_text(&h->mem, big_of(us / 1000000)));
    html_put(h, known ? " s since 1970</time>" : " s since 1970");
}

static void put_run(struct html *h, const struct pool_run *r) {
    html_put(h, "<tr><td class=\"long code\">");
    html_text(h, r->command.n ? r->command : STR("(not known)"));
    html_put(h, "</td><td class=\"code\">");
    html_text(h, report_run_id(h->r->mem, r));
    html_put(h, "</td><td>");
    put_time(h, r->start);
    html_put(h, "</td><td class=\"number\">");
    put_number(h, r->threads);
    html_put(h, "</td><td>");
    if (r->flags & DATA_CLEAN) {
        html_put(h, "ended");
    } else {
        html_put(h, "<strong class=\"mark no\">! did not end cleanly</strong>");
    }
    if (r->flags & DATA_DAMAGED) {
        html_put(h, "<br><strong class=\"mark no\">! damaged</strong>");
    }
    if (r->flags & DATA_UNVERIFIED) {
        html_put(h, "<br>counts are unverified");
    }
    if (r->flags & DATA_FILE_FULL) {
        html_put(h, "<br>no room in the data file: what came then is missing");
    }
    if (r->flags & DATA_TABLE_FULL) {
        html_put(h, "<br>no room for more chains: what came then is missing");
    }
    html_put(h, "</td></tr>\n");
}

static void put_trust(struct html *h, const struct pool *pool) {
    struct pool_words w = pool_words(pool, h->r->mem);
    html_put(h, w.n ? "<ul class=\"dim\">\n" : "");
    for (u4 i = 0; i < w.n; i++) {
        html_put(h, "<li>");
        html_text(h, str_of(w.line[i]));
        html_put(h, "</li>\n");
    }
    html_put(h, w.n ? "</ul>\n" : "");
}

static void put_runs(struct html *h, const struct html_plan *p) {
    static const char *const title[] = {"Command", "Run", "Start", "#Threads",
                                        "End"};
    const struct pool *pool = &p->c->pool;
    html_put(h, "<h2>Runs</h2>\n");
    if (!pool->n_runs) {
        html_put(h, "<p>None.</p>\n");
        return;
    }
    html_table(h, "Runs", title, 5);
    for (u4 i = 0; i < pool->n_runs; i++) {
        put_run(h, &pool->run[i]);
    }
    html_table_end(h);
    put_trust(h, pool);
}

static void put_options(struct html *h, const struct plan *p) {
    static const char *const title[] = {"Option", "Value"};
    html_put(h, "<h2>Where the requirements come from</h2>\n");
    html_table(h, "Options of the analysis", title, 2);
    for (u4 i = 1; i < p->n[PLAN_OPTION]; i++) {
        html_put(h, "<tr><th scope=\"row\">");
        html_text(h, chains_string(p, p->option[i].key));
        html_put(h, "</th><td class=\"long\">");
        html_text(h, chains_string(p, p->option[i].value));
        html_put(h, "</td></tr>\n");
    }
    html_table_end(h);
}

static void put_name(struct html *h, const struct html_plan *p) {
    if (h->r->n > 1) {
        html_put(h, "<h2>");
        html_text(h, str_of(report_plan_title(h->r, (u4)(p - h->plan))));
        html_put(h, "</h2>\n");
    }
}

static void put_tables(struct html *h) {
    put_section(h, "Packages", "packages");
    put_section(h, "Classes", "classes");
    put_section(h, "Methods", "methods");
    if (h->r->figures.has[FIGURE_CHAINS]) {
        put_section(h, "By length of chains", "lengths");
        put_section(h, "By entry level", "levels");
    }
}

void html_index(struct html *h) {
    struct html_head head = {.kind = "overview",
                             .base = "",
                             .title = STR("Coverage of call chains")};
    html_begin(h, &head);
    html_cards(h, h->r->figures.all);
    for (u4 i = 0; i < h->r->n; i++) {
        html_unknowns(h, &h->plan[i], "");
    }
    html_since(h);
    for (u4 i = 0; i < h->r->n; i++) {
        put_name(h, &h->plan[i]);
        put_all_uncovered(h, &h->plan[i]);
        put_polys(h, &h->plan[i]);
    }
    put_tables(h);
    for (u4 i = 0; i < h->r->n; i++) {
        put_name(h, &h->plan[i]);
        put_unknown_calls(h, &h->plan[i]);
        put_odd(h, &h->plan[i]);
        put_refused(h, h->plan[i].c->plan);
        put_runs(h, &h->plan[i]);
        put_options(h, h->plan[i].c->plan);
    }
    put_data(h);
    html_end(h);
    html_file(h, "index.html");
}
