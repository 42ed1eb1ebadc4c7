// SPDX-License-Identifier: MIT
// Where libzip writes a rewritten archive: a file or memory.
//
// libzip writes an entry's header, its data, seeks back, writes the header
// again and seeks forward. The file's last part is therefore kept in memory:
// only headers of entries larger than that are written to the file twice.
#include "rewriter/jar/zipwrite.h"

#include "analysis/zip/zipin.h"

#include <errno.h>

enum { KEEP_BYTES = 256 << 10, COPY_BYTES = 32 << 10 };

static zip_int64_t command(struct zipr_sink *self, void *data, u8 len,
                           zip_source_cmd_t cmd, zip_error_t *error);

void zipw_init_file(struct zipw *w, struct zipr *zip, const char *path,
                    mode_t mode, struct diag *d) {
    *w = (struct zipw){.sink = {command},
                       .zip = zip,
                       .path = path,
                       .mode = mode,
                       .file = {.fd = -1},
                       .diag = d};
    emit_init(&w->mem, KEEP_BYTES);
}

void zipw_init_mem(struct zipw *w, struct zipr *zip, size_t max) {
    *w = (struct zipw){.sink = {command}, .zip = zip, .file = {.fd = -1}};
    emit_init(&w->mem, max);
}

void zipw_release(struct zipw *w) {
    if (w->path) {
        outfile_abort(&w->file);
    }
    emit_release(&w->mem);
    stamps_release(&w->stamps);
}

u8 zipw_size(const struct zipw *w) {
    return w->mem_off;
}

void zipw_begin(struct zipw *w) {
    stamps_read(&w->stamps, w->zip);
}

// libzip keeps one entry per name to delete by; any further one needs a name
// of its own first.
bool zipw_delete(struct zipw *w, u8 i) {
    zip_t *za = w->zip->za;
    char name[32];
    stamps_drop(&w->stamps, i);
    if (zip_delete(za, i) == 0) {
        return true;
    }
    snprintf(name, sizeof name, "/%llu", (unsigned long long)i);
    return zip_file_rename(za, i, name, ZIP_FL_ENC_GUESS) == 0 &&
           zip_delete(za, i) == 0;
}

// To the file with what is kept.
static bool flush(struct zipw *w) {
    if (!file_write_all(w->file.fd, w->mem.p, w->mem.n, w->mem_off)) {
        return false;
    }
    w->mem_off += w->mem.n;
    emit_reset(&w->mem);
    return true;
}

// What lies in memory at w->at is overwritten, then it is appended to.
static bool write_mem(struct zipw *w, const u1 *p, size_t n) {
    size_t off = (size_t)(w->at - w->mem_off);
    size_t over = w->mem.n - off < n ? w->mem.n - off : n;
    if (!emit_room(&w->mem, n - over)) {
        errno = ENOSPC;
        return false;
    }
    if (n) {
        memcpy(w->mem.p + off, p, n);
    }
    w->mem.n += n - over;
    w->at += n;
    return true;
}

// In front of the part in memory: only a header that is written again.
static bool write_front(struct zipw *w, const u1 *p, size_t n) {
    if (!file_write_all(w->file.fd, p, n, w->at)) {
        return false;
    }
    w->at += n;
    return true;
}

static bool write_bytes(struct zipw *w, const u1 *p, size_t n) {
    while (n) {
        size_t part = n;
        bool ok;
        if (!w->path) {
            ok = write_mem(w, p, n);
        } else if (w->at < w->mem_off) {
            u8 before = w->mem_off - w->at;
            part = n < before ? n : (size_t)before;
            ok = write_front(w, p, part);
        } else {
            size_t room = KEEP_BYTES - (size_t)(w->at - w->mem_off);
            part = n < room ? n : room;
            ok = part ? write_mem(w, p, part) : flush(w);
        }
        if (!ok) {
            return false;
        }
        p += part;
        n -= part;
    }
    return true;
}

static bool write_prefix(struct zipw *w) {
    u1 part[COPY_BYTES];
    u8 left = w->zip->shape.prefix;
    while (left) {
        size_t n = left < sizeof part ? (size_t)left : sizeof part;
        if (!zipin_read(&w->zip->in, w->at, part, n) ||
            !write_bytes(w, part, n)) {
            return false;
        }
        left -= n;
    }
    return true;
}

static bool begin(struct zipw *w) {
    w->at = w->mem_off = 0;
    emit_reset(&w->mem);
    if (w->path && !outfile_open(&w->file, w->path, w->mode, w->diag)) {
        return false;
    }
    return write_prefix(w);
}

static bool commit(struct zipw *w) {
    if (zipr_has_failed(w->zip)) {
        errno = w->zip->in.error;
        return false;
    }
    if (!w->path) {
        return stamps_write(&w->stamps, -1, &w->mem);
    }
    return flush(w) && stamps_write(&w->stamps, w->file.fd, NULL) &&
           outfile_commit(&w->file, w->diag);
}

static bool seek(struct zipw *w, void *data, u8 len, zip_error_t *error) {
    u8 base = w->zip->shape.base;
    u8 end = w->mem_off + w->mem.n - base;
    zip_int64_t at =
        zip_source_seek_compute_offset(w->at - base, end, data, len, error);
    if (at < 0) {
        return false;
    }
    w->at = base + (u8)at;
    return true;
}

static zip_int64_t command(struct zipr_sink *self, void *data, u8 len,
                           zip_source_cmd_t cmd, zip_error_t *error) {
    struct zipw *w = (struct zipw *)self;
    bool ok = true;
    switch (cmd) {
    case ZIP_SOURCE_BEGIN_WRITE:
        ok = begin(w);
        break;
    case ZIP_SOURCE_WRITE:
        ok = write_bytes(w, data, (size_t)len);
        break;
    case ZIP_SOURCE_COMMIT_WRITE:
        ok = commit(w);
        break;
    case ZIP_SOURCE_ROLLBACK_WRITE:
        if (w->path) {
            outfile_abort(&w->file);
        }
        break;
    case ZIP_SOURCE_TELL_WRITE:
        return (zip_int64_t)(w->at - w->zip->shape.base);
    case ZIP_SOURCE_SEEK_WRITE:
        return seek(w, data, len, error) ? 0 : -1;
    default:
        zip_error_set(error, ZIP_ER_OPNOTSUPP, 0);
        return -1;
    }
    if (!ok) {
        zip_error_set(error, ZIP_ER_WRITE, errno);
        return -1;
    }
    return cmd == ZIP_SOURCE_WRITE ? (zip_int64_t)len : 0;
}
