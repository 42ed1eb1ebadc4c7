// SPDX-License-Identifier: MIT
// test_models_tables.c - the tables of models/ name classes and methods that
// JDK 17 and 25 have.
//
// A typing error in a row makes no noise: the row just never applies. So each
// row must name something in both JDKs, or be listed here with the releases in
// which it does. A JDK that is not on this machine is not asked.

#include "analysis/models/models.h"
#include "analysis/models/natives.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char JVMS[] = "/usr/lib/jvm";

enum { MOST_EXCEPTIONS = 100 };

struct jdk {
    struct arena arena;
    struct diag d;
    struct sources *src;
    struct world w;
    u4 release;
    bool asked[MOST_EXCEPTIONS];  // by exception
};

// The JDK of that release, if there is one.
static bool jdk_open(struct jdk *j, u4 release) {
    *j = (struct jdk){.release = release};
    arena_init(&j->arena);
    diag_init(&j->d, DIAG_ERROR, false);
    DIR *dir = opendir(JVMS);
    for (struct dirent *e; dir && !j->src && (e = readdir(dir));) {
        char modules[1000];
        snprintf(modules, sizeof modules, "%s/%s/lib/modules", JVMS, e->d_name);
        FILE *f = e->d_name[0] == '.' ? NULL : fopen(modules, "r");
        if (!f) {
            continue;
        }
        fclose(f);
        struct src_spec spec = {
            .classpath = STR(""),
            .jdk = str_of(arena_printf(&j->arena, "%s/%s", JVMS, e->d_name))};
        j->src = src_open(&spec, &j->d);
        if (j->src && src_release(j->src) != release) {
            src_close(j->src);
            j->src = NULL;
        }
    }
    if (dir) {
        closedir(dir);
    }
    if (j->src) {
        world_init(&j->w, j->src, &j->d);
    }
    return j->src != NULL;
}

static void jdk_close(struct jdk *j) {
    if (j->src) {
        world_release(&j->w);
        src_close(j->src);
    }
    diag_release(&j->d);
    arena_release(&j->arena);
}

// --- The rows that are not of both -------------------------------------------

static const struct exception {
    const char *what;
    u4 release;  // the one that has it; 0: neither has, but others
} exceptions[] = {
    // Before 17
    {"java/io/ObjectInputStream.*", 0},
    {"java/io/ObjectOutputStream.*", 0},
    {"java/lang/Package.*", 0},
    {"java/lang/StringCoding.*", 0},
    {"java/security/AccessController.doPrivileged", 0},
    {"sun/misc/Signal.dispatch:(I)V", 0},
    {"sun/misc/Unsafe.allocateInstance", 0},
    {"sun/misc/Unsafe.staticFieldBase", 0},
    {"sun/reflect/NativeConstructorAccessorImpl.newInstance0", 0},
    {"sun/reflect/NativeMethodAccessorImpl.invoke0", 0},
    // 17 has it
    {"java/io/UnixFileSystem.list", 17},
    {"java/lang/Class.getProtectionDomain0", 17},
    {"java/lang/Class.getSigners", 17},
    {"java/lang/ClassLoader.checkPackageAccess:"
     "(Ljava/lang/Class;Ljava/security/ProtectionDomain;)V",
     17},
    {"java/lang/ClassLoader.findNative:"
     "(Ljava/lang/ClassLoader;Ljava/lang/String;)J",
     17},
    {"java/lang/StrictMath.*", 17},
    {"java/lang/StringUTF16.*", 17},
    {"java/lang/ThreadGroup.add:(Ljava/lang/Thread;)V", 17},
    {"java/lang/ThreadGroup.remove:(Ljava/lang/Thread;)V", 17},
    {"java/lang/invoke/MethodHandleNatives.classData:"
     "(Ljava/lang/Class;)Ljava/lang/Object;",
     17},
    {"java/nio/DirectByteBuffer.<init>:(JI)V", 17},
    {"java/security/AccessController.*", 17},
    {"java/security/AccessController.getInheritedAccessControlContext", 17},
    {"java/security/AccessController.getStackAccessControlContext", 17},
    {"java/security/ProtectionDomain$JavaSecurityAccessImpl.<init>:()V", 17},
    {"java/util/concurrent/atomic/AtomicLong.*", 17},
    {"jdk/internal/perf/Perf.attach", 17},
    {"jdk/internal/reflect/NativeConstructorAccessorImpl.newInstance0", 17},
    {"jdk/internal/reflect/NativeMethodAccessorImpl.invoke0", 17},
    {"sun/nio/ch/FileChannelImpl.*", 17},
    // 25 has it
    {"java/lang/ClassLoader.findNative:"
     "(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;Ljava/lang/"
     "String;)J",
     25},
    {"java/lang/ClassFrameInfo", 25},
    {"java/lang/ref/Finalizer.*", 25},
    {"java/nio/DirectByteBuffer.<init>:(JJ)V", 25},
    {"jdk/internal/invoke/MhUtil.findVarHandle", 25},
    {"jdk/internal/loader/NativeLibrary.*", 25},
    {"jdk/internal/loader/RawNativeLibraries.*", 25},
    {"jdk/internal/perf/Perf.attach0", 25},
    {"jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor."
     "newInstance0",
     25},
    {"jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor.invoke0",
     25},
    {"jdk/internal/vm/Continuation.*", 25},
    {"jdk/internal/vm/Continuation.enterSpecial", 25},
    {"sun/nio/ch/UnixFileDispatcherImpl.*", 25},
};
enum { N_EXCEPTIONS = sizeof exceptions / sizeof *exceptions };
_Static_assert(sizeof exceptions / sizeof *exceptions <= 100, "room for all");

