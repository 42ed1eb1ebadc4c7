// SPDX-License-Identifier: MIT
// The handler of SIGBUS, and what it guards.
//
// A process has one handler of a signal, and may have many copies of this library,
// one for each class loader, each with a file of its own. If each had its handler on
// top of the others', none but the last could be taken out when its copy is unloaded;
// what lies below would be called though its code is gone. So the first copy has the
// handler, for all: those that come later find it by the name that its function has
// in its library, and set their guards in its table. That copy is never unmapped
// (70 kB of address space), and its handler never taken out.
//
// Where somebody else's handler is on top, that of the JVM or a program's own, there
// is a new one of ours, above it; what is none of ours is handed down. Somebody who
// later sets his own and hands nothing down takes the guards away with it, as he does
// from the JVM.
//
// Not covered: with libjsig preloaded (LD_PRELOAD=libjsig.so) the JVM is
// asked first, and makes an InternalError of what Java code touches; only what C
// touches comes here. And where the C library does not know RTLD_NOLOAD of a file
// that was deleted (musl) there is no guard.
#include "rt-native/guard.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

// With the number of their layout in their names: copies may be of several versions.
#define HANDLER ccinstr_guard_handler_1
#define GUARDS ccinstr_guards_1
#define NAME_OF(x) NAME(x)
#define NAME(x) #x

enum { N_GUARDS = 64 };  // where they are not enough another copy makes more
enum guard_state { GUARD_FREE, GUARD_MAKING, GUARD_IS_SET };

struct guard {
    uint32_t state, cut;
    size_t page;  // bytes
    struct guard_spec spec;
};

struct guarded {
    struct sigaction before;  // what was there: faults of others go there
    uint32_t has_handler;
    struct guard guard[N_GUARDS];
};

EXPORT struct guarded GUARDS;

// --- In the handler: what may be called in one, and nothing that touches the file -----

static size_t bytes_of(const struct guard_spec *s) {
    uint64_t n =
        s->most ? __atomic_load_n(s->most, __ATOMIC_RELAXED) * 8 : s->bytes;
    return n < s->bytes ? (size_t)n : s->bytes;
}

static struct guard *find(const void *at) {
    for (int i = 0; i < N_GUARDS; i++) {
        struct guard *g = &GUARDS.guard[i];
        if (__atomic_load_n(&g->state, __ATOMIC_ACQUIRE) == GUARD_IS_SET &&
            (uintptr_t)at - (uintptr_t)g->spec.from < bytes_of(&g->spec)) {
            return g;
        }
    }
    return NULL;
}

static bool put_memory(char *from, size_t bytes) {
    return mmap(from, bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
                0) != MAP_FAILED;
}

// The file's bytes; -1: nobody knows.
static off_t size_of(const struct guard_spec *s) {
    struct stat st;
    return fstat(s->fd, &st) == 0 && st.st_dev == s->device &&
                   st.st_ino == s->inode
               ? st.st_size
               : -1;
}

// All behind the end of the file, as one mapping: there can be few of them. But where it
// is not the end that is missing (a disk that cannot be read) only that page.
static bool mend(const struct guard *g, const void *at, off_t size) {
    const struct guard_spec *s = &g->spec;
    size_t page = (uintptr_t)at - (uintptr_t)s->from;
    page -= page % g->page;
    if (size >= 0 && (size_t)size <= page) {
        size_t end = (size_t)size + g->page - 1;
        end -= end % g->page;
        if (put_memory(s->from + end, bytes_of(s) - end)) {
            return true;
        }
    }
    return put_memory(s->from + page, g->page);
}

// The first page may be gone by now, as well: then this comes here again.
static void mark(const struct guard_spec *s) {
    sigset_t bus, was;
    sigemptyset(&bus);
    sigaddset(&bus, SIGBUS);
    pthread_sigmask(SIG_UNBLOCK, &bus, &was);
    __atomic_fetch_or(s->mark, s->bits, __ATOMIC_RELAXED);
    pthread_sigmask(SIG_SETMASK, &was, NULL);
}

static void tell(struct guard *g, off_t size) {
    const char *line = g->spec.line[size == 0 ? GUARD_ALL : GUARD_PART];
    if (__atomic_exchange_n(&g->cut, 1, __ATOMIC_RELAXED)) {
        return;
    }
    if (write(STDERR_FILENO, line, strlen(line)) < 0) {
        // There is nobody left to tell.
    }
    mark(&g->spec);
}

