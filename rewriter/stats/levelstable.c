// SPDX-License-Identifier: MIT
// levelstable.c - graph --levels-table.
#include "rewriter/stats/levelstable.h"

#include "analysis/callgraph/callgraph.h"
#include "analysis/classfile/scan.h"
#include "analysis/dynamic/dynamic.h"
#include "analysis/world/world.h"
#include "rewriter/driver/spec.h"

#include <stdio.h>

// Class.forName, newInstance and Method.invoke.
enum { FOR_NAME, NEW_INSTANCE, INVOKE, N_CALLS };

struct level_row {
    const char *name;
    enum dynamic_level level;
    bool no_resource_names;
    struct cg_counts graph;
    u4 sites[N_CALLS], resolved[N_CALLS];
    u4 set_accessible;
    double seconds;
};

// What the component has, reachable at the level behaved.
struct level_component {
    u4 classes, methods, natives;
    u8 code_bytes;
    u4 sites[N_CALLS];
};

struct levels {
    struct level_row row[8];
    struct level_component component;
};

static const struct level_row row_of[] = {
    {"off", DYNAMIC_OFF, .no_resource_names = false},
    {"behaved", DYNAMIC_BEHAVED, .no_resource_names = false},
    {"encapsulated", DYNAMIC_ENCAPSULATED, .no_resource_names = false},
    {"casts", DYNAMIC_CASTS, .no_resource_names = false},
    {"strings", DYNAMIC_STRINGS, .no_resource_names = false},
    {"environment", DYNAMIC_ENVIRONMENT, .no_resource_names = false},
    {"resolved", DYNAMIC_RESOLVED, .no_resource_names = false},
    {"no-resource-names", DYNAMIC_RESOLVED, .no_resource_names = true},
};
enum { N_ROWS = sizeof row_of / sizeof *row_of };

// --- Figures -------------------------------------------------------------------

// -1: it is none of those that are told.
static int call_of(const struct reflect_site *r) {
    return r->initialises             ? FOR_NAME
           : r->kind == REFLECT_MAKES ? NEW_INSTANCE
           : r->kind == REFLECT_CALLS ? INVOKE
                                      : -1;
}

static bool is_component(const struct world *w, class_id c) {
    return w->class.v[c].flags & CLASS_COMPONENT;
}

static void count_sites(struct analysis *s, struct level_row *row,
                        struct level_component *component) {
    u4 n = s->dynamic ? dynamic_n_sites(s->dynamic) : 0;
    for (u4 i = 0; i < n; i++) {
        struct reflect_site r = dynamic_site(s->dynamic, i);
        int call = call_of(&r);
        if (call < 0) {
            continue;
        }
        row->sites[call]++;
        row->resolved[call] += !r.is_open;
        component->sites[call] +=
            row->level == DYNAMIC_BEHAVED &&
            is_component(&s->world, s->world.method.v[r.method].class);
    }
    row->set_accessible = s->dynamic ? dynamic_n_accessible(s->dynamic) : 0;
}

static void count_method(struct world *w, method_id m,
                         struct level_component *component) {
    const struct world_method *wm = &w->method.v[m];
    struct bytes code;
    struct scan scan;
    component->methods++;
    if (wm->access_flags & ACC_NATIVE) {
        component->natives++;
    } else if (world_code(w, m, &code) &&
               scan_open(&scan, w->class.v[wm->class].cf, code)) {
        component->code_bytes += scan.n;
    }
}

static void count_component(struct world *w,
                            struct level_component *component) {
    for (class_id c = 1; c < w->class.n; c++) {
        if (!is_component(w, c) || !w->class.v[c].cf) {
            continue;
        }
        component->classes++;
        for (u4 i = 0; i < w->class.v[c].n_methods; i++) {
            count_method(w, w->class.v[c].method + i, component);
        }
    }
}

