// SPDX-License-Identifier: MIT
// test_runs_pool.c - data files added up: the same bytes for any order and grouping,
// the sums that a list of all counters gives, no run twice, and of what is damaged
// all that is intact.

#include "analysis/base/file.h"
#include "rewriter/runs/pool.h"
#include "tests/unit/lib/poolfiles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// --- Order and grouping -------------------------------------------------------

static void shuffle(u4 *v, u4 n, u8 *seed) {
    for (u4 i = n; i > 1; i--) {
        u4 j = draft_below(seed, i), x = v[i - 1];
        v[i - 1] = v[j];
        v[j] = x;
    }
}

// Merges some of what is left to one, again and again, and then all that is left;
// whatever is merged may be merged once more, by itself.
static void merge_somehow(struct files *f, const u4 *all, u4 n,
                          const struct emit *wanted) {
    u4 left[MOST_FILES];
    memcpy(left, all, n * sizeof *left);
    while (n > 1) {
        shuffle(left, n, &f->seed);
        u4 k = 1 + draft_below(&f->seed, n - 1);
        left[n - k] = files_put_merged(f, left + n - k, k);
        n -= k - 1;
        if (draft_below(&f->seed, 3) == 0) {
            break;
        }
    }
    shuffle(left, n, &f->seed);
    files_gives(f, left, n, wanted);
}

static void any_order_and_grouping_gives_the_same(void **state) {
    struct files *f = *state;
    for (u4 round = 0; round < 12; round++) {
        u4 n = 2 + draft_below(&f->seed, 8), all[MOST_FILES];
        for (u4 i = 0; i < n; i++) {
            all[i] = files_put_run(f, 20 + i);
        }
        struct emit wanted = files_merged(f, NULL, all, n);
        for (u4 i = 0; i < 12; i++) {
            u4 had = f->n;
            merge_somehow(f, all, n, &wanted);
            files_forget(f, had);
        }
        u4 once = files_put(f, wanted.p, wanted.n);
        files_gives(f, &once, 1, &wanted);
        emit_release(&wanted);
        files_forget(f, 0);
    }
    files_says_nothing(f);
}

// --- Sums ---------------------------------------------------------------------

static void same_said(struct all_said *a, struct all_said *b) {
    said_fold(a);
    said_fold(b);
    for (u4 i = 0; i < a->v.n && i < b->v.n; i++) {
        assert_string_equal(a->v.v[i].what, b->v.v[i].what);
        if (a->v.v[i].count != b->v.v[i].count) {
            fail_msg("%s", a->v.v[i].what);
        }
    }
    assert_int_equal(a->v.n, b->v.n);
}

static void sums_are_those_of_a_list(void **state) {
    struct files *f = *state;
    for (u4 round = 0; round < 30; round++) {
        struct all_said files, all;
        u4 n = 1 + draft_below(&f->seed, 6), number[MOST_FILES];
        said_init(&files);
        said_init(&all);
        for (u4 i = 0; i < n; i++) {
            number[i] = files_put_run(f, 30 + i);
            struct emit e = files_read_file(f, number[i]);
            said_add(&files, e.p, e.n);
            emit_release(&e);
        }
        struct emit e = files_merged(f, &f->plan.p, number, n);
        said_add(&all, e.p, e.n);
        same_said(&files, &all);
        emit_release(&e);
        said_release(&files);
        said_release(&all);
        files_forget(f, 0);
    }
    files_says_nothing(f);
}

static u8 times(void *context, u4 i) {
    const u8 *n = context;
    return n[i];
}

// The first label that leads from method to method, with a slot or without.
static u4 inner_label(const struct plan *p, u4 method, bool slot) {
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        const struct plan_label *l = &p->label[i];
        if (p->site[l->site].method == method && l->target &&
            (l->slot != 0) == slot) {
            return i;
        }
    }
    return 0;
}

// An entry with both, below it a node for each.
struct family {
    u4 entry, with, without;
};
static struct family find_family(const struct plan *p) {
    struct family x = {0};
    for (u4 i = 1; i < p->n[PLAN_ENTRY]; i++) {
        u4 method = p->entry[i].method;
        x = (struct family){i, inner_label(p, method, true),
                            inner_label(p, method, false)};
        if (x.with && x.without) {
            return x;
        }
    }
    fail_msg("a plan without such an entry");
    return x;
}

static u4 slots_of(const struct plan *p, u4 method) {
    return p->method[method].n_slots;
}

