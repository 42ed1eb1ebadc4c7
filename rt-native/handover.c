// SPDX-License-Identifier: MIT
// What the Java side gets to know of plan, machine and data file when they are there: tables
// by label, method, maker and site, and the memory that it reads and adds to by itself.
#include "rt-native/handover.h"

#include "rt-native/machine_priv.h"

#include <stdlib.h>

static jintArray ints(JNIEnv *env, const jint *v, uint32_t n) {
    jintArray a = (*env)->NewIntArray(env, (jsize)n);
    if (a) {
        (*env)->SetIntArrayRegion(env, a, 0, (jsize)n, v);
    }
    return a;
}

static jlongArray addresses(JNIEnv *env, const void *table, const void *data) {
    const jlong v[] = {(jlong)(uintptr_t)table, (jlong)(uintptr_t)data};
    jlongArray a = (*env)->NewLongArray(env, 2);
    if (a) {
        (*env)->SetLongArrayRegion(env, a, 0, 2, v);
    }
    return a;
}

// For what becomes of Limited by a call: Live.LABEL says what these are.
static uint32_t limited_marks(const struct plan *p, const struct machine *m,
                              uint32_t label) {
    return !p->label[label].target     ? (uint32_t)STATE_OUT
           : machine_arrives(m, label) ? (uint32_t)STATE_ARRIVING
                                       : 0u;
}

static jintArray labels(JNIEnv *env, const struct plan *p,
                        const struct machine *m) {
    uint32_t n = p->n[PLAN_LABEL];
    jint *v = calloc(n, sizeof *v);
    for (uint32_t i = 1; v && i < n; i++) {
        v[i] = (jint)(row_slot_bytes(p->label[i].slot) << LABEL_SLOT_SHIFT |
                      (machine_counts(m, i) ? (uint32_t)LABEL_COUNTED : 0u) |
                      limited_marks(p, m, i));
    }
    jintArray a = v ? ints(env, v, n) : NULL;
    free(v);
    return a;
}

// An initialiser may be called by nobody in the plan: then it has no entry.
static jintArray entries(JNIEnv *env, const struct plan *p) {
    uint32_t n = p->n[PLAN_METHOD];
    jint *v = calloc(n, sizeof *v);
    for (uint32_t i = 1; v && i < p->n[PLAN_ENTRY]; i++) {
        v[p->entry[i].method] = (jint)i;
    }
    for (uint32_t i = 1; v && i < n; i++) {
        if (p->method[i].flags & PLAN_METHOD_CLINIT) {
            v[i] = -1;
        }
    }
    jintArray a = v ? ints(env, v, n) : NULL;
    free(v);
    return a;
}

// A lambda that may run several methods.
enum { OPEN = -1 };

static jintArray makers(JNIEnv *env, const struct plan *p) {
    uint32_t n = p->n[PLAN_MAKER];
    jint *v = calloc(n, sizeof *v);
    for (uint32_t i = 1; v && i < n; i++) {
        v[i] = plan_maker_is_open(p, i) ? OPEN : (jint)p->maker[i].receiver;
    }
    jintArray a = v ? ints(env, v, n) : NULL;
    free(v);
    return a;
}

struct pair {
    jint receiver, label;
};

static int pair_order(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    return x->receiver != y->receiver
               ? (x->receiver > y->receiver) - (x->receiver < y->receiver)
               : (x->label > y->label) - (x->label < y->label);
}

// By site where its run begins, and the runs: the number of pairs, and the pairs by
// receiver. A receiver that has two labels there has the first, which is no client's.
static bool receivers(JNIEnv *env, const struct plan *p, jintArray out[2]) {
    uint32_t n = p->n[PLAN_SITE], at = 0;
    jint *site = calloc(n, sizeof *site);
    jint *x = calloc((size_t)n + 2 * (size_t)p->n[PLAN_LABEL], sizeof *x);
    for (uint32_t i = 0; site && x && i < n; i++) {
        const struct plan_site *s = &p->site[i];
        struct pair *pair = (struct pair *)(void *)&x[at + 1];
        for (uint32_t j = 0; j < s->n_labels; j++) {
            uint32_t label = s->first_label + j;
            pair[j] =
                (struct pair){(jint)p->label[label].receiver, (jint)label};
        }
        if (s->n_labels > 1) {
            qsort(pair, s->n_labels, sizeof *pair, pair_order);
        }
        site[i] = (jint)at;
        x[at] = (jint)s->n_labels;
        at += 1 + 2 * s->n_labels;
    }
    out[0] = site && x ? ints(env, site, n) : NULL;
    out[1] = out[0] ? ints(env, x, at) : NULL;
    free(site);
    free(x);
    return out[0] && out[1];
}

// NULL is what nobody had memory for.
static bool put(JNIEnv *env, jobjectArray found, jsize i, jobject o) {
    if (o) {
        (*env)->SetObjectArrayElement(env, found, i, o);
    }
    return o != NULL;
}

static jobject memory(JNIEnv *env, const void *at, uint64_t bytes) {
    return (*env)->NewDirectByteBuffer(env, (void *)at, (jlong)bytes);
}

bool handover(JNIEnv *env, jobjectArray found, const struct plan *p,
              const struct machine *m, const struct data *d) {
    uint64_t bytes;
    uint32_t n;
    jintArray x[2];
    const uint64_t *table = machine_table(m, &bytes);
    const uint32_t *roots = machine_roots(m, &n);
    jint first = (jint)data_label(d, 0);
    return put(env, found, 0, memory(env, table, bytes)) &&
           put(env, found, 1, memory(env, d->words, d->most * 8)) &&
           put(env, found, 2, memory(env, roots, n * UINT64_C(4))) &&
           put(env, found, 3, labels(env, p, m)) &&
           put(env, found, 4, entries(env, p)) && receivers(env, p, x) &&
           put(env, found, 5, x[0]) && put(env, found, 6, x[1]) &&
           put(env, found, 7, makers(env, p)) &&
           put(env, found, 8, ints(env, &first, 1)) &&
           put(env, found, 9, addresses(env, table, d->words));
}
