// SPDX-License-Identifier: MIT
// Writing the data file.
//
// Address space for the largest file is reserved at the start, and the file is
// mapped into it as far as it is allocated: pointers to counters stay what they
// are while it grows, and those who count never wait for who makes records.
//
// Nothing here may end the program under test. A page that is mapped without being on the
// disk would (SIGBUS; guard.h is about pages that are gone later), so would growing beyond
// RLIMIT_FSIZE (SIGXFSZ), and so would allocating in a file that is not ours because the
// program closed our descriptor and opened another. Each is looked at first; what does not
// go makes the file full, once and for all: on a full disk, trying again for each new
// record would cost more than the record is worth.
#include "rt-native/data.h"
#include "rt-native/sum.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
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
    MODE = 0600,
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

static uint64_t bytes_of(uint64_t words) {
    return words * sizeof(uint64_t);
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

static bool fail(char *why, size_t n, const char *what, int error) {
    if (error == ENOMEM) {
        snprintf(why, n, "%s", DATA_NO_MEMORY);
    } else {
        snprintf(why, n, "%s: %s", what,
                 error == EFBIG || error == EOVERFLOW
                     ? "files may not be as long as it would be"
                     : strerror(error));
    }
    return false;
}

static uint64_t now(void) {
    struct timespec t;
    return clock_gettime(CLOCK_REALTIME, &t) == 0
               ? (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000
               : 0;
}

// Never 0. What no run has in common with another is enough where there is no better.
static uint64_t random_id(const void *somewhere) {
    uint64_t id = 0;
    if (getrandom(&id, sizeof id, GRND_NONBLOCK) != (ssize_t)sizeof id) {
        int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
        ssize_t n = fd >= 0 ? read(fd, &id, sizeof id) : -1;
        if (fd >= 0) {
            close(fd);
        }
        if (n != (ssize_t)sizeof id) {
            struct timespec t = {0};
            clock_gettime(CLOCK_MONOTONIC, &t);
            id = sum_word(SUM_NONE, now());
            id = sum_word(id, (uint64_t)t.tv_nsec << 32 | (uint32_t)getpid());
            id = sum_word(id, (uintptr_t)somewhere);
        }
    }
    return id ? id : 1;
}

static bool is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

struct naming {
    uint32_t pid, number;
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

// A new file, d->path and d->fd. A mode that was asked for is not masked.
static bool make_file(struct data *d, const struct data_spec *spec,
                      struct naming *as, char *why, size_t n) {
    const char *of = spec->base && *spec->base ? spec->base : "ccinstr";
    size_t size = strlen(of) + sizeof "/ccinstr.4294967295." +
                  sizeof "18446744073709551615.4294967295.ccd";
    d->path = malloc(size);
    if (!d->path) {
        return fail(why, n, of, ENOMEM);
    }
    memcpy(d->path, of, strlen(of) + 1);
    make_folders(d->path);
    const char *in = is_folder(of) ? "/ccinstr" : "";
    for (as->number = 0; d->fd < 0 && as->number < NAMES; as->number++) {
        snprintf(d->path, size, "%s%s.%lu.%llu.%lu.ccd", of, in,
                 (unsigned long)as->pid, (unsigned long long)as->start,
                 (unsigned long)as->number);
        d->fd = open(d->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, MODE);
        if (d->fd >= 0) {
            break;
        }
        if (errno != EEXIST) {
            break;
        }
    }
    if (d->fd >= 0 && (spec->mode == 0 || fchmod(d->fd, spec->mode) == 0)) {
        return true;
    }
    fail(why, n, d->path, errno);
    if (d->fd >= 0) {
        unlink(d->path);
    }
    return false;
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
                       uint64_t start, uint32_t n_command) {
    uint64_t *w = d->words;
    w[DATA_AT_FLAGS] = (uint64_t)data_pairs(spec->flags) << 32 | DATA_VERSION;
    memcpy(w + 2, spec->identity, 32);
    w[DATA_AT_RUN] = spec->id ? spec->id : random_id(w);
    w[DATA_AT_START] = start;
    w[DATA_AT_SIZES] = (uint64_t)n_command << 32 | spec->n_labels;
    w[DATA_AT_USED] = d->used;
    if (n_command) {
        memcpy((char *)d->words + DATA_HEAD, spec->command, n_command);
    }
    w[DATA_AT_CHECK] = data_check(w);
    uint64_t magic;
    memcpy(&magic, DATA_MAGIC, sizeof magic);
    __atomic_store_n(&w[0], magic, __ATOMIC_RELEASE);
}

static int map_file(struct data *d, const struct data_spec *spec,
                    uint64_t start) {
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
        write_head(d, spec, start, n_command);
    }
    return error;
}

bool data_create(struct data *d, const struct data_spec *spec, char *why,
                 size_t n) {
    struct naming as = {.pid = (uint32_t)getpid(),
                        .start = spec->start ? spec->start : now()};
    *d = (struct data){.fd = -1, .pid = getpid()};
    if (!make_file(d, spec, &as, why, n)) {
        data_release(d);
        return false;
    }
    int error = map_file(d, spec, as.start);
    if (error == 0) {
        return true;
    }
    fail(why, n, d->path, error);
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
    __atomic_fetch_or(&d->words[DATA_AT_FLAGS],
                      (uint64_t)data_pairs(flags) << 32, __ATOMIC_RELAXED);
}

void data_lack(struct data *d, uint32_t flag, const char *why) {
    uint64_t bits = (uint64_t)data_pairs(flag) << 32;
    if (!(__atomic_fetch_or(&d->words[DATA_AT_FLAGS], bits, __ATOMIC_RELAXED) &
          bits)) {
        __atomic_store_n(&d->lacked, why, __ATOMIC_RELAXED);
    }
}

const char *data_lacked(struct data *d) {
    return __atomic_load_n(&d->lacked, __ATOMIC_RELAXED)
               ? __atomic_exchange_n(&d->lacked, NULL, __ATOMIC_RELAXED)
               : NULL;
}

// All of it is there: from now on it counts.
static void publish(struct data *d, uint64_t at, enum data_kind kind) {
    __atomic_store_n(&d->words[at],
                     data_first(kind, d->used - at, d->words + at),
                     __ATOMIC_RELEASE);
    __atomic_store_n(&d->words[DATA_AT_USED], d->used, __ATOMIC_RELEASE);
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

// --- The end -----------------------------------------------------------------

// Threads may still count: those in native code run on while a process exits, and if
// native code calls exit(), all do. So memory of its own takes the place of the file
// where they count, in one step, and what is in the file from then on is only read and
// written as a file. False if there is no such memory.
static bool leave_the_file(struct data *d) {
    size_t n = (size_t)bytes_of(d->room);
    void *own = mmap(NULL, n, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (own == MAP_FAILED) {
        return false;
    }
    if (mremap(own, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, d->words) !=
        MAP_FAILED) {
        return true;
    }
    munmap(own, n);
    return false;
}

static bool get(const struct data *d, uint64_t at, uint64_t *w, uint64_t n) {
    ssize_t bytes = (ssize_t)bytes_of(n);
    return pread(d->fd, w, (size_t)bytes, (off_t)bytes_of(at)) == bytes;
}

static bool put(const struct data *d, uint64_t at, const uint64_t *w,
                uint64_t n) {
    ssize_t bytes = (ssize_t)bytes_of(n);
    return pwrite(d->fd, w, (size_t)bytes, (off_t)bytes_of(at)) == bytes;
}

// The sums of all that is in use, behind it. It counts when its first word is there.
static bool put_sums(struct data *d) {
    enum { N = DATA_BLOCK / sizeof *d->words };
    uint64_t n = data_blocks(d->used) + 1, block[N];
    uint64_t *w = calloc(n, sizeof *w);
    bool ok = w != NULL;
    for (uint64_t i = 1, at = 0; ok && i < n; i++, at += N) {
        uint64_t part = least(N, d->used - at);
        ok = get(d, at, block, part);
        w[i] = data_block_sum(block, part, at == 0);
    }
    if (ok) {
        uint64_t used = d->used + n;
        w[0] = data_first(DATA_SUMS, n, w);
        ok = put(d, d->used + 1, w + 1, n - 1) && put(d, d->used, w, 1) &&
             put(d, DATA_AT_USED, &used, 1);
        d->used = used;
    }
    free(w);
    return ok;
}

// Nobody has it mapped any more. What fails here the file tells: it did not end so, or
// has no sums, or is longer than it need be.
static void finish(struct data *d) {
    uint64_t flags = 0;
    bool summed = put_sums(d);
    if (get(d, DATA_AT_FLAGS, &flags, 1)) {
        flags |= (uint64_t)data_pairs(DATA_CLEAN) << 32;
        summed = put(d, DATA_AT_FLAGS, &flags, 1) && summed;
    }
    if (summed && ftruncate(d->fd, (off_t)page_up(bytes_of(d->used))) != 0) {
        return;
    }
}

// Is there room for so many double words, in the file as in that of this process?
static bool has_room(struct data *d, uint64_t n) {
    return is_ours(d) && n <= DATA_MOST_WORDS &&
           (n <= d->room - d->used || (!d->full && grow(d, n) == 0)) &&
           bytes_of(d->used + n) <= file_limit();
}

// What others cut off within a page, or a file that they removed, gives no fault (guard.h).
static void look_at_the_file(struct data *d) {
    struct stat st;
    if (is_cut(d) || fstat(d->fd, &st) != 0 || st.st_dev != d->device ||
        st.st_ino != d->inode) {
        return;
    }
    if (st.st_nlink == 0) {
        // No mark: nobody will read it but who has it open.
        __atomic_store_n(&d->lacked,
                         "the data file was removed, and what it had is lost",
                         __ATOMIC_RELAXED);
    } else if ((uint64_t)st.st_size < bytes_of(d->used)) {
        data_lack(d, DATA_FILE_FULL,
                  "the data file was cut, and what was there is lost");
    }
}

void data_end(struct data *d) {
    if (d->ended || d->pid != getpid()) {
        return;
    }
    look_at_the_file(d);
    bool room = has_room(d, data_blocks(d->used) + 1);
    d->ended = true;
    __atomic_store_n(&d->words[DATA_AT_END], now(), __ATOMIC_RELAXED);
    if (room && leave_the_file(d)) {
        d->full = true;
        finish(d);
    } else {
        data_set(d, DATA_CLEAN);
    }
}