static u4 put_family(struct files *f, u4 pid, const u8 *n) {
    const struct plan *p = &f->plan.p;
    struct family x = find_family(p);
    struct draft draft;
    u8 count[64] = {n[0]};
    assert_true(slots_of(p, p->entry[x.entry].method) < 64);
    count[p->label[x.with].slot] = n[1];
    // Of a time to come, in which there was time for everything.
    draft_init(&draft, p, &(struct draft_run){.id = pid, .start = 1ull << 60});
    draft_node(&draft,
               &(struct data_node){0, x.entry, 0,
                                   slots_of(p, p->entry[x.entry].method)},
               times, count);
    u8 child[64] = {n[2]};
    draft_node(
        &draft,
        &(struct data_node){1, x.with, 0, slots_of(p, p->label[x.with].target)},
        times, child);
    child[0] = n[3];
    draft_node(&draft,
               &(struct data_node){1, x.without, 0,
                                   slots_of(p, p->label[x.without].target)},
               times, child);
    u4 number = files_put_draft(f, &draft);
    draft_release(&draft);
    return number;
}

static void hits_are_of_slots_and_nodes(void **state) {
    struct files *f = *state;
    struct arena mem;
    bool whole;
    arena_init(&mem);
    u4 number[] = {put_family(f, 1, (const u8[]){3, 50, 700, 9000}),
                   put_family(f, 2, (const u8[]){4, 60, 800, UINT64_MAX})};
    struct pool p = files_pool_of(f, &f->plan.p, number, 2, &mem, &whole);
    assert_true(whole);
    assert_int_equal(p.n_nodes, 4);
    struct family x = find_family(&f->plan.p);
    for (u4 i = 1; i < 4; i++) {
        u8 wanted = p.node[i].parent == 0       ? 7
                    : p.node[i].label == x.with ? 110 + 1500
                                                : UINT64_MAX;
        assert_true(p.node[i].hits == wanted);
    }
    arena_release(&mem);
    files_says_nothing(f);
}

// --- Order --------------------------------------------------------------------

// The numbers that a node is ordered by; how many.
static u4 chain_of(const struct pool *p, u4 node, u4 *to) {
    u4 n = 2, length = 0;
    for (u4 i = p->node[node].parent; i; i = p->node[i].parent) {
        length++;
    }
    n += length;
    for (u4 i = node, at = n; i; i = p->node[i].parent) {
        to[--at] = p->node[i].label;
    }
    to[0] = p->node[node].level;
    return n;
}

static bool is_below(const u4 *a, u4 n_a, const u4 *b, u4 n_b) {
    for (u4 i = 0; i < n_a && i < n_b; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i];
        }
    }
    return n_a < n_b;
}

static void nodes_are_in_the_order_of_chains(void **state) {
    struct files *f = *state;
    for (u4 round = 0; round < 10; round++) {
        struct arena mem;
        bool whole;
        u4 number[] = {files_put_run(f, 1), files_put_run(f, 2),
                       files_put_run(f, 3)};
        arena_init(&mem);
        struct pool p = files_pool_of(f, &f->plan.p, number, 3, &mem, &whole);
        assert_true(whole && p.n_nodes > 10);
        for (u4 i = 2; i < p.n_nodes; i++) {
            u4 a[256], b[256];
            assert_true(p.node[i].parent < i);
            u4 n_a = chain_of(&p, i - 1, a), n_b = chain_of(&p, i, b);
            assert_true(is_below(a, n_a, b, n_b));
        }
        for (u4 i = 1; i < p.n_steps; i++) {
            const struct pool_step *a = &p.step[i - 1], *b = &p.step[i];
            assert_true(a->node < b->node ||
                        (a->node == b->node && a->label < b->label));
        }
        for (u4 i = 1; i < p.n_runs; i++) {
            assert_true(p.run[i - 1].start <= p.run[i].start);
        }
        arena_release(&mem);
        files_forget(f, 0);
    }
}

// --- Runs ---------------------------------------------------------------------

