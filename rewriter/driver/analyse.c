// SPDX-License-Identifier: MIT
// From what is asked to a solved call graph.
#include "rewriter/driver/analyse.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/shown.h"
#include "analysis/dynamic/dynamic.h"
#include "analysis/effects/effects.h"
#include "analysis/interface/interface.h"
#include "analysis/interface/inttests.h"
#include "analysis/interface/inttext.h"
#include "analysis/interface/placeholder.h"
#include "analysis/reach/reach.h"
#include "analysis/sources/sources.h"
#include "analysis/text/arglist.h"
#include "analysis/world/load.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"
#include "rewriter/driver/ownfile.h"
#include "rewriter/driver/pattern.h"

#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void analysis_tick(struct analysis *s, enum phase phase) {
    double now = seconds(CLOCK_PROCESS_CPUTIME_ID);
    s->spent[phase] += now - s->since;
    s->since = now;
}

// --- Progress ----------------------------------------------------------------

static void begin_to_send(void *context) {
    analysis_tick(context, PHASE_SOLVE);
}

static void end_to_send(void *context) {
    analysis_tick(context, PHASE_PROPAGATE);
}

// Once a second, over what was written last.
static void show_progress(void *context, u4 methods, u4 objects) {
    struct analysis *s = context;
    double now = seconds(CLOCK_MONOTONIC);
    if (now - s->told >= 1) {
        s->told = now;
        fprintf(stderr, "\rccinstr: %u methods, %u objects ... ", methods,
                objects);
    }
}

static void start_progress(struct analysis *s) {
    struct pts_listener l = {s, begin_to_send, NULL, end_to_send};
    s->told = seconds(CLOCK_MONOTONIC);
    if (isatty(STDERR_FILENO)) {
        l.goes_on = show_progress;
    }
    if (s->pts) {
        pts_listen(s->pts, &l);
    }
}

static void end_progress(struct analysis *s) {
    if (s->pts && isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r%60s\r", "");
    }
}

static struct str text_or(const char *text) {
    return str_of(text ? text : "");
}

static bool is_picked(const void *context, struct str name) {
    return select_has(context, name);
}

static void warn_if_none(struct analysis *s) {
    struct src_iter it = src_each(s->src, SRC_COMPONENT);
    struct str name;
    if (!src_next(&it, &name)) {
        struct place at = {.byte = NO_BYTE};
        diag_report(s->diag, NO_CLASS, &at);
    }
}

// Classes below ccinstr/rt/pID/, in what instrument made.
static void warn_of_run_time(struct analysis *s) {
    struct src_iter it = src_each(s->src, SRC_COMPONENT);
    struct str name;
    while (src_next(&it, &name)) {
        if (str_starts(name, STR("ccinstr/rt/p"))) {
            struct place at = {.byte = NO_BYTE};
            diag_report(s->diag, INPUT_HAS_RT, &at);
            return;
        }
    }
}

bool analysis_open(struct analysis *s, const struct analysis_spec *spec,
                   struct diag *diag) {
    *s = (struct analysis){.spec = spec, .diag = diag};
    arena_init(&s->arena);
    analysis_tick(s, PHASE_OPEN);
    s->spent[PHASE_OPEN] = 0;
    u4 n = (u4)spec->inputs.n;
    struct str *input = ARENA_ARRAY(&s->arena, struct str, n);
    for (u4 i = 0; i < n; i++) {
        input[i] = str_of(spec->inputs.item[i]);
    }
    s->component = (struct select){spec->component.item, spec->component.n};
    const struct src_spec from = {.component = input,
                                  .n_component = n,
                                  .tests = text_or(spec->tests),
                                  .classpath = text_or(spec->classpath),
                                  .jdk = text_or(spec->jdk),
                                  .patch_jdk = spec->patch_jdk,
                                  .is_component =
                                      s->component.n ? is_picked : NULL,
                                  .context = &s->component};
    s->src = src_open(&from, s->diag);
    if (s->src && s->component.n) {
        warn_if_none(s);
    }
    if (s->src) {
        warn_of_run_time(s);
    }
    analysis_tick(s, PHASE_OPEN);
    return s->src != NULL;
}

