// SPDX-License-Identifier: MIT
// options.c - the command line, parsed by the rows of options.def.
//
// General options may stand before the command; what stands behind it is taken
// by the rows that name it. The value of a row goes to the member of struct
// options that the row names, so a new option is one row and one member.

#include "rewriter/options/optionrows.h"

#include "analysis/base/arena.h"
#include "analysis/base/limits.h"
#include "analysis/text/argfile.h"
#include "analysis/text/arglist.h"
#include "rewriter/options/usage.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL (~0u)
#define COMMANDS(id) (1u << CMD_##id)
#define FORESTS (COMMANDS(FOREST) | COMMANDS(INSTRUMENT) | COMMANDS(RUN))
#define ANALYSES (COMMANDS(GRAPH) | FORESTS)
#define REPORTS (COMMANDS(REPORT) | COMMANDS(RUN))

const struct option_row option_rows[N_OPTIONS] = {
#define OPTION(id, long_name_, short_name_, argument_, kind_, field_, \
               commands_, group_, flags_, help_)                      \
    [OPT_##id] = {                                                    \
        .long_name = long_name_,                                      \
        .short_name = short_name_,                                    \
        .argument = argument_,                                        \
        .kind = kind_,                                                \
        .field = offsetof(struct options, field_),                    \
        .commands = commands_,                                        \
        .group = GROUP_##group_,                                      \
        .flags = flags_,                                              \
        .help = help_,                                                \
    },
#include "rewriter/options/options.def"
};