// The index of its exception, or -1.
static int exception_of(const char *what) {
    for (int i = 0; i < N_EXCEPTIONS; i++) {
        if (strcmp(exceptions[i].what, what) == 0) {
            return i;
        }
    }
    return -1;
}

// How many rows are wrong; each is printed.
static u4 check(struct jdk *j, const char *what, bool there) {
    int i = exception_of(what);
    bool wanted = i < 0 || exceptions[i].release == j->release;
    if (i >= 0) {
        j->asked[i] = true;
    }
    if (there != wanted) {
        print_error("JDK %u %s %s\n", j->release, there ? "has" : "lacks",
                    what);
        return 1;
    }
    return 0;
}

// --- What a row names --------------------------------------------------------

static bool has_class(struct jdk *j, const char *name) {
    class_id c = world_class(&j->w, str_of(name));
    world_load(&j->w, c);
    return !(j->w.class.v[c].flags & CLASS_PHANTOM);
}

static bool can_make(struct jdk *j, const char *name) {
    return has_class(j, name) &&
           world_is_concrete(&j->w, world_class(&j->w, str_of(name)));
}

// Does the class have a method of that name, native or with code?
static bool has_method(struct jdk *j, struct str class, struct str name,
                       struct str desc, bool native) {
    struct world *w = &j->w;
    class_id c = world_class(w, class);
    world_load(w, c);
    const struct world_class k = w->class.v[c];
    for (u4 i = 0; i < k.n_methods; i++) {
        const struct world_method *m = &w->method.v[k.method + i];
        bool named =
            name.p[0] == '*' || str_eq(world_sig_name(w, m->sig), name);
        if (named && !(m->access_flags & ACC_NATIVE) == !native &&
            str_starts(world_sig_desc(w, m->sig), desc)) {
            return true;
        }
    }
    return false;
}

static bool has_native(struct jdk *j, const char *class, const char *name) {
    return has_method(j, str_of(class), str_of(name), STR(""), true);
}

static u4 check_effect(struct jdk *j, const struct native_effect *e) {
    return e->act == NATIVE_CALLS
               ? check(j, e->what, world_find_method(&j->w, str_of(e->what)))
           : e->act == NATIVE_MAKES ? check(j, e->what, can_make(j, e->what))
                                    : 0;
}

