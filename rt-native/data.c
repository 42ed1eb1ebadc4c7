// SPDX-License-Identifier: MIT
// Writing the data file.
//
// Address space for the largest file is reserved at the start, and the file is
// mapped into it as far as it is allocated: pointers to counters stay what they
// are while it grows, and those who count never wait for who makes records.
//
// Nothing here may end the program under test. A page that is mapped without being
// on the disk would (SIGBUS; guard.h is about pages that are gone later), so would growing beyond RLIMIT_FSIZE (SIGXFSZ), and
// so would allocating in a file that is not ours because the program closed our
// descriptor and opened another. Each is looked at first; what does not go makes
// the file full, once and for all: on a full disk, trying again for each new record
// would cost more than the record is worth.
#include "rt-native/data.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "words are written in place");

enum {
    STEP_LEAST = 1 << 14,  // bytes; as many as there are, up to
    STEP_MOST = 64 << 20,
    MOST = 1 << 30,
    NAMES = 1000,  // that are tried
    ZEROS = 1 << 14,
};

// --- Growing -----------------------------------------------------------------

static uint64_t page_bytes(void) {
    long n = sysconf(_SC_PAGESIZE);
    return n > 0 ? (uint64_t)n : 4096;
}

static uint64_t page_down(uint64_t bytes) {
    return bytes - bytes % page_bytes();
}

