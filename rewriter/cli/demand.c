// SPDX-License-Identifier: MIT
// What a build demands of a report.
//
// A build that fails has to say why where somebody looks, and often there is nothing
// but its log: so with -q, too, errors name what they are about.
#include "rewriter/cli/demand.h"

#include "analysis/text/near.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/readable.h"
#include "rewriter/coverage/compare.h"
#include "rewriter/coverage/figures.h"
#include "rewriter/coverage/since.h"
#include "rewriter/options/optionrows.h"
#include "rewriter/options/options.h"
#include "rewriter/options/usage.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

#include <string.h>

// --- The command line -------------------------------------------------------------------

static const char *command_of(const struct options *opt) {
    return command_rows[opt->command].name;
}

static void say_near(const struct options *opt, enum option_id id,
                     struct str word, const char *near) {
    usage_error(command_of(opt), OPTION_WORD_NEAR, option_rows[id].long_name,
                STR_F(word), near);
}

static void say_no_threshold(const struct options *opt, const char *wrong) {
    struct near near = {.name = {wrong, strcspn(wrong, "=,")}};
    for (u4 i = 0; i < N_FIGURES; i++) {
        if (str_eq(near.name, str_of(figure_word[i]))) {
            near.best = NULL;  // what is wrong comes behind it
            break;
        }
        near_consider(&near, figure_word[i]);
    }
    if (near.best) {
        say_near(opt, OPT_FAIL_UNDER, near.name, near.best);
    } else {
        usage_error(command_of(opt), THRESHOLD_WRONG, "fail-under", wrong);
    }
}

static bool parse_fail_under(struct demand *to, const struct options *opt) {
    const char *wrong;
    switch (threshold_parse(&to->under, opt->fail_under, &wrong)) {
    case THRESHOLD_FINE:
        return true;
    case THRESHOLD_AGAIN:
        usage_error(command_of(opt), THRESHOLD_TWICE, "fail-under", wrong);
        return false;
    case THRESHOLD_NONSENSE:
        break;
    }
    say_no_threshold(opt, wrong);
    return false;
}

static void say_no_word(const struct options *opt, struct str word) {
    const char *near = suggest_word(word, OPT_FAIL_ON);
    if (near) {
        say_near(opt, OPT_FAIL_ON, word, near);
    } else {
        usage_error(command_of(opt), OPTION_TAKES, "fail-on", opt->fail_on,
                    "unpredicted, lost, damaged, unrecorded");
    }
}

static bool parse_fail_on(struct demand *to, const struct options *opt) {
    const struct {
        enum option_word word;
        bool *on;
    } row[] = {
        {WORD_UNPREDICTED, &to->on_unpredicted},
        {WORD_LOST, &to->on_lost},
        {WORD_DAMAGED, &to->on_damaged},
        {WORD_UNRECORDED, &to->on_unrecorded},
    };
    for (const char *p = opt->fail_on; p; p++) {
        size_t n = strcspn(p, ",");
        bool known = false;
        for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
            const char *text = word_rows[row[i].word].text;
            bool is = str_eq((struct str){p, n}, str_of(text));
            *row[i].on = *row[i].on || is;
            known = known || is;
        }
        if (!known) {
            say_no_word(opt, (struct str){p, n});
            return false;
        }
        p += n;
        if (*p == 0) {
            break;
        }
    }
    if (to->on_lost && !opt->baseline) {
        usage_error(command_of(opt), OPTION_NEEDS, "fail-on lost", "baseline");
        return false;
    }
    return true;
}

bool demand_parse(struct demand *to, const struct options *opt) {
    *to = (struct demand){0};
    if (opt->fail_under && !parse_fail_under(to, opt)) {
        return false;
    }
    return parse_fail_on(to, opt);
}

// --- Figures ----------------------------------------------------------------------------

static bool meets_one(const struct threshold *t, enum figure_of of,
                      const struct report *r, struct diag *d) {
    const struct figure *f = &r->figures.all[of];
    char have[THRESHOLD_TEXT], want[THRESHOLD_TEXT];
    struct place at = {.byte = NO_BYTE};
    if (!t->given[of]) {
        return true;
    }
    threshold_text(want, t->hundredths[of]);
    if (!r->figures.has[of]) {
        diag_report(d, NOT_REQUIRED, &at, figure_word[of], want);
        return false;
    }
    if (threshold_fails(t, of, f)) {
        const char *is =
            f->unknown ? "unknown" : threshold_text(have, figure_hundredths(f));
        diag_report(d, BELOW_THRESHOLD, &at, figure_word[of], is, want);
        return false;
    }
    return true;
}

// --- What nobody predicted ---------------------------------------------------------------

enum { NAMED = 5 };  // the first ones that are named

static const char *note_text(const struct report *r, const struct plan *p,
                             const struct pool_note *x) {
    if (x->kind == DATA_ENTRY) {
        struct str method = readable_method(r->mem, chains_method(p, x->a));
        struct str place = report_method_place(r->mem, p, x->a);
        return arena_printf(r->mem, "%.*s (%.*s) was entered", STR_F(method),
                            STR_F(place));
    }
    struct str class = readable_class(r->mem, report_escaped(r->mem, x->text));
    struct str called =
        readable_method(r->mem, chains_string(p, p->site[x->a].called));
    struct str place = report_place(r->mem, p, x->a);
    return arena_printf(r->mem, "%.*s was called on %.*s at %.*s",
                        STR_F(called), STR_F(class), STR_F(place));
}

