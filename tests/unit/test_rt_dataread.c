// SPDX-License-Identifier: MIT
// test_rt_dataread.c - reading data files: what is intact is used, what is not is
// said, and nothing that they say leads beyond them.

#include "tests/unit/sampledata.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
    uint64_t *words;  // the sample, as far as it is in use
    size_t n;         // bytes
    uint64_t first;   // the first record: a byte offset
    struct sampledata_at at[SAMPLEDATA_RECORDS];
};

// In memory that ends where it ends, so that the address sanitizer sees what is
// read behind it.
static void *copy_of(const void *p, size_t n) {
    char *copy = malloc(n ? n : 1);
    assert_non_null(copy);
    if (n) {
        memcpy(copy, p, n);
    }
    return copy;
}

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    struct data_spec spec = sampledata_spec("/tmp/ccinstr-unit");
    struct data d;
    struct data_file file;
    struct data_iter it;
    struct data_fault fault;
    char why[200];
    assert_non_null(f);
    if (!data_create(&d, &spec, why, sizeof why)) {
        fail_msg("%s", why);
    }
    assert_true(sampledata_fill(&d));
    f->n = d.used * sizeof *d.words;
    f->words = copy_of(d.words, f->n);
    unlink(d.path);
    data_release(&d);
    assert_true(data_open(&file, f->words, f->n, &fault));
    assert_int_equal(sampledata_read(&file, &it, f->at, SAMPLEDATA_RECORDS),
                     SAMPLEDATA_RECORDS);
    assert_null(it.fault.what);
    assert_int_equal(it.at, f->n);
    f->first = file.first;
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    free(f->words);
    free(f);
    return 0;
}

struct result {
    bool open;
    uint32_t n;  // records
    struct data_iter it;
    struct data_fault fault;  // of either
    struct sampledata_at at[SAMPLEDATA_RECORDS];
};

// Reads the first n bytes.
static struct result read_bytes(const struct fixture *f, size_t n) {
    struct result r = {0};
    struct data_file file;
    void *copy = copy_of(f->words, n);
    r.open = data_open(&file, copy, n, &r.fault);
    if (r.open) {
        r.n = sampledata_read(&file, &r.it, r.at, SAMPLEDATA_RECORDS);
        r.fault = r.it.fault;
        assert_false(data_next(&r.it));
    }
    if (r.fault.what ? r.fault.byte > n : !r.open) {
        fail_msg("refused without a reason or a place");
    }
    free(copy);
    return r;
}

static void faulty(const struct fixture *f, size_t byte, const char *what) {
    struct result r = read_bytes(f, f->n);
    assert_non_null(r.fault.what);
    assert_string_equal(r.fault.what, what);
    assert_int_equal(r.fault.byte, byte);
}

// Where record i, from 0, begins: a word.
static uint64_t *record(const struct fixture *f, uint32_t i) {
    return &f->words[(i ? f->at[i - 1].end : f->first) / 8];
}

static size_t byte_of(const struct fixture *f, const uint64_t *w) {
    return (size_t)(w - f->words) * 8;
}

// With *w as given, that is said of the record at `of`.
static void faulty_with(const struct fixture *f, uint64_t *w, uint64_t v,
                        const uint64_t *of, const char *what) {
    uint64_t was = *w;
    *w = v;
    faulty(f, byte_of(f, of), what);
    *w = was;
}

// --- Heads -------------------------------------------------------------------

static void refuses_other_heads(void **state) {
    struct fixture *f = *state;
    uint64_t *w = f->words;
    faulty_with(f, &w[0], w[0] + 1, &w[0], "not a data file");
    faulty_with(f, &w[0], 0, &w[0], "not a data file");
    faulty_with(f, &w[1], w[1] + 1, &w[1], "of another version");
    const uint64_t *end = w + f->n / 8;
    faulty_with(f, &w[8], UINT64_C(0xffffffff) << 32, end,
                "ends in the command line");
    faulty_with(f, &w[8], UINT32_MAX, end, "ends in the counters of labels");
    faulty_with(f, &w[8], UINT64_MAX, end, "ends in the command line");
    assert_null(read_bytes(f, f->n).fault.what);
}

