// SPDX-License-Identifier: MIT
// cmd_forest.c - classes or a plan in, call chains out.
//
// Classes are made a plan first, in memory: so all that is asked is asked of a
// plan, and gives the same for the one as for the other.
#include "rewriter/cli/cmd.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/text/arglist.h"
#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/count.h"
#include "rewriter/chains/draw.h"
#include "rewriter/chains/find.h"
#include "rewriter/chains/list.h"
#include "rewriter/chains/outline.h"
#include "rewriter/chains/project.h"
#include "rewriter/chains/table.h"
#include "rewriter/cli/graphviz.h"
#include "rewriter/cli/nearby.h"
#include "rewriter/cli/printedchain.h"
#include "rewriter/driver/chainfile.h"
#include "rewriter/driver/pattern.h"
#include "rewriter/driver/unfold.h"
#include "rewriter/options/optionrows.h"
#include "rewriter/options/options.h"
#include "rewriter/options/usage.h"
#include "rewriter/plan/planfile.h"
#include "rewriter/plan/plantext.h"
#include "rewriter/stats/foreststats.h"
#include "rt-native/plan.h"

#include <stdio.h>

// What is listed, unless asked for more.
enum { LIST_LIMIT = 100000, DRAW_LIMIT = 500 };

struct forest_request {
    const struct options *opt;
    struct diag *diag;
    const struct plan *plan;
    struct arena mem;
    struct pattern *entry, reach;
    struct chains trees;  // that are asked about
};

static bool make(const struct options *opt, struct plan *p, struct emit *bytes,
                 struct diag *d) {
    const struct unfold_then then = {
        {opt->plan_out, "file with --plan-out"}, NULL, NULL};
    return unfold_inputs(&opt->analysis, &opt->unfold, &then, p, bytes, d) &&
           (!opt->plan_out ||
            file_replace_own(opt->plan_out, PLAN_MAGIC,
                             (struct bytes){bytes->p, bytes->n}, d)) &&
           chainfile_save(&opt->unfold, d);
}

// --- Questions ---------------------------------------------------------------

static bool takes_entry(void *context, const struct plan *p, u4 method) {
    const struct forest_request *request = context;
    const struct arg_list *patterns = &request->opt->entry;
    struct str name = chains_method(p, method);
    bool picked = patterns->n && pattern_excludes(patterns->item[0]);
    for (size_t i = 0; i < patterns->n; i++) {
        if (pattern_takes(&request->entry[i], name)) {
            picked = !pattern_excludes(patterns->item[i]);
        }
    }
    return picked;
}

static bool takes_goal(void *context, const struct plan *p, u4 method) {
    const struct forest_request *request = context;
    return pattern_takes(&request->reach, chains_method(p, method));
}

// What matches nothing is probably misspelt.
static struct pattern read_pattern(struct forest_request *request,
                                   const char *option, const char *text,
                                   bool entries) {
    const struct pattern_methods all =
        nearby_methods(request->plan, entries, &request->mem);
    struct pattern p = pattern_among(text, &all);
    if (!p.any) {
        struct place at = {.byte = NO_BYTE};
        diag_report(request->diag, PATTERN_UNUSED, &at, option, text,
                    entries ? "entry" : "method",
                    nearby_text(text, &all, &request->mem));
    }
    return p;
}

static void read_patterns(struct forest_request *request) {
    const struct options *opt = request->opt;
    request->entry = ARENA_ARRAY(&request->mem, struct pattern, opt->entry.n);
    for (size_t i = 0; i < opt->entry.n; i++) {
        request->entry[i] =
            read_pattern(request, "entry", opt->entry.item[i], true);
    }
    if (opt->reach) {
        request->reach = read_pattern(request, "reach", opt->reach, false);
    }
}

static const struct chains_pick everything;

static enum grain grain_of(const struct options *opt) {
    return opt->granularity == GRANULARITY_SITE     ? GRAIN_SITE
           : opt->granularity == GRANULARITY_METHOD ? GRAIN_METHOD
                                                    : GRAIN_RECEIVER;
}

// False, said, if chains are too many to be told apart.
static bool project(struct forest_request *request, struct chains *to,
                    enum grain grain) {
    if (grain == GRAIN_RECEIVER) {
        *to = request->trees;
        return true;
    }
    bool ok = chains_project(to, &request->trees, grain, &request->mem);
    if (!ok) {
        struct place at = {.byte = NO_BYTE};
        diag_report(request->diag, CHAINS_UNKNOWN, &at, grain_name[grain]);
    }
    return ok;
}

