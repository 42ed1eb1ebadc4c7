// SPDX-License-Identifier: MIT
// graphstats.c - graph --stats.
#include "rewriter/stats/graphstats.h"

#include "analysis/callgraph/graphtext.h"
#include "analysis/component/component.h"
#include "analysis/dynamic/dynamic.h"
#include "analysis/listing/unfollowed.h"
#include "analysis/pointsto/pointsto.h"
#include "analysis/sources/sources.h"
#include "analysis/world/load.h"
#include "rewriter/driver/spec.h"

#include <stdio.h>

// --- One analysis ------------------------------------------------------------

static void stat_number(bool json, const char *key, u8 n) {
    printf(json ? ",\"%s\":%llu" : "%s\t%llu\n", key, (unsigned long long)n);
}

static void print_points_to(const struct analysis *s, bool json) {
    struct pts_counts h = pts_count(s->pts);
    stat_number(json, "variables", h.variables);
    stat_number(json, "objects", h.objects);
    stat_number(json, "constraints", h.constraints);
    stat_number(json, "points_to", h.members);
    stat_number(json, "propagations", h.visits);
    stat_number(json, "shared", h.shared);
    stat_number(json, "collapsed", h.collapsed);
    stat_number(json, "set_bytes", h.set_bytes);
}

// Calls that reflect: how many there are, and of how many all is known that they do.
static void print_reflection(struct dynamic *d, bool json) {
    static const char *const name[][2] = {
        [REFLECT_LOADS] = {"reflect_loads", "reflect_loads_resolved"},
        [REFLECT_MAKES] = {"reflect_makes", "reflect_makes_resolved"},
        [REFLECT_CALLS] = {"reflect_calls", "reflect_calls_resolved"},
        [REFLECT_READS] = {"reflect_reads", "reflect_reads_resolved"},
        [REFLECT_FINDS] = {"handles", "handles_resolved"},
        [REFLECT_PROXIES] = {"proxies", "proxies_resolved"},
        [REFLECT_STREAMS] = {"streams", "streams_resolved"},
    };
    u4 all[REFLECT_N_KINDS] = {0}, resolved[REFLECT_N_KINDS] = {0};
    u4 n = dynamic_n_sites(d);
    for (u4 i = 0; i < n; i++) {
        struct reflect_site r = dynamic_site(d, i);
        all[r.kind]++;
        resolved[r.kind] += !r.is_open;
    }
    for (u4 i = 0; i < REFLECT_N_KINDS; i++) {
        stat_number(json, name[i][0], all[i]);
        stat_number(json, name[i][1], resolved[i]);
    }
    stat_number(json, "set_accessible", dynamic_n_accessible(d));
    stat_number(json, "keys_read", dynamic_n_keys(d));
}

void graphstats_print(struct analysis *s, struct callgraph *g, bool json) {
    static const char *const phase[] = {"open", "load", "solve", "propagate",
                                        "count"};
    struct cg_counts c = cg_count(g);
    analysis_tick(s, PHASE_COUNT);
    const char *analysis = analysis_name(s->kind);
    printf(json ? "{\"analysis\":\"%s\"" : "#what\tvalue\nanalysis\t%s\n",
           analysis);
    stat_number(json, "jdk", src_release(s->src));
    stat_number(json, "classes_named", s->world.class.n - 1);
    stat_number(json, "classes_loaded", s->world.n_loaded);
    stat_number(json, "methods_loaded", s->world.method.n - 1);
    stat_number(json, "methods_reachable", c.n_methods);
    stat_number(json, "code_bytes", s->solve.counts.n_bytes);
    stat_number(json, "sites", c.n_sites);
    stat_number(json, "edges", c.n_edges);
    stat_number(json, "edges_by_receiver", c.n_labels);
    stat_number(json, "lambdas", s->solve.lambda.n - 1);
    stat_number(json, "groups", s->solve.group.n - 1);
    stat_number(json, "dispatched", s->solve.counts.n_dispatched);
    if (s->pts) {
        print_points_to(s, json);
    }
    if (s->dynamic) {
        stat_number(json, "edges_reflect", c.n_of_kind[EDGE_REFLECT]);
        stat_number(json, "edges_accessible", c.n_of_kind[EDGE_ACCESSIBLE]);
        stat_number(json, "edges_guess", c.n_of_kind[EDGE_GUESS]);
        print_reflection(s->dynamic, json);
    }
    stat_number(json, "phantoms", s->world.n_phantoms);
    struct unfollowed_list gaps;
    unfollowed_gather(&gaps, g, &s->models, s->dynamic);
    stat_number(json, "gaps", gaps.line.n);
    unfollowed_release(&gaps);
    for (u4 i = 0; i < N_PHASES; i++) {
        printf(json ? ",\"seconds_%s\":%.3f" : "seconds_%s\t%.3f\n", phase[i],
               s->spent[i]);
    }
    if (json) {
        puts("}");
    }
}

