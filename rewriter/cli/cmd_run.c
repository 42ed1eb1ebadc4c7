// SPDX-License-Identifier: MIT
// cmd_run.c - a java command in; the same command run on instrumented copies, and
// the report of what it exercised.
//
// Nothing on the user's path is changed: what is instrumented is written to a
// temporary folder, or to that of -o, and the command gets other paths.
#include "rewriter/cli/cmd.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/shown.h"
#include "analysis/sources/jdk.h"
#include "analysis/text/arglist.h"
#include "rewriter/cli/interrupt.h"
#include "rewriter/driver/analyse.h"
#include "rewriter/driver/unfold.h"
#include "rewriter/instrument/inputs.h"
#include "rewriter/instrument/modules.h"
#include "rewriter/instrument/patch.h"
#include "rewriter/instrument/planned.h"
#include "rewriter/jar/select.h"
#include "rewriter/launch/child.h"
#include "rewriter/launch/javaline.h"
#include "rewriter/launch/javapath.h"
#include "rewriter/launch/mirror.h"
#include "rewriter/launch/runpart.h"
#include "rewriter/launch/scratch.h"
#include "rewriter/options/optionrows.h"
#include "rewriter/options/options.h"
#include "rewriter/options/usage.h"
#include "rewriter/plan/planfile.h"
#include "rewriter/probe/payload.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define DATA_SUFFIX ".ccd"
#define DATA_VARIABLE "CCINSTR_DATA"

// From this release on the JVM warns of libraries that were not allowed.
enum { WARNS_OF_LIBRARIES = 24 };

// Paths that are named in one line.
enum { NAMED = 4 };

struct running {
    const struct options *opt;
    struct diag *diag;
    struct arena arena;
    struct arg_list parts;  // of the JDK, which the operands name first
    struct javaline line;
    struct select component;
    struct javapath path;
    struct javapath_spec spec;
    bool *is_component;
    struct jdk jdk;  // of the java that runs; home is "" if unknown
    struct mirror mirror;
    const char *output;  // absolute
    const char *plan;    // the file
    const char *data;    // the folder of this run's data
    const char *rt_jar;  // the run time as a jar of its own, in output, or NULL
    const char *rt_name;      // its module
    struct arg_list patches;  // what java must be told of parts of the JDK
};

// --- The command -----------------------------------------------------------------

// Settings of all JVMs that would lead data files elsewhere.
static const char *find_data_setting(const struct javaline *line) {
    static const char *const variable[] = {"JAVA_TOOL_OPTIONS",
                                           "_JAVA_OPTIONS"};
    for (size_t i = 0; i < sizeof variable / sizeof *variable; i++) {
        const char *value = getenv(variable[i]);
        if (value && strstr(value, "-Dccinstr.data=")) {
            return variable[i];
        }
    }
    return line->data;
}

static bool check_command(const struct running *r) {
    const struct javaline *line = &r->line;
    const char *data = find_data_setting(line);
    if (line->start == JAVA_NOTHING) {
        usage_error("run", RUN_NO_START);
        return false;
    }
    if (line->start == JAVA_SOURCE) {
        usage_error("run", RUN_SOURCE, line->what ? line->what : "--source");
        return false;
    }
    if (data) {
        usage_error("run", RUN_DATA, data);
        return false;
    }
    return true;
}

static bool read_command(struct running *r) {
    const struct arg_list *all = &r->opt->operands;
    size_t n = 0;
    while (n < all->n && inputs_is_part(all->item[n])) {
        n++;
    }
    if (n == all->n) {
        usage_error("run", RUN_ONLY_PARTS, all->item[n - 1]);
        return false;
    }
    r->parts = (struct arg_list){all->item, n};
    const struct arg_list command = {all->item + n, all->n - n};
    const char *program = command.item[0];
    const struct javaline_env env = {getenv("CLASSPATH"),
                                     getenv("JDK_JAVA_OPTIONS")};
    if (!javaline_is_java(program)) {
        usage_error("run", RUN_NO_JAVA, program);
        return false;
    }
    if (!javaline_parse(&r->line, &command, &env, &r->arena)) {
        usage_error("run", ARGFILE, r->line.wrong);
        return false;
    }
    return check_command(r);
}