static void say_left_out(struct forest_request *request, struct big left_out,
                         u4 limit) {
    if (!big_is_zero(left_out)) {
        struct place at = {.byte = NO_BYTE};
        struct str text = big_text(&request->mem, left_out);
        diag_report(request->diag, CHAINS_CUT, &at, limit, STR_F(text));
    }
}

static enum chains_format format_of(const struct options *opt) {
    return opt->forest_format == FOREST_JSON  ? CHAINS_JSON
           : opt->forest_format == FOREST_TSV ? CHAINS_TSV
                                              : CHAINS_TEXT;
}

static void list(struct forest_request *request, const struct chains_count *n,
                 u4 limit) {
    const struct options *opt = request->opt;
    bool one = opt->given[OPT_LENGTH];
    u8 most = limit ? limit : UINT64_MAX;
    const struct chains_list spec = {
        .out = stdout,
        .format = format_of(opt),
        .order = opt->reach     ? CHAINS_SHORTEST_FIRST
                 : opt->longest ? CHAINS_LONGEST_FIRST
                                : CHAINS_SORTED,
        .min = one ? opt->length : 0,
        .max = one ? opt->length : UINT32_MAX,
        .limit = most,
    };
    bool trees =
        spec.format == CHAINS_TEXT && spec.order == CHAINS_SORTED && !one;
    const struct chains_outline outline = {stdout, UINT32_MAX, most, opt->cuts};
    struct big left_out = trees ? chains_write_trees(&outline, n, &request->mem)
                                : chains_write(&spec, n, &request->mem);
    say_left_out(request, left_out, limit);
}

static bool draw_svg(struct forest_request *request,
                     const struct chains_count *n, u4 limit) {
    FILE *drawing = graphviz_open(request->diag);
    if (!drawing) {
        return false;
    }
    struct big left_out = chains_draw(drawing, n, limit, &request->mem);
    if (!graphviz_close(drawing, request->diag)) {
        return false;
    }
    say_left_out(request, left_out, limit);
    return true;
}

static int list_or_draw(struct forest_request *request) {
    const struct options *opt = request->opt;
    bool svg = opt->forest_format == FOREST_SVG;
    bool draws = svg || opt->forest_format == FOREST_DOT;
    struct chains c;
    struct chains_count n;
    if (!project(request, &c, grain_of(opt))) {
        return EXIT_NOTHING;
    }
    const struct chains_pick goal = {takes_goal, request};
    chains_count(&n, &c, opt->reach ? goal : everything, &request->mem);
    u4 limit = opt->given[OPT_FOREST_LIMIT] ? opt->forest_limit
               : draws                      ? DRAW_LIMIT
                                            : LIST_LIMIT;
    if (svg) {
        return draw_svg(request, &n, limit ? limit : UINT32_MAX) ? EXIT_DONE
                                                                 : EXIT_NOTHING;
    }
    if (draws) {
        limit = limit ? limit : UINT32_MAX;
        say_left_out(request, chains_draw(stdout, &n, limit, &request->mem),
                     limit);
    } else {
        list(request, &n, limit);
    }
    return EXIT_DONE;
}

// False if the words are no chain.
static bool tell_words(struct forest_request *request, struct str words) {
    struct chains_answer a;
    chains_find(&a, &request->trees, grain_of(request->opt), words,
                &request->mem);
    bool json = request->opt->forest_format == FOREST_JSON;
    if (a.verdict == CHAINS_NO_WORDS) {
        return false;
    }
    chains_explain(&a, json ? CHAINS_JSON : CHAINS_TEXT, stdout);
    return true;
}

static int tell_member(struct forest_request *request) {
    const struct options *opt = request->opt;
    struct str text = str_of(opt->member);
    struct printed_chain x;
    if (!printed_chain_read(&x, request->plan, grain_of(opt), text,
                            &request->mem)) {
        if (tell_words(request, text)) {
            return EXIT_DONE;
        }
        usage_error("forest", NO_CHAIN, opt->member,
                    printed_chain_example(&request->trees, &request->mem));
        return EXIT_USAGE;
    }
    if (!printed_chain_report(&x, request->plan, opt->operands.item[0],
                              &request->mem, request->diag)) {
        return EXIT_NOTHING;
    }
    for (u4 i = 0; i < x.n; i++) {
        if (i && opt->forest_format != FOREST_JSON) {
            putchar('\n');
        }
        tell_words(request, x.words[i]);
    }
    return EXIT_DONE;
}

