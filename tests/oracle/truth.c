// SPDX-License-Identifier: MIT
// A JVMTI agent that tells the call chains of a run from the stacks themselves:
// the independent observer that what instrumented jars record is compared with.
//
//     java -agentpath:LIB=out=FILE,classes=FILE[,depth=K] ...
//
// `classes` has the internal names of the component's classes, a line each. When
// the JVM ends, `out` gets the lines that tests/tools/datachains prints of a data
// file: entry, level, steps (offset receiver target), and how often exactly that
// chain was entered; tabs between, sorted, each once, of at most K steps (10).
//
// Whenever a method of the component is entered that has code, the whole stack is
// taken, and everything is told from it alone; nothing is remembered from one
// event to the next but receivers (below), and what cannot change: what a method
// is, and what stands at an offset.
//
// A *run* is a maximal sequence of component frames, each called by the one below
// it: the instruction there is an invoke whose constant has the callee's name and
// descriptor. So an initialiser, which any instruction can set off, is never
// called, nor is what the JVM enters by itself (loadClass at a new). Two kinds of
// frames that are no program's are looked through, if what is below calls them and
// they call what is above: those of the hidden class that a component's lambda or
// method reference made, and those of dynamic proxies; the step then has the
// receiver that the nearest of them to the caller stands for. Everything else ends
// a run: JDK and libraries, native methods, LambdaForms (string concatenation,
// method handles), lambdas that were made elsewhere.
//
// The chain is the run at the top. Its *level* is the number of runs below it,
// except that the run of an initialiser has the level of the run that it
// interrupts; 15 stands for all above.
//
// The receiver of a step is the class of the callee's `this`, for super.m() and
// private methods too; the class itself for new, and - for static calls, super(...)
// and this(...). What tells these from new X() in a constructor is whether callee
// and caller have the same `this`, asked once per site: the verifier sees to it
// that a site is always the one or the other. To ask for `this` costs some 40 us,
// so each activation is asked once at most, and not at all if its class has no
// subclass. The answers are kept per thread, by height above the stack's bottom: each
// component method that is entered there forgets what was known of that height.
//
// Limits. Not seen is what runs before VMInit. The receiver of a default method
// that runs on a method reference is named by the method that the reference names,
// though it may dispatch to another. Classes are told apart by name only.

#include "tests/oracle/chains.h"
#include "tests/oracle/names.h"

#include <jvmti.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OP_INVOKEVIRTUAL = 0xb6,
    OP_INVOKESTATIC = 0xb8,
    OP_INVOKEINTERFACE = 0xb9,
    MAX_LEVEL = 15,
    DEPTH = 10,
    N_RECENT = 4096
};

// --- What the agent knows ----------------------------------------------------

enum role {
    ROLE_UNKNOWN,
    ROLE_OUTSIDE,
    ROLE_MEMBER,  // a method of the component with code
    ROLE_ADAPTOR  // looked through: of a lambda's class, or of a proxy
};

struct known {
    struct cell id;
    struct method *m;
    enum role role;
};

enum receiver {
    RECEIVER_NONE,
    RECEIVER_MADE,  // the callee's class, by new
    RECEIVER_THIS,  // the class of the callee's `this`
    RECEIVER_INIT   // made, or none: not known yet
};

// Two frames that are neighbours: who is below, at which offset, who is above.
struct link {
    struct cell key;
    bool is_known;
    bool is_call;
    enum receiver receiver;
};

struct word {
    struct cell key;  // a class, or a method behind a lambda
    char *text;
};

struct activation {
    jmethodID method;
    const char *receiver;  // NULL: not asked yet
};

// The activations of a thread, by height.
struct thread {
    struct activation *at;
    jint n;
};

struct agent {
    pthread_mutex_t lock;  // around everything below
    struct names names;
    struct table known, links, words;
    struct chains chains;
    struct known
        *recent[N_RECENT];  // some of `known`, by id: a third of the time
    struct node **node;     // in the order of their making
    size_t n_nodes, room_nodes;
    char **member;  // names of the component's classes, sorted
    size_t n_members;
    const char *out, *classes;
    long depth;
    bool is_closed;

    // The event at hand: its stack, the top first.
    JNIEnv *jni;
    jthread thread;
    struct thread *mine;
    jvmtiFrameInfo *frame;
    struct known **who;
    jint n_frames, room_frames;
    jint *run, *via;  // room for depth + 1 frames of the run at the top
};

