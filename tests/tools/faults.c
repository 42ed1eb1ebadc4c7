// SPDX-License-Identifier: MIT
// Calls that fail when they are told to, for tests/faults/run.sh (LD_PRELOAD).
//
//     FAULTS=malloc:7     the seventh call of that kind fails, once
//     FAULTS=malloc:7-    and so do all that come after it
//     FAULTS_COUNTS=FILE  how many calls of each kind there were, at the end
//     FAULTS_TRACE=1      where the first call that failed came from
//     FAULTS_EXE=NAME     only in this program (ccinstr); its children go without
//     FAULTS_IN=SONAME    or, in any program, only calls that come out of this library
//
// What is covered: all calls that go through the dynamic linker. libc's own calls of
// malloc do (realpath, opendir, fopen). Its calls of read and write do not: so
// streams, standard output among them, are made anew here, as cookies on calls that
// are counted. Standard error is not: what is said must be heard. libc's own mmap
// (stacks of threads, its heap) is not covered but by the kinds `thread` and `malloc`;
// what it does inside of scandir, nftw, realpath, mkstemp, tmpfile and posix_spawn fails
// as a whole. Nor are the checked variants that _FORTIFY_SOURCE makes of calls covered.
// In a JVM none of this is done but for calls whose return address lies in the library:
// HotSpot ends itself when its own calls of malloc fail.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <threads.h>
#include <unistd.h>

// --- Which calls fail ------------------------------------------------------------

#define KINDS(K)        \
    K(malloc, ENOMEM)   \
    K(mmap, ENOMEM)     \
    K(open, EMFILE)     \
    K(read, EIO)        \
    K(write, ENOSPC)    \
    K(sync, EIO)        \
    K(rename, EIO)      \
    K(link, EIO)        \
    K(truncate, ENOSPC) \
    K(allocate, ENOSPC) \
    K(thread, EAGAIN)   \
    K(close, EIO)       \
    K(stat, EIO)        \
    K(path, EIO)        \
    K(dir, EIO)         \
    K(mkdir, ENOSPC)    \
    K(unlink, EIO)      \
    K(mode, EIO)        \
    K(spawn, EAGAIN)

enum kind {
#define K(name, error) F_##name,
    KINDS(K)
#undef K
        N_KINDS
};

static const char *const kind_name[] = {
#define K(name, error) #name,
    KINDS(K)
#undef K
};

static const int kind_error[] = {
#define K(name, error) error,
    KINDS(K)
#undef K
};

struct range {
    uintptr_t from, to;
};

enum { N_RANGES = 64 };

static bool counting;       // set once, before main
static const char *soname;  // or NULL: all calls count
static enum kind failing = N_KINDS;
static unsigned long first;  // the first call that fails; 0: none
static bool and_after;
static atomic_ulong count[N_KINDS];
static struct range range[N_RANGES];  // where that library is
static atomic_uint n_ranges;
static atomic_bool traced;
static _Thread_local bool inside  // what we do ourselves is not counted
    __attribute__((tls_model("initial-exec")));

static bool comes_from_there(const void *caller) {
    uintptr_t at = (uintptr_t)caller;
    for (unsigned i = 0; i < n_ranges; i++) {
        if (at >= range[i].from && at < range[i].to) {
            return true;
        }
    }
    return !soname;
}

static void trace(void) {
    void *frame[64];
    if (getenv("FAULTS_TRACE") && !atomic_exchange(&traced, true)) {
        backtrace_symbols_fd(frame, backtrace(frame, 64), STDERR_FILENO);
    }
}

// Is this call to fail? Then errno is set.
static bool fails(enum kind kind, const void *caller) {
    if (!counting || inside || !comes_from_there(caller)) {
        return false;
    }
    unsigned long n = atomic_fetch_add(&count[kind], 1) + 1;
    if (kind != failing || !(and_after ? n >= first : n == first)) {
        return false;
    }
    inside = true;
    trace();
    inside = false;
    errno = kind_error[kind];
    return true;
}

static void *real(const char *name) {
    bool was = inside;
    inside = true;
    void *f = dlsym(RTLD_NEXT, name);
    inside = was;
    if (!f) {
        fprintf(stderr, "faults: no %s\n", name);
        abort();
    }
    return f;
}

#define CALLER __builtin_return_address(0)