// The file that execvp would take; NULL with the reason in *why.
static const char *find_program(const char *program, struct arena *a,
                                int *why) {
    if (strchr(program, '/')) {
        bool is = access(program, X_OK) == 0;
        *why = errno;
        return is ? program : NULL;
    }
    *why = ENOENT;
    for (const char *p = getenv("PATH"); p;) {
        size_t n = strcspn(p, ":");
        struct str dir = n ? (struct str){p, n} : STR(".");
        struct stat st;
        const char *file = arena_printf(a, "%.*s/%s", STR_F(dir), program);
        errno = ENOENT;
        if (stat(file, &st) == 0 && S_ISREG(st.st_mode) &&
            access(file, X_OK) == 0) {
            return file;
        }
        *why = errno == ENOENT || errno == ENOTDIR ? *why : errno;
        p = p[n] ? p + n + 1 : NULL;
    }
    return NULL;
}

// Also the JDK whose library is analysed, unless the user names another. A script
// in place of java hides it: then it is the usual one.
static bool find_java(struct running *r) {
    int why;
    const char *file = find_program(r->line.program, &r->arena, &why);
    if (!file) {
        struct place at = {.file = str_of(r->line.program), .byte = NO_BYTE};
        diag_report(r->diag, RUN_START, &at, strerror(why));
        return false;
    }
    struct diag unheard;
    diag_init(&unheard, DIAG_ERROR, false);
    if (!jdk_find(&r->jdk, str_of(file), &r->arena, &unheard) &&
        !jdk_find(&r->jdk, STR(""), &r->arena, &unheard)) {
        r->jdk = (struct jdk){JDK_NONE, "", ""};
    }
    diag_release(&unheard);
    return true;
}

// --- The component ---------------------------------------------------------------

static const char *shown(const struct element *e) {
    return *e->path ? e->path : ".";
}

static const char *dotted(const char *class_name, struct arena *a) {
    char *name = arena_cstr(a, str_of(class_name));
    for (char *c = name; *c; c++) {
        *c = *c == '/' ? '.' : *c;
    }
    return name;
}

// Where tests are, which of them are the component, and how to change that.
static void tell_tests(const struct running *r) {
    bool within = false;
    u4 told = 0;
    for (u4 i = 0; i < r->path.element.n; i++) {
        const struct element *e = &r->path.element.v[i];
        if (!runpart_is_tests(e, &r->path)) {
            continue;
        }
        within = within || r->is_component[i];
        if (!r->is_component[i] && told < NAMED) {
            fputs(told++ ? ", " : ", without the tests in ", stderr);
            shown_print(stderr, str_of(shown(e)));
        }
    }
    if (within && !r->component.n) {
        fputs(", with its tests (--tests tells them apart)", stderr);
    }
}

static void tell_component(const struct running *r, u4 n) {
    u4 told = 0;
    if (r->opt->quiet) {
        return;
    }
    fputs("ccinstr: the component: ", stderr);
    for (; told < r->parts.n && told < NAMED; told++) {
        fputs(told ? ", " : "", stderr);
        shown_print(stderr, str_of(r->parts.item[told]));
    }
    for (u4 i = 0; i < r->path.element.n && told < NAMED; i++) {
        if (r->is_component[i]) {
            fputs(told++ ? ", " : "", stderr);
            shown_print(stderr, str_of(shown(&r->path.element.v[i])));
        }
    }
    if (n > told) {
        fprintf(stderr, ", and %u more", n - told);
    }
    tell_tests(r);
    fputs(r->component.n || r->parts.n ? "\n" : " (--component names others)\n",
          stderr);
}

