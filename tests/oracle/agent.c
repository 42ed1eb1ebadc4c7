// SPDX-License-Identifier: MIT
// A JVMTI agent that records the call edges of a run: the independent observer
// that call graphs are checked against (README.md tells how).
//
//     java -agentpath:LIB=out=FILE[,asks=N][,origins][,prefix=P:P...] ...
//
// writes, when the JVM ends, the lines `caller offset callee receiver how`,
// sorted, each once. The names are those of the graph's tsv; offset is that of
// the instruction in the caller that was being executed.
//
// Each MethodEntry event looks at two frames, callee and caller. That pair is
// looked up in one table, which says what to do: for nearly all events, count
// and return. What a frame is, is decided once per method (names.c).
//
// The rule that collapses. Code that the JDK generates is no part of a program:
// hidden classes (those behind lambdas, LambdaForms, concatenations, switches),
// the interpreter's LambdaForms of java.lang.invoke (`...$Holder`, `Species_`),
// reflection's generated accessors, and dynamic proxies. A frame of such a class
// is an adaptor. Entering an adaptor is no edge. What is entered from an adaptor
// has as its caller the nearest frame below that is none, and that frame's
// offset. Its receiver is the one of the adaptor next to that caller: for a
// lambda or a proxy the object that the program's own call was made on.
// Helpers, which are ordinary methods of the JDK (StringConcatHelper,
// String.valueOf and those of Objects that records use), are adaptors where
// LambdaForms lead into them and they lead to a toString, equals or hashCode: so
// the toString of an operand belongs to the concatenation. The toString of
// strings is left to the helper: what is a string already is not converted in
// the program.
//
// How an edge came about (`how`, edges.h) says what can be asked of a graph:
// call, init, lambda, proxy, handle and indy are edges of the program. The
// others are entered by what is not bytecode. upcall is the JVM's own doing at a
// site: linking, class loading, making of exceptions; told from a call by the
// name and descriptor in the site's constant. Its like are what java.lang.invoke
// itself runs through handles, what LambdaForms enter of java.lang.invoke, and of
// the JDK at an invokedynamic (conversion of an int, say), and the boxing that the
// class behind a lambda or a proxy does around its call.
//
// Receivers are asked for (GetLocalInstance, some 40 us each) at virtual and
// interface calls only, and only if the callee's class has a subclass that was
// seen loaded, or is an interface; else the receiver is that class. After
// `asks` (32) events of an edge without a new receiver only every event is asked
// that is 1/16 further on than the last, some 200 of the first million. So a
// receiver that is rare at a site and shares its target with others there may
// be missed; a target never is.
//
// With `origins` each line has two more columns, the frame that called reflection or
// native code and its offset: of what these entered, the nearest frame below that is
// neither of them. It is walked to at each such event.
//
// Not seen: what runs before VMInit; methods that the interpreter replaces by
// machine code of its own (Math.sin, CRC32.update, Reference.get and such).

#include "tests/oracle/edges.h"
#include "tests/oracle/names.h"

#include <jvmti.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OP_INVOKEVIRTUAL = 0xb6,
    OP_INVOKESTATIC = 0xb8,
    OP_INVOKEINTERFACE = 0xb9,
    OP_INVOKEDYNAMIC = 0xba,
    WALK_FRAMES = 32,
    N_ASKS = 32
};

struct agent {
    pthread_mutex_t lock;  // around everything below
    struct names names;
    struct edges edges;
    char *out;
    char *prefixes;
    unsigned long n_asks;
    bool has_origins;
    bool is_closed;
};

static struct agent *agent_of(jvmtiEnv *jvmti) {
    void *a = NULL;
    (*jvmti)->GetEnvironmentLocalStorage(jvmti, &a);
    return a;
}

// --- How an edge came about --------------------------------------------------

static bool is_in(const struct method *m, const char *package) {
    return starts_with(m->klass->name, package);
}

static bool is_of_jdk(const struct method *m) {
    return is_in(m, "java/") || is_in(m, "jdk/") || is_in(m, "sun/");
}