// A function that stands before that of the same name; headers know it by another, so
// that both widths of offsets can be defined. It returns `failed`.
#define WRAP(kind, type, failed, name, params, args)                 \
    type my_##name params __asm__(#name);                            \
    type my_##name params {                                          \
        static type(*next) params;                                   \
        if (!next) {                                                 \
            next = real(#name);                                      \
        }                                                            \
        return fails(F_##kind, CALLER) ? (type)(failed) : next args; \
    }

#define WRAP_BOTH(kind, type, failed, name, params, args) \
    WRAP(kind, type, failed, name, params, args)          \
    WRAP(kind, type, failed, name##64, params, args)

// --- Memory ----------------------------------------------------------------------

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);

void *malloc(size_t n) {
    return fails(F_malloc, CALLER) ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size) {
    return fails(F_malloc, CALLER) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n) {
    return fails(F_malloc, CALLER) ? NULL : __libc_realloc(p, n);
}

void *reallocarray(void *p, size_t n, size_t size) {
    size_t all;
    if (__builtin_mul_overflow(n, size, &all)) {
        errno = ENOMEM;
        return NULL;
    }
    return fails(F_malloc, CALLER) ? NULL : __libc_realloc(p, all);
}

void *aligned_alloc(size_t align, size_t n) {
    return fails(F_malloc, CALLER) ? NULL : __libc_memalign(align, n);
}

void *memalign(size_t align, size_t n) {
    return fails(F_malloc, CALLER) ? NULL : __libc_memalign(align, n);
}

int posix_memalign(void **to, size_t align, size_t n) {
    *to = fails(F_malloc, CALLER) ? NULL : __libc_memalign(align, n);
    return *to ? 0 : ENOMEM;
}

WRAP_BOTH(mmap, void *, (void *)-1, mmap,
          (void *p, size_t n, int prot, int flags, int fd, off_t off),
          (p, n, prot, flags, fd, off))
WRAP(mmap, void *, (void *)-1, mremap,
     (void *p, size_t n, size_t to, int flags, void *at), (p, n, to, flags, at))

// --- Files -----------------------------------------------------------------------

// The mode is there, or what stands in its register is not looked at.
WRAP_BOTH(open, int, -1, open, (const char *path, int flags, int mode),
          (path, flags, mode))
WRAP_BOTH(open, int, -1, openat,
          (int at, const char *path, int flags, int mode),
          (at, path, flags, mode))
WRAP_BOTH(open, int, -1, creat, (const char *path, int mode), (path, mode))
WRAP_BOTH(open, int, -1, mkstemp, (char *path), (path))
WRAP_BOTH(open, int, -1, mkostemp, (char *path, int flags), (path, flags))
WRAP_BOTH(open, FILE *, NULL, tmpfile, (void), ())
WRAP(open, int, -1, dup, (int fd), (fd))

WRAP(read, ssize_t, -1, read, (int fd, void *p, size_t n), (fd, p, n))
WRAP_BOTH(read, ssize_t, -1, pread, (int fd, void *p, size_t n, off_t off),
          (fd, p, n, off))

// What is said on standard error is always heard.
ssize_t write(int fd, const void *p, size_t n) {
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) {
        next = (ssize_t(*)(int, const void *, size_t))real("write");
    }
    bool is_said = fd == STDERR_FILENO;
    return !is_said && fails(F_write, CALLER) ? -1 : next(fd, p, n);
}

WRAP_BOTH(write, ssize_t, -1, pwrite,
          (int fd, const void *p, size_t n, off_t off), (fd, p, n, off))
WRAP(write, ssize_t, -1, writev, (int fd, const void *p, int n), (fd, p, n))
WRAP(write, ssize_t, -1, copy_file_range,
     (int from, off_t *x, int to, off_t *y, size_t n, unsigned flags),
     (from, x, to, y, n, flags))
WRAP_BOTH(write, ssize_t, -1, sendfile, (int to, int from, off_t *x, size_t n),
          (to, from, x, n))

WRAP(sync, int, -1, fsync, (int fd), (fd))
WRAP(sync, int, -1, fdatasync, (int fd), (fd))
WRAP(sync, int, -1, msync, (void *p, size_t n, int flags), (p, n, flags))
WRAP_BOTH(truncate, int, -1, ftruncate, (int fd, off_t n), (fd, n))
WRAP_BOTH(truncate, int, -1, truncate, (const char *path, off_t n), (path, n))
WRAP_BOTH(allocate, int, ENOSPC, posix_fallocate, (int fd, off_t x, off_t n),
          (fd, x, n))
WRAP_BOTH(allocate, int, -1, fallocate, (int fd, int how, off_t x, off_t n),
          (fd, how, x, n))

// The file is closed all the same, as the kernel does it.
int close(int fd) {
    static int (*next)(int);
    if (!next) {
        next = (int (*)(int))real("close");
    }
    int result = next(fd);
    return fails(F_close, CALLER) ? -1 : result;
}

