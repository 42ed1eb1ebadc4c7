// SPDX-License-Identifier: MIT
// fuzz_javaline.c - command lines of java, and what lies on their paths.
//
// The input is lines: CLASSPATH, JDK_JAVA_OPTIONS, what a file of arguments holds (with
// blanks between), the words of the command behind "java"; an empty line; and the
// manifest of a jar. A command is refused with a message, or made again it means the
// same. Paths are not those of this machine: see place_of.

#include "analysis/base/diag.h"
#include "analysis/base/file.h"
#include "rewriter/launch/javapath.h"
#include "rewriter/launch/scratch.h"
#include "rewriter/options/optionrows.h"
#include "tests/fuzz/memfile.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct command {
    struct arena mem;
    struct bytes rest;  // of the input
    struct javaline_env env;
    struct bytes file;  // of arguments
    struct arg_list words;
    const char *folder;
};

// ---- the input -----------------------------------------------------------------

static const char *take_line(struct command *k) {
    struct bytes *in = &k->rest;
    const u1 *end = in->n ? memchr(in->p, '\n', in->n) : NULL;
    size_t n = end ? (size_t)(end - in->p) : in->n;
    const char *line =
        arena_cstr(&k->mem, (struct str){(const char *)in->p, n});
    n += end != NULL;
    *in = (struct bytes){in->p + n, in->n - n};
    return line;
}

static const char *or_none(const char *line) {
    return *line ? line : NULL;
}

static void read_command(struct command *k) {
    k->env.class_path = or_none(take_line(k));
    k->env.options = or_none(take_line(k));
    struct str file = str_of(take_line(k));
    k->file = (struct bytes){(const u1 *)file.p, file.n};
    arg_list_add(&k->words, "java", &k->mem);
    for (const char *word; *(word = take_line(k));) {
        arg_list_add(&k->words, word, &k->mem);
    }
}

// Any file of arguments is that of the input.
static struct bytes arguments;
const char *__real_argfile_add(struct arg_list *out, const char *file,
                               struct arena *arena);
const char *__wrap_argfile_add(struct arg_list *out, const char *file,
                               struct arena *arena);

const char *__wrap_argfile_add(struct arg_list *out, const char *file,
                               struct arena *arena) {
    struct memfile m;
    (void)file;
    memfile_open(&m, arguments);
    const char *wrong = __real_argfile_add(out, m.path, arena);
    memfile_close(&m);
    return wrong;
}

// ---- made again ----------------------------------------------------------------

static bool is_same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool are_same(const struct arg_list *a, const struct arg_list *b) {
    bool same = a->n == b->n;
    for (size_t i = 0; i < a->n && same; i++) {
        same = strcmp(a->item[i], b->item[i]) == 0;
    }
    return same;
}

static void make_again(struct command *k, const struct javaline *j) {
    struct javaline again;
    const struct arg_list none = {0};
    const struct javaline_env no_env = {0};
    struct arg_list made = javaline_make(j, &none, &k->mem);
    // What starts nothing need not be a command.
    if (j->start == JAVA_NOTHING || j->start == JAVA_SOURCE) {
        return;
    }
    if (!javaline_parse(&again, &made, &no_env, &k->mem)) {
        BUG("made again it is refused");
    }
    if (again.start != j->start || !is_same(again.what, j->what) ||
        !is_same(again.class_path, j->class_path) ||
        !is_same(again.module_path, j->module_path) ||
        !are_same(&again.options, &j->options) ||
        !are_same(&again.arguments, &j->arguments)) {
        BUG("made again it is another one");
    }
}

// ---- paths -----------------------------------------------------------------------

// Where the element of a path is that begins with this character.
static const char *place_of(struct command *k, char c) {
    static const char *const place[] = {"/a.jar", "/b-1.2.jar", "/gone.jar",
                                        "",       "/*",         "/"};
    return arena_printf(&k->mem, "%s%s", k->folder, place[(u1)c % 6]);
}

