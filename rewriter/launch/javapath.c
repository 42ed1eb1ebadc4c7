// SPDX-License-Identifier: MIT
// What lies on the class path and the module path of a java command.
#include "rewriter/launch/javapath.h"

#include "analysis/base/arena.h"
#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/order.h"
#include "analysis/base/walk.h"
#include "analysis/text/arglist.h"
#include "analysis/zip/jarurl.h"
#include "analysis/zip/manifest.h"
#include "analysis/zip/zipread.h"
#include "rewriter/instrument/inputs.h"
#include "rewriter/instrument/modules.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define MANIFEST "META-INF/MANIFEST.MF"

// What is being looked at. What goes wrong is not said: a class loader ignores
// what it cannot open, and what is instrumented is opened once more.
struct look {
    struct javapath *p;
    const struct select *component;
    struct diag unheard;
    struct str main_entry;  // com/acme/Main.class, or ""
    struct intern named;    // such entries, of words of the program
};

// --- Names ---------------------------------------------------------------------

// "/a/./b//../c" -> "/a/c", as a URL is resolved: links mean nothing here.
static const char *normal_path(struct str path, struct arena *a) {
    char *out = ARENA_ARRAY(a, char, path.n + 2);
    size_t n = 0;
    for (size_t i = 0; i < path.n;) {
        size_t end = i;
        while (end < path.n && path.p[end] != '/') {
            end++;
        }
        struct str part = {path.p + i, end - i};
        if (str_eq(part, STR(".."))) {
            while (n > 0 && out[--n] != '/') {
            }
        } else if (part.n && !str_eq(part, STR("."))) {
            out[n++] = '/';
            memcpy(out + n, part.p, part.n);
            n += part.n;
        }
        i = end + 1;
    }
    if (!n) {
        out[n++] = '/';
    }
    out[n] = '\0';
    return out;
}

// Where a class loader says that it is: links are followed if it is there.
static const char *real_key(const char *path, struct arena *a) {
    char *real = realpath(path, NULL);
    if (real) {
        const char *key = arena_cstr(a, str_of(real));
        mem_free(real);
        return key;
    }
    char *here = path[0] == '/' ? NULL : getcwd(NULL, 0);
    struct str whole = str_of(arena_printf(a, "%s/%s", here ? here : "", path));
    mem_free(here);
    return normal_path(whole, a);
}

// --- Elements ------------------------------------------------------------------

enum { EXPECTED = 64 };

static void begin(struct javapath *p, struct arena *arena, struct diag *d) {
    *p = (struct javapath){.arena = arena, .diag = d};
    intern_init(&p->keys, EXPECTED);
    intern_init(&p->packages, EXPECTED);
}

static void fail(struct javapath *p, const char *path, int error) {
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    diag_report(p->diag, FILE_READ, &at, strerror(error));
    p->failed = true;
}

// The element of that key, which is new if there is none.
static u4 add_element(struct javapath *p, const char *path, const char *key) {
    struct stat st;
    u4 i = intern_add(&p->keys, str_of(key), STR("")) - 1;
    if (i < p->element.n) {
        return i;
    }
    struct element e = {.path = path, .key = key};
    if (stat(key, &st) == 0) {
        e.kind = S_ISDIR(st.st_mode)   ? ELEMENT_FOLDER
                 : S_ISREG(st.st_mode) ? ELEMENT_JAR
                                       : ELEMENT_MISSING;
    } else if (!file_is_missing(errno)) {
        fail(p, path, errno);
    }
    vec_push(&p->element, e);
    return i;
}

static bool is_jar_name(struct str name) {
    return name.n > 4 &&
           (str_ends(name, STR(".jar")) || str_ends(name, STR(".JAR")));
}