static uint64_t page_up(uint64_t bytes) {
    return page_down(bytes + page_bytes() - 1);
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

// As far as this process may write files.
static uint64_t file_limit(void) {
    struct rlimit l;
    bool none = getrlimit(RLIMIT_FSIZE, &l) != 0 || l.rlim_cur == RLIM_INFINITY;
    return page_down(none ? INT64_MAX : least(l.rlim_cur, INT64_MAX));
}

// Is that much left, as far as is known? Allocating more than there is would take
// all of it before it fails.
static bool has_left(int fd, uint64_t bytes) {
    struct statvfs fs;
    return fstatvfs(fd, &fs) != 0 || fs.f_blocks == 0 || fs.f_frsize == 0 ||
           bytes / fs.f_frsize < fs.f_bavail;
}

// The file that was made, and as long as it was: behind what others have cut off there
// is nothing to be appended to.
static bool is_ours(const struct data *d) {
    struct stat st;
    return fstat(d->fd, &st) == 0 && st.st_dev == d->device &&
           st.st_ino == d->inode &&
           (uint64_t)st.st_size >= d->room * sizeof *d->words;
}

static bool is_cut(const struct data *d) {
    return d->cut && __atomic_load_n(d->cut, __ATOMIC_RELAXED) != 0;
}

// Where the file system cannot allocate.
static int write_zeros(int fd, uint64_t from, uint64_t to) {
    static const char zero[ZEROS];
    while (from < to) {
        ssize_t n = pwrite(fd, zero, (size_t)least(to - from, sizeof zero),
                           (off_t)from);
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        from += n > 0 ? (uint64_t)n : 0;
    }
    return 0;
}

// 0 or an error number. Signals wait: file systems undo an allocation that one
// interrupts, and a profiler's timer would interrupt the next attempt too.
static int allocate(int fd, uint64_t from, uint64_t to) {
    sigset_t all, was;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    pthread_sigmask(SIG_SETMASK, &all, &was);
    int error;
    do {
        error = posix_fallocate(fd, (off_t)from, (off_t)(to - from));
    } while (error == EINTR);
    if (error == EOPNOTSUPP || error == EINVAL || error == ENOSYS) {
        error = write_zeros(fd, from, to);
    }
    pthread_sigmask(SIG_SETMASK, &was, NULL);
    return error;
}

// Makes the file that long, and all of it writable.
static int extend(struct data *d, uint64_t bytes) {
    uint64_t is = d->room * sizeof *d->words;
    int error = allocate(d->fd, is, bytes);
    if (error) {
        return error;
    }
    void *at =
        mmap((char *)d->words + is, (size_t)(bytes - is),
             PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, d->fd, (off_t)is);
    if (at == MAP_FAILED) {
        // What was reserved there may be anybody's now.
        error = errno;
        d->most = d->room;
        return error;
    }
    d->room = bytes / sizeof *d->words;
    return 0;
}

// How long a file is to be that is so long and has to be of `need` bytes. A new one has
// a page besides what it begins with: most programs fill little more, and some run in
// thousands of processes.
static uint64_t next_size(uint64_t is, uint64_t need) {
    uint64_t step = least(is < STEP_LEAST ? STEP_LEAST : is, STEP_MOST);
    uint64_t want = is == 0 ? need + page_bytes() : page_up(is + step);
    return want < need ? need : want;
}

// Room for n more double words. 0 or an error number.
static int grow(struct data *d, uint64_t n) {
    uint64_t is = d->room * sizeof *d->words;
    uint64_t need = page_up((d->used + n) * sizeof *d->words);
    uint64_t want = next_size(is, need);
    if (n > d->most - d->used || need > d->most * sizeof *d->words) {
        return EOVERFLOW;
    }
    want = least(want, least(d->most * sizeof *d->words, file_limit()));
    if (want < need) {
        return EFBIG;
    }
    if (!is_ours(d)) {
        return EBADF;
    }
    if (!has_left(d->fd, want - is)) {
        want = need;
    }
    int error = extend(d, want);
    return error && want > need && d->room < d->most ? extend(d, need) : error;
}

static const char *why_full(int error) {
    switch (error) {
    case EOVERFLOW:
        return "the data file has all the address space that it may have";
    case EFBIG:
        return "the data file is as long as files may be (ulimit -f)";
    case EBADF:
        return "the data file was closed by the program, or cut by another";
    case ENOSPC:
        return "no room for more in the data file: the disk is full";
    case EDQUOT:
        return "no room for more in the data file: the quota is used up";
    case ENOMEM:
        return "no memory for more of the data file";
    default:
        return "the data file cannot grow: writing fails";
    }
}

// Where a record of n double words begins, or 0.
static uint64_t take(struct data *d, uint64_t n) {
    uint64_t at = d->used;
    if (is_cut(d)) {
        return 0;  // which has been said
    }
    if (n > d->room - at) {
        int error = d->full ? 0 : grow(d, n);
        d->full = d->full || error;
        if (error) {
            data_lack(d, DATA_FILE_FULL, why_full(error));
        }
        if (d->full) {
            return 0;
        }
    }
    d->used += n;
    return at;
}

// --- Making it ---------------------------------------------------------------

static bool fail(char *why, size_t n, const char *what, const char *because) {
    snprintf(why, n, "%s: %s", what, because);
    return false;
}

static uint64_t now(void) {
    struct timespec t;
    return clock_gettime(CLOCK_REALTIME, &t) == 0
               ? (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000
               : 0;
}

static bool is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

struct naming {
    uint32_t pid, instance;
    uint64_t start;
};

// The folders that a path names before its last /. Where that fails, opening what is
// in them says why.
static void make_folders(char *path) {
    for (char *p = path; (p = strchr(p, '/')) != NULL; p++) {
        if (p > path) {
            *p = '\0';
            mkdir(path, 0777);
            *p = '/';
        }
    }
}

// A new file, d->path and d->fd.
static bool make_file(struct data *d, const char *base, struct naming *as,
                      char *why, size_t n) {
    const char *of = base && *base ? base : "ccinstr";
    size_t size = strlen(of) + sizeof "/ccinstr.4294967295." +
                  sizeof "18446744073709551615.4294967295.ccd";
    d->path = malloc(size);
    if (!d->path) {
        return fail(why, n, of, strerror(ENOMEM));
    }
    memcpy(d->path, of, strlen(of) + 1);
    make_folders(d->path);
    const char *in = is_folder(of) ? "/ccinstr" : "";
    for (as->instance = 0; d->fd < 0 && as->instance < NAMES; as->instance++) {
        snprintf(d->path, size, "%s%s.%lu.%llu.%lu.ccd", of, in,
                 (unsigned long)as->pid, (unsigned long long)as->start,
                 (unsigned long)as->instance);
        d->fd = open(d->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (d->fd >= 0) {
            return true;
        }
        if (errno != EEXIST) {
            break;
        }
    }
    return fail(why, n, d->path, strerror(errno));
}

// Address space for the file, less where there is less, but for n double words.
static int reserve(struct data *d, uint64_t most, uint64_t n) {
    uint64_t words = UINT32_MAX;  // so that 32 bits hold the index of any
    most = page_down(least(most ? most : MOST, words * sizeof *d->words));
    int error = ENOMEM;
    for (; most / sizeof *d->words >= n && most; most = page_down(most / 2)) {
        if (most > SIZE_MAX) {
            continue;
        }
        void *at = mmap(NULL, (size_t)most, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at != MAP_FAILED) {
            d->words = at;
            d->most = most / sizeof *d->words;
            return 0;
        }
        error = errno;
    }
    return error;
}

static uint64_t padded(uint64_t bytes) {
    return (bytes + 7) / 8;
}

static void write_head(struct data *d, const struct data_spec *spec,
                       const struct naming *as, uint32_t n_command) {
    uint64_t *w = d->words;
    w[1] = (uint64_t)spec->flags << 32 | DATA_VERSION;
    memcpy(w + 2, spec->identity, 32);
    w[6] = (uint64_t)as->instance << 32 | as->pid;
    w[7] = as->start;
    w[8] = (uint64_t)n_command << 32 | spec->n_labels;
    w[9] = d->used;
    if (n_command) {
        memcpy((char *)d->words + DATA_HEAD, spec->command, n_command);
    }
    uint64_t magic;
    memcpy(&magic, DATA_MAGIC, sizeof magic);
    __atomic_store_n(&w[0], magic, __ATOMIC_RELEASE);
}

static int map_file(struct data *d, const struct data_spec *spec,
                    const struct naming *as) {
    struct stat st;
    uint32_t n_command = 0;
    while (spec->command && n_command < DATA_COMMAND &&
           spec->command[n_command]) {
        n_command++;
    }
    uint64_t label = DATA_HEAD / sizeof *d->words + padded(n_command);
    uint64_t n = label + spec->n_labels;
    int error = reserve(d, spec->most, n);
    if (error || fstat(d->fd, &st) != 0) {
        return error ? error : errno;
    }
    d->device = st.st_dev;
    d->inode = st.st_ino;
    error = grow(d, n);
    if (error == 0) {
        d->used = n;
        d->label = label;
        write_head(d, spec, as, n_command);
    }
    return error;
}

bool data_create(struct data *d, const struct data_spec *spec, char *why,
                 size_t n) {
    struct naming as = {.pid = (uint32_t)getpid(),
                        .start = spec->start ? spec->start : now()};
    *d = (struct data){.fd = -1};
    if (!make_file(d, spec->base, &as, why, n)) {
        data_release(d);
        return false;
    }
    int error = map_file(d, spec, &as);
    if (error == 0) {
        return true;
    }
    fail(why, n, d->path,
         error == EFBIG || error == EOVERFLOW
             ? "files may not be as long as it would be"
             : strerror(error));
    unlink(d->path);
    data_release(d);
    return false;
}

void data_release(struct data *d) {
    if (d->words) {
        munmap(d->words, (size_t)(d->most * sizeof *d->words));
    }
    if (d->fd >= 0) {
        close(d->fd);
    }
    free(d->path);
    *d = (struct data){.fd = -1};
}

// --- Records -----------------------------------------------------------------

void data_set(struct data *d, uint32_t flags) {
    __atomic_fetch_or(&d->words[1], (uint64_t)flags << 32, __ATOMIC_RELAXED);
}

void data_lack(struct data *d, uint32_t flag, const char *why) {
    uint64_t bit = (uint64_t)flag << 32;
    if (!(__atomic_fetch_or(&d->words[1], bit, __ATOMIC_RELAXED) & bit)) {
        __atomic_store_n(&d->lacked, why, __ATOMIC_RELAXED);
    }
}

const char *data_lacked(struct data *d) {
    return __atomic_load_n(&d->lacked, __ATOMIC_RELAXED)
               ? __atomic_exchange_n(&d->lacked, NULL, __ATOMIC_RELAXED)
               : NULL;
}

void data_end(struct data *d) {
    __atomic_store_n(&d->words[10], now(), __ATOMIC_RELAXED);
    data_set(d, DATA_CLEAN);
}

// All of it is there: from now on it counts.
static void publish(struct data *d, uint64_t at, enum data_kind kind) {
    __atomic_store_n(&d->words[at], (d->used - at) << 32 | kind,
                     __ATOMIC_RELEASE);
    __atomic_store_n(&d->words[9], d->used, __ATOMIC_RELEASE);
}

uint64_t data_add_node(struct data *d, const struct data_node *node) {
    uint64_t at = take(d, DATA_COUNTERS + 1 + (uint64_t)node->n_slots);
    if (at == 0) {
        return 0;
    }
    memcpy(&d->words[at + 1], node, sizeof *node);
    publish(d, at, DATA_NODE);
    return at + DATA_COUNTERS;
}

// Names are not cut within a character.
static uint32_t cut(const char *text, uint32_t n) {
    if (n <= DATA_TEXT) {
        return n;
    }
    n = DATA_TEXT;
    while (n > DATA_TEXT - 3 && ((unsigned char)text[n] & 0xc0) == 0x80) {
        n--;
    }
    return n;
}

uint64_t data_add(struct data *d, enum data_kind kind,
                  const struct data_note *note) {
    uint32_t n = cut(note->text, note->n);
    uint64_t at = take(d, n ? 4 + padded(n) : 3);
    if (at == 0) {
        return 0;
    }
    uint64_t *w = &d->words[at];
    w[1] = (uint64_t)note->b << 32 | note->a;
    w[2] = note->count;
    if (n) {
        w[3] = (uint64_t)note->n << 32 | n;
        memcpy(&w[4], note->text, n);
    }
    publish(d, at, kind);
    return at + 2;
}

bool data_has_text(const struct data *d, uint64_t counter,
                   const struct data_note *note) {
    const uint64_t *w = &d->words[counter + 1];
    uint32_t n = cut(note->text, note->n);
    return n == 0 || (w[0] == ((uint64_t)note->n << 32 | n) &&
                      memcmp(w + 1, note->text, n) == 0);
}