static u4 check_natives(struct jdk *j) {
    u4 wrong = 0;
    for (u4 i = 0; i < n_native_rows; i++) {
        const struct native_row *row = &native_rows[i];
        const char *what =
            arena_printf(&j->arena, "%s.%s%s%s", row->class.p, row->name.p,
                         row->desc.n ? ":" : "", row->desc.p);
        bool there =
            has_method(j, row->class, row->name, row->desc, !row->has_code);
        wrong += check(j, what, there);
        for (u4 k = 0; there && k < MOST_EFFECTS; k++) {
            wrong += check_effect(j, &row->effect[k]);
        }
    }
    for (u4 i = 0; i < n_native_others; i++) {
        const char *class = native_others[i].p;
        wrong += check(j, arena_printf(&j->arena, "%s.*", class),
                       has_native(j, class, "*"));
    }
    return wrong;
}

static u4 check_fields(struct jdk *j) {
    u4 wrong = 0;
    for (u4 i = 0; i < n_field_finders; i++) {
        const struct field_finder *by = &field_finders[i];
        wrong +=
            check(j, arena_printf(&j->arena, "%s.%s", by->class.p, by->name.p),
                  has_method(j, by->class, by->name, STR(""), false));
    }
    for (u4 i = 0; i < n_native_classes; i++) {
        wrong += check(j, native_classes[i], has_class(j, native_classes[i]));
    }
    for (u4 i = 0; i < n_native_passes; i++) {
        const char *class = native_passes[i].class;
        wrong += check(j, class, has_class(j, class));
    }
    return wrong;
}

static u4 check_call(struct jdk *j, u4 first, u4 last, const char *method) {
    if (j->release < first || (last && j->release > last)) {
        return 0;
    }
    return check(j, method, world_find_method(&j->w, str_of(method)) != 0);
}

static u4 check_vm(struct jdk *j) {
    u4 wrong = 0;
#define VM_CALL(first, last, kind, method) \
    wrong += check_call(j, first, last, method);
#define VM_MAKE(class) wrong += check(j, class, can_make(j, class));
#define VM_INIT(class) wrong += check(j, class, has_class(j, class));
#include "analysis/models/vm.def"
#undef VM_CALL
#undef VM_MAKE
#undef VM_INIT
    return wrong;
}

// --- The tests ---------------------------------------------------------------

static void check_release(u4 release) {
    struct jdk j;
    if (!jdk_open(&j, release)) {
        jdk_close(&j);
        print_message("# skipped: no JDK %u\n", release);
        return;
    }
    u4 wrong = check_natives(&j) + check_fields(&j) + check_vm(&j);
    for (int i = 0; i < N_EXCEPTIONS; i++) {
        if (!j.asked[i]) {
            print_error("no row names %s\n", exceptions[i].what);
            wrong++;
        }
    }
    jdk_close(&j);
    assert_int_equal(wrong, 0);
}

static void names_what_jdk_17_has(void **state) {
    (void)state;
    check_release(17);
}

static void names_what_jdk_25_has(void **state) {
    (void)state;
    check_release(25);
}

// A class named like no other is missed: the check can fail.
static void misses_what_is_not_there(void **state) {
    (void)state;
    struct jdk j;
    if (!jdk_open(&j, 17) && !jdk_open(&j, 25)) {
        print_message("# skipped: no JDK\n");
        return;
    }
    assert_false(has_class(&j, "java/lang/Objct"));
    assert_false(has_native(&j, "java/lang/Object", "notifyal"));
    assert_true(has_native(&j, "java/lang/Object", "notifyAll"));
    assert_false(has_native(&j, "java/lang/Object", "toString"));
    assert_false(can_make(&j, "java/lang/Runnable"));
    assert_true(can_make(&j, "[Ljava/lang/Runnable;"));
    jdk_close(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_what_jdk_17_has),
        cmocka_unit_test(names_what_jdk_25_has),
        cmocka_unit_test(misses_what_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
