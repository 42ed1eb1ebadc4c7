// SPDX-License-Identifier: MIT
// Folders of classes in, folders out.
//
// Files are jobs that go through a window, as the entries of an archive do
// (jar.c), but each job reads and writes its own file; only messages and
// counts are taken in order. Archives in the folder are rewritten by the main
// thread when their turn comes: they have a window of their own.
#include "rewriter/jar/tree.h"

#include "analysis/base/file.h"
#include "analysis/base/folder.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "analysis/base/par.h"
#include "analysis/base/walk.h"
#include "rewriter/jar/copy.h"
#include "rewriter/jar/crew.h"
#include "rewriter/jar/select.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct file_job {
    struct par_job par;  // first
    const struct jar_rules *rules;
    const char *in;
    const char *out;
    struct place at;
    bool is_class;  // of the component
    bool ok;
    struct jar_counts counts;
    struct diag diag;
};

static void job_class(struct file_job *j, struct worker *w,
                      const struct stat *st) {
    struct emit *e = &w->plain;
    size_t was = e->max;
    j->ok = file_read(j->in, LIMIT_CLASS_BYTES, e, &j->diag);
    e->max = was;
    if (!j->ok) {
        return;
    }
    struct bytes content = {e->p, e->n};
    emit_reset(&w->edited);
    enum jar_result r =
        j->rules->transform(w->context, &j->at, content, &w->edited, &j->diag);
    j->counts.n_classes = 1;
    j->counts.n_changed = r == JAR_CHANGED;
    j->counts.n_refused = r == JAR_REFUSED;
    j->counts.bytes_in = content.n;
    if (r == JAR_CHANGED) {
        content = (struct bytes){w->edited.p, w->edited.n};
    }
    j->counts.bytes_out = content.n;
    j->ok = copy_bytes(content, st, j->out, &j->diag);
}

static void job_run_file(struct par_job *p, void *worker) {
    struct file_job *j = (struct file_job *)p;
    struct stat st;
    if (stat(j->in, &st) != 0) {
        diag_report(&j->diag, FILE_OPEN, &j->at, strerror(errno));
        j->ok = false;
    } else if (j->is_class && st.st_size <= (off_t)LIMIT_CLASS_BYTES) {
        job_class(j, worker, &st);
    } else {
        if (j->is_class) {
            diag_report(&j->diag, CLASS_SIZE, &j->at,
                        (unsigned long long)st.st_size);
            j->counts.n_classes = j->counts.n_refused = 1;
        }
        j->counts.bytes_in = j->counts.bytes_out = (u8)st.st_size;
        j->ok = copy_file(j->in, j->out, &j->at, &j->diag);
    }
}

static bool starts_as_archive(const char *path, struct diag *d) {
    char magic[4] = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, magic, sizeof magic);
    if (n < 0) {
        struct place at = {.file = str_of(path), .byte = NO_BYTE};
        diag_report(d, FILE_READ, &at, strerror(errno));
    }
    if (fd >= 0) {
        close(fd);
    }
    return n == sizeof magic && memcmp(magic, "PK\3\4", 4) == 0;
}

// One folder on its way.
struct tree {
    struct crew *crew;
    const struct jar_rules *rules;
    struct str shown;
    const char *in;
    struct newfolder folder;
    struct arena arena;
    struct diag *diag;
    const struct node **file;  // those that are jobs, in order
    size_t n_files;
    struct file_job *slot;  // of file k: k % LIMIT_AHEAD_ENTRIES
    size_t n_submitted;
    struct jar_counts counts;
    struct str changed;  // the path of the first class that is; "": none yet
};

static bool is_archive_node(struct tree *t, const struct node *n) {
    return t->rules->nested && select_may_be_archive(str_of(n->path)) &&
           starts_as_archive(arena_printf(&t->arena, "%s/%s", t->in, n->path),
                             t->diag);
}

