// SPDX-License-Identifier: MIT
// The data file: what a run exercised of a plan, written while it happens.
//
// The file is mapped and counters are words of it, so that whatever ends the
// process loses nothing that was counted: no shutdown hook, no flush. It grows by
// allocation before use, so that a full disk is noticed here and not by a SIGBUS
// in the program under test; it is never truncated.
//
//     0   magic "CcData\r\n"                     8 bytes
//     8   version, flags                         2 words
//    16   identity of the plan                   8 words
//    48   process id, instance in the process    2 words
//    56   start: microseconds since 1970         1 double word
//    64   labels of the plan, bytes of the command line behind the head
//    72   words in use (double words of 8 bytes, the head included)
//    80   end: as start; 0 as long as it runs, or when it was killed
//    88   the command line, padded to 8 bytes
//     .   one counter for each label: times that it was taken outside of the forest
//     .   records, one behind the other
//
// A record begins with one double word, its kind in the lower word and its length
// in double words (this one included) in the upper one; it is written last, so that
// a record counts from then on, whole. Zero instead of it is the end. Then
//
//     of a node    parent, label, level, slots   4 words: struct data_node
//                  counter 0, and one per slot
//     of others    a, b                          2 words: struct data_note
//                  a counter
//                  if there is a text: its bytes here, its bytes before it was
//                  cut (2 words), and those, padded to 8 bytes with zeros
//     of a run     process id, instance           2 words
//                  start, end                     2 double words
//                  flags, bytes of the command    2 words
//                  threads, sum                   2 double words
//                  the command line, padded
//
// A merged file is one like others, but of process 0, which none has. Its runs are
// records, before all others; the instance in its head says how many there are. It
// has no start, end and command line of its own; of its flags, CLEAN and EXACT hold
// for all runs, the others for some.
//
// All is little-endian.
#ifndef CCINSTR_RT_NATIVE_DATA_H
#define CCINSTR_RT_NATIVE_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    DATA_VERSION = 1,
    DATA_HEAD = 88,        // bytes before the command line
    DATA_COMMAND = 65536,  // bytes that are kept of it
    DATA_TEXT = 4096,      // and of a text
};
#define DATA_MAGIC "CcData\r\n"

// In the order of datawords.def, which says what they are.
enum data_flag_at {
#define FLAG(id, word) DATA_##id##_AT,
#include "rt-native/datawords.def"
    DATA_N_FLAGS
};
enum data_flags {
#define FLAG(id, word) DATA_##id = 1u << DATA_##id##_AT,
#include "rt-native/datawords.def"
};
enum data_kind {
    DATA_NONE,  // not written yet: the end
#define KIND(id, word, a, b) DATA_##id,
#include "rt-native/datawords.def"
    DATA_N_KINDS
};

// What a record of DATA_SLOW counts.
enum data_event {
#define EVENT(id, word) DATA_ON_##id,
#include "rt-native/datawords.def"
    DATA_N_EVENTS
};

// Of a record of DATA_UNRECORDED.
enum data_cause {
#define CAUSE(id, word) DATA_BY_##id,
#include "rt-native/datawords.def"
    DATA_N_CAUSES
};

struct data_node {
    uint32_t parent, label, level, n_slots;
};
// Of DATA_RUN: what the head of its own file said, and
struct data_run {
    uint32_t pid, instance;
    uint64_t start, end;
    uint32_t flags, n_command;
    uint64_t threads;  // that ran instrumented code
    uint64_t sum;      // of all its counters, and of its nodes: how far it had come
    const char *command;
};
// Of all kinds but these.
struct data_note {
    uint32_t a, b;
    uint64_t count;
    const char *text;  // n bytes; of those kept when read
    uint32_t n;
    uint32_t n_whole;  // read: bytes before it was cut
};

// --- Writing -----------------------------------------------------------------

struct data {
    uint64_t *words;  // the mapping; counters are indices in it
    uint64_t used;    // double words
    uint64_t room;    // that may be written
    uint64_t most;    // that are reserved
    uint64_t label;   // the counter of label 0
    char *path;
    dev_t device;  // of fd, should somebody have closed it
    ino_t inode;
    int fd;
    bool full;  // growing has failed
    const char *lacked;  // what is not told yet
    // Not 0 when others have cut the file (guard.h); NULL: nobody tells.
    const uint32_t *cut;
};

struct data_spec {
    const char *base;  // of the name; a folder: ccinstr in it
    const unsigned char *identity;
    uint32_t n_labels;    // rows of the plan, row 0 included
    const char *command;  // NULL: not known
    uint32_t flags;
    uint64_t start;  // microseconds since 1970; 0: now
    uint64_t most;   // bytes of address space, or less; 0: a gigabyte
};

// The file, made exclusively as BASE.PID.START.N.ccd. False with the reason as
// text in `why`.
bool data_create(struct data *d, const struct data_spec *spec, char *why,
                 size_t n);