static void a_run_counts_once(void **state) {
    struct files *f = *state;
    u4 a = files_put_run(f, 1), b = files_put_run(f, 2),
       c = files_put_run(f, 3);
    struct emit e = files_read_file(f, a);
    u4 copy = files_put(f, e.p, e.n);
    emit_release(&e);
    u4 alone = files_put_merged(f, &a, 1);
    u4 ab = files_put_merged(f, (const u4[]){a, b}, 2);
    struct emit one = files_merged(f, NULL, &a, 1);
    struct emit all = files_merged(f, NULL, (const u4[]){a, b, c}, 3);
    files_says_nothing(f);
    files_gives(f, (const u4[]){a, a}, 2, &one);
    files_gives(f, (const u4[]){copy, alone, a}, 3, &one);
    files_gives(f, (const u4[]){alone, copy}, 2, &one);
    files_says(f, "left out: all its data are also in ");
    files_gives(f, (const u4[]){a, b, ab, c}, 4, &all);
    files_gives(f, (const u4[]){a, c, ab}, 3, &all);
    files_gives(f, (const u4[]){ab, c, b, alone, a}, 5, &all);
    u4 bc = files_put_merged(f, (const u4[]){b, c}, 2);
    u4 abc = files_put(f, all.p, all.n);
    files_gives(f, (const u4[]){ab, bc, abc}, 3, &all);
    assert_int_equal(f->diag.n_level[DIAG_ERROR], 0);
    emit_release(&one);
    emit_release(&all);
}

static void refused(struct files *f, u4 a, u4 b, const char *run) {
    for (int i = 0; i < 2; i++) {
        struct emit e =
            files_merged(f, NULL, (const u4[]){i ? b : a, i ? a : b}, 2);
        assert_int_equal(e.n, 0);
        emit_release(&e);
        files_says(f, run);
        files_says(f, f->path[a]);
        files_says(f, f->path[b]);
        assert_int_equal(f->diag.n_level[DIAG_ERROR], 1);
        f->diag.n_level[DIAG_ERROR] = 0;
        files_hush(f);
    }
}

static void runs_in_two_files_cannot_be_parted(void **state) {
    struct files *f = *state;
    u4 a = files_put_run(f, 1), b = files_put_run(f, 2),
       c = files_put_run(f, 3);
    u4 ab = files_put_merged(f, (const u4[]){a, b}, 2);
    u4 bc = files_put_merged(f, (const u4[]){b, c}, 2);
    refused(f, ab, bc, "shares run 0000000000000002 with ");
}

// The same run, when it had come further.
static u4 put_later(struct files *f, u4 number, u8 more) {
    struct emit e = files_read_file(f, number);
    struct data_file file;
    struct data_fault fault;
    assert_true(data_open(&file, e.p, e.n, &fault));
    size_t at = (size_t)file.first + DATA_COUNTERS * 8;  // of its first node
    u8 count;
    memcpy(&count, e.p + at, sizeof count);
    count += more;
    memcpy(e.p + at, &count, sizeof count);
    u4 to = files_put(f, e.p, e.n);
    emit_release(&e);
    return to;
}

static void the_last_state_of_a_run_counts(void **state) {
    struct files *f = *state;
    u4 early = put_family(f, 7, (const u8[]){1, 2, 3, 4});
    u4 late = put_later(f, early, 5);
    u4 other = files_put_run(f, 8);
    struct emit wanted = files_merged(f, NULL, &late, 1);
    files_gives(f, (const u4[]){early, late}, 2, &wanted);
    files_gives(f, (const u4[]){late, early}, 2, &wanted);
    emit_release(&wanted);
    wanted = files_merged(f, NULL, (const u4[]){late, other}, 2);
    u4 with_late = files_put(f, wanted.p, wanted.n);
    files_gives(f, (const u4[]){early, with_late}, 2, &wanted);
    files_gives(f, (const u4[]){other, early, late, with_late}, 4, &wanted);
    emit_release(&wanted);
    files_hush(f);
    u4 with_early = files_put_merged(f, (const u4[]){early, other}, 2);
    refused(f, late, with_early, "has more of run 0000000000000007 than");
    refused(f, with_late, with_early, "has more of run 0000000000000007 than");
}

