// SPDX-License-Identifier: MIT
// csv.c - figures as comma-separated values, RFC 4180 but for the ends of lines.
#include "analysis/text/big.h"
#include "rewriter/coverage/figures.h"
#include "rewriter/coverage/since.h"
#include "rewriter/formats/formats.h"
#include "rewriter/report/report.h"

#include "analysis/text/out.h"

#include <inttypes.h>

static void put(struct out *o, const char *s) {
    out_put(o, str_of(s));
}

// Cells of what is not asked for, or not known, are empty.
// Of several plans, the last cell says which one a class or method is of.
static void put_figures(struct out *o, const struct report *r,
                        const struct figures *f, const struct figure *figure,
                        const char *plan) {
    char text[24];
    for (u4 i = 0; i < N_FIGURES; i++) {
        bool has = f->has[i];
        put(o, ",");
        if (has && !figure[i].unknown) {
            out_put(o, big_text(r->mem, figure[i].required));
        }
        put(o, ",");
        if (has) {
            snprintf(text, sizeof text, "%" PRIu64, figure[i].covered);
            put(o, text);
        }
    }
    if (r->n > 1) {
        put(o, ",");
        put(o, plan);
    }
    put(o, "\n");
    out_flush(o, false);
}

static void put_rows(struct out *o, const struct report *r,
                     enum figures_by by) {
    static const char *const kind[] = {"package", "class", "method"};
    for (u4 i = 0; i < r->figures.n[by]; i++) {
        const struct figures_row *row = &r->figures.row[by][i];
        const char *plan = by == FIGURES_BY_PACKAGE
                               ? ""  // can be of several
                               : arena_printf(r->mem, "%u", row->cover);
        put(o, kind[by]);
        put(o, ",");
        out_csv(o, row->name);
        put_figures(o, r, &r->figures, row->of, plan);
    }
}

// What became of chains and pairs: as many of them, and nothing is required.
static void put_fate(struct out *o, const struct report *r,
                     enum compare_fate fate) {
    const struct since *s = r->since;
    struct figures f = {0};
    for (enum compare_of of = 0; of < N_COMPARES; of++) {
        struct figure *x = &f.all[since_figure[of]];
        x->unknown = true;
        x->covered = s->compare.list[of][fate].n;
        f.has[since_figure[of]] = since_has(s, &r->figures, of);
    }
    put(o, compare_fate_word[fate]);
    put(o, ",");
    put_figures(o, r, &f, f.all, "");
}

static void put_since(struct out *o, const struct report *r) {
    put(o, "baseline,");
    put_figures(o, r, &r->since->figures, r->since->figures.all, "");
    for (enum compare_fate fate = 0; fate < N_FATES; fate++) {
        put_fate(o, r, fate);
    }
}

void report_csv(const struct report *r, struct out *o) {
    put(o, "kind,name");
    for (u4 i = 0; i < N_FIGURES; i++) {
        put(o, arena_printf(r->mem, ",%s_required,%s_covered", figure_word[i],
                            figure_word[i]));
    }
    put(o, r->n > 1 ? ",plan\nall," : "\nall,");
    put_figures(o, r, &r->figures, r->figures.all, "");
    for (u4 by = FIGURES_BY_PACKAGE; by <= FIGURES_BY_METHOD; by++) {
        put_rows(o, r, by);
    }
    if (r->since) {
        put_since(o, r);
    }
}