static struct agent *agent_of(jvmtiEnv *jvmti) {
    void *a = NULL;
    (*jvmti)->GetEnvironmentLocalStorage(jvmti, &a);
    return a;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_member(const struct agent *a, const char *name) {
    return a->n_members && bsearch(&name, a->member, a->n_members,
                                   sizeof *a->member, compare_names);
}

// Whether a class behind a lambda was made by a class of the component: that one's
// name is in front of its own.
static bool is_our_lambda(const struct agent *a, const char *name) {
    size_t n = (size_t)(strstr(name, "$$Lambda") - name);
    char *maker = need_memory(NULL, n + 1);
    memcpy(maker, name, n);
    maker[n] = '\0';
    bool yes = is_member(a, maker);
    free(maker);
    return yes;
}

static enum role role_of(const struct agent *a, const struct method *m) {
    if (!m || m->is_native) {
        return ROLE_OUTSIDE;
    }
    const struct klass *k = m->klass;
    if (k->kind == FRAME_PROXY ||
        (k->kind == FRAME_LAMBDA && is_our_lambda(a, k->name))) {
        return ROLE_ADAPTOR;
    }
    return is_member(a, k->name) ? ROLE_MEMBER : ROLE_OUTSIDE;
}

static struct known *known_of(struct agent *a, JNIEnv *jni, jmethodID id) {
    uintptr_t word = (uintptr_t)id;
    struct known **recent = &a->recent[(word >> 3 ^ word >> 15) % N_RECENT];
    if (*recent && (*recent)->id.key[0] == word) {
        return *recent;
    }
    struct known *k = table_intern(&a->known, (struct cell){{word}}, sizeof *k);
    *recent = k;
    if (k->role == ROLE_UNKNOWN) {
        k->m = names_method(&a->names, jni, id);
        k->role = role_of(a, k->m);
    }
    return k;
}

// --- The stack ---------------------------------------------------------------

static void grow_stack(struct agent *a) {
    a->room_frames = a->room_frames ? a->room_frames * 2 : 256;
    size_t n = (size_t)a->room_frames;
    a->frame = need_memory(a->frame, n * sizeof *a->frame);
    a->who = need_memory(a->who, n * sizeof(struct known *));
}

static bool take_stack(struct agent *a) {
    jvmtiEnv *t = a->names.jvmti;
    do {
        if (a->n_frames == a->room_frames) {
            grow_stack(a);
        }
        if ((*t)->GetStackTrace(t, a->thread, 0, a->room_frames, a->frame,
                                &a->n_frames)) {
            a->names.errors++;
            return false;
        }
    } while (a->n_frames == a->room_frames);
    for (jint i = 0; i < a->n_frames; i++) {
        a->who[i] = known_of(a, a->jni, a->frame[i].method);
    }
    return a->n_frames > 0;
}

static const struct method *method_at(const struct agent *a, jint i) {
    return a->who[i]->m;
}

static enum receiver receiver_kind(const struct method *caller,
                                   const struct method *callee, int opcode) {
    if (opcode == OP_INVOKESTATIC) {
        return RECEIVER_NONE;
    }
    if (!callee->is_init) {
        return RECEIVER_THIS;
    }
    return caller->is_init ? RECEIVER_INIT : RECEIVER_MADE;
}

// How frame i came to be entered from the one below it, which is no native method.
static struct link *link_of(struct agent *a, jint i) {
    const jvmtiFrameInfo *below = &a->frame[i + 1];
    struct cell key = {{(uintptr_t)below->method, (uintptr_t)below->location,
                        (uintptr_t)a->frame[i].method}};
    struct link *l = table_intern(&a->links, key, sizeof *l);
    if (!l->is_known) {
        struct method *caller = a->who[i + 1]->m;
        const struct method *callee = method_at(a, i);
        struct site s =
            names_site(&a->names, a->jni, caller, (jint)below->location);
        l->is_known = true;
        l->is_call = (s.opcode == OP_INVOKESTATIC) == callee->is_static &&
                     strcmp(s.name, callee->name) == 0 &&
                     strcmp(s.desc, callee->desc) == 0;
        l->receiver = receiver_kind(caller, callee, s.opcode);
    }
    return l;
}

// The frame of the component that calls frame i, or -1 if that one begins a run;
// and the adaptor next to the caller, -1 if it calls by itself.
static jint caller_of(struct agent *a, jint i, jint *via) {
    *via = -1;
    for (jint j = i + 1; j < a->n_frames; j++) {
        if (a->who[j]->role == ROLE_OUTSIDE || !link_of(a, j - 1)->is_call) {
            return -1;
        }
        if (a->who[j]->role == ROLE_MEMBER) {
            return j;
        }
        *via = j;
    }
    return -1;
}

// The level of the run that begins at a frame.
static unsigned level_of(struct agent *a, jint start) {
    unsigned level = 0;
    for (;;) {
        jint i = start + 1, via;
        while (i < a->n_frames && a->who[i]->role != ROLE_MEMBER) {
            i++;
        }
        if (i >= a->n_frames) {
            return level < MAX_LEVEL ? level : MAX_LEVEL;
        }
        level += !method_at(a, start)->is_clinit;
        for (; i >= 0; i = caller_of(a, i, &via)) {
            start = i;
        }
    }
}

// --- Receivers ---------------------------------------------------------------

static jobject this_of(struct agent *a, jint i) {
    jvmtiEnv *t = a->names.jvmti;
    jobject object = NULL;
    if ((*t)->GetLocalInstance(t, a->thread, i, &object) || !object) {
        a->names.errors++;
        return NULL;
    }
    return object;
}

static bool has_same_this(struct agent *a, jint i, jint j) {
    jobject x = this_of(a, i), y = this_of(a, j);
    bool yes = (*a->jni)->IsSameObject(a->jni, x, y);
    (*a->jni)->DeleteLocalRef(a->jni, x);
    (*a->jni)->DeleteLocalRef(a->jni, y);
    return yes;
}

static bool is_box(const struct site *s) {
    size_t n = strlen(s->name);
    return starts_with(s->ref_class, "java/lang/") &&
           (strcmp(s->name, "valueOf") == 0 ||
            (n > 5 && strcmp(s->name + n - 5, "Value") == 0));
}

// The method that an object behind a lambda calls, as its class names it: that of
// the first invoke in its code that is no conversion. Offsets within instructions
// are looked at as well; such a class has too few constants for an operand to look
// like an invoke.
static char *lambda_text(struct agent *a, jclass c) {
    jvmtiEnv *t = a->names.jvmti;
    jint n = 0;
    jmethodID *id = NULL;
    char *text = NULL;
    if ((*t)->GetClassMethods(t, c, &n, &id)) {
        a->names.errors++;
    }
    for (jint i = 0; i < n && !text; i++) {
        struct method *m = names_method(&a->names, a->jni, id[i]);
        if (!m || m->is_init || m->is_static) {
            continue;
        }
        for (jint at = 0; (at == 0 || at < m->code_length) && !text; at++) {
            struct site s = names_site(&a->names, a->jni, m, at);
            if (s.opcode >= OP_INVOKEVIRTUAL &&
                s.opcode <= OP_INVOKEINTERFACE && *s.name && !is_box(&s)) {
                size_t size = strlen(s.ref_class) + strlen(s.name) +
                              strlen(s.desc) + sizeof "lambda:.:";
                text = need_memory(NULL, size);
                snprintf(text, size, "lambda:%s.%s:%s", s.ref_class, s.name,
                         s.desc);
            }
        }
    }
    (*t)->Deallocate(t, (unsigned char *)id);
    return text;
}

// A class as a receiver. c is NULL for classes that no lambda is behind.
static const char *class_word(struct agent *a, struct klass *k, jclass c) {
    struct word *w =
        table_intern(&a->words, (struct cell){{(uintptr_t)k}}, sizeof *w);
    if (!w->text) {
        w->text = k->kind == FRAME_LAMBDA && c ? lambda_text(a, c) : NULL;
        w->text = w->text ? w->text : names_receiver(k);
    }
    return w->text;
}

static const char *lambda_word(struct agent *a, const struct method *m) {
    struct word *w =
        table_intern(&a->words, (struct cell){{(uintptr_t)m, 1}}, sizeof *w);
    if (!w->text) {
        size_t size = strlen(m->text) + sizeof "lambda:";
        w->text = need_memory(NULL, size);
        snprintf(w->text, size, "lambda:%s", m->text);
    }
    return w->text;
}

static struct activation *activation_of(struct agent *a, jint i) {
    struct thread *t = a->mine;
    jint height = a->n_frames - 1 - i;
    if (height >= t->n) {
        jint n = height + 64;
        t->at = need_memory(t->at, (size_t)n * sizeof *t->at);
        memset(t->at + t->n, 0, (size_t)(n - t->n) * sizeof *t->at);
        t->n = n;
    }
    return &t->at[height];
}

static const char *ask(struct agent *a, jint i) {
    struct activation *x = activation_of(a, i);
    if (x->method != a->frame[i].method) {
        *x = (struct activation){.method = a->frame[i].method};
    }
    jobject object = x->receiver ? NULL : this_of(a, i);
    if (object) {
        jclass c = (*a->jni)->GetObjectClass(a->jni, object);
        x->receiver = class_word(a, names_class(&a->names, a->jni, c), c);
        (*a->jni)->DeleteLocalRef(a->jni, c);
        (*a->jni)->DeleteLocalRef(a->jni, object);
    }
    return x->receiver ? x->receiver : "?";
}

// The receiver of frame i, called by frame j through the adaptor via.
static const char *receiver_of(struct agent *a, jint i, jint j, jint via) {
    const struct method *callee = method_at(a, i);
    if (via >= 0) {
        struct klass *k = method_at(a, via)->klass;
        return k->kind == FRAME_LAMBDA ? lambda_word(a, callee)
                                       : class_word(a, k, NULL);
    }
    struct link *l = link_of(a, i);
    if (l->receiver == RECEIVER_INIT) {
        l->receiver = has_same_this(a, i, j) ? RECEIVER_NONE : RECEIVER_MADE;
    }
    if (l->receiver == RECEIVER_NONE) {
        return "-";
    }
    bool is_sure =
        l->receiver == RECEIVER_MADE ||
        (!callee->klass->is_interface && !callee->klass->has_subclass);
    return is_sure ? class_word(a, callee->klass, NULL) : ask(a, i);
}

// --- The event ---------------------------------------------------------------

// The method at the top of the stack was entered.
static void see(struct agent *a) {
    jint n = 0, via = -1;
    if (!take_stack(a)) {
        return;
    }
    *activation_of(a, 0) = (struct activation){.method = a->frame[0].method};
    for (jint i = 0; i >= 0; i = caller_of(a, i, &via)) {
        if (n > a->depth) {
            return;
        }
        if (n > 0) {
            a->via[n - 1] = via;
        }
        a->run[n++] = i;
    }
    jint start = a->run[--n];
    struct node *x =
        chains_entry(&a->chains, level_of(a, start), method_at(a, start));
    while (n-- > 0) {
        jint i = a->run[n], j = a->run[n + 1];
        const char *receiver = receiver_of(a, i, j, a->via[n]);
        x = chains_step(&a->chains, x, (jint)a->frame[j].location, receiver,
                        method_at(a, i));
    }
    x->hits++;
}

// --- Events ------------------------------------------------------------------

// The storage of the thread at hand; virtual threads have their own.
static struct thread *my_thread(jvmtiEnv *jvmti) {
    void *mine = NULL;
    (*jvmti)->GetThreadLocalStorage(jvmti, NULL, &mine);
    if (!mine) {
        mine = need_memory(NULL, sizeof(struct thread));
        *(struct thread *)mine = (struct thread){0};
        (*jvmti)->SetThreadLocalStorage(jvmti, NULL, mine);
    }
    return mine;
}

static void JNICALL on_method_entry(jvmtiEnv *jvmti, JNIEnv *jni,
                                    jthread thread, jmethodID method) {
    struct agent *a = agent_of(jvmti);
    pthread_mutex_lock(&a->lock);
    if (!a->is_closed && known_of(a, jni, method)->role == ROLE_MEMBER) {
        a->jni = jni;
        a->thread = thread;
        a->mine = my_thread(jvmti);
        see(a);
    }
    pthread_mutex_unlock(&a->lock);
}

static void JNICALL on_thread_end(jvmtiEnv *jvmti, JNIEnv *jni,
                                  jthread thread) {
    (void)jni;
    (void)thread;
    struct thread *mine = my_thread(jvmti);
    (*jvmti)->SetThreadLocalStorage(jvmti, NULL, NULL);
    free(mine->at);
    free(mine);
}

static void JNICALL on_class_prepare(jvmtiEnv *jvmti, JNIEnv *jni,
                                     jthread thread, jclass c) {
    (void)thread;
    struct agent *a = agent_of(jvmti);
    pthread_mutex_lock(&a->lock);
    names_loaded(&a->names, jni, c);
    pthread_mutex_unlock(&a->lock);
}

static void enable(jvmtiEnv *jvmti, jvmtiEvent event) {
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, event, NULL);
}

