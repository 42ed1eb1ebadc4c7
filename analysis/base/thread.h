// SPDX-License-Identifier: MIT
// C11 threads, also where ThreadSanitizer has to see them.
//
// TSan intercepts pthreads but not <threads.h>: with it every lock would be
// invisible and every new thread unknown. Only that build gets the few names
// we use in terms of pthreads; all others use the C library's own.
#ifndef CCINSTR_ANALYSIS_BASE_THREAD_H
#define CCINSTR_ANALYSIS_BASE_THREAD_H

#if defined(__SANITIZE_THREAD__)
#define THREAD_PTHREADS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THREAD_PTHREADS 1
#endif
#endif

#ifndef THREAD_PTHREADS
#include <threads.h>
#else

#include <pthread.h>
#include <stdint.h>

typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef int (*thrd_start_t)(void *);

enum { thrd_success = 0, thrd_error = 1, mtx_plain = 0 };

struct thread_start {
    thrd_start_t run;
    void *arg;
};

// The start function of C11 returns int, that of pthreads a pointer. `s`
// lives in the caller until the thread is joined.
static inline void *thread_enter(void *p) {
    struct thread_start *s = p;
    return (void *)(intptr_t)s->run(s->arg);
}

static inline int thrd_join(thrd_t t, int *res) {
    void *r = NULL;
    int e = pthread_join(t, &r);
    if (res) {
        *res = (int)(intptr_t)r;
    }
    return e ? thrd_error : thrd_success;
}

static inline int mtx_init(mtx_t *m, int type) {
    (void)type;
    return pthread_mutex_init(m, NULL) ? thrd_error : thrd_success;
}

#define mtx_lock(m) pthread_mutex_lock(m)
#define mtx_unlock(m) pthread_mutex_unlock(m)
#define mtx_destroy(m) pthread_mutex_destroy(m)
#define cnd_init(c) pthread_cond_init(c, NULL)
#define cnd_wait(c, m) pthread_cond_wait(c, m)
#define cnd_signal(c) pthread_cond_signal(c)
#define cnd_broadcast(c) pthread_cond_broadcast(c)
#define cnd_destroy(c) pthread_cond_destroy(c)

#endif

#endif
