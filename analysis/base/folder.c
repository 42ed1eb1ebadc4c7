// SPDX-License-Identifier: MIT
// Output folders, which appear complete or not at all.
#include "analysis/base/folder.h"

#include "analysis/base/record.h"
#include "analysis/base/temps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void walk_add(struct newfolder *f, const char *path,
                     enum node_kind kind) {
    f->walk.node[f->walk.n++] = (struct node){.path = path, .kind = kind};
}

static size_t n_slashes(struct str s) {
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        n += s.p[i] == '/';
    }
    return n;
}

// A file of our own, with the folders above it.
static bool add(struct newfolder *f, struct str root,
                const struct new_file *x) {
    char *path =
        arena_printf(f->arena, "%.*s%.*s", STR_F(root), STR_F(x->name));
    for (char *p = strchr(path, '/'); p; p = strchr(p + 1, '/')) {
        const char *above =
            arena_cstr(f->arena, (struct str){path, (size_t)(p - path)});
        const char *out = arena_printf(f->arena, "%s/%s", f->temp, above);
        if (mkdir(out, 0777) != 0 && errno != EEXIST) {
            struct place at = {.file = str_of(out), .byte = NO_BYTE};
            diag_report(f->diag, FILE_WRITE, &at, strerror(errno));
            return false;
        }
        walk_add(f, above, NODE_FOLDER);
    }
    walk_add(f, path, NODE_FILE);
    return file_replace(arena_printf(f->arena, "%s/%s", f->temp, path),
                        x->content.p, x->content.n, f->diag);
}

bool folder_add(struct newfolder *f, struct str root,
                const struct new_file *file, size_t n) {
    size_t more = 0;
    for (size_t i = 0; i < n; i++) {
        more += n_slashes(root) + n_slashes(file[i].name) + 1;
    }
    struct node *node = ARENA_ARRAY(f->arena, struct node, f->walk.n + more);
    if (f->walk.n) {
        memcpy(node, f->walk.node, f->walk.n * sizeof *node);
    }
    f->walk.node = node;
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        ok = add(f, root, &file[i]);
    }
    return ok;
}

bool folder_is_replaceable(const char *path, struct diag *d) {
    struct arena a;
    arena_init(&a);
    const char *why;
    bool ok = record_look(path, &a, &why, d);
    if (ok && why) {
        struct place at = {.file = str_of(path), .byte = NO_BYTE};
        diag_report(d, OUT_FOREIGN, &at, why);
        ok = false;
    }
    arena_release(&a);
    return ok;
}

// Two folders that change places: what is at `to`, if anything is, goes to `from`.
struct exchange {
    const char *from;
    const char *to;
    const char
        *spare;      // a name for it on the way, where one step is not enough
    bool was_there;  // something at `to`
};

static void report_left(const char *place, const char *left, struct diag *d) {
    struct place at = {.file = str_of(place), .byte = NO_BYTE};
    diag_report(d, DIR_BEFORE, &at, STR_F(str_of(left)), strerror(errno));
}

// For a moment nothing is there.
static bool exchange_by_steps(struct exchange *x, struct diag *d) {
    x->was_there = rename(x->to, x->spare) == 0;
    if (!x->was_there && errno != ENOENT) {
        return false;
    }
    if (rename(x->from, x->to) != 0) {
        int error = errno;
        if (x->was_there && rename(x->spare, x->to) != 0) {
            report_left(x->to, x->spare, d);
        }
        errno = error;
        return false;
    }
    if (x->was_there && rename(x->spare, x->from) != 0) {
        struct place at = {.file = str_of(x->spare), .byte = NO_BYTE};
        diag_report(d, DIR_LEFT, &at, strerror(errno));
    }
    return true;
}

static bool exchange(struct exchange *x, struct diag *d) {
    x->was_there = false;
    if (renameat2(AT_FDCWD, x->from, AT_FDCWD, x->to, RENAME_NOREPLACE) == 0) {
        return true;
    }
    x->was_there = errno == EEXIST;
    if (x->was_there &&
        renameat2(AT_FDCWD, x->from, AT_FDCWD, x->to, RENAME_EXCHANGE) == 0) {
        return true;
    }
    return (errno == EINVAL || errno == ENOSYS) && exchange_by_steps(x, d);
}

// The new folder without its record: the old one again, or none. What was there before
// stays in any case.
static void swap_back(struct newfolder *f, struct exchange *x) {
    if (!x->was_there) {
        temps_remove(x->to);
    } else if (!exchange(x, f->diag)) {
        report_left(x->to, x->from, f->diag);
        f->keeps_temp = true;
    }
}

// The new folder with its record in the place of the old one: both, or else neither. Then
// the other one, if there is one, is the temporary folder.
static bool swap_in(struct newfolder *f, struct outfile *record) {
    struct exchange x = {.from = f->temp,
                         .to = f->out,
                         .spare = arena_printf(f->arena, "%s.old", f->temp)};
    if (!exchange(&x, f->diag)) {
        struct place at = {.file = str_of(f->out), .byte = NO_BYTE};
        diag_report(f->diag, FILE_WRITE, &at, strerror(errno));
        outfile_abort(record);
        return false;
    }
    if (outfile_commit(record, f->diag)) {
        return true;
    }
    swap_back(f, &x);
    return false;
}

static void remove_temp(struct newfolder *f) {
    struct stat st;
    bool gone = f->keeps_temp || (lstat(f->temp, &st) != 0 && errno == ENOENT);
    if (!gone && !temps_remove(f->temp) && errno != ENOENT) {
        struct place at = {.file = str_of(f->temp), .byte = NO_BYTE};
        diag_report(f->diag, DIR_LEFT, &at, strerror(errno));
    }
    temps_forget(f->temp);
}

bool folder_begin(struct newfolder *f, const char *out, mode_t mode,
                  struct arena *a, struct diag *d) {
    char *temp = arena_printf(a, "%s.XXXXXX", out);
    *f = (struct newfolder){.out = out, .temp = temp, .arena = a, .diag = d};
    bool made = temps_folder(temp);
    if (made && chmod(temp, mode) == 0) {
        return true;
    }
    struct place at = {.file = str_of(out), .byte = NO_BYTE};
    diag_report(d, FILE_WRITE, &at, strerror(errno));
    if (made) {
        remove_temp(f);
    }
    return false;
}

bool folder_end(struct newfolder *f, bool filled) {
    struct outfile record;
    bool ok = filled && record_write(&record, f->out, &f->walk, f->diag) &&
              swap_in(f, &record);
    remove_temp(f);
    return ok;
}

bool folder_write(const char *out, const struct new_file *file, size_t n,
                  struct diag *d) {
    struct newfolder f;
    struct arena a;
    arena_init(&a);
    bool ok = folder_is_replaceable(out, d) &&
              folder_begin(&f, out, file_mode(0777), &a, d) &&
              folder_end(&f, folder_add(&f, STR(""), file, n));
    arena_release(&a);
    return ok;
}