static bool measure(struct analysis *s, struct level_row *row,
                    struct level_component *component) {
    struct callgraph g;
    double before = 0;
    for (u4 i = 0; i < N_PHASES; i++) {
        before -= i == PHASE_OPEN ? 0 : s->spent[i];
    }
    if (!analysis_solve(s, s->spec->kind)) {
        return false;
    }
    if (row->level == DYNAMIC_OFF) {
        analysis_report_phantoms(s);
    }
    cg_build(&g, &s->solve, false);
    row->graph = cg_count(&g);
    cg_release(&g);
    count_sites(s, row, component);
    if (row->level == DYNAMIC_BEHAVED) {
        count_component(&s->world, component);
    }
    analysis_tick(s, PHASE_COUNT);
    row->seconds = before;
    for (u4 i = 0; i < N_PHASES; i++) {
        row->seconds += s->spent[i];
    }
    analysis_forget(s);
    return true;
}

// --- Tables --------------------------------------------------------------------

// Kinds that do not come of what calls are thought to do at a level.
static u8 by_models(const struct cg_counts *c) {
    return c->n_of_kind[EDGE_THREAD] + c->n_of_kind[EDGE_HANDLE] +
           c->n_of_kind[EDGE_CONCAT] + c->n_of_kind[EDGE_NATIVE] +
           c->n_of_kind[EDGE_FINALIZER];
}

// By how much it is less than at the level behaved, in percent.
static double change(u8 n, u8 behaved) {
    return behaved ? 100.0 * ((double)n - (double)behaved) / (double)behaved
                   : 0;
}

static void text_percent(bool is_known, double v) {
    if (is_known) {
        printf("  %7.1f", v);
    } else {
        printf("  %7s", "-");
    }
}

static void text_graph(const struct levels *k) {
    const struct cg_counts *base = &k->row[DYNAMIC_BEHAVED].graph;
    puts("\nThe call graph; edges are (call, target), % is against behaved\n");
    printf("%-18s  %10s  %7s  %12s  %7s  %12s  %10s  %8s  %10s  %7s\n", "",
           "methods", "%", "edges", "%", "reflect", "accessible", "guess",
           "model", "CPU s");
    for (u4 i = 0; i < N_ROWS; i++) {
        const struct level_row *r = &k->row[i];
        bool less = i > DYNAMIC_BEHAVED;
        printf("%-18s  %10u", r->name, r->graph.n_methods);
        text_percent(less, change(r->graph.n_methods, base->n_methods));
        printf("  %12llu", (unsigned long long)r->graph.n_edges);
        text_percent(less, change(r->graph.n_edges, base->n_edges));
        printf("  %12llu  %10llu  %8llu  %10llu  %7.2f\n",
               (unsigned long long)r->graph.n_of_kind[EDGE_REFLECT],
               (unsigned long long)r->graph.n_of_kind[EDGE_ACCESSIBLE],
               (unsigned long long)r->graph.n_of_kind[EDGE_GUESS],
               (unsigned long long)by_models(&r->graph), r->seconds);
    }
}

static void text_resolution(const struct levels *k) {
    puts("\nReachable calls, those of which all is known, and their share\n");
    printf("%-18s  %29s%29s%29s  %8s\n", "", "forName", "newInstance", "invoke",
           "setAcc.");
    for (u4 i = DYNAMIC_BEHAVED; i < N_ROWS; i++) {
        const struct level_row *r = &k->row[i];
        printf("%-18s", r->name);
        for (u4 j = 0; j < N_CALLS; j++) {
            printf("  %9u %8u", r->sites[j], r->resolved[j]);
            text_percent(r->sites[j],
                         100.0 * r->resolved[j] / (r->sites[j] + 1e-9));
        }
        printf("  %8u\n", r->set_accessible);
    }
}

