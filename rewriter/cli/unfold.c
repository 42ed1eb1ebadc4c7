// SPDX-License-Identifier: MIT
// unfold.c - from an open analysis to the bytes of a plan.
#include "config.h"
#include "rewriter/cli/unfold.h"

#include "analysis/component/levels.h"
#include "analysis/forest/ways.h"
#include "rewriter/cli/chainfile.h"
#include "rewriter/cli/graphstats.h"
#include "rewriter/cli/shortnames.h"
#include "rewriter/cli/options_priv.h"
#include "rewriter/cli/outputs.h"
#include "rewriter/cli/usage.h"
#include "rewriter/plan/planfile.h"
#include "rewriter/plan/planmake.h"
#include "rewriter/probe/planneeds.h"

#include <stdio.h>

enum { DEFAULT_DEPTH = 4 };

struct unfolding {
    struct analysis *a;
    const struct options *opt;
    struct callgraph graph;
    struct calls calls;
    struct arena arena;
    const u2 *levels;
    struct ways ways;
    struct stop_this on_this;
    struct stop_filter filter;
    struct stop_guard guard;
    struct chainfile chains;
    struct forest forest;
};

// --- Lists of words ----------------------------------------------------------

// The next of "a,b,c"; false at the end.
static bool next_item(const char **list, struct str *item) {
    if (!**list) {
        return false;
    }
    size_t n = strcspn(*list, ",");
    *item = (struct str){*list, n};
    *list += n + ((*list)[n] == ',');
    return true;
}

static bool ends_in_comma(const char *list) {
    size_t n = strlen(list);
    return n && list[n - 1] == ',';
}

// Bits; 0 if one of them is none.
static u2 levels_of(const char *list) {
    u2 bits = 0;
    for (struct str item; next_item(&list, &item);) {
        u4 level = 0;
        while (level <= TOP_LEVEL) {
            char text[4];
            int n = snprintf(text, sizeof text, "%u", level);
            if (str_eq(item, (struct str){text, (size_t)n})) {
                break;
            }
            level++;
        }
        if (level > TOP_LEVEL) {
            return 0;
        }
        bits |= (u2)(1u << level);
    }
    return bits;
}

static bool is_criterion(enum option_word w) {
    return word_rows[w].option == OPT_CRITERIA;
}

// By default all of them.
static bool wants(const struct options *opt, enum option_word criterion) {
    const char *list = opt->criteria;
    if (!list) {
        return true;
    }
    for (struct str item; next_item(&list, &item);) {
        if (str_eq(item, str_of(word_rows[criterion].text))) {
            return true;
        }
    }
    return false;
}

static bool are_criteria(const char *list) {
    for (struct str item; next_item(&list, &item);) {
        bool known = false;
        for (enum option_word w = 0; w < N_WORDS; w++) {
            known = known || (is_criterion(w) &&
                              str_eq(item, str_of(word_rows[w].text)));
        }
        if (!known) {
            return false;
        }
    }
    return true;
}

bool unfold_check(const struct options *opt) {
    if (opt->from_main && (opt->depth || opt->levels)) {
        usage_error(command_rows[opt->command].name, OPTIONS_CLASH, "from-main",
                    opt->depth ? "depth" : "levels");
        return false;
    }
    if (opt->chains && opt->prune) {
        usage_error(command_rows[opt->command].name, OPTIONS_CLASH, "chains",
                    "prune");
        return false;
    }
    if (opt->add.n && !opt->prune) {
        usage_error(command_rows[opt->command].name, OPTION_NEEDS, "add",
                    "prune");
        return false;
    }
    if (opt->levels &&
        (levels_of(opt->levels) == 0 || ends_in_comma(opt->levels))) {
        usage_error(command_rows[opt->command].name, OPTION_TAKES, "levels",
                    opt->levels, "0 to 15, with commas");
        return false;
    }
    if (opt->criteria &&
        (!are_criteria(opt->criteria) || ends_in_comma(opt->criteria))) {
        usage_error(command_rows[opt->command].name, OPTION_TAKES, "criteria",
                    opt->criteria, "chains, rc, tm, with commas");
        return false;
    }
    return true;
}

// --- Options, as the plan has them -------------------------------------------

static const char *interface_of(const struct options *opt, bool program) {
    return program          ? "main"
           : opt->interface ? "file"
           : opt->tests     ? "tests"
           : opt->all_public || opt->interface_level == INTERFACE_LEVEL_PUBLIC
               ? "public"
           : opt->interface_level == INTERFACE_LEVEL_PACKAGE ? "package"
                                                             : "protected";
}

static struct str number(struct unfolding *u, unsigned n) {
    return str_of(arena_printf(&u->arena, "%u", n));
}

// a,b,c in one order, whatever the order that was asked for.
static struct str join(struct unfolding *u, struct str list, const char *item) {
    return str_of(arena_printf(&u->arena, "%.*s%s%s", STR_F(list),
                               list.n ? "," : "", item));
}