// --- Streams ---------------------------------------------------------------------

static ssize_t cookie_read(void *self, char *p, size_t n) {
    return read((int)(intptr_t)self, p, n);
}

// fopencookie takes 0, not -1, as failure.
static ssize_t cookie_write(void *self, const char *p, size_t n) {
    ssize_t done = write((int)(intptr_t)self, p, n);
    return done < 0 ? 0 : done;
}

static int cookie_seek(void *self, off64_t *at, int whence) {
    *at = lseek((int)(intptr_t)self, *at, whence);
    return *at < 0 ? -1 : 0;
}

static int cookie_close(void *self) {
    return close((int)(intptr_t)self);
}

static FILE *stream_on(int fd, const char *mode) {
    static const cookie_io_functions_t calls = {cookie_read, cookie_write,
                                                cookie_seek, cookie_close};
    return fopencookie((void *)(intptr_t)fd, mode, calls);
}

static int flags_of(const char *mode) {
    bool both = strchr(mode, '+');
    int flags = *mode == 'r'   ? 0
                : *mode == 'w' ? O_CREAT | O_TRUNC
                               : O_CREAT | O_APPEND;
    flags |= both ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
    flags |= strchr(mode, 'x') ? O_EXCL : 0;
    return flags | (strchr(mode, 'e') ? O_CLOEXEC : 0);
}

// The library in a JVM has no streams.
static FILE *open_stream(const char *path, const char *mode) {
    if (fails(F_open, NULL)) {
        return NULL;
    }
    inside = true;
    int fd = open(path, flags_of(mode), 0666);
    inside = false;
    FILE *f = fd < 0 ? NULL : stream_on(fd, mode);
    if (fd >= 0 && !f) {
        inside = true;
        close(fd);
        inside = false;
        errno = ENOMEM;
    }
    return f;
}

static FILE *fopen_any(const char *path, const char *mode) {
    static FILE *(*next)(const char *, const char *);
    if (!next) {
        next = (FILE * (*)(const char *, const char *)) real("fopen");
    }
    return counting && !soname ? open_stream(path, mode) : next(path, mode);
}

FILE *my_fopen(const char *path, const char *mode) __asm__("fopen");
FILE *my_fopen(const char *path, const char *mode) {
    return fopen_any(path, mode);
}

FILE *my_fopen64(const char *path, const char *mode) __asm__("fopen64");
FILE *my_fopen64(const char *path, const char *mode) {
    return fopen_any(path, mode);
}

// --- Names -----------------------------------------------------------------------

WRAP(rename, int, -1, rename, (const char *from, const char *to), (from, to))
WRAP(rename, int, -1, renameat,
     (int x, const char *from, int y, const char *to), (x, from, y, to))
WRAP(rename, int, -1, renameat2,
     (int x, const char *from, int y, const char *to, unsigned flags),
     (x, from, y, to, flags))
WRAP(link, int, -1, link, (const char *from, const char *to), (from, to))
WRAP(link, int, -1, linkat,
     (int x, const char *from, int y, const char *to, int flags),
     (x, from, y, to, flags))
WRAP(link, int, -1, symlink, (const char *text, const char *path), (text, path))
WRAP_BOTH(stat, int, -1, stat, (const char *path, void *to), (path, to))
WRAP_BOTH(stat, int, -1, fstat, (int fd, void *to), (fd, to))
WRAP_BOTH(stat, int, -1, lstat, (const char *path, void *to), (path, to))
WRAP_BOTH(stat, int, -1, fstatat,
          (int at, const char *path, void *to, int flags),
          (at, path, to, flags))
WRAP(stat, int, -1, access, (const char *path, int how), (path, how))
WRAP(path, char *, NULL, realpath, (const char *path, char *to), (path, to))
WRAP(path, ssize_t, -1, readlink, (const char *path, char *to, size_t n),
     (path, to, n))
WRAP(path, char *, NULL, getcwd, (char *to, size_t n), (to, n))
WRAP(dir, DIR *, NULL, opendir, (const char *path), (path))
WRAP(dir, DIR *, NULL, fdopendir, (int fd), (fd))
WRAP_BOTH(dir, void *, NULL, readdir, (DIR * dir), (dir))
WRAP_BOTH(dir, int, -1, scandir,
          (const char *path, void *to, void *filter, void *order),
          (path, to, filter, order))
WRAP_BOTH(dir, int, -1, nftw, (const char *path, void *f, int n, int flags),
          (path, f, n, flags))