static void JNICALL on_vm_init(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    (void)thread;
    struct agent *a = agent_of(jvmti);
    jint n = 0;
    jclass *loaded = NULL;
    enable(jvmti, JVMTI_EVENT_CLASS_PREPARE);
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
    enable(jvmti, JVMTI_EVENT_THREAD_END);
#ifdef JVMTI_VERSION_21
    enable(jvmti, JVMTI_EVENT_VIRTUAL_THREAD_END);
#endif
    enable(jvmti, JVMTI_EVENT_METHOD_ENTRY);
}

static void JNICALL on_vm_death(jvmtiEnv *jvmti, JNIEnv *jni) {
    (void)jni;
    struct agent *a = agent_of(jvmti);
    pthread_mutex_lock(&a->lock);
    a->is_closed = true;
    if (a->names.errors) {
        fprintf(stderr, "truth agent: %lu errors, nothing is written\n",
                a->names.errors);
    } else if (!chains_write(&a->chains, a->out)) {
        fprintf(stderr, "truth agent: cannot write %s\n", a->out);
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
        } else if (starts_with(o, "classes=")) {
            a->classes = o + strlen("classes=");
        } else if (starts_with(o, "depth=")) {
            a->depth = strtol(o + strlen("depth="), NULL, 10);
        } else {
            return false;
        }
    }
    return a->out && a->classes && a->depth >= 0 && a->depth <= 10000;
}

