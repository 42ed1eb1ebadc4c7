// SPDX-License-Identifier: MIT
// test_runs_trust.c - what of data files can be believed: which changes are found in
// those of random programs, ended or killed; that merging keeps what is known of each
// run; and what people are told.

#include "rewriter/runs/pool.h"
#include "tests/unit/lib/draftdata.h"
#include "tests/unit/lib/randomrun.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_FILES = 8 };

struct fixture {
    struct run_plan plan;
    char dir[64];
    char path[MOST_FILES][96];
    u4 n;
    struct diag diag;
    struct arena mem;
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    strcpy(f->dir, "/tmp/ccinstr-unit.XXXXXX");
    assert_non_null(mkdtemp(f->dir));
    run_plan_init(&f->plan, (struct run_shape){true, 6}, 5);
    diag_init(&f->diag, DIAG_NOTE, false);
    arena_init(&f->mem);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    for (u4 i = 0; i < f->n; i++) {
        unlink(f->path[i]);
    }
    rmdir(f->dir);
    arena_release(&f->mem);
    diag_release(&f->diag);
    run_plan_release(&f->plan);
    free(f);
    return 0;
}

// --- Files -------------------------------------------------------------------

static void write_bytes(const char *path, const void *p, size_t n) {
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(p, 1, n, to), n);
    assert_int_equal(fclose(to), 0);
}

// Where writing all of it anew would take its time.
static void write_byte(const char *path, size_t at, u1 v) {
    FILE *to = fopen(path, "r+b");
    assert_non_null(to);
    assert_int_equal(fseek(to, (long)at, SEEK_SET), 0);
    assert_int_equal(fputc(v, to), v);
    assert_int_equal(fclose(to), 0);
}

static u4 put(struct fixture *f, const void *p, size_t n) {
    assert_true(f->n < MOST_FILES);
    snprintf(f->path[f->n], sizeof f->path[0], "%s/%u.ccd", f->dir, f->n);
    write_bytes(f->path[f->n], p, n);
    return f->n++;
}

// What a random program leaves, whether it ended or was killed.
struct left {
    u1 *p;
    size_t n;
};

static struct left leave(struct fixture *f, bool clean, u8 seed) {
    struct machine_options o = {.exact = true};
    struct left to;
    struct data d;
    struct run r;
    char why[256], path[256];
    struct stat st;
    assert_true(run_data(&d, &f->plan.p, 0));
    struct machine *m = machine_new(&f->plan.p, &d, &o, why, sizeof why);
    assert_non_null(m);
    run_init(&r, &f->plan, m, &d, 2);
    r.seed = seed;
    run_go(&r, 1500);
    assert_null(r.fault);
    snprintf(path, sizeof path, "/proc/self/fd/%d", d.fd);
    to.n = d.used * 8;
    if (clean) {
        machine_end(m);
        assert_int_equal(fstat(d.fd, &st), 0);
        to.n = (size_t)st.st_size;
    }
    to.p = malloc(to.n);
    assert_non_null(to.p);
    assert_int_equal(pread(d.fd, to.p, to.n, 0), to.n);
    run_release(&r);
    machine_free(m);
    data_release(&d);
    return to;
}

static struct pool pool_of(struct fixture *f, const struct plan *plan,
                           const u4 *number, u4 n) {
    struct pool pool;
    struct pooling *p = pool_begin(plan, &f->mem);
    for (u4 i = 0; i < n; i++) {
        assert_true(pool_add(p, f->path[number[i]], &f->diag));
    }
    assert_true(pool_end(p, &pool, &f->diag));
    return pool;
}

static u4 put_merged(struct fixture *f, const u4 *number, u4 n) {
    struct emit e;
    struct pool pool = pool_of(f, NULL, number, n);
    emit_init(&e, SIZE_MAX / 2);
    pool_write_data(&pool, &e);
    u4 to = put(f, e.p, e.n);
    emit_release(&e);
    return to;
}

