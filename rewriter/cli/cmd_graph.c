// SPDX-License-Identifier: MIT
// cmd_graph.c - classes in, call graph out.
#include "rewriter/cli/cmd.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/fragment/placeholder.h"
#include "analysis/heap/heap.h"
#include "analysis/graph/write.h"
#include "analysis/models/models.h"
#include "analysis/types/load.h"
#include "analysis/types/resolve.h"
#include "rewriter/cli/dump.h"
#include "rewriter/cli/filter.h"
#include "rewriter/cli/options.h"
#include "rewriter/cli/usage.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum phase {
    PHASE_OPEN,
    PHASE_LOAD,
    PHASE_SOLVE,
    PHASE_PROPAGATE,  // of points-to sets
    PHASE_COUNT,
    N_PHASES
};

// What a drawing can hold, unless asked for more.
enum { DOT_LIMIT = 500 };

struct session {
    const struct options *opt;
    struct diag *diag;
    struct arena arena;
    struct sources *src;
    struct world world;
    struct models models;
    struct heap *heap;  // of points-to analyses
    struct solve solve;
    struct callgraph graph;
    double spent[N_PHASES];
    double since;
    double told;  // of the progress
};

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void tick(struct session *s, enum phase phase) {
    double now = seconds(CLOCK_PROCESS_CPUTIME_ID);
    s->spent[phase] += now - s->since;
    s->since = now;
}

// --- Progress ----------------------------------------------------------------

static void begin_to_send(void *context) {
    tick(context, PHASE_SOLVE);
}

static void end_to_send(void *context) {
    tick(context, PHASE_PROPAGATE);
}

// Once a second, over what was written last.
static void show_progress(void *context, u4 methods, u4 objects) {
    struct session *s = context;
    double now = seconds(CLOCK_MONOTONIC);
    if (now - s->told >= 1) {
        s->told = now;
        fprintf(stderr, "\rccinstr: %u methods, %u objects ... ", methods,
                objects);
    }
}

static void start_progress(struct session *s) {
    struct heap_listener l = {s, begin_to_send, NULL, end_to_send};
    s->told = seconds(CLOCK_MONOTONIC);
    if (isatty(STDERR_FILENO)) {
        l.goes_on = show_progress;
    }
    if (s->heap) {
        heap_listen(s->heap, &l);
    }
}

static void end_progress(struct session *s) {
    if (s->heap && isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r%60s\r", "");
    }
}

static struct str text_or(const char *text) {
    return str_of(text ? text : "");
}

static bool open_sources(struct session *s) {
    const struct options *opt = s->opt;
    u4 n = (u4)opt->operands.n;
    struct str *component = ARENA_ARRAY(&s->arena, struct str, n);
    for (u4 i = 0; i < n; i++) {
        component[i] = str_of(opt->operands.item[i]);
    }
    const struct src_spec spec = {.component = component,
                                  .n_component = n,
                                  .classpath = text_or(opt->classpath),
                                  .jdk = text_or(opt->jdk),
                                  .patch_jdk = opt->patch_jdk};
    s->src = src_open(&spec, s->diag);
    return s->src != NULL;
}

// --- Roots -------------------------------------------------------------------

static struct str main_class(struct session *s) {
    if (s->opt->main) {
        char *name = arena_cstr(&s->arena, str_of(s->opt->main));
        for (char *p = name; *p; p++) {
            *p = *p == '.' ? '/' : *p;
        }
        return str_of(name);
    }
    return src_main_class(s->src, 0);
}

// The launcher looks for main(String[]) in the class and above it; from 25 on
// for main() too, and neither need be static.
static method_id find_main(struct session *s, class_id c, bool *instance) {
    static const char *const desc[] = {"([Ljava/lang/String;)V", "()V"};
    struct world *w = &s->world;
    bool new_rules = src_release(s->src) >= 25;
    for (u4 i = 0; i < (new_rules ? 2 : 1); i++) {
        sig_id sig = world_sig(w, STR("main"), str_of(desc[i]));
        for (class_id k = c; k; k = w->up.v[k].super) {
            method_id m = world_declared(w, k, sig);
            *instance = m && !(w->method.v[m].access_flags & ACC_STATIC);
            if (m && (new_rules || !*instance)) {
                return m;
            }
        }
        method_id m = new_rules ? resolve_default(w, c, sig) : 0;
        if (m) {
            *instance = true;
            return m;
        }
    }
    return 0;
}

