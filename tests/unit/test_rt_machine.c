// SPDX-License-Identifier: MIT
// test_rt_machine.c - the machine of the run time: random programs against a
// machine that keeps the whole stack, threads, and what has no room.

#include "tests/unit/lib/randomrun.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { THREADS = 4 };

// A random plan, a machine and its data.
struct fixture {
    struct run_plan plan;
    struct data data;
    struct machine *m;
    uint64_t seed;
};

static uint32_t choose(const struct fixture *f, uint32_t what, uint32_t n) {
    return (uint32_t)((f->seed + 1) * 0x9e3779b97f4a7c15u >> (8 * what + 16)) %
           n;
}

static void set_up(struct fixture *f, uint64_t seed,
                   struct machine_options options, uint64_t most_file) {
    static const uint32_t slots[] = {10, 0, 8, 5};
    char why[64];
    f->seed = seed;
    struct run_shape shape = {choose(f, 0, 2), slots[choose(f, 1, 4)]};
    run_plan_init(&f->plan, shape, seed);
    assert_true(run_data(&f->data, &f->plan.p, most_file));
    if (options.most_table) {  // for nodes
        options.most_table += 8 * f->data.used + ROW_FIRST;
    }
    f->m = machine_new(&f->plan.p, &f->data, &options, why, sizeof why);
    if (!f->m) {
        fail_msg("seed %lu: %s", (unsigned long)seed, why);
    }
}

static void tear_down(struct fixture *f) {
    machine_free(f->m);
    data_release(&f->data);
    run_plan_release(&f->plan);
}

// Nothing but slots has a label in its upper half; and the words that a label of
// another method would look at are in the table.
static void check_table(const struct fixture *f) {
    const struct plan *p = &f->plan.p;
    uint64_t bytes, at = ROW_FIRST, most = 0, last = ROW_FIRST;
    const uint64_t *w = machine_table(f->m, &bytes);
    while (at < 8 * f->data.used + ROW_FIRST && at < bytes) {
        if (w[at / 8] == 0) {
            at += 8;
            continue;
        }
        assert_true(w[at / 8] >> 63 && w[at / 8 + 1] >> 63);
        last = at;
        at += 16 + 8 * p->method[w[at / 8] >> 32 & 0x3ffffff].n_slots;
    }
    for (uint32_t i = 1; i < p->n[PLAN_METHOD]; i++) {
        most = p->method[i].n_slots > most ? p->method[i].n_slots : most;
    }
    assert_in_range(last + 8 + 8 * most, 0, bytes);
}

static void check(const struct fixture *f, struct run *r,
                  enum naive_want want) {
    if (r->fault) {
        run_print(r, &r->thread[r->now]);
        fail_msg("seed %lu: %s", (unsigned long)f->seed, r->fault);
    }
    check_table(f);
    const char *differs = naive_differs(&r->naive, &f->data, want);
    if (differs) {
        fail_msg("seed %lu: %s", (unsigned long)f->seed, differs);
    }
}

static void add_counts(struct run_counts *to, const struct run_counts *of) {
    const uint64_t *from = (const uint64_t *)of;
    for (size_t i = 0; i < sizeof *to / sizeof *from; i++) {
        ((uint64_t *)to)[i] += from[i];
    }
}

static void random_programs(void **state) {
    struct run_counts did = {0};
    uint64_t nodes = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct fixture f;
        struct run r;
        set_up(&f, seed, (struct machine_options){.exact = seed % 2}, 0);
        run_init(&r, &f.plan, f.m, &f.data, 1 + choose(&f, 2, 3));
        r.seed += seed << 8;
        r.exact = seed % 2;
        r.follows = choose(&f, 3, 2);
        r.most_frames = choose(&f, 4, 4) ? 12 : 48;
        run_go(&r, 12000);
        check(&f, &r, NAIVE_COUNTS);
        add_counts(&did, &r.did);
        nodes += r.naive.node.n - 1;
        run_release(&r);
        tear_down(&f);
    }
    print_message("# events %lu, path nodes %lu, walks %lu, stale %lu, "
                  "strays %lu, initialisers %lu, upcalls %lu, exceptions %lu, "
                  "unguarded %lu, unknown %lu, refused %lu, quiet "
                  "%lu, lost %lu; levels 0 to 15:",
                  did.events, nodes, did.walks, did.stale, did.strays,
                  did.initialisers, did.upcalls, did.throws, did.unguarded,
                  did.unknown, did.refused, did.quiet, did.lost);
    for (int i = 0; i < 16; i++) {
        print_message(" %lu", did.level[i]);
        assert_true(did.level[i]);
    }
    print_message("\n");
    assert_true(did.quiet && did.stale && did.strays && did.upcalls &&
                did.unknown && did.refused && did.lost);
}

// --- Threads -----------------------------------------------------------------

static void *go(void *run) {
    run_go(run, 12000);
    return NULL;
}

