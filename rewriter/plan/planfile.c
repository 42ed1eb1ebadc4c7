// SPDX-License-Identifier: MIT
// A plan from a file.
#include "rewriter/plan/planfile.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
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

// The identity is that of the bytes with zeros in its place and that of the sum, for
// which they are put there and taken away again.
static bool is_itself(struct emit *e) {
    struct sha256 said, is;
    u8 sum;
    memcpy(said.byte, e->p + PLAN_IDENTITY, sizeof said.byte);
    memcpy(&sum, e->p + PLAN_SUM, sizeof sum);
    memset(e->p + PLAN_IDENTITY, 0, sizeof said.byte);
    memset(e->p + PLAN_SUM, 0, sizeof sum);
    is = sha256_of(e->p, e->n);
    memcpy(e->p + PLAN_IDENTITY, said.byte, sizeof said.byte);
    memcpy(e->p + PLAN_SUM, &sum, sizeof sum);
    return memcmp(said.byte, is.byte, sizeof is.byte) == 0;
}

// States lead to those further up.
static u4 longest_chain(const struct plan *p, u4 *at) {
    u4 *height = MEM_ARRAY(u4, p->n[PLAN_STATE]);
    u4 most = 0;
    for (u4 i = 1; i < p->n[PLAN_STATE]; i++) {
        const struct plan_state *q = &p->state[i];
        for (u4 j = 0; j < q->n_moves; j++) {
            u4 to = p->move[q->first_move + j].to;
            u4 h = plan_move_kind(to) == PLAN_TO
                       ? height[plan_move_about(to)] + 1
                       : 0;
            height[i] = h > height[i] ? h : height[i];
        }
        *at = height[i] > most ? i : *at;
        most = height[i] > most ? height[i] : most;
    }
    mem_free(height);
    return most;
}

static bool is_deep(const struct plan *p, struct plan_fault *fault) {
    u4 at = 0;
    bool is = longest_chain(p, &at) > LIMIT_CHAIN_EDGES;
    *fault = (struct plan_fault){
        .what = "chains longer than any that are made",
        .table = "state",
        .field = "n_moves",
        .row = at,
        .byte = at ? (size_t)((const unsigned char *)&p->state[at].n_moves -
                              p->bytes)
                   : 0,
    };
    return is;
}

bool planfile_open(struct plan *p, const struct emit *bytes,
                   struct plan_fault *fault) {
    bool ok = plan_open(p, bytes->p, bytes->n, fault);
    if (!ok && fault->no_memory) {
        mem_exhausted();
    }
    return ok;
}

bool planfile_load(struct planfile *f, const char *path, struct diag *d) {
    struct plan_fault fault;
    emit_init(&f->bytes, LIMIT_PLAN_BYTES);
    if (!file_read(path, LIMIT_PLAN_BYTES, &f->bytes, d)) {
        return false;
    }
    if (!planfile_open(&f->plan, &f->bytes, &fault)) {
        report(&fault, path, d);
        return false;
    }
    if (is_deep(&f->plan, &fault)) {
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