static const char *stray_text(const struct report *r, const struct plan *p,
                              const struct pool_step *x) {
    const struct plan_label *l = &p->label[x->label];
    struct str to = readable_method(r->mem, chains_string(p, l->to));
    struct str place = report_place(r->mem, p, l->site);
    return arena_printf(r->mem,
                        "%.*s was called at %.*s in a chain that goes on "
                        "otherwise",
                        STR_F(to), STR_F(place));
}

static u8 n_unpredicted(const struct report *r) {
    u8 n = 0;
    for (u4 i = 0; i < r->n; i++) {
        const struct pool *pool = &r->cover[i]->pool;
        n += pool->n_strays;
        for (u4 j = 0; j < pool->n_notes; j++) {
            n += pool_is_odd(&pool->note[j]);
        }
    }
    return n;
}

static void name_unpredicted(const struct report *r, struct diag *d) {
    struct place at = {.byte = NO_BYTE};
    u4 n = 0;
    for (u4 i = 0; i < r->n; i++) {
        const struct pool *pool = &r->cover[i]->pool;
        const struct plan *p = r->cover[i]->plan;
        for (u4 j = 0; j < pool->n_notes && n < NAMED; j++) {
            if (pool_is_odd(&pool->note[j])) {
                diag_report(d, UNPREDICTED_ONE, &at,
                            note_text(r, p, &pool->note[j]));
                n++;
            }
        }
        for (u4 j = 0; j < pool->n_strays && n < NAMED; j++) {
            diag_report(d, UNPREDICTED_ONE, &at,
                        stray_text(r, p, &pool->stray[j]));
            n++;
        }
    }
}

static bool is_predicted(const struct report *r, struct diag *d) {
    u8 n = n_unpredicted(r);
    if (n) {
        struct place at = {.byte = NO_BYTE};
        diag_report(d, UNPREDICTED, &at, (unsigned long long)n,
                    n == 1 ? "" : "s", n > NAMED ? ", the first ones:" : ":");
        name_unpredicted(r, d);
    }
    return n == 0;
}

// --- All ---------------------------------------------------------------------------------

static bool is_nothing_lost(const struct compare *c, struct diag *d) {
    u4 n[N_COMPARES];
    for (enum compare_of of = 0; of < N_COMPARES; of++) {
        n[of] = c->list[of][COMPARE_LOST].n;
    }
    bool any = n[COMPARE_CHAINS] || n[COMPARE_RC] || n[COMPARE_TM];
    if (any) {
        struct place at = {.byte = NO_BYTE};
        diag_report(d, LOST, &at, n[COMPARE_CHAINS], n[COMPARE_RC],
                    n[COMPARE_TM]);
    }
    return !any;
}

// Of files that were read each was named when that was; here is what failed.
static bool is_intact(const struct report *r, struct diag *d) {
    bool ok = true;
    for (u4 i = 0; i < r->n; i++) {
        const struct pool *p = &r->cover[i]->pool;
        struct place at = {.file = str_of(r->cover[i]->path), .byte = NO_BYTE};
        struct pool_trust t = pool_trust(p);
        if (p->n_damages || t.damaged || p->flags & DATA_LOST) {
            diag_report(d, DAMAGED_ANY, &at, t.damaged,
                        t.damaged == 1 ? "" : "s",
                        p->flags & DATA_LOST
                            ? ", and a file of which nothing can be used"
                            : "");
            for (u4 j = 0; j < p->n_damages && j < NAMED; j++) {
                at = (struct place){.file = str_of(p->damage[j].path),
                                    .byte = p->damage[j].byte};
                diag_report(d, DAMAGED_ONE, &at, p->damage[j].what);
            }
            ok = false;
        }
    }
    return ok;
}

// Where there was no room nobody could note what was not recorded, and what is damaged may
// have had such notes.
static bool is_all_recorded(const struct report *r, struct diag *d) {
    const u4 missing = DATA_FILE_FULL | DATA_TABLE_FULL | DATA_LOST;
    u8 n = 0;
    bool ok = true;
    struct place at = {.byte = NO_BYTE};
    for (u4 i = 0; i < r->n; i++) {
        const struct pool *p = &r->cover[i]->pool;
        struct pool_trust t = pool_trust(p);
        n = pool_sum(n, t.n_unrecorded);
        if (p->flags & missing || t.damaged) {
            struct place of = {.file = str_of(r->cover[i]->path),
                               .byte = NO_BYTE};
            diag_report(d, UNRECORDED_UNKNOWN, &of);
            ok = false;
        }
    }
    if (n) {
        diag_report(d, UNRECORDED_ANY, &at, (unsigned long long)n,
                    n == 1 ? " was" : "s were");
    }
    return ok && n == 0;
}

bool demand_met(const struct demand *x, const struct report *r,
                struct diag *d) {
    bool ok = true;
    for (u4 i = 0; i < N_FIGURES; i++) {
        ok &= meets_one(&x->under, i, r, d);
    }
    ok &= !x->on_unpredicted || is_predicted(r, d);
    ok &= !x->on_damaged || is_intact(r, d);
    ok &= !x->on_unrecorded || is_all_recorded(r, d);
    ok &= !x->on_lost || is_nothing_lost(&r->since->compare, d);
    return ok;
}