// The sample as a merged file of one run.
static void reads_runs_of_merged_files(void **state) {
    struct fixture *f = *state;
    enum { WORDS = DATA_RUN_HEAD + 1 };
    struct fixture m = {.n = f->n + WORDS * 8, .first = f->first};
    m.words = copy_of(f->words, f->n);
    m.words = realloc(m.words, m.n);
    assert_non_null(m.words);
    uint64_t *run = m.words + f->first / 8;
    memmove(run + WORDS, run, f->n - f->first);
    run[0] = (uint64_t)WORDS << 32 | DATA_RUN;
    run[1] = UINT64_C(3) << 32 | 7;
    run[2] = 100;
    run[3] = 200;
    run[4] = UINT64_C(4) << 32 | DATA_CLEAN;
    run[5] = 6;
    run[6] = 55;
    memcpy(&run[7], "java\0\0\0", 8);
    m.words[9] += WORDS;
    faulty(&m, byte_of(&m, run), "a run in the file of another");
    m.words[6] = UINT64_C(1) << 32;
    assert_null(read_bytes(&m, m.n).fault.what);
    faulty_with(&m, &run[4], UINT64_C(9) << 32, run, "a run of another length");
    faulty_with(&m, &run[4], 0, run, "a run of another length");
    faulty_with(&m, &run[4], UINT64_MAX, run, "a run of another length");
    faulty_with(&m, &run[0], UINT64_C(6) << 32 | DATA_RUN, run,
                "a run of another length");
    struct data_file file;
    struct data_fault fault;
    assert_true(data_open(&file, m.words, m.n, &fault));
    struct data_iter it = data_each(&file);
    assert_true(data_next(&it));
    assert_int_equal(it.kind, DATA_RUN);
    assert_int_equal(it.run.pid, 7);
    assert_int_equal(it.run.instance, 3);
    assert_int_equal(it.run.start, 100);
    assert_int_equal(it.run.end, 200);
    assert_int_equal(it.run.flags, DATA_CLEAN);
    assert_int_equal(it.run.threads, 6);
    assert_int_equal(it.run.sum, 55);
    assert_int_equal(it.run.n_command, 4);
    assert_memory_equal(it.run.command, "java", 4);
    free(m.words);
}

static void counts_flags_that_it_does_not_know(void **state) {
    struct fixture *f = *state;
    f->words[1] |= UINT64_C(0x80000000) << 32;
    assert_int_equal(read_bytes(f, f->n).n, SAMPLEDATA_RECORDS);
}

// --- Truncation --------------------------------------------------------------

static void reads_what_is_left_of_a_file(void **state) {
    struct fixture *f = *state;
    uint32_t whole = 0;
    for (size_t n = 0; n < f->n; n++) {
        struct result r = read_bytes(f, n);
        while (whole < SAMPLEDATA_RECORDS && f->at[whole].end <= n) {
            whole++;
        }
        assert_int_equal(r.open, n >= f->first);
        assert_int_equal(r.n, whole);
        assert_memory_equal(r.at, f->at, whole * sizeof *f->at);
        assert_non_null(r.fault.what);
    }
    assert_null(read_bytes(f, f->n).fault.what);
    struct result r = read_bytes(f, f->at[2].end);
    assert_string_equal(r.fault.what, "cut off");
    assert_int_equal(r.fault.byte, f->at[2].end);
    r = read_bytes(f, f->at[2].end + 8);
    assert_string_equal(r.fault.what, "a record beyond the end");
    assert_int_equal(r.fault.byte, f->at[2].end);
}

