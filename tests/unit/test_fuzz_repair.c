// SPDX-License-Identifier: MIT
// test_fuzz_repair.c - what the fuzzers make right: each part of what checks a plan or
// a data file, unless the input says that it stays as it is.

#include "tests/fuzz/repair.h"
#include "tests/unit/lib/draftdata.h"
#include "tests/unit/lib/sampleplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NOTHING = 14 << 4, EVERYTHING = REPAIR_ALL << 4 };

struct fixture {
    struct emit bytes;
    struct plan plan;
    struct draft draft;
};

static int set_up(void **state) {
    static const struct draft_run run = {7, 100, 200, DATA_CLEAN, "java A"};
    struct fixture *f = calloc(1, sizeof *f);
    struct plan_fault fault;
    u8 seed = 1;
    assert_non_null(f);
    emit_init(&f->bytes, SIZE_MAX / 2);
    sampleplan(&f->bytes);
    assert_true(plan_open(&f->plan, f->bytes.p, f->bytes.n, &fault));
    draft_init(&f->draft, &f->plan, &run);
    // More than a block.
    draft_random(&f->draft, 1000, &seed);
    draft_sums(&f->draft);
    assert_true(f->draft.w.n > 2 * DATA_BLOCK / sizeof(u8));
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    draft_release(&f->draft);
    emit_release(&f->bytes);
    free(f);
    return 0;
}

// --- Plans -------------------------------------------------------------------

static bool is_open(const struct fixture *f) {
    struct plan p;
    struct plan_fault fault;
    return plan_open(&p, f->bytes.p, f->bytes.n, &fault);
}

static bool is_itself(const struct fixture *f) {
    u1 said[32];
    u1 *p = f->bytes.p;
    memcpy(said, p + PLAN_IDENTITY, sizeof said);
    planout_identify(p, f->bytes.n);
    return memcmp(said, p + PLAN_IDENTITY, sizeof said) == 0;
}

// The sample with another letter in a name.
static void changed(struct fixture *f, u4 left) {
    emit_reset(&f->bytes);
    sampleplan(&f->bytes);
    f->bytes.p[f->bytes.n - 2] ^= 1;
    f->bytes.p[PLAN_SUM] = (u1)left;
}

static void plans(void **state) {
    static const struct {
        u4 left;
        bool is_open, is_itself;
    } row[] = {
        {NOTHING, true, true},
        {REPAIR_IDENTITY << 4, true, false},
        {REPAIR_SUM << 4, false, true},
        {EVERYTHING, false, false},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        changed(f, row[i].left);
        repair_plan_sum(f->bytes.p, f->bytes.n);
        assert_int_equal(is_open(f), row[i].is_open);
        changed(f, row[i].left);
        repair_plan(f->bytes.p, f->bytes.n);
        assert_int_equal(is_open(f), row[i].is_open);
        assert_int_equal(is_itself(f), row[i].is_itself);
    }
    // Nothing of what is too short is touched.
    for (size_t n = 0; n < PLAN_HEAD; n++) {
        u1 *copy = malloc(n + 1);
        memset(copy, 0, n + 1);
        repair_plan(copy, n);
        repair_plan_sum(copy, n);
        repair_data(copy, n, f->bytes.p, n);
        free(copy);
    }
}

// --- Data files ----------------------------------------------------------------

// What of it is as it should be.
struct found {
    bool identity, flags, head, records, sums;
};

static struct found find(struct fixture *f) {
    struct data_file file;
    struct data_fault fault;
    struct found found = {0};
    u8 *w = f->draft.w.v;
    found.identity = memcmp(w + 2, f->plan.identity, 32) == 0;
    found.head = data_open(&file, w, f->draft.w.n * sizeof *w, &fault);
    if (found.head) {
        found.flags = !file.fault.what;
        struct data_iter it = data_each(&file);
        while (data_next(&it)) {
        }
        found.records = !it.fault.what;
        found.sums = found.records && data_is_summed(&it, &fault);
    }
    return found;
}

static void data_files(void **state) {
    // Without its head nothing else is seen; sums are of records, too.
    static const struct {
        u4 left;
        struct found is;
    } row[] = {
        {NOTHING, {true, true, true, true, true}},
        {REPAIR_IDENTITY << 4, {false, true, true, true, true}},
        {REPAIR_FLAGS << 4, {true, false, true, true, true}},
        {REPAIR_HEAD << 4, {true, false, false, false, false}},
        {REPAIR_RECORDS << 4, {true, true, true, false, false}},
        {REPAIR_SUMS << 4, {true, true, true, true, false}},
        {EVERYTHING, {false, false, false, false, false}},
    };
    struct fixture *f = *state;
    u8 *w = f->draft.w.v, *node = w + f->draft.label + f->plan.n[PLAN_LABEL];
    while ((u1)*node != DATA_NODE) {
        node += data_words(*node);
    }
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        w[2] ^= 1;  // the plan
        w[DATA_AT_FLAGS] ^= (u8)2 << 32 << 2 * DATA_TABLE_FULL_AT;
        w[DATA_AT_START] += 1;
        node[2] += 1;              // a level
        node[DATA_COUNTERS] += 1;  // what is in sums alone,
        w[f->draft.w.n - 2] ^= 1;  // and one of these
        w[DATA_AT_CHECK] = row[i].left;
        repair_data((u1 *)w, f->draft.w.n * sizeof *w, f->plan.bytes,
                    f->plan.size);
        struct found is = find(f);
        assert_int_equal(is.identity, row[i].is.identity);
        assert_int_equal(is.flags, row[i].is.flags);
        assert_int_equal(is.head, row[i].is.head);
        assert_int_equal(is.records, row[i].is.records);
        assert_int_equal(is.sums, row[i].is.sums);
    }
}

// Nothing behind a length that cannot be.
static void lengths(void **state) {
    struct fixture *f = *state;
    u8 *w = f->draft.w.v, n = f->draft.w.n * sizeof(u8);
    u8 *at = w + f->draft.label + f->plan.n[PLAN_LABEL];
    u8 *next = at + data_words(*at);
    static const u8 length[] = {0, 1, DATA_MOST_WORDS};
    for (size_t i = 0; i < sizeof length / sizeof *length; i++) {
        u8 first = length[i] << 8 | DATA_JVM;
        *at = first;
        *next ^= (u8)1 << 40;
        u8 was = *next;
        w[DATA_AT_CHECK] = NOTHING;
        repair_data((u1 *)w, n, NULL, 0);
        assert_int_equal(*at, first);
        assert_int_equal(*next, was);
    }
    // A command line, labels beyond the end.
    w[DATA_AT_SIZES] = UINT32_MAX;
    w[DATA_AT_CHECK] = NOTHING;
    repair_data((u1 *)w, n, NULL, 0);
    assert_int_equal(w[DATA_AT_CHECK], data_check(w));
    w[DATA_AT_SIZES] = (u8)UINT32_MAX << 32;
    w[DATA_AT_CHECK] = NOTHING;
    repair_data((u1 *)w, n, NULL, 0);
    assert_int_equal(w[DATA_AT_CHECK], NOTHING);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(plans, set_up, tear_down),
        cmocka_unit_test_setup_teardown(data_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lengths, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
