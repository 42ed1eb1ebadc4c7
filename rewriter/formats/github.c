// SPDX-License-Identifier: MIT
// github.c - the places to test next as commands of a GitHub workflow, which shows
// them at their lines.
#include "rewriter/formats/formats.h"
#include "rewriter/report/top.h"

#include "analysis/base/shown.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/unknowns.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/report/report.h"
#include "rt-native/plan.h"

// In values of properties, a colon and a comma would end them, too.
static void put_escaped(struct out *o, struct str s, bool property) {
    char hex[8];
    for (size_t i = 0; i < s.n;) {
        u1 c = (u1)s.p[i];
        if (c == '%' || (property && (c == ':' || c == ','))) {
            snprintf(hex, sizeof hex, "%%%02X", c);
            out_put(o, str_of(hex));
            i++;
        } else {
            shown_next(&o->text, s, &i);
        }
    }
}

static void put(struct out *o, const struct report *r,
                const struct top_words *w) {
    out_put(o, STR("::warning file="));
    put_escaped(o, w->file, true);
    if (w->line) {
        out_put(o, STR(",line="));
        out_number(o, w->line);
    }
    out_put(o, STR(",title="));
    put_escaped(o, str_of(w->title), true);
    if (r->n > 1) {
        put_escaped(o, STR(" in "), true);
        put_escaped(o, str_of(report_plan_name(r, w->plan)), true);
    }
    out_put(o, STR("::"));
    put_escaped(o, str_of(w->message), false);
    out_put(o, STR("\n"));
    out_flush(o, false);
}

// One notice, at the first call that could not be followed.
static void put_unknowns(struct out *o, const struct report *r, u4 plan) {
    const struct plan *p = r->cover[plan]->plan;
    const struct plan_unknowns u = unknowns_of(p);
    const char *words = unknowns_words(p, r->mem);
    if (!words) {
        return;
    }
    out_put(o, STR("::notice "));
    if (u.site) {
        const struct plan_site *s = &p->site[u.site];
        out_put(o, STR("file="));
        put_escaped(o, report_file(r, p, p->method[s->method].class), true);
        if (s->line) {
            out_put(o, STR(",line="));
            out_number(o, (s8)s->line);
        }
        out_put(o, STR(","));
    }
    out_put(o, STR("title=not followed"));
    if (r->n > 1) {
        put_escaped(o, STR(" in "), true);
        put_escaped(o, str_of(report_plan_name(r, plan)), true);
    }
    out_put(o, STR("::"));
    put_escaped(o, str_of(words), false);
    out_put(o, STR("\n"));
}

void report_github(const struct report *r, struct out *o) {
    struct top_uncovered *uncovered;
    struct top_site *site;
    struct top_since *lost;
    u4 n_uncovered = top_uncovered(r, &uncovered);
    u4 sites = top_sites(r, &site);
    u4 losses = top_since(r, COMPARE_LOST, &lost);
    for (u4 i = 0; i < r->n; i++) {
        put_unknowns(o, r, i);
    }
    for (u4 i = 0; i < n_uncovered; i++) {
        struct top_words w = top_uncovered_words(r, &uncovered[i]);
        put(o, r, &w);
    }
    for (u4 i = 0; i < sites; i++) {
        struct top_words w = top_site_words(r, &site[i]);
        put(o, r, &w);
    }
    for (u4 i = 0; i < losses; i++) {
        struct top_words w = top_lost_words(r, &lost[i]);
        put(o, r, &w);
    }
}
