// SPDX-License-Identifier: MIT
// text.c - the report for people at a terminal: a summary that fits a screen, then the
// places worth testing next.
#include "rewriter/report/report.h"
#include "rewriter/report/top.h"

#include <stdarg.h>
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

// One line of that text behind some blanks.
static void put_line(const struct page *k, u4 indent, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void put_line(const struct page *k, u4 indent, const char *fmt, ...) {
    va_list list, again;
    va_start(list, fmt);
    va_copy(again, list);
    int n = vsnprintf(NULL, 0, fmt, list);
    char *text = ARENA_ARRAY(k->r->mem, char, (size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, fmt, again);
    va_end(list);
    va_end(again);
    fprintf(k->out, "%*s", (int)indent, "");
    u4 columns = k->look->columns;
    put_cut(k, (struct str){text, (size_t)n},
            columns > indent ? columns - indent : 0);
    putc('\n', k->out);
}

static void heading(const struct page *k, const char *text) {
    putc('\n', k->out);
    paint(k, BOLD);
    fputs(text, k->out);
    paint(k, PLAIN);
    putc('\n', k->out);
}

// --- What it is of --------------------------------------------------------------------

static void put_plan(const struct page *k, const struct cover *c) {
    const struct plan *p = c->plan;
    u4 killed = 0;
    for (u4 i = 0; i < c->pool.n_runs; i++) {
        killed += !(c->pool.run[i].flags & DATA_CLEAN);
    }
    struct str analysis = chains_option(p, "analysis"),
               depth = chains_option(p, "depth"),
               of = chains_option(p, "interface");
    put_line(k, 0, "%.*s", STR_F(chains_option(p, "inputs")));
    const char *more = c->pool.n_runs == 0 ? ": nothing ran"
                       : killed            ? ", of which "
                                           : "";
    put_line(k, 2, "analysis %.*s, depth %.*s, interface %.*s; %u run%s%s%s",
             STR_F(analysis), STR_F(depth), STR_F(of), c->pool.n_runs,
             c->pool.n_runs == 1 ? "" : "s", more,
             killed ? arena_printf(k->r->mem, "%u did not end cleanly", killed)
                    : "");
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
        u4 wide = (u4)strlen(text) + 2;
        if (at == 0 || at + wide > columns) {
            fprintf(k->out, "%s%-*s ", at ? "\n" : "", TITLE, at ? "" : what);
            at = TITLE + 1;
        }
        fprintf(k->out, "%s  ", text);
        at += wide;
    }
    if (at) {
        putc('\n', k->out);
    }
}

// --- What the plan did not know, or could not see --------------------------------------

struct beside {
    u8 receivers, entries, chains, refused, strangers;
    bool full, about;
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
        b.about = b.about || c->pool.counts == DATA_COUNTS_ABOUT;
        b.full = b.full || c->pool.flags & (DATA_FILE_FULL | DATA_TABLE_FULL);
    }
    return b;
}

static void put_beside(const struct page *k) {
    struct beside b = look_beside(k->r);
    if (b.receivers || b.entries || b.chains) {
        paint(k, FAIR);
        put_line(k, 0,
                 "not predicted: %llu receiver class%s, %llu entr%s, %llu "
                 "step%s (--what unpredicted)",
                 (unsigned long long)b.receivers, b.receivers == 1 ? "" : "es",
                 (unsigned long long)b.entries, b.entries == 1 ? "y" : "ies",
                 (unsigned long long)b.chains, b.chains == 1 ? "" : "s");
        paint(k, PLAIN);
    }
    if (b.refused) {
        put_line(k, 0, "not instrumented: %llu method%s too large for probes",
                 (unsigned long long)b.refused, b.refused == 1 ? "" : "s");
    }
    if (b.full) {
        put_line(k, 0, "incomplete: there was no room for all that ran");
    }
    if (b.about) {
        put_line(k, 0, "several threads ran: %s", POOL_ABOUT);
    }
    if (b.strangers) {
        put_line(k, 0, "strange: %llu chains that the plan cannot have",
                 (unsigned long long)b.strangers);
    }
}

// --- Where to go on --------------------------------------------------------------------

static struct str method_text(const struct page *k, const struct plan *p,
                              u4 method) {
    return report_method(k->r->mem, chains_method(p, method));
}

static struct str called_text(const struct page *k, const struct plan *p,
                              u4 label) {
    return report_method(k->r->mem, chains_string(p, p->label[label].to));
}

static struct str receiver_text(const struct page *k, const struct plan *p,
                                u4 label) {
    u4 receiver = p->label[label].receiver;
    return report_class(k->r->mem,
                        chains_string(p, p->receiver[receiver].name));
}