static int name_order(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// The launcher takes them in the order of the disk.
bool javapath_names(const char *dir, struct arg_list *to, struct arena *a) {
    VEC(const char *) all = {0};
    struct dirent *e;
    *to = (struct arg_list){0};
    DIR *d = opendir(dir);
    if (!d) {
        return errno == ENOENT || errno == ENOTDIR;
    }
    while ((errno = 0, e = readdir(d)) != NULL) {
        vec_push(&all, arena_cstr(a, str_of(e->d_name)));
    }
    int failed = errno;
    closedir(d);
    SORT(all.v, all.n, name_order);
    *to = (struct arg_list){ARENA_ARRAY(a, const char *, all.n), all.n};
    if (all.n) {
        memcpy(to->item, all.v, all.n * sizeof *all.v);
    }
    vec_free(&all);
    errno = failed;
    return !failed;
}

static struct arg_list names_in(struct javapath *p, const char *dir) {
    struct arg_list names;
    if (!javapath_names(dir, &names, p->arena)) {
        fail(p, dir, errno);
    }
    return names;
}

static void add_class_path(struct javapath *p, const char *path) {
    u4 i = add_element(p, path, real_key(*path ? path : ".", p->arena));
    p->element.v[i].is_class_path = true;
    vec_push(&p->class_path, i);
}

static void add_wildcard(struct javapath *p, struct str dir) {
    const char *folder = dir.n ? arena_cstr(p->arena, dir) : "./";
    struct arg_list names = names_in(p, folder);
    for (size_t i = 0; i < names.n; i++) {
        if (is_jar_name(str_of(names.item[i]))) {
            add_class_path(
                p, arena_printf(p->arena, "%.*s%s", STR_F(dir), names.item[i]));
        }
    }
}

// "DIR/*" and "*", unless there is a file of that name.
static bool is_wildcard(const char *path) {
    struct str s = str_of(path);
    return (str_eq(s, STR("*")) || str_ends(s, STR("/*"))) &&
           access(path, F_OK) != 0;
}

static void each_of_path(struct javapath *p, const char *path,
                         void (*add)(struct javapath *, const char *)) {
    for (const char *at = path; at;) {
        const char *end = strchr(at, ':');
        struct str part = {at, end ? (size_t)(end - at) : strlen(at)};
        add(p, arena_cstr(p->arena, part));
        at = end ? end + 1 : NULL;
    }
}

static void add_class_path_part(struct javapath *p, const char *path) {
    if (is_wildcard(path)) {
        add_wildcard(p, (struct str){path, strlen(path) - 1});
    } else {
        add_class_path(p, path);
    }
}

static void add_module(struct javapath *p, const char *path) {
    u4 i = add_element(p, path, real_key(path, p->arena));
    p->element.v[i].is_module_path = true;
    vec_push(&p->module_path, i);
}

static bool is_exploded(const char *dir, struct arena *a) {
    return access(arena_printf(a, "%s/module-info.class", dir), F_OK) == 0;
}

// A module, or a folder of modules: jars, and folders that are modules.
static void add_module_part(struct javapath *p, const char *path) {
    struct stat st;
    const char *dir = *path ? path : ".";
    if (stat(dir, &st) != 0 || !S_ISDIR(st.st_mode) ||
        is_exploded(dir, p->arena)) {
        add_module(p, dir);
        return;
    }
    struct arg_list names = names_in(p, dir);
    for (size_t i = 0; i < names.n; i++) {
        const char *in = arena_printf(p->arena, "%s/%s", dir, names.item[i]);
        if (names.item[i][0] != '.' &&
            (str_ends(str_of(in), STR(".jar")) || is_exploded(in, p->arena))) {
            add_module(p, in);
        }
    }
}

// --- What is in them -------------------------------------------------------------

// Entries mostly come by package.
static void note_package(struct javapath *p, struct element *e,
                         struct str class_name) {
    size_t n = class_name.n - str_base(class_name).n;
    struct str package = {class_name.p, n ? n - 1 : 0};
    u4 id = intern_find(&p->packages, package, STR(""));
    if (!id) {
        package = str_of(arena_cstr(p->arena, package));
        id = intern_add(&p->packages, package, STR(""));
    }
    if (!e->package.n || e->package.v[e->package.n - 1] != id) {
        vec_push(&e->package, id);
    }
}

static void note_class(struct look *l, struct element *e, struct str entry) {
    const struct jar_layout layout = {.multi_release = true};
    if (!select_is_class(&layout, entry)) {
        return;
    }
    struct str name = select_class_name(&layout, entry);
    e->has_classes = true;
    e->has_main =
        e->has_main || (l->main_entry.n && str_eq(entry, l->main_entry));
    e->has_named = e->has_named || intern_find(&l->named, entry, STR(""));
    if (!select_is_module(name)) {
        note_package(l->p, e, name);
    }
    e->has_match =
        e->has_match || (l->component->n && !select_is_module(name) &&
                         select_has(l->component, name));
}

static struct bytes read_manifest(struct look *l, struct zipr *z) {
    zip_int64_t i = zip_name_locate(z->za, MANIFEST, ZIP_FL_NOCASE);
    if (i < 0) {
        return (struct bytes){0};
    }
    return zipr_content(z, (u8)i, LIMIT_CLASS_BYTES, l->p->arena);
}

// One URL of a Class-Path: an element more, counted from the jar that names it.
static void add_named(struct look *l, u4 jar, struct str url) {
    struct javapath *p = l->p;
    struct str base = str_of(p->element.v[jar].key);
    base.n -= str_base(base).n;
    struct str path;
    if (!jarurl_path(url, p->arena, &path)) {
        return;
    }
    bool absolute = path.p[0] == '/';
    struct str whole = str_of(arena_printf(
        p->arena, "%.*s%.*s", absolute ? 0 : (int)base.n, base.p, STR_F(path)));
    const char *key = normal_path(whole, p->arena);
    u4 named = add_element(p, key, key);
    struct element *e = &p->element.v[jar];
    if (absolute) {
        vec_push(&e->names_absolute, ((struct named){named, url}));
    } else {
        vec_push(&e->names, named);
    }
}

static void look_at_manifest(struct look *l, u4 jar, struct bytes m) {
    struct arena *a = l->p->arena;
    struct element *e = &l->p->element.v[jar];
    struct str main = manifest_value(m, STR("Main-Class"), a);
    struct str module = manifest_value(m, STR("Automatic-Module-Name"), a);
    struct str urls = manifest_value(m, STR("Class-Path"), a), url;
    if (main.n) {
        e->main_class = arena_cstr(a, main);
    }
    if (module.n) {
        e->module = arena_cstr(a, module);
    }
    while (jarurl_next(&urls, &url)) {
        add_named(l, jar, url);
    }
}

static void look_at_jar(struct look *l, u4 i) {
    struct zipr z;
    struct element *e = &l->p->element.v[i];
    struct place at = {.file = str_of(e->path), .byte = NO_BYTE};
    if (!zipr_open(&z, e->key, NULL, &at, &l->unheard)) {
        if (zipr_has_failed(&z)) {
            fail(l->p, e->path, z.in.error);
        }
        return;
    }
    for (u8 k = 0; k < z.shape.n_entries; k++) {
        const char *name =
            zip_get_name(z.za, k, ZIP_FL_ENC_RAW | ZIP_FL_UNCHANGED);
        if (name) {
            note_class(l, e, str_of(name));
        }
    }
    struct bytes m = read_manifest(l, &z);
    if (m.n) {
        look_at_manifest(l, i, m);
    }
    if (zipr_has_failed(&z)) {
        fail(l->p, l->p->element.v[i].path, z.in.error);
    }
    zipr_close(&z);
}

static void look_at_folder(struct look *l, u4 i) {
    struct walk w;
    struct element *e = &l->p->element.v[i];
    if (walk_folder(&w, e->key, l->p->arena, &l->unheard)) {
        for (size_t k = 0; k < w.n; k++) {
            if (w.node[k].kind == NODE_FILE) {
                note_class(l, e, str_of(w.node[k].path));
            }
        }
    } else if (!file_is_missing(errno)) {
        fail(l->p, e->path, errno);
    }
}

// What the launcher makes of the name of a jar: "foo-bar-1.2.jar" is foo.bar.
static const char *automatic_name(const char *path, struct arena *a) {
    struct str base = str_base(str_of(path));
    char *out =
        arena_cstr(a, (struct str){base.p, base.n > 4 ? base.n - 4 : 0});
    size_t n = 0, end = strlen(out);
    for (size_t i = 0; i + 1 < end; i++) {
        size_t k = i + 1;
        while (out[i] == '-' && out[k] >= '0' && out[k] <= '9') {
            k++;
        }
        if (k > i + 1 && (out[k] == '.' || out[k] == '\0')) {
            end = i;
        }
    }
    for (size_t i = 0; i < end; i++) {
        char c = out[i];
        bool word =
            (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
        if (word) {
            out[n++] = c;
        } else if (n && out[n - 1] != '.') {
            out[n++] = '.';
        }
    }
    n -= n && out[n - 1] == '.';
    out[n] = '\0';
    return out;
}

static void name_module(struct look *l, struct element *e) {
    struct arena *a = l->p->arena;
    struct input input = {.shown = str_of(e->path), .path = e->key};
    input.kind = e->kind == ELEMENT_FOLDER ? INPUT_FOLDER : INPUT_ARCHIVE;
    const struct inputs one = {&input, 1};
    struct modules m;
    l->p->failed = !modules_find(&m, &one, a, l->p->diag) || l->p->failed;
    if (m.n_named) {
        e->module = arena_cstr(a, m.name[0]);
        e->main_class =
            m.main_class[0].n ? arena_cstr(a, m.main_class[0]) : NULL;
    } else if (!e->module && e->kind == ELEMENT_JAR) {
        e->module = automatic_name(e->path, a);
    }
}

bool javapath_is_module(const char *module, const char *what) {
    size_t n = strcspn(what, "/");
    return module && strlen(module) == n && strncmp(module, what, n) == 0;
}

// --- All of it --------------------------------------------------------------------

static const char *slashed(const char *class_name, struct arena *a) {
    char *name = arena_cstr(a, str_of(class_name));
    for (char *c = name; *c; c++) {
        *c = *c == '.' ? '/' : *c;
    }
    return name;
}

struct first_look {
    const char *module, *main_class;  // as in struct element
};

// Which class is started is known when what names it has been looked at, which looks
// for that class. So that is looked at by itself before.
static struct first_look look_first(struct look *l, u4 at) {
    struct select none = {0};
    struct look first = *l;
    struct javapath scratch;
    const struct element *e = &l->p->element.v[at];
    begin(&scratch, l->p->arena, l->p->diag);
    first.component = &none;
    first.p = &scratch;
    u4 i = add_element(&scratch, e->path, e->key);
    if (scratch.element.v[i].kind == ELEMENT_JAR) {
        look_at_jar(&first, i);
    }
    if (e->is_module_path) {
        name_module(&first, &scratch.element.v[i]);
    }
    e = &scratch.element.v[i];
    const struct first_look seen = {e->module, e->main_class};
    l->p->failed = l->p->failed || scratch.failed;
    javapath_release(&scratch);
    return seen;
}

// The first module of a name is the one.
static const char *module_main(struct look *l, const char *what) {
    const char *slash = strchr(what, '/');
    if (slash) {
        return slash + 1;
    }
    for (u4 k = 0; k < l->p->module_path.n; k++) {
        const struct first_look e = look_first(l, l->p->module_path.v[k]);
        if (javapath_is_module(e.module, what)) {
            return e.main_class;
        }
    }
    return NULL;
}

static const char *main_of(struct look *l, const struct javaline *line) {
    switch (line->start) {
    case JAVA_CLASS:
        return line->what;
    case JAVA_JAR:
        return look_first(l, 0).main_class;
    case JAVA_MODULE:
        return module_main(l, line->what);
    case JAVA_NOTHING:
    case JAVA_SOURCE:
        break;
    }
    return NULL;
}

static void add_paths(struct javapath *p, const struct javaline *line) {
    if (line->start == JAVA_JAR) {
        add_class_path(p, line->what);
    } else if (line->class_path && *line->class_path) {
        each_of_path(p, line->class_path, add_class_path_part);
    } else if (line->start == JAVA_CLASS) {
        add_class_path(p, ".");
    }
    if (line->module_path) {
        each_of_path(p, line->module_path, add_module_part);
    }
}

// The words of the program that could name classes, also behind --select-class= and
// in front of #method.
static void note_words(struct look *l, const struct javaline *line) {
    static const char between[] = "=,:;#";
    struct arena *a = l->p->arena;
    for (size_t i = 0; i < line->arguments.n; i++) {
        for (const char *w = line->arguments.item[i]; *w;) {
            size_t n = strcspn(w, between);
            if (n) {
                const char *name = arena_cstr(a, (struct str){w, n});
                intern_add(
                    &l->named,
                    str_of(arena_printf(a, "%s.class", slashed(name, a))),
                    STR(""));
                intern_add(&l->named, str_of(real_key(name, a)), STR(""));
            }
            w += n + (w[n] != '\0');
        }
    }
}

static void add_tests(struct javapath *p, const char *path) {
    const char *key = real_key(*path ? path : ".", p->arena);
    u4 id = intern_find(&p->keys, str_of(key), STR(""));
    if (id) {
        p->element.v[id - 1].is_tests = true;
    }
}

static void look_at_all(struct look *l) {
    struct javapath *p = l->p;
    // Manifests name more of them as it goes on.
    for (u4 i = 0; i < p->element.n && !p->failed; i++) {
        if (p->element.v[i].kind == ELEMENT_JAR) {
            look_at_jar(l, i);
        } else if (p->element.v[i].kind == ELEMENT_FOLDER) {
            struct str key = str_of(p->element.v[i].key);
            p->element.v[i].has_named = intern_find(&l->named, key, STR(""));
            look_at_folder(l, i);
        }
        if (p->element.v[i].is_module_path && !p->failed) {
            name_module(l, &p->element.v[i]);
        }
    }
}

bool javapath_find(struct javapath *p, const struct javapath_spec *spec,
                   struct arena *arena, struct diag *d) {
    struct look l = {.p = p, .component = spec->component};
    begin(p, arena, d);
    intern_init(&l.named, EXPECTED);
    diag_init(&l.unheard, DIAG_ERROR, false);
    add_paths(p, spec->line);
    const char *main = main_of(&l, spec->line);
    if (main) {
        p->main_class = slashed(main, arena);
        l.main_entry = str_of(arena_printf(arena, "%s.class", p->main_class));
    }
    note_words(&l, spec->line);
    look_at_all(&l);
    if (spec->tests) {
        each_of_path(p, spec->tests, add_tests);
    }
    intern_release(&l.named);
    diag_release(&l.unheard);
    return !p->failed;
}

void javapath_release(struct javapath *p) {
    for (u4 i = 0; i < p->element.n; i++) {
        vec_free(&p->element.v[i].names);
        vec_free(&p->element.v[i].names_absolute);
        vec_free(&p->element.v[i].package);
    }
    vec_free(&p->element);
    intern_release(&p->keys);
    intern_release(&p->packages);
    vec_free(&p->class_path);
    vec_free(&p->module_path);
}
