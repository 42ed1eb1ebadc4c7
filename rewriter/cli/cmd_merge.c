// SPDX-License-Identifier: MIT
// cmd_merge.c - data files in, one data file of all of them out.
#include "rewriter/cli/cmd.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "rewriter/cli/options.h"
#include "rewriter/report/pool.h"

static bool is_one_of(const char *path, const struct arg_list *list) {
    for (size_t i = 0; i < list->n; i++) {
        if (strcmp(path, list->item[i]) == 0 ||
            file_is_same(path, list->item[i])) {
            return true;
        }
    }
    return false;
}

static bool is_input(const struct options *opt, struct diag *d) {
    bool is = is_one_of(opt->output, &opt->operands) ||
              is_one_of(opt->output, &opt->argfiles);
    if (is) {
        struct place at = {.file = str_of(opt->output), .byte = NO_BYTE};
        diag_report(d, OUTPUT_IS_INPUT, &at);
    }
    return is;
}

static bool write_pool(const struct pool *p, const char *path, struct diag *d) {
    struct emit bytes;
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    emit_init(&bytes, LIMIT_DATA_BYTES);
    pool_write_data(p, &bytes);
    bool ok = emit_ok(&bytes);
    if (ok) {
        ok = file_replace(path, bytes.p, bytes.n, d);
    } else {
        diag_report(d, DATA_TOO_LARGE, &at);
    }
    emit_release(&bytes);
    return ok;
}

static bool merge(const struct options *opt, struct arena *mem,
                  struct diag *d) {
    struct pool pool;
    struct pooling *all = pool_begin(NULL, mem);
    bool ok = true;
    for (size_t i = 0; i < opt->operands.n; i++) {
        ok = pool_add(all, opt->operands.item[i], d) && ok;
    }
    ok = pool_end(all, &pool, d) && ok;
    if (ok && pool.n_runs == 0) {
        struct place nowhere = {.byte = NO_BYTE};
        diag_report(d, DATA_NO_RUN, &nowhere);
        ok = false;
    }
    return ok && write_pool(&pool, opt->output, d);
}

int cmd_merge(const struct options *opt, struct diag *diag) {
    struct arena mem;
    if (is_input(opt, diag)) {
        return EXIT_NOTHING;
    }
    arena_init(&mem);
    bool ok = merge(opt, &mem, diag);
    arena_release(&mem);
    return ok ? EXIT_DONE : EXIT_NOTHING;
}