static void hush(struct fixture *f) {
    emit_reset(&f->diag.text);
    memset(f->diag.n_level, 0, sizeof f->diag.n_level);
}

static const char *said(struct fixture *f, const struct pool *p, u4 i) {
    struct pool_words w = pool_words(p, &f->mem);
    return i < w.n ? w.line[i] : "";
}

// --- Every bit ---------------------------------------------------------------

// What is covered and counted, as a merged file says it but for marks of the run.
static struct emit content(struct fixture *f, u4 number, bool *told) {
    struct emit e;
    struct arena mem;
    struct pool pool;
    arena_init(&mem);
    struct pooling *p = pool_begin(&f->plan.p, &mem);
    bool ok = pool_add(p, f->path[number], &f->diag);
    ok = pool_end(p, &pool, &f->diag) && ok;
    *told = !ok || pool.n_damages || pool.flags & DATA_LOST;
    for (u4 i = 0; i < pool.n_runs; i++) {
        pool.run[i].flags = 0;
        pool.run[i].sum = 0;
    }
    emit_init(&e, SIZE_MAX / 2);
    pool_write_data(&pool, &e);
    arena_release(&mem);
    hush(f);
    return e;
}

// Bits whose change is found, of those that change what is read.
struct flips {
    u4 bits, found, nothing, left;
    u4 counters;  // bits of these
};

static u4 counter_bits(const struct left *of) {
    struct data_file file;
    struct data_fault fault;
    assert_true(data_open(&file, of->p, of->n, &fault));
    u4 n = file.n_labels;
    for (struct data_iter it = data_each(&file); data_next(&it);) {
        n += 1 + (it.kind == DATA_NODE ? it.node.n_slots : 0);
    }
    return n * 64;
}

static struct flips flip(struct fixture *f, const struct left *of) {
    struct flips n = {.counters = counter_bits(of)};
    bool told;
    u4 at = put(f, of->p, of->n);
    struct emit was = content(f, at, &told);
    assert_false(told);
    for (size_t i = 0; i < of->n * 8; i++) {
        write_byte(f->path[at], i / 8, of->p[i / 8] ^ (u1)(1u << i % 8));
        struct emit is = content(f, at, &told);
        bool same = is.n == was.n && memcmp(is.p, was.p, is.n) == 0;
        n.bits++;
        n.found += told;
        n.nothing += !told && same;
        n.left += !told && !same;
        emit_release(&is);
        write_byte(f->path[at], i / 8, of->p[i / 8]);
    }
    emit_release(&was);
    return n;
}

static void finds_all_after_a_clean_end(void **state) {
    struct fixture *f = *state;
    struct left of = leave(f, true, 77);
    struct flips n = flip(f, &of);
    assert_int_equal(n.found, n.bits);
    free(of.p);
}

static void finds_some_after_another_end(void **state) {
    struct fixture *f = *state;
    struct flips all = {0};
    for (u8 seed = 70; seed < 73; seed++) {
        struct left of = leave(f, false, seed);
        struct flips n = flip(f, &of);
        all.bits += n.bits;
        all.found += n.found;
        all.nothing += n.nothing;
        all.left += n.left;
        all.counters += n.counters;
        free(of.p);
    }
    print_message("# of %u bits, %u of them in counters, %u found, %u without "
                  "a meaning, %u left\n",
                  all.bits, all.counters, all.found, all.nothing, all.left);
    assert_true(all.left < all.counters * 3 / 4);
}

// --- Marks -------------------------------------------------------------------

