// SPDX-License-Identifier: MIT
// The data file: what a run exercised of a plan, written while it happens.
//
// The file is mapped and counters are words of it, so that whatever ends the
// process loses nothing that was counted: no shutdown hook, no flush. It grows by
// allocation before use, so that a full disk is noticed here and not by a SIGBUS
// in the program under test. It is made shorter only at the clean end, when it is mapped
// nowhere any more.
//
//     0   magic "CcData\r\n"                     8 bytes
//     8   version, flags                         2 words
//    16   identity of the plan                   8 words
//    48   identity of the run, at random         1 double word; 0: a merged file
//    56   start: microseconds since 1970         1 double word
//    64   labels of the plan, bytes of the command line behind the head
//    72   words in use (double words of 8 bytes, the head included)
//    80   end: as start; 0 as long as it runs, or when it was killed
//    88   runs of a merged file, 0               2 words
//    96   check of all of the head but the magic, flags, words in use and end
//   104   the command line, padded to 8 bytes
//     .   one counter for each label: times that it was taken outside of the forest
//     .   records, one behind the other
//
// A record begins with one double word: its kind (8 bits), its length in double words,
// this one included (24 bits), and above these a check of both and of all in it that is
// no counter (32 bits). It is written last, so that a record counts from then on, whole.
// Zero instead of it is the end. Then
//
//     of a node    parent, label, level, slots   4 words: struct data_node
//                  counter 0, and one per slot
//     of others    a, b                          2 words: struct data_note
//                  a counter
//                  if there is a text: its bytes here, its bytes before it was
//                  cut (2 words), and those, padded to 8 bytes with zeros
//     of a run     its identity                   1 double word
//                  start, end                     2 double words
//                  flags, bytes of the command    2 words
//                  threads, sum                   2 double words
//                  the command line, padded
//     of sums      one for each 4096 bytes before it, the last of them for less
//
// The sums are the last record of what ended cleanly, if there was room for them, and of
// merged files: with them all is known to be as it was written. The flags and the words
// in use are in no sum, since they still change. Each flag is two bits that are set
// together (data_pairs); words in use are the end of a record.
//
// A merged file is one like others, but of run 0, which none is. Its runs are
// records, before all others. It has no start, end and command line of its own; of its
// flags, CLEAN and EXACT hold for all runs, the others for some.
//
// In version 1 there were no checks and no sums, flags had one bit, records a word for
// the kind and one for the length, and a run was known by a process id and a number,
// where its identity is now (of a merged file 0 and the number of runs), and by its
// command line, which stood behind byte 88.
//
// All is little-endian.
#ifndef CCINSTR_RT_NATIVE_DATA_H
#define CCINSTR_RT_NATIVE_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    DATA_VERSION = 2,
    DATA_HEAD = 104,       // bytes before the command line
    DATA_COMMAND = 65536,  // bytes that are kept of it
    DATA_TEXT = 4096,      // and of a text
    DATA_BLOCK = 4096,     // that a sum is of
};
// The version without checks and sums, which is read as well.
enum { DATA_UNSUMMED = 1, DATA_UNSUMMED_HEAD = 88 };
// Places of the head's double words.
enum {
    DATA_AT_FLAGS = 1,
    DATA_AT_RUN = 6,
    DATA_AT_START,
    DATA_AT_SIZES,
    DATA_AT_USED,
    DATA_AT_END,
    DATA_AT_RUNS,
    DATA_AT_CHECK,
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

// The cause in a record of DATA_UNRECORDED.
enum data_cause {
#define CAUSE(id, word) DATA_BY_##id,
#include "rt-native/datawords.def"
    DATA_N_CAUSES
};

struct data_node {
    uint32_t parent, label, level, n_slots;
};
// A record of DATA_RUN, from the head of the run's own file.
struct data_run {
    uint64_t id;
    uint64_t start, end;
    uint32_t flags, n_command;
    uint64_t threads;  // that ran instrumented code
    uint64_t sum;  // of all its counters, and of its nodes: how far it had come
    const char *command;
};
// A record of a kind other than DATA_NODE and DATA_RUN.
struct data_note {
    uint32_t a, b;
    uint64_t count;
    const char *text;  // n bytes; of those kept when read
    uint32_t n;
    uint32_t n_whole;  // read: bytes before it was cut
};

// --- Checks and sums (sum.c) -------------------------------------------------

// Flags as they stand in the file.
static inline uint32_t data_pairs(uint32_t flags) {
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < 16; i++) {
        pairs |= (flags >> i & 1) * 3 << 2 * i;
    }
    return pairs;
}
// The longest record there can be, in double words. A node is not near it: a method has
// no more than PLAN_SITE_SLOTS slots for each three bytes of its code.
enum { DATA_MOST_WORDS = (1 << 24) - 1 };
static inline uint32_t data_words(uint64_t first) {
    return first >> 8 & DATA_MOST_WORDS;
}
// The first double word of the record of n double words at w.
uint64_t data_first(enum data_kind kind, uint64_t n, const uint64_t *w);
// The check of a head, which its command line follows.
uint64_t data_check(const uint64_t *head);
// How many sums there are of so many double words.
static inline uint64_t data_blocks(uint64_t n) {
    return (n * 8 + DATA_BLOCK - 1) / DATA_BLOCK;
}
// The sum of n double words, at most those of a block; `first`: they begin with the head.
uint64_t data_block_sum(const uint64_t *w, uint64_t n, bool first);

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
    pid_t pid;  // of who made it
    int fd;
    bool full;           // growing has failed
    bool ended;          // by data_end
    const char *lacked;  // what is not told yet
    // Points to a word that is not 0 when others have cut the file (guard.h); NULL: nobody
    // tells.
    const uint32_t *cut;
};

