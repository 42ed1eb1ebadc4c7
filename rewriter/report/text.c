// SPDX-License-Identifier: MIT
// text.c - the report for people at a terminal: a summary that fits a screen, then the
// places worth testing next.
#include "rewriter/report/top.h"

#include "analysis/base/shown.h"
#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/compare.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/coverage/figures.h"
#include "rewriter/coverage/since.h"
#include "rewriter/report/report.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct page {
    const struct report *r;
    const struct report_look *look;
    FILE *out;
};

enum paint { PLAIN, BOLD, DIM, GOOD, FAIR, POOR };

static void paint(const struct page *k, enum paint as) {
    static const char *const code[] = {
        [PLAIN] = "\033[0m", [BOLD] = "\033[1m",  [DIM] = "\033[2m",
        [GOOD] = "\033[32m", [FAIR] = "\033[33m", [POOR] = "\033[31m",
    };
    if (k->look->color) {
        fputs(code[as], k->out);
    }
}

// --- Lines that keep to the width -----------------------------------------------------

// Columns that UTF-8 text takes, near enough: a character each.
static u4 columns_of(struct str s) {
    u4 n = 0;
    for (size_t i = 0; i < s.n; i++) {
        n += ((u1)s.p[i] & 0xC0) != 0x80;
    }
    return n;
}

// Not more than that many columns, with a mark where something is missing.
static void put_cut(const struct page *k, struct str s, u4 room) {
    bool cut = columns_of(s) > room;
    u4 left = cut ? room - (room != 0) : room;
    for (size_t i = 0; i < s.n; i++) {
        bool starts = ((u1)s.p[i] & 0xC0) != 0x80;
        if (starts && left-- == 0) {
            break;
        }
        putc(s.p[i], k->out);
    }
    if (cut && room) {
        putc('~', k->out);
    }
}

// Where to end a line that has not room for all of s: at a blank, if there is one, that
// is not within brackets, if there is one. Longer words are broken.
static size_t line_end(struct str s, u4 room) {
    size_t blank = 0, inside = 0, i = 0;
    u4 depth = 0, left = room;
    for (; i < s.n; i++) {
        bool starts = ((u1)s.p[i] & 0xC0) != 0x80;
        if (s.p[i] == ' ' && i) {
            *(depth ? &inside : &blank) = i;
        }
        depth += s.p[i] == '(';
        depth -= s.p[i] == ')' && depth;
        if (starts && left-- == 0) {
            break;
        }
    }
    return i == s.n ? i : blank ? blank : inside ? inside : i;
}