// The JVM initialises the class of an exception when it throws one.
static bool is_thrown_by_jvm(const struct site *s,
                             const struct method *clinit) {
    const char *name = clinit->klass->name;
    size_t n = strlen(name);
    return is_in(clinit, "java/lang/") && n > 5 &&
           (strcmp(name + n - 5, "Error") == 0 ||
            (n > 9 && strcmp(name + n - 9, "Exception") == 0)) &&
           strcmp(name, s->ref_class) != 0;
}

// A conversion between a primitive and its box.
static bool is_boxing(const struct method *m) {
    size_t n = strlen(m->name);
    return is_in(m, "java/lang/") &&
           strrchr(m->klass->name, '/') == m->klass->name + 9 &&
           ((m->is_static && strcmp(m->name, "valueOf") == 0) ||
            (n > 5 && strcmp(m->name + n - 5, "Value") == 0));
}

// The caller's instruction is an invoke whose constant names the callee.
static bool is_named(const struct site *s, const struct method *callee) {
    return (s->opcode == OP_INVOKESTATIC) == callee->is_static &&
           strcmp(s->name, callee->name) == 0 &&
           strcmp(s->desc, callee->desc) == 0;
}

static enum how how_from_native(const struct method *caller) {
    return is_in(caller, "jdk/internal/reflect/") ||
                   is_in(caller, "sun/reflect/")
               ? HOW_REFLECT
               : HOW_NATIVE;
}

static bool is_receiver_call(const struct site *s) {
    return s->opcode == OP_INVOKEVIRTUAL || s->opcode == OP_INVOKEINTERFACE;
}

// An edge between two frames that are neighbours.
static void describe_direct(struct agent *a, JNIEnv *jni, struct edge *e) {
    if (!e->caller) {
        e->how = HOW_VM;
        return;
    }
    if (e->caller->is_native) {
        e->how = (unsigned char)how_from_native(e->caller);
        return;
    }
    struct site s = names_site(&a->names, jni, e->caller, e->at);
    if (e->callee->is_clinit) {
        e->how = is_thrown_by_jvm(&s, e->callee) ? HOW_UPCALL : HOW_INIT;
        return;
    }
    if (!is_named(&s, e->callee)) {
        e->how = HOW_UPCALL;
        return;
    }
    e->how = HOW_CALL;
    e->is_asking =
        is_receiver_call(&s) && !e->callee->is_static && !e->callee->is_private;
}

// What lay between callee and caller.
struct between {
    struct klass *via;  // the adaptor next to the caller
    bool has_lambda, has_proxy, has_form, has_accessor, has_helper;
    bool is_top_form;    // the callee was entered from a LambdaForm
    bool is_top_upcall;  // or from a lambda or proxy that does not name it
};

// What LambdaForms call for themselves.
static bool is_of_handles(const struct method *m) {
    return is_in(m, "java/lang/invoke/") || is_in(m, "sun/invoke/util/") ||
           is_in(m, "jdk/internal/misc/Unsafe") ||
           strcmp(m->text, "java/lang/Class.cast:"
                           "(Ljava/lang/Object;)Ljava/lang/Object;") == 0;
}

static enum how how_through(const struct edge *e, const struct between *b,
                            int opcode) {
    const struct method *caller = e->caller;
    if (!caller) {
        return HOW_VM;
    }
    if (b->has_accessor || is_in(caller, "jdk/internal/reflect/")) {
        return HOW_REFLECT;
    }
    if (caller->is_native) {
        return how_from_native(caller);
    }
    if (e->callee->is_clinit) {
        return HOW_INIT;
    }
    if (b->is_top_upcall || (b->is_top_form && is_of_handles(e->callee))) {
        return HOW_UPCALL;
    }
    if (b->has_lambda) {
        return HOW_LAMBDA;
    }
    if (b->has_proxy) {
        return HOW_PROXY;
    }
    if (is_in(caller, "java/lang/invoke/")) {
        return HOW_UPCALL;
    }
    if (opcode != OP_INVOKEDYNAMIC) {
        return HOW_HANDLE;
    }
    return !b->has_helper && is_of_jdk(e->callee) ? HOW_UPCALL : HOW_INDY;
}

