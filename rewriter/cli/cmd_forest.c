// SPDX-License-Identifier: MIT
// cmd_forest.c - classes or a plan in, call chains out.
//
// Classes are made a plan first, in memory: so all that is asked is asked of a
// plan, and gives the same for the one as for the other.
#include "rewriter/cli/cmd.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "rewriter/chains/list.h"
#include "rewriter/chains/project.h"
#include "rewriter/cli/filter.h"
#include "rewriter/cli/foreststats.h"
#include "rewriter/cli/options_priv.h"
#include "rewriter/cli/pattern.h"
#include "rewriter/cli/unfold.h"
#include "rewriter/cli/usage.h"
#include "rewriter/plan/planfile.h"
#include "rewriter/plan/plantext.h"

#include <errno.h>
#include <stdio.h>

// What is listed, unless asked for more.
enum { LIST_LIMIT = 100000 };

struct asking {
    const struct options *opt;
    struct diag *diag;
    const struct plan *plan;
    struct arena mem;
    struct chains chains;
};

// --- The plan ----------------------------------------------------------------

static bool save(const struct options *opt, const struct emit *bytes,
                 struct diag *d) {
    struct outfile out;
    if (!opt->plan_out) {
        return true;
    }
    if (!outfile_open(&out, opt->plan_out, 0666, d)) {
        return false;
    }
    if (!file_write_all(out.fd, bytes->p, bytes->n, 0)) {
        struct place at = {.file = str_of(opt->plan_out), .byte = NO_BYTE};
        diag_report(d, FILE_WRITE, &at, strerror(errno));
        outfile_abort(&out);
        return false;
    }
    return outfile_commit(&out, d);
}

static bool make(const struct options *opt, struct plan *p, struct emit *bytes,
                 struct diag *d) {
    struct analysis a = {0};
    bool ok = analysis_open(&a, opt, d) && unfold(&a, bytes);
    analysis_close(&a);
    struct plan_fault fault;
    if (ok && !plan_open(p, bytes->p, bytes->n, &fault)) {
        BUG("a plan with row %u of %s, %s: %s", fault.row, fault.table,
            fault.field, fault.what);
    }
    return ok && save(opt, bytes, d);
}

// --- Questions ---------------------------------------------------------------

static bool is_picked(const struct arg_list *patterns, struct str method) {
    bool picked = patterns->n && pattern_excludes(patterns->item[0]);
    for (size_t i = 0; i < patterns->n; i++) {
        if (pattern_matches_text(patterns->item[i], method)) {
            picked = !pattern_excludes(patterns->item[i]);
        }
    }
    return picked;
}

static bool takes_entry(void *context, const struct plan *p, u4 method) {
    const struct options *opt = context;
    return is_picked(&opt->entry, chains_method(p, method));
}

static bool takes_goal(void *context, const struct plan *p, u4 method) {
    const struct options *opt = context;
    return pattern_matches_text(opt->reach, chains_method(p, method));
}

static enum grain grain_of(const struct options *opt) {
    return opt->granularity == GRANULARITY_SITE     ? GRAIN_SITE
           : opt->granularity == GRANULARITY_METHOD ? GRAIN_METHOD
                                                    : GRAIN_RECEIVER;
}

// The trees that are asked about. False, said, if they cannot be had so coarse.
static bool pick_trees(struct asking *k) {
    const struct options *opt = k->opt;
    union {
        const struct options *from;
        void *to;
    } context = {.from = opt};
    struct chains_pick pick = {takes_entry, context.to};
    struct chains all;
    chains_init(&all, k->plan, opt->entry.n ? pick : (struct chains_pick){0},
                &k->mem);
    k->chains = all;
    enum grain grain = grain_of(opt);
    if (grain != GRAIN_RECEIVER &&
        !chains_project(&k->chains, &all, grain, &k->mem)) {
        struct place at = {.byte = NO_BYTE};
        diag_report(k->diag, CHAINS_UNKNOWN, &at, grain_name[grain]);
        return false;
    }
    return true;
}

