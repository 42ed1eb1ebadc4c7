// SPDX-License-Identifier: MIT
// cmd_graph.c - classes in, call graph out.
#include "rewriter/cli/cmd.h"
#include "rewriter/cli/nearby.h"

#include "analysis/base/shown.h"
#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/edges.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/listing/compwrite.h"
#include "analysis/listing/write.h"
#include "analysis/text/arglist.h"
#include "rewriter/driver/analyse.h"
#include "rewriter/driver/edgefilter.h"
#include "rewriter/driver/pattern.h"
#include "rewriter/driver/spec.h"
#include "rewriter/options/options.h"
#include "rewriter/options/usage.h"
#include "rewriter/stats/dumpflow.h"
#include "rewriter/stats/graphstats.h"
#include "rewriter/stats/levelstable.h"

#include <stdio.h>

// What a drawing can hold, unless asked for more.
enum { DOT_LIMIT = 500 };

struct session {
    const struct options *opt;
    struct analysis a;
    struct callgraph graph;
};

// --- Lists -------------------------------------------------------------------

static struct str reachable_name(void *context, u4 i) {
    struct session *s = context;
    return text_method(&s->graph.text, s->a.solve.node.v[i + 1].method);
}

static struct pattern_methods reachable_methods(struct session *s) {
    return (struct pattern_methods){s->a.solve.node.n - 1, reachable_name, s};
}

static const char *plain(struct session *s, const char *text) {
    return arena_cstr(&s->a.arena,
                      shown_undo(&s->a.arena, str_of(text), false));
}

static void say_unreachable(struct session *s, const char *text) {
    const struct pattern_methods all = reachable_methods(s);
    struct place at = {.file = str_of(text), .byte = NO_BYTE};
    diag_report(s->a.diag, NOT_REACHABLE, &at,
                nearby_text(plain(s, text), &all, &s->a.arena));
}

// The first that is meant (pattern.h); *several says that more are.
static method_id reachable_method(struct session *s, const char *text,
                                  method_id *several) {
    const struct pattern_methods all = reachable_methods(s);
    const struct pattern p = pattern_among(plain(s, text), &all);
    method_id found = 0;
    *several = 0;
    for (node_id n = 1; n < s->a.solve.node.n; n++) {
        method_id m = s->a.solve.node.v[n].method;
        struct str name = text_method(&s->graph.text, m);
        if (str_eq(name, str_of(p.text))) {
            *several = 0;
            return m;
        }
        if (pattern_takes(&p, name)) {
            *several = found ? m : *several;
            found = found ? found : m;
        }
    }
    return found;
}

static int print_why(struct session *s, const struct write *w) {
    struct place at = {.file = str_of(s->opt->why), .byte = NO_BYTE};
    method_id several, m = reachable_method(s, s->opt->why, &several);
    if (several) {
        diag_report(s->a.diag, WHY_SEVERAL, &at,
                    STR_F(text_method(&s->graph.text, m)),
                    STR_F(text_method(&s->graph.text, several)));
        return EXIT_NOTHING;
    }
    if (!m || !write_why(w, &s->graph, m)) {
        say_unreachable(s, s->opt->why);
        return EXIT_NOTHING;
    }
    return EXIT_DONE;
}

// Is it one of the class com/acme/Foo, or of a class nested in it?
static bool is_of_class(struct str method, struct str class) {
    bool begins = str_starts(method, class) && method.n > class.n &&
                  !memchr(class.p, '.', class.n);
    return begins && (method.p[class.n] == '.' || method.p[class.n] == '$');
}

// Those of reachable methods, in the order of their text, that an argument
// names. False, reported, if one names none.
static bool named_methods(struct session *s, method_id *out, u4 *n) {
    const struct arg_list *list = &s->opt->values;
    const struct pattern_methods all = reachable_methods(s);
    bool *used = ARENA_ZARRAY(&s->a.arena, bool, list->n);
    struct pattern *p = ARENA_ARRAY(&s->a.arena, struct pattern, list->n);
    bool ok = true;
    for (size_t j = 0; j < list->n; j++) {
        p[j] = pattern_among(plain(s, list->item[j]), &all);
    }
    for (u4 i = 0; i < s->graph.n_callers; i++) {
        method_id m = s->graph.caller[i];
        bool named = false;
        for (size_t j = 0; j < list->n && m < s->a.world.method.n; j++) {
            struct str name = text_method(&s->graph.text, m);
            bool is = is_of_class(name, str_of(p[j].text)) ||
                      pattern_takes(&p[j], name);
            used[j] = used[j] || is;
            named = named || is;
        }
        if (named) {
            out[(*n)++] = m;
        }
    }
    for (size_t j = 0; j < list->n; j++) {
        if (!used[j]) {
            say_unreachable(s, list->item[j]);
            ok = false;
        }
    }
    return ok;
}

static int print_values(struct session *s, const struct write *w) {
    method_id *m = ARENA_ARRAY(&s->a.arena, method_id, s->graph.n_callers);
    u4 n = 0;
    if (!named_methods(s, m, &n)) {
        return EXIT_NOTHING;
    }
    write_values(w, &s->graph, s->a.pts, m, n);
    return EXIT_DONE;
}