static void describe_through(struct agent *a, JNIEnv *jni, struct edge *e,
                             const struct between *b) {
    struct site s = {.opcode = -1};
    if (e->caller && !e->caller->is_native) {
        s = names_site(&a->names, jni, e->caller, e->at);
    }
    e->how = (unsigned char)how_through(e, b, s.opcode);
    if (e->how == HOW_LAMBDA || e->how == HOW_PROXY) {
        edge_add_receiver(e, b->via);
    }
}

// --- Down the stack ----------------------------------------------------------

struct walk {
    jvmtiEnv *jvmti;
    jthread thread;
    jvmtiFrameInfo frame[WALK_FRAMES];
    jint first, n;  // frame[0] lies at depth first
    jint depth;     // of the frame that was given last
};

// The next frame down, or false at the end of the stack.
static bool walk_next(struct walk *w, jvmtiFrameInfo *out) {
    w->depth++;
    if (w->depth >= w->first + w->n) {
        w->first = w->depth;
        w->n = 0;
        if ((*w->jvmti)->GetStackTrace(w->jvmti, w->thread, w->first,
                                       WALK_FRAMES, w->frame, &w->n) ||
            w->n == 0) {
            return false;
        }
    }
    *out = w->frame[w->depth - w->first];
    return true;
}

static void note_between(struct between *b, const struct method *m) {
    b->via = m->klass;
    b->has_lambda |= m->kind == FRAME_LAMBDA;
    b->has_proxy |= m->kind == FRAME_PROXY;
    b->has_form |= m->kind == FRAME_FORM;
    b->has_accessor |= m->kind == FRAME_ACCESSOR;
}

// Whether a helper is transparent to this callee.
static bool is_helped(const struct method *callee) {
    return (strcmp(callee->name, "toString") == 0 ||
            strcmp(callee->name, "equals") == 0 ||
            strcmp(callee->name, "hashCode") == 0) &&
           !callee->is_static &&
           strcmp(callee->klass->name, "java/lang/String") != 0;
}

// Whether the helper that frame w is at was entered from a LambdaForm, perhaps
// through others of its like.
static bool is_helping(struct agent *a, JNIEnv *jni, struct walk w) {
    jvmtiFrameInfo f;
    while (walk_next(&w, &f)) {
        struct method *m = names_method(&a->names, jni, f.method);
        if (!m || m->kind != FRAME_HELPER) {
            return m && m->kind == FRAME_FORM;
        }
    }
    return false;
}

// What a lambda enters, if the adaptor frame m is of a class behind one.
static void note_behind(struct klass *k, struct method *callee) {
    if (k->kind == FRAME_LAMBDA) {
        k->has_several_behind |= k->behind && k->behind != callee;
        k->behind = callee;
    }
}

// The frame that the callee was entered from.
static void note_top(struct agent *a, JNIEnv *jni, struct between *b,
                     struct method *m, jint at, struct method *callee) {
    b->is_top_form = m->kind == FRAME_FORM;
    if ((m->kind != FRAME_LAMBDA && m->kind != FRAME_PROXY) ||
        callee->is_clinit) {
        return;
    }
    struct site s = names_site(&a->names, jni, m, at);
    b->is_top_upcall = !is_named(&s, callee) || is_boxing(callee);
    if (!b->is_top_upcall) {
        note_behind(m->klass, callee);
    }
}