// Behind -jar it is a word of the program, and what runs tests has such.
static void tell_jar_path(const struct running *r) {
    static const char *const option[] = {"-cp", "-classpath", "--class-path",
                                         "--classpath"};
    const struct arg_list *words = &r->line.arguments;
    const char *main = r->path.main_class;
    struct place at = {.byte = NO_BYTE};
    for (size_t i = 0; i < words->n && r->line.start == JAVA_JAR; i++) {
        const char *value = NULL;
        for (size_t k = 0; k < sizeof option / sizeof *option; k++) {
            size_t n = strlen(option[k]);
            bool is = strncmp(words->item[i], option[k], n) == 0;
            value = is && words->item[i][n] == '=' ? words->item[i] + n + 1
                    : is && words->item[i][n] == '\0' && i + 1 < words->n
                        ? words->item[i + 1]
                        : value;
        }
        if (value && main) {
            diag_report(r->diag, RUN_JAR_PATH, &at, value, r->line.what,
                        dotted(main, r->path.arena));
            return;
        }
    }
}

static void tell_unseen(const struct running *r) {
    struct place at = {.byte = NO_BYTE};
    for (size_t i = 0; i < r->line.unseen.n; i++) {
        diag_report(r->diag, RUN_UNSEEN, &at, r->line.unseen.item[i]);
    }
}

// Where the launcher will find nothing to start it says so better than we could.
enum chosen { CHOSEN, CHOSEN_NOTHING, CHOSEN_NO_START };

static enum chosen choose(struct running *r) {
    struct place at = {.byte = NO_BYTE};
    r->component = (struct select){r->opt->analysis.component.item,
                                   r->opt->analysis.component.n};
    r->spec =
        (struct javapath_spec){&r->line, &r->component, r->opt->analysis.tests};
    if (!javapath_find(&r->path, &r->spec, &r->arena, r->diag)) {
        return CHOSEN_NOTHING;
    }
    r->is_component = ARENA_ZARRAY(&r->arena, bool, r->path.element.n);
    u4 n = (u4)r->parts.n;
    if (!n || r->component.n) {
        n += runpart_choose(r->is_component, &r->path, &r->spec);
    }
    tell_unseen(r);
    if (n) {
        tell_component(r, n);
        return CHOSEN;
    }
    if (!runpart_is_there(&r->path, &r->spec)) {
        return CHOSEN_NO_START;
    }
    if (r->component.n) {
        diag_report(r->diag, RUN_NO_MATCH, &at);
    } else {
        diag_report(r->diag, RUN_NO_COMPONENT, &at);
    }
    tell_jar_path(r);
    return CHOSEN_NOTHING;
}

// --- The instrumented copies -----------------------------------------------------

static bool make_output(struct running *r) {
    if (!r->opt->output) {
        r->output = scratch_make(&r->arena, r->diag);
        return r->output != NULL;
    }
    if (!file_make_folder(r->opt->output, &r->arena, r->diag)) {
        return false;
    }
    char *real = realpath(r->opt->output, NULL);
    r->output = real ? arena_cstr(&r->arena, str_of(real)) : r->opt->output;
    mem_free(real);
    return true;
}

// What is not the component, for the analysis.
static const char *libraries(struct running *r) {
    struct emit e;
    emit_init(&e, LIMIT_ARGFILE_BYTES);
    for (u4 i = 0; i < r->path.element.n; i++) {
        const struct element *it = &r->path.element.v[i];
        bool is_named = it->is_class_path || it->is_module_path;
        if (!r->is_component[i] && is_named && it->kind != ELEMENT_MISSING) {
            emit_bytes(&e, ":", e.n ? 1 : 0);
            emit_bytes(&e, shown(it), strlen(shown(it)));
        }
    }
    if (r->opt->analysis.classpath) {
        emit_bytes(&e, ":", e.n ? 1 : 0);
        emit_bytes(&e, r->opt->analysis.classpath,
                   strlen(r->opt->analysis.classpath));
    }
    struct str text = {(const char *)e.p, e.n};
    const char *path = e.n ? arena_cstr(&r->arena, text) : NULL;
    emit_release(&e);
    return path;
}