static bool make_folder(struct tree *t, const struct node *n) {
    const char *in = arena_printf(&t->arena, "%s/%s", t->in, n->path);
    const char *out = arena_printf(&t->arena, "%s/%s", t->folder.temp, n->path);
    struct stat st;
    bool ok = n->kind == NODE_LINK
                  ? symlink(n->target, out) == 0
                  : stat(in, &st) == 0 &&
                        mkdir(out, (st.st_mode & 07777) | S_IRWXU) == 0;
    if (!ok) {
        struct place at = {.file = str_of(out), .byte = NO_BYTE};
        diag_report(t->diag, FILE_WRITE, &at, strerror(errno));
    }
    return ok;
}

static void job_make(struct tree *t, struct file_job *j, const struct node *n) {
    const struct jar_layout layout = {.multi_release = true};
    struct str path = str_of(n->path);
    struct str name = select_class_name(&layout, path);
    *j = (struct file_job){
        .par = {.run = job_run_file},
        .rules = t->rules,
        .in = arena_printf(&t->arena, "%s/%s", t->in, n->path),
        .out = arena_printf(&t->arena, "%s/%s", t->folder.temp, n->path),
        .at = {.file = t->shown, .entry = path, .byte = NO_BYTE},
        .is_class =
            select_is_class(&layout, path) &&
            (select_has(&t->rules->component, name) || select_is_module(name)),
        .diag = j->diag};
}

// Makes folders and links, and lists the files.
static bool prepare(struct tree *t) {
    t->file = ARENA_ARRAY(&t->arena, const struct node *, t->folder.walk.n);
    for (size_t i = 0; i < t->folder.walk.n; i++) {
        const struct node *n = &t->folder.walk.node[i];
        if (n->kind != NODE_FILE) {
            if (!make_folder(t, n)) {
                return false;
            }
        } else {
            t->file[t->n_files++] = n;
        }
    }
    return true;
}

static void submit_next(struct tree *t) {
    struct file_job *j = &t->slot[t->n_submitted % LIMIT_AHEAD_ENTRIES];
    job_make(t, j, t->file[t->n_submitted++]);
    par_submit(t->crew->par, &j->par);
}

static bool is_stopped(struct tree *t) {
    if (!t->rules->stop || !t->rules->stop()) {
        return false;
    }
    struct place at = {.file = t->shown, .byte = NO_BYTE};
    diag_report(t->diag, INTERRUPTED, &at);
    return true;
}

static bool run_jobs(struct tree *t) {
    bool ok = true;
    t->slot = MEM_ARRAY(struct file_job, LIMIT_AHEAD_ENTRIES);
    for (size_t i = 0; i < LIMIT_AHEAD_ENTRIES; i++) {
        diag_init_part(&t->slot[i].diag, t->diag);
    }
    for (size_t k = 0; k < t->n_files && (ok || k < t->n_submitted); k++) {
        while (ok && t->n_submitted < t->n_files &&
               t->n_submitted - k < LIMIT_AHEAD_ENTRIES) {
            submit_next(t);
        }
        struct file_job *j = &t->slot[k % LIMIT_AHEAD_ENTRIES];
        par_wait(t->crew->par, &j->par);
        if (!ok) {
            continue;  // the first failure is the one to tell of
        }
        diag_take(t->diag, &j->diag);
        jar_counts_add(&t->counts, &j->counts);
        if (j->counts.n_changed && !t->changed.n) {
            t->changed = j->at.entry;
        }
        ok = j->ok && !is_stopped(t);
        if (t->rules->progress) {
            t->rules->progress(t->rules->watcher, t->shown, k + 1, t->n_files);
        }
    }
    for (size_t i = 0; i < LIMIT_AHEAD_ENTRIES; i++) {
        diag_release(&t->slot[i].diag);
    }
    mem_free(t->slot);
    return ok;
}

// What files did to us, and not what is in them.
static u4 n_failures(const struct diag *d) {
    return d->n_id[D_FILE_OPEN] + d->n_id[D_FILE_READ] + d->n_id[D_FILE_WRITE] +
           d->n_id[D_ZIP_WRITE];
}