static void runs_are_kept(void **state) {
    struct files *f = *state;
    struct arena mem;
    bool whole;
    const u4 flags[] = {DATA_CLEAN | DATA_EXACT, DATA_EXACT | DATA_FILE_FULL};
    u4 number[2];
    for (u4 i = 0; i < 2; i++) {
        struct draft draft;
        draft_init(&draft, &f->plan.p,
                   &(struct draft_run){9 - i, 5, 70 + i, flags[i], "java x"});
        draft_note(&draft, DATA_THREAD, &(struct data_note){.count = 3 + i});
        number[i] = files_put_draft(f, &draft);
        draft_release(&draft);
    }
    number[0] = files_put_merged(f, &number[0], 1);
    arena_init(&mem);
    struct pool p = files_pool_of(f, NULL, number, 2, &mem, &whole);
    assert_true(whole);
    assert_int_equal(p.n_runs, 2);
    for (u4 i = 0; i < 2; i++) {
        const struct pool_run *r = &p.run[i];
        assert_int_equal(r->id, 8 + i);
        assert_int_equal(r->start, 5);
        // That of the other did not come: it did not end.
        assert_int_equal(r->end, i ? 70 : 0);
        assert_int_equal(r->flags, flags[1 - i] | (i ? 0 : DATA_UNVERIFIED));
        assert_int_equal(r->threads, 4 - i);
        assert_int_equal(r->sum, 4 - i);
        assert_true(str_eq(r->command, STR("java x")));
    }
    assert_int_equal(p.flags, DATA_FILE_FULL);
    assert_int_equal(p.counts, DATA_COUNTS_UNVERIFIED);
    struct emit e;
    struct data_file file;
    struct data_fault fault;
    emit_init(&e, SIZE_MAX / 2);
    pool_write_data(&p, &e);
    assert_true(data_open(&file, e.p, e.n, &fault));
    assert_int_equal(file.id, 0);
    assert_int_equal(file.n_runs, 2);
    assert_int_equal(file.flags, DATA_EXACT | DATA_FILE_FULL | DATA_UNVERIFIED);
    assert_int_equal(file.used * 8, e.n);
    emit_release(&e);
    arena_release(&mem);
}

// What can be believed of counters: of runs by flags and threads, in the file and in
// the pool.
static void counts_are(struct files *f, u4 n, const u4 *flags,
                       const u8 *threads, enum data_counts wanted) {
    struct arena mem;
    bool whole;
    u4 number[4], had = f->n;
    for (u4 i = 0; i < n; i++) {
        struct draft draft;
        draft_init(&draft, &f->plan.p,
                   &(struct draft_run){.id = 1 + i, .flags = flags[i]});
        if (threads[i]) {
            draft_note(&draft, DATA_THREAD,
                       &(struct data_note){.count = threads[i]});
        }
        number[i] = files_put_draft(f, &draft);
        draft_release(&draft);
    }
    arena_init(&mem);
    struct pool p = files_pool_of(f, NULL, number, n, &mem, &whole);
    assert_int_equal(p.counts, wanted);
    struct emit e;
    struct data_file file;
    struct data_fault fault;
    emit_init(&e, SIZE_MAX / 2);
    pool_write_data(&p, &e);
    assert_true(data_open(&file, e.p, e.n, &fault));
    struct data_sums sums = data_sum(&file);
    assert_int_equal(sums.runs, n);
    assert_int_equal(data_counts(&file, &sums), wanted);
    emit_release(&e);
    arena_release(&mem);
    files_forget(f, had);
}

static void counts_of_several_runs(void **state) {
    struct files *f = *state;
    const u4 c = DATA_CLEAN, x = DATA_EXACT | DATA_CLEAN;
    counts_are(f, 1, (u4[]){x}, (u8[]){9}, DATA_COUNTS_EXACT);
    counts_are(f, 3, (u4[]){x, x, x}, (u8[]){9, 1, 0}, DATA_COUNTS_EXACT);
    counts_are(f, 1, (u4[]){c}, (u8[]){1}, DATA_COUNTS_ALONE);
    counts_are(f, 3, (u4[]){c, x, c}, (u8[]){1, 7, 1}, DATA_COUNTS_ALONE);
    counts_are(f, 3, (u4[]){x, x, c}, (u8[]){1, 1, 2}, DATA_COUNTS_ABOUT);
    counts_are(f, 2, (u4[]){c, c}, (u8[]){1, 0}, DATA_COUNTS_ABOUT);
    counts_are(f, 2, (u4[]){x, DATA_EXACT}, (u8[]){1, 1},
               DATA_COUNTS_UNVERIFIED);
}

// --- Other plans, and no data files -------------------------------------------

