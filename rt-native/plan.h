// SPDX-License-Identifier: MIT
// The plan: what the analysis hands on to the run time and to the reports, as
// one file that is read in place. This folder owns the file formats and needs
// nothing but the C library.
//
//     0   magic "CcPlan\r\n"                    8 bytes
//     8   version, number of tables             2 words
//    16   identity: SHA-256 of the file with    8 words
//         these eight words zero, and the sum
//    48   length of the file                    1 double word
//    56   sum of all the rest (plan_sum)        1 double word
//    64   per table, in the order of plan.def,  4 words each
//         and the text of the strings last:
//         offset (double word), rows, words per row; of the text bytes, 0
//     .   the tables in that order, each at the next multiple of 8
//
// All words are little-endian. Nothing in a file is believed: plan_open looks
// at every field of every row, so that readers need not. The sum finds what was changed
// by accident and still makes sense; the run time has no time for the identity, which the
// tools look at.
#ifndef CCINSTR_RT_NATIVE_PLAN_H
#define CCINSTR_RT_NATIVE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAN_VERSION = 2 };
#define PLAN_MAGIC "CcPlan\r\n"

enum plan_table {
#define ROW(id, name) PLAN_##id,
#define FIELD(field, kind, arg)
#define END
#include "rt-native/plan.def"
    PLAN_TEXT,
    PLAN_N_TABLES
};

#define ROW(id, name) struct plan_##name {
#define FIELD(field, kind, arg) uint32_t field;
#define END \
    }       \
    ;
#include "rt-native/plan.def"

// Where each flag stands, and the values.
#define FLAGS(id, name) enum plan_##name##_at {
#define BIT(id, word) PLAN_##id##_AT,
#define END_FLAGS(count) \
    count                \
    }                    \
    ;
#define WORDS(id, name) enum plan_##name {
#define WORD(id, word) PLAN_##id,
#define END_WORDS(count) \
    count                \
    }                    \
    ;
#include "rt-native/planwords.def"

// The flags themselves.
#define FLAGS(id, name) enum plan_##name {
#define BIT(id, word) PLAN_##id = 1u << PLAN_##id##_AT,
#define END_FLAGS(count) \
    }                    \
    ;
#define WORDS(id, name)
#define WORD(id, word)
#define END_WORDS(count)
#include "rt-native/planwords.def"

// Their words: plan_rule_name[PLAN_BY_DEPTH], and all sets by number.
#define FLAGS(id, name) extern const char *const plan_##name##_name[];
#define BIT(id, word)
#define END_FLAGS(count)
#define WORDS(id, name) extern const char *const plan_##name##_name[];
#define WORD(id, word)
#define END_WORDS(count)
#include "rt-native/planwords.def"

enum plan_set_id {
#define FLAGS(id, name) PLAN_SET_##id,
#define BIT(id, word)
#define END_FLAGS(count)
#define WORDS(id, name) PLAN_SET_##id,
#define WORD(id, word)
#define END_WORDS(count)
#include "rt-native/planwords.def"
    PLAN_N_SETS
};

struct plan_set {
    const char *const *word;
    uint32_t n;
};
extern const struct plan_set plan_set[PLAN_N_SETS];

#define PLAN_ANY_LEVEL UINT32_MAX
// Labels of one site that have a slot.
enum { PLAN_SITE_SLOTS = 64 };

// A move: the kind in the upper bits, what it is about in the lower ones.
enum plan_move_kind {
    PLAN_TO,   // the state there
    PLAN_UP,   // a back edge, that many edges up the chain
    PLAN_CUT,  // missing: enum plan_rule
    PLAN_N_MOVE_KINDS
};
enum { PLAN_MOVE_SHIFT = 29 };

static inline uint32_t plan_move(enum plan_move_kind kind, uint32_t about) {
    return (uint32_t)kind << PLAN_MOVE_SHIFT | about;
}

static inline uint32_t plan_move_kind(uint32_t to) {
    return to >> PLAN_MOVE_SHIFT;
}

static inline uint32_t plan_move_about(uint32_t to) {
    return to & ((1u << PLAN_MOVE_SHIFT) - 1);
}

// An open plan: views into its bytes. n_x counts row 0.
struct plan {
    const unsigned char *bytes;
    size_t size;
    const unsigned char *identity;  // 32 bytes
    const char *text;
    uint32_t n[PLAN_N_TABLES];  // rows; of PLAN_TEXT bytes
#define ROW(id, name) const struct plan_##name *name;
#define FIELD(field, kind, arg)
#define END
#include "rt-native/plan.def"
};

// What is wrong with a file.
struct plan_fault {
    const char *what;
    const char *table, *field;  // NULL: of the file as a whole
    uint32_t row;
    size_t byte;
    bool no_memory;  // it may be there later
};

// bytes must stay as they are, aligned to 8, while the plan is used. False with
// *fault if it is none.
bool plan_open(struct plan *p, const void *bytes, size_t size,
               struct plan_fault *fault);

// Tables as they stand in the file, for those who list or make them.
struct plan_field {
    const char *name;
    uint8_t kind;  // enum plan_field_kind
    uint8_t arg;   // a table, or a set
};
enum plan_field_kind {
    PLAN_K_NUM,
    PLAN_K_HASH,
    PLAN_K_LEVEL,
    PLAN_K_STR,
    PLAN_K_REF,
    PLAN_K_OPT,
    PLAN_K_FIRST,
    PLAN_K_COUNT,
    PLAN_K_BITS,
    PLAN_K_ONE,
    PLAN_K_PC,
    PLAN_K_OWNER,
    PLAN_K_MOVE,
};
struct plan_shape {
    const char *name;
    const struct plan_field *field;
    uint32_t n_fields;
};
extern const struct plan_shape plan_shape[PLAN_TEXT];
// The rows of a table, one after another.
const uint32_t *plan_rows(const struct plan *p, uint32_t table);

// Where the tables begin.
enum {
    PLAN_HEAD = 64,
    PLAN_HEAD_TABLE = 16,
    PLAN_IDENTITY = 16,
    PLAN_SUM = 56
};
// The sum that a file with these bytes must have. They are aligned to 8, and hold a whole
// head.
uint64_t plan_sum(const void *bytes, size_t size);

// Does the instruction of a maker make lambdas that run different methods, or methods that
// nobody can name? Then the method that one runs is known only when it is entered.
bool plan_maker_is_open(const struct plan *p, uint32_t maker);

// Does the method begin with a probe, if it can have one?
bool plan_wants_prologue(const struct plan *p, uint32_t method);

#endif
