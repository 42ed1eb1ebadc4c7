// SPDX-License-Identifier: MIT
// Files copied whole, with mode and time.
//
// copy_file_range lets the file system share blocks; where it can't (other
// file system, old kernel) bytes go through a buffer.
#include "rewriter/jar/copy.h"

#include "analysis/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { PART_BYTES = 64 << 10, RANGE_BYTES = 1 << 30 };

static bool copy_buffered(int from, int to) {
    char part[PART_BYTES];
    for (;;) {
        ssize_t n = read(from, part, sizeof part);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return n == 0;
        }
        for (ssize_t done = 0; done < n;) {
            ssize_t w = write(to, part + done, (size_t)(n - done));
            if (w < 0 && errno != EINTR) {
                return false;
            }
            done += w < 0 ? 0 : w;
        }
    }
}

static bool copy_content(int from, int to) {
    ssize_t n;
    do {
        n = copy_file_range(from, NULL, to, NULL, RANGE_BYTES, 0);
    } while (n > 0);
    // Both offsets have moved along: the rest, if any, goes by hand.
    return copy_buffered(from, to);
}

static bool finish(struct outfile *o, const struct stat *st, bool ok,
                   struct diag *d) {
    const struct timespec time[2] = {st->st_mtim, st->st_mtim};
    struct place at = {.file = str_of(o->path), .byte = NO_BYTE};
    ok = ok && futimens(o->fd, time) == 0;
    if (!ok) {
        diag_report(d, FILE_WRITE, &at, strerror(errno));
    }
    ok = ok && outfile_commit(o, d);
    outfile_abort(o);
    return ok;
}

bool copy_file(const char *from, const char *to, const struct place *at,
               struct diag *d) {
    int fd = open(from, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0) {
        diag_report(d, FILE_OPEN, at, strerror(errno));
        if (fd >= 0) {
            close(fd);
        }
        return false;
    }
    struct outfile o;
    bool ok = outfile_open(&o, to, st.st_mode & 07777, d);
    if (ok) {
        ok = finish(&o, &st, copy_content(fd, o.fd), d);
    }
    close(fd);
    return ok;
}

bool copy_bytes(struct bytes bytes, const struct stat *st, const char *to,
                struct diag *d) {
    struct outfile o;
    if (!outfile_open(&o, to, st->st_mode & 07777, d)) {
        return false;
    }
    return finish(&o, st, file_write_all(o.fd, bytes.p, bytes.n, 0), d);
}