static void other_plans_are_refused_by_name(void **state) {
    struct files *f = *state;
    u4 a = files_put_run(f, 1), b = files_put_run(f, 2);
    struct emit e = files_read_file(f, b);
    memset(e.p + 16, 0xab, 32);
    u8 check = data_check((const u8 *)(const void *)e.p);
    memcpy(e.p + (size_t)DATA_AT_CHECK * 8, &check, sizeof check);
    files_write_bytes(f->path[b], e.p, e.n);
    emit_release(&e);
    e = files_merged(f, NULL, (const u4[]){a, b}, 2);
    assert_int_equal(e.n, 0);
    char wanted[256], hex[65] = "";
    for (int i = 0; i < 32; i++) {
        snprintf(hex + (size_t)i * 2, 3, "%02x", f->plan.p.identity[i]);
    }
    snprintf(wanted, sizeof wanted, "%s: has plan identity abababab",
             f->path[b]);
    files_says(f, wanted);
    snprintf(wanted, sizeof wanted, "abab, but %s has %s (", f->path[a], hex);
    files_says(f, wanted);
    files_hush(f);
    e = files_merged(f, &f->plan.p, &b, 1);
    assert_int_equal(e.n, 0);
    snprintf(wanted, sizeof wanted, "abab, but the plan has %s (", hex);
    files_says(f, wanted);
}

// With another word in the head, of which it has n bytes.
static void put_head(struct files *f, u4 at, u4 byte, u1 with, size_t n) {
    struct emit e = files_read_file(f, at);
    e.p[byte] = with;
    u8 check = data_check((const u8 *)(const void *)e.p);
    memcpy(e.p + (size_t)DATA_AT_CHECK * 8, &check, sizeof check);
    files_write_bytes(f->path[at], e.p, n < e.n ? n : e.n);
    emit_release(&e);
}

// Which files can be used does not count, nor which comes first.
static void damaged_files_tell_their_plan(void **state) {
    struct files *f = *state;
    u4 a = files_put_run(f, 1), b = files_put_run(f, 2),
       c = files_put_run(f, 3);
    u4 bc = files_put_merged(f, (const u4[]){b, c}, 2);
    size_t label = f->plan.p.n[PLAN_LABEL];
    // Some of its runs are not there.
    put_head(f, bc, 16, 0xab, DATA_HEAD + label * 8 + 8);
    refused(f, a, bc, "has plan identity ");
    put_head(f, b, DATA_AT_SIZES * 8, (u1)(label - 1), SIZE_MAX);
    refused(f, a, b, " labels of its plan, but ");
    // A plan knows better.
    for (int i = 0; i < 2; i++) {
        struct emit e =
            files_merged(f, &f->plan.p, (const u4[]){i ? a : b, i ? b : a}, 2);
        assert_true(e.n);
        files_says(f, "not as many labels as its plan has");
        assert_int_equal(f->diag.n_level[DIAG_ERROR], 0);
        files_hush(f);
        emit_release(&e);
    }
}

static void other_files_are_refused(void **state) {
    struct files *f = *state;
    u4 a = files_put(f,
                     "no data file, but text that is longer than a head is, "
                     "which says that it has something to say......",
                     96);
    struct emit e = files_merged(f, NULL, &a, 1);
    assert_int_equal(e.n, 0);
    files_says(f, "cannot be used: not a data file (byte 0)");
    unlink(f->path[a]);
    e = files_merged(f, NULL, &a, 1);
    assert_int_equal(e.n, 0);
    files_says(f, "cannot open");
}

// --- Damage -------------------------------------------------------------------

// Merges the bytes as a file beside another one, and looks at what comes of it: it is
// none, or whole, and merged again the same; whatever is missing is said.
static void try_bytes(struct files *f, u4 at, const u1 *p, size_t n, u4 other) {
    files_write_bytes(f->path[at], p, n);
    for (int i = 0; i < 2; i++) {
        const struct plan *plan = i ? &f->plan.p : NULL;
        struct emit e = files_merged(f, plan, (const u4[]){other, at}, 2);
        if (e.n) {
            u4 again = files_put(f, e.p, e.n);
            files_gives_with(f, plan, &again, 1, &e);
            files_forget(f, again);
        } else {
            assert_true(f->diag.n_level[DIAG_ERROR]);
        }
        emit_release(&e);
    }
}

static void damage(struct files *f, u4 from, u4 other) {
    struct emit e = files_read_file(f, from);
    u4 at = files_put(f, e.p, e.n);
    for (size_t i = 0; i < e.n; i++) {
        const u1 was = e.p[i];
        e.p[i] = (u1)(was ^ (i % 3 ? 0xff : 1));
        try_bytes(f, at, e.p, e.n, other);
        files_hush(f);
        e.p[i] = was;
    }
    emit_release(&e);
}

