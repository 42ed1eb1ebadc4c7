// SPDX-License-Identifier: MIT
// Reading the data file: a process may have been killed at any point, may still be
// writing, or the file may be anything else. Every length is looked at before it is
// used; a record is read once its first word says that it is whole, and as it was
// written.
//
// Zeros where a record would begin are the end. The words in use that the head
// counts are stored after each record, so if they reach beyond the end, something
// was lost: that is a fault. If they end before it, reading goes on.
#include "rt-native/data.h"
#include "rt-native/sum.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "words are read in place");

const struct data_kind_words data_kind_words[DATA_N_KINDS] = {
    [DATA_NONE] = {"-", "-", "-"},
#define KIND(id, word, a, b) [DATA_##id] = {word, a, b},
#include "rt-native/datawords.def"
};

const char *const data_flag_word[DATA_N_FLAGS] = {
#define FLAG(id, word) word,
#include "rt-native/datawords.def"
};

const char *const data_event_word[DATA_N_EVENTS] = {
#define EVENT(id, word) word,
#include "rt-native/datawords.def"
};

const char *const data_cause_word[DATA_N_CAUSES] = {
#define CAUSE(id, word) word,
#include "rt-native/datawords.def"
};

static bool fail(struct data_fault *fault, uint64_t byte, const char *what) {
    *fault = (struct data_fault){.what = what, .byte = (size_t)byte};
    return false;
}

// --- The head ----------------------------------------------------------------

// What a run of version 1 was known by comes to a number; merged files had process 0.
static uint64_t id_of(uint64_t process, uint64_t start, const char *command,
                      uint32_t n) {
    uint64_t last = 0, sum = sum_word(sum_word(SUM_NONE, process), start);
    if ((uint32_t)process == 0) {
        return 0;
    }
    sum = sum_words(sum, (const uint64_t *)(const void *)command, n / 8);
    memcpy(&last, command + n / 8 * 8, n % 8);
    sum = sum_word(sum_word(sum, last), n);
    return sum ? sum : 1;
}

// The flags that both bits are there of, or in version 1 their one.
static void read_flags(struct data_file *f, uint32_t word) {
    f->flags = word;
    if (f->version == DATA_UNSUMMED) {
        return;
    }
    uint32_t low = word & 0x55555555, high = word >> 1 & 0x55555555;
    if (low != high) {
        f->fault = (struct data_fault){"half of a flag", DATA_AT_FLAGS * 8};
    }
    f->flags = 0;
    for (uint32_t i = 0; i < DATA_N_FLAGS; i++) {
        f->flags |= (low & high) >> 2 * i & 1u ? 1u << i : 0;
    }
}

// Of a head that is there, before its command line.
static void read_head(struct data_file *f, const uint64_t *w) {
    bool old = f->version == DATA_UNSUMMED;
    size_t head = old ? DATA_UNSUMMED_HEAD : DATA_HEAD;
    f->identity = f->bytes + 16;
    f->start = w[DATA_AT_START];
    f->n_labels = (uint32_t)w[DATA_AT_SIZES];
    f->n_command = (uint32_t)(w[DATA_AT_SIZES] >> 32);
    f->used = __atomic_load_n(&w[DATA_AT_USED], __ATOMIC_ACQUIRE);
    f->end = __atomic_load_n(&w[DATA_AT_END], __ATOMIC_RELAXED);
    f->command = (const char *)f->bytes + head;
    f->n_runs = (uint32_t)(old ? w[DATA_AT_RUN] >> 32 : w[DATA_AT_RUNS]);
    f->id = w[DATA_AT_RUN];
    uint64_t label = head + ((uint64_t)f->n_command + 7) / 8 * 8;
    f->label = w + label / 8;
    f->first = label + (uint64_t)f->n_labels * 8;
}

// A process that was killed while it ended did not end.
static void read_rest(struct data_file *f) {
    if (f->version == DATA_UNSUMMED) {
        f->id = id_of(f->id, f->start, f->command, f->n_command);
    } else if (!(f->flags & DATA_CLEAN)) {
        f->end = 0;
    }
    f->n_runs = f->id ? 0 : f->n_runs;
}

