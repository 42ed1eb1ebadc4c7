// SPDX-License-Identifier: MIT
// Jobs done by several threads: one queue, one lock, two conditions.
#include "analysis/base/par.h"

#include "analysis/base/mem.h"
#include "analysis/base/thread.h"

#include <sched.h>
#include <stdbool.h>

struct helper {
    struct par *par;
    void *worker;
    thrd_t thread;
#ifdef THREAD_PTHREADS
    struct thread_start start;
#endif
};

struct par {
    mtx_t lock;
    cnd_t queued;  // a job was queued, or stop was set
    cnd_t done;    // a job was done
    struct par_job *head;
    struct par_job **tail;
    bool stop;
    void *worker;  // the main thread's
    struct helper *helper;
    unsigned n_helpers;
};

// With the lock held, which it gives up while the job runs.
static void run_head(struct par *p, void *worker) {
    struct par_job *job = p->head;
    p->head = job->next;
    if (!p->head) {
        p->tail = &p->head;
    }
    job->state = PAR_RUNNING;
    mtx_unlock(&p->lock);
    job->run(job, worker);
    mtx_lock(&p->lock);
    job->state = PAR_DONE;
    cnd_signal(&p->done);  // only the main thread waits for it
}

static int helper_main(void *arg) {
    struct helper *h = arg;
    struct par *p = h->par;
    mtx_lock(&p->lock);
    for (;;) {
        if (p->head) {
            run_head(p, h->worker);
        } else if (p->stop) {
            break;
        } else {
            cnd_wait(&p->queued, &p->lock);
        }
    }
    mtx_unlock(&p->lock);
    return 0;
}

static bool helper_start(struct helper *h) {
#ifdef THREAD_PTHREADS
    h->start = (struct thread_start){helper_main, h};
    return pthread_create(&h->thread, NULL, thread_enter, &h->start) == 0;
#else
    return thrd_create(&h->thread, helper_main, h) == thrd_success;
#endif
}

struct par *par_new(unsigned n_threads, void *const *worker) {
    struct par *p = MEM_NEW(struct par);
    mtx_init(&p->lock, mtx_plain);
    cnd_init(&p->queued);
    cnd_init(&p->done);
    p->tail = &p->head;
    p->worker = worker[0];
    p->helper = MEM_ARRAY(struct helper, n_threads);
    for (unsigned i = 1; i < n_threads; i++) {
        struct helper *h = &p->helper[p->n_helpers];
        h->par = p;
        h->worker = worker[i];
        if (!helper_start(h)) {
            break;
        }
        p->n_helpers++;
    }
    return p;
}

void par_free(struct par *p) {
    mtx_lock(&p->lock);
    p->stop = true;
    cnd_broadcast(&p->queued);
    mtx_unlock(&p->lock);
    for (unsigned i = 0; i < p->n_helpers; i++) {
        thrd_join(p->helper[i].thread, NULL);
    }
    cnd_destroy(&p->queued);
    cnd_destroy(&p->done);
    mtx_destroy(&p->lock);
    mem_free(p->helper);
    mem_free(p);
}

void par_submit(struct par *p, struct par_job *job) {
    mtx_lock(&p->lock);
    job->state = PAR_QUEUED;
    job->next = NULL;
    *p->tail = job;
    p->tail = &job->next;
    cnd_signal(&p->queued);
    mtx_unlock(&p->lock);
}

void par_wait(struct par *p, struct par_job *job) {
    mtx_lock(&p->lock);
    while (job->state != PAR_DONE) {
        if (p->head) {
            run_head(p, p->worker);
        } else {
            cnd_wait(&p->done, &p->lock);
        }
    }
    mtx_unlock(&p->lock);
}

unsigned par_n_cpus(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) {
        return 1;
    }
    int n = CPU_COUNT(&set);
    return n < 1 ? 1u : (unsigned)n;
}