// Finds the ordinary caller of a callee that was entered from something else,
// and fills in the key. False if there is nothing to record.
static bool find_caller(struct agent *a, JNIEnv *jni, struct walk *w,
                        struct edge *key, struct between *b) {
    jvmtiFrameInfo f;
    bool is_first = true;
    while (walk_next(w, &f)) {
        struct method *m = names_method(&a->names, jni, f.method);
        if (!m) {
            return false;
        }
        bool is_helper = m->kind == FRAME_HELPER && is_helped(key->callee) &&
                         is_helping(a, jni, *w);
        if (!is_helper &&
            (m->kind == FRAME_ORDINARY || m->kind == FRAME_HELPER)) {
            key->caller_id = f.method;
            key->caller = m;
            key->at = m->is_native ? -1 : (jint)f.location;
            return true;
        }
        // What the making of a functional object itself runs.
        if (m->is_init &&
            strcmp(key->callee->klass->name, "java/lang/Object") == 0) {
            return false;
        }
        b->has_helper |= is_helper;
        if (!is_helper) {
            note_between(b, m);
        }
        if (is_first) {
            note_top(a, jni, b, m, (jint)f.location, key->callee);
        }
        is_first = false;
    }
    key->at = -1;
    return true;
}

// An event whose caller is an adaptor, or a helper that may be one: its edge, or
// NULL.
static struct edge *record_through(struct agent *a, JNIEnv *jni,
                                   const struct edge *pair, jthread thread) {
    struct walk w = {.jvmti = a->names.jvmti, .thread = thread};
    struct between b = {0};
    struct edge key = {.callee_id = pair->callee_id, .callee = pair->callee};
    if (!find_caller(a, jni, &w, &key, &b)) {
        return NULL;
    }
    key.via = b.via;
    struct edge *e = edges_intern(&a->edges, &key);
    if (e->state == PAIR_NEW) {
        e->state = PAIR_EDGE;
        e->caller = key.caller;
        e->callee = key.callee;
        if (b.via) {
            describe_through(a, jni, e, &b);
        } else {
            describe_direct(a, jni, e);
        }
    }
    return e;
}

// --- Origins -----------------------------------------------------------------

// What stands between the call of reflection or of native code and what it enters.
static bool is_way(const struct method *m) {
    return m->kind != FRAME_ORDINARY || m->is_native ||
           is_in(m, "jdk/internal/reflect/") ||
           (is_in(m, "sun/reflect/") && !is_in(m, "sun/reflect/annotation/")) ||
           is_in(m, "java/lang/reflect/") || is_in(m, "java/lang/invoke/") ||
           is_in(m, "jdk/internal/misc/Unsafe") ||
           starts_with(m->text, "java/lang/Class.forName") ||
           starts_with(m->text, "java/lang/Class.newInstance") ||
           starts_with(m->text, "java/lang/System$2.defineClass");
}

// The edge of this event with its origin, made from the one without.
static struct edge *with_origin(struct agent *a, JNIEnv *jni, struct edge *e,
                                jthread thread) {
    struct walk w = {.jvmti = a->names.jvmti, .thread = thread};
    jvmtiFrameInfo f;
    struct method *m = NULL;
    while (walk_next(&w, &f) && (m = names_method(&a->names, jni, f.method)) &&
           is_way(m)) {
        m = NULL;
    }
    struct edge key = *e;
    key.origin_id = m ? f.method : NULL;
    key.origin_at = m ? (jint)f.location : -1;
    struct edge *made = edges_intern(&a->edges, &key);
    if (made->state == PAIR_NEW) {
        made->state = PAIR_EDGE;
        made->how = e->how;
        made->caller = e->caller;
        made->callee = e->callee;
        made->origin = m;
    }
    return made;
}

// Whether the edge is to be told apart by what called reflection or native code.
static void want_origin(const struct agent *a, struct edge *e) {
    if (a->has_origins && e->state == PAIR_EDGE &&
        (e->how == HOW_REFLECT || e->how == HOW_NATIVE)) {
        e->state = PAIR_ORIGIN;
    }
}

// --- Receivers ---------------------------------------------------------------

