// SPDX-License-Identifier: MIT
// The plan: what the analysis hands on to the run time and to the reports, as
// one file that is read in place. This folder owns the file formats and needs
// nothing but the C library.
//
//     0   magic "CcPlan\r\n"                    8 bytes
//     8   version, number of tables             2 words
//    16   identity: SHA-256 of the file with    8 words
//         these eight words zero
//    48   length of the file                    1 double word
//    56   per table, in the order of plan.def,  4 words each
//         and the text of the strings last:
//         offset (double word), rows, words per row; of the text bytes, 0
//     .   the tables, each at a multiple of 8
//
// All words are little-endian. Nothing in a file is believed: plan_open looks
// at every field of every row, so that readers need not.
#ifndef CCINSTR_RT_NATIVE_PLAN_H
#define CCINSTR_RT_NATIVE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAN_VERSION = 1 };
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

enum plan_method_flags {
    PLAN_METHOD_RUNS = 1u << 0,   // something can call it
    PLAN_METHOD_ENTRY = 1u << 1,  // something outside can
    PLAN_METHOD_CLINIT = 1u << 2,
    PLAN_METHOD_BITS = 3
};

enum plan_site_flags {
    PLAN_SITE_INSIDE = 1u << 0,   // has a label with a target
    PLAN_SITE_EXIT = 1u << 1,     // and one without
    PLAN_SITE_TRIGGER = 1u << 2,  // runs more: initialisers, linkage, concat
    PLAN_SITE_BACK = 1u << 3,     // what it runs outside can call an entry
    PLAN_SITE_FOREST = 1u << 4,   // a chain of the forest goes on here
    PLAN_SITE_RC = 1u << 5,       // receiver classes are required
    PLAN_SITE_TM = 1u << 6,       // targets are
    PLAN_SITE_PROBE = 1u << 7,    // before and after are reported
    PLAN_SITE_ON_THIS = 1u << 8,  // the receiver is `this`
    PLAN_SITE_CERTAIN = 1u << 9,  // the language leaves one label only
    PLAN_SITE_NULL = 1u << 10,    // the receiver may be null
    PLAN_SITE_BITS = 11
};

// Why a site has no probe, or one that only counts.
enum plan_spared {
    PLAN_NOT_SPARED,
    PLAN_SPARED_OUTSIDE,  // what it runs outside cannot call an entry
    PLAN_SPARED_INSIDE,   // its targets can reach neither entry nor exit
    PLAN_N_SPARED
};

enum plan_label_flags {
    PLAN_LABEL_LAMBDA = 1u << 0,   // through a lambda or proxy
    PLAN_LABEL_CLIENT = 1u << 1,   // on an object of a client's class
    PLAN_LABEL_MISSING = 1u << 2,  // what it names is nowhere
    PLAN_LABEL_RC = 1u << 3,       // required, once for each receiver
    PLAN_LABEL_TM = 1u << 4,       // and once for each target
    PLAN_LABEL_BITS = 5
};

enum plan_receiver_kind {
    PLAN_NO_RECEIVER,
    PLAN_A_CLASS,
    PLAN_AN_ARRAY,
    PLAN_A_LAMBDA,  // lambda:METHOD
    PLAN_A_PROXY,   // proxy:INTERFACE
    PLAN_A_CLIENT,  // client:CLASS, a subclass of a client
    PLAN_N_RECEIVER_KINDS
};

// Who calls an entry.
enum plan_reason {
    PLAN_INTERFACE,  // clients
    PLAN_CALLBACK,   // library code
    PLAN_VM,
    PLAN_N_REASONS
};

enum plan_state_flags {
    PLAN_DEPTH_ENDS = 1u << 0,  // labels without a move exceed the depth
    PLAN_STATE_BITS = 1
};

#define PLAN_ANY_LEVEL UINT32_MAX
// The highest level that is told from those above.
enum { PLAN_TOP_LEVEL = 15 };
// Labels of one site that have a slot.
enum { PLAN_SITE_SLOTS = 8 };

// A move: the kind in the upper bits, what it is about in the lower ones.
enum plan_move_kind {
    PLAN_TO,   // the state there
    PLAN_UP,   // a back edge, that many edges up the chain
    PLAN_CUT,  // missing: enum plan_rule
    PLAN_N_MOVE_KINDS
};
enum { PLAN_MOVE_SHIFT = 29 };

// Why a label has no child.
enum plan_rule {
    PLAN_BY_DEPTH,
    PLAN_BY_THIS,
    PLAN_BY_FILTER,
    PLAN_BY_GUARD,
    PLAN_N_RULES
};
extern const char *const plan_rule_name[PLAN_N_RULES];
extern const char *const plan_reason_name[PLAN_N_REASONS];

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
};

// bytes must stay as they are, aligned to 8, while the plan is used. False with
// *fault if it is none.
bool plan_open(struct plan *p, const void *bytes, size_t size,
               struct plan_fault *fault);

// Tables as they stand in the file, for those who list or make them.
struct plan_field {
    const char *name;
    uint8_t kind;  // enum plan_field_kind
    uint8_t arg;
};
enum plan_field_kind {
    PLAN_K_NUM,
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

// Where the tables begin.
enum { PLAN_HEAD = 56, PLAN_HEAD_TABLE = 16, PLAN_IDENTITY = 16 };

#endif