// The main class of the command is that of the analysis, if it is the component's;
// else something from outside calls the component: then Int is what it shows.
static void set_roots(struct running *r, struct options *o) {
    if (o->analysis.main || o->analysis.has_interface) {
        return;
    }
    if (runpart_has_main(r->is_component, &r->path, &r->spec)) {
        o->analysis.main = dotted(r->path.main_class, &r->arena);
    } else {
        o->analysis.has_interface = true;
    }
}

static struct options instrument_options(struct running *r,
                                         struct arg_list *names) {
    struct options o = *r->opt;
    o.operands = (struct arg_list){0};
    o.output = r->output;
    o.quiet = true;
    o.analysis.classpath = libraries(r);
    if (!o.analysis.jdk && *r->jdk.home) {
        o.analysis.jdk = r->jdk.home;
    }
    for (u4 i = 0; i < r->path.element.n; i++) {
        if (r->is_component[i]) {
            arg_list_add(&o.operands, shown(&r->path.element.v[i]), &r->arena);
            arg_list_add(names, r->mirror.name[i], &r->arena);
        }
    }
    for (size_t i = 0; i < r->parts.n; i++) {
        arg_list_add(&o.operands, r->parts.item[i], &r->arena);
        arg_list_add(names, "", &r->arena);  // the module names its folder
    }
    o.analysis.inputs = o.operands;
    set_roots(r, &o);
    return o;
}

static bool find_patches(struct running *r, const struct inputs_spec *spec,
                         struct str package) {
    struct inputs inputs;
    struct modules modules;
    if (inputs_find(&inputs, spec, &r->arena, r->diag) != INPUTS_FINE) {
        return false;
    }
    if (!modules_find(&modules, &inputs, &r->arena, r->diag)) {
        return false;
    }
    r->patches =
        patch_options(&inputs, &modules, r->output, package, &r->arena);
    return true;
}

// Modules share a run time, and it is a jar, which must be where they find it. With
// parts of the JDK it is there.
static bool find_run_time(struct running *r, const struct inputs_spec *spec) {
    struct planfile file;
    struct payload payload;
    bool ok = planfile_load(&file, r->plan, r->diag);
    if (ok) {
        payload_init(&payload, &file.plan);
        const char *name = arena_cstr(&r->arena, payload.jar);
        const char *jar = arena_printf(&r->arena, "%s/%s", r->output, name);
        if (r->parts.n) {
            ok = find_patches(r, spec, payload.package);
        } else if (access(jar, F_OK) == 0) {
            r->rt_jar = jar;
            r->rt_name = arena_cstr(&r->arena, payload.module);
            ok = mirror_run_time(&r->mirror, name, r->diag);
        }
        payload_release(&payload);
    }
    planfile_release(&file);
    return ok;
}

// instrument_operands sets TZ, which all that writes archives needs, and the program
// is to see what we were given.
static int make_copies(struct running *r, const struct options *o,
                       const struct arg_list *names) {
    const char *zone = getenv("TZ");
    zone = zone ? arena_cstr(&r->arena, str_of(zone)) : NULL;
    int status = instrument_operands(o, names, r->diag);
    if (status == EXIT_DONE && !mirror_relink(&r->mirror, r->diag)) {
        status = EXIT_NOTHING;
    }
    if (zone) {
        setenv("TZ", zone, 1);
    } else {
        unsetenv("TZ");
    }
    tzset();
    return status;
}

static int prepare(struct running *r) {
    mirror_plan(&r->mirror, &r->path, r->is_component, r->output, &r->arena);
    struct arg_list names = {0};
    const struct options o = instrument_options(r, &names);
    r->plan = arena_printf(&r->arena, "%s/" PLAN_FILE_NAME, r->output);
    if (!mirror_make(&r->mirror, r->diag)) {
        return EXIT_NOTHING;
    }
    int status = make_copies(r, &o, &names);
    if (status != EXIT_DONE) {
        return status;
    }
    const struct inputs_spec spec = {o.operands, o.output, names};
    return find_run_time(r, &spec) ? EXIT_DONE : EXIT_NOTHING;
}