bool data_open(struct data_file *f, const void *bytes, size_t size,
               struct data_fault *fault) {
    const uint64_t *w = bytes;
    *f = (struct data_file){.bytes = bytes, .size = size, .whole = size};
    if (size < DATA_UNSUMMED_HEAD) {
        return fail(fault, size, "too short");
    }
    uint64_t magic = __atomic_load_n(&w[0], __ATOMIC_ACQUIRE);
    if (memcmp(&magic, DATA_MAGIC, sizeof magic) != 0) {
        return fail(fault, 0, "not a data file");
    }
    uint64_t flags = __atomic_load_n(&w[DATA_AT_FLAGS], __ATOMIC_RELAXED);
    f->version = (uint32_t)flags;
    if (f->version != DATA_VERSION && f->version != DATA_UNSUMMED) {
        return fail(fault, DATA_AT_FLAGS * 8, "of another version");
    }
    if (f->version == DATA_VERSION && size < DATA_HEAD) {
        return fail(fault, size, "too short");
    }
    read_flags(f, (uint32_t)(flags >> 32));
    read_head(f, w);
    if (f->first - (uint64_t)f->n_labels * 8 > size) {
        return fail(fault, size, "ends in the command line");
    }
    if (f->version == DATA_VERSION && w[DATA_AT_CHECK] != data_check(w)) {
        return fail(fault, DATA_AT_CHECK * 8, "its head has been changed");
    }
    if (f->first > size) {
        return fail(fault, size, "ends in the counters of labels");
    }
    read_rest(f);
    return true;
}

// --- Records -----------------------------------------------------------------

struct data_iter data_each(const struct data_file *f) {
    return (struct data_iter){.f = f, .at = f->first};
}

static bool is_node(const struct data_iter *it, uint32_t n) {
    return n >= 1 && n <= it->n_nodes;
}

// NULL, or what is wrong with the record of n double words at w.
static const char *read_node(struct data_iter *it, const uint64_t *w,
                             uint64_t n) {
    if (n < 4) {
        return "a node of another length";
    }
    memcpy(&it->node, w + 1, sizeof it->node);
    if (n - 4 != it->node.n_slots) {
        return "a node of another length";
    }
    if (it->node.parent && !is_node(it, it->node.parent)) {
        return "a parent that is not there";
    }
    if (it->node.parent && it->node.label >= it->f->n_labels) {
        return "a label that is not there";
    }
    it->counter = w + 3;
    it->n_nodes++;
    return NULL;
}

static const char *read_note(struct data_iter *it, const uint64_t *w,
                             uint64_t n) {
    struct data_note *note = &it->note;
    if (n < 3) {
        return "a note of another length";
    }
    *note = (struct data_note){
        .a = (uint32_t)w[1],
        .b = (uint32_t)(w[1] >> 32),
        .count = __atomic_load_n(&w[2], __ATOMIC_RELAXED),
        .text = "",
    };
    it->counter = w + 2;
    if (n > 3) {
        note->text = (const char *)(w + 4);
        note->n = (uint32_t)w[3];
        note->n_whole = (uint32_t)(w[3] >> 32);
        if (note->n == 0 || n - 4 != ((uint64_t)note->n + 7) / 8) {
            return "a text of another length";
        }
        if (note->n_whole < note->n) {
            return "a text longer than it was";
        }
    }
    if (it->kind == DATA_STEP || it->kind == DATA_CHAIN) {
        if (!is_node(it, note->a)) {
            return "a node that is not there";
        }
        if (note->b >= it->f->n_labels) {
            return "a label that is not there";
        }
    }
    return it->kind == DATA_SLOW && note->a >= DATA_N_EVENTS
               ? "an event that is not there"
           : it->kind == DATA_UNRECORDED && note->a >= DATA_N_CAUSES
               ? "a cause that is not there"
               : NULL;
}

// Behind the end nothing was ever written, as far as it was read.
static void check_tail(struct data_iter *it) {
    const struct data_file *f = it->f;
    for (size_t i = (size_t)it->at; i < f->size; i++) {
        if (f->bytes[i]) {
            fail(&it->fault, i, "something behind the end");
            return;
        }
    }
}

// Was all of it there when it was opened, and nothing to come?
static bool is_final(const struct data_file *f) {
    return f->version != DATA_UNSUMMED && (f->id == 0 || f->flags & DATA_CLEAN);
}

// No record there: is that the end?
static bool end(struct data_iter *it) {
    const struct data_file *f = it->f;
    bool old = f->version == DATA_UNSUMMED, final = is_final(f);
    if (f->used > f->whole / 8) {
        fail(&it->fault, f->size, "cut off");
    } else if (f->used > it->at / 8) {
        fail(&it->fault, it->at, "zeros instead of a record");
    } else if (!old && (!it->used_met || (final && f->used != it->at / 8))) {
        fail(&it->fault, DATA_AT_USED * 8,
             "words in use that are not the end of a record");
    } else if (final) {
        check_tail(it);
    }
    return false;
}