static void put_prefix(const struct page *k, const struct cover *c, u4 node) {
    const struct cover_node *x = &c->node[node];
    u4 *label = ARENA_ARRAY(k->r->mem, u4, (size_t)x->length + 1);
    u4 entry = c->plan->entry[c->forest.root[x->root].entry].method;
    struct str text = method_text(k, c->plan, entry);
    cover_labels(c, node, label);
    for (u4 i = 0; i + 1 < x->length; i++) {
        struct str to = called_text(k, c->plan, label[i]);
        char *more =
            arena_printf(k->r->mem, "%.*s > %.*s", STR_F(text), STR_F(to));
        text = str_of(more);
    }
    if (x->length) {
        put_line(k, 6, "reached by %.*s", STR_F(text));
    }
}

static void put_gap(const struct page *k, const struct cover *c,
                    const struct cover_gap *g) {
    const struct plan *p = c->plan;
    struct str opens = big_text(k->r->mem, g->opens);
    if (g->node == 0) {
        const struct plan_root *root = &c->forest.root[g->label];
        u4 method = p->entry[root->entry].method;
        char room[LEVEL_TEXT];
        struct str level = chains_level(room, root->level);
        bool told = root->level != PLAN_ANY_LEVEL;
        put_line(k, 2, "%.*s  %.*s is never called from outside%s%.*s (%.*s)",
                 STR_F(opens), STR_F(method_text(k, p, method)),
                 told ? " at level " : "", told ? (int)level.n : 0, level.p,
                 STR_F(report_method_place(k->r->mem, p, method)));
        return;
    }
    const struct plan_label *l = &p->label[g->label];
    struct str on = receiver_text(k, p, g->label);
    u4 caller = p->site[l->site].method;
    put_line(k, 2, "%.*s  %.*s: %.*s does not call %.*s%s%.*s", STR_F(opens),
             STR_F(report_place(k->r->mem, p, l->site)),
             STR_F(method_text(k, p, caller)),
             STR_F(called_text(k, p, g->label)),
             str_eq(on, STR("-")) ? "" : " on ",
             str_eq(on, STR("-")) ? 0 : (int)on.n, on.p);
    put_prefix(k, c, g->node);
}

static void put_gaps(const struct page *k) {
    struct top_gap *gap;
    if (!k->r->figures.has[FIGURE_CHAINS]) {
        return;
    }
    u4 n = top_gaps(k->r, &gap);
    if (n) {
        heading(k, "To test next: calls that open most chains");
    }
    for (u4 i = 0; i < n; i++) {
        put_gap(k, k->r->cover[gap[i].plan], &gap[i].gap);
    }
}

enum { MISSING = 4 };  // names of receivers that are missing

static void put_poly(const struct page *k, const struct cover *c,
                     const struct cover_poly *x) {
    const struct plan *p = c->plan;
    const struct plan_site *s = &p->site[x->site];
    bool rc = s->flags & PLAN_SITE_RC;
    struct cover_pair *pair =
        ARENA_ARRAY(k->r->mem, struct cover_pair, (size_t)s->n_labels + 1);
    u4 n = cover_pairs(c, x->site, rc ? PLAN_LABEL_RC : PLAN_LABEL_TM, pair);
    put_line(k, 2, "%u of %u  %.*s: %.*s calls %.*s", x->covered, x->required,
             STR_F(report_place(k->r->mem, p, x->site)),
             STR_F(method_text(k, p, s->method)),
             STR_F(report_method(k->r->mem, chains_string(p, s->called))));
    u4 shown = 0, missing = x->required - x->covered;
    struct str list = STR("");
    for (u4 i = 0; i < n && shown < MISSING; i++) {
        if (pair[i].hits == 0) {
            struct str name = rc ? receiver_text(k, p, pair[i].label)
                                 : called_text(k, p, pair[i].label);
            list = str_of(arena_printf(k->r->mem, "%.*s%s%.*s", STR_F(list),
                                       shown ? ", " : "", STR_F(name)));
            shown++;
        }
    }
    put_line(k, 6, "never %s%.*s%s", rc ? "on " : "", STR_F(list),
             shown < missing
                 ? arena_printf(k->r->mem, " and %u more", missing - shown)
                 : "");
}

static void put_polys(const struct page *k) {
    struct top_site *site;
    u4 n = top_sites(k->r, &site);
    if (n) {
        heading(k, "Call sites that miss receivers");
    }
    for (u4 i = 0; i < n; i++) {
        put_poly(k, k->r->cover[site[i].plan], &site[i].poly);
    }
}

void report_text(const struct report *r, const struct report_look *look,
                 FILE *out) {
    struct page k = {r, look, out};
    for (u4 i = 0; i < r->n; i++) {
        put_plan(&k, r->cover[i]);
    }
    put_figures(&k);
    if (r->figures.has[FIGURE_CHAINS]) {
        put_numbers(&k, FIGURES_BY_LENGTH, "by length");
        put_numbers(&k, FIGURES_BY_LEVEL, "by entry level");
    }
    put_beside(&k);
    put_gaps(&k);
    put_polys(&k);
}
