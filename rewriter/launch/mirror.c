// SPDX-License-Identifier: MIT
// A folder in which instrumented copies stand to one another as the
// originals do.
#include "rewriter/launch/mirror.h"

#include "analysis/base/arena.h"
#include "analysis/base/temps.h"
#include "analysis/zip/jarurl.h"
#include "rewriter/instrument/earlier.h"
#include "rewriter/instrument/unchanged.h"
#include "rewriter/jar/copy.h"
#include "rewriter/jar/relink.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

// --- What goes where -------------------------------------------------------------

static bool is_moved(const struct mirror *m, u4 i) {
    return m->way[i] == MIRROR_INSTRUMENTED || m->way[i] == MIRROR_COPY;
}

static bool names_any(const struct mirror *m, const struct element *e) {
    bool any = false;
    for (u4 k = 0; k < e->names.n; k++) {
        any = any || is_moved(m, e->names.v[k]);
    }
    for (u4 k = 0; k < e->names_absolute.n; k++) {
        any = any || is_moved(m, e->names_absolute.v[k].element);
    }
    return any;
}

// Jars that lead to an instrumented one, however far.
static void find_leading(struct mirror *m) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (u4 i = 0; i < m->path->element.n; i++) {
            if (m->way[i] == MIRROR_NOT &&
                names_any(m, &m->path->element.v[i])) {
                m->way[i] = MIRROR_COPY;
                changed = true;
            }
        }
    }
}

// What these name, and so on. Elements that are not there have a place, too: else
// their names could lead to something else from where the copy is.
static void find_named(struct mirror *m) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (u4 i = 0; i < m->path->element.n; i++) {
            const struct element *e = &m->path->element.v[i];
            for (u4 k = 0; k < e->names.n && m->way[i] != MIRROR_NOT; k++) {
                enum mirror_way *way = &m->way[e->names.v[k]];
                changed = changed || *way == MIRROR_NOT;
                *way = *way == MIRROR_NOT ? MIRROR_LINK : *way;
            }
        }
    }
}

static size_t parent_bytes(const char *key) {
    const char *slash = strrchr(key, '/');
    return slash ? (size_t)(slash - key) : 0;
}

// Bytes of the folder that holds all of them, without '/' at its end.
static size_t common_bytes(const struct mirror *m) {
    const char *first = NULL;
    size_t n = 0;
    for (u4 i = 0; i < m->path->element.n; i++) {
        const char *key = m->path->element.v[i].key;
        if (m->way[i] == MIRROR_NOT) {
            continue;
        }
        if (!first) {
            first = key;
            n = parent_bytes(key);
        }
        while (n > 0 && (strncmp(first, key, n) != 0 || key[n] != '/')) {
            n = parent_bytes(arena_cstr(m->arena, (struct str){first, n}));
        }
    }
    return n;
}

// An instrumented folder appears as a whole, so nothing else can be put into it.
// Nobody counts names from a folder: it can stand elsewhere.
static const char *place_of(const struct mirror *m, u4 i, size_t common) {
    const struct element *e = &m->path->element.v[i];
    const char *name = e->key + common + 1;
    size_t n = strlen(e->key);
    bool holds = false;
    if (m->way[i] != MIRROR_INSTRUMENTED) {
        return name;
    }
    for (u4 k = 0; k < m->path->element.n && !holds; k++) {
        const char *other = m->path->element.v[k].key;
        holds = m->way[k] != MIRROR_NOT && strncmp(other, e->key, n) == 0 &&
                other[n] == '/';
    }
    return holds ? arena_printf(m->arena, "folder-%u/%s", i, name) : name;
}

void mirror_plan(struct mirror *m, const struct javapath *path,
                 const bool *is_component, const char *output,
                 struct arena *arena) {
    u4 n = path->element.n;
    *m = (struct mirror){.path = path, .arena = arena, .output = output};
    m->way = ARENA_ZARRAY(arena, enum mirror_way, n);
    m->name = ARENA_ZARRAY(arena, const char *, n);
    for (u4 i = 0; i < n; i++) {
        m->way[i] = is_component[i] ? MIRROR_INSTRUMENTED : MIRROR_NOT;
    }
    find_leading(m);
    find_named(m);
    size_t common = common_bytes(m);
    for (u4 i = 0; i < n; i++) {
        m->name[i] = m->way[i] == MIRROR_NOT ? NULL : place_of(m, i, common);
    }
}

const char *mirror_path(const struct mirror *m, u4 element) {
    return is_moved(m, element)
               ? arena_printf(m->arena, "%s/%s", m->output, m->name[element])
               : m->path->element.v[element].path;
}

// --- Made ------------------------------------------------------------------------

static bool fails(const char *path, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    diag_report(d, FILE_WRITE, &at, strerror(errno));
    return false;
}

static bool fails_to_read(const char *path, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    diag_report(d, FILE_READ, &at, strerror(errno));
    return false;
}