static const char *read_run(struct data_iter *it, const uint64_t *w,
                            uint64_t n) {
    if (it->f->id) {
        return "a run in the file of another";
    }
    if (n < DATA_RUN_HEAD) {
        return "a run of another length";
    }
    it->run = (struct data_run){
        .id = w[1],
        .start = w[2],
        .end = w[3],
        .flags = (uint32_t)w[4],
        .n_command = (uint32_t)(w[4] >> 32),
        .threads = w[5],
        .sum = w[6],
        .command = (const char *)(w + DATA_RUN_HEAD),
    };
    if (n - DATA_RUN_HEAD != ((uint64_t)it->run.n_command + 7) / 8) {
        return "a run of another length";
    }
    if (it->f->version == DATA_UNSUMMED) {
        it->run.id = id_of(it->run.id, it->run.start, it->run.command,
                           it->run.n_command);
    }
    return it->run.id ? NULL : "a run without an identity";
}

static const char *read_sums(struct data_iter *it, uint64_t n) {
    if (n - 1 != data_blocks(it->at / 8)) {
        return "sums of something else";
    }
    it->sums = it->at;
    return NULL;
}

static bool is_known(const struct data_file *f, uint64_t kind) {
    return kind < (f->version == DATA_UNSUMMED ? DATA_SUMS : DATA_N_KINDS);
}

static const char *read_record(struct data_iter *it, uint64_t kind,
                               const uint64_t *w, uint64_t n) {
    if (it->sums) {
        return "a record behind the sums";
    }
    if (!is_known(it->f, kind)) {
        it->n_unknown++;
        return NULL;
    }
    it->kind = (enum data_kind)kind;
    return kind == DATA_NODE   ? read_node(it, w, n)
           : kind == DATA_RUN  ? read_run(it, w, n)
           : kind == DATA_SUMS ? read_sums(it, n)
                               : read_note(it, w, n);
}

// Records of later kinds are notes, or nobody could check them.
enum { SHORTEST_NOTE = 3, SHORTEST_NODE = 4 };
static bool is_checked(uint64_t first, uint64_t kind, const uint64_t *w,
                       uint64_t n) {
    uint64_t least = kind == DATA_NODE                       ? SHORTEST_NODE
                     : kind == DATA_RUN || kind == DATA_SUMS ? 1
                                                             : SHORTEST_NOTE;
    return n >= least && first == data_first((enum data_kind)kind, n, w);
}

// What a record begins with.
struct first {
    uint64_t kind, n;
};

static struct first take_apart(const struct data_file *f, uint64_t first) {
    return f->version == DATA_UNSUMMED
               ? (struct first){first & UINT32_MAX, first >> 32}
               : (struct first){first & UINT8_MAX, data_words(first)};
}

bool data_next(struct data_iter *it) {
    const struct data_file *f = it->f;
    struct first r;
    do {
        if (it->fault.what) {
            return false;
        }
        it->used_met = it->used_met || it->at / 8 == f->used;
        uint64_t left = (f->size - it->at) / 8;
        const uint64_t *w = (const uint64_t *)(f->bytes + it->at);
        uint64_t first = left ? __atomic_load_n(w, __ATOMIC_ACQUIRE) : 0;
        r = take_apart(f, first);
        if (first == 0) {
            return end(it);
        }
        if (r.kind == DATA_NONE || r.n == 0) {
            return fail(&it->fault, it->at, "no record");
        }
        if (r.n > left || r.n > DATA_MOST_WORDS) {
            return fail(&it->fault, it->at, "a record beyond the end");
        }
        if (f->version == DATA_VERSION && !is_checked(first, r.kind, w, r.n)) {
            return fail(&it->fault, it->at, "a record that has been changed");
        }
        const char *what = read_record(it, r.kind, w, r.n);
        if (what) {
            return fail(&it->fault, it->at, what);
        }
        it->at += r.n * 8;
    } while (r.kind == DATA_SUMS || !is_known(f, r.kind));
    return true;
}