static void tabulate(struct forest_request *request) {
    const struct options *opt = request->opt;
    struct chains c[N_GRAINS];
    struct chains_count n[N_GRAINS];
    struct chains_table t = {
        .out = stdout,
        .format = format_of(opt),
        .by = opt->by == BY_CLASS     ? CHAINS_BY_CLASS
              : opt->by == BY_PACKAGE ? CHAINS_BY_PACKAGE
              : opt->by == BY_LENGTH  ? CHAINS_BY_LENGTH
                                      : CHAINS_BY_ENTRY,
    };
    for (enum grain g = 0; g < N_GRAINS; g++) {
        if (project(request, &c[g], g)) {
            chains_count(&n[g], &c[g], everything, &request->mem);
            t.count[g] = &n[g];
        }
    }
    chains_write_table(&t, &request->mem);
}

static int ask(struct forest_request *request) {
    const struct options *opt = request->opt;
    if (opt->tables) {
        plantext_write(request->plan, stdout);
        return EXIT_DONE;
    }
    read_patterns(request);
    const struct chains_pick entries = {takes_entry, request};
    chains_init(&request->trees, request->plan,
                opt->entry.n ? entries : everything, &request->mem);
    if (opt->member) {
        return tell_member(request);
    }
    if (opt->given[OPT_BY]) {
        tabulate(request);
    } else if (opt->stats) {
        struct chains_count n;
        chains_count(&n, &request->trees, everything, &request->mem);
        foreststats_print(&n, opt->forest_format == FOREST_JSON, &request->mem);
    } else {
        return list_or_draw(request);
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

// What is no list of chains cannot be had in each format.
static bool has_format(const struct options *opt) {
    enum forest_format f = opt->forest_format;
    bool draws = f == FOREST_DOT || f == FOREST_SVG;
    bool some = opt->reach || opt->longest || opt->given[OPT_LENGTH];
    bool figures = opt->stats || opt->given[OPT_BY] || opt->member;
    if ((draws && (some || figures)) || (opt->tables && f != FOREST_TEXT) ||
        (opt->member && f == FOREST_TSV)) {
        usage_error("forest", OPTION_FORMAT, choice_text(OPT_FOREST_FORMAT, f));
        return false;
    }
    return true;
}

// What lists chains means nothing to what does not.
static bool has_use(const struct options *opt) {
    bool figures = opt->stats || opt->given[OPT_BY];
    bool one_chain = opt->reach || opt->longest || opt->given[OPT_LENGTH];
    bool no_list = figures || opt->tables || opt->member;
    const struct {
        enum option_id id;
        bool useless;
    } row[] = {
        {OPT_GRANULARITY, figures || opt->tables},
        {OPT_LENGTH, no_list},
        {OPT_FOREST_LIMIT, no_list},
        {OPT_ENTRY, opt->tables},
        {OPT_CUTS, no_list || one_chain || opt->forest_format != FOREST_TEXT ||
                       opt->granularity != GRANULARITY_RECEIVER},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        if (opt->given[row[i].id] && row[i].useless) {
            usage_error("forest", OPTION_USELESS,
                        option_rows[row[i].id].long_name);
            return false;
        }
    }
    return true;
}

static bool makes_sense(const struct options *opt) {
    return has_format(opt) && has_use(opt);
}

int cmd_forest(const struct options *opt, struct diag *diag) {
    const char *first = opt->operands.item[0];
    if (!makes_sense(opt)) {
        return EXIT_USAGE;
    }
    struct planfile file = {0};
    struct plan made;
    struct forest_request request = {.opt = opt, .diag = diag};
    if (planfile_is_plan(first)) {
        if (opt->operands.n > 1) {
            usage_error("forest", PLAN_ALONE, opt->operands.item[1]);
            return EXIT_USAGE;
        }
        if (is_of_jar(opt)) {
            return EXIT_USAGE;
        }
        request.plan = planfile_load(&file, first, diag) ? &file.plan : NULL;
    } else {
        emit_init(&file.bytes, LIMIT_PLAN_BYTES);
        request.plan = make(opt, &made, &file.bytes, diag) ? &made : NULL;
    }
    arena_init(&request.mem);
    int status = request.plan ? ask(&request) : EXIT_NOTHING;
    arena_release(&request.mem);
    planfile_release(&file);
    return status;
}
