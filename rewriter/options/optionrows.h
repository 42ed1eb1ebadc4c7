// SPDX-License-Identifier: MIT
// optionrows.h - the rows of options.def as data, for parsing and for help.
#ifndef CCINSTR_REWRITER_OPTIONS_OPTIONROWS_H
#define CCINSTR_REWRITER_OPTIONS_OPTIONROWS_H

#include "rewriter/options/options.h"

struct arena;
struct diag;

enum option_kind { FLAG, TEXT, LIST, COUNT, NUMBER, CHOICE };

enum option_flag {
    SHOWN = 0,
    HIDDEN = 1u << 0,
    REQUIRED = 1u << 1,
    MAY_BE_EMPTY = 1u << 2,
    IS_READ = 1u << 3,
    IS_WRITTEN = 1u << 4,
    NO_RESULT = 1u << 5,
    FIRST = 1u << 6,
    IN_PLAN = 1u << 7,
    IN_PLAN_IF_SET = 1u << 8,
    IS_CLASSES = 1u << 9,
    IS_METHODS = 1u << 10,
    IS_ONE = 1u << 11,
    COMMAS = 1u << 12,
    COLONS = 1u << 13,
    ONE_OF = 1u << 14,
};

enum option_group {
#define GROUP(id, title) GROUP_##id,
#include "rewriter/options/options.def"
    N_GROUPS,
};

struct option_row {
    const char *long_name;
    const char *argument;  // "" for a flag
    const char *help;
    size_t field;       // offset in struct options
    unsigned commands;  // 1u << command_id for each that takes it
    enum option_kind kind;
    enum option_group group;
    unsigned flags;
    char short_name;  // 0 if none
};

struct command_row {
    const char *name;
    const char *operands;
    const char *purpose;
    size_t least;  // operands there must be
};

// A word of a CHOICE option.
struct choice_row {
    enum option_id option;
    unsigned value;
    const char *text;
};

enum {
#define CHOICE(option, value, text) CHOICE_ROW_##option##_##value,
#include "rewriter/options/options.def"
    N_CHOICES,
};

// One of the words of a TEXT option.
struct word_row {
    enum option_id option;
    const char *text;
};

extern const struct option_row option_rows[N_OPTIONS];
extern const struct command_row command_rows[N_COMMANDS];
extern const struct choice_row choice_rows[N_CHOICES];
extern const struct word_row word_rows[N_WORDS];
extern const char *const group_titles[N_GROUPS];

static inline bool option_is_for(enum option_id id, enum command_id command) {
    return (option_rows[id].commands & 1u << command) != 0;
}

// The member that has its value.
static inline const void *option_value(const struct options *o,
                                       enum option_id id) {
    return (const char *)o + option_rows[id].field;
}

// The values of a TEXT or LIST.
struct arg_list option_texts(const struct options *o, enum option_id id,
                             struct arena *arena);

// The word that gives a CHOICE option that value.
const char *choice_text(enum option_id id, unsigned value);

// specs.c: what follows from several options, and whether they go together; false,
// reported, if they do not.
bool specs_finish(struct options *o, struct arena *arena);

// suggest.c: the candidate that name is probably a misspelling of, or NULL.
const char *suggest_option(const char *name, enum command_id command);
const char *suggest_command(const char *name);
// Among the WORDs of that option.
const char *suggest_word(struct str name, enum option_id id);

#endif