// --- Roots -------------------------------------------------------------------

struct str analysis_main_class(struct analysis *s) {
    if (s->spec->main) {
        char *name = arena_cstr(&s->arena, str_of(s->spec->main));
        for (char *p = name; *p; p++) {
            *p = *p == '.' ? '/' : *p;
        }
        return str_of(name);
    }
    return src_main_class(s->src, 0);
}

// The launcher looks for main(String[]) in the class and above it; from 25 on
// for main() too, and neither need be static.
static method_id find_main(struct analysis *s, class_id c, bool *instance) {
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

static bool add_main(struct analysis *s) {
    struct world *w = &s->world;
    struct place at = {.file = analysis_main_class(s), .byte = NO_BYTE};
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

// Objects of its class are there when it is called.
static void add_root(struct analysis *s, method_id m, struct str line) {
    const struct world_method wm = s->world.method.v[m];
    if (str_eq(world_sig_name(&s->world, wm.sig), STR("<clinit>"))) {
        solve_initialise(&s->solve, CALLER_MAIN, SITE_NO_PC, wm.class);
        return;
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
}

// Methods of the component that a pattern matches and that can run. Returns how many.
static u4 add_matching(struct analysis *s, struct str line) {
    struct world *w = &s->world;
    const char *pattern = arena_cstr(&s->arena, line);
    struct load_iter it = load_each_component(w);
    u4 n = 0;
    if (pattern_excludes(pattern) || !pattern_is_text(pattern)) {
        return 0;
    }
    for (class_id c; load_next(&it, &c);) {
        const struct world_class k = w->class.v[c];
        for (u4 i = 0; i < k.n_methods; i++) {
            method_id m = k.method + i;
            const struct world_method wm = w->method.v[m];
            struct str text =
                str_of(arena_printf(&s->arena, "%.*s.%.*s:%.*s", STR_F(k.name),
                                    STR_F(world_sig_name(w, wm.sig)),
                                    STR_F(world_sig_desc(w, wm.sig))));
            if (!(wm.access_flags & ACC_ABSTRACT) &&
                pattern_matches_text(pattern, text)) {
                add_root(s, m, line);
                n++;
            }
        }
    }
    return n;
}

// One line of --roots: a method as lists print it, or a pattern.
static bool add_line(struct analysis *s, struct str line) {
    method_id m =
        world_find_method(&s->world, shown_undo(&s->arena, line, true));
    if (m) {
        add_root(s, m, line);
    }
    return m || add_matching(s, line);
}

static bool add_roots(struct analysis *s) {
    struct emit text;
    struct place at = {.file = str_of(s->spec->roots), .byte = NO_BYTE};
    emit_init(&text, LIMIT_ARGFILE_BYTES);
    bool ok = file_read(s->spec->roots, LIMIT_ARGFILE_BYTES, &text, s->diag);
    const char *p = (const char *)text.p, *end = ok ? p + text.n : p;
    for (u4 number = 1; p < end; number++) {
        const char *nl = memchr(p, '\n', (size_t)(end - p));
        struct str line = {p, (size_t)((nl ? nl : end) - p)};
        p = nl ? nl + 1 : end;
        if (line.n && line.p[0] != '#' && !add_line(s, line)) {
            diag_report(s->diag, ROOT_UNKNOWN, &at, number, STR_F(line));
        }
    }
    emit_release(&text);
    return ok;
}

// CHA over a closed world. What the analysis asks for (the providers of a
// service, say) names further classes: then the world is closed again.
static void solve_closed(struct analysis *s) {
    class_id taken = 1;  // those below are loaded, and receivers
    do {
        // Read before solving: what is named from now on is for the next turn.
        class_id end = s->world.class.n;
        if (s->spec->world != WORLD_ALL) {
            end = load_named(&s->world, taken);
        }
        analysis_tick(s, PHASE_LOAD);
        solve_take_all(&s->solve, taken);
        taken = end;
        solve_run(&s->solve);
        analysis_tick(s, PHASE_SOLVE);
    } while (taken < s->world.class.n);
}

bool analysis_is_program(const struct analysis *s) {
    return s->spec->main ||
           (!s->spec->has_interface && src_main_class(s->src, 0).n);
}

const char *analysis_name(enum analysis_kind kind) {
    static const char *const name[] = {[ANALYSIS_CHA] = "cha",
                                       [ANALYSIS_RTA] = "rta",
                                       [ANALYSIS_0CFA] = "0cfa",
                                       [ANALYSIS_AND] = "and"};
    return name[kind];
}

static bool is_one_of(const char *output, const char *const *file, size_t n) {
    bool is = false;
    for (size_t i = 0; i < n && !is; i++) {
        is = file[i] != output &&
             (strcmp(output, file[i]) == 0 || file_is_same(output, file[i]));
    }
    return is;
}

// An existing class file is nobody's output: it may be one of a folder that is
// read.
static bool is_class(const char *path) {
    size_t n = strlen(path), end = sizeof ".class" - 1;
    return n > end && strcmp(path + n - end, ".class") == 0 &&
           access(path, F_OK) == 0;
}

bool analysis_is_input(struct analysis *s, const char *output) {
    const struct arg_list *files = &s->spec->files;
    bool is = is_one_of(output, files->item, files->n) ||
              src_is_opened(s->src, output) || is_class(output);
    if (is) {
        struct place at = {.file = str_of(output), .byte = NO_BYTE};
        diag_report(s->diag, OUTPUT_IS_INPUT, &at);
    }
    return is;
}

// An earlier one may be replaced, nothing else.
static bool write_interface(struct analysis *s,
                            const struct interface *interface) {
    const char *path = s->spec->interface_out;
    bool is_ours;
    if (analysis_is_input(s, path) ||
        !ownfile_begins(path, INTTEXT_HEAD, &is_ours, s->diag)) {
        return false;
    }
    if (!is_ours) {
        struct place at = {.file = str_of(path), .byte = NO_BYTE};
        diag_report(s->diag, OUTPUT_NO_INTERFACE, &at);
        return false;
    }
    return inttext_write(interface, &s->world, path);
}

static bool make_interface(struct analysis *s, struct interface *interface) {
    const struct analysis_spec *spec = s->spec;
    if (spec->interface) {
        if (!inttext_read(interface, &s->world, spec->interface)) {
            return false;
        }
    } else if (spec->tests) {
        inttests_add(interface, &s->world);
    } else {
        interface_of_visible(interface, &s->world, spec->interface_level);
    }
    interface_finish(interface, &s->world);
    if (interface->accessed.n == 0) {
        const char *from = spec->interface ? spec->interface : spec->tests;
        struct place at = {.file = text_or(from), .byte = NO_BYTE};
        diag_report(s->diag, INT_EMPTY, &at);
    }
    return !spec->interface_out ||
           (!src_failed(s->src) && write_interface(s, interface));
}

static bool add_placeholder(struct analysis *s) {
    struct interface interface = {0};
    bool ok = make_interface(s, &interface);
    if (ok) {
        models_have_clients(&s->models, &s->solve);
        placeholder_add(&s->solve, &interface, s->spec->open);
    }
    interface_release(&interface);
    return ok;
}

static bool solve_all(struct analysis *s) {
    const struct analysis_spec *spec = s->spec;
    models_start(&s->models, &s->solve);
    if (!(analysis_is_program(s) ? add_main(s) : add_placeholder(s))) {
        return false;
    }
    if (spec->roots && !add_roots(s)) {
        return false;
    }
    analysis_tick(s, PHASE_SOLVE);
    if (spec->world == WORLD_ALL) {
        load_all(&s->world);
    }
    analysis_tick(s, PHASE_LOAD);
    if (s->kind == ANALYSIS_CHA) {
        solve_closed(s);
    } else {
        solve_run(&s->solve);
        analysis_tick(s, PHASE_SOLVE);
    }
    return true;
}

// One that cannot be read was reported then; not that reflection means it, for a line of a
// resource file.
static void report_unread(struct analysis *s, class_id c) {
    struct reflect_naming by;
    if (s->dynamic && dynamic_naming(s->dynamic, c, &by) && by.line) {
        struct place at = {
            .file = by.archive, .entry = by.entry, .byte = NO_BYTE};
        if (by.archive.n == 0) {
            at.file = by.entry;
            at.entry = STR("");
        }
        diag_report(s->diag, RESOURCE_CLASS, &at, by.line,
                    STR_F(s->world.class.v[c].name));
    }
}

// Classes that are missing are said once, all together: `graph --gaps` says where
// they are needed.
void analysis_report_phantoms(struct analysis *s) {
    enum { NAMED = 5 };
    struct place at = {.byte = NO_BYTE};
    struct emit names;
    u4 n = 0;
    emit_init(&names, LIMIT_MESSAGE);
    for (class_id c = 1; c < s->world.class.n; c++) {
        struct str name = s->world.class.v[c].name;
        if (!(s->world.class.v[c].flags & CLASS_PHANTOM)) {
            continue;
        }
        if (src_has(s->src, name)) {
            report_unread(s, c);
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

// The files of --resources.
static bool read_resources(struct analysis *s) {
    const struct arg_list *files = &s->spec->resources;
    for (size_t i = s->resources.n; i < files->n; i++) {
        struct emit text;
        emit_init(&text, LIMIT_RESOURCE_BYTES);
        bool ok =
            file_read(files->item[i], LIMIT_RESOURCE_BYTES, &text, s->diag);
        struct str copy = arena_str(
            &s->arena, (struct str){(const char *)text.p, ok ? text.n : 0});
        vec_push(&s->resources,
                 ((struct resource_text){str_of(files->item[i]), copy}));
        emit_release(&text);
        if (!ok) {
            return false;
        }
    }
    return true;
}

static void check_properties(const struct analysis *s) {
    const struct place at = {.byte = NO_BYTE};
    for (size_t i = 0; i < s->spec->properties.n; i++) {
        const char *text = s->spec->properties.item[i];
        const char *sign = strchr(text, '=');
        if (!sign || sign == text) {
            diag_report(s->diag, PROPERTY_FORM, &at, text);
        }
    }
}

bool analysis_solve(struct analysis *s, enum analysis_kind kind) {
    check_properties(s);
    if (!read_resources(s)) {
        return false;
    }
    s->kind = kind;
    s->solved = true;
    world_init(&s->world, s->src, s->diag);
    models_init(&s->models, &s->world);
    struct solve_hooks hooks = models_hooks(&s->models);
    if (s->spec->dynamic != DYNAMIC_OFF) {
        const struct dynamic_spec dynamic = {
            s->spec->dynamic,      s->spec->properties.item,
            s->spec->properties.n, s->spec->no_resource_names,
            s->resources.v,        s->resources.n};
        s->effects = effects_new(&s->world, &s->models, &dynamic);
        s->dynamic = effects_dynamic(s->effects);
        hooks = dynamic_hooks(s->dynamic);
    }
    struct solve_engine engine = solve_scan;
    if (analysis_is_points_to(kind)) {
        s->pts = pts_new(&s->solve, &s->world,
                         kind == ANALYSIS_AND ? PTS_OF_SITE : PTS_OF_CLASS);
        engine = pts_engine(s->pts);
    }
    solve_init(&s->solve, &s->world, &hooks, &engine);
    start_progress(s);
    bool ok = solve_all(s);
    end_progress(s);
    return ok && !src_failed(s->src);
}

void analysis_forget_values(struct analysis *s) {
    pts_free(s->pts);
    s->pts = NULL;
}

void analysis_forget(struct analysis *s) {
    if (s->solved) {
        pts_free(s->pts);
        solve_release(&s->solve);
        effects_free(s->effects);
        models_release(&s->models);
        world_release(&s->world);
    }
    s->pts = NULL;
    s->effects = NULL;
    s->dynamic = NULL;
    s->solved = false;
}

void analysis_close(struct analysis *s) {
    analysis_forget(s);
    vec_free(&s->resources);
    src_close(s->src);
    arena_release(&s->arena);
}