struct data_spec {
    const char *base;  // of the name; a folder: ccinstr in it
    const unsigned char *identity;
    uint32_t n_labels;    // rows of the plan, row 0 included
    const char *command;  // NULL: not known
    uint32_t flags;
    uint64_t id;     // of the run; 0: at random
    uint64_t start;  // microseconds since 1970; 0: now
    uint64_t most;   // bytes of address space, or less; 0: a gigabyte
    uint32_t mode;   // of the file; 0: nobody else may read it
};

// The reason if there may be memory for it later.
#define DATA_NO_MEMORY "no memory"

// The file, made exclusively as BASE.PID.START.N.ccd. False with the reason as
// text in `why`.
bool data_create(struct data *d, const struct data_spec *spec, char *why,
                 size_t n);
// Unmaps and closes; the file stays. Harmless if it could not be made.
void data_release(struct data *d);
void data_set(struct data *d, uint32_t flags);
// Sets a flag: something was left out, because of `why`, a constant text.
void data_lack(struct data *d, uint32_t flag, const char *why);
// Why something was left out, once for each flag; NULL if there is nothing to tell.
const char *data_lacked(struct data *d);
// The process ends as processes should: DATA_CLEAN, when, and the sums if there is room
// for them; then the file is as long as it has to be. Counters may be written by any
// thread while this runs, and all may behind it, but none of that is in the file. Does
// nothing in a process that was forked off: there the file goes on.
void data_end(struct data *d);

// The counter of a label.
static inline uint64_t data_label(const struct data *d, uint32_t label) {
    return d->label + label;
}
// Where the counters of a node stand in its record.
enum { DATA_COUNTERS = 3 };
// Double words of a run before its command line.
enum { DATA_RUN_HEAD = 7 };
// These add a record; the caller sees to it that one thread at a time is here. They return
// the index of its first counter (all fit in 32 bits), or 0 with DATA_FILE_FULL set: small
// records may still have room then.
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

struct data_fault {
    const char *what;
    size_t byte;
};

struct data_file {
    const unsigned char *bytes;
    size_t size;
    uint64_t whole;  // bytes of the file, of which these are the first
    uint32_t version, flags, n_labels;
    uint64_t id;      // of the run; 0: a merged file
    uint32_t n_runs;  // of a merged file
    uint64_t start, end;
    const unsigned char *identity;
    const char *command;
    uint32_t n_command;
    const uint64_t *label;    // counters, by label
    uint64_t first;           // the first record: a byte offset
    uint64_t used;            // double words when it was opened, at least
    struct data_fault fault;  // of the flags, of which the others are used
};

// bytes must be aligned to 8. False if the head or the label counters are not whole.
// A file that is still written is read from its beginning on: then all that its head
// counts is there. Mapped it might be cut under the reader, too.
bool data_open(struct data_file *f, const void *bytes, size_t size,
               struct data_fault *fault);
// How many bytes from the beginning of a file hold all that it says, as far as the first
// n tell. No more than n: it may be opened with these. *at: where to go on, 0 at first.
uint64_t data_extent(const void *bytes, size_t n, uint64_t *at);

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
    uint64_t sums;            // byte offset of that record; 0: none
    bool used_met;            // records end where the words in use do
};
struct data_iter data_each(const struct data_file *f);
// Reads the next record. False at the end, and with a fault where the file is damaged; all
// records before are as they should be.
bool data_next(struct data_iter *it);

// Are all counters known to be those that were written? Ask behind the last record. False
// without a fault if there are no sums, and with a fault for the first block whose sum is
// wrong.
bool data_is_summed(const struct data_iter *it, struct data_fault *fault);

// Sums of all records and of the counters of labels.
struct data_sums {
    // Counted: roots that were entered, and calls, by labels or on classes that the
    // plan does not have. (To enter a method that was announced is not counted.)
    uint64_t events;
    uint64_t different;  // counters of events that are not 0
    uint64_t nodes;
    uint64_t slow[DATA_N_EVENTS];
    uint64_t threads;
    uint64_t unrecorded[DATA_N_CAUSES];
    uint64_t runs;     // of a merged file
    uint64_t crowded;  // runs counted by several threads, and not exactly
    bool unsummed;     // nobody knows if all is as it was written
};
// How far the counters of nodes, steps and labels can be believed. Unless they are
// unverified, a counter of 0 is right, and none is too high.
enum data_counts {
    DATA_COUNTS_EXACT,  // exact: -Dccinstr.counts=exact
    DATA_COUNTS_ALONE,  // exact: no run had a second thread
    DATA_COUNTS_ABOUT,  // threads that counted the same at once have lost some
    DATA_COUNTS_UNVERIFIED,  // they may not be those that were written
    DATA_N_COUNTS
};
enum data_counts data_counts(const struct data_file *f,
                             const struct data_sums *sums);
extern const char *const data_counts_word[DATA_N_COUNTS];

// The sums of all that is intact.
struct data_sums data_sum(const struct data_file *f);
// How many events the machine was asked for.
uint64_t data_slow_events(const struct data_sums *sums);

// Words for a kind of record.
struct data_kind_words {
    const char *word, *a, *b;
};
extern const struct data_kind_words data_kind_words[DATA_N_KINDS];
extern const char *const data_flag_word[DATA_N_FLAGS];
extern const char *const data_event_word[DATA_N_EVENTS];
extern const char *const data_cause_word[DATA_N_CAUSES];

#endif
