// SPDX-License-Identifier: MIT
// test_rt_scale.c - the machine with a plan of very many states, and a run that covers
// as many path nodes: a full tree of methods that each call the next one at four sites,
// each node a state of its own. One site has no slot. All nodes are in the data file
// then, each with the hits that it had.
//
// SCALE_DEPTH=10: 1,398,101 nodes (make check-scale).

#include "rewriter/plan/planout.h"
#include "tests/unit/lib/randomrun.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include <cmocka.h>

enum { SITES = 4, DEPTH = 8, MOST_DEPTH = 12, SLOTS = SITES - 1 };

struct fixture {
    uint32_t depth;
    struct planout out;
    struct emit bytes;
    struct plan plan;
    struct data data;
    struct machine *m;
    uint64_t n_nodes;
};

static double cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static long peak_kb(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

// --- The plan ----------------------------------------------------------------

// Method l + 1 is that of depth l; the last one calls nobody.
static void add_code(struct fixture *f) {
    struct planout *o = &f->out;
    vec_push(&o->class, ((struct plan_class){.first_method = 1,
                                             .n_methods = f->depth + 1}));
    vec_push(&o->receiver, ((struct plan_receiver){.kind = PLAN_NO_RECEIVER}));
    for (uint32_t l = 0; l <= f->depth; l++) {
        bool calls = l < f->depth;
        vec_push(&o->method, ((struct plan_method){
                                 .class = 1,
                                 .flags = l ? 0 : PLAN_METHOD_ENTRY,
                                 .first_site = calls ? o->site.n : 0,
                                 .n_sites = calls ? SITES : 0,
                                 .n_slots = calls ? SLOTS : 0,
                             }));
        for (uint32_t s = 0; calls && s < SITES; s++) {
            vec_push(&o->site, ((struct plan_site){.method = l + 1,
                                                   .pc = s,
                                                   .flags = PLAN_SITE_PROBE,
                                                   .first_label = o->label.n,
                                                   .n_labels = 1}));
            vec_push(&o->label,
                     ((struct plan_label){.site = o->site.n - 1,
                                          .receiver = 1,
                                          .target = l + 2,
                                          .slot = s < SLOTS ? s + 1 : 0}));
        }
    }
    vec_push(&o->entry, ((struct plan_entry){.method = 1}));
}

static uint32_t label_of(uint32_t depth, uint32_t site) {
    return 1 + depth * SITES + site;
}

// NOLINTNEXTLINE(misc-no-recursion): not deeper than MOST_DEPTH
static uint32_t add_states(struct fixture *f, uint32_t depth) {
    struct planout *o = &f->out;
    struct plan_move move[SITES];
    bool calls = depth < f->depth;
    for (uint32_t s = 0; calls && s < SITES; s++) {
        move[s] = (struct plan_move){
            label_of(depth, s), plan_move(PLAN_TO, add_states(f, depth + 1))};
    }
    struct plan_state q = {.method = depth + 1,
                           .first_move = calls ? o->move.n : 0,
                           .n_moves = calls ? SITES : 0};
    for (uint32_t s = 0; calls && s < SITES; s++) {
        vec_push(&o->move, move[s]);
    }
    vec_push(&o->state, q);
    return o->state.n - 1;
}

static void make_plan(struct fixture *f) {
    planout_init(&f->out);
    add_code(f);
    uint32_t state = add_states(f, 0);
    vec_push(&f->out.root, ((struct plan_root){1, PLAN_ANY_LEVEL, state}));
    f->n_nodes = f->out.state.n - 1;
    emit_init(&f->bytes, SIZE_MAX / 2);
    assert_true(planout_write(&f->out, &f->bytes));
    planout_release(&f->out);
}

static void start(struct fixture *f) {
    struct plan_fault fault;
    char why[64];
    double before = cpu();
    if (!plan_open(&f->plan, f->bytes.p, f->bytes.n, &fault)) {
        fail_msg("%s %u: %s", fault.table ? fault.table : "file", fault.row,
                 fault.what);
    }
    assert_true(run_data(&f->data, &f->plan, 0));
    f->m = machine_new(&f->plan, &f->data, &(struct machine_options){0}, why,
                       sizeof why);
    assert_non_null(f->m);
    print_message(
        "# plan: %lu states, %.1f MB; opened and ready after %.3f s\n",
        (unsigned long)f->n_nodes, (double)f->bytes.n / 1e6, cpu() - before);
}

// --- The run -----------------------------------------------------------------

// Site s is passed s + 1 times; what is called calls again the first time only.
// NOLINTNEXTLINE(misc-no-recursion): not deeper than MOST_DEPTH
static void go(struct fixture *f, uint32_t my, uint32_t depth) {
    assert_true(state_is_active(my));
    for (uint32_t s = 0; depth < f->depth && s < SITES; s++) {
        uint32_t state = 0;
        for (uint32_t i = 0; i <= s; i++) {
            uint64_t counter[MACHINE_COUNTERS];
            uint32_t to = machine_before(f->m, my, label_of(depth, s), counter);
            assert_true(i == 0 || to == state);
            state = to;
        }
        // The last one has no prologue, since it calls nobody.
        bool arrives = depth + 1 < f->depth;
        go(f, arrives ? machine_arrived(f->m, &state, NULL) : state, depth + 1);
    }
}

// --- What it has left --------------------------------------------------------

struct reading {
    uint8_t *depth;  // by node
    uint8_t *has;    // by node: sites whose child was met
    uint64_t n;
};

static void read_node(const struct fixture *f, struct reading *r,
                      const struct data_iter *it) {
    const struct data_node *x = &it->node;
    bool root = x->parent == 0;
    uint32_t site = root ? 0 : (x->label - 1) % SITES;
    uint32_t depth = root ? 0 : r->depth[x->parent] + 1u;
    r->depth[++r->n] = (uint8_t)depth;
    assert_int_equal(x->level, 0);
    assert_int_equal(x->label, root ? 1 : label_of(depth - 1, site));
    assert_false(!root && r->has[x->parent] >> site & 1);
    r->has[x->parent] |= (uint8_t)(1u << site);
    assert_int_equal(x->n_slots, depth < f->depth ? SLOTS : 0);
    assert_int_equal(it->counter[0], root ? 1 : site == SLOTS ? SITES : 0);
    for (uint32_t s = 1; s <= x->n_slots; s++) {
        assert_int_equal(it->counter[s], s);
    }
}

static void check(const struct fixture *f) {
    struct data_file file;
    struct data_fault fault;
    struct reading r = {.depth = calloc(f->n_nodes + 2, 1),
                        .has = calloc(f->n_nodes + 2, 1)};
    uint64_t size = f->data.used * sizeof *f->data.words;
    assert_non_null(r.depth);
    assert_non_null(r.has);
    assert_true(data_open(&file, f->data.words, size, &fault));
    assert_int_equal(file.flags, 0);
    struct data_iter it = data_each(&file);
    while (data_next(&it)) {
        assert_int_equal(it.kind, DATA_NODE);
        assert_true(r.n < f->n_nodes);
        read_node(f, &r, &it);
    }
    assert_null(it.fault.what);
    assert_int_equal(r.n, f->n_nodes);
    struct data_sums sums = data_sum(&file);
    assert_int_equal(sums.different, f->n_nodes);
    print_message("# data file %.1f MB, peak of memory %ld MB\n",
                  (double)size / 1e6, peak_kb() / 1000);
    free(r.depth);
    free(r.has);
}

static void all_nodes(void **state) {
    const char *asked = getenv("SCALE_DEPTH");
    struct fixture f = {.depth = asked ? (uint32_t)atoi(asked) : DEPTH};
    const struct machine_walk nobody = {NULL, NULL};
    uint32_t found = STATE_START;
    (void)state;
    assert_in_range(f.depth, 1, MOST_DEPTH);
    make_plan(&f);
    start(&f);
    double before = cpu();
    uint32_t my = machine_entered(f.m, &found, 1, &nobody);
    go(&f, my, 0);
    print_message("# %lu nodes made, %.0f ns each\n", (unsigned long)f.n_nodes,
                  (cpu() - before) / (double)f.n_nodes * 1e9);
    check(&f);
    machine_free(f.m);
    data_release(&f.data);
    emit_release(&f.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_nodes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
