// SPDX-License-Identifier: MIT
// What components, --classpath and manifests name, opened in its order.
//
// Components come first, all of them; then what their manifests' Class-Path
// names; then tests, and each entry of --classpath, each with its own. A
// Class-Path is followed to the end before the next entry, with a stack of what
// is still to come, and each jar is opened once, known by its real path.
#include "analysis/base/file.h"
#include "analysis/base/mem.h"
#include "analysis/base/walk.h"
#include "analysis/sources/sources_priv.h"
#include "analysis/zip/jarurl.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

// How an entry came to be named, and so what is said when it isn't there.
enum naming { BY_COMPONENT, BY_TESTS, BY_USER, BY_PATTERN, BY_MANIFEST };

struct entry {
    const char *path;
    enum naming naming;
};

struct opening {
    struct sources *s;
    VEC(struct entry) todo;  // the next one last
};

static struct place place_of(const char *path) {
    return (struct place){.file = str_of(path), .byte = NO_BYTE};
}

// Nothing can be done without it.
static bool is_needed(enum naming n) {
    return n == BY_COMPONENT || n == BY_TESTS;
}

static bool is_new(struct sources *s, const char *path) {
    char *real = realpath(path, NULL);
    struct str key = arena_str(&s->arena, str_of(real ? real : path));
    mem_free(real);
    return names_add(&s->opened, key);
}

// The path that a URL of the manifest of `jar` means; NULL: none.
static const char *url_path(struct sources *s, const char *jar,
                            struct str url) {
    struct str path;
    if (!jarurl_path(url, &s->scratch, &path)) {
        return NULL;
    }
    struct str dir = {jar, strlen(jar) - str_base(str_of(jar)).n};
    return arena_printf(&s->arena, "%.*s%.*s",
                        path.p[0] == '/' ? 0 : (int)dir.n, dir.p, STR_F(path));
}

static void push(struct opening *o, const char *path, enum naming naming) {
    *vec_more(&o->todo) = (struct entry){path, naming};
}

// Turns around what was pushed since: the first is to come first.
static void reverse(struct opening *o, size_t since) {
    for (size_t i = since, j = o->todo.n; i + 1 < j; i++) {
        struct entry e = o->todo.v[i];
        o->todo.v[i] = o->todo.v[--j];
        o->todo.v[j] = e;
    }
}

static void push_class_path(struct opening *o, const char *jar,
                            struct str urls) {
    size_t since = o->todo.n;
    struct str url;
    while (jarurl_next(&urls, &url)) {
        const char *path = url_path(o->s, jar, url);
        if (path) {
            push(o, path, BY_MANIFEST);
        }
    }
    reverse(o, since);
}

static void tell_missing(struct sources *s, const struct entry *e) {
    struct place at = place_of(e->path);
    bool missing = file_is_missing(errno);
    s->failed = s->failed || !missing;
    if (is_needed(e->naming) || !missing) {
        diag_report(s->diag, FILE_OPEN, &at, strerror(errno));
    } else if (e->naming != BY_MANIFEST) {
        diag_report(s->diag, CLASSPATH_MISSING, &at, strerror(errno));
    }
}

// An archive that nobody named by itself and that is none is left out, as the
// JVM does it.
static bool load_jar_at(struct sources *s, const struct entry *e,
                        struct origin origin, struct str *class_path) {
    if (is_needed(e->naming) || e->naming == BY_USER) {
        return load_jar(s, origin, class_path);
    }
    struct diag quiet;
    struct diag *loud = s->diag;
    diag_init_part(&quiet, loud);
    s->diag = s->archives.diag = &quiet;
    bool ok = load_jar(s, origin, class_path);
    s->diag = s->archives.diag = loud;
    if (ok || src_failed(s)) {
        diag_take(loud, &quiet);
    } else {
        struct place at = place_of(e->path);
        diag_report(loud, CLASSPATH_BAD, &at);
    }
    diag_release(&quiet);
    return true;
}

// Opens one entry; *class_path is what its manifest names, or "".
static bool open_entry(struct sources *s, const struct entry *e,
                       struct str *class_path) {
    struct stat st;
    *class_path = STR("");
    vec_push(&s->looked, e->path);
    if (stat(e->path, &st) != 0) {
        tell_missing(s, e);
        return !is_needed(e->naming);
    }
    if (!is_new(s, e->path)) {
        return true;
    }
    struct origin origin = {.name = str_of(e->path),
                            .path = e->path,
                            .part = e->naming == BY_COMPONENT ? SRC_COMPONENT
                                    : e->naming == BY_TESTS   ? SRC_TESTS
                                                              : SRC_LIBRARY};
    if (S_ISDIR(st.st_mode)) {
        return load_folder(s, origin);
    }
    if (e->naming == BY_COMPONENT && str_ends(origin.name, STR(".class"))) {
        return load_class(s, origin);
    }
    return load_jar_at(s, e, origin, class_path);
}