static struct str levels_text(struct unfolding *u) {
    u2 bits = levels_of(u->opt->levels);
    struct str list = STR("");
    for (u4 level = 0; level <= TOP_LEVEL; level++) {
        if (bits >> level & 1) {
            list = join(u, list, number(u, level).p);
        }
    }
    return list;
}

static struct str criteria_text(struct unfolding *u) {
    struct str list = STR("");
    for (enum option_word w = 0; w < N_WORDS; w++) {
        if (is_criterion(w) && wants(u->opt, w)) {
            list = join(u, list, word_rows[w].text);
        }
    }
    return list;
}

// Without folders, so that a plan does not depend on where things are.
static struct str base_name(struct unfolding *u, struct str path) {
    while (path.n > 1 && path.p[path.n - 1] == '/') {
        path.n--;
    }
    return text_escape(&u->graph.text, str_base(path));
}

static struct str input_names(struct unfolding *u) {
    const struct arg_list *inputs = &u->opt->operands;
    const struct str *name = names_of(inputs, &u->arena);
    struct str list = STR("");
    for (size_t i = 0; i < inputs->n; i++) {
        struct str s = text_escape(&u->graph.text, name[i]);
        list = join(u, list, arena_cstr(&u->arena, s));
    }
    return list;
}

static void add_file_option(struct unfolding *u, struct planout *o,
                            const char *key, const char *file) {
    if (file) {
        planout_option(o, key, base_name(u, str_of(file)));
    }
}

static void add_tests(struct unfolding *u, struct planout *o) {
    struct str list = STR(""),
               rest = str_of(u->opt->tests ? u->opt->tests : "");
    while (rest.n) {
        const char *colon = memchr(rest.p, ':', rest.n);
        size_t n = colon ? (size_t)(colon - rest.p) : rest.n;
        struct str name = base_name(u, (struct str){rest.p, n});
        list = name.n ? join(u, list, arena_cstr(&u->arena, name)) : list;
        n += colon != NULL;
        rest = (struct str){rest.p + n, rest.n - n};
    }
    if (list.n) {
        planout_option(o, "tests", list);
    }
}

static void add_component(struct unfolding *u, struct planout *o) {
    struct str list = STR("");
    for (size_t i = 0; i < u->opt->component.n; i++) {
        list = join(u, list, u->opt->component.item[i]);
    }
    if (list.n) {
        planout_option(o, "component", list);
    }
}

// Sorted by key.
static void add_options(struct unfolding *u, struct planout *o) {
    const struct options *opt = u->opt;
    bool program = analysis_is_program(u->a);
    planout_option(o, "analysis", str_of(graphstats_name(u->a->kind)));
    add_file_option(u, o, "chains", opt->prune ? opt->prune : opt->chains);
    add_component(u, o);
    planout_option(o, "criteria", criteria_text(u));
    if (!opt->from_main) {
        planout_option(o, "depth",
                       number(u, opt->depth ? opt->depth : DEFAULT_DEPTH));
    }
    if (opt->exceptions == EXCEPTIONS_WARN) {
        planout_option(o, PLANNEEDS_EXCEPTIONS, STR(PLANNEEDS_WARN));
    }
    planout_option(o, "feasibility",
                   opt->feasibility == FEASIBILITY_NONE ? STR("none")
                                                        : STR("guards"));
    if (opt->from_main) {
        planout_option(o, "from-main", number(u, opt->from_main));
    }
    planout_option(o, "inputs", input_names(u));
    planout_option(o, "interface", str_of(interface_of(opt, program)));
    add_file_option(u, o, "interface-file", opt->interface);
    planout_option(o, "jdk", number(u, src_release(u->a->src)));
    planout_option(o, "levels",
                   str_of(opt->from_main ? "all"
                          : opt->levels  ? levels_text(u).p
                                         : "*"));
    if (program) {
        planout_option(o, "main", analysis_main_class(u->a));
    }
    planout_option(o, "open", opt->open ? STR("yes") : STR("no"));
    planout_option(o, "patch-jdk", opt->patch_jdk ? STR("yes") : STR("no"));
    planout_option(o, "recursion",
                   opt->recursion == RECURSION_UNROLL ? STR("unroll")
                                                      : STR("backedge"));
    add_file_option(u, o, "roots", opt->roots);
    add_tests(u, o);
    planout_option(o, "version", STR(PACKAGE_VERSION));
    if (u->a->kind == ANALYSIS_CHA) {
        planout_option(o, "world",
                       opt->world == WORLD_ALL ? STR("all")
                                               : STR("referenced"));
    }
}

// --- The forest --------------------------------------------------------------