static bool add_main(struct session *s) {
    struct world *w = &s->world;
    struct place at = {.file = main_class(s), .byte = NO_BYTE};
    class_id c = world_class(w, at.file);
    world_load(w, c);
    if (!w->class.v[c].cf) {
        diag_report(s->diag, NO_MAIN_CLASS, &at);
        return false;
    }
    bool instance;
    method_id m = find_main(s, c, &instance);
    if (!m) {
        diag_report(s->diag, NO_MAIN, &at);
        return false;
    }
    solve_initialise(&s->solve, CALLER_MAIN, SITE_NO_PC, c);
    if (instance) {
        method_id init =
            world_declared(w, c, world_sig(w, STR("<init>"), STR("()V")));
        if (init) {
            solve_call(&s->solve, CALLER_MAIN, SITE_NO_PC, EDGE_CALL, init);
        }
    }
    solve_call(&s->solve, CALLER_MAIN, SITE_NO_PC, EDGE_CALL, m);
    return true;
}

// One line of --roots: objects of its class are there when it is called.
static bool add_root(struct session *s, struct str line) {
    method_id m = world_find_method(&s->world, line);
    if (!m) {
        return false;
    }
    const struct world_method wm = s->world.method.v[m];
    if (str_eq(world_sig_name(&s->world, wm.sig), STR("<clinit>"))) {
        solve_initialise(&s->solve, CALLER_MAIN, SITE_NO_PC, wm.class);
        return true;
    }
    if (!(wm.access_flags & ACC_STATIC)) {
        if (!world_is_concrete(&s->world, wm.class)) {
            struct place at = {.file = line, .byte = NO_BYTE};
            diag_report(s->diag, ROOT_ABSTRACT, &at);
        }
        solve_initialise(&s->solve, CALLER_MAIN, SITE_NO_PC, wm.class);
        solve_allocate(&s->solve, wm.class);
    }
    solve_call(&s->solve, CALLER_MAIN, SITE_NO_PC, EDGE_REFLECT, m);
    return true;
}

static bool add_roots(struct session *s) {
    struct emit text;
    struct place at = {.file = str_of(s->opt->roots), .byte = NO_BYTE};
    emit_init(&text, LIMIT_ARGFILE_BYTES);
    bool ok = file_read(s->opt->roots, LIMIT_ARGFILE_BYTES, &text, s->diag);
    const char *p = (const char *)text.p, *end = ok ? p + text.n : p;
    for (u4 number = 1; p < end; number++) {
        const char *nl = memchr(p, '\n', (size_t)(end - p));
        struct str line = {p, (size_t)((nl ? nl : end) - p)};
        p = nl ? nl + 1 : end;
        if (line.n && line.p[0] != '#' && !add_root(s, line)) {
            diag_report(s->diag, ROOT_UNKNOWN, &at, number, STR_F(line));
        }
    }
    emit_release(&text);
    return ok;
}

// CHA over a closed world. What the analysis asks for (the providers of a
// service, say) names further classes: then the world is closed again.
static void solve_closed(struct session *s) {
    class_id taken = 1;  // those below are loaded, and receivers
    do {
        // Read before solving: what is named from now on is for the next turn.
        class_id end = s->world.class.n;
        if (s->opt->world != WORLD_ALL) {
            end = load_named(&s->world, taken);
        }
        tick(s, PHASE_LOAD);
        solve_take_all(&s->solve, taken);
        taken = end;
        solve_run(&s->solve);
        tick(s, PHASE_SOLVE);
    } while (taken < s->world.class.n);
}

