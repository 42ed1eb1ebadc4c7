// SPDX-License-Identifier: MIT
// From an open analysis to the bytes of a plan.
#include "config.h"
#include "rewriter/driver/unfold.h"

#include "analysis/base/order.h"
#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/component/calls.h"
#include "analysis/component/levels.h"
#include "analysis/forest/forest.h"
#include "analysis/forest/stop.h"
#include "analysis/forest/ways.h"
#include "analysis/sources/sources.h"
#include "analysis/text/arglist.h"
#include "analysis/world/load.h"
#include "rewriter/driver/chainfile.h"
#include "rewriter/driver/ownfile.h"
#include "rewriter/driver/shortnames.h"
#include "rewriter/driver/spec.h"
#include "rewriter/driver/unknowncalls.h"
#include "rewriter/plan/planfile.h"
#include "rewriter/plan/planmake.h"
#include "rewriter/plan/planout.h"
#include "rewriter/plan/spare.h"
#include "rewriter/probe/planneeds.h"

#include <stdio.h>

enum { DEFAULT_DEPTH = 4 };

struct unfolding {
    struct analysis *a;
    const struct analysis_spec *analysed;
    const struct unfold_spec *spec;
    struct callgraph graph;
    struct calls calls;
    struct arena arena;
    const u2 *levels;
    struct ways ways;
    struct stop_filter filter;
    struct stop_rule rule[N_STOPS];
    struct chainfile chains;
    struct forest forest;
    struct unknown_calls unknowns;
    VEC(struct told_option) option;
};

// --- Options, as the plan has them -------------------------------------------

static const char *interface_of(const struct analysis_spec *spec,
                                bool program) {
    return program                                ? "main"
           : spec->interface                      ? "file"
           : spec->tests                          ? "tests"
           : spec->interface_level == INT_PUBLIC  ? "public"
           : spec->interface_level == INT_PACKAGE ? "package"
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
    struct str list = STR("");
    for (u4 level = 0; level <= TOP_LEVEL; level++) {
        if (u->spec->levels >> level & 1) {
            list = join(u, list, number(u, level).p);
        }
    }
    return list;
}

static struct str criteria_text(struct unfolding *u) {
    struct str list = STR("");
    list = u->spec->chains ? join(u, list, "chains") : list;
    list = u->spec->rc ? join(u, list, "rc") : list;
    return u->spec->tm ? join(u, list, "tm") : list;
}

// Without folders, so that a plan does not depend on where things are.
static struct str base_name(struct unfolding *u, struct str path) {
    while (path.n > 1 && path.p[path.n - 1] == '/') {
        path.n--;
    }
    return text_escape(&u->graph.text, str_base(path));
}

static struct str input_names(struct unfolding *u) {
    const struct arg_list *inputs = &u->analysed->inputs;
    const struct str *name = names_of(inputs, &u->arena);
    struct str list = STR("");
    for (size_t i = 0; i < inputs->n; i++) {
        struct str s = text_escape(&u->graph.text, name[i]);
        list = join(u, list, arena_cstr(&u->arena, s));
    }
    return list;
}

static void add(struct unfolding *u, const char *key, struct str value) {
    struct told_option option = {key, value};
    vec_push(&u->option, option);
}

static void add_file(struct unfolding *u, const char *key, const char *file) {
    if (file) {
        add(u, key, base_name(u, str_of(file)));
    }
}

static void add_tests(struct unfolding *u) {
    struct str list = STR(""),
               rest = str_of(u->analysed->tests ? u->analysed->tests : "");
    while (rest.n) {
        const char *colon = memchr(rest.p, ':', rest.n);
        size_t n = colon ? (size_t)(colon - rest.p) : rest.n;
        struct str name = base_name(u, (struct str){rest.p, n});
        list = name.n ? join(u, list, arena_cstr(&u->arena, name)) : list;
        n += colon != NULL;
        rest = (struct str){rest.p + n, rest.n - n};
    }
    if (list.n) {
        add(u, "tests", list);
    }
}

static void add_component(struct unfolding *u) {
    struct str list = STR("");
    for (size_t i = 0; i < u->analysed->component.n; i++) {
        list = join(u, list, u->analysed->component.item[i]);
    }
    if (list.n) {
        add(u, "component", list);
    }
}

static void add_count(struct unfolding *u, const char *key, u4 n) {
    if (n) {
        add(u, key, number(u, n));
    }
}

// How many calls of the component there are is told in any case: it is known.
static void add_unknowns(struct unfolding *u) {
    const struct unknown_calls *n = &u->unknowns;
    add(u, PLAN_UNKNOWN_CALLS, number(u, n->calls));
    add_count(u, PLAN_UNKNOWN_ELSEWHERE, n->elsewhere);
    if (n->elsewhere) {
        add(u, PLAN_UNKNOWN_FIRST, n->first);
    }
    add_count(u, PLAN_UNKNOWN_NATIVES, n->natives);
    add_count(u, PLAN_GUESSES, n->guesses);
}