static bool read_classes(struct agent *a) {
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    FILE *f = fopen(a->classes, "r");
    if (!f) {
        return false;
    }
    while ((n = getline(&line, &room, f)) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        a->member =
            need_memory(a->member, (a->n_members + 1) * sizeof *a->member);
        a->member[a->n_members] = need_memory(NULL, (size_t)n + 1);
        strcpy(a->member[a->n_members++], line);
    }
    free(line);
    fclose(f);
    if (a->n_members) {
        qsort(a->member, a->n_members, sizeof *a->member, compare_names);
    }
    return a->n_members > 0;
}

static bool start(JavaVM *vm, struct agent *a) {
    jvmtiEnv *jvmti;
    if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION)) {
        return false;
    }
    names_init(&a->names, jvmti);
    jvmtiCapabilities c = {0};
    c.can_generate_method_entry_events = 1;
    c.can_access_local_variables = 1;
    c.can_get_bytecodes = 1;
    c.can_get_constant_pool = 1;
    c.can_tag_objects = 1;
    jvmtiEventCallbacks on = {.VMInit = on_vm_init,
                              .VMDeath = on_vm_death,
                              .ClassPrepare = on_class_prepare,
                              .ThreadEnd = on_thread_end,
                              .MethodEntry = on_method_entry};
