// SPDX-License-Identifier: MIT
// Classes and methods as the recorder sees them, and what stands at a call site.

#include "tests/oracle/names.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ACC_PRIVATE = 0x0002,
    ACC_STATIC = 0x0008,
    ACC_NATIVE = 0x0100,
    OP_GETSTATIC = 0xb2,
    OP_INVOKEDYNAMIC = 0xba,
    OP_NEW = 0xbb
};

// A constant pool: where each entry's tag is.
struct pool {
    unsigned char *bytes;
    jint n_bytes;
    jint n_entries;
    jint *at;
    char **utf8;  // made on demand
};

void *need_memory(void *old, size_t n_bytes) {
    void *p = realloc(old, n_bytes ? n_bytes : 1);
    if (!p) {
        fputs("oracle agent: no memory\n", stderr);
        abort();
    }
    return p;
}

bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static char *copy(const char *text) {
    size_t n = strlen(text) + 1;
    return memcpy(need_memory(NULL, n), text, n);
}

void names_init(struct names *n, jvmtiEnv *jvmti) {
    *n = (struct names){.jvmti = jvmti};
    n->n_method_slots = n->n_class_slots = 4096;
    n->methods = calloc(n->n_method_slots, sizeof *n->methods);
    n->classes = calloc(n->n_class_slots, sizeof *n->classes);
    if (!n->methods || !n->classes) {
        need_memory(NULL, SIZE_MAX);
    }
}

static size_t hash_text(const char *text) {
    size_t h = 5381;
    for (; *text; text++) {
        h = h * 33 ^ (unsigned char)*text;
    }
    return h ^ h >> 15;
}

static size_t hash_id(jmethodID id) {
    uintptr_t x = (uintptr_t)id * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(x ^ x >> 29);
}

static struct klass **class_slot(const struct names *n, const char *name,
                                 jlong loader) {
    size_t i = hash_text(name);
    for (;; i++) {
        struct klass **slot = &n->classes[i & (n->n_class_slots - 1)];
        if (!*slot ||
            ((*slot)->loader == loader && strcmp((*slot)->name, name) == 0)) {
            return slot;
        }
    }
}

static struct method **method_slot(const struct names *n, jmethodID id) {
    size_t i = hash_id(id);
    for (;; i++) {
        struct method **slot = &n->methods[i & (n->n_method_slots - 1)];
        if (!*slot || (*slot)->id == id) {
            return slot;
        }
    }
}

static void grow_classes(struct names *n) {
    struct names bigger = *n;
    bigger.n_class_slots *= 2;
    bigger.classes = calloc(bigger.n_class_slots, sizeof *bigger.classes);
    if (!bigger.classes) {
        need_memory(NULL, SIZE_MAX);
    }
    for (size_t i = 0; i < n->n_class_slots; i++) {
        if (n->classes[i]) {
            const struct klass *k = n->classes[i];
            *class_slot(&bigger, k->name, k->loader) = n->classes[i];
        }
    }
    free(n->classes);
    *n = bigger;
}

static void grow_methods(struct names *n) {
    struct names bigger = *n;
    bigger.n_method_slots *= 2;
    bigger.methods = calloc(bigger.n_method_slots, sizeof *bigger.methods);
    if (!bigger.methods) {
        need_memory(NULL, SIZE_MAX);
    }
    for (size_t i = 0; i < n->n_method_slots; i++) {
        if (n->methods[i]) {
            *method_slot(&bigger, n->methods[i]->id) = n->methods[i];
        }
    }
    free(n->methods);
    *n = bigger;
}

// JVMTI writes the name of a hidden class as Lpackage/Name.suffix; with one dot.
static bool is_hidden(const char *name) {
    return strchr(name, '.') != NULL;
}

static bool ends_with_number(const char *text) {
    size_t n = strspn(text, "0123456789");
    return n > 0 && text[n] == '\0';
}

