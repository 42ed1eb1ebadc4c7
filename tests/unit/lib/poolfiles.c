// SPDX-License-Identifier: MIT
// Data files of random runs, merged.
#include "tests/unit/lib/poolfiles.h"

#include "analysis/base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

int files_set_up(void **state) {
    struct files *f = calloc(1, sizeof *f);
    assert_non_null(f);
    strcpy(f->dir, "/tmp/ccinstr-unit.XXXXXX");
    assert_non_null(mkdtemp(f->dir));
    f->seed = 88172645463325252u;
    run_plan_init(&f->plan, (struct run_shape){true, 6}, 5);
    diag_init(&f->diag, DIAG_NOTE, false);
    *state = f;
    return 0;
}

int files_tear_down(void **state) {
    struct files *f = *state;
    for (u4 i = 0; i < f->n; i++) {
        unlink(f->path[i]);
        free(f->path[i]);
    }
    rmdir(f->dir);
    diag_release(&f->diag);
    run_plan_release(&f->plan);
    free(f);
    return 0;
}

// --- Files --------------------------------------------------------------------

void files_forget(struct files *f, u4 n) {
    while (f->n > n) {
        unlink(f->path[--f->n]);
        free(f->path[f->n]);
    }
}

void files_write_bytes(const char *path, const void *p, size_t n) {
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(p, 1, n, to), n);
    assert_int_equal(fclose(to), 0);
}

// A new file; its number.
u4 files_put(struct files *f, const void *p, size_t n) {
    char path[128];
    assert_true(f->n < MOST_FILES);
    snprintf(path, sizeof path, "%s/%02u.ccd", f->dir, f->n);
    f->path[f->n] = strdup(path);
    files_write_bytes(path, p, n);
    return f->n++;
}

// Of what ended cleanly there are sums.
u4 files_put_draft(struct files *f, struct draft *draft) {
    if (draft->w.v[DATA_AT_FLAGS] >> 32 & DATA_CLEAN) {
        draft_sums(draft);
    }
    return files_put(f, draft->w.v, draft->w.n * sizeof *draft->w.v);
}

// That of a process, at random.
u4 files_put_run(struct files *f, u4 pid) {
    struct draft draft;
    draft_init(
        &draft, &f->plan.p,
        &(struct draft_run){.id = pid,
                            .start = 100 - pid % 7,
                            .end = pid % 3,
                            .flags = DATA_CLEAN | draft_below(&f->seed, 16),
                            .command = pid % 2 ? "java -jar a" : NULL});
    draft_random(&draft, 10 + draft_below(&f->seed, 60), &f->seed);
    u4 number = files_put_draft(f, &draft);
    draft_release(&draft);
    return number;
}

struct emit files_read_file(struct files *f, u4 number) {
    struct emit e;
    emit_init(&e, SIZE_MAX / 2);
    assert_true(file_read(f->path[number], SIZE_MAX / 4, &e, &f->diag));
    return e;
}

// The pool of some files. In *whole, if it could be made.
struct pool files_pool_of(struct files *f, const struct plan *plan,
                          const u4 *number, u4 n, struct arena *mem,
                          bool *whole) {
    struct pool pool;
    struct pooling *p = pool_begin(plan, mem);
    bool ok = true;
    for (u4 i = 0; i < n; i++) {
        ok = pool_add(p, f->path[number[i]], &f->diag) && ok;
    }
    *whole = pool_end(p, &pool, &f->diag) && ok;
    return pool;
}

// The bytes of the merged file; of none if that could not be made.
struct emit files_merged(struct files *f, const struct plan *plan,
                         const u4 *number, u4 n) {
    struct emit to;
    struct arena mem;
    bool whole;
    emit_init(&to, SIZE_MAX / 2);
    arena_init(&mem);
    struct pool pool = files_pool_of(f, plan, number, n, &mem, &whole);
    if (whole) {
        pool_write_data(&pool, &to);
    }
    arena_release(&mem);
    return to;
}

u4 files_put_merged(struct files *f, const u4 *number, u4 n) {
    struct emit e = files_merged(f, NULL, number, n);
    assert_true(e.n);
    u4 at = files_put(f, e.p, e.n);
    emit_release(&e);
    return at;
}

void files_same_bytes(const struct emit *a, const struct emit *b) {
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->p, b->p, a->n);
}

void files_gives_with(struct files *f, const struct plan *plan,
                      const u4 *number, u4 n, const struct emit *wanted) {
    struct emit e = files_merged(f, plan, number, n);
    files_same_bytes(&e, wanted);
    emit_release(&e);
}

// These files merged give those bytes, with a plan or without.
void files_gives(struct files *f, const u4 *number, u4 n,
                 const struct emit *wanted) {
    files_gives_with(f, NULL, number, n, wanted);
    files_gives_with(f, &f->plan.p, number, n, wanted);
}

const char *files_said(struct files *f) {
    emit_u1(&f->diag.text, 0);
    f->diag.text.n--;
    return (const char *)f->diag.text.p;
}

void files_says(struct files *f, const char *what) {
    if (!strstr(files_said(f), what)) {
        fail_msg("not said: %s; but: %s", what, files_said(f));
    }
}

void files_hush(struct files *f) {
    emit_reset(&f->diag.text);
}

void files_says_nothing(struct files *f) {
    assert_string_equal(files_said(f), "");
    files_hush(f);
}