// A file with few labels, so that most of it is records.
static u4 put_small(struct files *f, u4 pid) {
    struct draft draft;
    draft_init(&draft, &f->plan.p,
               &(struct draft_run){pid, 3, 4, DATA_CLEAN, "java"});
    draft_random(&draft, 8, &f->seed);
    u4 number = files_put_draft(f, &draft);
    draft_release(&draft);
    return number;
}

static void damaged_at_any_byte(void **state) {
    struct files *f = *state;
    u4 a = put_small(f, 1), b = put_small(f, 2), c = put_small(f, 3);
    u4 ab = files_put_merged(f, (const u4[]){a, b}, 2);
    damage(f, a, c);
    damage(f, ab, c);
    damage(f, ab, a);
}

// Each counter that there is has what it has in the whole file; without its runs
// there is none.
static void is_part_of(struct all_said *part, bool runs,
                       struct all_said *whole) {
    said_fold(part);
    said_fold(whole);
    for (u4 i = 0; !runs && i < part->v.n; i++) {
        assert_true(part->v.v[i].count == 0);
        assert_memory_equal(part->v.v[i].what, "label", 5);
    }
    if (!runs) {
        return;
    }
    for (u4 i = 0, j = 0; i < part->v.n; i++) {
        while (j < whole->v.n &&
               strcmp(whole->v.v[j].what, part->v.v[i].what) < 0) {
            j++;
        }
        assert_true(j < whole->v.n);
        assert_string_equal(whole->v.v[j].what, part->v.v[i].what);
        if (part->v.v[i].count != whole->v.v[j].count) {
            fail_msg("%s", part->v.v[i].what);
        }
    }
}

static void cut_anywhere(struct files *f, u4 number) {
    struct emit e = files_read_file(f, number);
    struct data_file file, of;
    struct data_fault fault;
    struct all_said whole;
    said_init(&whole);
    said_add(&whole, e.p, e.n);
    assert_true(data_open(&file, e.p, e.n, &fault));
    u4 at = files_put(f, e.p, e.n), most = 0;
    for (size_t n = 0; n < e.n; n++) {
        files_write_bytes(f->path[at], e.p, n);
        struct emit m = files_merged(f, &f->plan.p, &at, 1);
        // As far as the records go they are all there.
        struct all_said part, direct;
        said_init(&part);
        said_init(&direct);
        assert_true(m.n);
        said_add(&part, m.p, m.n);
        assert_true(data_open(&of, m.p, m.n, &fault));
        is_part_of(&part, of.n_runs != 0, &whole);
        if (n >= file.first && file.id) {
            said_add(&direct, e.p, n);
            same_said(&part, &direct);
        }
        assert_true(part.v.n >= most);
        most = part.v.n;
        files_says(f, f->path[at]);
        files_says(f, "damaged: ");
        assert_int_equal(f->diag.n_level[DIAG_ERROR], 0);
        files_hush(f);
        said_release(&part);
        said_release(&direct);
        emit_release(&m);
    }
    assert_true(most > 10);
    said_release(&whole);
    emit_release(&e);
}

static void cut_files_give_what_they_have(void **state) {
    struct files *f = *state;
    u4 a = files_put_run(f, 1), b = files_put_run(f, 2);
    cut_anywhere(f, files_put_merged(f, &a, 1));
    cut_anywhere(f, files_put_merged(f, (const u4[]){a, b}, 2));
    a = put_small(f, 3);
    cut_anywhere(f, a);
}

// They may have had more, so something is lost.
static void files_that_were_only_made_are_lost(void **state) {
    struct files *f = *state;
    static const u1 zero[4096];
    struct data_file is;
    struct data_fault fault;
    u4 a = files_put_run(f, 1);
    u4 empty = files_put(f, "", 0), zeros = files_put(f, zero, sizeof zero);
    for (u4 i = 0; i < 2; i++) {
        struct emit e =
            files_merged(f, NULL, (const u4[]){i ? empty : zeros, a}, 2);
        files_says(f, "nothing in this file can be used");
        assert_int_equal(f->diag.n_level[DIAG_ERROR], 0);
        assert_true(data_open(&is, e.p, e.n, &fault));
        assert_true(is.flags & DATA_LOST);
        emit_release(&e);
    }
}