static const char *path_of(struct command *k, const char *path) {
    const char *made = NULL;
    for (const char *p = path; p && *p; p++) {
        if (p == path || p[-1] == ':') {
            made = arena_printf(&k->mem, "%s%s%s", made ? made : "",
                                made ? ":" : "", place_of(k, *p));
        }
    }
    return made;
}

// Names of other folders are none.
static struct bytes harmless(struct command *k) {
    char *to = ARENA_ARRAY(&k->mem, char, k->rest.n + 1);
    for (size_t i = 0; i < k->rest.n; i++) {
        char c = (char)k->rest.p[i];
        bool up = i && c == '.' && to[i - 1] == '.';
        to[i] = (char)(c == '/' || c == '%' || up ? '_' : c);
    }
    return (struct bytes){(const u1 *)to, k->rest.n};
}

static void put_jar(struct command *k, const char *name,
                    struct bytes manifest) {
    struct memfile m;
    struct emit bytes;
    struct diag d;
    const struct new_file entry[] = {
        {STR("META-INF/MANIFEST.MF"), manifest},
        {STR("p/Main.class"), {(const u1 *)"", 0}},
    };
    diag_init(&d, DIAG_ERROR, false);
    emit_init(&bytes, 1 << 26);
    memfile_open_jar(&m, entry, 2);
    memfile_read(&m, &bytes);
    if (!file_replace(arena_printf(&k->mem, "%s%s", k->folder, name), bytes.p,
                      bytes.n, &d)) {
        BUG("no %s", name);
    }
    memfile_close(&m);
    emit_release(&bytes);
    diag_release(&d);
}

static void look_at_paths(struct command *k, const struct javaline *line) {
    static const char *const pattern[] = {"p.**"};
    struct javaline j = *line;
    struct javapath found;
    struct select component = {pattern, 1};
    put_jar(k, "/a.jar", harmless(k));
    j.class_path = path_of(k, j.class_path);
    j.module_path = path_of(k, j.module_path);
    if (j.start == JAVA_JAR) {
        j.what = place_of(k, *j.what);
    } else if (j.start == JAVA_CLASS && !j.class_path) {
        j.class_path = place_of(k, 0);
    }
    struct diag d;
    diag_init(&d, DIAG_ERROR, false);
    const struct javapath_spec spec = {&j, &component, j.class_path};
    if (!javapath_find(&found, &spec, &k->mem, &d)) {
        BUG("what lies on the path could not be read");
    }
    diag_release(&d);
    for (u4 i = 0; i < found.element.n; i++) {
        if (!str_starts(str_of(found.element.v[i].key), STR("/"))) {
            BUG("not absolute: %s", found.element.v[i].key);
        }
    }
    javapath_release(&found);
}

static const char *folder;
static struct arena folder_arena;

static void remove_folder(void) {
    struct diag d;
    diag_init(&d, DIAG_ERROR, false);
    scratch_remove(folder, &d);
    diag_release(&d);
    arena_release(&folder_arena);
}

// One for all inputs: b-1.2.jar in it names a.jar.
static void make_folder(void) {
    struct diag d;
    static const char manifest[] =
        "Manifest-Version: 1.0\nClass-Path: a.jar gone.jar lib\n\n";
    arena_init(&folder_arena);
    diag_init(&d, DIAG_ERROR, false);
    folder = scratch_make(&folder_arena, &d);
    diag_release(&d);
    if (!folder || atexit(remove_folder) != 0) {
        BUG("no folder");
    }
    struct command k = {.folder = folder};
    arena_init(&k.mem);
    put_jar(&k, "/b-1.2.jar",
            (struct bytes){(const u1 *)manifest, sizeof manifest - 1});
    arena_release(&k.mem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct command k = {.rest = {data, size}};
    struct javaline j;
    if (!folder) {
        make_folder();
    }
    k.folder = folder;
    arena_init(&k.mem);
    read_command(&k);
    arguments = k.file;
    bool ok = javaline_parse(&j, &k.words, &k.env, &k.mem);
    if (ok != !j.wrong) {
        BUG("%s", ok ? "accepted with an error" : "refused without a word");
    }
    if (ok) {
        make_again(&k, &j);
        look_at_paths(&k, &j);
    }
    arena_release(&k.mem);
    return 0;
}