// As after the death of a process that was writing.
static void zeros_are_the_end(void **state) {
    struct fixture *f = *state;
    for (uint32_t i = 0; i < SAMPLEDATA_RECORDS; i++) {
        uint64_t *w = record(f, i), first = *w, used = f->words[9];
        *w = 0;
        faulty(f, byte_of(f, w), "zeros instead of a record");
        f->words[9] = byte_of(f, w) / 8;
        struct result r = read_bytes(f, f->n);
        assert_null(r.fault.what);
        assert_int_equal(r.n, i);
        assert_int_equal(r.it.at, byte_of(f, w));
        *w = first;
        f->words[9] = used;
    }
}

static void words_in_use_are_a_hint(void **state) {
    struct fixture *f = *state;
    for (uint64_t used = 0; used <= f->n / 8; used++) {
        f->words[9] = used;
        struct result r = read_bytes(f, f->n);
        assert_int_equal(r.n, SAMPLEDATA_RECORDS);
        assert_null(r.fault.what);
    }
    f->words[9]++;
    struct result r = read_bytes(f, f->n);
    assert_int_equal(r.n, SAMPLEDATA_RECORDS);
    assert_string_equal(r.fault.what, "cut off");
}

// --- Damage ------------------------------------------------------------------

// What stands before the bit is read as it was.
static void survives_every_bit(void **state) {
    struct fixture *f = *state;
    unsigned char *bytes = (unsigned char *)f->words;
    for (size_t i = 0; i < f->n * 8; i++) {
        bytes[i / 8] ^= (unsigned char)(1u << i % 8);
        struct result r = read_bytes(f, f->n);
        uint32_t whole = 0;
        while (i / 8 >= f->first && f->at[whole].end <= i / 8) {
            whole++;
        }
        assert_true(r.n >= whole);
        assert_memory_equal(r.at, f->at, whole * sizeof *f->at);
        bytes[i / 8] ^= (unsigned char)(1u << i % 8);
    }
}

static void says_what_is_wrong_with_a_node(void **state) {
    struct fixture *f = *state;
    uint64_t *w = record(f, 3), length = w[0] >> 32;
    faulty_with(f, w, DATA_NODE, w, "no record");
    faulty_with(f, w, length << 32, w, "no record");
    faulty_with(f, w, UINT64_MAX << 32 | DATA_NODE, w,
                "a record beyond the end");
    faulty_with(f, w, UINT64_C(3) << 32 | DATA_NODE, w,
                "a node of another length");
    faulty_with(f, w, (length + 1) << 32 | DATA_NODE, w,
                "a node of another length");
    faulty_with(f, w + 2, w[2] + (UINT64_C(1) << 32), w,
                "a node of another length");
    faulty_with(f, w + 2, w[2] | UINT64_MAX << 32, w,
                "a node of another length");
    faulty_with(f, w + 1, w[1] + 1, w, "a parent that is not there");
    faulty_with(f, w + 1, w[1] + (UINT64_C(1) << 32), w,
                "a label that is not there");
    assert_null(read_bytes(f, f->n).fault.what);
}

static void says_what_is_wrong_with_a_note(void **state) {
    struct fixture *f = *state;
    uint64_t *step = record(f, 4), *text = record(f, 5), *chain = record(f, 8);
    assert_int_equal((uint32_t)*step, DATA_STEP);
    assert_int_equal((uint32_t)*chain, DATA_CHAIN);
    faulty_with(f, step, UINT64_C(2) << 32 | DATA_STEP, step,
                "a note of another length");
    faulty_with(f, step + 1, UINT64_C(4) << 32, step,
                "a node that is not there");
    faulty_with(f, step + 1, UINT64_C(4) << 32 | 5, step,
                "a node that is not there");
    faulty_with(f, step + 1, UINT64_C(12) << 32 | 1, step,
                "a label that is not there");
    faulty_with(f, chain + 1, UINT64_C(5) << 32 | 99, chain,
                "a node that is not there");
    faulty_with(f, text + 3, 0, text, "a text of another length");
    faulty_with(f, text + 3, text[3] + 8, text, "a text of another length");
    faulty_with(f, text + 3, text[3] | UINT32_MAX, text,
                "a text of another length");
    faulty_with(f, text + 3, (uint32_t)text[3], text,
                "a text longer than it was");
    assert_null(read_bytes(f, f->n).fault.what);
}

