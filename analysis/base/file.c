// SPDX-License-Identifier: MIT
// Whole files in, and files out that appear complete or not at all.
#include "analysis/base/file.h"

#include "analysis/base/mem.h"
#include "analysis/base/temps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct place place_of(const char *path) {
    return (struct place){.file = str_of(path), .byte = NO_BYTE};
}

static bool read_fd(int fd, size_t max, struct emit *e) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return false;
    }
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return false;
    }
    emit_reset(e);
    e->max = max;
    while (st.st_size <= (off_t)max) {
        size_t left = st.st_size > (off_t)e->n ? (size_t)st.st_size - e->n : 0;
        size_t want = left ? left : 4096;
        want = want < max - e->n ? want : max - e->n;
        u1 beyond;  // for the byte that is one too many
        bool full = want == 0 || !emit_room(e, want);
        ssize_t n = read(fd, full ? &beyond : e->p + e->n, full ? 1 : want);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return n == 0;
        }
        if (full) {
            break;
        }
        e->n += (size_t)n;
    }
    errno = EFBIG;
    return false;
}

bool file_read(const char *path, size_t max, struct emit *e, struct diag *d) {
    struct place at = place_of(path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        int error = errno;
        diag_report(d, FILE_OPEN, &at, strerror(error));
        errno = error;
        return false;
    }
    bool ok = read_fd(fd, max, e);
    int error = errno;
    if (!ok) {
        diag_report(d, FILE_READ, &at, strerror(error));
    }
    close(fd);
    errno = error;
    return ok;
}

static bool sum_fd(int fd, struct sha256 *sum) {
    u1 piece[64 << 10];
    struct sha256_sum s;
    sha256_begin(&s);
    for (;;) {
        ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            *sum = sha256_end(&s);
            return n == 0;
        }
        sha256_add(&s, piece, (size_t)n);
    }
}

bool file_sum(const char *path, struct sha256 *sum) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    bool ok = sum_fd(fd, sum);
    int error = errno;
    close(fd);
    errno = error;
    return ok;
}

bool file_is_missing(int error) {
    return error == ENOENT || error == ENOTDIR || error == EACCES ||
           error == ELOOP || error == ENAMETOOLONG;
}

enum file_found file_look(const char *path, struct stat *st, struct diag *d) {
    if (stat(path, st) == 0) {
        return FILE_FOUND;
    }
    if (errno == ENOENT || errno == ENOTDIR) {
        return FILE_NONE;
    }
    struct place at = place_of(path);
    diag_report(d, FILE_OPEN, &at, strerror(errno));
    return FILE_UNKNOWN;
}

bool outfile_open(struct outfile *o, const char *path, mode_t mode,
                  struct diag *d) {
    size_t n = strlen(path);
    o->path = mem_new(n + 1, 1);
    memcpy(o->path, path, n);
    o->temp = mem_new(n + sizeof ".XXXXXX", 1);
    snprintf(o->temp, n + sizeof ".XXXXXX", "%s.XXXXXX", path);
    o->fd = temps_file(o->temp);
    if (o->fd < 0 || fchmod(o->fd, mode) != 0) {
        struct place at = place_of(path);
        diag_report(d, FILE_WRITE, &at, strerror(errno));
        outfile_abort(o);
        return false;
    }
    return true;
}

// Is nothing lost if a file of ours, which begins with that mark, takes its place? Reported,
// if there is.
static bool is_own(const char *path, const char *mark, struct diag *d) {
    struct place at = place_of(path);
    char head[64];
    size_t want = strlen(mark), n = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) {
        return true;  // a link to nothing
    }
    want = want < sizeof head ? want : sizeof head;
    ssize_t got = fd < 0 ? -1 : 1;
    while (got > 0 && n < want) {
        got = read(fd, head + n, want - n);
        n += got > 0 ? (size_t)got : 0;
    }
    bool is = got >= 0 && (n == 0 || (n == want && memcmp(head, mark, n) == 0));
    if (got < 0) {
        diag_report(d, FILE_READ, &at, strerror(errno));
    } else if (!is) {
        diag_report(d, FILE_MEANWHILE, &at);
    }
    if (fd >= 0) {
        close(fd);
    }
    return is;
}

// Fails if something is there; some file systems can do that with links alone.
static bool rename_new(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) {
        return true;
    }
    return (errno == EINVAL || errno == ENOSYS) && link(from, to) == 0 &&
           unlink(from) == 0;
}

// What has appeared since somebody looked is looked at.
static bool rename_own(const struct outfile *o, const char *mark,
                       struct diag *d) {
    struct place at = place_of(o->path);
    bool ok = rename_new(o->temp, o->path);
    if (!ok && errno == EEXIST) {
        if (!is_own(o->path, mark, d)) {
            return false;
        }
        ok = rename(o->temp, o->path) == 0;
    }
    if (!ok) {
        diag_report(d, FILE_WRITE, &at, strerror(errno));
    }
    return ok;
}