static void with_threads(uint64_t seed, bool exact) {
    struct fixture f;
    struct run r[THREADS];
    pthread_t thread[THREADS];
    set_up(&f, seed, (struct machine_options){.exact = exact}, 0);
    for (uint32_t i = 0; i < THREADS; i++) {
        run_init(&r[i], &f.plan, f.m, &f.data, 1);
        r[i].seed += seed << 8 | i;
        r[i].exact = exact;
        r[i].follows = i % 2;
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&thread[i], NULL, go, &r[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        if (i > 0 && !r[i].fault) {
            naive_add(&r[0].naive, &r[i].naive);
        }
    }
    for (uint32_t i = THREADS; i-- > 1;) {
        assert_true(!r[i].fault || !r[0].fault);
        r[0].fault = r[0].fault ? r[0].fault : r[i].fault;
        run_release(&r[i]);
    }
    check(&f, &r[0], exact ? NAIVE_COUNTS : NAIVE_COVERED);
    run_release(&r[0]);
    tear_down(&f);
}

static void threads(void **state) {
    (void)state;
    for (uint64_t seed = 1000; seed < 1040; seed++) {
        with_threads(seed, seed % 2);
    }
}

// --- No room -----------------------------------------------------------------

static uint32_t flags_of(const struct data *d) {
    uint32_t flags = 0;
    for (uint32_t i = 0; i < DATA_N_FLAGS; i++) {
        flags |= (d->words[1] >> (32 + 2 * i) & 1) << i;
    }
    return flags;
}

static uint32_t run_full(uint64_t seed, struct machine_options options,
                         uint64_t most_file) {
    struct fixture f;
    struct run r;
    set_up(&f, seed, options, most_file);
    run_init(&r, &f.plan, f.m, &f.data, 2);
    r.seed += seed << 8;
    r.full = true;
    r.follows = seed % 2;
    run_go(&r, 8000);
    check(&f, &r, NAIVE_AT_MOST);
    uint32_t flags = flags_of(&f.data);
    run_release(&r);
    tear_down(&f);
    return flags;
}

static void full_table(void **state) {
    uint32_t n = 0;
    (void)state;
    for (uint64_t seed = 2000; seed < 2030; seed++) {
        struct machine_options o = {.most_table = 1500};
        uint32_t flags = run_full(seed, o, 0);
        assert_false(flags & DATA_FILE_FULL);
        n += (flags & DATA_TABLE_FULL) != 0;
    }
    assert_true(n > 10);
}

static void full_file(void **state) {
    uint32_t n = 0;
    (void)state;
    for (uint64_t seed = 3000; seed < 3060; seed++) {
        uint32_t flags = run_full(seed, (struct machine_options){0}, 4096);
        assert_false(flags & DATA_TABLE_FULL);
        n += (flags & DATA_FILE_FULL) != 0;
    }
    assert_true(n > 10);
}

static void no_table(void **state) {
    struct run_plan p;
    struct data d;
    char why[8];
    (void)state;
    run_plan_init(&p, (struct run_shape){false, 10}, 1);
    assert_true(run_data(&d, &p.p, 0));
    struct machine_options o = {.most_table = ROW_FIRST};
    assert_null(machine_new(&p.p, &d, &o, why, sizeof why));
    assert_string_equal(why, "no memo");
    assert_null(machine_new(&p.p, &d, &o, why, 0));
    data_release(&d);
    run_plan_release(&p);
}

// --- Notes -------------------------------------------------------------------

// Each once, with its count; what is too long for a name is not believed.
static void notes(void **state) {
    static char text[100000];
    struct fixture f;
    struct data_file file;
    struct data_fault fault;
    uint32_t n = 0;
    (void)state;
    set_up(&f, 1, (struct machine_options){0}, 0);
    memset(text, 'x', sizeof text);
    for (uint32_t i = 0; i < 3000; i++) {
        machine_note(f.m, DATA_THREAD, i % 1000, "name", 4);
        machine_note(f.m, DATA_HANDLER, i % 500, NULL, 0);
        machine_note(f.m, DATA_THREAD, 7, text, i % 2 ? 70000 : 65535);
    }
    assert_true(data_open(&file, f.data.words, f.data.used * 8, &fault));
    struct data_iter it = data_each(&file);
    for (; data_next(&it); n++) {
        assert_int_equal(it.note.count, it.kind == DATA_HANDLER ? 6
                                        : it.note.n > 4         ? 3000
                                                                : 3);
    }
    assert_null(it.fault.what);
    assert_int_equal(n, 1000 + 500 + 1);
    tear_down(&f);
}

// Long ones, as generators of classes make them: what can be told of them is in the file.
static void long_names(void **state) {
    static char text[15750];
    struct fixture f;
    struct data_file file;
    struct data_fault fault;
    uint32_t n = 0, again = 0;
    (void)state;
    set_up(&f, 1, (struct machine_options){0}, 0);
    memset(text, 'x', sizeof text);
    for (uint32_t i = 0; i < 20000 + 10; i++) {
        snprintf(text, 10, "%09u", i % 20000);
        machine_note(f.m, DATA_THREAD, 7, text, sizeof text);
    }
    assert_int_equal(flags_of(&f.data), 0);
    assert_null(data_lacked(&f.data));
    assert_true(data_open(&file, f.data.words, f.data.used * 8, &fault));
    struct data_iter it = data_each(&file);
    for (; data_next(&it); n++) {
        again += it.note.count == 2;
    }
    assert_null(it.fault.what);
    assert_int_equal(n, 20000);
    assert_int_equal(again, 10);
    tear_down(&f);
}

// Class names without end.
static void too_many_notes(void **state) {
    struct fixture f;
    (void)state;
    set_up(&f, 1, (struct machine_options){0}, 0);
    for (uint32_t i = 0; i < 600000; i++) {
        machine_note(f.m, DATA_HANDLER, i, NULL, 0);
    }
    assert_true(flags_of(&f.data) & DATA_FILE_FULL);
    assert_true(f.data.used < 2000000);
    assert_string_equal(data_lacked(&f.data),
                        "more than 524288 names, handlers and the like");
    assert_null(data_lacked(&f.data));
    machine_note(f.m, DATA_HANDLER, 1, NULL, 0);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_programs), cmocka_unit_test(threads),
        cmocka_unit_test(full_table),      cmocka_unit_test(full_file),
        cmocka_unit_test(no_table),        cmocka_unit_test(notes),
        cmocka_unit_test(long_names),      cmocka_unit_test(too_many_notes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
