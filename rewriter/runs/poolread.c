// SPDX-License-Identifier: MIT
// What is read of a data file: as much as its records and what is in use need, for behind
// that a file may be any length that nothing was written to.
#include "rewriter/runs/pool_priv.h"

#include "rt-native/data.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEP = 1 << 16 };

// Bytes until there are n, or no more.
static bool read_up_to(int fd, struct emit *e, size_t n) {
    ssize_t got = 1;
    while (e->n < n && got) {
        if (!emit_room(e, n - e->n)) {
            errno = EFBIG;
            return false;
        }
        got = read(fd, e->p + e->n, n - e->n);
        if (got < 0 && errno != EINTR) {
            return false;
        }
        e->n += got > 0 ? (size_t)got : 0;
    }
    return true;
}

static bool read_fd(int fd, struct pool_bytes *to) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return false;
    }
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return false;
    }
    struct emit *e = &to->e;
    emit_reset(e);
    u8 need = STEP, at = 0;
    for (size_t n = 0; need > n;) {
        n = need > e->max ? e->max + 1 : (size_t)need;
        if (!read_up_to(fd, e, n)) {
            return false;
        }
        if (e->n < n) {
            break;
        }
        need = data_extent(e->p, n, &at);
        // Steps that grow, or small records would take as many as there are.
        need = need > n && need < 2 * (u8)n ? 2 * (u8)n : need;
    }
    bool whole = S_ISREG(st.st_mode) && (u8)st.st_size > e->n;
    to->whole = whole ? (u8)st.st_size : e->n;
    to->written = ((u8)st.st_mtim.tv_sec + 1) * 1000000;
    return true;
}

bool pool_read(struct pool_bytes *to, const char *path, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        diag_report(d, FILE_OPEN, &at, strerror(errno));
        return false;
    }
    bool ok = read_fd(fd, to);
    if (!ok) {
        diag_report(d, FILE_READ, &at, strerror(errno));
    }
    close(fd);
    return ok;
}

bool pool_is_changed(const char *path) {
    struct data_file f;
    struct data_fault fault;
    struct emit e;
    emit_init(&e, DATA_HEAD + DATA_COMMAND);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool is = fd >= 0 && read_up_to(fd, &e, e.max) &&
              !data_open(&f, e.p, e.n, &fault) &&
              fault.byte == DATA_AT_CHECK * sizeof(u8);
    if (fd >= 0) {
        close(fd);
    }
    emit_release(&e);
    return is;
}
