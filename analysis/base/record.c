// SPDX-License-Identifier: MIT
// What a run has put into an output folder, so that the next may replace it.
//
// The record is a sentence for the curious and then the paths, each ended by a
// zero byte, the one thing that no path holds.
#include "analysis/base/record.h"

#include "analysis/base/order.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char head[] =
    "What ccinstr wrote into the folder beside this file. It replaces that "
    "folder only while this list is complete.\n";

#define SUFFIX ".ccinstr"

bool record_is_name(struct str name) {
    return name.n && name.p[0] == '.' && str_ends(name, STR(SUFFIX));
}

static const char *record_path(const char *folder, struct arena *a) {
    struct str path = str_of(folder);
    while (path.n > 1 && path.p[path.n - 1] == '/') {
        path.n--;
    }
    struct str base = str_base(path);
    return arena_printf(a, "%.*s.%.*s" SUFFIX, (int)(path.n - base.n), path.p,
                        STR_F(base));
}

bool record_write(struct outfile *o, const char *folder, const struct walk *w,
                  struct diag *d) {
    struct arena a;
    struct emit e;
    arena_init(&a);
    emit_init(&e, SIZE_MAX / 2);
    emit_bytes(&e, head, sizeof head);
    for (size_t i = 0; i < w->n; i++) {
        emit_bytes(&e, w->node[i].path, strlen(w->node[i].path) + 1);
    }
    bool ok = outfile_open(o, record_path(folder, &a), file_mode(0666), d);
    if (ok && !file_write_all(o->fd, e.p, e.n, 0)) {
        struct place at = {.file = str_of(o->path), .byte = NO_BYTE};
        diag_report(d, FILE_WRITE, &at, strerror(errno));
        outfile_abort(o);
        ok = false;
    }
    emit_release(&e);
    arena_release(&a);
    return ok;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// The paths of a record that was read; false when it is none.
static bool paths_of(const struct emit *e, struct arena *a, const char ***paths,
                     size_t *n) {
    if (e->n < sizeof head || memcmp(e->p, head, sizeof head) != 0 ||
        e->p[e->n - 1] != '\0') {
        return false;
    }
    *n = 0;
    for (size_t i = sizeof head; i < e->n; i++) {
        *n += e->p[i] == '\0';
    }
    *paths = ARENA_ARRAY(a, const char *, *n);
    const char *p = (const char *)e->p + sizeof head;
    for (size_t i = 0; i < *n; i++) {
        (*paths)[i] = p;
        p += strlen(p) + 1;
    }
    SORT(*paths, *n, by_text);
    return true;
}

static const char *first_unlisted(const struct walk *w, const char **paths,
                                  size_t n) {
    for (size_t i = 0; i < w->n; i++) {
        if (!bsearch(&w->node[i].path, paths, n, sizeof *paths, by_text)) {
            return w->node[i].path;
        }
    }
    return NULL;
}

static bool fails(const char *path, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    diag_report(d, FILE_READ, &at, strerror(errno));
    return false;
}

// Without a record everything is foreign.
static bool is_listed(const char *folder, const struct walk *w, struct arena *a,
                      const char **foreign, struct diag *d) {
    const char *path = record_path(folder, a);
    const char **paths;
    struct emit e;
    struct stat st;
    size_t n;
    *foreign = w->node[0].path;
    if (lstat(path, &st) != 0) {
        return errno == ENOENT || fails(path, d);
    }
    emit_init(&e, SIZE_MAX / 2);
    bool ok = file_read(path, SIZE_MAX / 2, &e, d);
    if (ok && paths_of(&e, a, &paths, &n)) {
        *foreign = first_unlisted(w, paths, n);
    }
    emit_release(&e);
    return ok;
}

// What the walk warns of is not ours either, but it leaves it out.
static bool is_ours(const char *folder, struct arena *a, const char **foreign,
                    struct diag *d) {
    struct walk w;
    struct diag heard;
    diag_init_part(&heard, d);
    bool ok = walk_folder(&w, folder, a, &heard);
    *foreign = heard.n_level[DIAG_WARNING] ? "something" : NULL;
    if (!ok) {
        diag_take(d, &heard);
    }
    diag_release(&heard);
    return ok && (*foreign || w.n == 0 || is_listed(folder, &w, a, foreign, d));
}

bool record_look(const char *folder, struct arena *a, const char **why,
                 struct diag *d) {
    struct stat st;
    const char *foreign;
    *why = NULL;
    if (lstat(folder, &st) != 0) {
        return errno == ENOENT || fails(folder, d);
    }
    if (!S_ISDIR(st.st_mode)) {
        *why = S_ISLNK(st.st_mode)
                   ? "is a symbolic link, and no folder that ccinstr wrote"
                   : "is no folder";
        return true;
    }
    if (!is_ours(folder, a, &foreign, d)) {
        return false;
    }
    if (foreign) {
        *why =
            arena_printf(a, "holds what ccinstr did not write (%s)", foreign);
    }
    return true;
}