static void list(struct asking *k) {
    const struct options *opt = k->opt;
    struct chains_count n;
    union {
        const struct options *from;
        void *to;
    } context = {.from = opt};
    struct chains_pick goal = {takes_goal, context.to};
    chains_count(&n, &k->chains, opt->reach ? goal : (struct chains_pick){0},
                 &k->mem);
    u4 limit = opt->given[OPT_FOREST_LIMIT] ? opt->forest_limit : LIST_LIMIT;
    bool one = opt->given[OPT_LENGTH];
    const struct chains_list how = {
        .out = stdout,
        .format = opt->forest_format == FOREST_JSON  ? CHAINS_JSON
                  : opt->forest_format == FOREST_TSV ? CHAINS_TSV
                                                     : CHAINS_TEXT,
        .order = opt->reach     ? CHAINS_SHORTEST_FIRST
                 : opt->longest ? CHAINS_LONGEST_FIRST
                                : CHAINS_SORTED,
        .min = one ? opt->length : 0,
        .max = one ? opt->length : UINT32_MAX,
        .limit = limit ? limit : UINT64_MAX,
    };
    struct big left_out = chains_write(&how, &n, &k->mem);
    if (!big_is_zero(left_out)) {
        struct place at = {.byte = NO_BYTE};
        struct str text = big_text(&k->mem, left_out);
        diag_report(k->diag, CHAINS_CUT, &at, limit, STR_F(text));
    }
}

static int ask(struct asking *k) {
    const struct options *opt = k->opt;
    if (opt->tables) {
        plantext_write(k->plan, stdout);
        return EXIT_DONE;
    }
    if (!pick_trees(k)) {
        return EXIT_NOTHING;
    }
    if (opt->stats) {
        struct chains_count n;
        chains_count(&n, &k->chains, (struct chains_pick){0}, &k->mem);
        foreststats_print(&n, opt->forest_format == FOREST_JSON, &k->mem);
    } else {
        list(k);
    }
    return EXIT_DONE;
}

// --- The command line --------------------------------------------------------

// Options that say how a plan is made.
static bool is_of_jar(const struct options *opt) {
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        enum option_group group = option_rows[id].group;
        if (opt->given[id] && (group == GROUP_WHAT || group == GROUP_ANALYSE ||
                               group == GROUP_CHAINS)) {
            usage_error("forest", OPTION_OF_JAR, option_rows[id].long_name);
            return true;
        }
    }
    return false;
}

static bool makes_sense(const struct options *opt) {
    u4 lists = (u4)opt->stats + opt->tables + opt->longest +
               (opt->member != NULL) + (opt->reach != NULL) +
               opt->given[OPT_BY];
    if (lists > 1) {
        usage_error("forest", OPTIONS_ONE,
                    "--stats, --tables, --longest, --member, --reach, --by");
        return false;
    }
    return filter_check_component(opt, "forest") && unfold_check(opt);
}

int cmd_forest(const struct options *opt, struct diag *diag) {
    const char *first = opt->operands.item[0];
    if (!makes_sense(opt)) {
        return EXIT_USAGE;
    }
    struct planfile file = {0};
    struct plan made;
    struct asking k = {.opt = opt, .diag = diag};
    if (planfile_is_plan(first)) {
        if (opt->operands.n > 1) {
            usage_error("forest", PLAN_ALONE, opt->operands.item[1]);
            return EXIT_USAGE;
        }
        if (is_of_jar(opt)) {
            return EXIT_USAGE;
        }
        k.plan = planfile_load(&file, first, diag) ? &file.plan : NULL;
    } else {
        emit_init(&file.bytes, LIMIT_PLAN_BYTES);
        k.plan = make(opt, &made, &file.bytes, diag) ? &made : NULL;
    }
    arena_init(&k.mem);
    int status = k.plan ? ask(&k) : EXIT_NOTHING;
    arena_release(&k.mem);
    planfile_release(&file);
    return status;
}