static void add_resources(struct unfolding *u) {
    struct str list = STR("");
    for (size_t i = 0; i < u->analysed->resources.n; i++) {
        struct str path = str_of(u->analysed->resources.item[i]);
        list = join(u, list, arena_cstr(&u->arena, base_name(u, path)));
    }
    if (list.n) {
        add(u, "resources", list);
    }
}

static void add_options(struct unfolding *u) {
    const struct analysis_spec *analysed = u->analysed;
    const struct unfold_spec *spec = u->spec;
    bool program = analysis_is_program(u->a);
    for (size_t i = 0; i < spec->n_told; i++) {
        add(u, spec->told[i].key, spec->told[i].value);
    }
    add_file(u, "chains", spec->pruned ? spec->pruned : spec->lines);
    add_component(u);
    add(u, "criteria", criteria_text(u));
    if (!spec->from_main) {
        add(u, "depth", number(u, spec->depth ? spec->depth : DEFAULT_DEPTH));
    }
    if (spec->exceptions == EXCEPTIONS_WARN) {
        add(u, PLANNEEDS_EXCEPTIONS, STR(PLANNEEDS_WARN));
    }
    add(u, "inputs", input_names(u));
    add(u, "interface", str_of(interface_of(analysed, program)));
    add_file(u, "interface-file", analysed->interface);
    add(u, "jdk", number(u, src_release(u->a->src)));
    add(u, "levels",
        str_of(spec->from_main ? "all"
               : spec->levels  ? levels_text(u).p
                               : "*"));
    if (program) {
        add(u, "main", analysis_main_class(u->a));
    }
    add_resources(u);
    add_file(u, "roots", analysed->roots);
    add_tests(u);
    add_unknowns(u);
    add(u, "version", STR(PACKAGE_VERSION));
    if (u->a->kind == ANALYSIS_CHA) {
        add(u, "world",
            analysed->world == WORLD_ALL ? STR("all") : STR("referenced"));
    }
}

static int by_key(const void *p, const void *q) {
    const struct told_option *a = p, *b = q;
    return strcmp(a->key, b->key);
}

// The plan has them by key.
static void write_options(struct unfolding *u, struct planout *o) {
    add_options(u);
    SORT(u->option.v, u->option.n, by_key);
    for (u4 i = 0; i < u->option.n; i++) {
        planout_option(o, u->option.v[i].key, u->option.v[i].value);
    }
    vec_free(&u->option);
}

// --- The forest --------------------------------------------------------------

static void find_ways(struct unfolding *u) {
    const struct unfold_spec *spec = u->spec;
    u->levels = levels_find(&u->calls, &u->arena);
    u4 depth = spec->depth ? spec->depth : DEFAULT_DEPTH;
    if (spec->from_main) {
        ways_from_main(&u->ways, &u->calls, u->rule, spec->from_main);
    } else if (spec->levels) {
        ways_levels(&u->ways, &u->calls, depth, spec->levels, u->levels);
    } else {
        ways_any(&u->ways, &u->calls, depth);
    }
}

static bool read_filter(struct unfolding *u, struct stop_given *given) {
    if (!chainfile_is_given(u->spec)) {
        return true;
    }
    given->filter = &u->filter;
    stop_filter_init(&u->filter, &u->calls, &u->arena);
    return chainfile_apply(&u->chains, &u->filter, u->a->diag);
}

static bool has_chains(const struct forest *f) {
    for (u4 i = 0; i < f->root.n; i++) {
        const struct forest_state *s = &f->state.v[f->root.v[i].state];
        for (u4 k = s->first; k < s->first + s->n; k++) {
            if (forest_kind(f->move.v[k].to) != FOREST_CUT) {
                return true;
            }
        }
    }
    return false;
}

// Lines that each match something can leave nothing together.
static void warn_if_no_chain(const struct unfolding *u) {
    if (chainfile_is_given(u->spec) && u->spec->chains &&
        !has_chains(&u->forest)) {
        struct place at = {.file = str_of(u->chains.name), .byte = NO_BYTE};
        diag_report(u->a->diag, CHAINS_NONE, &at);
    }
}

static bool grow(struct unfolding *u) {
    struct stop_given given = {.c = &u->calls, .arena = &u->arena};
    if (!read_filter(u, &given)) {
        return false;
    }
    stops_make(u->rule, &given, u->spec->stop);
    find_ways(u);
    const struct forest_spec build = {
        .c = &u->calls,
        .rule = u->rule,
        .backedges = u->spec->recursion == RECURSION_BACKEDGE,
        .way = u->ways.way.v,
        // Where no chains are required there are none, and no site has a probe
        // for them.
        .n_ways = u->spec->chains ? u->ways.way.n : 0,
    };
    bool ok = forest_build(&u->forest, &build, u->a->diag);
    if (ok) {
        warn_if_no_chain(u);
    }
    return ok;
}

