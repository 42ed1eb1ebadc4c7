// SPDX-License-Identifier: MIT
// cmd_merge.c - data files in, one data file of all of them out.
#include "rewriter/cli/cmd.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/vec.h"
#include "rewriter/coverage/loaded.h"
#include "rewriter/driver/ownfile.h"
#include "rewriter/options/options.h"
#include "rewriter/runs/pool.h"

static bool is_one_of(const char *path, const char *const *name, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(path, name[i]) == 0 || file_is_same(path, name[i])) {
            return true;
        }
    }
    return false;
}

// It may replace an earlier one of its kind, but nothing that is read.
static bool is_output(const struct options *opt, const struct load_names *data,
                      struct diag *d) {
    struct place at = {.file = str_of(opt->output), .byte = NO_BYTE};
    bool is_read = is_one_of(opt->output, data->v, data->n) ||
                   is_one_of(opt->output, opt->argfiles.item, opt->argfiles.n);
    bool is_ours;
    if (is_read) {
        diag_report(d, OUTPUT_IS_INPUT, &at);
    } else if (!ownfile_has(opt->output, DATA_MAGIC, &is_ours, d)) {
        return false;
    } else if (!is_ours) {
        diag_report(d, OUTPUT_NO_DATA, &at);
    } else {
        return true;
    }
    return false;
}

// Data files may hold command lines: who must not read one of them must not read the
// sum either. What was read is there, or else counts as nobody else's.
static mode_t mode_of_sum(const struct load_names *data) {
    mode_t mode = file_mode(0666);
    struct stat st;
    for (size_t i = 0; i < data->n; i++) {
        mode &= stat(data->v[i], &st) == 0 ? st.st_mode : 0;
    }
    return mode | S_IRUSR | S_IWUSR;
}

static bool write_pool(const struct pool *p, const char *path, mode_t mode,
                       struct diag *d) {
    struct emit bytes;
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    emit_init(&bytes, LIMIT_DATA_BYTES);
    pool_write_data(p, &bytes);
    bool ok = emit_ok(&bytes);
    if (ok) {
        ok = file_replace_as(path, mode, bytes.p, bytes.n, d);
    } else {
        diag_report(d, DATA_TOO_LARGE, &at);
    }
    emit_release(&bytes);
    return ok;
}

// The files that the operands name; false, reported, if a folder cannot be read.
static bool find_data(const struct options *opt, struct load_names *to,
                      struct arena *mem, struct diag *d) {
    bool ok = true;
    for (size_t i = 0; i < opt->operands.n; i++) {
        const char *path = opt->operands.item[i];
        struct place at = {.file = str_of(path), .byte = NO_BYTE};
        int error;
        if (load_kind(path, &error) == LOAD_FOLDER) {
            ok &= load_data_names(to, path, mem, d);
        } else if (error) {
            diag_report(d, FILE_OPEN, &at, strerror(error));
            ok = false;
        } else {
            vec_push(to, path);
        }
    }
    return ok;
}

static bool merge(const struct options *opt, const struct load_names *data,
                  struct arena *mem, struct diag *d) {
    struct pool pool;
    struct pooling *all = pool_begin(NULL, mem);
    bool ok = true;
    for (u4 i = 0; i < data->n; i++) {
        ok = pool_add(all, data->v[i], d) && ok;
    }
    ok = pool_end(all, &pool, d) && ok;
    if (ok && pool.n_runs == 0) {
        struct place nowhere = {.byte = NO_BYTE};
        diag_report(d, DATA_NO_RUN, &nowhere);
        ok = false;
    }
    return ok && write_pool(&pool, opt->output, mode_of_sum(data), d);
}

int cmd_merge(const struct options *opt, struct diag *diag) {
    struct arena mem;
    struct load_names data = {0};
    arena_init(&mem);
    bool ok = find_data(opt, &data, &mem, diag) &&
              is_output(opt, &data, diag) && merge(opt, &data, &mem, diag);
    vec_free(&data);
    arena_release(&mem);
    return ok ? EXIT_DONE : EXIT_NOTHING;
}