static void print_text(const struct levels *k) {
    const struct level_component *c = &k->component;
    puts("The component\n");
    printf("%8s  %8s  %10s  %8s  %11s  %8s  %8s\n", "classes", "methods",
           "code bytes", "forName", "newInstance", "invoke", "native");
    printf("%8u  %8u  %10llu  %8u  %11u  %8u  %8u\n", c->classes, c->methods,
           (unsigned long long)c->code_bytes, c->sites[FOR_NAME],
           c->sites[NEW_INSTANCE], c->sites[INVOKE], c->natives);
    text_graph(k);
    text_resolution(k);
}

// The names of what a row holds, and what it holds, in one order.
static const char *const column[] = {
    "methods",        "edges",
    "reflect",        "accessible",
    "guess",          "model",
    "for_name",       "for_name_resolved",
    "new_instance",   "new_instance_resolved",
    "invoke",         "invoke_resolved",
    "set_accessible",
};
enum { N_COLUMNS = sizeof column / sizeof *column };

static void values_of(const struct level_row *r, u8 v[N_COLUMNS]) {
    const u8 of[N_COLUMNS] = {r->graph.n_methods,
                              r->graph.n_edges,
                              r->graph.n_of_kind[EDGE_REFLECT],
                              r->graph.n_of_kind[EDGE_ACCESSIBLE],
                              r->graph.n_of_kind[EDGE_GUESS],
                              by_models(&r->graph),
                              r->sites[FOR_NAME],
                              r->resolved[FOR_NAME],
                              r->sites[NEW_INSTANCE],
                              r->resolved[NEW_INSTANCE],
                              r->sites[INVOKE],
                              r->resolved[INVOKE],
                              r->set_accessible};
    for (u4 i = 0; i < N_COLUMNS; i++) {
        v[i] = of[i];
    }
}

static void print_tsv(const struct levels *k) {
    printf("#level");
    for (u4 i = 0; i < N_COLUMNS; i++) {
        printf("\t%s", column[i]);
    }
    puts("\tseconds");
    for (u4 i = 0; i < N_ROWS; i++) {
        u8 v[N_COLUMNS];
        values_of(&k->row[i], v);
        printf("%s", k->row[i].name);
        for (u4 j = 0; j < N_COLUMNS; j++) {
            printf("\t%llu", (unsigned long long)v[j]);
        }
        printf("\t%.3f\n", k->row[i].seconds);
    }
}

static void print_json(const struct levels *k) {
    for (u4 i = 0; i < N_ROWS; i++) {
        u8 v[N_COLUMNS];
        values_of(&k->row[i], v);
        printf("{\"level\":\"%s\"", k->row[i].name);
        for (u4 j = 0; j < N_COLUMNS; j++) {
            printf(",\"%s\":%llu", column[j], (unsigned long long)v[j]);
        }
        printf(",\"seconds\":%.3f}\n", k->row[i].seconds);
    }
}

bool levelstable_print(const struct analysis_spec *given, enum levels_form form,
                       struct diag *diag) {
    static void (*const print[])(const struct levels *k) = {
        [LEVELS_TEXT] = print_text,
        [LEVELS_TSV] = print_tsv,
        [LEVELS_JSON] = print_json,
    };
    struct analysis_spec spec = *given;
    struct levels k = {0};
    struct analysis s;
    struct diag quiet;
    bool ok = analysis_open(&s, &spec, diag);
    diag_init(&quiet, DIAG_ERROR, false);
    for (u4 i = 0; i < N_ROWS && ok; i++) {
        k.row[i] = row_of[i];
        spec.dynamic = k.row[i].level;
        spec.no_resource_names =
            given->no_resource_names || k.row[i].no_resource_names;
        ok = measure(&s, &k.row[i], &k.component);
        // What there is to say is said once.
        spec.interface_out = NULL;
        s.diag = &quiet;
    }
    analysis_close(&s);
    diag_take(diag, &quiet);
    diag_release(&quiet);
    if (ok) {
        print[form](&k);
    }
    return ok;
}