static void knows_of_each_run(void **state) {
    struct fixture *f = *state;
    struct left ended = leave(f, true, 1), killed = leave(f, false, 2);
    u4 a = put(f, ended.p, ended.n), b = put(f, killed.p, killed.n);
    struct pool p = pool_of(f, &f->plan.p, &a, 1);
    assert_true(pool_trust(&p).exact);
    assert_int_equal(p.counts, DATA_COUNTS_EXACT);
    assert_string_equal(said(f, &p, 0), "");
    u4 ab = put_merged(f, (const u4[]){a, b}, 2);
    for (u4 i = 0; i < 2; i++) {
        p = i ? pool_of(f, &f->plan.p, &ab, 1)
              : pool_of(f, &f->plan.p, (const u4[]){b, a}, 2);
        struct pool_trust t = pool_trust(&p);
        assert_int_equal(t.unclean, 1);
        assert_int_equal(t.unverified, 0);
        assert_int_equal(t.damaged, 0);
        assert_false(t.exact);
        assert_int_equal(p.counts, DATA_COUNTS_UNVERIFIED);
        assert_string_equal(said(f, &p, 0),
                            "1 run ended uncleanly, its counts are unverified");
        assert_string_equal(said(f, &p, 1), "");
    }
    assert_int_equal(f->diag.text.n, 0);
    free(ended.p);
    free(killed.p);
}

// The damaged one is told by name, and in a merged file as such.
static void keeps_that_one_was_damaged(void **state) {
    struct fixture *f = *state;
    struct left one = leave(f, true, 1), other = leave(f, true, 2);
    char wanted[256];
    u4 a = put(f, one.p, one.n);
    struct data_file file;
    struct data_fault fault;
    assert_true(data_open(&file, other.p, other.n, &fault));
    other.p[file.first - 8] ^= 1;  // a counter
    u4 b = put(f, other.p, other.n);
    struct pool p = pool_of(f, &f->plan.p, (const u4[]){a, b}, 2);
    assert_int_equal(p.n_damages, 1);
    assert_int_equal(pool_trust(&p).damaged, 1);
    assert_false(pool_trust(&p).exact);
    snprintf(wanted, sizeof wanted,
             "damaged: %s: byte %u: counters that have been changed",
             f->path[b], (u4)(file.first - 8) / 4096 * 4096);
    assert_string_equal(said(f, &p, 0), wanted);
    u4 ab = put_merged(f, (const u4[]){a, b}, 2);
    hush(f);
    p = pool_of(f, &f->plan.p, &ab, 1);
    assert_int_equal(p.n_damages, 0);
    assert_int_equal(pool_trust(&p).damaged, 1);
    assert_string_equal(said(f, &p, 0), "damaged: data files of 1 run were");
    assert_int_equal(f->diag.text.n, 0);
    // What is intact of a run comes first.
    other.p[file.first - 8] ^= 1;
    u4 intact = put(f, other.p, other.n);
    p = pool_of(f, &f->plan.p, (const u4[]){b, intact}, 2);
    assert_int_equal(pool_trust(&p).damaged, 0);
    assert_true(pool_trust(&p).exact);
    p = pool_of(f, &f->plan.p, (const u4[]){ab, intact}, 2);
    assert_int_equal(pool_trust(&p).damaged, 1);
    free(one.p);
    free(other.p);
}

static void keeps_that_one_was_lost(void **state) {
    struct fixture *f = *state;
    struct left one = leave(f, true, 1), other = leave(f, true, 2);
    u4 a = put(f, one.p, one.n);
    other.p[20] ^= 1;  // of the plan's identity
    u4 b = put(f, other.p, other.n);
    u4 ab = put_merged(f, (const u4[]){a, b}, 2);
    u4 again = put_merged(f, &ab, 1);
    assert_true(pool_is_changed(f->path[b]));
    assert_false(pool_is_changed(f->path[a]));
    assert_false(pool_is_changed(f->path[ab]));
    struct pool p = pool_of(f, &f->plan.p, &again, 1);
    assert_int_equal(p.n_runs, 1);
    assert_int_equal(p.flags, DATA_LOST);
    assert_false(pool_trust(&p).exact);
    assert_string_equal(said(f, &p, 0),
                        "damaged: a data file of which nothing can be used: "
                        "what it had is missing");
    free(one.p);
    free(other.p);
}