static bool open_all(struct opening *o) {
    while (o->todo.n) {
        struct entry e = o->todo.v[--o->todo.n];
        struct str class_path;
        if (!open_entry(o->s, &e, &class_path)) {
            return false;
        }
        push_class_path(o, e.path, class_path);
        arena_reset(&o->s->scratch);
    }
    return true;
}

// jrt:/module or jrt:/module/pack/age.
static bool add_jrt(struct sources *s, struct str name) {
    struct place at = {.file = name, .byte = NO_BYTE};
    size_t skip = STR("jrt:").n;
    while (skip < name.n && name.p[skip] == '/') {
        skip++;
    }
    struct str rest = {name.p + skip, name.n - skip};
    while (rest.n && rest.p[rest.n - 1] == '/') {
        rest.n--;
    }
    const char *slash = rest.n ? memchr(rest.p, '/', rest.n) : NULL;
    struct jrt j = {.name = name, .module = rest, .package = STR("")};
    if (slash) {
        j.module.n = (size_t)(slash - rest.p);
        j.package =
            (struct str){slash + 1, (size_t)(rest.p + rest.n - slash) - 1};
    }
    if (!jdk_is_modular(s)) {
        diag_report(s->diag, JRT_NO_MODULES, &at);
        return false;
    }
    vec_push(&s->jrts, j);
    return true;
}

// All components, before what they name, so that those win.
static bool open_components(struct sources *s, const struct src_spec *spec,
                            struct str *class_path) {
    for (u4 i = 0; i < spec->n_component; i++) {
        struct str name = spec->component[i];
        class_path[i] = STR("");
        s->component_origin[i] = NO_ROW;
        if (str_starts(name, STR("jrt:"))) {
            if (!add_jrt(s, name)) {
                return false;
            }
            continue;
        }
        u4 before = s->origins.n;
        struct entry e = {arena_cstr(&s->arena, name), BY_COMPONENT};
        if (!open_entry(s, &e, &class_path[i])) {
            return false;
        }
        if (s->origins.n > before) {
            s->component_origin[i] = before;
        }
    }
    return true;
}

// dir/*: its jars, in the order of their names (the JVM leaves it open).
static void push_pattern(struct opening *o, struct str dir,
                         enum naming naming) {
    struct dirent **list;
    struct sources *s = o->s;
    const char *path = dir.n ? arena_cstr(&s->arena, dir) : "./";
    size_t since = o->todo.n;
    vec_push(&s->looked, arena_printf(&s->arena, "%s*", path));
    int n = scandir(path, &list, walk_is_jar, walk_by_bytes);
    if (n < 0) {
        struct place at = place_of(path);
        if (file_is_missing(errno)) {
            diag_report(s->diag, CLASSPATH_MISSING, &at, strerror(errno));
        } else {
            diag_report(s->diag, FILE_READ, &at, strerror(errno));
            s->failed = true;
        }
        return;
    }
    for (int i = 0; i < n; i++) {
        const char *jar =
            arena_printf(&s->arena, "%.*s%s", STR_F(dir), list[i]->d_name);
        push(o, jar, naming);
        mem_free(list[i]);
    }
    mem_free(list);
    reverse(o, since);
}

// naming: of those that are named, and of those that a pattern finds.
static bool open_classpath(struct opening *o, struct str path,
                           enum naming named, enum naming found) {
    while (path.n) {
        const char *colon = memchr(path.p, ':', path.n);
        size_t n = colon ? (size_t)(colon - path.p) : path.n;
        struct str entry = n ? (struct str){path.p, n} : STR(".");
        bool pattern = str_eq(entry, STR("*")) || str_ends(entry, STR("/*"));
        if (pattern) {
            push_pattern(o, (struct str){entry.p, entry.n - 1}, found);
        } else {
            push(o, arena_cstr(&o->s->arena, entry), named);
        }
        if (!open_all(o)) {
            return false;
        }
        n += colon != NULL;
        path = (struct str){path.p + n, path.n - n};
    }
    return true;
}

bool classpath_open(struct sources *s, const struct src_spec *spec) {
    struct opening o = {.s = s};
    struct str *class_path =
        ARENA_ARRAY(&s->arena, struct str, spec->n_component);
    s->n_components = spec->n_component;
    s->component_origin = ARENA_ARRAY(&s->arena, u4, spec->n_component);
    bool ok = open_components(s, spec, class_path);
    for (u4 i = 0; ok && i < spec->n_component; i++) {
        u4 origin = s->component_origin[i];
        if (origin != NO_ROW) {
            push_class_path(&o, s->origins.v[origin].path, class_path[i]);
            ok = open_all(&o);
        }
    }
    ok = ok && open_classpath(&o, spec->tests, BY_TESTS, BY_TESTS) &&
         open_classpath(&o, spec->classpath, BY_USER, BY_PATTERN);
    vec_free(&o.todo);
    return ok;
}