static bool solve_all(struct session *s) {
    const struct options *opt = s->opt;
    bool cha = opt->analysis == ANALYSIS_CHA;
    models_start(&s->models, &s->solve);
    if (opt->all_public) {
        struct interface in = {0};
        interface_of_public(&in, &s->world);
        placeholder_add(&s->solve, &in);
        interface_release(&in);
    } else if (!add_main(s)) {
        return false;
    }
    if (opt->roots && !add_roots(s)) {
        return false;
    }
    tick(s, PHASE_SOLVE);
    if (opt->world == WORLD_ALL) {
        load_all(&s->world);
    }
    tick(s, PHASE_LOAD);
    if (cha) {
        solve_closed(s);
    } else {
        solve_run(&s->solve);
        tick(s, PHASE_SOLVE);
    }
    return true;
}

// Classes that are missing are said once, all together: who wants to know where
// they are needed asks for the gaps.
static void report_phantoms(struct session *s) {
    enum { NAMED = 5 };
    struct place at = {.byte = NO_BYTE};
    struct emit names;
    u4 n = 0;
    emit_init(&names, LIMIT_MESSAGE);
    for (class_id c = 1; c < s->world.class.n; c++) {
        struct str name = s->world.class.v[c].name;
        // One that is there but can't be read was reported then.
        if (!(s->world.class.v[c].flags & CLASS_PHANTOM) ||
            src_has(s->src, name)) {
            continue;
        }
        if (n++ < NAMED) {
            emit_bytes(&names, ", ", n > 1 ? 2 : 0);
            emit_bytes(&names, name.p, name.n);
        }
    }
    if (n > NAMED) {
        emit_bytes(&names, ", ...", 5);
    }
    if (n) {
        struct str text = {(const char *)names.p, names.n};
        diag_report(s->diag, PHANTOMS, &at, n, n == 1 ? " is" : "es are",
                    STR_F(text));
    }
    emit_release(&names);
}

// --- Results -----------------------------------------------------------------

static void stat_number(const struct session *s, const char *key, u8 n) {
    fprintf(stdout,
            s->opt->format == FORMAT_JSON ? "%s\"%s\":%llu" : "%s%s\t%llu\n",
            s->opt->format == FORMAT_JSON ? "," : "", key,
            (unsigned long long)n);
}

static void print_stats(struct session *s) {
    static const char *const phase[] = {"open", "load", "solve", "propagate",
                                        "count"};
    bool json = s->opt->format == FORMAT_JSON;
    struct cg_counts c = cg_count(&s->graph);
    tick(s, PHASE_COUNT);
    static const char *const name[] = {[ANALYSIS_CHA] = "cha",
                                       [ANALYSIS_RTA] = "rta",
                                       [ANALYSIS_0CFA] = "0cfa",
                                       [ANALYSIS_AND] = "and"};
    const char *analysis = name[s->opt->analysis];
    printf(json ? "{\"analysis\":\"%s\"" : "#what\tvalue\nanalysis\t%s\n",
           analysis);
    stat_number(s, "jdk", src_release(s->src));
    stat_number(s, "classes_named", s->world.class.n - 1);
    stat_number(s, "classes_loaded", s->world.n_loaded);
    stat_number(s, "methods_loaded", s->world.method.n - 1);
    stat_number(s, "methods_reachable", c.n_methods);
    stat_number(s, "code_bytes", s->solve.counts.n_bytes);
    stat_number(s, "sites", c.n_sites);
    stat_number(s, "edges", c.n_edges);
    stat_number(s, "edges_by_receiver", c.n_labels);
    stat_number(s, "lambdas", s->solve.lambda.n - 1);
    stat_number(s, "groups", s->solve.group.n - 1);
    stat_number(s, "dispatched", s->solve.counts.n_dispatched);
    if (s->heap) {
        struct heap_counts h = heap_count(s->heap);
        stat_number(s, "variables", h.variables);
        stat_number(s, "objects", h.objects);
        stat_number(s, "constraints", h.constraints);
        stat_number(s, "points_to", h.members);
        stat_number(s, "propagations", h.visits);
        stat_number(s, "shared", h.shared);
        stat_number(s, "collapsed", h.collapsed);
        stat_number(s, "set_bytes", h.set_bytes);
    }
    stat_number(s, "phantoms", s->world.n_phantoms);
    stat_number(s, "gaps", write_count_gaps(&s->graph, &s->models));
    for (u4 i = 0; i < N_PHASES; i++) {
        printf(json ? ",\"seconds_%s\":%.3f" : "seconds_%s\t%.3f\n", phase[i],
               s->spent[i]);
    }
    if (json) {
        puts("}");
    }
}

