// SPDX-License-Identifier: MIT
// A plan from a file.
#include "rewriter/plan/planfile.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static void report(const struct plan_fault *fault, const char *path,
                   struct diag *d) {
    struct place at = {.file = str_of(path), .byte = fault->byte};
    if (fault->table) {
        diag_report(d, PLAN_ROW, &at, fault->table, fault->row, fault->field,
                    fault->what);
    } else {
        diag_report(d, PLAN_FILE, &at, fault->what);
    }
}

// The identity is that of the bytes with zeros in its place, for which they are
// put there and taken away again.
static bool is_itself(struct emit *e) {
    struct sha256 said, is;
    memcpy(said.byte, e->p + PLAN_IDENTITY, sizeof said.byte);
    memset(e->p + PLAN_IDENTITY, 0, sizeof said.byte);
    is = sha256_of(e->p, e->n);
    memcpy(e->p + PLAN_IDENTITY, said.byte, sizeof said.byte);
    return memcmp(said.byte, is.byte, sizeof is.byte) == 0;
}

bool planfile_load(struct planfile *f, const char *path, struct diag *d) {
    struct plan_fault fault;
    emit_init(&f->bytes, LIMIT_PLAN_BYTES);
    if (!file_read(path, LIMIT_PLAN_BYTES, &f->bytes, d)) {
        return false;
    }
    if (!plan_open(&f->plan, f->bytes.p, f->bytes.n, &fault)) {
        report(&fault, path, d);
        return false;
    }
    if (!is_itself(&f->bytes)) {
        struct place at = {.file = str_of(path), .byte = PLAN_IDENTITY};
        diag_report(d, PLAN_CHANGED, &at);
        return false;
    }
    return true;
}

void planfile_release(struct planfile *f) {
    emit_release(&f->bytes);
}

bool planfile_is_plan(const char *path) {
    static const size_t n = sizeof PLAN_MAGIC - 1;
    char magic[sizeof PLAN_MAGIC];
    // What is no file might wait for a writer, or lose what is read of it.
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
        return false;
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool is = fd >= 0 && pread(fd, magic, n, 0) == (ssize_t)n &&
              memcmp(magic, PLAN_MAGIC, n) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return is;
}