// As if that had been the only handler. What nobody handles comes again without one:
// the fault, or the signal that was sent. Faults cannot be ignored.
static void hand_down(int signal, siginfo_t *info, void *context) {
    struct sigaction a = GUARDS.before;
    struct sigaction none = {.sa_handler = SIG_DFL};
    bool is_sent = info->si_code <= 0;
    if (a.sa_flags & (int)SA_RESETHAND) {
        GUARDS.before = none;
    }
    if (a.sa_flags & SA_SIGINFO) {
        a.sa_sigaction(signal, info, context);
    } else if (a.sa_handler != SIG_DFL && a.sa_handler != SIG_IGN) {
        a.sa_handler(signal);
    } else if (a.sa_handler == SIG_DFL || !is_sent) {
        sigaction(signal, &none, NULL);
        if (is_sent) {
            raise(signal);
        }
    }
}

EXPORT void HANDLER(int signal, siginfo_t *info, void *context);
EXPORT void HANDLER(int signal, siginfo_t *info, void *context) {
    int error = errno;
    struct guard *g = info->si_code > 0 ? find(info->si_addr) : NULL;
    off_t size = g ? size_of(&g->spec) : 0;
    if (g && mend(g, info->si_addr, size)) {
        tell(g, size);
    } else {
        hand_down(signal, info, context);
    }
    errno = error;
}

// --- Installing ----------------------------------------------------------------------

// This library stays mapped, whoever loaded it. A program is, anyway: it has no name here.
static bool stay(void) {
    Dl_info info;
    struct link_map *map = NULL;
    if (!dladdr1((void *)HANDLER, &info, (void **)&map, RTLD_DL_LINKMAP) ||
        !map) {
        return false;
    }
    return !map->l_name[0] ||
           dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

// It runs with what the one below has asked for.
static bool install(void) {
    struct sigaction was, a = {.sa_sigaction = HANDLER};
    if (GUARDS.has_handler) {
        return true;
    }
    if (!stay() || sigaction(SIGBUS, NULL, &GUARDS.before) != 0) {
        return false;
    }
    bool any = GUARDS.before.sa_flags & SA_SIGINFO ||
               (GUARDS.before.sa_handler != SIG_DFL &&
                GUARDS.before.sa_handler != SIG_IGN);
    a.sa_mask = GUARDS.before.sa_mask;
    a.sa_flags = (any ? GUARDS.before.sa_flags & ~(int)SA_RESETHAND
                      : SA_ONSTACK | SA_RESTART) |
                 SA_SIGINFO;
    if (sigaction(SIGBUS, &a, &was) != 0) {
        return false;
    }
    if (was.sa_sigaction != GUARDS.before.sa_sigaction) {
        GUARDS.before = was;  // another has come meanwhile
    }
    GUARDS.has_handler = 1;
    return true;
}

// Those of the copy whose handler is on top; NULL if that is none of ours.
static struct guarded *on_top(void) {
    struct sigaction top;
    Dl_info info;
    if (sigaction(SIGBUS, NULL, &top) != 0 || !(top.sa_flags & SA_SIGINFO)) {
        return NULL;
    }
    if (top.sa_sigaction == HANDLER) {
        return &GUARDS;
    }
    void *at = (void *)top.sa_sigaction;
    if (!dladdr(at, &info) || !info.dli_sname || info.dli_saddr != at ||
        strcmp(info.dli_sname, NAME_OF(HANDLER)) != 0) {
        return NULL;
    }
    void *copy = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    struct guarded *found = copy ? dlsym(copy, NAME_OF(GUARDS)) : NULL;
    if (copy) {
        dlclose(copy);  // it stays all the same
    }
    return found;
}

static struct guard *take(struct guarded *from, const struct guard_spec *spec) {
    for (int i = 0; i < N_GUARDS; i++) {
        struct guard *g = &from->guard[i];
        uint32_t is_free = GUARD_FREE;
        if (__atomic_compare_exchange_n(&g->state, &is_free, GUARD_MAKING,
                                        false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
            g->page = (size_t)sysconf(_SC_PAGESIZE);
            g->cut = 0;
            g->spec = *spec;
            __atomic_store_n(&g->state, GUARD_IS_SET, __ATOMIC_RELEASE);
            return g;
        }
    }
    return NULL;
}

struct guard *guard_set(const struct guard_spec *spec) {
    struct guarded *top = GUARDS.has_handler ? &GUARDS : on_top();
    struct guard *g = top ? take(top, spec) : NULL;
    return !g && install() ? take(&GUARDS, spec) : g;
}

void guard_clear(struct guard *g) {
    if (g) {
        __atomic_store_n(&g->state, GUARD_FREE, __ATOMIC_RELEASE);
    }
}

const uint32_t *guard_cut(const struct guard *g) {
    return &g->cut;
}