// A folder that holds the data of this run alone.
static bool make_data(struct running *r) {
    for (unsigned i = 1;; i++) {
        r->data = arena_printf(&r->arena, "%s/run-%u", r->output, i);
        if (mkdir(r->data, 0777) == 0) {
            return true;
        }
        if (errno != EEXIST) {
            struct place at = {.file = str_of(r->data), .byte = NO_BYTE};
            diag_report(r->diag, FILE_WRITE, &at, strerror(errno));
            return false;
        }
    }
}

// --- The run ---------------------------------------------------------------------

// The elements of a path where they are now, and the jar of the run time if one of
// them may need it; NULL if all is as it was.
static const char *new_path(struct running *r, const u4 *element, u4 n) {
    struct emit e;
    bool changed = false;
    emit_init(&e, LIMIT_ARGFILE_BYTES);
    for (u4 k = 0; k < n; k++) {
        const char *path = mirror_path(&r->mirror, element[k]);
        changed = changed || path != r->path.element.v[element[k]].path;
        emit_bytes(&e, ":", k ? 1 : 0);
        emit_bytes(&e, path, strlen(path));
    }
    if (changed && r->rt_jar) {
        emit_bytes(&e, ":", 1);
        emit_bytes(&e, r->rt_jar, strlen(r->rt_jar));
    }
    struct str text = {(const char *)e.p, e.n};
    const char *path = changed ? arena_cstr(&r->arena, text) : NULL;
    emit_release(&e);
    return path;
}

// Who loads the native library: what the class path brings, and modules.
static const char *allowed(const struct running *r) {
    const char *list = "ALL-UNNAMED";
    struct arena *a = r->path.arena;
    bool is_shared = false;
    for (u4 k = 0; k < r->path.module_path.n; k++) {
        u4 i = r->path.module_path.v[k];
        const char *module = r->path.element.v[i].module;
        if (r->is_component[i] && r->rt_name) {
            is_shared = true;
        } else if (r->is_component[i] && module) {
            list = arena_printf(a, "%s,%s", list, module);
        }
    }
    return is_shared ? arena_printf(a, "%s,%s", list, r->rt_name) : list;
}

static struct arg_list new_command(struct running *r) {
    struct javaline line = r->line;
    struct arg_list more = {0};
    const struct javapath *p = &r->path;
    const char *class_path = new_path(r, p->class_path.v, p->class_path.n);
    const char *module_path = new_path(r, p->module_path.v, p->module_path.n);
    if (line.start == JAVA_JAR) {
        line.what = mirror_path(&r->mirror, 0);
    } else if (class_path) {
        line.class_path = class_path;
    }
    if (module_path) {
        line.module_path = module_path;
    }
    if (jdk_release(&r->jdk, &r->arena) >= WARNS_OF_LIBRARIES) {
        arg_list_add(
            &more,
            arena_printf(&r->arena, "--enable-native-access=%s", allowed(r)),
            &r->arena);
    }
    for (size_t i = 0; i < r->patches.n; i++) {
        arg_list_add(&more, r->patches.item[i], &r->arena);
    }
    return javaline_make(&line, &more, &r->arena);
}

// The list ends with NULL, which it does not count.
static struct arg_list new_environment(struct running *r) {
    struct arg_list env = {0};
    for (char **v = environ; *v; v++) {
        if (strncmp(*v, DATA_VARIABLE "=", sizeof DATA_VARIABLE) != 0) {
            arg_list_add(&env, *v, &r->arena);
        }
    }
    if (r->data) {
        arg_list_add(&env,
                     arena_printf(&r->arena, DATA_VARIABLE "=%s/", r->data),
                     &r->arena);
    }
    arg_list_add(&env, NULL, &r->arena);
    env.n--;
    return env;
}

