// SPDX-License-Identifier: MIT
// The bytes of an archive, by offset: from a file or from memory.
#include "analysis/zip/zipin.h"

#include "analysis/base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE_BYTES = 64 << 10 };

bool zipin_open(struct zipin *in, const char *path) {
    return zipin_open_fd(in, open(path, O_RDONLY | O_CLOEXEC));
}

bool zipin_open_fd(struct zipin *in, int fd) {
    struct stat st;
    *in = (struct zipin){.fd = fd};
    if (fd < 0 || fstat(fd, &st) != 0) {
        zipin_close(in);
        return false;
    }
    if (!S_ISREG(st.st_mode)) {
        zipin_close(in);
        errno = S_ISDIR(st.st_mode) ? EISDIR : ESPIPE;
        return false;
    }
    in->size = (u8)st.st_size;
    for (int i = 0; i < 2; i++) {
        in->page[i].p = mem_grow(NULL, PAGE_BYTES, 1);
    }
    return true;
}

void zipin_open_mem(struct zipin *in, struct bytes mem) {
    *in = (struct zipin){.fd = -1, .mem = mem, .size = mem.n};
}

void zipin_close(struct zipin *in) {
    if (in->fd >= 0) {
        int e = errno;
        close(in->fd);
        errno = e;
    }
    mem_free(in->page[0].p);
    mem_free(in->page[1].p);
    *in = (struct zipin){.fd = -1};
}

// As many of the n bytes as there are; negative with errno.
static ssize_t read_at(int fd, u8 off, u1 *p, size_t n) {
    size_t got = 0;
    while (got < n) {
        ssize_t r = pread(fd, p + got, n - got, (off_t)(off + got));
        if (r < 0 && errno == EINTR) {
            continue;
        }
        if (r < 0) {
            return -1;
        }
        if (r == 0) {
            break;
        }
        got += (size_t)r;
    }
    return (ssize_t)got;
}

static struct zipin_page *page_with(struct zipin *in, u8 off) {
    for (unsigned i = 0; i < 2; i++) {
        struct zipin_page *g = &in->page[i];
        if (off >= g->off && off - g->off < g->n) {
            in->last = i;
            return g;
        }
    }
    in->last ^= 1;
    struct zipin_page *g = &in->page[in->last];
    g->n = 0;
    ssize_t r = read_at(in->fd, off, g->p, PAGE_BYTES);
    if (r <= 0) {
        errno = r < 0 ? errno : ENODATA;
        return NULL;
    }
    g->off = off;
    g->n = (size_t)r;
    return g;
}

// A file that has become shorter is as bad as a disk that fails.
static bool fail(struct zipin *in, int error) {
    in->error = in->error ? in->error : error;
    errno = error;
    return false;
}

bool zipin_read(struct zipin *in, u8 off, void *p, size_t n) {
    if (off > in->size || n > in->size - off) {
        errno = ENODATA;
        return false;
    }
    if (in->fd < 0) {
        if (n) {
            memcpy(p, in->mem.p + off, n);
        }
        return true;
    }
    u1 *to = p;
    while (n) {
        if (n >= PAGE_BYTES) {
            ssize_t r = read_at(in->fd, off, to, n);
            return r == (ssize_t)n || fail(in, r < 0 ? errno : ENODATA);
        }
        struct zipin_page *g = page_with(in, off);
        if (!g) {
            return fail(in, errno);
        }
        size_t part = g->n - (size_t)(off - g->off);
        part = part < n ? part : n;
        memcpy(to, g->p + (off - g->off), part);
        to += part;
        off += part;
        n -= part;
    }
    return true;
}