// --- All of them -------------------------------------------------------------

// In the order of their columns, the least precise first.
static const enum analysis_kind column[] = {ANALYSIS_CHA, ANALYSIS_RTA,
                                            ANALYSIS_0CFA, ANALYSIS_AND};
enum { N_COLUMNS = sizeof column / sizeof *column };

struct graph_figures {
    struct cg_counts whole;
    u4 classes, methods;  // that were loaded
    struct component_counts component;
    double n_rc, n_tm, seconds;
    u4 rc_required, tm_required;
};

// The names of sites outlive the analysis that they come from.
static void keep_names(struct component_counts *c, struct arena *a) {
    for (u4 i = 0; i < c->site.n; i++) {
        c->site.v[i].caller = arena_str(a, c->site.v[i].caller);
    }
}

static bool measure(struct graph_figures *f, const struct analysis_spec *spec,
                    enum analysis_kind kind, struct arena *a, struct diag *d) {
    struct analysis s;
    struct callgraph g;
    bool ok = analysis_open(&s, spec, d) && analysis_solve(&s, kind);
    if (ok) {
        for (u4 i = 0; i < N_PHASES; i++) {
            f->seconds += s.spent[i];
        }
        analysis_report_phantoms(&s);
        // Classes that nothing has asked for count as well.
        load_component(&s.world);
        cg_build(&g, &s.solve, true);
        g.is_program = analysis_is_program(&s);
        f->whole = cg_count(&g);
        f->classes = s.world.n_loaded;
        f->methods = s.world.method.n - 1;
        component_count(&f->component, &g);
        keep_names(&f->component, a);
        cg_release(&g);
    }
    analysis_close(&s);
    return ok;
}

static int site_order(const struct rc_site *a, const struct rc_site *b) {
    int d = str_order(a->caller, b->caller);
    return d ? d : text_pc_order(a->pc, b->pc);
}

// Sums over the poly-sites: those where CHA, the first column, has more than
// one receiver class. Both lists are in one order.
static void sum_sites(struct graph_figures *f, const struct graph_figures *cha,
                      u4 *n_poly) {
    u4 j = 0;
    u8 rc = 0, tm = 0;
    *n_poly = 0;
    for (u4 i = 0; i < cha->component.site.n; i++) {
        const struct rc_site *poly = &cha->component.site.v[i];
        if (poly->n_rc < 2) {
            continue;
        }
        ++*n_poly;
        const struct rc_site *v = f->component.site.v;
        while (j < f->component.site.n && site_order(&v[j], poly) < 0) {
            j++;
        }
        if (j < f->component.site.n && site_order(&v[j], poly) == 0) {
            rc += v[j].n_rc;
            tm += v[j].n_tm;
            f->rc_required += v[j].n_rc > 1 ? v[j].n_rc : 0;
            f->tm_required += v[j].n_tm > 1 ? v[j].n_tm : 0;
        }
    }
    f->n_rc = *n_poly ? (double)rc / *n_poly : 0;
    f->n_tm = *n_poly ? (double)tm / *n_poly : 0;
}