static void passes_over_other_kinds(void **state) {
    struct fixture *f = *state;
    uint64_t *step = record(f, 4), *last = record(f, SAMPLEDATA_RECORDS - 1);
    *step = *step >> 32 << 32 | DATA_N_KINDS;
    *last = *last >> 32 << 32 | UINT32_MAX;
    struct result r = read_bytes(f, f->n);
    assert_null(r.fault.what);
    assert_int_equal(r.n, SAMPLEDATA_RECORDS - 2);
    assert_int_equal(r.it.n_unknown, 2);
    faulty_with(f, step, UINT64_MAX, step, "a record beyond the end");
}

// --- Words -------------------------------------------------------------------

// By hand from sampledata.c: 4 in three labels, 447 in 25 counters of nodes, and 1,
// 2 and 3 of a step and two receivers.
static void sums(void **state) {
    const struct fixture *f = *state;
    struct data_file file;
    struct data_fault fault;
    assert_true(data_open(&file, f->words, f->n, &fault));
    struct data_sums s = data_sum(&file);
    assert_int_equal(s.nodes, 4);
    assert_int_equal(s.events, 4 + 447 + 6);
    assert_int_equal(s.different, 3 + 25 + 3);
    assert_int_equal(s.threads, 9);
    assert_int_equal(s.slow[DATA_ON_BEFORE], 12);
    assert_int_equal(data_slow_events(&s), 12);
    assert_int_equal(s.unrecorded[DATA_BY_MEMORY], 11);
    assert_int_equal(data_counts(&file, &s), DATA_COUNTS_ABOUT);
    s.threads = 1;
    assert_int_equal(data_counts(&file, &s), DATA_COUNTS_ALONE);
    s.threads = 0;
    assert_int_equal(data_counts(&file, &s), DATA_COUNTS_ABOUT);
    file.flags |= DATA_EXACT;
    assert_int_equal(data_counts(&file, &s), DATA_COUNTS_EXACT);
}

// Its number is an index.
static void an_event_that_is_none(void **state) {
    struct fixture *f = *state;
    struct data_file file;
    struct data_fault fault;
    uint64_t *last = &f->words[f->at[SAMPLEDATA_RECORDS - 2].end / 8];
    assert_int_equal((uint32_t)last[0], DATA_SLOW);
    last[1] = DATA_N_EVENTS;
    assert_true(data_open(&file, f->words, f->n, &fault));
    struct data_iter it;
    assert_int_equal(sampledata_read(&file, &it, NULL, 0),
                     SAMPLEDATA_RECORDS - 1);
    assert_string_equal(it.fault.what, "an event that is not there");
    assert_int_equal(data_sum(&file).slow[DATA_ON_BEFORE], 0);
}

static void all_have_words(void **state) {
    (void)state;
    for (uint32_t i = 0; i < DATA_N_KINDS; i++) {
        assert_non_null(data_kind_words[i].word);
        assert_non_null(data_kind_words[i].a);
        assert_non_null(data_kind_words[i].b);
    }
    assert_string_equal(data_kind_words[DATA_THREAD].word, "thread");
    assert_string_equal(data_flag_word[DATA_CLEAN_AT], "clean");
    assert_int_equal(DATA_EXACT, 8);
}

#define DATA_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        DATA_TEST(refuses_other_heads),
        DATA_TEST(counts_flags_that_it_does_not_know),
        DATA_TEST(reads_runs_of_merged_files),
        DATA_TEST(reads_what_is_left_of_a_file),
        DATA_TEST(zeros_are_the_end),
        DATA_TEST(words_in_use_are_a_hint),
        DATA_TEST(survives_every_bit),
        DATA_TEST(says_what_is_wrong_with_a_node),
        DATA_TEST(says_what_is_wrong_with_a_note),
        DATA_TEST(passes_over_other_kinds),
        DATA_TEST(sums),
        DATA_TEST(an_event_that_is_none),
        cmocka_unit_test(all_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