// One line of that text, cut where it is too long.
static void put_line(const struct page *k, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static void put_line(const struct page *k, const char *fmt, ...) {
    va_list list;
    va_start(list, fmt);
    struct str s = str_of(arena_vprintf(k->r->mem, fmt, list));
    put_cut(k, shown_str(k->r->mem, s), k->look->columns);
    va_end(list);
    putc('\n', k->out);
}

// As many lines as it takes, behind some blanks, the later ones behind more. A width
// that has no room for these has none.
enum { HANG = 4, LEAST = 16 };
static void put_lines(const struct page *k, u4 indent, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void put_lines(const struct page *k, u4 indent, const char *fmt, ...) {
    va_list list;
    va_start(list, fmt);
    struct str s =
        shown_str(k->r->mem, str_of(arena_vprintf(k->r->mem, fmt, list)));
    va_end(list);
    u4 columns = k->look->columns, hang = indent + HANG;
    while (s.n) {
        u4 blanks = columns >= indent + LEAST ? indent : 0;
        size_t n = line_end(s, columns - blanks);
        fprintf(k->out, "%*s", (int)blanks, "");
        for (size_t i = 0; i < n; i++) {
            putc(s.p[i], k->out);
        }
        putc('\n', k->out);
        n += n < s.n && s.p[n] == ' ';
        s = (struct str){s.p + n, s.n - n};
        indent = hang;
    }
}

static void heading(const struct page *k, const char *text) {
    putc('\n', k->out);
    paint(k, BOLD);
    put_lines(k, 0, "%s", text);
    paint(k, PLAIN);
}

// --- What it is of --------------------------------------------------------------------

static void put_plan(const struct page *k, u4 plan) {
    const struct cover *c = k->r->cover[plan];
    const struct plan *p = c->plan;
    struct str analysis = chains_option(p, "analysis"),
               depth = chains_option(p, "depth"),
               of = chains_option(p, "interface");
    put_line(k, "%s", report_plan_title(k->r, plan));
    put_lines(k, 2, "analysis %.*s, depth %.*s, interface %.*s; %u run%s%s",
              STR_F(analysis), STR_F(depth), STR_F(of), c->pool.n_runs,
              c->pool.n_runs == 1 ? "" : "s",
              c->pool.n_runs ? "" : ": nothing ran");
}

// --- Figures --------------------------------------------------------------------------

static const char *const title[N_FIGURES] = {
    [FIGURE_CHAINS] = "call chains",
    [FIGURE_CHAINS_BY_SITE] = "  by call site",
    [FIGURE_CHAINS_BY_METHOD] = "  by method",
    [FIGURE_RC] = "receiver classes",
    [FIGURE_TM] = "target methods",
    [FIGURE_ENTRIES] = "entries",
};

enum { BAR = 20, TITLE = 17, ALMOST = 8000, HALF = 5000 };

static enum paint paint_of(const struct figure *f) {
    return figure_reaches(f, ALMOST) ? GOOD
           : figure_reaches(f, HALF) ? FAIR
                                     : POOR;
}

static void put_bar(const struct page *k, const struct figure *f) {
    u4 full = 0;
    while (full < BAR && figure_reaches(f, (full + 1) * 10000 / BAR)) {
        full++;
    }
    fputs("  ", k->out);
    for (u4 i = 0; i < BAR; i++) {
        putc(i < full ? '#' : '.', k->out);
    }
}

static void put_figure(const struct page *k, enum figure_of of, u4 width) {
    const struct figure *f = &k->r->figures.all[of];
    char room[PERCENT_TEXT];
    struct str required =
        f->unknown ? STR("unknown") : big_text(k->r->mem, f->required);
    struct str covered = big_text(k->r->mem, big_of(f->covered));
    const char *percent = figure_percent(room, f);
    bool judged = strcmp(percent, "-") != 0;
    fprintf(k->out, "%-*s %*.*s of %*.*s ", TITLE, title[of], (int)width,
            STR_F(covered), (int)width, STR_F(required));
    paint(k, judged ? paint_of(f) : DIM);
    fprintf(k->out, "%6s%s", percent, judged ? "%" : " ");
    if (judged && k->look->columns >= TITLE + 2 * width + 15 + BAR) {
        put_bar(k, f);
    }
    paint(k, PLAIN);
    putc('\n', k->out);
}

static void put_figures(const struct page *k) {
    const struct figures *f = &k->r->figures;
    u4 width = 1;
    for (u4 i = 0; i < N_FIGURES; i++) {
        struct str text = big_text(k->r->mem, f->all[i].required);
        u4 n = f->all[i].unknown ? 7 : (u4)text.n;
        width = f->has[i] && n > width ? n : width;
    }
    putc('\n', k->out);
    for (u4 i = 0; i < N_FIGURES; i++) {
        if (f->has[i]) {
            put_figure(k, i, width);
        }
    }
}

// "length 0: 5 of 9, 1: 4 of 12, ..." in as many lines as it takes.
static void put_numbers(const struct page *k, enum figures_by by,
                        const char *what) {
    const struct figures *f = &k->r->figures;
    u4 at = 0, columns = k->look->columns;
    for (u4 i = 0; i < f->n[by]; i++) {
        const struct figures_row *row = &f->row[by][i];
        const struct figure *n = &row->of[FIGURE_CHAINS];
        struct str required = big_text(k->r->mem, n->required);
        if (str_eq(row->name, STR("*"))) {
            continue;  // that is all of them
        }
        const char *text =
            n->unknown
                ? arena_printf(k->r->mem, "%.*s: %llu", STR_F(row->name),
                               (unsigned long long)n->covered)
                : arena_printf(k->r->mem, "%.*s: %llu of %.*s",
                               STR_F(row->name), (unsigned long long)n->covered,
                               STR_F(required));
        u4 wide = (u4)strlen(text);
        if (at == 0 || at + 2 + wide > columns) {
            fprintf(k->out, "%s%-*s ", at ? "\n" : "", TITLE, at ? "" : what);
            at = TITLE + 1;
        } else {
            fputs("  ", k->out);
            at += 2;
        }
        fputs(text, k->out);
        at += wide;
    }
    if (at) {
        putc('\n', k->out);
    }
}

// --- What the plan did not know, or could not see --------------------------------------

struct beside {
    u8 receivers, entries, chains, refused, strangers;
    bool full;
};

static struct beside look_beside(const struct report *r) {
    struct beside b = {0};
    for (u4 i = 0; i < r->n; i++) {
        const struct cover *c = r->cover[i];
        for (u4 j = 0; j < c->pool.n_notes; j++) {
            b.receivers += c->pool.note[j].kind == DATA_RECEIVER;
            b.entries += c->pool.note[j].kind == DATA_ENTRY;
        }
        for (u4 j = 1; j < c->plan->n[PLAN_METHOD]; j++) {
            u4 flags = c->plan->method[j].flags;
            b.refused += (flags & PLAN_METHOD_REFUSED) != 0;
        }
        b.chains += c->pool.n_strays;
        b.strangers += c->strangers;
        b.full = b.full || c->pool.flags & (DATA_FILE_FULL | DATA_TABLE_FULL);
    }
    return b;
}

// "plan0: " where there are several.
static const char *plan_text(const struct page *k, u4 plan) {
    return k->r->n > 1
               ? arena_printf(k->r->mem, "%s: ", report_plan_name(k->r, plan))
               : "";
}

static void put_trust(const struct page *k) {
    for (u4 i = 0; i < k->r->n; i++) {
        struct pool_words w = pool_words(&k->r->cover[i]->pool, k->r->mem);
        for (u4 j = 0; j < w.n; j++) {
            put_lines(k, 0, "%s%s", plan_text(k, i), w.line[j]);
        }
    }
}

static void put_beside(const struct page *k) {
    struct beside b = look_beside(k->r);
    if (b.receivers || b.entries || b.chains) {
        paint(k, FAIR);
        put_lines(k, 0,
                  "not predicted: %llu receiver class%s, %llu entr%s, %llu "
                  "step%s at least (--what unpredicted)",
                  (unsigned long long)b.receivers, b.receivers == 1 ? "" : "es",
                  (unsigned long long)b.entries, b.entries == 1 ? "y" : "ies",
                  (unsigned long long)b.chains, b.chains == 1 ? "" : "s");
        paint(k, PLAIN);
    }
    if (b.refused) {
        put_lines(k, 0, "not instrumented: %llu method%s too large for probes",
                  (unsigned long long)b.refused, b.refused == 1 ? "" : "s");
    }
    if (b.full) {
        put_lines(k, 0, "incomplete: there was no room for all that ran");
    }
    put_trust(k);
    if (b.strangers) {
        put_lines(k, 0, "strange: %llu chains that the plan cannot have",
                  (unsigned long long)b.strangers);
    }
}

// --- Where to go on --------------------------------------------------------------------

static struct str method_text(const struct page *k, const struct plan *p,
                              u4 method) {
    return report_method(k->r->mem, chains_method(p, method));
}

// "Foo.java:12: Foo.bar(int)", a call and the method that has it.
static const char *call_text(const struct page *k, const struct plan *p,
                             u4 site) {
    return arena_printf(k->r->mem, "%.*s%s: %.*s",
                        STR_F(report_place(k->r->mem, p, site)),
                        report_which_call(k->r->mem, p, site),
                        STR_F(method_text(k, p, p->site[site].method)));
}

static void put_uncovered_entry(const struct page *k,
                                const struct top_uncovered *x) {
    const struct cover *c = k->r->cover[x->plan];
    const struct plan *p = c->plan;
    const struct plan_root *root = &c->forest.root[x->uncovered.label];
    u4 method = p->entry[root->entry].method;
    char room[LEVEL_TEXT];
    struct str level = chains_level(room, root->level);
    bool told = root->level != PLAN_ANY_LEVEL;
    put_lines(k, 2, "%.*s  %s%.*s is never called from outside%s%.*s (%.*s)",
              STR_F(big_text(k->r->mem, x->uncovered.opens)),
              plan_text(k, x->plan), STR_F(method_text(k, p, method)),
              told ? " at level " : "", told ? (int)level.n : 0, level.p,
              STR_F(report_method_place(k->r->mem, p, method)));
}

static void put_uncovered(const struct page *k, const struct top_uncovered *x) {
    const struct cover *c = k->r->cover[x->plan];
    const struct plan *p = c->plan;
    const struct plan_label *l = &p->label[x->uncovered.label];
    const char *story = top_uncovered_story(k->r, x);
    put_lines(k, 2, "%.*s  %s%s does not call %.*s%s",
              STR_F(big_text(k->r->mem, x->uncovered.opens)),
              plan_text(k, x->plan), call_text(k, p, l->site),
              STR_F(report_method(k->r->mem, chains_string(p, l->to))),
              top_on(k->r, p, x->uncovered.label));
    if (c->node[x->uncovered.node].length) {
        put_lines(k, 6, "from %s; %s",
                  top_path(k->r, c, x->uncovered.node, TOP_CALLS), story);
    } else {
        put_lines(k, 6, "%s", story);
    }
}

static void put_all_uncovered(const struct page *k) {
    struct top_uncovered *uncovered;
    u4 n =
        k->r->figures.has[FIGURE_CHAINS] ? top_uncovered(k->r, &uncovered) : 0;
    if (n) {
        heading(k, "To test next: calls that open most chains");
    }
    for (u4 i = 0; i < n; i++) {
        if (uncovered[i].uncovered.node) {
            put_uncovered(k, &uncovered[i]);
        } else {
            put_uncovered_entry(k, &uncovered[i]);
        }
    }
}

static void put_sites(const struct page *k) {
    struct top_site *site;
    u4 n = top_sites(k->r, &site);
    if (n) {
        heading(k, "Call sites that miss receivers");
    }
    for (u4 i = 0; i < n; i++) {
        const struct plan *p = k->r->cover[site[i].plan]->plan;
        const struct cover_poly *x = &site[i].poly;
        u4 called = p->site[x->site].called;
        put_lines(k, 2, "%u of %u  %s%s calls %.*s", x->covered, x->required,
                  plan_text(k, site[i].plan), call_text(k, p, x->site),
                  STR_F(report_method(k->r->mem, chains_string(p, called))));
        put_lines(k, 6, "never %s", top_missing(k->r, &site[i]));
    }
}

// --- Since the baseline ----------------------------------------------------------------

static const char *const compared[N_COMPARES][2] = {
    [COMPARE_CHAINS] = {"call chain", "call chains"},
    [COMPARE_RC] = {"receiver class", "receiver classes"},
    [COMPARE_TM] = {"target method", "target methods"},
};

static const char *const fate_text[N_FATES] = {
    [COMPARE_GAINED] = "now covered",
    [COMPARE_LOST] = "no longer covered",
    [COMPARE_NEW] = "covered and new in this plan",
    [COMPARE_GONE] = "gone from this plan",
};

static void put_since_row(const struct page *k, enum compare_fate fate,
                          const struct top_since *x) {
    const struct compare_list *l = &k->r->since->compare.list[x->of][fate];
    const struct plan *p = l->in->plan;
    const char *text = top_since_text(k->r, fate, x);
    if (x->of == COMPARE_CHAINS) {
        const char *longer =
            x->chains > 1
                ? arena_printf(k->r->mem, " (and %u longer)", x->chains - 1)
                : "";
        put_lines(k, 4, "%s%s", text, longer);
    } else {
        u4 site = p->label[l->id[x->i]].site;
        put_lines(k, 4, "%s calls %s", call_text(k, p, site), text);
    }
}

static void put_fate(const struct page *k, enum compare_fate fate) {
    struct top_since *x;
    u4 n = top_since(k->r, fate, &x);
    for (u4 i = 0; i < n;) {
        enum compare_of of = x[i].of;
        u4 all = k->r->since->compare.list[of][fate].n, shown = 0;
        put_lines(k, 2, "%s: %u %s", fate_text[fate], all,
                  compared[of][all != 1]);
        for (; i < n && x[i].of == of; i++) {
            put_since_row(k, fate, &x[i]);
            shown += of == COMPARE_CHAINS ? x[i].chains : 1;
        }
        if (shown < all) {
            put_lines(k, 4, "and %u more", all - shown);
        }
    }
}

static void put_since(const struct page *k) {
    const struct since *s = k->r->since;
    if (!s) {
        return;
    }
    u4 runs = s->before->pool.n_runs;
    struct str of = chains_option(s->before->plan, "inputs");
    heading(k, arena_printf(k->r->mem, "Since %u run%s of %.*s", runs,
                            runs == 1 ? "" : "s", STR_F(of)));
    for (enum compare_fate fate = 0; fate < N_FATES; fate++) {
        put_fate(k, fate);
    }
}

void report_text(const struct report *r, const struct report_look *look,
                 FILE *out) {
    struct page k = {r, look, out};
    for (u4 i = 0; i < r->n; i++) {
        put_plan(&k, i);
    }
    put_figures(&k);
    if (r->figures.has[FIGURE_CHAINS]) {
        put_numbers(&k, FIGURES_BY_LENGTH, "by length");
        put_numbers(&k, FIGURES_BY_LEVEL, "by entry level");
    }
    put_beside(&k);
    put_all_uncovered(&k);
    put_sites(&k);
    put_since(&k);
}