// A line, or a JSON key with the values by analysis.
static void put_head(bool json, const char *what) {
    printf(json ? ",\"%s\":{" : "%s", what);
}

static void put_end(bool json) {
    printf(json ? "}" : "\n");
}

static void put_key(bool json, u4 i) {
    if (json) {
        printf("%s\"%s\":", i ? "," : "", analysis_name(column[i]));
    } else {
        putchar('\t');
    }
}

static void put_counts(bool json, const char *what, const u8 v[N_COLUMNS]) {
    put_head(json, what);
    for (u4 i = 0; i < N_COLUMNS; i++) {
        put_key(json, i);
        printf("%llu", (unsigned long long)v[i]);
    }
    put_end(json);
}

static void put_averages(bool json, const char *what,
                         const double v[N_COLUMNS]) {
    put_head(json, what);
    for (u4 i = 0; i < N_COLUMNS; i++) {
        put_key(json, i);
        printf("%.2f", v[i]);
    }
    put_end(json);
}

#define ROW(name, value)                     \
    do {                                     \
        u8 row[N_COLUMNS];                   \
        for (u4 i = 0; i < N_COLUMNS; i++) { \
            row[i] = (u8)f[i].value;         \
        }                                    \
        put_counts(json, name, row);         \
    } while (0)
#define AVERAGE(name, value)                 \
    do {                                     \
        double row[N_COLUMNS];               \
        for (u4 i = 0; i < N_COLUMNS; i++) { \
            row[i] = f[i].value;             \
        }                                    \
        put_averages(json, name, row);       \
    } while (0)

static void put_table(const struct graph_figures f[N_COLUMNS], u4 n_poly,
                      bool json) {
    printf(json ? "{\"analyses\":[\"cha\",\"rta\",\"0cfa\",\"and\"]"
                : "#what\tcha\trta\t0cfa\tand\n");
    ROW("classes_loaded", classes);
    ROW("methods_loaded", methods);
    ROW("methods_reachable", whole.n_methods);
    ROW("edges", whole.n_edges);
    ROW("component_classes", component.n_classes);
    ROW("component_classes_reachable", component.n_reached_classes);
    ROW("component_methods", component.n_methods);
    ROW("component_methods_reachable", component.n_reached);
    ROW("component_edges", component.n_edges);
    ROW("external_labels", component.n_external);
    ROW("exit_sites", component.n_exit_sites);
    ROW("entries", component.n_entries);
    ROW("virtual_sites", component.site.n);
    const u8 poly[] = {n_poly, n_poly, n_poly, n_poly};
    put_counts(json, "poly_sites", poly);
    AVERAGE("n_rc", n_rc);
    AVERAGE("n_tm", n_tm);
    ROW("rc_required", rc_required);
    ROW("tm_required", tm_required);
    AVERAGE("seconds", seconds);
    if (json) {
        puts("}");
    }
}

bool graphstats_compare(const struct analysis_spec *spec, bool json,
                        struct diag *diag) {
    struct graph_figures f[N_COLUMNS] = {0};
    struct arena names;
    u4 n_poly = 0;
    bool ok = true;
    arena_init(&names);
    for (u4 i = 0; i < N_COLUMNS && ok; i++) {
        // What there is to say is said once.
        struct analysis_spec again = *spec;
        struct diag quiet;
        again.interface_out = i ? NULL : spec->interface_out;
        diag_init(&quiet, DIAG_ERROR, false);
        ok = measure(&f[i], &again, column[i], &names, i ? &quiet : diag);
        if (!ok && i) {
            diag_take(diag, &quiet);
        }
        diag_release(&quiet);
    }
    for (u4 i = 0; i < N_COLUMNS && ok; i++) {
        sum_sites(&f[i], &f[0], &n_poly);
    }
    if (ok) {
        put_table(f, n_poly, json);
    }
    for (u4 i = 0; i < N_COLUMNS; i++) {
        component_counts_release(&f[i].component);
    }
    arena_release(&names);
    return ok;
}