// A second pass, when the crew is free: archives were copied as files, and
// one that can't be rewritten because of what it is stays a copy.
static bool rewrite_archives(struct tree *t) {
    u4 before = n_failures(t->diag);
    for (size_t i = 0; i < t->folder.walk.n; i++) {
        const struct node *n = &t->folder.walk.node[i];
        if (n->kind != NODE_FILE || !is_archive_node(t, n)) {
            continue;
        }
        struct jar_counts c;
        struct jar_way way = {
            str_of(
                arena_printf(&t->arena, "%.*s/%s", STR_F(t->shown), n->path)),
            arena_printf(&t->arena, "%s/%s", t->in, n->path),
            arena_printf(&t->arena, "%s/%s", t->folder.temp, n->path)};
        if (!jar_rewrite(t->crew, t->rules, &way, &c, t->diag)) {
            t->counts.n_refused++;
            continue;
        }
        c.n_archives += c.n_changed != 0;
        t->counts.bytes_out += c.bytes_out - c.bytes_in;
        c.bytes_in = c.bytes_out = 0;
        jar_counts_add(&t->counts, &c);
    }
    return n_failures(t->diag) == before;
}

static bool is_module(const struct tree *t) {
    for (size_t i = 0; i < t->folder.walk.n; i++) {
        if (strcmp(t->folder.walk.node[i].path, "module-info.class") == 0) {
            return true;
        }
    }
    return false;
}

static bool write_extras(struct tree *t) {
    const struct jar_layout layout = {.multi_release = true};
    const struct jar_rules *rules = t->rules;
    if (!t->changed.n || (rules->beside.n && is_module(t))) {
        return true;
    }
    return folder_add(&t->folder, select_root(&layout, t->changed),
                      rules->extra, rules->n_extra);
}

// A folder of jars is an easy mistake for its jars.
static void tell_of_archives(struct tree *t) {
    unsigned n = 0;
    for (size_t i = 0; i < t->folder.walk.n; i++) {
        n += t->folder.walk.node[i].kind == NODE_FILE &&
             select_may_be_archive(str_of(t->folder.walk.node[i].path));
    }
    if (n && t->counts.n_classes == 0 && !t->rules->nested) {
        struct place at = {.file = t->shown, .byte = NO_BYTE};
        diag_report(t->diag, DIR_ARCHIVES, &at, n);
    }
}

static bool fill(struct tree *t) {
    if (!walk_folder(&t->folder.walk, t->in, &t->arena, t->diag) ||
        !prepare(t) || !run_jobs(t)) {
        return false;
    }
    if (!rewrite_archives(t)) {
        return false;
    }
    tell_of_archives(t);
    return write_extras(t);
}

bool tree_rewrite(struct crew *crew, const struct jar_rules *rules,
                  const struct jar_way *way, struct jar_counts *counts,
                  struct diag *d) {
    struct tree t = {.crew = crew,
                     .rules = rules,
                     .shown = way->shown,
                     .in = way->in,
                     .diag = d};
    struct stat st;
    arena_init(&t.arena);
    struct place at = {.file = str_of(way->out), .byte = NO_BYTE};
    bool ok = folder_is_replaceable(way->out, d);
    if (ok && stat(way->in, &st) != 0) {
        diag_report(d, FILE_WRITE, &at, strerror(errno));
        ok = false;
    }
    ok = ok &&
         folder_begin(&t.folder, way->out, (st.st_mode & 07777) | S_IRWXU,
                      &t.arena, d) &&
         folder_end(&t.folder, fill(&t));
    *counts = t.counts;
    arena_release(&t.arena);
    return ok;
}

bool tree_rewrite_class(struct crew *crew, const struct jar_rules *rules,
                        const struct jar_way *way, struct jar_counts *counts,
                        struct diag *d) {
    struct file_job j = {.par = {.run = job_run_file},
                         .rules = rules,
                         .in = way->in,
                         .out = way->out,
                         .at = {.file = way->shown, .byte = NO_BYTE},
                         .is_class = true};
    diag_init_part(&j.diag, d);
    par_submit(crew->par, &j.par);
    par_wait(crew->par, &j.par);
    diag_take(d, &j.diag);
    diag_release(&j.diag);
    *counts = j.counts;
    return j.ok;
}
