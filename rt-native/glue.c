// SPDX-License-Identifier: MIT
// glue.c - the thin layer between the Java side and the machine: arguments in,
// arguments out. Nothing is decided here but how a class finds its label.
//
// There is one run time in each copy of this library, since each class loader
// loads a copy of its own. The Java classes live in a package that is named after
// the plan; whoever puts the library into a jar writes that name into it.
#include "rt-native/guard.h"
#include "rt-native/data.h"
#include "rt-native/machine.h"
#include "rt-native/machine_priv.h"
#include "rt-native/plan.h"
#include "rt-native/umap.h"

#include <jni.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

// "CcPackage:" and the package, with room for "ccinstr/rt/p", 16 digits and "/".
static const volatile char package_mark[48] = "CcPackage:ccinstr/rt/";

// What of the run time is in use: it is ended when the process exits, and goes when an
// attempt to bring it up has failed or its classes are unloaded; whoever comes second
// finds nothing to do.
enum { IN_USE, ENDING, GOING, GONE };

// From names to numbers: entries by number, and a map of them (umap.h), made once.
struct known_name {
    UT_hash_handle hh;
};
struct known_names {
    struct known_name *all, *map;
};

static struct {
    struct plan plan;
    char *bytes;  // of the plan
    size_t n_bytes, room_bytes;
    struct data data;
    struct guard *guard;
    char *line[GUARD_N_LINES];  // what it says
    struct machine *machine;
    struct known_names receivers, classes;
    jclass boot;
    jmethodID frames, above;
    uint64_t slow[DATA_N_EVENTS];  // counters; 0: there was no room for it
    atomic_int use;                // of all that: who ends it, or takes it away
    atomic_bool exits;
} run = {.data = {.fd = -1}};

// Only what comes here is counted: nothing is added to what does not.
static void asked(enum data_event what) {
    if (run.slow[what]) {
        data_count_exactly(&run.data, run.slow[what]);
    }
}

// --- Names -------------------------------------------------------------------

// Number 0 is no name's.
static struct known_name *names_look_up(const struct known_names *t,
                                        const char *p, size_t n) {
    struct known_name *x;
    HASH_FIND(hh, t->map, p, (unsigned)n, x);
    return x;
}

static uint32_t names_find(const struct known_names *t, const char *p,
                           size_t n) {
    const struct known_name *x = names_look_up(t, p, n);
    return x ? (uint32_t)(x - t->all) : 0;
}

static bool names_init(struct known_names *t, uint32_t n) {
    t->all = calloc(n ? n : 1, sizeof *t->all);
    return t->all != NULL;
}

// The first of several with that name is found.
static bool names_add(struct known_names *t, const struct plan_string *s,
                      const char *text, uint32_t value) {
    const char *p = text + s->first;
    struct known_name *x = &t->all[value];
    if (names_look_up(t, p, s->n)) {
        return true;
    }
    HASH_ADD_KEYPTR(hh, t->map, p, s->n, x);
    return x->hh.tbl != NULL;
}

static void names_release(struct known_names *t) {
    HASH_CLEAR(hh, t->map);
    free(t->all);
    t->all = NULL;
}

static char letter_of(char c) {
    return c == 's'   ? ' '
           : c == 't' ? '\t'
           : c == 'n' ? '\n'
           : c == 'r' ? '\r'
                      : c;
}

// Plans have names as words: \s for a blank, \t, \n, \r, \\. Here they are to be as the
// JVM has them, and the bytes of the plan are ours. Whatever its rows say, no name gets
// longer.
static void names_as_they_are(const struct plan *p) {
    char *text = run.bytes + (p->text - (const char *)p->bytes);
    struct plan_string *all = (void *)(run.bytes + ((const char *)p->string -
                                                    (const char *)p->bytes));
    for (uint32_t i = 1; i < p->n[PLAN_STRING]; i++) {
        char *from = text + all[i].first, *to = from;
        uint32_t n = all[i].n;
        if (!n || !memchr(from, '\\', n)) {
            continue;
        }
        for (uint32_t j = 0; j < n; j++) {
            bool escaped = from[j] == '\\' && j + 1 < n;
            j += escaped;
            *to++ = escaped ? letter_of(from[j]) : from[j];
        }
        all[i].n = (uint32_t)(to - from);
    }
}