static void an_intact_file_comes_before_a_damaged_one(void **state) {
    struct files *f = *state;
    u4 a = files_put_run(f, 1), b = files_put_run(f, 2);
    struct emit wanted = files_merged(f, NULL, &a, 1);
    struct emit e = files_read_file(f, a);
    u4 cut = files_put(f, e.p, e.n - 8);
    files_gives(f, (const u4[]){cut, a}, 2, &wanted);
    files_gives(f, (const u4[]){a, cut}, 2, &wanted);
    emit_release(&e);
    emit_release(&wanted);
    // One that has others besides counts, and that is said.
    u4 ab = files_put_merged(f, (const u4[]){a, b}, 2);
    e = files_read_file(f, ab);
    u4 cut_ab = files_put(f, e.p, e.n - 8);
    emit_release(&e);
    wanted = files_merged(f, NULL, &cut_ab, 1);
    files_hush(f);
    files_gives(f, (const u4[]){a, cut_ab}, 2, &wanted);
    files_says(f, "which has more runs, but is damaged");
    emit_release(&wanted);
}

// --- What the plan cannot have ------------------------------------------------

static u8 none(void *context, u4 i) {
    (void)context;
    return i == 0;
}

// A root, then a record that is not of this plan, and a child of it if it is a node:
// all but the root are left out, which is said.
static void left_out(struct files *f, enum data_kind kind,
                     const struct data_node *node, const struct data_note *note,
                     const char *what) {
    const struct plan *p = &f->plan.p;
    struct family x = find_family(p);
    struct draft draft;
    struct arena mem;
    bool whole;
    u4 had = f->n;
    draft_init(&draft, p, &(struct draft_run){.id = 1});
    draft_node(&draft,
               &(struct data_node){0, x.entry, 0,
                                   slots_of(p, p->entry[x.entry].method)},
               none, NULL);
    u8 byte = (u8)draft.w.n * 8;
    if (kind == DATA_NODE) {
        // The draft itself believes what it is told of methods, so not this.
        u4 at = draft.w.n;
        vec_cover(&draft.w, at + 4 + node->n_slots);
        memcpy(draft.w.v + at + 1, node, sizeof *node);
        draft.w.v[at] =
            data_first(DATA_NODE, node->n_slots + 4, draft.w.v + at);
        draft.w.v[DATA_AT_USED] = draft.w.n;
        draft_node(&draft, &(struct data_node){2, x.with, 0, 0}, none, NULL);
    } else {
        draft_note(&draft, kind, note);
    }
    u4 number = files_put_draft(f, &draft);
    draft_release(&draft);
    arena_init(&mem);
    struct pool pool = files_pool_of(f, p, &number, 1, &mem, &whole);
    assert_true(whole);
    assert_int_equal(pool.n_nodes, 2);
    assert_int_equal(pool.n_steps + pool.n_strays + pool.n_notes, 0);
    char wanted[200];
    snprintf(wanted, sizeof wanted,
             "%s: left out %s that no run of this plan writes; the first: %s "
             "(byte %llu)",
             f->path[number], kind == DATA_NODE ? "2 records" : "1 record",
             what, (unsigned long long)byte);
    files_says(f, wanted);
    files_hush(f);
    arena_release(&mem);
    files_forget(f, had);
}

static void nodes_that_the_plan_cannot_have(void **state) {
    struct files *f = *state;
    const struct plan *p = &f->plan.p;
    struct family x = find_family(p);
    u4 slots = slots_of(p, p->label[x.with].target);
    u4 entries = p->n[PLAN_ENTRY], foreign = 1, outside = 1;
    while (p->site[p->label[foreign].site].method == p->entry[x.entry].method) {
        foreign++;
    }
    while (
        outside < p->n[PLAN_LABEL] &&
        (p->label[outside].target ||
         p->site[p->label[outside].site].method != p->entry[x.entry].method)) {
        outside++;
    }
    const struct {
        struct data_node node;
        const char *what;
    } row[] = {
        {{0, 0, 0, 0}, "a root that is no entry"},
        {{0, entries, 0, 0}, "a root that is no entry"},
        {{0, UINT32_MAX, 0, 0}, "a root that is no entry"},
        {{0, 1, 16, slots_of(p, p->entry[1].method)},
         "a level that there is not"},
        {{0, 1, UINT32_MAX, slots_of(p, p->entry[1].method)},
         "a level that there is not"},
        {{0, 1, 3, slots_of(p, p->entry[1].method) + 1},
         "a node with other slots than its method"},
        {{1, x.with, 0, slots + 1}, "a node with other slots than its method"},
        {{1, x.with, 1, slots}, "a node of another level than its parent"},
        {{1, 0, 0, 0}, "a node whose label is not of its parent's method"},
        {{1, foreign, 0, 0},
         "a node whose label is not of its parent's method"},
        {{1, outside, 0, 0}, "a node outside the component"},
    };
    for (u4 i = 0; i < sizeof row / sizeof *row; i++) {
        if (row[i].node.parent == 0 || row[i].node.label < p->n[PLAN_LABEL]) {
            left_out(f, DATA_NODE, &row[i].node, NULL, row[i].what);
        }
    }
}

