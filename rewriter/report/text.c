// SPDX-License-Identifier: MIT
// text.c - the report for people at a terminal: a summary that fits a screen, then the
// places worth testing next.
#include "rewriter/report/top.h"

#include "analysis/base/shown.h"
#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/readable.h"
#include "rewriter/chains/unknowns.h"
#include "rewriter/coverage/compare.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/coverage/figures.h"
#include "rewriter/coverage/since.h"
#include "rewriter/report/causes.h"
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

static void paint(const struct page *page, enum paint as) {
    static const char *const code[] = {
        [PLAIN] = "\033[0m", [BOLD] = "\033[1m",  [DIM] = "\033[2m",
        [GOOD] = "\033[32m", [FAIR] = "\033[33m", [POOR] = "\033[31m",
    };
    if (page->look->color) {
        fputs(code[as], page->out);
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
static void put_cut(const struct page *page, struct str s, u4 room) {
    bool cut = columns_of(s) > room;
    u4 left = cut ? room - (room != 0) : room;
    for (size_t i = 0; i < s.n; i++) {
        bool starts = ((u1)s.p[i] & 0xC0) != 0x80;
        if (starts && left-- == 0) {
            break;
        }
        putc(s.p[i], page->out);
    }
    if (cut && room) {
        putc('~', page->out);
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
static void put_line(const struct page *page, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static void put_line(const struct page *page, const char *fmt, ...) {
    va_list list;
    va_start(list, fmt);
    struct str s = str_of(arena_vprintf(page->r->mem, fmt, list));
    put_cut(page, shown_str(page->r->mem, s), page->look->columns);
    va_end(list);
    putc('\n', page->out);
}

// As many lines as it takes, behind some blanks, the later ones behind more. A width
// that has no room for these has none.
enum { HANG = 4, LEAST = 16 };
static void put_lines(const struct page *page, u4 indent, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void put_lines(const struct page *page, u4 indent, const char *fmt,
                      ...) {
    va_list list;
    va_start(list, fmt);
    struct str s =
        shown_str(page->r->mem, str_of(arena_vprintf(page->r->mem, fmt, list)));
    va_end(list);
    u4 columns = page->look->columns, hang = indent + HANG;
    while (s.n) {
        u4 blanks = columns >= indent + LEAST ? indent : 0;
        size_t n = line_end(s, columns - blanks);
        fprintf(page->out, "%*s", (int)blanks, "");
        for (size_t i = 0; i < n; i++) {
            putc(s.p[i], page->out);
        }
        putc('\n', page->out);
        n += n < s.n && s.p[n] == ' ';
        s = (struct str){s.p + n, s.n - n};
        indent = hang;
    }
}

static void heading(const struct page *page, const char *text) {
    putc('\n', page->out);
    paint(page, BOLD);
    put_lines(page, 0, "%s", text);
    paint(page, PLAIN);
}

// --- What it is of --------------------------------------------------------------------

static void put_plan(const struct page *page, u4 plan) {
    const struct cover *c = page->r->cover[plan];
    const struct plan *p = c->plan;
    struct str analysis = chains_option(p, "analysis"),
               depth = chains_option(p, "depth"),
               of = chains_option(p, "interface");
    const char *level = unknowns_level(p, page->r->mem);
    put_line(page, "%s", report_plan_title(page->r, plan));
    put_lines(
        page, 2, "analysis \"%.*s\"%s, depth %.*s, interface %.*s; %u run%s%s",
        STR_F(analysis), level, STR_F(depth), STR_F(of), c->pool.n_runs,
        c->pool.n_runs == 1 ? "" : "s", c->pool.n_runs ? "" : ": nothing ran");
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

static void put_bar(const struct page *page, const struct figure *f) {
    u4 full = 0;
    while (full < BAR && figure_reaches(f, (full + 1) * 10000 / BAR)) {
        full++;
    }
    fputs("  ", page->out);
    for (u4 i = 0; i < BAR; i++) {
        putc(i < full ? '#' : '.', page->out);
    }
}

static void put_figure(const struct page *page, enum figure_of of, u4 width) {
    const struct figure *f = &page->r->figures.all[of];
    char room[PERCENT_TEXT];
    struct str required =
        f->unknown ? STR("unknown") : big_text(page->r->mem, f->required);
    struct str covered = big_text(page->r->mem, big_of(f->covered));
    const char *percent = figure_percent(room, f);
    bool judged = strcmp(percent, "-") != 0;
    fprintf(page->out, "%-*s %*.*s of %*.*s ", TITLE, title[of], (int)width,
            STR_F(covered), (int)width, STR_F(required));
    paint(page, judged ? paint_of(f) : DIM);
    fprintf(page->out, "%6s%s", percent, judged ? "%" : " ");
    if (judged && page->look->columns >= TITLE + 2 * width + 15 + BAR) {
        put_bar(page, f);
    }
    paint(page, PLAIN);
    putc('\n', page->out);
}

static void put_figures(const struct page *page) {
    const struct figures *f = &page->r->figures;
    u4 width = 1;
    for (u4 i = 0; i < N_FIGURES; i++) {
        struct str text = big_text(page->r->mem, f->all[i].required);
        u4 n = f->all[i].unknown ? 7 : (u4)text.n;
        width = f->has[i] && n > width ? n : width;
    }
    putc('\n', page->out);
    for (u4 i = 0; i < N_FIGURES; i++) {
        if (f->has[i]) {
            put_figure(page, i, width);
        }
    }
}

// "length 0: 5 of 9, 1: 4 of 12, ..." in as many lines as it takes.
static void put_numbers(const struct page *page, enum figures_by by,
                        const char *what) {
    const struct figures *f = &page->r->figures;
    u4 at = 0, columns = page->look->columns;
    for (u4 i = 0; i < f->n[by]; i++) {
        const struct figures_row *row = &f->row[by][i];
        const struct figure *n = &row->of[FIGURE_CHAINS];
        struct str required = big_text(page->r->mem, n->required);
        if (str_eq(row->name, STR("*"))) {
            continue;  // that is all of them
        }
        const char *text =
            n->unknown
                ? arena_printf(page->r->mem, "%.*s: %llu", STR_F(row->name),
                               (unsigned long long)n->covered)
                : arena_printf(page->r->mem, "%.*s: %llu of %.*s",
                               STR_F(row->name), (unsigned long long)n->covered,
                               STR_F(required));
        u4 wide = (u4)strlen(text);
        if (at == 0 || at + 2 + wide > columns) {
            fprintf(page->out, "%s%-*s ", at ? "\n" : "", TITLE,
                    at ? "" : what);
            at = TITLE + 1;
        } else {
            fputs("  ", page->out);
            at += 2;
        }
        fputs(text, page->out);
        at += wide;
    }
    if (at) {
        putc('\n', page->out);
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
static const char *plan_text(const struct page *page, u4 plan) {
    return page->r->n > 1
               ? arena_printf(page->r->mem,
                              "%s: ", report_plan_name(page->r, plan))
               : "";
}

static void put_trust(const struct page *page) {
    for (u4 i = 0; i < page->r->n; i++) {
        struct pool_words w =
            pool_words(&page->r->cover[i]->pool, page->r->mem);
        for (u4 j = 0; j < w.n; j++) {
            put_lines(page, 0, "%s%s", plan_text(page, i), w.line[j]);
        }
    }
}

static struct str method_text(const struct page *page, const struct plan *p,
                              u4 method) {
    return readable_method(page->r->mem, chains_method(p, method));
}

// What such a note is about, as people read it.
static const char *note_text(const struct page *page, const struct plan *p,
                             const struct pool_note *x) {
    struct arena *mem = page->r->mem;
    if (x->kind == DATA_ENTRY) {
        return arena_printf(mem, "%.*s (%.*s)",
                            STR_F(method_text(page, p, x->a)),
                            STR_F(report_method_place(mem, p, x->a)));
    }
    return arena_printf(mem, "%.*s at %.*s",
                        STR_F(readable_class(mem, x->text)),
                        STR_F(report_place(mem, p, x->a)));
}

// What was not predicted for one cause: how much, the first ones, what to do.
static void put_cause(const struct page *page, const struct cover *c,
                      enum cause cause) {
    enum { NAMED = 3 };
    const char *names = "";
    u4 n = 0;
    for (u4 i = 0; i < c->pool.n_notes; i++) {
        const struct pool_note *x = &c->pool.note[i];
        if (!pool_is_odd(x) || cause_of(c->plan, x) != cause) {
            continue;
        }
        if (n++ < NAMED) {
            names =
                arena_printf(page->r->mem, "%s%s%s", names, n > 1 ? ", " : "",
                             note_text(page, c->plan, x));
        }
    }
    if (n) {
        put_lines(page, 2, "%u %s: %s%s", n, cause_cure[cause], names,
                  n > NAMED ? ", ..." : "");
    }
}

static void put_causes(const struct page *page) {
    for (u4 i = 0; i < page->r->n; i++) {
        for (enum cause cause = 0; cause < N_CAUSES; cause++) {
            put_cause(page, page->r->cover[i], cause);
        }
    }
}

static void put_unknowns(const struct page *page) {
    for (u4 i = 0; i < page->r->n; i++) {
        const struct plan *p = page->r->cover[i]->plan;
        const char *words = unknowns_words(p, page->r->mem);
        const char *guesses = unknowns_guesses(p, page->r->mem);
        if (words) {
            paint(page, FAIR);
            put_lines(page, 0, "%snot followed: %s (%s)", plan_text(page, i),
                      words, unknowns_advice(p));
            paint(page, PLAIN);
        }
        if (guesses) {
            put_lines(page, 0, "%sguessed: %s", plan_text(page, i), guesses);
        }
    }
}

static void put_beside(const struct page *page) {
    struct beside b = look_beside(page->r);
    put_unknowns(page);
    if (b.receivers || b.entries || b.chains) {
        paint(page, FAIR);
        put_lines(page, 0,
                  "not predicted: %llu receiver class%s, %llu entr%s, %llu "
                  "step%s at least (--what unpredicted)",
                  (unsigned long long)b.receivers, b.receivers == 1 ? "" : "es",
                  (unsigned long long)b.entries, b.entries == 1 ? "y" : "ies",
                  (unsigned long long)b.chains, b.chains == 1 ? "" : "s");
        paint(page, PLAIN);
        put_causes(page);
    }
    if (b.refused) {
        put_lines(page, 0,
                  "not instrumented: %llu method%s too large for probes",
                  (unsigned long long)b.refused, b.refused == 1 ? "" : "s");
    }
    if (b.full) {
        put_lines(page, 0, "incomplete: there was no room for all that ran");
    }
    put_trust(page);
    if (b.strangers) {
        put_lines(page, 0, "strange: %llu chains that the plan cannot have",
                  (unsigned long long)b.strangers);
    }
}

// --- Where to go on --------------------------------------------------------------------

// "Foo.java:12: Foo.bar(int)", a call and the method that has it.
static const char *call_text(const struct page *page, const struct plan *p,
                             u4 site) {
    return arena_printf(page->r->mem, "%.*s%s: %.*s",
                        STR_F(report_place(page->r->mem, p, site)),
                        report_which_call(page->r->mem, p, site),
                        STR_F(method_text(page, p, p->site[site].method)));
}

static void put_uncovered_entry(const struct page *page,
                                const struct top_uncovered *x) {
    const struct cover *c = page->r->cover[x->plan];
    const struct plan *p = c->plan;
    const struct plan_root *root = &c->forest.root[x->uncovered.label];
    u4 method = p->entry[root->entry].method;
    char room[LEVEL_TEXT];
    struct str level = chains_level(room, root->level);
    bool told = root->level != PLAN_ANY_LEVEL;
    put_lines(page, 2, "%.*s  %s%.*s is never called from outside%s%.*s (%.*s)",
              STR_F(big_text(page->r->mem, x->uncovered.opens)),
              plan_text(page, x->plan), STR_F(method_text(page, p, method)),
              told ? " at level " : "", told ? (int)level.n : 0, level.p,
              STR_F(report_method_place(page->r->mem, p, method)));
}

static void put_uncovered(const struct page *page,
                          const struct top_uncovered *x) {
    const struct cover *c = page->r->cover[x->plan];
    const struct plan *p = c->plan;
    const struct plan_label *l = &p->label[x->uncovered.label];
    const char *story = top_uncovered_story(page->r, x);
    put_lines(page, 2, "%.*s  %s%s does not call %.*s%s",
              STR_F(big_text(page->r->mem, x->uncovered.opens)),
              plan_text(page, x->plan), call_text(page, p, l->site),
              STR_F(readable_method(page->r->mem, chains_string(p, l->to))),
              top_on(page->r, p, x->uncovered.label));
    if (c->node[x->uncovered.node].length) {
        put_lines(page, 6, "from %s; %s",
                  top_path(page->r, c, x->uncovered.node, TOP_CALLS), story);
    } else {
        put_lines(page, 6, "%s", story);
    }
}

static void put_all_uncovered(const struct page *page) {
    struct top_uncovered *uncovered;
    u4 n = page->r->figures.has[FIGURE_CHAINS]
               ? top_uncovered(page->r, &uncovered)
               : 0;
    if (n) {
        heading(page, "To test next: calls that open most chains");
    }
    for (u4 i = 0; i < n; i++) {
        if (uncovered[i].uncovered.node) {
            put_uncovered(page, &uncovered[i]);
        } else {
            put_uncovered_entry(page, &uncovered[i]);
        }
    }
}

static void put_sites(const struct page *page) {
    struct top_site *site;
    u4 n = top_sites(page->r, &site);
    if (n) {
        heading(page, "Call sites that miss receivers");
    }
    for (u4 i = 0; i < n; i++) {
        const struct plan *p = page->r->cover[site[i].plan]->plan;
        const struct cover_poly *x = &site[i].poly;
        u4 called = p->site[x->site].called;
        put_lines(
            page, 2, "%u of %u  %s%s calls %.*s", x->covered, x->required,
            plan_text(page, site[i].plan), call_text(page, p, x->site),
            STR_F(readable_method(page->r->mem, chains_string(p, called))));
        put_lines(page, 6, "never %s", top_missing(page->r, &site[i]));
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

static void put_since_row(const struct page *page, enum compare_fate fate,
                          const struct top_since *x) {
    const struct compare_list *l = &page->r->since->compare.list[x->of][fate];
    const struct plan *p = l->cover->plan;
    const char *text = top_since_text(page->r, fate, x);
    if (x->of == COMPARE_CHAINS) {
        const char *longer =
            x->chains > 1
                ? arena_printf(page->r->mem, " (and %u longer)", x->chains - 1)
                : "";
        put_lines(page, 4, "%s%s", text, longer);
    } else {
        u4 site = p->label[l->id[x->i]].site;
        put_lines(page, 4, "%s calls %s", call_text(page, p, site), text);
    }
}

// Returns how many it has put.
static u4 put_fate(const struct page *page, enum compare_fate fate) {
    struct top_since *x;
    u4 n = top_since(page->r, fate, &x);
    for (u4 i = 0; i < n;) {
        enum compare_of of = x[i].of;
        u4 all = page->r->since->compare.list[of][fate].n, shown = 0;
        put_lines(page, 2, "%s: %u %s", fate_text[fate], all,
                  compared[of][all != 1]);
        for (; i < n && x[i].of == of; i++) {
            put_since_row(page, fate, &x[i]);
            shown += of == COMPARE_CHAINS ? x[i].chains : 1;
        }
        if (shown < all) {
            put_lines(page, 4, "and %u more", all - shown);
        }
    }
    return n;
}

static void put_since(const struct page *page) {
    const struct since *s = page->r->since;
    if (!s) {
        return;
    }
    u4 runs = s->before->pool.n_runs;
    struct str of = chains_option(s->before->plan, "inputs");
    heading(page, arena_printf(page->r->mem, "Since %u run%s of %.*s", runs,
                               runs == 1 ? "" : "s", STR_F(of)));
    u4 n = 0;
    for (enum compare_fate fate = 0; fate < N_FATES; fate++) {
        n += put_fate(page, fate);
    }
    if (n == 0) {
        put_lines(page, 2, "no change in what is covered");
    }
}

void report_text(const struct report *r, const struct report_look *look,
                 FILE *out) {
    struct page page = {r, look, out};
    for (u4 i = 0; i < r->n; i++) {
        put_plan(&page, i);
    }
    put_figures(&page);
    if (r->figures.has[FIGURE_CHAINS]) {
        put_numbers(&page, FIGURES_BY_LENGTH, "by length");
        put_numbers(&page, FIGURES_BY_LEVEL, "by entry level");
    }
    put_beside(&page);
    put_all_uncovered(&page);
    put_sites(&page);
    put_since(&page);
}