static bool index_names(const struct plan *p) {
    names_as_they_are(p);
    if (!names_init(&run.receivers, p->n[PLAN_RECEIVER]) ||
        !names_init(&run.classes, p->n[PLAN_CLASS])) {
        return false;
    }
    bool ok = true;
    for (uint32_t i = 1; ok && i < p->n[PLAN_RECEIVER]; i++) {
        ok = names_add(&run.receivers, &p->string[p->receiver[i].name], p->text,
                       i);
    }
    for (uint32_t i = 1; ok && i < p->n[PLAN_CLASS]; i++) {
        ok = names_add(&run.classes, &p->string[p->class[i].name], p->text, i);
    }
    return ok;
}

// Java's strings are read as modified UTF-8, as names in the plan are.
static uint32_t find_string(JNIEnv *env, const struct known_names *t,
                            jstring name) {
    const char *p = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
    uint32_t value = 0;
    if (p) {
        value = names_find(t, p, strlen(p));
        (*env)->ReleaseStringUTFChars(env, name, p);
    }
    return value;
}

// --- Tables for the Java side ------------------------------------------------

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
static uint32_t limited_marks(uint32_t label) {
    return !run.plan.label[label].target         ? (uint32_t)STATE_OUT
           : machine_arrives(run.machine, label) ? (uint32_t)STATE_ARRIVING
                                                 : 0u;
}