// Is that the file itself, by another name?
static bool is_same(const char *a, const char *b) {
    struct stat s, t;
    return stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev &&
           s.st_ino == t.st_ino;
}

static bool is_free(const char *original, const char *to, struct diag *d) {
    if (is_same(original, to)) {
        struct place at = {.file = str_of(to), .byte = NO_BYTE};
        diag_report(d, OUT_IS_IN, &at, STR_F(str_of(original)));
        return false;
    }
    return true;
}

// Our links are absolute, so another is somebody's.
static bool is_our_link(const char *path, struct diag *d) {
    char first;
    ssize_t n = readlink(path, &first, 1);
    if (n < 0) {
        return fails_to_read(path, d);
    }
    if (first != '/') {
        earlier_report(path, d);
    }
    return first == '/';
}

// Nothing of anybody else's is replaced. Below one of our links, which goes, there will be
// nothing.
static bool look_at(const struct mirror *m, const char *name,
                    const char *original, struct diag *d) {
    char *path = arena_printf(m->arena, "%s/%s", m->output, name);
    struct stat st;
    for (char *p = path + strlen(m->output) + 1;; p++) {
        char end = *p;
        if (end != '/' && end != '\0') {
            continue;
        }
        *p = '\0';
        bool there = lstat(path, &st) == 0;
        if (!there || S_ISLNK(st.st_mode)) {
            return there ? is_our_link(path, d)
                         : errno == ENOENT || errno == ENOTDIR ||
                               fails_to_read(path, d);
        }
        *p = end;
        if (!end) {
            break;
        }
    }
    const struct earlier e = {path, name, original, m->written};
    return is_free(original, path, d) && earlier_check(&e, d);
}

// What an earlier run with the same -o left as a link must not be followed: there
// lies an original.
static bool drop_link(const char *path, struct diag *d) {
    struct stat st;
    if (lstat(path, &st) != 0) {
        return errno == ENOENT || fails_to_read(path, d);
    }
    return !S_ISLNK(st.st_mode) || unlink(path) == 0 || fails(path, d);
}

// The folders in which output/name is to be; and nothing that is a link is there.
static bool make_room(const struct mirror *m, const char *name,
                      struct diag *d) {
    char *path = arena_printf(m->arena, "%s/%s", m->output, name);
    for (char *p = path + strlen(m->output) + 1; *p; p++) {
        if (*p != '/') {
            continue;
        }
        *p = '\0';
        bool ok = drop_link(path, d) &&
                  (mkdir(path, 0777) == 0 || errno == EEXIST || fails(path, d));
        *p = '/';
        if (!ok) {
            return false;
        }
    }
    return drop_link(path, d);
}

static bool make_link(const struct mirror *m, const char *original,
                      const char *name, struct diag *d) {
    const char *to = arena_printf(m->arena, "%s/%s", m->output, name);
    char *temp = arena_printf(m->arena, "%s.XXXXXX", to);
    bool ok = look_at(m, name, original, d);
    if (!ok || m->only_looks) {
        return ok;
    }
    if (!make_room(m, name, d)) {
        return false;
    }
    if (!temps_link(original, temp)) {
        return fails(to, d);
    }
    ok = rename(temp, to) == 0 || fails(to, d);
    if (!ok) {
        unlink(temp);
    }
    temps_forget(temp);
    return ok;
}

// A copy has another Class-Path, or is of another time, so nothing tells it from other
// archives.
static bool look_at_copy(const struct mirror *m, u4 i, struct diag *d) {
    struct stat st;
    const char *to = mirror_path(m, i);
    bool is_link = lstat(to, &st) == 0 && S_ISLNK(st.st_mode);
    return (is_link || earlier_is_archive(to, d)) &&
           (!is_link || is_our_link(to, d));
}

static bool make_copy(const struct mirror *m, u4 i, struct diag *d) {
    const struct element *e = &m->path->element.v[i];
    const char *to = mirror_path(m, i);
    struct place at = {.file = str_of(e->path), .byte = NO_BYTE};
    return make_room(m, m->name[i], d) && is_free(e->key, to, d) &&
           copy_file(e->key, to, &at, d);
}

// Does an element lie at that key or below it?
static bool holds_element(const struct mirror *m, const char *key) {
    size_t n = strlen(key);
    for (u4 i = 0; i < m->path->element.n; i++) {
        const char *other = m->path->element.v[i].key;
        if (m->way[i] != MIRROR_NOT && strncmp(other, key, n) == 0 &&
            (other[n] == '/' || other[n] == '\0')) {
            return true;
        }
    }
    return false;
}

// One that is made by itself.
static bool is_element(const struct mirror *m, const char *key) {
    for (u4 i = 0; i < m->path->element.n; i++) {
        if (m->way[i] != MIRROR_NOT &&
            strcmp(m->path->element.v[i].key, key) == 0) {
            return true;
        }
    }
    return false;
}