static bool write_plan(struct unfolding *u, struct emit *bytes) {
    struct planout o;
    struct spare spare;
    spare_find(&spare, &u->calls, &u->arena);
    const struct planmake in = {
        .c = &u->calls,
        .f = &u->forest,
        .spare = &spare,
        .unknown = u->unknowns.at,
        .levels = u->levels,
        .rc = u->spec->rc,
        .tm = u->spec->tm,
    };
    planout_init(&o);
    planmake_rows(&o, &in);
    write_options(u, &o);
    forest_release(&u->forest);
    bool ok = planout_write(&o, bytes);
    if (!ok) {
        struct place at = {.byte = NO_BYTE};
        diag_report(u->a->diag, PLAN_TOO_LARGE, &at);
    }
    planout_release(&o);
    return ok;
}

bool unfold(struct analysis *a, const struct unfold_spec *spec,
            struct emit *bytes) {
    struct unfolding u = {.a = a, .analysed = a->spec, .spec = spec};
    // What is wrong there need not wait for the analysis.
    if ((chainfile_is_given(spec) &&
         !chainfile_open(&u.chains, spec, a->diag)) ||
        !analysis_solve(a, a->spec->kind)) {
        chainfile_release(&u.chains);
        return false;
    }
    analysis_forget_values(a);
    analysis_report_phantoms(a);
    arena_init(&u.arena);
    load_component(&a->world);
    cg_build(&u.graph, &a->solve, true);
    u.graph.is_program = analysis_is_program(a);
    calls_build(&u.calls, &u.graph, &a->world);
    unknown_calls_find(&u.unknowns, a, &u.calls, &u.arena);
    bool ok = grow(&u) && write_plan(&u, bytes) && !src_failed(a->src);
    forest_release(&u.forest);
    ways_release(&u.ways);
    stop_filter_release(&u.filter);
    stops_release(u.rule);
    chainfile_release(&u.chains);
    calls_release(&u.calls);
    cg_release(&u.graph);
    arena_release(&u.arena);
    return ok;
}

// An earlier plan may be replaced, nothing else.
static bool is_place(struct analysis *a, const struct unfold_place *plan) {
    bool is_ours;
    if (analysis_is_input(a, plan->path) ||
        !ownfile_begins(plan->path, PLAN_MAGIC, &is_ours, a->diag)) {
        return false;
    }
    if (!is_ours) {
        struct place at = {.file = str_of(plan->path), .byte = NO_BYTE};
        diag_report(a->diag, OUTPUT_NO_PLAN, &at, plan->other);
        return false;
    }
    return true;
}

// Where --component leaves out all, that was warned of.
static bool leaves_out(const struct analysis *a) {
    const struct arg_list *input = &a->spec->inputs;
    bool any = false;
    for (u4 i = 0; i < input->n; i++) {
        bool is_jdk = str_starts(str_of(input->item[i]), STR("jrt:"));
        any = any || (is_jdk && a->spec->component.n) ||
              src_component_held(a->src, i).n_classes;
    }
    return any;
}

// A plan of sources is nobody's wish, and would replace one of something. A module
// without anything is a module.
static bool has_classes(struct analysis *a) {
    const struct arg_list *input = &a->spec->inputs;
    struct src_iter it = src_each(a->src, SRC_COMPONENT);
    struct str name;
    bool any = src_next(&it, &name) || leaves_out(a), has_sources = false;
    for (u4 i = 0; i < input->n && !any; i++) {
        struct place at = {.file = str_of(input->item[i]), .byte = NO_BYTE};
        if (src_component_held(a->src, i).n_sources) {
            diag_report(a->diag, INPUT_SOURCES, &at);
            has_sources = true;
        }
    }
    return !has_sources;
}

bool unfold_inputs(const struct analysis_spec *analysed,
                   const struct unfold_spec *spec,
                   const struct unfold_then *then, struct plan *p,
                   struct emit *bytes, struct diag *d) {
    struct analysis a = {0};
    bool ok = analysis_open(&a, analysed, d) &&
              (!then->place.path ||
               (is_place(&a, &then->place) && has_classes(&a))) &&
              unfold(&a, spec, bytes);
    struct plan_fault fault;
    if (ok && !planfile_open(p, bytes, &fault)) {
        BUG("a plan with row %u of %s, %s: %s", fault.row, fault.table,
            fault.field, fault.what);
    }
    ok = ok && (!then->call || then->call(then->context, &a, p, bytes));
    analysis_close(&a);
    return ok;
}