static void tells_what_was_not_recorded(void **state) {
    struct fixture *f = *state;
    struct draft draft;
    draft_init(
        &draft, &f->plan.p,
        &(struct draft_run){.id = 3, .flags = DATA_CLEAN, .command = "Main"});
    draft_note(&draft, DATA_THREAD, &(struct data_note){.count = 2});
    draft_note(&draft, DATA_UNRECORDED,
               &(struct data_note){.a = DATA_BY_MEMORY, .count = 5});
    draft_note(&draft, DATA_UNRECORDED,
               &(struct data_note){.a = DATA_BY_START, .count = 7});
    draft_sums(&draft);
    u4 a = put(f, draft.w.v, draft.w.n * sizeof *draft.w.v);
    draft_release(&draft);
    struct pool p = pool_of(f, &f->plan.p, &a, 1);
    assert_int_equal(pool_trust(&p).n_unrecorded, 12);
    assert_false(pool_trust(&p).exact);
    assert_string_equal(said(f, &p, 0),
                        "12 activations were not recorded (start-up: 7, "
                        "memory: 5): what they covered is missing");
    assert_string_equal(said(f, &p, 1), "several threads ran: numbers of times "
                                        "may be too low");
    u4 of = put_merged(f, &a, 1);
    p = pool_of(f, &f->plan.p, &of, 1);
    assert_int_equal(pool_trust(&p).unrecorded[DATA_BY_MEMORY], 5);
}

// --- What cannot be ----------------------------------------------------------

static void finds_what_cannot_be(void **state) {
    struct fixture *f = *state;
    struct left of = leave(f, false, 9);
    struct data_file file;
    struct data_fault fault;
    assert_true(data_open(&file, of.p, of.n, &fault));
    u8 *label = (u8 *)(void *)(of.p + file.first) - file.n_labels;
    label[0] = 1;
    u4 a = put(f, of.p, of.n);
    struct pool p = pool_of(f, &f->plan.p, &a, 1);
    assert_int_equal(p.n_damages, 1);
    assert_string_equal(p.damage[0].what, "a count of a label that has none");
    assert_int_equal(p.damage[0].byte, file.first - 8 * (u8)file.n_labels);
    // Who merges has no plan to ask.
    p = pool_of(f, NULL, &a, 1);
    assert_int_equal(p.n_damages, 0);
    label[0] = UINT64_C(1) << 62;
    write_bytes(f->path[a], of.p, of.n);
    p = pool_of(f, NULL, &a, 1);
    assert_int_equal(p.n_damages, 1);
    assert_string_equal(p.damage[0].what,
                        "a count for which there was no time");
    assert_int_equal(p.run[0].flags & DATA_DAMAGED, DATA_DAMAGED);
    free(of.p);
}

// --- Long files --------------------------------------------------------------

static void long_files_cost_what_they_hold(void **state) {
    struct fixture *f = *state;
    for (int i = 0; i < 2; i++) {
        struct left of = leave(f, i, 4);
        u4 a = put(f, of.p, of.n);
        assert_int_equal(truncate(f->path[a], (off_t)5 << 30), 0);
        struct pool p = pool_of(f, &f->plan.p, &a, 1);
        assert_true(p.n_nodes > 1);
        assert_int_equal(p.n_damages, 0);
        assert_int_equal(pool_trust(&p).unclean, !i);
        free(of.p);
    }
    assert_int_equal(f->diag.text.n, 0);
}

#define TRUST_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TRUST_TEST(finds_all_after_a_clean_end),
        TRUST_TEST(finds_some_after_another_end),
        TRUST_TEST(knows_of_each_run),
        TRUST_TEST(keeps_that_one_was_damaged),
        TRUST_TEST(keeps_that_one_was_lost),
        TRUST_TEST(tells_what_was_not_recorded),
        TRUST_TEST(finds_what_cannot_be),
        TRUST_TEST(long_files_cost_what_they_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
