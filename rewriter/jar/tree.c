// SPDX-License-Identifier: MIT
// Folders of classes in, folders out.
//
// Files are jobs that go through a window, as the entries of an archive do
// (jar.c), but each job reads and writes its own file; only messages and
// counts are taken in order. Archives in the folder are rewritten by the main
// thread when their turn comes: they have a window of their own.
#include "rewriter/jar/tree.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "analysis/base/par.h"
#include "analysis/base/temps.h"
#include "analysis/base/walk.h"
#include "rewriter/jar/copy.h"
#include "rewriter/jar/crew.h"
#include "rewriter/jar/record.h"
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
    const char *out;  // temporary
    bool keeps_out;   // it is the last of what was there before
    struct arena arena;
    struct walk walk;
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
    const char *out = arena_printf(&t->arena, "%s/%s", t->out, n->path);
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
        .out = arena_printf(&t->arena, "%s/%s", t->out, n->path),
        .at = {.file = t->shown, .entry = path, .byte = NO_BYTE},
        .is_class =
            select_is_class(&layout, path) &&
            (select_has(&t->rules->component, name) || select_is_module(name)),
        .diag = j->diag};
}

// Makes folders and links, and lists the files.
static bool prepare(struct tree *t) {
    t->file = ARENA_ARRAY(&t->arena, const struct node *, t->walk.n);
    for (size_t i = 0; i < t->walk.n; i++) {
        const struct node *n = &t->walk.node[i];
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
    for (size_t i = 0; i < t->walk.n; i++) {
        const struct node *n = &t->walk.node[i];
        if (n->kind != NODE_FILE || !is_archive_node(t, n)) {
            continue;
        }
        struct jar_counts c;
        struct jar_way way = {
            str_of(
                arena_printf(&t->arena, "%.*s/%s", STR_F(t->shown), n->path)),
            arena_printf(&t->arena, "%s/%s", t->in, n->path),
            arena_printf(&t->arena, "%s/%s", t->out, n->path)};
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

static void walk_add(struct tree *t, const char *path, enum node_kind kind) {
    t->walk.node[t->walk.n++] = (struct node){.path = path, .kind = kind};
}

static size_t n_slashes(struct str s) {
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        n += s.p[i] == '/';
    }
    return n;
}

// A file of our own, with the folders above it.
static bool write_extra(struct tree *t, struct str root,
                        const struct jar_extra *x) {
    char *path =
        arena_printf(&t->arena, "%.*s%.*s", STR_F(root), STR_F(x->name));
    for (char *p = strchr(path, '/'); p; p = strchr(p + 1, '/')) {
        const char *above =
            arena_cstr(&t->arena, (struct str){path, (size_t)(p - path)});
        const char *out = arena_printf(&t->arena, "%s/%s", t->out, above);
        if (mkdir(out, 0777) != 0 && errno != EEXIST) {
            struct place at = {.file = str_of(out), .byte = NO_BYTE};
            diag_report(t->diag, FILE_WRITE, &at, strerror(errno));
            return false;
        }
        walk_add(t, above, NODE_FOLDER);
    }
    walk_add(t, path, NODE_FILE);
    return file_replace(arena_printf(&t->arena, "%s/%s", t->out, path),
                        x->content.p, x->content.n, t->diag);
}

static bool is_module(const struct tree *t) {
    for (size_t i = 0; i < t->walk.n; i++) {
        if (strcmp(t->walk.node[i].path, "module-info.class") == 0) {
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
    struct str root = select_root(&layout, t->changed);
    size_t more = 0;
    for (size_t i = 0; i < rules->n_extra; i++) {
        more += n_slashes(root) + n_slashes(rules->extra[i].name) + 1;
    }
    struct node *node = ARENA_ARRAY(&t->arena, struct node, t->walk.n + more);
    memcpy(node, t->walk.node, t->walk.n * sizeof *node);
    t->walk.node = node;
    bool ok = true;
    for (size_t i = 0; i < rules->n_extra && ok; i++) {
        ok = write_extra(t, root, &rules->extra[i]);
    }
    return ok;
}

bool tree_is_replaceable(const char *path, struct diag *d) {
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
static void swap_back(struct tree *t, struct exchange *x) {
    if (!x->was_there) {
        temps_remove(x->to);
    } else if (!exchange(x, t->diag)) {
        report_left(x->to, x->from, t->diag);
        t->keeps_out = true;
    }
}

// The new folder with its record in the place of the old one: both, or else neither. Then
// the other one, if there is one, is the temporary folder.
static bool swap_in(struct tree *t, const char *out, struct outfile *record) {
    struct exchange x = {.from = t->out,
                         .to = out,
                         .spare = arena_printf(&t->arena, "%s.old", t->out)};
    if (!exchange(&x, t->diag)) {
        struct place at = {.file = str_of(out), .byte = NO_BYTE};
        diag_report(t->diag, FILE_WRITE, &at, strerror(errno));
        outfile_abort(record);
        return false;
    }
    if (outfile_commit(record, t->diag)) {
        return true;
    }
    swap_back(t, &x);
    return false;
}

// A folder of jars is an easy mistake for its jars.
static void tell_of_archives(struct tree *t) {
    unsigned n = 0;
    for (size_t i = 0; i < t->walk.n; i++) {
        n += t->walk.node[i].kind == NODE_FILE &&
             select_may_be_archive(str_of(t->walk.node[i].path));
    }
    if (n && t->counts.n_classes == 0 && !t->rules->nested) {
        struct place at = {.file = t->shown, .byte = NO_BYTE};
        diag_report(t->diag, DIR_ARCHIVES, &at, n);
    }
}

static bool fill(struct tree *t) {
    if (!walk_folder(&t->walk, t->in, &t->arena, t->diag) || !prepare(t) ||
        !run_jobs(t)) {
        return false;
    }
    if (!rewrite_archives(t)) {
        return false;
    }
    tell_of_archives(t);
    return write_extras(t);
}

static void remove_temp(struct tree *t) {
    struct stat st;
    bool gone = t->keeps_out || (lstat(t->out, &st) != 0 && errno == ENOENT);
    if (!gone && !temps_remove(t->out) && errno != ENOENT) {
        struct place at = {.file = str_of(t->out), .byte = NO_BYTE};
        diag_report(t->diag, DIR_LEFT, &at, strerror(errno));
    }
    temps_forget(t->out);
}

// The temporary folder.
static bool make_temp(struct tree *t, const char *out, mode_t mode) {
    char *temp = arena_printf(&t->arena, "%s.XXXXXX", out);
    t->out = temp;
    bool made = temps_folder(temp);
    if (made && chmod(temp, mode) == 0) {
        return true;
    }
    struct place at = {.file = str_of(out), .byte = NO_BYTE};
    diag_report(t->diag, FILE_WRITE, &at, strerror(errno));
    if (made) {
        remove_temp(t);
    }
    return false;
}

static bool finish(struct tree *t, const char *out, bool filled) {
    struct outfile record;
    bool ok = filled && record_write(&record, out, &t->walk, t->diag) &&
              swap_in(t, out, &record);
    remove_temp(t);
    return ok;
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
    bool ok = tree_is_replaceable(way->out, d);
    if (ok && stat(way->in, &st) != 0) {
        diag_report(d, FILE_WRITE, &at, strerror(errno));
        ok = false;
    }
    ok = ok && make_temp(&t, way->out, (st.st_mode & 07777) | S_IRWXU) &&
         finish(&t, way->out, fill(&t));
    *counts = t.counts;
    arena_release(&t.arena);
    return ok;
}

static bool write_files(struct tree *t, const struct jar_extra *file,
                        size_t n) {
    size_t more = 0;
    for (size_t i = 0; i < n; i++) {
        more += n_slashes(file[i].name) + 1;
    }
    t->walk.node = ARENA_ARRAY(&t->arena, struct node, more);
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        ok = write_extra(t, STR(""), &file[i]);
    }
    return ok;
}

bool tree_write(const char *out, const struct jar_extra *file, size_t n,
                struct diag *d) {
    struct tree t = {.diag = d};
    arena_init(&t.arena);
    bool ok = tree_is_replaceable(out, d) &&
              make_temp(&t, out, file_mode(0777)) &&
              finish(&t, out, write_files(&t, file, n));
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