// The class of the receiver of the method that was just entered. The lock is
// not held: the question stops all threads.
static struct klass *ask(struct agent *a, JNIEnv *jni, jthread thread) {
    jvmtiEnv *jvmti = a->names.jvmti;
    jobject receiver = NULL;
    if ((*jvmti)->GetLocalInstance(jvmti, thread, 0, &receiver) || !receiver) {
        pthread_mutex_lock(&a->lock);
        a->names.errors++;
        return NULL;
    }
    jclass c = (*jni)->GetObjectClass(jni, receiver);
    pthread_mutex_lock(&a->lock);
    struct klass *k = names_class(&a->names, jni, c);
    (*jni)->DeleteLocalRef(jni, c);
    (*jni)->DeleteLocalRef(jni, receiver);
    return k;
}

// One more event of an edge whose receiver is of interest.
static void see_receiver(struct agent *a, JNIEnv *jni, struct edge *e,
                         jthread thread) {
    const struct klass *declaring = e->callee->klass;
    if (!declaring->is_interface && !declaring->has_subclass) {
        e->has_unasked = true;
        return;
    }
    e->n_seen++;
    if (e->n_seen < e->ask_at) {
        return;
    }
    pthread_mutex_unlock(&a->lock);
    struct klass *k = ask(a, jni, thread);  // takes the lock again
    if (k && edge_add_receiver(e, k)) {
        e->n_seen = 0;
    }
    e->ask_at = e->n_seen < a->n_asks ? 0 : e->n_seen + 1 + e->n_seen / 16;
}

// --- Events ------------------------------------------------------------------

static void describe_pair(struct agent *a, JNIEnv *jni, struct edge *e) {
    e->callee = names_method(&a->names, jni, e->callee_id);
    e->caller =
        e->caller_id ? names_method(&a->names, jni, e->caller_id) : NULL;
    if (!e->callee || (e->caller_id && !e->caller)) {
        e->state = PAIR_SKIP;
    } else if (e->callee->kind != FRAME_ORDINARY &&
               e->callee->kind != FRAME_HELPER) {
        e->state = PAIR_SKIP;
    } else if (e->caller && (e->caller->kind == FRAME_HELPER
                                 ? is_helped(e->callee)
                                 : e->caller->kind != FRAME_ORDINARY)) {
        e->state = PAIR_WALK;
    } else {
        e->state = PAIR_EDGE;
        describe_direct(a, jni, e);
    }
}

static void JNICALL on_method_entry(jvmtiEnv *jvmti, JNIEnv *jni,
                                    jthread thread, jmethodID method) {
    struct agent *a = agent_of(jvmti);
    jvmtiFrameInfo f = {NULL, -1};
    jint n = 0;
    jvmtiError error = (*jvmti)->GetStackTrace(jvmti, thread, 1, 1, &f, &n);
    struct edge key = {.callee_id = method, .at = -1, .is_pair = true};
    pthread_mutex_lock(&a->lock);
    if (a->is_closed) {
        pthread_mutex_unlock(&a->lock);
        return;
    }
    if (error && error != JVMTI_ERROR_ILLEGAL_ARGUMENT) {
        a->names.errors++;  // an illegal depth: there is one frame only
    }
    if (n == 1) {
        key.caller_id = f.method;
        key.at = (jint)f.location;
    }
    struct edge *e = edges_intern(&a->edges, &key);
    if (e->state == PAIR_NEW) {
        describe_pair(a, jni, e);
    }
    if (e->state == PAIR_WALK) {
        e = record_through(a, jni, e, thread);
    }
    if (e) {
        want_origin(a, e);
    }
    if (e && e->state == PAIR_ORIGIN) {
        e = with_origin(a, jni, e, thread);
    }
    if (e && e->is_asking) {
        see_receiver(a, jni, e, thread);
    }
    pthread_mutex_unlock(&a->lock);
}

static void JNICALL on_class_prepare(jvmtiEnv *jvmti, JNIEnv *jni,
                                     jthread thread, jclass c) {
    (void)thread;
    struct agent *a = agent_of(jvmti);
    pthread_mutex_lock(&a->lock);
    names_loaded(&a->names, jni, c);
    pthread_mutex_unlock(&a->lock);
}