static jintArray labels(JNIEnv *env, const struct plan *p) {
    uint32_t n = p->n[PLAN_LABEL];
    jint *v = calloc(n, sizeof *v);
    for (uint32_t i = 1; v && i < n; i++) {
        v[i] = (jint)(row_slot_bytes(p->label[i].slot) << LABEL_SLOT_SHIFT |
                      (machine_counts(run.machine, i) ? (uint32_t)LABEL_COUNTED
                                                      : 0u) |
                      limited_marks(i));
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

static bool hand_over(JNIEnv *env, jobjectArray found) {
    const struct plan *p = &run.plan;
    uint64_t bytes;
    uint32_t n;
    jintArray x[2];
    const uint64_t *table = machine_table(run.machine, &bytes);
    const uint32_t *roots = machine_roots(run.machine, &n);
    const struct data *d = &run.data;
    jint first = (jint)data_label(d, 0);
    return put(env, found, 0, memory(env, table, bytes)) &&
           put(env, found, 1, memory(env, d->words, d->most * 8)) &&
           put(env, found, 2, memory(env, roots, n * UINT64_C(4))) &&
           put(env, found, 3, labels(env, p)) &&
           put(env, found, 4, entries(env, p)) && receivers(env, p, x) &&
           put(env, found, 5, x[0]) && put(env, found, 6, x[1]) &&
           put(env, found, 7, makers(env, p)) &&
           put(env, found, 8, ints(env, &first, 1)) &&
           put(env, found, 9, addresses(env, table, d->words));
}

// --- Coming up ---------------------------------------------------------------

// The plan is used in place: its bytes are aligned, as what malloc gives is, and stay.
static jboolean part(JNIEnv *env, jclass boot, jbyteArray bytes, jint n) {
    size_t need = run.n_bytes + (size_t)n;
    (void)boot;
    if (atomic_load(&run.use) != IN_USE) {
        return JNI_FALSE;
    }
    if (need > run.room_bytes) {
        size_t room = need > run.room_bytes * 2 ? need : run.room_bytes * 2;
        char *more = realloc(run.bytes, room);
        if (!more) {
            return JNI_FALSE;
        }
        run.bytes = more;
        run.room_bytes = room;
    }
    (*env)->GetByteArrayRegion(env, bytes, 0, n,
                               (jbyte *)run.bytes + run.n_bytes);
    run.n_bytes = need;
    return JNI_TRUE;
}

// What Boot tells.
enum { BASE, COMMAND, COUNTS, JVM, MODE, SIGBUS_WORD, N_WORDS };

static bool make_data(const char *const *word, char *why, size_t n) {
    bool exact = strcmp(word[COUNTS], "exact") == 0;
    const struct data_spec spec = {
        .base = word[BASE],
        .identity = run.plan.identity,
        .n_labels = run.plan.n[PLAN_LABEL],
        .command = word[COMMAND],
        .flags = exact ? DATA_EXACT : 0,
        .mode = (uint32_t)strtoul(word[MODE], NULL, 8),
    };
    const struct machine_options options = {.exact = exact};
    if (!data_create(&run.data, &spec, why, n)) {
        return false;
    }
    for (uint32_t i = 0; i < DATA_N_EVENTS; i++) {
        const struct data_note note = {.a = i};
        run.slow[i] = data_add(&run.data, DATA_SLOW, &note);
    }
    run.machine = machine_new(&run.plan, &run.data, &options, why, n);
    return run.machine != NULL;
}

// Under -Xcheck:jni, when the JVM complains of signal handlers that are not its own? Then
// each who asks for the memory of an array gets a copy.
static bool is_checked(JNIEnv *env) {
    jlongArray a = (*env)->NewLongArray(env, 1);
    void *p = a ? (*env)->GetPrimitiveArrayCritical(env, a, NULL) : NULL;
    void *q = p ? (*env)->GetPrimitiveArrayCritical(env, a, NULL) : NULL;
    if (q) {
        (*env)->ReleasePrimitiveArrayCritical(env, a, q, JNI_ABORT);
    }
    if (p) {
        (*env)->ReleasePrimitiveArrayCritical(env, a, p, JNI_ABORT);
    }
    bool checked = !p || p != q;
    (*env)->ExceptionClear(env);
    return checked;
}

static char *guard_line(const char *what) {
    static const char ask[] = " (did another program cut it?)\n";
    size_t n = strlen(what) + strlen(run.data.path) + sizeof ask;
    char *line = malloc(n);
    if (line) {
        snprintf(line, n, "%s%s%s", what, run.data.path, ask);
    }
    return line;
}

// Should others cut the file, only what was counted there is lost.
static void guard_data(void) {
    struct data *d = &run.data;
    run.line[GUARD_PART] = guard_line(
        "ccinstr: incomplete: a part of the data file is gone, and what was "
        "counted there: ");
    run.line[GUARD_ALL] =
        guard_line("ccinstr: not measured: nothing is left of the data file ");
    if (!run.line[GUARD_PART] || !run.line[GUARD_ALL]) {
        return;
    }
    const struct guard_spec spec = {
        .from = (char *)d->words,
        .bytes = d->most * sizeof *d->words,
        .most = &d->most,
        .fd = d->fd,
        .device = d->device,
        .inode = d->inode,
        .mark = &d->words[DATA_AT_FLAGS],
        .bits = (uint64_t)data_pairs(DATA_FILE_FULL) << 32,
        .line = {run.line[GUARD_PART], run.line[GUARD_ALL]},
    };
    run.guard = guard_set(&spec);
    d->cut = run.guard ? guard_cut(run.guard) : NULL;
}

static bool becomes(int use) {
    int was = IN_USE;
    return atomic_compare_exchange_strong(&run.use, &was, use);
}

static void tell_lack(const char *why) {
    char line[200];
    int n =
        why ? snprintf(line, sizeof line, "ccinstr: incomplete: %s\n", why) : 0;
    if (n > 0 && write(STDERR_FILENO, line, (size_t)n) < 0) {
        return;  // there is nobody left to tell
    }
}

// Once for each of them: what comes from then on may be missing.
static void tell_what_lacks(void) {
    tell_lack(run.data.ended ? NULL : data_lacked(&run.data));
}

// Other threads run on. If one of them is taking all away it has until then to be done
// with it: what it ends would be half written.
static void at_exit(void) {
    enum { WAITS = 2000 };  // of a millisecond
    atomic_store(&run.exits, true);
    if (becomes(ENDING)) {
        if (run.machine) {
            machine_end(run.machine);
            tell_lack(data_lacked(&run.data));
        }
        return;
    }
    for (int i = 0; i < WAITS && atomic_load(&run.use) == GOING; i++) {
        usleep(1000);
    }
}

// All that there is; names lie in the plan.
static void let_go(void) {
    machine_free(run.machine);
    names_release(&run.receivers);
    names_release(&run.classes);
    free(run.bytes);
    run.machine = NULL;
    run.bytes = NULL;
    run.n_bytes = run.room_bytes = 0;
    guard_clear(run.guard);
    run.guard = NULL;
    for (int i = 0; i < GUARD_N_LINES; i++) {
        free(run.line[i]);
        run.line[i] = NULL;
    }
    data_release(&run.data);
}

// Why not; for want of memory by an error, since it may be there later.
static jstring fail(JNIEnv *env, const char *why) {
    if ((*env)->ExceptionCheck(env)) {
        return NULL;
    }
    if (strcmp(why, DATA_NO_MEMORY) != 0) {
        return (*env)->NewStringUTF(env, why);
    }
    jclass error = (*env)->FindClass(env, "java/lang/OutOfMemoryError");
    if (error) {
        (*env)->ThrowNew(env, error, "native memory");
    }
    return NULL;
}

// All that `part` and `up` have done; but what was to be at the end stays. False if the
// process ends.
static jboolean down(JNIEnv *env, jclass boot) {
    (void)env, (void)boot;
    if (!becomes(GOING)) {
        return JNI_FALSE;
    }
    if (run.data.path) {
        unlink(run.data.path);
    }
    let_go();
    atomic_store(&run.use, IN_USE);
    return JNI_TRUE;
}

// The package is named after the first bytes of the identity.
static bool is_of_this(const struct plan *p) {
    enum { PREFIX = sizeof "CcPackage:ccinstr/rt/p" - 1, BYTES = 8 };
    char hex[3];
    bool is = true;
    for (int i = 0; i < BYTES && is; i++) {
        snprintf(hex, sizeof hex, "%02x", p->identity[i]);
        is = package_mark[PREFIX + 2 * i] == hex[0] &&
             package_mark[PREFIX + 2 * i + 1] == hex[1];
    }
    return is;
}

// words: where the data goes, what is recorded of the command line, "exact" or not,
// which JVM, the mode of the file or "", "off" if there is to be no guard.
static jstring up(JNIEnv *env, jclass boot, jobjectArray words,
                  jobjectArray found) {
    char why[256] = DATA_NO_MEMORY;
    struct plan_fault fault;
    (void)boot;
    if (!plan_open(&run.plan, run.bytes, run.n_bytes, &fault)) {
        if (fault.no_memory) {
            return fail(env, why);
        }
        snprintf(why, sizeof why, "the plan cannot be used: byte %zu: %s%s%s",
                 fault.byte, fault.table ? fault.table : "",
                 fault.table ? ": " : "", fault.what);
        return fail(env, why);
    }
    if (!is_of_this(&run.plan)) {
        return fail(env, "its plan is not the one that its classes were "
                         "instrumented with");
    }
    jstring string[N_WORDS];
    const char *word[N_WORDS];
    bool ok = true;
    for (jsize i = 0; i < N_WORDS; i++) {
        string[i] = ok ? (*env)->GetObjectArrayElement(env, words, i) : NULL;
        word[i] =
            string[i] ? (*env)->GetStringUTFChars(env, string[i], NULL) : NULL;
        ok = word[i] != NULL;
    }
    ok = ok && index_names(&run.plan) && make_data(word, why, sizeof why);
    if (ok && strcmp(word[SIGBUS_WORD], "off") != 0 && !is_checked(env)) {
        guard_data();
    }
    if (ok) {
        machine_note(run.machine, DATA_JVM, 0, word[JVM],
                     (uint32_t)strlen(word[JVM]));
    }
    for (jsize i = 0; i < N_WORDS; i++) {
        if (word[i]) {
            (*env)->ReleaseStringUTFChars(env, string[i], word[i]);
        }
    }
    if (!ok) {
        return fail(env, why);
    }
    if (!hand_over(env, found)) {
        return fail(env, DATA_NO_MEMORY);
    }
    atexit(at_exit);
    return NULL;
}

// --- Events ------------------------------------------------------------------

// What ended by exception. It is cleared, but not if somebody stops the thread: that is
// thrown when the library is left.
enum thrown { NOTHING, FOR_NOW, FOR_GOOD };

static bool is_a(JNIEnv *env, jthrowable what, const char *class_name) {
    jclass class = (*env)->FindClass(env, class_name);
    bool is = class && (*env)->IsInstanceOf(env, what, class);
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, class);
    return is;
}

// For now: for want of stack or memory.
static enum thrown thrown(JNIEnv *env) {
    jthrowable what = (*env)->ExceptionOccurred(env);
    if (!what) {
        return NOTHING;
    }
    (*env)->ExceptionClear(env);
    bool stopped = is_a(env, what, "java/lang/ThreadDeath");
    bool for_now = stopped || is_a(env, what, "java/lang/VirtualMachineError");
    if (stopped) {
        (*env)->Throw(env, what);
    }
    (*env)->DeleteLocalRef(env, what);
    return for_now ? FOR_NOW : FOR_GOOD;
}

static void frames(void *context, struct machine_frames *to) {
    JNIEnv *env = context;
    asked(DATA_ON_FRAMES);
    jint said = (*env)->CallStaticIntMethod(env, run.boot, run.frames);
    if (thrown(env) != NOTHING || said < 0) {
        *to = (struct machine_frames){.unknown = true};
        return;
    }
    *to = (struct machine_frames){.caller_inside = said & 1,
                                  .any_inside = said & 2,
                                  .level = (uint32_t)said >> 2};
}

static jlong entered(JNIEnv *env, jclass boot, jint state, jint method) {
    const struct machine_walk walk = {frames, env};
    uint32_t found = (uint32_t)state;
    (void)boot;
    asked(DATA_ON_ENTERED);
    uint32_t my = machine_entered(run.machine, &found, (uint32_t)method, &walk);
    tell_what_lacks();
    return (jlong)((uint64_t)found << 32 | my);
}

static jlong opened(JNIEnv *env, jclass boot, jint state, jint method,
                    jint site) {
    const struct machine_walk walk = {frames, env};
    uint32_t found = (uint32_t)state;
    (void)boot;
    asked(DATA_ON_ENTERED);
    uint32_t my = machine_opened(run.machine, &found, (uint32_t)method,
                                 (uint32_t)site, &walk);
    tell_what_lacks();
    return (jlong)((uint64_t)found << 32 | my);
}

static jlong arrived(JNIEnv *env, jclass boot, jint state) {
    const struct machine_walk walk = {frames, env};
    uint32_t found = (uint32_t)state;
    (void)boot;
    asked(DATA_ON_ENTERED);
    uint32_t my = machine_arrived(run.machine, &found, &walk);
    return (jlong)((uint64_t)found << 32 | my);
}

static jboolean opens(JNIEnv *env, jclass boot, jint site) {
    (void)env, (void)boot;
    return machine_opens(run.machine, (uint32_t)site);
}

// Java adds to the words whose bytes an int counts; others are its zeros.
static void tell_counters(JNIEnv *env, jintArray to, const uint64_t counter[]) {
    jint told[MACHINE_COUNTERS];
    if (!to) {
        return;
    }
    for (size_t i = 0; i < MACHINE_COUNTERS; i++) {
        if (counter[i] > INT32_MAX / 8) {
            return;
        }
        told[i] = (jint)(8 * counter[i]);
    }
    (*env)->SetIntArrayRegion(env, to, 0, MACHINE_COUNTERS, told);
}

static jint before(JNIEnv *env, jclass boot, jint my, jint label,
                   jintArray counters) {
    (void)boot;
    asked(DATA_ON_BEFORE);
    uint64_t counter[MACHINE_COUNTERS];
    uint32_t to =
        machine_before(run.machine, (uint32_t)my, (uint32_t)label, counter);
    tell_counters(env, counters, counter);
    tell_what_lacks();
    return (jint)to;
}

// where: the complement of 2 * site, and one more if what is called is inside (Steps.of).
static jint unknown(JNIEnv *env, jclass boot, jint my, jint where, jstring name,
                    jintArray counters) {
    (void)boot;
    uint32_t at = ~(uint32_t)where;
    asked(DATA_ON_UNKNOWN);
    const char *p = (*env)->GetStringUTFChars(env, name, NULL);
    struct machine_unknown what = {at / 2, p ? p : "?",
                                   p ? (uint32_t)strlen(p) : 1, (at & 1) != 0};
    uint64_t counter[MACHINE_COUNTERS];
    uint32_t to =
        machine_before_unknown(run.machine, (uint32_t)my, &what, counter);
    tell_counters(env, counters, counter);
    tell_what_lacks();
    if (p) {
        (*env)->ReleaseStringUTFChars(env, name, p);
    }
    return (jint)to;
}

static void note(JNIEnv *env, jclass boot, jint kind, jint what) {
    (void)env, (void)boot;
    machine_note(run.machine, (enum data_kind)kind, (uint32_t)what, "", 0);
    tell_what_lacks();
}

static void unrecorded(JNIEnv *env, jclass boot, jint cause, jint n) {
    (void)env, (void)boot;
    machine_lost(run.machine, (enum data_cause)cause, (uint32_t)n);
}

static jint receiver(JNIEnv *env, jclass boot, jstring name) {
    (void)boot;
    asked(DATA_ON_RECEIVER);
    return (jint)find_string(env, &run.receivers, name);
}

static jboolean is_own(JNIEnv *env, jclass boot, jstring name) {
    (void)boot;
    return find_string(env, &run.classes, name) != 0;
}

// --- Classes that the plan does not name -------------------------------------

// "com/acme/Foo.bar:(I)V" taken apart; false if it is none.
struct member {
    const char *class, *name, *desc;  // terminated
    char text[4096];
};

static bool take_apart(struct member *m, const struct plan_string *s) {
    if (s->n >= sizeof m->text) {
        return false;
    }
    memcpy(m->text, run.plan.text + s->first, s->n);
    m->text[s->n] = '\0';
    char *dot = strchr(m->text, '.');
    char *colon = dot ? strstr(dot, ":(") : NULL;
    if (!colon) {
        return false;
    }
    *dot = *colon = '\0';
    m->class = m->text;
    m->name = dot + 1;
    m->desc = colon + 1;
    return true;
}

// The method that the JVM selects for a class.
struct selected {
    jint
        is;  // where it is declared: SELECTS_OUT, SELECTS_INSIDE, or SELECTS_RETRY
    char owner[1024];  // by which class; "" if that cannot be said
};

static void set_owner(struct selected *to, const char *name) {
    size_t n = strlen(name);
    if (n >= sizeof to->owner) {
        return;
    }
    for (size_t i = 0; i <= n; i++) {
        to->owner[i] = name[i] == '.' ? '/' : name[i];
    }
    to->is =
        names_find(&run.classes, to->owner, n) ? SELECTS_INSIDE : SELECTS_OUT;
}

// NULL where it ended by exception, too.
static jobject ask_object(JNIEnv *env, jobject of, jmethodID what) {
    jobject said = (*env)->CallObjectMethod(env, of, what);
    return (*env)->ExceptionCheck(env) ? NULL : said;
}

static struct selected select_method(JNIEnv *env, jclass c,
                                     const struct member *m) {
    struct selected to = {.is = SELECTS_OUT};
    jmethodID id = (*env)->GetMethodID(env, c, m->name, m->desc);
    jobject method =
        id ? (*env)->ToReflectedMethod(env, c, id, JNI_FALSE) : NULL;
    jclass member = method ? (*env)->GetObjectClass(env, method) : NULL;
    jmethodID get = member
                        ? (*env)->GetMethodID(env, member, "getDeclaringClass",
                                              "()Ljava/lang/Class;")
                        : NULL;
    jobject owner = get ? ask_object(env, method, get) : NULL;
    jclass class = owner ? (*env)->GetObjectClass(env, owner) : NULL;
    jmethodID get_name = class ? (*env)->GetMethodID(env, class, "getName",
                                                     "()Ljava/lang/String;")
                               : NULL;
    jstring name = get_name ? ask_object(env, owner, get_name) : NULL;
    const char *p = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
    if (p) {
        set_owner(&to, p);
        (*env)->ReleaseStringUTFChars(env, name, p);
    }
    to.is = thrown(env) == FOR_NOW ? SELECTS_RETRY : to.is;
    return to;
}

static const char client[] = PLAN_CLIENT_PREFIX;
enum { CLIENT = sizeof client - 1 };

// What c is a subtype of: the class that is named in the text behind that prefix; or NULL.
static jclass client_of(JNIEnv *env, jclass c, const struct plan_receiver *r) {
    const struct plan_string *s = &run.plan.string[r->name];
    char text[1024];
    if (s->n <= CLIENT || s->n >= sizeof text) {
        return NULL;
    }
    memcpy(text, run.plan.text + s->first, s->n);
    text[s->n] = '\0';
    jstring name = (*env)->NewStringUTF(env, text + CLIENT);
    jclass super =
        name ? (*env)->CallStaticObjectMethod(env, run.boot, run.above, c, name)
             : NULL;
    (*env)->DeleteLocalRef(env, name);
    return thrown(env) == NOTHING ? super : NULL;
}

// Does a label lead to the method selected? Else it may be one of the client's own.
enum leads { LEADS_ELSEWHERE, LEADS_TO_A_CLIENT, LEADS_THERE };

static enum leads leads(const struct plan_label *l, const char *owner) {
    const struct plan_string *to = &run.plan.string[l->to];
    const char *text = run.plan.text + to->first;
    size_t n = strlen(owner);
    return n && to->n > n && memcmp(text, owner, n) == 0 && text[n] == '.'
               ? LEADS_THERE
           : to->n > CLIENT && memcmp(text, client, CLIENT) == 0
               ? LEADS_TO_A_CLIENT
               : LEADS_ELSEWHERE;
}

// The client's label there that a class fits, or 0: one that leads to what was selected, or
// may; of these, one of the nearest super type. That another method of the component ran
// must not be told.
static jint client_label(JNIEnv *env, jclass c, const struct plan_site *s,
                         const struct selected *is) {
    jint best = 0;
    jclass nearest = NULL;
    enum leads best_leads = LEADS_ELSEWHERE;
    for (uint32_t i = 0; i < s->n_labels; i++) {
        uint32_t label = s->first_label + i;
        const struct plan_label *l = &run.plan.label[label];
        const struct plan_receiver *r = &run.plan.receiver[l->receiver];
        if (r->kind != PLAN_A_CLIENT ||
            (l->target != 0) != (is->is == SELECTS_INSIDE)) {
            continue;
        }
        jclass super = client_of(env, c, r);
        if ((*env)->ExceptionCheck(env)) {
            return 0;
        }
        if (!super) {
            continue;
        }
        enum leads here = leads(l, is->owner);
        bool nearer = nearest && here == best_leads &&
                      !(*env)->IsSameObject(env, super, nearest) &&
                      (*env)->IsAssignableFrom(env, super, nearest);
        bool other = l->target && here == LEADS_ELSEWHERE;
        if (!other && (!nearest || nearer || here > best_leads)) {
            best = (jint)label;
            best_leads = here;
            (*env)->DeleteLocalRef(env, nearest);
            nearest = super;
        } else {
            (*env)->DeleteLocalRef(env, super);
        }
    }
    return best;
}

static jint resolve(JNIEnv *env, jclass boot, jclass c, jint site) {
    (void)boot;
    struct member m;
    const struct plan_site *s = &run.plan.site[site];
    asked(DATA_ON_RESOLVE);
    if (!take_apart(&m, &run.plan.string[s->called]) ||
        (*env)->PushLocalFrame(env, 32) != 0) {
        (*env)->ExceptionClear(env);
        return SELECTS_OUT;
    }
    struct selected is = select_method(env, c, &m);
    jint label = is.is == SELECTS_RETRY ? 0 : client_label(env, c, s, &is);
    (*env)->PopLocalFrame(env, NULL);
    return label ? label : is.is;
}

static jint silent(JNIEnv *env, jclass boot, jint site) {
    enum { INVOKEVIRTUAL = 182, INVOKEINTERFACE = 185 };
    (void)env, (void)boot;
    struct member m;
    const struct plan_site *s = &run.plan.site[site];
    asked(DATA_ON_SILENT);
    if (s->op == INVOKEVIRTUAL || s->op == INVOKEINTERFACE) {
        return SITE_HAS_RECEIVER;
    }
    return take_apart(&m, &run.plan.string[s->called]) &&
                   names_find(&run.classes, m.class, strlen(m.class))
               ? SELECTS_INSIDE
               : SELECTS_OUT;
}

// --- Loading -----------------------------------------------------------------

// package_mark may have been written over in the file, so it is read as it is now.
static void class_name(char *to, size_t n, const char *class) {
    size_t at = sizeof "CcPackage:" - 1, i = 0;
    while (at < sizeof package_mark && package_mark[at] && i + 1 < n) {
        to[i++] = package_mark[at++];
    }
    snprintf(to + i, n - i, "%s", class);
}

// JNINativeMethod wants texts that could be written to.
static const struct {
    const char *name, *type;
    void *function;
} natives[] = {
    {"part", "([BI)Z", (void *)part},
    {"up", "([Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
     (void *)up},
    {"entered", "(II)J", (void *)entered},
    {"opened", "(III)J", (void *)opened},
    {"opens", "(I)Z", (void *)opens},
    {"before", "(II[I)I", (void *)before},
    {"unknown", "(IILjava/lang/String;[I)I", (void *)unknown},
    {"receiver", "(Ljava/lang/String;)I", (void *)receiver},
    {"resolve", "(Ljava/lang/Class;I)I", (void *)resolve},
    {"silent", "(I)I", (void *)silent},
    {"note", "(II)V", (void *)note},
    {"down", "()Z", (void *)down},
    {"arrived", "(I)J", (void *)arrived},
    {"unrecorded", "(II)V", (void *)unrecorded},
    {"isOwn", "(Ljava/lang/String;)Z", (void *)is_own},
};

EXPORT jint JNI_OnLoad(JavaVM *vm, void *reserved) {
    JNIEnv *env;
    char name[64];
    (void)reserved;
    class_name(name, sizeof name, "Boot");
    if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK) {
        return JNI_ERR;
    }
    enum { N = sizeof natives / sizeof *natives };
    JNINativeMethod method[N];
    for (int i = 0; i < N; i++) {
        method[i] =
            (JNINativeMethod){(char *)natives[i].name, (char *)natives[i].type,
                              natives[i].function};
    }
    jclass boot = (*env)->FindClass(env, name);
    if (!boot || (*env)->RegisterNatives(env, boot, method, N)) {
        return JNI_ERR;
    }
    run.boot = (*env)->NewWeakGlobalRef(env, boot);
    run.frames = (*env)->GetStaticMethodID(env, boot, "frames", "()I");
    run.above = (*env)->GetStaticMethodID(
        env, boot, "above",
        "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Class;");
    return run.frames && run.above ? JNI_VERSION_1_8 : JNI_ERR;
}

// Behind it the code of this library is gone. The process may exit meanwhile, which is in
// it then, or may come back to it: then this thread must not return, nor will it be missed.
EXPORT void JNI_OnUnload(JavaVM *vm, void *reserved) {
    (void)vm, (void)reserved;
    bool mine = becomes(GOING);
    if (mine && run.machine) {
        machine_end(run.machine);
        tell_lack(data_lacked(&run.data));
    }
    if (mine) {
        let_go();
    }
    atomic_store(&run.use, mine ? GONE : ENDING);
    while (atomic_load(&run.exits)) {
        pause();
    }
}
