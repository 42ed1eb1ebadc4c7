// SPDX-License-Identifier: MIT
// glue.c - the thin layer between the Java side and the machine: arguments in,
// arguments out; and how the run time comes up and ends.
//
// There is one run time in each copy of this library, since each class loader
// loads a copy of its own. The Java classes live in a package that is named after
// the plan; whoever puts the library into a jar writes that name into it.
#include "rt-native/data.h"
#include "rt-native/guard.h"
#include "rt-native/handover.h"
#include "rt-native/machine.h"
#include "rt-native/machine_priv.h"
#include "rt-native/names.h"
#include "rt-native/plan.h"
#include "rt-native/strangers.h"
#include "rt-native/thrown.h"

#include <jni.h>
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

// Java's strings are read as modified UTF-8, as names in the plan are.
static uint32_t find_string(JNIEnv *env, const struct known_names *t,
                            jstring name) {
    const char *p = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
    uint32_t value = 0;
    if (p) {
        value = known_names_find(t, p, strlen(p));
        (*env)->ReleaseStringUTFChars(env, name, p);
    }
    return value;
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
    known_names_release(&run.receivers);
    known_names_release(&run.classes);
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
    ok =
        ok &&
        known_names_index(&run.plan, run.bytes, &run.receivers, &run.classes) &&
        make_data(word, why, sizeof why);
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
    if (!handover(env, found, &run.plan, run.machine, &run.data)) {
        return fail(env, DATA_NO_MEMORY);
    }
    atexit(at_exit);
    return NULL;
}

// --- Events ------------------------------------------------------------------

static void frames(void *context, struct machine_frames *to) {
    JNIEnv *env = context;
    asked(DATA_ON_FRAMES);
    jint said = (*env)->CallStaticIntMethod(env, run.boot, run.frames);
    if (thrown(env) != THROWN_NOTHING || said < 0) {
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

static struct strangers strangers(void) {
    return (struct strangers){&run.plan, &run.classes, run.boot, run.above};
}

static jint resolve(JNIEnv *env, jclass boot, jclass c, jint site) {
    const struct strangers s = strangers();
    (void)boot;
    asked(DATA_ON_RESOLVE);
    return strangers_label(&s, env, c, (uint32_t)site);
}

static jint silent(JNIEnv *env, jclass boot, jint site) {
    const struct strangers s = strangers();
    (void)env, (void)boot;
    asked(DATA_ON_SILENT);
    return strangers_silent(&s, (uint32_t)site);
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
