// SPDX-License-Identifier: MIT
// Reading the data file: a process may have been killed at any point, may still be
// writing, or the file may be anything else. Every length is looked at before it is
// used; a record is read once its first word says that it is whole.
//
// Zeros where a record would begin are the end. The words in use that the head
// counts are stored after each record, so if they reach beyond the end, something
// was lost: that is a fault. If they end before it, reading goes on.
#include "rt-native/data.h"

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

bool data_open(struct data_file *f, const void *bytes, size_t size,
               struct data_fault *fault) {
    const uint64_t *w = bytes;
    *f = (struct data_file){.bytes = bytes, .size = size};
    if (size < DATA_HEAD) {
        return fail(fault, size, "too short");
    }
    uint64_t magic = __atomic_load_n(&w[0], __ATOMIC_ACQUIRE);
    if (memcmp(&magic, DATA_MAGIC, sizeof magic) != 0) {
        return fail(fault, 0, "not a data file");
    }
    uint64_t flags = __atomic_load_n(&w[1], __ATOMIC_RELAXED);
    f->version = (uint32_t)flags;
    f->flags = (uint32_t)(flags >> 32);
    if (f->version != DATA_VERSION) {
        return fail(fault, 8, "of another version");
    }
    f->identity = f->bytes + 16;
    f->pid = (uint32_t)w[6];
    f->instance = (uint32_t)(w[6] >> 32);
    f->start = w[7];
    f->n_labels = (uint32_t)w[8];
    f->n_command = (uint32_t)(w[8] >> 32);
    f->used = __atomic_load_n(&w[9], __ATOMIC_ACQUIRE);
    f->end = __atomic_load_n(&w[10], __ATOMIC_RELAXED);
    f->command = (const char *)f->bytes + DATA_HEAD;
    uint64_t label = DATA_HEAD + (((uint64_t)f->n_command + 7) & ~UINT64_C(7));
    if (label > size) {
        return fail(fault, size, "ends in the command line");
    }
    if (f->n_labels > (size - label) / 8) {
        return fail(fault, size, "ends in the counters of labels");
    }
    f->label = w + label / 8;
    f->first = label + (uint64_t)f->n_labels * 8;
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

// No record there: is that the end?
static bool end(struct data_iter *it) {
    const struct data_file *f = it->f;
    if (f->used > f->size / 8) {
        fail(&it->fault, f->size, "cut off");
    } else if (f->used > it->at / 8) {
        fail(&it->fault, it->at, "zeros instead of a record");
    }
    return false;
}

static const char *read_run(struct data_iter *it, const uint64_t *w,
                            uint64_t n) {
    if (it->f->pid) {
        return "a run in the file of another";
    }
    if (n < DATA_RUN_HEAD) {
        return "a run of another length";
    }
    it->run = (struct data_run){
        .pid = (uint32_t)w[1],
        .instance = (uint32_t)(w[1] >> 32),
        .start = w[2],
        .end = w[3],
        .flags = (uint32_t)w[4],
        .n_command = (uint32_t)(w[4] >> 32),
        .threads = w[5],
        .sum = w[6],
        .command = (const char *)(w + DATA_RUN_HEAD),
    };
    return n - DATA_RUN_HEAD == ((uint64_t)it->run.n_command + 7) / 8
               ? NULL
               : "a run of another length";
}

static const char *read_record(struct data_iter *it, uint64_t kind,
                               const uint64_t *w, uint64_t n) {
    if (kind >= DATA_N_KINDS) {
        it->n_unknown++;
        return NULL;
    }
    it->kind = (enum data_kind)kind;
    return kind == DATA_NODE  ? read_node(it, w, n)
           : kind == DATA_RUN ? read_run(it, w, n)
                              : read_note(it, w, n);
}

bool data_next(struct data_iter *it) {
    const struct data_file *f = it->f;
    uint64_t kind;
    do {
        if (it->fault.what) {
            return false;
        }
        uint64_t left = (f->size - it->at) / 8;
        const uint64_t *w = (const uint64_t *)(f->bytes + it->at);
        uint64_t first = left ? __atomic_load_n(w, __ATOMIC_ACQUIRE) : 0;
        uint64_t n = first >> 32;
        kind = first & UINT32_MAX;
        if (first == 0) {
            return end(it);
        }
        if (kind == DATA_NONE || n == 0) {
            return fail(&it->fault, it->at, "no record");
        }
        if (n > left) {
            return fail(&it->fault, it->at, "a record beyond the end");
        }
        const char *what = read_record(it, kind, w, n);
        if (what) {
            return fail(&it->fault, it->at, what);
        }
        it->at += n * 8;
    } while (kind >= DATA_N_KINDS);
    return true;
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

struct data_sums data_sum(const struct data_file *f) {
    struct data_sums s = {0};
    for (uint32_t i = 0; i < f->n_labels; i++) {
        add_count(&s, &f->label[i]);
    }
    for (struct data_iter it = data_each(f); data_next(&it);) {
        add_record(&s, &it);
    }
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
};

// A thread is counted before it counts anything. No thread at all means that there was
// no room to say so.
enum data_counts data_counts(const struct data_file *f,
                             const struct data_sums *sums) {
    bool alone = sums->runs ? sums->crowded == 0 : sums->threads == 1;
    return f->flags & DATA_EXACT ? DATA_COUNTS_EXACT
           : alone               ? DATA_COUNTS_ALONE
                                 : DATA_COUNTS_ABOUT;
}