static void JNICALL on_vm_init(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    (void)thread;
    struct agent *a = agent_of(jvmti);
    jint n = 0;
    jclass *loaded = NULL;
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE,
                                       JVMTI_EVENT_CLASS_PREPARE, NULL);
    pthread_mutex_lock(&a->lock);
    if ((*jvmti)->GetLoadedClasses(jvmti, &n, &loaded)) {
        a->names.errors++;
    }
    for (jint i = 0; i < n; i++) {
        names_loaded(&a->names, jni, loaded[i]);
        (*jni)->DeleteLocalRef(jni, loaded[i]);
    }
    pthread_mutex_unlock(&a->lock);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)loaded);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE,
                                       JVMTI_EVENT_METHOD_ENTRY, NULL);
}

static void JNICALL on_vm_death(jvmtiEnv *jvmti, JNIEnv *jni) {
    (void)jni;
    struct agent *a = agent_of(jvmti);
    pthread_mutex_lock(&a->lock);
    a->is_closed = true;
    if (a->names.errors) {
        fprintf(stderr, "oracle agent: %lu errors, no record\n",
                a->names.errors);
    } else if (!edges_write(&a->edges, a->out, a->prefixes, a->has_origins)) {
        fprintf(stderr, "oracle agent: cannot write %s\n", a->out);
    }
    pthread_mutex_unlock(&a->lock);
}

// --- Start -------------------------------------------------------------------

static bool read_options(struct agent *a, const char *options) {
    char *text = need_memory(NULL, strlen(options) + 1);
    strcpy(text, options);
    for (char *o = strtok(text, ","); o; o = strtok(NULL, ",")) {
        if (starts_with(o, "out=")) {
            a->out = o + strlen("out=");
        } else if (starts_with(o, "prefix=")) {
            a->prefixes = o + strlen("prefix=");
        } else if (strcmp(o, "origins") == 0) {
            a->has_origins = true;
        } else if (starts_with(o, "asks=")) {
            a->n_asks = strtoul(o + strlen("asks="), NULL, 10);
        } else {
            return false;
        }
    }
    return a->out != NULL;
}

static bool start(JavaVM *vm, struct agent *a) {
    jvmtiEnv *jvmti;
    if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION)) {
        return false;
    }
    names_init(&a->names, jvmti);
    edges_init(&a->edges);
    jvmtiCapabilities c = {0};
    c.can_generate_method_entry_events = 1;
    c.can_access_local_variables = 1;
    c.can_get_bytecodes = 1;
    c.can_get_constant_pool = 1;
    c.can_tag_objects = 1;
#ifdef JVMTI_VERSION_21
    c.can_support_virtual_threads = 1;
#endif
    jvmtiEventCallbacks on = {.VMInit = on_vm_init,
                              .VMDeath = on_vm_death,
                              .ClassPrepare = on_class_prepare,
                              .MethodEntry = on_method_entry};
    return !(*jvmti)->AddCapabilities(jvmti, &c) &&
           !(*jvmti)->SetEnvironmentLocalStorage(jvmti, a) &&
           !(*jvmti)->SetEventCallbacks(jvmti, &on, sizeof on) &&
           !(*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE,
                                               JVMTI_EVENT_VM_INIT, NULL) &&
           !(*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE,
                                               JVMTI_EVENT_VM_DEATH, NULL);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
    (void)reserved;
    struct agent *a = need_memory(NULL, sizeof *a);
    *a = (struct agent){.n_asks = N_ASKS};
    pthread_mutex_init(&a->lock, NULL);
    if (!read_options(a, options ? options : "")) {
        fputs("oracle agent: out=FILE[,asks=N][,origins][,prefix=P:P...]\n",
              stderr);
        return JNI_ERR;
    }
    if (!start(vm, a)) {
        fputs("oracle agent: this JVM lacks what is needed\n", stderr);
        return JNI_ERR;
    }
    return JNI_OK;
}