WRAP(mkdir, int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP(mkdir, int, -1, mkdirat, (int at, const char *path, mode_t mode),
     (at, path, mode))
WRAP(mkdir, char *, NULL, mkdtemp, (char *path), (path))
WRAP(unlink, int, -1, unlink, (const char *path), (path))
WRAP(unlink, int, -1, unlinkat, (int at, const char *path, int flags),
     (at, path, flags))
WRAP(unlink, int, -1, rmdir, (const char *path), (path))
WRAP(unlink, int, -1, remove, (const char *path), (path))
WRAP(mode, int, -1, chmod, (const char *path, mode_t mode), (path, mode))
WRAP(mode, int, -1, fchmod, (int fd, mode_t mode), (fd, mode))
WRAP(mode, int, -1, futimens, (int fd, const void *times), (fd, times))
WRAP(mode, int, -1, utimensat,
     (int at, const char *path, const void *times, int flags),
     (at, path, times, flags))

// --- Threads and programs --------------------------------------------------------

WRAP(thread, int, EAGAIN, pthread_create,
     (void *to, const void *how, void *f, void *arg), (to, how, f, arg))
WRAP(thread, int, thrd_error, thrd_create, (void *to, void *f, void *arg),
     (to, f, arg))
WRAP(spawn, int, EAGAIN, posix_spawn,
     (void *pid, const char *path, const void *actions, const void *how,
      void *argv, void *environment),
     (pid, path, actions, how, argv, environment))
WRAP(spawn, int, EAGAIN, posix_spawnp,
     (void *pid, const char *path, const void *actions, const void *how,
      void *argv, void *environment),
     (pid, path, actions, how, argv, environment))

// --- The library in a JVM --------------------------------------------------------

static bool is_the_library(const struct link_map *map) {
    const char *strings = NULL;
    size_t name = 0;
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_STRTAB) {
            strings = (const char *)d->d_un.d_ptr;
        } else if (d->d_tag == DT_SONAME) {
            name = d->d_un.d_val;
        }
    }
    return strings && name && strcmp(strings + name, soname) == 0;
}

static int add_range(struct dl_phdr_info *info, size_t size, void *arg) {
    (void)size;
    const struct link_map *map = arg;
    if (info->dlpi_addr != map->l_addr) {
        return 0;
    }
    struct range is = {UINTPTR_MAX, 0};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD) {
            is.from = from < is.from ? from : is.from;
            is.to = from + p->p_memsz > is.to ? from + p->p_memsz : is.to;
        }
    }
    if (n_ranges < N_RANGES) {
        range[n_ranges] = is;
        n_ranges++;
    }
    return 1;
}

void *dlopen(const char *path, int flags) {
    static void *(*next)(const char *, int);
    if (!next) {
        next = (void *(*)(const char *, int))real("dlopen");
    }
    struct link_map *map;
    void *handle = next(path, flags);
    if (soname && handle && dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 &&
        is_the_library(map)) {
        dl_iterate_phdr(add_range, map);
    }
    return handle;
}

// --- Begin and end ---------------------------------------------------------------

static bool is_the_program(void) {
    char path[4096];
    const char *name = getenv("FAULTS_EXE");
    inside = true;
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    inside = false;
    path[n < 0 ? 0 : n] = '\0';
    const char *base = strrchr(path, '/');
    return base && strcmp(base + 1, name ? name : "ccinstr") == 0;
}

static void take_order(const char *order) {
    const char *colon = strchr(order, ':');
    for (int i = 0; colon && i < N_KINDS; i++) {
        if (strlen(kind_name[i]) == (size_t)(colon - order) &&
            strncmp(kind_name[i], order, (size_t)(colon - order)) == 0) {
            char *end;
            failing = (enum kind)i;
            first = strtoul(colon + 1, &end, 10);
            and_after = *end == '-';
            return;
        }
    }
    fprintf(stderr, "faults: no such order: %s\n", order);
    abort();
}

__attribute__((constructor)) static void begin(void) {
    const char *order = getenv("FAULTS");
    soname = getenv("FAULTS_IN");
    if (!soname && !is_the_program()) {
        return;
    }
    if (order) {
        take_order(order);
    }
    if (!soname) {
        unsetenv("LD_PRELOAD");
        stdout = stream_on(STDOUT_FILENO, "w");
    }
    counting = true;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULTS_COUNTS");
    if (!counting || !path || (soname && n_ranges == 0)) {
        return;
    }
    fflush(stdout);
    counting = false;
    FILE *f = fopen(path, "w");
    for (int i = 0; f && i < N_KINDS; i++) {
        if (count[i]) {
            fprintf(f, "%s %lu\n", kind_name[i], count[i]);
        }
    }
    if (f) {
        fclose(f);
    }
}