static void find_ways(struct unfolding *u, const struct stop_rule *rule) {
    const struct options *opt = u->opt;
    u->levels = levels_find(&u->calls, &u->arena);
    u4 depth = opt->depth ? opt->depth : DEFAULT_DEPTH;
    if (opt->from_main) {
        ways_from_main(&u->ways, &u->calls, rule, opt->from_main);
    } else if (opt->levels) {
        ways_levels(&u->ways, &u->calls, depth, levels_of(opt->levels),
                    u->levels);
    } else {
        ways_any(&u->ways, &u->calls, depth);
    }
}

static bool read_filter(struct unfolding *u, struct forest_spec *spec) {
    if (!chainfile_is_given(u->opt)) {
        return true;
    }
    stop_filter_init(&u->filter, &u->calls, &u->arena);
    if (!chainfile_apply(&u->chains, &u->filter, u->a->diag)) {
        return false;
    }
    spec->rule[STOP_FILTER] = stop_filter(&u->filter);
    return true;
}

static bool grow(struct unfolding *u) {
    struct forest_spec spec = {
        .c = &u->calls,
        .backedges = u->opt->recursion == RECURSION_BACKEDGE,
    };
    spec.rule[STOP_DEPTH] = stop_depth();
    spec.rule[STOP_THIS] = stop_this(&u->on_this, &u->calls, &u->arena);
    if (u->opt->feasibility == FEASIBILITY_GUARDS) {
        spec.rule[STOP_GUARD] = stop_guard(&u->guard, &u->calls);
    }
    if (!read_filter(u, &spec)) {
        return false;
    }
    find_ways(u, spec.rule);
    spec.way = u->ways.way.v;
    // Where no chains are required there are none, and no site has a probe for
    // them.
    spec.n_ways = wants(u->opt, WORD_CHAINS) ? u->ways.way.n : 0;
    return forest_build(&u->forest, &spec, u->a->diag);
}

static bool write_plan(struct unfolding *u, struct emit *bytes) {
    struct planout o;
    struct spare spare;
    spare_find(&spare, &u->calls, &u->arena);
    const struct planmake in = {
        .c = &u->calls,
        .f = &u->forest,
        .spare = &spare,
        .levels = u->levels,
        .rc = wants(u->opt, WORD_RC),
        .tm = wants(u->opt, WORD_TM),
    };
    planout_init(&o);
    planmake_rows(&o, &in);
    add_options(u, &o);
    forest_release(&u->forest);
    bool ok = planout_write(&o, bytes);
    if (!ok) {
        struct place at = {.byte = NO_BYTE};
        diag_report(u->a->diag, PLAN_TOO_LARGE, &at);
    }
    planout_release(&o);
    return ok;
}

bool unfold(struct analysis *a, struct emit *bytes) {
    struct unfolding u = {.a = a, .opt = a->opt};
    // What is wrong there need not wait for the analysis.
    if ((chainfile_is_given(a->opt) &&
         !chainfile_open(&u.chains, a->opt, a->diag)) ||
        !analysis_solve(a, a->opt->analysis)) {
        chainfile_release(&u.chains);
        return false;
    }
    analysis_forget_values(a);
    analysis_report_phantoms(a);
    arena_init(&u.arena);
    calls_load(&a->world);
    cg_build(&u.graph, &a->solve, true);
    u.graph.is_program = analysis_is_program(a);
    calls_build(&u.calls, &u.graph, &a->world);
    bool ok = grow(&u) && write_plan(&u, bytes) && !src_failed(a->src);
    forest_release(&u.forest);
    ways_release(&u.ways);
    stop_filter_release(&u.filter);
    stop_guard_release(&u.guard);
    chainfile_release(&u.chains);
    calls_release(&u.calls);
    cg_release(&u.graph);
    arena_release(&u.arena);
    return ok;
}

// An earlier plan may be replaced, nothing else.
static bool is_place(struct analysis *a, const char *plan_out) {
    bool is_ours;
    if (analysis_is_input(a, plan_out) ||
        !outputs_begins(plan_out, PLAN_MAGIC, &is_ours, a->diag)) {
        return false;
    }
    if (!is_ours) {
        struct place at = {.file = str_of(plan_out), .byte = NO_BYTE};
        diag_report(a->diag, OUTPUT_NO_PLAN, &at,
                    a->opt->plan_out ? "file with --plan-out"
                                     : "folder with -o");
        return false;
    }
    return true;
}

bool unfold_operands(const struct options *opt, const char *plan_out,
                     const struct unfold_then *then, struct plan *p,
                     struct emit *bytes, struct diag *d) {
    struct analysis a = {0};
    bool ok = analysis_open(&a, opt, d) &&
              (!plan_out || is_place(&a, plan_out)) && unfold(&a, bytes);
    struct plan_fault fault;
    if (ok && !planfile_open(p, bytes, &fault)) {
        BUG("a plan with row %u of %s, %s: %s", fault.row, fault.table,
            fault.field, fault.what);
    }
    ok = ok && (!then || then->call(then->context, &a, p, bytes));
    analysis_close(&a);
    return ok;
}