// By its text, or class and name alone; *several says that more have them.
static method_id reachable_method(struct session *s, struct str text,
                                  method_id *several) {
    method_id found = 0;
    *several = 0;
    for (node_id n = 1; n < s->solve.node.n; n++) {
        method_id m = s->solve.node.v[n].method;
        struct str name = text_method(&s->graph.text, m);
        if (str_eq(name, text)) {
            *several = 0;
            return m;
        }
        if (str_starts(name, text) && name.n > text.n &&
            name.p[text.n] == ':') {
            *several = found ? m : *several;
            found = found ? found : m;
        }
    }
    return found;
}

static int print_why(struct session *s, const struct write *w) {
    struct place at = {.file = str_of(s->opt->why), .byte = NO_BYTE};
    method_id several, m = reachable_method(s, at.file, &several);
    if (several) {
        diag_report(s->diag, WHY_SEVERAL, &at,
                    STR_F(text_method(&s->graph.text, m)),
                    STR_F(text_method(&s->graph.text, several)));
        return EXIT_NOTHING;
    }
    if (!m || !write_why(w, &s->graph, m)) {
        diag_report(s->diag, NOT_REACHABLE, &at);
        return EXIT_NOTHING;
    }
    return EXIT_DONE;
}

// Is it that method, or one of several that `text` names: without a descriptor,
// or as a class, with those nested in it?
static bool is_named(struct str method, struct str text) {
    if (!str_starts(method, text) || method.n == text.n) {
        return str_eq(method, text);
    }
    char next = method.p[text.n];
    bool class = memchr(text.p, '.', text.n) == NULL;
    return class ? next == '.' || next == '$' : next == ':';
}

// Those of reachable methods, in the order of their text, that an argument names.
// False, reported, if one names none.
static bool named_methods(struct session *s, method_id *out, u4 *n) {
    const struct arg_list *list = &s->opt->values;
    bool *used = ARENA_ZARRAY(&s->arena, bool, list->n);
    bool ok = true;
    for (u4 i = 0; i < s->graph.n_callers; i++) {
        method_id m = s->graph.caller[i];
        bool named = false;
        for (size_t j = 0; j < list->n && m < s->world.method.n; j++) {
            bool is =
                is_named(text_method(&s->graph.text, m), str_of(list->item[j]));
            used[j] = used[j] || is;
            named = named || is;
        }
        if (named) {
            out[(*n)++] = m;
        }
    }
    for (size_t j = 0; j < list->n; j++) {
        struct place at = {.file = str_of(list->item[j]), .byte = NO_BYTE};
        if (!used[j]) {
            diag_report(s->diag, NOT_REACHABLE, &at);
            ok = false;
        }
    }
    return ok;
}

static int print_values(struct session *s, const struct write *w) {
    method_id *m = ARENA_ARRAY(&s->arena, method_id, s->graph.n_callers);
    u4 n = 0;
    if (!named_methods(s, m, &n)) {
        return EXIT_NOTHING;
    }
    write_values(w, &s->graph, s->heap, m, n);
    return EXIT_DONE;
}

static enum write_format format_of(const struct options *opt) {
    return opt->format == FORMAT_JSON  ? WRITE_JSON
           : opt->format == FORMAT_DOT ? WRITE_DOT
                                       : WRITE_TSV;
}