uint64_t data_extent(const void *bytes, size_t n, uint64_t *at) {
    // What is behind the records on the same page is looked at, too.
    const uint64_t page = DATA_BLOCK;
    const uint64_t *w = bytes;
    struct data_file f = {.bytes = bytes, .size = n};
    if (n < DATA_HEAD) {
        return DATA_HEAD;
    }
    f.version = (uint32_t)w[DATA_AT_FLAGS];
    if (memcmp(w, DATA_MAGIC, 8) != 0 ||
        (f.version != DATA_VERSION && f.version != DATA_UNSUMMED)) {
        return n;
    }
    read_head(&f, w);
    uint64_t label = f.first - (uint64_t)f.n_labels * 8;
    if (label > n) {
        return f.n_command <= DATA_COMMAND ? label : n;
    }
    if (f.version == DATA_VERSION && w[DATA_AT_CHECK] != data_check(w)) {
        return n;
    }
    *at = *at ? *at : f.first;
    while (*at + 8 <= n) {
        struct first r = take_apart(&f, w[*at / 8]);
        if (r.kind == DATA_NONE || r.n == 0) {
            break;
        }
        *at += r.n * 8;
    }
    return (*at + 8 + page - 1) / page * page;
}

// --- Sums --------------------------------------------------------------------

static void add_count(struct data_sums *s, const uint64_t *counter) {
    uint64_t n = __atomic_load_n(counter, __ATOMIC_RELAXED);
    s->events += n;
    s->different += n != 0;
}

static void add_record(struct data_sums *s, const struct data_iter *it) {
    const struct data_note *note = &it->note;
    switch (it->kind) {
    case DATA_NODE:
        s->nodes++;
        for (uint64_t i = 0; i <= it->node.n_slots; i++) {
            add_count(s, &it->counter[i]);
        }
        break;
    case DATA_STEP:
    case DATA_RECEIVER:
        add_count(s, it->counter);
        break;
    case DATA_SLOW:
        s->slow[note->a] += note->count;
        break;
    case DATA_THREAD:
        s->threads += note->count;
        break;
    case DATA_UNRECORDED:
        s->unrecorded[note->a] += note->count;
        break;
    case DATA_RUN:
        s->runs++;
        s->crowded += !(it->run.flags & DATA_EXACT) && it->run.threads != 1;
        break;
    default:
        break;
    }
}

bool data_is_summed(const struct data_iter *it, struct data_fault *fault) {
    const uint64_t *w = (const uint64_t *)it->f->bytes;
    const uint64_t *sum = w + it->sums / 8 + 1, n = it->sums / 8;
    enum { N = DATA_BLOCK / 8 };
    *fault = (struct data_fault){0};
    if (!is_final(it->f)) {
        return false;
    }
    for (uint64_t i = 0; i < data_blocks(n); i++) {
        uint64_t at = i * N, left = n - at;
        if (sum[i] != data_block_sum(w + at, left < N ? left : N, i == 0)) {
            return fail(fault, at * 8, "counters that have been changed");
        }
    }
    return it->sums != 0;
}

struct data_sums data_sum(const struct data_file *f) {
    struct data_sums s = {0};
    for (uint32_t i = 0; i < f->n_labels; i++) {
        add_count(&s, &f->label[i]);
    }
    struct data_fault fault;
    struct data_iter it = data_each(f);
    while (data_next(&it)) {
        add_record(&s, &it);
    }
    s.unsummed = it.fault.what || f->fault.what || !data_is_summed(&it, &fault);
    return s;
}

uint64_t data_slow_events(const struct data_sums *s) {
    return s->slow[DATA_ON_ENTERED] + s->slow[DATA_ON_BEFORE] +
           s->slow[DATA_ON_UNKNOWN];
}

const char *const data_counts_word[DATA_N_COUNTS] = {
    [DATA_COUNTS_EXACT] = "exact",
    [DATA_COUNTS_ALONE] = "alone",
    [DATA_COUNTS_ABOUT] = "about",
    [DATA_COUNTS_UNVERIFIED] = "unverified",
};

// A thread is counted before it counts anything. No thread at all means that there was
// no room to say so.
enum data_counts data_counts(const struct data_file *f,
                             const struct data_sums *sums) {
    bool alone = sums->runs ? sums->crowded == 0 : sums->threads == 1;
    const uint32_t unsure = DATA_DAMAGED | DATA_UNVERIFIED;
    return sums->unsummed || f->flags & unsure ? DATA_COUNTS_UNVERIFIED
           : f->flags & DATA_EXACT             ? DATA_COUNTS_EXACT
           : alone                             ? DATA_COUNTS_ALONE
                                               : DATA_COUNTS_ABOUT;
}
