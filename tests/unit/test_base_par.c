// SPDX-License-Identifier: MIT
// test_base_par.c - jobs done by several threads, taken back in order.

#include "analysis/base/par.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { JOBS = 500, THREADS = 4 };

struct worker {
    atomic_uint busy;  // jobs that run with this worker at the moment
    unsigned done;
    unsigned clashes;
};

struct square {
    struct par_job job;
    unsigned in, out;
};

static void run_square(struct par_job *job, void *worker) {
    struct square *s = (struct square *)job;
    struct worker *w = worker;
    w->clashes += atomic_fetch_add(&w->busy, 1) != 0;
    s->out = s->in * s->in;
    w->done++;
    atomic_fetch_sub(&w->busy, 1);
}

static void run_with(unsigned n_threads, struct worker *workers) {
    struct square jobs[JOBS];
    void *contexts[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        contexts[i] = &workers[i];
    }
    struct par *p = par_new(n_threads, contexts);
    for (unsigned i = 0; i < JOBS; i++) {
        jobs[i] = (struct square){.job = {.run = run_square}, .in = i};
        par_submit(p, &jobs[i].job);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        par_wait(p, &jobs[i].job);
        assert_int_equal(jobs[i].job.state, PAR_DONE);
        assert_int_equal(jobs[i].out, i * i);
    }
    // A job can be submitted again, and be waited for at once.
    jobs[3].in = 100;
    par_submit(p, &jobs[3].job);
    par_wait(p, &jobs[3].job);
    assert_int_equal(jobs[3].out, 10000);
    par_free(p);
}

static void each_job_runs_once_with_one_worker(void **state) {
    (void)state;
    for (unsigned n = 1; n <= THREADS; n++) {
        struct worker workers[THREADS] = {0};
        run_with(n, workers);
        unsigned done = 0;
        for (unsigned i = 0; i < THREADS; i++) {
            assert_int_equal(workers[i].clashes, 0);
            done += workers[i].done;
            assert_true(i < n || workers[i].done == 0);
        }
        assert_int_equal(done, JOBS + 1);
    }
}

static void one_thread_means_no_other(void **state) {
    (void)state;
    struct worker workers[THREADS] = {0};
    run_with(1, workers);
    assert_int_equal(workers[0].done, JOBS + 1);
}

static void there_is_a_processor(void **state) {
    (void)state;
    assert_true(par_n_cpus() >= 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_job_runs_once_with_one_worker),
        cmocka_unit_test(one_thread_means_no_other),
        cmocka_unit_test(there_is_a_processor),
    };
    return cmocka_run_group_tests_name("base/par", tests, NULL, NULL);
}