static int print(struct session *s) {
    const struct options *opt = s->opt;
    struct filter filter;
    struct edge_filter f = filter_of(&filter, &s->world, opt);
    const struct write w = {
        .out = stdout,
        .format = format_of(opt),
        .limit = opt->limit ? opt->limit : DOT_LIMIT,
    };
    if (opt->why) {
        return print_why(s, &w);
    }
    if (opt->values.n) {
        return print_values(s, &w);
    }
    if (opt->stats) {
        print_stats(s);
    } else if (opt->gaps) {
        write_gaps(&w, &s->graph, &s->models);
    } else if (opt->methods) {
        write_methods(&w, &s->graph, &f);
    } else {
        u4 left_out = write_edges(&w, &s->graph, &f);
        if (left_out) {
            struct place at = {.byte = NO_BYTE};
            diag_report(s->diag, DOT_CUT, &at, w.limit, left_out);
        }
    }
    return EXIT_DONE;
}

static bool is_points_to(const struct options *opt) {
    return opt->analysis == ANALYSIS_0CFA || opt->analysis == ANALYSIS_AND;
}

static bool makes_sense(const struct options *opt) {
    u4 lists = (u4)opt->methods + opt->gaps + opt->stats + (opt->why != NULL) +
               (opt->values.n != 0) + (opt->dump_method != NULL);
    if (opt->main && opt->all_public) {
        usage_error("graph", OPTIONS_CLASH, "main", "all-public");
        return false;
    }
    if (lists > 1) {
        usage_error("graph", OPTIONS_ONE,
                    "--methods, --why, --gaps, --stats, --values, "
                    "--dump-method");
        return false;
    }
    if (opt->format == FORMAT_DOT && lists) {
        usage_error("graph", OPTION_DOT);
        return false;
    }
    if (opt->values.n && !is_points_to(opt)) {
        usage_error("graph", OPTION_VALUES);
        return false;
    }
    return filter_check(opt);
}

static int run(struct session *s) {
    struct solve_hooks hooks;
    tick(s, PHASE_OPEN);
    s->spent[PHASE_OPEN] = 0;
    if (!open_sources(s)) {
        return EXIT_NOTHING;
    }
    if (s->opt->dump_method) {
        bool ok = dump_methods(s->src, str_of(s->opt->dump_method), s->diag);
        src_close(s->src);
        return ok ? EXIT_DONE : EXIT_NOTHING;
    }
    if (!s->opt->main && !s->opt->all_public && main_class(s).n == 0) {
        usage_error("graph", NO_ROOT);
        src_close(s->src);
        return EXIT_USAGE;
    }
    tick(s, PHASE_OPEN);
    int status = EXIT_NOTHING;
    world_init(&s->world, s->src, s->diag);
    models_init(&s->models, &s->world);
    hooks = models_hooks(&s->models);
    struct solve_engine engine = solve_scan;
    if (is_points_to(s->opt)) {
        bool sites = s->opt->analysis == ANALYSIS_AND;
        s->heap = heap_new(&s->solve, &s->world,
                           sites ? HEAP_OF_SITE : HEAP_OF_CLASS);
        engine = heap_engine(s->heap);
    }
    solve_init(&s->solve, &s->world, &hooks, &engine);
    start_progress(s);
    bool ok = solve_all(s);
    end_progress(s);
    if (ok) {
        report_phantoms(s);
        cg_build(&s->graph, &s->solve, !s->opt->stats);
        tick(s, PHASE_COUNT);
        status = print(s);
        cg_release(&s->graph);
    }
    heap_free(s->heap);
    solve_release(&s->solve);
    models_release(&s->models);
    world_release(&s->world);
    src_close(s->src);
    return status;
}

int cmd_graph(const struct options *opt, struct diag *diag) {
    struct session s = {.opt = opt, .diag = diag};
    if (!makes_sense(opt)) {
        return EXIT_USAGE;
    }
    arena_init(&s.arena);
    int status = run(&s);
    arena_release(&s.arena);
    return status;
}
