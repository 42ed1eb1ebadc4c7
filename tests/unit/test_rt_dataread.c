// SPDX-License-Identifier: MIT
// test_rt_dataread.c - reading data files: what is intact is used, what is not is
// said, and nothing that they say leads beyond them.

#include "tests/unit/lib/sampledata.h"

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
    void *ended;  // the same, when it had ended cleanly: all of the file
    size_t n_ended;
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

static void *all_of(const char *path, size_t *n) {
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    *n = (size_t)ftell(in);
    rewind(in);
    void *p = malloc(*n);
    assert_non_null(p);
    assert_int_equal(fread(p, 1, *n, in), *n);
    assert_int_equal(fclose(in), 0);
    return p;
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
    data_end(&d);
    f->ended = all_of(d.path, &f->n_ended);
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
    free(f->ended);
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

// With *w as given, that is said of the record at `of`; or, where that is the head, of
// the file.
static void faulty_with(const struct fixture *f, uint64_t *w, uint64_t v,
                        const uint64_t *of, const char *what) {
    uint64_t was = *w;
    *w = v;
    faulty(f, byte_of(f, of), what);
    *w = was;
}

// The same where the check is that of what stands there.
static void faulty_though_checked(const struct fixture *f, uint64_t *w,
                                  uint64_t v, uint64_t *of, const char *what) {
    uint64_t was = *w, first = *of;
    *w = v;
    *of = data_first(*of & UINT8_MAX, data_words(*of), of);
    faulty(f, byte_of(f, of), what);
    *of = first;
    *w = was;
    faulty_with(f, w, v, of, "a record that has been changed");
}

// What a record of another length or kind begins with.
static uint64_t first_of(uint64_t kind, uint64_t n, const uint64_t *of) {
    return data_first((enum data_kind)kind, n, of);
}

// --- Heads -------------------------------------------------------------------

static void refuses_other_heads(void **state) {
    struct fixture *f = *state;
    uint64_t *w = f->words, check = w[DATA_AT_CHECK], sizes = w[DATA_AT_SIZES];
    faulty_with(f, &w[0], w[0] + 1, &w[0], "not a data file");
    faulty_with(f, &w[0], 0, &w[0], "not a data file");
    faulty_with(f, &w[1], w[1] + 1, &w[1], "of another version");
    const uint64_t *end = w + f->n / 8, *at = &w[DATA_AT_CHECK];
    faulty_with(f, &w[8], UINT64_C(0xffffffff) << 32, end,
                "ends in the command line");
    faulty_with(f, &w[8], UINT64_MAX, end, "ends in the command line");
    faulty_with(f, &w[8], sizes | UINT32_MAX, at, "its head has been changed");
    w[8] = sizes | UINT32_MAX;
    w[DATA_AT_CHECK] = data_check(w);
    faulty(f, f->n, "ends in the counters of labels");
    w[8] = sizes;
    w[DATA_AT_CHECK] = check;
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
    run[1] = 7;
    run[2] = 100;
    run[3] = 200;
    run[4] = UINT64_C(4) << 32 | DATA_CLEAN;
    run[5] = 6;
    run[6] = 55;
    memcpy(&run[7], "java\0\0\0", 8);
    run[0] = first_of(DATA_RUN, WORDS, run);
    m.words[DATA_AT_USED] += WORDS;
    faulty(&m, byte_of(&m, run), "a run in the file of another");
    m.words[DATA_AT_RUN] = 0;
    m.words[DATA_AT_RUNS] = 1;
    m.words[DATA_AT_CHECK] = data_check(m.words);
    assert_null(read_bytes(&m, m.n).fault.what);
    const char *length = "a run of another length";
    faulty_though_checked(&m, &run[4], UINT64_C(9) << 32, run, length);
    faulty_though_checked(&m, &run[4], 0, run, length);
    faulty_though_checked(&m, &run[4], UINT64_MAX, run, length);
    faulty_with(&m, &run[0], first_of(DATA_RUN, 6, run), run, length);
    faulty_though_checked(&m, &run[1], 0, run, "a run without an identity");
    struct data_file file;
    struct data_fault fault;
    assert_true(data_open(&file, m.words, m.n, &fault));
    assert_int_equal(file.id, 0);
    assert_int_equal(file.n_runs, 1);
    struct data_iter it = data_each(&file);
    assert_true(data_next(&it));
    assert_int_equal(it.kind, DATA_RUN);
    assert_int_equal(it.run.id, 7);
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
    struct data_file file;
    struct data_fault fault;
    f->words[1] |= UINT64_C(0xc0000000) << 32;
    assert_true(data_open(&file, f->words, f->n, &fault));
    assert_null(file.fault.what);
    assert_int_equal(file.flags, 0);
    f->words[1] |= (uint64_t)data_pairs(DATA_EXACT) << 32;
    f->words[1] ^= UINT64_C(0x80000000) << 32;
    assert_true(data_open(&file, f->words, f->n, &fault));
    assert_string_equal(file.fault.what, "half of a flag");
    assert_int_equal(file.fault.byte, 8);
    assert_int_equal(file.flags, DATA_EXACT);
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

// They are the end of a record, whichever.
static void words_in_use_are_a_hint(void **state) {
    struct fixture *f = *state;
    uint32_t ends = 0;
    for (uint64_t used = 0; used <= f->n / 8; used++) {
        bool is = used * 8 == f->first;
        for (uint32_t i = 0; i < SAMPLEDATA_RECORDS; i++) {
            is = is || f->at[i].end == used * 8;
        }
        f->words[9] = used;
        struct result r = read_bytes(f, f->n);
        assert_int_equal(r.n, SAMPLEDATA_RECORDS);
        assert_int_equal(r.fault.what == NULL, is);
        ends += is;
    }
    assert_int_equal(ends, SAMPLEDATA_RECORDS + 1);
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

// What is read of bytes, without what only says that they are as they were.
struct seen {
    bool open, found;
    uint32_t n, flags;
    uint64_t end, sum;
};

static struct seen look_at(const void *bytes, size_t n) {
    struct seen to = {0};
    struct data_file f;
    struct data_fault fault = {0};
    struct data_iter it;
    struct sampledata_at at[SAMPLEDATA_RECORDS];
    to.open = data_open(&f, bytes, n, &fault);
    if (to.open) {
        to.n = sampledata_read(&f, &it, at, SAMPLEDATA_RECORDS);
        to.flags = f.flags;
        to.end = f.end;
        to.sum = to.n ? at[to.n - 1].sum : 0;
        data_is_summed(&it, &fault);
        to.found = it.fault.what || f.fault.what;
    }
    to.found = to.found || fault.what;
    return to;
}

static bool is_same(const struct seen *a, const struct seen *b) {
    return a->open == b->open && a->n == b->n && a->flags == b->flags &&
           a->end == b->end && a->sum == b->sum;
}

// After a clean end any flip in the file is found.
static void finds_every_bit_after_a_clean_end(void **state) {
    struct fixture *f = *state;
    unsigned char *bytes = f->ended;
    struct seen seen = look_at(bytes, f->n_ended);
    assert_true(seen.open && !seen.found);
    assert_int_equal(seen.n, SAMPLEDATA_RECORDS);
    assert_int_equal(seen.flags, DATA_CLEAN);
    assert_int_equal(f->n_ended % 4096, 0);
    for (size_t i = 0; i < f->n_ended * 8; i++) {
        bytes[i / 8] ^= (unsigned char)(1u << i % 8);
        if (!look_at(bytes, f->n_ended).found) {
            fail_msg("bit %zu of byte %zu", i % 8, i / 8);
        }
        bytes[i / 8] ^= (unsigned char)(1u << i % 8);
    }
}

// Marks the bytes of a counter.
static void mark(const struct fixture *f, char *is, const uint64_t *counter) {
    memset(is + ((const char *)counter - (const char *)f->words), 1, 8);
}

static void mark_counters(const struct fixture *f, char *is) {
    struct data_file file;
    struct data_fault fault;
    assert_true(data_open(&file, f->words, f->n, &fault));
    for (uint32_t i = 0; i < file.n_labels; i++) {
        mark(f, is, &file.label[i]);
    }
    for (struct data_iter it = data_each(&file); data_next(&it);) {
        uint32_t n = it.kind == DATA_NODE ? it.node.n_slots : 0;
        for (uint32_t i = 0; i <= n; i++) {
            mark(f, is, &it.counter[i]);
        }
    }
}

// After any other those that are not found change nothing, or a counter.
static void finds_every_bit_but_of_counters(void **state) {
    struct fixture *f = *state;
    unsigned char *bytes = (unsigned char *)f->words;
    char *is_counter = calloc(1, f->n);
    assert_non_null(is_counter);
    mark_counters(f, is_counter);
    struct seen seen = look_at(bytes, f->n);
    uint32_t found = 0, nothing = 0, left = 0;
    for (size_t i = 0; i < f->n * 8; i++) {
        bytes[i / 8] ^= (unsigned char)(1u << i % 8);
        struct seen now = look_at(bytes, f->n);
        found += now.found;
        nothing += !now.found && is_same(&now, &seen);
        if (!now.found && !is_same(&now, &seen)) {
            left++;
            if (!is_counter[i / 8]) {
                fail_msg("byte %zu", i / 8);
            }
        }
        bytes[i / 8] ^= (unsigned char)(1u << i % 8);
    }
    print_message("# of %zu bits %u found, %u without a meaning, %u in "
                  "counters\n",
                  f->n * 8, found, nothing, left);
    // The end that it has not, and words in use that are another record's end.
    assert_true(nothing >= 64 && nothing < 64 + 16);
    assert_int_equal(found + nothing + left, f->n * 8);
    free(is_counter);
}

static void a_later_end_is_no_end(void **state) {
    struct fixture *f = *state;
    struct data_file file;
    struct data_fault fault;
    f->words[DATA_AT_END] = 5;
    assert_true(data_open(&file, f->words, f->n, &fault));
    assert_int_equal(file.end, 0);
}

static void says_what_is_wrong_with_a_node(void **state) {
    struct fixture *f = *state;
    uint64_t *w = record(f, 3), length = data_words(w[0]);
    const char *other = "a node of another length";
    faulty_with(f, w, DATA_NODE, w, "no record");
    faulty_with(f, w, length << 8, w, "no record");
    faulty_with(f, w, UINT64_C(0xffffff) << 8 | DATA_NODE, w,
                "a record beyond the end");
    faulty_with(f, w, UINT64_C(3) << 8 | DATA_NODE, w,
                "a record that has been changed");
    faulty_with(f, w, first_of(DATA_NODE, length + 1, w), w, other);
    faulty_though_checked(f, w + 2, w[2] + (UINT64_C(1) << 32), w, other);
    faulty_though_checked(f, w + 2, w[2] | UINT64_MAX << 32, w, other);
    faulty_though_checked(f, w + 1, w[1] + 1, w, "a parent that is not there");
    faulty_though_checked(f, w + 1, w[1] + (UINT64_C(1) << 32), w,
                          "a label that is not there");
    assert_null(read_bytes(f, f->n).fault.what);
}

static void says_what_is_wrong_with_a_note(void **state) {
    struct fixture *f = *state;
    uint64_t *step = record(f, 4), *text = record(f, 5), *chain = record(f, 8);
    assert_int_equal((uint8_t)*step, DATA_STEP);
    assert_int_equal((uint8_t)*chain, DATA_CHAIN);
    const char *node = "a node that is not there";
    faulty_with(f, step, UINT64_C(2) << 8 | DATA_STEP, step,
                "a record that has been changed");
    faulty_though_checked(f, step + 1, UINT64_C(4) << 32, step, node);
    faulty_though_checked(f, step + 1, UINT64_C(4) << 32 | 5, step, node);
    faulty_though_checked(f, step + 1, UINT64_C(12) << 32 | 1, step,
                          "a label that is not there");
    faulty_though_checked(f, chain + 1, UINT64_C(5) << 32 | 99, chain, node);
    const char *length = "a text of another length";
    faulty_though_checked(f, text + 3, 0, text, length);
    faulty_though_checked(f, text + 3, text[3] + 8, text, length);
    faulty_though_checked(f, text + 3, text[3] | UINT32_MAX, text, length);
    faulty_though_checked(f, text + 3, (uint32_t)text[3], text,
                          "a text longer than it was");
    assert_null(read_bytes(f, f->n).fault.what);
}

// Those that are notes.
static void passes_over_other_kinds(void **state) {
    struct fixture *f = *state;
    uint64_t *step = record(f, 4), *last = record(f, SAMPLEDATA_RECORDS - 1);
    faulty_with(f, step, *step | 0xff, step, "a record that has been changed");
    *step = first_of(DATA_N_KINDS, data_words(*step), step);
    *last = first_of(UINT8_MAX, data_words(*last), last);
    struct result r = read_bytes(f, f->n);
    assert_null(r.fault.what);
    assert_int_equal(r.n, SAMPLEDATA_RECORDS - 2);
    assert_int_equal(r.it.n_unknown, 2);
    faulty_with(f, step, UINT64_MAX, step, "a record beyond the end");
}

// --- Sums --------------------------------------------------------------------

static void says_what_is_wrong_with_sums(void **state) {
    struct fixture *f = *state, e = {.words = f->ended, .n = f->n_ended};
    uint64_t *sums = e.words + f->n / 8, *used = &e.words[DATA_AT_USED];
    uint64_t n = data_words(*sums), end = *used;
    assert_int_equal((uint8_t)*sums, DATA_SUMS);
    assert_int_equal(n, 1 + data_blocks(f->n / 8));
    faulty_with(&e, sums, first_of(DATA_SUMS, n - 1, sums), sums,
                "sums of something else");
    faulty_with(&e, sums + n, first_of(DATA_THREAD, 3, sums + n), sums + n,
                "a record behind the sums");
    faulty_with(&e, sums + n + 1, 1, sums + n + 1, "something behind the end");
    faulty_with(&e, used, end - n, used,
                "words in use that are not the end of a record");
    faulty_with(&e, used, end + 1, e.words + end, "zeros instead of a record");
    assert_null(read_bytes(&e, e.n).fault.what);
}

static bool is_summed(const struct fixture *e, struct data_fault *fault) {
    struct data_file file;
    assert_true(data_open(&file, e->words, e->n, fault));
    struct data_iter it = data_each(&file);
    while (data_next(&it)) {
    }
    assert_null(it.fault.what);
    return data_is_summed(&it, fault);
}

static void says_which_counters_were_changed(void **state) {
    struct fixture *f = *state, e = {.words = f->ended, .n = f->n_ended};
    struct data_fault fault;
    assert_true(is_summed(&e, &fault));
    assert_null(fault.what);
    // Before the end nobody vouches for them.
    assert_false(is_summed(f, &fault));
    assert_null(fault.what);
    e.words[f->first / 8 - 1]++;
    assert_false(is_summed(&e, &fault));
    assert_string_equal(fault.what, "counters that have been changed");
    assert_int_equal(fault.byte, 0);
    // They may change as long as it has not ended.
    e.words[DATA_AT_FLAGS] = (uint32_t)e.words[DATA_AT_FLAGS];
    assert_false(is_summed(&e, &fault));
    assert_null(fault.what);
}

// --- As much as is needed ----------------------------------------------------

// What is read of a file that has all that in front.
static size_t read_of(const void *bytes, size_t n) {
    uint64_t at = 0, need = 1;
    size_t have = 0;
    while (need > have && have < n) {
        have = need < n ? (size_t)need : n;
        void *copy = copy_of(bytes, have);
        need = data_extent(copy, have, &at);
        free(copy);
    }
    return have;
}

static void needs_no_more_than_there_is(void **state) {
    struct fixture *f = *state;
    enum { MORE = 1 << 20 };
    char *bytes = calloc(1, f->n_ended + MORE);
    assert_non_null(bytes);
    memcpy(bytes, f->words, f->n);
    assert_int_equal(read_of(bytes, f->n_ended + MORE), 4096);
    memcpy(bytes, f->ended, f->n_ended);
    assert_int_equal(read_of(bytes, f->n_ended + MORE), f->n_ended);
    for (size_t n = 0; n <= f->n; n++) {
        assert_int_equal(read_of(f->words, n), n);
    }
    // Whatever changed, it is not more than a record may take.
    for (size_t i = 0; i < f->n * 8; i++) {
        bytes[i / 8] ^= (char)(1u << i % 8);
        assert_true(read_of(bytes, f->n_ended + MORE) <= f->n_ended + MORE);
        bytes[i / 8] ^= (char)(1u << i % 8);
    }
    free(bytes);
}

// --- Version 1 ---------------------------------------------------------------

static struct fixture seed(const char *name) {
    struct fixture f = {0};
    char path[500];
    const char *srcdir = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/fuzz/seeds-data/version-1-%s",
             srcdir ? srcdir : ".", name);
    f.words = all_of(path, &f.n);
    return f;
}

// Its sample has the same records, but for the last two.
static void reads_version_1(void **state) {
    struct fixture *f = *state, old = seed("sample");
    struct data_file file;
    struct data_fault fault;
    struct data_iter it;
    assert_true(data_open(&file, old.words, old.n, &fault));
    assert_int_equal(file.version, 1);
    assert_int_equal(file.flags, DATA_CLEAN);
    assert_int_equal(file.n_labels, SAMPLEDATA_LABELS);
    assert_memory_equal(file.command, "java -jar sample.jar 'two words'", 32);
    assert_true(file.id != 0);
    uint32_t n = sampledata_read(&file, &it, NULL, 0);
    assert_null(it.fault.what);
    assert_int_equal(n, SAMPLEDATA_RECORDS);
    assert_false(data_is_summed(&it, &fault));
    assert_null(fault.what);
    struct data_sums sums = data_sum(&file);
    assert_int_equal(sums.events, 4 + 447 + 6);
    assert_int_equal(data_counts(&file, &sums), DATA_COUNTS_UNVERIFIED);
    // No single bit makes one of today of it, or the other way round.
    for (uint32_t i = 0; i < 32; i++) {
        old.words[DATA_AT_FLAGS] ^= UINT64_C(1) << i;
        f->words[DATA_AT_FLAGS] ^= UINT64_C(1) << i;
        assert_false(data_open(&file, old.words, old.n, &fault));
        assert_false(data_open(&file, f->words, f->n, &fault));
        old.words[DATA_AT_FLAGS] ^= UINT64_C(1) << i;
        f->words[DATA_AT_FLAGS] ^= UINT64_C(1) << i;
    }
    free(old.words);
}

// A run is the same in its own file and in a merged one.
static void runs_of_version_1_have_an_identity(void **state) {
    struct fixture old = seed("merged");
    struct data_file file;
    struct data_fault fault;
    uint64_t id[2] = {0};
    uint32_t n = 0;
    (void)state;
    assert_true(data_open(&file, old.words, old.n, &fault));
    assert_int_equal(file.id, 0);
    assert_int_equal(file.n_runs, 2);
    for (struct data_iter it = data_each(&file); data_next(&it);) {
        if (it.kind == DATA_RUN) {
            assert_in_range(n, 0, 1);
            id[n++] = it.run.id;
        }
    }
    assert_true(n == 2 && id[0] && id[1] && id[0] != id[1]);
    // The head of the second one's own file.
    uint64_t head[DATA_UNSUMMED_HEAD / 8 + 2] = {0};
    memcpy(head, old.words, DATA_UNSUMMED_HEAD);
    head[DATA_AT_RUN] = 8;
    head[DATA_AT_START] = 100;
    head[DATA_AT_SIZES] = UINT64_C(14) << 32;
    memcpy(&head[DATA_UNSUMMED_HEAD / 8], "java two words", 14);
    assert_true(data_open(&file, head, sizeof head, &fault));
    assert_int_equal(file.id, id[1]);
    free(old.words);
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
    assert_int_equal(data_counts(&file, &s), DATA_COUNTS_UNVERIFIED);
    s.unsummed = false;
    assert_int_equal(data_counts(&file, &s), DATA_COUNTS_ABOUT);
    s.threads = 1;
    assert_int_equal(data_counts(&file, &s), DATA_COUNTS_ALONE);
    s.threads = 0;
    assert_int_equal(data_counts(&file, &s), DATA_COUNTS_ABOUT);
    file.flags |= DATA_EXACT;
    assert_int_equal(data_counts(&file, &s), DATA_COUNTS_EXACT);
    file.flags |= DATA_UNVERIFIED;
    assert_int_equal(data_counts(&file, &s), DATA_COUNTS_UNVERIFIED);
}

// Its number is an index.
static void an_event_that_is_none(void **state) {
    struct fixture *f = *state;
    struct data_file file;
    struct data_fault fault;
    uint64_t *last = &f->words[f->at[SAMPLEDATA_RECORDS - 2].end / 8];
    assert_int_equal((uint8_t)last[0], DATA_SLOW);
    last[1] = DATA_N_EVENTS;
    last[0] = first_of(DATA_SLOW, data_words(last[0]), last);
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
        DATA_TEST(finds_every_bit_after_a_clean_end),
        DATA_TEST(finds_every_bit_but_of_counters),
        DATA_TEST(a_later_end_is_no_end),
        DATA_TEST(says_what_is_wrong_with_a_node),
        DATA_TEST(says_what_is_wrong_with_a_note),
        DATA_TEST(passes_over_other_kinds),
        DATA_TEST(says_what_is_wrong_with_sums),
        DATA_TEST(says_which_counters_were_changed),
        DATA_TEST(needs_no_more_than_there_is),
        DATA_TEST(reads_version_1),
        DATA_TEST(runs_of_version_1_have_an_identity),
        DATA_TEST(sums),
        DATA_TEST(an_event_that_is_none),
        cmocka_unit_test(all_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