static enum frame_kind kind_of_class(const char *name, const char *super) {
    const char *simple = strrchr(name, '/');
    simple = simple ? simple + 1 : name;
    if (is_hidden(name)) {
        return strstr(name, "$$Lambda") ? FRAME_LAMBDA : FRAME_FORM;
    }
    if (strcmp(super, "java/lang/reflect/Proxy") == 0 &&
        starts_with(simple, "$Proxy") && ends_with_number(simple + 6)) {
        return FRAME_PROXY;
    }
    if (starts_with(name, "jdk/internal/reflect/Generated") &&
        strstr(simple, "Accessor")) {
        return FRAME_ACCESSOR;
    }
    if (starts_with(name, "java/lang/invoke/") &&
        (strstr(simple, "$Holder") ||
         starts_with(simple, "BoundMethodHandle$Species_"))) {
        return FRAME_FORM;
    }
    return FRAME_ORDINARY;
}

// The name of a class in a buffer of ours; "" and an error if there is none.
static char *name_of(struct names *n, jclass c) {
    char *signature;
    if ((*n->jvmti)->GetClassSignature(n->jvmti, c, &signature, NULL)) {
        n->errors++;
        return copy("");
    }
    char *name = copy(signature);
    size_t length = strlen(name);
    if (name[0] == 'L' && length > 2) {
        name[length - 1] = '\0';
        memmove(name, name + 1, length - 1);
    }
    (*n->jvmti)->Deallocate(n->jvmti, (unsigned char *)signature);
    return name;
}