// Unmaps and closes; the file stays. Harmless if it could not be made.
void data_release(struct data *d);
void data_set(struct data *d, uint32_t flags);
// Something was left out, because of that (a constant text): sets the flag.
void data_lack(struct data *d, uint32_t flag, const char *why);
// What was left out, once for each flag; NULL if there is nothing to tell.
const char *data_lacked(struct data *d);
// The process ends as processes should: DATA_CLEAN, and when.
void data_end(struct data *d);

// The counter of a label.
static inline uint64_t data_label(const struct data *d, uint32_t label) {
    return d->label + label;
}
// Where the counters of a node stand in its record.
enum { DATA_COUNTERS = 3 };
// Double words of a run before its command line.
enum { DATA_RUN_HEAD = 7 };
// Records; the caller sees to it that one thread at a time is here. Each gives the
// index of its first counter (all fit in 32 bits), or 0 with DATA_FILE_FULL set:
// what is small may still have room then.
uint64_t data_add_node(struct data *d, const struct data_node *node);
uint64_t data_add(struct data *d, enum data_kind kind,
                  const struct data_note *note);
// Has the record with that counter this text, as far as it is kept?
bool data_has_text(const struct data *d, uint64_t counter,
                   const struct data_note *note);

static inline void data_count(struct data *d, uint64_t at) {
    __atomic_store_n(&d->words[at],
                     __atomic_load_n(&d->words[at], __ATOMIC_RELAXED) + 1,
                     __ATOMIC_RELAXED);
}
static inline void data_count_exactly(struct data *d, uint64_t at) {
    __atomic_fetch_add(&d->words[at], 1, __ATOMIC_RELAXED);
}

// --- Reading -----------------------------------------------------------------

struct data_file {
    const unsigned char *bytes;
    size_t size;
    uint32_t version, flags, pid, instance, n_labels;
    uint64_t start, end;
    const unsigned char *identity;
    const char *command;
    uint32_t n_command;
    const uint64_t *label;  // counters, by label
    uint64_t first;         // the first record: a byte offset
    uint64_t used;          // double words when it was opened, at least
};

struct data_fault {
    const char *what;
    size_t byte;
};

// bytes must be aligned to 8. False if the head or the label counters are not whole.
// A file that is still written is read from its beginning on: then all that its head
// counts is there. Mapped it might be cut under the reader, too.
bool data_open(struct data_file *f, const void *bytes, size_t size,
               struct data_fault *fault);

struct data_iter {
    const struct data_file *f;
    uint64_t at;         // byte offset of the next record
    uint32_t n_nodes;    // met so far: nodes are numbered from 1
    uint32_t n_unknown;  // records of other kinds, passed over
    enum data_kind kind;
    struct data_node node;  // of DATA_NODE, and its counters
    const uint64_t *counter;
    struct data_run run;      // of DATA_RUN
    struct data_note note;    // of the others
    struct data_fault fault;  // why it ended, if not at the end
};
struct data_iter data_each(const struct data_file *f);
// The next record. False at the end and at what is damaged: then with a fault, and
// what came before is as it should be.
bool data_next(struct data_iter *it);

// What all records and the counters of labels come to.
struct data_sums {
    // Counted: roots that were entered, and calls, by labels or on classes that the
    // plan does not have. (To enter a method that was announced is not counted.)
    uint64_t events;
    uint64_t different;  // of them: counters that are not 0
    uint64_t nodes;
    uint64_t slow[DATA_N_EVENTS];
    uint64_t threads;
    uint64_t unrecorded[DATA_N_CAUSES];
    uint64_t runs;     // of a merged file
    uint64_t crowded;  // of them: counted by several threads, and not exactly
};
// How far the counters of nodes, steps and labels can be believed. Those that are 0
// are, in any case; none is too high.
enum data_counts {
    DATA_COUNTS_EXACT,  // -Dccinstr.counts=exact
    DATA_COUNTS_ALONE,  // so they are: in no run there was a second thread
    DATA_COUNTS_ABOUT,  // threads that counted the same at once have lost some
    DATA_N_COUNTS
};
enum data_counts data_counts(const struct data_file *f,
                             const struct data_sums *sums);
extern const char *const data_counts_word[DATA_N_COUNTS];

// Of what is intact.
struct data_sums data_sum(const struct data_file *f);
// Of the events, those that the machine was asked for.
uint64_t data_slow_events(const struct data_sums *sums);

// Words for what is read.
struct data_kind_words {
    const char *word, *a, *b;
};
extern const struct data_kind_words data_kind_words[DATA_N_KINDS];
extern const char *const data_flag_word[DATA_N_FLAGS];
extern const char *const data_event_word[DATA_N_EVENTS];
extern const char *const data_cause_word[DATA_N_CAUSES];

#endif