// mark: of what it may replace; NULL: anything.
static bool commit(struct outfile *o, const char *mark, struct diag *d) {
    int fd = o->fd;
    o->fd = -1;
    // close reports what the file system noticed late (quota, network).
    bool ok = close(fd) == 0 && (mark || rename(o->temp, o->path) == 0);
    if (!ok) {
        struct place at = place_of(o->path);
        diag_report(d, FILE_WRITE, &at, strerror(errno));
    }
    ok = ok && (!mark || rename_own(o, mark, d));
    if (!ok) {
        unlink(o->temp);
    }
    temps_forget(o->temp);
    mem_free(o->temp);
    mem_free(o->path);
    o->temp = o->path = NULL;
    return ok;
}

bool outfile_commit(struct outfile *o, struct diag *d) {
    return commit(o, NULL, d);
}

void outfile_abort(struct outfile *o) {
    if (o->fd >= 0) {
        close(o->fd);
        unlink(o->temp);
        temps_forget(o->temp);
    }
    mem_free(o->temp);
    mem_free(o->path);
    *o = (struct outfile){.fd = -1};
}

bool file_write_all(int fd, const void *p, size_t n, u8 off) {
    const char *c = p;
    while (n) {
        ssize_t w = pwrite(fd, c, n, (off_t)off);
        if (w < 0 && errno == EINTR) {
            continue;
        }
        if (w <= 0) {
            return false;
        }
        c += w;
        off += (u8)w;
        n -= (size_t)w;
    }
    return true;
}

bool file_is_same(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) &&
           x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

// What is no regular file, such as a terminal, can't be replaced.
static bool write_into(const char *path, const void *p, size_t n) {
    FILE *f = fopen(path, "w");
    bool ok = f && fwrite(p, 1, n, f) == n;
    int error = errno;
    if (f && fclose(f) != 0) {
        return false;
    }
    errno = error;
    return ok;
}

mode_t file_mode(mode_t most) {
    mode_t mask = umask(0);
    umask(mask);
    return most & ~mask;
}

struct file_rule {
    mode_t mode;       // of a new one
    const char *mark;  // as in commit()
};

static bool replace(const char *path, const struct file_rule *rule,
                    const void *p, size_t n, struct diag *d) {
    struct place at = place_of(path);
    struct stat st;
    enum file_found found = file_look(path, &st, d);
    if (found == FILE_UNKNOWN) {
        return false;
    }
    bool exists = found == FILE_FOUND;
    if (exists && !S_ISREG(st.st_mode)) {
        bool ok = write_into(path, p, n);
        if (!ok) {
            diag_report(d, FILE_WRITE, &at, strerror(errno));
        }
        return ok;
    }
    char *real = exists ? realpath(path, NULL) : NULL;
    if (exists && !real) {
        diag_report(d, FILE_OPEN, &at, strerror(errno));
        return false;
    }
    struct outfile o;
    bool ok = outfile_open(&o, real ? real : path,
                           exists ? st.st_mode & 0777 : rule->mode, d);
    mem_free(real);
    if (!ok) {
        return false;
    }
    ok = file_write_all(o.fd, p, n, 0);
    if (!ok) {
        diag_report(d, FILE_WRITE, &at, strerror(errno));
    }
    ok = ok && commit(&o, rule->mark, d);
    outfile_abort(&o);
    return ok;
}

bool file_replace(const char *path, const void *p, size_t n, struct diag *d) {
    return file_replace_as(path, file_mode(0666), p, n, d);
}

bool file_replace_as(const char *path, mode_t mode, const void *p, size_t n,
                     struct diag *d) {
    const struct file_rule rule = {.mode = mode};
    return replace(path, &rule, p, n, d);
}

bool file_replace_own(const char *path, const char *mark, struct bytes b,
                      struct diag *d) {
    const struct file_rule rule = {file_mode(0666), mark};
    return replace(path, &rule, b.p, b.n, d);
}

static bool make_folder(const char *path, struct diag *d) {
    struct stat st;
    int failed = mkdir(path, 0777) == 0 ? 0 : errno;
    bool is_there = failed && stat(path, &st) == 0;
    if (!failed || (is_there && S_ISDIR(st.st_mode))) {
        return true;
    }
    if (failed == EEXIST) {
        failed = is_there ? ENOTDIR : errno;
    }
    struct place at = place_of(path);
    diag_report(d, FILE_WRITE, &at, strerror(failed));
    return false;
}

bool file_make_folder(const char *folder, struct arena *a, struct diag *d) {
    char *path = arena_cstr(a, str_of(folder));
    for (char *p = path + 1; *path && *p; p++) {
        if (*p == '/') {
            *p = '\0';
            if (!make_folder(path, d)) {
                return false;
            }
            *p = '/';
        }
    }
    return make_folder(path, d);
}