// posix_spawn does not change them, but its prototype is older than const.
static char *const *as_vector(struct arg_list list) {
    return (char *const *)(const void *)list.item;
}

static void tell_command(const struct running *r, struct arg_list command) {
    if (r->opt->verbose && !r->opt->quiet) {
        fputs("ccinstr: runs:", stderr);
        for (size_t i = 0; i < command.n; i++) {
            fputc(' ', stderr);
            shown_print(stderr, str_of(command.item[i]));
        }
        fputc('\n', stderr);
    }
}

static int start(struct running *r, struct arg_list command) {
    struct arg_list env = new_environment(r);
    diag_flush(r->diag, stderr);
    tell_command(r, command);
    return child_run(as_vector(command), as_vector(env), r->diag);
}

static int report(struct running *r) {
    struct options o = *r->opt;
    struct arg_list names;
    if (!javapath_names(r->data, &names, &r->arena)) {
        struct place at = {.file = str_of(r->data), .byte = NO_BYTE};
        diag_report(r->diag, FILE_READ, &at, strerror(errno));
        return EXIT_NOTHING;
    }
    o.operands = (struct arg_list){0};
    arg_list_add(&o.operands, r->plan, &r->arena);
    for (size_t i = 0; i < names.n; i++) {
        if (str_ends(str_of(names.item[i]), STR(DATA_SUFFIX))) {
            arg_list_add(
                &o.operands,
                arena_printf(&r->arena, "%s/%s", r->data, names.item[i]),
                &r->arena);
        }
    }
    if (o.operands.n == 1) {
        struct place at = {.byte = NO_BYTE};
        diag_report(r->diag, RUN_NO_DATA, &at);
    }
    diag_flush(r->diag, stderr);
    return cmd_report(&o, r->diag);
}

static int run_and_report(struct running *r) {
    int status = prepare(r);
    if (status != EXIT_DONE || interrupt_seen() || !make_data(r)) {
        return status != EXIT_DONE ? status : EXIT_NOTHING;
    }
    status = start(r, new_command(r));
    if (status < 0 || interrupt_seen()) {
        return EXIT_NOTHING;
    }
    int said = report(r);
    fflush(stdout);  // while SIGPIPE is caught
    return status ? status : said;
}

// Nothing to instrument and, as far as we see, nothing to start: java says it, or
// runs what we do not see.
static int run_as_it_is(struct running *r) {
    struct arg_list none = {0};
    int status = start(r, javaline_make(&r->line, &none, &r->arena));
    if (status <= 0) {
        struct place at = {.file = str_of(r->line.what), .byte = NO_BYTE};
        diag_report(r->diag, RUN_NOTHING, &at);
        status = EXIT_NOTHING;
    }
    return status;
}

static int run(struct running *r) {
    if (!report_check(r->opt) || !read_command(r)) {
        return EXIT_USAGE;
    }
    if (!find_java(r)) {
        return EXIT_NOTHING;
    }
    switch (choose(r)) {
    case CHOSEN_NO_START:
        return run_as_it_is(r);
    case CHOSEN_NOTHING:
        return EXIT_NOTHING;
    case CHOSEN:
        break;
    }
    interrupt_catch_pipe();
    int status = make_output(r) ? run_and_report(r) : EXIT_NOTHING;
    if (r->output && !r->opt->output) {
        scratch_remove(r->output, r->diag);
    }
    return status;
}

int cmd_run(const struct options *opt, struct diag *diag) {
    struct running r = {.opt = opt, .diag = diag};
    arena_init(&r.arena);
    interrupt_catch();
    int status = run(&r);
    javapath_release(&r.path);
    arena_release(&r.arena);
    // What was said is printed before a signal ends the process.
    diag_flush(diag, stderr);
    interrupt_pass_on();
    return status;
}