#ifdef JVMTI_VERSION_21
    c.can_support_virtual_threads = 1;
    on.VirtualThreadEnd = on_thread_end;
#endif
    if ((*jvmti)->AddCapabilities(jvmti, &c) ||
        (*jvmti)->SetEnvironmentLocalStorage(jvmti, a) ||
        (*jvmti)->SetEventCallbacks(jvmti, &on, sizeof on)) {
        return false;
    }
    enable(jvmti, JVMTI_EVENT_VM_INIT);
    enable(jvmti, JVMTI_EVENT_VM_DEATH);
    return true;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
    (void)reserved;
    struct agent *a = need_memory(NULL, sizeof *a);
    *a = (struct agent){.depth = DEPTH};
    pthread_mutex_init(&a->lock, NULL);
    if (!read_options(a, options ? options : "")) {
        fputs("truth agent: out=FILE,classes=FILE[,depth=K]\n", stderr);
        return JNI_ERR;
    }
    if (!read_classes(a)) {
        fprintf(stderr, "truth agent: no names in %s\n", a->classes);
        return JNI_ERR;
    }
    size_t n = (size_t)a->depth + 1;
    a->run = need_memory(NULL, n * sizeof *a->run);
    a->via = need_memory(NULL, n * sizeof *a->via);
    if (!start(vm, a)) {
        fputs("truth agent: this JVM lacks what is needed\n", stderr);
        return JNI_ERR;
    }
    return JNI_OK;
}