// Only of these kinds specs.c can tell the plan the value.
#define OPTION(id, long_name, short_name, argument, kind, field, commands, \
               group, flags, help)                                         \
    _Static_assert(!((flags) & (IN_PLAN | IN_PLAN_IF_SET)) ||              \
                       ((kind) != TEXT && (kind) != LIST),                 \
                   "the plan tells no " #id);
#include "rewriter/options/options.def"

const struct command_row command_rows[N_COMMANDS] = {
#define COMMAND(id, name_, function, operands_, least_, purpose_) \
    [CMD_##id] = {                                                \
        .name = name_,                                            \
        .operands = operands_,                                    \
        .least = least_,                                          \
        .purpose = purpose_,                                      \
    },
#include "rewriter/options/options.def"
};

const struct choice_row choice_rows[N_CHOICES] = {
#define CHOICE(option_, value_, text_) \
    [CHOICE_ROW_##option_##_##         \
        value_] = {.option = OPT_##option_, .value = value_, .text = text_},
#include "rewriter/options/options.def"
};

const struct word_row word_rows[N_WORDS] = {
#define WORD(option_, id, text_) \
    [id] = {.option = OPT_##option_, .text = text_},
#include "rewriter/options/options.def"
};

const char *const group_titles[N_GROUPS] = {
#define GROUP(id, title) [GROUP_##id] = title,
#include "rewriter/options/options.def"
};

// A command is a bit in option_row.commands; the bit behind the last one is
// the program itself.
_Static_assert(N_COMMANDS < 32, "a command is a bit");

struct parser {
    struct options *o;
    struct arena *arena;
    struct arg_list args;
    size_t at;  // next argument
};

static const char *command_name(const struct parser *p) {
    enum command_id c = p->o->command;
    return c == CMD_NONE ? NULL : command_rows[c].name;
}

// A CHOICE member may be of any enum: it is written as what all of them are made of.
#define CHOICE(option, value, text)                   \
    _Static_assert(sizeof(value) == sizeof(unsigned), \
                   "a choice is as large as an unsigned");
#include "rewriter/options/options.def"

const char *choice_text(enum option_id id, unsigned value) {
    const struct choice_row *row = choice_rows;
    while (row->option != id || row->value != value) {
        row++;
    }
    return row->text;
}

static bool set_number(struct parser *p, const struct option_row *row,
                       const char *value, unsigned *field) {
    unsigned least = row->kind == COUNT;
    unsigned most = row->kind == COUNT ? LIMIT_THREADS : UINT_MAX;
    char *end = NULL;
    errno = 0;
    bool digit = value[0] >= '0' && value[0] <= '9';
    unsigned long n = digit ? strtoul(value, &end, 10) : 0;
    if (!digit || *end || errno || n < least || n > most) {
        usage_error(command_name(p), OPTION_NUMBER, row->long_name, value,
                    least, most);
        return false;
    }
    *field = (unsigned)n;
    return true;
}

static bool set_choice(struct parser *p, enum option_id id, const char *value,
                       unsigned *field) {
    char known[128] = "";
    size_t n = 0;
    for (size_t c = 0; c < N_CHOICES; c++) {
        if (choice_rows[c].option != id) {
            continue;
        }
        if (strcmp(choice_rows[c].text, value) == 0) {
            *field = choice_rows[c].value;
            return true;
        }
        int k = snprintf(known + n, sizeof known - n, "%s%s", n ? ", " : "",
                         choice_rows[c].text);
        if (k > 0 && (size_t)k < sizeof known - n) {
            n += (size_t)k;
        }
    }
    usage_error(command_name(p), OPTION_CHOICE, option_rows[id].long_name,
                value, known);
    return false;
}

static const struct renamed {
    enum option_id old, now, valued;
} renamed[] = {
#define RENAMED(option, now, valued) {OPT_##option, OPT_##now, OPT_##valued},
#include "rewriter/options/options.def"
};

static const struct renamed *find_renamed(enum option_id id) {
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
        if (renamed[i].old == id) {
            return &renamed[i];
        }
    }
    return NULL;
}

// By its present name.
static enum option_id present(const struct parser *p, enum option_id id) {
    const struct renamed *r = find_renamed(id);
    if (!r) {
        return id;
    }
    const struct option_row *now = &option_rows[r->now],
                            *valued = &option_rows[r->valued];
    if (now == valued) {
        usage_warning(command_name(p), OPTION_RENAMED,
                      option_rows[id].long_name, now->long_name);
    } else {
        usage_warning(command_name(p), OPTION_RENAMED_FLAG,
                      option_rows[id].long_name, now->long_name,
                      valued->argument, valued->long_name);
    }
    return r->now;
}

// A flag with a value.
static bool refuse_value(const struct parser *p, enum option_id id) {
    const struct renamed *r = find_renamed(id);
    if (r) {
        usage_error(command_name(p), OPTION_VALUE_FOR,
                    option_rows[id].long_name, option_rows[r->valued].long_name,
                    option_rows[r->valued].argument);
    } else {
        usage_error(command_name(p), OPTION_VALUE, option_rows[id].long_name);
    }
    return false;
}

// One that is given again is added where it is a list, and else a mistake.
static bool set_text(struct parser *p, const struct option_row *row,
                     const char *value, const char **field) {
    const char *before = *field;
    if (before && row->flags & (COMMAS | COLONS)) {
        value = arena_printf(p->arena, "%s%s%s", before,
                             row->flags & COMMAS ? "," : ":", value);
    } else if (before && strcmp(before, value) != 0) {
        usage_error(command_name(p), OPTION_TWICE, row->long_name, before,
                    value);
        return false;
    }
    *field = value;
    return true;
}

// Elsewhere - is a stream, so nobody is to find a file of that name later.
static bool is_path(const struct parser *p, const struct option_row *row,
                    const char *value) {
    bool file = strcmp(row->argument, "FILE") == 0,
         folder = strcmp(row->argument, "DIR") == 0;
    if (!(file || folder) || strcmp(value, "-") != 0) {
        return true;
    }
    if (file) {
        usage_error(command_name(p), OPTION_DASH, row->long_name,
                    row->flags & IS_READ ? "/dev/stdin" : "/dev/stdout");
    } else {
        usage_error(command_name(p), OPTION_DASH_FOLDER, row->long_name);
    }
    return false;
}

static bool set_value(struct parser *p, enum option_id id, const char *value) {
    id = present(p, id);
    const struct option_row *row = &option_rows[id];
    void *field = (char *)p->o + row->field;
    p->o->given[id] = true;
    if (row->kind == FLAG) {
        *(bool *)field = true;
        return true;
    }
    if (value[0] == '\0' && !(row->flags & MAY_BE_EMPTY)) {
        usage_error(command_name(p), OPTION_NO_VALUE, row->long_name,
                    row->argument);
        return false;
    }
    if (!is_path(p, row, value)) {
        return false;
    }
    switch (row->kind) {
    case TEXT:
        return set_text(p, row, value, field);
    case LIST:
        arg_list_add(field, value, p->arena);
        return true;
    case COUNT:
    case NUMBER:
        return set_number(p, row, value, field);
    default:
        return set_choice(p, id, value, field);
    }
}

// The value that stands in the next argument. The next argument is taken
// whatever it looks like, as a file may be called anything.
static const char *next_value(struct parser *p, const struct option_row *row) {
    if (p->at < p->args.n) {
        return p->args.item[p->at++];
    }
    usage_error(command_name(p), OPTION_NO_VALUE, row->long_name,
                row->argument);
    return NULL;
}

static bool unknown_option(struct parser *p, const char *arg,
                           const char *name) {
    const char *near = suggest_option(name, p->o->command);
    // Behind the word java it is one of java's, which need not be like ours.
    bool is_java = p->o->command == CMD_RUN && (p->o->operands.n || !near);
    if (is_java) {
        usage_error(command_name(p), OPTION_BEHIND, arg);
    } else if (near) {
        usage_error(command_name(p), OPTION_NEAR, arg, near);
    } else {
        usage_error(command_name(p), OPTION_UNKNOWN, arg);
    }
    return false;
}

// "all", behind --help.
static bool take_all(struct parser *p, const char *value) {
    bool next =
        !value && p->at < p->args.n && strcmp(p->args.item[p->at], "all") == 0;
    p->at += next;
    return next || (value && strcmp(value, "all") == 0);
}

// --name, --name=value or --name value
static bool parse_long(struct parser *p, const char *arg) {
    const char *name = arg + 2;
    size_t n = strcspn(name, "=");
    const char *value = name[n] == '=' ? name + n + 1 : NULL;
    char *known = arena_cstr(p->arena, (struct str){name, n});
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        const struct option_row *row = &option_rows[id];
        if (strcmp(row->long_name, known) != 0 ||
            !option_is_for(id, p->o->command)) {
            continue;
        }
        if (id == OPT_HELP && take_all(p, value)) {
            p->o->help_all = true;
            value = NULL;
        }
        if (row->kind == FLAG && value) {
            return refuse_value(p, id);
        }
        if (row->kind != FLAG && !value) {
            value = next_value(p, row);
            if (!value) {
                return false;
            }
        }
        return set_value(p, id, value ? value : "");
    }
    return unknown_option(p, arg, known);
}

// -q, -qv, -o DIR or -oDIR
static bool parse_short(struct parser *p, const char *arg) {
    for (const char *c = arg + 1; *c; c++) {
        enum option_id id = 0;
        while (id < N_OPTIONS && (option_rows[id].short_name != *c ||
                                  !option_is_for(id, p->o->command))) {
            id++;
        }
        if (id == N_OPTIONS) {
            return unknown_option(p, arg, c);
        }
        const struct option_row *row = &option_rows[id];
        if (row->kind != FLAG) {
            const char *value = c[1] ? c + 1 : next_value(p, row);
            return value && set_value(p, id, value);
        }
        set_value(p, id, "");
    }
    return true;
}

static bool set_command(struct parser *p, const char *name) {
    if (strcmp(name, "help") == 0) {
        p->o->help = true;
        return true;
    }
    for (enum command_id c = 0; c < N_COMMANDS; c++) {
        if (strcmp(command_rows[c].name, name) == 0) {
            p->o->command = c;
            return true;
        }
    }
    const char *near = suggest_command(name);
    if (near) {
        usage_error(NULL, COMMAND_NEAR, name, near);
    } else {
        usage_error(NULL, COMMAND_UNKNOWN, name);
    }
    return false;
}

static bool parse_all(struct parser *p) {
    bool only_operands = false;
    struct options *o = p->o;
    while (p->at < p->args.n) {
        const char *arg = p->args.item[p->at++];
        bool ok = true;
        if (!only_operands && strcmp(arg, "--") == 0) {
            only_operands = true;
        } else if (!only_operands && arg[0] == '-' && arg[1] == '-') {
            ok = parse_long(p, arg);
        } else if (!only_operands && arg[0] == '-' && arg[1] != '\0') {
            ok = parse_short(p, arg);
        } else if (o->command != CMD_NONE) {
            arg_list_add(&o->operands, arg, p->arena);
        } else {
            ok = set_command(p, arg);
        }
        if (!ok) {
            return false;
        }
    }
    return true;
}

// Whether what the command can't do without was given.
static bool is_complete(struct parser *p) {
    const struct options *o = p->o;
    if (o->help || o->version || o->completion_table) {
        return true;
    }
    if (o->command == CMD_NONE) {
        usage_error(NULL, NO_COMMAND);
        return false;
    }
    const struct command_row *command = &command_rows[o->command];
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        const struct option_row *row = &option_rows[id];
        if ((row->flags & REQUIRED) && option_is_for(id, o->command) &&
            !*(const char *const *)option_value(o, id)) {
            usage_error(command->name, OPTION_MISSING, row->long_name);
            return false;
        }
    }
    if (o->operands.n < command->least) {
        usage_error(command->name, OPERANDS_FEW, command->name,
                    command->operands);
        return false;
    }
    return true;
}

static void set_defaults(struct options *o) {
    *o = (struct options){.command = CMD_NONE};
    // Backwards, so that the first row of an option is what remains.
    for (size_t c = N_CHOICES; c-- > 0;) {
        size_t field = option_rows[choice_rows[c].option].field;
        *(unsigned *)(void *)((char *)o + field) = choice_rows[c].value;
    }
}

bool options_parse(struct options *o, int argc, char **argv,
                   struct arena *arena) {
    struct parser p = {.o = o, .arena = arena};
    set_defaults(o);
    const char *wrong =
        argfile_expand(&p.args, &o->argfiles, argc, argv, arena);
    if (wrong) {
        // The command is the first argument, if it is one.
        bool named = argc > 1 && argv[1][0] != '@' && argv[1][0] != '-';
        usage_error(named ? argv[1] : NULL, ARGFILE, wrong);
        return false;
    }
    return parse_all(&p) && is_complete(&p) && specs_finish(o, arena);
}