// A folder may hold other elements, as "." does: so it is a folder, of links to what
// is in it. Folders that wait are a list, since they may be deep.
static bool link_folder(const struct mirror *m, u4 i, struct diag *d) {
    struct pair {
        const char *key, *name;
    };
    VEC(struct pair) todo = {0};
    bool ok = true;
    vec_push(&todo, ((struct pair){m->path->element.v[i].key, m->name[i]}));
    while (todo.n && ok) {
        struct pair now = todo.v[--todo.n];
        DIR *dir = opendir(now.key);
        struct dirent *e;
        ok = (dir || fails_to_read(now.key, d)) &&
             (m->only_looks ||
              make_room(m, arena_printf(m->arena, "%s/", now.name), d));
        while (ok && (errno = 0, e = readdir(dir)) != NULL) {
            struct str leaf = str_of(e->d_name);
            struct pair in = {
                arena_printf(m->arena, "%s/%s", now.key, e->d_name),
                arena_printf(m->arena, "%s/%s", now.name, e->d_name)};
            if (str_eq(leaf, STR(".")) || str_eq(leaf, STR("..")) ||
                is_same(in.key, m->output)) {
                continue;
            }
            if (!holds_element(m, in.key)) {
                ok = make_link(m, in.key, in.name, d);
            } else if (!is_element(m, in.key)) {
                vec_push(&todo, in);
            }
        }
        ok = ok && (errno == 0 || fails_to_read(now.key, d));
        if (dir) {
            closedir(dir);
        }
    }
    vec_free(&todo);
    return ok;
}

// Folders have records (record.h), which are looked at before one is replaced.
static bool look_at_output(const struct mirror *m, u4 i, struct diag *d) {
    const struct element *e = &m->path->element.v[i];
    return e->kind == ELEMENT_FOLDER || look_at(m, m->name[i], e->key, d);
}

static bool make_one(const struct mirror *m, u4 i, struct diag *d) {
    const struct element *e = &m->path->element.v[i];
    switch (m->way[i]) {
    case MIRROR_NOT:
        return true;
    case MIRROR_INSTRUMENTED:
        return m->only_looks ? look_at_output(m, i, d)
                             : make_room(m, m->name[i], d);
    case MIRROR_COPY:
        return m->only_looks ? look_at_copy(m, i, d) : make_copy(m, i, d);
    case MIRROR_LINK:
        break;
    }
    return e->kind == ELEMENT_MISSING  ? true
           : e->kind == ELEMENT_FOLDER ? link_folder(m, i, d)
                                       : make_link(m, e->key, m->name[i], d);
}

static bool make_all(const struct mirror *m, struct diag *d) {
    bool ok = true;
    for (u4 i = 0; i < m->path->element.n && ok; i++) {
        ok = make_one(m, i, d);
    }
    return ok;
}

bool mirror_make(struct mirror *m, struct diag *d) {
    m->written = unchanged_written(m->output, m->arena);
    m->only_looks = true;
    bool ok = make_all(m, d);
    m->only_looks = false;
    return ok && make_all(m, d);
}

// The URL of where an element is now, which `was` named: folders end with '/'.
static struct str url_of(const struct mirror *m, u4 element, struct str was) {
    const char *url = jarurl_of(mirror_path(m, element), m->arena);
    bool slash = str_ends(was, STR("/"));
    return str_of(slash ? arena_printf(m->arena, "%s/", url) : url);
}

static bool relink_one(const struct mirror *m, u4 i, struct diag *d) {
    const struct element *e = &m->path->element.v[i];
    struct relink *url =
        ARENA_ARRAY(m->arena, struct relink, e->names_absolute.n);
    size_t n = 0;
    for (u4 k = 0; k < e->names_absolute.n; k++) {
        const struct named *it = &e->names_absolute.v[k];
        if (is_moved(m, it->element)) {
            url[n++] =
                (struct relink){it->url, url_of(m, it->element, it->url)};
        }
    }
    return n == 0 || relink_jar(mirror_path(m, i), url, n, d);
}

bool mirror_relink(const struct mirror *m, struct diag *d) {
    bool ok = true;
    for (u4 i = 0; i < m->path->element.n && ok; i++) {
        ok = !is_moved(m, i) || relink_one(m, i, d);
    }
    return ok;
}

bool mirror_run_time(const struct mirror *m, const char *jar, struct diag *d) {
    const char *from = arena_printf(m->arena, "%s/%s", m->output, jar);
    bool ok = true;
    for (u4 i = 0; i < m->path->element.n && ok; i++) {
        if (m->way[i] != MIRROR_INSTRUMENTED) {
            continue;
        }
        struct str dir = str_of(m->name[i]);
        dir.n -= str_base(dir).n;
        if (dir.n) {
            ok = make_link(
                m, from, arena_printf(m->arena, "%.*s%s", STR_F(dir), jar), d);
        }
    }
    return ok;
}