static char *super_of(struct names *n, JNIEnv *jni, jclass c) {
    jclass super = (*jni)->GetSuperclass(jni, c);
    if (!super) {
        return copy("");
    }
    char *name = name_of(n, super);
    (*jni)->DeleteLocalRef(jni, super);
    return name;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *interfaces_of(struct names *n, JNIEnv *jni, jclass c) {
    jint count = 0;
    jclass *list = NULL;
    if ((*n->jvmti)->GetImplementedInterfaces(n->jvmti, c, &count, &list)) {
        n->errors++;
        return copy("");
    }
    char **name = need_memory(NULL, (size_t)count * sizeof *name);
    size_t length = 1;
    for (jint i = 0; i < count; i++) {
        name[i] = name_of(n, list[i]);
        length += strlen(name[i]) + 1;
        (*jni)->DeleteLocalRef(jni, list[i]);
    }
    qsort(name, (size_t)count, sizeof *name, compare_names);
    char *all = need_memory(NULL, length);
    size_t at = 0;
    for (jint i = 0; i < count; i++) {
        at += (size_t)snprintf(all + at, length - at, "%s%s", i ? "," : "",
                               name[i]);
        free(name[i]);
    }
    all[at] = '\0';
    free(name);
    (*n->jvmti)->Deallocate(n->jvmti, (unsigned char *)list);
    return all;
}

// The number of a class's loader.
static jlong loader_of(struct names *n, JNIEnv *jni, jclass c) {
    jobject loader = NULL;
    jlong number = 0;
    if ((*n->jvmti)->GetClassLoader(n->jvmti, c, &loader)) {
        n->errors++;
    }
    if (!loader) {
        return 0;
    }
    if ((*n->jvmti)->GetTag(n->jvmti, loader, &number)) {
        n->errors++;
    }
    if (number == 0) {
        number = ++n->n_loaders;
        if ((*n->jvmti)->SetTag(n->jvmti, loader, number)) {
            n->errors++;
        }
    }
    (*jni)->DeleteLocalRef(jni, loader);
    return number;
}

struct klass *names_class(struct names *n, JNIEnv *jni, jclass c) {
    char *name = name_of(n, c);
    jlong loader = loader_of(n, jni, c);
    struct klass **slot = class_slot(n, name, loader);
    if (*slot) {
        free(name);
        return *slot;
    }
    struct klass *k = need_memory(NULL, sizeof *k);
    char *super = super_of(n, jni, c);
    *k = (struct klass){
        .name = name, .loader = loader, .kind = kind_of_class(name, super)};
    free(super);
    jboolean yes = JNI_FALSE;
    (*n->jvmti)->IsInterface(n->jvmti, c, &yes);
    k->is_interface = yes;
    if (k->kind == FRAME_PROXY) {
        k->interfaces = interfaces_of(n, jni, c);
    }
    *slot = k;
    if (++n->n_classes * 2 > n->n_class_slots) {
        grow_classes(n);
    }
    return k;
}

void names_loaded(struct names *n, JNIEnv *jni, jclass c) {
    jclass super = (*jni)->GetSuperclass(jni, c);
    if (super) {
        names_class(n, jni, super)->has_subclass = true;
        (*jni)->DeleteLocalRef(jni, super);
    }
}

// What a bootstrap method of the JDK puts between an invokedynamic and the
// toString, equals or hashCode that is meant.
static bool is_helper(const char *class, const char *name, const char *desc) {
    if (strcmp(class, "java/lang/StringConcatHelper") == 0) {
        return true;
    }
    if (strcmp(class, "java/lang/String") == 0) {
        return strcmp(name, "valueOf") == 0 &&
               strcmp(desc, "(Ljava/lang/Object;)Ljava/lang/String;") == 0;
    }
    if (strcmp(class, "java/util/Objects") == 0) {
        return strcmp(name, "equals") == 0 || strcmp(name, "hashCode") == 0 ||
               strcmp(name, "toString") == 0;
    }
    return starts_with(class, "java/lang/runtime/ObjectMethods");
}

static size_t escape(char *to, const char *from) {
    static const char plain[] = " \t\n\r\\", letter[] = "stnr\\";
    size_t n = 0;
    for (; *from; from++) {
        const char *special = strchr(plain, *from);
        if (special) {
            to[n++] = '\\';
            to[n++] = letter[special - plain];
        } else {
            to[n++] = *from;
        }
    }
    to[n] = '\0';
    return n;
}

static char *text_of(const struct method *m) {
    size_t length = strlen(m->klass->name) + strlen(m->name) + strlen(m->desc);
    char *text = need_memory(NULL, length * 2 + 3);
    size_t at = escape(text, m->klass->name);
    text[at++] = '.';
    at += escape(text + at, m->name);
    text[at++] = ':';
    escape(text + at, m->desc);
    return text;
}

static void describe(struct method *m, const char *name, const char *desc,
                     jint flags) {
    m->name = copy(name);
    m->desc = copy(desc);
    m->is_native = flags & ACC_NATIVE;
    m->is_static = flags & ACC_STATIC;
    m->is_private = flags & ACC_PRIVATE;
    m->is_clinit = strcmp(name, "<clinit>") == 0;
    m->is_init = strcmp(name, "<init>") == 0;
    m->kind = m->klass->kind;
    if (m->kind == FRAME_ORDINARY && is_helper(m->klass->name, name, desc)) {
        m->kind = FRAME_HELPER;
    }
    m->text = text_of(m);
}

struct method *names_method(struct names *n, JNIEnv *jni, jmethodID id) {
    struct method **slot = method_slot(n, id);
    if (*slot) {
        return *slot;
    }
    jvmtiEnv *t = n->jvmti;
    jclass c;
    char *name, *desc;
    jint flags = 0;
    if ((*t)->GetMethodDeclaringClass(t, id, &c)) {
        n->errors++;
        return NULL;
    }
    if ((*t)->GetMethodName(t, id, &name, &desc, NULL)) {
        n->errors++;
        return NULL;
    }
    (*t)->GetMethodModifiers(t, id, &flags);
    struct method *m = need_memory(NULL, sizeof *m);
    *m = (struct method){.id = id, .klass = names_class(n, jni, c)};
    describe(m, name, desc, flags);
    (*t)->Deallocate(t, (unsigned char *)name);
    (*t)->Deallocate(t, (unsigned char *)desc);
    (*jni)->DeleteLocalRef(jni, c);
    *slot = m;
    if (++n->n_methods * 2 > n->n_method_slots) {
        grow_methods(n);
    }
    return m;
}

// Bytes of an entry behind its tag (JVMS 4.4); of Utf8 without its text.
static int entry_size(int tag) {
    static const unsigned char size[] = {
        [1] = 2,  [3] = 4,  [4] = 4,  [5] = 8,  [6] = 8,  [7] = 2,
        [8] = 2,  [9] = 4,  [10] = 4, [11] = 4, [12] = 4, [15] = 3,
        [16] = 2, [17] = 4, [18] = 4, [19] = 2, [20] = 2};
    return tag >= 0 && tag < (int)sizeof size ? size[tag] : 0;
}

static jint u2_at(const struct pool *p, jint at) {
    return at >= 0 && at + 1 < p->n_bytes ? p->bytes[at] << 8 | p->bytes[at + 1]
                                          : 0;
}

static struct pool *pool_of(struct names *n, jclass c) {
    struct pool *p = need_memory(NULL, sizeof *p);
    *p = (struct pool){0};
    if ((*n->jvmti)->GetConstantPool(n->jvmti, c, &p->n_entries, &p->n_bytes,
                                     &p->bytes)) {
        n->errors++;
        return p;
    }
    size_t count = (size_t)p->n_entries + 2;
    p->at = need_memory(NULL, count * sizeof *p->at);
    p->utf8 = need_memory(NULL, count * sizeof *p->utf8);
    memset(p->utf8, 0, count * sizeof *p->utf8);
    jint at = 0;
    for (jint i = 1; i < p->n_entries && at < p->n_bytes; i++) {
        int tag = p->bytes[at];
        p->at[i] = at;
        at += 1 + entry_size(tag) + (tag == 1 ? u2_at(p, at + 1) : 0);
        if (tag == 5 || tag == 6) {
            p->at[++i] = -1;
        }
    }
    return p;
}

static jint where(const struct pool *p, jint index) {
    return index > 0 && index < p->n_entries ? p->at[index] : -1;
}

static const char *utf8_of(struct pool *p, jint index) {
    jint at = where(p, index);
    if (at < 0 || p->bytes[at] != 1) {
        return "";
    }
    if (!p->utf8[index]) {
        size_t length = (size_t)u2_at(p, at + 1);
        p->utf8[index] = need_memory(NULL, length + 1);
        memcpy(p->utf8[index], p->bytes + at + 3, length);
        p->utf8[index][length] = '\0';
    }
    return p->utf8[index];
}

// What the constant of the instruction names.
static void read_ref(struct pool *p, jint index, struct site *s) {
    jint at = where(p, index);
    if (at < 0) {
        return;
    }
    jint class_at = p->bytes[at] == 7 ? at : where(p, u2_at(p, at + 1));
    if (class_at >= 0 && p->bytes[class_at] == 7) {
        s->ref_class = utf8_of(p, u2_at(p, class_at + 1));
    }
    if (class_at == at) {
        return;
    }
    jint pair = where(p, u2_at(p, at + 3));
    if (pair >= 0 && p->bytes[pair] == 12) {
        s->name = utf8_of(p, u2_at(p, pair + 1));
        s->desc = utf8_of(p, u2_at(p, pair + 3));
    }
}

struct site names_site(struct names *n, JNIEnv *jni, struct method *m,
                       jint at) {
    struct site s = {.opcode = -1, .ref_class = "", .name = "", .desc = ""};
    jvmtiEnv *t = n->jvmti;
    if (!m->code && (*t)->GetBytecodes(t, m->id, &m->code_length, &m->code)) {
        n->errors++;
        return s;
    }
    if (at < 0 || at + 2 >= m->code_length) {
        if (at >= 0 && at < m->code_length) {
            s.opcode = m->code[at];
        }
        return s;
    }
    s.opcode = m->code[at];
    if (s.opcode < OP_GETSTATIC || s.opcode > OP_NEW ||
        s.opcode == OP_INVOKEDYNAMIC) {
        return s;
    }
    if (!m->klass->pool) {
        jclass c;
        if ((*t)->GetMethodDeclaringClass(t, m->id, &c)) {
            n->errors++;
            return s;
        }
        m->klass->pool = pool_of(n, c);
        (*jni)->DeleteLocalRef(jni, c);
    }
    read_ref(m->klass->pool, m->code[at + 1] << 8 | m->code[at + 2], &s);
    return s;
}

char *names_receiver(const struct klass *k) {
    const char *prefix = "", *name = k->name;
    if (k->kind == FRAME_FORM || k->kind == FRAME_ACCESSOR) {
        return copy("-");
    }
    if (k->kind == FRAME_LAMBDA) {
        const char *text =
            k->behind && !k->has_several_behind ? k->behind->text : "?";
        size_t length = strlen(text) + 8;
        char *out = need_memory(NULL, length);
        snprintf(out, length, "lambda:%s", text);
        return out;
    }
    if (k->kind == FRAME_PROXY) {
        prefix = "proxy:";
        name = k->interfaces;
    }
    char *out = need_memory(NULL, strlen(prefix) + 2 * strlen(name) + 1);
    memcpy(out, prefix, strlen(prefix));
    escape(out + strlen(prefix), name);
    return out;
}