static void notes_that_the_plan_cannot_have(void **state) {
    struct files *f = *state;
    const struct plan *p = &f->plan.p;
    u4 foreign = 1;
    while (p->site[p->label[foreign].site].method ==
           p->entry[find_family(p).entry].method) {
        foreign++;
    }
    const struct {
        enum data_kind kind;
        u4 a, b;
        const char *what;
    } row[] = {
        {DATA_STEP, 1, 0, "a step whose label is not of its node's method"},
        {DATA_STEP, 1, foreign,
         "a step whose label is not of its node's method"},
        {DATA_CHAIN, 1, foreign,
         "a step whose label is not of its node's method"},
        {DATA_RECEIVER, 0, 1, "a site that is not there"},
        {DATA_RECEIVER, p->n[PLAN_SITE], 1, "a site that is not there"},
        {DATA_ENTRY, p->n[PLAN_METHOD], 1, "a method that is not there"},
        {DATA_ENTRY, 1, 16, "a level that there is not"},
        {DATA_INIT, p->n[PLAN_METHOD], 0, "a method that is not there"},
        {DATA_FINALIZER, 0, 0, "a method that is not there"},
        {DATA_HANDLER, p->n[PLAN_HANDLER], 0, "a handler that is not there"},
        {DATA_HANDLER, UINT32_MAX, 0, "a handler that is not there"},
    };
    for (u4 i = 0; i < sizeof row / sizeof *row; i++) {
        left_out(f, row[i].kind, NULL,
                 &(struct data_note){.a = row[i].a, .b = row[i].b},
                 row[i].what);
    }
}

// Without a plan nobody knows who is right, and nothing may be lost by the order.
static void slots_that_differ_without_a_plan(void **state) {
    struct files *f = *state;
    u4 number[2];
    u8 count[] = {1, 20, 300, 4000};
    for (u4 i = 0; i < 2; i++) {
        struct draft draft;
        draft_init(&draft, &f->plan.p, &(struct draft_run){.id = 1 + i});
        draft_node(&draft, &(struct data_node){0, 1, 0, 1 + 2 * i}, times,
                   count);
        number[i] = files_put_draft(f, &draft);
        draft_release(&draft);
    }
    struct emit a = files_merged(f, NULL, number, 2);
    struct emit b =
        files_merged(f, NULL, (const u4[]){number[1], number[0]}, 2);
    struct all_said all;
    files_same_bytes(&a, &b);
    said_init(&all);
    said_add(&all, a.p, a.n);
    for (u4 i = 0; i < 4; i++) {
        u4 at = all.v.n - 4 + i;
        assert_true(all.v.v[at].count == count[i] * (i < 2 ? 2 : 1));
    }
    said_release(&all);
    emit_release(&a);
    emit_release(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(f) \
    cmocka_unit_test_setup_teardown(f, files_set_up, files_tear_down)
        TEST(any_order_and_grouping_gives_the_same),
        TEST(sums_are_those_of_a_list),
        TEST(hits_are_of_slots_and_nodes),
        TEST(nodes_are_in_the_order_of_chains),
        TEST(a_run_counts_once),
        TEST(runs_in_two_files_cannot_be_parted),
        TEST(the_last_state_of_a_run_counts),
        TEST(runs_are_kept),
        TEST(counts_of_several_runs),
        TEST(other_plans_are_refused_by_name),
        TEST(damaged_files_tell_their_plan),
        TEST(other_files_are_refused),
        TEST(damaged_at_any_byte),
        TEST(cut_files_give_what_they_have),
        TEST(files_that_were_only_made_are_lost),
        TEST(an_intact_file_comes_before_a_damaged_one),
        TEST(nodes_that_the_plan_cannot_have),
        TEST(notes_that_the_plan_cannot_have),
        TEST(slots_that_differ_without_a_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