static enum write_format format_of(const struct options *opt) {
    return opt->format == FORMAT_JSON  ? WRITE_JSON
           : opt->format == FORMAT_DOT ? WRITE_DOT
                                       : WRITE_TSV;
}

static void print_edges(struct session *s, const struct write *w,
                        const struct edge_filter *f) {
    bool component = s->opt->inside;
    if (component && w->format != WRITE_DOT) {
        component_write_edges(w, &s->graph, f);
        return;
    }
    u4 left_out = component ? write_component_drawing(w, &s->graph, f)
                            : write_edges(w, &s->graph, f);
    if (left_out) {
        struct place at = {.byte = NO_BYTE};
        diag_report(s->a.diag, DOT_CUT, &at, w->limit, left_out);
    }
}

static void warn_of_list(struct session *s, const char *option,
                         const struct pattern *p, size_t n) {
    const struct pattern_methods all = reachable_methods(s);
    for (size_t i = 0; i < n; i++) {
        if (!p[i].any) {
            struct place at = {.byte = NO_BYTE};
            diag_report(s->a.diag, PATTERN_UNUSED, &at, option, p[i].text,
                        "reachable method",
                        nearby_text(p[i].text, &all, &s->a.arena));
        }
    }
}

static void warn_of_patterns(struct session *s, const struct filter *f) {
    warn_of_list(s, "from", f->from, f->spec->from.n);
    warn_of_list(s, "to", f->to, f->spec->to.n);
    warn_of_list(s, "within", f->within, f->spec->within.n);
}

static int print(struct session *s) {
    const struct options *opt = s->opt;
    struct filter filter;
    const struct pattern_methods all = reachable_methods(s);
    struct edge_filter f =
        filter_of(&filter, &s->graph, &opt->edges, &all, &s->a.arena);
    const struct write w = {
        .out = stdout,
        .format = format_of(opt),
        .limit = opt->given[OPT_LIMIT] ? opt->limit : DOT_LIMIT,
    };
    warn_of_patterns(s, &filter);
    if (opt->why) {
        return print_why(s, &w);
    }
    if (opt->values.n) {
        return print_values(s, &w);
    }
    if (opt->stats) {
        graphstats_print(&s->a, &s->graph, opt->format == FORMAT_JSON);
    } else if (opt->exits) {
        component_write_exits(&w, &s->graph, &f);
    } else if (opt->entries) {
        component_write_entries(&w, &s->graph, &f);
    } else if (opt->rc) {
        component_write_rc(&w, &s->graph, &f, str_of(analysis_name(s->a.kind)));
    } else if (opt->gaps) {
        write_unfollowed(&w, &s->graph, &s->a.models, s->a.dynamic);
    } else if (opt->methods) {
        write_methods(&w, &s->graph, &f);
    } else {
        print_edges(s, &w, &f);
    }
    return EXIT_DONE;
}

static bool makes_sense(const struct options *opt) {
    bool other = opt->methods || opt->gaps || opt->stats || opt->why ||
                 opt->values.n || opt->dump_method || opt->exits ||
                 opt->entries || opt->rc || opt->levels_table;
    if (opt->format == FORMAT_DOT && other) {
        usage_error("graph", OPTION_DOT);
        return false;
    }
    if (opt->values.n && !analysis_is_points_to(opt->analysis.kind)) {
        usage_error("graph", OPTION_VALUES);
        return false;
    }
    return true;
}

static int run(struct session *s, const struct options *opt,
               struct diag *diag) {
    if (!analysis_open(&s->a, &opt->analysis, diag)) {
        return EXIT_NOTHING;
    }
    if (opt->dump_method) {
        bool ok = dump_methods(s->a.src, str_of(opt->dump_method), diag);
        return ok ? EXIT_DONE : EXIT_NOTHING;
    }
    if (!analysis_solve(&s->a, opt->analysis.kind)) {
        return EXIT_NOTHING;
    }
    analysis_report_phantoms(&s->a);
    cg_build(&s->graph, &s->a.solve, !opt->stats);
    s->graph.is_program = analysis_is_program(&s->a);
    analysis_tick(&s->a, PHASE_COUNT);
    int status = print(s);
    cg_release(&s->graph);
    return status;
}

static int print_levels(const struct options *opt, struct diag *diag) {
    struct analysis_spec spec = opt->analysis;
    spec.kind = opt->given[OPT_ANALYSIS] ? spec.kind : ANALYSIS_CHA;
    enum levels_form form = opt->format == FORMAT_JSON ? LEVELS_JSON
                            : opt->given[OPT_FORMAT]   ? LEVELS_TSV
                                                       : LEVELS_TEXT;
    return levelstable_print(&spec, form, diag) ? EXIT_DONE : EXIT_NOTHING;
}

int cmd_graph(const struct options *opt, struct diag *diag) {
    struct session s = {.opt = opt};
    if (!makes_sense(opt)) {
        return EXIT_USAGE;
    }
    if (opt->levels_table) {
        return print_levels(opt, diag);
    }
    if (opt->stats && !opt->given[OPT_ANALYSIS]) {
        return graphstats_compare(&opt->analysis, opt->format == FORMAT_JSON,
                                  diag)
                   ? EXIT_DONE
                   : EXIT_NOTHING;
    }
    int status = run(&s, opt, diag);
    analysis_close(&s.a);
    return status;
}
