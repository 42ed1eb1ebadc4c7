// SPDX-License-Identifier: MIT
// memfile.c - files that are in memory alone.
#include "tests/fuzz/memfile.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/zip/inflate.h"

#include <sys/mman.h>
#include <unistd.h>

void memfile_open(struct memfile *m, struct bytes content) {
    m->fd = memfd_create("fuzz", MFD_CLOEXEC);
    if (m->fd < 0 || !file_write_all(m->fd, content.p, content.n, 0)) {
        BUG("no file in memory");
    }
    snprintf(m->path, sizeof m->path, "/proc/self/fd/%d", m->fd);
}

void memfile_read(const struct memfile *m, struct emit *to) {
    struct diag d;
    diag_init(&d, DIAG_ERROR, false);
    if (!file_read(m->path, LIMIT_ARGFILE_BYTES, to, &d)) {
        BUG("a file in memory cannot be read");
    }
    diag_release(&d);
}

void memfile_close(struct memfile *m) {
    close(m->fd);
}

// --- Jars ----------------------------------------------------------------------

static void le2(struct emit *e, u4 v) {
    emit_u1(e, v & 255);
    emit_u1(e, v >> 8 & 255);
}

static void le4(struct emit *e, u4 v) {
    le2(e, v & 65535);
    le2(e, v >> 16);
}

// What the header in front of an entry has in common with its row of the directory:
// versions, flags, no compression, the first date, check sum, sizes, lengths.
static void common(struct emit *e, const struct new_file *x) {
    le2(e, 20);
    le2(e, 0x800);
    le2(e, 0);
    le2(e, 0);
    le2(e, 0x21);
    le4(e, crc_of(x->content));
    le4(e, (u4)x->content.n);
    le4(e, (u4)x->content.n);
    le2(e, (u4)x->name.n);
    le2(e, 0);
}

static void local(struct emit *e, const struct new_file *x) {
    le4(e, 0x04034b50);
    common(e, x);
    emit_bytes(e, x->name.p, x->name.n);
    emit_bytes(e, x->content.p, x->content.n);
}

static void central(struct emit *e, const struct new_file *x, u4 at) {
    le4(e, 0x02014b50);
    le2(e, 20);
    common(e, x);
    le2(e, 0);
    le2(e, 0);
    le2(e, 0);
    le4(e, 0);
    le4(e, at);
    emit_bytes(e, x->name.p, x->name.n);
}

void memfile_open_jar(struct memfile *m, const struct new_file *entry, u4 n) {
    struct emit jar, rows;
    emit_init(&jar, LIMIT_NESTED_BYTES);
    emit_init(&rows, LIMIT_NESTED_BYTES);
    for (u4 i = 0; i < n; i++) {
        central(&rows, &entry[i], (u4)jar.n);
        local(&jar, &entry[i]);
    }
    u4 at = (u4)jar.n;
    emit_bytes(&jar, rows.p, rows.n);
    le4(&jar, 0x06054b50);
    le4(&jar, 0);
    le2(&jar, n);
    le2(&jar, n);
    le4(&jar, (u4)rows.n);
    le4(&jar, at);
    le2(&jar, 0);
    memfile_open(m, (struct bytes){jar.p, jar.n});
    emit_release(&jar);
    emit_release(&rows);
}
