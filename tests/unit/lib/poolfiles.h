// SPDX-License-Identifier: MIT
// poolfiles.h - data files of random runs in a folder of their own, merged, and what is
// said of it.
#ifndef CCINSTR_TESTS_UNIT_LIB_POOLFILES_H
#define CCINSTR_TESTS_UNIT_LIB_POOLFILES_H

#include "analysis/base/diag.h"
#include "analysis/base/emit.h"
#include "rewriter/runs/pool.h"
#include "tests/unit/lib/draftdata.h"
#include "tests/unit/lib/randomrun.h"
enum { MOST_FILES = 64 };

struct files {
    struct run_plan plan;
    char dir[64];
    char *path[MOST_FILES];  // of files that are there, by number
    u4 n;
    struct diag diag;
    u8 seed;
};

int files_set_up(void **state);
int files_tear_down(void **state);
void files_forget(struct files *f, u4 n);
void files_write_bytes(const char *path, const void *p, size_t n);
u4 files_put(struct files *f, const void *p, size_t n);
u4 files_put_draft(struct files *f, struct draft *draft);
u4 files_put_run(struct files *f, u4 pid);
struct emit files_read_file(struct files *f, u4 number);
struct pool files_pool_of(struct files *f, const struct plan *plan,
                          const u4 *number, u4 n, struct arena *mem,
                          bool *whole);
struct emit files_merged(struct files *f, const struct plan *plan,
                         const u4 *number, u4 n);
u4 files_put_merged(struct files *f, const u4 *number, u4 n);
void files_same_bytes(const struct emit *a, const struct emit *b);
void files_gives_with(struct files *f, const struct plan *plan,
                      const u4 *number, u4 n, const struct emit *wanted);
void files_gives(struct files *f, const u4 *number, u4 n,
                 const struct emit *wanted);
const char *files_said(struct files *f);
void files_says(struct files *f, const char *what);
void files_hush(struct files *f);
void files_says_nothing(struct files *f);

#endif
